// JSON of `inspect`: the names and their order are a promise.
#include "inspect.hpp"
#include "json.hpp"

namespace pliant::cli {
namespace {

void set_measures(Json& json, const Measures& m) {
    json["volume"] = m.volume ? number(*m.volume) : Json(nullptr);
    json["area"] = number(m.area);
    json["centroid"] = m.centroid ? point(*m.centroid) : Json(nullptr);
    json["centroid_of"] = !m.centroid ? Json(nullptr) : Json(m.centroid_of_volume ? "volume" : "surface");
    json["edge_lengths"] = nullptr;
    if (m.edges) {
        json["edge_lengths"] = {
            {"min", number(m.edges->shortest)}, {"median", number(m.edges->median)}, {"max", number(m.edges->longest)}};
    }
}

}  // namespace

std::string inspection_as_json(const Inspection& found) {
    const mesh::Topology& t = found.topology;
    Json json;
    json["name"] = found.name;
    json["vertices"] = found.vertices;
    json["triangles"] = found.triangles;
    json["polygons"] = found.polygons;
    json["tetrahedra"] = found.tetrahedra;
    json["frames"] = found.frames;
    json["box"] = found.has_box ? Json{point(found.low), point(found.high)} : Json(nullptr);
    json["closed"] = t.closed();
    json["edge_manifold"] = t.edge_manifold();
    json["vertex_manifold"] = t.vertex_manifold();
    json["consistently_oriented"] = t.consistently_oriented();
    json["components"] = t.components;
    json["euler_number"] = t.euler_number();
    json["edges"] = t.edges;
    json["boundary_edges"] = t.boundary_edges;
    json["non_manifold_edges"] = t.non_manifold_edges;
    json["inconsistent_edges"] = t.inconsistent_edges;
    json["non_manifold_vertices"] = t.non_manifold_vertices;
    json["duplicate_triangles"] = t.duplicate_triangles;
    json["unused_vertices"] = found.unused_vertices;
    json["repeated_positions"] = found.repeated_positions;
    json["set_aside"] = Json::array();
    for (const auto& [kind, elements] : found.flaws) {
        for (const std::uint32_t element : elements) {
            json["set_aside"].push_back({{"kind", name(kind)}, {"element", element}});
        }
    }
    json["all_examined"] = found.all_examined;
    set_measures(json, found.measures);
    return document_by_lines("inspect", {{"body", dump(json)}});
}

}  // namespace pliant::cli
