// NumPy arrays in and out: positions are borrowed, answers are structured arrays with the names of C++.
#pragma once

#include <cstdint>
#include <span>
#include <string>
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

/// The structured dtype of an answer's items.
template <class Item>
const py::dtype& dtype_of();

/// One memcpy: what a scene answers is valid until its next question, an array for as long as somebody holds it.
template <class Item>
py::array array_of(std::span<const Item> items) {
    return py::array(dtype_of<Item>(), {static_cast<py::ssize_t>(items.size())}, items.data());
}

template <class Item>
py::array array_of(const std::vector<Item>& items) {
    return array_of(std::span<const Item>(items));
}

/// Rows of three coordinates.
py::array array_of_points(std::span<const Point> points);

}  // namespace pliant::python
