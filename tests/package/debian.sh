#!/usr/bin/env bash
# The packages of packaging/debian: builds them from what is committed here, runs lintian on them, and installs them and runs
# their tests (packaging/debian/tests) in an overlay of this system, in which nothing of this system is changed.
#
#   tests/package/debian.sh [FOLDER]          the packages are in FOLDER (build/debian) then
#
# It compiles the library once more where ccache does not know it. VIETA_SIMD=native in the environment: not for every processor.
set -euo pipefail

# All mounts belong to this process, and vanish with it.
if [[ ${1:-} == --inside ]]; then
  tree=$2 packages=$3 tests=$4
  mount -t tmpfs tmpfs "$tree"
  mkdir "$tree/upper" "$tree/work" "$tree/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$tree/upper,workdir=$tree/work" "$tree/root"
  mkdir -p "$tree/root/trial/tmp"
  cp "$packages"/*.deb "$tree/root/trial/"
  cp "$tests"/* "$tree/root/trial/"
  mount -t proc proc "$tree/root/proc"
  mount --bind /dev "$tree/root/dev"
  chroot "$tree/root" /bin/bash -euc 'dpkg -i /trial/*.deb
    export AUTOPKGTEST_TMP
    for test in program from-c from-cmake; do
      AUTOPKGTEST_TMP=$(mktemp -d -p /trial/tmp)
      echo "-- debian/tests/$test"
      env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 AUTOPKGTEST_TMP="$AUTOPKGTEST_TMP" "/trial/$test"
    done'
  exit
fi

self=$(realpath "${BASH_SOURCE[0]}")
cd "$(dirname "$self")/../.."
version=$(sed -n 's/^project(vieta VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
folder=$(realpath -m "${1:-build/debian}")
rm -rf "$folder"
mkdir -p "$folder"
git archive --prefix="vieta-$version/" HEAD | gzip -n >"$folder/vieta_$version.orig.tar.gz"
tar -xzf "$folder/vieta_$version.orig.tar.gz" -C "$folder"
cp -a packaging/debian "$folder/vieta-$version/debian"

(cd "$folder/vieta-$version" && dpkg-buildpackage -us -uc)
if command -v lintian >/dev/null; then
  echo "-- lintian"
  # A first upload closes the bug that announced it: a number that the archive gives.
  lintian --allow-root --suppress-tags initial-upload-closes-no-bugs --fail-on error,warning "$folder"/*.changes
else
  echo "SKIPPED: no lintian"
fi
if ((EUID == 0)) && unshare --mount true 2>/dev/null; then
  tree=$(mktemp -d)
  status=0
  unshare --mount --propagation private -- "$self" --inside "$tree" "$folder" "$PWD/packaging/debian/tests" || status=$?
  rmdir "$tree"
  exit "$status"
fi
echo "SKIPPED: the tests of the packages need root and an overlay"
