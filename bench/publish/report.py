"""A report: one file of docs/data and what is written from it."""

import dataclasses
import pathlib
from typing import Any, Callable, Optional

from bench.publish import blocks, runs

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass(frozen=True)
class Report:
    data_file: str  # in docs/data
    # (folder of the run, load of the machine before it or None) -> data. Everything that is written comes from these
    # data alone, so that they can be published again.
    gather: Callable[[pathlib.Path, Optional[float]], Any]
    blocks: Callable[[Any], dict]  # data -> lines by the name of the block
    # (data, folder for images) -> None
    plots: Optional[Callable[[Any, pathlib.Path], None]] = None
    keep: Callable[[Any], Any] = lambda data: data  # what goes to docs/data; the plots may need more

    def publish_run(self, folder, load, root=ROOT):
        data = self.gather(folder, load)
        runs.write(root / "docs/data" / self.data_file, self.keep(data))
        self.write_blocks(data, root)
        if self.plots:
            self.plots(data, root / "docs/images")

    def publish_again(self, root=ROOT):
        """Tables and plots once more, from the numbers in docs/data; what was not kept of these is not drawn again."""
        data = runs.read(root / "docs/data" / self.data_file)
        self.write_blocks(data, root)
        if self.plots:
            self.plots(data, root / "docs/images")

    def write_blocks(self, data, root):
        for name, lines in self.blocks(data).items():
            blocks.write(root, name, lines)
