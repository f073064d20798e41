//! Roots of polynomials and solutions of systems of polynomial equations, each with a proof.
//!
//! ```
//! let answer = vieta::roots("x^5 - x - 1").unwrap();
//! assert!(answer.complete && answer.discs[0].radius < 1e-15);
//! ```
//!
//! A safe wrapper of a part of libvieta's C interface. Functions may be called from any threads at the same time.
mod ffi;

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// One line: what was found, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub String);

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}
impl std::error::Error for Error {}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Exactly one root lies in the disc.
    Isolated,
    /// Exactly `multiplicity` roots; whether they coincide is not said.
    Cluster,
    /// Proven, but larger than asked for.
    Wide,
    /// An approximation; the radius is infinite.
    Unproven,
    AtBorder,
    /// Exactly one root, of exactly this multiplicity.
    Multiple,
}

/// The root or roots lie within `radius` of `re + i im`.
#[derive(Debug, Clone, Copy)]
pub struct Disc {
    pub re: f64,
    pub im: f64,
    pub radius: f64,
    pub multiplicity: i64,
    pub status: Status,
    /// Proven to be real.
    pub real: bool,
}

#[derive(Debug, Clone)]
pub struct Roots {
    pub discs: Vec<Disc>,
    /// All of them are proven, as small as asked for.
    pub complete: bool,
}

/// Ends work early, from any thread.
#[derive(Clone)]
pub struct Cancel(Arc<CancelFlag>);

struct CancelFlag(*mut c_void);
// It is an atomic flag.
unsafe impl Send for CancelFlag {}
unsafe impl Sync for CancelFlag {}
impl Drop for CancelFlag {
    fn drop(&mut self) {
        unsafe { ffi::vieta_cancel_free(self.0) }
    }
}

impl Cancel {
    pub fn new() -> Self {
        Cancel(Arc::new(CancelFlag(unsafe { ffi::vieta_cancel_new() })))
    }
    pub fn now(&self) {
        unsafe { ffi::vieta_cancel_now(self.0 .0) }
    }
}
impl Default for Cancel {
    fn default() -> Self {
        Self::new()
    }
}

/// How long a function works; `Run::default()` is without limits.
#[derive(Clone, Default)]
pub struct Run {
    /// Of the CPU; 0: all.
    pub threads: i32,
    /// 0: no limit.
    pub max_seconds: f64,
    pub cancel: Option<Cancel>,
}

impl Run {
    fn plain(&self) -> ffi::Run {
        ffi::Run {
            on: null(),
            threads: self.threads,
            max_seconds: self.max_seconds,
            cancel: self.cancel.as_ref().map_or(null(), |c| c.0 .0 as *const c_void),
            progress: None,
            user: null_mut(),
        }
    }
}

fn last_error() -> Error {
    Error(text(unsafe { ffi::vieta_error_text() }))
}

fn text(c: *const c_char) -> String {
    unsafe { CStr::from_ptr(c) }.to_string_lossy().into_owned()
}

fn for_c(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|e| Error(e.to_string()))
}

/// "0.1.0"
pub fn version() -> String {
    text(unsafe { ffi::vieta_version() })
}

fn roots_made(code: c_int, result: *mut c_void) -> Result<Roots, Error> {
    if result.is_null() {
        return Err(last_error());
    }
    let count = unsafe { ffi::vieta_roots_count(result) };
    let discs = (0..count)
        .map(|k| unsafe { *ffi::vieta_roots_discs(result).add(k) })
        .map(|z| Disc {
            re: z.re,
            im: z.im,
            radius: z.radius,
            multiplicity: z.multiplicity,
            status: match z.status {
                0 => Status::Isolated,
                1 => Status::Cluster,
                2 => Status::Wide,
                4 => Status::AtBorder,
                5 => Status::Multiple,
                _ => Status::Unproven,
            },
            real: z.real == 1,
        })
        .collect();
    unsafe { ffi::vieta_roots_free(result) };
    Ok(Roots { discs, complete: code == ffi::SOLVED })
}

/// All complex roots of an expression or a list of coefficients, exactly as it is written.
pub fn roots(expression: &str) -> Result<Roots, Error> {
    roots_within(expression, &Run::default())
}

pub fn roots_within(expression: &str, run: &Run) -> Result<Roots, Error> {
    let (expression, run, mut result) = (for_c(expression)?, run.plain(), null_mut());
    let code = unsafe { ffi::vieta_roots_of_text(expression.as_ptr(), null(), &run, &mut result) };
    roots_made(code, result)
}

/// All complex roots of `coefficients[0] + coefficients[1] x + ...`.
pub fn roots_of(coefficients: &[f64]) -> Result<Roots, Error> {
    let mut result = null_mut();
    let code = unsafe { ffi::vieta_roots_of(coefficients.len(), coefficients.as_ptr(), null(), null(), null(), &mut result) };
    roots_made(code, result)
}

/// The real roots from `lo` to `hi` of polynomials of the same degree: `rows` has degree + 1 coefficients for each, that of
/// x^0 first. `None` for a row where something could not be decided.
pub fn real_roots(degree: usize, rows: &[f64], lo: f64, hi: f64) -> Result<Vec<Option<Vec<f64>>>, Error> {
    if rows.len() % (degree + 1) != 0 {
        return Err(Error(format!("rows: found {} numbers, expected a multiple of {}", rows.len(), degree + 1)));
    }
    let count = rows.len() / (degree + 1);
    let degree_of_c = c_int::try_from(degree).map_err(|e| Error(e.to_string()))?;
    // One more than is needed: a null pointer is misuse, and an empty vector may have one.
    let mut roots = vec![0.0; count * degree + 1];
    let (mut counts, mut statuses) = (vec![0u8; count + 1], vec![0u8; count + 1]);
    let code = unsafe {
        ffi::vieta_real_roots(
            count,
            degree_of_c,
            rows.as_ptr(),
            lo,
            hi,
            null(),
            null(),
            roots.as_mut_ptr(),
            counts.as_mut_ptr(),
            statuses.as_mut_ptr(),
            null_mut(),
        )
    };
    if code != ffi::SOLVED && code != ffi::PARTIAL {
        return Err(last_error());
    }
    let of = |k: usize| roots[k * degree..k * degree + usize::from(counts[k])].to_vec();
    Ok((0..count).map(|k| if matches!(statuses[k], 0 | 1 | 5) { Some(of(k)) } else { None }).collect())
}

/// A solution of a system; one number for each of its variables.
#[derive(Debug, Clone)]
pub struct Solution {
    pub re: Vec<f64>,
    pub im: Vec<f64>,
    /// Exactly one true solution lies within it in every coordinate; infinite without a proof.
    pub radius: f64,
    pub certified: bool,
    /// Proven to be real.
    pub real: bool,
    pub multiplicity: usize,
}

#[derive(Debug, Clone)]
pub struct Solutions {
    pub variables: Vec<String>,
    pub solutions: Vec<Solution>,
    /// It is proven that no isolated solution is missing.
    pub complete: bool,
}

/// All isolated complex solutions: `"x^2 + y^2 - 4; x*y - 1"`.
pub fn solve(system: &str) -> Result<Solutions, Error> {
    let (system, mut result) = (for_c(system)?, null_mut());
    unsafe {
        ffi::vieta_solve_of(system.as_ptr(), null(), null(), &mut result);
        if result.is_null() {
            return Err(last_error());
        }
        let variables = ffi::vieta_points_variables(result);
        let names = (0..variables).map(|v| text(ffi::vieta_points_variable(result, v))).collect();
        let solutions = (0..ffi::vieta_points_count(result))
            .map(|k| {
                let p = ffi::vieta_points_at(result, k);
                Solution {
                    re: std::slice::from_raw_parts(p.re, variables).to_vec(),
                    im: std::slice::from_raw_parts(p.im, variables).to_vec(),
                    radius: p.radius,
                    certified: p.certified == 1,
                    real: p.real == 1,
                    multiplicity: p.multiplicity,
                }
            })
            .collect();
        let complete = ffi::vieta_points_complete(result) == 1;
        ffi::vieta_points_free(result);
        Ok(Solutions { variables: names, solutions, complete })
    }
}
