//! What of `vieta.h` is used here, by hand. tests/c/declarations_test.py compares it with the header.
use std::os::raw::{c_char, c_double, c_int, c_void};

pub const SOLVED: c_int = 0;
pub const PARTIAL: c_int = 2;

#[repr(C)]
pub struct Run {
    pub on: *const c_char,
    pub threads: c_int,
    pub max_seconds: c_double,
    pub cancel: *const c_void,
    pub progress: Option<extern "C" fn(*mut c_void, c_double, c_double, c_double) -> c_int>,
    pub user: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Root {
    pub re: c_double,
    pub im: c_double,
    pub radius: c_double,
    pub multiplicity: i64,
    pub status: c_int,
    pub real: i32,
    pub imaginary: i32,
}

#[repr(C)]
pub struct Point {
    pub re: *const c_double,
    pub im: *const c_double,
    pub radius: c_double,
    pub residual: c_double,
    pub certified: i32,
    pub real: i32,
    pub regular: i32,
    pub digits: i32,
    pub multiplicity: usize,
}

extern "C" {
    pub fn vieta_version() -> *const c_char;
    pub fn vieta_error_text() -> *const c_char;
    pub fn vieta_cancel_new() -> *mut c_void;
    pub fn vieta_cancel_now(cancel: *mut c_void);
    pub fn vieta_cancel_free(cancel: *mut c_void);

    pub fn vieta_roots_of(count: usize, re: *const c_double, im: *const c_double, options: *const c_void, run: *const Run, result: *mut *mut c_void) -> c_int;
    pub fn vieta_roots_of_text(text: *const c_char, options: *const c_void, run: *const Run, result: *mut *mut c_void) -> c_int;
    pub fn vieta_roots_count(result: *const c_void) -> usize;
    pub fn vieta_roots_discs(result: *const c_void) -> *const Root;
    pub fn vieta_roots_free(result: *mut c_void);

    pub fn vieta_real_roots(count: usize, degree: c_int, coefficients: *const c_double, lo: c_double, hi: c_double, options: *const c_void, run: *const Run, roots: *mut c_double, counts: *mut u8, statuses: *mut u8, touching: *mut u64) -> c_int;

    pub fn vieta_solve_of(system: *const c_char, options: *const c_void, run: *const Run, result: *mut *mut c_void) -> c_int;
    pub fn vieta_points_variables(result: *const c_void) -> usize;
    pub fn vieta_points_variable(result: *const c_void, v: usize) -> *const c_char;
    pub fn vieta_points_count(result: *const c_void) -> usize;
    pub fn vieta_points_at(result: *const c_void, k: usize) -> Point;
    pub fn vieta_points_complete(result: *const c_void) -> c_int;
    pub fn vieta_points_free(result: *mut c_void);
}
