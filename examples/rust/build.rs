//! Finds libvieta: in the folder VIETA_LIB_DIR, or where pkg-config says.
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=VIETA_LIB_DIR");
    let folder = std::env::var("VIETA_LIB_DIR").ok().or_else(|| {
        let told = Command::new("pkg-config").args(["--variable=libdir", "vieta"]).output().ok()?;
        let folder = String::from_utf8(told.stdout).ok()?.trim().to_string();
        if folder.is_empty() { None } else { Some(folder) }
    });
    if let Some(folder) = folder {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
    println!("cargo:rustc-link-lib=dylib=vieta");
}
