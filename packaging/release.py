#!/usr/bin/env python3
"""Writes the version, the date and the checksum of a release into all recipes of packaging/.

    packaging/release.py build/vieta-0.2.0.tar.gz
"""

import email.utils
import hashlib
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The version of each recipe, and its checksum: patterns whose first group stays and whose second is replaced.
VERSION = {
    "conda/recipe.yaml": [r'(  version: ")([0-9.]+)'],
    "vcpkg/vcpkg.json": [r'("version": ")([0-9.]+)'],
    "conan/conanfile.py": [r'(    version = ")([0-9.]+)'],
    "conan/conandata.yml": [r'(^  ")([0-9.]+)', r"(/v)([0-9.]+)(?=/)", r"(vieta-)([0-9.]+)(?=\.tar)"],
    "spack/package.py": [r'(version\(")([0-9.]+)', r"(/v)([0-9.]+)(?=/)", r"(vieta-)([0-9.]+)(?=\.tar)"],
    "homebrew/vieta.rb": [r"(/v)([0-9.]+)(?=/)", r"(vieta-)([0-9.]+)(?=\.tar)"],
    "aur/PKGBUILD": [r"(^pkgver=)([0-9.]+)"],
}
SHA256 = {
    "conda/recipe.yaml": r'(  sha256: ")([0-9a-f]{64})',
    "conan/conandata.yml": r'(sha256: ")([0-9a-f]{64})',
    "spack/package.py": r'(sha256=")([0-9a-f]{64})',
    "homebrew/vieta.rb": r'(sha256 ")([0-9a-f]{64})',
    "aur/PKGBUILD": r"(sha256sums=\(')([0-9a-f]{64})",
}


def replace(name, pattern, value):
    path = HERE / name
    text, count = re.subn(pattern, lambda found: found[1] + value, path.read_text(), flags=re.M)
    if count == 0:
        sys.exit(f"{name}: found nothing like {pattern}, expected a place for {value}")
    path.write_text(text)


def main(archive):
    path = pathlib.Path(archive)
    found = re.fullmatch(r"vieta-([0-9.]+)\.tar\.gz", path.name)
    if not found:
        sys.exit(f"{path.name}: expected the name vieta-VERSION.tar.gz")
    version, content = found[1], path.read_bytes()
    for name, patterns in VERSION.items():
        for pattern in patterns:
            replace(name, pattern, version)
    for name, pattern in SHA256.items():
        replace(name, pattern, hashlib.sha256(content).hexdigest())
    replace("vcpkg/portfile.cmake", r"(  SHA512 )([0-9a-f]+)", hashlib.sha512(content).hexdigest())
    json.loads((HERE / "vcpkg/vcpkg.json").read_text())
    changelog = HERE / "debian/changelog"
    text = changelog.read_text()
    if not text.startswith(f"vieta ({version}-"):
        author = re.search(r"^ -- (.*?)  ", text, re.M)[1]
        entry = f"vieta ({version}-1) unstable; urgency=medium\n\n  * Version {version}.\n\n"
        changelog.write_text(f"{entry} -- {author}  {email.utils.formatdate()}\n\n{text}")


if __name__ == "__main__":
    main(*sys.argv[1:])
