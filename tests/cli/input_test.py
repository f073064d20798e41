import json

from program import Case, main


class Input(Case):
    def roots(self, *arguments, **options):
        return [(z["re"], z["im"]) for z in json.loads(self.solve(*arguments, "--json", **options))["roots"]]

    def test_all_ways_in_give_the_same(self):
        expected = [(1, 0), (2, 0)]
        self.assertEqual(self.roots("--poly", "x^2 - 3x + 2"), expected)
        self.assertEqual(self.roots("--poly", "-x^2 + 3x - 2"), expected)
        self.assertEqual(self.roots("-", text="2 -3 1\n"), expected)
        self.assertEqual(self.roots("-", text="[2, -3, 1]"), expected)
        self.assertEqual(self.roots("-", "--format", "expression", text="(x-1)*(x-2)"), expected)
        self.assertEqual(self.roots(self.file("p.pol", "dri\n0\n2\n2\n-3\n1\n")), expected)

    def test_degree_zero_has_no_roots(self):
        self.assertEqual(self.roots("--poly", "5"), [])


main()
