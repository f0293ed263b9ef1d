#include "detect/gjk_cut/triangle_selection.hpp"

#include <algorithm>
#include <limits>
#include <memory>

namespace pliant::gjk_cut {

using frame::Bodies;
using frame::Body;

namespace {

constexpr std::size_t triangles_per_chunk = 4096;

/// A region without the sides that nothing in `box` is beyond.
Box<double> open(Box<double> region, const Box<double>& box) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        if (region.lo[k] <= box.lo[k]) region.lo[k] = -infinity;
        if (region.hi[k] >= box.hi[k]) region.hi[k] = infinity;
    }
    return region;
}

/// All triangles of a body, or those to be considered.
TriangleNumbers triangles_of(const Bodies& bodies, const Body& body) {
    const std::uint32_t* corners = bodies.triangles().data()->data();
    const auto count = static_cast<std::uint32_t>(body.triangles.size());
    if (bodies.considers_all()) return {corners, nullptr, body.first_triangle, count};
    const auto considered = bodies.considered();
    const auto begin = std::lower_bound(considered.begin(), considered.end(), body.first_triangle);
    const auto end = std::lower_bound(begin, considered.end(), body.first_triangle + count);
    return {corners, std::to_address(begin), 0, static_cast<std::size_t>(end - begin)};
}

TriangleNumbers part_of(const TriangleNumbers& all, std::size_t begin, std::size_t count) {
    return {all.corners, all.numbers != nullptr ? all.numbers + begin : nullptr,
            all.first + static_cast<std::uint32_t>(begin), count};
}

}  // namespace

void TriangleSelection::select(const IntersectionQuery& query, const BodyPairs& bodies) {
    cut_into_chunks(query.bodies, bodies.bodies());
    unsound_.clear();
    query.workers.for_each(chunks_.size(), [&](std::size_t i) {
        Chunk& chunk = chunks_[i];
        const Body& body = query.bodies.all()[chunk.body];
        const BodyBounds& bounds = bodies.bodies()[chunk.body];
        chunk.counts = keep_in_region(query.bodies.vertices(), chunk.triangles,
                                      {open(bounds.wanted, bounds.box), all_finite(body)}, kept_.data() + chunk.first,
                                      suspects_.data() + chunk.first);
    });
    for (Chunk& chunk : chunks_) {
        if (chunk.counts.suspects > 0) set_aside_unsound(query.bodies, chunk);
    }
    join_chunks();
}

void TriangleSelection::cut_into_chunks(const Bodies& bodies, std::span<const BodyBounds> bounds) {
    chunks_.clear();
    ranges_.assign(bounds.size(), {});
    std::size_t room = 0;
    for (std::uint32_t i = 0; i < bounds.size(); ++i) {
        if (!bounds[i].takes_part) continue;
        const TriangleNumbers all = triangles_of(bodies, bodies.all()[i]);
        const parallel::Chunks pieces{all.count, triangles_per_chunk};
        for (std::size_t k = 0; k < pieces.number(); ++k) {
            const std::size_t begin = pieces.begin(k), count = pieces.end(k) - begin;
            chunks_.push_back({i, part_of(all, begin, count), room, {}});
            room += count + filter_padding;
        }
    }
    if (suspects_.size() < room) {  // grows last: exception safe
        kept_.resize(room);
        suspects_.resize(room);
    }
}

/// Suspects that are sound stay where they are; others, and those that were removed, leave the list.
void TriangleSelection::set_aside_unsound(const Bodies& bodies, Chunk& chunk) {
    const auto suspects = suspects_.begin() + static_cast<std::ptrdiff_t>(chunk.first);
    const auto gone =
        std::remove_if(suspects, suspects + static_cast<std::ptrdiff_t>(chunk.counts.suspects), [&](std::uint32_t t) {
            if (!bodies.usable(t)) return false;
            if (bodies.soundness(t) == Bodies::Soundness::sound) return true;
            unsound_.push_back(t);
            return false;
        });
    if (gone == suspects) return;
    const auto kept = kept_.begin() + static_cast<std::ptrdiff_t>(chunk.first);
    auto next = suspects;  // both are in ascending order
    const auto left = std::remove_if(kept, kept + static_cast<std::ptrdiff_t>(chunk.counts.kept), [&](std::uint32_t t) {
        while (next != gone && *next < t) ++next;
        return next != gone && *next == t;
    });
    chunk.counts.kept = static_cast<std::size_t>(left - kept);
}

void TriangleSelection::join_chunks() {
    std::size_t end = 0;
    for (const Chunk& chunk : chunks_) {
        Range& range = ranges_[chunk.body];
        if (range.count == 0) range.first = end;
        std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(chunk.first), chunk.counts.kept,
                    kept_.begin() + static_cast<std::ptrdiff_t>(end));
        range.count += chunk.counts.kept;
        end += chunk.counts.kept;
    }
}

}  // namespace pliant::gjk_cut
