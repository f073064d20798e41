#!/usr/bin/env python3
"""A full turn of sine in Q15 on a Cortex-M0 and M4: vieta's code, in C and Rust, beside arm_sin_q15 of CMSIS-DSP.

    bench/peers/minimax/cortex.py CMSIS-DSP-CHECKOUT [--program build/release/vieta]

All are compiled by the same clang, Rust by way of rustc's intermediate code, with -Os and run under qemu-system-arm on all 65,536 inputs (tests/cortex_m). Sizes are
those of the code and of the tables that it reads; times are instructions, of which an M0 without a slow flash takes about
one a cycle. Errors are in units of 2^-15 against the C library's sine. arm_sin_q15 takes 0 .. 32767 for a turn, so it is asked
at every second input.
"""
import argparse
import importlib.util
import json
import math
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
specification = importlib.util.spec_from_file_location("cortex_m_test", ROOT / "tests/cortex_m/cortex_m_test.py")
cortex = importlib.util.module_from_spec(specification)
specification.loader.exec_module(cortex)
TYPES = "typedef int16_t input;\ntypedef int16_t output;\n"


def question(degree, wide):
    return ["sin(pi*x)", "--form", "x*p(x^2)", "--in=-1,1", "--degree", str(degree), "--fixed", "q15", *(["--wide"] if wide else [])]


def vieta_header(program, degree, wide):
    done = subprocess.run([program, "minimax", *question(degree, wide), "--emit", "c", "--name", "f", "--json"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["fixed"]["text"] + TYPES + "#define FIRST (-32768)\n#define LAST 32767\n"


def cmsis_header(checkout):
    source = (checkout / "Source/FastMathFunctions/arm_sin_q15.c").read_text()
    body = source[source.index("ARM_DSP_ATTRIBUTE q15_t arm_sin_q15"):source.index("/**\n  @} end of sin group")]
    tables = (checkout / "Source/CommonTables/arm_common_tables.c").read_text()
    begin = tables.index("sinTable_q15[")
    table = tables[tables.index("{", begin):tables.index("};", begin) + 2]
    return ("#include <stdint.h>\ntypedef int16_t q15_t;\ntypedef int32_t q31_t;\n#define FAST_MATH_TABLE_SIZE 512\n"
            "#define FAST_MATH_Q15_SHIFT (16 - 10)\n#define ARM_DSP_ATTRIBUTE static inline\n"
            f"static const q15_t sinTable_q15[513] = {table}\n{body}\n{TYPES}"
            "static inline output f(input x) { return arm_sin_q15(x); }\n#define FIRST 0\n#define LAST 32767\n")


def errors_of(folder, header, turn):
    (folder / "f.h").write_text(header)
    (folder / "values.c").write_text('#include "f.h"\n#include <stdio.h>\nint main(void) {\n'
                                     'for (int32_t x = FIRST; x <= LAST; ++x) printf("%d\\n", (int)f((input)x)); return 0; }\n')
    cortex.run("clang", "-O1", "-fwrapv", "-I", folder, folder / "values.c", "-o", folder / "values")
    values = [int(v) for v in cortex.run(folder / "values").split()]
    first = -32768 if turn == 65536 else 0
    off = [abs(v - min(32768 * math.sin(2 * math.pi * (first + k) / turn), 32767)) for k, v in enumerate(values)]
    return max(off), sum(e <= 0.5 for e in off) / len(off)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("checkout", type=pathlib.Path)
    arguments.add_argument("--program", default=str(ROOT / "build/release/vieta"))
    given = arguments.parse_args()
    cortex.PROGRAM = given.program
    rows = [("CMSIS-DSP arm_sin_q15", cmsis_header(given.checkout), 32768, None)]
    for d, wide in ((3, False), (4, False), (5, True)):
        name, header = f"vieta, degree {2 * d + 1}{', wide' if wide else ''}", vieta_header(given.program, d, wide)
        rows += [(name, header, 65536, None), (f"{name}, Rust", header, 65536, question(d, wide))]
    print("| sine in Q15 | error, units | correctly rounded | M0 bytes | M0 instructions | M4 bytes | M4 instructions |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, header, turn, in_rust in rows:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            worst, correct = errors_of(folder, header, turn)
            cells = []
            for processor in cortex.BOARDS:
                if "wide" in name and processor == "cortex-m0":
                    cells += ["", ""]  # 64-bit products are calls of a library there
                    continue
                if in_rust:
                    _, instructions, size, *_ = cortex.measured_rust(folder, in_rust, processor)
                else:
                    _, instructions, size, _ = cortex.compiled(folder, header, processor)
                cells += [str(size), f"{instructions:.0f}"]
        print(f"| {name} | {worst:.2f} | {100 * correct:.0f} % | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
