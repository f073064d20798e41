"""Wei, Feng, Lin (2011), figure 6: points as far from one patch as from another, by sampling in two variables or in one."""

import json
import re

import hardware
import numpy as np
import plots
from items import COLD, Machine, Table, seconds

GPU = "NVIDIA GTX 280 (2008)"


def table(machine: Machine) -> Table:
    """Slices of the bisector of a biquadratic and a bilinear patch: sampled in two variables, solved in the others."""
    rows, clouds = [], {}
    on = ("--on", "cuda" if machine.gpu else "cpu")
    for samples, published in (("80 x 80", "54.26 ms on a GTX 280; IRIT 24,859 ms"), ("5 x 100", "a picture")):
        u, v = map(int, samples.split(" x "))
        path = machine.file("bisector.json", sampled_text(u, v))
        now = hardware.device_peak(machine.gpu, "single")
        guess = seconds(hardware.estimate(0.05426, GPU, "single", now)) if now and u == 80 else ""
        for method, more in (("Krawczyk", ()), ("Kantorovich, 8 x 8 pieces", ("--method", "kantorovich", "--subdivision", "8"))):
            answer = machine.vieta("boxes", path, *on, *more, codes=(0, 2))
            report, clouds[samples] = answer["report"], sampled_points(answer, u, v)
            rows.append(
                [
                    samples,
                    published,
                    guess,
                    method,
                    f"{report['complete']:,} of {report['systems']:,}",
                    f"{report['unique']:,}",
                    seconds(report["seconds"]),
                ]
            )
    if not machine.gpu:
        path = machine.file("curves.json", json.dumps(traced_slices(80)))
        traced = machine.vieta("boxes", path, "--on", "cpu", "--threads", "1", codes=(0, 2))
        report = traced["report"]
        done = f"{report['complete']:,} of {report['systems']:,}"
        rows.append(["80 in u, none in v", "", "", "curves of solutions, traced", done, f"{report['curves']} curves", seconds(report["seconds"])])
        clouds["80 in u, traced in v"] = traced_lines(traced, 80)
    return Table(
        ["samples", "published", "estimate on today's peak", "method", "slices proven", "points", "vieta"],
        rows,
        "The patches are our own: the work prints none. The example `boxes_bisector` joins such points to a surface. "
        "`boxes` traces systems with one equation less than unknowns as curves in proven tubes, without sampling: with u fixed alone a slice is such a curve."
        + COLD * bool(machine.gpu),
        "" if machine.gpu else plots.clouds("published_boxes_bisector.webp", clouds),
    )


def sampled_text(u: int, v: int) -> str:
    """Points with the same distance from a biquadratic patch S(u, v) and a bilinear one T(s, t): with D = S - T and the normal N of S,
    2 (D.N)(D.T_s) = |D|^2 (N.T_s), and the same for t; degrees (7, 7, 3, 2) and (7, 7, 2, 3), sampled in u and v."""
    patch = ("u + 0.1*u^2*v^2", "v - 0.1*u^2*v^2", "0.3 + 0.2*u*(1 - u) + 0.25*v*(1 - v) + 0.1*u^2*v^2")
    along_u = ("1 + 0.2*u*v^2", "-0.2*u*v^2", "0.2 - 0.4*u + 0.2*u*v^2")
    along_v = ("0.2*u^2*v", "1 - 0.2*u^2*v", "0.25 - 0.5*v + 0.2*u^2*v")
    plane = ("0.1 + 0.8*s", "0.1 + 0.8*t", "-0.4 + 0.1*s + 0.15*t")
    along_s, along_t = ("0.8", "0", "0.1"), ("0", "0.8", "0.15")
    normal = [f"({along_u[i]})*({along_v[j]}) - ({along_u[j]})*({along_v[i]})" for i, j in ((1, 2), (2, 0), (0, 1))]
    between = [f"({a}) - ({b})" for a, b in zip(patch, plane)]

    def dot(a, b):
        return "(" + " + ".join(f"({p})*({q})" for p, q in zip(a, b)) + ")"

    equations = [
        f"2*{dot(between, normal)}*{dot(between, along)} - {dot(between, between)}*{dot(normal, along)}"
        for along in (along_s, along_t)
    ]
    return json.dumps(
        {"vars": ["u", "v", "s", "t"], "box": [[0, 1]] * 4, "sample": {"u": u, "v": v}, "equations": equations}
    )


def traced_slices(count: int) -> list[dict]:
    """The bisector at fixed u: two equations in v, s and t."""
    whole = json.loads(sampled_text(1, 1))
    slices = []
    for k in range(count):
        equations = [re.sub(r"\bu\b", f"({2 * k + 1}/{2 * count})", text) for text in whole["equations"]]
        slices.append({"vars": ["v", "s", "t"], "box": [[0, 1]] * 3, "equations": equations})
    return slices


def bisector_points(u, v, s, t) -> np.ndarray:
    """Centres of the spheres that touch both patches: S + l N with l = -|D|^2 / (2 D.N)."""
    bump = 0.1 * u**2 * v**2
    patch = np.array([u + bump, v - bump, 0.3 + 0.2 * u * (1 - u) + 0.25 * v * (1 - v) + bump])
    along_u = np.array([1 + 0.2 * u * v**2, -0.2 * u * v**2, 0.2 - 0.4 * u + 0.2 * u * v**2])
    along_v = np.array([0.2 * u**2 * v, 1 - 0.2 * u**2 * v, 0.25 - 0.5 * v + 0.2 * u**2 * v])
    plane = np.array([0.1 + 0.8 * s, 0.1 + 0.8 * t, -0.4 + 0.1 * s + 0.15 * t])
    normal, between = np.cross(along_u, along_v, axis=0), patch - plane
    return patch - normal * (between**2).sum(axis=0) / (2 * (between * normal).sum(axis=0))


def sampled_points(answer: dict, u: int, v: int) -> np.ndarray:
    """Of an answer to `sampled_text`: samples are equally spaced, both ends among them."""
    found = [(k // v / max(u - 1, 1), k % v / max(v - 1, 1), *item["x"]) for k, one in enumerate(answer["systems"]) for item in one["items"]]
    return bisector_points(*np.array(found).T)


def traced_lines(answer: dict, count: int) -> list[np.ndarray]:
    """Points on each of the curves, in their order."""
    lines = [(k, np.array(item["polyline"]).T) for k, one in enumerate(answer["systems"]) for item in one["items"]]
    return [bisector_points(np.full(len(v), (2 * k + 1) / (2 * count)), v, s, t) for k, (v, s, t) in lines]
