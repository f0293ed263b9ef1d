#include "surfaces/triangle_cells.hpp"

namespace pliant::surfaces {

namespace {

constexpr unsigned most_parts = 8;  // each has its own bit image
constexpr std::size_t vertices_at_once = 16384;

}  // namespace

void TriangleCells::start(const CellSurface& surface, const CellLayout& layout, bool keep, parallel::Workers& workers) {
    surface_ = &surface;
    layout_ = &layout;
    keeps_ = keep;
    const std::size_t number = std::clamp(workers.threads(), 1u, most_parts);
    parts_.resize(number);
    for (std::size_t p = 0; p < number; ++p) {
        parts_[p].begin = surface.triangles.size() * p / number;
        parts_[p].end = surface.triangles.size() * (p + 1) / number;
    }
    if (surface.sound) place_vertices(workers);
}

void TriangleCells::place_vertices(parallel::Workers& workers) {
    vertex_places_.resize(surface_->number_of_vertices);
    const parallel::Chunks chunks{surface_->number_of_vertices, vertices_at_once};
    workers.for_each(chunks.number(), [&](std::size_t c) {
        places_of_vertices(surface_->vertices, chunks.begin(c), chunks.end(c), layout_->grid, vertex_places_.data());
    });
}

void TriangleCells::prepare(Part& part) const {
    const std::size_t all = part.end - part.begin, most = std::min(all, batch);
    const std::size_t room = ((keeps_ ? all : most) + 3) / 4 * 4;
    part.ranges.resize(room);
    if (keeps_) part.faces.resize(room);
    part.crossed.resize(most);
    part.large.resize(room);
    part.large_end.clear();
}

void TriangleCells::find_cells(std::size_t begin, std::size_t end, Part& part) const {
    if (!keeps_) part.large_end.clear();
    const std::size_t already = part.large_end.empty() ? 0 : part.large_end.back();
    const std::size_t at = keeps_ ? begin - part.begin : 0;
    std::uint32_t* const large = part.large.data() + already;
    FoundCells found{0, end - begin};
    if (surface_->sound) {
        const Triangle* const triangles = surface_->triangles.data();
        found = cells_of_triangles(vertex_places_.data(), triangles, begin, end, layout_->grid,
                                   {part.ranges.data() + at, part.crossed.data(), large});
        if (keeps_) {
            faces_of_triangles(surface_->vertices, triangles, begin, end, layout_->grid.axis, part.faces.data() + at);
        }
    } else {  // one by one, where corners are tested for NaN
        for (std::size_t i = begin; i < end; ++i) large[i - begin] = static_cast<std::uint32_t>(i);
    }
    part.number_crossed = found.crossed;
    part.large_end.push_back(static_cast<std::uint32_t>(already + found.large));
}

}  // namespace pliant::surfaces
