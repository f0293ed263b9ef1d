// From a file to an answer on real meshes, against counts and lists that another program found with exact arithmetic.
#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

constexpr std::size_t largest = 110'000;  // triangles; the few larger meshes would take most of the time

class GroundTruth : public CommandTest {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(data / "groundtruth")) GTEST_SKIP() << "no shared data at " << data;
    }

    [[nodiscard]] static Json results(const std::string& file) {
        std::ifstream in(data / "groundtruth" / file);
        return Json::parse(in)["results"];
    }

    [[nodiscard]] static std::string quoted(const std::string& file) { return '"' + (data / file).string() + '"'; }

    /// "folder:frame" addresses a frame of a packed sequence.
    [[nodiscard]] static std::string source(const std::string& mesh) {
        const std::size_t colon = mesh.find(':');
        if (colon == std::string::npos) return quoted(mesh);
        return quoted(mesh.substr(0, colon)) + " --frames " + mesh.substr(colon + 1);
    }

    [[nodiscard]] Json frame(const std::string& arguments) const {
        const Outcome outcome = pliant("check " + arguments + " --json -");
        EXPECT_LE(outcome.code, 1) << arguments << ": " << outcome.err;
        if (outcome.code > 1) return {};
        return outcome.json()["frames"][0];
    }

    static inline const std::filesystem::path data = PLIANT_SHARED_DATA;
};

TEST_F(GroundTruth, SelfIntersectionsAsCounted) {
    std::size_t meshes = 0, hits = 0;
    const Json all = results("self.json");
    for (const Json& expected : all) {
        const std::string mesh = expected["mesh"];
        if (expected["triangles"] > largest) continue;
        const Json total = expected["intersecting_pairs"]["total"];
        EXPECT_EQ(frame(source(mesh) + " --weld")["pairs"], total) << mesh;
        ++meshes;
        hits += total > 0;
        if (!expected.contains("by_index")) continue;
        EXPECT_EQ(frame(source(mesh))["pairs"], expected["by_index"]["intersecting_pairs"]["total"])
            << mesh << " by index";
    }
    EXPECT_GT(meshes, 40u);
    EXPECT_GT(hits, 20u);
}

TEST_F(GroundTruth, SelfIntersectionsAsListed) {
    using Pairs = std::set<std::pair<int, int>>;
    std::size_t lists = 0;
    const Json all = results("self.json");
    for (const Json& expected : all) {
        if (!expected.contains("pairs_file") || expected["triangles"] > largest) continue;
        Pairs listed, found;
        std::ifstream in(data / "groundtruth" / "pairs" / expected["pairs_file"].get<std::string>());
        for (int i, j, shared; in >> i >> j >> shared;) listed.emplace(i, j);
        const std::string mesh = expected["mesh"];
        const Json answer = frame(source(mesh) + " --weld --pairs");
        for (const Json& pair : answer["list"]) found.emplace(pair[1], pair[3]);
        EXPECT_EQ(found, listed) << mesh;
        EXPECT_FALSE(listed.empty()) << mesh;
        ++lists;
    }
    EXPECT_GT(lists, 3u);
}

TEST_F(GroundTruth, MutualIntersectionsAsCounted) {
    std::size_t hits = 0;
    const Json all = results("inter.json");
    for (const Json& expected : all) {
        const std::string a = expected["A"], b = expected["B"];
        const auto by = expected["translate_B"].get<std::array<double, 3>>();
        write_obj("moved.obj", shifted(io::read_mesh(data / b), by));
        EXPECT_EQ(frame(quoted(a) + " moved.obj --between")["between"], expected["intersecting_pairs"])
            << a << " " << b;
        hits += expected["intersecting_pairs"] > 0;
    }
    EXPECT_GT(hits, 5u);
}

}  // namespace
}  // namespace pliant::cli_test
