//! BYTE_STREAM_SPLIT: the first bytes of all values, then the second bytes, and so on.

/// Puts the bytes of the `n` values from `first` on back together and appends them to `out`;
/// `None` if the page, of values of `width` bytes, has fewer.
pub(super) fn join(
    page: &[u8],
    width: usize,
    first: usize,
    n: usize,
    out: &mut Vec<u8>,
) -> Option<()> {
    let values = page.len().checked_div(width)?;
    let end = first.checked_add(n).filter(|&end| end <= values)?;
    let start = out.len();
    out.resize(start.checked_add(n.checked_mul(width)?)?, 0);
    for (byte, stream) in page.chunks_exact(values.max(1)).take(width).enumerate() {
        let slots = out.get_mut(start + byte..)?.iter_mut().step_by(width);
        for (slot, from) in slots.zip(stream.get(first..end)?) {
            *slot = *from;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_joined_from_any_value_on() {
        // Three values of four bytes, and a byte of padding.
        let page = [1, 2, 3, 11, 12, 13, 21, 22, 23, 31, 32, 33, 99];
        let mut out = vec![7];
        join(&page, 4, 1, 2, &mut out).unwrap();
        assert_eq!(out, [7, 2, 12, 22, 32, 3, 13, 23, 33]);
        assert_eq!(join(&page, 4, 1, 3, &mut out), None);
        assert_eq!(join(&page, 4, usize::MAX, 1, &mut out), None);
        assert_eq!(join(&[], 4, 0, 1, &mut out), None);
        assert_eq!(join(&[], 4, 0, 0, &mut out), Some(()));
    }
}
