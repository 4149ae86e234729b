//! The font of bitmaps: packed in the program, unpacked when the first letter is drawn.

use std::sync::OnceLock;

use miniz_oxide::inflate::decompress_to_vec;
use ttf_parser::Face;

/// The regular face, or the bold one. `build.rs` packed them, so there is always one.
pub(crate) fn face(bold: bool) -> Option<&'static Face<'static>> {
    static REGULAR: OnceLock<Option<Face<'static>>> = OnceLock::new();
    static BOLD: OnceLock<Option<Face<'static>>> = OnceLock::new();
    let (slot, packed) = if bold {
        (&BOLD, include_bytes!(concat!(env!("OUT_DIR"), "/bold")).as_slice())
    } else {
        (&REGULAR, include_bytes!(concat!(env!("OUT_DIR"), "/regular")).as_slice())
    };
    slot.get_or_init(|| unpack(packed)).as_ref()
}

/// Unpacked once in the life of the program, so that its bytes may stay for good.
fn unpack(packed: &[u8]) -> Option<Face<'static>> {
    let bytes = decompress_to_vec(packed).ok()?;
    Face::parse(bytes.leak(), 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_have_the_letters_of_a_picture() {
        for bold in [false, true] {
            let face = face(bold).expect("a face");
            assert_eq!(face.is_bold(), bold);
            for letter in ('0'..='9').chain('a'..='z').chain('A'..='Z').chain("≤≥×Σ→".chars())
            {
                assert!(face.glyph_index(letter).is_some(), "{letter}");
            }
        }
    }
}
