// Candidates of features against every pair of features: none missed, none twice, none far away; the same for any
// number of threads and on every vector target.
#include "detect/feature_tree/feature_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <vector>

#include "agreement/random_bodies.hpp"
#include "each_target.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::feature_tree {
namespace {

using broad_phase::BoxContents;
using broad_phase::FeatureBatch;
using broad_phase::Suspicion;
using oracle::Random;

/// A candidate as it is reported: kind, four vertices, and the triangle or zero.
using Candidate = std::tuple<FeatureKind, std::array<std::uint32_t, 4>, std::uint32_t>;

/// All bodies of a frame and the positions that they come from.
struct Frame {
    std::vector<agreement::GivenBody> given;
    frame::Bodies bodies;
    parallel::Workers workers{2};
    std::vector<simd::FloatVertex> start_floats;
    std::vector<simd::DoubleVertex> start_doubles;
    std::vector<double> thickness;

    void read() {
        for (agreement::GivenBody& body : given) bodies.add(body.points(), body.triangles);
        bodies.update(workers);
    }

    [[nodiscard]] bool in_floats() const { return bodies.vertices().floats != nullptr; }

    /// Where everything was before: here and there far away, most of it near, some of it not at all.
    void make_start(Random& random) {
        for (std::uint32_t v = 0; v < bodies.vertex_count(); ++v) {
            const double step = random.chance(10) ? 1 : random.chance(20) ? 0 : 0.1;
            const Vec3 p = bodies.position(v) + step * random.in_cube();
            if (in_floats()) {
                start_floats.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0});
            } else {
                start_doubles.push_back({p.x, p.y, p.z, 0});
            }
        }
    }

    [[nodiscard]] simd::Vertices start() const {
        if (start_floats.empty() && start_doubles.empty()) return bodies.vertices();
        return in_floats() ? simd::Vertices{start_floats.data(), nullptr}
                           : simd::Vertices{nullptr, start_doubles.data()};
    }

    [[nodiscard]] Vec3 start_of(std::uint32_t v) const {
        const simd::Vertices s = start();
        if (s.doubles != nullptr) return {s.doubles[v].x, s.doubles[v].y, s.doubles[v].z};
        return {s.floats[v].x, s.floats[v].y, s.floats[v].z};
    }
};

/// Every pair of features, by definition.
class BruteForce {
public:
    BruteForce(const Frame& frame, const BoxContents& contents, Suspicion suspicion)
        : frame_(frame), contents_(contents) {
        const frame::Bodies& bodies = frame.bodies;
        for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
            if (!bodies.there(t) || !bodies.usable(t)) continue;
            const auto [a, b, c] = bodies.triangles()[t];
            if (a == b || b == c || c == a || !sound(t, suspicion)) continue;
            triangles_.push_back(t);
            for (const std::uint32_t v : {a, b, c}) vertices_.insert(v);
            for (const auto& [p, q] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
                edges_.insert({std::min(p, q), std::max(p, q)});
            }
        }
    }

    /// How far the boxes of the features are apart along the worst axis at both ends, beyond what is allowed.
    [[nodiscard]] long double excess(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) const {
        long double worst = -std::numeric_limits<long double>::infinity();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::array<long double, 2> ahead{}, behind{};
            for (std::size_t end = 0; end < 2; ++end) {
                const auto [a_lo, a_hi] = range(a, axis, end == 1);
                const auto [b_lo, b_hi] = range(b, axis, end == 1);
                ahead[end] = a_lo - b_hi;
                behind[end] = b_lo - a_hi;
            }
            worst = std::max({worst, std::min(ahead[0], ahead[1]), std::min(behind[0], behind[1])});
        }
        return worst - (static_cast<long double>(contents_.distance) + thickness(a) + thickness(b));
    }

    [[nodiscard]] std::set<Candidate> needed(const FeatureSelection& selection) const {
        std::set<Candidate> out;
        for (const std::uint32_t v : vertices_) {
            for (const std::uint32_t t : triangles_) {
                const auto [p, q, r] = frame_.bodies.triangles()[t];
                if (v == p || v == q || v == r || !wanted(selection, v, p)) continue;
                const std::array<std::uint32_t, 4> all{v, p, q, r};
                if (near(all, 1)) out.insert({FeatureKind::vertex_triangle, all, t});
            }
        }
        for (auto i = edges_.begin(); i != edges_.end(); ++i) {
            for (auto k = std::next(i); k != edges_.end(); ++k) {
                const auto [p, q] = *i;
                const auto [r, s] = *k;
                if (p == r || p == s || q == r || q == s || !wanted(selection, p, r)) continue;
                const std::array<std::uint32_t, 4> all{p, q, r, s};
                if (near(all, 2)) out.insert({FeatureKind::edge_edge, all, 0});
            }
        }
        return out;
    }

    /// Whether a candidate that is not needed is at least near, but for rounding to floats.
    [[nodiscard]] bool tolerable(const Candidate& candidate) const {
        const auto& [kind, vertices, triangle] = candidate;
        const std::size_t first = kind == FeatureKind::vertex_triangle ? 1 : 2;
        long double size = contents_.distance;
        for (const std::uint32_t v : vertices) {
            const Vec3 p = frame_.bodies.position(v), q = frame_.start_of(v);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                size = std::max(
                    {size, std::abs(static_cast<long double>(p[axis])), std::abs(static_cast<long double>(q[axis]))});
            }
            if (!frame_.thickness.empty()) size = std::max<long double>(size, frame_.thickness[v]);
        }
        return excess(std::span(vertices).first(first), std::span(vertices).subspan(first)) <= 2e-6L * size + 1e-37L;
    }

private:
    [[nodiscard]] bool sound(std::uint32_t t, Suspicion suspicion) const {
        if (suspicion == Suspicion::no_area) return frame_.bodies.soundness(t) == frame::Bodies::Soundness::sound;
        const Triangle& corners = frame_.bodies.triangles()[t];
        return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t v) {
            return finite(frame_.bodies.position(v)) && finite(frame_.start_of(v));
        });
    }

    [[nodiscard]] std::pair<long double, long double> range(std::span<const std::uint32_t> feature, std::size_t axis,
                                                            bool at_end) const {
        long double lo = std::numeric_limits<long double>::infinity(), hi = -lo;
        for (const std::uint32_t v : feature) {
            const long double s = frame_.start_of(v)[axis], e = frame_.bodies.position(v)[axis];
            const long double x = at_end ? s + contents_.fraction * (e - s) : s;
            lo = std::min(lo, x);
            hi = std::max(hi, x);
        }
        return {lo, hi};
    }

    [[nodiscard]] long double thickness(std::span<const std::uint32_t> feature) const {
        long double most = 0;
        if (frame_.thickness.empty()) return 0;
        for (const std::uint32_t v : feature) most = std::max<long double>(most, frame_.thickness[v]);
        return most;
    }

    [[nodiscard]] bool near(std::span<const std::uint32_t> vertices, std::size_t first) const {
        return excess(vertices.first(first), vertices.subspan(first)) <= 0;
    }

    [[nodiscard]] bool wanted(const FeatureSelection& selection, std::uint32_t v, std::uint32_t w) const {
        const auto body = [&](std::uint32_t vertex) {
            std::size_t i = 0;
            while (i + 1 < frame_.bodies.all().size() && frame_.bodies.all()[i + 1].first_vertex <= vertex) ++i;
            return i;
        };
        return body(v) == body(w) ? selection.self : selection.between;
    }

    const Frame& frame_;
    BoxContents contents_;
    std::vector<std::uint32_t> triangles_;
    std::set<std::uint32_t> vertices_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges_;
};

/// What the tree hands over, in its order.
std::vector<Candidate> found(FeatureTree& tree, const Frame& frame, const FeatureSelection& selection,
                             unsigned threads = 1) {
    parallel::Workers workers{threads};
    std::vector<std::vector<Candidate>> pieces(tree.start(frame.bodies, selection));
    std::vector<Counters> counters(pieces.size());
    workers.for_each(pieces.size(), [&](std::size_t piece) {
        tree.run(piece, counters[piece], [&](const FeatureBatch& batch) {
            EXPECT_GT(batch.count, 0u);
            for (std::size_t i = 0; i < batch.count; ++i) {
                const bool edges = batch.kind == FeatureKind::edge_edge;
                pieces[piece].push_back(
                    {batch.kind,
                     {batch.vertex[0][i], batch.vertex[1][i], batch.vertex[2][i], batch.vertex[3][i]},
                     edges ? 0 : batch.second[i]});
                if (!edges) {
                    EXPECT_EQ(batch.first[i], batch.vertex[0][i]);
                    continue;
                }
                EXPECT_LT(batch.first[i], batch.second[i]);
                EXPECT_EQ(tree.edge(batch.first[i]), (Edge{batch.vertex[0][i], batch.vertex[1][i]}));
                EXPECT_EQ(tree.edge(batch.second[i]), (Edge{batch.vertex[2][i], batch.vertex[3][i]}));
            }
        });
    });
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        EXPECT_EQ(counters[i].candidates, pieces[i].size());
        all.insert(all.end(), pieces[i].begin(), pieces[i].end());
    }
    return all;
}

void expect_needed(const std::vector<Candidate>& found, const BruteForce& all, const FeatureSelection& selection) {
    const std::set<Candidate> once(found.begin(), found.end());
    EXPECT_EQ(once.size(), found.size()) << "a candidate came twice";
    const std::set<Candidate> needed = all.needed(selection);
    std::vector<Candidate> missed, beyond;
    std::set_difference(needed.begin(), needed.end(), once.begin(), once.end(), std::back_inserter(missed));
    EXPECT_TRUE(missed.empty()) << missed.size() << " of " << needed.size();
    std::set_difference(once.begin(), once.end(), needed.begin(), needed.end(), std::back_inserter(beyond));
    for (const Candidate& candidate : beyond) ASSERT_TRUE(all.tolerable(candidate));
}

TEST(FeatureTree, FindsEveryCandidateOfRandomBodies) {
    std::size_t candidates = 0, frames = 0;
    for (const std::uint64_t seed : oracle::seeds(1, 120)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Frame frame;
        const int count = random.integer(1, 4);
        for (int i = 0; i < count; ++i) frame.given.push_back(agreement::random_body(random));
        if (random.chance(40)) agreement::break_some_elements(frame.given[0], random);
        frame.read();
        if (random.chance(60)) frame.make_start(random);
        if (random.chance(30)) {
            for (std::size_t v = 0; v < frame.bodies.vertex_count(); ++v) {
                frame.thickness.push_back(random.chance(20) ? random.uniform(0, 0.2) : 0);
            }
        }
        BoxContents contents{frame.start(), frame.bodies.vertices()};
        if (contents.moves() && random.chance(50)) contents.fraction = random.uniform();
        if (random.chance(70)) contents.distance = random.uniform(0, 0.3);
        if (!frame.thickness.empty()) contents.thickness = frame.thickness.data();
        const Suspicion suspicion = contents.moves() ? Suspicion::not_finite : Suspicion::no_area;
        const FeatureSelection selection{random.chance(80), random.chance(80)};

        FeatureTree tree;
        Report report;
        tree.fit(frame.bodies, contents, suspicion, frame.workers, report);
        for (const BodyFeatures& body : tree.features()) EXPECT_TRUE(body.sound());
        const std::vector<Candidate> given = found(tree, frame, selection);
        expect_needed(given, BruteForce(frame, contents, suspicion), selection);
        candidates += given.size();
        ++frames;
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(candidates, 100 * frames);  // the test could have failed
}

TEST(FeatureTree, FindsWhatIsExactlyAsFarAsTheDistance) {
    for (const bool in_floats : {true, false}) {
        for (const double distance : {1.0, 0.1, 0x1p-30, 3e5}) {
            Frame frame;
            const double x = in_floats ? static_cast<float>(distance) : distance;
            frame.given.resize(2);
            frame.given[0].positions = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
            frame.given[1].positions = {{x, 0, 0}, {x, 1, 0}, {x, 0, 1}};
            for (auto& body : frame.given) {
                body.triangles = {{0, 1, 2}};
                body.in_floats = in_floats;
            }
            frame.read();
            FeatureTree tree;
            Report report;
            const BoxContents contents{frame.bodies.vertices(), frame.bodies.vertices(), 1, x};
            tree.fit(frame.bodies, contents, Suspicion::no_area, frame.workers, report);
            EXPECT_EQ(found(tree, frame, {}).size(), 6u + 9u) << distance;
        }
    }
}

TEST(FeatureTree, IsTheSameForAnyThreadsAndVectors) {
    Random random(oracle::first_seed(2));
    Frame frame;
    const shapes::Mesh sheet = shapes::cloth_grid({16, 16}, 1, 1);
    for (int i = 0; i < 3; ++i) {
        agreement::GivenBody body;
        body.triangles = sheet.triangles;
        body.in_floats = true;
        for (const auto& p : sheet.positions) {
            body.positions.push_back(Vec3{p[0], p[1], 0.01 * i} + 0.01 * random.in_cube());
        }
        frame.given.push_back(body);
    }
    frame.read();
    frame.make_start(random);
    const BoxContents contents{frame.start(), frame.bodies.vertices(), 0.75, 0.01};
    std::vector<Candidate> expected;
    simd::on_each_target([&](const std::string&) {
        FeatureTree tree;
        Report report;
        tree.fit(frame.bodies, contents, Suspicion::not_finite, frame.workers, report);
        for (const unsigned threads : {1u, 2u, 3u, 8u}) {
            const std::vector<Candidate> now = found(tree, frame, {}, threads);
            if (expected.empty()) expected = now;
            ASSERT_EQ(now, expected) << threads << " threads";
        }
    });
    EXPECT_GT(expected.size(), 10000u);
}

TEST(FeatureTree, FollowsWhatMovesAndChanges) {
    Random random(oracle::first_seed(3));
    Frame frame;
    for (int i = 0; i < 3; ++i) frame.given.push_back(agreement::random_body(random));
    frame.read();
    FeatureTree tree;
    for (int step = 0; step < 40; ++step) {
        SCOPED_TRACE(step);
        if (step % 3 != 0) {
            const auto i = static_cast<std::size_t>(random.integer(0, 2));
            agreement::bend(frame.given[i], random);
            frame.bodies.move(BodyId{static_cast<std::uint32_t>(i)}, frame.given[i].points());
            frame.bodies.update(frame.workers);
        }
        const BoxContents contents{frame.bodies.vertices(), frame.bodies.vertices(), 1, 0.1 * (step % 4)};
        Report report;
        tree.fit(frame.bodies, contents, Suspicion::no_area, frame.workers, report);
        EXPECT_EQ(report.rebuilt && step == 0, step == 0);
        expect_needed(found(tree, frame, {}), BruteForce(frame, contents, Suspicion::no_area), {});
        if (testing::Test::HasFailure()) return;
    }
}

}  // namespace
}  // namespace pliant::feature_tree
