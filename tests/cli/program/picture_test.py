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
