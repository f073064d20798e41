"""The colours of the page: their contrast with their grounds, and how far apart they are to every kind of colour vision."""

import itertools
import re

# Machado, Oliveira and Fernandes (2009), table 1, severity 1.0: what a colour is to who lacks one kind of cone.
VISIONS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# sRGB to XYZ (IEC 61966-2-1), and the white of D65.
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)
# Of what has one shape in one picture: paths and coordinates of a system; dots and squares that are proven or not.
PAIRS = [*itertools.combinations(("blue", "orange", "green", "pink"), 2), ("blue", "red"), ("orange", "red"), ("pink", "red")]
LEAST = 14  # in units of which about 2 can just be seen side by side


def linear(colour: str) -> list[float]:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def times(matrix, vector) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def lab(colour: str, vision) -> tuple[float, float, float]:
    """CIE L*a*b* (1976)."""
    seen = [min(1.0, max(0.0, p)) for p in times(vision, linear(colour))]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (v / w for v, w in zip(times(XYZ, seen), WHITE)))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def light(colour: str) -> float:
    return times(XYZ, linear(colour))[1]


def check(style: str) -> None:
    """`style`: the text of style.css. WCAG 2.2 asks for a contrast of 4.5 of texts and 3 of what is drawn."""
    schemes = re.findall(r":root \{(.*?)\}", style, re.S)
    assert len(schemes) == 2
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#\w{6})", scheme))
        for name, least in (("text", 4.5), ("faint", 4.5), ("red", 4.5), ("blue", 3), ("orange", 3), ("green", 3), ("pink", 3)):
            for ground in ("page", "panel"):
                high, low = sorted((light(colours[name]), light(colours[ground])), reverse=True)
                found = (high + 0.05) / (low + 0.05)
                assert found >= least, f"{name} on {ground}: found a contrast of {found:.2f}, expected at least {least}"
        high, low = sorted((light(colours["blue"]), light(colours["page"])), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5, "the studio that is open: the page's colour on blue"
        for kind, vision in VISIONS.items():
            for one, other in PAIRS:
                apart = sum((a - b) ** 2 for a, b in zip(lab(colours[one], vision), lab(colours[other], vision))) ** 0.5
                assert apart >= LEAST, f"{one} and {other}, {kind}: found {apart:.1f} apart, expected at least {LEAST}"
