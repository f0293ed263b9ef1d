// pliant._pliant: arrays in, arrays out. What users call is written in Python, around this.
#include <pliant/simulation.hpp>

#include "bindings.hpp"

namespace pliant::python {
namespace {

py::dict hull_distance(const py::array& a, const py::array& b) {
    const Points first = points_of(a), second = points_of(b);
    const Distance found = [&] {
        const py::gil_scoped_release released;
        return distance(first, second);
    }();
    py::dict out;
    out["distance"] = found.distance;
    out["lower_bound"] = found.lower_bound;
    out["overlap"] = found.overlap;
    out["point_a"] = found.point_a;
    out["point_b"] = found.point_b;
    return out;
}

/// Names of the enumerators from 0 on, as C++ has them: a test compares them with those of Python.
template <class Enum>
std::vector<std::string> names() {
    std::vector<std::string> all;
    for (std::uint8_t i = 0; !name(static_cast<Enum>(i)).empty(); ++i) all.emplace_back(name(static_cast<Enum>(i)));
    return all;
}

}  // namespace
}  // namespace pliant::python

PYBIND11_MODULE(_pliant, m) {
    namespace py = pybind11;
    using namespace pliant;
    using namespace pliant::python;
    m.attr("__version__") = PLIANT_VERSION;
    SceneClass scene(m, "Scene");
    scene.def(py::init<unsigned>(), py::arg("threads"))
        .def("add_surface", &SceneOfArrays::add_surface)
        .def("add_volume", &SceneOfArrays::add_volume)
        .def("move", &SceneOfArrays::move)
        .def("remove", &SceneOfArrays::remove)
        .def("insert_triangles", &SceneOfArrays::insert_triangles)
        .def("remove_triangles", &SceneOfArrays::remove_triangles)
        .def("insert_tetrahedra", &SceneOfArrays::insert_tetrahedra)
        .def("remove_tetrahedra", &SceneOfArrays::remove_tetrahedra)
        .def("triangles", &SceneOfArrays::triangles)
        .def("tetrahedra", &SceneOfArrays::tetrahedra)
        .def("positions", &SceneOfArrays::positions)
        .def("bodies", &SceneOfArrays::bodies)
        .def("regions", &SceneOfArrays::regions);
    add_intersections(scene);
    add_volumes(scene);
    add_curves(scene);
    add_features(scene);
    add_files(m);
    add_pages(m);
    add_simulation(m);
    m.def("hull_distance", &hull_distance);
    m.def("enumerators", [] {
        py::dict all;
        all["IntersectionMethod"] = names<IntersectionMethod>();
        all["PairKind"] = names<PairKind>();
        all["FlawKind"] = names<FlawKind>();
        all["Limit"] = names<Limit>();
        all["RelationKind"] = names<RelationKind>();
        all["PenetrationKind"] = std::vector<std::string>{"inside", "on_boundary"};
        all["DepthSource"] = names<DepthSource>();
        all["ContactKind"] = names<ContactKind>();
        all["CurveEnd"] = names<CurveEnd>();
        all["FeatureKind"] = std::vector<std::string>{"vertex_triangle", "edge_edge"};
        all["BodyKind"] = names<BodyKind>();
        return all;
    });
}
