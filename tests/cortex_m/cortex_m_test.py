"""`vieta minimax --fixed` on a Cortex-M0 and a Cortex-M4: the emitted C, compiled by clang, and the emitted Rust, by way of rustc's
intermediate code, under qemu-system-arm."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("VIETA_PROGRAM", "build/release/vieta")
BOARDS = {"cortex-m0": ("microbit", "thumbv6m-none-eabi"), "cortex-m4": ("mps2-an386", "thumbv7em-none-eabi")}
SINE = ["sin(pi*x)", "--form", "x*p(x^2)", "--in=-0.5,0.5"]
CASES = [(*SINE, "--degree", "3", "--fixed", "q15"), ("exp(-x)", "--in", "0,4", "--degree", "6", "--fixed", "q3.12,q15"),
         ("sqrt(x)", "--in", "0.25,1", "--degree", "4", "--fixed", "q7"),
         ("gelu", "--degree", "6", "--full-range", "--fixed", "q3.12")]
WIDE = [(*SINE, "--degree", "4", "--fixed", "q15", "--wide")]  # products of 64 bits: the M4 has an instruction for them


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + (done.stderr if command[0] == "qemu-system-arm" else "")  # where semihosting writes


def measured(folder, arguments, processor):
    """What `compiled` says of the code for these arguments, and the code."""
    code = json.loads(run(PROGRAM, "minimax", *arguments, "--emit", "c", "--name", "f", "--json"))["fixed"]
    types = [f"int{bits}_t" for bits in (8, 16, 32) if f"f(int{bits}_t x)" in code["text"]]
    output = code["text"].split("static inline ")[1].split()[0]
    header = (f"{code['text']}\ntypedef {types[0]} input;\ntypedef {output} output;\n"
              f"#define FIRST ({code['first']})\n#define LAST ({code['last']})\n")
    return *compiled(folder, header, processor), code


def measured_rust(folder, arguments, processor):
    """The same of the function in Rust. Debian's rustc has no library for these processors, and the function needs none: what rustc
    makes of it for this machine is integers alone, which clang then compiles for that one."""
    code = json.loads(run(PROGRAM, "minimax", *arguments, "--emit", "rust", "--name", "f", "--json"))["fixed"]
    input_bits, output_bits = re.search(r"pub fn f\(x: i(\d+)\) -> i(\d+)", code["text"]).groups()
    source = code["text"].replace("pub fn f", '#[unsafe(no_mangle)]\npub extern "C" fn f').replace("#[inline]\n", "")
    if tuple(map(int, run("rustc", "--version").split()[1].split(".")[:2])) < (1, 82):
        source = source.replace("#[unsafe(no_mangle)]", "#[no_mangle]")
    (folder / "f.rs").write_text("#![no_std]\n" + source)
    run("rustc", "--edition", "2021", "-C", "opt-level=s", "-C", "panic=abort", "--crate-type", "lib", "--emit", "llvm-ir",
        folder / "f.rs", "-o", folder / "f.ll")
    # An older clang reads it without what later compilers note beside it. No line but those of the function and what it calls.
    lines = [line for line in (folder / "f.ll").read_text().splitlines() if not line.startswith(("target", "attributes", "!", ";"))]
    text = re.sub(r" ?#\d+|\brange\([^)]*\) ?|\bsamesign ?|, !\S+ !\d+", "", "\n".join(lines))
    text = re.sub(r"\b(trunc|zext|lshr disjoint|or)((?: (?:nuw|nsw|nneg|disjoint))+)", r"\1", text)
    text = re.sub(r"\b(noundef|unnamed_addr) ?", "", text)
    # There a function extends what it returns to a word, here the caller does.
    (folder / "f.ll").write_text(re.sub(r"^define (i8|i16) ", r"define signext \1 ", text, flags=re.MULTILINE) + "\n")
    header = (f"#include <stdint.h>\ntypedef int{input_bits}_t input;\ntypedef int{output_bits}_t output;\noutput f(input x);\n"
              f"#define FIRST ({code['first']})\n#define LAST ({code['last']})\n")
    return *compiled(folder, header, processor, folder / "f.ll"), code


def compiled(folder, header, processor, intermediate=None):
    """Sum over all values, instructions a call, bytes of the function and of its tables; the sum as it is here. The function is in
    the header, or in a file of LLVM's intermediate code."""
    (folder / "f.h").write_text(header)
    board, target = BOARDS[processor]
    flags = [f"--target={target}", f"-mcpu={processor}", "-Os", "-ffreestanding", "-fno-builtin", "-I", folder]
    if processor == "cortex-m4":
        flags += ["-mfloat-abi=soft"]
    run("clang", *flags, "-c", HERE / "run_all.c", "-o", folder / "run_all.o")
    # A division by ten is all that a compiler for the M0 would look for in a library.
    run("clang", *flags, "-c", HERE / "divide.c", "-o", folder / "divide.o")
    objects = [folder / "run_all.o", folder / "divide.o"]
    if intermediate:
        run("clang", *flags, "-Wno-override-module", "-x", "ir", "-c", intermediate, "-o", folder / "alone.o")
        objects.append(folder / "alone.o")
    run("ld.lld", "-T", HERE / "memory.ld", "-e", "start", *objects, "-o", folder / "run_all.elf")
    lines = run("qemu-system-arm", "-M", board, "-nographic", "-icount", "shift=4", "-semihosting-config",
                "enable=on,target=native", "-kernel", folder / "run_all.elf", stdin=subprocess.DEVNULL).split()
    if not intermediate:
        (folder / "alone.c").write_text('#include "f.h"\noutput alone(input x);\noutput alone(input x) { return f(x); }\n')
        run("clang", *flags, "-c", folder / "alone.c", "-o", folder / "alone.o")
    size = bytes_of(folder / "alone.o")
    (folder / "here.c").write_text('#include "f.h"\n#include <stdio.h>\nint main(void) { uint32_t sum = 0;\n'
                                   "for (int32_t x = FIRST; x <= LAST; ++x) sum = sum * 31 + (uint32_t)(int32_t)f((input)x);\n"
                                   'printf("%u\\n", sum); return 0; }\n')
    here = []
    if intermediate:
        run("clang", "-O1", "-Wno-override-module", "-x", "ir", "-c", intermediate, "-o", folder / "f_here.o")
        here = [folder / "f_here.o"]
    run("clang", "-O1", "-I", folder, folder / "here.c", *here, "-o", folder / "here")
    return int(lines[0]), 100 * int(lines[1]) / int(lines[2]), size, int(run(folder / "here"))


def bytes_of(path):
    """Of code and constants in a 32-bit ELF file."""
    data = path.read_bytes()
    word = lambda at: int.from_bytes(data[at:at + 4], "little")
    half = lambda at: int.from_bytes(data[at:at + 2], "little")
    table, entry, count, names = word(32), half(46), half(48), half(50)
    strings = word(table + names * entry + 16)
    total = 0
    for k in range(count):
        at = table + k * entry
        begin = strings + word(at)
        if data[begin:data.index(0, begin)].startswith((b".text", b".rodata")):
            total += word(at + 20)
    return total


def main():
    missing = [tool for tool in ("clang", "ld.lld", "qemu-system-arm") if not shutil.which(tool)]
    if missing:
        print("SKIPPED: no " + ", ".join(missing))
        return
    languages = {"C": measured}
    if shutil.which("rustc"):
        languages["Rust"] = measured_rust
    for processor in BOARDS:
        for arguments in CASES + (WIDE if processor == "cortex-m4" else []):
            sums = set()
            for language, measure in languages.items():
                with tempfile.TemporaryDirectory() as folder:
                    there, instructions, size, here, code = measure(pathlib.Path(folder), arguments, processor)
                print(f"{processor} {' '.join(arguments)}: {language}, {size} bytes, {instructions:.0f} instructions a call, "
                      f"at most {code['bound']:.3f} units, {100 * code['correctly_rounded']:.1f} % correctly rounded")
                sums |= {there, here}
            if len(sums) > 1:
                sys.exit(f"found the sums {sums}, expected one, here and there and in all languages")


if __name__ == "__main__":
    main()
