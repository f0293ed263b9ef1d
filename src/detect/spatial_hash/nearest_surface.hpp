// The nearest point of the surface of a part of a body.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "detect/spatial_hash/box_grid.hpp"
#include "detect/spatial_hash/tetrahedron_walk.hpp"

namespace pliant::spatial_hash {

class NearestSurface {
public:
    struct NearestPoint {
        double distance = 0;
        Vec3 direction;  // out of the part
    };

    /// `parts`: by number, those that will be asked for.
    void build(const TetrahedronWalk& walk, const frame::Tetrahedra& tetrahedra, std::span<const std::uint8_t> parts);

    /// From a point in a tetrahedron to the surface of its part, and out.
    [[nodiscard]] std::optional<NearestPoint> find(const TetrahedronWalk& walk, std::uint32_t tetrahedron,
                                                   std::uint32_t body, const Vec3& point) const;

private:
    std::vector<std::uint32_t> faces_;  // numbers of boundary faces
    std::vector<std::uint32_t> body_;   // theirs
    std::vector<FloatBox> boxes_;
    BoxGrid grid_;
};

}  // namespace pliant::spatial_hash
