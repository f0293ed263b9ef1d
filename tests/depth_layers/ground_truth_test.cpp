// Real meshes against volumes and places that another program found with exact arithmetic.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include <pliant/scene.hpp>

#include "io/io.hpp"

namespace pliant::depth_layers {
namespace {

using Json = nlohmann::json;

const std::filesystem::path data = PLIANT_SHARED_DATA;

class LayersGroundTruth : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(data / "groundtruth")) GTEST_SKIP() << "no shared data at " << data;
    }

    static Json results(const std::string& file) {
        std::ifstream in(data / "groundtruth" / file);
        return Json::parse(in)["results"];
    }
};

/// Two bodies of a file, the second one moved.
struct Pair {
    io::Mesh a, b;
    Scene scene;
    BodyId id_a{}, id_b{};

    explicit Pair(const Json& expected)
        : a(io::read_mesh(data / expected["A"].get<std::string>())),
          b(io::read_mesh(data / expected["B"].get<std::string>())) {
        const auto by = expected["translate_B"].get<std::array<double, 3>>();
        for (auto& p : b.positions) {
            for (std::size_t k = 0; k < 3; ++k) p[k] += by[k];
        }
        id_a = scene.add(SurfaceView{a.positions, a.triangles});
        id_b = scene.add(SurfaceView{b.positions, b.triangles});
    }
};

TEST_F(LayersGroundTruth, SharedVolumesLieWithinTheirErrors) {
    std::size_t shared = 0;
    for (const Json& expected : results("inter.json")) {
        if (!expected.contains("volume_intersection")) continue;
        SCOPED_TRACE(expected["A"].get<std::string>() + " " + expected["B"].get<std::string>());
        Pair pair(expected);
        const double truth = expected["volume_intersection"];
        for (const double tolerance : {0.1, 0.01, 0.002}) {
            const Overlap& found = pair.scene.overlap(pair.id_a, pair.id_b, {.tolerance = tolerance});
            EXPECT_LE(std::abs(found.volume - truth), found.error) << tolerance;
            EXPECT_EQ(found.inconsistent_pixels, 0u);
            EXPECT_TRUE(found.report.complete);
            if (truth > 0) {
                EXPECT_LE(found.error, tolerance * found.volume);
            }
        }
        shared += truth > 0 ? 1 : 0;
    }
    EXPECT_GT(shared, 8u);
}

/// "folder:frame" addresses a frame of a packed sequence.
io::Mesh mesh_of(const std::string& address) {
    const std::size_t colon = address.find(':');
    if (colon == std::string::npos) return io::read_mesh(data / address);
    const auto sequence = io::open_sequence((data / address.substr(0, colon)).string());
    io::Mesh mesh = sequence->mesh();
    sequence->positions(std::stoul(address.substr(colon + 1)), mesh.positions);
    return mesh;
}

TEST_F(LayersGroundTruth, LayersAreAsManyAsExactArithmeticFinds) {
    std::size_t images = 0;
    for (const Json& expected : results("ldi.json")) {
        SCOPED_TRACE(expected["mesh"].get<std::string>());
        const io::Mesh mesh = mesh_of(expected["mesh"]);
        Scene scene;
        const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
        for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
            const Json& along = expected[std::string(name(axis))];
            ASSERT_EQ(along["columns_degenerate"], 0);
            const Layers& found = scene.layers(body, {.resolution = expected["N"], .axis = axis});
            EXPECT_EQ(found.points.size(), along["layers_total"]);
            EXPECT_EQ(found.most, along["layers_max"]);
            EXPECT_EQ(found.inconsistent_pixels, 0u);
            std::size_t hit = 0;
            for (std::size_t pixel = 0; pixel + 1 < found.first.size(); ++pixel) hit += found.at(pixel).empty() ? 0 : 1;
            EXPECT_EQ(hit, along["columns_hit"]);
            ++images;
        }
    }
    EXPECT_EQ(images, 24u);
}

TEST_F(LayersGroundTruth, CentresOfCellsInsideAreAsMany) {
    for (const Json& expected : results("ldi.json")) {
        SCOPED_TRACE(expected["mesh"].get<std::string>());
        const io::Mesh mesh = mesh_of(expected["mesh"]);
        const std::size_t n = expected["N"];
        if (n > 100) continue;
        const auto lo = expected["bbox_min"].get<std::array<double, 3>>();
        const auto hi = expected["bbox_max"].get<std::array<double, 3>>();
        std::vector<std::array<double, 3>> centres;
        for (std::size_t i = 0; i < n * n * n; ++i) {
            const std::array<std::size_t, 3> at{i % n, i / n % n, i / n / n};
            auto& p = centres.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) {
                p[k] = lo[k] + (static_cast<double>(at[k]) + 0.5) * ((hi[k] - lo[k]) / static_cast<double>(n));
            }
        }
        Scene scene;
        const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
        const Containment& found = scene.contains(body, centres, {.exact = true, .rule = InsideRule::parity});
        EXPECT_EQ(found.inside.size(), expected["x"]["centres_inside_parity"]);
        EXPECT_TRUE(found.on_surface.empty());
        EXPECT_TRUE(found.uncertain.empty());
    }
}

struct KnownPoints {
    std::vector<std::array<double, 3>> points;
    std::vector<int> side;  // 1 inside, 0 on the surface, -1 outside
};

KnownPoints read_points(const std::filesystem::path& file) {
    KnownPoints known;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const char* at = line.c_str() + line.find(',') + 1;
        std::array<double, 3> p{};
        for (double& c : p) {
            char* end = nullptr;
            c = std::strtod(at, &end);
            at = end + 1;
        }
        known.points.push_back(p);
        known.side.push_back(std::atoi(at));
    }
    return known;
}

class KnownContainment : public LayersGroundTruth, public testing::WithParamInterface<const char*> {
protected:
    void check(std::optional<std::uint32_t> resolution) {
        const std::string name = GetParam();
        const std::string stem = name.substr(0, name.find('.'));
        const io::Mesh mesh = io::read_mesh(data / "surfaces" / name);
        const KnownPoints known = read_points(data / "groundtruth/primitives" / ("contains_" + stem + ".csv"));
        ASSERT_GT(known.points.size(), 1000u);
        Scene scene;
        const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
        check_bounded(scene.contains(body, known.points, {.resolution = resolution}), known);
        check_exact(scene.contains(body, known.points, {.exact = true, .resolution = resolution}), known);
    }

    static void check_bounded(const Containment& found, const KnownPoints& known) {
        EXPECT_EQ(found.inconsistent_pixels, 0u);
        std::set<std::uint32_t> inside(found.inside.begin(), found.inside.end());
        std::set<std::uint32_t> uncertain(found.uncertain.begin(), found.uncertain.end());
        EXPECT_GT(inside.size(), 10u);
        EXPECT_LT(uncertain.size(), known.points.size() * 3 / 4);
        for (std::uint32_t i = 0; i < known.points.size(); ++i) {
            if (uncertain.count(i) == 0) {
                EXPECT_EQ(inside.count(i), known.side[i] > 0 ? 1u : 0u) << i;
                EXPECT_NE(known.side[i], 0) << i;
            }
        }
    }

    static void check_exact(const Containment& found, const KnownPoints& known) {
        std::vector<int> side(known.points.size(), -1);
        for (const std::uint32_t i : found.inside) side[i] = 1;
        for (const std::uint32_t i : found.on_surface) side[i] = 0;
        EXPECT_TRUE(found.uncertain.empty());
        EXPECT_EQ(side, known.side);
    }
};

TEST_P(KnownContainment, AtTheResolutionChosen) { check(std::nullopt); }
TEST_P(KnownContainment, InManyColumns) { check(200); }

INSTANTIATE_TEST_SUITE_P(Meshes, KnownContainment, testing::Values("bunny_7k.obj", "knot_6k.off", "koala_7k.obj"),
                         [](const auto& mesh) {
                             const std::string name = mesh.param;
                             return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace pliant::depth_layers
