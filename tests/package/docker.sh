#!/usr/bin/env bash
# The image of packaging/docker: built from what is committed here and asked for roots, as docker would do it, but by buildah
# (Debian: buildah), which needs no service. Where Debian's images cannot be had, debootstrap makes what stands for them.
#
#   sudo tests/package/docker.sh
#
# VIETA_FRESH_CCACHE: a ccache folder to begin with. All images of this test are in a storage of its own, gone at its end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
((EUID == 0)) || { echo "docker.sh: debootstrap and buildah need root here" >&2; exit 1; }
for tool in buildah debootstrap; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: no $tool"; exit 0; }
done
scratch=$(mktemp -d)
buildah=(buildah --root "$scratch/storage" --runroot "$scratch/run" --storage-driver vfs)
clean_up() {
  "${buildah[@]}" rm --all >/dev/null 2>&1 || true
  rm -rf --one-file-system "$scratch"
}
trap clean_up EXIT

debootstrap --variant=minbase bookworm "$scratch/debian" >"$scratch/log" || { tail "$scratch/log"; exit 1; }
base=$("${buildah[@]}" from scratch)
"${buildah[@]}" add -q "$base" "$scratch/debian" / >/dev/null
"${buildah[@]}" commit -q "$base" localhost/debian:12 >/dev/null
"${buildah[@]}" tag localhost/debian:12 localhost/debian:12-slim
"${buildah[@]}" rm "$base" >/dev/null
rm -rf --one-file-system "$scratch/debian"

mkdir "$scratch/vieta"
git archive HEAD | tar -x -C "$scratch/vieta"
options=(--isolation chroot --pull-never)
if [[ -d ${VIETA_FRESH_CCACHE:-} ]]; then options+=(--volume "$(realpath "$VIETA_FRESH_CCACHE"):/root/.cache/ccache:rw"); fi
sed 's/^FROM debian/FROM localhost\/debian/' "$scratch/vieta/packaging/docker/Dockerfile" >"$scratch/Dockerfile"
"${buildah[@]}" bud "${options[@]}" -f "$scratch/Dockerfile" -t vieta "$scratch/vieta"
container=$("${buildah[@]}" from --pull-never localhost/vieta)
"${buildah[@]}" run --isolation chroot "$container" -- vieta roots "x^5 - x - 1" | tee "$scratch/answer"
grep -q "isolated, real" "$scratch/answer"
echo "docker: passed; $(du -sm "$("${buildah[@]}" mount "$container")" | cut -f 1) MB with Debian's base"
