// What check writes beside its text: JSON files, coloured meshes, pictures.
#include <algorithm>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class Output : public CommandTest {
protected:
    Output() {
        write_obj("a.obj", cube(0, 2));
        write_obj("b.obj", cube(1, 3));
    }

    [[nodiscard]] std::size_t unfinished_files(const std::string& folder) const {
        const std::filesystem::directory_iterator files(path(folder));
        return std::size_t(std::count_if(begin(files), end(files),
                                         [](const auto& file) { return file.path().extension() == ".part"; }));
    }
};

TEST_F(Output, DashSendsOnlyJsonToStandardOutput) {
    const Outcome outcome = pliant("check a.obj b.obj --json -");
    EXPECT_TRUE(outcome.json().is_object());
    EXPECT_EQ(outcome.out.back(), '\n');
    EXPECT_EQ(outcome.err, "");
}

TEST_F(Output, JsonFileLeavesTheTextOnStandardOutput) {
    const Outcome outcome = pliant("check a.obj b.obj --json report.json");
    EXPECT_NE(outcome.out.find("intersecting"), std::string::npos);
    EXPECT_EQ(Json::parse(read("report.json"))["frames"].size(), 1u);
}

TEST_F(Output, ExportIsReadableAndHoldsBothBodies) {
    EXPECT_EQ(pliant("check a.obj b.obj --export hits.ply").code, 1);
    const io::Mesh hits = io::read_mesh(path("hits.ply"));
    EXPECT_EQ(hits.positions.size(), 16u);
    EXPECT_EQ(hits.triangles.size(), 24u);
    EXPECT_NE(read("hits.ply").find("red"), std::string::npos);
}

TEST_F(Output, ExportLeavesOutTrianglesOfMissingVertices) {
    io::Mesh bad = cube(0, 1);
    bad.triangles.push_back({0, 1, 50});
    write_ply("bad.ply", bad);
    EXPECT_EQ(pliant("check bad.ply b.obj --export hits.ply").code, 1);
    const io::Mesh hits = io::read_mesh(path("hits.ply"));
    EXPECT_EQ(hits.triangles.size(), 24u);
    for (const Triangle& t : hits.triangles) EXPECT_LT(*std::max_element(t.begin(), t.end()), hits.positions.size());
}

TEST_F(Output, ImageIsAPng) {
    EXPECT_EQ(pliant("check a.obj b.obj --image hits.png").code, 1);
    const std::string png = read("hits.png");
    EXPECT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
    EXPECT_GT(png.size(), 1000u);
}

TEST_F(Output, NamesThatAreNotUtf8StayJson) {
    write_obj("caf\xe9.obj", cube(0, 1));
    EXPECT_EQ(pliant("check caf\xe9.obj --json -").json()["bodies"].size(), 1u);
}

TEST_F(Output, WhatWasWrittenIsSaid) {
    const Outcome check = pliant("check a.obj b.obj --export hits.ply --json report.json --write-known known.json");
    EXPECT_NE(check.out.find("written: known.json, hits.ply, report.json\n"), std::string::npos) << check.out;
    const Outcome overlap = pliant("overlap a.obj b.obj --csv curve.csv");
    EXPECT_NE(overlap.out.find("written: curve.csv\n"), std::string::npos) << overlap.out;
    const Outcome filled = pliant("tetrahedralize a.obj --out a.msh --json -");
    EXPECT_EQ(filled.out.find("written"), std::string::npos);
    EXPECT_EQ(pliant("scene export needles --triangles 500 --frames 2 -o out").out, "written: 4 files to out\n");
    EXPECT_EQ(pliant("check a.obj b.obj --quiet --json report.json").out, "");
}

// The program was aborted.
TEST_F(Output, StandardErrorThatTakesNothingChangesNoExitCode) {
    for (const std::string closed : {">/dev/full 2>/dev/full", ">&- 2>&-", "2>&-"}) {
        write("try", "'" PLIANT_COMMAND "' check nowhere.obj " + closed + "; exit $?\n");
        EXPECT_EQ(pliant("--version >/dev/null; bash ./try").code, 2) << closed;
    }
    write("try", "'" PLIANT_COMMAND "' check a.obj b.obj >&- 2>&-; exit $?\n");
    EXPECT_EQ(pliant("--version >/dev/null; bash ./try").code, 2);
}

// The file would be standard output or standard error, and get their text.
TEST_F(Output, ClosedStreamsAreNoFiles) {
    write("odd.obj", read("a.obj") + "l 1 2\n");
    write("try", "'" PLIANT_COMMAND "' check odd.obj b.obj --json r.json --write-known k.json <&- >&- 2>&-\n");
    EXPECT_EQ(pliant("--version >/dev/null; bash ./try").code, 2);
    EXPECT_EQ(Json::parse(read("r.json"))["command"], "check");
    EXPECT_EQ(Json::parse(read("k.json"))["command"], "known");
}

// As on a full disk: writing fails in the middle.
TEST_F(Output, FileStaysAsItWasWhereTheNewOneDoesNotFit) {
    write("hits.ply", "old");
    write("try",
          "(trap '' XFSZ; ulimit -f 0; '" PLIANT_COMMAND "' check a.obj b.obj --export hits.ply 2>&1) | cat >&2\n");
    const Outcome outcome = pliant("--version >/dev/null; bash ./try");
    EXPECT_NE(outcome.err.find("hits.ply: cannot be written: File too large"), std::string::npos) << outcome.err;
    EXPECT_EQ(read("hits.ply"), "old");
    EXPECT_EQ(unfinished_files("."), 0u);
}

TEST_F(Output, MeshBesideAPointCacheIsNotWrittenOverAnotherMesh) {
    write_obj("shirt.obj", cube(0, 1));
    const std::string before = read("shirt.obj");
    expect_refusal(pliant("simulate drape --scale 0.1 --frames 1 -o shirt.pc2"), {"shirt.obj: is there already"});
    EXPECT_EQ(read("shirt.obj"), before);
    EXPECT_FALSE(std::filesystem::exists(path("shirt.pc2")));
    EXPECT_EQ(pliant("simulate drape --scale 0.1 --frames 1 -o drape.pc2").code, 0);
    EXPECT_EQ(pliant("simulate drape --scale 0.1 --frames 1 -o drape.pc2").code, 0);  // its own
}

TEST_F(Output, LinksAndModesStayAsTheyAre) {
    namespace fs = std::filesystem;
    write("real.json", "old");
    fs::permissions(path("real.json"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("real.json", path("link.json"));
    EXPECT_EQ(pliant("check a.obj --json link.json").code, 0);
    EXPECT_TRUE(fs::is_symlink(path("link.json")));
    EXPECT_EQ(Json::parse(read("real.json"))["command"], "check");
    EXPECT_EQ(fs::status(path("real.json")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(Json::parse(pliant("check a.obj --quiet --json /dev/stdout").out)["command"], "check");
}

TEST_F(Output, InterruptLeavesNothingHalf) {
    write("interrupt", "'" PLIANT_COMMAND
                       "' scene export draped_cloth --triangles 200000 --frames 400 -o out >/dev/null &\n"
                       "for ((i = 0; i < 2000; ++i)); do\n"
                       "    compgen -G 'out/.pliant-*.part' >/dev/null && break\n"
                       "    sleep 0.002\n"
                       "done\n"
                       "kill -TERM $!; wait $!; echo $? >&2\n");
    // SIGTERM for Ctrl-C, which jobs in the background of a script ignore.
    const Outcome outcome = pliant("--version >/dev/null; bash ./interrupt");
    EXPECT_NE(outcome.err.find("143"), std::string::npos) << outcome.err;
    EXPECT_EQ(unfinished_files("out"), 0u);
}

// `timeout` sends its signal twice: now and then the second one ended the program before the first had cleaned up.
TEST_F(Output, TwoSignalsLeaveNothingHalf) {
    write("interrupt",
          "for ((round = 0; round < 30; ++round)); do\n"
          "    timeout -s TERM 0.0$((20 + round)) '" PLIANT_COMMAND
          "' scene export needles --triangles 500 --frames 100000 -o out >/dev/null\n"
          "    compgen -G 'out/.pliant-*.part' >&2\n"
          "    rm -rf out\n"
          "done\n");
    const Outcome outcome = pliant("--version >/dev/null; bash ./interrupt");
    EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace pliant::cli_test
