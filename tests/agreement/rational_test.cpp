// The oracle itself: brute force and border control against rational arithmetic and a border check written a second
// time, without anything of the library's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "agreement/random_bodies.hpp"
#include "agreement/same_answer.hpp"
#include "oracle/triangle_oracle.hpp"

namespace pliant::agreement {
namespace {

using oracle::Random;
using oracle::TriangleCorners;

struct Expected {
    std::vector<Flaw> flaws;
    std::vector<TrianglePair> pairs;
};

class SecondOpinion {
public:
    explicit SecondOpinion(std::vector<GivenBody>& bodies) {
        for (std::uint32_t i = 0; i < bodies.size(); ++i) {
            const Points points = bodies[i].points();
            std::vector<Vec3> read;
            for (std::size_t v = 0; v < points.size(); ++v) read.emplace_back(points[v]);
            check(BodyId{i}, bodies[i].triangles, read);
        }
        std::sort(expected_.flaws.begin(), expected_.flaws.end());
    }

    Expected answer() {
        for (std::size_t i = 0; i < sound_.size(); ++i) {
            for (std::size_t k = i + 1; k < sound_.size(); ++k) test(sound_[i], sound_[k]);
        }
        return expected_;
    }

private:
    struct Sound {
        TriangleRef ref;
        Triangle vertices;
        TriangleCorners corners;
    };

    void check(BodyId id, const std::vector<Triangle>& triangles, const std::vector<Vec3>& read) {
        const auto flaw = [&](FlawKind kind, std::size_t element) {
            expected_.flaws.push_back({id, kind, static_cast<std::uint32_t>(element)});
        };
        for (std::size_t v = 0; v < read.size(); ++v) {
            if (!finite(read[v])) flaw(FlawKind::not_finite, v);
        }
        const std::size_t sound_before = sound_.size();
        for (std::size_t t = 0; t < triangles.size(); ++t) {
            const auto [a, b, c] = triangles[t];
            if (std::max({a, b, c}) >= read.size()) {
                flaw(FlawKind::index_out_of_range, t);
            } else if (finite(read[a]) && finite(read[b]) && finite(read[c])) {
                if (oracle::exact_collinear(read[a], read[b], read[c])) {
                    flaw(FlawKind::degenerate, t);
                } else {
                    sound_.push_back({{id, static_cast<std::uint32_t>(t)}, triangles[t], {read[a], read[b], read[c]}});
                }
            }
        }
        if (sound_.size() == sound_before) flaw(FlawKind::empty_body, 0);
    }

    void test(Sound a, Sound b) {
        int shared = 0;
        for (int i = 0; a.ref.body == b.ref.body && i < 3; ++i) {
            for (int j = shared; j < 3; ++j) {
                if (a.vertices[i] != b.vertices[j]) continue;
                std::swap(a.vertices[i], a.vertices[shared]);
                std::swap(a.corners[i], a.corners[shared]);
                std::swap(b.vertices[j], b.vertices[shared]);
                std::swap(b.corners[j], b.corners[shared]);
                ++shared;
                break;
            }
        }
        if (const auto kind = oracle::exact_meet_beyond(std::min(shared, 2), a.corners, b.corners)) {
            expected_.pairs.push_back({a.ref, b.ref, *kind});
        }
    }

    std::vector<Sound> sound_;
    Expected expected_;
};

TEST(Rational, BruteForceEqualsRationalArithmetic) {
    const std::uint64_t first = oracle::first_seed(202);
    int compared = 0, with_pairs = 0, with_flaws = 0;
    for (std::uint64_t seed = first; compared < 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::vector<GivenBody> bodies{random_body(random), random_body(random)};
        if (random.chance(30)) rescale(bodies, random);
        if (random.chance(50)) break_some_elements(bodies[0], random);
        if (!bodies[0].tetrahedra.empty() || !bodies[1].tetrahedra.empty()) continue;
        if (bodies[0].triangles.size() + bodies[1].triangles.size() > 90) continue;
        Scene scene({.threads = 1});
        for (GivenBody& body : bodies) body.add_to(scene);
        const auto& found = scene.intersections({.method = IntersectionMethod::brute_force});
        const Expected expected = SecondOpinion(bodies).answer();
        ASSERT_TRUE(same_list(found.report.set_aside, expected.flaws));
        ASSERT_TRUE(same_list(found.items, expected.pairs));
        ++compared;
        with_pairs += expected.pairs.empty() ? 0 : 1;
        with_flaws += expected.flaws.empty() ? 0 : 1;
    }
    EXPECT_GT(with_pairs, 20);
    EXPECT_GT(with_flaws, 10);
}

}  // namespace
}  // namespace pliant::agreement
