"""What stands in README.md and docs is what the scripts make of docs/data."""

import importlib.util
import pathlib
import re
import shutil
import tempfile
import unittest

from bench.publish import blocks, runs, tables
from bench.publish.report import ROOT
from bench.publish.reports import all_reports

ALL_REPORTS = all_reports()
REPORTS = {name: report for name, report in ALL_REPORTS.items() if (ROOT / "docs/data" / report.data_file).exists()}
UNPUBLISHED = "Nothing has been published yet"
# What their programs write, from what docs/data holds.
RUNS = {
    "peers": lambda data: {"peers.json": data["scenes"], "growth.json": data["growth"]},
    "clearance": lambda data: {"clearance.json": data},
    "motion": lambda data: {"motion.json": without_machine(data), "motion_ipctk.json": data["ipctk"]},
    "command": lambda data: {"command.json": data},
    "curves": lambda data: {"curves.json": data},
    "hostile": lambda data: {"hostile.json": data},
    "mpi": lambda data: {f"{part}.jsonl": runs_of for part, runs_of in without_machine(data).items()},
    "memory": lambda data: {"memory.json": data["scenes"]},
    "one_shot": lambda data: {"one_shot.json": data},
    "paths": lambda data: {"paths.json": data["rows"]},
    "penetrations": lambda data: {"penetrations.json": data},
    "random": lambda data: {"000001.json": without_machine(data)},
    "regularity": lambda data: {"regularity.json": data["scenes"][:3], "regularity_large.json": data["scenes"][3:]},
    "stall": lambda data: {"stall.json": data["rows"]},
    "volumes": lambda data: {"volumes.json": data},
    "Hatab2006": lambda data: {"hatab2006.json": without_machine(data)},
    "Heidelberger2003": lambda data: {"heidelberger2003.json": without_machine(data)},
    "Mendoza2005": lambda data: {"Mendoza2005.json": [{**data["pairs"][0], "figure_9": "points"}, *data["pairs"][1:]]},
    "Teschner2003": lambda data: {"Teschner2003.json": without_machine(data)},
    "Volino1994": lambda data: {"volino1994.json": without_machine(data)},
}


def without_machine(data):
    return {k: v for k, v in data.items() if k != "machine"} if isinstance(data, dict) else data


def data_of(report):
    return runs.read(ROOT / "docs/data" / report.data_file)


class Copied(unittest.TestCase):
    """Works on a copy of the documents and their data."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for source in [*blocks.pages(ROOT), *(ROOT / "docs/data").glob("*.json")]:
            copy = self.root / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)

    def texts(self):
        return {page.relative_to(self.root): page.read_text(encoding="utf-8") for page in blocks.pages(self.root)}


class PublishedAgain(Copied):
    def test_leaves_every_document_as_it_is(self):
        before = self.texts()
        for name, report in REPORTS.items():
            with self.subTest(name):
                report.publish_again(self.root)
                self.assertEqual(before, self.texts())

    def test_restores_a_table_that_was_written_over(self):
        before = self.texts()
        for name, report in REPORTS.items():
            with self.subTest(name):
                for block in report.blocks(data_of(report)):
                    blocks.write(self.root, block, ["written by hand"])
                self.assertNotEqual(before, self.texts())
                report.publish_again(self.root)
                self.assertEqual(before, self.texts())

    def test_run_that_measured_the_same_leaves_the_numbers(self):
        for name, report in REPORTS.items():
            with self.subTest(name):
                known = data_of(report)
                for file, part in RUNS[name](known).items():
                    runs.write(self.root / "out" / name / file, part)
                runs.write(self.root / "out" / name / "run.json", {"seconds": 1})  # as scripts/bench papers does
                data = report.gather(self.root / "out" / name, 0.1)
                self.assertEqual(without_machine(report.keep(data)), without_machine(known))
                if "machine" in known:
                    self.assertLessEqual(set(known["machine"]), set(data["machine"]))
                report.write_blocks(data, self.root)  # another machine and day, yet everything there is to say


class Everything(unittest.TestCase):
    def test_block_is_written_by_one_report(self):
        written = [block for report in REPORTS.values() for block in report.blocks(data_of(report))]
        marked = [name for page in blocks.pages(ROOT)
                  for name in re.findall(r"<!-- (\S+):begin -->", page.read_text(encoding="utf-8"))]
        # Others than the benchmarks may write blocks, too; each of ours has a place.
        self.assertEqual(len(written), len(set(written)))
        self.assertEqual(len(marked), len(set(marked)))
        self.assertLessEqual(set(written), set(marked))

    def test_data_have_a_report(self):
        files = {path.name for path in (ROOT / "docs/data").glob("*.json")}
        self.assertLessEqual(files, {report.data_file for report in ALL_REPORTS.values()})

    def test_page_without_data_says_so(self):
        for name in ALL_REPORTS:
            with self.subTest(name):
                said = [page for page in blocks.pages(ROOT)
                        if f"<!-- {name}:begin -->\n{UNPUBLISHED}" in page.read_text(encoding="utf-8")]
                self.assertEqual(len(said), 0 if name in REPORTS else 1)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "Matplotlib is missing")
    def test_plot_can_be_drawn(self):
        with tempfile.TemporaryDirectory() as images:
            for report in REPORTS.values():
                if report.plots:
                    report.plots(data_of(report), pathlib.Path(images))
            drawn = {path.name for path in pathlib.Path(images).glob("*.png")}
        self.assertGreaterEqual(len(drawn), 11)
        self.assertLessEqual(drawn, {path.name for path in (ROOT / "docs/images").glob("*.png")})


class Blocks(unittest.TestCase):
    TEXT = "a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n"

    def test_lines_between_the_marks_are_replaced(self):
        self.assertEqual(blocks.replaced(self.TEXT, "x", ["new", "lines"]),
                         "a\n<!-- x:begin -->\nnew\nlines\n<!-- x:end -->\nb\n")

    def test_marks_must_stand_once_and_in_order(self):
        for text in ["", self.TEXT * 2, "<!-- x:end -->\n<!-- x:begin -->", "<!-- x:begin -->"]:
            with self.subTest(text), self.assertRaises(ValueError):
                blocks.replaced(text, "x", ["new"])

    def test_block_stands_in_one_document(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs/deep").mkdir(parents=True)
            (root / "README.md").write_text("nothing", encoding="utf-8")
            with self.assertRaises(ValueError):
                blocks.page_of(root, "x")
            page = root / "docs/deep/page.md"
            page.write_text(self.TEXT, encoding="utf-8")
            self.assertEqual(blocks.page_of(root, "x"), page)
            (root / "README.md").write_text(self.TEXT, encoding="utf-8")
            with self.assertRaises(ValueError):
                blocks.page_of(root, "x")


class Tables(unittest.TestCase):
    def test_columns_are_aligned_and_cells_may_be_empty(self):
        self.assertEqual(tables.table(["a", ""], "lr", [[1, "b"], ["", None]]),
                         ["| a | |", "|---|---:|", "| 1 | b |", "|  | |"])

    def test_numbers_have_three_digits(self):
        self.assertEqual([tables.number(v) for v in (0.123, 9.94, 9.96, 99.4, 99.6, 1234.5)],
                         ["0.12", "9.94", "10.0", "99.4", "100", "1234"])

    def test_rounding_keeps_four_digits_of_floats_alone(self):
        self.assertEqual(runs.rounded({"a": [1.23456, 123456, "x"]}), {"a": [1.235, 123456, "x"]})


if __name__ == "__main__":
    unittest.main()
