// A dense body in a cage of few tetrahedra that bends it.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include <pliant/elastic_body.hpp>
#include <pliant/skin.hpp>

namespace pliant::bench {

struct CagedBody {
    std::vector<std::array<double, 3>> surface;  // now
    std::vector<Triangle> triangles;
    std::vector<std::array<double, 3>> cage;  // at rest
    std::vector<Tetrahedron> tetrahedra;
    Skin skin;
};

/// From a file: scaled so that its longest side is 1, moved so that its box is centred at x, 0, 0. The cage is made of
/// the cells of a grid that hold surface or lie inside.
CagedBody read_caged(const std::filesystem::path& file, double x, unsigned cells_along);

}  // namespace pliant::bench
