// The triangles of each body that may meet something: their boxes reach into the body's wanted region, and they are
// sound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/gjk_cut/body_pairs.hpp"
#include "detect/gjk_cut/region_filter.hpp"

namespace pliant::gjk_cut {

class TriangleSelection {
public:
    void select(const IntersectionQuery& query, const BodyPairs& bodies);

    /// Numbers of the triangles of a body, ascending.
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t body) const {
        return std::span(kept_).subspan(ranges_[body].first, ranges_[body].count);
    }
    /// Usable triangles that are degenerate or not finite.
    [[nodiscard]] std::vector<std::uint32_t>& unsound() { return unsound_; }

private:
    /// Some triangles of one body, filtered by one thread.
    struct Chunk {
        std::uint32_t body;
        TriangleNumbers triangles;
        std::size_t first;  // where the kept ones go
        FilterCounts counts;
    };
    struct Range {
        std::size_t first = 0, count = 0;
    };

    void cut_into_chunks(const frame::Bodies& bodies, std::span<const BodyBounds> bounds);
    void set_aside_unsound(const frame::Bodies& bodies, Chunk& chunk);
    void join_chunks();

    std::vector<Chunk> chunks_;
    std::vector<Range> ranges_;  // of kept_, by body
    std::vector<std::uint32_t> kept_, suspects_, unsound_;
};

}  // namespace pliant::gjk_cut
