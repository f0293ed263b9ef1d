#include "curves/pair_segments.hpp"

#include <algorithm>
#include <cstddef>

#include "curves/lone_corners.hpp"
#include "geometry/perturbed_signs.hpp"

namespace pliant::curves {

EndCode::EndCode(const geometry::SegmentEnd& end) {
    using Owner = geometry::SegmentEnd::Owner;
    if (end.owner == Owner::both) {
        code = static_cast<std::uint8_t>(6 + end.from);
    } else {
        const std::uint32_t corner = end.to == (end.from + 1) % 3 ? end.from : end.to;
        *this = of_edge(end.owner == Owner::b, corner);
    }
}

namespace {

constexpr std::size_t pairs_at_once = 256;

/// In the common numbering. Consecutive triangles are mostly of the same body.
class CommonNumbers {
public:
    explicit CommonNumbers(const frame::Bodies& bodies) : bodies_(bodies) {}
    std::uint32_t operator()(const TriangleRef& t) {
        if (body_ == nullptr || body_->id != t.body) body_ = &bodies_.at(t.body);
        return body_->first_triangle + t.triangle;
    }

private:
    const frame::Bodies& bodies_;
    const frame::Body* body_ = nullptr;
};

PairEnds ends_of(const geometry::PairSegment& segment) {
    return segment.any ? PairEnds{{EndCode(segment.ends[0]), EndCode(segment.ends[1])}} : PairEnds{};
}

/// By LoneCode.
const std::array<PairEnds, 256>& ends_by_code() {
    static const std::array<PairEnds, 256> table = [] {
        std::array<PairEnds, 256> ends{};
        for (unsigned code = 0; code < 256; ++code) {
            ends[code] = ends_of(segment_of(LoneCode{static_cast<std::uint8_t>(code)}.corners()));
        }
        return ends;
    }();
    return table;
}

struct SharedVertices {
    std::size_t count = 0, a = 0, b = 0;  // how many, and the last one's corners
};

SharedVertices shared_vertices(const Triangle& a, const Triangle& b) {
    SharedVertices shared;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (a[i] == b[k]) shared = {shared.count + 1, i, k};
        }
    }
    return shared;
}

geometry::PairSegment segment_by_signs(const frame::Bodies& bodies, const broad_phase::Pair& pair, bool same_body) {
    using geometry::Perturbation;
    const Triangle &ta = bodies.triangles()[pair.a], &tb = bodies.triangles()[pair.b];
    const geometry::TriangleCorners a = bodies.corners(pair.a), b = bodies.corners(pair.b);
    const geometry::PairSigns signs(a, ta, b, tb, same_body ? Perturbation::each_vertex : Perturbation::second_body);
    if (!same_body) return segment_of(signs);
    const SharedVertices shared = shared_vertices(ta, tb);
    if (shared.count == 0) return segment_of(signs);
    if (shared.count == 1) return segment_beyond_vertex(signs, shared.a, shared.b);
    return {};  // triangles that share an edge meet nowhere else in general position
}

}  // namespace

void PairSegments::find(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, parallel::Workers& workers) {
    triangles_.resize(pairs.size());
    ends_.resize(pairs.size());
    const parallel::Chunks chunks{pairs.size(), 4 * pairs_at_once};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t first = chunks.begin(chunk); first < chunks.end(chunk); first += pairs_at_once) {
            find_some(bodies, pairs, first, std::min(first + pairs_at_once, chunks.end(chunk)));
        }
    });
}

void PairSegments::find_some(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, std::size_t begin,
                             std::size_t end) {
    CommonNumbers number_a(bodies), number_b(bodies);
    for (std::size_t i = begin; i < end; ++i) triangles_[i] = {number_a(pairs[i].a), number_b(pairs[i].b)};
    std::array<LoneCode, pairs_at_once> codes;
    find_lone_corners(bodies.vertices(), bodies.triangles().data()->data(), {triangles_.data() + begin, end - begin},
                      codes.data());
    const std::array<PairEnds, 256>& by_code = ends_by_code();
    for (std::size_t i = begin; i < end; ++i) {
        const LoneCode code = codes[i - begin];
        ends_[i] = code.certain() && pairs[i].kind == PairKind::crossing
                       ? by_code[code.bits]
                       : ends_of(segment_by_signs(bodies, triangles_[i], pairs[i].a.body == pairs[i].b.body));
    }
}

}  // namespace pliant::curves
