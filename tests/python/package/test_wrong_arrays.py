"""One table: every verb that takes numbers, against every kind of wrong array. What a verb does not take is a TypeError
or ValueError of one line that begins with the argument's name."""

import numpy as np
import pytest

import vieta

SYSTEM = ["x^2 + y^2 - 4", "x*y - 1"]
X = np.linspace(0, 1, 9)

# verb: its argument, a good one, the call
VERBS = {
    "roots": ("c", np.array([-1.0, 0, 1]), vieta.roots),
    "compat": ("p", np.array([1.0, 0, -1]), vieta.compat.roots),
    "real_roots": ("c", np.array([[-1.0, 0, 1]] * 4), vieta.real_roots),
    "newton": ("start", np.array([[2.0, 0.5]] * 4), lambda x: vieta.newton(SYSTEM, x)),
    "boxes": ("equations", np.random.default_rng(1).normal(size=(3, 2, 4, 4)), vieta.solve_boxes),
    "minimax": ("f", np.column_stack([X, X**2]), lambda x: vieta.minimax(x, degree=1)),
}


def with_one(array, value):
    array = array.copy()
    array.flat[1] = value
    return array


# kind: how it is made from a good array, and the verbs that take it
KINDS = {
    "itself": (lambda a: a, "roots compat real_roots newton boxes minimax"),
    "big endian": (lambda a: a.astype(">f8"), "roots compat real_roots newton boxes minimax"),
    "Fortran's order": (np.asfortranarray, "roots compat real_roots newton boxes minimax"),
    "half": (lambda a: a.astype(np.float16), "roots compat real_roots newton boxes minimax"),
    "subclass": (lambda a: a.view(type("Own", (np.ndarray,), {})), "roots compat real_roots newton boxes minimax"),
    "between places": (
        lambda a: np.frombuffer(b"." + a.tobytes(), a.dtype, offset=1).reshape(a.shape),
        "roots compat real_roots newton boxes minimax",
    ),
    "nothing masked": (np.ma.masked_array, "roots compat real_roots newton boxes minimax"),
    "every second": (lambda a: np.repeat(a, 2, axis=-1)[..., ::2], "roots compat newton boxes minimax"),
    "backwards": (lambda a: a[..., ::-1], "roots compat newton boxes minimax"),
    "whole numbers": (lambda a: (4 * a).astype(np.int64), "roots compat real_roots newton boxes"),
    "complex": (lambda a: a + 0j, "roots compat newton"),
    "complex list": (lambda a: (a + 1j).tolist(), "roots compat newton"),
    "NaN": (lambda a: with_one(a, np.nan), "real_roots newton boxes"),
    "infinity": (lambda a: with_one(a, np.inf), "real_roots newton boxes"),
    "no rows": (lambda a: a[:0], "compat real_roots newton boxes"),
    "nothing in rows": (lambda a: a[..., :0], "compat"),
    "empty list": (lambda a: [], "compat"),
    "one number": (lambda a: np.array(1.0), "compat"),
    "more axes": (lambda a: a[None, None], "real_roots roots newton"),
    "a row": (lambda a: a[0], "compat real_roots newton"),
    "long double": (lambda a: a.astype(np.longdouble), ""),
    "complex long double": (lambda a: a.astype(np.clongdouble), ""),
    "something masked": (lambda a: np.ma.masked_array(a, mask=np.arange(a.size).reshape(a.shape) == 1), ""),
    "objects": (lambda a: a.astype(object), "compat"),
    "None": (lambda a: np.full(a.shape, None), ""),
    "texts": (lambda a: a.astype(str), ""),
    "bytes": (lambda a: a.astype("S8"), ""),
    "dates": (lambda a: np.zeros(a.shape, "M8[s]"), ""),
    "records": (lambda a: np.zeros(a.shape, "f8,f8"), ""),
    "uneven": (lambda a: [[1.0, 2.0], [3.0]], ""),
    "no array": (lambda a: None, ""),
    "dict": (lambda a: {1: 2}, ""),
    "set": (lambda a: {1.0, 2.0}, ""),
    "bytes alone": (lambda a: b"12", ""),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("verb", VERBS)
def test_array(verb, kind):
    name, good, call = VERBS[verb]
    make, takers = KINDS[kind]
    given = make(good)
    if verb in takers.split():
        call(given)
        return
    with pytest.raises((TypeError, ValueError)) as caught:
        call(given)
    message = str(caught.value)
    assert message.startswith(name) and "\n" not in message, message


def test_answers_do_not_depend_on_the_kind():
    for name, verb in (("values", "real_roots"), ("x", "newton"), ("x", "boxes")):
        _, good, call = VERBS[verb]
        expected = getattr(call(good), name)
        for kind in ("big endian", "Fortran's order", "subclass", "between places", "nothing masked"):
            assert np.array_equal(getattr(call(KINDS[kind][0](good)), name), expected), (verb, kind)
