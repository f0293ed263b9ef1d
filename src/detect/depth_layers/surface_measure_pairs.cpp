// Pairs of triangles, one of each body, that meet: which, and what they add to the integrals over both.
#include <algorithm>
#include <cmath>

#include "detect/depth_layers/surface_measure.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::size_t candidates_per_chunk = 64;

void add_turn(int turn, std::int8_t& sum) { sum = static_cast<std::int8_t>(sum + turn); }

}  // namespace

/// Many triangles to a square of the common box: those that may meet are few, and each reaches into several squares.
void SurfaceMeasure::find_squares(const VolumeBox& common) {
    constexpr unsigned bits = 15;
    squares_.shift = 11;
    while (squares_.shift > 7 && (std::size_t{16} << 2 * (bits - squares_.shift)) < kept_[1].size()) --squares_.shift;
    const Vec3 side = common.hi - common.lo;
    order_of_squares_ = {0, 1, 2};
    std::sort(order_of_squares_.begin(), order_of_squares_.end(),
              [&](std::size_t i, std::size_t j) { return side[i] != side[j] ? side[i] > side[j] : i < j; });
    for (std::size_t k = 0; k < 3; ++k) {
        const double along = side[order_of_squares_[k]];
        squares_.lo[k] = common.lo[order_of_squares_[k]];
        squares_.per_unit[k] = std::isfinite(0x1p15 / along) ? 0x1p15 / along : 0;
        squares_.last[k] = 0x1p15 - 1;
    }
}

SurfaceMeasure::PackedBox SurfaceMeasure::places_of(const Corners& t) const {
    PackedBox box;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t c = order_of_squares_[k];
        box.first |= std::uint64_t{squares_.place(least(t[0][c], t[1][c], t[2][c]), k)} << 16 * k;
        box.last |= std::uint64_t{squares_.place(greatest(t[0][c], t[1][c], t[2][c]), k)} << 16 * k;
    }
    return box;
}

/// A bit for each 64th of the depths that a box reaches into.
std::uint64_t SurfaceMeasure::depths_of(const PackedBox& box) {
    return bits_between(box.first_along(2) >> 9, box.last_along(2) >> 9);
}

/// Those of the second body.
void SurfaceMeasure::sort_into_squares() {
    const unsigned shift = squares_.shift;
    const auto for_each_square = [&](const PackedBox& box, const auto& visit) {
        for (std::uint32_t iy = box.first_along(1) >> shift; iy <= box.last_along(1) >> shift; ++iy) {
            for (std::uint32_t ix = box.first_along(0) >> shift; ix <= box.last_along(0) >> shift; ++ix) {
                visit((iy << (15 - shift)) + ix);
            }
        }
    };
    const std::size_t squares = std::size_t{1} << 2 * (15 - shift);
    first_.assign(squares + 1, 0);
    for (const Candidate& b : candidates_[1]) for_each_square(b.box, [&](std::size_t square) { ++first_[square + 1]; });
    for (std::size_t i = 0; i < squares; ++i) first_[i + 1] += first_[i];
    in_square_.resize(first_[squares]);
    depths_.assign(squares, 0);
    for (std::uint32_t i = 0; i < candidates_[1].size(); ++i) {
        const PackedBox& box = candidates_[1][i].box;
        for_each_square(box, [&](std::size_t square) {
            in_square_[first_[square]++] = {box, i};
            depths_[square] |= depths_of(box);
        });
    }
    for (std::size_t i = squares; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
}

void SurfaceMeasure::add_pairs_of(Candidate& a, Chunk& chunk) const {
    const unsigned shift = squares_.shift;
    const PackedBox box = a.box;
    const std::uint64_t depths = depths_of(box);
    const Plane plane(a.corners);
    for (std::uint32_t iy = box.first_along(1) >> shift; iy <= box.last_along(1) >> shift; ++iy) {
        for (std::uint32_t ix = box.first_along(0) >> shift; ix <= box.last_along(0) >> shift; ++ix) {
            const std::size_t square = (iy << (15 - shift)) + ix;
            if ((depths_[square] & depths) == 0) continue;
            for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i) {
                const PackedBox& other = in_square_[i].box;
                if (!box.meets(other)) continue;
                // Of the squares that both reach into the first one counts.
                const bool first = ix == std::max(box.first_along(0), other.first_along(0)) >> shift &&
                                   iy == std::max(box.first_along(1), other.first_along(1)) >> shift;
                if (first) add_pair(a, plane, in_square_[i].candidate, chunk);
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

/// Which edges go through which triangle, by exact signs.
void SurfaceMeasure::add_pair(Candidate& a, const Plane& plane_of_a, std::uint32_t b, Chunk& chunk) const {
    bool& known = chunk.sum.known;
    const Corners& second = candidates_[1][b].corners;
    const std::array<int, 3> side_of_b = sides_of(plane_of_a, second);
    if (all_on_one_side(side_of_b)) return;
    const std::array<int, 3> side_of_a = sides_of(Plane(second), a.corners);
    if (all_on_one_side(side_of_a)) return;
    const auto touches = [](const std::array<int, 3>& s) { return s[0] == 0 || s[1] == 0 || s[2] == 0; };
    known &= !touches(side_of_a) && !touches(side_of_b);
    if (!known) return;
    EdgeSigns signs(a.corners, second);
    const std::array<EdgeCrossings, 2> found{signs.through_second(side_of_a), signs.through_first(side_of_b)};
    const int places = found[0].count + found[1].count;
    known &= found[0].known && found[1].known && (places == 0 || places == 2);
    if (known && places == 2) add_crossing_pair(a, b, found, chunk);
}

/// What the pair adds to the integral over each of the two triangles: the segment in which they meet, and the pieces of
/// the edges opposite to their first corners from where these go through the other triangle.
void SurfaceMeasure::add_crossing_pair(Candidate& a, std::uint32_t b, const std::array<EdgeCrossings, 2>& found,
                                       Chunk& chunk) const {
    Sum& sum = chunk.sum;
    const Corners2 local{in_frame(a.corners), in_frame(candidates_[1][b].corners)};
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

}  // namespace pliant::depth_layers
