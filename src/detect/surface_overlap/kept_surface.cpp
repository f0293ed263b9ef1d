#include "detect/surface_overlap/kept_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surfaces/outcodes.hpp"

namespace pliant::surface_overlap {

using surfaces::array_of;
using surfaces::SurfacePart;

namespace {

constexpr std::size_t triangles_per_chunk = 2048;
constexpr std::size_t vertices_per_chunk = 16384;
constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Layers at the border of a box may go on beyond it, where windings are not known: with a margin few of those that
/// matter do.
Box<double> with_margin(const Box<double>& box) {
    constexpr double share = 1.0 / 16;
    const Vec3 margin = share * surfaces::side_of(box);
    if (!finite(margin)) return box;
    return {array_of(Vec3(box.lo) - margin), array_of(Vec3(box.hi) + margin)};
}

}  // namespace

/// Windings are counted from the side on which less of a body lies beyond the common box: nothing, of two boxes neither
/// of which contains the other along the axis.
CommonCells::CommonCells(const Box<double>& common_, std::span<const SurfaceOfBody> sides, InsideRule rule_)
    : common(common_), around(with_margin(common_)), rule(rule_) {
    double best = -unbounded;
    for (std::size_t k = 0; k < 3; ++k) {
        std::array<SurfacePart, 2> parts{};
        double worth = common.hi[k] - common.lo[k];
        for (std::size_t body = 0; body < 2; ++body) {
            const Box<double>& box = sides[body].box();
            const double below = common.lo[k] - box.lo[k], above = box.hi[k] - common.hi[k];
            parts[body] = above < below ? SurfacePart::within_and_above : SurfacePart::within_and_below;
            worth -= std::min(below, above);
        }
        if (!(worth > best) && k > 0) continue;
        best = worth;
        axis = static_cast<Axis>(k);
        part = parts;
    }
}

void CommonCells::set_resolution(std::size_t triangles) {
    const auto columns =
        static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 5, 16.0, 64.0));
    resolution = columns > 32 && columns < 45 ? 32 : columns;  // above 32 columns take two words each
}

const std::vector<Triangle>& KeptSurface::given_triangles() {
    const frame::Body& of = body();
    if (of.free.empty()) return of.triangles;
    there_.clear();
    for (std::size_t t = 0; t < of.triangles.size(); ++t) {
        if (of.gone[t] == 0) there_.push_back(of.triangles[t]);
    }
    return there_;
}

void KeptSurface::keep(const SurfaceOfBody& surface, const CommonCells& cells, SurfacePart part,
                       parallel::Workers& workers) {
    surface_ = &surface;
    part_ = part;
    vertices_ = surface.vertices();
    const auto axis = static_cast<std::size_t>(cells.axis);
    Box<double> box = cells.around;
    if (part == SurfacePart::within_and_below) box.lo[axis] = -unbounded;
    if (part == SurfacePart::within_and_above) box.hi[axis] = unbounded;
    sides_of_box_.resize(body().vertices);
    const parallel::Chunks vertices{body().vertices, vertices_per_chunk};
    workers.for_each(vertices.number(), [&](std::size_t c) {
        surfaces::sides_beyond(vertices_, vertices.begin(c), vertices.end(c), box, sides_of_box_.data());
    });
    const std::vector<Triangle>& all = given_triangles();
    const parallel::Chunks chunks{all.size(), triangles_per_chunk};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t c) {
        std::vector<Triangle>& kept = chunks_[c];
        kept.resize(chunks.end(c) - chunks.begin(c));
        kept.resize(
            surfaces::triangles_within(sides_of_box_.data(), all.data(), chunks.begin(c), chunks.end(c), kept.data()));
    });
    kept_.clear();
    for (std::size_t c = 0; c < chunks.number(); ++c) kept_.insert(kept_.end(), chunks_[c].begin(), chunks_[c].end());
}

bool KeptSurface::make_image(const CommonCells& cells, parallel::Workers& workers) {
    image_.keep_cells(true);
    image_.make({vertices_, kept_, body().vertices, true, part_}, surfaces::turned(cells.around, cells.axis),
                cells.resolution, cells.rule, workers);
    const CellImage::Windings windings = image_.windings();
    facing_ = windings.least + windings.most;
    return windings.once() && windings.least != windings.most;
}

}  // namespace pliant::surface_overlap
