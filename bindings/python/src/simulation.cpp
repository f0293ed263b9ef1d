// Simulation: bodies that deform, meet and push each other apart.
#include <pliant/simulation.hpp>

#include "bindings.hpp"
#include "fields.hpp"

namespace pliant::python {

template <>
const py::dtype& dtype_of<CutVertex>() {
    static const py::dtype& type = kept([] {
        return Fields<CutVertex>()
            .add("from", &CutVertex::from, "u4")
            .add("to", &CutVertex::to, "u4")
            .add("share", &CutVertex::share, "f8")
            .dtype();
    });
    return type;
}

namespace {

using Number = std::optional<double>;

/// A Simulation that one thread at a time uses, the others wait; steps run without the interpreter's lock.
class SimulationOfArrays {
    static py::dict dict_of(VolumeCut&& cut) {
        py::dict out;
        out["vertices"] = array_of(std::move(cut.vertices));
        out["removed"] = array_of(std::move(cut.removed));
        out["added"] = array_of_elements(std::span<const Tetrahedron>(cut.added));
        out["parents"] = array_of(std::move(cut.parents));
        return out;
    }

    static SimulationOptions options_of(const Point& gravity, unsigned threads, double tolerance,
                                        std::uint32_t substeps, bool certify) {
        SimulationOptions options;
        options.gravity = gravity;
        options.threads = threads;
        options.tolerance = tolerance;
        options.cloth_substeps = substeps;
        options.certify = certify;
        return options;
    }

    template <class Do>
    auto use(const Do& work) {
        const std::unique_lock lock = locked(mutex_);
        return work(simulation_);
    }

    std::vector<Point> all_of(std::uint32_t body, const py::array& given) {
        std::vector<Point> rows = rows_of(given);
        const std::size_t expected = use([&](Simulation& s) { return s.positions(body).size(); });
        if (rows.size() != expected) {
            throw py::value_error("expected " + std::to_string(expected) + " rows, one for each vertex, got " +
                                  std::to_string(rows.size()));
        }
        return rows;
    }

public:
    SimulationOfArrays(const Point& gravity, unsigned threads, double tolerance, std::uint32_t substeps, bool certify)
        : simulation_(options_of(gravity, threads, tolerance, substeps, certify)) {}

    std::uint32_t add_soft(const std::string& name, const py::array& positions, const py::array& tetrahedra,
                           const std::array<double, 4>& stuff, double friction, const Point& velocity,
                           const Number& contact_stiffness) {
        const std::vector<Tetrahedron> elements = tetrahedra_of(tetrahedra);
        const Material material{stuff[0], stuff[1], stuff[2], stuff[3]};
        return use([&](Simulation& s) {
            return s.add_soft(name, {points_of(positions), elements},
                              {material, friction, velocity, contact_stiffness});
        });
    }

    std::uint32_t add_particles(const std::string& name, const py::array& positions, double mass, double friction,
                                const std::optional<py::array>& velocities, const Number& contact_stiffness) {
        const std::vector<Point> speeds = velocities ? rows_of(*velocities) : std::vector<Point>();
        return use([&](Simulation& s) {
            return s.add_particles(name, points_of(positions), {mass, friction, speeds, contact_stiffness});
        });
    }

    std::uint32_t add_cloth(const std::string& name, const py::array& positions, const py::array& triangles,
                            const std::array<double, 6>& stuff, const Point& warp, double thickness, double friction,
                            const Point& velocity) {
        const std::vector<Triangle> faces = triangles_of(triangles);
        const ClothMaterial material{stuff[0], stuff[1], stuff[2], stuff[3], stuff[4], stuff[5], warp};
        return use([&](Simulation& s) {
            return s.add_cloth(name, {points_of(positions), faces}, {material, thickness, friction, velocity});
        });
    }

    std::uint32_t add_surface_obstacle(const std::string& name, const py::array& positions, const py::array& triangles,
                                       double friction) {
        const std::vector<Triangle> faces = triangles_of(triangles);
        return use([&](Simulation& s) {
            return s.add_obstacle(name, SurfaceView{points_of(positions), faces}, {friction});
        });
    }

    std::uint32_t add_obstacle(const std::string& name, const py::array& positions, const py::array& tetrahedra,
                               double friction) {
        const std::vector<Tetrahedron> elements = tetrahedra_of(tetrahedra);
        return use([&](Simulation& s) {
            return s.add_obstacle(name, VolumeView{points_of(positions), elements}, {friction});
        });
    }

    void move_obstacle(std::uint32_t body, const py::array& positions) {
        use([&](Simulation& s) { s.move_obstacle(body, points_of(positions)); });
    }

    void hold(std::uint32_t body, const py::array& vertices, bool held) {
        const std::vector<std::uint32_t> numbers = numbers_of(vertices);
        use([&](Simulation& s) {
            for (const std::uint32_t vertex : numbers) s.hold(body, vertex, held);
        });
    }

    void move_held(std::uint32_t body, const py::array& vertices, const Point& motion) {
        const std::vector<std::uint32_t> numbers = numbers_of(vertices);
        use([&](Simulation& s) {
            for (const std::uint32_t vertex : numbers) s.move_held(body, vertex, motion);
        });
    }

    void set_velocities(std::uint32_t body, const py::array& velocities) {
        const std::vector<Point> rows = all_of(body, velocities);
        use([&](Simulation& s) {
            for (std::uint32_t v = 0; v < rows.size(); ++v) s.set_velocity(body, v, rows[v]);
        });
    }

    void set_positions(std::uint32_t body, const py::array& positions) {
        const std::vector<Point> rows = all_of(body, positions);
        use([&](Simulation& s) {
            for (std::uint32_t v = 0; v < rows.size(); ++v) s.set_position(body, v, rows[v]);
        });
    }

    py::dict cut(std::uint32_t body, const std::array<Point, 3>& blade, double snap, double quality) {
        return dict_of(use([&](Simulation& s) {
            const py::gil_scoped_release released;
            return s.cut(body, {blade[0], blade[1], blade[2]}, {snap, quality});
        }));
    }

    py::tuple step(double seconds) {
        const StepReport report = use([&](Simulation& s) {
            const py::gil_scoped_release released;
            return s.step(seconds);
        });
        const StepTimes& ms = report.milliseconds;
        return py::make_tuple(report.time, py::make_tuple(ms.deform, ms.detect, ms.respond), report.contacts,
                              report.pushing, report.iterations, report.curves, report.impacts, report.repaired,
                              report.share, report.certified, report.intersections);
    }

    py::list bodies() {
        return use([](Simulation& s) {
            py::list all;
            for (std::uint32_t i = 0; i < s.bodies(); ++i) {
                all.append(py::make_tuple(s.body_name(i), static_cast<int>(s.kind(i))));
            }
            return all;
        });
    }

    py::array positions(std::uint32_t body) {
        return use([&](Simulation& s) { return array_of_points(s.positions(body)); });
    }
    py::array velocities(std::uint32_t body) {
        return use([&](Simulation& s) { return array_of_points(s.velocities(body)); });
    }
    py::array triangles(std::uint32_t body) {
        return use([&](Simulation& s) { return array_of_elements(s.triangles(body)); });
    }
    py::array tetrahedra(std::uint32_t body) {
        return use([&](Simulation& s) { return array_of_elements(s.tetrahedra(body)); });
    }
    std::array<double, 3> energy() {
        const Energy e = use([](Simulation& s) { return s.energy(); });
        return {e.kinetic, e.elastic, e.gravity};
    }
    Point momentum() {
        return use([](Simulation& s) { return s.momentum(); });
    }
    double deepest_penetration() {
        return use([](Simulation& s) {
            const py::gil_scoped_release released;
            return s.deepest_penetration();
        });
    }

private:
    Simulation simulation_;
    OwnedMutex mutex_;
};

}  // namespace

void add_simulation(py::module_& module) {
    using S = SimulationOfArrays;
    py::class_<S>(module, "Simulation")
        .def(py::init<const Point&, unsigned, double, std::uint32_t, bool>())
        .def("add_soft", &S::add_soft)
        .def("add_particles", &S::add_particles)
        .def("add_cloth", &S::add_cloth)
        .def("add_obstacle", &S::add_obstacle)
        .def("add_surface_obstacle", &S::add_surface_obstacle)
        .def("move_obstacle", &S::move_obstacle)
        .def("hold", &S::hold)
        .def("move_held", &S::move_held)
        .def("set_velocities", &S::set_velocities)
        .def("set_positions", &S::set_positions)
        .def("cut", &S::cut)
        .def("step", &S::step)
        .def("bodies", &S::bodies)
        .def("positions", &S::positions)
        .def("velocities", &S::velocities)
        .def("triangles", &S::triangles)
        .def("tetrahedra", &S::tetrahedra)
        .def("energy", &S::energy)
        .def("momentum", &S::momentum)
        .def("deepest_penetration", &S::deepest_penetration);
}

}  // namespace pliant::python
