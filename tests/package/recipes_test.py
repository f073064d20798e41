"""The recipes of packaging/ say what this checkout says: its version, its options, the libraries that it needs."""

import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
# What the library needs to be built with Arb, as each of them calls it.
NEEDED = {
    "conda/recipe.yaml": ("libboost-headers", "nlohmann_json", "cli11", "libflint", "gmp", "cmake >=3.25"),
    "vcpkg/vcpkg.json": ("boost-multiprecision", "nlohmann-json", "cli11", "flint", "gmp"),
    "conan/conanfile.py": ("boost/", "nlohmann_json/", "cli11/", "flint", "gmp"),
    "spack/package.py": ("boost@", "nlohmann-json@", "cli11@", '"flint"', '"gmp"', "cmake@3.25:"),
    "homebrew/vieta.rb": ('"boost"', '"nlohmann-json"', '"cli11"', '"flint"', '"gmp"', '"cmake"'),
    "aur/PKGBUILD": ("boost", "nlohmann-json", "cli11", "flint", "gmp", "cmake"),
    "docker/Dockerfile": ("libboost-dev", "nlohmann-json3-dev", "libcli11-dev", "libflint-dev", "libflint-arb-dev", "libgmp-dev", "cmake"),
    "debian/control": ("libboost-dev", "nlohmann-json3-dev", "libcli11-dev", "libflint-dev", "libgmp-dev", "cmake (>= 3.25)"),
}


def text_of(name):
    return (PACKAGING / name).read_text()


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def version_complaints(release):
    version = re.search(r"project\(vieta VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    short = ".".join(version.split(".")[:2])
    for name, patterns in release.VERSION.items():
        for pattern in patterns:
            found = {match[2] for match in re.finditer(pattern, text_of(name), re.M)}
            if found != {version}:
                yield f"packaging/{name}: found the version {found or 'nowhere'}, expected {version}"
    if not text_of("debian/changelog").startswith(f"vieta ({version}-"):
        yield f"packaging/debian/changelog: expected {version} in its first line"
    if f"\nPackage: libvieta{short}\n" not in text_of("debian/control") or not (PACKAGING / f"debian/libvieta{short}.install").is_file():
        yield f"packaging/debian: expected the package libvieta{short}, which has the name of the library's file"


def option_complaints():
    """Options that no CMake file of this checkout knows."""
    files = [ROOT / "CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake"), ROOT / "python/CMakeLists.txt",
             *(ROOT / "src").rglob("CMakeLists.txt")]
    build = "\n".join(path.read_text() for path in files)
    known = set(re.findall(r"(?:option\(|set\()(VIETA_[A-Z_]+)", build))
    known |= {"VIETA_" + name for name in re.findall(r"vieta_optional\((\w+)", build)} | {"VIETA_CXX"}
    for path in sorted(PACKAGING.rglob("*")):
        if path.is_file() and "build" not in path.parts[len(PACKAGING.parts):]:  # what conan builds
            text = path.read_text()
            environment = set(re.findall(r"\$\{(VIETA_[A-Z_]+):-", text))  # what a script takes from outside
            for option in set(re.findall(r"\bVIETA_[A-Z_]+\b", text)) - known - environment:
                if path.suffix not in (".md", ".c") and not re.match(r"VIETA_(SOLVED|MISUSE|PARTIAL)", option):
                    yield f"{path.relative_to(ROOT)}: found {option}, which the build does not know"


def library_complaints():
    for name, libraries in NEEDED.items():
        for library in libraries:
            if library not in text_of(name):
                yield f"packaging/{name}: expected {library}"


def syntax_complaints():
    json.loads(text_of("vcpkg/vcpkg.json"))
    for name in ("conan/conanfile.py", "conan/test_package/conanfile.py", "spack/package.py"):
        compile(text_of(name), name, "exec")
    for command, name in ((["bash", "-n"], "aur/PKGBUILD"), (["sh", "-n"], "debian/tests/from-c"), (["ruby", "-c"], "homebrew/vieta.rb")):
        if shutil.which(command[0]):
            done = subprocess.run([*command, PACKAGING / name], capture_output=True, text=True)
            if done.returncode != 0:
                yield f"packaging/{name}: {done.stderr}"
    try:
        import yaml
    except ImportError:
        return
    yaml.safe_load(text_of("conan/conandata.yml"))
    # Without quotes a checksum of digits alone, or with one e, would be a number.
    if not isinstance(yaml.safe_load(text_of("conda/recipe.yaml"))["source"]["sha256"], str):
        yield "packaging/conda/recipe.yaml: found a number as the checksum, expected a text"


def release_complaints():
    """A release reaches every recipe."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "packaging"
        shutil.copytree(PACKAGING, copy, ignore=shutil.ignore_patterns("build", "__pycache__"))
        archive = pathlib.Path(folder) / "vieta-7.8.9.tar.gz"
        archive.write_bytes(b"sources")
        subprocess.run([sys.executable, "-B", copy / "release.py", archive], check=True)
        for name in NEEDED:
            if name not in ("debian/control", "docker/Dockerfile") and "7.8.9" not in (copy / name).read_text():
                yield f"packaging/release.py: does not write the version into {name}"
        for path in copy.rglob("*"):
            if path.is_file() and path.suffix in (".yaml", ".yml", ".rb", ".py", "") and "0" * 64 in path.read_text():
                yield f"packaging/release.py: does not write the checksum into {path.relative_to(copy)}"


def main():
    complaints = [*version_complaints(load(PACKAGING / "release.py")), *option_complaints(), *library_complaints()]
    complaints += [*syntax_complaints(), *release_complaints()]
    print("\n".join(complaints) or "all recipes agree with the build")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
