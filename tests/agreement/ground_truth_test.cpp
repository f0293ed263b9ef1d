// Real meshes against counts and hashes that another program found with exact arithmetic.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "agreement/detectors.hpp"
#include "agreement/questions.hpp"
#include "oracle/random.hpp"
#include "shared_truth.hpp"

namespace pliant::agreement {
namespace {

using Json = nlohmann::json;

using namespace shared_truth;
/// Triangles: the one larger mesh would take most of the time, and so would the larger half under sanitizers.
constexpr std::size_t largest = oracle::sanitized ? 15'000 : 250'000;

std::size_t shared_vertices(const Triangle& a, const Triangle& b) {
    std::size_t count = 0;
    for (const std::uint32_t v : a) count += std::find(b.begin(), b.end(), v) != b.end() ? 1 : 0;
    return count;
}

struct Counted {
    std::array<std::size_t, 4> shared{};
    std::size_t total = 0;
    std::string hash;
};

Counted count(const Answer<TrianglePair>& answer, std::span<const Triangle> triangles, bool self) {
    Counted result;
    LineHash hash;
    for (const TrianglePair& pair : answer) {
        const std::size_t shared =
            self ? shared_vertices(triangles[pair.a.triangle], triangles[pair.b.triangle]) : std::size_t{0};
        ++result.shared.at(shared);
        hash.add(pair.a.triangle, pair.b.triangle, shared);
    }
    result.total = answer.size();
    result.hash = hash.hex();
    return result;
}

class GroundTruth : public testing::TestWithParam<IntersectionMethod> {
protected:
    void SetUp() override {
        if (!available()) GTEST_SKIP() << "no shared data at " << data;
    }

    static void expect_counts(const Counted& found, const Json& expected) {
        for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(found.shared[k], expected["shared" + std::to_string(k)]) << k;
        EXPECT_EQ(found.total, expected["total"]);
    }

    static std::size_t degenerate(const Report& report) {
        return static_cast<std::size_t>(std::count_if(report.set_aside.begin(), report.set_aside.end(),
                                                      [](const Flaw& f) { return f.kind == FlawKind::degenerate; }));
    }

    [[nodiscard]] Counted self_pairs(const io::Mesh& mesh, std::size_t expected_degenerate) const {
        Scene scene;
        scene.add(SurfaceView{mesh.positions, mesh.triangles});
        const auto& answer = scene.intersections({.method = GetParam()});
        EXPECT_EQ(degenerate(answer.report), expected_degenerate);
        return count(answer, mesh.triangles, true);
    }
};

TEST_P(GroundTruth, SelfIntersections) {
    std::size_t meshes = 0, hits = 0;
    for (const Json& expected : results("self.json")) {
        if (expected["triangles"] > largest) continue;
        SCOPED_TRACE(expected["mesh"].get<std::string>());
        io::Mesh mesh = mesh_of(expected["mesh"]);
        ASSERT_EQ(mesh.triangles.size(), expected["triangles"]);
        if (expected.contains("by_index")) {
            expect_counts(self_pairs(mesh, expected["degenerate_triangles"]),
                          expected["by_index"]["intersecting_pairs"]);
        }
        io::weld(mesh);
        const Counted found = self_pairs(mesh, expected["degenerate_triangles"]);
        expect_counts(found, expected["intersecting_pairs"]);
        EXPECT_EQ(found.hash, expected["pairs_fnv1a64"]);
        ++meshes;
        hits += found.total > 0 ? 1 : 0;
    }
    EXPECT_GT(meshes, oracle::sanitized ? 40u : 50u);
    EXPECT_GT(hits, oracle::sanitized ? 20u : 25u);
}

TEST_P(GroundTruth, IntersectionsOfTwoMeshes) {
    std::size_t hits = 0;
    for (const Json& expected : results("inter.json")) {
        SCOPED_TRACE(expected["A"].get<std::string>() + " " + expected["B"].get<std::string>());
        const io::Mesh a = mesh_of(expected["A"]);
        io::Mesh b = mesh_of(expected["B"]);
        const auto by = expected["translate_B"].get<std::array<double, 3>>();
        for (auto& p : b.positions) {
            for (std::size_t axis = 0; axis < 3; ++axis) p[axis] += by[axis];
        }
        Scene scene;
        scene.add(SurfaceView{a.positions, a.triangles});
        scene.add(SurfaceView{b.positions, b.triangles});
        const Counted found = count(scene.intersections({.method = GetParam(), .self = false}), {}, false);
        EXPECT_EQ(found.total, expected["intersecting_pairs"]);
        EXPECT_EQ(found.hash, expected["pairs_fnv1a64"]);
        hits += found.total > 0 ? 1 : 0;
    }
    EXPECT_GT(hits, 5u);
}

/// Frames of one sequence in one scene: what is refitted counts the same as what is built.
TEST_P(GroundTruth, FramesOfASequenceInOneScene) {
    for (const char* folder : {"sequences/kick", "sequences/cactus", "sequences/fox_run"}) {
        const auto sequence = io::open_sequence((data / folder).string());
        const io::Mesh& mesh = sequence->mesh();
        std::vector<std::array<double, 3>> positions = mesh.positions;
        Scene scene;
        const BodyId body = scene.add(SurfaceView{positions, mesh.triangles});
        std::size_t frames = 0;
        for (const Json& expected : results("self.json")) {
            const std::string address = expected["mesh"];
            if (address.rfind(std::string(folder) + ":", 0) != 0) continue;
            SCOPED_TRACE(address);
            sequence->positions(std::stoul(address.substr(address.find(':') + 1)), positions);
            scene.move(body, positions);
            const Counted found = count(scene.intersections({.method = GetParam()}), mesh.triangles, true);
            expect_counts(found, expected["intersecting_pairs"]);
            EXPECT_EQ(found.hash, expected["pairs_fnv1a64"]);
            ++frames;
        }
        EXPECT_GE(frames, 4u);
    }
}

INSTANTIATE_TEST_SUITE_P(Detectors, GroundTruth, testing::ValuesIn(detectors),
                         [](const auto& detector) { return std::string(name(detector.param)); });

}  // namespace
}  // namespace pliant::agreement
