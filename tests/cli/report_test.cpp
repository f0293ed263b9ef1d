// --report: the page itself is tested in a browser (web/report/test); here is what the command does about it.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class ReportOption : public CommandTest {
protected:
    ReportOption() {
        write_obj("a.obj", cube(0, 2));
        write_obj("b.obj", cube(1, 3));
    }

    /// Text of the element with this id.
    [[nodiscard]] std::string element(const std::string& file, const std::string& id) const {
        const std::string html = read(file), opening = " id=\"" + id + "\">";
        const std::size_t at = html.find(opening);
        if (at == std::string::npos) return "";
        return html.substr(at + opening.size(), html.find("</script>", at) - at - opening.size());
    }
    [[nodiscard]] std::size_t files() const {
        const std::filesystem::directory_iterator all(path(""));
        return std::size_t(std::count_if(begin(all), end(all), [](const auto& file) {
            return !file.path().filename().string().starts_with(".standard_");
        }));
    }
    [[nodiscard]] Json summary(const std::string& file) const { return Json::parse(element(file, "summary")); }
};

TEST_F(ReportOption, CheckWritesOneFileWithThePictureAndTheNumbers) {
    const Outcome outcome = pliant("check a.obj b.obj --report 'my report.html' --json out.json");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.err, "");
    const Json page = summary("my report.html"), json = Json::parse(read("out.json"));
    EXPECT_EQ(page["command_line"], "pliant check a.obj b.obj --report 'my report.html' --json out.json");
    EXPECT_EQ(page["bodies"][1]["name"], "b.obj");
    EXPECT_EQ(page["outcome"], "found");
    double pairs = 0;
    for (std::size_t kind = 0; kind < 4; ++kind) pairs += page["frames"][0]["values"][kind].get<double>();
    EXPECT_EQ(pairs, json["frames"][0]["pairs"]);
    EXPECT_EQ(page["worst"].size(), json["frames"][0]["regions"].size());
    const std::string html = read("my report.html");
    EXPECT_NE(html.find("src=\"data:image/png;base64,iVBORw0KGgo"), std::string::npos);
    EXPECT_NE(html.find("pairs of intersecting triangles"), std::string::npos) << "the answer as text";
    EXPECT_EQ(html.find("http-equiv=\"refresh\""), std::string::npos);
    EXPECT_EQ(files(), 4u) << "two meshes, the report and the JSON";
}

// Files of the names that drafts once had were written over.
TEST_F(ReportOption, LeavesFilesOfNearNamesAsTheyAre) {
    write("r.html.part", "mine");
    write("r.html.part.png", "mine");
    EXPECT_EQ(pliant("check a.obj b.obj --report r.html").code, 1);
    EXPECT_EQ(read("r.html.part") + read("r.html.part.png"), "minemine");
    EXPECT_EQ(files(), 5u);
}

// It left the draft behind.
TEST_F(ReportOption, InterruptLeavesNothingHalf) {
    for (int i = 0; i < 300; ++i) write_obj("f" + std::to_string(i) + ".obj", cube(i, i + 2));
    write("interrupt", "'" PLIANT_COMMAND
                       "' check 'f*.obj' a.obj --report r.html >/dev/null &\n"
                       "for ((i = 0; i < 2000; ++i)); do\n"
                       "    compgen -G '.pliant-*.part' >/dev/null && break\n"
                       "    sleep 0.002\n"
                       "done\n"
                       "kill -TERM $!; wait $!; echo $? >&2\n");
    const Outcome outcome = pliant("--version >/dev/null; bash ./interrupt");
    EXPECT_NE(outcome.err.find("143"), std::string::npos) << outcome.err;
    EXPECT_EQ(files(), 303u) << "meshes and the script";
}

TEST_F(ReportOption, DepthsComeWithTheirRegions) {
    EXPECT_EQ(pliant("check a.obj b.obj --depth --report r.html").code, 1);
    const Json page = summary("r.html");
    EXPECT_EQ(page["layers"][0]["name"], "Vertices inside");
    EXPECT_EQ(page["layers"][1]["name"], "Ways out");
    const Json measure = page["worst"][0]["measures"][0];
    EXPECT_EQ(measure["name"], "depth");
    EXPECT_EQ(measure["value"], 1.0);
}

TEST_F(ReportOption, CurvesClearanceAndImpactsAreLayers) {
    write_obj("f0.obj", shifted(cube(0, 1), {-4, 0.5, 0.25}));
    write_obj("f1.obj", shifted(cube(0, 1), {1.5, 0.5, 0.25}));
    write_obj("wall.obj", cube(0, 2));
    const std::string check = "check 'f?.obj' wall.obj --report r.html --between ";
    EXPECT_EQ(pliant(check + "--motion --clearance 0.25 --curves c.obj").code, 1);
    const Json page = summary("r.html");
    ASSERT_EQ(page["layers"].size(), 3u);
    EXPECT_EQ(page["layers"][0]["name"], "Curves");
    EXPECT_EQ(page["layers"][1]["name"], "Nearest points");
    EXPECT_EQ(page["layers"][2]["name"], "Impacts");
    EXPECT_EQ(pliant(check).code, 1);
    EXPECT_TRUE(summary("r.html")["layers"].empty());
}

// "2 of 7 frames have hits, at most 0 intersecting pairs", and below it: nothing was found.
TEST_F(ReportOption, ClearanceAndImpactsAreHitsWithPlaces) {
    const std::array<double, 4> places{3.5, 2.5, 4.5, -4};
    for (std::size_t i = 0; i < places.size(); ++i)
        write_obj("f" + std::to_string(i) + ".obj", shifted(cube(0, 1), {places[i], 0.5, 0.25}));
    EXPECT_EQ(pliant("check 'f?.obj' a.obj --between --clearance 0.75 --report r.html").code, 1);
    Json page = summary("r.html");
    EXPECT_EQ(page["verdict"], "1 of 4 frames have hits, least distance 0.5");
    EXPECT_EQ(page["charts"][0]["title"], "Hits");
    EXPECT_EQ(page["frames"][0]["values"][4], 0);
    EXPECT_GT(page["frames"][1]["values"][4], 0);
    ASSERT_EQ(page["worst"].size(), 1u);
    EXPECT_EQ(page["worst"][0]["role"], "near");
    EXPECT_EQ(page["worst"][0]["measures"][0]["value"], 0.5);
    EXPECT_EQ(page["worst"][0]["count"], page["frames"][1]["values"][4]);
    EXPECT_EQ(page["bodies"][0]["name"], "f?.obj") << "not that of its first frame";
    EXPECT_EQ(pliant("check 'f?.obj' a.obj --between --motion --report r.html").code, 1);
    page = summary("r.html");
    EXPECT_EQ(page["verdict"], "1 of 4 frames have hits, impacts on the way to 1 frame");
    EXPECT_EQ(page["worst"][0]["role"], "impact");
    EXPECT_EQ(page["worst"][0]["at"], 3);
    EXPECT_EQ(page["worst"][0]["count"], page["frames"][3]["values"][4]);
    EXPECT_EQ(pliant("check f0.obj f1.obj a.obj --between --clearance 0.75 --report r.html").code, 1);
    EXPECT_NE(summary("r.html")["verdict"].dump().find(" within 0.75"), std::string::npos);
}

TEST_F(ReportOption, ABodyInsideAnotherIsAFinding) {
    write_obj("inner.obj", cube(0.5, 1));
    EXPECT_EQ(pliant("check a.obj inner.obj --report r.html").code, 1);
    const Json worst = summary("r.html")["worst"];
    ASSERT_EQ(worst.size(), 1u);
    EXPECT_EQ(worst[0]["what"], "inner.obj is inside");
    EXPECT_EQ(worst[0]["measures"][0]["name"], "shared volume");
}

TEST_F(ReportOption, OverlapShowsTheVolume) {
    EXPECT_EQ(pliant("overlap a.obj b.obj --depths --report r.html").code, 1);
    const Json page = summary("r.html");
    EXPECT_EQ(page["command"], "overlap");
    EXPECT_NEAR(page["frames"][0]["values"][0].get<double>(), 1, 1e-9);
    EXPECT_EQ(page["layers"][0]["name"], "Shared volume");
    EXPECT_EQ(pliant("overlap a.obj b.obj --move-b 9,0,0 --report r.html").code, 0);
    EXPECT_EQ(summary("r.html")["outcome"], "clean");
    EXPECT_EQ(pliant("overlap a.obj --report r.html").code, 0) << "a body with itself";
}

TEST_F(ReportOption, ContactsShowTrianglesAndOpenSpheres) {
    EXPECT_EQ(pliant("contacts a.obj b.obj --report r.html").code, 1);
    EXPECT_GT(summary("r.html")["frames"][0]["values"][0].get<double>(), 0);
    EXPECT_EQ(pliant("contacts a.obj b.obj --tests 1 --report r.html").code, 3);
    const Json page = summary("r.html");
    EXPECT_EQ(page["outcome"], "incomplete");
    EXPECT_EQ(page["layers"][0]["name"], "Open spheres");
}

TEST_F(ReportOption, DistanceShowsTheNearestPointsOfTheNearestFrame) {
    for (int i = 0; i < 3; ++i) write_obj("far" + std::to_string(i) + ".obj", cube(8 - 2 * i, 9 - 2 * i));
    write_obj("flat.obj", cube(0, 2));
    EXPECT_EQ(pliant("distance flat.obj 'far?.obj' --report r.html --image r.png").code, 0);
    const Json page = summary("r.html");
    EXPECT_EQ(page["command"], "distance");
    EXPECT_EQ(page["outcome"], "clean");
    EXPECT_EQ(page["charts"][0]["worst"], "least");
    EXPECT_EQ(page["opens_at"], 2);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(page["frames"][i]["values"][0].get<double>(), std::sqrt(3) * (6 - 2.0 * double(i)), 1e-9);
    }
    EXPECT_EQ(page["layers"][0]["name"], "Distances");
    EXPECT_EQ(page["worst"][0]["at"], 2) << "the nearest first";
    EXPECT_NE(page["verdict"].get<std::string>().find("in frame 2"), std::string::npos) << page["verdict"];
    EXPECT_EQ(read("r.png").substr(1, 3), "PNG");
}

TEST_F(ReportOption, DistanceOfBodiesThatMeet) {
    EXPECT_EQ(pliant("distance a.obj b.obj --report r.html").code, 1);
    const Json page = summary("r.html");
    EXPECT_EQ(page["outcome"], "found");
    EXPECT_EQ(page["frames"][0]["values"][0], 0);
    EXPECT_EQ(page["layers"][0]["name"], "Where bodies meet");
    EXPECT_EQ(page["worst"][0]["what"], "meet");
}

TEST_F(ReportOption, DistanceOfABodyWithNothingToMeasure) {
    write("none.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_EQ(pliant("distance a.obj none.obj --report r.html").code, 3);
    const Json page = summary("r.html");
    EXPECT_EQ(page["outcome"], "incomplete");
    EXPECT_TRUE(page["frames"][0]["values"][0].is_null());
    EXPECT_EQ(page["set_aside"][0]["of"], "vertex");
    EXPECT_EQ(pliant("distance a.obj b.obj --most 0 --frame 0 --report r.html").code, 1);
    expect_refusal(pliant("distance a.obj b.obj --report r.htm"), {"--report", ".html"});
}

TEST_F(ReportOption, WhatWasSetAsideIsNamedWithItsVertices) {
    write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\nf 1 2 2\n");
    EXPECT_EQ(pliant("check bad.obj --report r.html").code, 3);
    const Json page = summary("r.html");
    EXPECT_EQ(page["outcome"], "incomplete");
    ASSERT_EQ(page["set_aside"].size(), 2u);
    EXPECT_EQ(page["set_aside"][0]["of"], "vertex");
    EXPECT_EQ(page["set_aside"][0]["element"], 3);
    EXPECT_EQ(page["set_aside"][1]["vertices"], Json::array({0, 1, 1}));
    EXPECT_EQ(page["frames"][0]["note"], "elements were set aside");
}

TEST_F(ReportOption, BodiesWithoutATriangleHaveOneToo) {
    write("nothing.obj", "v 0 0 0\nv nan 0 0\nv 1 0 0\nf 1 2 3\n");
    EXPECT_EQ(pliant("check nothing.obj --report r.html").code, 3);
    EXPECT_EQ(summary("r.html")["frames"].size(), 1u);
}

TEST_F(ReportOption, AnyNumberOfThreadsShowsTheSame) {
    ASSERT_EQ(pliant("scene export caged_blobs --triangles 2000 --frames 4 -o s").code, 0);
    for (const std::string threads : {"1", "2", "5"}) {
        EXPECT_EQ(pliant("check 's/left_*.ply' 's/right_*.ply' --depth --threads " + threads + " --report r" + threads +
                         ".html")
                      .code,
                  1);
    }
    for (const std::string id : {"mesh-0", "mesh-1", "frame-0", "frame-1", "frame-2", "frame-3"}) {
        const std::string first = element("r1.html", id);
        EXPECT_FALSE(first.empty()) << id;
        EXPECT_TRUE(first == element("r2.html", id) && first == element("r5.html", id)) << id;
    }
}

TEST_F(ReportOption, ANameThatIsNoPageIsRefusedBeforeAnythingIsDone) {
    expect_refusal(pliant("check a.obj b.obj --report r.txt"), {"--report", "'r.txt'", ".html"});
    expect_refusal(pliant("overlap a.obj b.obj --report r.htm"), {"--report", ".html"});
    expect_refusal(pliant("contacts a.obj b.obj --report r"), {"--report", ".html"});
    expect_refusal(pliant("check a.obj --report missing/r.html"), {"missing/r.html", "cannot be written"});
    write("page.html", "v 0 0 0\n");
    expect_refusal(pliant("check a.obj --json page.html --report page.html"), {"page.html", "two outputs"});
}

TEST_F(ReportOption, DemoWritesOneAndSaysWhere) {
    const Outcome outcome = pliant("demo --triangles 1000 --frames 3");
    EXPECT_NE(outcome.out.find("report: "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("pliant_demo.html"), std::string::npos);
    EXPECT_EQ(summary("pliant_demo.html")["frames"].size(), 3u);
    EXPECT_EQ(pliant("demo --triangles 1000 --frames 2 --report other.html").code, 0);
    EXPECT_EQ(summary("other.html")["bodies"].size(), 2u);
    expect_refusal(pliant("demo --triangles 1000 --frames 2 --report other.pdf"), {"--report", ".html"});
}

TEST_F(ReportOption, DemoCanDoWithout) {
    EXPECT_EQ(pliant("demo --triangles 1000 --frames 2 --no-report").out.find("report:"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path("pliant_demo.html")));
}

}  // namespace
}  // namespace pliant::cli_test
