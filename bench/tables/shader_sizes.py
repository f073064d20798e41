#!/usr/bin/env python3
"""How large the shader texts are: a table for docs/reference/shaders.md.

    shader_sizes.py build/release/vieta build/ci/tests/shader_run_tests

Lines of the text in GLSL without comments and empty lines; instructions of its compute shader in SPIR-V, as
glslangValidator writes it and after spirv-opt -O; registers, spilled registers, scratch memory and bytes of code as Mesa
tells them for AMD Navi 21, which needs no such card; registers of a kernel with the header for CUDA by ptxas for sm_90.
Programs that are missing leave their columns empty.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

DEGREES = (3, 4, 5, 8, 12, 18, 26)  # of those that shader_run_tests has
RADV = {
    "VK_ICD_FILENAMES": "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json",
    "RADV_FORCE_FAMILY": "navi21",
    "RADV_DEBUG": "shaderstats,nocache",
}
MAIN = """
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Given { float given[]; };
layout(std430, binding = 1) writeonly buffer Found { float found[]; };
void main() {
  uint at = gl_GlobalInvocationID.x * uint(REAL_ROOTS_DEGREE + 1);
  float a[REAL_ROOTS_DEGREE + 1];
  for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) a[k] = given[at + uint(k)];
  RealRoots r = real_roots(a, -1.0, 1.0, 0.0, 0.0);
  for (int k = 0; k < REAL_ROOTS_DEGREE; k++) found[at + uint(k)] = r.roots[k];
  found[at + uint(REAL_ROOTS_DEGREE)] = float(r.count + r.status) + float(r.touching);
}
"""
KERNEL = """#include "text.h"
__global__ void solve(const float* given, RealRoots* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a[REAL_ROOTS_DEGREE + 1];
  for (int k = 0; k <= REAL_ROOTS_DEGREE; ++k) a[k] = given[i * (REAL_ROOTS_DEGREE + 1) + k];
  found[i] = real_roots(a, -1.0f, 1.0f, 0.0f, 0.0f);
}
"""


def run(*command, **options) -> str:
    done = subprocess.run(command, text=True, capture_output=True, check=False, **options)
    return done.stdout + done.stderr


def text_of(vieta: str, language: str, degree: int) -> str:
    return subprocess.run(
        [vieta, "real-roots", "--emit", language, "--degree", str(degree)], text=True, capture_output=True, check=True
    ).stdout


def lines_of(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("//"))


def instructions_of(module: pathlib.Path) -> int:
    listing = run("spirv-dis", "--no-header", str(module))
    return sum(1 for line in listing.splitlines() if line.strip())


def spirv_of(text: str, folder: pathlib.Path) -> tuple[str, str]:
    if not all(map(shutil.which, ("glslangValidator", "spirv-dis", "spirv-opt"))):
        return "", ""
    source, module, small = folder / "a.comp", folder / "a.spv", folder / "b.spv"
    source.write_text("#version 450\n" + text + MAIN)
    run("glslangValidator", "-V", str(source), "-o", str(module))
    run("spirv-opt", "-O", str(module), "-o", str(small))
    return f"{instructions_of(module):,}", f"{instructions_of(small):,}"


def radv_of(tests: str, degree: int) -> list[str]:
    said = run(tests, f"--gtest_filter=Glsl/ShaderRun.HardCases/glsl_{degree}", env=os.environ | RADV)
    found = []
    for name in ("VGPRs", "Spilled SGPRs", "Spilled VGPRs", "Scratch size", "Code size"):
        value = re.search(rf"^{name}: (\d+)", said, re.MULTILINE)
        found.append(f"{int(value[1]):,}" if value else "")
    return found


def cuda_of(header: str, folder: pathlib.Path) -> list[str]:
    if not shutil.which("nvcc"):
        return ["", ""]
    (folder / "text.h").write_text(header)
    (folder / "a.cu").write_text(KERNEL)
    said = run(
        "nvcc", "-arch=sm_90", "-O3", "-cubin", "-Xptxas=-v", str(folder / "a.cu"), "-o", str(folder / "a.cubin")
    )
    registers = re.search(r"Used (\d+) registers", said)
    spilled = re.search(r"(\d+) bytes spill stores", said)
    return [registers[1] if registers else "", spilled[1] if spilled else ""]


def main() -> None:
    vieta, tests = sys.argv[1:3]
    columns = (
        "degree | lines | SPIR-V instructions | after spirv-opt -O | Navi 21: vector registers | spilled scalar ones | "
        "spilled vector ones | scratch, bytes | code, bytes | sm_90: registers | spilled, bytes"
    )
    print(f"| {columns} |\n|{'--:|' * len(columns.split('|'))}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for degree in DEGREES:
            text = text_of(vieta, "glsl", degree)
            row = [str(degree), str(lines_of(text)), *spirv_of(text, folder), *radv_of(tests, degree)]
            row += cuda_of(text_of(vieta, "cuda", degree), folder)
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
