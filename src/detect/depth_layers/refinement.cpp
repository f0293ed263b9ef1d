#include "detect/depth_layers/refinement.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::depth_layers {

namespace {

constexpr std::size_t chunks_per_level = 64;
constexpr std::size_t chunks_per_question = 8;  // to a watch
// The finest column is 2^-12 of the coarsest; at most so many of one size.
constexpr unsigned most_levels = 13;
constexpr std::size_t most_cells = std::size_t{1} << 23;

// Finer columns around a hole gain little once they lie within it: no more levels than these.
constexpr unsigned levels_of_holes = 4;

bool can_gain(const ColumnResult& column, unsigned level) {
    return column.error() > 0 && (!column.inconsistent || level < levels_of_holes);
}

constexpr std::size_t columns_per_clock_read = 32;
// Fewer are not worth a guess that costs some of them.
constexpr std::uint64_t columns_worth_a_guess = 1000;
constexpr std::size_t guessed_from = 24;

void add(const Measure& more, Measure& sum) {
    sum.lo += more.lo;
    sum.hi += more.hi;
    sum.moment = sum.moment + more.moment;
    sum.moment_error += more.moment_error;
    sum.rounding += more.rounding;
}

/// Anything between nothing and all of it.
ColumnResult not_measured(const Rectangle& column, double height) {
    ColumnResult result;
    const double volume = column.area() * height;
    result.volume.hi = volume;
    const Vec3 middle{(column.x0 + column.x1) / 2, (column.y0 + column.y1) / 2, height / 2};
    result.volume.moment = volume / 2 * middle;
    const Vec3 half{(column.x1 - column.x0) / 2, (column.y1 - column.y0) / 2, height / 2};
    result.volume.moment_error = volume / 2 * std::sqrt(dot(half, half));
    return result;
}

}  // namespace

std::uint32_t affordable(std::uint32_t wished, const std::optional<std::uint64_t>& columns) {
    if (!columns) return wished;
    const std::uint64_t guess = *columns >= columns_worth_a_guess ? 2 * guessed_from : 0;
    const double along_side = std::sqrt(static_cast<double>(*columns - guess) / 2);
    return along_side < wished ? static_cast<std::uint32_t>(along_side) : wished;
}

void Refinement::start() {
    const Grid& grid = columns_->grid();
    const ColumnsWithHoles* holes = columns_->pair().holes;
    if (levels_.size() < most_levels) levels_.resize(most_levels);
    if (chunks_.empty()) chunks_.resize(chunks_per_level);
    used_levels_ = 1;
    coarser_ = {};
    Level& level = levels_[0];
    level.cells.clear();
    level.triangles.clear();
    for (std::uint32_t iy = 0; iy < grid.columns(); ++iy) {
        for (std::uint32_t ix = 0; ix < grid.columns(); ++ix) {
            const std::size_t column = std::size_t{iy} * grid.columns() + ix;
            const auto triangles = columns_->bins().of(column);
            const bool in_hole = holes != nullptr && holes->marked[column] != 0;
            if (triangles.empty() && !in_hole) continue;
            const bool both = !triangles.empty() && (triangles.front() & of_second_body) == 0 &&
                              (triangles.back() & of_second_body) != 0;
            if (goal_->needs_both && !both && !in_hole) continue;
            level.cells.push_back({ix, iy, static_cast<std::uint32_t>(level.triangles.size()),
                                   static_cast<std::uint32_t>(triangles.size())});
            level.triangles.insert(level.triangles.end(), triangles.begin(), triangles.end());
        }
    }
}

void Refinement::measure_chunk(unsigned l, std::size_t begin, std::size_t end, Chunk& chunk) {
    const PairOfSides& pair = columns_->pair();
    Level& level = levels_[l];
    chunk.kept_triangles.clear();
    chunk.in_time = !ended_;
    for (std::size_t i = begin; i < end; ++i) {
        const Cell& cell = level.cells[i];
        const Rectangle column = columns_->grid().rectangle(cell.ix, cell.iy, l);
        if (goal_->until && i % columns_per_clock_read == 0) chunk.in_time &= frame::Clock::now() < *goal_->until;
        if (!chunk.in_time) {
            level.results[i] = not_measured(column, pair.z_hi);
            continue;
        }
        find_fragments(pair, column, triangles_of(level, cell), chunk.scratch);
        const auto first = static_cast<std::uint32_t>(chunk.kept_triangles.size());
        for (const Fragment& f : chunk.scratch.fragments) {
            chunk.kept_triangles.push_back(f.triangle | (f.body == 1 ? of_second_body : 0));
        }
        level.kept[i] = {cell.ix, cell.iy, first, static_cast<std::uint32_t>(chunk.scratch.fragments.size())};
        level.results[i] = goal_->measure(pair, column, chunk.scratch);
    }
}

bool Refinement::measure(unsigned l, parallel::Workers& workers) {
    Level& level = levels_[l];
    level.results.resize(level.cells.size());
    level.kept.resize(level.cells.size());
    level.refined.assign(level.cells.size(), 0);
    chunk_size_ = std::max<std::size_t>(1, (level.cells.size() + chunks_per_level - 1) / chunks_per_level);
    const parallel::Chunks chunks{level.cells.size(), chunk_size_};
    const std::size_t wave = goal_->watched ? chunks_per_question : chunks.number();
    for (std::size_t first = 0; first < chunks.number(); first += wave) {
        ended_ = ended_ || !goal_->go_on();
        workers.for_each(std::min(wave, chunks.number() - first), [&](std::size_t i) {
            const std::size_t c = first + i;
            measure_chunk(l, chunks.begin(c), chunks.end(c), chunks_[c]);
        });
    }
    return std::all_of(chunks_.begin(), chunks_.begin() + static_cast<std::ptrdiff_t>(chunks.number()),
                       [](const Chunk& chunk) { return chunk.in_time; });
}

/// Halves both ways the columns whose error is at least this.
void Refinement::halve(unsigned l, double least_error) {
    Level &level = levels_[l], &next = levels_[l + 1];
    next.cells.clear();
    next.triangles.clear();
    for (std::size_t i = 0; i < level.cells.size(); ++i) {
        const ColumnResult& result = level.results[i];
        if (!can_gain(result, l) || !(result.error() >= least_error)) continue;
        level.refined[i] = 1;
        const Cell& kept = level.kept[i];
        const auto& from = chunks_[i / chunk_size_].kept_triangles;
        const auto first = static_cast<std::uint32_t>(next.triangles.size());
        next.triangles.insert(next.triangles.end(), from.begin() + kept.first, from.begin() + kept.first + kept.count);
        for (std::uint32_t k = 0; k < 4; ++k) {
            next.cells.push_back({2 * kept.ix + (k & 1), 2 * kept.iy + (k >> 1), first, kept.count});
        }
    }
    used_levels_ = l + 2;
}

Measure Refinement::finished(unsigned l) const {
    Measure sum;
    for (std::size_t i = 0; i < levels_[l].cells.size(); ++i) {
        if (levels_[l].refined[i] == 0) add(levels_[l].results[i].volume, sum);
    }
    return sum;
}

std::uint64_t Refinement::count_inconsistent(unsigned deepest) const {
    std::uint64_t count = 0;
    for (unsigned l = 0; l <= deepest; ++l) {
        for (std::size_t i = 0; i < levels_[l].cells.size(); ++i) {
            count += levels_[l].results[i].inconsistent && levels_[l].refined[i] == 0 ? 1 : 0;
        }
    }
    return count;
}

/// Which way each body faces, and whether it overlaps itself. True where that makes earlier results void.
bool Refinement::learn(unsigned l) {
    bool changed = false;
    for (std::size_t body = 0; body < 2; ++body) {
        SideOfColumn& side = columns_->pair().side[body];
        std::size_t up = 0, down = 0;
        bool twice = false;
        for (const ColumnResult& result : levels_[l].results) {
            up += result.winds_up[body] ? 1 : 0;
            down += result.winds_down[body] ? 1 : 0;
            twice |= result.winds_twice[body];
        }
        if (side.orientation == 0 && up + down > 0) {
            side.orientation = up >= down ? 1 : -1;
            changed |= up > 0 && down > 0;
        }
        changed |= twice && side.embedded;
        side.embedded &= !twice;
        side.winds_twice |= twice;
    }
    return changed;
}

/// Some columns, spread over all, say which way the bodies face: tighter bounds need to know.
std::uint64_t Refinement::guess_orientation() {
    PairOfSides& pair = columns_->pair();
    const Level& level = levels_[0];
    std::array<int, 2> turns{};
    const std::size_t stride = std::max<std::size_t>(1, level.cells.size() / guessed_from);
    std::uint64_t measured = 0;
    for (std::size_t i = stride / 2; i < level.cells.size(); i += stride, ++measured) {
        const Cell& cell = level.cells[i];
        const Rectangle column = columns_->grid().rectangle(cell.ix, cell.iy, 0);
        find_fragments(pair, column, triangles_of(level, cell), chunks_[0].scratch);
        const ColumnResult result = goal_->measure(pair, column, chunks_[0].scratch);
        for (std::size_t body = 0; body < 2; ++body) {
            turns[body] += (result.winds_up[body] ? 1 : 0) - (result.winds_down[body] ? 1 : 0);
        }
    }
    for (std::size_t body = 0; body < 2; ++body)
        pair.side[body].orientation = turns[body] > 0 ? 1 : turns[body] < 0 ? -1 : 0;
    return measured;
}

bool Refinement::measure_and_learn(unsigned& l, parallel::Workers& workers, RefinementResult& result) {
    bool in_time = measure(l, workers);
    if (!in_time && l > 0) return false;
    result.columns += levels_[l].cells.size();
    if (in_time && learn(l)) {
        coarser_ = {};
        l = 0;
        used_levels_ = 1;
        in_time = measure(0, workers);
        (void)learn(0);
        result.columns += levels_[0].cells.size();
    }
    return in_time;
}

void Refinement::add_up(unsigned l, RefinementResult& result) const {
    result.level = l;
    result.volume = coarser_;
    add(finished(l), result.volume);
    result.inconsistent = count_inconsistent(l);
}

std::optional<double> Refinement::least_error_to_halve(RefinementResult& result) const {
    const unsigned l = result.level;
    const double error = (result.volume.hi - result.volume.lo) / 2;
    if (!goal_->tolerance || error <= *goal_->tolerance * result.volume.middle()) return std::nullopt;
    const double target = *goal_->tolerance * std::max(result.volume.middle(), goal_->least_volume());
    if (error <= target) return std::nullopt;
    std::size_t unsettled = 0;
    double fixed = (coarser_.hi - coarser_.lo) / 2;
    for (const ColumnResult& column : levels_[l].results) {
        if (can_gain(column, l)) {
            ++unsettled;
        } else {
            fixed += column.error();
        }
    }
    const std::size_t again = levels_[0].cells.size();  // should something be learned there
    if (goal_->until && frame::Clock::now() > *goal_->until) result.stopped_by = Limit::time;
    if (goal_->columns && result.columns + 4 * unsettled + again > *goal_->columns) result.stopped_by = Limit::columns;
    if (l + 1 == most_levels || 4 * unsettled > most_cells) result.stopped_by = Limit::resolution;
    if (unsettled == 0 || fixed > target) result.stopped_by = Limit::resolution;
    if (result.stopped_by != Limit::none) return std::nullopt;
    // Columns of little error stay as they are, together at most a tenth of what is allowed.
    return 0.1 * (target - fixed) / static_cast<double>(unsettled);
}

RefinementResult Refinement::run(Columns& columns, const RefinementGoal& goal, parallel::Workers& workers) {
    columns_ = &columns;
    goal_ = &goal;
    ended_ = false;
    start();
    RefinementResult result;
    if (!goal.columns || *goal.columns >= columns_worth_a_guess) result.columns += guess_orientation();
    for (unsigned l = 0;; ++l) {
        const bool in_time = measure_and_learn(l, workers, result);
        if (!in_time) result.stopped_by = ended_ ? Limit::caller : Limit::time;
        if (!in_time && l > 0) {  // the coarser columns say more
            levels_[l - 1].refined.assign(levels_[l - 1].cells.size(), 0);
            used_levels_ = l;
            return result;
        }
        add_up(l, result);
        result.all_measured = in_time;
        if (!in_time) return result;
        const std::optional<double> least_error = least_error_to_halve(result);
        if (!least_error) return result;
        halve(l, *least_error);
        coarser_ = {};
        for (unsigned k = 0; k <= l; ++k) add(finished(k), coarser_);
    }
}

}  // namespace pliant::depth_layers
