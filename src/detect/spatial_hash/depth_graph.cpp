#include "detect/spatial_hash/depth_graph.hpp"

#include <algorithm>
#include <tuple>

namespace pliant::spatial_hash {

using frame::Bodies;
using frame::Tetrahedra;

namespace {

std::uint32_t index_of(const Bodies& bodies, BodyId id) {
    const auto all = bodies.all();
    const auto at = std::lower_bound(all.begin(), all.end(), id, [](const auto& b, BodyId i) { return b.id < i; });
    return static_cast<std::uint32_t>(at - all.begin());
}

}  // namespace

double depth_weight(double distance) { return 1 / std::max(distance * distance, 1e-60); }

bool DepthSum::finish(DepthNode& node) const {
    const Vec3 mean = unit(direction);
    if (!(weight > 0) || mean == Vec3{}) return false;
    node.depth = std::max(0.0, depth / weight);
    node.direction = mean;
    return true;
}

void DepthGraph::build(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    std::vector<std::uint8_t> usable(tetrahedra.all().size()), usable_triangles(bodies.triangles().size());
    for (std::uint32_t t = 0; t < usable.size(); ++t) usable[t] = tetrahedra.usable(t) ? 1 : 0;
    for (std::uint32_t t = 0; t < usable_triangles.size(); ++t) usable_triangles[t] = bodies.usable(t) ? 1 : 0;
    edges_ =
        mesh::edge_neighbours(bodies.vertex_count(), tetrahedra.all(), usable, bodies.triangles(), usable_triangles);
    first_node_.assign(bodies.vertex_count(), outside);
}

void DepthGraph::update(const frame::PenetrationQuery& query, const TetrahedronWalk& walk,
                        std::span<const Penetration> found) {
    list_members(query, walk, found);
    make_nodes(query.tetrahedra, walk);
    link_nodes();
}

void DepthGraph::list_members(const frame::PenetrationQuery& query, const TetrahedronWalk& walk,
                              std::span<const Penetration> found) {
    const Bodies& bodies = query.bodies;
    members_.clear();
    std::size_t body = 0, of_tetrahedron = 0;
    const auto follow = [&](std::size_t& index, BodyId id) {
        if (bodies.all()[index].id != id) index = index_of(bodies, id);
    };
    for (const Penetration& p : found) {
        follow(body, p.vertex.body);
        follow(of_tetrahedron, p.tetrahedron.body);
        Member m{};
        m.tetrahedron = query.tetrahedra.first(of_tetrahedron) + p.tetrahedron.tetrahedron;
        m.part = walk.part(m.tetrahedron);
        m.vertex = bodies.all()[body].first_vertex + p.vertex.vertex;
        m.place = static_cast<std::uint32_t>(members_.size());
        m.strict = p.kind == PenetrationKind::inside;
        members_.push_back(m);
    }
    std::sort(members_.begin(), members_.end(), [](const Member& p, const Member& q) {
        return std::tuple(p.part, p.vertex, p.tetrahedron) < std::tuple(q.part, q.vertex, q.tetrahedron);
    });
    penetrated_.assign(bodies.all().size(), 0);
    for (const Member& m : members_) penetrated_[query.tetrahedra.body_index(m.tetrahedron)] = 1;
}

/// One for each vertex and each layer of a part that it is in.
void DepthGraph::make_nodes(const Tetrahedra& tetrahedra, const TetrahedronWalk& walk) {
    nodes_.clear();
    for (std::size_t first = 0, end = 0; first < members_.size(); first = end) {
        for (end = first; end < members_.size() && members_[end].part == members_[first].part &&
                          members_[end].vertex == members_[first].vertex;
             ++end) {
            members_[end].node = outside;
        }
        for (std::size_t m = first; m < end; ++m) {
            if (members_[m].node != outside) continue;
            members_[m].node = static_cast<std::uint32_t>(nodes_.size());
            const std::uint32_t t = members_[m].tetrahedron;
            nodes_.push_back(
                {tetrahedra.body_index(t), members_[m].part, members_[m].vertex, t, DepthSource::none, 0, {}});
            spread(walk, m, first, end);
        }
    }
}

/// Over the tetrahedra that share the face, edge or corner that the vertex is on.
void DepthGraph::spread(const TetrahedronWalk& walk, std::size_t member, std::size_t first, std::size_t end) {
    if (members_[member].strict || end - first == 1) return;
    const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(first),
               last = members_.begin() + static_cast<std::ptrdiff_t>(end);
    to_visit_.assign(1, member);
    while (!to_visit_.empty()) {
        const std::uint32_t tetrahedron = members_[to_visit_.back()].tetrahedron;
        to_visit_.pop_back();
        for (std::uint32_t face = 0; face < 4; ++face) {
            const std::uint32_t next = walk.across(tetrahedron, face);
            const auto at =
                std::lower_bound(begin, last, next, [](const Member& m, std::uint32_t t) { return m.tetrahedron < t; });
            if (at == last || at->tetrahedron != next || at->strict || at->node != outside) continue;
            at->node = members_[member].node;
            to_visit_.push_back(static_cast<std::size_t>(at - members_.begin()));
        }
    }
}

/// Whether its vertex is only once in its part.
bool DepthGraph::alone(std::size_t node) const {
    const auto same = [&](std::size_t other) {
        return nodes_[other].part == nodes_[node].part && nodes_[other].vertex == nodes_[node].vertex;
    };
    return !(node > 0 && same(node - 1)) && !(node + 1 < nodes_.size() && same(node + 1));
}

void DepthGraph::make_room_for_links() {
    std::size_t count = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) count += ends(i).size();
    if (links_.capacity() < count) links_.reserve(std::max(count, 2 * links_.capacity()));
    if (first_link_.capacity() <= nodes_.size()) first_link_.reserve(2 * nodes_.size() + 1);
}

/// Where a vertex is in several layers of a part, its neighbours may be in any of them: unsure.
void DepthGraph::link_nodes() {
    first_link_.clear();
    links_.clear();
    make_room_for_links();  // what throws halfway would leave nodes in first_node_
    for (std::size_t first = 0, end = 0; first < nodes_.size(); first = end) {
        for (end = first; end < nodes_.size() && nodes_[end].part == nodes_[first].part; ++end) {
            std::uint32_t& node = first_node_[nodes_[end].vertex];
            node = std::min(node, static_cast<std::uint32_t>(end));
        }
        for (std::size_t i = first; i < end; ++i) {
            first_link_.push_back(links_.size());
            const bool one = alone(i);
            for (const std::uint32_t vertex : ends(i)) {
                const std::uint32_t node = first_node_[vertex];
                links_.push_back(node == outside || (one && alone(node)) ? node : unsure);
            }
        }
        for (std::size_t i = first; i < end; ++i) first_node_[nodes_[i].vertex] = outside;
    }
    first_link_.push_back(links_.size());
    weights_.resize(links_.size());
}

std::uint32_t DepthGraph::node_of(std::uint32_t part, std::uint32_t vertex, std::uint32_t tetrahedron) const {
    const std::tuple key(part, vertex, tetrahedron);
    const auto at = std::lower_bound(members_.begin(), members_.end(), key, [](const Member& m, const auto& k) {
        return std::tuple(m.part, m.vertex, m.tetrahedron) < k;
    });
    const bool there = at != members_.end() && std::tuple(at->part, at->vertex, at->tetrahedron) == key;
    return there ? at->node : outside;
}

void DepthGraph::write(const TetrahedronWalk& walk, std::span<Penetration> found) const {
    for (const Member& m : members_) {
        const DepthNode& node = nodes_[m.node];
        Penetration& p = found[m.place];
        p.depth_source = node.source;
        p.depth = node.depth / walk.scale(node.body);
        p.direction = {node.direction.x, node.direction.y, node.direction.z};
    }
}

}  // namespace pliant::spatial_hash
