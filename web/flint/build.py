"""FLINT with Arb, MPFR and GMP as one archive for WebAssembly, of their own sources: what `./dev web --flint` links.

    python3 web/flint/build.py SOURCES FOLDER

SOURCES holds the unpacked folders gmp-6*, mpfr4-4*, flint-2* and flint-arb-2* (Debian 12: apt-get source, which ./dev calls).
Their own builds ask the compiler hundreds of questions, compile ten thousand files, and most of it the linker leaves out. Here
their settings are written down (32-bit limbs, one thread, no assembler), and only the files are compiled whose functions are
called: what the library's sources name first, then what those files call, until nothing is missing.
"""

from __future__ import annotations

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = HERE.parent.parent / "src"
NM = next((n for n in ("llvm-nm", "llvm-nm-14", "/usr/lib/llvm-14/bin/llvm-nm", "/usr/lib/llvm-15/bin/llvm-nm") if shutil.which(n)), "llvm-nm")
FLINT_CONFIG = """#define FLINT_USES_BLAS 0
#define FLINT_USES_TLS 0
#define FLINT_USES_FENV 0
#define FLINT_USES_PTHREAD 0
#define FLINT_USES_GC 0
#define FLINT_USES_CPUSET 0
#define FLINT_REENTRANT 0
#define FLINT_WANT_ASSERT 0
#define FLINT_DLL
"""
# Files of GMP that make several functions, one for each compilation.
SEVERAL = {"logops_n": "and_n andn_n nand_n ior_n iorn_n nor_n xor_n xnor_n", "popham": "popcount hamdist",
           "sec_aors_1": "sec_add_1 sec_sub_1", "sec_div": "sec_div_qr sec_div_r", "sec_pi1_div": "sec_pi1_div_qr sec_pi1_div_r"}  # fmt: skip
NEVER = ("gettimeofday", "test_helpers", "fq", "mpoly", "adic", "aprcl", "xx", "profil")  # parts of FLINT that minimax and roots, which are all that is linked with it, do not call
# Symbols that macros make, and the files that do.
MADE = {"__gmp_binvert_limb_table": "gmp_mp_minv_tab", "__gmp_bits_per_limb": "gmp_mp_bpl", "__gmp_get_memory_functions": "gmp_mp_get_fns",
        "__gmpn_bases": "mpn_mp_bases", "__gmpn_clz_tab": "gmp_mp_clz_tab", "mpfr_clz_tab": "mpfr_mp_clz_tab",
        "__gmpfr_default_rounding_mode": "mpfr_set_rnd", "_acb_poly_gamma_stirling_eval2": "acb_poly_gamma_series",
        "_acb_poly_gamma_stirling_eval": "acb_poly_gamma_series", "__gmpz_fits_slong_p": "mpz_fits_slong", "__gmpf_fits_slong_p": "mpf_fits_slong", "__gmpz_fits_ulong_p": "mpz_fits_ulong",
        "mag_d_log_lower_bound": "mag_d_log", "mag_d_log_upper_bound": "mag_d_log", "mpfr_fits_slong_p": "mpfr_fits_slong", "mpfr_fits_ulong_p": "mpfr_fits_ulong"}  # fmt: skip
FLAGS = ["-O2", "-msimd128", "-DNDEBUG", "-w", "-c"]


def compiler() -> list[str]:
    """Emscripten's clang itself: asking emcc, a program in Python, would take as long again for each of a thousand small files."""
    root, cache = tell("em-config", "LLVM_ROOT").strip(), tell("em-config", "CACHE").strip()
    names = sorted(pathlib.Path(root).glob("clang-[0-9]*"), key=lambda p: len(p.name)) or [pathlib.Path(root) / "clang"]
    return [str(names[0]), "--target=wasm32-unknown-emscripten", "-D__EMSCRIPTEN__", f"--sysroot={cache}/sysroot"]


def one(folder: pathlib.Path, pattern: str) -> pathlib.Path:
    found = sorted(p for p in folder.glob(pattern) if p.is_dir())
    if not found:
        sys.exit(f"{folder}: found no {pattern}, expected the unpacked sources")
    return found[-1]


def put(path: pathlib.Path, text: str) -> None:
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def tell(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def gmp_tables(gmp: pathlib.Path, made: pathlib.Path) -> None:
    """Tables that GMP's own programs print, for limbs of 32 bits."""
    for program, outputs in {
        "fac": {"fac_table.h": ["32", "0"]},
        "fib": {"fib_table.h": ["header", "32", "0"], "mpn/fib_table.c": ["table", "32", "0"]},
        "bases": {"mp_bases.h": ["header", "32", "0"], "mpn/mp_bases.c": ["table", "32", "0"]},
        "trialdivtab": {"trialdivtab.h": ["32", "8000"]},
        "jacobitab": {"mpn/jacobitab.h": []},
        "psqr": {"mpn/perfsqr.h": ["32", "0"]},
    }.items():
        if all((made / name).is_file() for name in outputs):
            continue
        binary = made / f"gen-{program}"
        subprocess.run(["cc", "-O1", "-w", gmp / f"gen-{program}.c", "-o", binary, "-lm"], check=True, cwd=gmp)
        for name, arguments in outputs.items():
            put(made / name, tell(str(binary), *arguments))


def headers(gmp, mpfr, flint, arb, out) -> None:
    text = (gmp / "gmp-h.in").read_text()
    for name, value in {"GMP_LIMB_BITS": "32", "GMP_NAIL_BITS": "0", "HAVE_HOST_CPU_FAMILY_power": "0", "HAVE_HOST_CPU_FAMILY_powerpc": "0",
                        "DEFN_LONG_LONG_LIMB": "", "LIBGMP_DLL": "0", "CC": "emcc", "CFLAGS": "-O2"}.items():  # fmt: skip
        text = text.replace(f"@{name}@", value)
    put(out / "include/gmp.h", text)
    put(out / "include/mpfr.h", (mpfr / "src/mpfr.h").read_text())
    put(out / "gmp/config.h", (HERE / "gmp_config.h").read_text())
    put(out / "gmp/gmp-mparam.h", (gmp / "mpn/generic/gmp-mparam.h").read_text())
    put(out / "mpfr/mparam.h", (mpfr / "src/mparam_h.in").read_text())
    put(out / "include/flint/flint-config.h", FLINT_CONFIG)
    put(out / "include/flint/fft_tuning.h", (flint / "fft_tuning32.in").read_text())
    put(out / "include/flint/fmpz-conversions.h", (flint / "fmpz-conversions-single.in").read_text())
    for header in flint.glob("*.h"):
        put(out / "include/flint" / header.name, header.read_text())
    for header in arb.glob("*.h"):
        put(out / "include" / header.name, header.read_text())
    put(out / "fmpz/fmpz.c", (flint / "fmpz/link/fmpz_single.c").read_text())


class Source:
    def __init__(self, path: pathlib.Path, flags: list[str], name: str):
        self.path, self.flags, self.name = path, flags, name


def plain(symbol: str) -> str:
    """A symbol as sources write it: gmp.h gives its functions longer names."""
    for long, short in (("__gmpn_", "mpn_"), ("__gmpz_", "mpz_"), ("__gmpq_", "mpq_"), ("__gmpf_", "mpf_"), ("__gmpfr_cache_", "mpfr_"), ("__gmp_", "gmp_")):
        if symbol.startswith(long):
            return short + symbol[len(long) :]
    return symbol


DEFINED = re.compile(r"(?:^|[ \t*(])(\w+)\)?[ \t]*(?:\(|\[|=|;)")  # in a line that begins at its margin


def defined(text: str) -> list[str]:
    return [found[1] for line in text.split("\n") if line[:1].isalpha() or line[:1] in "_(" or line.startswith("#define FUNC_HEAD ") if (found := DEFINED.search(line))]


def index(gmp, mpfr, flint, arb, out) -> tuple[dict[str, list[Source]], dict[str, Source]]:
    """Which files may make which symbol, as their texts say (some only declare it), and which one does as its name says."""
    base = [f"-I{out}/include"]
    for_gmp = ["-DHAVE_CONFIG_H", "-D__GMP_WITHIN_GMP", f"-I{out}/gmp", f"-I{out}/gmp/mpn", f"-I{gmp}", f"-I{out}/include"]
    for_mpfr = ["-DHAVE_STDARG", "-DHAVE_VA_COPY", "-DHAVE_INTTYPES_H", "-DHAVE_STDINT_H", "-DHAVE_LONG_LONG", "-DHAVE_INTMAX_T", "-DHAVE_ALLOCA_H",
                "-DHAVE_LITTLE_ENDIAN", "-DMPFR_HAVE_INTMAX_MAX", "-DHAVE_DOUBLE_IEEE_LITTLE_ENDIAN", "-DHAVE_LDOUBLE_IS_DOUBLE_NOT", f"-I{out}/mpfr", f"-I{mpfr}/src", *base]  # fmt: skip
    for_flint = ["-DBUILDING_FLINT", f"-I{out}/include/flint", f"-I{flint}", *base]
    for_arb = [*base, f"-I{out}/include/flint", f"-I{arb}"]
    found: dict[str, list[Source]] = {}
    by_name: dict[str, Source] = {}

    def add(path: pathlib.Path, flags, prefix: str, folder: str) -> None:
        source = Source(path, flags, f"{folder}_{path.stem}")
        by_name.setdefault(prefix + path.stem, source)
        for name in defined(path.read_text(errors="replace")):
            for spelling in {name, plain(name)}:
                found.setdefault(spelling, []).append(source)

    for folder, prefix in (("mpn/generic", "mpn_"), ("mpz", "mpz_"), ("mpq", "mpq_"), ("mpf", "mpf_"), ("rand", "gmp_"), ("printf", "gmp_"), (".", "gmp_")):
        for path in sorted((gmp / folder).glob("*.c")):
            if path.name.startswith(("gen-", "bootstrap")):
                continue
            short = folder.replace("mpn/generic", "mpn").replace(".", "gmp")
            if path.stem in SEVERAL:
                for operation in SEVERAL[path.stem].split():
                    by_name["mpn_" + operation] = Source(path, [*for_gmp, f"-DOPERATION_{operation}"], f"mpn_{operation}")
            else:
                add(path, for_gmp, prefix, short)
    for path in sorted((out / "gmp/mpn").glob("*.c")):
        add(path, for_gmp, "mpn_", "mpn")
    for path in sorted((mpfr / "src").glob("*.c")):
        add(path, for_mpfr, "mpfr_", "mpfr")
    add(out / "fmpz/fmpz.c", [*for_flint, f"-I{flint}/fmpz/link"], "fmpz_", "fmpz")
    for top, flags in ((flint, for_flint), (arb, for_arb)):
        for path in sorted(p for p in top.glob("*.c") if not p.stem.startswith(NEVER)):
            add(path, flags, "flint_", "flint")
        for folder in sorted(p for p in top.iterdir() if p.is_dir()):
            if (top / f"{folder.name}.h").is_file() and not any(part in folder.name for part in NEVER):
                for path in sorted(folder.glob("*.c")):
                    add(path, flags, folder.name + "_", folder.name)
    return found, by_name


def symbols(objects: list[pathlib.Path]) -> tuple[set[str], set[str]]:
    made, wanted = set(), set()
    for line in tell(NM, "-A", *map(str, objects)).splitlines():
        kind, name = line.split()[-2:]
        (wanted if kind == "U" else made).add(name)
    return made, wanted


def compile_all(sources: list[Source], folder: pathlib.Path) -> list[pathlib.Path]:
    clang = compiler()

    def work(source: Source) -> pathlib.Path:
        target = folder / f"{source.name}.o"
        if not (target.is_file() and target.stat().st_mtime > source.path.stat().st_mtime):
            done = subprocess.run([*clang, *FLAGS, *source.flags, source.path, "-o", target], capture_output=True, text=True)
            if done.returncode:
                target.unlink(missing_ok=True)
                print(f"{source.path}: {done.stderr[-1500:]}", file=sys.stderr, flush=True)
        return target

    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", os.cpu_count() or 1))) as pool:
        return [target for target in pool.map(work, sources) if target.is_file()]


def first_calls(out: pathlib.Path) -> pathlib.Path:
    """A file that takes the addresses of all functions that the library's sources name; the compiler knows which are inline."""
    words = set()
    for path in LIBRARY.rglob("*"):
        if path.suffix in (".cpp", ".hpp"):
            words |= set(re.findall(r"\b_?(?:arb|acb|arf|arf|mag|fmpz|fmpq|nmod|flint|arith|n|mpz|mpn|mpfr)_\w+", path.read_text()))
    lines = [f'#include "{name}"' for name in ("gmp.h", "mpfr.h", "flint/flint.h")]
    modules = ["ulong_extras", "nmod_poly", "nmod_poly_factor", "fmpz", "fmpz_vec", "fmpz_mat", "fmpz_lll", "fmpz_poly", "fmpz_poly_factor", "fmpq", "fmpq_poly"]
    lines += [f'#include "flint/{m}.h"' for m in modules]
    lines += [f'#include "{m}.h"' for m in ("mag", "arf", "arb", "arb_poly", "arb_mat", "arb_hypgeom", "arb_fmpz_poly", "acb", "acb_poly", "acb_mat")]
    told = "\n".join(p.read_text(errors="replace") for p in (out / "include").rglob("*.h"))
    words = {w for w in words if not any(part in w for part in NEVER)}
    functions = sorted(w for w in words if re.search(rf"\b{w}\s*\(", told) and not re.search(rf"#\s*define\s+{w}\b", told))
    lines += ["void *vieta_calls[] = {", *(f"  (void *){name}," for name in functions), "};", ""]
    path = out / "calls.c"
    put(path, "\n".join(lines))
    return path


def main() -> int:
    sources, out = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    gmp, mpfr, flint, arb = (one(sources, p) for p in ("gmp-6*", "mpfr4-4*", "flint-2*", "flint-arb-2*"))
    objects_folder = out / "objects"
    objects_folder.mkdir(parents=True, exist_ok=True)
    (out / "gmp/mpn").mkdir(parents=True, exist_ok=True)
    gmp_tables(gmp, out / "gmp")
    headers(gmp, mpfr, flint, arb, out)
    by_text, by_name = index(gmp, mpfr, flint, arb, out)
    calls = Source(first_calls(out), [f"-I{out}/include", f"-I{out}/include/flint"], "calls")

    def makers(name: str) -> list[Source]:
        """Files that may make this symbol, the likeliest first: a text may name a function without making it."""
        named = by_name.get(MADE.get(name, plain(name)))
        return ([] if named is None else [named]) + by_text.get(plain(name), []) + by_text.get(name, [])

    objects: list[pathlib.Path] = []
    seen: set[str] = set()
    batch = [calls]
    while batch:
        print(f"{len(objects)} files compiled, {len(batch)} to go on with", flush=True)
        seen |= {s.name for s in batch}
        objects += compile_all(batch, objects_folder)
        made, wanted = symbols(objects)
        missing = wanted - made
        batch = list({s.name: s for name in missing if (s := next((s for s in makers(name) if s.name not in seen), None))}.values())
    print("from elsewhere:", *sorted(missing))
    archive = out / "libvieta_flint.a"
    if archive.is_file() and all(o.stat().st_mtime < archive.stat().st_mtime for o in objects):
        return 0  # nothing to link anew
    archive.unlink(missing_ok=True)
    subprocess.run(["emar", "qc", str(archive), *(str(o) for o in objects if o.stem != "calls")], check=True)
    print(f"{archive}: {len(objects) - 1} files, {archive.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
