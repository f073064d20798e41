#!/usr/bin/env bash
# Debian's packages for another machine, unpacked into a folder and installed nowhere: what a cross compiler links with, and what
# qemu-user runs a program with (qemu-aarch64 -L FOLDER).
#
#   packaging/wheel/sysroot.sh ARCHITECTURE FOLDER [PACKAGE...]      ARCHITECTURE: as Debian calls it, arm64 or riscv64
#
# VIETA_SUITE=trixie in the environment: packages of that release; the default is bookworm.
set -euo pipefail
architecture=$1
folder=$(realpath -m "$2")
packages=("${@:3}")
((${#packages[@]})) || packages=(libc6-dev libstdc++6 libflint-dev libflint-arb-dev libgmp-dev libmpfr-dev libagg-dev python3 python3-dev)
lists=$folder.apt
mkdir -p "$folder" "$lists/lists/partial" "$lists/archives/partial"
: >"$lists/status"  # nothing is installed there, so that apt-get names everything
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] ${VIETA_DEBIAN_MIRROR:-http://deb.debian.org/debian} ${VIETA_SUITE:-bookworm} main" >"$lists/sources.list"
apt=(-q -o "APT::Architecture=$architecture" -o "APT::Architectures::=$architecture" -o APT::Install-Recommends=0 -o APT::Sandbox::User=
  -o "Dir::Etc::sourcelist=$lists/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$lists/lists" -o "Dir::State::status=$lists/status"
  -o "Dir::Cache::archives=$lists/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Debug::NoLocking=1)
apt-get update "${apt[@]}"
apt-get install -y --download-only "${apt[@]}" "${packages[@]}"
for package in "$lists"/archives/*.deb; do
  dpkg-deb -x "$package" "$folder"
  # shellcheck disable=SC2016  # dpkg-deb fills in what stands in braces
  dpkg-deb -W --showformat='${source:Package} ${source:Version}\n' "$package"
done | sort -u >"$folder/sources.txt"  # which sources they were built from
rm -rf "$lists"
