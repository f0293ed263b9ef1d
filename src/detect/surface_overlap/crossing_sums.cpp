#include "detect/surface_overlap/crossing_sums.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::surface_overlap {

namespace {

constexpr std::size_t candidates_per_chunk = 64;

void add_turn(int turn, std::int8_t& sum) { sum = static_cast<std::int8_t>(sum + turn); }

}  // namespace

SurfaceSum CrossingSums::add_up(const surfaces::MeasuringFrame& frame, const CandidateGrid& grid,
                                std::span<Candidate> first, std::span<Candidate> second, parallel::Workers& workers) {
    frame_ = &frame;
    second_ = second;
    const parallel::Chunks chunks{first.size(), candidates_per_chunk};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        Chunk& chunk = chunks_[c];
        chunk.sum = {};
        chunk.turns.clear();
        for (Candidate& a : first.subspan(chunks.begin(c), chunks.end(c) - chunks.begin(c))) {
            const Plane plane(a.corners);
            grid.for_each_near(a.box, [&](std::uint32_t b) { add_pair(a, plane, b, chunk); });
        }
    });
    SurfaceSum sum;
    for (std::size_t c = 0; c < chunks.number(); ++c) {
        for (const EdgeTurn& t : chunks_[c].turns) add_turn(t.turn, second[t.candidate].turns[t.edge]);
        sum += chunks_[c].sum;
    }
    return sum;
}

/// Which edges go through which triangle, by exact signs.
void CrossingSums::add_pair(Candidate& a, const Plane& plane_of_a, std::uint32_t b, Chunk& chunk) const {
    bool& known = chunk.sum.known;
    const Corners& second = second_[b].corners;
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
void CrossingSums::add_crossing_pair(Candidate& a, std::uint32_t b, const std::array<EdgeCrossings, 2>& found,
                                     Chunk& chunk) const {
    SurfaceSum& sum = chunk.sum;
    const double slack = frame_->slack;
    const std::array<Corners, 2> local{in_frame(frame_->local, a.corners), in_frame(frame_->local, second_[b].corners)};
    const double size = width_of(local[0]) + width_of(local[1]);
    const double depth = std::max(farthest_depth(local[0]), farthest_depth(local[1])) + size;
    // Seen from the first triangle the segment ends where an edge of it comes in through the front of the other one, or
    // an edge of the other one goes out through its own.
    Vec3 start, end;
    for (std::size_t s = 0; s < 2; ++s) {
        for (int i = 0; i < found[s].count; ++i) {
            const auto [edge, turn] = found[s].places[static_cast<std::size_t>(i)];
            const Corners& t = local[s];
            const RoundedPlace place = through_plane(t[edge], t[(edge + 1) % 3], local[1 - s], size, slack);
            sum.error += 4 * place.error * size * depth;
            ((turn > 0) == (s == 0) ? end : start) = place.at;
            if (s == 0) add_turn(turn, a.turns[edge]);
            if (s == 1) chunk.turns.push_back({b, static_cast<std::uint8_t>(edge), static_cast<std::int8_t>(turn)});
            if (edge == 1) surfaces::add_scaled(turn, surfaces::moments_of_triangle(t[0], place.at, t[2]), sum.moments);
        }
    }
    sum.moments += surfaces::moments_of_triangle(local[0][0], start, end);
    sum.moments += surfaces::moments_of_triangle(local[1][0], end, start);
    sum.error += 16 * slack * size * depth;
}

}  // namespace pliant::surface_overlap
