#!/usr/bin/env bash
# examples/rust: the crate's tests and its example.    rust.sh LIBRARY SCRATCH_DIR
set -euo pipefail
library=$1 scratch=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
# rustup's stand-in is there without a compiler behind it, too.
{ cargo --version && rustc --version; } >/dev/null 2>&1 || { echo "SKIPPED: no cargo with rustc (Debian: cargo)"; exit 0; }
VIETA_LIB_DIR=$(dirname "$library")
export VIETA_LIB_DIR CARGO_TARGET_DIR=$scratch CARGO_NET_OFFLINE=true
cargo test --quiet --manifest-path "$source/examples/rust/Cargo.toml"
cargo run --quiet --manifest-path "$source/examples/rust/Cargo.toml" --example roots "x^5 - x - 1" | grep -F "1.16730397826141"
