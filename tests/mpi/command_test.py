#!/usr/bin/env python3
"""pliant-mpi against pliant: command_test.py MPIEXEC PLIANT_MPI PLIANT

The same files, checked by several ranks and by one process: the same pairs, byte by byte.
"""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

MPIEXEC, PLIANT_MPI, PLIANT = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:4])
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def run(words, cwd):
    return subprocess.run(words, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=False)


def together(ranks, arguments, cwd):
    return run([MPIEXEC, "-q", "--oversubscribe", "-n", str(ranks), PLIANT_MPI, "check", *arguments], cwd)


def alone(arguments, cwd):
    outcome = run([PLIANT, "check", *arguments, "--pairs", "--no-nesting", "--json", "-"], cwd)
    assert outcome.returncode in (0, 1, 3), outcome.stderr
    return json.loads(outcome.stdout), outcome.returncode


def lines_of(document):
    yield "frame,body_a,triangle_a,body_b,triangle_b,kind"
    for frame in document["frames"]:
        for a, t, b, u, kind in frame["list"]:
            yield f"{frame['frame']},{a},{t},{b},{u},{kind}"


def counts(document):
    return [{key: frame[key] for key in ("frame", "pairs", "self", "between", "kinds", "all_examined")}
            for frame in document["frames"]]


def same(name, files, cwd, ranks=3, wanted=None):
    expected, code = alone(wanted or files, cwd)
    outcome = together(ranks, [*files, "--json", "-", "--pairs-file", "pairs.csv"], cwd)
    assert outcome.returncode == code, f"{name}: {outcome.returncode}, not {code}: {outcome.stderr}"
    document = json.loads(outcome.stdout)
    assert counts(document) == counts(expected), name
    assert (cwd / "pairs.csv").read_text().splitlines() == list(lines_of(expected)), f"{name}: other pairs"
    assert [rank["rank"] for rank in document["ranks"]] == list(range(ranks)), name
    assert sum(frame["pairs"] for frame in expected["frames"]) > 0, f"{name}: nothing intersects"
    return document


def export(scene, output, cwd, *options):
    outcome = run([PLIANT, "scene", "export", scene, "--triangles", "3000", "--output", output, *options], cwd)
    assert outcome.returncode == 0, outcome.stderr


def stl(mesh_lines, path):
    vertices = [tuple(map(float, line.split()[1:4])) for line in mesh_lines if line.startswith("v ")]
    faces = [[int(word.split("/")[0]) - 1 for word in line.split()[1:4]] for line in mesh_lines if line.startswith("f ")]
    with open(path, "wb") as out:
        out.write(b" " * 80 + struct.pack("<I", len(faces)))
        for face in faces:
            out.write(struct.pack("<3f", 0, 0, 0) + b"".join(struct.pack("<3f", *vertices[v]) for v in face) + b"\0\0")


def ply_as_obj(path):
    """Lines of OBJ of a binary PLY of floats or doubles and triangles."""
    data = path.read_bytes()
    end = data.index(b"end_header\n") + 11
    head = data[:end].decode()
    vertices, faces = (int(head.split(f"element {name} ")[1].split()[0]) for name in ("vertex", "face"))
    form = "<3d" if "double x" in head else "<3f"
    size = struct.calcsize(form)
    lines = ["v %r %r %r" % struct.unpack_from(form, data, end + size * v) for v in range(vertices)]
    first = end + size * vertices
    return lines + ["f %d %d %d" % tuple(v + 1 for v in struct.unpack_from("<3i", data, first + 13 * f + 1)) for f in range(faces)]


def pieces(cwd):
    """A sheet in two .vtu files that share positions along a line, and one mesh that is both."""
    def sheet(x0):
        points = [(x0 + i % 3, i // 3, 0) for i in range(9)]
        cells = [(a, a + 1, a + 3) for a in (0, 1, 3, 4)] + [(a + 1, a + 4, a + 3) for a in (0, 1, 3, 4)]
        return points, cells

    whole_points, whole_cells = [], []
    for name, x0 in (("left", 0), ("right", 2)):
        points, cells = sheet(x0)
        points += [(x0 + 0.5, 0.5, -1), (x0 + 0.6, 1.5, -1), (x0 + 0.5, 1, 1)]  # a triangle through it
        cells.append((9, 10, 11))
        whole_cells += [tuple(v + len(whole_points) for v in cell) for cell in cells]
        whole_points += points
        text = lambda rows: " ".join(str(x) for row in rows for x in row)
        (cwd / f"{name}.vtu").write_text(
            '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian"><UnstructuredGrid>'
            f'<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(cells)}">'
            f'<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">{text(points)}</DataArray></Points><Cells>'
            f'<DataArray type="Int32" Name="connectivity" format="ascii">{text(cells)}</DataArray>'
            f'<DataArray type="Int32" Name="offsets" format="ascii">{" ".join(str(3 * i + 3) for i in range(len(cells)))}</DataArray>'
            f'<DataArray type="UInt8" Name="types" format="ascii">{" ".join("5" for _ in cells)}</DataArray>'
            '</Cells></Piece></UnstructuredGrid></VTKFile>')
    (cwd / "both.pvtu").write_text('<VTKFile type="PUnstructuredGrid"><PUnstructuredGrid><Piece Source="left.vtu"/>'
                                   '<Piece Source="right.vtu"/></PUnstructuredGrid></VTKFile>')
    (cwd / "both.obj").write_text("".join("v %g %g %g\n" % p for p in whole_points) +
                                  "".join("f %d %d %d\n" % tuple(v + 1 for v in c) for c in whole_cells))


def refusals(cwd):
    missing = together(3, ["none.ply"], cwd)
    assert missing.returncode == 2 and missing.stderr.count("none.ply") == 1, missing.stderr
    (cwd / "cut.ply").write_bytes(next((cwd / "frames").glob("*.ply")).read_bytes()[:-200])
    cut = together(3, ["cut.ply"], cwd)
    assert cut.returncode == 2 and "cut.ply" in cut.stderr and "rank" in cut.stderr, cut.stderr
    wrong = together(2, ["frames/*.ply", "--by", "triangles"], cwd)
    assert wrong.returncode == 2 and wrong.stderr.count("pliant-mpi:") == 1, wrong.stderr


def resume(cwd):
    """A run that was killed behind frame 1 goes on with frame 2, and ends in the same files."""
    whole = together(3, ["frames", "--json", "whole.json", "--pairs-file", "pairs.csv"], cwd)
    assert whole.returncode == 1, whole.stderr
    document, pairs = json.loads((cwd / "whole.json").read_text()), (cwd / "pairs.csv").read_text()
    frames = document["frames"]
    question = {"pliant": document["pliant"], "files": ["frames"], "self": True, "between": True, "weld": 1,
                "by_frames": False, "pairs_file": "pairs.csv"}
    (cwd / "whole.json.part").write_text("".join(json.dumps(x) + "\n" for x in [question, *frames[:2]]) + '{"frame":2,"pa')
    (cwd / "pairs.csv").write_text(pairs[:frames[1]["pairs_bytes"]] + "2,half a line")
    again = together(2, ["frames", "--json", "whole.json", "--pairs-file", "pairs.csv", "--resume"], cwd)
    assert again.returncode == 1, again.stderr
    assert (cwd / "pairs.csv").read_text() == pairs
    assert counts(json.loads((cwd / "whole.json").read_text())) == counts(document)
    assert not (cwd / "whole.json.part").exists()
    (cwd / "whole.json.part").write_text(json.dumps({**question, "files": ["other"]}) + "\n")
    other = together(2, ["frames", "--json", "whole.json", "--pairs-file", "pairs.csv", "--resume"], cwd)
    assert other.returncode == 2 and "other files" in other.stderr, other.stderr


def main():
    with tempfile.TemporaryDirectory() as name:
        cwd = pathlib.Path(name)
        export("draped_cloth", "frames", cwd, "--frames", "5")
        first = sorted((cwd / "frames").glob("*.ply"))[-1]
        same("binary PLY", [f"frames/{first.name}"], cwd)
        same("a sequence of files", ["frames"], cwd, ranks=2)
        lines = ply_as_obj(first)
        (cwd / "cloth.obj").write_text("\n".join(lines) + "\n")
        same("OBJ", ["cloth.obj"], cwd, ranks=4)
        same("two bodies", ["cloth.obj", f"frames/{first.name}"], cwd)
        stl(lines, cwd / "cloth.stl")
        same("binary STL", ["cloth.stl"], cwd)
        pieces(cwd)
        same("pieces", ["both.pvtu"], cwd, wanted=["both.obj", "--weld"])
        (cwd / "packed").mkdir()
        (cwd / "packed/topology.ply").write_bytes(first.read_bytes())
        with open(cwd / "packed/positions.f32", "wb") as out:
            for frame in sorted((cwd / "frames").glob("*.ply")):
                for line in ply_as_obj(frame):
                    if line.startswith("v "):
                        out.write(struct.pack("<3f", *map(float, line.split()[1:])))
        document = same("a packed sequence", ["packed"], cwd)
        expected, code = alone(["frames"], cwd)
        by_frames = together(3, ["frames", "--by", "frames", "--json", "-"], cwd)
        assert by_frames.returncode == code, by_frames.stderr
        assert counts(json.loads(by_frames.stdout)) == counts(expected)
        assert sum(rank["frames"] for rank in json.loads(by_frames.stdout)["ranks"]) == 5
        assert all(rank["bytes"] > 0 and rank["elements"] > 0 for rank in document["ranks"])
        refusals(cwd)
        resume(cwd)
    print("the same pairs")


if __name__ == "__main__":
    main()
