import json
import re
import struct
import xml.dom.minidom
import zlib

from program import Case, main, vieta


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        check, = struct.unpack(">I", data[at + 8 + size:at + 12 + size])
        assert check == zlib.crc32(kind + body)
        yield kind, body
        at += 12 + size


class Picture(Case):
    def draw(self, name, *arguments):
        self.solve(*arguments, "--plot", self.path(name))
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_svg_is_well_formed(self):
        for poly in ("x^5 - x - 1", "(x-1)^3*(x^2+9)", "x^3", "(x-1e-9)(x-1)(x+1e9)"):
            picture = xml.dom.minidom.parseString(self.draw("a.svg", "--poly", poly))
            self.assertEqual(picture.documentElement.tagName, "svg")
            texts = [t.firstChild.data for t in picture.getElementsByTagName("text")]
            self.assertIn(poly, texts)
        self.assertIn("\u00d73", [t for t in self.texts("(x-1)^3*(x^2+9)")])

    def texts(self, poly):
        picture = xml.dom.minidom.parseString(self.draw("b.svg", "--poly", poly))
        return [t.firstChild.data for t in picture.getElementsByTagName("text")]

    def test_wide_ranges_are_labelled_in_decades(self):
        texts = self.texts("(x-1e-9)(x-1)(x+1e9)")
        self.assertTrue(any("log10(1 + |z|/r0)" in t for t in texts), texts)

    def test_titles_are_names_without_folders(self):
        file = self.file("of_a_file.txt", "-2 0 1\n")
        picture = xml.dom.minidom.parseString(self.draw("c.svg", file))
        texts = [t.firstChild.data for t in picture.getElementsByTagName("text")]
        self.assertIn("of_a_file.txt", texts)

    def read_png(self, name, *arguments):
        """The width and the bytes of each row."""
        done = vieta(*arguments, "--plot", self.path(name))
        if "without the libraries for .png" in done.stderr:
            self.skipTest("a build without the libraries for PNG")
        with open(self.path(name), "rb") as file:
            parts = dict(chunks(file.read()))
        width, height = struct.unpack(">II", parts[b"IHDR"][:8])
        pixels = zlib.decompress(parts[b"IDAT"])
        return width, [pixels[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)] for y in range(height)]

    def test_png_has_the_mark_of_a_solution_in_its_legend(self):
        width, rows = self.read_png("d.png", "boxes", "x^2 + y^2 = 4; y = x", "--box", "-3,3")
        # Two pixels for a unit; right of the frame, which ends at 690.
        right = {bytes(row[3 * x:3 * x + 3]) for row in rows[140:280] for x in range(2 * 690 + 36, 2 * 690 + 70)}
        self.assertIn(bytes([20, 20, 20]), right)

    def test_what_is_proven_is_never_rounded_down(self):
        for degree in range(2, 9):
            done = vieta("minimax", "exp(x)", "--in", "-1,1", "--degree", str(degree), "--json", "--plot",
                         self.path("f.svg"))
            bound = json.loads(done.stdout)["proven_bound"]
            with open(self.path("f.svg"), encoding="utf8") as file:
                text = file.read()
            claimed = re.search(r"error at most ([0-9.e-]+), proven", text)[1]
            self.assertGreaterEqual(float(claimed), bound, text)
            self.assertNotIn(">-0<", text)
            self.assertIn(f"exp(x) as p(x), p of degree {degree}", text)

    def test_png_decodes(self):
        if "without the libraries for .png" in vieta("roots", "x", "--plot", self.path("a.png")).stderr:
            self.skipTest("a build without the libraries for PNG")
        parts = dict(chunks(self.draw("a.PNG", "--poly", "x^5 - x - 1")))
        width, height, depth, kind = struct.unpack(">IIBB", parts[b"IHDR"][:10])
        self.assertEqual((depth, kind), (8, 2))
        pixels = zlib.decompress(parts[b"IDAT"])
        self.assertEqual(len(pixels), height * (3 * width + 1))
        self.assertEqual(set(pixels[::3 * width + 1]), {0})
        starts = (y * (3 * width + 1) + 1 + 3 * x for y in range(0, height, 3) for x in range(0, width, 3))
        colours = {pixels[at:at + 3] for at in starts}
        self.assertIn(b"\xff\xff\xff", colours)
        self.assertIn(bytes([0, 93, 160]), colours)


main()
