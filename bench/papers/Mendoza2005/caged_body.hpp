// A dense body in a cage of few tetrahedra that bends it.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <pliant/elastic_body.hpp>
#include <pliant/skin.hpp>

#include "shapes/meshes.hpp"

namespace pliant::bench {

struct CagedBody {
    std::string name;                            // of the file it comes from, or that it was generated
    std::vector<std::array<double, 3>> surface;  // now
    std::vector<Triangle> triangles;
    std::vector<std::array<double, 3>> cage;  // at rest
    std::vector<Tetrahedron> tetrahedra;
    Skin skin;
};

/// From a file, or where that is missing from a generated mesh: scaled so that its longest side is 1, its box centred
/// at the origin. The cage is made by simplification and tetrahedralisation.
CagedBody read_caged(const std::filesystem::path& file, const shapes::Mesh& generated, std::size_t cage_triangles);

CagedBody shifted(CagedBody body, double x);

}  // namespace pliant::bench
