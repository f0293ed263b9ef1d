#include "depth_layers/surface_measure.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/orientation.hpp"
#include "simd/cell_kernels.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::size_t triangles_per_chunk_of_candidates = 2048;
constexpr std::size_t candidates_per_chunk = 64;

/// Largest difference of coordinates.
double length_of(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

double width_of(const Corners& t) {
    return std::max({length_of(t[1] - t[0]), length_of(t[2] - t[1]), length_of(t[0] - t[2])});
}

double farthest_depth(const Corners& t) { return std::max({std::abs(t[0].z), std::abs(t[1].z), std::abs(t[2].z)}); }

void add_scaled(double factor, const Moments& m, Moments& sum) {
    sum += {factor * m.area, factor * m.x, factor * m.y, factor * m.z, factor * m.xz, factor * m.yz, factor * m.zz};
}

/// Where the edges of one triangle go through another.
struct EdgeCrossings {
    struct Place {
        std::size_t edge;  // from this corner to the next
        int turn;          // +1 where it comes in through the front
    };
    std::array<Place, 3> places{};
    int count = 0;
    bool known = true;
};

/// `side` tells where the corners of `t` lie seen from `other`.
EdgeCrossings edges_through(const Corners& t, const std::array<int, 3>& side, const Corners& other) {
    EdgeCrossings found;
    for (std::size_t e = 0; e < 3; ++e) {
        const std::size_t next = (e + 1) % 3;
        if (side[e] == side[next]) continue;
        const int a = orient3d(t[e], t[next], other[0], other[1]), b = orient3d(t[e], t[next], other[1], other[2]),
                  c = orient3d(t[e], t[next], other[2], other[0]);
        if (a * b < 0 || b * c < 0 || a * c < 0) continue;
        if (a == 0 || b == 0 || c == 0) {
            found.known = false;
            return found;
        }
        found.places[static_cast<std::size_t>(found.count++)] = {e, side[e] > 0 ? 1 : -1};
    }
    return found;
}

std::array<int, 3> sides_of(const Corners& plane, const Corners& t) {
    return {orient3d(plane[0], plane[1], plane[2], t[0]), orient3d(plane[0], plane[1], plane[2], t[1]),
            orient3d(plane[0], plane[1], plane[2], t[2])};
}

bool all_on_one_side(const std::array<int, 3>& side) {
    return side[0] != 0 && side[0] == side[1] && side[0] == side[2];
}

/// A rounded place, and how far it may be from the true one.
struct RoundedPlace {
    Vec3 at;
    double error;
};

/// Where the edge from p to q goes through the plane of a triangle; no two of their corners are farther apart than
/// `size`.
RoundedPlace through_plane(const Vec3& p, const Vec3& q, const Corners& plane, double size, double slack) {
    const Vec3 normal = cross(plane[1] - plane[0], plane[2] - plane[0]);
    const double from = std::abs(dot(normal, p - plane[0])), to = std::abs(dot(normal, q - plane[0]));
    const double rounding = 256 * slack * size * size;
    const double along = from + to > 0 ? from / (from + to) : 0.5;
    const double unknown = from + to > 2 * rounding ? 2 * rounding / (from + to) : 1;
    return {p + along * (q - p), unknown * length_of(q - p) + 4 * slack};
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

Corners SurfaceMeasure::corners(std::size_t body, std::uint32_t triangle) const {
    return bodies_->corners(of_[body]->first_triangle + triangle);
}

Corners SurfaceMeasure::in_frame(const Corners& t) const {
    return {frame_.to_local(t[0]), frame_.to_local(t[1]), frame_.to_local(t[2])};
}

/// Layers of both bodies, and on which side of them the vertices of the other lie.
bool SurfaceMeasure::look_at_bodies(const bodies::Bodies& bodies, parallel::Workers& workers) {
    ContainsOptions options;
    options.exact = true;
    options.rule = rule_;
    for (std::size_t body = 0; body < 2; ++body) {
        queries_[body].update(bodies, of_[body]->id, options, workers);
        const CellImage& image = queries_[body].image();
        const auto [least, most] = image.windings();
        const bool once = image.inconsistent_columns() == 0 && least >= -1 && most <= 1 && least * most == 0;
        if (!once || least == most) return false;
        facing_[body] = least + most;
    }
    for (std::size_t body = 0; body < 2; ++body) {
        sides_[body] = queries_[1 - body].find_all(of_[body]->positions, workers);
    }
    return true;
}

/// Candidates among some triangles, and the integrals over those that lie in the other body as a whole: where the
/// second corner does. What that is wrong by the pairs put right.
void SurfaceMeasure::look_at_triangles(std::size_t body, const Box& common, std::size_t begin, std::size_t end,
                                       Chunk& chunk) const {
    chunk.candidates.clear();
    chunk.sum = {};
    const CellImage& other = queries_[1 - body].image();
    const std::size_t room = (end - begin + 3) / 4 * 4;
    chunk.places.resize(6 * room);
    chunk.unused.resize(2 * room);
    simd::CellRanges ranges;
    for (std::size_t k = 0; k < 3; ++k) {
        ranges.first[k] = chunk.places.data() + k * room;
        ranges.last[k] = chunk.places.data() + (3 + k) * room;
    }
    const Triangle* triangles = bodies_->triangles().data() + of_[body]->first_triangle;
    (void)simd::cells_of_triangles(bodies_->vertices(), triangles, begin, end, other.grid(), ranges,
                                   chunk.unused.data(), chunk.unused.data() + room);
    for (std::size_t i = begin; i < end; ++i) {
        const auto t = static_cast<std::uint32_t>(i);
        const PointQuery::Status side = sides_[body][of_[body]->triangles[i][1]];
        if (side == PointQuery::Status::on_surface) chunk.sum.known = false;
        if (side == PointQuery::Status::inside) {
            const Corners local = in_frame(corners(body, t));
            const Moments whole = moments_of_triangle(local[0], local[1], local[2]);
            add_scaled(facing_[1 - body], whole, chunk.sum.moments);
            chunk.sum.error += 16 * slack_ * width_of(local) * (width_of(local) + farthest_depth(local));
        }
        if (!other.has_surface(ranges[i - begin])) continue;
        const Corners c = corners(body, t);
        Candidate candidate{t, {}, {}, {}, {}};
        candidate.lo = {least(c[0].x, c[1].x, c[2].x), least(c[0].y, c[1].y, c[2].y), least(c[0].z, c[1].z, c[2].z)};
        candidate.hi = {greatest(c[0].x, c[1].x, c[2].x), greatest(c[0].y, c[1].y, c[2].y),
                        greatest(c[0].z, c[1].z, c[2].z)};
        if (intersection({candidate.lo, candidate.hi}, common).empty()) continue;
        const CellImage& grid = queries_[1].image();
        const Vec3 lo = axis_last(candidate.lo, grid.box().axis), hi = axis_last(candidate.hi, grid.box().axis);
        for (std::size_t k = 0; k < 2; ++k) {
            candidate.first[k] = grid.grid().place(lo[k], k) >> grid.shift();
            candidate.last[k] = grid.grid().place(hi[k], k) >> grid.shift();
        }
        chunk.candidates.push_back(candidate);
    }
}

void SurfaceMeasure::find_candidates(std::size_t body, const Box& common, parallel::Workers& workers) {
    const parallel::Chunks chunks{of_[body]->triangles.size(), triangles_per_chunk_of_candidates};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        look_at_triangles(body, common, chunks.begin(c), chunks.end(c), chunks_[c]);
    });
    candidates_[body].clear();
    for (std::size_t c = 0; c < chunks.number(); ++c) {
        candidates_[body].insert(candidates_[body].end(), chunks_[c].candidates.begin(), chunks_[c].candidates.end());
    }
}

/// Those of the second body.
void SurfaceMeasure::sort_into_columns() {
    const std::uint32_t n = queries_[1].image().resolution();
    const auto for_each_column = [&](const Candidate& b, const auto& visit) {
        for (std::uint32_t iy = b.first[1]; iy <= b.last[1]; ++iy) {
            for (std::uint32_t ix = b.first[0]; ix <= b.last[0]; ++ix) visit(std::size_t{iy} * n + ix);
        }
    };
    const std::size_t columns = std::size_t{n} * n;
    first_.assign(columns + 1, 0);
    for (const Candidate& b : candidates_[1]) for_each_column(b, [&](std::size_t column) { ++first_[column + 1]; });
    for (std::size_t i = 0; i < columns; ++i) first_[i + 1] += first_[i];
    in_column_.resize(first_[columns]);
    for (std::uint32_t i = 0; i < candidates_[1].size(); ++i) {
        for_each_column(candidates_[1][i], [&](std::size_t column) { in_column_[first_[column]++] = i; });
    }
    for (std::size_t i = columns; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
}

void SurfaceMeasure::add_pairs_of(const Candidate& a, Sum& sum) const {
    const std::uint32_t n = queries_[1].image().resolution();
    for (std::uint32_t iy = a.first[1]; iy <= a.last[1]; ++iy) {
        for (std::uint32_t ix = a.first[0]; ix <= a.last[0]; ++ix) {
            const std::size_t column = std::size_t{iy} * n + ix;
            for (std::uint32_t i = first_[column]; i < first_[column + 1]; ++i) {
                const Candidate& b = candidates_[1][in_column_[i]];
                const bool apart = (a.lo.x > b.hi.x) | (b.lo.x > a.hi.x) | (a.lo.y > b.hi.y) | (b.lo.y > a.hi.y) |
                                   (a.lo.z > b.hi.z) | (b.lo.z > a.hi.z);
                // Of the columns that both reach into the first one counts.
                const bool first = ix == std::max(a.first[0], b.first[0]) && iy == std::max(a.first[1], b.first[1]);
                if (!apart && first) add_pair(a, b, sum);
            }
        }
    }
}

/// What the pair adds to the integral over each of the two triangles: the segment in which they meet, and the pieces of
/// the edges opposite to their first corners from where these go through the other triangle.
void SurfaceMeasure::add_pair(const Candidate& a, const Candidate& b, Sum& sum) const {
    const Corners2 world{corners(0, a.triangle), corners(1, b.triangle)};
    const std::array<std::array<int, 3>, 2> side{sides_of(world[1], world[0]), sides_of(world[0], world[1])};
    if (all_on_one_side(side[0]) || all_on_one_side(side[1])) return;
    const auto touches = [](const std::array<int, 3>& s) { return s[0] == 0 || s[1] == 0 || s[2] == 0; };
    if (touches(side[0]) || touches(side[1])) {
        sum.known = false;
        return;
    }
    const std::array<EdgeCrossings, 2> found{edges_through(world[0], side[0], world[1]),
                                             edges_through(world[1], side[1], world[0])};
    if (!found[0].known || !found[1].known) sum.known = false;
    if (!sum.known || found[0].count + found[1].count == 0) return;
    if (found[0].count + found[1].count != 2) {
        sum.known = false;
        return;
    }
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
            if (edge == 1) add_scaled(turn, moments_of_triangle(t[0], place.at, t[2]), sum.moments);
        }
    }
    sum.moments += moments_of_triangle(local[0][0], start, end);
    sum.moments += moments_of_triangle(local[1][0], end, start);
    sum.error += 16 * slack_ * size * depth;
}

bool SurfaceMeasure::find(const bodies::Bodies& bodies, const std::array<const bodies::Body*, 2>& of, const Box& common,
                          const LocalFrame& frame, double slack, InsideRule rule, parallel::Workers& workers,
                          Measure& out) {
    bodies_ = &bodies;
    of_ = of;
    frame_ = frame;
    slack_ = slack;
    rule_ = rule;
    if (!look_at_bodies(bodies, workers)) return false;
    Sum sum;
    const auto add_chunks = [&](std::size_t number) {
        for (std::size_t c = 0; c < number; ++c) {
            sum.moments += chunks_[c].sum.moments;
            sum.error += chunks_[c].sum.error;
            sum.known &= chunks_[c].sum.known;
        }
    };
    for (std::size_t body = 0; body < 2; ++body) {
        find_candidates(body, common, workers);
        add_chunks(parallel::Chunks{of_[body]->triangles.size(), triangles_per_chunk_of_candidates}.number());
    }
    sort_into_columns();
    const parallel::Chunks chunks{candidates_[0].size(), candidates_per_chunk};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        chunks_[c].sum = {};
        for (std::size_t i = chunks.begin(c); i < chunks.end(c); ++i) add_pairs_of(candidates_[0][i], chunks_[c].sum);
    });
    add_chunks(chunks.number());
    if (!sum.known) return false;
    const double sign = -facing_[0] * facing_[1];
    const double volume = sign * sum.moments.z;
    out = {};
    out.lo = std::max(0.0, volume - sum.error);
    out.hi = std::max(0.0, volume + sum.error);
    out.moment = sign * Vec3{sum.moments.xz, sum.moments.yz, sum.moments.zz / 2};
    out.moment_error = 2 * sum.error * (1 + length_of(frame.to_local(common.hi)));
    return true;
}

}  // namespace pliant::depth_layers
