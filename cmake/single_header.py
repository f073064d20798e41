#!/usr/bin/env python3
"""Writes headers of include/ and src/ and what they include into one file that stands alone, under the licence 0BSD.

    cmake/single_header.py vieta/core/real_roots_of_array.hpp build/include/vieta_real_roots.hpp
    cmake/single_header.py roots/batch/one_polynomial.hpp build/include/vieta_roots_small.hpp
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r'^#include ([<"])([^">]+)[">].*$')
LICENCE = """\
// SPDX-License-Identifier: 0BSD
//
// vieta {version}: {name}. All in one header, for C++17 and newer, for kernels of CUDA and HIP, without anything else.
//
// Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted.
// THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
// WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
// CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
// NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
//
// Compile with -ffp-contract=off (GCC), and without -ffast-math.
#pragma once
"""

# What the headers say otherwise when they stand alone: (file, text or pattern, in its place).
REWRITTEN = (
    # HIP's kernels; the library itself has none. What clang unrolls without being asked is as fast, and from version 18 on it
    # warns, at the caller's function, of each loop that it was asked to unroll and did not.
    (
        "vieta/core/config.hpp",
        "#elif defined(__clang__) && !defined(VIETA_SMALL_FUNCTIONS)\n"
        "#define VT_HD inline __attribute__((always_inline))\n"
        '#define VT_UNROLL _Pragma("unroll")\n',
        "#elif defined(__HIP__)\n"
        "#define VT_HD __attribute__((host)) __attribute__((device)) inline __attribute__((always_inline))\n"
        '#define VT_UNROLL _Pragma("unroll")\n'
        '#define VT_UNROLL_NOT _Pragma("nounroll")\n'
        "#elif defined(__clang__) && !defined(VIETA_SMALL_FUNCTIONS)\n"
        "#define VT_HD inline __attribute__((always_inline))\n"
        "#define VT_UNROLL\n",
    ),
    # C++17 has no concepts.
    (
        "vieta/core/complex.hpp",
        "template <std::convertible_to<T> S>",
        "template <class S, std::enable_if_t<std::is_convertible_v<S, T>, int> = 0>",
    ),
    (
        "vieta/core/complex.hpp",
        "template <std::floating_point T>",
        "template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>",
    ),
    # One polynomial at a time needs no SIMD packs.
    ("roots/batch/lane.hpp", '#include "vieta/core/pack.hpp"\n', ""),
    ("roots/batch/proof.hpp", re.compile(r"#if !defined\(__CUDACC__\)\ntemplate <int N>\nVT_HD complex<pack.*?#endif\n", re.S), ""),
)


def text_of(name):
    path = next(folder / name for folder in (ROOT / "include", ROOT / "src") if (folder / name).is_file())
    text = path.read_text()
    for file, old, new in REWRITTEN:
        if file != name:
            continue
        before = text
        text = old.sub(new, text) if isinstance(old, re.Pattern) else text.replace(old, new)
        if text == before:
            sys.exit(f"{name}: found no {old}, expected it: cmake/single_header.py rewrites it")
    return text


def collect(name, seen, system, lines):
    """What `name` includes, depth first, then its own lines."""
    if name in seen:
        return
    seen.add(name)
    own = []
    for line in text_of(name).splitlines():
        found = INCLUDE.match(line)
        if found and found[1] == '"':
            collect(found[2], seen, system, lines)
        elif found and not own_block(own):
            system.add(line.split("  //")[0])
        elif line.strip() not in ("#pragma once",) and not line.startswith("// SPDX"):
            own.append(line)
    lines.append(f"\n// ---- {name}")
    lines.extend(own)


def own_block(lines):
    """Whether an #if of the file is open: what it includes stays where it is."""
    opened = sum(line.startswith("#if") for line in lines) - sum(line.startswith("#endif") for line in lines)
    return opened > 0


def main(header, target):
    version = re.search(r"project\(vieta VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    system, lines = set(), []
    collect(header, set(), system, lines)
    text = LICENCE.format(version=version, name=pathlib.Path(target).stem) + "\n" + "\n".join(sorted(system)) + "\n"
    text += re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"
    path = pathlib.Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
