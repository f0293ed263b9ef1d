// The segment of every pair of triangles: which edge of which triangle meets the other at either end. No coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/pairs.hpp>

#include "broad_phase/blocks.hpp"
#include "frame/bodies.hpp"
#include "geometry/perturbed_signs.hpp"
#include "parallel/parallel.hpp"

namespace pliant::curves {

/// An end of the segment of a pair in one byte: an edge of one triangle meets the other, or both have a vertex.
/// An edge goes by its first corner.
struct EndCode {
    static constexpr std::uint8_t none = 0xff;  // the triangles only touch

    std::uint8_t code = none;

    EndCode() = default;
    explicit EndCode(const geometry::SegmentEnd& end);
    static EndCode of_edge(bool of_b, std::uint32_t corner) {
        EndCode end;
        end.code = static_cast<std::uint8_t>((of_b ? 3u : 0u) + corner);
        return end;
    }

    [[nodiscard]] bool any() const { return code != none; }
    [[nodiscard]] bool at_vertex() const { return code >= 6; }
    [[nodiscard]] bool of_b() const { return code >= 3 && code < 6; }
    /// Of the triangle that has the edge; of a for a shared vertex.
    [[nodiscard]] std::uint32_t corner() const { return code >= 6 ? code - 6u : code >= 3 ? code - 3u : code; }
    friend bool operator==(const EndCode&, const EndCode&) = default;
};

/// Of one pair, in the direction of normal(a) x normal(b).
struct PairEnds {
    std::array<EndCode, 2> ends{};

    [[nodiscard]] bool any() const { return ends[0].any(); }
};

/// A point of a curve by what meets there, in the common numbering.
struct CrossedTriangle {
    std::uint32_t half;      // half-edge 3 * triangle + corner of the edge
    std::uint32_t triangle;  // that it meets
};

class PairSegments {
public:
    /// Pairs as `intersections` returns them, of bodies that are up to date.
    void find(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, parallel::Workers& workers);

    [[nodiscard]] std::span<const PairEnds> ends() const { return ends_; }
    /// End `2 * pair + k`.
    [[nodiscard]] EndCode end(std::uint32_t end) const { return ends_[end / 2].ends[end % 2]; }
    /// Of an end that is not at a vertex.
    [[nodiscard]] CrossedTriangle crossed(std::uint32_t end) const {
        const EndCode code = this->end(end);
        const std::array<std::uint32_t, 2> both{triangles_[end / 2].a, triangles_[end / 2].b};
        const std::uint32_t of_b = code.of_b() ? 1 : 0;  // branchless: unpredictable
        return {3 * both[of_b] + (code.code - 3 * of_b), both[1 - of_b]};
    }
    /// In the common numbering.
    [[nodiscard]] std::span<const broad_phase::Pair> triangles() const { return triangles_; }

private:
    void find_some(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, std::size_t begin,
                   std::size_t end);

    std::vector<broad_phase::Pair> triangles_;
    std::vector<PairEnds> ends_;
};

}  // namespace pliant::curves
