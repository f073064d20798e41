"""All roots of a polynomial through the C interface, by ctypes: what any language with a foreign function interface does.

python3 roots.py /usr/lib/libvieta.so "x^5 - x - 1"     (in Python itself the package `vieta` is the better way)
"""

import ctypes
import sys


class Root(ctypes.Structure):
    _fields_ = [
        ("re", ctypes.c_double),
        ("im", ctypes.c_double),
        ("radius", ctypes.c_double),
        ("multiplicity", ctypes.c_int64),
        ("status", ctypes.c_int),
        ("real", ctypes.c_int32),
        ("imaginary", ctypes.c_int32),
    ]


def main(library, text):
    vieta = ctypes.CDLL(library)
    vieta.vieta_roots_count.restype = ctypes.c_size_t
    vieta.vieta_roots_discs.restype = ctypes.POINTER(Root)
    vieta.vieta_error_text.restype = ctypes.c_char_p
    result = ctypes.c_void_p()
    code = vieta.vieta_roots_of_text(text.encode(), None, None, ctypes.byref(result))
    if not result:
        print(vieta.vieta_error_text().decode(), file=sys.stderr)
        return code
    discs = vieta.vieta_roots_discs(result)
    for k in range(vieta.vieta_roots_count(result)):
        z = discs[k]
        print(f"{complex(z.re, z.im)}, within {z.radius:.2g}{', real' if z.real else ''}")
    vieta.vieta_roots_free(result)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
