#include "detect/depth_layers/cell_image.hpp"

#include <algorithm>
#include <cmath>

#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/projected_triangle.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::uint32_t most_columns = 4096;
constexpr unsigned most_parts = 8;  // each with bits of its own
constexpr std::uint32_t columns_at_once = 1024;
constexpr std::size_t vertices_at_once = 16384;

/// Slabs somewhat thinner than columns are wide.
std::uint32_t words_for(std::uint32_t columns) { return columns <= 32 ? 1 : columns <= 64 ? 2 : 4; }

}  // namespace

double CellImage::reach_of_layers() const {
    std::array<double, 2> reach{1, 1};  // in columns
    for (const Part& part : parts_) {
        for (std::size_t k = 0; k < 2; ++k) {
            const double across = part.widest[k] * grid_.columns_per_place;
            reach[k] = std::max(reach[k], std::min(2.0, 1 + across));
        }
    }
    const Vec3 cell = size_of_cell();
    double farthest = std::hypot(cell.x * reach[0], cell.y * reach[1], cell.z);
    for (const Part& part : parts_) farthest = std::max(farthest, std::sqrt(part.square_of_reach));
    return farthest;
}

/// False where the line through the middle of a column would not lie in it: coordinates are too far apart.
bool CellImage::try_place(std::uint32_t resolution) {
    columns_ = resolution;
    words_ = words_for(resolution);
    const auto axis = static_cast<std::size_t>(box_.axis);
    grid_.axis = line_grid_.axis = static_cast<int>(axis);
    // As fine as 16 bits can tell.
    grid_.shift = std::min(15u, static_cast<unsigned>(std::countl_zero(static_cast<std::uint16_t>(columns_ - 1))));
    grid_.first_middle = 1u << grid_.shift;
    grid_.last_middle = 0;
    grid_.columns_per_place = std::ldexp(1.0, -static_cast<int>(grid_.shift));
    double farthest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const double side = box_.hi[k] - box_.lo[k];
        const double cells = k < 2 ? std::ldexp(columns_, static_cast<int>(grid_.shift)) : slabs();
        grid_.lo[k] = box_.lo[k];
        grid_.per_unit[k] = side > 0 && std::isfinite(side) && std::isfinite(cells / side) ? cells / side : 0;
        grid_.last[k] = cells - 1;
        const double per_column = grid_.per_unit[k] * grid_.columns_per_place;
        if (k < 2) farthest = std::max(farthest, std::max(std::abs(box_.lo[k]), std::abs(box_.hi[k])) * per_column);
    }
    line_grid_.margin = 0x1p-20 * (columns_ + farthest);
    line_grid_.last = columns_ - 1;
    places_.columns = columns_;
    bool in_place = true;
    for (std::size_t k = 0; k < 2; ++k) {
        const double step = (box_.hi[k] - box_.lo[k]) / columns_;
        places_.lo[k] = box_.lo[k];
        places_.step[k] = step;
        line_grid_.lo[(axis + 1 + k) % 3] = box_.lo[k] + 0.5 * step;
        line_grid_.per_unit[(axis + 1 + k) % 3] = grid_.per_unit[k] * grid_.columns_per_place;
        lines_[k].resize(columns_);
        for (std::uint32_t i = 0; i < columns_; ++i) {
            lines_[k][i] = box_.lo[k] + (i + 0.5) * step;
            const std::uint32_t place = grid_.place(lines_[k][i], k), middle = place & ((1u << grid_.shift) - 1);
            in_place &= place >> grid_.shift == i && std::isfinite(lines_[k][i]);
            grid_.first_middle = std::min(grid_.first_middle, middle);
            grid_.last_middle = std::max(grid_.last_middle, middle);
        }
    }
    return in_place;
}

void CellImage::place_vertices(parallel::Workers& workers) {
    vertex_places_.resize(source_.number_of_vertices);
    const parallel::Chunks chunks{source_.number_of_vertices, vertices_at_once};
    workers.for_each(chunks.number(), [&](std::size_t c) {
        places_of_vertices(source_.vertices, chunks.begin(c), chunks.end(c), grid_, vertex_places_.data());
    });
}

void CellImage::prepare(Part& part) const {
    const std::size_t all = part.end - part.begin, most = std::min(all, triangles_at_once);
    const std::size_t room = ((kept_cells_ ? all : most) + 3) / 4 * 4;
    part.surface.assign(std::size_t{columns_} * columns_ * words_, 0);
    part.marks.clear();
    part.ranges.resize(room);
    if (kept_cells_) part.faces.resize(room);
    part.crossed.resize(most);
    part.large.resize(room);
    part.large_end.clear();
    part.widest = {};
    part.square_of_reach = 0;
}

void CellImage::find_cells(std::size_t begin, std::size_t end, Part& part) const {
    if (!kept_cells_) part.large_end.clear();
    const std::size_t already = part.large_end.empty() ? 0 : part.large_end.back();
    const std::size_t at = kept_cells_ ? begin - part.begin : 0;
    std::uint32_t* const large = part.large.data() + already;
    FoundCells found{0, end - begin};
    if (source_.sound) {
        const Triangle* const triangles = source_.triangles.data();
        found = cells_of_triangles(vertex_places_.data(), triangles, begin, end, grid_, part.ranges.data() + at,
                                   part.crossed.data(), large);
        if (kept_cells_) {
            faces_of_triangles(source_.vertices, triangles, begin, end, grid_.axis, part.faces.data() + at);
        }
    } else {  // one by one, where corners can be looked at
        for (std::size_t i = begin; i < end; ++i) large[i - begin] = static_cast<std::uint32_t>(i);
    }
    part.number_crossed = found.crossed;
    part.large_end.push_back(static_cast<std::uint32_t>(already + found.large));
}

void CellImage::cross_lines_one_by_one(std::uint32_t triangle, const Depths& depths, bool large, Part& part) const {
    const Corners t = corners(triangle);
    const ProjectedTriangle projected(t);
    const Extent extent = extent_of(t);
    const CellRange& range = depths.range;
    for (std::uint32_t iy = range.first[1] >> grid_.shift; iy <= std::uint32_t{range.last[1]} >> grid_.shift; ++iy) {
        const double y = lines_[1][iy];
        if (y < extent.y0 || y > extent.y1) continue;
        for (std::uint32_t ix = range.first[0] >> grid_.shift; ix <= std::uint32_t{range.last[0]} >> grid_.shift;
             ++ix) {
            const double x = lines_[0][ix];
            if (x < extent.x0 || x > extent.x1 || !depths.may_cross_middle(ix, iy, line_grid_.margin)) continue;
            const int turn = projected.at(x, y).turn;
            if (turn == 0) continue;
            const std::uint32_t slab = large ? depths.within(ix, iy).first : range.first[2];
            part.marks.push_back(
                {iy * columns_ + ix, static_cast<std::uint16_t>(slab), static_cast<std::int16_t>(turn)});
        }
    }
}

/// Crossings of the small triangles that were looked at last.
void CellImage::cross_lines(Part& part) const {
    std::size_t left = part.number_crossed;
    if (left == 0) return;
    if (part.crossings.size() < left) part.crossings.resize(part.crossed.size());
    const auto decided = cross_single_lines(source_.vertices, source_.triangles.data(), part.crossed.data(), left,
                                            line_grid_, places_, part.crossings.data());
    for (std::size_t i = 0; i < decided.crossings; ++i) {
        const auto& [line, point] = part.crossings[i];
        part.marks.push_back(
            {line, static_cast<std::uint16_t>(grid_.place(point.depth, 2)), static_cast<std::int16_t>(point.turn)});
    }
    left = decided.left;
    for (std::size_t i = 0; i < left; ++i) {
        const std::uint32_t t = part.crossed[i];
        cross_lines_one_by_one(t, Depths(grid_, corners(t)), false, part);
    }
}

/// At most two columns each way. Without branches: whether it is one or two is as good as random. All words are read
/// before one is written: of the same word none waits for the other.
inline void CellImage::fill_small(const CellRange& range, std::uint64_t* surface,
                                  std::array<std::uint32_t, 2>& widest) const {
    for (std::size_t k = 0; k < 2; ++k) {
        const std::uint32_t two = (range.first[k] ^ range.last[k]) >> grid_.shift;
        const std::uint32_t across = range.last[k] - range.first[k] + 1u;
        widest[k] = std::max(widest[k], two != 0 ? across : 0);
    }
    for_each_four_words(range, [surface](const FourWords& words) {
        const auto [a, b, c, d] = words.at;
        const std::uint64_t in_a = surface[a], in_b = surface[b], in_c = surface[c], in_d = surface[d];
        surface[a] = in_a | words.bits;
        surface[b] = in_b | words.bits;
        surface[c] = in_c | words.bits;
        surface[d] = in_d | words.bits;
    });
}

void CellImage::fill_large(const Depths& depths, Part& part) const {
    std::uint64_t* surface = part.surface.data();
    part.square_of_reach = std::max(part.square_of_reach, depths.square_of_reach(size_of_cell()));
    for_each_word(depths, part.row, [surface](std::size_t word, std::uint64_t bits) { surface[word] |= bits; });
}

void CellImage::fill(Part& part) const {
    prepare(part);
    std::uint64_t* const surface = part.surface.data();
    std::array<std::uint32_t, 2> widest{};
    for (std::size_t begin = part.begin; begin < part.end; begin += triangles_at_once) {
        const std::size_t end = std::min(part.end, begin + triangles_at_once);
        find_cells(begin, end, part);
        for_each_of(
            begin, end, part, [&](std::uint32_t, const CellRange& range) { fill_small(range, surface, widest); },
            [&](std::uint32_t triangle, const Depths& depths) {
                fill_large(depths, part);
                cross_lines_one_by_one(triangle, depths, true, part);
            });
        cross_lines(part);
    }
    part.widest = widest;
}

void CellImage::sort_marks() {
    const std::size_t columns = std::size_t{columns_} * columns_;
    first_mark_.assign(columns + 1, 0);
    for (const Part& part : parts_) {
        for (const Mark& mark : part.marks) ++first_mark_[mark.column + 1];
    }
    for (std::size_t i = 0; i < columns; ++i) first_mark_[i + 1] += first_mark_[i];
    marks_.resize(first_mark_[columns]);
    for (const Part& part : parts_) {
        for (const Mark& mark : part.marks) marks_[first_mark_[mark.column]++] = mark;
    }
    for (std::size_t i = columns; i > 0; --i) first_mark_[i] = first_mark_[i - 1];
    first_mark_[0] = 0;
}

/// Below everything that the image is made from.
int CellImage::winding_at_bottom(std::uint32_t column) const {
    int winding = 0;
    if (!counts_from_above()) return winding;
    for (const Mark& mark : marks_of(column)) winding -= mark.turn;
    return winding;
}

/// Cells of a word between the slabs `from` and `to`, without these, that have no surface.
std::uint64_t CellImage::empty_cells(std::uint32_t column, std::uint32_t word, std::uint32_t from,
                                     std::uint32_t to) const {
    const std::uint32_t lo = std::max(from + 1, 64 * word), hi = std::min(to - 1, 64 * word + 63);
    return bits_between(lo % 64, hi % 64) & ~cells_[std::size_t{column} * words_ + word].surface;
}

/// Between two marks of a column.
void CellImage::fill_gap(const Gap& gap, InsideRule rule, Windings& windings) {
    const auto [column, from, to, winding] = gap;
    if (winding == 0 || to <= from + 1) return;
    for (std::uint32_t word = (from + 1) / 64; word <= (to - 1) / 64; ++word) {
        const std::uint64_t empty = empty_cells(column, word, from, to);
        if (empty == 0) continue;
        windings.least = std::min(windings.least, winding);
        windings.most = std::max(windings.most, winding);
        if (is_inside(winding, rule)) cells_[std::size_t{column} * words_ + word].inside |= empty;
    }
}

CellImage::Windings CellImage::finish_columns(std::uint32_t begin, std::uint32_t end, InsideRule rule) {
    Windings windings;
    for (std::size_t i = std::size_t{begin} * words_; i < std::size_t{end} * words_; ++i) {
        std::uint64_t surface = 0;
        for (const Part& part : parts_) surface |= part.surface[i];
        cells_[i] = {surface, 0};
    }
    for (std::uint32_t column = begin; column < end; ++column) {
        Mark *first = marks_.data() + first_mark_[column], *last = marks_.data() + first_mark_[column + 1];
        if (first == last) continue;
        std::sort(first, last,
                  [](const Mark& p, const Mark& q) { return p.slab != q.slab ? p.slab < q.slab : p.turn < q.turn; });
        Gap gap{column, ~0u, first->slab, winding_at_bottom(column)};
        for (const Mark* mark = first; mark < last; ++mark) {
            fill_gap(gap, rule, windings);
            gap = {column, mark->slab, mark + 1 < last ? mark[1].slab : slabs(), gap.winding + mark->turn};
        }
        fill_gap(gap, rule, windings);
        if (!is_inconsistent(column)) continue;
        for (std::uint32_t w = 0; w < words_; ++w) cells_[std::size_t{column} * words_ + w] = {~std::uint64_t{0}, 0};
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

bool CellImage::is_inconsistent(std::uint32_t column) const {
    if (source_.kept != KeptTriangles::all) return false;
    int winding = 0;
    for (const Mark& mark : marks_of(column)) winding += mark.turn;
    return winding != 0;
}

CellImage::Below CellImage::below(CellNumber cell) const {
    const Cells* cells = cells_.data() + std::size_t{cell.column} * words_;
    std::uint32_t first = cell.slab;
    while (true) {
        // Cells of the word above `first` do not count.
        const std::uint64_t empty =
            ~(cells[first / 64].surface | (first % 64 == 63 ? 0 : ~std::uint64_t{0} << (first % 64 + 1)));
        if (empty != 0) {
            first = first / 64 * 64 + static_cast<std::uint32_t>(64 - std::countl_zero(empty));
            break;
        }
        if (first < 64) {
            first = 0;
            break;
        }
        first = first / 64 * 64 - 1;
    }
    int winding = winding_at_bottom(cell.column);
    for (const Mark& mark : marks_of(cell.column)) winding += mark.slab < first ? mark.turn : 0;
    return {first, winding};
}

void CellImage::make(const ImageSource& source, const TurnedBox& box, std::uint32_t resolution, InsideRule rule,
                     parallel::Workers& workers) {
    source_ = source;
    box_ = box;
    std::uint32_t most = std::clamp(resolution, 1u, most_columns);
    while (!try_place(most) && most > 1) most /= 2;
    const std::size_t number = std::clamp(workers.threads(), 1u, most_parts);
    parts_.resize(number);
    kept_cells_ = keep_cells_;
    if (source_.sound) place_vertices(workers);
    workers.for_each(number, [&](std::size_t p) {
        parts_[p].begin = source_.triangles.size() * p / number;
        parts_[p].end = source_.triangles.size() * (p + 1) / number;
        fill(parts_[p]);
    });
    sort_marks();
    const std::uint32_t columns = columns_ * columns_;
    cells_.resize(std::size_t{columns} * words_);
    const parallel::Chunks chunks{columns, columns_at_once};
    windings_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        windings_[c] = finish_columns(static_cast<std::uint32_t>(chunks.begin(c)),
                                      static_cast<std::uint32_t>(chunks.end(c)), rule);
    });
    inconsistent_ = 0;
    for (std::uint32_t column = 0; column < columns; ++column) inconsistent_ += is_inconsistent(column) ? 1 : 0;
}

}  // namespace pliant::depth_layers
