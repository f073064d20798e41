"""The questions of minimax_beyond.py: arguments, intervals, singular points, and whether a refusal is right."""

import random

KINDS = [
    "cusps",
    "nearly",
    "overflow",
    "far",
    "weights",
    "parity",
    "prefix",
    "intervals",
    "ends",
    "quotients",
    "inside",
    "high",
    "fixedforms",
    "scale",
    "steps",
]
# "gaps" is asked by --kind alone, so that a number still asks what it did before.


def num(r, a, b):
    return f"{r.uniform(a, b):.3g}"


def cusp(r, specials, lo=-0.9, hi=0.9):
    a = num(r, lo, hi)
    specials.append(float(a))
    p = r.choice(["0.2", "0.3", "0.5", "0.7", "1.5", "2.5", "1/3"])
    return f"abs(x-({a}))^({p})"


def question(seed, kind=None):
    r = random.Random(seed * 7919 + 13)
    kind = kind or r.choice(KINDS)
    intervals, special, args, may = [("-1", "1")], [0.0], [], False
    degree, form = r.randint(0, 7), "p(x)"
    fmt = r.choice(["f64", "f64", "f32", "f16", "bf16", "decimals:7"])
    q = 0
    k = num(r, 0.5, 6)
    if kind == "cusps":
        c, d = cusp(r, special), cusp(r, special)
        f = r.choice(
            [
                f"exp({c})",
                f"sqrt(1+{c})",
                f"atan(5*{c})",
                f"{c}*{d}",
                f"log(0.1+{c})",
                f"{c}+{k}*{d}",
                f"sin({k}*{c})",
                f"sqrt({c}+{d})",
                f"max({c},{d})",
                f"1/(0.2+{c})",
                f"abs({c}-0.4)",
                f"abs(sin({k}*x))^0.6",
                f"abs(cos({k}*x))",
                f"{c}/(1+{d})",
                f"tanh(1/(0.1+{c}))",
            ]
        )
        special += [i * 3.141592653589793 / float(k) / 2 for i in range(-8, 9)]
        q = r.choice([0, 0, 0, 1, 2])
    elif kind == "nearly":
        e = f"1e-{r.randint(2, 12)}"
        f = r.choice(
            [
                f"sin(x)/(x+{e})",
                f"x/(x+{e})",
                f"(1-cos(x))/(x^2+{e})",
                f"log(x+{e})",
                f"sqrt(x+{e})",
                f"atan(x/{e})",
                f"x/sqrt(x^2+{e})",
                f"(exp(x)-1)/(x+{e})",
                f"exp(-x/{e})",
                f"tanh(x/{e})",
                f"(x+{e})^0.3",
                f"1/log({e}*(1+x))",
                f"(sin(x+{e})-sin(x))/{e}",
                f"(exp({e}*x)-1)/{e}",
                f"(1+{e}*x)^(1/{e})",
                f"(cos({e}*x)-1)/{e}^2",
            ]
        )
        intervals = [r.choice([("0", "1"), ("0", "1"), ("0", "0.5"), ("-0", "2")])]
        intervals = [("0", intervals[0][1])]
        q = r.choice([0, 0, 0, 2, 3])
    elif kind == "overflow":
        f, iv = r.choice(
            [
                ("exp(x)", ("0", "700")),
                ("exp(x^2)", ("0", "26")),
                ("cosh(x)", ("-700", "700")),
                ("1/x", ("1e-300", "1")),
                ("x^100", ("0", "1000")),
                ("exp(exp(x))", ("0", "6.5")),
                ("exp(-x)", ("0", "740")),
                ("exp(-x^2)", ("0", "30")),
                ("1/x^2", ("1e-150", "1")),
                ("exp(x)", ("-745", "-700")),
                ("exp(x)", ("0", "709.78")),
                ("exp(x)-exp(x/2)", ("0", "709")),
                ("sinh(x)*x", ("0", "700")),
                ("gamma(x)", ("1", "170")),
                ("log(x)", ("1e-300", "1e300")),
                ("exp(-exp(x))", ("0", "6.4")),
                ("exp(x)", ("0", "800")),
                ("erfc(x)", ("0", "26")),
                ("log(1+exp(x))", ("-800", "800")),
                ("tanh(x)", ("-1000", "1000")),
                ("1/(1+exp(x))", ("-745", "745")),
                ("1e-300*sin(x)", ("0", "1")),
                ("1e300*cos(x)", ("0", "2")),
                ("sqrt(x)", ("0", "1e300")),
                ("x^0.1", ("0", "1e-300")),
            ]
        )
        intervals, special, may = [iv], [], True
        if r.random() < 0.4:
            args = ["--relative"]
        fmt = "f64"
        degree = r.randint(0, 5)
    elif kind == "far":
        at = r.choice([1e3, 1e6, 1e9, 1e12, 1e15, -1e6, -1e9, 12345.678, -3.7e4])
        w = r.choice([1.0, 2.0, 0.25, abs(at) / 2**20, abs(at) / 2**10])
        intervals = [(repr(at), repr(at + w))]
        f = r.choice(
            [
                "sin(x)",
                "cos(x)",
                "log(abs(x))",
                "sqrt(abs(x))",
                "1/x",
                "x^2",
                "atan(x)",
                "cbrt(x)",
                "sin(x)/x",
                "exp(sin(x))",
                "abs(sin(x))",
            ]
        )
        form = r.choice(["p(x)", "p(x)", f"p(x-({at!r}))"])
        degree, special, may = r.randint(0, 4), [], True
    elif kind == "weights":
        f, w, iv = r.choice(
            [
                ("exp(x)", "x", ("0", "1")),
                ("cos(x)", "(x-0.3)^2", ("-1", "1")),
                ("exp(x)", "sqrt(x)", ("0", "1")),
                ("sin(x)", "1/x", ("0", "1")),
                ("sqrt(x)", "1/sqrt(x)", ("0", "1")),
                ("cos(3*x)", "abs(x-0.2)", ("-1", "1")),
                ("exp(x)", "log(1/x)", ("0", "1")),
                ("atan(x)", "1/x^2", ("0", "1")),
                ("exp(x)", "exp(-1/x)", ("0", "1")),
                ("exp(x)", "1/sqrt(1-x^2)", ("-1", "1")),
                ("exp(-x)", "exp(-x)", ("0", "20")),
                ("sin(5*x)", "max(x,0)", ("-1", "1")),
                ("exp(x)", "x^3*(1-x)", ("0", "1")),
                ("log(1+x)", "1/x", ("0", "1")),
                ("1/(1+x)", "1+1000*exp(-100*x^2)", ("-0.5", "1")),
                ("exp(x)", "-x", ("0", "1")),
                ("exp(x)", "sin(3*x)", ("0", "2")),
                ("cos(x)", "sign(x-0.1)", ("0", "1")),
                ("exp(x)", "1e-30", ("0", "1")),
                ("exp(x)", "1e30", ("0", "1")),
            ]
        )
        intervals, special, may = [iv], [0.3, 0.2, 0, 1.0471975511965976, 0.1], True
        args = ["--weight", w]
        form = r.choice(["p(x)", "p(x)", "x*p(x)", "x*p(x^2)"])
    elif kind == "parity":
        form = r.choice(
            [
                "x*p(x^2)",
                "p(x^2)",
                "x^3*p(x^2)",
                "x*p(x^4)",
                "x^2*p(x)",
                "p(abs(x))",
                "p(x^3)",
                "p(1/(2+x))",
                "p(sqrt(3+x))",
                "x+x^3*p(x^2)",
            ]
        )
        intervals = [r.choice([("0.1", "2"), ("-1", "2"), ("-0.3", "1"), ("-2", "-1"), ("-1", "1"), ("-1", "0.5"), ("0", "1")])]
        f = r.choice(
            [
                "sin(x)",
                "atan(x)",
                "cos(x)",
                "exp(x)",
                "tanh(2*x)",
                "x*cos(x)",
                "abs(x)",
                "x^2*exp(x)",
                "asinh(x)",
                "erf(x)",
                "x*abs(x)",
                "cosh(x)",
                "1/(1+x^2)",
            ]
        )
        if r.random() < 0.3:
            args, may = ["--relative"], True
        may = may or form in ("p(x^2)", "x^2*p(x)")
    elif kind == "prefix":
        f = r.choice(["exp(x)", "1/(1-x/2)", "exp(x)*cos(x)", "sqrt(1+x/2)"])
        ser = {
            "exp(x)": ["1", "1", "1/2", "1/6", "1/24"],
            "1/(1-x/2)": ["1", "1/2", "1/4", "1/8", "1/16"],
            "exp(x)*cos(x)": ["1", "1", "0", "-1/3", "-1/6"],
            "sqrt(1+x/2)": ["1", "1/4", "-1/32", "1/128", "-5/2048"],
        }[f]
        n = r.randint(1, 4)
        intervals = [r.choice([("0", "1"), ("-1", "1"), ("-0.5", "0.5"), ("0.1", "1")])]
        degree = n + r.randint(0, 4)
        if r.random() < 0.5:
            for i in range(n):
                args += ["--constraint", f"c{i}={ser[i]}"]
        elif r.random() < 0.5:
            form = "+".join(f"({ser[i]})*x^{i}" for i in range(n)) + f"+x^{n}*p(x)"
            degree -= n
        else:
            for i in range(n):
                args += (
                    ["--constraint", f"p{chr(39) * min(i, 2) if i < 3 else ''}(0)={['1', ser[1], '2*(' + ser[2] + ')'][min(i, 2)]}"]
                    if i < 3
                    else []
                )
        may = True
        if r.random() < 0.3:
            args += ["--relative"]
    elif kind == "intervals":
        n = r.randint(2, 5)
        ends = sorted(r.sample(range(-40, 41), 2 * n))
        intervals = [(str(a / 20), str(b / 20)) for a, b in zip(ends[::2], ends[1::2])]
        if r.random() < 0.3:
            intervals.append((str(2.5), r.choice(["2.5000001", "2.500000000001", "1e5"])))
        if r.random() < 0.3:
            r.shuffle(intervals)
        f = r.choice(
            [
                "1/x",
                "sign(x)",
                "abs(x)",
                "exp(x)",
                "tan(x)",
                "1/(x-0.7)^2",
                "sqrt(abs(x-0.5))",
                "log(abs(x+0.3))",
                "x/abs(x)*sqrt(abs(x))",
                "atan(1/x)",
                "max(x,0.1)",
            ]
        )
        may, special = True, [0.0, 0.5, -0.3, 0.1]
        q = r.choice([0, 0, 0, 1, 2])
    elif kind == "ends":
        f, iv = r.choice(
            [
                ("x*log(x)", ("0", "1")),
                ("sqrt(x*(1-x))", ("0", "1")),
                ("acos(x)", ("-1", "1")),
                ("asin(x)", ("0", "1")),
                ("exp(-1/x)", ("0", "1")),
                ("exp(-1/x^2)", ("-1", "1")),
                ("x*sin(1/x)", ("0", "1")),
                ("x^2*sin(1/x)", ("0", "1")),
                ("acosh(x)", ("1", "3")),
                ("atanh(x)*(1-x)", ("0", "1")),
                ("log(1-log(x))", ("1e-9", "1")),
                ("x^x", ("0", "1")),
                ("x^0.1", ("0", "1")),
                ("sqrt(1-sqrt(x))", ("0", "1")),
                ("1/log(x)", ("0", "0.5")),
                ("sqrt(sin(x))", ("0", "pi")),
                ("x^pi", ("0", "1")),
                ("sqrt(1-x^2)", ("-1", "1")),
                ("sqrt(x)*log(x)", ("0", "1")),
                ("asin(sqrt(x))", ("0", "1")),
                ("acos(1-x^2)", ("0", "1")),
                ("sqrt(acos(x))", ("-1", "1")),
                ("x^(1/5)+(1-x)^(1/7)", ("0", "1")),
                ("log(sqrt(x)+0.01)", ("0", "1")),
                ("sqrt(exp(x)-1)", ("0", "1")),
                ("acos(cos(x))", ("0", "10")),
                ("asin(sin(3*x))", ("-2", "2")),
                ("erf(x)/x", ("-1", "1")),
                ("floor(x)", ("0", "2")),
                ("cbrt(1-x^3)", ("-1", "1")),
            ]
        )
        intervals, may, special = (
            [iv],
            f in ("x*sin(1/x)", "x^2*sin(1/x)", "floor(x)"),
            [0.0, 3.141592653589793, 6.283185307179586, 9.42477796076938] + [(i + 0.5) * 3.141592653589793 / 3 for i in range(-3, 4)],
        )
        q = r.choice([0, 0, 0, 1, 3])
        if r.random() < 0.2:
            args, may = ["--relative"], True
        if r.random() < 0.2:
            args, may = args + ["--constraint", f"p({iv[0]})={r.choice(['0', '1', 'pi/2'])}"], True
    elif kind == "quotients":
        f, iv = r.choice(
            [
                ("exp(x)", ("-1", "1")),
                ("exp(x)", ("-20", "0")),
                ("sqrt(x)", ("0", "1")),
                ("abs(x)", ("-1", "1")),
                ("tanh(3*x)", ("-2", "2")),
                ("gamma(x+1.5)", ("-1", "1")),
                ("erf(x)", ("0", "4")),
                ("log(x)", ("0.001", "1")),
                ("x^0.3", ("0", "1")),
                ("atan(10*x)", ("-1", "1")),
                ("1/(1+x^4)", ("-2", "2")),
                ("sin(5*x)", ("-1", "1")),
                ("cos(x)", ("-1", "1")),
                ("x^3", ("-1", "1")),
                ("max(x,0)", ("-1", "1")),
                ("exp(-x^2)", ("-2", "2")),
                ("sign(x)*sqrt(abs(x))", ("-1", "1")),
                ("sinh(x)/x", ("-2", "2")),
                ("(1+x)/(2+x)", ("-1", "1")),
                ("1/(x-1.001)", ("-1", "1")),
            ]
        )
        intervals, degree, q = [iv], r.randint(0, 8), r.randint(1, 8)
        if r.random() < 0.2:
            args, may = ["--relative"], True
    elif kind == "inside":
        a, b = num(r, -0.8, 0.8), num(r, -0.8, 0.8)
        f = r.choice(["exp(x)", "sin(3*x)", "atan(2*x)", "abs(x-0.1)", "1/(1.5+x)", "sqrt(1+x)"])
        pool = [
            f"p({a})={num(r, 0.2, 2)}",
            f"p'({a})=0",
            f"p({b})=1",
            f"p''({a})=0",
            f"p'({b})=1",
            "c1=0",
            "c2=1/2",
            "p(1)=2",
            "p(-1)=0.4",
            f"p'(1)={num(r, 0, 2)}",
            "p'(-1)=0",
            "c0=1",
        ]
        for c in r.sample(pool, r.randint(1, 3)):
            args += ["--constraint", c]
        degree, may = r.randint(2, 8), True
        special += [float(a), float(b), 0.1]
    elif kind == "high":
        f = r.choice(
            [
                "abs(x)",
                "cos(60*x)",
                "1/(1+100*x^2)",
                "sqrt(1+x)",
                "abs(x-0.3)^1.5",
                "tanh(20*x)",
                "sin(100*x+1)",
                "exp(-50*x^2)",
                "max(x,0.2)",
                "log(1.01+x)",
                "cos(30*x)*abs(x)",
                "exp(x)*sign(x-2)",
            ]
        )
        degree, fmt, form = r.choice([40, 60, 80, 100, 100, 130]), "f64", r.choice(["p(x)", "p(x)", "p(x^2)" if False else "p(x)"])
        special += [0.3, 0.2]
        args = ["--no-search"]
        may = False
    elif kind == "fixedforms":
        f, form, iv = r.choice(
            [
                ("acos(x)", "sqrt(1-x)*p(x)", ("0", "1")),
                ("asin(x)", "pi/2-sqrt(1-x)*p(x)", ("0", "1")),
                ("log(x)", "(x-1)*p(x)", ("0.5", "2")),
                ("log2(x)", "(x-1)*p(x)", ("1", "2")),
                ("sin(x)", "x*(pi-x)*p(x)", ("0", "pi")),
                ("exp(x)", "1+x+x^2*p(x)", ("-1", "1")),
                ("cos(x)", "1-x^2*p(x^2)", ("-1", "1")),
                ("exp(x)", "exp(x/2)*p(x)", ("-1", "1")),
                ("sqrt(x)", "1+(x-1)*p(x)", ("0", "2")),
                ("x^0.4", "x^0.4*p(x)+x", ("0", "1")),
                ("atan(x)", "x/(1+0.28*x^2)*p(x^2)", ("-1", "1")),
                ("gamma(x)", "1/x*p(x)", ("0.01", "2")),
                ("x*log(x)", "x*log(x)*p(x)+x*(x-1)", ("0", "1")),
                ("tan(x)", "x/(1-4*x^2/pi^2)*p(x^2)", ("-1.5", "1.5")),
                ("sin(x)/x", "p(cos(x))", ("-1", "1")),
                ("abs(x)", "abs(x)*p(x^2)", ("-1", "1")),
                ("cos(x)", "p(sin(x))", ("-1", "1")),
                ("exp(x)", "p(exp(x/4))", ("-2", "2")),
            ]
        )
        intervals, may = [iv], True
        if r.random() < 0.5:
            args = ["--relative"]
        degree = r.randint(0, 5)
    elif kind == "scale":
        s, t = f"1e{r.randint(-250, 250)}", f"1e{r.randint(-120, 120)}"
        f = r.choice([f"{s}*sin(x/{t})", f"{s}*exp(x/{t})", f"{s}/(1+x/{t})", f"{s}*sqrt(x/{t})", f"{s}*abs(x/{t}-0.3)"])
        intervals, may, special = [("0", t)], True, [float(t) * 0.3]
        degree, fmt = r.randint(0, 4), "f64"
        if r.random() < 0.3:
            args = ["--relative"]
    elif kind == "steps":
        a = num(r, -0.7, 0.7)
        f = r.choice(
            [
                f"exp(sign(x-({a})))",
                f"sign(x-({a}))*x",
                f"(x-({a}))/abs(x-({a}))",
                f"atan(1/(x-({a})))",
                f"exp(x)*sign(x-({a}))",
                f"sqrt(abs(x-({a})))*sign(x-({a}))",
                f"max(sign(x-({a})),x)",
                f"1/(1+exp(1/(x-({a}))))",
                f"abs(x-({a}))+sign(x-({a}))",
            ]
        )
        special += [float(a)]
        if r.random() < 0.5:
            intervals = [("-1", a), (a, "1")]
        elif r.random() < 0.5:
            intervals = [("-1", str(float(a) - 0.1)), (str(float(a) + 0.1), "1")]
        q, may = r.choice([0, 0, 1, 2, 4]), True
    elif kind == "gaps":  # p/q of other functions on each of two or three intervals: what lies between them must not count
        gap, middle = 10 ** r.uniform(-4, -0.3), r.choice([0.0, 0.0, 0.1, -0.3])
        a, b = f"{middle - gap / 2:.4g}", f"{middle + gap / 2:.4g}"
        intervals, m = [("-1", a), (b, "1")], repr(middle)
        if r.random() < 0.2:
            intervals.append((r.choice(["1.2", "1.01", "2"]), "3"))
        f = r.choice(
            [
                f"exp((x-({m}))/abs(x-({m})))*(1+x)",
                f"exp(sign(x-({m})))*cos(x)",
                f"sign(x-({m}))+{num(r, 0.01, 0.5)}*exp(x)",
                f"sign(x-({m}))/(2+x)",
                f"sqrt(1+x^2)*sign(x-({m}))+x",
                f"atan(x)+2*sign(x-({m}))",
                f"max(sign(x-({m})),x)",
                "exp(x)",
                "1/(1.5+x)",
            ]
        )
        degree = r.randint(2, 14)
        q, may, fmt = degree + r.choice([0, 0, 0, -1, 1]), True, "f64"
        args = ["--no-search"]
    out = ["--form", form, "--format", fmt, "--degree", str(degree), *args]
    for a, b in intervals:
        out.append(f"--in={a},{b}")
    if q:
        out += ["--denominator-degree", str(q)]
    return kind, out + ["--", f], intervals, special, may
