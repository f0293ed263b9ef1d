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
#include "io/io.hpp"
#include "oracle/random.hpp"

namespace pliant::agreement {
namespace {

using Json = nlohmann::json;

const std::filesystem::path data = PLIANT_SHARED_DATA;
/// Triangles: the one larger mesh would take most of the time, and so would the larger half under sanitizers.
constexpr std::size_t largest = oracle::sanitized ? 15'000 : 250'000;

std::size_t shared_vertices(const Triangle& a, const Triangle& b) {
    std::size_t count = 0;
    for (const std::uint32_t v : a) count += std::find(b.begin(), b.end(), v) != b.end() ? 1 : 0;
    return count;
}

/// FNV-1a of 64 bits over lines "i j shared\n", from the start value that the files were made with.
class LineHash {
public:
    void add(std::uint32_t i, std::uint32_t j, std::size_t shared) {
        for (const char c : std::to_string(i) + " " + std::to_string(j) + " " + std::to_string(shared) + "\n") {
            hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211u;
        }
    }

    [[nodiscard]] std::string hex() const {
        std::array<char, 17> text{};
        std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash_));
        return text.data();
    }

private:
    std::uint64_t hash_ = 0x14650fb0739d0383u;
};

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
        if (!std::filesystem::exists(data / "groundtruth")) GTEST_SKIP() << "no shared data at " << data;
    }

    static Json results(const std::string& file) {
        std::ifstream in(data / "groundtruth" / file);
        return Json::parse(in)["results"];
    }

    /// "folder:frame" addresses a frame of a packed sequence.
    static io::Mesh mesh_of(const std::string& address) {
        const std::size_t colon = address.find(':');
        if (colon == std::string::npos) return io::read_mesh(data / address);
        const auto sequence = io::open_sequence((data / address.substr(0, colon)).string());
        io::Mesh mesh = sequence->mesh();
        sequence->positions(std::stoul(address.substr(colon + 1)), mesh.positions);
        return mesh;
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
