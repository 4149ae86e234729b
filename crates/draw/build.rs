//! Packs the font: in the program its two faces take half the room, and only a bitmap unpacks them.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    for (name, face) in [("regular", dejavu::sans::regular()), ("bold", dejavu::sans::bold())] {
        let packed = miniz_oxide::deflate::compress_to_vec(face, 9);
        fs::write(Path::new(&out).join(name), packed)?;
    }
    println!("cargo:rerun-if-changed=build.rs");
    Ok(())
}
