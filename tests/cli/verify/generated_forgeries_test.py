"""Every number, word, flag, key and list of a result of each verb is changed, and `verify` refuses the result, except where what was
changed claims nothing: those places are named here, one by one. At least a hundred lies for each verb."""

import copy
import fnmatch
import json
import os
import random
from concurrent.futures import ThreadPoolExecutor

from program import Case, main, vieta

ALL = bool(os.environ.get("VIETA_ALL_FORGERIES"))

# Places of a result that describe the work or the question, or that the page says are not looked at (docs/reference/cli.md); and
# lies that are true as well. Anything may stand there.
ABOUT_THE_WORK = ("report.*seconds*", "report.stopped_by", "report.target", "report.digits", "report.precision", "report.seed",
                  "report.note")
ROOTS = ("report.method", "report.sweeps", "report.updates_per_root", "report.precision_bits", "report.refinements")
ANSWERS = {  # "place: change", of each kind of result
    "roots": ("verb: *", *ROOTS, "roots.*.radius: more", "report.uncertainty", "report.in_disc.*", "roots.*.interval: *",
              *("poles." + place for place in (*ROOTS, *ABOUT_THE_WORK, "roots.*.radius: *more", "verb", "report.uncertainty"))),
    "systems": ("verb: *", "*solutions.*.radius: more", "solutions.*.residual", "solutions.*.iterations",
                "solutions.*.status", "solutions.*.digits", "solutions.*.condition", "solutions.*.steps*", "solutions.*.winding",
                "solutions.*.accuracy", "solutions.*.*: left out", "solutions.*.*: by another name", "solutions.*.on_a_set: a *",
                "solutions.*.undecided: a *", "report", "report.*: left out", "report.*: by another name", "report.status",
                "report.equations", "report.variables", "report.terms", "report.products", "report.real_arithmetic", "report.start*",
                "report.from", "report.bound", "report.counted: a *", "report.paths*", "report.proven_paths", "report.infinite_beyond",
                "report.at_infinity", "report.isotropic: an object", "report.isotropic_forms: an object", "report.combined",
                "report.spurious", "report.approximate", "report.denominators", "report.roots", "report.left_out*", "report.complete: empty",
                "report.complete: a number", "report.steps", "report.rejected", "report.higher_precision", "report.tracked_again"),
    "components": ("components.*.multiplicity", "components.*.status", "components.*.trace", "components.*.samples", "components.*.slices.*",
                   "components.*.points.*.x.*: the first*", "components.*.points.*.radius: more", "components.*.points.*.residual",
                   "components.*.points.*.iterations", "components.*.points.*.status", "components.*.points.*.digits",
                   "components.*.points.*.condition", "components.*.points.*.steps", "isolated: an object", "undecided*", "contains*",
                   "report.status", "report.bound", "report.equations", "report.variables", "report.terms", "report.dimensions*",
                   "report.left_out"),
    "boxes": ("variables: left out", "variables: by another name", "systems.*.items.*.box.*", "systems.*.items.*.radius: *more",
              "systems.*.items.*.residual: *more", "systems.*.items.*.residual: nothing", "systems.*.items.*.jacobian_sign: *", "report.boxes_visited", "report.most_visited",
              "report.certificates"),
    "minimax": ("problem.weight", "worst_at: nothing", "float_error*", "rounded_error*", "code*", "report.arithmetic", "report.rounds",
                "report.boxes", "alternation*", "report.free: less"),
}
ANSWERS["newton"] = ("solutions: the first in the place of the last", *ANSWERS["systems"])  # several starts may lead to one solution


def places(value, path=()):
    yield path, value
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(item, (*path, key))


def put(result, path, value):
    lie = copy.deepcopy(result)
    if not path:
        return value
    inside = lie
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return lie


def without(result, path):
    lie = copy.deepcopy(result)
    inside = lie
    for key in path[:-1]:
        inside = inside[key]
    del inside[path[-1]]
    return lie


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def changes(value):
    """(name, other value)"""
    if isinstance(value, bool):
        yield "the other", not value
        yield "a number", 2
        yield "a word", "yes"
    elif isinstance(value, (int, float)):
        whole = isinstance(value, int)
        yield "more", value + 1 if whole else value + 0.5 * abs(value) + 1e-3
        yield "far more", value * 1000 + 1000
        yield "less", value - 1 if whole else value - 0.5 * abs(value) - 1e-3
        yield "the negative", -value - 1
        yield "a word", "many"
        yield "nothing", None
    elif isinstance(value, str):
        x = number(value)
        if x is not None:
            yield "more", repr(x + 0.5 * abs(x) + 1e-3)
            yield "less", repr(x - 0.5 * abs(x) - 1e-3)
            yield "no number", "nan"
        yield "another word", "quite other"
        yield "empty", ""
        yield "a number", 3
    elif value is None:
        yield "a number", 0.125
        yield "a word", "x"
    elif isinstance(value, list):
        yield "empty", []
        if value:
            yield "the last twice", value + [copy.deepcopy(value[-1])]
            yield "without the last", value[:-1]
            if len(value) > 1 and value[0] != value[-1]:
                yield "the first in the place of the last", value[:-1] + [copy.deepcopy(value[0])]
        yield "an object", {}
    else:
        yield "a list", []


def named(path):
    return ".".join(map(str, path))


def lies(truth):
    """(place, name, lie)"""
    for path, value in places(truth):
        if not path:
            continue
        for name, other in changes(value):
            if path[-1] in ("real", "imaginary") and value is True and other is False:
                continue  # less is said: both words are of what was proven
            if other != value or isinstance(other, bool) != isinstance(value, bool):
                yield named(path), name, put(truth, path, other)
        if isinstance(path[-1], str):
            yield named(path), "left out", without(truth, path)
            lie = without(truth, path)
            inside = lie
            for key in path[:-1]:
                inside = inside[key]
            inside[path[-1] + "_"] = value
            yield named(path), "by another name", lie


class GeneratedForgeries(Case):
    def accepted(self, kind, truth, question, most=None):
        """How many lies there are, and those that are said to hold; `most`: so many of them, by chance."""
        nothing = (*ABOUT_THE_WORK, *ANSWERS[kind])
        all_lies = [lie for lie in lies(truth)
                    if not any(fnmatch.fnmatch(lie[0], w) or fnmatch.fnmatch(f"{lie[0]}: {lie[1]}", w) for w in nothing)]
        chosen = all_lies if most is None else random.Random(1).sample(all_lies, min(most, len(all_lies)))

        def one(forged):
            place, name, lie = forged
            done = vieta("verify", "-", *question, text=json.dumps(lie))
            return None if done.returncode in (1, 2) else f"{place}: {name}: exit code {done.returncode}"

        with ThreadPoolExecutor(2) as pool:
            return len(chosen), [line for line in pool.map(one, chosen) if line]

    def test_every_place(self):
        """A hundred by chance for each question; VIETA_ALL_FORGERIES=1: all, some minutes."""
        for name, (kind, ask, question) in QUESTIONS.items():
            with self.subTest(name):
                given = vieta(*ask, "--json")
                self.assertEqual(given.returncode, 0, given.stderr)
                self.assertEqual(vieta("verify", "-", *question, text=given.stdout).returncode, 0)
                count, accepted = self.accepted(kind, json.loads(given.stdout), question, None if ALL else 100)
                self.assertGreaterEqual(count, 100)
                self.assertEqual(accepted, [])
                if ALL:
                    print(name, count, "lies", flush=True)


P, Q, SYSTEM = "(x^3 - x - 1)*(x-3)^2*(x^2+2)", "(x^2-2)/(x-1)^2", "x^2 + y^2 - 5; x*y - 1"
BOXES = "x^2 + y^2 - 4; x*y - 1"
QUESTIONS = {
    "roots": ("roots", ("roots", "--poly", P), ("--poly", P)),
    "roots in a region": ("roots", ("roots", "--poly", P, "--in-disc", "0,2"), ("--poly", P)),
    "real roots": ("roots", ("roots", "--poly", P, "--real-only", "--intervals"), ("--poly", P)),
    "poles": ("roots", ("roots", "--poly", Q), ("--poly", Q)),
    "solve": ("systems", ("solve", "--system", SYSTEM), ("--system", SYSTEM)),
    "newton": ("newton", ("newton", "--system", SYSTEM, "--start", "2, 0.5; 0.5, 2"), ("--system", SYSTEM)),
    "components": ("components", ("components", "--system", "x*y; x*z"), ("--system", "x*y; x*z")),
    "boxes": ("boxes", ("boxes", BOXES, "--box=-3,3"), ("--system", BOXES, "--box=-3,3")),
    "minimax": ("minimax", ("minimax", "exp(x)", "--degree", "3"), ()),
    "quotients": ("minimax", ("minimax", "exp(x)", "--degree", "2", "--denominator-degree", "1", "--format", "f64"), ()),
}

if __name__ == "__main__":
    main()
