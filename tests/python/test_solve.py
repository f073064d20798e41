"""vieta.solve: known counts, proofs against exact solutions, singular solutions, wrong arguments."""

import json

import mpmath
import numpy as np
import pytest
import sympy

import vieta


def test_known_counts():
    known = [(vieta.families.katsura(4), 16), (vieta.families.cyclic(5), 70), (vieta.families.noon(3), 21)]
    for system, count in known:
        r = vieta.solve(system)
        assert r.report["status"] == "solved"
        assert len(r) == count and r.regular.all() and r.certified.all() and (r.radii < 1e-12).all()
        paths = r.report["paths"]
        assert paths["total"] == paths["regular"] + paths["infinite"] and paths["failed"] == 0
        assert len({tuple(np.round(x, 8)) for x in r.x}) == count


def test_solutions_are_those_of_sympy():
    x, y = sympy.symbols("x y")
    r = vieta.solve([x**2 + y**2 - 4, x * y - 1], digits=40)
    exact = mpmath.mp
    with mpmath.workdps(50):
        known = [exact.sqrt(2 + exact.sqrt(3)), exact.sqrt(2 - exact.sqrt(3))]
        found = sorted(abs(r.mpmath(k)[0]) for k in range(4))
        for z, e in zip(found, [known[1], known[1], known[0], known[0]]):
            assert abs(z - e) < mpmath.mpf(10) ** -38
    assert r.real.all() and r[0].real is True and r[-1].multiplicity == 1
    assert len(r.decimals(0, digits=30)[0][0]) > 25
    assert len(json.loads(r.to_json())["solutions"]) == 4
    assert "4 regular" in repr(r) and "paths" in str(r)


def test_seeds():
    a, b, c = (vieta.solve(vieta.families.katsura(3), seed=s) for s in (1, 1, 2))
    assert np.array_equal(a.x, b.x)
    assert len(c) == 8 and np.allclose(np.sort_complex(a.x[:, 0]), np.sort_complex(c.x[:, 0]))


def test_starts():
    system = vieta.families.eco(6)
    for start, paths in [("total-degree", 162), ("multi-homogeneous", 48), ("polyhedral", 16), ("auto", 16)]:
        r = vieta.solve(system, start=start)
        assert len(r) == 16 and r.certified.all() and r.report["paths"]["total"] == paths
    assert r.report["start"]["kind"] == "polyhedral" and r.report["start"]["mixed_volume"] == 16
    assert r.report["start"]["total_degree"] == 162


def test_a_double_solution():
    r = vieta.solve(["(x-1)^2 + y^2 - 1", "x^2 + y^2 - 4"])
    assert len(r) == 1 and not r.regular[0] and r.multiplicities[0] == 2 and not r.certified[0]
    assert np.allclose(r.x[0], [2, 0], atol=1e-6)


def test_progress_is_told():
    told = []
    vieta.solve(vieta.families.katsura(4), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (16, 16)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (dict(system=["x^2 - y"]), "1 equation in 2 variables"),
        (dict(system=["x - 1"], digits=61), "digits"),
        (dict(system=["x - 1"], seed=-1), "seed"),
        (dict(system=["x^2 - 1", "y^2 - 1"], max_paths=3), "paths"),
        (dict(system=["sin(x)"]), "polynomial"),
        (dict(system=["x - 1"], start="here"), "start"),
    ],
)
def test_errors_name_the_argument(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        vieta.solve(**arguments)
