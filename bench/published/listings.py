"""Instructions and vector registers of Lagarde's functions and of the program's, by a real compiler for GCN and RDNA."""

import re
import shutil
import subprocess

from items import Machine, Table

CHIPS = ("gfx900", "gfx1030")
# The reference implementations of NVIDIA's Cg 3.1 (after Abramowitz and Stegun 4.4.45 and 4.4.49), as the work takes them.
CG = """
static float cg_acos(float x) {
  float negate = x < 0.0f ? 1.0f : 0.0f;
  x = fabsf(x);
  float r = -0.0187293f;
  r = r * x + 0.0742610f;
  r = r * x - 0.2121144f;
  r = r * x + 1.5707288f;
  r = r * sqrtf(1.0f - x);
  r = r - 2.0f * negate * r;
  return negate * 3.14159265f + r;
}
static float cg_asin(float x) {
  float negate = x < 0.0f ? 1.0f : 0.0f;
  x = fabsf(x);
  float r = -0.0187293f;
  r = r * x + 0.0742610f;
  r = r * x - 0.2121144f;
  r = r * x + 1.5707288f;
  r = 1.57079633f - sqrtf(1.0f - x) * r;
  return r - 2.0f * negate * r;
}
static float cg_atan(float y) {
  float a = fabsf(y), high = a > 1.0f ? a : 1.0f, low = a > 1.0f ? 1.0f : a;
  float t = low / high, s = t * t, r = -0.013480470f;
  r = r * s + 0.057477314f;
  r = r * s - 0.121239071f;
  r = r * s + 0.195635925f;
  r = r * s - 0.332994597f;
  r = r * s + 0.999995630f;
  r = r * t;
  r = a > 1.0f ? 1.570796327f - r : r;
  return y < 0.0f ? -r : r;
}
"""
ATAN = "((x-1)/(x+1))"
# The work's reduction, for a form that `--full-range` has no reduction of its own for.
REDUCED = """
static float all_atan(float x) {
  float a = fabsf(x), t = fast_atan(a < 1.0f ? a : 1.0f / a), r = a < 1.0f ? t : 1.57079633f - t;
  return x < 0.0f ? -r : r;
}
"""
# Name; cost and vector registers as printed; what is asked of `vieta minimax`, or a text in C; the call.
ROWS = [
    ("acos, degree 1", "12 (8 + 1)", "4", ("acos", "--degree", 1), "fast_acos(p[0])"),
    ("acos, degree 2", "14 (10 + 1)", "4", ("acos", "--degree", 2), "fast_acos(p[0])"),
    ("acos, degree 3", "16 (12 + 1)", "4", ("acos", "--degree", 3), "fast_acos(p[0])"),
    ("acos of Cg", "19 (14 + 1)", "4", CG, "cg_acos(p[0])"),
    ("acos, macro of the PS4", "48 (40 + 2)", "12", None, ""),
    (
        "asin, degree 3, pi/2 - sqrt(1-x) p(x)",
        "16 (12 + 1)",
        "4",
        ("asin", "--form", "pi/2-sqrt(1-x)*p(x)", "--in", "0,1", "--degree", 3, "--absolute"),
        "fast_asin(p[0])",
    ),
    ("asin of Cg", "18 (13 + 1)", "4", CG, "cg_asin(p[0])"),
    ("asin, macro of the PS4", "48 (40 + 2)", "12", None, ""),
    ("atan, x p(x), degree 2", "14 (10 + 1)", "4", ("atan", "--form", "x*p(x)", "--in", "0,1", "--degree", 1), "all_atan(p[0])"),
    ("atan, odd, degree 3", "14 (10 + 1)", "4", ("atan", "--degree", 1), "fast_atan(p[0])"),
    (
        "the same by (x-1)/(x+1), positive arguments",
        "12 (8 + 1)",
        "4",
        ("atan", "--form", f"pi/4+{ATAN}*p({ATAN}^2)", "--in", "0,1", "--degree", 1, "--absolute", "--positive"),
        "fast_atan(p[0])",
    ),
    ("atan, x p(x), degree 3", "15 (11 + 1)", "4", ("atan", "--form", "x*p(x)", "--in", "0,1", "--degree", 2), "all_atan(p[0])"),
    ("atan, odd, degree 5", "16 (12 + 1)", "4", ("atan", "--degree", 2), "fast_atan(p[0])"),
    (
        "the same by (x-1)/(x+1), positive arguments",
        "14 (10 + 1)",
        "4",
        ("atan", "--form", f"pi/4+{ATAN}*p({ATAN}^2)", "--in", "0,1", "--degree", 2, "--absolute", "--positive"),
        "fast_atan(p[0])",
    ),
    ("atan of Cg and of the PS4", "23 (19 + 1)", "8", CG, "cg_atan(p[0])"),
    ("atan2, odd, degree 7", "", "", ("atan2", "--degree", 3), "fast_atan2(p[0], p[1])"),
    (
        "four acos of degree 1 and their sum: a rectangle's solid angle",
        "42 (26 + 4)",
        "",
        ("acos", "--degree", 1),
        "fast_acos(p[0]) + fast_acos(p[1]) + fast_acos(p[2]) + fast_acos(p[3])",
    ),
]


def listing(text: str, call: str, chip: str) -> str:
    """clang's, for a kernel that stores the call's value."""
    source = text.replace("#include <math.h>", "")
    for name in ("fabsf", "sqrtf", "copysignf", "rintf", "expf"):
        source = source.replace(name + "(", "__builtin_" + name + "(")
    source += f"\n__attribute__((amdgpu_kernel)) void kernel_(float* p) {{ *p = {call}; }}\n"
    flags = ["-nogpulib", "-O3", "-ffast-math", "-fgpu-flush-denormals-to-zero", "-S", "-o", "-", "-"]
    command = ["clang", "-x", "c", "--target=amdgcn-amd-amdhsa", f"-mcpu={chip}", *flags]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"clang, {chip}: {done.stderr.strip()[-300:]}")
    return done.stdout


def count(text: str, call: str, chip: str) -> tuple[int, int, int]:
    """Instructions of full and of quarter rate, without loads, stores and moves, and vector registers of the kernel."""
    printed = listing(text, call, chip)
    names = [line.split()[0] for line in printed.splitlines() if line.startswith("\tv_")]
    useful = [name for name in names if not name.startswith("v_mov")]
    quarter = sum(bool(re.match(r"v_(rcp|rsq|sqrt|exp|log)", name)) for name in useful)
    registers = re.search(r"NumVgprs: (\d+)", printed)
    return len(useful) - quarter, quarter, int(registers.group(1)) if registers else 0


def table(machine: Machine) -> Table:
    """The work counts full-rate instructions, four for one of a quarter of the rate."""
    machine.need_proofs_of_functions()
    chips = CHIPS if shutil.which("clang") else ()
    rows = []
    for name, printed, old, asked, call in ROWS:
        text, model = asked, ""
        if isinstance(asked, tuple):
            alone = call.startswith("all_")
            reduced = () if alone else ("--full-range", asked[0])
            code = machine.vieta("minimax", *asked, *reduced, "--emit", "c", codes=(0, 2))["code"]
            text = code["text"] + REDUCED * alone
            model = {rates["name"]: rates["slots"] for rates in code["slots"]}["gcn"] if "+" not in call and not alone else ""
        found = [count(text, call, chip) if text else None for chip in chips]
        cells = [f"{full + 4 * quarter} ({full} + {quarter})" for full, quarter, _ in filter(None, found)]
        registers = [str(one[2]) for one in filter(None, found)]
        rows.append([name, printed, old, str(model), *(cells + ["", ""])[:2], " / ".join(registers)])
    return Table(
        [
            "function, all arguments",
            "printed: cost (full + quarter rate)",
            "printed: vector registers",
            "the program's model, GCN",
            "clang, gfx900",
            "clang, gfx1030",
            "vector registers",
        ],
        rows,
        "A cost is the number of instructions of full rate and four times that of quarter rate. Ours are counted without loads, stores and moves; the work counts the moves of constants "
        "into registers, too, which later chips and compilers need less. Registers of ours are those of a whole kernel, with its pointer. The macros of the PS4 are not public. The sum of four "
        "is counted with its three additions.",
    )
