// The spatial hash against brute force on random scenes: the same bytes for every cell size, table size, number of
// threads and vector target, frame after frame. So do the variants of the paper.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <string>

#include "bench/papers/Teschner2003/paper_scene.hpp"
#include "each_target.hpp"
#include "random_volumes.hpp"
#include "same_penetrations.hpp"

namespace pliant::spatial_hash_test {
namespace {

std::array<SpatialHashOptions, 5> cells() {
    return {SpatialHashOptions{},
            {.table_size = 40},  // rows of cells share buckets
            {.cell_size = 0.3, .table_size = 7},
            {.cell_size = 5, .table_size = 1},
            {.cell_size = 1e-9}};
}

struct PaperRun {
    teschner2003::Variant variant;
    SpatialHashOptions hash{};
};

std::array<PaperRun, 7> paper_runs() {
    using teschner2003::InsideTest, teschner2003::Passes;
    return {PaperRun{{Passes::two}},
            {{Passes::two, InsideTest::half_spaces}},
            {{Passes::two}, {.cell_size = 0.7, .table_size = 99}},
            {{Passes::two}, {.cell_size = 1e-7, .table_size = 13}},
            {{Passes::one}},
            {{Passes::one, InsideTest::half_spaces}},
            {{Passes::one}, {.cell_size = 0.1, .table_size = 1999}}};
}

struct Tally {
    std::size_t frames = 0, with_hits = 0, inside = 0, on_boundary = 0, edges = 0, set_aside = 0, inverted = 0;

    void add(const Penetrations& answer) {
        ++frames;
        with_hits += !answer.empty();
        for (const Penetration& p : answer) ++(p.kind == PenetrationKind::inside ? inside : on_boundary);
        edges += answer.edges.size();
        set_aside += answer.report.set_aside.size();
        inverted += answer.report.noted.size();
    }
};

class RandomScene {
public:
    explicit RandomScene(std::uint64_t seed)
        : random_(seed), scene_({.threads = 1 + unsigned(seed % 3)}), paper_(1 + unsigned(seed % 3)) {
        const int count = random_.integer(1, 3);
        for (int i = 0; i < count; ++i) {
            bodies_.push_back(i > 0 && random_.chance(8) ? bodies_[0] : random_volume(random_));
            if (random_.chance(35)) break_some(bodies_.back(), random_);
        }
        if (random_.chance(5)) rescale(bodies_, random_);
        for (GivenBody& body : bodies_) {
            const Points points = body.points();
            ids_.push_back(body.add_to(scene_, points));
            (void)body.add_to(paper_, points);
        }
    }

    void next_frame() {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            move_some(bodies_[i], random_);
            const Points points = bodies_[i].points();
            scene_.move(ids_[i], points);
            paper_.move(ids_[i], points);
        }
    }

    void compare(Tally& tally) {
        PenetrationOptions options;
        options.edges = random_.chance(30);
        options.method = PenetrationMethod::brute_force;
        options.self = random_.chance(85);
        options.between = random_.chance(85);
        options.once_per_body = random_.chance(20);
        const Penetrations expected = scene_.penetrations(options);
        tally.add(expected);
        options.method = PenetrationMethod::spatial_hash;
        for (const SpatialHashOptions& hash : cells()) {
            if (hash.table_size + hash.cell_size.value_or(0) > 0 && !random_.chance(30))
                continue;  // a user gets the first
            options.hash = hash;
            const Penetrations& found = scene_.penetrations(options);
            ASSERT_TRUE(same(found, expected))
                << " cell " << hash.cell_size.value_or(0) << " table " << hash.table_size;
            ASSERT_GE(found.report.counters.candidates, found.report.counters.exact_tests);
        }
    }

    void compare_paper(Tally& tally) {
        PenetrationOptions options;
        options.method = PenetrationMethod::brute_force;
        options.self = random_.chance(85);
        options.between = random_.chance(85);
        options.once_per_body = random_.chance(20);
        const Penetrations expected = scene_.penetrations(options);
        tally.add(expected);
        for (const PaperRun& run : paper_runs()) {
            options.hash = run.hash;
            paper_.use(run.variant);
            const Penetrations& found = paper_.penetrations(options);
            ASSERT_TRUE(same(found, expected))
                << (run.variant.passes == teschner2003::Passes::one ? "one pass" : "two passes") << " cell "
                << run.hash.cell_size.value_or(0) << " table " << run.hash.table_size;
            ASSERT_GE(found.report.counters.candidates, found.report.counters.exact_tests);
        }
    }

    Scene& scene() { return scene_; }

private:
    Random random_;
    std::vector<GivenBody> bodies_;
    Scene scene_;
    teschner2003::PaperScene paper_;
    std::vector<BodyId> ids_;
};

template <class Seeds>
Tally play(const Seeds& seeds, int frames, void (RandomScene::*compare)(Tally&)) {
    Tally tally;
    for (const std::uint64_t seed : seeds) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomScene scene(seed);
        for (int frame = 0; frame < frames; ++frame) {
            SCOPED_TRACE("frame " + std::to_string(frame));
            if (frame > 0) scene.next_frame();
            (scene.*compare)(tally);
            if (testing::Test::HasFatalFailure()) return tally;
        }
    }
    // Often enough that a miss would be seen, seldom enough that an invention would.
    EXPECT_GT(tally.with_hits, tally.frames * 30 / 100);
    EXPECT_LT(tally.with_hits, tally.frames * 85 / 100);
    return tally;
}

TEST(SpatialHash, EqualsBruteForceOnRandomScenes) {
    const Tally tally = play(oracle::seeds(401, 300), 3, &RandomScene::compare);
    if (tally.frames < 800) return;
    EXPECT_GT(tally.inside, 2000u);
    EXPECT_GT(tally.on_boundary, 2000u);
    EXPECT_GT(tally.edges, 2000u);
    EXPECT_GT(tally.set_aside, 500u);
    EXPECT_GT(tally.inverted, 500u);
    std::cout << tally.frames << " frames, " << tally.with_hits << " with hits, " << tally.inside << " inside, "
              << tally.on_boundary << " on boundary, " << tally.edges << " edges, " << tally.set_aside << " set aside, "
              << tally.inverted << " inverted\n";
}

TEST(PaperVariants, EqualBruteForceOnRandomScenes) {
    const Tally tally = play(oracle::seeds(404, 120), 2, &RandomScene::compare_paper);
    if (tally.frames < 200) return;
    EXPECT_GT(tally.inside, 500u);
    EXPECT_GT(tally.on_boundary, 500u);
}

/// A surface with vertices in the middle of the faces of a volume, as near to them as floats or doubles can be, and
/// `step` or two beside.
GivenBody vertices_next_to_faces(const GivenBody& volume, double step, Random& random) {
    GivenBody body;
    for (const Tetrahedron& t : volume.tetrahedra) {
        const auto at = [&](std::size_t i) { return volume.positions[t[i]]; };
        const double beside = random.integer(-2, 2) * step;
        for (std::size_t face = 0; face < 4; ++face) {
            const Vec3 middle = (1.0 / 3) * (at((face + 1) % 4) + at((face + 2) % 4) + at((face + 3) % 4));
            body.positions.push_back(middle + beside * (at(face) - middle));
        }
    }
    for (std::uint32_t v = 2; v < body.positions.size(); ++v) body.triangles.push_back({v - 2, v - 1, v});
    return body;
}

/// What candidates next to faces come to, beside brute force.
struct NextToFaces {
    void compare(std::vector<GivenBody>& bodies) {
        Scene scene({.threads = 2});
        for (GivenBody& body : bodies) body.add_to(scene);
        const Penetrations expected = scene.penetrations({.method = PenetrationMethod::brute_force});
        const Penetrations& found = scene.penetrations();
        EXPECT_TRUE(same(found, expected));
        tally.add(expected);
        exact += found.report.counters.exact_tests;
        candidates += found.report.counters.candidates;
    }
    void expect_some_of_each() const {
        EXPECT_GT(tally.inside, 300u);
        EXPECT_GT(exact, 20u);
        EXPECT_LT(exact, candidates / 2);
    }

    Tally tally;
    std::uint64_t exact = 0, candidates = 0;
};

TEST(SpatialHash, EqualsBruteForceNextToFacesInFloats) {
    NextToFaces all;
    for (const int exponent : {-70, -45, -20, 0, 30, 45}) {
        SCOPED_TRACE("exponent " + std::to_string(exponent));
        Random random(403);
        std::vector<GivenBody> bodies{block(random), block(random)};
        bodies.push_back(vertices_next_to_faces(bodies[0], 0x1p-22, random));
        for (GivenBody& body : bodies) {
            body.in_floats = true;
            for (Vec3& p : body.positions) p = std::ldexp(1.0, exponent) * p;
        }
        all.compare(bodies);
    }
    all.expect_some_of_each();
}

/// Floats stand for doubles: what lies nearer to a face than they can tell is decided in doubles, or exactly.
TEST(SpatialHash, EqualsBruteForceNextToFacesInDoubles) {
    NextToFaces all;
    for (const int step : {-10, -20, -24, -28, -40, -51}) {
        for (const double shift : {0.0, 1e3, 1e7}) {
            SCOPED_TRACE("step " + std::to_string(step) + ", shift " + std::to_string(shift));
            Random random(405);
            std::vector<GivenBody> bodies{block(random)};
            bodies.push_back(vertices_next_to_faces(bodies[0], std::ldexp(1.0, step), random));
            for (GivenBody& body : bodies) {
                body.in_floats = false;
                for (Vec3& p : body.positions) p = p + Vec3{shift, -shift, 0.5 * shift};
            }
            all.compare(bodies);
        }
    }
    all.expect_some_of_each();
}

/// Part of the question: the part of the answer, by fewer candidates, and not by more work.
TEST(SpatialHash, LooksForLessWhereLessIsAsked) {
    for (const bool in_floats : {true, false}) {
        Random random(406);
        Scene scene({.threads = 1});
        std::vector<GivenBody> bodies{block(random)};
        bodies.push_back(vertices_next_to_faces(bodies[0], 0x1p-10, random));
        bodies.push_back(bodies[0]);
        for (GivenBody& body : bodies) {
            body.in_floats = in_floats;
            body.add_to(scene);
        }
        const Report whole = scene.penetrations().report;
        const Report self = scene.penetrations({.between = false}).report;
        const Report between = scene.penetrations({.self = false}).report;
        EXPECT_EQ(self.counters.candidates + between.counters.candidates, whole.counters.candidates);
        EXPECT_GT(between.counters.candidates, 0u);
        EXPECT_LE(between.counters.box_tests, whole.counters.box_tests);
        EXPECT_LE(self.counters.box_tests, whole.counters.box_tests);
        const Report none = scene.penetrations({.self = false, .between = false}).report;
        EXPECT_EQ(none.counters.candidates + none.counters.box_tests, 0u);
    }
}

/// The product of the extents of a tetrahedron is a float, but six or 24 times as much is not.
TEST(SpatialHash, IsRightWhereVolumesAreAboutTheLargestFloat) {
    Tally tally;
    for (const std::uint64_t seed : oracle::seeds(403, 1500)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        oracle::Random random(seed);
        const double third = random.uniform(38.1, 38.6) / 3, a = random.uniform(-3, 3), b = random.uniform(-3, 3);
        const std::array extents{std::pow(10, third + a), std::pow(10, third + b), std::pow(10, third - a - b)};
        std::vector<std::array<float, 3>> positions;
        std::vector<Tetrahedron> tetrahedra;
        for (std::uint32_t t = 0; t < 12; ++t) {
            for (int k = 0; k < 4; ++k) {
                auto& p = positions.emplace_back();
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    p[axis] = static_cast<float>((random.integer(0, 1) + random.uniform(-0.03, 0.03)) * extents[axis]);
                }
            }
            tetrahedra.push_back({4 * t, 4 * t + 1, 4 * t + 2, 4 * t + 3});
        }
        Scene scene;
        scene.add(VolumeView{positions, tetrahedra});
        const Penetrations expected = scene.penetrations({.method = PenetrationMethod::brute_force});
        tally.add(expected);
        simd::on_each_target([&](const std::string& target) {
            EXPECT_TRUE(same(scene.penetrations({.method = PenetrationMethod::spatial_hash}), expected)) << target;
        });
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(tally.inside, 300u);
}

TEST(SpatialHash, FindsTheSameOnEveryVectorTarget) {
    for (const std::uint64_t seed : oracle::seeds(402, 60)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomScene scene(seed);
        const Penetrations usual = scene.scene().penetrations();
        simd::on_each_target([&](const std::string& target) {
            const Penetrations& forced = scene.scene().penetrations();
            EXPECT_TRUE(same(forced, usual)) << target;
            EXPECT_EQ(forced.report.counters, usual.report.counters) << target;
        });
    }
}

}  // namespace
}  // namespace pliant::spatial_hash_test
