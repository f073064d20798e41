#!/usr/bin/env python3
"""Makes a shared library ask for the functions of glibc 2.28, as if it had been linked with that one.

    older_versions.py LIBRARY

A library that was linked on Debian 12 asks for pow of glibc 2.29 although that of 2.2.5 would do; the loader of an older
system refuses it because of the name alone. For every function with a younger version the one that a link with glibc 2.28
would have taken is written in its place, and the younger versions are taken out of the list of what is needed. Prints the
libraries that such a link would have needed besides. ELF, 64 bits, little endian: Linux Standard Base Core 5.0, chapter 10.7
(symbol versions).
"""

import pathlib
import re
import struct
import sys

LIMIT = (2, 28, 0)
# In which library of glibc 2.28 is what younger ones have moved or versioned anew, and which version of it a link takes (its
# abilist files, for x86-64; on aarch64 all of these have the first version of that port).
OLD, AFFINITY, FIRST_ON_AARCH64 = "GLIBC_2.2.5", "GLIBC_2.3.4", "GLIBC_2.17"
OF_2_28 = {
    **dict.fromkeys(["exp", "exp2", "hypot", "log", "log2", "pow"], (OLD, "libm.so.6")),
    **dict.fromkeys(["dlclose", "dlerror", "dlopen", "dlsym"], (OLD, "libdl.so.2")),
    **dict.fromkeys(["pthread_create", "pthread_detach", "pthread_join", "pthread_once"], (OLD, "libpthread.so.0")),
    **dict.fromkeys(["pthread_key_create", "pthread_sigmask", "sem_post", "sem_wait"], (OLD, "libpthread.so.0")),
    **dict.fromkeys(["pthread_attr_getstack", "pthread_getattr_np"], (OLD, "libpthread.so.0")),
    **dict.fromkeys(["pthread_getaffinity_np", "pthread_setaffinity_np"], (AFFINITY, "libpthread.so.0")),
}
# What NVIDIA's runtime, which is linked into a wheel with CUDA, asks for besides.
THREADS = {"condattr": "setpshared", "key": "delete", "mutex": "trylock", "mutexattr": "destroy init setpshared settype",
           "rwlock": "destroy init rdlock timedrdlock timedwrlock tryrdlock trywrlock unlock wrlock", "rwlockattr": "destroy init setpshared",
           "spin": "destroy init lock trylock unlock"}  # fmt: skip
OF_2_28 |= {
    **dict.fromkeys([f"pthread_{kind}_{verb}" for kind, verbs in THREADS.items() for verb in verbs.split()], (OLD, "libpthread.so.0")),
    **dict.fromkeys(["pthread_getspecific", "pthread_kill", "pthread_setspecific"], (OLD, "libpthread.so.0")),
    **dict.fromkeys(["sem_destroy", "sem_init", "sem_timedwait", "sem_trywait"], (OLD, "libpthread.so.0")),
    **dict.fromkeys(["shm_open", "shm_unlink"], (OLD, "librt.so.1")),
    "dlmopen": (AFFINITY, "libdl.so.2"),
    "dlvsym": (OLD, "libdl.so.2"),
}
AARCH64 = 183  # e_machine


def number(version):
    found = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(?:\.(\d+))?", version)
    return tuple(int(part or 0) for part in found.groups()) if found else (0, 0, 0)


class Library:
    def __init__(self, path):
        self.path = path
        self.data = bytearray(path.read_bytes())
        if self.data[:6] != b"\x7fELF\x02\x01":
            sys.exit(f"{path}: found no ELF file of 64 bits, expected one")
        (self.machine,) = struct.unpack_from("<H", self.data, 18)
        (offset,) = struct.unpack_from("<Q", self.data, 40)
        size, count = struct.unpack_from("<HH", self.data, 58)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.data, offset + k * size) for k in range(count)]

    def section(self, kind):
        found = [s for s in self.sections if s[1] == kind]
        return found[0] if found else None

    def text(self, strings, at):
        begin = strings[4] + at
        return self.data[begin : self.data.index(0, begin)].decode()

    def needs(self):
        """(offset, library, [(offset, index, version)]) of what is needed of each library."""
        section = self.section(0x6FFFFFFE)  # SHT_GNU_verneed
        strings, at, found = self.sections[section[6]], section[4], []
        for _ in range(section[7]):
            _, count, file, aux, following = struct.unpack_from("<HHIII", self.data, at)
            entries, here = [], at + aux
            for _ in range(count):
                _, _, index, name, step = struct.unpack_from("<IHHII", self.data, here)
                entries.append((here, index, self.text(strings, name)))
                here += step
            found.append((at, self.text(strings, file), entries))
            at += following
        return found

    def drop(self, need, entries):
        """Takes those entries out of the list of one library; one at least remains."""
        kept = [e for e in need[2] if e not in entries]
        if not kept:
            sys.exit(f"{self.path}: found only younger versions of {need[1]}, expected an older one beside them")
        struct.pack_into("<H", self.data, need[0] + 2, len(kept))
        struct.pack_into("<I", self.data, need[0] + 8, kept[0][0] - need[0])
        for this, following in zip(kept, kept[1:] + [None]):
            struct.pack_into("<I", self.data, this[0] + 12, following[0] - this[0] if following else 0)


def main(path):
    library = Library(pathlib.Path(path))
    if library.section(0x6FFFFFFE) is None:
        return
    needs = library.needs()
    young = {index for need in needs for _, index, version in need[2] if number(version) > LIMIT}
    index_of = {version: index for need in needs for _, index, version in need[2]}
    symbols, versions = library.section(11), library.section(0x6FFFFFFF)  # SHT_DYNSYM, SHT_GNU_versym
    strings, more = library.sections[symbols[6]], set()
    for k in range(symbols[5] // symbols[9]):
        place = versions[4] + 2 * k
        (index,) = struct.unpack_from("<H", library.data, place)
        if index & 0x7FFF not in young:
            continue
        name = library.text(strings, struct.unpack_from("<I", library.data, symbols[4] + k * symbols[9])[0])
        version, source = OF_2_28.get(name, ("none", ""))
        if name in OF_2_28 and library.machine == AARCH64:
            version = FIRST_ON_AARCH64
        if version not in index_of:
            sys.exit(f"{path}: found {name} of a younger glibc, expected a function of OF_2_28 in older_versions.py")
        struct.pack_into("<H", library.data, place, index_of[version])
        print(f"{library.path.name}: {name} of {version}", file=sys.stderr)
        more.add(source)
    for need in needs:
        gone = [entry for entry in need[2] if entry[1] in young]
        if gone:
            library.drop(need, gone)
    library.path.write_bytes(library.data)
    print(" ".join(sorted(more)))


if __name__ == "__main__":
    main(*sys.argv[1:])
