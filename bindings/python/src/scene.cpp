#include "scene.hpp"

#include <utility>

namespace pliant::python {

std::unique_lock<std::mutex> SceneOfArrays::acquire() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) {
        const py::gil_scoped_release released;
        lock.lock();
    }
    return lock;
}

std::uint32_t SceneOfArrays::keep(BodyId body, const py::array& positions, std::size_t elements) {
    positions_[body] = positions;
    size_ += elements;
    return static_cast<std::uint32_t>(body);
}

std::uint32_t SceneOfArrays::add_surface(const py::array& positions, const py::array& faces) {
    const std::unique_lock lock = acquire();
    const std::vector<Triangle> triangles = triangles_of(faces);
    return keep(scene_.add(SurfaceView{points_of(positions), triangles}), positions, triangles.size());
}

std::uint32_t SceneOfArrays::add_volume(const py::array& positions, const py::array& given) {
    const std::unique_lock lock = acquire();
    const std::vector<Tetrahedron> tetrahedra = tetrahedra_of(given);
    return keep(scene_.add(VolumeView{points_of(positions), tetrahedra}), positions, tetrahedra.size());
}

void SceneOfArrays::move(std::uint32_t body, const py::object& positions) {
    const std::unique_lock lock = acquire();
    const auto at = positions_.find(BodyId{body});
    if (at == positions_.end()) throw py::index_error("there is no body " + std::to_string(body));
    if (positions.is_none()) {
        scene_.move(BodyId{body}, points_of(at->second));
        return;
    }
    if (!py::isinstance<py::array>(positions)) throw py::type_error("positions: expected a NumPy array");
    auto array = py::reinterpret_borrow<py::array>(positions);
    scene_.move(BodyId{body}, points_of(array));
    at->second = std::move(array);
}

void SceneOfArrays::remove(std::uint32_t body) {
    const std::unique_lock lock = acquire();
    scene_.remove(BodyId{body});
    positions_.erase(BodyId{body});
}

py::array SceneOfArrays::insert_triangles(std::uint32_t body, const py::array& faces) {
    const std::unique_lock lock = acquire();
    const std::vector<Triangle> triangles = triangles_of(faces);
    size_ += triangles.size();
    return array_of(scene_.insert_triangles(BodyId{body}, triangles));
}

void SceneOfArrays::remove_triangles(std::uint32_t body, const py::array& numbers) {
    const std::unique_lock lock = acquire();
    scene_.remove_triangles(BodyId{body}, numbers_of(numbers));
}

py::array SceneOfArrays::triangles(std::uint32_t body) {
    const std::unique_lock lock = acquire();
    const std::span<const Triangle> all = scene_.triangles(BodyId{body});
    return py::array(py::dtype::of<std::uint32_t>(), {static_cast<py::ssize_t>(all.size()), py::ssize_t{3}},
                     all.empty() ? nullptr : all.data()->data());
}

py::dict dict_of(const Report& report) {
    py::dict out;
    out["complete"] = report.complete;
    out["stopped_by"] = static_cast<int>(report.stopped_by);
    out["detector"] = py::str(name(report.detector).data(), name(report.detector).size());
    out["rebuilt"] = report.rebuilt;
    const Counters& c = report.counters;
    out["counters"] = py::make_tuple(c.regions, c.contours, c.cuts, c.box_tests, c.candidates, c.exact_tests,
                                     c.sphere_tests, py::make_tuple(c.pairs[0], c.pairs[1], c.pairs[2], c.pairs[3]));
    const Stages& ms = report.milliseconds;
    out["milliseconds"] = py::make_tuple(ms.build, ms.update, ms.find);
    out["set_aside"] = array_of(report.set_aside);
    out["noted"] = array_of(report.noted);
    out["all_examined"] = report.all_examined();
    return out;
}

Watch interruptible() {
    return [](const Progress&) {
        const py::gil_scoped_acquire acquired;
        return PyErr_CheckSignals() == 0;
    };
}

void raise_pending() {
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
}

}  // namespace pliant::python
