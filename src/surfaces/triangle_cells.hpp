// Voxelisation of all triangles of a surface, by kernels, batch by batch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/parallel.hpp"
#include "surfaces/cell_layout.hpp"
#include "surfaces/cell_surface.hpp"

namespace pliant::surfaces {

/// Triangles are visited in parts, one per thread. A small triangle reaches into at most two columns each way, and
/// takes all cells of its box; the cells of a large one are found column by column.
class TriangleCells {
public:
    static constexpr std::size_t batch = 2048;  // triangles

    /// `keep`: cells stay in memory for `for_each`; otherwise it recomputes them. `surface` and `layout` outlive this.
    /// Allocates nothing once warm.
    void start(const CellSurface& surface, const CellLayout& layout, bool keep, parallel::Workers& workers);

    [[nodiscard]] std::size_t parts() const { return parts_.size(); }

    /// First pass, once for each part, possibly in parallel. Calls small(triangle, range) and large(triangle, depths),
    /// and after each batch crossed(triangles): the small ones that the line through the middle of a column may cross,
    /// in memory that may be overwritten.
    template <class Small, class Large, class Crossed>
    void find(std::size_t number, const Small& small, const Large& large, const Crossed& crossed) {
        Part& part = parts_[number];
        prepare(part);
        for (std::size_t begin = part.begin; begin < part.end; begin += batch) {
            const std::size_t end = std::min(part.end, begin + batch);
            find_cells(begin, end, part);
            visit(begin, end, part, small, large);
            crossed(std::span(part.crossed.data(), part.number_crossed));
        }
    }
    /// Later passes.
    template <class Small, class Large>
    void for_each(std::size_t number, const Small& small, const Large& large) {
        Part& part = parts_[number];
        for (std::size_t begin = part.begin; begin < part.end; begin += batch) {
            const std::size_t end = std::min(part.end, begin + batch);
            if (!keeps_) find_cells(begin, end, part);
            visit(begin, end, part, small, large);
        }
    }
    /// Directions that a small triangle faces, as in faces_of_triangles; only where cells are kept.
    [[nodiscard]] unsigned faces(std::size_t part, std::uint32_t triangle) const {
        return parts_[part].faces[triangle - parts_[part].begin];
    }

private:
    struct Part {
        std::size_t begin = 0, end = 0;
        // For one batch, or for all triangles where cells are kept.
        std::vector<CellRange> ranges;
        std::vector<std::uint16_t> faces;
        std::vector<std::uint32_t> large, large_end;  // buffer, and its used length after each batch
        std::vector<std::uint32_t> crossed;           // buffer
        std::size_t number_crossed = 0;               // in the last batch
    };

    void place_vertices(parallel::Workers& workers);
    void prepare(Part& part) const;
    void find_cells(std::size_t begin, std::size_t end, Part& part) const;

    /// Triangles [begin, end), whose cells have been found.
    template <class Small, class Large>
    void visit(std::size_t begin, std::size_t end, const Part& part, const Small& small, const Large& large) const {
        const std::size_t round = keeps_ ? (begin - part.begin) / batch : 0;
        const std::size_t at = keeps_ ? begin - part.begin : 0;
        const std::uint32_t* next = part.large.data() + (round > 0 ? part.large_end[round - 1] : 0);
        const std::uint32_t* const last = part.large.data() + part.large_end[round];
        auto i = static_cast<std::uint32_t>(begin);
        while (i < end) {
            const std::uint32_t stop = next < last ? *next : static_cast<std::uint32_t>(end);
            for (; i < stop; ++i) small(i, part.ranges[at + i - begin]);
            if (next == last) return;
            const Corners t = surface_->corners(*next++, layout_->box.axis);
            if (finite(t[0]) && finite(t[1]) && finite(t[2])) large(i, CellDepths(layout_->grid, t));
            ++i;
        }
    }

    const CellSurface* surface_ = nullptr;
    const CellLayout* layout_ = nullptr;
    bool keeps_ = false;
    std::vector<VertexPlace> vertex_places_;  // only if all coordinates are finite
    std::vector<Part> parts_;
};

}  // namespace pliant::surfaces
