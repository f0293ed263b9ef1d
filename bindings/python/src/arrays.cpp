#include "arrays.hpp"

#include <cstddef>
#include <limits>

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

/// Fields of a structured dtype, at the places that the compiler gave them.
class Fields {
public:
    Fields& add(const char* name, std::size_t offset, const py::object& format) {
        names_.append(name);
        offsets_.append(offset);
        formats_.append(format);
        return *this;
    }
    Fields& add(const char* name, std::size_t offset, const char* format) { return add(name, offset, py::str(format)); }
    [[nodiscard]] py::dtype of_size(std::size_t bytes) const {
        py::dict fields;
        fields["names"] = names_;
        fields["formats"] = formats_;
        fields["offsets"] = offsets_;
        fields["itemsize"] = bytes;
        return py::dtype::from_args(fields);
    }

private:
    py::list names_, offsets_, formats_;
};

/// Made once; lives until the interpreter ends, and is never destroyed after it.
template <class Make>
const py::dtype& kept(const Make& make) {
    return *new py::dtype(make());
}

template <class Ref>
py::dtype dtype_of_reference(const char* element, std::size_t offset) {
    return Fields().add("body", offsetof(Ref, body), "u4").add(element, offset, "u4").of_size(sizeof(Ref));
}

py::dtype triangle_ref() { return dtype_of_reference<TriangleRef>("triangle", offsetof(TriangleRef, triangle)); }
py::dtype vertex_ref() { return dtype_of_reference<VertexRef>("vertex", offsetof(VertexRef, vertex)); }
py::dtype tetrahedron_ref() {
    return dtype_of_reference<TetrahedronRef>("tetrahedron", offsetof(TetrahedronRef, tetrahedron));
}

}  // namespace

Points points_of(const py::array& given) {
    if (given.ndim() != 2 || given.shape(1) != 3) {
        throw py::value_error("positions: expected an array of shape (n, 3), got " + shape_of(given));
    }
    const bool doubles = py::isinstance<py::array_t<double>>(given);
    if (!doubles && !py::isinstance<py::array_t<float>>(given)) {
        throw py::type_error("positions: expected float32 or float64, got " + type_of(given));
    }
    const auto count = static_cast<std::size_t>(given.shape(0));
    if (count > 0 && (given.strides(1) != given.itemsize() || given.strides(0) < 0)) {
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

py::array array_of_points(std::span<const Point> points) {
    const auto count = static_cast<py::ssize_t>(points.size());
    return py::array(py::dtype::of<double>(), {count, py::ssize_t{3}},
                     points.empty() ? nullptr : points.data()->data());
}

template <>
const py::dtype& dtype_of<TrianglePair>() {
    static const py::dtype& type = kept([] {
        return Fields()
            .add("a", offsetof(TrianglePair, a), triangle_ref())
            .add("b", offsetof(TrianglePair, b), triangle_ref())
            .add("kind", offsetof(TrianglePair, kind), "u1")
            .of_size(sizeof(TrianglePair));
    });
    return type;
}

template <>
const py::dtype& dtype_of<Penetration>() {
    static const py::dtype& type = kept([] {
        return Fields()
            .add("vertex", offsetof(Penetration, vertex), vertex_ref())
            .add("tetrahedron", offsetof(Penetration, tetrahedron), tetrahedron_ref())
            .add("kind", offsetof(Penetration, kind), "u1")
            .add("barycentric", offsetof(Penetration, barycentric), "4f8")
            .add("depth_source", offsetof(Penetration, depth_source), "u1")
            .add("depth", offsetof(Penetration, depth), "f8")
            .add("direction", offsetof(Penetration, direction), "3f8")
            .of_size(sizeof(Penetration));
    });
    return type;
}

template <>
const py::dtype& dtype_of<EdgePenetration>() {
    static const py::dtype& type = kept([] {
        return Fields()
            .add("body", offsetof(EdgePenetration, body), "u4")
            .add("vertices", offsetof(EdgePenetration, vertices), "2u4")
            .add("tetrahedron", offsetof(EdgePenetration, tetrahedron), tetrahedron_ref())
            .of_size(sizeof(EdgePenetration));
    });
    return type;
}

template <>
const py::dtype& dtype_of<VertexPenetration>() {
    static const py::dtype& type = kept([] {
        return Fields()
            .add("body", offsetof(VertexPenetration, body), "u4")
            .add("vertex", offsetof(VertexPenetration, vertex), "u4")
            .add("depth", offsetof(VertexPenetration, depth), "f8")
            .add("direction", offsetof(VertexPenetration, direction), "3f8")
            .add("closest", offsetof(VertexPenetration, closest), "3f8")
            .add("triangle", offsetof(VertexPenetration, triangle), "u4")
            .of_size(sizeof(VertexPenetration));
    });
    return type;
}

template <>
const py::dtype& dtype_of<Contact>() {
    static const py::dtype& type = kept([] {
        return Fields()
            .add("kind", offsetof(Contact, kind), "u1")
            .add("position", offsetof(Contact, position), "3f8")
            .add("normal", offsetof(Contact, normal), "3f8")
            .add("depth", offsetof(Contact, depth), "f8")
            .add("error", offsetof(Contact, error), "f8")
            .add("gap", offsetof(Contact, gap), "f8")
            .add("sphere_a", offsetof(Contact, sphere_a), "u4")
            .add("sphere_b", offsetof(Contact, sphere_b), "u4")
            .add("pair", offsetof(Contact, pair), "u4")
            .of_size(sizeof(Contact));
    });
    return type;
}

template <>
const py::dtype& dtype_of<BodyRelation>() {
    static const py::dtype& type = kept([] {
        return Fields()
            .add("a", offsetof(BodyRelation, a), "u4")
            .add("b", offsetof(BodyRelation, b), "u4")
            .add("kind", offsetof(BodyRelation, kind), "u1")
            .add("pieces", offsetof(BodyRelation, pieces), "u4")
            .add("pieces_of_a", offsetof(BodyRelation, pieces_of_a), "u4")
            .of_size(sizeof(BodyRelation));
    });
    return type;
}

template <>
const py::dtype& dtype_of<Flaw>() {
    static const py::dtype& type = kept([] {
        return Fields()
            .add("body", offsetof(Flaw, body), "u4")
            .add("kind", offsetof(Flaw, kind), "u1")
            .add("element", offsetof(Flaw, element), "u4")
            .of_size(sizeof(Flaw));
    });
    return type;
}

template <>
const py::dtype& dtype_of<std::uint32_t>() {
    static const py::dtype& type = kept([] { return py::dtype::of<std::uint32_t>(); });
    return type;
}

}  // namespace pliant::python
