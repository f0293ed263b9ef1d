#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "read_report.hpp"
#include "report/report.hpp"

namespace pliant::report {
namespace {

using report_test::Json;
using report_test::ReadFrame;
using report_test::ReadReport;

class WriterTest : public testing::Test {
protected:
    WriterTest() {
        folder_ = std::filesystem::temp_directory_path() /
                  ("pliant_report_" + std::to_string(std::random_device()()) + std::to_string(std::random_device()()));
        std::filesystem::create_directory(folder_);
    }
    ~WriterTest() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    [[nodiscard]] std::size_t files() const {
        return std::size_t(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

private:
    std::filesystem::path folder_;
};

/// A grid of (n + 1)^2 vertices that waves.
struct Sheet {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;

    Sheet(std::uint32_t n, double time) {
        for (std::uint32_t j = 0; j <= n; ++j) {
            for (std::uint32_t i = 0; i <= n; ++i) {
                const double x = double(i) / n, y = double(j) / n;
                positions.push_back({x, y, 0.1 * std::sin(9 * x + time)});
                if (i == n || j == n) continue;
                const std::uint32_t v = j * (n + 1) + i;
                triangles.push_back({v, v + 1, v + n + 1});
                triangles.push_back({v + 1, v + n + 2, v + n + 1});
            }
        }
    }
    [[nodiscard]] ShownBody shown() const { return {positions, triangles}; }
};

Opening opening(std::size_t bodies, std::size_t frames) {
    Opening result;
    result.command = "check";
    result.command_line = "pliant check";
    for (std::size_t i = 0; i < bodies; ++i) result.bodies.push_back({"body " + std::to_string(i), 0, 0, 0, {}});
    result.charts.push_back({"Hits", "", true, {{"crossing", Role::crossing}}});
    result.frames = frames;
    return result;
}

Frame frame_of(std::span<const ShownBody> bodies, std::size_t number = 0) {
    Frame frame;
    frame.number = number;
    frame.bodies = bodies;
    return frame;
}

void expect_near(const std::vector<Position>& read, const std::vector<Position>& given, double most) {
    ASSERT_EQ(read.size(), given.size());
    for (std::size_t v = 0; v < given.size(); ++v) {
        for (std::size_t k = 0; k < 3; ++k) ASSERT_NEAR(read[v][k], given[v][k], most) << "vertex " << v;
    }
}

TEST_F(WriterTest, PositionsComeBackInEveryFrame) {
    constexpr std::size_t frames = 70;  // three runs that can be read alone
    std::vector<Sheet> sheets;
    for (std::size_t i = 0; i < frames; ++i) sheets.emplace_back(12, 0.1 * double(i));
    Writer writer(path("out.html"), opening(2, frames));
    const Sheet still(3, 0);
    for (std::size_t i = 0; i < frames; ++i) {
        const std::array bodies{sheets[i].shown(), still.shown()};
        writer.add(frame_of(bodies, i));
    }
    writer.finish({});
    const ReadReport report(path("out.html"));
    const std::vector<ReadFrame> read = report.frames();
    ASSERT_EQ(read.size(), frames);
    for (std::size_t i = 0; i < frames; ++i) {
        expect_near(read[i].bodies[0].positions, sheets[i].positions, 2e-5);
        expect_near(read[i].bodies[1].positions, still.positions, 2e-5);
        EXPECT_EQ(read[i].bodies[0].triangles, sheets[0].triangles);
        EXPECT_EQ(report.summary["frames"][i]["key"].get<bool>(), i % 32 == 0);
    }
    EXPECT_TRUE(report.has("mesh-1"));
    EXPECT_FALSE(report.has("mesh-2")) << "triangles that stay are written once";
}

TEST_F(WriterTest, ChangingConnectivityIsWrittenWhenItChanges) {
    Writer writer(path("out.html"), opening(1, 4));
    const std::array<std::uint32_t, 4> sizes{2, 2, 5, 2};
    std::vector<Sheet> sheets;
    for (const std::uint32_t n : sizes) sheets.emplace_back(n, double(n));
    for (const Sheet& sheet : sheets) {
        const std::array bodies{sheet.shown()};
        writer.add(frame_of(bodies));
    }
    writer.finish({});
    const ReadReport report(path("out.html"));
    const std::vector<ReadFrame> read = report.frames();
    for (std::size_t i = 0; i < sheets.size(); ++i) {
        EXPECT_EQ(read[i].bodies[0].triangles, sheets[i].triangles) << i;
        expect_near(read[i].bodies[0].positions, sheets[i].positions, 2e-5);
    }
    EXPECT_TRUE(report.has("mesh-2"));
    EXPECT_FALSE(report.has("mesh-3"));
}

TEST_F(WriterTest, PairsFindingsAndValuesAreExact) {
    const Sheet sheet(2, 0);
    const std::array bodies{sheet.shown(), sheet.shown()};
    const std::vector<TrianglePair> pairs{{{BodyId(0), 1}, {BodyId(0), 7}, PairKind::fold},
                                          {{BodyId(0), 3}, {BodyId(1), 2}, PairKind::crossing}};
    const std::vector<std::uint32_t> finding{1, 0};
    const double exact = 0.1 + 0.2;
    const std::vector<Finding> findings{
        {0, 1, Role::crossing, "1 crossing", 1, {{"depth", exact, {}}}, {exact, 0, 0}, {1, 1, 1}, "", false, 5},
        {0, 0, Role::fold, "1 fold", 1, {}, {}, {}, "", true, 1}};
    const std::vector<double> values{exact};
    Writer writer(path("out.html"), opening(2, 1));
    Frame frame = frame_of(bodies, 42);
    frame.name = "f0042.ply";
    frame.pairs = pairs;
    frame.pair_finding = finding;
    frame.findings = findings;
    frame.values = values;
    writer.add(frame);
    writer.finish({});
    const ReadReport report(path("out.html"));
    const ReadFrame read = report.frames()[0];
    ASSERT_EQ(read.pairs.size(), 2u);
    EXPECT_EQ(read.pairs[0], (std::array<std::uint32_t, 6>{0, 1, 0, 7, 3, 1}));
    EXPECT_EQ(read.pairs[1], (std::array<std::uint32_t, 6>{0, 3, 1, 2, 0, 0}));
    EXPECT_EQ(read.head["findings"][0]["measures"][0]["value"].get<double>(), exact);
    EXPECT_EQ(read.head["findings"][0]["low"][0].get<double>(), exact);
    EXPECT_EQ(report.summary["frames"][0]["values"][0].get<double>(), exact);
    EXPECT_EQ(report.summary["frames"][0]["number"], 42);
    EXPECT_EQ(report.summary["worst"][0]["what"], "1 crossing");
    EXPECT_EQ(report.summary["worst"][1]["known"], true);
}

TEST_F(WriterTest, TheWorstOfAllFramesAreListed) {
    const Sheet sheet(1, 0);
    const std::array bodies{sheet.shown()};
    Writer writer(path("out.html"), opening(1, 30));
    for (std::size_t i = 0; i < 30; ++i) {
        std::vector<Finding> findings(10);
        for (std::size_t k = 0; k < 10; ++k) findings[k].weight = double((i * 7) % 30) - double(k);
        Frame frame = frame_of(bodies, i);
        frame.findings = findings;
        writer.add(frame);
    }
    writer.finish({});
    const Json worst = ReadReport(path("out.html")).summary["worst"];
    ASSERT_EQ(worst.size(), 100u);
    double before = std::numeric_limits<double>::infinity();
    for (const Json& entry : worst) {
        const double weight = double((entry["at"].get<std::size_t>() * 7) % 30) - entry["finding"].get<double>();
        EXPECT_LE(weight, before);
        before = weight;
    }
}

TEST_F(WriterTest, LayersHoldPointsLinesArrowsSpheresAndBoxes) {
    const Sheet sheet(1, 0);
    const std::array bodies{sheet.shown()};
    std::vector<Layer> layers(2);
    layers[0].name = "Curves";
    layers[0].role = Role::curve;
    layers[0].shape = Shape::lines;
    layers[0].points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0.5, 0.5, 0}, {0.5, 0.6, 0}};
    layers[0].ends = {3, 5};
    layers[0].findings = {0, 1};
    layers[1].name = "Spheres";
    layers[1].shape = Shape::spheres;
    layers[1].points = {{0, 0, 0}};
    layers[1].sizes = {0.25};
    Writer writer(path("out.html"), opening(1, 1));
    Frame frame = frame_of(bodies);
    frame.layers = layers;
    writer.add(frame);
    writer.finish({});
    const ReadReport report(path("out.html"));
    const ReadFrame read = report.frames()[0];
    EXPECT_EQ(read.head["layers"][0]["shape"], "lines");
    EXPECT_EQ(read.head["layers"][0]["role"], "curve");
    // Cells, ends and findings of the first; a cell and a size of the second.
    EXPECT_EQ(read.rest.size(), 5u * 6 + 2 * 4 + 2 * 4 + 1 * 6 + 1 * 4);
    EXPECT_EQ(report.summary["layers"].size(), 2u);
    EXPECT_EQ(report.summary["layers"][1]["name"], "Spheres");
}

TEST_F(WriterTest, NoNameLeavesItsPlace) {
    Opening named = opening(1, 1);
    const std::string evil = "</script><!--<script>\"'&\xff\xe2\x80\xa8.obj";
    named.bodies[0].name = evil;
    named.command_line = "pliant check " + evil;
    named.charts[0].title = evil;
    const Sheet sheet(1, 0);
    const std::array bodies{sheet.shown()};
    Writer writer(path("out.html"), named);
    Frame frame = frame_of(bodies);
    frame.name = evil;
    writer.add(frame);
    Closing closing;
    closing.verdict = closing.text = evil;
    closing.facts = {{evil, evil}};
    closing.picture = "png";
    closing.picture_about = evil;
    closing.set_aside = {{0, evil, evil, "vertex", 0, {0}}};
    writer.finish(closing);
    const ReadReport report(path("out.html"));
    // As the page itself has them.
    std::size_t scripts = 0;
    for (std::size_t at = 0; (at = report.html.find("<script", at)) != std::string::npos; ++at) ++scripts;
    std::size_t ends = 0;
    for (std::size_t at = 0; (at = report.html.find("</script>", at)) != std::string::npos; ++at) ++ends;
    EXPECT_EQ(scripts, ends);
    EXPECT_EQ(report.html.find("<!--<script>"), std::string::npos);
    EXPECT_EQ(report.html.find('\xff'), std::string::npos);
    EXPECT_EQ(report.summary["bodies"][0]["name"], "</script><!--<script>\"'&\xef\xbf\xbd\xe2\x80\xa8.obj");
}

TEST_F(WriterTest, WhatIsNotFiniteIsNullAndMissing) {
    constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
    Sheet sheet(2, 0);
    sheet.positions[4][1] = no_number;
    sheet.triangles.push_back({0, 1, 999});
    const std::array bodies{sheet.shown()};
    const std::vector<double> values{no_number};
    const std::vector<Finding> findings{
        {0, 0, Role::plain, "", 0, {{"depth", no_number, {}}}, {no_number, 0, 0}, {}, "", false, no_number}};
    Writer writer(path("out.html"), opening(1, 1));
    Frame frame = frame_of(bodies);
    frame.values = values;
    frame.findings = findings;
    writer.add(frame);
    writer.finish({});
    const ReadReport report(path("out.html"));
    const ReadFrame read = report.frames()[0];
    EXPECT_TRUE(std::isnan(read.bodies[0].positions[4][0]));
    EXPECT_FALSE(std::isnan(read.bodies[0].positions[5][0]));
    EXPECT_EQ(read.bodies[0].triangles.back(), (Triangle{0, 0, 0}));
    EXPECT_TRUE(read.head["bodies"][0]["missing"].get<bool>());
    EXPECT_TRUE(report.summary["frames"][0]["values"][0].is_null());
}

TEST_F(WriterTest, MorePairsThanCanBeDrawnAreCounted) {
    const Sheet sheet(1, 0);
    const std::array bodies{sheet.shown()};
    const std::vector<TrianglePair> pairs(most_pairs_shown + 5, {{BodyId(0), 0}, {BodyId(0), 1}, PairKind::crossing});
    Writer writer(path("out.html"), opening(1, 1));
    Frame frame = frame_of(bodies);
    frame.pairs = pairs;
    writer.add(frame);
    writer.finish({});
    const Json head = ReadReport(path("out.html")).frames()[0].head;
    EXPECT_EQ(head["pairs"]["count"], pairs.size());
    EXPECT_EQ(head["pairs"]["shown"], most_pairs_shown);
}

TEST_F(WriterTest, ReportsOfNothingAreWhole) {
    {
        Writer writer(path("out.html"), opening(0, 1));
        writer.add(frame_of({}));
        writer.finish({});
    }
    EXPECT_EQ(ReadReport(path("out.html")).frames().size(), 1u);
    EXPECT_EQ(files(), 1u);
}

TEST_F(WriterTest, IsThereWholeOrNotAtAll) {
    const Sheet sheet(1, 0);
    const std::array bodies{sheet.shown()};
    {
        Writer writer(path("out.html"), opening(1, 2));
        writer.add(frame_of(bodies));
        EXPECT_FALSE(std::filesystem::exists(path("out.html")));
    }
    EXPECT_EQ(files(), 0u) << "what was begun is gone";
}

// A file of the name that drafts have was overwritten.
TEST_F(WriterTest, LeavesFilesThatAreThereAsTheyAre) {
    std::ofstream(path("out.html.part")) << "mine";
    const Sheet sheet(1, 0);
    const std::array bodies{sheet.shown()};
    {
        Writer writer(path("out.html"), opening(1, 2));
        writer.add(frame_of(bodies));
    }
    std::ifstream stream(path("out.html.part"));
    std::string word;
    stream >> word;
    EXPECT_EQ(word, "mine");
    EXPECT_EQ(files(), 1u);
}

TEST_F(WriterTest, NamesAFileThatCannotBeWritten) {
    try {
        Writer writer(path("missing/out.html"), opening(0, 1));
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("missing/out.html: cannot be written: No such file"),
                  std::string::npos)
            << error.what();
    }
}

TEST_F(WriterTest, AFrameOfOtherBodiesIsRefused) {
    Writer writer(path("out.html"), opening(2, 1));
    const Sheet sheet(1, 0);
    const std::array bodies{sheet.shown()};
    EXPECT_THROW(writer.add(frame_of(bodies)), std::invalid_argument);
}

TEST_F(WriterTest, TheSameFramesAreTheSameBytes) {
    const auto write = [&](const std::string& name) {
        Writer writer(path(name), opening(1, 5));
        for (std::size_t i = 0; i < 5; ++i) {
            const Sheet sheet(20, double(i));
            const std::array bodies{sheet.shown()};
            writer.add(frame_of(bodies, i));
        }
        writer.finish({});
        return ReadReport(path(name)).html;
    };
    EXPECT_EQ(write("a.html"), write("b.html"));
}

/// Smooth motion costs about two bytes a vertex and frame: 100,000 triangles in 100 frames stay below 25 MB.
TEST_F(WriterTest, SmoothMotionIsSmall) {
    constexpr std::size_t frames = 16;
    Writer writer(path("out.html"), opening(1, frames));
    std::size_t vertices = 0;
    for (std::size_t i = 0; i < frames; ++i) {
        const Sheet sheet(100, 0.05 * double(i));
        vertices = sheet.positions.size();
        const std::array bodies{sheet.shown()};
        writer.add(frame_of(bodies, i));
    }
    writer.finish({});
    const ReadReport report(path("out.html"));
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < frames; ++i) bytes += report.element("frame-" + std::to_string(i)).size();
    EXPECT_LT(double(bytes), 2.5 * double(vertices * frames));
}

}  // namespace
}  // namespace pliant::report
