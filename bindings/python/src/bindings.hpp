// What the files of this folder add to the module, question by question.
#pragma once

#include <chrono>
#include <optional>

#include <pybind11/stl.h>

#include "scene.hpp"

namespace pliant::python {

using SceneClass = py::class_<SceneOfArrays>;

void add_intersections(SceneClass& scene);
void add_volumes(SceneClass& scene);
void add_curves(SceneClass& scene);
void add_features(SceneClass& scene);
void add_files(py::module_& module);
void add_pages(py::module_& module);
void add_simulation(py::module_& module);

inline std::optional<std::chrono::nanoseconds> nanoseconds(const std::optional<double>& seconds) {
    if (!seconds) return std::nullopt;
    return std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * std::max(0.0, *seconds)));
}

}  // namespace pliant::python
