//! How links are packed: base64, LZ-String, deflate, percent signs.
//!
//! Everything here is bounded: what unpacks to more than [`MAX_UNPACKED`] bytes is refused,
//! however short its packed form is.

mod base64;
mod lz;
mod percent;

pub(crate) use base64::{
    bits as base64_bits, decode as base64_decode, encode as base64_encode,
    from_bits as base64_from_bits,
};
pub(crate) use lz::{Alphabet, pack as lz_pack, unpack as lz_unpack};
pub(crate) use percent::{decode as percent_decode, encode as percent_encode};

/// More than any puzzle: the largest links seen unpack to less than a megabyte.
pub(crate) const MAX_UNPACKED: usize = 16 << 20;

/// Raw deflate, or zlib, whichever it is.
pub(crate) fn inflate(bytes: &[u8]) -> Result<Vec<u8>, &'static str> {
    use miniz_oxide::inflate::TINFLStatus;
    use miniz_oxide::inflate::{
        decompress_to_vec_with_limit as raw, decompress_to_vec_zlib_with_limit as zlib,
    };
    match raw(bytes, MAX_UNPACKED) {
        Ok(unpacked) => Ok(unpacked),
        Err(error) if error.status == TINFLStatus::HasMoreOutput => Err("it unpacks to too much"),
        Err(_) => zlib(bytes, MAX_UNPACKED).map_err(|_| "its compressed data is damaged"),
    }
}

/// Raw deflate.
pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(bytes, 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_deflated_is_inflated() {
        let text = b"square,9,9,38,0,1,1,418,418,5,5".repeat(20);
        assert_eq!(inflate(&deflate(&text)), Ok(text.clone()));
        let zlib = miniz_oxide::deflate::compress_to_vec_zlib(&text, 6);
        assert_eq!(inflate(&zlib), Ok(text));
        assert!(inflate(b"\xff\xff\xff").is_err());
    }

    #[test]
    fn bombs_are_refused() {
        let bomb = deflate(&vec![0; MAX_UNPACKED + 1]);
        assert!(bomb.len() < 100_000);
        assert_eq!(inflate(&bomb), Err("it unpacks to too much"));
    }
}
