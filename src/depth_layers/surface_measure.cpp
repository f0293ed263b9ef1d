#include "depth_layers/surface_measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "depth_layers/edge_crossings.hpp"
#include "simd/cell_kernels.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::size_t triangles_per_chunk_of_candidates = 2048;
constexpr std::size_t candidates_per_chunk = 64;

/// Coarser than for many points: few vertices are near enough to the surface to be settled one by one.
std::uint32_t resolution_for_vertices(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 5, 16.0, 64.0));
}

double width_of(const Corners& t) {
    return std::max({length_of(t[1] - t[0]), length_of(t[2] - t[1]), length_of(t[0] - t[2])});
}

double farthest_depth(const Corners& t) { return std::max({std::abs(t[0].z), std::abs(t[1].z), std::abs(t[2].z)}); }

void add_scaled(double factor, const Moments& m, Moments& sum) {
    sum += {factor * m.area, factor * m.x, factor * m.y, factor * m.z, factor * m.xz, factor * m.yz, factor * m.zz};
}

/// A bit for each 64th of the depths that a box reaches into.
std::uint64_t depths_of(const simd::CellRange& box) {
    const unsigned first = box.first[2] >> 10, last = box.last[2] >> 10;
    return (~std::uint64_t{0} >> (63 - (last - first))) << first;
}

void add_turn(int turn, std::int8_t& sum) { sum = static_cast<std::int8_t>(sum + turn); }

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

/// Those within the common box, and below it. Columns run along an axis from below which nothing of the body comes in,
/// if there is one.
void SurfaceMeasure::keep_triangles(std::size_t body, const Box& of_body, const Box& common,
                                    parallel::Workers& workers) {
    const Vec3 below = common.lo - of_body.lo, side = common.hi - common.lo;
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (below[k] < below[axis] || (below[k] == below[axis] && side[k] > side[axis])) axis = k;
    }
    axes_[body] = static_cast<Axis>(axis);
    simd::CoordinateBox box{{common.lo.x, common.lo.y, common.lo.z}, {common.hi.x, common.hi.y, common.hi.z}};
    box.lo[axis] = -std::numeric_limits<double>::infinity();
    // Removed ones have no corners to look at.
    const std::vector<Triangle>& given = of_[body]->triangles;
    there_.clear();
    for (std::size_t t = 0; !of_[body]->free.empty() && t < given.size(); ++t) {
        if (of_[body]->gone[t] == 0) there_.push_back(given[t]);
    }
    const std::vector<Triangle>& all = of_[body]->free.empty() ? given : there_;
    const parallel::Chunks chunks{all.size(), triangles_per_chunk_of_candidates};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        std::vector<Triangle>& kept = chunks_[c].kept;
        kept.resize(chunks.end(c) - chunks.begin(c));
        kept.resize(
            simd::triangles_within(vertices_[body], all.data(), chunks.begin(c), chunks.end(c), box, kept.data()));
    });
    kept_[body].clear();
    for (std::size_t c = 0; c < chunks.number(); ++c) {
        kept_[body].insert(kept_[body].end(), chunks_[c].kept.begin(), chunks_[c].kept.end());
    }
}

/// Layers of a body; false where there are windings in it other than 0 and one more.
bool SurfaceMeasure::look_at_body(std::size_t body, const Box& of_body, const Box& common, parallel::Workers& workers) {
    const simd::Vertices all = bodies_->vertices();
    const std::uint32_t first = of_[body]->first_vertex;
    vertices_[body] = all.doubles != nullptr ? simd::Vertices{nullptr, all.doubles + first}
                                             : simd::Vertices{all.floats + first, nullptr};
    keep_triangles(body, of_body, common, workers);
    const TurnedBox box{axes_[body], axis_last(common.lo, axes_[body]), axis_last(common.hi, axes_[body])};
    queries_[body].update({vertices_[body], kept_[body], true, false}, box, resolution_for_vertices(kept_[body].size()),
                          rule_, workers);
    const auto [least, most] = queries_[body].image().windings();
    facing_[body] = least + most;
    return least >= -1 && most <= 1 && least != most && least * most == 0;
}

bool SurfaceMeasure::look(const bodies::Bodies& bodies, const std::array<const bodies::Body*, 2>& of, const Box& common,
                          const std::array<Box, 2>& boxes, InsideRule rule, parallel::Workers& workers) {
    bodies_ = &bodies;
    of_ = of;
    rule_ = rule;
    common_ = common;
    for (std::size_t body = 0; body < 2; ++body) {
        if (!look_at_body(body, boxes[body], common, workers)) return false;
    }
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

/// Many triangles to a square of the common box: those that may meet are few, and each reaches into several squares.
void SurfaceMeasure::find_squares(const Box& common) {
    squares_.shift = 12;
    while (squares_.shift > 8 && (std::size_t{16} << 2 * (16 - squares_.shift)) < kept_[1].size()) --squares_.shift;
    for (std::size_t k = 0; k < 3; ++k) {
        const double side = common.hi[k] - common.lo[k];
        squares_.lo[k] = common.lo[k];
        squares_.per_unit[k] = std::isfinite(0x1p16 / side) ? 0x1p16 / side : 0;
        squares_.last[k] = 0x1p16 - 1;
    }
}

simd::CellRange SurfaceMeasure::places_of(const Corners& t) const {
    simd::CellRange range;
    for (std::size_t k = 0; k < 3; ++k) {
        range.first[k] = static_cast<std::uint16_t>(squares_.place(least(t[0][k], t[1][k], t[2][k]), k));
        range.last[k] = static_cast<std::uint16_t>(squares_.place(greatest(t[0][k], t[1][k], t[2][k]), k));
    }
    return range;
}

/// Candidates among some triangles.
void SurfaceMeasure::look_at_triangles(std::size_t body, std::size_t begin, std::size_t end, Chunk& chunk) const {
    chunk.candidates.clear();
    const CellImage& other = queries_[1 - body].image();
    const std::size_t room = (end - begin + 3) / 4 * 4;
    chunk.places.resize(6 * room);
    chunk.unused.resize(2 * room);
    simd::CellRanges ranges;
    for (std::size_t k = 0; k < 3; ++k) {
        ranges.first[k] = chunk.places.data() + k * room;
        ranges.last[k] = chunk.places.data() + (3 + k) * room;
    }
    (void)simd::cells_of_triangles(vertices_[body], kept_[body].data(), begin, end, other.grid(), ranges,
                                   chunk.unused.data(), chunk.unused.data() + room);
    for (std::size_t i = begin; i < end; ++i) {
        const Triangle& t = kept_[body][i];
        if (!other.has_surface(ranges[i - begin])) continue;
        const Corners c = corners(body, t);
        chunk.candidates.push_back({c, t, places_of(c), {}});
    }
}

void SurfaceMeasure::find_candidates(std::size_t body, parallel::Workers& workers) {
    const parallel::Chunks chunks{kept_[body].size(), triangles_per_chunk_of_candidates};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(),
                     [&](std::size_t c) { look_at_triangles(body, chunks.begin(c), chunks.end(c), chunks_[c]); });
    candidates_[body].clear();
    for (std::size_t c = 0; c < chunks.number(); ++c) {
        candidates_[body].insert(candidates_[body].end(), chunks_[c].candidates.begin(), chunks_[c].candidates.end());
    }
}

/// Those of the second body.
void SurfaceMeasure::sort_into_squares() {
    const unsigned shift = squares_.shift;
    const auto for_each_square = [&](const Candidate& b, const auto& visit) {
        for (std::uint32_t iy = b.box.first[1] >> shift; iy <= std::uint32_t{b.box.last[1]} >> shift; ++iy) {
            for (std::uint32_t ix = b.box.first[0] >> shift; ix <= std::uint32_t{b.box.last[0]} >> shift; ++ix) {
                visit((iy << (16 - shift)) + ix);
            }
        }
    };
    const std::size_t squares = std::size_t{1} << 2 * (16 - shift);
    first_.assign(squares + 1, 0);
    for (const Candidate& b : candidates_[1]) for_each_square(b, [&](std::size_t square) { ++first_[square + 1]; });
    for (std::size_t i = 0; i < squares; ++i) first_[i + 1] += first_[i];
    in_square_.resize(first_[squares]);
    depths_.assign(squares, 0);
    for (std::uint32_t i = 0; i < candidates_[1].size(); ++i) {
        const Candidate& b = candidates_[1][i];
        for_each_square(b, [&](std::size_t square) {
            in_square_[first_[square]++] = {b.box, i};
            depths_[square] |= depths_of(b.box);
        });
    }
    for (std::size_t i = squares; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
}

void SurfaceMeasure::add_pairs_of(Candidate& a, Chunk& chunk) const {
    const unsigned shift = squares_.shift;
    const auto [lo, hi] = a.box;
    for (std::uint32_t iy = lo[1] >> shift; iy <= std::uint32_t{hi[1]} >> shift; ++iy) {
        for (std::uint32_t ix = lo[0] >> shift; ix <= std::uint32_t{hi[0]} >> shift; ++ix) {
            const std::size_t square = (iy << (16 - shift)) + ix;
            if ((depths_[square] & depths_of(a.box)) == 0) continue;
            for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i) {
                const auto& [from, to] = in_square_[i].box;
                // Without branches: boxes in one square are as often apart as not.
                unsigned apart = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                    apart |= static_cast<unsigned>(lo[k] > to[k]) | static_cast<unsigned>(from[k] > hi[k]);
                }
                if (apart != 0) continue;
                // Of the squares that both reach into the first one counts.
                const bool first = ix == std::uint32_t{std::max(lo[0], from[0])} >> shift &&
                                   iy == std::uint32_t{std::max(lo[1], from[1])} >> shift;
                if (first) add_pair(a, in_square_[i].candidate, chunk);
            }
        }
    }
}

SurfaceMeasure::Sum SurfaceMeasure::add_pairs(parallel::Workers& workers) {
    const parallel::Chunks chunks{candidates_[0].size(), candidates_per_chunk};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        chunks_[c].sum = {};
        chunks_[c].turns.clear();
        for (std::size_t i = chunks.begin(c); i < chunks.end(c); ++i) add_pairs_of(candidates_[0][i], chunks_[c]);
    });
    for (std::size_t c = 0; c < chunks.number(); ++c) {
        for (const EdgeTurn& t : chunks_[c].turns) add_turn(t.turn, candidates_[1][t.candidate].turns[t.edge]);
    }
    return sum_of_chunks(chunks.number());
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

/// Integrals over triangles that lie in the other body as a whole: where the second corner does. What that is wrong by,
/// the pairs put right.
SurfaceMeasure::Sum SurfaceMeasure::add_wholes(std::size_t body, parallel::Workers& workers) {
    const parallel::Chunks chunks{kept_[body].size(), triangles_per_chunk_of_candidates};
    workers.for_each(chunks.number(), [&](std::size_t c) {
        Sum& sum = chunks_[c].sum;
        sum = {};
        for (std::size_t i = chunks.begin(c); i < chunks.end(c); ++i) {
            const Triangle& t = kept_[body][i];
            const PointQuery::Status side = sides_[body][t[1]];
            if (side == PointQuery::Status::inside) add_whole(body, corners(body, t), sum);
            sum.known &= side == PointQuery::Status::inside || side == PointQuery::Status::outside;
        }
    });
    return sum_of_chunks(chunks.number());
}

/// What the pair adds to the integral over each of the two triangles: the segment in which they meet, and the pieces of
/// the edges opposite to their first corners from where these go through the other triangle.
void SurfaceMeasure::add_pair(Candidate& a, std::uint32_t b, Chunk& chunk) const {
    Sum& sum = chunk.sum;
    const Corners2 world{a.corners, candidates_[1][b].corners};
    std::array<std::array<int, 3>, 2> side;
    side[0] = sides_of(world[1], world[0]);
    if (all_on_one_side(side[0])) return;
    side[1] = sides_of(world[0], world[1]);
    if (all_on_one_side(side[1])) return;
    const auto touches = [](const std::array<int, 3>& s) { return s[0] == 0 || s[1] == 0 || s[2] == 0; };
    sum.known &= !touches(side[0]) && !touches(side[1]);
    if (!sum.known) return;
    const std::array<EdgeCrossings, 2> found{edges_through(world[0], side[0], world[1]),
                                             edges_through(world[1], side[1], world[0])};
    const int places = found[0].count + found[1].count;
    sum.known &= found[0].known && found[1].known && (places == 0 || places == 2);
    if (!sum.known || places == 0) return;
    const Corners2 local{in_frame(world[0]), in_frame(world[1])};
    const double size = width_of(local[0]) + width_of(local[1]);
    const double depth = std::max(farthest_depth(local[0]), farthest_depth(local[1])) + size;
    // Seen from the first triangle the segment ends where an edge of it comes in through the front of the other one, or
    // an edge of the other one goes out through its own.
    Vec3 start, end;
    for (std::size_t s = 0; s < 2; ++s) {
        for (int i = 0; i < found[s].count; ++i) {
            const auto [edge, turn] = found[s].places[static_cast<std::size_t>(i)];
            const Corners& t = local[s];
            const RoundedPlace place = through_plane(t[edge], t[(edge + 1) % 3], local[1 - s], size, slack_);
            sum.error += 4 * place.error * size * depth;
            ((turn > 0) == (s == 0) ? end : start) = place.at;
            if (s == 0) add_turn(turn, a.turns[edge]);
            if (s == 1) chunk.turns.push_back({b, static_cast<std::uint8_t>(edge), static_cast<std::int8_t>(turn)});
            if (edge == 1) add_scaled(turn, moments_of_triangle(t[0], place.at, t[2]), sum.moments);
        }
    }
    sum.moments += moments_of_triangle(local[0][0], start, end);
    sum.moments += moments_of_triangle(local[1][0], end, start);
    sum.error += 16 * slack_ * size * depth;
}

bool SurfaceMeasure::find(const LocalFrame& frame, double slack, parallel::Workers& workers, Measure& out) {
    frame_ = frame;
    slack_ = slack;
    for (std::size_t body = 0; body < 2; ++body) {
        sides_[body] = queries_[1 - body].find_all(of_[body]->positions, workers);
    }
    find_squares(common_);
    for (std::size_t body = 0; body < 2; ++body) find_candidates(body, workers);
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
