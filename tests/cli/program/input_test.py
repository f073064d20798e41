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

    def test_the_mark_that_some_editors_begin_a_text_with(self):
        for text in ("2 -3 1", "[2, -3, 1]", "(x-1)(x-2)", "dri 0 2 2 -3 1"):
            self.assertEqual(self.roots("-", text="\ufeff" + text), [(1, 0), (2, 0)])

    def test_names_that_only_look_like_a_head_or_a_function(self):
        self.assertEqual(self.roots("-", text="real - 1"), [(1, 0)])
        self.assertEqual(self.roots("-", text="dry - 1"), [(1, 0)])
        self.assertEqual(self.roots("--poly", "x(x-1)"), [(0, 0), (1, 0)])
        self.assertEqual(self.roots("--poly", "exp - 1"), [(1, 0)])

    def test_a_part_that_is_noise_is_zero(self):
        self.assertEqual(self.roots("--poly", "x^2 + 1"), [(0, 1), (0, -1)])
        self.assertEqual(self.roots("--poly", "x - i"), [(0, 1)])

    def test_degree_zero_has_no_roots(self):
        self.assertEqual(self.roots("-", text="5"), [])
        self.assertEqual(self.roots("-", text="x - x + 5"), [])
        self.refused("roots", "--poly", "5", saying="5: found a constant, expected a polynomial in a variable")


main()
