// All roots of a polynomial that is typed, from Rust, without a binding generator:
// rustc -L /usr/lib roots.rs && ./roots "x^5 - x - 1"
use std::ffi::{c_char, c_int, c_void, CStr, CString};

#[repr(C)]
#[derive(Clone, Copy)]
struct Root {
    re: f64,
    im: f64,
    radius: f64,
    multiplicity: i64,
    status: c_int,
    real: i32,
    imaginary: i32,
}

#[link(name = "vieta")]
extern "C" {
    fn vieta_roots_of_text(text: *const c_char, options: *const c_void, run: *const c_void, result: *mut *mut c_void) -> c_int;
    fn vieta_roots_count(result: *const c_void) -> usize;
    fn vieta_roots_discs(result: *const c_void) -> *const Root;
    fn vieta_roots_free(result: *mut c_void);
    fn vieta_error_text() -> *const c_char;
}

/// A safe wrapper: the discs, or the library's complaint.
fn roots(text: &str) -> Result<Vec<Root>, String> {
    let text = CString::new(text).map_err(|e| e.to_string())?;
    unsafe {
        let mut result = std::ptr::null_mut();
        vieta_roots_of_text(text.as_ptr(), std::ptr::null(), std::ptr::null(), &mut result);
        if result.is_null() {
            return Err(CStr::from_ptr(vieta_error_text()).to_string_lossy().into_owned());
        }
        let discs = std::slice::from_raw_parts(vieta_roots_discs(result), vieta_roots_count(result)).to_vec();
        vieta_roots_free(result);
        Ok(discs)
    }
}

fn main() {
    match roots(&std::env::args().nth(1).unwrap_or_default()) {
        Ok(discs) => {
            for z in discs {
                println!("{} {:+}i, within {:.1e}{}", z.re, z.im, z.radius, if z.real == 1 { ", real" } else { "" });
            }
        }
        Err(complaint) => {
            eprintln!("{complaint}");
            std::process::exit(1);
        }
    }
}
