#!/bin/sh
# Gets cyPolynomial, the peer of bench/real_roots_bench, into a folder outside of this repository:
#   bench/peers/fetch_cypolynomial.sh ~/peers/cyCodeBase
#   cmake --preset release -DVIETA_CYPOLYNOMIAL=$HOME/peers/cyCodeBase   (or VIETA_CYPOLYNOMIAL in the environment)
# It is under the MIT licence and is neither copied into vieta nor linked to it.
set -eu
target=${1:?expected a folder to put cyCodeBase into}
[ -e "$target/cyPolynomial.h" ] || git clone --depth 1 https://github.com/cemyuksel/cyCodeBase "$target"
git -C "$target" log -1 --format='cyCodeBase %h of %cs' 2>/dev/null || true
