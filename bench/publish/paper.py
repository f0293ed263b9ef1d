"""What the reports of all papers share: where, when and by which code a run was made."""

from bench.publish import runs
from bench.publish.stale import code_of


def machine(paper, folder, load, threads=(1,)):
    known = runs.machine(load, list(threads))
    made = folder / "run.json"
    if made.exists():
        known.update(runs.read(made))
    return {**known, "code": code_of(paper)}


def run_block(paper, data):
    """The line of docs/papers.md about the run that the page's tables are of."""
    about = data.get("machine", {})
    words = [f"`scripts/bench papers {paper}`"]
    if "seconds" in about:
        words.append(f"{max(1, round(about['seconds'] / 60))} minutes")
    if "processor" in about:
        words.append(f"{about['processor']}, {about.get('cores', '?')} cores")
    if about.get("load") is not None:
        words.append(f"load {about['load']:.1f} before the run")
    words.append(f"{about['date']}, {about['commit']}" if "commit" in about else "data without a commit: to be measured again")
    if data.get("bodies"):
        words.append(f"bodies: {data['bodies']}")
    return {f"run_{paper}": [" · ".join(words)]}
