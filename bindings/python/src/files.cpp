// Meshes and sequences from files and back.
#include <pliant/io.hpp>

#include "bindings.hpp"

namespace pliant::python {
namespace {

py::tuple tuple_of(const io::Mesh& mesh, std::span<const Point> positions) {
    return py::make_tuple(mesh.name, array_of_points(positions),
                          array_of_elements(std::span<const Triangle>(mesh.triangles)),
                          array_of_elements(std::span<const Tetrahedron>(mesh.tetrahedra)));
}

py::tuple tuple_of(const io::Mesh& mesh) { return tuple_of(mesh, mesh.positions); }

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

/// A sequence of several bodies, read frame by frame.
class Frames {
public:
    Frames(const std::string& source, bool weld, double frames_per_second)
        : bodies_(io::open_bodies(source, {frames_per_second, weld ? io::Weld::all : io::Weld::soups, {}})) {}

    [[nodiscard]] std::size_t size() const {
        std::size_t frames = 0;
        for (const auto& body : bodies_) frames = std::max(frames, body->frames());
        return frames;
    }

    [[nodiscard]] std::string name(std::size_t frame) const { return bodies_.front()->frame_name(frame); }

    /// The bodies of a frame, each with its own connectivity.
    std::vector<py::tuple> read(std::size_t frame) {
        if (frame >= size()) throw py::index_error("there is no frame " + std::to_string(frame));
        std::vector<py::tuple> meshes;
        for (const auto& body : bodies_) {
            std::vector<Point> positions;
            std::optional<io::Mesh> own;
            {
                const py::gil_scoped_release released;
                own = body->read(std::min(frame, body->frames() - 1), positions);
            }
            meshes.push_back(own ? tuple_of(*own) : tuple_of(body->mesh(), positions));
        }
        return meshes;
    }

private:
    std::vector<std::unique_ptr<io::Sequence>> bodies_;
};

/// Frame after frame to one of the formats that open_frame_writer knows.
class FrameFile {
public:
    FrameFile(const std::string& path, double frames_per_second)
        : writer_(io::open_frame_writer(path, frames_per_second)) {}

    using Body = std::tuple<std::string, py::array, py::array>;  // name, positions, faces
    void write(double seconds, const std::vector<Body>& bodies) {
        std::vector<std::vector<Triangle>> triangles;
        std::vector<io::FrameBody> frame;
        triangles.reserve(bodies.size());
        for (const auto& [name, positions, faces] : bodies) {
            triangles.push_back(triangles_of(faces));
            frame.push_back({name, points_of(positions), triangles.back()});
        }
        const py::gil_scoped_release released;
        writer_->write(seconds, frame);
    }

private:
    std::unique_ptr<io::FrameWriter> writer_;
};

py::array read_points(const std::string& path) { return array_of_points(io::read_points(path)); }

/// Ending, name, and whether it holds and takes surfaces and volumes.
std::vector<py::tuple> formats() {
    std::vector<py::tuple> all;
    for (const io::Format& f : io::formats()) {
        all.push_back(py::make_tuple(std::string(f.ending), std::string(f.name), f.surfaces, f.volumes,
                                     f.writes_surfaces, f.writes_volumes));
    }
    return all;
}

}  // namespace

void add_files(py::module_& module) {
    static py::exception<io::FileError> file_error(module, "FileError", PyExc_OSError);
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const io::FileError& error) {
            PyErr_SetString(file_error.ptr(), error.what());
        }
    });
    module.def("read_bodies", &read_bodies);
    module.def("read_points", &read_points);
    module.def("write_surface", &write_surface);
    module.def("write_volume", &write_volume);
    module.def("formats", &formats);
    py::class_<Frames>(module, "Frames")
        .def(py::init<const std::string&, bool, double>())
        .def("__len__", &Frames::size)
        .def("name", &Frames::name)
        .def("read", &Frames::read);
    py::class_<FrameFile>(module, "FrameFile")
        .def(py::init<const std::string&, double>())
        .def("write", &FrameFile::write);
}

}  // namespace pliant::python
