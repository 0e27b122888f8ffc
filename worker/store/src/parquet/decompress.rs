//! A page's bytes, decompressed.
//!
//! Every codec is asked for exactly the declared length, and only after it is known that the input
//! can give that much: memory is reserved for what a page holds, not for what it claims. `parquet2`
//! leaves short output of Snappy and LZ4 unnoticed, so their lengths are worked out beforehand.

use parquet_format_safe::CompressionCodec;
use parquet2::compression::{Compression, decompress as parquet2_decompress};

use super::error::Fault;

/// Decompresses `input` into `output`, which then holds exactly `size` bytes.
pub(super) fn decompress(
    codec: CompressionCodec,
    input: &[u8],
    size: usize,
    output: &mut Vec<u8>,
) -> Result<(), Fault> {
    let wrong_size = Fault::Damaged("a page does not decompress to its declared size");
    match codec {
        CompressionCodec::SNAPPY => {
            if snappy_length(input) != Some(size) {
                return Err(wrong_size);
            }
            call(Compression::Snappy, input, reserve(output, size)?)
        }
        CompressionCodec::ZSTD => {
            let right = match zstd_length(input) {
                Some(length) => length == size as u64,
                // A block of three bytes or more gives at most 128 KiB.
                None => (size >> 17).saturating_mul(3) <= input.len(),
            };
            if !right {
                return Err(wrong_size);
            }
            call(Compression::Zstd, input, reserve(output, size)?)
        }
        CompressionCodec::GZIP => {
            // Deflate gives at most 1032 bytes for one.
            if size / 1032 > input.len() {
                return Err(wrong_size);
            }
            call(Compression::Gzip, input, reserve(output, size)?)
        }
        CompressionCodec::BROTLI => call(Compression::Brotli, input, reserve(output, size)?),
        CompressionCodec::LZ4_RAW => {
            if lz4_length(input) != Some(size) {
                return Err(wrong_size);
            }
            call(Compression::Lz4Raw, input, reserve(output, size)?)
        }
        CompressionCodec::LZ4 => hadoop_lz4(input, size, output),
        _ => Err(Fault::Unsupported {
            what: match codec {
                CompressionCodec::LZO => "LZO compression".to_owned(),
                CompressionCodec(code) => format!("compression codec {code}"),
            },
            instead: "Snappy or Zstandard",
        }),
    }
}

fn call(codec: Compression, input: &[u8], output: &mut [u8]) -> Result<(), Fault> {
    parquet2_decompress(codec, input, output)
        .map_err(|_| Fault::Damaged("a page cannot be decompressed"))
}

/// Makes `output` `size` bytes long; what is in them is to be overwritten.
fn reserve(output: &mut Vec<u8>, size: usize) -> Result<&mut [u8], Fault> {
    let more = size.saturating_sub(output.len());
    output
        .try_reserve_exact(more)
        .map_err(|_| Fault::Damaged("a page is larger than the memory at hand"))?;
    output.resize(size, 0);
    Ok(output)
}

/// The length at the start of a Snappy block.
fn snappy_length(input: &[u8]) -> Option<usize> {
    let mut length = 0u64;
    for (shift, &byte) in (0..32).step_by(7).zip(input) {
        length |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return usize::try_from(length).ok();
        }
    }
    None
}

/// The content size in a Zstandard frame's header (RFC 8878, 3.1.1.1), if it has one.
fn zstd_length(input: &[u8]) -> Option<u64> {
    let [0x28, 0xb5, 0x2f, 0xfd, descriptor, rest @ ..] = input else {
        return None;
    };
    let single_segment = descriptor & 0x20 != 0;
    let window = usize::from(!single_segment);
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let field = rest.get(window + dictionary..)?;
    Some(match (descriptor >> 6, single_segment) {
        (0, false) => return None,
        (0, true) => u64::from(*field.first()?),
        (1, _) => u64::from(u16::from_le_bytes(*field.first_chunk()?)) + 256,
        (2, _) => u64::from(u32::from_le_bytes(*field.first_chunk()?)),
        _ => u64::from_le_bytes(*field.first_chunk()?),
    })
}

/// What an LZ4 block decompresses to, found by walking its sequences; `None` if it is cut short.
fn lz4_length(input: &[u8]) -> Option<usize> {
    let (mut length, mut rest) = (0usize, input);
    loop {
        let (&token, after) = rest.split_first()?;
        rest = after;
        let literals = lz4_run(token >> 4, &mut rest)?;
        length = length.checked_add(literals)?;
        rest = rest.get(literals..)?;
        if rest.is_empty() {
            return Some(length);
        }
        // The match's offset, two bytes.
        rest = rest.get(2..)?;
        length = length
            .checked_add(lz4_run(token & 15, &mut rest)?)?
            .checked_add(4)?;
    }
}

/// A length of an LZ4 sequence: four bits of its token and, when they are full, further bytes.
fn lz4_run(token: u8, rest: &mut &[u8]) -> Option<usize> {
    let mut length = usize::from(token);
    if token == 15 {
        loop {
            let (&byte, after) = rest.split_first()?;
            *rest = after;
            length = length.checked_add(usize::from(byte))?;
            if byte != 255 {
                break;
            }
        }
    }
    Some(length)
}

/// The older LZ4 codec: blocks, each after its length when decompressed and its length (both big
/// endian), as Hadoop frames them; or, from writers that did not, one bare block.
fn hadoop_lz4(input: &[u8], size: usize, output: &mut Vec<u8>) -> Result<(), Fault> {
    let wrong_size = Fault::Damaged("a page does not decompress to its declared size");
    let Some(blocks) = hadoop_blocks(input) else {
        return decompress(CompressionCodec::LZ4_RAW, input, size, output);
    };
    if blocks.iter().map(|(_, length)| length).sum::<usize>() != size {
        return Err(wrong_size);
    }
    let mut output = reserve(output, size)?;
    for (block, length) in blocks {
        let Some((head, tail)) = output.split_at_mut_checked(length) else {
            return Err(wrong_size);
        };
        call(Compression::Lz4Raw, block, head)?;
        output = tail;
    }
    Ok(())
}

/// The Hadoop-framed blocks of `input` with what each decompresses to; `None` if it is not framed.
fn hadoop_blocks(mut input: &[u8]) -> Option<Vec<(&[u8], usize)>> {
    let mut blocks = Vec::new();
    while !input.is_empty() {
        let (length, rest) = input.split_first_chunk()?;
        let (compressed, rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let compressed = usize::try_from(u32::from_be_bytes(*compressed)).ok()?;
        let (block, rest) = rest.split_at_checked(compressed)?;
        if lz4_length(block) != Some(length) {
            return None;
        }
        blocks.push((block, length));
        input = rest;
    }
    Some(blocks)
}

#[cfg(test)]
mod tests {
    use parquet2::compression::{CompressionOptions, compress};

    use super::*;

    const CODECS: [(CompressionCodec, CompressionOptions); 5] = [
        (CompressionCodec::SNAPPY, CompressionOptions::Snappy),
        (CompressionCodec::ZSTD, CompressionOptions::Zstd(None)),
        (CompressionCodec::GZIP, CompressionOptions::Gzip(None)),
        (CompressionCodec::BROTLI, CompressionOptions::Brotli(None)),
        (CompressionCodec::LZ4_RAW, CompressionOptions::Lz4Raw),
    ];

    fn text(length: usize) -> Vec<u8> {
        (0..length)
            .map(|i| b"supply_air_temp"[(i * i / 7) % 15])
            .collect()
    }

    #[test]
    fn each_codec_gives_what_was_compressed_and_no_other_length() {
        for length in [1, 300, 70_000] {
            let text = text(length);
            for (codec, options) in CODECS {
                let mut packed = Vec::new();
                compress(options, &text, &mut packed).unwrap();
                let mut output = vec![9; 1000];
                decompress(codec, &packed, length, &mut output).unwrap();
                assert_eq!(output, text, "{codec:?}");
                let longer = decompress(codec, &packed, length + 1, &mut output);
                assert!(longer.is_err(), "{codec:?} {length}");
            }
        }
    }

    #[test]
    fn a_block_codec_does_not_give_less_than_declared_or_a_part() {
        let text = text(300);
        for (codec, options) in [&CODECS[0], &CODECS[4]] {
            let mut packed = Vec::new();
            compress(*options, &text, &mut packed).unwrap();
            let mut output = Vec::new();
            assert!(
                decompress(*codec, &packed, 299, &mut output).is_err(),
                "{codec:?}"
            );
            packed.pop();
            assert!(
                decompress(*codec, &packed, 300, &mut output).is_err(),
                "{codec:?}"
            );
        }
    }

    #[test]
    fn a_false_size_reserves_nothing() {
        for (codec, options) in CODECS
            .iter()
            .filter(|(codec, _)| *codec != CompressionCodec::BROTLI)
        {
            let mut packed = Vec::new();
            compress(*options, &text(3000), &mut packed).unwrap();
            let mut output = Vec::new();
            assert!(decompress(*codec, &packed, 100 << 20, &mut output).is_err());
            assert_eq!(output.capacity(), 0, "{codec:?}");
        }
    }

    #[test]
    fn the_size_in_a_zstd_frame_is_found() {
        let frame = |rest: &[u8]| [&[0x28, 0xb5, 0x2f, 0xfd], rest].concat();
        assert_eq!(zstd_length(&frame(&[0x20, 77])), Some(77));
        assert_eq!(zstd_length(&frame(&[0x60, 1, 1])), Some(257 + 256));
        assert_eq!(zstd_length(&frame(&[0xa0, 1, 0, 1, 0])), Some(65_537));
        assert_eq!(
            zstd_length(&frame(&[0xc2, 9, 8, 8, 1, 0, 0, 0, 1, 0, 0, 0])),
            Some(0x1_0000_0001)
        );
        assert_eq!(zstd_length(&frame(&[0x00, 9])), None);
        assert_eq!(zstd_length(&frame(&[0x60, 1])), None);
        assert_eq!(zstd_length(b"text"), None);
    }

    #[test]
    fn hadoop_framing_and_bare_blocks_are_both_read() {
        let mut framed = Vec::new();
        let (one, two) = (text(4000), text(90));
        for part in [&one, &two] {
            let mut packed = Vec::new();
            compress(CompressionOptions::Lz4Raw, part, &mut packed).unwrap();
            framed.extend((part.len() as u32).to_be_bytes());
            framed.extend((packed.len() as u32).to_be_bytes());
            framed.extend(&packed);
        }
        let mut output = Vec::new();
        decompress(CompressionCodec::LZ4, &framed, 4090, &mut output).unwrap();
        assert_eq!(output, [one.clone(), two].concat());
        assert!(decompress(CompressionCodec::LZ4, &framed, 4089, &mut output).is_err());

        let mut bare = Vec::new();
        compress(CompressionOptions::Lz4Raw, &one, &mut bare).unwrap();
        decompress(CompressionCodec::LZ4, &bare, 4000, &mut output).unwrap();
        assert_eq!(output, one);
    }

    #[test]
    fn an_unread_codec_is_named() {
        let fault = decompress(CompressionCodec::LZO, &[], 0, &mut Vec::new()).unwrap_err();
        assert_eq!(
            fault.of("role").to_string(),
            "role: LZO compression is not supported; rewrite this part with Snappy or Zstandard"
        );
    }
}
