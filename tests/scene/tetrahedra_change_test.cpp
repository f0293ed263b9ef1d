// Tetrahedra come and go while their volume stays.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "agreement/detectors.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::scene_test {
namespace {

using oracle::Random;
using Numbers = std::vector<std::uint32_t>;

constexpr Tetrahedron nothing{~0u, ~0u, ~0u, ~0u};

Triangle turned(Triangle t) {
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    return t;
}

/// A bar of cells and a smaller one within it, bent at random.
class Cut {
public:
    explicit Cut(std::uint64_t seed)
        : random_(seed), bar_(shapes::tetra_box({5, 3, 3})), probe_(shapes::tetra_box({3, 2, 2})) {
        shake();
        body_ = live_.add(VolumeView{bar_.positions, bar_.tetrahedra});
        other_ = live_.add(VolumeView{probe_.positions, probe_.tetrahedra});
        all_ = bar_.tetrahedra;
    }

    void change() {
        remove_some();
        insert_some();
        if (random_.chance(40)) shake();
        if (random_.chance(20)) {
            bar_.positions.push_back({random_.uniform(0, 4), random_.uniform(0, 3), random_.uniform(0, 3)});
            live_.move(body_, bar_.positions);
        }
    }

    /// Against a scene that is made anew of what is there.
    void compare() {
        number_.clear();
        std::vector<Tetrahedron> there;
        for (std::uint32_t t = 0; t < all_.size(); ++t) {
            if (all_[t] == nothing) continue;
            there.push_back(all_[t]);
            number_.push_back(t);
        }
        const auto shown = live_.tetrahedra(body_);
        EXPECT_TRUE(std::equal(shown.begin(), shown.end(), all_.begin(), all_.end()));
        Scene fresh({.threads = 1});
        fresh.add(VolumeView{bar_.positions, there});
        fresh.add(VolumeView{probe_.positions, probe_.tetrahedra});
        compare_boundary(fresh);
        for (const auto method : {PenetrationMethod::spatial_hash, PenetrationMethod::brute_force})
            compare_penetrations(fresh, method);
        for (const IntersectionMethod method : agreement::detectors) compare_intersections(fresh, method);
        compare_contacts(fresh);
    }

    std::size_t penetrations = 0, pairs = 0, reused = 0, flaws = 0, limited = 0, stayed = 0;

private:
    void shake() {
        bar_.positions.resize(std::max(bar_.positions.size(), std::size_t{6 * 4 * 4}));
        for (auto& p : bar_.positions)
            for (double& x : p) x += random_.uniform(-0.12, 0.12);
        if (!placed_) {
            for (auto& p : probe_.positions) p = {p[0] + 1.1, p[1] + 0.6, p[2] + 0.7};
        }
        placed_ = true;
        for (auto& p : probe_.positions)
            for (double& x : p) x += random_.uniform(-0.05, 0.05);
        if (all_.empty()) return;
        live_.move(body_, bar_.positions);
        live_.move(other_, probe_.positions);
    }

    void remove_some() {
        Numbers gone;
        for (std::uint32_t t = 0; t < all_.size(); ++t) {
            if (all_[t] != nothing && random_.chance(6)) gone.push_back(t);
        }
        std::reverse(gone.begin(), gone.end());
        live_.remove_tetrahedra(body_, gone);
        for (const std::uint32_t t : gone) {
            pool_.push_back(all_[t]);
            all_[t] = nothing;
        }
    }

    void insert_some() {
        std::vector<Tetrahedron> more;
        const int count = random_.integer(0, 8);
        for (int i = 0; i < count && !pool_.empty(); ++i) {
            Tetrahedron t = pool_[std::size_t(random_.integer(0, int(pool_.size()) - 1))];
            if (random_.chance(30)) std::swap(t[0], t[1]);
            if (random_.chance(3)) t[2] = std::uint32_t(bar_.positions.size()) + 1;
            if (random_.chance(3)) t[3] = t[1];
            more.push_back(t);
        }
        Numbers expected;
        for (std::uint32_t t = 0; t < all_.size() && expected.size() < more.size(); ++t) {
            if (all_[t] == nothing) expected.push_back(t);
        }
        reused += expected.size();
        for (auto next = std::uint32_t(all_.size()); expected.size() < more.size(); ++next) expected.push_back(next);
        EXPECT_EQ(live_.insert_tetrahedra(body_, more), expected);
        for (std::size_t i = 0; i < more.size(); ++i) {
            if (expected[i] >= all_.size()) all_.resize(expected[i] + 1, nothing);
            all_[expected[i]] = more[i];
        }
    }

    void compare_boundary(const Scene& fresh) {
        live_of_.clear();
        std::map<Triangle, std::uint32_t> numbers;
        const auto live = live_.triangles(body_), made = fresh.triangles(body_);
        for (std::uint32_t t = 0; t < live.size(); ++t) {
            if (live[t][0] == ~0u) continue;
            EXPECT_TRUE(numbers.emplace(turned(live[t]), t).second);
        }
        EXPECT_EQ(numbers.size(), made.size());
        for (const Triangle& t : made) {
            const auto at = numbers.find(turned(t));
            ASSERT_NE(at, numbers.end());
            live_of_.push_back(at->second);
        }
        for (const auto& [triangle, number] : numbers) {  // what stays outside keeps its number
            const auto before = last_numbers_.find(triangle);
            if (before == last_numbers_.end()) continue;
            stayed += before->second == number;
        }
        last_numbers_ = std::move(numbers);
    }

    [[nodiscard]] std::vector<Flaw> renumbered(std::vector<Flaw> of_fresh) const {
        for (Flaw& flaw : of_fresh) {
            const bool element = flaw.kind != FlawKind::not_finite && flaw.kind != FlawKind::empty_body;
            if (flaw.body == body_ && element) flaw.element = number_[flaw.element];
        }
        return of_fresh;
    }

    void compare_penetrations(Scene& fresh, PenetrationMethod method) {
        PenetrationOptions asked;
        asked.method = method;
        asked.edges = true;
        asked.depth = random_.chance(50);
        const Penetrations expected = fresh.penetrations(asked);
        const Penetrations& found = live_.penetrations(asked);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            Penetration e = expected[i];
            if (e.tetrahedron.body == body_) e.tetrahedron.tetrahedron = number_[e.tetrahedron.tetrahedron];
            EXPECT_EQ(found[i].vertex, e.vertex);
            EXPECT_EQ(found[i].tetrahedron, e.tetrahedron);
            EXPECT_EQ(found[i].barycentric, e.barycentric);
            EXPECT_NEAR(found[i].depth, e.depth, 1e-9);
        }
        EXPECT_EQ(found.edges.size(), expected.edges.size());
        EXPECT_EQ(found.report.set_aside, renumbered(expected.report.set_aside));
        flaws += found.report.set_aside.size();
        penetrations += found.size();
        asked.budget.penetrations = 5;
        limited += live_.penetrations(asked).report.stopped_by == Limit::penetrations;
        EXPECT_LE(live_.penetrations(asked).size(), 5u);
    }

    [[nodiscard]] std::vector<TrianglePair> renumbered(std::span<const TrianglePair> of_fresh) const {
        std::vector<TrianglePair> out(of_fresh.begin(), of_fresh.end());
        for (TrianglePair& pair : out) {
            for (TriangleRef* t : {&pair.a, &pair.b}) {
                if (t->body == body_) t->triangle = live_of_[t->triangle];
            }
            if (pair.b < pair.a) std::swap(pair.a, pair.b);
        }
        std::sort(out.begin(), out.end());
        return out;
    }

    void compare_intersections(Scene& fresh, IntersectionMethod method) {
        const auto& expected = fresh.intersections({.method = method});
        EXPECT_EQ(live_.intersections({.method = method}).items, renumbered(expected.items)) << name(method);
        pairs += expected.size();
        const auto& some = live_.intersections({.method = method, .budget = {.pairs = 4}});
        EXPECT_LE(some.size(), 4u);
    }

    void compare_contacts(Scene& fresh) {
        const auto expected = renumbered(fresh.contacts_within(body_, other_).pairs);
        EXPECT_EQ(live_.contacts_within(body_, other_).pairs, expected);
    }

    Random random_;
    shapes::Mesh bar_, probe_;
    Scene live_{{.threads = 2}};
    BodyId body_{}, other_{};
    std::vector<Tetrahedron> all_, pool_;
    Numbers number_, live_of_;  // of fresh tetrahedra and triangles, in the scene that lives
    std::map<Triangle, std::uint32_t> last_numbers_;
    bool placed_ = false;
};

TEST(TetrahedraChange, RandomSequencesAreAnsweredAsByScenesMadeAnew) {
    std::size_t penetrations = 0, pairs = 0, reused = 0, flaws = 0, limited = 0, stayed = 0;
    const int sequences = oracle::sanitized ? 3 : 10;
    for (int seed = 1; seed <= sequences; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Cut cut{std::uint64_t(seed)};
        for (int frame = 0; frame < 6; ++frame) {
            cut.change();
            cut.compare();
            if (testing::Test::HasFailure()) return;
        }
        penetrations += cut.penetrations, pairs += cut.pairs, reused += cut.reused, flaws += cut.flaws,
            limited += cut.limited, stayed += cut.stayed;
    }
    EXPECT_GT(penetrations, 100u * std::size_t(sequences));
    EXPECT_GT(pairs, 100u * std::size_t(sequences));
    EXPECT_GT(reused, 10u * std::size_t(sequences));
    EXPECT_GT(flaws, std::size_t(sequences));
    EXPECT_GT(limited, std::size_t(sequences));
    EXPECT_GT(stayed, 200u * std::size_t(sequences));
}

TEST(TetrahedraChange, WhatIsNotThereIsRefusedAndNothingChanges) {
    const shapes::Mesh bar = shapes::tetra_box({2, 1, 1});
    Scene scene;
    const BodyId body = scene.add(VolumeView{bar.positions, bar.tetrahedra});
    const BodyId surface = scene.add(SurfaceView{bar.positions, scene.triangles(body)});
    const std::vector<Triangle> before(scene.triangles(body).begin(), scene.triangles(body).end());
    const auto past = static_cast<std::uint32_t>(bar.tetrahedra.size());
    for (const Numbers& numbers : {Numbers{0, past}, Numbers{1, 2, 1}})
        EXPECT_THROW(scene.remove_tetrahedra(body, numbers), std::out_of_range);
    const Numbers first{0};
    EXPECT_THROW(scene.remove_tetrahedra(surface, first), std::invalid_argument);
    EXPECT_THROW((void)scene.insert_tetrahedra(surface, {}), std::invalid_argument);
    EXPECT_THROW((void)scene.tetrahedra(surface), std::invalid_argument);
    EXPECT_THROW((void)scene.insert_tetrahedra(BodyId{7}, {}), std::out_of_range);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), scene.triangles(body).begin(), scene.triangles(body).end()));
    scene.remove_tetrahedra(body, first);
    EXPECT_THROW(scene.remove_tetrahedra(body, first), std::out_of_range);
    EXPECT_EQ(scene.tetrahedra(body)[0], nothing);
}

TEST(TetrahedraChange, ATetrahedronAheadOfItsVerticesWaitsForThem) {
    shapes::Mesh bar = shapes::tetra_box({1, 1, 1});
    Scene scene;
    const BodyId body = scene.add(VolumeView{bar.positions, bar.tetrahedra});
    const auto next = static_cast<std::uint32_t>(bar.positions.size());
    const std::vector<Tetrahedron> one{{next, next + 1, next + 2, next + 3}};
    const Numbers numbers = scene.insert_tetrahedra(body, one);
    EXPECT_EQ(scene.penetrations().report.set_aside,
              (std::vector{Flaw{body, FlawKind::index_out_of_range, numbers[0]}}));
    for (const auto& p : {shapes::Position{0.2, 0.3, 0.1}, {2, 0, 0}, {2, 1, 0}, {2, 0, 1}}) bar.positions.push_back(p);
    scene.move(body, bar.positions);
    EXPECT_TRUE(scene.penetrations().report.set_aside.empty());
    EXPECT_GT(scene.penetrations().size(), 0u);
}

TEST(TetrahedraChange, EveryTetrahedronMayGo) {
    const shapes::Mesh bar = shapes::tetra_box({2, 2, 2});
    Scene scene;
    const BodyId body = scene.add(VolumeView{bar.positions, bar.tetrahedra});
    Numbers all;
    for (std::uint32_t t = 0; t < bar.tetrahedra.size(); ++t) all.push_back(t);
    scene.remove_tetrahedra(body, all);
    EXPECT_EQ(scene.penetrations().report.set_aside, (std::vector{Flaw{body, FlawKind::empty_body, 0}}));
    EXPECT_TRUE(scene.intersections().empty());
    (void)scene.insert_tetrahedra(body, bar.tetrahedra);
    EXPECT_TRUE(scene.penetrations().report.set_aside.empty());
}

}  // namespace
}  // namespace pliant::scene_test
