// Whatever cannot be used is refused with one line that names it, and exit code 2.
#include <filesystem>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using BadInput = CommandTest;

TEST_F(BadInput, MissingFile) {
    for (const std::string command : {"check", "inspect"}) {
        expect_refusal(pliant(command + " nowhere.obj"), {"nowhere.obj"});
        expect_refusal(pliant(command + " nowhere.obj --json -"), {"nowhere.obj"});
    }
    expect_refusal(pliant("check 'nowhere/*.ply'"), {"nowhere/*.ply"});
}

TEST_F(BadInput, EmptyFile) {
    for (const std::string ending : {"obj", "ply", "stl", "off", "gltf", "glb", "msh", "mesh", "vtk", "vtu"}) {
        write("empty." + ending, "");
        const Outcome outcome = pliant("check empty." + ending);
        EXPECT_EQ(outcome.code, 2) << ending << ": " << outcome.out;
        EXPECT_NE(outcome.err.find("empty." + ending + ": the file is empty"), std::string::npos) << outcome.err;
    }
}

TEST_F(BadInput, TruncatedFile) {
    write_ply("whole.ply", cube(0, 1));
    const std::string whole = read("whole.ply");
    write("cut.ply", whole.substr(0, whole.size() - 5));
    expect_refusal(pliant("check cut.ply"), {"cut.ply"});
}

TEST_F(BadInput, MalformedTextNamesItsLine) {
    write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 one 0\nf 1 2 3\n");
    expect_refusal(pliant("check bad.obj"), {"bad.obj:3: "});
    write("bad.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 x 0\n3 0 1 2\n");
    expect_refusal(pliant("check bad.off"), {"bad.off:5: "});
}

TEST_F(BadInput, UnknownFormat) {
    write("notes.txt", "nothing of a mesh\n");
    expect_refusal(pliant("check notes.txt"), {"notes.txt"});
}

TEST_F(BadInput, UnknownMethodIsRefusedWithTheNearest) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("check a.obj --method boxtree"),
                   {"boxtree", "box_tree", "brute_force", "did you mean box_tree?"});
    expect_refusal(pliant("demo --method x"), {"'x'", "automatic"});
}

TEST_F(BadInput, OptionsThatMakeNoSense) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("check"), {"FILE"});
    expect_refusal(pliant("check a.obj --threads -1"), {"--threads"});
    expect_refusal(pliant("check a.obj --limit 0"), {"--limit"});
    expect_refusal(pliant("check a.obj --limit many"), {"--limit"});
    expect_refusal(pliant("check a.obj --colour"), {"--colour"});
    expect_refusal(pliant("check a.obj --image picture.jpg"), {"--image", ".png"});
    expect_refusal(pliant("check a.obj --export hits.obj"), {"--export", ".ply"});
    expect_refusal(pliant("chekc a.obj"), {"no command 'chekc'", "did you mean check?"});
    expect_refusal(pliant("scene exprot x"), {"no command 'scene exprot'", "export"});
    expect_refusal(pliant(""), {"--help"});
}

TEST_F(BadInput, NumbersAreWholeWhereTheyCount) {
    write_obj("a.obj", cube(0, 1));
    const std::string threads = "is not a whole number from 0 to 1024", limit = "is not a whole number of at least 1";
    expect_refusal(pliant("check a.obj --threads 1.5"), {"--threads: '1.5' " + threads});
    expect_refusal(pliant("check a.obj --threads 1025"), {"--threads: '1025' " + threads});
    expect_refusal(pliant("check a.obj --limit 0"), {"--limit: '0' " + limit});
    expect_refusal(pliant("check a.obj --limit 1e3"), {"--limit: '1e3' " + limit});
    expect_refusal(pliant("check a.obj --limit 99999999999999999999"), {limit});
    expect_refusal(pliant("check a.obj --fps 0"), {"--fps: '0' is not a number of at least 0.001"});
    expect_refusal(pliant("check a.obj --fps nan"), {"--fps: 'nan'"});
    expect_refusal(pliant("demo --frames 0"), {"--frames: '0' " + limit});
    expect_refusal(pliant("scene export needles -o out --seed -1"), {"--seed", "'-1' is not a whole number"});
}

/// A variable that is not set, in a script: --json "$FILE".
TEST_F(BadInput, EmptyFileNamesAreRefused) {
    write_obj("a.obj", cube(0, 1));
    for (const char* command : {"check a.obj", "inspect a.obj", "overlap a.obj a.obj", "spheretree a.obj", "scene list",
                                "tetrahedralize a.obj --out a.msh"}) {
        expect_refusal(pliant(std::string(command) + " --json \"\""), {"--json", "is empty"});
    }
    expect_refusal(pliant("tetrahedralize a.obj --out \"\""), {"--out", "is empty"});
    expect_refusal(pliant("check a.obj --image \"\""), {"--image", "is empty"});
    expect_refusal(pliant("contacts a.obj a.obj --tree-a \"\""), {"--tree-a", "is empty"});
    expect_refusal(pliant("spheretree --load \"\""), {"--load", "is empty"});
    expect_refusal(pliant("overlap a.obj \"\""), {"FILE", "is empty"});
}

// A file by the name of --pairs was written.
TEST_F(BadInput, OptionsAreNotTakenForFiles) {
    write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_refusal(pliant("check a.obj --json --pairs"), {"--json", "a value is missing in front of --pairs"});
    expect_refusal(pliant("check a.obj --export --quiet"), {"--export", "--quiet"});
    EXPECT_FALSE(std::filesystem::exists(path("--pairs")));
    EXPECT_EQ(pliant("check a.obj --json=--pairs").code, 0);
    EXPECT_TRUE(std::filesystem::exists(path("--pairs")));
}

TEST_F(BadInput, PairsNeedJson) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("check a.obj --pairs"), {"--pairs", "--json"});
}

TEST_F(BadInput, DevicesAreRefusedAtOnce) {
    expect_refusal(pliant("check /dev/zero"), {"/dev/zero: cannot be read: it is a device"});
    expect_refusal(pliant("inspect /dev/null"), {"/dev/null: cannot be read: it is a device"});
}

TEST_F(BadInput, BrokenBufferNamesItsGltfFileFirst) {
    write("a.gltf", R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": "no.bin"}]})");
    expect_refusal(pliant("check a.gltf"), {"pliant: a.gltf: buffers[0].uri: no.bin: cannot be read"});
}

/// A forgotten argument must not cost a mesh.
TEST_F(BadInput, InputsAreNotWrittenOver) {
    write_ply("a.ply", cube(0, 1));
    write("p.csv", "0.5,0.5,0.5\n");
    const std::string mesh = read("a.ply"), points = read("p.csv");
    expect_refusal(pliant("check a.ply --export a.ply"), {"a.ply"});
    expect_refusal(pliant("check a.ply --json ./a.ply"), {"a.ply"});
    expect_refusal(pliant("check '*.ply' --export a.ply"), {"a.ply"});
    expect_refusal(pliant("inspect a.ply --json a.ply"), {"a.ply"});
    expect_refusal(pliant("contains a.ply p.csv --json p.csv"), {"p.csv"});
    expect_refusal(pliant("overlap a.ply a.ply --export a.ply"), {"a.ply"});
    expect_refusal(pliant("contacts a.ply a.ply --json a.ply"), {"a.ply"});
    expect_refusal(pliant("spheretree a.ply --out t --json t"), {"t"});
    expect_refusal(pliant("tetrahedralize a.ply --out q.msh --json q.msh"), {"q.msh"});
    expect_refusal(pliant("check a.ply --export x.ply --json x.ply"), {"x.ply"});
    EXPECT_EQ(read("a.ply"), mesh);
    EXPECT_EQ(read("p.csv"), points);
}

/// Nor must what stands behind a name: caches, folders, TetGen's other half, buffers of glTF.
TEST_F(BadInput, FilesBehindInputsAreNotWrittenOver) {
    write_obj("a.obj", cube(0, 1));
    std::filesystem::create_directory(path("packed"));
    write_obj("packed/topology.obj", cube(0, 1));
    for (const char* file : {"c.pc2", "packed/positions.f32", "t.ele", "t.node", "my buffer.bin"}) write(file, "kept");
    write("g.gltf", R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": "my%20buffer.bin"}]})");
    expect_refusal(pliant("check a.obj@c.pc2 --json c.pc2"), {"c.pc2: is read"});
    expect_refusal(pliant("check a.obj@c.pc2 --json a.obj"), {"a.obj: is read"});
    expect_refusal(pliant("spheretree a.obj@c.pc2 --out c.pc2"), {"c.pc2: is read"});
    expect_refusal(pliant("inspect packed --json packed/positions.f32"), {"positions.f32: is read"});
    expect_refusal(pliant("check packed --json packed/topology.obj"), {"topology.obj: is read"});
    expect_refusal(pliant("check t.ele --json t.node"), {"t.node: is read"});
    expect_refusal(pliant("check t.node --json ./t.ele"), {"t.ele: is read"});
    expect_refusal(pliant("check g.gltf --json 'my buffer.bin'"), {"my buffer.bin: is read"});
    for (const char* file : {"c.pc2", "packed/positions.f32", "t.ele", "t.node", "my buffer.bin"}) {
        EXPECT_EQ(read(file), "kept") << file;
    }
    EXPECT_EQ(pliant("check a.obj --json a.json").code, 0);
}

/// A line of points with a slip in it is no heading.
TEST_F(BadInput, PointsThatAreNotPoints) {
    write_ply("a.ply", cube(0, 1));
    for (const std::string first : {"0.5,0.5,O.5", "1e999,0,0", "1,2", "-.5,0"}) {
        write("p.csv", first + "\n0.5,0.5,0.5\n");
        expect_refusal(pliant("contains a.ply p.csv"), {"p.csv:1: "});
    }
    for (const std::string none : {"", "x,y,z\n", "\n\n"}) {
        write("p.csv", none);
        expect_refusal(pliant("contains a.ply p.csv"), {"p.csv"});
    }
    write("p.csv", "x,y,z\n0.5,0.5,0.5\n");
    EXPECT_NE(pliant("contains a.ply p.csv").out.find("1 inside"), std::string::npos);
}

TEST_F(BadInput, OutputThatCannotBeWritten) {
    write_obj("a.obj", cube(0, 1));
    for (const std::string option :
         {"--json no/such/folder.json", "--export no/such/folder.ply", "--image no/such/folder.png"}) {
        const Outcome outcome = pliant("check a.obj " + option);
        EXPECT_EQ(outcome.code, 2) << option;
        EXPECT_NE(outcome.err.find("no/such/folder"), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find("No such file or directory"), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(pliant("check a.obj --json /dev/full").code, 2);
    EXPECT_EQ(pliant("check a.obj --json - >/dev/full 2>/dev/null || exit $?; true").code, 2);
    EXPECT_EQ(pliant("scene list >/dev/full 2>/dev/null || exit $?; true").code, 2);
}

}  // namespace
}  // namespace pliant::cli_test
