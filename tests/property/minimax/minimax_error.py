"""The error of an answer of `minimax` in 100 digits and more, by mpmath: what the tests of random questions hold claims against."""

import re
import sys

try:
    import mpmath
    from mpmath import mpf
except ImportError:
    print("SKIPPED: no mpmath")
    sys.exit(77)

mpmath.mp.dps = 100  # removable points cancel more than half of them


def real_cbrt(x):
    return mpmath.cbrt(x) if x >= 0 else -mpmath.cbrt(-x)


NAMES = {n: getattr(mpmath, n) for n in
         "sin cos tan exp log sqrt tanh erf erfc atan cosh sinh asinh acosh atanh acos asin gamma pi e floor sign".split()}
NAMES.update(sign=lambda x: x / abs(x),  # at the jump itself only its sides count
             mpf=mpf, abs=abs, max=max, min=min, cbrt=real_cbrt, log2=lambda x: mpmath.log(x, 2))


def callable_of(text):
    """An expression of the program, in mpmath."""
    text = text.replace("^", "**")
    text = re.sub(r"(?<![\w.])(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)", r"mpf('\1')", text)
    code = compile(text, text, "eval")
    return lambda x, **more: eval(code, {"__builtins__": {}}, {**NAMES, **more, "x": x})  # noqa: S307, our own text


def error_of(answer):
    f, form = callable_of(answer["problem"]["function"]), callable_of(answer["problem"]["form"])
    # Decimals are exact as texts; the doubles next to them are not the numbers that are proven.
    texts = answer["decimals"] if answer["format"] in ("decimals", "dd") else answer["coefficients"]
    n = answer["exponents"]
    top = max(n) if n else 0
    dense = [mpf(0)] * (top + 1)
    for k, c in zip(n, texts):
        dense[k] = mpf(c)
    q = [mpf(c) if answer["format"] != "decimals" else mpf(repr(c)) for c in answer["denominator"]]
    kind = answer["problem"]["error"]
    weight = callable_of(answer["problem"]["weight"]) if kind == "weighted" else None

    def error(x):
        # Beside 0 removable points cancel a multiple of the digits that x is small by.
        if 0 < abs(x) < mpf(10) ** -20:
            with mpmath.workdps(mpmath.mp.dps - 6 * int(mpmath.log10(abs(x)))):
                return +error_here(x)
        return error_here(x)

    def error_here(x):
        try:
            value = f(x)
            got = form(x, p=lambda u: mpmath.polyval(dense[::-1], u), q=lambda u: mpmath.polyval(q[::-1], u))
            found = abs((value - got) / value) if kind == "relative" else abs(value - got)
            if weight:
                found *= abs(weight(x))
            return found if mpmath.isfinite(found) and mpmath.im(found) == 0 else mpf(0)
        except (ZeroDivisionError, ValueError, TypeError, OverflowError):
            return mpf(0)

    return error


def number_of(end):
    """The decimal that the program was given."""
    return mpf(0) + callable_of(end)(mpf(0)) if isinstance(end, str) else mpf(repr(end))


def dense_maximum(error, lo, hi, special, n=240):
    """On a grid that crowds at the ends and at the first of the special places, and climbed from its best places."""
    lo, hi = number_of(lo), number_of(hi)
    places = {lo, hi}
    for k in range(n + 1):
        places.add(lo + (hi - lo) * (1 - mpmath.cos(mpmath.pi * k / n)) / 2)
    inside = [s for s in (mpf(repr(float(s))) for s in special) if lo <= s <= hi]
    places.update(inside[:200])
    for s in [lo, hi] + inside[:6]:
        for k in range(1, 34):
            for side in (-1, 1):
                x = s + side * (hi - lo) * mpf(10) ** (-mpf(k) / 2 - mpf(1) / 7)
                if lo <= x <= hi:
                    places.add(x)
    grid = sorted(places)
    values = [error(x) for x in grid]
    largest = max(values)
    for i, v in enumerate(values):
        if v < largest * mpf("0.97") or i in (0, len(grid) - 1) or v < values[i - 1] or v < values[i + 1]:
            continue
        a, b = grid[i - 1], grid[i + 1]
        ratio = (mpmath.sqrt(5) - 1) / 2
        c, d = b - ratio * (b - a), a + ratio * (b - a)
        ac, ad = error(c), error(d)
        for _ in range(34):
            if ac > ad:
                b, d, ad = d, c, ac
                c = b - ratio * (b - a)
                ac = error(c)
            else:
                a, c, ac = c, d, ad
                d = a + ratio * (b - a)
                ad = error(d)
        largest = max(largest, ac, ad)
    return largest
