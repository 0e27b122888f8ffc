//! How long to wait before the next worker after workers that failed at once.

use std::time::{Duration, Instant};

const FIRST_DELAY: Duration = Duration::from_millis(100);
const MAX_DELAY: Duration = Duration::from_secs(5);
/// Failures further apart than this have nothing to do with each other.
const MEMORY: Duration = Duration::from_secs(30);

/// Paces the starts of workers while they fail.
///
/// The first failure costs nothing: the next start is immediate. From then on the delay doubles
/// from 0.1 s to 5 s, a quarter more or less, and until a worker gets ready only one is tried at
/// a time.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
pub struct Backoff {
    failures: u32,
    last_failure: Option<Instant>,
    delay: Duration,
    probing: bool,
    jitter: u64,
}

impl Backoff {
    /// No failure so far; the delays' jitter follows from `seed`.
    pub fn new(seed: u64) -> Backoff {
        Backoff {
            failures: 0,
            last_failure: None,
            delay: Duration::ZERO,
            probing: false,
            jitter: seed,
        }
    }

    /// A worker started at `born` failed now. Workers older than the last failure fail for the
    /// same reason it did and lengthen nothing.
    pub fn failed(&mut self, born: Instant, now: Instant) {
        let (related, same) = match self.last_failure {
            Some(last) => (now.saturating_duration_since(last) < MEMORY, born < last),
            None => (false, false),
        };
        self.probing = true;
        if related && same {
            return;
        }
        self.failures = if related {
            self.failures.saturating_add(1)
        } else {
            1
        };
        self.last_failure = Some(now);
        self.delay = self.next_delay();
    }

    /// A worker got ready.
    pub fn ready(&mut self) {
        self.probing = false;
    }

    /// A worker answered a call.
    pub fn proved(&mut self) {
        self.failures = 0;
        self.last_failure = None;
        self.delay = Duration::ZERO;
        self.probing = false;
    }

    /// The time before which no worker may be started.
    pub fn until(&self) -> Option<Instant> {
        self.last_failure.map(|last| last + self.delay)
    }

    /// Whether the delay is over.
    pub fn allows(&self, now: Instant) -> bool {
        self.until().is_none_or(|until| until <= now)
    }

    /// Whether only one worker may be starting at a time.
    pub fn probing(&self) -> bool {
        self.probing
    }

    /// The delay after the last failure.
    pub fn delay(&self) -> Duration {
        self.delay
    }

    fn next_delay(&mut self) -> Duration {
        let Some(doublings) = self.failures.checked_sub(2) else {
            return Duration::ZERO;
        };
        let delay = FIRST_DELAY
            .saturating_mul(1 << doublings.min(6))
            .min(MAX_DELAY);
        // splitmix64: any seed gives well-spread values, and a replay gives the same ones.
        self.jitter = self.jitter.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.jitter;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let unit = ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
        delay.mul_f64(0.75 + unit / 2.0).min(MAX_DELAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The delays after `count` failures in a row, each of a worker started when it was allowed.
    fn delays(count: usize) -> Vec<Duration> {
        let mut backoff = Backoff::new(7);
        let mut now = Instant::now();
        let mut delays = Vec::new();
        for _ in 0..count {
            let born = backoff.until().unwrap_or(now).max(now);
            now = born + Duration::from_millis(5);
            backoff.failed(born, now);
            delays.push(backoff.delay());
        }
        delays
    }

    #[test]
    fn delays_double_from_a_tenth_of_a_second_to_five_seconds() {
        let delays = delays(12);
        assert_eq!(delays[0], Duration::ZERO);
        for (doublings, delay) in delays[1..].iter().enumerate() {
            let nominal = (0.1 * f64::powi(2.0, doublings as i32)).min(5.0);
            let seconds = delay.as_secs_f64();
            assert!(seconds >= 0.75 * nominal, "{doublings}: {delay:?}");
            assert!(
                seconds <= (1.25 * nominal).min(5.0),
                "{doublings}: {delay:?}"
            );
        }
    }

    #[test]
    fn workers_that_fall_together_count_once() {
        let mut backoff = Backoff::new(7);
        let born = Instant::now();
        for ms in [10, 11, 12, 30] {
            backoff.failed(born, born + Duration::from_millis(ms));
        }
        assert_eq!(backoff.delay(), Duration::ZERO);
        assert!(backoff.probing());
    }

    #[test]
    fn an_answered_call_or_half_a_minute_forgives() {
        let mut backoff = Backoff::new(7);
        let mut now = Instant::now();
        for _ in 0..5 {
            now += Duration::from_secs(1);
            backoff.failed(now, now);
        }
        assert!(backoff.delay() > Duration::from_millis(500));
        let later = now + MEMORY;
        backoff.failed(later, later);
        assert_eq!(backoff.delay(), Duration::ZERO);

        backoff.failed(later, later);
        backoff.proved();
        assert!(backoff.allows(later) && !backoff.probing());
    }
}
