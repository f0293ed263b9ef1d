// NumPy arrays in and out: positions are borrowed, answers are structured arrays with the names of C++.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <pliant/pliant.hpp>

namespace pliant::python {

namespace py = pybind11;

/// Positions, borrowed. TypeError or ValueError say what was expected: an array (n, 3) of float32 or float64 whose rows
/// are three neighbouring numbers.
Points points_of(const py::array& positions);

/// Copied: an array (m, corners) of any integers, each from 0 to 2^32 - 1.
std::vector<Triangle> triangles_of(const py::array& faces);
std::vector<Tetrahedron> tetrahedra_of(const py::array& tetrahedra);
/// An array (n) of numbers from 0 to 2^32 - 1.
std::vector<std::uint32_t> numbers_of(const py::array& numbers);

/// Copied: pairs as `intersections` answers them.
std::vector<TrianglePair> pairs_of(const py::array& pairs);
/// Copied: an array (n, 3), widened to double.
std::vector<Point> rows_of(const py::array& positions);

/// The structured dtype of an answer's items.
template <class Item>
const py::dtype& dtype_of();
template <>
const py::dtype& dtype_of<TriangleRef>();
template <>
const py::dtype& dtype_of<VertexRef>();
template <>
const py::dtype& dtype_of<TetrahedronRef>();
template <>
const py::dtype& dtype_of<TrianglePair>();

/// A copy of memory, with strides given: pybind11 before 2.12 would take them wrong from NumPy 2.
/// With an owner of the memory, a view of it, which keeps the owner alive.
inline py::array rows(const py::dtype& type, std::vector<std::size_t> shape, std::vector<std::size_t> strides,
                      const void* data, const py::handle owner = {}) {
    return py::array(type, std::vector<py::ssize_t>(shape.begin(), shape.end()),
                     std::vector<py::ssize_t>(strides.begin(), strides.end()), data, owner);
}

/// One memcpy: what a scene answers is valid until its next question, an array for as long as somebody holds it.
template <class Item>
py::array array_of(std::span<const Item> items) {
    return rows(dtype_of<Item>(), {items.size()}, {sizeof(Item)}, items.data());
}

template <class Item>
py::array array_of(const std::vector<Item>& items) {
    return array_of(std::span<const Item>(items));
}

/// No copy: the array takes the vector over.
template <class Item>
py::array array_of(std::vector<Item>&& items) {
    auto kept = std::make_unique<std::vector<Item>>(std::move(items));
    const std::vector<Item>& vector = *kept;
    const py::capsule owner(kept.get(), [](void* taken) { delete static_cast<std::vector<Item>*>(taken); });
    (void)kept.release();  // NOLINT(bugprone-unused-return-value): the capsule has it
    return rows(dtype_of<Item>(), {vector.size()}, {sizeof(Item)}, vector.data(), owner);
}

/// Rows of vertex numbers: triangles, tetrahedra.
template <class Element>
py::array array_of_elements(std::span<const Element> elements) {
    return rows(py::dtype::of<std::uint32_t>(), {elements.size(), std::tuple_size_v<Element>},
                {sizeof(Element), sizeof(std::uint32_t)}, elements.empty() ? nullptr : elements.data()->data());
}

/// Rows of three coordinates.
py::array array_of_points(std::span<const Point> points);

}  // namespace pliant::python
