// Triangles in cells that no run proves: tested pair by pair to meet no other, and linked across their edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/run_proof.hpp"

namespace pliant::surfaces {

/// A triangle in an unproven cell.
struct OpenTriangle {
    static constexpr std::uint32_t none = ~0u;

    std::uint32_t triangle;
    std::array<std::uint8_t, 3> partners{};                     // by edge: other triangles at it; 2: two or more
    std::array<std::uint32_t, 3> neighbours{none, none, none};  // by edge: one of the partners that is open as well
};

/// One bit per cell: its triangles are tested pair by pair.
class OpenCells {
public:
    void start(const CellLayout& layout);
    void open(CellIndex cell) { bits_[cell / 64] |= std::uint64_t{1} << cell % 64; }
    void open(const CellRange& cells) {
        layout_->for_each_cell(cells, [&](CellIndex cell) { open(cell); });
    }
    [[nodiscard]] bool is_open(CellIndex cell) const { return (bits_[cell / 64] >> cell % 64 & 1) != 0; }
    /// Whether the box of a triangle, in places, reaches into an open cell.
    [[nodiscard]] bool reached_by(const CellRange& range) const;
    /// The same for a small triangle, branchless.
    [[nodiscard]] bool reached_by_small(const CellRange& range) const;

private:
    const CellLayout* layout_ = nullptr;
    std::vector<std::uint64_t> bits_;
};

class OpenTriangles {
public:
    /// False where one of them meets another triangle beyond a shared vertex or edge, or where there are too many.
    bool find(const SurfaceInCells& surface, const RunProof& runs, const NeededCells& needed);

    [[nodiscard]] std::span<const OpenTriangle> all() const { return open_; }

private:
    static constexpr std::uint32_t none = OpenTriangle::none;
    struct Entry {
        CellIndex cell;
        std::uint32_t triangle;
        std::uint32_t open;                  // its number among the open triangles, or none
        std::array<std::uint16_t, 4> first;  // place of its first cell
    };

    [[nodiscard]] bool few() const;
    void collect_open(const RunProof& runs, const NeededCells& needed);
    bool collect_entries();
    bool none_meet();
    [[nodiscard]] CellIndex first_common(const Entry& a, const Entry& b) const;
    bool pair_is_apart(const Entry& a, const Entry& b);
    void note_partner(std::uint32_t open, std::uint32_t other, const Vec3& p, const Vec3& q);
    /// Calls visit(triangle, range) for all triangles whose boxes reach into open cells.
    template <class Visit>
    void for_each_near(const Visit& visit);

    SurfaceInCells surface_;
    OpenCells cells_;
    std::vector<OpenTriangle> open_;
    std::vector<Entry> entries_;
};

}  // namespace pliant::surfaces
