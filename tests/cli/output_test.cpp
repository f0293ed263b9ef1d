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

}  // namespace
}  // namespace pliant::cli_test
