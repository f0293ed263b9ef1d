// Pairs of triangles, one of each body, that meet: which, and what they add to the integrals over both.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/surface_overlap/candidate_grid.hpp"
#include "detect/surface_overlap/edge_crossings.hpp"
#include "parallel/parallel.hpp"
#include "surfaces/measuring_frame.hpp"

namespace pliant::surface_overlap {

/// An integral over parts of both surfaces, in local coordinates.
struct SurfaceSum {
    surfaces::Moments moments;
    double error = 0;
    bool known = true;  // false: a vertex or an edge of one body touches the other surface exactly

    SurfaceSum& operator+=(const SurfaceSum& o) {
        moments += o.moments;
        error += o.error;
        known &= o.known;
        return *this;
    }
};

inline Corners in_frame(const surfaces::LocalFrame& frame, const Corners& t) {
    return {frame.to_local(t[0]), frame.to_local(t[1]), frame.to_local(t[2])};
}

class CrossingSums {
public:
    /// Over all pairs that meet; sets the turns of the candidates' edges.
    SurfaceSum add_up(const surfaces::MeasuringFrame& frame, const CandidateGrid& grid, std::span<Candidate> first,
                      std::span<Candidate> second, parallel::Workers& workers);

private:
    /// An edge of the second body goes through a triangle of the first.
    struct EdgeTurn {
        std::uint32_t candidate;
        std::uint8_t edge;
        std::int8_t turn;
    };
    struct Chunk {
        std::vector<EdgeTurn> turns;
        SurfaceSum sum;
    };

    void add_pair(Candidate& a, const Plane& plane_of_a, std::uint32_t b, Chunk& chunk) const;
    void add_crossing_pair(Candidate& a, std::uint32_t b, const std::array<EdgeCrossings, 2>& found,
                           Chunk& chunk) const;

    const surfaces::MeasuringFrame* frame_ = nullptr;
    std::span<Candidate> second_;
    std::vector<Chunk> chunks_;
};

}  // namespace pliant::surface_overlap
