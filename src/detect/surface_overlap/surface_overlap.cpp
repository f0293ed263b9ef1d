#include "detect/surface_overlap/surface_overlap.hpp"

#include <algorithm>

namespace pliant::surface_overlap {

using surfaces::Measure;

namespace {

constexpr std::size_t triangles_per_sum = 2048;

/// Between two stages.
bool ended(const surfaces::OverlapQuery& query) {
    if (query.report.stopped_by == Limit::none && !query.go_on(0, 0)) query.report.stopped_by = Limit::caller;
    return query.report.stopped_by == Limit::caller;
}

}  // namespace

bool SurfaceOverlap::find(const surfaces::OverlapQuery& query, Overlap& out) {
    if (query.self() || !query.sides[0].closed() || !query.sides[1].closed()) return false;
    Measure volume;
    const bool known = prepare(query) && integrate(query, volume);
    if (query.report.stopped_by == Limit::caller) {
        write_unknown(out);
        return true;
    }
    if (!known) return false;
    write(volume, out);
    return out.error <= query.options.tolerance * out.volume || out.volume == 0;
}

/// Keeps the triangles near the other body, and proves that they wind around nothing twice.
bool SurfaceOverlap::prepare(const surfaces::OverlapQuery& query) {
    frame_ = surfaces::MeasuringFrame(query.voi, query.sides);
    if (ended(query)) return false;
    cells_ = CommonCells(query.voi.box, query.sides, query.options.rule);
    auto& [a, b] = sides_;
    for (std::size_t body = 0; body < 2; ++body) {
        sides_[body].surface.keep(query.sides[body], cells_, cells_.part[body], query.workers);
    }
    cells_.set_resolution(std::max(a.surface.triangles().size(), b.surface.triangles().size()));
    if (!a.surface.make_image(cells_, query.workers) || ended(query)) return false;
    if (!b.surface.make_image(cells_, query.workers) || ended(query)) return false;
    std::array<bool, 2> proven{};
    query.workers.for_each(
        2, [&](std::size_t body) { proven[body] = sides_[body].surface.prove(sides_[1 - body].surface); });
    return proven[0] && proven[1] && !ended(query);
}

/// Depth over the border of the shared volume: over pairs that meet, then over triangles that lie in the other body.
bool SurfaceOverlap::integrate(const surfaces::OverlapQuery& query, Measure& out) {
    auto& [a, b] = sides_;
    parallel::Workers& workers = query.workers;
    grid_.start(cells_.common, b.surface.triangles().size());
    workers.for_each(2, [&](std::size_t body) {
        sort_triangles(body);
        Side& side = sides_[body];
        side.vertices.look_up(side.candidates, side.surface.body().vertices, sides_[1 - body].surface.image());
    });
    grid_.sort(b.candidates);
    if (ended(query)) return false;
    SurfaceSum sum = crossings_.add_up(frame_, grid_, a.candidates, b.candidates, workers);
    for (std::size_t body = 0; sum.known && body < 2; ++body) {
        if (ended(query)) return false;
        Side& side = sides_[body];
        sum.known &=
            side.vertices.spread(side.candidates, side.surface.body(), sides_[1 - body].surface, cells_, workers);
        sum += add_wholes(body, workers);
    }
    if (!sum.known) return false;
    const double sign = -a.surface.facing() * b.surface.facing();
    const double volume = sign * sum.moments.z;
    out.lo = std::max(0.0, volume - sum.error);
    out.hi = std::max(0.0, volume + sum.error);
    out.moment = sign * Vec3{sum.moments.xz, sum.moments.yz, sum.moments.zz / 2};
    out.moment_error = 2 * sum.error * (1 + length_of(frame_.local.to_local(cells_.common.hi)));
    return true;
}

/// By the cells of the other body, which are laid alike: triangles in cells with its surface may meet it; of the others
/// all cells are inside or none.
void SurfaceOverlap::sort_triangles(std::size_t body) {
    Side& side = sides_[body];
    const CellImage& image = side.surface.image();
    const CellImage::Cells* const other = sides_[1 - body].surface.image().cells().data();
    CellImage::Cells found;
    const auto look = [&found, other](std::size_t word, std::uint64_t bits) {
        found.surface |= other[word].surface & bits;
        found.inside |= other[word].inside & bits;
    };
    side.wholes.clear();
    side.candidates.clear();
    const std::span<const Triangle> triangles = side.surface.triangles();
    for (const auto& [number, range, large] : side.surface.proof().visited()) {
        found = {};
        const surfaces::CellLayout& layout = image.layout();
        if (large) layout.for_each_word(surfaces::CellDepths(layout.grid, image.corners(number)), side.row, look);
        if (!large) layout.for_each_word(range, look);
        if (found.surface != 0) {
            const Corners c = side.surface.corners(triangles[number]);
            side.candidates.push_back({c, triangles[number], grid_.places_of(c), {}});
        } else if (found.inside != 0) {
            side.wholes.push_back(number);
        }
    }
}

void SurfaceOverlap::add_whole(int facing, const Corners& t, SurfaceSum& sum) const {
    const Corners local = in_frame(frame_.local, t);
    surfaces::add_scaled(facing, surfaces::moments_of_triangle(local[0], local[1], local[2]), sum.moments);
    const double width = width_of(local);
    sum.error += 16 * frame_.slack * width * (width + farthest_depth(local));
}

/// Integrals over triangles that lie in the other body as a whole: a candidate counts as such where its second corner
/// does. The pairs correct for that.
SurfaceSum SurfaceOverlap::add_wholes(std::size_t body, parallel::Workers& workers) {
    const Side& side = sides_[body];
    const int facing = sides_[1 - body].surface.facing();
    const std::size_t wholes = side.wholes.size();
    const parallel::Chunks chunks{wholes + side.candidates.size(), triangles_per_sum};
    sums_.resize(std::max(sums_.size(), chunks.number()));
    workers.for_each(chunks.number(), [&](std::size_t c) {
        SurfaceSum& sum = sums_[c];
        sum = {};
        for (std::size_t i = chunks.begin(c); i < chunks.end(c); ++i) {
            if (i < wholes) {
                add_whole(facing, side.surface.corners(side.surface.triangles()[side.wholes[i]]), sum);
                continue;
            }
            const Candidate& candidate = side.candidates[i - wholes];
            const PointSide at = side.vertices[candidate.triangle[1]];
            if (at == PointSide::inside) add_whole(facing, candidate.corners, sum);
            sum.known &= at == PointSide::inside || at == PointSide::outside;
        }
    });
    SurfaceSum all;
    for (std::size_t c = 0; c < chunks.number(); ++c) all += sums_[c];
    return all;
}

/// As a column that was not measured.
void SurfaceOverlap::write_unknown(Overlap& out) const {
    const Vec3 side = frame_.corner();
    Measure volume;
    volume.hi = side.x * side.y * side.z;
    volume.moment = volume.hi / 4 * side;
    volume.moment_error = volume.hi / 4 * length_of(side);
    surfaces::write(frame_, volume, out);
}

void SurfaceOverlap::write(const Measure& volume, Overlap& out) const {
    surfaces::write(frame_, volume, out);
    out.columns = 0;
    for (const Side& side : sides_) {
        const std::uint32_t columns = side.surface.image().layout().columns;
        out.resolution = std::max(out.resolution, columns);
        out.columns += std::uint64_t{columns} * columns;
    }
}

}  // namespace pliant::surface_overlap
