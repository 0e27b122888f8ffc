//! The log on stderr, which never holds anything up.

use std::fmt::Write as _;
use std::io;
use std::time::{Duration, SystemTime};

use super::outbox::Outbox;
use super::record::Record;
use super::state::{Cause, Exit, StopSignal, Why};
use super::stdio::Port;

/// What waits for a reader of stderr at most; beyond it lines are dropped and counted.
const CAPACITY: usize = 64 << 10;

/// The log. Lines wait in memory while nobody reads stderr.
#[derive(Debug)]
pub struct Log {
    port: Port,
    outbox: Outbox,
    dropped: u64,
}

impl Log {
    /// A log on stderr.
    pub fn new(port: Port) -> Log {
        Log {
            port,
            outbox: Outbox::default(),
            dropped: 0,
        }
    }

    /// Where it goes.
    pub fn port(&self) -> &Port {
        &self.port
    }

    /// Adds one record; [`Log::flush`] writes it.
    pub fn add(&mut self, record: &Record) {
        let mut line = String::new();
        if self.dropped > 0 {
            line_of(&mut line, SystemTime::now(), &dropped_notice(self.dropped));
        }
        line_of(&mut line, SystemTime::now(), &text(record));
        if self.outbox.len() + line.len() > CAPACITY {
            self.dropped = self.dropped.saturating_add(1);
        } else {
            self.dropped = 0;
            self.outbox.tail().extend_from_slice(line.as_bytes());
        }
    }

    /// Writes what fits now.
    pub fn flush(&mut self) {
        while !self.outbox.is_empty() {
            match self.port.write(self.outbox.pending()) {
                Ok(count) => self.outbox.advance(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // Nobody can be told that nobody can be told.
                Err(_) => return self.outbox.clear(),
            }
        }
    }
}

fn dropped_notice(count: u64) -> String {
    format!("{count} log lines dropped: stderr was not read")
}

fn line_of(out: &mut String, at: SystemTime, text: &str) {
    let _ = writeln!(out, "{} camber mcp: {text}", Timestamp(at));
}

/// A record in words.
fn text(record: &Record) -> String {
    match record {
        Record::Started { serving } => serving.clone(),
        Record::Note(text) => text.clone(),
        Record::Warning(text) => format!("warning: {text}"),
        Record::Refused(reason) => format!("refused a message: {reason}"),
        Record::Call {
            tool,
            outcome,
            wait,
            run,
            pid,
        } => {
            let mut text = format!("call {tool}: {outcome}, waited {}", Seconds(*wait));
            if let Some(run) = run {
                let _ = write!(text, ", ran {}", Seconds(*run));
            }
            if let Some(pid) = pid {
                let _ = write!(text, " in worker {pid}");
            }
            text
        }
        Record::Waited { tool, wait } => {
            format!(
                "call {tool}: starts after waiting {} for a worker",
                Seconds(*wait)
            )
        }
        Record::WorkerReady { pid, took } => {
            format!("worker {pid}: ready after {}", Seconds(*took))
        }
        Record::WorkerEnded {
            pid,
            served,
            why,
            exit,
        } => {
            let how = match why {
                None => "ended by itself".to_owned(),
                Some(why) => format!("stopped, {}", reason(why)),
            };
            format!(
                "worker {pid}: {how} ({}) after {served} calls",
                ending(*exit)
            )
        }
        Record::SpawnFailed(reason) => format!("warning: no worker could be started: {reason}"),
        Record::BackingOff(delay) => {
            format!(
                "warning: workers fail; the next is started in {}",
                Seconds(*delay)
            )
        }
        Record::Stopping { cause, calls } => {
            let cause = match cause {
                Cause::InputEnded => "stdin was closed".to_owned(),
                Cause::OutputClosed => "stdout was closed".to_owned(),
                Cause::OutputRefused(why) => format!("error: stdout cannot be written: {why}"),
                Cause::Signal(StopSignal::Term) => "SIGTERM".to_owned(),
                Cause::Signal(StopSignal::Hup) => "SIGHUP".to_owned(),
                Cause::Signal(StopSignal::Int) => "SIGINT".to_owned(),
            };
            format!("stopping: {cause}; {calls} calls given up")
        }
    }
}

fn reason(why: &Why) -> String {
    match why {
        Why::Cancelled => "its call was cancelled".to_owned(),
        Why::TimedOut => "its call ran past the time cap".to_owned(),
        Why::Unready => "it did not get ready".to_owned(),
        Why::Unsettled => "it did not give its memory back".to_owned(),
        Why::Recycled { held, level } => format!(
            "it held {} MiB after a call, {} MiB after its first",
            held >> 20,
            level >> 20
        ),
        Why::Broken(what) => format!("it {what}"),
        Why::Stopping => "the server stops".to_owned(),
    }
}

fn ending(exit: Exit) -> String {
    match exit {
        Exit::Status(status) => format!("status {status}"),
        Exit::Signal(signal) => match nix::sys::signal::Signal::try_from(signal) {
            Ok(signal) => signal.as_str().to_owned(),
            Err(_) => format!("signal {signal}"),
        },
    }
}

struct Seconds(Duration);

impl std::fmt::Display for Seconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} s", self.0.as_secs_f64())
    }
}

/// A time as RFC 3339 in UTC with milliseconds.
struct Timestamp(SystemTime);

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let since = self
            .0
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default();
        let seconds = since.as_secs();
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        // Civil date of a day number, in 400-year eras that begin on 1 March.
        let days = seconds / 86_400 + 719_468;
        let day_of_era = days % 146_097;
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 {
            month_from_march + 3
        } else {
            month_from_march - 9
        };
        let year = days / 146_097 * 400 + year_of_era + u64::from(month <= 2);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z",
            since.subsec_millis()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_civil_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199, "2024-02-29T23:59:59.000Z"),
            (1_796_101_445, "2026-12-01T05:04:05.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            let at = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(Timestamp(at).to_string(), expected);
        }
    }
}
