#!/usr/bin/env bash
# The wheel of `./dev wheel --release` in bare systems, where there is no FLINT and no compiler: how long pip takes, and that
# every function answers.
#
#   sudo tests/package/release_wheel.sh build/wheels/vieta-....whl [SUITE...]      SUITE: bookworm (the default), bullseye, trixie, sid
#
# VIETA_FRESH_CA: certificates to trust besides Debian's, in networks that look into connections.
set -euo pipefail

# All mounts belong to this process: they vanish with it.
if [[ -z ${VIETA_FRESH_INSIDE:-} ]]; then
  ((EUID == 0)) || { echo "release_wheel.sh: debootstrap and chroot need root" >&2; exit 1; }
  command -v debootstrap >/dev/null || { echo "SKIPPED: no debootstrap"; exit 0; }
  VIETA_FRESH_INSIDE=1 exec unshare --mount --propagation private -- "$0" "$@"
fi
wheel=$(realpath "$1")
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
suites=("${@:2}")
((${#suites[@]})) || suites=(bookworm)
tree=$(mktemp -d)
mount -t tmpfs tmpfs "$tree"
trap 'umount -R "$tree" && rmdir "$tree"' EXIT
for suite in "${suites[@]}"; do
  root=$tree/$suite
  mkdir "$root"
  debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates "$suite" "$root" >"$tree/log" || { tail "$tree/log"; exit 1; }
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  cp "$wheel" "$repository/tests/package/check_wheel.py" "$root/root/"
  settings=(HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin)
  if [[ -f ${VIETA_FRESH_CA:-} ]]; then
    cp "$VIETA_FRESH_CA" "$root/root/ca.crt"
    settings+=(PIP_CERT=/root/ca.crt)
  fi
  for setting in PIP_INDEX_URL PIP_TRUSTED_HOST HTTPS_PROXY https_proxy NO_PROXY no_proxy; do
    if [[ -n ${!setting:-} ]]; then settings+=("$setting=${!setting}"); fi
  done
  mount -t proc proc "$root/proc"
  env -i "${settings[@]}" chroot "$root" /bin/bash -euc "
    cd /root && python3 --version && python3 -m venv clean && clean/bin/pip install -q numpy
    time clean/bin/pip install -q --no-deps /root/$(basename "$wheel")
    clean/bin/python check_wheel.py /root/$(basename "$wheel")"
  echo "$suite: passed"
done
