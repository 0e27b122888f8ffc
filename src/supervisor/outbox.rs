//! Bytes that wait to be written.

/// Kept while empty; a rare large burst is not held for ever.
const KEPT_CAPACITY: usize = 256 << 10;

/// A queue of bytes: whole messages go in at the end, writes of any length take from the front.
#[derive(Debug, Default)]
pub struct Outbox {
    bytes: Vec<u8>,
    sent: usize,
}

impl Outbox {
    /// Where the next message is appended.
    pub fn tail(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// What has to be written next.
    pub fn pending(&self) -> &[u8] {
        self.bytes.get(self.sent..).unwrap_or_default()
    }

    /// How much waits.
    pub fn len(&self) -> usize {
        self.pending().len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes note that the first `count` pending bytes were written.
    pub fn advance(&mut self, count: usize) {
        self.sent = self.sent.saturating_add(count).min(self.bytes.len());
        if self.sent == self.bytes.len() {
            self.clear();
        } else if self.sent >= KEPT_CAPACITY && self.sent >= self.bytes.len() / 2 {
            // Moves at most as much as was written since the last time.
            self.bytes.drain(..self.sent);
            self.sent = 0;
        }
    }

    /// Forgets what waits.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(KEPT_CAPACITY);
        self.sent = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_out_is_what_went_in_whatever_the_writes() {
        let mut outbox = Outbox::default();
        let (mut expected, mut written) = (Vec::new(), Vec::new());
        let mut step = 1usize;
        for round in 0..400u32 {
            let message: Vec<u8> = (0..3000).map(|i| (i + round) as u8).collect();
            outbox.tail().extend_from_slice(&message);
            expected.extend_from_slice(&message);
            step = step * 31 % 5003;
            let count = step.min(outbox.len());
            written.extend_from_slice(&outbox.pending()[..count]);
            outbox.advance(count);
        }
        written.extend_from_slice(outbox.pending());
        assert_eq!(written, expected);
        outbox.advance(outbox.len());
        assert!(outbox.is_empty() && outbox.bytes.capacity() <= KEPT_CAPACITY);
    }
}
