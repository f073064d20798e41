"""Writes shaders/fast_math.glsl, shaders/fast_math.hlsl and include/vieta/fast_math.hpp with the program `vieta`.

    python3 shaders/fast_math.py build/release/vieta           writes the files
    python3 shaders/fast_math.py build/release/vieta --check   says whether they are up to date (exit code 1: they are not)

Each function comes at several costs: fast_acos_1 has p of degree 1, and so on. The degree is what you pay for.
"""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FUNCTIONS = [("acos", [], (1, 2, 3, 5)), ("acos", ["--constraint", "p(0)=pi/2"], (2, 3)), ("asin", [], (2, 3, 4)),
             ("atan", [], (2, 3, 5)), ("atan", ["--constraint", "c0=1"], (2, 3)), ("atan2", [], (2, 3, 5)),
             ("exp", [], (3, 4, 5)), ("log", [], (3, 5, 7)), ("sin", [], (2, 3, 4)), ("cos", [], (2, 3, 4)), ("tanh", [], (3, 5))]
HEADS = {
    "glsl": "// SPDX-License-Identifier: 0BSD\n"
            "// Fast functions with proven errors. Written by shaders/fast_math.py; do not edit.\n"
            "// A name ends in the degree of its polynomial; `exact` keeps the value (acos) or slope (atan) at 0.\n",
    "cpp": "// SPDX-License-Identifier: 0BSD\n"
           "// Fast functions with proven errors. Written by shaders/fast_math.py; do not edit.\n"
           "// A name ends in the degree of its polynomial; `exact` keeps the value (acos) or slope (atan) at 0.\n"
           "// clang-format off\n#pragma once\n\n#include <bit>\n#include <cmath>\n\nnamespace vieta::fast {\n",
}
HEADS["hlsl"] = HEADS["glsl"]
TAILS = {"glsl": "", "hlsl": "", "cpp": "\n}  // namespace vieta::fast\n"}
FILES = {"glsl": "shaders/fast_math.glsl", "hlsl": "shaders/fast_math.hlsl", "cpp": "include/vieta/fast_math.hpp"}


def functions(program, language):
    for function, extra, degrees in FUNCTIONS:
        for degree in degrees:
            name = f"fast_{function}{'_exact' if extra else ''}_{degree}"
            command = [program, "minimax", function, "--degree", str(degree), *extra, "--full-range", function, "--emit",
                       language, "--name", name]
            text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            yield "".join(line for line in text.splitlines(keepends=True)
                          if "SPDX" not in line and "#include" not in line and line.strip())


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/release/vieta"
    stale = 0
    for language, path in FILES.items():
        text = HEADS[language] + "".join("\n" + f for f in functions(program, language)) + TAILS[language]
        path = os.path.join(ROOT, path)
        if "--check" in sys.argv:
            with open(path) as file:
                if file.read() != text:
                    print(f"{path} is not up to date: python3 shaders/fast_math.py {program}")
                    stale = 1
        else:
            with open(path, "w") as file:
                file.write(text)
    sys.exit(stale)


main()
