//! Whether the client keeps up: how much output waits for it, and whether it still reads.

use std::time::{Duration, Instant};

/// Above this much waiting output nothing more is read or handed out...
const HIGH: usize = 8 << 20;
/// ... until no more than this waits.
const LOW: usize = 1 << 20;
/// How long a client may take nothing before it counts as one that reads no more.
const PATIENCE: Duration = Duration::from_millis(900);

/// The flow of output to the client.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    queued: usize,
    /// Since when too much waits.
    choked: Option<Instant>,
    /// When the client last took something.
    taken: Option<Instant>,
    /// When the client closed stdin with bytes still unread.
    hung_up: Option<Instant>,
}

impl Flow {
    /// Takes note that this many bytes wait.
    pub fn gauge(&mut self, now: Instant, queued: usize) {
        if queued < self.queued {
            self.taken = Some(now);
        }
        self.queued = queued;
        if queued > HIGH {
            self.choked = self.choked.or(Some(now));
        } else if queued <= LOW {
            self.choked = None;
        }
    }

    /// Takes note that the client closed stdin, with bytes still unread.
    pub fn hang_up(&mut self, now: Instant) {
        self.hung_up = self.hung_up.or(Some(now));
    }

    /// Whether too much waits to take on anything more.
    pub fn is_choked(&self) -> bool {
        self.choked.is_some()
    }

    /// The time at which a client that has taken nothing since `from` counts as one that reads
    /// no more.
    pub fn patience(&self, from: Instant) -> Instant {
        self.taken.map_or(from, |taken| taken.max(from)) + PATIENCE
    }

    /// The time at which a client that closed stdin is given up because it reads nothing, so that
    /// the rest of its requests cannot even be read.
    pub fn gives_up_at(&self) -> Option<Instant> {
        Some(self.patience(self.choked?.max(self.hung_up?)))
    }
}
