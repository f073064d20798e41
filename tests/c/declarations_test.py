"""What vieta.h declares, the library exports; it is documented and tested; and other languages declare the same by hand.

declarations_test.py LIBRARY: without the languages themselves, whose compilers need not be there.
"""

import ctypes
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
header = re.sub(r"/\*.*?\*/", " ", (root / "include/vieta.h").read_text(), flags=re.S)
header = re.sub(r"^ *#.*$", "", header, flags=re.M)
problems = []

# How a calling convention sees a type: "p" a pointer, "i4" an integer of 4 bytes, "u8" one without a sign, "d", "f", "v",
# or the name of a struct that is passed by value.
C = {"int": "i4", "int32_t": "i4", "int64_t": "i8", "uint8_t": "u1", "uint64_t": "u8", "size_t": "u8", "double": "d"}
C |= {"float": "f", "void": "v", "char": "i1"}
C |= {name: "i4" for name in re.findall(r"typedef enum (\w+)", header)}
RUST = {
    "c_int": "i4",
    "i32": "i4",
    "i64": "i8",
    "u8": "u1",
    "u64": "u8",
    "usize": "u8",
    "c_double": "d",
    "Root": "vieta_root",
}
RUST |= {"Point": "vieta_point", "Run": "vieta_run"}
JULIA = {
    "Cint": "i4",
    "Int32": "i4",
    "Int64": "i8",
    "UInt64": "u8",
    "Csize_t": "u8",
    "Cdouble": "d",
    "Cvoid": "v",
    "Cstring": "p",
}
JULIA |= {"CRoot": "vieta_root", "CPoint": "vieta_point"}
CTYPES = {"c_double": "d", "c_int64": "i8", "c_int": "i4", "c_int32": "i4"}


def of_c(text):
    """The type of `const double* re`, of `int threads` or of `void`."""
    words = text.replace("const ", "").split()
    return "p" if "*" in text or "(*" in text else C.get(words[0], words[0])


def of_rust(text):
    return "p" if text.startswith(("*", "Option<extern")) else RUST[text]


def of_julia(text):
    return "p" if text.startswith(("Ptr{", "Ref{")) else JULIA[text]


def parts(text):
    """The pieces between commas that stand in no brackets."""
    pieces, depth = [""], 0
    for letter in text:
        depth += letter in "({[<"
        depth -= letter in ")}]>"
        if letter == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces if piece.strip()]


def signature(result, arguments):
    return [result, *arguments]


declared = {}
for result, name, arguments in re.findall(r"VIETA_C_API ([\w ]+?\*?) ?(vieta_\w+)\(([^;]*)\);", header):
    declared[name] = signature(of_c(result), [of_c(a) for a in parts(arguments) if a != "void"])
structs = {}
for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \w+;", header, flags=re.S):
    fields = structs[name] = []
    for line in body.split(";"):
        line = " ".join(line.split())
        if "(*" in line:
            fields.append((re.search(r"\(\*(\w+)\)", line)[1], "p"))
        elif line:
            for k, field in enumerate(parts(line)):
                kind = of_c(line) if k == 0 or "*" not in line else "p" if "*" in field else of_c(line.replace("*", ""))
                array = re.search(r"\[(\d+)\]", field)
                fields += [(re.search(r"(\w+)(\[\d+\])?$", field)[1], kind)] * int(array[1] if array else 1)


def compare(where, what, found, expected):
    if found != expected:
        problems.append(f"{where}: {what}: found {found}, expected {expected}")


# The library and the pages.
library = ctypes.CDLL(sys.argv[1])
page = (root / "docs/reference/c.md").read_text()
tested = (root / "tests/c/interface_test.c").read_text()
for name in declared:
    if not hasattr(library, name):
        problems.append(f"{name}: declared, but not exported")
    short = re.sub(r"^vieta_[a-z]+", "", name)
    if name not in page and not (short and f"`{short}`" in page):
        problems.append(f"{name}: not in docs/reference/c.md")
    if not re.search(rf"\b{name}\(", tested):
        problems.append(f"{name}: not called in tests/c/interface_test.c")

# Rust.
rust = (root / "examples/rust/src/ffi.rs").read_text()
for name, arguments, result in re.findall(r"pub fn (\w+)\((.*?)\)(?: -> ([^;]+))?;", rust):
    found = signature(of_rust(result) if result else "v", [of_rust(a.split(": ", 1)[1]) for a in parts(arguments)])
    compare("ffi.rs", name, found, declared.get(name))
for name, body in re.findall(r"pub struct (\w+) \{(.*?)\n\}", rust, flags=re.S):
    found = [(f, of_rust(kind.strip(","))) for f, kind in re.findall(r"pub (\w+): (.+)", body)]
    compare("ffi.rs", name, found, structs[RUST[name]])

# Julia.
julia = (root / "examples/julia/src/Vieta.jl").read_text()
calls = re.findall(r"ccall\(call\(:(\w+)\),\s*(\S+),\s*\(([^()]*)\)", julia)
if len(calls) != len(re.findall(r"ccall\(call\(", julia)):
    problems.append("Vieta.jl: found a ccall that cannot be read here")
for name, result, arguments in calls:
    compare("Vieta.jl", name, signature(of_julia(result), [of_julia(a) for a in parts(arguments)]), declared.get(name))
for name, body in re.findall(r"^struct (C[A-Z]\w+)\n(.*?)^end", julia, flags=re.S | re.M):
    found = [(f, of_julia(kind)) for f, kind in re.findall(r"(\w+)::(\S+)", body)]
    compare("Vieta.jl", name, found, structs[JULIA[name]])

# ctypes.
python = (root / "examples/c/roots.py").read_text()
found = [(f, CTYPES[kind]) for f, kind in re.findall(r'\("(\w+)", ctypes\.(\w+)\)', python)]
compare("roots.py", "Root", found, structs["vieta_root"])

print("\n".join(problems) or f"{len(declared)} functions and {len(structs)} structs agree")
sys.exit(bool(problems))
