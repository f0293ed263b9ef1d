#include "arrays.hpp"

#include <cstring>
#include <limits>

#include "fields.hpp"

namespace pliant::python {

namespace {

std::string shape_of(const py::array& array) {
    std::string text = "(";
    for (py::ssize_t i = 0; i < array.ndim(); ++i) text += (i > 0 ? ", " : "") + std::to_string(array.shape(i));
    return text + (array.ndim() == 1 ? ",)" : ")");
}

std::string type_of(const py::array& array) { return py::str(array.dtype()).cast<std::string>(); }

/// Any integers become 64 bits in one step of NumPy's own.
template <class Element>
std::vector<Element> elements_of(const py::array& given, const char* what, py::ssize_t corners) {
    if (given.ndim() != 2 || given.shape(1) != corners) {
        throw py::value_error(std::string(what) + ": expected an array of shape (m, " + std::to_string(corners) +
                              "), got " + shape_of(given));
    }
    const char kind = given.dtype().kind();
    if (kind != 'i' && kind != 'u') {
        throw py::type_error(std::string(what) + ": expected integers, got " + type_of(given));
    }
    const auto wide = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(given);
    std::vector<Element> out(static_cast<std::size_t>(given.shape(0)));
    const std::int64_t* at = wide.data();
    for (std::size_t i = 0; i < out.size(); ++i) {
        for (std::uint32_t& corner : out[i]) {
            if (*at < 0 || *at > std::numeric_limits<std::uint32_t>::max()) {
                throw py::value_error(std::string(what) + ": element " + std::to_string(i) + " names vertex " +
                                      std::to_string(*at) + "; vertices are numbered from 0");
            }
            corner = static_cast<std::uint32_t>(*at++);
        }
    }
    return out;
}

template <class Ref>
py::dtype reference(const char* element, std::uint32_t Ref::*number) {
    return Fields<Ref>().add("body", &Ref::body, "u4").add(element, number, "u4").dtype();
}

}  // namespace

template <>
const py::dtype& dtype_of<TriangleRef>() {
    static const py::dtype& type = kept([] { return reference("triangle", &TriangleRef::triangle); });
    return type;
}

template <>
const py::dtype& dtype_of<VertexRef>() {
    static const py::dtype& type = kept([] { return reference("vertex", &VertexRef::vertex); });
    return type;
}

template <>
const py::dtype& dtype_of<TetrahedronRef>() {
    static const py::dtype& type = kept([] { return reference("tetrahedron", &TetrahedronRef::tetrahedron); });
    return type;
}

Points points_of(const py::array& given) {
    if (given.ndim() != 2 || given.shape(1) != 3) {
        throw py::value_error("positions: expected an array of shape (n, 3), got " + shape_of(given));
    }
    const bool doubles = py::isinstance<py::array_t<double>>(given);
    if (!doubles && !py::isinstance<py::array_t<float>>(given)) {
        throw py::type_error("positions: expected float32 or float64, got " + type_of(given));
    }
    const auto count = static_cast<std::size_t>(given.shape(0));
    if (count > 0 && (given.strides(1) != static_cast<py::ssize_t>(doubles ? sizeof(double) : sizeof(float)) || given.strides(0) < 0)) {
        throw py::value_error(
            "positions: the three coordinates of a row must be neighbours in memory; numpy.ascontiguousarray makes "
            "such "
            "an array");
    }
    const auto stride = static_cast<std::size_t>(count > 0 ? given.strides(0) : 0);
    if (doubles) return {static_cast<const double*>(given.data()), count, stride};
    return {static_cast<const float*>(given.data()), count, stride};
}

std::vector<Triangle> triangles_of(const py::array& faces) { return elements_of<Triangle>(faces, "faces", 3); }

std::vector<Tetrahedron> tetrahedra_of(const py::array& tetrahedra) {
    return elements_of<Tetrahedron>(tetrahedra, "tetrahedra", 4);
}

std::vector<std::uint32_t> numbers_of(const py::array& numbers) {
    std::vector<std::uint32_t> out;
    const py::array column = numbers.attr("reshape")(-1, 1);
    for (const auto& [number] : elements_of<std::array<std::uint32_t, 1>>(column, "numbers", 1)) out.push_back(number);
    return out;
}

std::vector<TrianglePair> pairs_of(const py::array& given) {
    if (given.ndim() != 1 || !given.dtype().equal(dtype_of<TrianglePair>())) {
        throw py::type_error("pairs: expected an array as `intersections` answers it, got " + type_of(given));
    }
    const py::array dense = given.attr("copy")();
    std::vector<TrianglePair> pairs(static_cast<std::size_t>(given.shape(0)));
    if (!pairs.empty()) std::memcpy(pairs.data(), dense.data(), pairs.size() * sizeof(TrianglePair));
    return pairs;
}

std::vector<Point> rows_of(const py::array& positions) {
    const Points points = points_of(positions);
    std::vector<Point> rows(points.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = points[i];
    return rows;
}

py::array array_of_points(std::span<const Point> points) {
    return rows(py::dtype::of<double>(), {points.size(), 3}, {sizeof(Point), sizeof(double)},
                points.empty() ? nullptr : points.data()->data());
}

template <>
const py::dtype& dtype_of<TrianglePair>() {
    static const py::dtype& type = kept([] {
        return Fields<TrianglePair>()
            .add("a", &TrianglePair::a, dtype_of<TriangleRef>())
            .add("b", &TrianglePair::b, dtype_of<TriangleRef>())
            .add("kind", &TrianglePair::kind, "u1")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<Penetration>() {
    static const py::dtype& type = kept([] {
        return Fields<Penetration>()
            .add("vertex", &Penetration::vertex, dtype_of<VertexRef>())
            .add("tetrahedron", &Penetration::tetrahedron, dtype_of<TetrahedronRef>())
            .add("kind", &Penetration::kind, "u1")
            .add("barycentric", &Penetration::barycentric, "4f8")
            .add("depth_source", &Penetration::depth_source, "u1")
            .add("depth", &Penetration::depth, "f8")
            .add("direction", &Penetration::direction, "3f8")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<EdgePenetration>() {
    static const py::dtype& type = kept([] {
        return Fields<EdgePenetration>()
            .add("body", &EdgePenetration::body, "u4")
            .add("vertices", &EdgePenetration::vertices, "2u4")
            .add("tetrahedron", &EdgePenetration::tetrahedron, dtype_of<TetrahedronRef>())
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<VertexPenetration>() {
    static const py::dtype& type = kept([] {
        return Fields<VertexPenetration>()
            .add("body", &VertexPenetration::body, "u4")
            .add("vertex", &VertexPenetration::vertex, "u4")
            .add("depth", &VertexPenetration::depth, "f8")
            .add("direction", &VertexPenetration::direction, "3f8")
            .add("closest", &VertexPenetration::closest, "3f8")
            .add("triangle", &VertexPenetration::triangle, "u4")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<Contact>() {
    static const py::dtype& type = kept([] {
        return Fields<Contact>()
            .add("kind", &Contact::kind, "u1")
            .add("position", &Contact::position, "3f8")
            .add("normal", &Contact::normal, "3f8")
            .add("depth", &Contact::depth, "f8")
            .add("error", &Contact::error, "f8")
            .add("gap", &Contact::gap, "f8")
            .add("sphere_a", &Contact::sphere_a, "u4")
            .add("sphere_b", &Contact::sphere_b, "u4")
            .add("pair", &Contact::pair, "u4")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<BodyRelation>() {
    static const py::dtype& type = kept([] {
        return Fields<BodyRelation>()
            .add("a", &BodyRelation::a, "u4")
            .add("b", &BodyRelation::b, "u4")
            .add("kind", &BodyRelation::kind, "u1")
            .add("pieces", &BodyRelation::pieces, "u4")
            .add("pieces_of_a", &BodyRelation::pieces_of_a, "u4")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<Flaw>() {
    static const py::dtype& type = kept([] {
        return Fields<Flaw>()
            .add("body", &Flaw::body, "u4")
            .add("kind", &Flaw::kind, "u1")
            .add("element", &Flaw::element, "u4")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<std::uint32_t>() {
    static const py::dtype& type = kept([] { return py::dtype::of<std::uint32_t>(); });
    return type;
}

}  // namespace pliant::python
