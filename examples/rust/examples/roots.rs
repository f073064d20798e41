//! All roots of a polynomial that is typed: cargo run --example roots "x^5 - x - 1"
fn main() {
    match vieta::roots(&std::env::args().nth(1).unwrap_or_default()) {
        Ok(answer) => {
            for z in &answer.discs {
                println!("{} {:+}i, within {:.1e}{}", z.re, z.im, z.radius, if z.real { ", real" } else { "" });
            }
            std::process::exit(if answer.complete { 0 } else { 2 });
        }
        Err(complaint) => {
            eprintln!("{complaint}");
            std::process::exit(1);
        }
    }
}
