"""vieta.signal: stability that is decided, partial fractions, sections, margins and loci against mpmath and identities."""

import cmath
import fractions
import math
import random

import mpmath
import numpy as np
import pytest

from vieta import signal

F = fractions.Fraction


def product(roots, leading=1):
    """Exact coefficients, highest power first, of leading (x - r) ...; conjugates as pairs (re, im)."""
    p = [F(leading)]
    for r in roots:
        factor = [F(1), -F(r)] if not isinstance(r, tuple) else [F(1), -2 * F(r[0]), F(r[0]) ** 2 + F(r[1]) ** 2]
        p = [
            sum(p[i] * factor[k - i] for i in range(len(p)) if 0 <= k - i < len(factor))
            for k in range(len(p) + len(factor) - 1)
        ]
    return p


def value(p, x):
    return mpmath.polyval([mpmath.mpf(c.numerator) / c.denominator for c in map(F, p)], x)


def butterworth(order, low, high):
    """Bandpass, digital, by the bilinear transform: the poles in 60 digits and the denominator rounded to doubles."""
    with mpmath.workdps(60):
        w1, w2 = (2 * mpmath.tan(mpmath.pi * mpmath.mpf(w) / 2) for w in (low, high))
        poles = []
        for k in range(order):
            s = mpmath.expjpi((2 * k + order + 1) / mpmath.mpf(2 * order)) * (w2 - w1) / 2
            for sign in (1, -1):
                q = s + sign * mpmath.sqrt(s * s - w1 * w2)
                poles.append((2 + q) / (2 - q))
        a = [mpmath.mpc(1)]
        for z in poles:
            a = [x - z * y for x, y in zip([*a, 0], [0, *a])]
        return poles, np.array([float(mpmath.re(c)) for c in a])


def test_tf2zpk_of_complex_coefficients():
    """Products of linear factors over the Gaussian integers, which are exact; scipy takes such coefficients, too."""
    z, p, k = signal.tf2zpk(2j * np.poly([1 + 2j, 3]), np.array([2, -4j, -2, 0]))  # 2 s (s - i)^2
    assert z.tolist() == [1 * 3, 1 + 2j] and p.tolist() == [1j, 1j, 0] and k == 1j
    assert signal.tf2zpk([0], [1, 1j])[0].size == 0 and signal.tf2zpk([0], [1, 1j])[2] == 0
    assert signal.tf2zpk([1 + 0j, 2], [1, 3 + 0j])[2] == 1.0 and isinstance(signal.tf2zpk([1 + 0j], [1, 3])[2], float)
    with pytest.raises(ValueError, match="a: found zero"):
        signal.tf2zpk([1j], [0, 0])


def test_stability_on_and_beside_the_border():
    assert signal.is_stable([1, 2, 3])
    assert signal.is_stable([1, 0, 4]).answer == "no"
    assert signal.is_stable(product([-1, -2, (0, 3)])).answer == "no"
    assert signal.is_stable(product([-1, -2, (F(-1, 10**30), 3)])).answer == "yes"
    assert signal.is_stable(product([-1, (F(1, 10**30), 3)])).answer == "no"
    circle = (F(3, 5), F(4, 5))
    assert signal.is_stable(product([0, circle]), dt=True).answer == "no"
    near = (F(3, 5) - F(1, 10**25), F(4, 5))
    assert signal.is_stable(product([0, F(1, 2), near]), dt=0.01).answer == "yes"
    assert signal.is_stable([5], dt=True) and signal.is_stable([5])
    assert signal.is_stable([1, 0, 0], dt=True)  # a delay


def test_stability_of_complex_coefficients():
    assert signal.is_stable([1, 1j]).answer == signal.is_stable([1, 1j], dt=True).answer == "no"  # -i
    assert signal.is_stable([1, 2j, 1]).answer == "no"  # i (-1 +- sqrt 2), on the axis
    assert signal.is_stable([1, 2j, 1], uncertainty=1e-9).answer == "not determined"
    assert signal.is_stable([1, 1 + 5j])
    draw = np.random.default_rng(1)
    for _ in range(40):
        n = draw.integers(1, 7)
        left, inside = draw.normal(size=(2, n)), draw.uniform(0.1, 0.95, n) * np.exp(2j * np.pi * draw.random(n))
        for a in (np.poly(-abs(left[0]) + 1j * left[1]), np.poly(inside), np.poly(left[0] + 1j * left[1])):
            poles = np.roots(a)
            assert bool(signal.is_stable(a)) == (poles.real.max() < 0)
            assert bool(signal.is_stable(a, dt=True)) == (abs(poles).max() < 1)
        # h z^2 + conj(h): its roots are on the circle, and irrational
        h = complex(*draw.integers(1, 6, 2))
        assert signal.is_stable(np.convolve([h, 0, h.conjugate()], [1, 0.25 - 0.5j]), dt=True).answer == "no"


def test_stability_of_many_products():
    draw = random.Random(5)
    for _ in range(200):
        discrete = draw.random() < 0.5
        roots, stable = [], True
        for _ in range(draw.randrange(1, 6)):
            if draw.random() < 0.2:  # on the border
                t = F(draw.randrange(1, 9), draw.randrange(1, 9))
                pair = ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) if discrete else (F(0), t)
                stable = False
            else:
                pair = (F(draw.randrange(-99, 30 if draw.random() < 0.2 else 0), 100), F(draw.randrange(1, 90), 100))
                inside = pair[0] ** 2 + pair[1] ** 2 < 1 if discrete else pair[0] < 0
                stable = stable and inside
            roots.append(pair)
        answer = signal.is_stable(product(roots), dt=discrete).answer
        assert answer == ("yes" if stable else "no"), (roots, discrete)


def test_coefficients_of_a_narrow_bandpass_do_not_determine_its_poles():
    poles, a = butterworth(10, 0.01, 0.02)
    assert max(abs(z) for z in poles) < 1
    assert max(abs(np.roots(a))) > 1.1  # what numpy makes of it
    assert signal.is_stable(a, dt=True, uncertainty=2e-16).answer == "not determined"
    sections = [[1, 0, 0, 1, float(-2 * mpmath.re(z)), float(abs(z) ** 2)] for z in poles if mpmath.im(z) > 0]
    assert signal.is_stable(np.array(sections), dt=True, uncertainty=2e-16).answer == "yes"


def test_partial_fractions_of_many():
    draw = random.Random(7)
    for _ in range(60):
        roots = [F(draw.randrange(-20, 20), 4) for _ in range(draw.randrange(1, 4))]
        roots += [(F(draw.randrange(-9, 9), 4), F(draw.randrange(1, 9), 4)) for _ in range(draw.randrange(0, 3))]
        roots += draw.choices(roots, k=draw.randrange(0, 3))  # multiple ones
        a, b = product(roots, 3), [F(draw.randrange(-9, 9)) for _ in range(draw.randrange(1, 8))]
        r, p, k = signal.residue(b, a)
        assert len(r) == len(p) == len(a) - 1
        for x in (mpmath.mpc(0.3, 7.7), mpmath.mpc(-11, 0.1)):
            seen, total = {}, mpmath.mpf(0)
            for c, pole in zip(r, p):
                seen[pole] = seen.get(pole, 0) + 1
                total += c / (x - pole) ** seen[pole]
            total += mpmath.polyval([float(c) for c in k], x) if len(k) else 0
            wanted = value(b, x) / value(a, x)
            size = sum(abs(c) for c in r) + abs(wanted) + sum(abs(c) * 12**i for i, c in enumerate(k[::-1]))
            assert abs(total - wanted) < 1e-11 * (1 + float(size)), (b, roots)


def test_close_poles_and_common_roots():
    gap = F(1, 10**12)
    r, p, _ = signal.residue([1], product([1, 1 + gap]))
    assert sorted(r.real.tolist()) == pytest.approx([-1e12, 1e12], rel=1e-15)
    r, p, _ = signal.residue(product([1]), product([1, 2]))
    assert dict(zip(p.tolist(), r.tolist())) == {1.0: 0.0, 2.0: 1.0}
    # Ten poles at once, at which scipy's residue loses all digits.
    r, p, _ = signal.residue([1], product([1] * 10))
    assert p.tolist() == [1.0] * 10 and r.tolist() == [0.0] * 9 + [1.0]


def test_residuez():
    r, p, k = signal.residuez([1, 2, 3, 4], [1, -1.5, 0.75, -0.125])  # (1 - z^-1 / 2)^3
    z = 1.7 - 0.4j
    powers = [1, 2, 3]
    total = sum(c / (1 - pole / z) ** j for c, pole, j in zip(r, p, powers)) + sum(c * z**-i for i, c in enumerate(k))
    assert total == pytest.approx(np.polyval([4, 3, 2, 1], 1 / z) / (1 - 0.5 / z) ** 3, rel=1e-13)
    with pytest.raises(ValueError, match=r"a\[0\]: found 0"):
        signal.residuez([1], [0, 1])


def test_zeros_poles_gain_and_sections():
    z, p, k = signal.tf2zpk([0, 2, 4], [0, 0, 4, -4, 1])
    assert z.tolist() == [-2.0] and p.tolist() == [0.5, 0.5] and k == 0.5
    draw = random.Random(3)
    for _ in range(40):
        poles = [(F(draw.randrange(-9, 9), 10), F(draw.randrange(1, 9), 10)) for _ in range(draw.randrange(1, 4))]
        poles += [F(draw.randrange(-9, 9), 10) for _ in range(draw.randrange(0, 3))]
        a = product(poles)
        b = product([F(draw.randrange(-9, 9), 10) for _ in range(draw.randrange(0, len(a)))], F(3, 2))
        b = [0] * (len(a) - len(b)) + b
        sos = signal.tf2sos(b, a)
        assert sos.shape == ((len(a)) // 2, 6)
        x = cmath.exp(0.7j)
        for columns, exact in ((slice(0, 3), b), (slice(3, 6), a)):
            found = np.prod([np.polyval(row[columns], x) for row in sos])
            odd = (len(a) - 1) % 2  # a factor z above and below
            assert found == pytest.approx(complex(value(exact, x)) * x**odd, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("of_b, of_a", [(1, 2), (2, 1), (3, 1), (1, 4), (3, 4), (4, 3), (5, 5), (2, 6)])
def test_sections_are_the_filter_of_these_coefficients(of_b, of_a):
    """Lists of different lengths: coefficients of z^0, z^-1, ... as scipy's lfilter and tf2sos take them, or of powers of s."""
    draw = random.Random(of_b + 7 * of_a)
    b = [draw.randint(1, 9) for _ in range(of_b)]
    a = product([F(draw.randrange(-9, 9), 10) for _ in range(of_a - 1)])
    for x in (cmath.exp(0.7j), 1.3 - 0.2j):
        sos = signal.tf2sos(b, a)
        assert (sos[:, 3] == 1).all()  # sosfilt expects it
        found = np.prod([np.polyval(row[2::-1], 1 / x) / np.polyval(row[:2:-1], 1 / x) for row in sos])
        assert found == pytest.approx(complex(value(b[::-1], 1 / x) / value(a[::-1], 1 / x)), rel=1e-11)
        if of_b <= of_a:
            sos = signal.tf2sos(b, a, analog=True)
            assert sos.shape == (max(1, of_a // 2), 6)
            # A section of first order and not a pole at 0, which would not be stable, where the degree is odd.
            assert (sos[:, 3] == 0).sum() == (of_a - 1) % 2
            found = np.prod([np.polyval(row[:3], x) / np.polyval(row[3:], x) for row in sos])
            assert found == pytest.approx(complex(value(b, x) / value(a, x)), rel=1e-11)


def test_sections_are_those_of_scipy():
    # The worst pole, 0.46+0.58i, gets 0.5, which is the nearest, and 0, the nearest real one that is left; not the pair -1.2, 0.5.
    z, p = (-1.2, 0.5), (0.46 + 0.58j, 0.33 + 0.26j, -0.42, -0.4)
    b, a = np.poly(z), np.poly([*p, p[0].conjugate(), p[1].conjugate()]).real
    assert signal.tf2sos(b, a)[:, :3] == pytest.approx(np.array([[1, 1.2, 0], [1, 0, 0], [1, -0.5, 0]]))
    scipy = pytest.importorskip("scipy.signal")
    draw = np.random.default_rng(4)

    def some(n, largest):
        found = []
        while len(found) < n:
            z = draw.uniform(0.05, largest) * np.exp(1j * draw.uniform(0.05, 3.1))
            as_pair = n - len(found) > 1 and draw.random() < 0.6
            found += [z, z.conjugate()] if as_pair else [draw.choice([-1, 1]) * abs(z)]
        return found

    for _ in range(60):
        n = draw.integers(1, 8)
        p, z = some(n, 0.98), some(draw.integers(0, n + 1), 1.5)
        b, a = np.atleast_1d(3 * np.poly(z).real), np.poly(p).real
        for pairing in (None, "nearest", "keep_odd"):
            try:
                theirs = scipy.tf2sos(b, a, pairing)
            except IndexError:  # no real zero is left for a section
                theirs = signal.tf2sos(b, a, pairing)
                assert scipy.sosfilt(theirs, np.eye(1, 30)[0]) == pytest.approx(scipy.lfilter(b, a, np.eye(1, 30)[0]), abs=1e-9)
            assert signal.tf2sos(b, a, pairing) == pytest.approx(theirs, rel=1e-6, abs=1e-8)
        ours = signal.tf2sos(b, a, analog=True)
        assert ours.shape == ((n + 1) // 2, 6) and (ours[:, 3] != 0).sum() == n // 2
        try:
            theirs = scipy.tf2sos(b, a, analog=True)
        except IndexError:  # no real zero is left for a section
            theirs = ours
        x = 0.3 + 0.7j
        found = np.prod([np.polyval(s[:3], x) / np.polyval(s[3:], x) for s in ours])
        assert found == pytest.approx(np.polyval(b, x) / np.polyval(a, x))
        assert ours == pytest.approx(theirs, rel=1e-6, abs=1e-8)


def test_margins_against_what_they_mean():
    m = signal.margins([1], [1, 3, 3, 1])
    assert m.gain == pytest.approx(8, rel=1e-14) and m.phase == math.inf
    m = signal.margins([4], [1, 3, 3, 1])
    assert m.gain == pytest.approx(2, rel=1e-14)
    w = m.gain_crossings[0]
    g = 4 / (1j * w + 1) ** 3
    assert abs(g) == pytest.approx(1, rel=1e-13) and m.phase == pytest.approx(
        180 + math.degrees(cmath.phase(g)), rel=1e-12
    )
    b, a, step = [0.1, 0.05], [1, -1.6, 0.63], 0.5
    m = signal.margins(b, a, dt=step)
    for k, w in zip(m.gains, m.phase_crossings):
        z = cmath.exp(1j * w * step)
        assert k * np.polyval(b, z) / np.polyval(a, z) == pytest.approx(-1, abs=1e-11)
    for w in m.gain_crossings:
        z = cmath.exp(1j * w * step)
        assert abs(np.polyval(b, z) / np.polyval(a, z)) == pytest.approx(1, rel=1e-11)


def test_branches_of_a_locus_are_followed():
    gains, poles = signal.root_locus([1, 3], [1, 6, 8, 0, 0])
    assert gains[0] == 0 and poles.shape == (201, 4)
    assert np.abs(np.diff(poles, axis=0)).max(axis=1)[50:].max() < 1.5
    for k, row in zip(gains[::20], poles[::20]):
        assert np.abs(np.polyval(np.polyadd([1, 6, 8, 0, 0], k * np.array([1, 3])), row)).max() < 1e-8 * (1 + k)
    gains, poles = signal.root_locus([1, 0], [-1, 0, 1][::-1], [0.0, 1.0])
    assert np.isfinite(poles).all()


def test_branches_are_followed_in_either_direction():
    rows = []
    for gains in ([0, 10], [10, 0]):
        _, poles = signal.root_locus([1, 0, 3, 1], [4, 1, 2, -1, -1], gains)  # not the nearest ones
        rows.append({complex(x): complex(y) for x, y in (poles.T if gains[0] == 0 else poles[::-1].T)})
    assert rows[0] == rows[1]


def test_residues_of_poles_of_any_size():
    for function, last, pole in (("residue", 1e-200, 1e-100j), ("residuez", 1e200, 1e100j)):
        r, p, k = getattr(signal, function)([1], [1, 0, last])
        expected = 1 / (2 * p) if function == "residue" else [0.5, 0.5]
        assert sorted(p.imag) == pytest.approx([-pole.imag, pole.imag], rel=1e-14, abs=0) and not k.size
        assert np.abs(r / expected - 1).max() < 1e-14
    r, p, _ = signal.residue([1], [1, 0, 0, -1e-210])
    assert np.abs(3 * r * p * p - 1).max() < 1e-14
    with pytest.raises(OverflowError, match="a: found a pole beyond the range of double"):
        signal.residue([1], [1e-320, 1, 1])


def test_residues_that_are_zero_and_those_that_are_small():
    r, p, _ = signal.residue([1], [1, 0, -1, 0, 0])  # 1 / (s^2 (s^2 - 1)): of 1/s there is nothing
    assert r.tolist() == [-0.5, 0.5, 0, -1] and p.tolist() == [-1, 1, 0, 0]
    for size in (60, 120, 200):
        e = F(1, 10**size)
        assert signal.residue([1, 1 + e], [1, 3, 2])[0].tolist() == [1, float(e)]
        assert signal.residue([1, e], [1, 3, 2, 0])[0].tolist() == [-1, 1, float(e) / 2]
        assert signal.residuez([1, 1 + e], [1, 3, 2])[0].tolist() == [float(e), 1]
    assert signal.residue([1, 1], [1, 3, 2])[0].tolist() == [1, 0]
    # Three double poles that are not rational.
    a = np.polymul([1, 0, 0, -2], [1, 0, 0, -2])
    c = signal.residue([1, 0, 0, 0, 0], a)[0]
    with mpmath.workdps(60):
        for k, z in enumerate(signal.residue([1, 0, 0, 0, 0], a)[1][::2]):
            z = mpmath.findroot(lambda x: x**3 - 2, complex(z))
            # b / ((t + z)^3 - 2)^2 = b(z + t) / (t^2 (3 z^2 + 3 z t + t^2)^2)
            known = mpmath.taylor(lambda t: (z + t) ** 4 / (3 * z * z + 3 * z * t + t * t) ** 2, 0, 1)
            assert np.allclose(c[2 * k : 2 * k + 2], [complex(known[1]), complex(known[0])], rtol=1e-14, atol=1e-30)


@pytest.mark.parametrize("dt", [math.nan, -1, math.inf])
def test_what_is_no_sampling_time(dt):
    for call in (lambda: signal.is_stable([1, 0.5], dt=dt), lambda: signal.margins([1], [1, 0.5], dt=dt)):
        with pytest.raises(ValueError, match="dt: found"):
            call()


def test_long_doubles_are_called_what_they_are():
    with pytest.raises(TypeError, match=r"b\[0\]: found a numpy.(longdouble|float128), expected int"):
        signal.residue(np.array([1, 1], dtype=np.longdouble), [1, 2])


@pytest.mark.parametrize(
    "call, complaint",
    [
        (lambda: signal.is_stable(np.zeros((0, 6))), "a: found no sections"),
        (lambda: signal.is_stable([1, 0.5], dt=True, uncertainty=-1), "uncertainty: found -1, expected a number"),
        (lambda: signal.is_stable([[1, 2], [3, 4]]), "a: found list, expected one axis"),
        (lambda: signal.is_stable([0, 0]), "a: found zero"),
        (lambda: signal.is_stable([0j, 0]), "a: found zero"),
        (lambda: signal.tf2sos([1], [1, 2], "minimal"), "pairing: found 'minimal': sections of z would begin with coefficients 0"),
        (lambda: signal.tf2sos([1], [1, 2], pairing="nearest", analog=True), "pairing: found 'nearest': an analog filter"),
        (lambda: signal.residue([1], [1, -2.0001, 1.0001], 1e-3), "tol: found 0.001, which the poles 1.0001.* are within"),
        (lambda: signal.residuez([1], [1, -2.0001, 1.0001], tol=1e-3), "tol: found 0.001, which the poles"),
        (lambda: signal.residue([1], [1, 2], tol=-1), "tol: found -1"),
        (lambda: signal.residue([1], [1, 2], rtype="median"), "rtype: found 'median', expected avg"),
        (lambda: signal.tf2sos([1, 1j], [1, 2]), r"b\[1\]: found 1j, expected a real coefficient"),
        (lambda: signal.residuez([1, 2, math.nan], [1]), r"b\[2\]: found nan, expected a finite number"),
        (lambda: signal.residuez(np.ones((2, 2)), [1]), "b: found ndarray, expected one axis"),
        (lambda: signal.residue([math.nan], [1, 2]), r"b\[0\]: found nan, expected a finite number"),
        (lambda: signal.root_locus([1, 2, 3], [1, 2]), "b: found degree 2"),
        (lambda: signal.tf2sos([1, 2, 3], [1, 2], analog=True), "b: found degree 2 over degree 1"),
        (lambda: signal.tf2sos([1, 2], [0, 1, 2]), "b: found degree 2 over degree 1"),
        (lambda: signal.residuez([[1, 2], 3], [1, 1]), "b: found list, expected one axis"),
        (lambda: signal.root_locus([10**400], [1, 2]), "gains: found None, expected gains"),
    ],
)
def test_misuse(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()


def test_residues_take_what_scipy_takes():
    scipy = pytest.importorskip("scipy.signal")
    b, a = [1, 2], np.poly([0.5, 0.5, -0.25, 0.75])
    for name in ("residue", "residuez"):
        for rtype in ("avg", "mean", "min", "minimum", "max", "maximum"):
            ours, theirs = getattr(signal, name)(b, a, 1e-3, rtype), getattr(scipy, name)(b, a, 1e-3, rtype)
            assert sorted(ours[1]) == pytest.approx(sorted(theirs[1].real), abs=1e-6)
            assert sorted(ours[0]) == pytest.approx(sorted(theirs[0].real), rel=1e-5)


# What people reported to scipy about its residue and residuez (numbers of its issues), with what is right.
@pytest.mark.parametrize(
    "function, b, a, parts, direct",
    [
        # 6275: of double complex poles
        ("residue", [768], [1, 12, 86, 300, 625], {-3 + 4j: [-3j, -12], -3 - 4j: [3j, -12]}, []),
        # 4464, 4562: multiple poles, common factors, scalars, complex coefficients
        ("residue", [-4, 8], [1, 6, 8], {-4: [-12], -2: [8]}, []),
        ("residue", [1, 0, 0, 0], [1, 0], {0: [0]}, [1, 0, 0]),
        ("residuez", [1, -1], [1, -5, 6], {3: [2], 2: [-1]}, []),
        ("residuez", [2, 3, 4], [1, 3, 3, 1], {-1: [4, -5, 3]}, []),
        ("residuez", [1, -10, -4, 4], [2, -2, -4], {2: [-1.5], -1: [0.5]}, [1.5, -1]),
        ("residuez", 18, [18, 3, -4, -1], {0.5: [0.36], -1 / 3: [0.24, 0.4]}, []),
        ("residuez", 1, [1, -1j], {1j: [1]}, []),
        ("residuez", [1, 6, 6, 2], [1, -(2 + 1j), 1 + 2j, -1j], None, [2j]),
        ("residuez", [1 + 3j, -3j], [1, -1], {1: [1]}, [3j]),
        # JuliaMath/Polynomials.jl 605
        ("residue", [1, 0], [1, 2, 0, 0, 0], {-2: [0.25], 0: [-0.25, 0.5, 0]}, []),
        ("residue", [1], [1, 2, 0, 0, 0, 0], {-2: [1 / 16], 0: [-1 / 16, 1 / 8, -1 / 4, 1 / 2]}, []),
    ],
)
def test_what_was_reported_to_others(function, b, a, parts, direct):
    r, p, k = getattr(signal, function)(b, a)
    assert k.tolist() == direct
    if parts is None:  # put together
        z, seen = 0.3 + 1.7j, {}
        total = sum(c * z**-i for i, c in enumerate(k))
        for c, pole in zip(r, p):
            seen[pole] = seen.get(pole, 0) + 1
            total += c / (1 - pole / z) ** seen[pole]
        assert total == pytest.approx(np.polyval(b[::-1], 1 / z) / np.polyval(a[::-1], 1 / z), rel=1e-13)
        return
    found = {}
    for c, pole in zip(r, p):
        found.setdefault(complex(pole), []).append(c)
    assert len(found) == len(parts)
    for pole, numerators in parts.items():
        nearest = min(found, key=lambda z: abs(z - pole))
        assert abs(nearest - pole) < 1e-15 and np.allclose(found[nearest], numerators, rtol=1e-14, atol=0), pole


def test_margins_at_the_ends_of_the_axis_and_beside_poles_on_it():
    m = signal.margins([0.5], [1, -0.5], dt=True)  # -1/3 at z = -1
    assert m.gain == 3 and m.phase_crossings.tolist() == [math.pi]
    m = signal.margins([-0.5], [1, 1])  # -1/2 at 0
    assert m.gain == 2 and m.phase_crossings.tolist() == [0]
    plain, common = signal.margins([4], [1, 3, 3, 1]), signal.margins([4, 0, 8], np.polymul([1, 0, 2], [1, 3, 3, 1]))
    assert plain.gain == common.gain and plain.phase == common.phase
    for b, a in (([1, 0, 2], np.polymul([1, 0, 2], [1, 2])), ([1, 1], [1, 0, 2]), ([1], [1, 0.1, 2, 0.2]), ([1, 0, 2], [1, 3, 3, 1])):
        m = signal.margins(b, a)
        assert m.gain == math.inf and len(m.gains) == 0
    assert len(signal.margins([1, 2], [2, 1], dt=True).gain_crossings) == 0  # |G| = 1 everywhere
    assert signal.margins([-1], [1, 1, 0], dt=True).phase_crossings[0] == 0 and len(signal.margins([0], [1, 1]).gains) == 0
    draw = random.Random(4)
    for _ in range(20):  # G(i w) in other words, at all frequencies listed
        b, a = ([draw.randint(-3, 3) for _ in range(n)] for n in (3, 4))
        if not any(a):
            continue
        m = signal.margins(b, a, dt=True)
        for k, w in zip(m.gains, m.phase_crossings):
            z = cmath.exp(1j * w)
            assert k * np.polyval(b, z) / np.polyval(a, z) == pytest.approx(-1, abs=1e-7)


def test_numbers_of_other_libraries_and_of_any_size():
    assert [x.tolist() for x in signal.tf2zpk([mpmath.mpf(1), 2], [1, F(1, 2)])[:2]] == [[-2], [-0.5]]
    assert signal.residue([mpmath.mpc(0, 1)], [1, 2])[0].tolist() == [1j]
    assert signal.tf2sos([2], [1]).tolist() == [[2, 0, 0, 1, 0, 0]]
    assert signal.is_stable([10**400, 1]) and not signal.is_stable([1, 10**400], dt=True)
    for call in (
        lambda: signal.margins([-1], [10**400]),
        lambda: signal.tf2zpk([10**400], [1, 2]),
        lambda: signal.tf2zpk([1], [10**400, 10**400]),
        lambda: signal.tf2zpk([1], [1, 10**400]),
        lambda: signal.tf2sos([1], [1, 0, 0, -(10**600)]),
        lambda: signal.residue([10**400], [1, 2]),
        lambda: signal.root_locus([1], [1, 10**400], [0, 1]),
    ):
        with pytest.raises(OverflowError, match="^(a|b|b, a): found"):
            call()


@pytest.mark.parametrize(
    "gains, problem",
    [([0, math.nan], r"gains\[1\]: found NaN"), ([0, math.inf], r"gains\[1\]: found an infinity"), (1, "gains: found an int"),
     ([[0, 1]], r"gains\[0\]: found a list"), (np.ones((2, 2)), "gains: found an array of float64 with shape"),
     ([1j], r"gains\[0\]: found the complex"), ([10**400], r"gains\[0\]: found a number beyond")],
)  # fmt: skip
def test_gains_that_are_none(gains, problem):
    with pytest.raises((TypeError, ValueError), match=problem):
        signal.root_locus([1], [1, 2, 0], gains)


@pytest.mark.parametrize("e", [1e-6, 1e-10, 1e-13, 1e-15, 1e-16, 1e-17, 1e-20])
def test_margins_beside_a_pole_near_the_axis(e):
    """G changes by its whole size within an ulp of the frequency, where its phase is 180 degrees: -e/100 (s+1)/(s^2+es+2)."""
    assert signal.margins([-e / 100, -e / 100], [1, e, 2]).gain == pytest.approx(100, rel=1e-12)
    assert signal.margins([e / 100, e / 100], [1, e, 2]).gain == np.inf  # G is 0.01 there


def test_margins_where_every_frequency_is_a_crossing():
    for a in ([1, 0, 0], [1, 0, 1]):  # real and negative for all high frequencies
        assert np.isnan(signal.margins([1], a).gain)
    assert signal.margins([1], [-1, 0, 1]).gain == np.inf  # real and positive
    assert signal.margins([-0.1], [1]).gain == 10
    for b, a, dt in (([1, -1], [1, 1], None), ([0.5, 1], [1, 0.5], True), ([-1], [1], None)):
        assert np.isnan(signal.margins(b, a, dt=dt).phase)


def test_residues_below_doubles():
    with pytest.raises(OverflowError, match="found a residue below the range of double that is not 0"):
        signal.residue([1e-300], [1e300, 1e300])
