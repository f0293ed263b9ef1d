// Once warm, a frame allocates nothing: every way to ask for memory is counted, in this program alone.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pliant/penalty.hpp>

#include "agreement/detectors.hpp"
#include "determinism/played_scene.hpp"
#include "shapes/meshes.hpp"

namespace {

std::atomic<std::size_t> allocations = 0;
std::atomic<bool> counting = false;
std::atomic<long> until_failure = -1;  // so many of operator new succeed before one fails; none does below zero

void count() {
    if (counting) ++allocations;
}

void* allocate(std::size_t size, std::size_t alignment) {
    count();
    if (until_failure >= 0 && until_failure-- == 0) throw std::bad_alloc();
    const std::size_t whole = (size + alignment - 1) / alignment * alignment;
    if (void* memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole)) return memory;
    throw std::bad_alloc();
}

}  // namespace

// Where GCC 12 sees one of these through another it takes them for a mismatched pair.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

// Libraries that go to malloc itself are counted too, where its inner name is known and no sanitizer has taken it over.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" {
void* __libc_malloc(std::size_t size);                      // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t number, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* memory, std::size_t size);       // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) {
    count();
    return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
    count();
    return __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size) {
    count();
    return __libc_realloc(memory, size);
}
}
#endif

namespace pliant::scene_test {
namespace {

using determinism::PlayedScene;

struct Case {
    IntersectionMethod method;
    unsigned threads;
    std::string_view scene;
};

class WarmFrames : public testing::TestWithParam<Case> {};

/// Frames back and forth: the same ones in every round, so that what they need at most is known after the first.
std::size_t allocations_of_a_round(PlayedScene& played, const IntersectionOptions& options) {
    std::size_t sum = 0;
    for (const std::size_t frame : {0u, 1u, 2u, 3u, 2u, 1u}) {
        played.go_to(frame);
        allocations = 0;
        counting = true;
        (void)played.scene.intersections(options);
        counting = false;
        sum += allocations;
    }
    return sum;
}

TEST_P(WarmFrames, AllocateNothing) {
    const auto& [method, threads, name] = GetParam();
    PlayedScene played(name, 20000, threads);
    IntersectionOptions options;
    options.method = method;
    EXPECT_GT(allocations_of_a_round(played, options), 0u);  // the counter counts
    // A thread that first takes part in a later round sets itself up then.
    std::size_t last = 1;
    for (int round = 0; round < 10 && last != 0; ++round) last = allocations_of_a_round(played, options);
    EXPECT_EQ(last, 0u);
    EXPECT_EQ(allocations_of_a_round(played, options), 0u);
}

TEST_P(WarmFrames, AllocateNothingWithABudgetOfPairs) {
    const auto& [method, threads, name] = GetParam();
    PlayedScene played(name, 20000, threads);
    IntersectionOptions options;
    options.method = method;
    options.budget.pairs = 50;
    std::size_t last = 1;
    for (int round = 0; round < 10 && last != 0; ++round) last = allocations_of_a_round(played, options);
    EXPECT_EQ(last, 0u);
}

using Positions = std::vector<std::array<float, 3>>;

/// A grid of squares, bent by a function of two numbers from 0 to 1.
template <class Place>
Positions bent_grid(std::uint32_t side, const Place& place) {
    Positions positions;
    for (std::uint32_t i = 0; i < side * side; ++i) {
        const auto s = static_cast<float>(i % side), t = static_cast<float>(i / side), n = static_cast<float>(side - 1);
        positions.push_back(place(s / n, t / n));
    }
    return positions;
}

std::vector<Triangle> triangles_of_grid(std::uint32_t side) {
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i + 1 < side; ++i) {
        for (std::uint32_t k = 0; k + 1 < side; ++k) {
            const std::uint32_t a = i * side + k, b = a + 1, c = a + side, d = c + 1;
            triangles.push_back({a, b, d});
            triangles.push_back({a, d, c});
        }
    }
    return triangles;
}

// Contours are looked at in as many rounds as it takes; which buffers have room must not depend on their number.
TEST(WarmRounds, AllocateNothingAfterAFrameWithAnotherNumberOfRounds) {
    const auto waves = bent_grid(121, [](float s, float t) {
        return std::array{2 * t + 49, 2 * s - 1, 0.4f * std::sin(12 * t - 6) * std::cos(10 * s - 5)};
    });
    const auto flat = bent_grid(25, [](float s, float t) { return std::array{24 * t, 24 * s, 0.0f}; });
    const auto many = triangles_of_grid(121), few = triangles_of_grid(25);
    for (const float turns : {1.2f, 2.2f, 2.4f, 2.6f}) {  // more than one: contours are not simple
        const auto spiral = bent_grid(25, [&](float s, float t) {
            const float angle = 6.283185f * turns * t;
            return std::array{(1 + s) * std::cos(angle), (1 + s) * std::sin(angle), 0.04f * angle / 6};
        });
        Scene scene(SceneOptions{1});
        scene.add(SurfaceView{waves, many});
        const BodyId body = scene.add(SurfaceView{spiral, few});
        const auto allocations_with = [&](const Positions& positions) {
            scene.move(body, positions);
            allocations = 0;
            counting = true;
            (void)scene.intersections({.method = IntersectionMethod::regularity});
            counting = false;
            return allocations.load();
        };
        for (int i = 0; i < 4; ++i) (void)allocations_with(spiral);
        EXPECT_EQ(allocations_with(spiral), 0u) << turns;
        EXPECT_EQ(allocations_with(flat), 0u) << turns;
        EXPECT_EQ(allocations_with(spiral), 0u) << turns;
    }
}

/// A question about some frames, in scenes played on one thread and on two: once warm, it allocates nothing.
template <class Ask>
void expect_nothing_warm(std::initializer_list<const char*> names, std::size_t triangles, const Ask& ask) {
    for (const char* name : names) {
        for (const unsigned threads : {1u, 2u}) {
            PlayedScene played(name, triangles, threads);
            const auto round = [&] {
                std::size_t sum = 0;
                for (const std::size_t frame : {0u, 1u, 2u, 1u}) {
                    played.scene.start_step();
                    played.go_to(frame);
                    allocations = 0;
                    counting = true;
                    ask(played.scene);
                    counting = false;
                    sum += allocations;
                }
                return sum;
            };
            EXPECT_GT(round(), 0u) << name;
            std::size_t last = 1;
            for (int i = 0; i < 10 && last != 0; ++i) last = round();
            EXPECT_EQ(last, 0u) << name << ", " << threads << " threads";
        }
    }
}

/// Curves within a body and between bodies, with everything that can be asked for.
TEST(WarmCurves, AllocateNothing) {
    expect_nothing_warm({"two_knots", "folded_layers", "body_and_garment", "resting_stack"}, 6000,
                        [](Scene& scene) { (void)scene.curves({.depth = true}); });
}

/// Everything that meets between frames, and the earliest of it.
TEST(WarmImpacts, AllocateNothing) {
    expect_nothing_warm({"two_knots", "draped_cloth"}, 4000, [](Scene& scene) {
        (void)scene.impacts();
        (void)scene.safe_step();
    });
}

/// Volumes, points and layers, with everything that can be asked for.
TEST(WarmVolumes, AllocateNothing) {
    for (const unsigned threads : {1u, 2u}) {
        PlayedScene played("two_knots", 4000, threads);
        const std::vector<std::array<double, 3>> points{{0, 0, 0}, {1, 0.1, 0}, {0.9, 0.2, 0.1}, {5, 5, 5}};
        const auto round = [&] {
            std::size_t sum = 0;
            for (const std::size_t frame : {0u, 1u, 2u, 1u}) {
                played.go_to(frame);
                allocations = 0;
                counting = true;
                (void)played.scene.overlap(BodyId{0}, BodyId{1},
                                           {.tolerance = 0.05, .spans = true, .gradient = true, .depths = true});
                (void)played.scene.contains(BodyId{0}, points, {.exact = true});
                (void)played.scene.layers(BodyId{1}, {.resolution = 50});
                counting = false;
                sum += allocations;
            }
            return sum;
        };
        EXPECT_GT(round(), 0u);
        std::size_t last = 1;
        for (int i = 0; i < 10 && last != 0; ++i) last = round();
        EXPECT_EQ(last, 0u) << threads;
    }
}

std::size_t allocations_of_penetrations(PlayedScene& played, const PenetrationOptions& options) {
    std::size_t sum = 0;
    for (const std::size_t frame : {0u, 1u, 2u, 3u, 2u, 1u}) {
        played.go_to(frame);
        allocations = 0;
        counting = true;
        (void)played.scene.penetrations(options);
        counting = false;
        sum += allocations;
    }
    return sum;
}

TEST(WarmPenetrations, AllocateNothing) {
    for (const auto& [threads, depth] : {std::pair(1u, false), std::pair(2u, false), std::pair(2u, true)}) {
        for (const char* name : {"setup_c", "setup_d"}) {
            PlayedScene played(name, 9600, threads);
            const PenetrationOptions options{.once_per_body = depth, .depth = depth};
            EXPECT_GT(allocations_of_penetrations(played, options), 0u);
            std::size_t last = 1;
            for (int round = 0; round < 10 && last != 0; ++round) last = allocations_of_penetrations(played, options);
            EXPECT_EQ(last, 0u) << name;
            EXPECT_EQ(allocations_of_penetrations(played, options), 0u) << name;
        }
    }
}

TEST(WarmProximities, AllocateNothing) {
    for (const unsigned threads : {1u, 2u}) {
        for (const char* name : {"draped_cloth", "swarm"}) {
            PlayedScene played(name, 9600, threads);
            const std::array thick{BodyThickness{BodyId{0}, 0.001, {}}};
            const auto round = [&] {
                std::size_t sum = 0;
                for (const std::size_t frame : {0u, 1u, 2u, 3u, 2u, 1u}) {
                    played.go_to(frame);
                    allocations = 0;
                    counting = true;
                    (void)played.scene.proximities({.distance = 0.02});
                    (void)played.scene.proximities({.distance = 0.01, .thickness = thick, .nearest = 2});
                    (void)played.scene.proximities({.distance = 0.02, .budget = {.proximities = 100}});
                    counting = false;
                    sum += allocations;
                }
                return sum;
            };
            EXPECT_GT(round(), 0u);
            std::size_t last = 1;
            for (int i = 0; i < 10 && last != 0; ++i) last = round();
            EXPECT_EQ(last, 0u) << name << " " << threads;
        }
    }
}

TEST(WarmContacts, AllocateNothing) {
    PlayedScene played("two_knots", 20000, 1);
    const auto round = [&] {
        std::size_t sum = 0;
        for (const std::size_t frame : {0u, 1u, 2u, 1u}) {
            played.go_to(frame);
            allocations = 0;
            counting = true;
            (void)played.scene.contacts_within(BodyId{0}, BodyId{1}, {.budget = {.tests = 5000}});
            (void)played.scene.contacts_within(BodyId{0}, BodyId{1});
            counting = false;
            sum += allocations;
        }
        return sum;
    };
    EXPECT_GT(round(), 0u);
    round();
    EXPECT_EQ(round(), 0u);
}

TEST(WarmContacts, PenaltyForcesAllocateNothing) {
    PlayedScene played("two_knots", 4000, 1);
    const std::vector<std::array<double, 3>> cage{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<std::array<double, 3>> forces(cage.size());
    const ContactOptions options{.finest = Finest::spheres, .budget = {.tests = 500}};
    std::size_t last = 0;
    for (const std::size_t frame : {0u, 1u, 2u, 1u}) {
        played.go_to(frame);
        const Contacts& contacts = played.scene.contacts_within(BodyId{0}, BodyId{1}, options);
        ASSERT_FALSE(contacts.empty());
        allocations = 0;
        counting = true;
        penalty_forces(contacts, {cage, {}, forces}, {}, {.friction = 0.3, .spheres = true});
        counting = false;
        last = allocations;
    }
    EXPECT_EQ(last, 0u);
}

std::vector<Case> cases() {
    std::vector<Case> result;
    for (const IntersectionMethod method : agreement::detectors) {
        for (const unsigned threads : {1u, 2u}) {
            for (const std::string_view scene : {"draped_cloth", "two_knots", "swarm"}) {
                result.push_back({method, threads, scene});
            }
        }
    }
    return result;
}

INSTANTIATE_TEST_SUITE_P(Scenes, WarmFrames, testing::ValuesIn(cases()), [](const auto& c) {
    return std::string(name(c.param.method)) + "_" + std::string(c.param.scene) + "_" + std::to_string(c.param.threads);
});

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
    bool failed = false;
    until_failure = failing;
    try {
        (void)scene.intersections(options);
    } catch (const std::bad_alloc&) {
        failed = true;
    }
    until_failure = -1;
    if (!failed) return std::nullopt;
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

/// Calls `call` with allocation number `failing` of it failing. False where it did not need so many.
template <class Call>
bool fails(long failing, const Call& call) {
    bool failed = false;
    until_failure = failing;
    try {
        call();
    } catch (const std::bad_alloc&) {
        failed = true;
    }
    until_failure = -1;
    return failed;
}

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
        if (!fails(failing, [&] { (void)scene.penetrations(); })) break;
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
        if (!fails(failing, [&] { (void)scene.intersections(); })) break;
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
        if (!fails(failing, [&] { scene.add(VolumeView{blocks.second, blocks.tetrahedra}); })) break;
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
        if (!fails(failing, [&] { scene.move(second, Points(fewer)); })) break;
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
        if (!fails(failing, [&] { (void)balls.ask(); })) break;
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
        if (!fails(failing, [&] { (void)balls.scene.contacts_within(balls.a, balls.b); })) break;
        ASSERT_EQ(balls.scene.contacts_within(balls.a, balls.b).pairs, expected) << "allocation " << failing;
    }
    EXPECT_GT(failing, 5);
}

}  // namespace
}  // namespace pliant::scene_test
