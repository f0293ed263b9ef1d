// Columns of one size, then halves of those in which the volume is not known well enough, and so on: a quadtree.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <pliant/report.hpp>

#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/columns.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

/// A column of some level and its triangles.
struct Cell {
    std::uint32_t ix = 0, iy = 0;
    std::uint32_t first = 0, count = 0;  // triangles
};

using MeasureColumn = ColumnResult (*)(const PairOfSides&, const Rectangle&, ColumnScratch&);

struct RefinementGoal {
    MeasureColumn measure = measure_overlap;
    bool needs_both = true;           // a column without triangles of both bodies holds nothing
    std::optional<double> tolerance;  // unset: no column is refined
    // Tolerance * this is good enough in any case; in local units. Computed only where it matters.
    std::function<double()> least_volume = [] { return 0.0; };
    std::optional<frame::Clock::time_point> until;
    /// Measured at most, of all sizes: the grid has no more than half as many, since learning which way a body faces
    /// may make it necessary to measure all of them again.
    std::optional<std::uint64_t> columns;
    bool watched = false;  // whether `go_on` has anything to say
    /// False where the caller wants no more. Asked on the calling thread, never again after that.
    std::function<bool()> go_on = [] { return true; };
};

struct RefinementResult {
    Measure volume;
    unsigned level = 0;
    std::uint64_t columns = 0, inconsistent = 0;
    Limit stopped_by = Limit::none;
    bool all_measured = true;  // otherwise some columns count as anything between nothing and all of them
};

/// Columns along each side of the grid to begin with: `wished`, unless that would be too many.
std::uint32_t affordable(std::uint32_t wished, const std::optional<std::uint64_t>& columns);

class Refinement {
public:
    /// The pair of `columns` learns on the way which way the bodies face and whether they overlap themselves.
    RefinementResult run(Columns& columns, const RefinementGoal& goal, parallel::Workers& workers);

    /// The columns that were not refined further, all together; valid until the next run. `visit(level, cell,
    /// triangles)`.
    template <class Visit>
    void for_each_leaf(const Visit& visit) const {
        for (unsigned l = 0; l < used_levels_; ++l) {
            for (std::size_t i = 0; i < levels_[l].cells.size(); ++i) {
                const Cell& cell = levels_[l].cells[i];
                if (levels_[l].refined[i] == 0) visit(l, cell, triangles_of(levels_[l], cell));
            }
        }
    }

private:
    struct Level {
        std::vector<Cell> cells;
        std::vector<TriangleOfPair> triangles;
        std::vector<ColumnResult> results;
        std::vector<Cell> kept;  // by cell: where its own triangles are in kept_triangles of its chunk
        std::vector<std::uint8_t> refined;
    };
    struct Chunk {
        ColumnScratch scratch;
        std::vector<TriangleOfPair> kept_triangles;
        bool in_time = true;
    };

    static std::span<const TriangleOfPair> triangles_of(const Level& level, const Cell& cell) {
        return {level.triangles.data() + cell.first, cell.count};
    }
    void start();
    /// False where the time has run out on the way, or the caller wants no more.
    bool measure(unsigned l, parallel::Workers& workers);
    void measure_chunk(unsigned l, std::size_t begin, std::size_t end, Chunk& chunk);
    /// Restarts at the coarsest level where learning makes earlier results void.
    bool measure_and_learn(unsigned& l, parallel::Workers& workers, RefinementResult& result);
    /// The error from which on columns of the last level are halved; unset where none is, and `result` says why.
    std::optional<double> least_error_to_halve(RefinementResult& result) const;
    void halve(unsigned l, double least_error);
    void add_up(unsigned l, RefinementResult& result) const;
    [[nodiscard]] Measure finished(unsigned l) const;
    [[nodiscard]] std::uint64_t count_inconsistent(unsigned deepest) const;
    /// Returns how many columns it measured.
    std::uint64_t guess_orientation();
    bool learn(unsigned l);

    const RefinementGoal* goal_ = nullptr;
    Columns* columns_ = nullptr;
    Measure coarser_;  // of columns that are done with
    std::vector<Level> levels_;
    unsigned used_levels_ = 0;
    std::vector<Chunk> chunks_;
    std::size_t chunk_size_ = 1;
    bool ended_ = false;  // by the caller
};

}  // namespace pliant::depth_layers
