#include "frame/tetrahedra.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace pliant::frame {

namespace {

bool is_of_a_tetrahedron(FlawKind kind) {
    return kind == FlawKind::index_out_of_range || kind == FlawKind::repeated_vertex ||
           kind == FlawKind::repeated_element;
}

}  // namespace

bool Tetrahedra::update(const Bodies& bodies, const Volumes& volumes) {
    if (topology_version_ == bodies.topology_version()) return false;
    lay_end_to_end(bodies, volumes);
    find_used_vertices(bodies);
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
    return true;
}

void Tetrahedra::lay_end_to_end(const Bodies& bodies, const Volumes& volumes) {
    std::uint64_t count = 0;
    for (const auto& [id, own] : volumes) count += own.tetrahedra().size();
    if (count > std::numeric_limits<std::uint32_t>::max()) {
        throw std::length_error("pliant: more than 2^32 - 1 tetrahedra in a scene");
    }
    tetrahedra_.clear();
    body_of_.clear();
    first_.clear();
    ids_.clear();
    usable_.assign(std::size_t(count), 1);
    for (std::uint32_t index = 0; index < bodies.all().size(); ++index) {
        const Body& body = bodies.all()[index];
        const auto first = static_cast<std::uint32_t>(tetrahedra_.size());
        first_.push_back(first);
        ids_.push_back(body.id);
        const auto own = volumes.find(body.id);
        if (own == volumes.end()) continue;
        for (std::uint32_t t = 0; t < own->second.tetrahedra().size(); ++t) {
            const bool gone = own->second.gone()[t] != 0;
            Tetrahedron& common = tetrahedra_.emplace_back(gone ? Tetrahedron{} : own->second.tetrahedra()[t]);
            if (gone) usable_[first + t] = 0;
            for (std::uint32_t& v : common) v += gone ? 0 : body.first_vertex;
            body_of_.push_back(index);
        }
        for (const Flaw& flaw : body.given_flaws) {
            if (!is_of_a_tetrahedron(flaw.kind)) continue;
            usable_[first + flaw.element] = 0;
            // One that only names a vertex twice still uses its vertices.
            if (flaw.kind == FlawKind::index_out_of_range) tetrahedra_[first + flaw.element] = {};
        }
    }
    first_.push_back(static_cast<std::uint32_t>(tetrahedra_.size()));
}

void Tetrahedra::find_used_vertices(const Bodies& bodies) {
    std::vector<std::uint8_t> used(bodies.vertex_count(), 0);
    for (std::uint32_t t = 0; t < tetrahedra_.size(); ++t) {
        if (!usable(t) && tetrahedra_[t] == Tetrahedron{}) continue;
        for (const std::uint32_t v : tetrahedra_[t]) used[v] = 1;
    }
    for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
        if (!bodies.usable(t)) continue;
        for (const std::uint32_t v : bodies.triangles()[t]) used[v] = 1;
    }
    used_vertices_.clear();
    for (std::uint32_t v = 0; v < used.size(); ++v) {
        if (used[v] != 0) used_vertices_.push_back(v);
    }
}

geometry::TetrahedronCorners Tetrahedra::corners(const Bodies& bodies, std::uint32_t tetrahedron) const {
    const Tetrahedron& t = tetrahedra_[tetrahedron];
    return {bodies.position(t[0]), bodies.position(t[1]), bodies.position(t[2]), bodies.position(t[3])};
}

std::uint32_t body_of_vertex(const Bodies& bodies, std::uint32_t vertex) {
    const auto all = bodies.all();
    const auto behind = std::upper_bound(all.begin(), all.end(), vertex,
                                         [](std::uint32_t v, const Body& body) { return v < body.first_vertex; });
    // Of bodies without vertices that begin at the same place, the last one has the vertex.
    return static_cast<std::uint32_t>(behind - all.begin() - 1);
}

VertexRef vertex_reference(const Bodies& bodies, std::uint32_t vertex) {
    const Body& body = bodies.all()[body_of_vertex(bodies, vertex)];
    return {body.id, vertex - body.first_vertex};
}

void collect_volume_flaws(const Bodies& bodies, const Tetrahedra& tetrahedra, std::span<const std::uint32_t> flat,
                          std::vector<Flaw>& out) {
    out.clear();
    for (const std::uint32_t t : flat) {
        const auto [body, element] = tetrahedra.reference(t);
        out.push_back({body, FlawKind::flat_tetrahedron, element});
    }
    for (std::size_t i = 0; i < bodies.all().size(); ++i) {
        const Body& body = bodies.all()[i];
        out.insert(out.end(), body.given_flaws.begin(), body.given_flaws.end());
        out.insert(out.end(), body.flaws.begin(), body.flaws.end());
        const bool is_volume = tetrahedra.first(i + 1) > tetrahedra.first(i);
        for (std::uint32_t t = 0; !is_volume && body.unusable > 0 && t < body.triangles.size(); ++t) {
            const std::uint32_t at = body.first_triangle + t;
            if (bodies.there(at) && !bodies.usable(at)) out.push_back({body.id, FlawKind::index_out_of_range, t});
        }
        if (body.triangles.size() == body.unusable + body.free.size())
            out.push_back({body.id, FlawKind::empty_body, 0});
    }
    std::sort(out.begin(), out.end());
}

}  // namespace pliant::frame
