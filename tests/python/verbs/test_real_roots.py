"""vieta.real_roots: shapes, memory orders and types, against exact roots and a slow look at signs."""

import fractions
from decimal import Decimal

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from numpy.polynomial import polynomial as P

import vieta

Fraction = fractions.Fraction


def sturm_count(c, lo, hi):
    """Number of distinct real roots in (lo, hi], exactly: Sturm's theorem with fractions. Slow and obvious."""
    chain = [[Fraction(x) for x in c]]
    while chain[0] and chain[0][-1] == 0:
        chain[0].pop()
    chain.append([k * a for k, a in enumerate(chain[0])][1:])
    while chain[-1]:
        a, b = list(chain[-2]), chain[-1]
        while len(a) >= len(b):
            q = a[-1] / b[-1]
            shift = len(a) - len(b)
            a = [x - q * b[k - shift] if k >= shift else x for k, x in enumerate(a)][:-1]
        while a and a[-1] == 0:
            a.pop()
        chain.append([-x for x in a])

    def changes(x):
        values = [sum(a * Fraction(x) ** k for k, a in enumerate(p)) for p in chain if p]
        signs = [v > 0 for v in values if v != 0]
        return sum(a != b for a, b in zip(signs, signs[1:]))

    return changes(lo) - changes(hi)


def test_a_batch():
    c = np.array([[-1.0, 0, 1], [1, 0, 1], [1, -2, 1], [0, 0, 0], [np.nan, 0, 1]])
    r = vieta.real_roots(c, (-10, 10))
    assert r.values.shape == (5, 2) and r.values.dtype == np.float64
    assert r.counts.tolist() == [2, 0, 1, 0, 0]
    S = vieta.Status
    assert r.statuses.tolist() == [S.OK, S.OK, S.TOUCHING, S.ZERO_POLYNOMIAL, S.BAD_INPUT]
    assert r[0].tolist() == [-1, 1] and r[1].tolist() == [] and r[2].tolist() == [1]
    assert [x.tolist() for x in r] == [[-1, 1], [], [1], [], []]
    assert r.touching.tolist() == [[False, False], [False, False], [True, False], [False, False], [False, False]]
    assert np.isnan(r.values[1]).all()
    assert r.report["polynomials"] == 5 and r.report["bad_inputs"] == 1 and r.report["interval"] == (-10.0, 10.0)
    assert len(r) == 5 and r.shape == (5,)


def test_one_polynomial():
    r = vieta.real_roots([-1, 0, 1])
    assert r.shape == () and r.values.shape == (2,) and int(r.counts) == 2
    assert r[:].tolist() == [-1, 1] and list(r) == [-1, 1] and len(r) == 2 and r[1] == 1
    assert r.statuses == vieta.Status.OK


def test_interval_and_infinities():
    assert vieta.real_roots([-1, 0, 1], (0, float("inf")))[:].tolist() == [1]
    assert vieta.real_roots([-1, 0, 1], (-float("inf"), 0))[:].tolist() == [-1]
    assert vieta.real_roots([-1, 0, 1], (1, 1))[:].tolist() == [1]


@given(
    st.lists(st.lists(st.integers(-20, 20), min_size=1, max_size=9), min_size=1, max_size=5),
    st.sampled_from([(-1, 1), (-3, 2), (0, 8), (-float("inf"), float("inf"))]),
)
def test_counts_against_sturm(rows, interval):
    width = max(map(len, rows))
    c = np.array([row + [0] * (width - len(row)) for row in rows], dtype=float)
    r = vieta.real_roots(c, interval)
    lo, hi = (max(-1000, interval[0]), min(1000, interval[1]))
    for k, row in enumerate(rows):
        if not any(row):
            assert r.statuses[k] == vieta.Status.ZERO_POLYNOMIAL
            continue
        if any(row[1:]) and r.statuses[k] == vieta.Status.OK:
            true = sturm_count(row, lo, hi) + (P.polyval(lo, row) == 0)
            assert r.counts[k] == true, (row, interval, r[k])
        for x, touch in zip(r[k], r.touching[k]):
            assert interval[0] <= x <= interval[1]
            if not touch:
                slack = Fraction(max(abs(x), 1e-30)) / 2**40
                a, b = Fraction(float(x)) - slack, Fraction(float(x)) + slack
                exact = [sum(Fraction(v) * y**j for j, v in enumerate(row)) for y in (a, b)]
                assert exact[0] * exact[1] <= 0, (row, x)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_float_and_double(dtype, rng):
    true = np.sort(rng.uniform(-0.9, 0.9, (50, 4)), axis=1)
    true[:, 1:] += 0.1 * np.arange(1, 4)
    c = np.array([P.polyfromroots(row) for row in true], dtype=dtype)
    r = vieta.real_roots(c, (-2, 2))
    assert r.values.dtype == dtype
    assert (r.counts == 4).all()
    assert np.allclose(r.values, true, atol=3e-4 if dtype == np.float32 else 1e-11)


def test_shapes(rng):
    c = rng.uniform(-1, 1, (3, 4, 6))
    r = vieta.real_roots(c, (-1, 1))
    assert r.values.shape == (3, 4, 5) and r.counts.shape == (3, 4) and r.touching.shape == (3, 4, 5)
    flat = vieta.real_roots(c.reshape(12, 6), (-1, 1))
    assert np.array_equal(r.values.reshape(12, 5), flat.values, equal_nan=True)
    assert np.array_equal(r[2, 1], flat[9])
    with pytest.raises(IndexError):
        r[0]


def test_memory_orders(rng):
    c = rng.uniform(-1, 1, (40, 8))
    plain = vieta.real_roots(c, (-1, 1)).values
    wide = np.zeros((40, 20))
    wide[:, 3:11] = c
    for same in (np.asfortranarray(c), np.ascontiguousarray(c.T).T, wide[:, 3:11], c[:, ::1]):
        assert np.array_equal(vieta.real_roots(same, (-1, 1)).values, plain, equal_nan=True)
    columns = vieta.real_roots(np.asfortranarray(c), (-1, 1))
    assert columns.values.flags.f_contiguous  # columns in, columns out
    every_other = vieta.real_roots(c[::2], (-1, 1))
    assert np.array_equal(every_other.values, plain[::2], equal_nan=True)


def test_nothing_is_copied(rng):
    c = rng.uniform(-1, 1, (1000, 6))
    r = vieta.real_roots(c, (-1, 1))
    first, again = r._native.values(), r._native.values()
    assert np.shares_memory(first, again) and np.shares_memory(r.values, first)
    c.flags.writeable = False  # read-only input is fine
    assert np.array_equal(vieta.real_roots(c, (-1, 1)).values, r.values, equal_nan=True)


def test_arrays_outlive_the_result(rng):
    values = vieta.real_roots(rng.uniform(-1, 1, (100_000, 4)), (-1, 1)).values
    copy = values.copy()
    del rng
    vieta.real_roots(np.ones((100_000, 4)), (-1, 1))
    assert np.array_equal(values, copy, equal_nan=True)


def test_out_reuses_memory(rng):
    c = rng.uniform(-1, 1, (100, 6))
    first = vieta.real_roots(c, (-1, 1))
    expected = vieta.real_roots(c + 1, (-1, 1)).values.copy()
    second = vieta.real_roots(c + 1, (-1, 1), out=first)
    assert np.shares_memory(first.values, second.values)
    assert np.array_equal(second.values, expected, equal_nan=True)
    for wrong in (c[:50], c[:, :5], c.astype(np.float32), np.asfortranarray(c)):
        with pytest.raises(ValueError, match="^out: "):
            vieta.real_roots(wrong, (-1, 1), out=first)


def test_whole_numbers_and_lists():
    assert vieta.real_roots(np.array([[-4, 0, 1]])).values.tolist() == [[-2, 2]]
    assert vieta.real_roots([[-4, 0, 1], [-9, 0, 1]]).values.tolist() == [[-2, 2], [-3, 3]]
    assert vieta.real_roots(np.array([-4, 0, 1], dtype=np.float16)).values.dtype == np.float32


def test_empty_batches_and_constants():
    assert vieta.real_roots(np.zeros((0, 4))).values.shape == (0, 3)
    r = vieta.real_roots(np.array([[1.0], [0.0]]))
    assert r.values.shape == (2, 0) and r.statuses.tolist() == [vieta.Status.OK, vieta.Status.ZERO_POLYNOMIAL]


def test_tolerance():
    c = [-0.3333333, 1, 0.01]
    coarse, fine = vieta.real_roots(c, (0, 1), tolerance=1e-3)[0], vieta.real_roots(c, (0, 1))[0]
    assert abs(coarse - fine) <= 1e-3
    assert abs(vieta.real_roots(c, (0, 1), relative_tolerance=1e-3)[0] - fine) <= 1e-3


@pytest.mark.parametrize("method", ["derivatives", "bernstein"])
def test_methods_agree(method, rng):
    c = rng.uniform(-1, 1, (500, 7))
    plain, other = vieta.real_roots(c, (-1, 1)), vieta.real_roots(c, (-1, 1), method=method)
    assert other.report["method"] == method
    assert np.allclose(plain.values, other.values, equal_nan=True, atol=1e-9)


def test_progress_and_time(rng):
    c = rng.uniform(-1, 1, (300_000, 6))
    seen = []
    r = vieta.real_roots(c, (-1, 1), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (300_000, 300_000) and sorted(seen) == seen
    late = vieta.real_roots(c, (-1, 1), max_seconds=1e-9)
    assert late.report["stopped_by"] == "time" and late.report["unresolved"] > 0
    done = late.statuses != vieta.Status.UNRESOLVED
    assert np.array_equal(late.values[done], r.values[done], equal_nan=True)
    assert np.isnan(late.values[~done]).all()


def test_pieces_join_seamlessly(rng):
    c = rng.uniform(-1, 1, (100_001, 5))
    whole = vieta.real_roots(c, (-1, 1))
    for k in (0, 16383, 16384, 16385, 50_000, 100_000):
        assert np.array_equal(whole[k], vieta.real_roots(c[k], (-1, 1))[:])
    columns = vieta.real_roots(np.asfortranarray(c), (-1, 1))
    assert np.array_equal(whole.values, columns.values, equal_nan=True)


def test_texts():
    text = repr(vieta.real_roots(np.ones((7, 3)), (-1, 1)))
    assert text.startswith("<vieta.RealRoots of 7 polynomials of degree 2 in [-1, 1]: 0 roots>")
    assert text.endswith("... and 2 more")


def test_json_is_that_of_the_program(program_json, same_json, tmp_path, rng):
    for dtype in (np.float64, np.float32):
        c = rng.uniform(-1, 1, (20, 5)).astype(dtype)
        c[3] = [1, 2, 1, 0, 0]
        np.save(tmp_path / "c.npy", c)
        expected = program_json("real-roots", str(tmp_path / "c.npy"), "--in", "-1,1")
        same_json(vieta.real_roots(c, (-1, 1)).to_json(), expected)
        same_json(vieta.real_roots(np.asfortranarray(c), (-1, 1)).to_json(), expected)


def test_polynomials_of_numpy():
    """NumPy makes an array of a poly1d that begins with the highest power; it was read as one that ends with it."""
    falling, rising = np.poly1d([1, -5, 6]), np.polynomial.Polynomial([6, -5, 1])
    mapped = rising.convert(domain=[0, 4])
    for c in (falling, rising, mapped, [falling, rising], (mapped, mapped)):
        assert np.array_equal(vieta.real_roots(c).values, np.broadcast_to([2.0, 3.0], vieta.real_roots(c).values.shape))
    with pytest.raises(ValueError, match="c: expected rows of the same length"):
        vieta.real_roots([falling, np.poly1d([1, 2])])


def test_lists_of_exact_numbers_are_rounded():
    third = Fraction(1, 3)
    for c in ([-third, 0, 1], (-third, 0, 1), [Decimal(-1) / 3, 0, 1.0], [[-third, 0, 1], [-(2**70), 0, 1]]):
        r = vieta.real_roots(c)
        assert np.atleast_2d(r.values)[0, 1] == pytest.approx(3**-0.5, rel=1e-15)
    assert r.values[1, 1] == 2.0**35
    assert np.array_equal(vieta.real_roots([-third, 0, 1]).values, vieta.real_roots(np.array([-1 / 3, 0, 1])).values)
    assert vieta.real_roots([[1, 0, -1], [10**400, 1, 1]]).statuses[1] == vieta.Status.BAD_INPUT


def test_half_precision_of_either_byte_order():
    c = np.array([[-1, 0, 1], [-4, 0, 1]])
    for dtype in ("<f2", ">f2"):
        r = vieta.real_roots(c.astype(dtype))
        assert r.values.dtype == np.float32 and r.values.tolist() == [[-1, 1], [-2, 2]]


def test_a_field_of_records_with_gaps_between_numbers():
    records = np.zeros((2, 2), np.dtype([("c", "<f8", (3,)), ("t", "i1")]))
    with pytest.raises(ValueError, match="c: found an array that is not contiguous"):
        vieta.real_roots(records["c"])


def test_counts_do_not_wrap_around():
    counts = vieta.real_roots(np.array([[1.0, 0, 1], [-1.0, 0, 1]])).counts
    assert counts.dtype == np.int32
    assert (counts - 1).tolist() == [-1, 1]
    assert sum([*counts] * 200) == 400
    assert vieta.roots(np.array([[1.0, 0, 1], [-1.0, 0, 1]])).counts.dtype == np.int32


@pytest.mark.parametrize(
    "call, message",
    [
        (
            lambda: vieta.real_roots([1, -3, 2], 0, 5),
            r"real_roots: found 3 arguments without names, expected at most 2: c; interval "
            r"\(an interval is one argument: real_roots\(c, \(0, 5\)\)\); by name: tolerance",
        ),
        (
            lambda: vieta.roots([1, 2], 20, 30),
            "roots: found 3 arguments without names, expected at most 2: c; digits; by name",
        ),
        (lambda: vieta.roots(), "roots: found no c, expected one"),
        (lambda: vieta.roots([1, 2], digit=20), "roots: found digit=, expected one of c, digits, method"),
        (lambda: vieta.roots([1, 2], c=[1, 2]), "roots: found c twice, expected it once"),
        (lambda: vieta.solve(), "solve: found no "),
    ],
)
def test_arguments_that_do_not_fit(call, message):
    with pytest.raises(TypeError, match=message):
        call()


SERIES = ["Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre"]


@pytest.mark.parametrize("basis", SERIES)
@pytest.mark.parametrize("domain", [None, [0.0, 4.0], [-3.0, 0.5]])
def test_series_of_numpy(basis, domain):
    kind = getattr(np.polynomial, basis)
    random = np.random.default_rng(len(basis))
    for degree in range(1, 9):
        p = kind(random.integers(-9, 10, degree + 1).astype(float), domain=domain)
        if p.coef[-1] == 0:
            continue
        r = vieta.roots(p)
        assert len(r.values) == degree
        powers = p.convert(kind=np.polynomial.Polynomial, domain=[-1, 1], window=[-1, 1])
        scale = np.polynomial.polynomial.polyval(np.abs(r.values), np.abs(powers.coef))
        assert (np.abs(powers(r.values)) <= 1e-11 * scale).all()
        real = np.sort(r.values[r.real].real)
        assert np.allclose(vieta.real_roots(p)[:], real, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_bounds_hold_exactly(order, kind):
    random = np.random.default_rng(5)
    for degree in (1, 2, 3, 6, 11, 18):
        c = np.asarray(random.normal(size=(40, degree + 1)).astype(kind), order=order)
        r = vieta.real_roots(c, bounds=True)
        assert r.bounds.shape == r.values.shape and r.bounds.dtype == kind
        assert (np.isnan(r.bounds) == np.isnan(r.values)).all()
        for row, roots, bounds, touching in zip(c, r.values, r.bounds, r.touching):
            exact = [Fraction(float(a)) for a in row]
            for x, b, touches in zip(roots, bounds, touching):
                if np.isnan(x) or touches:
                    continue
                left, right = (Fraction(float(x)) + s * Fraction(float(b)) for s in (-1, 1))
                values = [sum(a * y**k for k, a in enumerate(exact)) for y in (left, right)]
                assert values[0] * values[1] <= 0
    assert vieta.real_roots(c).bounds is None
    with pytest.raises(ValueError, match="out: expected a result of the same shape.* bounds"):
        vieta.real_roots(c, out=r)


def test_clusters_have_a_status():
    r = vieta.real_roots(P.polyfromroots([1 / 3, 1 / 3, 1 / 3, 2]), bounds=True)
    assert r.statuses == vieta.Status.CLUSTERED
    assert r.counts in (2, 3)  # a triple root may be listed as a touch beside a crossing
    assert abs(r[0] - 1 / 3) <= 1e-4
    assert r.report["clustered"] == 1


def test_integers_that_float64_rounds():  # no root becomes a double one
    c = [(2**31 + 1) * (2**31 - 1), -(2**32), 1]
    for long in (c, np.array(c), np.array([c]), [float(c[2]), c[0]], np.array([1, 2**64 - 1], np.uint64)):
        with pytest.raises(ValueError, match="found the integer .*, which no float64 holds"):
            vieta.real_roots(long, bounds=True)
    with pytest.raises(ValueError, match="found the integer .*, which no float64 holds"):
        vieta.real_roots(np.array([c]))
    assert vieta.real_roots([-(2**70), 1], bounds=True).values[0] == 2**70 and len(vieta.real_roots(c)[()]) == 1
