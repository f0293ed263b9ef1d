#include "surfaces/cell_image.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "surfaces/winding.hpp"

namespace pliant::surfaces {

namespace {

constexpr std::uint32_t columns_at_once = 1024;

}  // namespace

double CellImage::reach_of_layers() const {
    std::array<double, 2> reach{1, 1};  // in columns
    for (const Part& part : parts_) {
        for (std::size_t k = 0; k < 2; ++k) {
            const double across = part.widest[k] * layout_.grid.columns_per_place;
            reach[k] = std::max(reach[k], std::min(2.0, 1 + across));
        }
    }
    const Vec3 cell = layout_.size_of_cell();
    double farthest = std::hypot(cell.x * reach[0], cell.y * reach[1], cell.z);
    for (const Part& part : parts_) farthest = std::max(farthest, std::sqrt(part.square_of_reach));
    return farthest;
}

/// At most two columns each way. Branchless: a branch on one column or two would be mispredicted. All four words are
/// loaded before the first is stored: where some alias, no load waits on store forwarding.
inline void CellImage::fill_small(const CellRange& range, std::uint64_t* surface,
                                  std::array<std::uint32_t, 2>& widest) const {
    for (std::size_t k = 0; k < 2; ++k) {
        const std::uint32_t two = (range.first[k] ^ range.last[k]) >> layout_.grid.shift;
        const std::uint32_t across = range.last[k] - range.first[k] + 1u;
        widest[k] = std::max(widest[k], two != 0 ? across : 0);
    }
    layout_.for_each_four_words(range, [surface](const CellLayout::FourWords& words) {
        const auto [a, b, c, d] = words.at;
        const std::uint64_t in_a = surface[a], in_b = surface[b], in_c = surface[c], in_d = surface[d];
        surface[a] = in_a | words.bits;
        surface[b] = in_b | words.bits;
        surface[c] = in_c | words.bits;
        surface[d] = in_d | words.bits;
    });
}

void CellImage::fill_large(const CellDepths& depths, Part& part) const {
    std::uint64_t* surface = part.surface.data();
    part.square_of_reach = std::max(part.square_of_reach, depths.square_of_reach(layout_.size_of_cell()));
    layout_.for_each_word(depths, part.row, [surface](std::size_t word, std::uint64_t bits) { surface[word] |= bits; });
}

void CellImage::fill(std::size_t number) {
    Part& part = parts_[number];
    part.surface.assign(layout_.number_of_words(), 0);
    part.crossings.start(surface_, layout_, lines_);
    part.square_of_reach = 0;
    std::uint64_t* const surface = part.surface.data();
    std::array<std::uint32_t, 2> widest{};
    triangles_.find(
        number, [&](std::uint32_t, const CellRange& range) { fill_small(range, surface, widest); },
        [&](std::uint32_t triangle, const CellDepths& depths) {
            fill_large(depths, part);
            part.crossings.cross_large(triangle, depths);
        },
        [&](std::span<std::uint32_t> crossed) { part.crossings.cross(crossed); });
    part.widest = widest;
}

void CellImage::collect_crossings() {
    crossings_.start(surface_, std::size_t{layout_.columns} * layout_.columns);
    for (const Part& part : parts_) crossings_.count(part.crossings.found());
    crossings_.make_room();
    for (const Part& part : parts_) crossings_.add(part.crossings.found());
    crossings_.finish();
}

void CellImage::fill_gap(const Gap& gap, InsideRule rule, Windings& windings) {
    const auto [column, from, to, winding] = gap;
    if (winding == 0 || to <= from + 1) return;
    for (std::uint32_t word = (from + 1) / 64; word <= (to - 1) / 64; ++word) {
        Cells& cells = cells_[std::size_t{column} * layout_.words + word];
        const std::uint32_t lo = std::max(from + 1, 64 * word), hi = std::min(to - 1, 64 * word + 63);
        const std::uint64_t empty = bits_between(lo % 64, hi % 64) & ~cells.surface;
        if (empty == 0) continue;
        windings.least = std::min(windings.least, winding);
        windings.most = std::max(windings.most, winding);
        if (is_inside(winding, rule)) cells.inside |= empty;
    }
}

CellImage::Windings CellImage::finish_columns(std::uint32_t begin, std::uint32_t end, InsideRule rule) {
    Windings windings;
    const std::size_t words = layout_.words;
    for (std::size_t i = begin * words; i < end * words; ++i) {
        std::uint64_t surface = 0;
        for (const Part& part : parts_) surface |= part.surface[i];
        cells_[i] = {surface, 0};
    }
    for (std::uint32_t column = begin; column < end; ++column) {
        if (crossings_.of(column).empty()) continue;
        crossings_.sort_column(column);
        const std::span<const ColumnCrossing> crossings = crossings_.of(column);
        Gap gap{column, ~0u, crossings[0].slab, crossings_.winding_at_bottom(column)};
        for (std::size_t i = 0; i < crossings.size(); ++i) {
            fill_gap(gap, rule, windings);
            const std::uint32_t next = i + 1 < crossings.size() ? crossings[i + 1].slab : layout_.slabs();
            gap = {column, crossings[i].slab, next, gap.winding + crossings[i].turn};
        }
        fill_gap(gap, rule, windings);
        if (!is_inconsistent(column)) continue;
        for (std::size_t w = 0; w < words; ++w) cells_[column * words + w] = {~std::uint64_t{0}, 0};
    }
    return windings;
}

CellImage::Windings CellImage::windings() const {
    Windings all;
    for (const Windings& some : windings_) {
        all.least = std::min(all.least, some.least);
        all.most = std::max(all.most, some.most);
    }
    return all;
}

std::uint32_t CellImage::first_of_layer(CellNumber cell) const {
    const Cells* cells = cells_.data() + std::size_t{cell.column} * layout_.words;
    std::uint32_t first = cell.slab;
    while (true) {
        // Masks off the cells of the word above `first`.
        const std::uint64_t empty =
            ~(cells[first / 64].surface | (first % 64 == 63 ? 0 : ~std::uint64_t{0} << (first % 64 + 1)));
        if (empty != 0) return first / 64 * 64 + static_cast<std::uint32_t>(64 - std::countl_zero(empty));
        if (first < 64) return 0;
        first = first / 64 * 64 - 1;
    }
}

CellImage::Below CellImage::below(CellNumber cell) const {
    const std::uint32_t first = first_of_layer(cell);
    int winding = crossings_.winding_at_bottom(cell.column);
    for (const ColumnCrossing& crossing : crossings_.of(cell.column)) {
        winding += crossing.slab < first ? crossing.turn : 0;
    }
    return {first, winding};
}

void CellImage::make(const CellSurface& surface, const TurnedBox& box, std::uint32_t resolution, InsideRule rule,
                     parallel::Workers& workers) {
    surface_ = surface;
    lay_out(box, resolution, layout_, lines_);
    triangles_.start(surface_, layout_, keep_cells_, workers);
    parts_.resize(triangles_.parts());
    workers.for_each(parts_.size(), [&](std::size_t part) { fill(part); });
    collect_crossings();
    const std::uint32_t columns = layout_.columns * layout_.columns;
    cells_.resize(layout_.number_of_words());
    const parallel::Chunks chunks{columns, columns_at_once};
    windings_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        windings_[c] = finish_columns(static_cast<std::uint32_t>(chunks.begin(c)),
                                      static_cast<std::uint32_t>(chunks.end(c)), rule);
    });
    inconsistent_ = 0;
    for (std::uint32_t column = 0; column < columns; ++column) inconsistent_ += is_inconsistent(column) ? 1 : 0;
}

}  // namespace pliant::surfaces
