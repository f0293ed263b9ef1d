#include "curves/curve_finder.hpp"

#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace pliant::curves {

namespace {

constexpr std::size_t curves_at_once = 128, sets_at_once = 256;

double distance(const Point& p, const Point& q) {
    const Vec3 way = Vec3(q) - Vec3(p);
    return std::sqrt(dot(way, way));
}

bool in_one_plane(PairKind kind) { return kind == PairKind::coplanar || kind == PairKind::fold; }

}  // namespace

void CurveFinder::find(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, const CurveOptions& options,
                       parallel::Workers& workers, Curves& out) {
    if (pairs.size() > PairJoins::most_pairs) throw std::length_error("pliant: more than 2^30 pairs in curves");
    segments_.find(bodies, pairs, workers);
    edges_.update(bodies);
    joins_.find(segments_, edges_, workers);
    chains_.find(pairs, segments_, joins_);
    points_.find({bodies, pairs, segments_, joins_, edges_, chains_}, workers, out);
    write_ends(workers, out);
    write_touches(bodies, pairs, workers, out);
    out.enclosed.clear();
    out.depths.clear();
    if (!options.sides || out.items.empty()) return;
    sides_.find({bodies, edges_, points_, options.depth}, out);
    if (options.depth) way_out_.find(bodies, sides_, workers, out);
}

CurveEnd CurveFinder::end_at(std::uint32_t end) const {
    if (segments_.end(end).at_vertex()) return CurveEnd::vertex;
    std::size_t ends = 0;
    joins_.for_each_end(segments_, edges_, end, [&](std::uint32_t) { ++ends; });
    if (ends > 2) return CurveEnd::branch;
    const std::size_t triangles = edges_.triangles_at(segments_.crossed(end).half);
    return triangles == 1 ? CurveEnd::border : triangles == 2 ? CurveEnd::missing : CurveEnd::branch;
}

void CurveFinder::write_ends(parallel::Workers& workers, Curves& out) {
    const parallel::Chunks chunks{out.items.size(), curves_at_once};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            Curve& curve = out.items[i];
            for (const CurveSegment& s : std::span(out.segments).subspan(curve.first, curve.count)) {
                curve.length += distance(out.points[s.points[0]].position, out.points[s.points[1]].position);
            }
            if (curve.closed) continue;
            const auto links = chains_.links(chains_.all()[i]);
            curve.ends = {end_at(Chains::start(links.front())), end_at(Chains::end(links.back()))};
        }
    });
}

void CurveFinder::write_touches(const frame::Bodies& bodies, std::span<const TrianglePair> pairs,
                                parallel::Workers& workers, Curves& out) {
    touching_.clear();
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        if (!segments_.ends()[i].any() || in_one_plane(pairs[i].kind)) touching_.push_back(i);
    }
    sets_.resize(touching_.size());
    const parallel::Chunks chunks{touching_.size(), sets_at_once};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            const broad_phase::Pair& pair = segments_.triangles()[touching_[i]];
            sets_[i] = geometry::common_set(bodies.corners(pair.a), bodies.corners(pair.b));
        }
    });
    out.touches.clear();
    out.touch_points.clear();
    for (std::size_t i = 0; i < touching_.size(); ++i) {
        const auto& [a, b, kind] = pairs[touching_[i]];
        const geometry::CommonSet& set = sets_[i];
        out.touches.push_back({a, b, kind, static_cast<std::uint32_t>(out.touch_points.size()),
                               static_cast<std::uint32_t>(set.count), set.area});
        for (std::size_t k = 0; k < set.count; ++k) {
            out.touch_points.push_back({set.corners[k].x, set.corners[k].y, set.corners[k].z});
        }
    }
}

}  // namespace pliant::curves
