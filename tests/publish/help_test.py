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

    def test_every_paper_has_help_of_its_own(self):
        papers = sorted(run.parent.name for run in ROOT.glob("bench/papers/*/run"))
        self.assertEqual(5, len(papers))
        for name in papers:
            with self.subTest(name=name):
                answer = asked("papers", name, "--help")
                self.assertEqual(0, answer.returncode, answer.stderr)
                self.assertIn(f"scripts/bench papers {name}", answer.stdout)

    def test_papers_refuse_what_they_do_not_know_before_anything_is_built(self):
        for words, complaint in [(["Knuth1968"], "there is no paper or option 'Knuth1968'"), (["--fast"], "'--fast'"),
                                 (["Hatab2006", "--quick", "--publish"], "is not published")]:
            with self.subTest(words=words):
                answer = asked("papers", *words)
                self.assertEqual(2, answer.returncode)
                self.assertIn(complaint, answer.stderr)

    def test_papers_say_whose_data_are_stale(self):
        answer = asked("papers", "--stale")
        self.assertIn(answer.returncode, (0, 77))
        self.assertEqual(answer.returncode == 77, "is older than the code" in answer.stdout)


def asked(*words):
    return subprocess.run(["scripts/bench", *words], cwd=ROOT, capture_output=True, text=True)


if __name__ == "__main__":
    unittest.main()
