"""Counts the machine instructions that real compilers make of `vieta minimax`'s code: a table in Markdown.

    python3 bench/peers/minimax/cost.py build/release/vieta

clang (Debian: clang) compiles for AMD's gfx900 (GCN 5) and gfx1030 (RDNA 2), nvcc for sm_90; no GPU is needed. Full rate
instructions + 4 (AMD) or 8 (NVIDIA) x those of the unit for roots and reciprocals; loads, stores and moves of arguments are
left out. Beside them the count of the model. Approximate division and roots are asked for, as shader compilers do.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

CASES = [("acos", n) for n in (1, 2, 3, 5)] + [("atan", n) for n in (2, 3, 5)] + [("atan2", 3), ("asin", 3), ("tanh", 3)]
SPECIAL = re.compile(r"v_(rcp|rsq|sqrt|exp|log)|MUFU|\b(rcp|rsqrt|sqrt|ex2|lg2)\.approx")


def code(program, function, degree, language):
    out = subprocess.run([program, "minimax", function, "--degree", str(degree), "--full-range", function, "--emit", language,
                          "--json"], capture_output=True, text=True, check=True).stdout
    return json.loads(out)["code"]


def amd(text, function, chip):
    source = text.replace("#include <math.h>", "")
    for name in ("fabsf", "sqrtf", "copysignf", "rintf", "expf"):
        source = source.replace(name + "(", "__builtin_" + name + "(")
    two = function == "atan2"
    source += f"\nvoid kernel_(float* p) {{ *p = fast_{function}({'p[0], p[1]' if two else 'p[0]'}); }}\n"
    source = source.replace("void kernel_", "__attribute__((amdgpu_kernel)) void kernel_")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.c")
        with open(path, "w") as file:
            file.write(source)
        done = subprocess.run(["clang", "-x", "c", "--target=amdgcn-amd-amdhsa", f"-mcpu={chip}", "-nogpulib", "-O3",
                               "-ffast-math", "-fgpu-flush-denormals-to-zero", "-S", "-o", "-", path], capture_output=True,
                              text=True)
        if done.returncode:
            return None
        lines = [l.split()[0] for l in done.stdout.splitlines() if l.startswith("\tv_")]
    useful = [l for l in lines if not l.startswith("v_mov")]
    special = sum(bool(SPECIAL.match(l)) for l in useful)
    return len(useful) - special + 4 * special


def nvidia(text, function):
    two = function == "atan2"
    source = text + f"\n__global__ void k(float* p) {{ *p = fast_{function}({'p[0], p[1]' if two else 'p[0]'}); }}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.cu")
        with open(path, "w") as file:
            file.write(source)
        cubin = shutil.which("cuobjdump") is not None
        done = subprocess.run(["nvcc", "-std=c++20", "-arch=sm_90", "-use_fast_math", "-cubin" if cubin else "-ptx", "-o",
                               os.path.join(folder, "f.out"), path], capture_output=True, text=True)
        if done.returncode:
            return None
        if cubin:
            listing = subprocess.run(["cuobjdump", "-sass", os.path.join(folder, "f.out")], capture_output=True,
                                     text=True).stdout
            names = re.findall(r"^\s+/\*[0-9a-f]{4}\*/\s+(?:@!?U?P\d\s+)?([A-Z0-9.]+)", listing, re.M)
            names = [n for n in names if n.split(".")[0] not in
                     ("LDC", "ULDC", "LDG", "STG", "EXIT", "BRA", "NOP", "S2R", "MOV", "IMAD.MOV")
                     and not n.startswith("IMAD.MOV")]
        else:
            listing = open(os.path.join(folder, "f.out")).read()
            body = listing[listing.index("{", listing.index(".entry")):]
            names = re.findall(r"^\t(?:@%p\d+ )?([a-z0-9.]+)", body, re.M)
            names = [n for n in names if n.split(".")[0] not in ("ld", "st", "cvta", "ret", "mov", "bra")]
    special = sum(bool(SPECIAL.match(n)) for n in names)
    return len(names) - special + 8 * special


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/release/vieta"
    kind = "SASS" if shutil.which("cuobjdump") else "PTX"
    print(f"| function | gcn, model | gfx900 | rdna, model | gfx1030 | nvidia, model | sm_90 ({kind}) |")
    print("|---|---|---|---|---|---|---|")
    for function, degree in CASES:
        c, cuda = code(program, function, degree, "c"), code(program, function, degree, "cuda")
        model = {m["name"]: m["slots"] for m in c["slots"]}
        real = [amd(c["text"], function, "gfx900") if shutil.which("clang") else None,
                amd(c["text"], function, "gfx1030") if shutil.which("clang") else None,
                nvidia(cuda["text"], function) if shutil.which("nvcc") else None]
        real = ["-" if r is None else r for r in real]
        print(f"| {function} {degree} | {model['gcn']} | {real[0]} | {model['rdna']} | {real[1]} | {model['nvidia']} | {real[2]} |")


if __name__ == "__main__":
    main()
