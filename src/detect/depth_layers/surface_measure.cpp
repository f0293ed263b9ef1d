#include "detect/depth_layers/surface_measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/depth_layers/cell_ranges.hpp"
#include "numeric/box.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::size_t triangles_looked_at_together = 2048;
constexpr std::size_t vertices_per_chunk = 16384;

/// Coarser than for many points: few vertices are near enough to the surface to be settled one by one.
std::uint32_t resolution_for_vertices(std::size_t triangles) {
    const auto columns =
        static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 5, 16.0, 64.0));
    return columns > 32 && columns < 45 ? 32 : columns;  // slabs of more columns take twice the words
}

/// Layers at the border of a box may go on beyond it, where windings are not known: with a margin few of those that
/// matter do.
VolumeBox with_margin(const VolumeBox& box) {
    constexpr double share = 1.0 / 16;
    const Vec3 margin = share * (box.hi - box.lo);
    return finite(margin) ? VolumeBox{box.lo - margin, box.hi + margin} : box;
}

}  // namespace

std::uint32_t SurfaceMeasure::resolution() const {
    return std::max(queries_[0].image().resolution(), queries_[1].image().resolution());
}

std::uint64_t SurfaceMeasure::columns() const {
    std::uint64_t sum = 0;
    for (const PointQuery& query : queries_) {
        sum += std::uint64_t{query.image().resolution()} * query.image().resolution();
    }
    return sum;
}

Corners SurfaceMeasure::corners(std::size_t body, const Triangle& t) const {
    const auto of = [&](const auto* v) {
        return Corners{Vec3{v[t[0]].x, v[t[0]].y, v[t[0]].z}, Vec3{v[t[1]].x, v[t[1]].y, v[t[1]].z},
                       Vec3{v[t[2]].x, v[t[2]].y, v[t[2]].z}};
    };
    return vertices_[body].doubles != nullptr ? of(vertices_[body].doubles) : of(vertices_[body].floats);
}

Corners SurfaceMeasure::in_frame(const Corners& t) const {
    return {frame_.to_local(t[0]), frame_.to_local(t[1]), frame_.to_local(t[2])};
}

/// One for both bodies, so that their cells are the same. Windings are counted from the side on which less of a body
/// lies beyond the common box: nothing, of two boxes neither of which holds the other along the axis.
void SurfaceMeasure::choose_axis(const std::array<VolumeBox, 2>& boxes) {
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        std::array<KeptTriangles, 2> kept{};
        double worth = common_.hi[k] - common_.lo[k];
        for (std::size_t body = 0; body < 2; ++body) {
            const double below = common_.lo[k] - boxes[body].lo[k], above = boxes[body].hi[k] - common_.hi[k];
            kept[body] = above < below ? KeptTriangles::within_and_above : KeptTriangles::within_and_below;
            worth -= std::min(below, above);
        }
        if (!(worth > best) && k > 0) continue;
        best = worth;
        axis_ = static_cast<Axis>(k);
        kept_where_ = kept;
    }
}

/// Those within the common box, and on one side of it.
void SurfaceMeasure::keep_triangles(std::size_t body, parallel::Workers& workers) {
    const auto axis = static_cast<std::size_t>(axis_);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Box<double> box{{around_.lo.x, around_.lo.y, around_.lo.z}, {around_.hi.x, around_.hi.y, around_.hi.z}};
    if (kept_where_[body] == KeptTriangles::within_and_below) box.lo[axis] = -infinity;
    if (kept_where_[body] == KeptTriangles::within_and_above) box.hi[axis] = infinity;
    sides_of_box_.resize(of_[body]->vertices);
    const parallel::Chunks vertices{of_[body]->vertices, vertices_per_chunk};
    workers.for_each(vertices.number(), [&](std::size_t c) {
        sides_beyond(vertices_[body], vertices.begin(c), vertices.end(c), box, sides_of_box_.data());
    });
    // Removed ones have no corners to look at.
    const std::vector<Triangle>& given = of_[body]->triangles;
    there_.clear();
    for (std::size_t t = 0; !of_[body]->free.empty() && t < given.size(); ++t) {
        if (of_[body]->gone[t] == 0) there_.push_back(given[t]);
    }
    const std::vector<Triangle>& all = of_[body]->free.empty() ? given : there_;
    const parallel::Chunks chunks{all.size(), triangles_looked_at_together};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        std::vector<Triangle>& kept = chunks_[c].kept;
        kept.resize(chunks.end(c) - chunks.begin(c));
        kept.resize(triangles_within(sides_of_box_.data(), all.data(), chunks.begin(c), chunks.end(c), kept.data()));
    });
    kept_[body].clear();
    for (std::size_t c = 0; c < chunks.number(); ++c) {
        kept_[body].insert(kept_[body].end(), chunks_[c].kept.begin(), chunks_[c].kept.end());
    }
}

/// Layers of a body; false where there are windings in it other than 0 and one more.
bool SurfaceMeasure::make_image(std::size_t body, parallel::Workers& workers) {
    const TurnedBox box{axis_, axis_last(around_.lo, axis_), axis_last(around_.hi, axis_)};
    const std::size_t triangles = std::max(kept_[0].size(), kept_[1].size());
    queries_[body].update({vertices_[body], kept_[body], of_[body]->vertices, true, kept_where_[body]}, box,
                          resolution_for_vertices(triangles), rule_, workers);
    const auto [least, most] = queries_[body].image().windings();
    facing_[body] = least + most;
    return least >= -1 && most <= 1 && least != most && least * most == 0;
}

bool SurfaceMeasure::look(const frame::Bodies& bodies, const std::array<const frame::Body*, 2>& of,
                          const VolumeBox& common, const std::array<VolumeBox, 2>& boxes, InsideRule rule,
                          parallel::Workers& workers) {
    of_ = of;
    rule_ = rule;
    common_ = common;
    choose_axis(boxes);
    around_ = with_margin(common);
    for (std::size_t body = 0; body < 2; ++body) {
        const simd::Vertices all = bodies.vertices();
        const std::uint32_t first = of[body]->first_vertex;
        vertices_[body] = all.doubles != nullptr ? simd::Vertices{nullptr, all.doubles + first}
                                                 : simd::Vertices{all.floats + first, nullptr};
        keep_triangles(body, workers);
    }
    if (!make_image(0, workers) || !make_image(1, workers)) return false;
    std::array<bool, 2> proven{};
    workers.for_each(2, [&](std::size_t body) {
        proven[body] =
            proofs_[body].find({&queries_[body].image(), kept_[body], boxes[body]}, &queries_[1 - body].image());
    });
    return proven[0] && proven[1];
}

void SurfaceMeasure::add_whole(std::size_t body, const Corners& t, Sum& sum) const {
    const Corners local = in_frame(t);
    add_scaled(facing_[1 - body], moments_of_triangle(local[0], local[1], local[2]), sum.moments);
    const double width = width_of(local);
    sum.error += 16 * slack_ * width * (width + farthest_depth(local));
}

/// What the cells of triangles say of the other body, which has the same: those in cells with surface may meet it, and
/// of the others all cells are inside or none.
void SurfaceMeasure::sort_triangles(std::size_t body) {
    const CellImage& image = queries_[body].image();
    const CellImage::Cells* const other = queries_[1 - body].image().cells().data();
    CellImage::Cells found;
    const auto look = [&found, other](std::size_t word, std::uint64_t bits) {
        found.surface |= other[word].surface & bits;
        found.inside |= other[word].inside & bits;
    };
    wholes_[body].clear();
    candidates_[body].clear();
    std::vector<CellImage::Depths::Reach>& row = rows_[body];
    for (const auto& [number, range, large] : proofs_[body].looked_at()) {
        found = {};
        if (large) image.for_each_word(CellImage::Depths(image.grid(), image.corners(number)), row, look);
        if (!large) image.for_each_word(range, look);
        if (found.surface != 0) {
            const Corners c = corners(body, kept_[body][number]);
            candidates_[body].push_back({c, kept_[body][number], places_of(c), {}});
        } else if (found.inside != 0) {
            wholes_[body].push_back(number);
        }
    }
}

/// Of the corners of candidates.
void SurfaceMeasure::look_up_sides(std::size_t body) {
    PointQuery& query = queries_[1 - body];
    constexpr auto not_looked_up = PointQuery::Status::invalid;
    const std::span<PointQuery::Status> sides = sides_[body] = query.start(of_[body]->vertices, not_looked_up);
    for (const Candidate& c : candidates_[body]) {
        for (std::size_t k = 0; k < 3; ++k) {
            PointQuery::Status& side = sides[c.triangle[k]];
            if (side == not_looked_up) side = query.look_up(c.corners[k]);
        }
    }
}

SurfaceMeasure::Sum SurfaceMeasure::sum_of_chunks(std::size_t number) const {
    Sum sum;
    for (std::size_t c = 0; c < number; ++c) {
        sum.moments += chunks_[c].sum.moments;
        sum.error += chunks_[c].sum.error;
        sum.known &= chunks_[c].sum.known;
    }
    return sum;
}

/// From a corner whose side is known to the others of its triangle: what goes through the edges tells. False where that
/// contradicts itself.
bool SurfaceMeasure::spread_sides(std::size_t body, parallel::Workers& workers) {
    using Status = PointQuery::Status;
    const std::span<Status> side = sides_[body];
    const int inside = facing_[1 - body];
    const auto winding = [&](std::uint32_t v) { return side[v] == Status::inside ? inside : 0; };
    bool changed = true, unknown = true, agreed = true;
    const auto set = [&](std::uint32_t v, int w) {
        agreed &= (w == 0 || w == inside) && (side[v] == Status::uncertain || winding(v) == w);
        if (side[v] == Status::uncertain) side[v] = w == 0 ? Status::outside : Status::inside, changed = true;
    };
    while (changed) {
        changed = unknown = false;
        for (const auto& [corners, t, box, turns] : candidates_[body]) {
            if (side[t[0]] != Status::uncertain) {
                const int w = winding(t[0]) + turns[0];
                set(t[1], w);
                set(t[2], w + turns[1]);
            } else if (side[t[1]] != Status::uncertain) {
                const int w = winding(t[1]);
                set(t[2], w + turns[1]);
                set(t[0], w - turns[0]);
            } else if (side[t[2]] != Status::uncertain) {
                const int w = winding(t[2]);
                set(t[0], w + turns[2]);
                set(t[1], w - turns[1]);
            } else {
                unknown = true;
            }
        }
    }
    // Pieces that lie within layers altogether.
    if (unknown) queries_[1 - body].settle_rest(of_[body]->positions, workers);
    return agreed;
}

/// Integrals over triangles that lie in the other body as a whole: of candidates, where the second corner does. What
/// that is wrong by, the pairs put right.
SurfaceMeasure::Sum SurfaceMeasure::add_wholes(std::size_t body, parallel::Workers& workers) {
    const std::size_t wholes = wholes_[body].size();
    const parallel::Chunks chunks{wholes + candidates_[body].size(), triangles_looked_at_together};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        Sum& sum = chunks_[c].sum;
        sum = {};
        for (std::size_t i = chunks.begin(c); i < chunks.end(c); ++i) {
            if (i < wholes) {
                add_whole(body, corners(body, kept_[body][wholes_[body][i]]), sum);
                continue;
            }
            const Candidate& candidate = candidates_[body][i - wholes];
            const PointQuery::Status side = sides_[body][candidate.triangle[1]];
            if (side == PointQuery::Status::inside) add_whole(body, candidate.corners, sum);
            sum.known &= side == PointQuery::Status::inside || side == PointQuery::Status::outside;
        }
    });
    return sum_of_chunks(chunks.number());
}

bool SurfaceMeasure::find(const LocalFrame& frame, double slack, parallel::Workers& workers, Measure& out) {
    frame_ = frame;
    slack_ = slack;
    find_squares(common_);
    workers.for_each(2, [&](std::size_t body) {
        sort_triangles(body);
        look_up_sides(body);
    });
    sort_into_squares();
    Sum sum = add_pairs(workers);
    for (std::size_t body = 0; sum.known && body < 2; ++body) {
        sum.known &= spread_sides(body, workers);
        const Sum wholes = add_wholes(body, workers);
        sum.moments += wholes.moments;
        sum.error += wholes.error;
        sum.known &= wholes.known;
    }
    if (!sum.known) return false;
    const double sign = -facing_[0] * facing_[1];
    const double volume = sign * sum.moments.z;
    out = {};
    out.lo = std::max(0.0, volume - sum.error);
    out.hi = std::max(0.0, volume + sum.error);
    out.moment = sign * Vec3{sum.moments.xz, sum.moments.yz, sum.moments.zz / 2};
    out.moment_error = 2 * sum.error * (1 + length_of(frame.to_local(common_.hi)));
    return true;
}

}  // namespace pliant::depth_layers
