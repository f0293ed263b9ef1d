// Triangles that may meet the other surface, and a grid that finds their partners.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/views.hpp>

#include "surfaces/cell_layout.hpp"
#include "surfaces/polygon.hpp"

namespace pliant::surface_overlap {

using surfaces::Corners;

/// First and last places, 15 bits of 16 each: two boxes are compared in two subtractions. The sixteenth bits of the
/// last places are set: guard bits that absorb the borrows.
struct PackedBox {
    static constexpr std::uint64_t borrow = 0x8000'8000'8000u;
    std::uint64_t first = 0, last = borrow;

    [[nodiscard]] std::uint32_t first_along(unsigned k) const { return first >> 16 * k & 0x7fff; }
    [[nodiscard]] std::uint32_t last_along(unsigned k) const { return last >> 16 * k & 0x7fff; }
    [[nodiscard]] bool meets(const PackedBox& o) const {
        return ((last - o.first) & (o.last - first) & borrow) == borrow;
    }
    /// A bit for each 64th of the depths that the box reaches into.
    [[nodiscard]] std::uint64_t depths() const {
        return surfaces::bits_between(first_along(2) >> 9, last_along(2) >> 9);
    }
};

/// A triangle that may meet the other surface.
struct Candidate {
    Corners corners;
    Triangle triangle;
    PackedBox box;                       // in places of the common box
    std::array<std::int8_t, 3> turns{};  // by edge: the winding at its end less that at its start
};

/// Squares across the two longer sides of the common box, with the candidates of the second body in them.
class CandidateGrid {
public:
    /// `triangles`: how many the second body has there.
    void start(const Box<double>& common, std::size_t triangles);
    [[nodiscard]] PackedBox places_of(const Corners& t) const;
    void sort(std::span<const Candidate> second);

    /// visit(number): candidates of the second body whose boxes meet that of one of the first, each once.
    template <class Visit>
    void for_each_near(const PackedBox& box, const Visit& visit) const {
        const unsigned shift = squares_.shift;
        const std::uint64_t depths = box.depths();
        for_each_square(box, [&](std::uint32_t ix, std::uint32_t iy) {
            const std::size_t square = (iy << (place_bits - shift)) + ix;
            if ((depths_[square] & depths) == 0) return;
            for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i) {
                const PackedBox& other = in_square_[i].box;
                if (!box.meets(other)) continue;
                // Of the squares that both reach into the first one counts.
                const bool first = ix == std::max(box.first_along(0), other.first_along(0)) >> shift &&
                                   iy == std::max(box.first_along(1), other.first_along(1)) >> shift;
                if (first) visit(in_square_[i].candidate);
            }
        });
    }

private:
    static constexpr unsigned place_bits = 15;
    struct Entry {
        PackedBox box;
        std::uint32_t candidate;
    };

    /// visit(ix, iy)
    template <class Visit>
    void for_each_square(const PackedBox& box, const Visit& visit) const {
        const unsigned shift = squares_.shift;
        for (std::uint32_t iy = box.first_along(1) >> shift; iy <= box.last_along(1) >> shift; ++iy) {
            for (std::uint32_t ix = box.first_along(0) >> shift; ix <= box.last_along(0) >> shift; ++ix) visit(ix, iy);
        }
    }

    surfaces::CellGrid squares_;
    std::array<std::size_t, 3> order_{};  // of coordinates, the shortest side last
    std::vector<std::uint32_t> first_;    // of each square; one more at the end
    std::vector<Entry> in_square_;
    std::vector<std::uint64_t> depths_;  // by square: of all candidates in it
};

}  // namespace pliant::surface_overlap
