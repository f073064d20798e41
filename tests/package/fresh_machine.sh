#!/usr/bin/env bash
# A stranger's first half hour: README's commands in a bare Debian 12, where nothing but the base system is.
#
#   sudo tests/package/fresh_machine.sh [FOLDER [STEP...]]
#
# Makes the system with debootstrap in a new temporary folder, clones what is committed here into it, and runs
# ./dev demo, ./dev test, ./dev wheel, in a clean virtual environment `pip install .`, the static library with the example in
# C, and ./dev wheel --release there (steps demo, test, wheel, pip, static and release: all of them, or those that are named;
# pip and static need what another one has installed before them). All of it is gone afterwards, except FOLDER, which gets
# their output.
# VIETA_TEST_DATA     copied along where set
# VIETA_FRESH_CA      certificates to trust besides Debian's, in networks that look into connections
# VIETA_FRESH_CCACHE  a ccache folder to begin with: proves the same in less time, but its times are not a stranger's
set -euo pipefail

# All mounts belong to this process: they vanish with it, and nothing outside can be deleted through them.
if [[ -z ${VIETA_FRESH_INSIDE:-} ]]; then
  ((EUID == 0)) || { echo "fresh_machine.sh: debootstrap and chroot need root" >&2; exit 1; }
  command -v debootstrap >/dev/null || { echo "fresh_machine.sh: please install debootstrap" >&2; exit 1; }
  VIETA_FRESH_INSIDE=1 exec unshare --mount --propagation private -- "$0" "$@"
fi

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
output=$(realpath -m "${1:-$repository/build/fresh_machine}")
steps=("${@:2}")
((${#steps[@]})) || steps=(demo test wheel pip static release)
for name in "${steps[@]}"; do
  [[ $name =~ ^(demo|test|wheel|pip|static|release)$ ]] || { echo "fresh_machine.sh: found '$name', expected demo, test, wheel, pip, static or release" >&2; exit 1; }
done
mkdir -p "$output"
tree=$(mktemp -d)
clean_up() {
  umount "$tree/dev/pts" "$tree/dev/shm" "$tree/proc" 2>/dev/null || true
  if grep -q " $tree/" /proc/mounts; then echo "still mounted, left alone: $tree" >&2; return; fi
  rm -rf --one-file-system "$tree"
}
trap clean_up EXIT

debootstrap --variant=minbase bookworm "$tree" >"$output/debootstrap.txt"
cp /etc/resolv.conf /etc/hosts "$tree/etc/"
mount -t proc proc "$tree/proc"
mkdir -p "$tree/dev/shm" "$tree/dev/pts"
mount -t tmpfs tmpfs "$tree/dev/shm"
mount -t devpts devpts "$tree/dev/pts" -o ptmxmode=666  # terminals, as every running system has them
git clone -q --no-hardlinks "$repository" "$tree/root/vieta"

settings=(HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
if [[ -d ${VIETA_TEST_DATA:-} ]]; then
  cp -a "$VIETA_TEST_DATA" "$tree/root/data"
  settings+=(VIETA_TEST_DATA=/root/data)
fi
if [[ -f ${VIETA_FRESH_CA:-} ]]; then
  cp "$VIETA_FRESH_CA" "$tree/root/ca.crt"
  settings+=(PIP_CERT=/root/ca.crt)
fi

if [[ -d ${VIETA_FRESH_CCACHE:-} ]]; then
  mkdir -p "$tree/root/.cache"
  cp -a "$VIETA_FRESH_CCACHE" "$tree/root/.cache/ccache"
fi

# step NAME COMMAND...: in the checkout there; its output goes to NAME.txt.
step() {
  local name=$1 start=$SECONDS status=0
  shift
  env -i "${settings[@]}" chroot "$tree" /bin/bash -c "cd /root/vieta && $*" >"$output/$name.txt" 2>&1 || status=$?
  printf '%s: %s after %d min %02d s\n' "$name" "$( ((status)) && echo "exit code $status" || echo passed)" \
    $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60))
  if ((status)); then tail -n 40 "$output/$name.txt"; exit "$status"; fi
}
for name in "${steps[@]}"; do
  if [[ $name == pip ]]; then  # as docs/install.md has it; what Debian packages it needs, ./dev has installed
    step pip 'python3 -m venv /root/clean && . /root/clean/bin/activate && pip install . &&' \
      'cd / && python -c "import vieta; print(vieta.roots([-1, 0, 0, 0, 0, 1]))"'
  elif [[ $name == static ]]; then
    step static tests/package/static.sh
  elif [[ $name == release ]]; then
    step release ./dev wheel --release
  else
    step "$name" ./dev "$name"
  fi
  if [[ $name == test ]]; then grep -E 'tests passed|tests failed' "$output/test.txt"; fi
done
