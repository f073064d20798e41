"""Follows recipes of packaging/ to their end: builds, installs and tests what is committed here, as each of them says.

    tests/package/follow_recipes.py [aur] [conda] [homebrew] [spack] [vcpkg]

Arch's recipe is run by makepkg itself (Debian: makepkg pacman-package-manager libarchive-tools fakeroot). conda-build, Homebrew, Spack
and vcpkg are to be had only with all that they bring along: in their place stand_ins/ has what these recipes call. The libraries are this
system's. Each compiles the library once more where ccache does not know it, so this is no part of `./dev test`; a recipe whose tool is
missing says SKIPPED.
VIETA_SIMD=native in the environment: not for every processor, in a third of the time.
"""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAND_INS = ROOT / "tests/package/stand_ins"
SCRATCH = ROOT / "build/recipes"
PACKAGING = SCRATCH / "packaging"
VERSION = re.search(r"project\(vieta VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
POLYNOMIAL = "x^5 - x - 1"


def run(*command, **keywords):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True, **keywords)


def archive(folder):
    path = folder / f"vieta-{VERSION}.tar.gz"
    run("git", "-C", ROOT, "archive", f"--prefix=vieta-{VERSION}/", "-o", path, "HEAD")
    return path


def unpacked(folder):
    run("tar", "-xzf", archive(folder), "-C", folder)
    return folder / f"vieta-{VERSION}"


def expect(prefix, *names):
    for name in names:
        found = list(prefix.glob(name))
        if not found:
            sys.exit(f"{prefix} has no {name}")


def aur(folder):
    for tool in ("makepkg", "pacman", "bsdtar", "fakeroot"):  # makepkg calls the others
        if not shutil.which(tool):
            return f"no {tool}"
    shutil.copy(PACKAGING / "aur/PKGBUILD", folder)
    run("sed", "-i", "s/^sha256sums=.*/sha256sums=(SKIP)/", folder / "PKGBUILD")  # a release writes it
    archive(folder)
    # Of its settings those that it needs: Arch's own flags for the compiler are not this system's.
    (folder / "makepkg.conf").write_text(
        "CARCH=x86_64\nCHOST=x86_64-pc-linux-gnu\nBUILDENV=(check)\nOPTIONS=(strip !docs !lto)\nPKGEXT=.pkg.tar.gz\nSRCEXT=.src.tar.gz\n"
        "INTEGRITY_CHECK=(sha256)\nSTRIP_BINARIES=--strip-all\nSTRIP_SHARED=--strip-unneeded\nSTRIP_STATIC=--strip-debug\n"
        "MAN_DIRS=(usr/share/man)\nDOC_DIRS=(usr/share/doc)\nCOMPRESSGZ=(gzip -c -f -n)\nDLAGENTS=()\n")
    command = ["makepkg", "--config", "makepkg.conf", "--nodeps", "--force"]
    if os.geteuid() == 0:  # makepkg will not be root
        run("chown", "-R", "nobody", folder)
        cache = [f"CCACHE_DIR={os.environ['CCACHE_DIR']}", "CCACHE_READONLY=1"] if "CCACHE_DIR" in os.environ else [f"CCACHE_DIR={folder}/ccache"]
        command = ["setpriv", "--reuid=nobody", "--clear-groups", "env", f"HOME={folder}", *cache, *command]
    run(*command, cwd=folder)
    prefix = folder / "installed"
    prefix.mkdir()
    run("tar", "-xzf", next(folder.glob("vieta-*.pkg.tar.gz")), "-C", prefix)
    expect(prefix, "usr/bin/vieta", "usr/lib*/**/libvieta.so", "usr/include/vieta.h", "usr/share/man/man1/vieta.1*")
    return None


def conda(folder):
    try:
        import yaml
    except ImportError:
        return "no PyYAML"
    recipe = yaml.safe_load((PACKAGING / "conda/recipe.yaml").read_text())
    prefix = folder / "prefix"
    # What conda-forge's compiler packages put into the environment of a script.
    environment = {**os.environ, "PREFIX": str(prefix), "CMAKE_ARGS": f"-DCMAKE_INSTALL_PREFIX={prefix} -DCMAKE_INSTALL_LIBDIR=lib"}
    source = unpacked(folder)
    for command in recipe["build"]["script"]:
        run("bash", "-euc", command, cwd=source, env=environment)
    environment["PATH"] = f"{prefix / 'bin'}:{environment['PATH']}"
    for test in recipe["tests"]:
        for command in test.get("script", []):
            run("bash", "-euc", command, cwd=folder, env=environment)
        contents = test.get("package_contents", {})
        expect(prefix, *(f"include/{name}" for name in contents.get("include", [])), *(f"lib/lib{name}.so" for name in contents.get("lib", [])),
               *(f"bin/{name}" for name in contents.get("bin", [])))
    return None


def homebrew(folder):
    if not shutil.which("ruby"):
        return "no Ruby"
    run("ruby", STAND_INS / "homebrew.rb", PACKAGING / "homebrew/vieta.rb", folder / "prefix", cwd=unpacked(folder))
    return None


class Spec(dict):
    def satisfies(self, text):
        return bool(self[text[1:]]) == (text[0] == "+")


def spack(folder):
    sys.modules["spack"] = types.ModuleType("spack")
    for name, path in (("spack.package", STAND_INS / "spack_package.py"), ("recipe", PACKAGING / "spack/package.py")):
        spec = importlib.util.spec_from_file_location(name, path)
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    prefix = folder / "prefix"
    package = sys.modules["recipe"].Vieta(Spec(shared=True, arb=True, mpi=False, cuda=False), types.SimpleNamespace(bin=types.SimpleNamespace(vieta=prefix / "bin/vieta")))
    source = unpacked(folder)
    run("cmake", "-S", source, "-B", source / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_INSTALL_PREFIX={prefix}", *package.cmake_args())
    run("cmake", "--build", source / "build")
    run("cmake", "--install", source / "build")
    package.solves()
    return None


def vcpkg(folder):
    prefix = folder / "packages"
    run("cmake", "-DPORT=vieta", f"-DVERSION={VERSION}", "-DFEATURES=core;arb;tool", f"-DDISTFILE={archive(folder)}", f"-DCURRENT_PACKAGES_DIR={prefix}",
        f"-DCURRENT_BUILDTREES_DIR={folder / 'buildtrees'}", f"-DPORTFILE={PACKAGING / 'vcpkg/portfile.cmake'}", "-P", STAND_INS / "vcpkg.cmake")
    expect(prefix, "lib/libvieta.a", "include/vieta.h", "share/vieta/vieta-config.cmake", "share/vieta/copyright")
    run(prefix / "tools/vieta/vieta", "roots", POLYNOMIAL)
    return None


def main():
    recipes = {function.__name__: function for function in (aur, conda, homebrew, spack, vcpkg)}
    names = sys.argv[1:] or list(recipes)
    if unknown := set(names) - set(recipes):
        sys.exit(f"follow_recipes.py: found {', '.join(unknown)}, expected {', '.join(recipes)}")
    shutil.rmtree(SCRATCH, ignore_errors=True)
    for name in subprocess.run(["git", "-C", ROOT, "ls-files", "packaging"], capture_output=True, text=True, check=True).stdout.split():
        (SCRATCH / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, SCRATCH / name)
    for path in PACKAGING.rglob("*"):
        if path.is_file() and "VIETA_SIMD" in os.environ:
            path.write_text(re.sub(r'(VIETA_SIMD(=|", "))all', rf"\1{os.environ['VIETA_SIMD']}", path.read_text()))
    outcomes = []
    for name in names:
        folder = SCRATCH / name
        folder.mkdir()
        start = time.monotonic()
        missing = recipes[name](folder)
        outcomes.append(f"{name}: SKIPPED, {missing}" if missing else f"{name}: passed in {time.monotonic() - start:.0f} s")
        shutil.rmtree(folder)
        print(outcomes[-1], flush=True)
    print("", *outcomes, sep="\n")


if __name__ == "__main__":
    main()
