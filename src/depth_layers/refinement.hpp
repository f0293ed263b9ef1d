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

#include "depth_layers/bins.hpp"
#include "depth_layers/column.hpp"
#include "depth_layers/grid.hpp"
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
    std::optional<std::uint64_t> columns;  // at most
};

struct RefinementResult {
    Measure volume;
    unsigned level = 0;
    std::uint64_t columns = 0, inconsistent = 0;
    Limit stopped_by = Limit::none;
};

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
    };

    static std::span<const TriangleOfPair> triangles_of(const Level& level, const Cell& cell) {
        return {level.triangles.data() + cell.first, cell.count};
    }
    void start(const PairOfSides& pair, const Grid& grid, const Bins& bins, bool needs_both);
    void measure(const PairOfSides& pair, const Grid& grid, unsigned l, MeasureColumn measure,
                 parallel::Workers& workers);
    void refine(unsigned l, double least_error);
    [[nodiscard]] Measure finished(unsigned l) const;
    [[nodiscard]] std::uint64_t count_inconsistent(unsigned deepest) const;
    void guess_orientation(PairOfSides& pair, const Grid& grid, MeasureColumn measure);
    bool learn(PairOfSides& pair, unsigned l);

    std::vector<Level> levels_;
    unsigned used_levels_ = 0;
    std::vector<Chunk> chunks_;
    std::size_t chunk_size_ = 1;
};

}  // namespace pliant::depth_layers
