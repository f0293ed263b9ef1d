// Columns of one size, then halves of those in which the volume is not known well enough, and halves again.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <pliant/report.hpp>

#include "detect/depth_layers/bins.hpp"
#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/grid.hpp"
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
    // Tolerance * this is good enough in any case; in local units. Asked for only where it matters.
    std::function<double()> least_volume = [] { return 0.0; };
    std::optional<std::chrono::steady_clock::time_point> until;
    /// At most, all that are looked at: the grid has no more than half as many, since the first look at all of them may
    /// show that a second one is needed.
    std::optional<std::uint64_t> columns;
};

struct RefinementResult {
    Measure volume;
    unsigned level = 0;
    std::uint64_t columns = 0, inconsistent = 0;
    Limit stopped_by = Limit::none;
    bool all_looked_at = true;  // otherwise what some columns share is anything between nothing and all of them
};

/// Columns along each side of the grid to begin with: `wished`, unless that would be too many.
std::uint32_t affordable(std::uint32_t wished, const std::optional<std::uint64_t>& columns);

class Refinement {
public:
    /// `pair` learns on the way which way the bodies face and whether they overlap themselves.
    RefinementResult run(PairOfSides& pair, const Grid& grid, const Bins& bins, const RefinementGoal& goal,
                         parallel::Workers& workers);

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
    void start(const PairOfSides& pair, const Grid& grid, const Bins& bins, bool needs_both);
    /// False where the time has run out on the way.
    bool measure(const PairOfSides& pair, const Grid& grid, unsigned l, const RefinementGoal& goal,
                 parallel::Workers& workers);
    void measure_chunk(const PairOfSides& pair, const Grid& grid, unsigned l, const RefinementGoal& goal,
                       std::size_t begin, std::size_t end, Chunk& chunk);
    void refine(unsigned l, double least_error);
    [[nodiscard]] Measure finished(unsigned l) const;
    [[nodiscard]] std::uint64_t count_inconsistent(unsigned deepest) const;
    /// Returns how many columns it looked at.
    std::uint64_t guess_orientation(PairOfSides& pair, const Grid& grid, MeasureColumn measure);
    bool learn(PairOfSides& pair, unsigned l);

    std::vector<Level> levels_;
    unsigned used_levels_ = 0;
    std::vector<Chunk> chunks_;
    std::size_t chunk_size_ = 1;
};

}  // namespace pliant::depth_layers
