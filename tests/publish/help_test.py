"""Every benchmark says what it does before it installs, builds or measures anything."""

import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Help(unittest.TestCase):
    def test_every_benchmark_has_help_that_runs_nothing(self):
        names = sorted(run.parent.name for run in ROOT.glob("bench/*/run"))
        self.assertIn("peers", names)
        for name in names:
            for option in ["--help", "-h"]:
                with self.subTest(name=name, option=option):
                    answer = subprocess.run(["scripts/bench", name, option], cwd=ROOT, capture_output=True, text=True)
                    self.assertEqual(0, answer.returncode, answer.stderr)
                    self.assertIn(f"scripts/bench {name}", answer.stdout)
                    self.assertEqual("", answer.stderr)

    def test_an_unknown_benchmark_is_refused_with_the_list(self):
        answer = subprocess.run(["scripts/bench", "pears"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(2, answer.returncode)
        self.assertIn("  peers:", answer.stderr)


if __name__ == "__main__":
    unittest.main()
