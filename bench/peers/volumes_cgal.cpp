// CGAL 5.5: Side_of_triangle_mesh, and the intersection of two meshes by corefinement.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

#include <limits>

#include "volumes.hpp"

namespace pliant::bench {

namespace {

using Inexact = CGAL::Exact_predicates_inexact_constructions_kernel;
using Exact = CGAL::Exact_predicates_exact_constructions_kernel;

template <class Kernel>
using Mesh = CGAL::Surface_mesh<typename Kernel::Point_3>;

template <class Kernel>
Mesh<Kernel> mesh_of(std::size_t vertices, std::span<const Triangle> triangles) {
    Mesh<Kernel> mesh;
    for (std::size_t i = 0; i < vertices; ++i) mesh.add_vertex({0, 0, 0});
    using Vertex = typename Mesh<Kernel>::Vertex_index;
    for (const Triangle& t : triangles) mesh.add_face(Vertex(t[0]), Vertex(t[1]), Vertex(t[2]));
    return mesh;
}

class Cgal final : public Container {
public:
    Cgal(std::span<const Triangle> triangles, std::size_t vertices) : mesh_(mesh_of<Inexact>(vertices, triangles)) {}

    void find(std::span<const float> positions, std::span<const Place> points,
              std::vector<std::uint8_t>& inside) override {
        for (const auto v : mesh_.vertices()) {
            const float* p = positions.data() + 3 * std::size_t{v.idx()};
            mesh_.point(v) = {p[0], p[1], p[2]};
        }
        const CGAL::Side_of_triangle_mesh<Mesh<Inexact>, Inexact> side(mesh_);
        inside.resize(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Place& p = points[i];
            inside[i] = side(Inexact::Point_3(p[0], p[1], p[2])) == CGAL::ON_BOUNDED_SIDE ? 1 : 0;
        }
    }

private:
    Mesh<Inexact> mesh_;
};

template <class Kernel>
void put(std::span<const Place> places, Mesh<Kernel>& mesh) {
    for (const auto v : mesh.vertices()) {
        const Place& p = places[v.idx()];
        mesh.point(v) = {p[0], p[1], p[2]};
    }
}

template <class Kernel>
class ByCorefinement final : public Boolean {
public:
    explicit ByCorefinement(const PairOfMeshes& meshes)
        : whole_{mesh_of<Kernel>(meshes.vertices[0], meshes.triangles[0]),
                 mesh_of<Kernel>(meshes.vertices[1], meshes.triangles[1])} {}

    void renew_meshes() override { cut_ = whole_; }

    double volume(std::span<const Place> a, std::span<const Place> b) override {
        namespace pmp = CGAL::Polygon_mesh_processing;
        put<Kernel>(a, cut_[0]);
        put<Kernel>(b, cut_[1]);
        Mesh<Kernel> both;
        const bool done = pmp::corefine_and_compute_intersection(cut_[0], cut_[1], both);
        return done ? CGAL::to_double(pmp::volume(both)) : std::numeric_limits<double>::quiet_NaN();
    }

private:
    std::array<Mesh<Kernel>, 2> whole_, cut_;
};

}  // namespace

std::vector<NamedContainer> cgal_containers(std::span<const Triangle> triangles, std::size_t vertices) {
    std::vector<NamedContainer> all;
    all.push_back({"CGAL Side_of_triangle_mesh", std::make_unique<Cgal>(triangles, vertices)});
    return all;
}

std::vector<NamedBoolean> cgal_booleans(const PairOfMeshes& meshes) {
    std::vector<NamedBoolean> all;
    all.push_back({"CGAL Boolean, exact", std::make_unique<ByCorefinement<Exact>>(meshes)});
    all.push_back({"CGAL Boolean, rounded points", std::make_unique<ByCorefinement<Inexact>>(meshes)});
    return all;
}

}  // namespace pliant::bench
