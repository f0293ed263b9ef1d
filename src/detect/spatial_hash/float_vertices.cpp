#include "detect/spatial_hash/float_vertices.hpp"

#include <algorithm>

namespace pliant::spatial_hash {

using frame::Body;
using frame::PenetrationQuery;

namespace {

constexpr std::size_t vertices_localised_together = 8192;

bool has_non_finite(const Body& body) {
    return std::any_of(body.flaws.begin(), body.flaws.end(),
                       [](const Flaw& flaw) { return flaw.kind == FlawKind::not_finite; });
}

}  // namespace

void FloatVertices::update(const PenetrationQuery& query) {
    const auto bodies = query.bodies.all();
    all_finite_ = std::none_of(bodies.begin(), bodies.end(), has_non_finite);
    find_present(query);
    floats_ = query.bodies.vertices().floats;
    scale_ = 1;
    error_ = 0;
    if (query.bodies.vertices().doubles != nullptr) localise_doubles(query);
}

void FloatVertices::find_present(const PenetrationQuery& query) {
    const auto bodies = query.bodies.all();
    present_ = query.tetrahedra.used_vertices();
    if (std::none_of(bodies.begin(), bodies.end(), [](const Body& b) { return b.set_aside; })) return;
    kept_.assign(present_.begin(), present_.end());
    for (const Body& body : bodies) {
        if (!body.set_aside) continue;
        std::erase_if(kept_,
                      [&](std::uint32_t v) { return v >= body.first_vertex && v - body.first_vertex < body.vertices; });
    }
    present_ = kept_;
}

void FloatVertices::localise_doubles(const PenetrationQuery& query) {
    local_.resize(query.bodies.vertex_count());
    origins_.find(query.bodies, present_);
    scale_ = origins_.scale();
    error_ = origins_.error();
    for (std::size_t i = 0; i < query.bodies.all().size(); ++i) {
        const Body& body = query.bodies.all()[i];
        const parallel::Chunks chunks{body.vertices, vertices_localised_together};
        query.workers.for_each(chunks.number(), [&](std::size_t chunk) {
            localise(query.bodies.vertices().doubles, body.first_vertex + chunks.begin(chunk),
                     body.first_vertex + chunks.end(chunk), origins_.of(i), local_.data());
        });
    }
    floats_ = local_.data();
}

}  // namespace pliant::spatial_hash
