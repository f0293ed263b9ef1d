// What a question leaves behind that ran out of memory: the next answer is right all the same.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "allocations.hpp"
#include "shapes/meshes.hpp"

namespace pliant::scene_test {
namespace {

/// A sheet of squares; folded, it crosses itself, and some of its triangles have no area or a corner that is no number.
struct Sheet {
    static constexpr std::uint32_t side = 20;
    std::vector<std::array<float, 3>> flat, folded;
    std::vector<Triangle> triangles;

    Sheet() {
        for (std::uint32_t i = 0; i <= side; ++i) {
            for (std::uint32_t k = 0; k <= side; ++k) {
                const auto x = static_cast<float>(i), y = static_cast<float>(k);
                flat.push_back({x, y, 0});
                folded.push_back(i < side / 2 ? flat.back() : std::array{side - x + 0.3f, y, 0.2f * x - 2.8f});
                if (i == side || k == side) continue;
                const std::uint32_t a = i * (side + 1) + k, b = a + 1, c = a + side + 1, d = c + 1;
                triangles.insert(triangles.end(), {{a, c, d}, {a, d, b}});
            }
        }
        for (std::size_t i = 0; i < 12; ++i) folded[31 * i + 3] = folded[31 * i + 2];
        folded[17][1] = std::numeric_limits<float>::quiet_NaN();
    }
};

/// Asks again after allocation number `failing` of a call has failed; nothing where it did not need so many.
std::optional<Answer<TrianglePair>> answer_after_failure(const Sheet& sheet, IntersectionMethod method, bool warm,
                                                         long failing) {
    Scene scene(SceneOptions{1});
    IntersectionOptions options;
    options.method = method;
    const BodyId body = scene.add(SurfaceView{sheet.flat, sheet.triangles});
    if (warm) (void)scene.intersections(options);
    scene.move(body, sheet.folded);
    if (!allocations::end(failing, [&] { (void)scene.intersections(options); })) return std::nullopt;
    return scene.intersections(options);
}

class FailedAllocationsOf : public testing::TestWithParam<IntersectionMethod> {};

// An answer that was broken off leaves nothing half made behind that the next one would take for done.
TEST_P(FailedAllocationsOf, LeaveTheNextAnswerRight) {
    const Sheet sheet;
    Scene scene(SceneOptions{1});
    scene.add(SurfaceView{sheet.folded, sheet.triangles});
    IntersectionOptions options;
    options.method = IntersectionMethod::brute_force;
    const Answer<TrianglePair> expected = scene.intersections(options);
    EXPECT_GT(expected.size(), 50u);
    EXPECT_GT(expected.report.set_aside.size(), 10u);
    for (const bool warm : {true, false}) {
        long failing = 0;
        for (;; failing += warm ? 1 : 7) {
            const auto answer = answer_after_failure(sheet, GetParam(), warm, failing);
            if (!answer) break;
            ASSERT_EQ(answer->items, expected.items) << "allocation " << failing << (warm ? "" : " of the first call");
            ASSERT_EQ(answer->report.set_aside, expected.report.set_aside) << "allocation " << failing;
        }
        EXPECT_GT(failing, warm ? 5 : 20);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, FailedAllocationsOf,
                         testing::Values(IntersectionMethod::regularity, IntersectionMethod::box_tree,
                                         IntersectionMethod::gjk_cut, IntersectionMethod::spatial_hash),
                         [](const auto& test) { return std::string(name(test.param)); });

/// Blocks of 5 * 4^3 tetrahedra, one half inside the other.
struct TwoBlocks {
    static constexpr std::uint32_t side = 5;
    std::vector<std::array<float, 3>> first, second;
    std::vector<Tetrahedron> tetrahedra;

    TwoBlocks() {
        for (std::uint32_t i = 0; i < side * side * side; ++i) {
            const auto x = static_cast<float>(i % side), y = static_cast<float>(i / side % side),
                       z = static_cast<float>(i / (side * side));
            first.push_back({x, y, z});
            second.push_back({x + 1.7f, y + 1.6f, z + 1.4f});
        }
        const auto add = [this](std::uint32_t at) {
            const auto v = [at](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
                return at + x + side * (y + side * z);
            };
            tetrahedra.insert(tetrahedra.end(), {{v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)},
                                                 {v(1, 1, 0), v(0, 1, 0), v(1, 0, 0), v(1, 1, 1)},
                                                 {v(1, 0, 1), v(1, 0, 0), v(0, 0, 1), v(1, 1, 1)},
                                                 {v(0, 1, 1), v(0, 0, 1), v(0, 1, 0), v(1, 1, 1)},
                                                 {v(1, 0, 0), v(0, 1, 0), v(0, 0, 1), v(1, 1, 1)}});
        };
        for (std::uint32_t i = 0; i < side * side * side; ++i) {
            if (i % side + 1 < side && i / side % side + 1 < side && i / (side * side) + 1 < side) add(i);
        }
    }
};

// Half grown, arrays were written beyond their ends.
TEST(FailedAllocations, LeaveTheNextPenetrationsRight) {
    const TwoBlocks blocks;
    const auto make = [&](Scene& scene) {
        scene.add(VolumeView{blocks.first, blocks.tetrahedra});
        scene.add(VolumeView{blocks.second, blocks.tetrahedra});
    };
    Scene whole(SceneOptions{1});
    make(whole);
    const Penetrations expected = whole.penetrations();
    EXPECT_GT(expected.size(), 50u);
    long failing = 0;
    for (;; ++failing) {
        Scene scene(SceneOptions{1});
        make(scene);
        if (!allocations::end(failing, [&] { (void)scene.penetrations(); })) break;
        ASSERT_EQ(scene.penetrations().items, expected.items) << "allocation " << failing;
    }
    EXPECT_GT(failing, 20);
}

// Bodies had been read, and were not compared again until one moved.
TEST(FailedAllocations, LeaveDuplicatesToBeFound) {
    const Sheet sheet;
    auto above = sheet.flat;
    for (auto& p : above) p[2] = 1;
    long failing = 0;
    for (;; ++failing) {
        Scene scene(SceneOptions{.threads = 1, .jobs = nullptr, .set_duplicates_aside = true});
        scene.add(SurfaceView{sheet.flat, sheet.triangles});
        const BodyId second = scene.add(SurfaceView{above, sheet.triangles});
        (void)scene.intersections();
        scene.move(second, sheet.flat);
        if (!allocations::end(failing, [&] { (void)scene.intersections(); })) break;
        const auto& flaws = scene.intersections().report.set_aside;
        ASSERT_EQ(flaws.size(), 1u) << "allocation " << failing;
        EXPECT_EQ(flaws[0].kind, FlawKind::duplicate_body);
    }
    EXPECT_GT(failing, 0);
}

// A body that nobody has the number of stayed in the scene, a volume without its tetrahedra.
TEST(FailedAllocations, AddNothing) {
    const TwoBlocks blocks;
    Scene whole(SceneOptions{1});
    whole.add(VolumeView{blocks.first, blocks.tetrahedra});
    const Penetrations of_one = whole.penetrations();
    const auto pairs_of_one = whole.intersections().items;
    whole.add(VolumeView{blocks.second, blocks.tetrahedra});
    const Penetrations expected = whole.penetrations();
    EXPECT_GT(expected.size(), of_one.size() + 50);
    long failing = 0;
    for (;; ++failing) {
        Scene scene(SceneOptions{1});
        scene.add(VolumeView{blocks.first, blocks.tetrahedra});
        if (!allocations::end(failing, [&] { scene.add(VolumeView{blocks.second, blocks.tetrahedra}); })) break;
        ASSERT_EQ(scene.penetrations().items, of_one.items) << "allocation " << failing;
        ASSERT_EQ(scene.intersections().items, pairs_of_one) << "allocation " << failing;
        scene.add(VolumeView{blocks.second, blocks.tetrahedra});
        ASSERT_EQ(scene.penetrations().size(), expected.size()) << "allocation " << failing;
    }
    EXPECT_GT(failing, 5);
}

// The positions were new, the faces outside those of the old ones, and stayed so when it was moved again.
TEST(FailedAllocations, CanBeMovedAgain) {
    const TwoBlocks blocks;
    const std::span<const std::array<float, 3>> fewer(blocks.second.data(), blocks.second.size() - 30);
    Scene whole(SceneOptions{1});
    whole.add(VolumeView{blocks.first, blocks.tetrahedra});
    whole.move(whole.add(VolumeView{blocks.second, blocks.tetrahedra}), Points(fewer));
    const auto expected = whole.intersections().items;
    EXPECT_GT(expected.size(), 10u);
    long failing = 0;
    for (;; ++failing) {
        Scene scene(SceneOptions{1});
        scene.add(VolumeView{blocks.first, blocks.tetrahedra});
        const BodyId second = scene.add(VolumeView{blocks.second, blocks.tetrahedra});
        if (!allocations::end(failing, [&] { scene.move(second, Points(fewer)); })) break;
        scene.move(second, Points(fewer));
        ASSERT_EQ(scene.intersections().items, expected) << "allocation " << failing;
    }
    EXPECT_GT(failing, 5);
}

/// Every question about volumes and points, of two balls the first of which may have lost a triangle.
struct OpenedBalls {
    shapes::Mesh left = shapes::icosphere(3), right = left;
    Scene scene{SceneOptions{1}};
    BodyId a{}, b{};

    OpenedBalls() {
        for (auto& p : right.positions) p[0] += 1.1;
        a = scene.add(SurfaceView{left.positions, left.triangles});
        b = scene.add(SurfaceView{right.positions, right.triangles});
    }

    std::vector<double> ask() {
        const Overlap& overlap = scene.overlap(a, b);
        std::vector<double> all{overlap.volume, overlap.error, overlap.centroid[0]};
        const Overlap& self = scene.self_overlap(a);
        all.insert(all.end(), {self.volume, self.error});
        for (const std::uint32_t i : scene.contains(a, right.positions, {.exact = true}).inside) all.push_back(i);
        return all;
    }
};

TEST(FailedAllocations, LeaveTheNextOverlapRight) {
    const std::array<std::uint32_t, 1> lost{10};
    OpenedBalls opened;
    opened.scene.remove_triangles(opened.a, lost);
    const std::vector<double> expected = opened.ask();
    long failing = 0;
    for (;; failing += 1 + failing / 8) {
        OpenedBalls balls;
        (void)balls.ask();
        balls.scene.remove_triangles(balls.a, lost);
        if (!allocations::end(failing, [&] { (void)balls.ask(); })) break;
        ASSERT_EQ(balls.ask(), expected) << "allocation " << failing;
    }
    EXPECT_GT(failing, 5);
}

// A search that had thrown was taken for one that can be resumed.
TEST(FailedAllocations, LeaveTheNextContactsRight) {
    OpenedBalls whole;
    const std::vector<TrianglePair> expected = whole.scene.contacts_within(whole.a, whole.b).pairs;
    EXPECT_GT(expected.size(), 5u);
    long failing = 0;
    for (;; failing += 1 + failing / 8) {
        OpenedBalls balls;
        if (!allocations::end(failing, [&] { (void)balls.scene.contacts_within(balls.a, balls.b); })) break;
        ASSERT_EQ(balls.scene.contacts_within(balls.a, balls.b).pairs, expected) << "allocation " << failing;
    }
    EXPECT_GT(failing, 5);
}

}  // namespace
}  // namespace pliant::scene_test
