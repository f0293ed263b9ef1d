#include "io/vtk_cells.hpp"

#include <array>
#include <optional>

#include "io/solid_cells.hpp"

namespace pliant::io {
namespace {

struct LineCell {
    std::int64_t type;
    const char* what;
};

constexpr LineCell line_cells[] = {{1, "points"},        {2, "points"},        {3, "lines"},        {4, "lines"},
                                   {21, "curved lines"}, {35, "curved lines"}, {68, "curved lines"}};

std::optional<SolidCell> solid_cell(std::int64_t type) {
    switch (type) {
        case 10: return SolidCell::tetrahedron;
        case 11:
        case 12: return SolidCell::hexahedron;
        case 13: return SolidCell::prism;
        case 14: return SolidCell::pyramid;
        case 24: return SolidCell::tetrahedron_of_ten;
        default: return std::nullopt;
    }
}

void add_solid(MeshBuilder& builder, SolidCell cell, bool voxel, std::span<const std::uint32_t> v) {
    if (!voxel) return cut(cell, v, builder.mesh.tetrahedra);
    // Row by row.
    const std::array<std::uint32_t, 8> around{v[0], v[1], v[3], v[2], v[4], v[5], v[7], v[6]};
    cut(cell, around, builder.mesh.tetrahedra);
}

/// Of polygons and strips, any number will do.
std::size_t corners_expected(std::int64_t type, std::size_t given) {
    switch (type) {
        case 5: return 3;
        case 8:
        case 9: return 4;
        case 22: return 6;
        default: return given;
    }
}

/// A triangle of second order: four, which meet in its middles.
void add_second_order_triangle(MeshBuilder& builder, std::span<const std::uint32_t> v) {
    builder.add_triangle(v[0], v[3], v[5]);
    builder.add_triangle(v[3], v[1], v[4]);
    builder.add_triangle(v[5], v[4], v[2]);
    builder.add_triangle(v[3], v[4], v[5]);
}

}  // namespace

std::string add_vtk_cell(MeshBuilder& builder, std::int64_t type, std::span<const std::uint32_t> v) {
    const std::string name = "cell type " + std::to_string(type);
    for (const LineCell& line : line_cells) {
        if (line.type == type) return builder.drop(line.what, name, false), "";
    }
    if (type == 0) return "";  // an empty cell
    const std::optional<SolidCell> solid = solid_cell(type);
    if (v.size() != (solid ? corners_of(*solid) : corners_expected(type, v.size()))) {
        return "type " + std::to_string(type) + " and " + std::to_string(v.size()) + " vertices do not go together";
    }
    if (solid) {
        add_solid(builder, *solid, type == 11, v);
    } else if (type == 6) {
        builder.add_strip(v);
    } else if (type == 8) {
        builder.add_polygon(std::array{v[0], v[1], v[3], v[2]});  // a pixel, row by row
    } else if (type == 22) {
        add_second_order_triangle(builder, v);
    } else if (type == 5 || type == 7 || type == 9) {
        builder.add_polygon(v);
    } else {
        builder.drop("cells", name, true);
    }
    return "";
}

}  // namespace pliant::io
