// Cells of VTK unstructured grids, legacy and XML, by their numbers in vtkCellType.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "io/mesh_builder.hpp"

namespace pliant::io {

/// Adds a cell, or counts it among what is dropped. What is wrong with it, in words; empty where nothing is.
std::string add_vtk_cell(MeshBuilder& builder, std::int64_t type, std::span<const std::uint32_t> vertices);

}  // namespace pliant::io
