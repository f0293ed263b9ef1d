#include "detect/spatial_hash/depth_propagation.hpp"

#include <algorithm>

namespace pliant::spatial_hash {

namespace {

constexpr int most_sweeps = 200;
constexpr double over_relaxation = 1.6;

}  // namespace

/// [Heidelberger2004, 3.3]: ring after ring inwards, each from the rings before.
bool DepthPropagation::run(const frame::PenetrationQuery& query, const TetrahedronWalk& walk, DepthGraph& graph) {
    start(graph);
    for (rings_ = 0; !front_.empty(); ++rings_) {
        if (query.late()) return false;
        next_ring(graph);
        sums_.clear();
        for (const std::uint32_t node : next_) sums_.push_back(sum_around(graph, walk, node));
        // Only now: the nodes of one ring do not see each other.
        front_.clear();
        for (std::size_t n = 0; n < next_.size(); ++n) {
            DepthNode& node = graph.nodes()[next_[n]];
            if (!sums_[n].finish(node)) continue;
            node.source = DepthSource::crossed;
            front_.push_back(next_[n]);
        }
        reached_.insert(reached_.end(), front_.begin(), front_.end());
    }
    return smooth(query, graph);
}

void DepthPropagation::start(const DepthGraph& graph) {
    reached_.clear();
    front_.clear();
    for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
        if (graph.nodes()[i].source == DepthSource::crossed) front_.push_back(i);
    }
}

/// The nodes linked to the front that have no depth yet.
void DepthPropagation::next_ring(const DepthGraph& graph) {
    next_.clear();
    for (const std::uint32_t known : front_) {
        for (const std::uint32_t link : graph.links(known)) {
            if (link < DepthGraph::unsure && graph.nodes()[link].source == DepthSource::none) next_.push_back(link);
        }
    }
    std::sort(next_.begin(), next_.end());
    next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
}

DepthSum DepthPropagation::sum_around(const DepthGraph& graph, const TetrahedronWalk& walk, std::uint32_t node) {
    DepthSum sum;
    const DepthNode& own = graph.nodes()[node];
    const Vec3 p = walk.position(own.body, own.vertex);
    const auto links = graph.links(node);
    const auto weights = graph.weights(node);
    for (std::size_t k = 0; k < links.size(); ++k) {
        if (!graph.known(links[k])) continue;
        const DepthNode& from = graph.nodes()[links[k]];
        const Vec3 edge = walk.position(from.body, from.vertex) - p;
        sum.add(weights[k], weights[k] * (dot(edge, from.direction) + from.depth), from.direction);
    }
    return sum;
}

/// Departure from [Heidelberger2004]: rings that come from opposite sides meet with directions that have little to do
/// with each other. So directions are spread evenly between those at crossings, which stay: each becomes the mean of
/// its neighbours' (Laplace's equation by successive over-relaxation, forwards and backwards in a fixed order).
bool DepthPropagation::smooth(const frame::PenetrationQuery& query, DepthGraph& graph) {
    const int sweeps = std::min(most_sweeps, 2 * rings_ + 8);
    flow_.clear();
    for (const DepthNode& node : graph.nodes()) flow_.push_back(node.direction);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        if (query.late()) return false;
        const bool back = sweep % 2 != 0;
        for (std::size_t n = 0; n < reached_.size(); ++n) {
            smooth_one(graph, reached_[back ? reached_.size() - 1 - n : n]);
        }
    }
    for (const std::uint32_t i : reached_) {
        const Vec3 direction = unit(flow_[i]);
        if (direction != Vec3{}) graph.nodes()[i].direction = direction;
    }
    return true;
}

void DepthPropagation::smooth_one(const DepthGraph& graph, std::uint32_t node) {
    Vec3 sum;
    double total = 0;
    const auto links = graph.links(node);
    const auto weights = graph.weights(node);
    for (std::size_t k = 0; k < links.size(); ++k) {
        if (!graph.known(links[k])) continue;
        sum = sum + weights[k] * flow_[links[k]];
        total += weights[k];
    }
    if (total > 0) flow_[node] = (1 - over_relaxation) * flow_[node] + over_relaxation / total * sum;
}

}  // namespace pliant::spatial_hash
