#!/usr/bin/env bash
# Files that ask the system for something, as MinGW-w64 sees them: each is looked at by itself, nothing is linked.
#
#   windows_files.sh SCRATCH_DIR FOLDERS...      (where Boost, nlohmann/json and CLI11 are)
set -euo pipefail
scratch=$1
folders=("${@:2}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
compiler=$(command -v x86_64-w64-mingw32-g++-posix) || { echo "SKIPPED: no x86_64-w64-mingw32-g++-posix (Debian: g++-mingw-w64-x86-64-posix)"; exit 0; }

# Only these of a folder that has this system's own headers, too.
mkdir -p "$scratch"
for name in boost nlohmann CLI; do
  for folder in "${folders[@]}"; do
    if [[ -d $folder/$name ]]; then ln -sfn "$folder/$name" "$scratch/$name"; fi
  done
done

files=(src/base/parallel_for.cpp src/base/team/call.cpp src/io/read_file.cpp cli/work/interrupt.cpp cli/work/memory.cpp cli/work/ranks.cpp)
if [[ -d $scratch/CLI ]]; then files+=(cli/output.cpp); fi
status=0
for file in "${files[@]}"; do
  "$compiler" -std=c++20 -fsyntax-only -include base/plain_array.hpp -DVIETA_VERSION='"0"' -DVIETA_LIBRARY_FOLDER='"lib"' -Iinclude -Isrc -Icli \
    -isystem "$scratch" "$file" || status=1
done
exit "$status"
