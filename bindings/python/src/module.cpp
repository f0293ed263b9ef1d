// pliant._pliant: arrays in, arrays out. What users call is written in Python, around this.
#include <chrono>
#include <optional>

#include <pybind11/stl.h>

#include <pliant/io.hpp>

#include "scene.hpp"

namespace pliant::python {
namespace {

std::optional<std::chrono::nanoseconds> nanoseconds(const std::optional<double>& seconds) {
    if (!seconds) return std::nullopt;
    return std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * std::max(0.0, *seconds)));
}

// Below it a search ends before anybody can press a key, and waves would cost a little.
constexpr std::size_t worth_interrupting = 20'000;

py::tuple ask_intersections(SceneOfArrays& scene, int method, bool self, bool between, int neighbours,
                            const std::optional<double>& seconds, const std::optional<std::uint64_t>& candidates,
                            const std::optional<std::uint64_t>& pairs, const std::optional<std::uint64_t>& bytes) {
    IntersectionOptions options;
    options.method = static_cast<IntersectionMethod>(method);
    options.self = self;
    options.between = between;
    options.neighbours = static_cast<Neighbours>(neighbours);
    options.budget = {nanoseconds(seconds), candidates, pairs, bytes};
    if (scene.size() > worth_interrupting || options.method == IntersectionMethod::brute_force) {
        options.watch = interruptible();
    }
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.intersections(options); },
        [](const Answer<TrianglePair>& answer) {
            if (answer.report.stopped_by == Limit::caller) raise_pending();
            return py::make_tuple(array_of(answer.items), dict_of(answer.report));
        });
}

py::tuple ask_penetrations(SceneOfArrays& scene, bool self, bool between, bool once_per_body, bool depth, bool edges,
                           const std::optional<double>& seconds) {
    PenetrationOptions options;
    options.self = self;
    options.between = between;
    options.once_per_body = once_per_body;
    options.depth = depth;
    options.edges = edges;
    options.budget.time = nanoseconds(seconds);
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.penetrations(options); },
        [](const Penetrations& found) {
            return py::make_tuple(array_of(found.items), array_of(found.edges), dict_of(found.report));
        });
}

py::dict overlap_dict(const Overlap& overlap) {
    py::dict out;
    out["volume"] = overlap.volume;
    out["error"] = overlap.error;
    out["centroid"] = overlap.centroid;
    out["centroid_error"] = overlap.centroid_error;
    out["gradient_a"] = array_of_points(overlap.gradient_a);
    out["gradient_b"] = array_of_points(overlap.gradient_b);
    out["gradient_error"] = overlap.gradient_error;
    out["penetrations"] = array_of(overlap.penetrations);
    out["report"] = dict_of(overlap.report);
    return out;
}

OverlapOptions overlap_options(double tolerance, bool gradient, bool depths, const std::optional<double>& seconds) {
    OverlapOptions options;
    options.tolerance = tolerance;
    options.gradient = gradient;
    options.depths = depths;
    options.budget.time = nanoseconds(seconds);
    return options;
}

py::dict ask_overlap(SceneOfArrays& scene, std::uint32_t a, std::uint32_t b, double tolerance, bool gradient,
                     bool depths, const std::optional<double>& seconds) {
    const OverlapOptions options = overlap_options(tolerance, gradient, depths, seconds);
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.overlap(BodyId{a}, BodyId{b}, options); },
        [](const Overlap& found) { return overlap_dict(found); });
}

py::dict ask_self_overlap(SceneOfArrays& scene, std::uint32_t body, double tolerance,
                          const std::optional<double>& seconds) {
    const OverlapOptions options = overlap_options(tolerance, false, false, seconds);
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.self_overlap(BodyId{body}, options); },
        [](const Overlap& found) { return overlap_dict(found); });
}

py::dict ask_contains(SceneOfArrays& scene, std::uint32_t body, const py::array& points, bool exact,
                      const std::optional<double>& seconds) {
    ContainsOptions options;
    options.exact = exact;
    options.budget.time = nanoseconds(seconds);
    const Points at = points_of(points);
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.contains(BodyId{body}, at, options); },
        [](const Containment& found) {
            py::dict out;
            out["inside"] = array_of(found.inside);
            out["uncertain"] = array_of(found.uncertain);
            out["on_surface"] = array_of(found.on_surface);
            out["invalid"] = array_of(found.invalid);
            out["bound"] = found.bound;
            out["openings"] = found.openings;
            out["report"] = dict_of(found.report);
            return out;
        });
}

py::dict ask_contacts_within(SceneOfArrays& scene, std::uint32_t a, std::uint32_t b,
                             const std::optional<double>& seconds, const std::optional<std::uint64_t>& tests,
                             bool spheres) {
    ContactOptions options;
    options.finest = spheres ? Finest::spheres : Finest::triangles;
    options.budget.time = nanoseconds(seconds);
    options.budget.tests = tests;
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.contacts_within(BodyId{a}, BodyId{b}, options); },
        [](const Contacts& found) {
            py::dict out;
            out["contacts"] = array_of(found.items);
            out["pairs"] = array_of(found.pairs);
            out["error"] = found.error;
            out["gap"] = found.gap;
            out["report"] = dict_of(found.report);
            return out;
        });
}

py::tuple ask_relations(SceneOfArrays& scene) {
    return scene.ask(
        [](Scene & asked) -> const auto& { return asked.relations(); },
        [](const Answer<BodyRelation>& found) { return py::make_tuple(array_of(found.items), dict_of(found.report)); });
}

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

py::tuple tuple_of(const io::Mesh& mesh) {
    const auto rows = [](const auto& elements, py::ssize_t corners) {
        return py::array(py::dtype::of<std::uint32_t>(), {static_cast<py::ssize_t>(elements.size()), corners},
                         elements.empty() ? nullptr : elements.data()->data());
    };
    return py::make_tuple(mesh.name, array_of_points(mesh.positions), rows(mesh.triangles, 3),
                          rows(mesh.tetrahedra, 4));
}

std::vector<py::tuple> read_bodies(const std::string& path, bool weld) {
    std::vector<io::Mesh> read;
    {
        const py::gil_scoped_release released;
        read = io::read_bodies(path, {weld ? io::Weld::all : io::Weld::soups, {}});
    }
    std::vector<py::tuple> bodies;
    for (const io::Mesh& mesh : read) bodies.push_back(tuple_of(mesh));
    return bodies;
}

void write_surface(const std::string& path, const py::array& positions, const py::array& faces) {
    const std::vector<Triangle> triangles = triangles_of(faces);
    io::write_mesh(path, SurfaceView{points_of(positions), triangles});
}

void write_volume(const std::string& path, const py::array& positions, const py::array& given) {
    const std::vector<Tetrahedron> tetrahedra = tetrahedra_of(given);
    io::write_mesh(path, VolumeView{points_of(positions), tetrahedra});
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
    static py::exception<io::FileError> file_error(m, "FileError", PyExc_OSError);
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const io::FileError& error) {
            PyErr_SetString(file_error.ptr(), error.what());
        }
    });
    py::class_<SceneOfArrays>(m, "Scene")
        .def(py::init<unsigned>(), py::arg("threads"))
        .def("add_surface", &SceneOfArrays::add_surface)
        .def("add_volume", &SceneOfArrays::add_volume)
        .def("move", &SceneOfArrays::move)
        .def("remove", &SceneOfArrays::remove)
        .def("insert_triangles", &SceneOfArrays::insert_triangles)
        .def("remove_triangles", &SceneOfArrays::remove_triangles)
        .def("triangles", &SceneOfArrays::triangles)
        .def("intersections", &ask_intersections)
        .def("penetrations", &ask_penetrations)
        .def("overlap", &ask_overlap)
        .def("self_overlap", &ask_self_overlap)
        .def("contains", &ask_contains)
        .def("contacts_within", &ask_contacts_within)
        .def("relations", &ask_relations);
    m.def("hull_distance", &hull_distance);
    m.def("read_bodies", &read_bodies);
    m.def("write_surface", &write_surface);
    m.def("write_volume", &write_volume);
    m.def("enumerators", [] {
        py::dict all;
        all["IntersectionMethod"] = names<IntersectionMethod>();
        all["PairKind"] = names<PairKind>();
        all["FlawKind"] = names<FlawKind>();
        all["Limit"] = names<Limit>();
        all["RelationKind"] = std::vector<std::string>{"inside", "coincident"};
        all["PenetrationKind"] = std::vector<std::string>{"inside", "on_boundary"};
        all["DepthSource"] = names<DepthSource>();
        all["ContactKind"] = names<ContactKind>();
        return all;
    });
}
