#include "detect/spatial_hash/depth.hpp"

#include <algorithm>
#include <limits>

namespace pliant::spatial_hash {

using frame::PenetrationQuery;

namespace {

// Between two checks of the clock: a few hundred microseconds.
constexpr std::size_t nodes_per_chunk = 32;
constexpr std::size_t chunks_per_wave = 16;

// An edge that leads out ends outside: only rounding puts the surface behind its end.
constexpr double slack = 1 + 1e-9;

/// work(i) for every i < count, in waves with a check of the clock before each. Returns how many were done.
template <class Work>
std::size_t each_in_time(const PenetrationQuery& query, std::size_t count, const Work& work) {
    const parallel::Chunks chunks{count, nodes_per_chunk};
    for (std::size_t first = 0; first < chunks.number();) {
        if (query.late()) return chunks.begin(first);
        const std::size_t rest = chunks.number() - first;
        const std::size_t wave = query.options.budget.time ? std::min(chunks_per_wave, rest) : rest;
        query.workers.for_each(wave, [&](std::size_t chunk) {
            for (std::size_t i = chunks.begin(first + chunk); i < chunks.end(first + chunk); ++i) {
                work(static_cast<std::uint32_t>(i));
            }
        });
        first += wave;
    }
    return count;
}

}  // namespace

bool Depth::update(const PenetrationQuery& query) {
    if (topology_version_ == query.bodies.topology_version()) return false;
    walk_.build(query.bodies, query.tetrahedra);
    graph_.build(query.bodies, query.tetrahedra);
    topology_version_ = query.bodies.topology_version();  // last: after an exception all of it is built again
    return true;
}

bool Depth::measure(const PenetrationQuery& query, std::span<Penetration> found) {
    if (found.empty()) return true;
    if (query.late()) return false;
    graph_.update(query, walk_, found);
    if (query.late()) return false;
    walk_.update(query.bodies, query.tetrahedra, graph_.penetrated());
    const bool directed = start_at_crossings(query) && propagation_.run(query, walk_, graph_);
    if (!directed) forget(0);
    const bool reached = directed && measure_to_surface(query) && ask_nearest(query);
    graph_.write(walk_, found);
    return reached;
}

/// [Heidelberger2004, 3.2]: vertices with edges that leave the body.
bool Depth::start_at_crossings(const PenetrationQuery& query) {
    const std::size_t count = graph_.nodes().size();
    return each_in_time(query, count, [&](std::uint32_t i) { cross_surface(i); }) == count;
}

void Depth::cross_surface(std::uint32_t i) {
    DepthNode& node = graph_.nodes()[i];
    const Vec3 p = walk_.position(node.body, node.vertex);
    const auto ends = graph_.ends(i);
    const auto links = graph_.links(i);
    const auto weights = graph_.weights(i);
    DepthSum sum;
    for (std::size_t k = 0; k < ends.size(); ++k) {
        const Vec3 edge = walk_.position(node.body, ends[k]) - p;
        const double reach = length(edge);
        weights[k] = depth_weight(reach);
        if (links[k] < DepthGraph::unsure) continue;
        const Vec3 direction = unit(edge);
        const TetrahedronWalk::Path path = walk_.follow(node.tetrahedron, p, direction, slack * reach);
        if (links[k] == DepthGraph::unsure) {
            const bool inside = path.end == TetrahedronWalk::End::reached;
            links[k] = inside ? graph_.node_of(node.part, ends[k], path.tetrahedron) : DepthGraph::outside;
        }
        if (path.end != TetrahedronWalk::End::out) continue;
        const Vec3 normal = walk_.normal_at({path.tetrahedron, path.face}, p + path.length * direction);
        const double weight = depth_weight(path.length);
        sum.add(weight, weight * path.length * dot(direction, normal), normal);
    }
    if (sum.finish(node)) node.source = DepthSource::crossed;
}

/// Along its direction, from the vertex to where the body ends. The propagated depth stands where the walk is lost.
bool Depth::measure_to_surface(const PenetrationQuery& query) {
    const std::span nodes = graph_.nodes();
    const std::size_t done = each_in_time(query, nodes.size(), [&](std::uint32_t i) { measure_node(nodes[i]); });
    forget(done);
    return done == nodes.size();
}

void Depth::measure_node(DepthNode& node) const {
    if (node.source != DepthSource::crossed) return;
    constexpr double anywhere = std::numeric_limits<double>::infinity();
    const auto path = walk_.follow(node.tetrahedron, walk_.position(node.body, node.vertex), node.direction, anywhere);
    if (path.end == TetrahedronWalk::End::out) node.depth = path.length;
}

/// Where no edge leads out, as of a body within another: the nearest point of the surface.
bool Depth::ask_nearest(const PenetrationQuery& query) {
    unknown_.clear();
    unknown_parts_.assign(walk_.parts(), 0);
    const std::span nodes = graph_.nodes();
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].source != DepthSource::none) continue;
        unknown_.push_back(i);
        unknown_parts_[nodes[i].part] = 1;
    }
    if (unknown_.empty()) return true;
    if (query.late()) return false;
    nearest_.build(walk_, query.tetrahedra, unknown_parts_);
    const std::size_t done = each_in_time(query, unknown_.size(), [&](std::uint32_t i) {
        DepthNode& node = nodes[unknown_[i]];
        const auto nearest = nearest_.find(walk_, node.tetrahedron, walk_.position(node.body, node.vertex));
        if (!nearest) return;
        node.depth = nearest->distance;
        node.direction = nearest->direction;
        node.source = DepthSource::nearest;
    });
    return done == unknown_.size();
}

void Depth::forget(std::size_t first) {
    for (DepthNode& node : graph_.nodes().subspan(first)) node.forget();
}

}  // namespace pliant::spatial_hash
