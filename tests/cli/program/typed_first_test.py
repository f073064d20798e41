"""What people type first: lines of six kinds of users, each with the answer that it wants."""

import json
import math

from program import Case, main, vieta

TWO = [-math.sqrt(2), math.sqrt(2)]
GOLDEN = [(1 - math.sqrt(5)) / 2, (1 + math.sqrt(5)) / 2]

# (arguments behind `vieta roots`, real parts of the real roots, whether there are more that are not real)
SHADER_AUTHOR = [
    (["x*x*(3.0 - 2.0*x) - 0.25"], [-0.2660444431, 0.3263518223, 1.4396926208]),
    (["1.0 - 0.5*x*x"], TWO),
    (["6*t^5 - 15*t^4 + 10*t^3"], [0]),
    (["2.*t - 1."], [0.5]),
    (["f(t) = 3t\u00b2 \u2212 2t\u00b3 \u2212 1/2"], [(1 - math.sqrt(3)) / 2, 0.5, (1 + math.sqrt(3)) / 2]),
    (["y = x^2 - 2"], TWO),
    (["pi*x - 1"], [1 / math.pi]),
    (["2\u03c0x = 1"], [1 / (2 * math.pi)]),
    (["x\u221a2 - 2"], [math.sqrt(2)]),
    (["x*x - e"], [-math.sqrt(math.e), math.sqrt(math.e)]),
    (["t - 1/(t + 1)"], [-GOLDEN[1], -GOLDEN[0]]),
]
NUMPY_USER = [
    (["1 -3 2", "--descending"], [1, 2]),
    (["1 -3 2"], [0.5, 1]),
    (["[1, -3, 2]", "--descending"], [1, 2]),
    (["[ 1. -3.  2.]", "--descending"], [1, 2]),
    (["1, -3, 2", "--descending"], [1, 2]),
    (["1 0 -2 0", "--descending"], [-math.sqrt(2), 0, math.sqrt(2)]),
    (["x**2 - 2"], TWO),
    (["x**2 - 2 == 0"], TWO),
    (["1e-6*x**2 - 1"], [-1000, 1000]),
    (["x**2 - 10**-6"], [-0.001, 0.001]),
    (["x**2 - 1j*x"], [0]),
    (["np.roots([1, -3, 2])"], [1, 2]),
    (["np.poly1d([1., -3., 2.])"], [1, 2]),
    (["Polynomial([1, -3, 2])"], [0.5, 1]),
    (["array([ 1., -3.,  2.], dtype=float32)"], [0.5, 1]),
    (["[1., -3., 2.]"], [0.5, 1]),
    (["[1, -3, 2,]"], [0.5, 1]),
    (["(1, -3, 2)"], [0.5, 1]),
    (["[1.+0.j, -3.+0.j]"], [1 / 3]),
    (["Eq(x**2, 2)"], TWO),
]
CONTROL_ENGINEER = [
    (["s^2 + 3*s + 2"], [-2, -1]),
    (["(s^2+1)/(s+2)"], []),
    (["1 + 10/(s*(s+7))"], [-5, -2]),
    (["1/(s+1) + 1/(s+2)"], [-1.5]),
    (["(s^2-1)/(s-1)"], [-1]),
    (["1 - 0.5 z^-1"], [0.5]),
    (["1 - 1.5*z^-1 + 0.5*z^(-2)"], [0.5, 1]),
    (["z^-2 - 4"], [-0.5, 0.5]),
    (["[1; 3; 2]", "--descending"], [-2, -1]),
    (["s(s+1)(s+2) = 0"], [-2, -1, 0]),
    (["\u03bb^2 - 5\u03bb + 6"], [2, 3]),
    (["p = [1 -3 2];", "--descending"], [1, 2]),
    (["roots([1 -3 2])"], [1, 2]),
    (["-100 + 60/(1+r) + 60/(1+r)^2"], [1 / v - 1 for v in ((-60 - math.sqrt(27600)) / 120, (-60 + math.sqrt(27600)) / 120)]),
]
ALGEBRAIST = [
    (["x^5 + x - sqrt(2)"], [0.8816165665898656]),
    (["x^2 - sqrt(2)*x - sqrt(4)"], [(math.sqrt(2) - math.sqrt(10)) / 2, (math.sqrt(2) + math.sqrt(10)) / 2]),
    (["x^2 - \u221a2"], [-(2 ** 0.25), 2 ** 0.25]),
    (["x^2 - pi"], [-math.sqrt(math.pi), math.sqrt(math.pi)]),
    (["x^2 - \u03c0"], [-math.sqrt(math.pi), math.sqrt(math.pi)]),
    (["x^{2} - x - 1"], GOLDEN),
    (["x\u00b2 = 2"], TWO),
    (["x\u00b7x - x - 1 = 0"], GOLDEN),
    (["p(x) = x^3 - x"], [-1, 0, 1]),
    (["(x-1)/(x^2-1)"], []),
    (["x^2 + 3im*x"], [0]),
    (["\\alpha^2 - \\alpha - 1"], GOLDEN),
    (["x^{2} \\cdot x - 8"], [2]),
    (["x_{1}^2 - 2"], TWO),
    (["x\u2081\u00b2 - 2"], TWO),
    (["$x^2 - 2$"], TWO),
    ([r"\(2\,x - 1\)"], [0.5]),
    ([r"x^3 \div 2 - 4"], [2]),
    ([r"\mathrm{e}\,x - 1"], [1 / math.e]),
]
CAD_DEVELOPER = [
    (["x^2 - 2"], TWO),
    (["(1-t)^2*1 + 2*t*(1-t)*(-2) + t^2*3"], [0.25, 0.5]),
    (["1;-3;2"], [0.5, 1]),
    (["[1 -3 2]"], [0.5, 1]),
    (["0.1x - 0.01"], [0.1]),
    (["2x-1"], [0.5]),
    (["u/2 - 1/4"], [0.5]),
    (["x^2 - 1e-14"], [-1e-7, 1e-7]),
    (["x^2 - 10^(-14)"], [-1e-7, 1e-7]),
]
FIRMWARE_DEVELOPER = [
    (["0x1p3*x - 0x1p0"], [0.125]),
    (["0x1.8p1 -0x1p0"], [3]),
    (["1.0D+00 -3.0D+00 2.0D+00"], [0.5, 1]),
    (["1.0D+00*x - 2.5D-01"], [0.25]),
    (["-2.0d0 0.0d0 1.0d0"], TWO),
    (["0.0d0 -2.0d0 1.0d0"], [0, 2]),
    (["0x10 -0x2"], [8]),
    (["3 * x - 1 ;"], [1 / 3]),
    (["1.0f*x*x - 2.0f"], TWO),
    (["1.5f - 3"], [2]),  # f alone is the variable
    (["1.f, -2.f"], [0.5]),
    (["const float c[3] = {1.0f, -3.0f, 2.0f};"], [0.5, 1]),
]

# (user, words behind `vieta`, exit code, what the answer says)
OTHER_LINES = [
    ("shader author", ["minimax", "sin(x)", "--error", "1e-3"], 0, r"(?s)c3 .*proven +\d\S*e-4"),
    ("shader author", ["minimax", "smoothstep(x)"], 1, "found 'smoothstep' at character 1, expected x, pi, e or one of"),
    ("shader author", ["minimax", "max(x, 0)", "--in", "-1,1", "--degree", "2"], 0, r"optimum +0\.0625"),
    ("shader author", ["minimax", "min(x, 1-x)", "--in", "0,1", "--degree", "2"], 0, r"optimum +0\.0625"),
    ("shader author", ["minimax", "-exp(-x)", "--in", "0,1"], 0, "proven"),
    ("shader author", ["real-roots", "1 - 3x + x^3", "--in", "0,1"], 0, r"0\.34729635533386"),
    ("shader author", ["minimax", "acos", "--emit", "glsl", "--error", "1e-3"], 0, "float fast_acos"),
    ("shader author", ["-h"], 0, "Usage: vieta VERB"),
    ("shader author", ["minimax", "2^x", "--in", "[0,1]"], 0, r"c0 +0\.99989295"),
    ("shader author", ["minimax", "e^x", "--in", "0,1"], 0, r"c0 +0\.9994552"),
    ("shader author", ["minimax", "1/(1+25x\u00b2)", "--degree", "4"], 0, r"c0 +0.7828416"),
    ("shader author", ["minimax", "\u221ax", "--in", "0.25,1"], 0, r"c1 +1\.302082"),
    ("shader author", ["minimax", "2 3"], 1, "found '3' at character 3, expected an operator"),
    ("shader author", ["minimax", "ln x", "--in", "1,2"], 1, "the argument of a function stands in parentheses"),
    ("shader author", ["mnimax", "sin"], 1, "(perhaps minimax)"),
    ("NumPy user", ["real_roots", "x^2 - 1"], 1, "(perhaps real-roots)"),
    ("NumPy user", ["roots", "np.roots([1,-3,2])"], 0, r"p\(x\) = 2 - 3x \+ x\^2\n"),
    ("NumPy user", ["roots", "[1 2; 3 4]"], 1, "expected one polynomial: rows that end with ';' are read by --batch"),
    ("NumPy user", ["roots", "1 2; 3 4"], 1, "expected one polynomial: rows that end with ';' are read by --batch"),
    ("NumPy user", ["roots", "5"], 1, "5: found a number, expected a polynomial"),
    ("NumPy user", ["real-roots", "np.roots([1,-3,2])"], 1, "expected coefficients from that of x^0 on"),
    ("algebraist", ["solve", "[Eq(x + y, 3), Eq(x*y, 2)]"], 0, "2 certified, 2 real"),
    ("algebraist", ["roots", r"x^2 - \sqrt[3]{2}"], 1, "expected an exponent, a whole number"),
    ("algebraist", ["newton", "x^2 - 2; y^2 - 3", "--start", "sqrt(2), -sqrt(3)/2; 1, pi"], 0, "2 certified"),
    ("control engineer", ["solve", "x^2 - a", "--at", "a=pi"], 0, r"x = 1\.772453851"),
    ("shader author", ["minimax", "1.0f/(1.0f + x)", "--in", "0,1"], 0, "proven"),
    ("firmware developer", ["real-roots", "{1.0f, -3.0f, 2.0f}"], 0, r"0\.5 +1\n"),
    ("NumPy user", ["roots", "3x^2 -2x"], 0, r"0\.66666666666666"),
    ("NumPy user", ["1 -3 2"], 0, r"p\(x\) = 1 - 3x \+ 2x\^2 +\(the list begins with x\^0; --descending"),
    ("NumPy user", ["roots", "[[1,2],[3,4]]"], 1, "found"),
    ("NumPy user", ["real-roots", "-1 0 1"], 0, r"-1 +1"),
    ("NumPy user", ["roots", "1.5"], 1, "1.5"),
    ("NumPy user", ["real-roots", "[1 -3 2]"], 0, r"0\.5 +1\n"),
    ("NumPy user", ["roots", "nan, 1"], 1, "found 'nan', expected a finite number"),
    ("NumPy user", ["roots", "x^2 = 2", "--descending"], 1, "--descending: found an expression, expected a list of coefficients"),
    ("control engineer", ["roots", "tau*s + 1"], 1, "found 's', expected the variable 'tau'"),
    ("control engineer", ["roots", "(s+1)/(s^2+2*s+5)"], 0, r"(?s)zeros.*-1 .*poles.*-1 +2 .*-1 +-2 "),
    ("control engineer", ["roots", "exp(-s)*s + 1"], 1, "found 'exp', expected a polynomial, which has no functions"),
    ("control engineer", ["roots", "1/0"], 1, "found '0', expected a divisor other than zero"),
    ("control engineer", ["roots", "s^2.5 + 1"], 1, "expected an exponent, a whole number"),
    ("control engineer", ["s^2 + 2s + 2"], 0, r"-1 +1 "),
    ("algebraist", ["solve", "x^2 + y^2 = 4, x = y"], 0, "2 certified, 2 real"),
    ("algebraist", ["solve", "x^2 - sqrt(2)"], 0, r"x +1\.18920711500272"),
    ("algebraist", ["newton", "x^2 - sqrt(y); y = 2", "--start", "1,2"], 0, r"x +1\.18920711500272"),
    ("algebraist", ["solve", "x*y - 1; y = 2^(1/3)"], 0, r"x +7\.93700525984"),
    ("algebraist", ["solve", "x*y - 1; y = 2^pi"], 1, "found 'pi', expected an exponent, a whole number"),
    ("algebraist", ["solve", "(x - \u221a2)*(x + \u221a2)"], 1, "cannot be told from zero, expected it multiplied out"),
    ("algebraist", ["solve", "0; 0"], 1, "found the zero polynomial"),
    ("algebraist", ["real-roots", "x^2 - 2", "--in", "-pi/2,\u03c0"], 0, r"-1\.4142135623730951 +1\.414"),
    ("algebraist", ["roots", "x^2 - 2", "--in-disc", "1j,sqrt(4)"], 0, "2 real"),
    ("algebraist", ["roots", "x^2 - 2", "--in-box", "0,e,-1/3,1/3"], 0, "1 real"),
    ("CAD developer", ["boxes", "x^2 - 1/16", "--box", "0,1/3"], 0, r"unique +x = 0\.25"),
    ("NumPy user", ["roots", "x < 2"], 1, "x < 2: found neither a file of this name nor a polynomial that can be read"),
    # Pasted from somewhere.
    ("algebraist", ["roots", "x^2-2\nx^2-3"], 1, "expression:2:1: found 'x', expected an operator or the end"),
    ("algebraist", ["roots", "x^2 +\n x - 3"], 0, r"1\.30277563773199"),
    ("algebraist", ["solve", "x+y = 3 (1); x-y = 1 (2)"], 1, "expected a '*' before a number in parentheses, or nothing: numbers of equations"),
    ("algebraist", ["roots", "2x+1 (2)"], 1, "numbers of equations are left out"),
    ("algebraist", ["roots", "(x-1)(2)"], 0, r"p\(x\) = -2 \+ 2x"),
    ("algebraist", ["roots", "1 \u22123"], 0, r"p\(x\) = 1 - 3x +\(the list begins with x\^0"),
    ("algebraist", ["solve", "x = 5 , y = 1,5"], 1, "found '5' behind a comma, expected an equation; decimals have a point"),
    ("algebraist", ["solve", "x*y=-1; x=1j; y=x"], 1, "found 'j', expected i for the imaginary unit, or a '*'"),
    ("algebraist", ["solve", "x=0x0A; y=2"], 1, "found '0x0A', expected a decimal number"),
    ("algebraist", ["solve", "x=1_000"], 1, "found '1_000', expected a number without '_'"),
    ("algebraist", ["solve", "f = x^2-2; f(x) = 0"], 1, "found 'f', expected a product with a '*', or no argument: f is a variable"),
    ("algebraist", ["solve", "x(x-1)=y; y=2"], 0, "2 certified, 2 real"),
    ("algebraist", ["solve", "x^2 - 2  # a circle"], 0, "2 certified, 2 real"),
    ("algebraist", ["roots", r"\frac{1}{2}x^2 - \tfrac12"], 0, r"p\(x\) = -0\.5 \+ 0\.5x\^2"),
    ("algebraist", ["roots", "\uff58\uff3e\uff12\uff0d\uff12"], 0, r"p\(x\) = -2 \+ x\^2"),
    ("algebraist", ["solve", "\U0001d465\u00b2 = 2"], 0, "2 certified, 2 real"),
    ("algebraist", ["roots", "x^2 - 2^(1/2)"], 0, r"1\.189207115002721"),
    ("algebraist", ["roots", "x^2 - x^(1/2)"], 1, "found '(1/2)', expected an exponent, a whole number"),
    ("physicist", ["roots", "x^2 - Pi"], 0, r"1\.772453850905516"),
    ("physicist", ["roots", "x^2 - exp(1)"], 0, r"1\.6487212707001"),
    ("physicist", ["solve", "x = sqrt(sqrt(2) + pi)"], 0, r"x +2\.13443346487139"),
    ("physicist", ["solve", "x = pi*1e110"], 0, r"the only isolated solution: proven"),
    ("physicist", ["solve", "x^2 = pi*1e220"], 0, r"all 2 isolated solutions: proven"),
    ("physicist", ["solve", "x^2 - 2pi x + pi^2"], 0, "singular, 2 paths end here, isolated"),
    ("physicist", ["solve", "(2*pi)*x^2 + (1/pi-12345678901234567890123456789)*x + exp(1)/3; sqrt(6)*y + exp(1)^2*x^2 - x = 1"], 0,
     "all 2 isolated solutions: proven"),
    ("Excel user", ["roots", "1,000"], 1, "expected numbers without commas in them: 1000"),
    ("control engineer", ["solve", "e*x = 1"], 1, "e is a variable here: Euler's number is exp(1)"),
    ("control engineer", ["solve", "exp(1)*x = 1"], 0, r"3\.6787944117144"),
    ("algebraist", ["solve", "x\u2081 + x\u2082 = 3; x\u2081 x\u2082 = 2"], 0, r"x1 +1\.0"),
    ("algebraist", ["\u03b1\u00b2 + \u03b2\u00b2 = 1; \u03b1 = \u03b2"], 0, "2 certified, 2 real"),
    ("algebraist", ["roots", "(x - sqrt(2))*(x + sqrt(2))"], 1, "cannot be told from zero, expected it multiplied out"),
    ("algebraist", ["solve", "{x^2 - y, y^2 - x}"], 0, "4 certified, 2 real"),
    ("algebraist", ["solve", "xy = 1; x + y = 3"], 1, "xy is a variable of its own, the product is x*y"),
    ("algebraist", ["roots", "x^2 + y"], 1, "found 'y', expected the variable 'x'"),
    ("algebraist", ["roots", "x^x - 1"], 1, "found 'x', expected an exponent"),
    ("algebraist", ["roots", "sin x - 1"], 1, "expected the variable 'sin' (a polynomial has no functions)"),
    ("algebraist", ["roots", "\u221ax - 1"], 1, "found 'sqrt', expected a polynomial, which has no functions but square roots of numbers"),
    ("algebraist", ["roots", "x^(1+1) - \u221a 2"], 0, r"1\.189207115002721"),
    ("algebraist", ["roots", "x^100000000000000 - 1"], 1, "expected"),
    ("algebraist", ["roots", "x^2 - 2 )"], 1, "found ')', expected an operator or the end of the expression"),
    ("CAD developer", ["boxes", "x^2 + y^2 = 1; y = x^2", "--box", "0,2"], 0, "unique +x = 0.786151"),
    ("CAD developer", ["boxes", "x^2 + y^2 = 1; y = x^2"], 1, "expected --box"),
    ("CAD developer", ["boxes", "x^2 + y^2 = 1; y = x^2", "--box", "[0,2]"], 0, "unique +x = 0.786151"),
    ("CAD developer", ["boxes", "x - y; x + y - 1", "--box", "0,1; 2,3; 4,5"], 1, "found 3 intervals, expected one, or one for each of 2 variables (x, y)"),
    ("CAD developer", ["newton", "x^2 + y^2 - 1; x - y", "--start", "1,1"], 0, "1 certified"),
    ("CAD developer", ["roots", "2t^3 - 3t^2 + t", "--real-only"], 0, "3 real"),
    ("firmware developer", ["real-roots", "0x1p-1 -0x1p0"], 0, r"0\.5"),
    ("firmware developer", ["real-roots", "1;-3;2"], 0, r"0\.5 +1\n"),
    ("firmware developer", ["real-roots", "1 -3 2; 1 0 -1; 0 1"], 0, "3 polynomials of degree at most 2, 5 roots"),
    ("firmware developer", ["real-roots", "1,5;2,5"], 1, "found '1,5;2,5', expected blanks between the numbers of a row"),
    ("firmware developer", ["real-roots", "nan,1"], 2, "bad_input"),
    ("firmware developer", ["roots", "0x12"], 1, "0x12"),
    ("firmware developer", ["roots", "1,5 2,5"], 1, "found '1,5 2,5', expected commas or blanks between numbers"),
    ("firmware developer", ["roots", "-x^2 + 2"], 0, r"1\.414213562373095"),
    ("firmware developer", ["minimax", "sqrt(x)", "--in", "0.25,1", "--error", "1e-9"], 1, "or a finer --format"),
    ("firmware developer", ["solve", "x^2 - pi"], 0, r"x +1\.77245385090552\n"),
    ("firmware developer", ["boxes", "x^2 = pi/4", "--box", "0,1"], 0, r"unique +x = 0\.886226"),
    ("firmware developer", ["newton", "x^2 = pi", "--start", "1.7"], 0, "1 certified"),
    ("firmware developer", ["--version"], 0, r"vieta \d+\.\d+"),
    # What has two readings is refused; what has one is read.
    ("control engineer", ["roots", "  s + 2\n-------------\ns^2 + 3 s + 2"], 1, "expression:2: found '-------------', expected a quotient in one line"),
    ("control engineer", ["roots", "x^2\n---\n 2"], 1, "found '---', expected a quotient in one line"),
    ("algebraist", ["roots", "x\u00b23 - 1"], 1, "found '3', expected an operator"),
    ("algebraist", ["roots", "2x\u00b22x - 1"], 1, "found '2x', expected an operator"),
    ("algebraist", ["roots", "x\u00b2x - 8"], 0, r"p\(x\) = -8 \+ x\^3"),
    ("algebraist", ["solve", "x\u00b23 = 1"], 1, "found '3', expected an operator"),
    ("shader author", ["minimax", "x\u00b20.5"], 1, "found '0.5' at character 6, expected an operator"),
    ("algebraist", ["roots", "x\u20812 - 4"], 1, "found '2', expected an operator"),
    ("algebraist", ["roots", "x_{1}2 - 4"], 1, "found '2', expected an operator"),
    ("algebraist", ["roots", "1\u00bdx - 3"], 0, r"p\(x\) = -3 \+ 1\.5x"),
    ("algebraist", ["roots", "3\u00be - x"], 0, r"p\(x\) = 3\.75 - x"),
    ("algebraist", ["roots", "\u2153x - 1"], 0, r"p\(x\) = -1 \+ 1/3 x"),
    ("algebraist", ["roots", "2 \u00bd x - 1"], 1, "found '\u00bd', expected an operator"),
    ("algebraist", ["solve", "x = 1\u00bd"], 0, r"x +1\.50000"),
    ("algebraist", ["solve", "x^2 - a", "--at", "a=2\u00bc"], 0, r"x = 1\.5"),
    ("algebraist", ["real-roots", "x - 1.25", "--in", "0, 1\u00bd"], 0, r"ok +1\.25\n"),
    ("algebraist", ["roots", r"2\frac{1}{3}x - 7"], 1, r"found '2\frac', expected a '+' between a number and its fraction"),
    ("algebraist", ["roots", r"2\frac{x}{3} - 7"], 0, r"p\(x\) = -7 \+ 2/3 x"),
    ("control engineer", ["solve", "x_{n+1} = x_n^2"], 1, "found 'x_{n+1}', expected an index of letters and digits"),
    ("control engineer", ["roots", "x_{-1} - 3"], 1, "found 'x_{-1}', expected an index"),
    ("algebraist", ["roots", r"\cos\theta - 1"], 1, "expected the variable 'cos' (a polynomial has no functions)"),
    ("algebraist", ["roots", r"\sqrt2x - 1"], 0, r"0\.70710678118"),
    ("algebraist", ["roots", r"x\sqrt2 - 1"], 0, r"0\.70710678118"),
    ("algebraist", ["roots", r"\frac\pi2 x - 1"], 0, r"0\.6366197723"),
    ("algebraist", ["roots", r"\mathrm{i}x - 1"], 0, r"p\(x\) = -1 \+ i x"),
    ("algebraist", ["roots", r"2\x - 1"], 1, r"found '\', expected an operator"),
    ("shader author", ["minimax", r"2\x"], 1, r"found '\' at character 2, expected an operator"),
    ("algebraist", ["roots", "2ix - 1"], 1, "found 'ix', expected a '*' between i and x: ix is one name"),
    ("algebraist", ["roots", "2\u03c0ix - 1"], 1, "expected a '*' between i and x"),
    ("algebraist", ["roots", "pix - 1"], 1, "expected a '*' between pi and x"),
    ("algebraist", ["roots", "ex - 1"], 1, "expected a '*' between e and x"),
    ("physicist", ["solve", "U=R*I; U=10; R=5"], 1, "3 equations in 2 variables (U, R), where I is the imaginary unit"),
    ("physicist", ["solve", "i=u/r; u=1; r=2"], 1, "found 'i', expected another name for a variable: i is the imaginary unit"),
    ("physicist", ["roots", "I^2 - 4I + 3"], 1, "found a constant, expected a polynomial in a variable"),
    ("physicist", ["roots", "x - 1 e-3"], 1, "found '1 e-3', expected no blank in a number"),
    ("algebraist", ["solve", "1. x+y=3\n2. x-y=1"], 1, "found '1.', expected no number of an equation before it"),
    ("algebraist", ["solve", "(1) x+y=3; (2) x-y=1"], 1, "found '(1)', expected no number of an equation before it"),
    ("algebraist", ["solve", "- x+y=3\n- x-y=1"], 1, "expected equations without bullets"),
    ("algebraist", ["roots", "(2) x^2 - 3"], 1, "found '(2)', expected no number of an equation"),
    ("algebraist", ["roots", "\u2013 x^2 - 2"], 1, "found '\u2013', expected no bullet"),
    ("algebraist", ["roots", "- x^2 + 2"], 0, r"p\(x\) = 2 - x\^2"),
    ("control engineer", ["roots", "1. + 2. x - 3. x^2"], 0, r"p\(x\) = 1 \+ 2x - 3x\^2"),
    ("control engineer", ["solve", "syms x y; x+y==3; x-y==1"], 1, "found 'syms', expected equations alone"),
    ("algebraist", ["solve", "x\n+y=3\nx-y=1"], 1, "found '+y=3', expected a whole equation"),
    ("algebraist", ["solve", "2\nx+y-3\nx-y-1"], 1, "found '2' in the first line, expected an equation"),
    ("algebraist", ["solve", "x^2=2 # i.e. 1.41; x^3=5"], 0, "2 certified, 2 real"),
    ("firmware developer", ["roots", "0xffx - 1"], 1, "found '0xff', expected a decimal number"),
    ("firmware developer", ["roots", "1_000*x - 1"], 1, "found '1_000', expected a number without '_'"),
    ("firmware developer", ["roots", "2.0_f32*x - 1.0_f32"], 1, "found '2.0_f32', expected a number without '_'"),
    ("Excel user", ["roots", "3x2 - 12"], 1, "found '3x2', expected x^2, or a '*' before the variable x2"),
    ("Excel user", ["roots", "y = -0.5x2 + 2"], 1, "found '5x2', expected x^2"),
    ("NumPy user", ["roots", "1 -pi"], 1, "found '-pi', expected a list of numbers alone"),
    ("NumPy user", ["roots", "--poly", "1 -2"], 1, "1 -2: found a constant, expected a polynomial"),
    ("NumPy user", ["roots", "1 -2 - 3"], 1, "found a constant, expected a polynomial"),
    ("NumPy user", ["roots", "x-1 x-2"], 1, "found a constant, expected a polynomial"),
    ("NumPy user", ["roots", "1; ;2"], 1, "found ';', expected a finite number"),
    ("NumPy user", ["roots", "1 -3 2;"], 0, r"p\(x\) = 1 - 3x \+ 2x\^2"),
    ("algebraist", ["real-roots", "x^3 - x", "--in", "]0,1["], 1, "found ']0,1[', expected a closed interval"),
    ("algebraist", ["real-roots", "x^3 - x", "--in", "(0,1)"], 1, "found '(0,1)', expected a closed interval"),
    ("algebraist", ["real-roots", "x^3 - x", "--in", "(0,1]"], 1, "found '(0,1]', expected a closed interval"),
    ("algebraist", ["boxes", "x^2 - 1/16", "--box", "[0,1)"], 1, "found '[0,1)', expected a closed interval"),
    ("algebraist", ["real-roots", "x^3 - x", "--in", "(1-2),sqrt(4)"], 0, r"-1 +0 +1\n"),
    ("shader author", ["minimax", "exp(x)", "--in", "[0,1["], 1, "found '[0,1[', expected a closed interval"),
    ("control engineer", ["roots", "x.^2 - 2*x .* x + 2"], 0, r"p\(x\) = 2 - x\^2"),
    ("NumPy user", ["roots", "pow(x, 2) - 2"], 0, r"p\(x\) = -2 \+ x\^2"),
    ("shader author", ["minimax", "sin(t)", "--in", "0,1"], 0, r"sin\(t\)  as  p\(x\)"),
    ("shader author", ["minimax", "exp(-u*u)", "--in", "0,1"], 0, "proven"),
    ("algebraist", ["minimax", "f(t) = exp(-t^2)", "--in", "0,1"], 0, "proven"),
    ("algebraist", ["minimax", "y = exp(x)", "--in", "0,1"], 0, r"c0 +0\.9994552"),
    ("NumPy user", ["minimax", "lambda x: exp(x)", "--in", "0,1"], 0, r"c0 +0\.9994552"),
    ("algebraist", ["minimax", "x -> exp(x)", "--in", "0,1"], 0, r"c0 +0\.9994552"),
    ("control engineer", ["minimax", "@(w) exp(w)", "--in", "0,1"], 0, r"c0 +0\.9994552"),
    ("algebraist", ["minimax", "1 - sin^2(x)", "--degree", "4"], 0, "proven"),
    ("NumPy user", ["minimax", "log(x, 2)", "--in", "1,2"], 0, "proven"),
    ("algebraist", ["minimax", "exp(x) = x"], 1, "found an equation, 'exp(x) = x', expected a function"),
    ("algebraist", ["minimax", "x", "--in", "s=0,1"], 1, "found 's=0', expected a constant"),
    ("NumPy user", ["minimax", "sin**2(x)", "--degree", "4"], 0, "proven"),
    ("NumPy user", ["solve", "pow(x,2) + pow(y,2) = 4, x = y"], 0, "2 certified, 2 real"),
    ("algebraist", ["solve", "(x^2-2)^2 - 1e-30; y - x^2 + 7/3"], 0, r"1\.414213562373094695"),
    ("algebraist", ["solve", "(x-4)*(x-4-3/10^14)*(x+1)", "--digits", "10"], 0, r"4\.00000000000003"),
    ("firmware developer", ["minimax", "exp", "--degree", "5", "--full-range", "--emit", "c"], 0, r"-105\.0f < x .*\n(.*\n)*.*x < -104\.0f \? 0\.0f"),
    ("algebraist", ["minimax", "sin^-1(x)"], 1, "found 'sin' at character 1, expected '(' behind it"),
    ("algebraist", ["minimax", "a*x"], 1, "found 'x' at character 3, expected one variable: a is the variable"),
    ("algebraist", ["minimax", "sin(x) + y"], 1, "found 'y' at character 10, expected one variable"),
    ("physicist", ["minimax", "exp(i*x)"], 1, "found 'i' at character 5, expected x, pi, e"),
    ("algebraist", ["minimax", "sinx"], 1, "found 'sinx'"),
    ("algebraist", ["minimax", "x", "--in", "0,t"], 1, "found a variable in 't', expected a constant"),
    ("NumPy user", ["solve", "pow(x, 2) + y^2 - 1; x - y"], 0, "2 certified, 2 real"),
    ("NumPy user", ["solve", "pow(x, y) - 1; x - y"], 1, "found 'pow', expected a number as the exponent"),
    ("physicist", ["solve", "2ix + y = 0; x - y = 1"], 1, "found the variables 'ix' and 'x', the first directly behind a number, expected i*x"),
    ("physicist", ["solve", "2*ix + x = 0; x - ix = 1"], 0, "the only isolated solution"),
    ("algebraist", ["solve", "x^2 - 2"], 0, r"x +1\.41421356237310\n"),
    ("algebraist", ["solve", "x^2 - 2", "--precision", "dd"], 0, r"x +1\.41421356237309504880"),
    ("algebraist", ["solve", "(x - 1)*(x - 1 - 10^-18)"], 0, r"1\.000000000000000001"),
    ("shader author", ["minimax", "pow(x, 2.0)", "--degree", "2"], 0, r"(?s)c2 +1\b"),
    ("NumPy user", ["roots", "np.pi*x - 1"], 0, r"0\.318309886"),
    ("firmware developer", ["roots", "x*M_PI - 1"], 0, r"0\.318309886"),
    ("NumPy user", ["roots", "`x^2 - 2`"], 0, r"p\(x\) = -2 \+ x\^2"),
    ("NumPy user", ["roots", '{"coefficients": [1, -3, 2]}'], 0, r"p\(x\) = 1 - 3x \+ 2x\^2"),
    ("NumPy user", ["solve", '{"variables": ["x"], "equations": ["x^2 - 2"]}'], 0, "2 certified, 2 real"),
    ("Excel user", ["roots", "\ufeffx^2 - 2"], 0, r"p\(x\) = -2 \+ x\^2"),
    ("Excel user", ["roots", "1\r\n-3\r\n2\r\n"], 0, r"p\(x\) = 1 - 3x \+ 2x\^2"),
    ("Excel user", ["solve", "x+y=3\r\nx-y=1\r\n"], 0, "1 certified, 1 real"),
    ("NumPy user", ["roots", "# c\n1 -3 2"], 0, r"p\(x\) = 1 - 3x \+ 2x\^2"),
    ("NumPy user", ["roots", "x^2", "-", "2"], 1, "found '-', expected no more arguments; an expression with blanks stands in quotes"),
    ("equations apart", ["solve", "x^2-1", "y-1"], 1, "found 'y-1', expected no more arguments; equations stand in one pair of quotes, with ; between them"),
]


def real_roots(answer):
    return sorted(z["re"] for z in answer["roots"] if z["im"] == 0)


class TypedFirst(Case):
    def check(self, lines):
        for arguments, expected in lines:
            with self.subTest(arguments):
                answer = json.loads(self.solve(*arguments, "--json"))
                found = real_roots(answer)
                self.assertEqual(len(found), len(expected), found)
                for x, y in zip(found, sorted(expected)):
                    self.assertAlmostEqual(x, y, delta=1e-6 * max(1e-6, abs(y)))

    def test_shader_author(self):
        self.check(SHADER_AUTHOR)

    def test_numpy_user(self):
        self.check(NUMPY_USER)

    def test_control_engineer(self):
        self.check(CONTROL_ENGINEER)

    def test_algebraist(self):
        self.check(ALGEBRAIST)

    def test_cad_developer(self):
        self.check(CAD_DEVELOPER)

    def test_firmware_developer(self):
        self.check(FIRMWARE_DEVELOPER)

    def test_other_lines(self):
        for user, words, code, says in OTHER_LINES:
            with self.subTest(user=user, words=words):
                done = vieta(*words)
                self.assertEqual(done.returncode, code, done.stdout + done.stderr)
                if code == 1:
                    self.assertIn(says, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1 + done.stderr.count("no verb; taken for"))
                else:
                    self.assertRegex(done.stdout, says)

    def test_a_hundred_lines(self):
        lines = (SHADER_AUTHOR, NUMPY_USER, CONTROL_ENGINEER, ALGEBRAIST, CAD_DEVELOPER, FIRMWARE_DEVELOPER, OTHER_LINES)
        self.assertGreaterEqual(sum(map(len, lines)), 100)

    def test_words_with_greek_letters_and_signs(self):
        for text, root in (("2\u03c0x - 1", 1 / (2 * math.pi)), ("\u03c0x\u00b2 - \u03c0", 1), ("x\u221a2 - 2", math.sqrt(2)),
                           ("f(t) = \u03c0 - t", math.pi), ("p(e) = e^2 - 1", 1), ("x^2 - 1/pi", 1 / math.sqrt(math.pi)),
                           ("x*sqrt(2)/2 - 1", math.sqrt(2)), ("pi*x/x^2 - pi/4", 4)):
            self.assertAlmostEqual(real_roots(json.loads(self.solve(text, "--json")))[-1], root, msg=text)
        self.assertIn("p(x) = -0.318309... + x^2", self.solve("x^2 - 1/pi"))

    def test_lines_of_headings(self):
        rows = self.file("rows.csv", "c0,c1,c2\n-1,0,1\n-4,0,1\n")
        self.assertEqual(json.loads(vieta("real-roots", rows, "--json").stdout)["report"]["polynomials"], 2)
        self.assertIn("2 polynomials", vieta("roots", "--batch", rows).stdout)
        self.refused("roots", rows, saying="rows.csv:3: found a second row below names of columns, expected one polynomial, or --batch")
        self.assertEqual(real_roots(json.loads(self.solve(self.file("p.csv", "coefficient\n1\n-3\n2\n"), "--json"))), [0.5, 1])
        self.refused("real-roots", self.file("bad.csv", "c0;c1\n1,2\n3,x\n"), saying="bad.csv:3: found 'x'")
        self.assertIn("bad_input", vieta("real-roots", "-", text="nan,inf\n1,2\n").stdout)  # numbers, of a kind

    def test_numbers_in_quotes(self):
        answer = json.loads(vieta("real-roots", "-", "--json", text='"-4","0","1"\n"-1", "1"\n').stdout)
        self.assertEqual([p["roots"] for p in answer["results"]], [[-2, 2], [1]])
        self.refused("real-roots", self.file("commas.csv", '"1,5","2,0"\n'), saying="commas.csv:1: found '\"1'")
        self.refused("real-roots", self.file("semicolons.csv", '"1,5";"2,0"\n'), saying="decimals have a point")
        self.assertIn("p(x) = 1 - 3x + 2x^2", self.solve("'1 -3 2'"))

    def test_values_out_of_range_are_named(self):
        values = self.file("values.csv", "a\n1e300\n1\n")
        done = vieta("solve", "--system", "x^2 - a*x - 1", "--parameters", values)
        self.assertEqual(done.returncode, 0)  # by itself, exactly
        self.assertIn("1 instance solved afresh", done.stdout)

    def test_poles_stand_beside_zeros(self):
        answer = json.loads(self.solve("(s^2-1)/((s-1)(s+3))", "--json"))
        self.assertEqual(real_roots(answer), [-1])
        self.assertEqual(real_roots(answer["poles"]), [-3])
        table = self.solve("(s^2+1)/(s+2)")
        self.assertIn("p(s) = (1 + s^2) / (2 + s)", table)
        self.assertRegex(table, r"(?s)zeros\n.*poles\n.* -2 ")

    def test_the_report_repeats_what_was_read(self):
        self.assertIn("p(x) = 1 - 3x + 2x^2    (the list begins with x^0; --descending: with the highest power)",
                      self.solve("1 -3 2"))
        self.assertIn("p(x) = 2 - 3x + x^2\n", self.solve("1 -3 2", "--descending"))
        self.assertIn("p(t) = -1/2 + 0.1t + 3i t^2\n", self.solve("3i*t^2 + 0.1t - 1/2"))
        self.assertNotIn("p(x)", self.solve("x^11 - 1"))

    def test_constants_have_an_error_that_counts(self):
        answer = json.loads(self.solve("x^2 - pi", "--json"))
        self.assertEqual(answer["status"], "complete")
        self.assertTrue(0 < answer["report"]["uncertainty"] < 1e-300)
        self.refused("roots", "pi*x^2 - pi*x^2 + x", saying="cannot be told from zero")
        self.assertEqual(real_roots(json.loads(self.solve("pi - 3", "--json"))), [3])  # alone it is the variable

    def test_files_are_read_before_texts(self):
        path = self.file("x^2", "3 -1")
        self.assertEqual(real_roots(json.loads(self.solve(path, "--json"))), [3])
        self.refused("roots", "no_such.pol", saying="no_such.pol")
        self.refused("roots", "some-folder/some-file", saying="some-folder/some-file")

    def test_files_that_hold_more_than_polynomials(self):
        path = self.file("p.txt", "x^2 - \u03c0\n")
        self.assertAlmostEqual(real_roots(json.loads(self.solve(path, "--json")))[1], math.sqrt(math.pi))

    def test_other_verbs_take_texts_as_well(self):
        def count(*arguments, code=0):
            done = vieta(*arguments, "--json")
            self.assertEqual(done.returncode, code, done.stderr)
            return json.loads(done.stdout)

        self.assertEqual(len(count("solve", "x^2 - 2")["solutions"]), 2)
        self.assertEqual(len(count("solve", "x^2 + y^2 == 4, x*y = 1")["solutions"]), 4)
        self.assertEqual(len(count("solve", "\u03b1\u00b2 - 10^-2; \u03b2 - \u03b1")["solutions"]), 2)
        self.assertEqual(len(count("newton", "x^2 - 10^-6", "--start", "1")["solutions"]), 1)
        self.assertEqual(count("real-roots", "x^3 - x")["report"]["polynomials"], 1)
        count("boxes", "x^2 + y^2 - 1; x - y", "--box", "-2,2")
        self.refused("boxes", "x^2 - 2", saying="expected --box")

    def test_a_verb_is_guessed_and_said(self):
        for text, verb in (("x^2 - 2", "roots"), ("1 -3 2", "roots"), ("x^2 - 2; y - x", "solve"),
                           ("x + y = 3, x*y = 2", "solve")):
            done = vieta(text)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr, f'vieta: no verb; taken for: vieta {verb} "{text}"\n')
        self.refused(self.file("p.txt", "1 2"), saying="expected a verb before it")
        done = vieta("x^2\n- 2")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 1), done.stderr)
        for words in (["a" * 100000], ["roots", "a" * 100000], ["solve", "a" * 100000 + ".json"]):
            self.assertLess(len(vieta(*words).stderr), 2000)

    def test_decimal_commas_over_several_lines(self):
        text = self.file("p.txt", "1,5\n-2,5\n3\n")
        self.refused("roots", text, saying="p.txt:1: found '1,5', expected commas or ends of lines between numbers, not both")
        self.assertIn("p(x) = 1 + 2x + 3x^2", self.solve(self.file("wrapped.txt", "1,2,\n3\n")))

    def test_json_says_its_order(self):
        text = self.file("p.json", '{"coefficients": [1, -3, 2], "order": "descending"}')
        self.assertIn("p(x) = 2 - 3x + x^2", self.solve(text))
        self.refused("roots", self.file("q.json", '{"coefficients": [1, 2], "order": "up"}'),
                     saying="expected the order ascending or descending")

    def test_help_and_version(self):
        self.assertIn("Usage: vieta VERB", vieta().stdout)
        self.assertEqual(vieta("-V").stdout, vieta("--version").stdout)

    def test_complaints_name_the_variables(self):
        declared = self.file("phc", "1 2\n x^2 - pi;\n")
        self.refused("solve", declared, saying="2 variables (x, pi; pi is a variable here: write its number)")
        self.refused("newton", "x*e - 1", "--start", "1", saying="(x, e; e is a variable here")
        self.assertIn("no solution, counted modulo a prime", vieta("solve", "v - 10*i; v - 2").stdout)
        self.refused("roots", "x + y + 1", saying="expected the variable 'x'")


main()
