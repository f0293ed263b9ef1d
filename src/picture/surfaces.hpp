// What can be drawn of the caller's meshes, gathered in one list and brought to a common size.
#pragma once

#include "picture/placement.hpp"

namespace pliant::picture {

/// Triangles that are drawn alike.
struct TriangleList {
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> source;  // drawable of each
    std::vector<Colour> colours;        // of each

    void add(const Triangle& triangle, std::uint32_t drawable, const Colour& colour) {
        triangles.push_back(triangle);
        source.push_back(drawable);
        colours.push_back(colour);
    }
    [[nodiscard]] bool empty() const { return triangles.empty(); }
};

struct Surfaces {
    std::vector<Vec3> positions;  // as placed: from -1 to 1; of a close-up from -reach to reach, its ball in the middle
    std::vector<Vec3> normals;    // per vertex; zero where the triangles around it disagree
    TriangleList opaque, translucent, hits;
    std::vector<std::uint8_t> hit_ranks;  // of hits: Drawable::hits
    Placement placement;
    bool close_up = false;

    static constexpr double close_up_reach = 2.2;

    [[nodiscard]] bool empty() const { return opaque.empty() && translucent.empty() && hits.empty(); }
    /// No point is farther from the middle.
    [[nodiscard]] double radius() const { return 1.733 * (close_up ? close_up_reach : 1.0); }
};

Surfaces gather(const Subject& subject, const Camera& camera);

}  // namespace pliant::picture
