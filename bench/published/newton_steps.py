"""Wei, Feng, Lin (2011), figure 8: from which points Newton's method converges, where Kantorovich's theorem accepts none."""

import json

import numpy as np
import plots
from items import Machine, Table, seconds

# A curve that crosses itself at the origin, where its gradient vanishes, and an ellipse through that point.
CURVE, ELLIPSE = "y^2 - x^2*(x + 1)", "(x - 0.3)^2/0.09 + y^2/0.04 - 1"
NEAR, GRID = 0.1, 400  # half of the window's side, and starting points in a row


def step(x, y):
    """Newton's step, the determinant of the Jacobian J, and the norms of J^-1 and of the step."""
    f, g = y**2 - x**2 * (x + 1), (x - 0.3) ** 2 / 0.09 + y**2 / 0.04 - 1
    fx, fy, gx, gy = -2 * x - 3 * x**2, 2 * y, (x - 0.3) / 0.045, y / 0.02
    with np.errstate(all="ignore"):
        det = fx * gy - fy * gx
        px, py = (f * gy - g * fy) / det, (fx * g - gx * f) / det
        inverse = np.maximum(np.abs(gy) + np.abs(fy), np.abs(gx) + np.abs(fx)) / np.abs(det)
    return px, py, inverse, np.maximum(np.abs(px), np.abs(py))


def accepted(x, y) -> int:
    """Starting points with alpha < 1/2 whose ball of uniqueness holds the singular point. The Lipschitz constant is that of
    the whole window, in the maximum norm."""
    gamma = max(2 + 6 * NEAR + 2, 2 / 0.09 + 2 / 0.04)
    _, _, beta, eta = step(x, y)
    with np.errstate(all="ignore"):
        alpha = beta * gamma * eta
        reach = (1 + np.sqrt(1 - 2 * alpha)) / (beta * gamma)
        return int(np.sum((alpha < 0.5) & (np.maximum(np.abs(x), np.abs(y)) <= reach)))


def table(machine: Machine) -> Table:
    machine.need_no_gpu()
    axis = (np.arange(GRID) + 0.5) / GRID * 2 * NEAR - NEAR
    x, y = (a.astype(float) for a in np.meshgrid(axis, axis))
    kantorovich = accepted(x, y)
    steps, alive, left = np.full(x.shape, np.nan), np.ones(x.shape, bool), np.zeros(x.shape, bool)
    for k in range(1, 61):
        px, py, _, size = step(x, y)
        x, y = (np.clip(np.nan_to_num(a - b, nan=9.0), -10, 10) for a, b in ((x, px), (y, py)))
        left |= alive & (np.maximum(np.abs(x), np.abs(y)) > NEAR)
        done = alive & (size < 1e-6) & (np.hypot(x, y) < 1e-5)
        steps[done] = k
        alive &= ~done
    reached = ~np.isnan(steps)
    system = {"vars": ["x", "y"], "box": [[-0.25, 0.25], [-0.25, 0.25]], "equations": [CURVE, ELLIPSE]}
    path = machine.file("node.json", json.dumps(system))
    report = machine.vieta("boxes", path, "--on", "cpu", "--threads", "1", codes=(0, 2))["report"]
    picture = plots.colours(
        "published_newton_steps.webp",
        "Newton's steps to the double point, by starting point\n(white: not in 60)",
        steps,
        [(0, 0)],
        (-NEAR, NEAR, -NEAR, NEAR),
        float(np.nanmax(steps)),
    )
    return Table(
        ["starting points", "reach the double point", "median steps", "left the window on the way", "accepted by Kantorovich's theorem", "`boxes` on [-1/4, 1/4]^2"],
        [
            [
                f"{GRID} x {GRID}",
                f"{100 * reached.mean():.0f} %",
                f"{np.nanmedian(steps):.0f}",
                f"{100 * (left & reached).mean():.0f} %",
                f"{kantorovich}",
                f"{report['unique']} single, {report['clusters']} cluster, {seconds(report['seconds'])}",
            ]
        ],
        f"`{CURVE} = 0` crosses itself at the origin, where `{ELLIPSE} = 0` passes; the work does not print its curves. Newton's method converges there, halving the distance with each step, "
        "and the theorem accepts no starting point, as no valid constant can at a point where the Jacobian matrix is singular. `boxes` encloses it in one cluster and proves the two other crossings.",
        picture,
    )
