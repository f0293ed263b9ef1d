#include "scene.hpp"

#include <stdexcept>
#include <utility>

#include "mesh/regions.hpp"

namespace pliant::python {

std::unique_lock<OwnedMutex> locked(OwnedMutex& mutex) {
    if (mutex.mine()) {
        throw std::runtime_error(
            "it is at work on this very thread: a signal handler cannot use it in the middle of a question");
    }
    std::unique_lock lock(mutex, std::try_to_lock);
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
    const std::unique_lock lock = locked(mutex_);
    const std::vector<Triangle> triangles = triangles_of(faces);
    return keep(scene_.add(SurfaceView{points_of(positions), triangles}), positions, triangles.size());
}

std::uint32_t SceneOfArrays::add_volume(const py::array& positions, const py::array& given) {
    const std::unique_lock lock = locked(mutex_);
    const std::vector<Tetrahedron> tetrahedra = tetrahedra_of(given);
    return keep(scene_.add(VolumeView{points_of(positions), tetrahedra}), positions, tetrahedra.size());
}

void SceneOfArrays::move(std::uint32_t body, const py::object& positions) {
    const std::unique_lock lock = locked(mutex_);
    py::array& borrowed = borrowed_by(body);
    if (positions.is_none()) {
        scene_.move(BodyId{body}, points_of(borrowed));
        return;
    }
    if (!py::isinstance<py::array>(positions)) throw py::type_error("positions: expected a NumPy array");
    auto array = py::reinterpret_borrow<py::array>(positions);
    scene_.move(BodyId{body}, points_of(array));
    borrowed = std::move(array);
}

void SceneOfArrays::remove(std::uint32_t body) {
    const std::unique_lock lock = locked(mutex_);
    scene_.remove(BodyId{body});
    positions_.erase(BodyId{body});
}

py::array SceneOfArrays::insert_triangles(std::uint32_t body, const py::array& faces) {
    const std::unique_lock lock = locked(mutex_);
    const std::vector<Triangle> triangles = triangles_of(faces);
    size_ += triangles.size();
    return array_of(scene_.insert_triangles(BodyId{body}, triangles));
}

void SceneOfArrays::remove_triangles(std::uint32_t body, const py::array& numbers) {
    const std::unique_lock lock = locked(mutex_);
    scene_.remove_triangles(BodyId{body}, numbers_of(numbers));
}

py::array SceneOfArrays::insert_tetrahedra(std::uint32_t body, const py::array& given) {
    const std::unique_lock lock = locked(mutex_);
    const std::vector<Tetrahedron> tetrahedra = tetrahedra_of(given);
    size_ += tetrahedra.size();
    return array_of(scene_.insert_tetrahedra(BodyId{body}, tetrahedra));
}

void SceneOfArrays::remove_tetrahedra(std::uint32_t body, const py::array& numbers) {
    const std::unique_lock lock = locked(mutex_);
    scene_.remove_tetrahedra(BodyId{body}, numbers_of(numbers));
}

py::array SceneOfArrays::tetrahedra(std::uint32_t body) {
    const std::unique_lock lock = locked(mutex_);
    return array_of_elements(scene_.tetrahedra(BodyId{body}));
}

py::array SceneOfArrays::triangles(std::uint32_t body) {
    const std::unique_lock lock = locked(mutex_);
    return array_of_elements(scene_.triangles(BodyId{body}));
}

py::array& SceneOfArrays::borrowed_by(std::uint32_t body) {
    const auto at = positions_.find(BodyId{body});
    if (at == positions_.end()) throw py::index_error("there is no body " + std::to_string(body));
    return at->second;
}

py::array SceneOfArrays::positions(std::uint32_t body) {
    const std::unique_lock lock = locked(mutex_);
    return borrowed_by(body);
}

std::vector<std::uint32_t> SceneOfArrays::bodies() {
    const std::unique_lock lock = locked(mutex_);
    std::vector<std::uint32_t> numbers;
    for (const auto& [body, positions] : positions_) numbers.push_back(static_cast<std::uint32_t>(body));
    return numbers;
}

void SceneOfArrays::start_step() {
    const std::unique_lock lock = locked(mutex_);
    const py::gil_scoped_release released;
    scene_.start_step();
}

py::array SceneOfArrays::regions(const py::array& given) {
    const std::unique_lock lock = locked(mutex_);
    const std::vector<TrianglePair> pairs = pairs_of(given);
    std::vector<std::span<const Triangle>> triangles;
    for (const auto& [body, positions] : positions_) {
        triangles.resize(std::size_t(body) + 1);
        triangles.back() = scene_.triangles(body);
    }
    for (const TrianglePair& pair : pairs) {
        for (const TriangleRef& side : {pair.a, pair.b}) {
            const auto body = std::size_t(side.body);
            if (body >= triangles.size() || side.triangle >= triangles[body].size()) {
                throw py::index_error("pairs: there is no triangle " + std::to_string(side.triangle) + " of body " +
                                      std::to_string(body));
            }
        }
    }
    std::vector<std::uint32_t> numbers(pairs.size());
    std::uint32_t next = 0;
    for (const mesh::Region& region : mesh::regions(pairs, triangles)) {
        for (const std::uint32_t pair : region) numbers[pair] = next;
        ++next;
    }
    return array_of(std::move(numbers));
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
