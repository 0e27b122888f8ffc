//! Words around numbers.

/// `1 point`, `2 points`: a count and its noun, which takes an s.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!(
            [0, 1, 2].map(|count| counted(count, "point")),
            ["0 points", "1 point", "2 points"]
        );
    }
}
