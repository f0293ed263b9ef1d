#include "detect/feature_tree/surface_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "broad_phase/sweep.hpp"
#include "geometry/feature_distance.hpp"
#include "geometry/meeting_point.hpp"
#include "geometry/triangle_pair.hpp"
#include "narrow_phase/feature_distances.hpp"

namespace pliant::feature_tree {

using broad_phase::block_size;
using broad_phase::BoxBlock;
using broad_phase::FeatureBatch;
using broad_phase::Pair;
using broad_phase::slot_of;
using frame::Bodies;
using narrow_phase::Measured;

namespace {

// Measured distances are off by 2^-32 of themselves at most, twice: that of the nearest pair and that of the one which
// was passed over for it.
constexpr double passed_over = 0x1p-30;
// What squares of gaps and of distances are rounded by, and more.
constexpr double rounding = 0x1p-50;

/// Square of the gap between two boxes, at least as wide in truth; infinite where one is empty.
double gap_square(const BoxBlock& a, std::size_t i, const BoxBlock& b, std::size_t k) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double above = double(b.lo[axis][k]) - a.hi[axis][i], below = double(a.lo[axis][i]) - b.hi[axis][k];
        const double gap = std::max({above, below, 0.0});
        sum += gap * gap;
    }
    return sum * (1 - rounding);
}

Point point(const Vec3& p) { return {p.x, p.y, p.z}; }

}  // namespace

void SurfaceDistance::update(const Bodies& bodies, parallel::Workers& workers) {
    tree_.fit(bodies, {bodies.vertices(), bodies.vertices()}, broad_phase::Suspicion::no_area, workers, report_);
}

/// One pair of bodies.
class SurfaceDistance::Search {
public:
    Search(const Bodies& bodies, const FeaturePyramid& a, const FeaturePyramid& b, double most, Stack& stack)
        : bodies_(bodies), a_(a), b_(b), limit_(std::min(most, std::numeric_limits<double>::max())), stack_(stack) {}

    /// Nearest first, so that the limit is soon a good one. What is found does not depend on the order, and so not on
    /// how the trees came about: of equals the smallest.
    bool run() {
        if (a_.empty() || b_.empty()) return false;
        const auto height = static_cast<std::uint32_t>(a_.height());
        stack_.assign(1, {{0, 0}, height, 0});
        while (!stack_.empty()) {
            const Node node = stack_.back();
            stack_.pop_back();
            if (too_far(node.square)) continue;
            node.level == 0 ? test_triangles(node) : expand(node);
        }
        return found_;
    }

    [[nodiscard]] BodyDistance result() const { return meet_ ? common_point() : nearest_points(); }

private:
    /// Beyond this, no distance is measured as smaller than what was found.
    [[nodiscard]] double reach() const { return found_ ? limit_ * (1 + passed_over) : limit_; }

    /// An empty box is infinitely far away, which no limit is, though its square may be.
    [[nodiscard]] bool too_far(double square) const {
        if (meet_) return square > 0;
        return square > reach() * reach() * (1 + rounding) || square == std::numeric_limits<double>::infinity();
    }

    /// Children of two blocks of a level, the nearest on top of the stack.
    void expand(const Node& node) {
        const BoxBlock &a = a_.level(node.level - 1).start[node.pair.a],
                       &b = b_.level(node.level - 1).start[node.pair.b];
        const std::size_t first = stack_.size();
        for (std::size_t i = 0; i < block_size; ++i) {
            for (std::size_t k = 0; k < block_size; ++k) {
                const double square = gap_square(a, i, b, k);
                if (too_far(square)) continue;
                stack_.push_back({{slot_of(node.pair.a, i), slot_of(node.pair.b, k)}, node.level - 1, square});
            }
        }
        std::sort(stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end(), [](const Node& p, const Node& q) {
            if (p.square != q.square) return p.square > q.square;
            return p.pair.a != q.pair.a ? p.pair.a > q.pair.a : p.pair.b > q.pair.b;
        });
    }

    void test_triangles(const Node& node) {
        const std::uint32_t s = a_.id(node.pair.a), t = b_.id(node.pair.b);
        const std::array<std::uint32_t, 2> triangles{s, t};
        if (meet_ && triangles > triangles_) return;
        if (node.square == 0 && geometry::meet(bodies_.corners(s), bodies_.corners(t))) {
            found_ = meet_ = true;
            triangles_ = triangles;
        }
        if (meet_) return;
        const Triangle &p = bodies_.triangles()[s], &q = bodies_.triangles()[t];
        FeatureBatch batch;
        for (std::size_t k = 0; k < 3; ++k) {
            add(batch, {p[k], q[0], q[1], q[2]});
            add(batch, {q[k], p[0], p[1], p[2]});
        }
        test(FeatureKind::vertex_triangle, batch, triangles);
        for (std::size_t k = 0; k < 9; ++k) {
            const std::size_t i = k / 3, j = k % 3;
            add(batch, {p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3]});
        }
        test(FeatureKind::edge_edge, batch, triangles);
    }

    static void add(FeatureBatch& batch, const std::array<std::uint32_t, 4>& vertices) {
        for (std::size_t k = 0; k < 4; ++k) batch.vertex[k][batch.count] = vertices[k];
        ++batch.count;
    }

    void test(FeatureKind kind, FeatureBatch& batch, const std::array<std::uint32_t, 2>& triangles) {
        batch.kind = kind;
        narrow_phase::MeasuredPart measured;
        const double within = reach();
        narrow_phase::measure(bodies_.vertices(), {within}, batch, 0, measured);
        for (std::size_t i = 0; i < batch.count; ++i) {
            if (measured.state[i] == Measured::far) continue;
            const std::array<std::uint32_t, 4> vertices{batch.vertex[0][i], batch.vertex[1][i], batch.vertex[2][i],
                                                        batch.vertex[3][i]};
            narrow_phase::ClosePair& near = measured.pairs[i];
            if (measured.state[i] == Measured::open &&
                !narrow_phase::measure_exactly(kind, points_of(vertices), {within, 0, 0}, near)) {
                continue;
            }
            if (found_ &&
                std::tie(near.distance, triangles, kind, i) >= std::tie(limit_, triangles_, kind_, feature_)) {
                continue;
            }
            found_ = true;
            limit_ = std::min(limit_, near.distance);
            feature_ = i;
            kind_ = kind;
            vertices_ = vertices;
            swapped_ = kind == FeatureKind::vertex_triangle && i % 2 != 0;
            triangles_ = triangles;
        }
        batch.count = 0;
    }

    [[nodiscard]] geometry::FeaturePoints points_of(const std::array<std::uint32_t, 4>& v) const {
        return {bodies_.position(v[0]), bodies_.position(v[1]), bodies_.position(v[2]), bodies_.position(v[3])};
    }

    [[nodiscard]] BodyDistance common_point() const {
        const auto corners = [&](std::uint32_t triangle) {
            const geometry::TriangleCorners c = bodies_.corners(triangle);
            return std::array<Point, 3>{point(c[0]), point(c[1]), point(c[2])};
        };
        BodyDistance out = references();
        out.point_a = out.point_b = geometry::meeting_point(corners(triangles_[0]), corners(triangles_[1]));
        return out;
    }

    [[nodiscard]] BodyDistance nearest_points() const {
        const FeatureDistance near = geometry::exact_distance(kind_, points_of(vertices_), {limit_, 0, 0}).near;
        BodyDistance out = references();
        out.point_a = swapped_ ? near.point_b : near.point_a;
        out.point_b = swapped_ ? near.point_a : near.point_b;
        const double below = std::min(near.distance, limit_) * (1 - passed_over);
        out.distance = {std::max(std::nextafter(below, 0.0), 0.0),
                        std::nextafter(near.distance * (1 + rounding), HUGE_VAL)};
        return out;
    }

    [[nodiscard]] BodyDistance references() const {
        BodyDistance out;
        out.triangle_a = bodies_.reference(triangles_[0]);
        out.triangle_b = bodies_.reference(triangles_[1]);
        out.a = out.triangle_a.body;
        out.b = out.triangle_b.body;
        return out;
    }

    const Bodies& bodies_;
    const FeaturePyramid &a_, &b_;
    double limit_;  // what is farther apart does not count
    Stack& stack_;
    bool found_ = false, meet_ = false, swapped_ = false;
    FeatureKind kind_{};
    std::size_t feature_ = 0;  // among those of the two triangles
    std::array<std::uint32_t, 4> vertices_{};
    std::array<std::uint32_t, 2> triangles_{};
};

std::optional<BodyDistance> SurfaceDistance::find(const Bodies& bodies, std::uint32_t a, std::uint32_t b, double most) {
    Search search(bodies, tree_.features()[a].triangles(), tree_.features()[b].triangles(), most, stack_);
    if (!search.run()) return std::nullopt;
    return search.result();
}

void SurfaceDistance::find_all(const Bodies& bodies, double most, parallel::Workers& workers,
                               std::vector<BodyDistance>& out) {
    broad_phase::Sweep<float> sweep;
    const double reach = std::min(0.5 * most, double(std::numeric_limits<float>::max()));
    for (std::uint32_t i = 0; i < tree_.features().size(); ++i) {
        if (tree_.features()[i].empty() || bodies.all()[i].set_aside) continue;
        Box<float> box = tree_.features()[i].triangles().box();
        if (!(box.lo[0] <= box.hi[0])) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            box.lo[k] = lower_float(box.lo[k] - reach);
            box.hi[k] = upper_float(box.hi[k] + reach);
        }
        sweep.add(box, i);
    }
    std::vector<Pair> pairs;
    sweep.find(pairs);
    std::sort(pairs.begin(), pairs.end(),
              [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    std::vector<std::optional<BodyDistance>> found(pairs.size());
    const parallel::Chunks chunks{pairs.size(), 8};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        Stack stack;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            const auto [a, b] = pairs[i];
            Search search(bodies, tree_.features()[a].triangles(), tree_.features()[b].triangles(), most, stack);
            if (search.run()) found[i] = search.result();
        }
    });
    for (const auto& distance : found) {
        if (distance) out.push_back(*distance);
    }
}

}  // namespace pliant::feature_tree
