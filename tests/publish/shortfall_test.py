"""What falls short of what is asked is said, and nothing else is."""

import unittest

from bench.paths import publish as paths
from bench.random import publish as drawn


def scene(number, ratio):
    question = {"pairs": 1, "ours": {"automatic": 1.0}, "peers": {"slow": 9 * ratio, "fast": ratio}}
    return {"scene": f"random:{number}", "self": question, "between": question}


class Random(unittest.TestCase):
    def test_decile_is_beside_what_is_asked_of_it(self):
        lines = drawn.shortfall({"scenes": [scene(i, ratio) for i, ratio in enumerate([0.5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 50])]})
        self.assertIn("asked of the worst decile are not reached (5.00 ×); 10 of 11 scenes are below 10 ×, 1 below 1 ×", lines[1])
        self.assertIn("asked of the worst decile are reached; 1 of 11 scenes are below 4 ×, 1 below 1 ×", lines[2])


class Paths(unittest.TestCase):
    PLAIN = "float / both / ignored / none / clean / warm"

    def rows(self, double):
        cells = {self.PLAIN: 1.0, self.PLAIN.replace("float", "double"): double}
        return [{"scene": "two_knots", "detector": "box_tree", "triangles": 1, "cells": cells}]

    def test_path_within_its_limit_is_no_shortfall(self):
        self.assertEqual(["", "Every path is within what is asked."], paths.shortfall(self.rows(1.4)))

    def test_path_beyond_its_limit_is_named(self):
        self.assertEqual(["- layout: double, asked 1.4: 1 of 1 paths take longer; the median is beyond it for two knots, box_tree (1.41)."],
                         paths.shortfall(self.rows(1.41))[3:])


if __name__ == "__main__":
    unittest.main()
