#include "scene/automatic_choice.hpp"

#include "mesh/topology.hpp"

namespace pliant {

namespace {

/// Whether most of the surface is made of regions: at least half of the edges join two triangles.
bool has_regions(const frame::Bodies& bodies) {
    const mesh::Topology topology = mesh::topology(bodies.vertex_count(), bodies.triangles());
    const std::size_t others = topology.boundary_edges + topology.non_manifold_edges;
    return topology.edges > 0 && 2 * others <= topology.edges;
}

}  // namespace

IntersectionMethod AutomaticChoice::next(const IntersectionOptions& options, const frame::Bodies& bodies) {
    if (topology_version_ != bodies.topology_version()) {
        topology_version_ = bodies.topology_version();
        between_ = {};
        self_ = {};
    }
    Kind& kind = options.self ? self_ : between_;
    if (kind.questions == 0) {
        kind.method = options.self ? IntersectionMethod::box_tree : IntersectionMethod::gjk_cut;
    }
    if (kind.questions == questions_before_building) {
        if (options.budget.time) return kind.method;
        const bool regular = options.self && has_regions(bodies);
        kind.method = regular ? IntersectionMethod::regularity : IntersectionMethod::box_tree;
    }
    if (kind.questions <= questions_before_building) ++kind.questions;
    return kind.method;
}

bool AutomaticChoice::uses(IntersectionMethod method) const {
    return (self_.questions > 0 && self_.method == method) || (between_.questions > 0 && between_.method == method);
}

}  // namespace pliant
