"""Data are stale where the code that they measured has changed, and nowhere else."""

import json
import pathlib
import shutil
import tempfile
import unittest

from bench.publish import stale
from bench.publish.report import ROOT


class Stale(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs/data").mkdir(parents=True)
        for paper, file in stale.DATA.items():
            for measured in [*stale.MEASURED[paper], *stale.HOUSE, f"bench/papers/{paper}"]:
                self.assertTrue((ROOT / measured).is_dir(), measured)
            source = self.root / "bench/papers" / paper / "main.cpp"
            source.parent.mkdir(parents=True)
            source.write_text("int main() {}\n", encoding="utf-8")
            self.write(file, {"machine": {"code": stale.code_of(paper, self.root)}})

    def write(self, file, data):
        (self.root / "docs/data" / file).write_text(json.dumps(data), encoding="utf-8")

    def test_data_of_this_code_are_not(self):
        self.assertEqual([], stale.stale(self.root))

    def test_data_of_other_code_are(self):
        (self.root / "bench/papers/Hatab2006/main.cpp").write_text("int main() { return 0; }\n", encoding="utf-8")
        self.assertEqual(["Hatab2006"], stale.stale(self.root))

    def test_data_that_do_not_say_are(self):
        self.write("volino1994.json", {"machine": {}})
        self.assertEqual(["Volino1994"], stale.stale(self.root))

    def test_how_it_is_published_does_not_count(self):
        shutil.copy(ROOT / "bench/papers/Volino1994/publish.py", self.root / "bench/papers/Volino1994/publish.py")
        self.assertEqual([], stale.stale(self.root))


if __name__ == "__main__":
    unittest.main()
