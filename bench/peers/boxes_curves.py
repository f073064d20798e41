"""Files of systems that ask for common points of curves and patches, for bench/systems/boxes_bench.cpp and the peers.

    python3 boxes_curves.py FOLDER

Control points are multiples of 1/16, so all coefficients are exact. An equation says that one coordinate of the first
is that of the second: its coefficient at (i, j) is a_i - b_j, because Bernstein polynomials sum to 1.
"""

import itertools
import random
import sys


def write(path, systems):
    with open(path, "w") as out:
        print(len(systems), len(systems[0]), file=out)
        for equations in systems:
            for coefficients, degrees in equations:
                print(*degrees, *map(repr, coefficients), file=out)


def meeting(first, second, degrees):
    return [([(x - y) / 16 for x in a for y in b], degrees) for a, b in zip(first, second)]


def curve_and_curve(change):
    """Two plane cubics in a square of 64; the second is the first, changed by up to `change`, if that is given."""
    a = [[random.randint(0, 1024) for _ in range(4)] for _ in range(2)]
    b = [[x + random.randint(-change, change) if change else random.randint(0, 1024) for x in line] for line in a]
    return meeting(a, b, (3, 3))


def curve_and_patch():
    """A space cubic and the graph of a bicubic polynomial over a square of 48."""
    curve = [[random.randint(0, 768) for _ in range(4)] for _ in range(2)]
    curve.append([random.randint(-512, 512) for _ in range(4)])
    grid = list(itertools.product(range(4), range(4)))
    patch = [[256 * i for i, _ in grid], [256 * j for _, j in grid], [random.randint(-256, 256) for _ in grid]]
    return meeting(curve, patch, (3, 3, 3))


def hard_ones():
    """Five solutions, two of them in corners (coefficients times ten); circles that touch at (17/32, 7/16); a parabola
    and a line that meet at 21/64 +- 2^-19; a parabola that misses a line by 2^-40."""
    five = [0, 22, 11, 11, -10, -10, -10, 10, -10, 10, 10, 10, -10, -10, -20, 0]

    def square(a):  # (x - a)^2
        return [a * a, a * a - a, (1 - a) ** 2]

    def circle(a, b, r):
        return square(a), [r * r - y for y in square(b)]

    def parabola(height):  # y = (x - 21/64)^2 + height, near the line y = 1/2
        return [x + height + 0.5 for x in square(21 / 64)], [0, 0.5, 1]

    def pair(*curves):  # each the zeros of a(x) - b(y)
        return [([x - y for x in a for y in b], (2, 2)) for a, b in curves]

    line = ([0.5] * 3, [0, 0.5, 1])
    return {
        "five": [(five, (3, 3)), ([five[4 * (k % 4) + k // 4] for k in range(16)], (3, 3))],
        "touch": pair(circle(5 / 16, 7 / 16, 7 / 32), circle(11 / 16, 7 / 16, 5 / 32)),
        "close": pair(parabola(-(2.0**-38)), line),
        "miss": pair(parabola(2.0**-40), line),
    }


if __name__ == "__main__":
    random.seed(1)
    write(sys.argv[1] + "/cubics.txt", [curve_and_curve(0) for _ in range(256)])
    write(sys.argv[1] + "/similar_cubics.txt", [curve_and_curve(32) for _ in range(256)])
    write(sys.argv[1] + "/cubic_patch.txt", [curve_and_patch() for _ in range(256)])
    for name, system in hard_ones().items():
        write(f"{sys.argv[1]}/{name}.txt", [system])
