#include "detect/depth_layers/closest_triangle.hpp"

#include <array>

namespace pliant::depth_layers {

namespace {

constexpr std::size_t points_per_chunk = 256;

}  // namespace

void ClosestTriangle::update(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers) {
    surface_.read(bodies, body, workers);
    const Box<double>& box = surface_.box();
    frame_ = surfaces::LocalFrame(Axis::z, box);
    surface_.enter(frame_, workers);
    tree_.build(surface_.local(), workers);
}

/// Neighbours in space one after the other: each is searched for from what was closest to the one before.
void ClosestTriangle::order(std::span<const Vec3> points, parallel::Workers& workers) {
    items_.clear();
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const Vec3 p = frame_.to_local(points[i]);
        items_.push_back({{broad_phase::place(p.x), broad_phase::place(p.y), broad_phase::place(p.z)}, i});
    }
    broad_phase::sort_into_blocks(items_, workers);
}

std::span<const ClosestFound> ClosestTriangle::find(std::span<const Vec3> points, parallel::Workers& workers) {
    order(points, workers);
    found_.resize(points.size());
    const parallel::Chunks chunks{points.size(), points_per_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::array<Vec3, points_per_chunk> local;
        std::array<ClosestFound, points_per_chunk> found;
        const auto items = std::span(items_).subspan(chunks.begin(chunk), chunks.end(chunk) - chunks.begin(chunk));
        for (std::size_t i = 0; i < items.size(); ++i) local[i] = frame_.to_local(points[items[i].id]);
        find_closest(surface_.local(), tree_, std::span<const Vec3>(local).first(items.size()), found.data());
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto& [point, distance, triangle] = found[i];
            found_[items[i].id] = {frame_.to_world(point), distance / frame_.scale, triangle};
        }
    });
    return found_;
}

}  // namespace pliant::depth_layers
