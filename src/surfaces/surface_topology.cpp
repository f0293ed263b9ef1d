#include "surfaces/surface_topology.hpp"

#include <algorithm>

#include "surfaces/surface_borders.hpp"

namespace pliant::surfaces {

void SurfaceTopology::select_triangles(const frame::Body& body) {
    triangles_ = body.triangles;
    if (body.unusable == 0 && body.free.empty()) return;
    copied_ = body.triangles;
    for (Triangle& t : copied_) {
        if (*std::max_element(t.begin(), t.end()) >= body.vertices) t = {0, 0, 0};
    }
    if (body.vertices == 0) copied_.clear();
    triangles_ = copied_;
}

void SurfaceTopology::read(const frame::Bodies& bodies, const frame::Body& body) {
    const bool same = id_ == body.id && used_.size() == body.vertices && version_ == bodies.topology_version();
    select_triangles(body);
    if (same) return;
    closed_ = closed_by_numbers(triangles_);
    used_.assign(body.vertices, 0);
    for (const Triangle& t : triangles_) {
        if (t[0] == t[1] && t[1] == t[2]) continue;
        used_[t[0]] = used_[t[1]] = used_[t[2]] = 1;
    }
    all_used_ = std::all_of(used_.begin(), used_.end(), [](std::uint8_t used) { return used != 0; });
    id_ = body.id;
    version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
}

}  // namespace pliant::surfaces
