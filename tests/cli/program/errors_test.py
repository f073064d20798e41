import json
import os
import struct

from program import NO_ROOTS, Case, main, vieta


def npy(values):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(
        f"<{len(values)}d", *values)


class Errors(Case):
    def test_misuse(self):
        self.refused("rots", saying="'rots'")
        self.refused("help", "rots", saying="'rots'")
        self.refused("roots", saying="INPUT: found nothing, expected a file")
        self.refused("roots", "--poly", "x", "--colour", saying="--colour")
        self.refused("roots", "--poly", "x", "--digits", "abc", saying="--digits")
        self.refused("roots", "--poly", "x", "--digits", "0", saying="--digits")
        self.refused("roots", "--poly", "x", "--digits", saying="--digits")
        self.refused("roots", "--poly", "x", "--method", "newton", saying="--method")
        self.refused("roots", "--poly", "x", "--format", "xml", saying="--format")
        self.refused("roots", "--poly", "x", "--on", "gpu", saying="--on: found 'gpu', expected auto, cpu, cuda, cuda:K, ")
        self.refused("boxes", "x", "--box", "0,1", "--on", "cuda:0,2,0", saying="--on: found device 0 twice in 'cuda:0,2,0'")
        self.refused("roots", "--poly", "x", "--threads", "-1", saying="--threads")
        self.refused("roots", "--poly", "x", "--max-seconds", "-1", saying="--max-seconds")
        self.refused("roots", "--poly", "x", "--plot", "roots.gif", saying="--plot: found 'roots.gif'")
        self.refused("roots", "--poly", "x", "--rows", "-3", saying="--rows")
        self.refused("roots", "--poly", "x", "--uncertainty", "2", saying="--uncertainty")
        self.refused("roots", "a.txt", "--poly", "x", saying="--poly")
        self.refused("roots", "--poly", "x", "-o50", saying="--output: found '50', expected the name of a file (digits: --digits 50)")
        self.refused("roots", self.file("p.pol", "0\nDRI\n5\n"), saying="--format pol")
        self.refused("verify", saying="RESULT")
        self.refused("roots", "--poly", "x", "--poly", "x^2", saying="--poly: found two, expected one (see")
        self.refused("minimax", *["--emit", "c"] * 3, "acos", saying="--emit: found 3, expected one (see")

    def test_unknown_options_come_before_what_follows_from_them(self):
        result = self.file("result.json", "{}")
        for option in (("--digits", "1"), ("--on", "cpu"), ("--plot", "a.svg"), ("--digits=1",)):
            self.refused("verify", result, "--poly", "x", *option, saying=f"verify: found '{option[0].split('=')[0]}', expected ")
        self.refused("roots", "--dig", "5", "--poly", "x", saying="roots: found '--dig', expected --digits (see")
        self.refused("info", "--on", "cuda", saying="info: found '--on', expected an option that it has (see")
        self.refused("info", "more", saying="info: found 'more', expected no more arguments (see")
        self.refused("help", "roots", "info", saying="found 'info', expected one verb")

    def test_options_that_are_almost_right(self):
        for verb, word, option in (("roots", "--real", "--real-only"), ("roots", "--out", "--output"),
                                   ("roots", "--polynomial", "--poly"), ("minimax", "--degre", "--degree"),
                                   ("real-roots", "--interval", "--in"), ("newton", "--starts", "--start"),
                                   ("newton", "--maxiterations", "--max-iterations"), ("boxes", "--tolerence", "--tolerance")):
            self.refused(verb, word, "1", saying=f"{verb}: found '{word}', expected {option} (see")
        for word in ("-V", "--zzz", "--colour"):
            self.refused("roots", word, saying=f"roots: found '{word}', expected an option that it has (see")

    def test_control_characters_are_escaped(self):
        name = self.path("a\x1b[31mred\x07\x7f\u0085.txt")
        said = "a\\x1b[31mred\\x07\\x7f\\xc2\\x85.txt"
        self.refused("roots", name, saying=said + ": found no readable file")
        for verb, text in (("roots", "1 2 z1z\n"), ("roots", ""), ("real-roots", "1 2 z\n"), ("boxes", "{"), ("newton", "x^;"),
                           ("solve", "x^;"), ("verify", "[")):
            with open(name, "w") as out:
                out.write(text)
            self.refused(verb, name, *(["--poly", "x"] if verb == "verify" else []), saying=said + ":")
        self.refused("roots", "--poly", "x", "--format", "\x1b[1m", saying="\\x1b[1m")
        self.refused("ro\x1bots", saying="'ro\\x1bots'")
        self.refused("roots", self.path("\u00e9t\u00e9.txt"), saying="\u00e9t\u00e9.txt: found no readable file")

    def test_where_found_expected(self):
        """One form for all messages, without the verb where an option or an argument is at fault; what was typed has quotes."""
        system = ("--system", "x^2 - 2")
        box = self.file("system.json", '{"vars": ["x"], "box": [[0, 2]], "equations": ["x^2 - 2"]}')
        rows = self.file("rows.txt", "1 2 3\n")
        result = self.file("result.json", NO_ROOTS)
        for words, message in (
                (("rots",), "VERB: found 'rots', expected roots, "),
                (("roots",), "INPUT: found nothing, expected "), (("roots", "--batch"), "INPUT: found nothing, expected "),
                (("roots", "--poly", "x", "--digits", "abc"), "--digits: found 'abc', expected "),
                (("roots", "--poly", "x", "--threads", "-1"), "--threads: found '-1', expected "),
                (("roots", "--poly", "0"), "0: found the zero polynomial, "),
                (("roots", rows, "--batch", "--plot", "a.svg"), f"{rows}: found a batch of polynomials, expected "),
                (("roots", "--batch", rows, "-o", "a.csv"), "--output: found 'a.csv' for a batch of polynomials, expected "),
                (("real-roots",), "INPUT: found nothing, expected "),
                (("real-roots", "--poly", "x", "--in", "1"), "--in: found '1', expected "),
                (("real-roots", "--poly", "x", "--tol", "-1"), "--tol: found '-1', expected "),
                (("real-roots", "--degree", "4"), "--degree: found no --emit, expected "),
                (("newton",), "SYSTEM: found nothing, expected "), (("newton", *system), "--start: found nothing, expected "),
                (("newton", *system, "--start", "1", "--until", "0.5"), "--until: found no --homotopy, expected "),
                (("solve", "--family", "cyclic:12", "--max-paths", "10", "--start", "total-degree"), "system: found 479001600 paths ("),
                (("boxes",), "FILE: found nothing, expected "), (("boxes", box, "--draw", "1"), "--draw: found no --plot, expected "),
                (("boxes", box, "--plot", "a.svg", "--draw", "2"), "--draw: found '2', expected 1 to 1"),
                (("boxes", box, "--subdivision", "3"), "--subdivision: found --method krawczyk, expected "),
                (("boxes", box, "--mesh", "a.stl"), "--mesh: found 'a.stl', expected "),
                (("verify",), "RESULT: found nothing, expected "),
                (("verify", result, *system), "--system: found a result of roots beside it, expected "),
                (("minimax",), "FUNCTION: found nothing, expected "), (("minimax", "foo"), "function: found 'foo', which has no "),
                (("minimax", "pareto"), "pareto: found nothing, expected "),
                (("minimax", "acos", "cos"), "FUNCTION: found 'cos' as well, expected one function"),
                (("minimax", "acos", "--samples", rows), "FUNCTION: found 'acos' beside --samples, expected one of them"),
                (("minimax", "--samples", rows, "--in", "0,1"), "--in: found '0,1' beside --samples, expected "),
                (("minimax", "acos", "--positive"), "--positive: found no --full-range, expected "),
                (("minimax", "acos", "--hex"), "--hex: found no --emit, expected "),
                (("minimax", "acos", "--fma"), "--fma: found no --emit, expected "),
                (("minimax", "acos", "--rates", "rdna"), "--rates: found no pareto, expected "),
                (("minimax", "acos", "--exponents", "0,x"), "--exponents: found 'x' in '0,x', expected "),
                (("minimax", "acos", "--exponents", "odd", "--degree", "0"), "--degree: found '0', expected 1 or more"),
                (("minimax", "acos", "--full-range", "foo"), "--full-range: found 'foo', expected "),
                (("minimax", "acos(x)", "--form", "p(x)^2"), "--form: found 'p(x)^2', which is not linear in p, expected ")):
            self.refused(*words, saying="vieta: " + message)
        for text in ('{"equations": 5}', '{"variables": 1, "equations": ["x"]}', '{"equations": [[[1, 0, "x", -1]]]}'):
            self.refused("solve", self.file("system.json", text), saying=": found ")

    def test_numbers_of_options(self):
        for option, wrong, range_of in (("--digits", ("abc", "1.5", "0", "9" * 30), "a whole number from 1 to 1000000"),
                                        ("--uncertainty", ("-1", "nan", "2", "x"), "a number from 0 to 0.499")):
            for text in wrong:
                self.refused("roots", "--poly", "x", option, text, saying=f"{option}: found '{text}', expected {range_of}")
        for text in ("-1", "inf", "1e400", "nan"):
            self.refused("roots", "--poly", "x", "--max-seconds", text, saying=f"vieta: --max-seconds: found '{text}', expected a finite number of seconds, 0 (no limit) or more")
        self.solve("--poly", "x", "--max-seconds", "0", "--digits", "+7")

    def test_options_that_would_be_ignored(self):
        self.refused("roots", "--poly", "x", "--format", "list", saying="--format")
        self.refused("newton", "--system", "x", "--format", "json", "--start", "1", saying="--format")
        self.refused("newton", "--family", "cyclic:3", "--format", "json", "--start", "ones", saying="--format")
        self.refused("roots", "--batch", self.file("rows.txt", "1 2\n"), "--format", "npy", saying="--format")
        self.refused("roots", "--poly", "x", "-o", "", saying="expected a file name")
        self.refused("roots", "--poly", "x", "--plot", "", saying="expected a file name")
        self.refused("roots", "--poly", "x", "-o", "--json", saying="--output: found '--json', expected a file name")

    def test_words_of_options(self):
        self.refused("roots", "--poly", "x", "--method", "newton", saying="--method: found 'newton', expected auto, ")
        self.refused("real-roots", "--emit", "GLSL", saying="--emit: found 'GLSL', expected glsl, hlsl, wgsl, metal, c, ispc, cpp, cuda, hip or slang")
        self.refused("minimax", "acos", "--degree", "1..5", saying="--degree: found '1..5', expected a number")
        self.refused("minimax", "acos", "--emit", saying="--emit: found nothing, expected LANGUAGE")
        self.refused("roots", "a.txt", "--poly", "x", saying="found beside --poly, expected one of them")
        self.refused("boxes", saying="FILE: found nothing, expected systems in a box")

    def test_arrays_where_there_are_none(self):
        system = ("--system", "x^2 - 2")
        for verb in (("newton", *system, "--start", "1"), ("solve", *system), ("boxes", "-"), ("minimax", "acos")):
            for name in ("a.npy", "a.csv"):
                self.refused(*verb, "-o", self.path(name), saying=f"{name}', expected FILE.json")
        rows = self.file("rows.txt", "1 2 3\n")
        self.refused("roots", "--batch", rows, "-o", self.path("a.csv"), saying="expected FILE.npy or FILE.json")
        for array in (self.path("a.npy"), self.path("a.csv")):
            self.refused("roots", "--poly", "x", "--json", "-o", array, saying=f"--output: found '{array}' beside --json, expected ")
            self.refused("real-roots", "--poly", "x", "--json", "-o", array, saying="or no --json")

    def test_shaders_take_no_polynomial(self):
        shader = ("real-roots", "--emit", "glsl", "--degree", "4")
        for more in (("--poly", "x"), ("--in", "0,1"), ("--tol", "1e-3"), ("--json",), ("--plot", "a.svg"), ("rows.npy",)):
            self.refused(*shader, *more, saying="--emit: found 'glsl', expected no ")

    def test_two_outputs_in_one_file(self):
        both = ("--plot", self.path("a.svg"), "-o", self.path("./a.svg"))
        system = self.file("system.json", '{"vars": ["x"], "box": [[0, 2]], "equations": ["x^2 - 2"]}')
        for verb in (("roots", "--poly", "x"), ("real-roots", "--poly", "x"), ("minimax", "acos"), ("boxes", system)):
            self.refused(*verb, *both, saying="a.svg: found two outputs there")
        self.refused("newton", "--family", "cyclic:3", "--write-system", both[1], "-o", both[3], saying="two outputs")
        self.assertFalse(os.path.exists(both[1]))

    def test_bad_files(self):
        self.refused("roots", self.path("missing.txt"), saying="missing.txt")
        self.refused("roots", self.path("."), saying="directory")
        for number in ("nan", "-Inf", "NaN"):
            bad = self.file("bad.txt", f"1 2\n3 {number}\n")
            self.refused("roots", bad, saying=f"bad.txt:2: found '{number}', expected a finite number")
        bad = self.file("bad.txt", "1 2\n3 four\n")
        self.refused("roots", bad, "--format", "list", saying="bad.txt:2")
        self.refused("roots", "--poly", "x^2 -", saying="expected")
        self.refused("roots", "-", text="", saying="standard input")

    def test_folders_in_the_place_of_files(self):
        self.refused("verify", self.path("."), "--poly", "x", saying="found a directory, expected a file")
        self.refused("verify", self.file("result.json", NO_ROOTS), self.path("."), saying="found a directory")
        self.refused("real-roots", self.path("."), saying="found a directory, expected a file")

    def test_files_that_are_almost_right(self):
        letters = "expected 'Key=value;' or three letters"
        for text in ("Degree=2", "Degree = 2\n1 0 1\n", "Real\nDegree=1;\n1 1", "drx 0 1 1 1", "! by hand\nxri\n0\n1\n1 1"):
            self.refused("roots", self.file("slip.pol", text), saying=letters)
        large = self.file("large.pol", "Degree=100000000;Sparse;Real;\n100000000 1\n0 1\n")
        self.refused("roots", large, saying="large.pol: degree: found 100000000")
        self.refused("roots", self.file("list.txt", "1 2 x\n"), saying="(the text was taken for an expression)")
        self.refused("roots", self.file("short.npy", b"\x93NUMPY\x01\x00"), saying="found the end of the file")
        self.refused("roots", self.file("short.json", "[1,2,3"), saying="found the end of the file, expected ',' or ']'")

    def test_decimal_commas(self):
        """They must not become twice as many numbers."""
        both = "expected commas or blanks between numbers, not both; decimals have a point"
        comma = self.file("comma.csv", "1 2 3\n1,5 2,5 -3\n")
        self.refused("roots", comma, saying="comma.csv:2: found '1,5 2,5 -3', " + both)
        self.refused("real-roots", comma, saying="comma.csv:2: found '1,5 2', " + both)
        self.refused("roots", comma, "--batch", saying="comma.csv:2: found '1,5 2', " + both)
        semicolon = self.file("semicolon.csv", "1,5;2,5;-3\n")
        for verb in ("roots", "real-roots"):
            self.refused(verb, semicolon, saying="semicolon.csv:1: found '")
        self.refused("roots", "--poly", "2x - 3,5", saying="found ','")
        self.refused("newton", "--system", "x - y; y", "--start", "1,5 2", saying="--start: found '5 2', expected one number")
        for text in ("1,2,3\n4 5 6\n7, 8 9", "1,2\t,3\n", " 1,2,3 \r\n4 5 6"):
            self.solve("-", text=text)
            self.assertEqual(vieta("real-roots", "-", text=text).returncode, 0)

    def test_texts_as_other_systems_write_them(self):
        wide = self.file("wide.txt", "1 2 3".encode("utf-16"))
        for use in (("roots", wide), ("real-roots", wide), ("boxes", wide), ("solve", wide), ("verify", wide, "--poly", "x"),
                    ("newton", "--system", "x - 1", "--start", wide), ("minimax", "--samples", wide),
                    ("solve", "--system", "x - a", "--parameters", wide)):
            self.refused(*use, saying="wide.txt:1: found UTF-16, expected UTF-8")
        system = "2\nx^2 + y^2 - 4;\nx*y - 1;\n"
        values = ("a,b\n1,2\n", '{"parameters": ["a", "b"], "values": [[1, 2]]}')
        for mark in ("", "\ufeff"):
            for end in ("\n", "\r\n"):
                file = self.file("system.phc", mark + system.replace("\n", end))
                starts = self.file("starts.txt", mark + f"2.0{end}0.5{end}")
                self.assertEqual(vieta("newton", file, "--start", starts).returncode, 0, (mark, end))
                for text in values:
                    rows = self.file("values", mark + text.replace("\n", end))
                    done = vieta("solve", "--system", "x^2 - a; y - b", "--parameters", rows)
                    self.assertEqual(done.returncode, 0, done.stderr)
                box = self.file("box.json", mark + '{"vars": ["x"],' + end + '"box": [[0, 2]], "equations": ["x^2 - 2"]}')
                self.assertEqual(vieta("boxes", box).returncode, 0, (mark, end))

    def test_equations_in_the_place_of_a_file(self):
        for verb in ("newton", "solve"):
            self.refused(verb, "no_such_file", saying="no_such_file")
        self.refused("boxes", "x^2 - y; x", saying="found equations without a box, expected --box -1,1")
        self.refused("solve", self.file("bare.txt", "x^2 + y^2 = 4\nx*y - ;\n"), saying="bare.txt:2: found 'x', expected an operator or the end of the equation")
        self.refused("newton", "--system", "x - 1; y", "--start", self.file("row.txt", "1 2\n"),
                     saying="found 1 coordinate of point 1, expected 2: a line for each")

    def test_what_is_no_json(self):
        for text, found in (("{'vars': 1}", "''vars':'"), ('{"a": 1,\n}', "'}'"), ('{"a": [1', "the end of the file")):
            bad = self.file("bad.json", text)
            line = 1 + text.count("\n")
            self.refused("boxes", bad, saying=f"bad.json:{line}: found {found}, expected JSON")
        self.refused("verify", self.file("poly.txt", "1 ! 3"), "--poly", "x", saying="poly.txt: found no JSON, expected a result")
        self.refused("verify", self.file("open.json", '{"roots":\n['), "--poly", "x",
                     saying="open.json:2: found the end of the file, expected JSON that `vieta roots --json` wrote")

    def test_what_is_no_polynomial(self):
        for text in ("sin(x)", "x + exp (x)", "sqrt(x)"):
            self.refused("roots", "--poly", text, saying="a polynomial, which has no functions")

    def test_no_equation_to_solve(self):
        self.refused("roots", "--poly", "0", saying="zero polynomial")
        nan = self.file("nan.npy", npy([1, float("nan"), 2]))
        self.refused("roots", nan, saying="nan.npy: found NaN or infinity as the coefficient of x^1, expected a finite number")
        inf = self.file("inf.npy", npy([1, 2, float("inf")]))
        self.refused("roots", inf, saying="coefficient of x^2, expected")

    def test_json_says_it_too(self):
        done = vieta("roots", "--poly", "0", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["status"], "zero_polynomial")


main()
