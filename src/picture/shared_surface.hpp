// The surface of what two closed bodies share: of each the part inside the other.
#pragma once

#include <functional>

#include <pliant/overlap.hpp>
#include <pliant/pairs.hpp>

#include "picture/picture.hpp"

namespace pliant {
class Scene;
}

namespace pliant::picture {

struct SharedSurface {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
    std::vector<std::uint8_t> of_second;  // one per triangle: of the second body
};

struct ClosedMesh {
    std::span<const Position> positions;
    std::span<const Triangle> triangles;
};

/// Whether points are inside the first body (0) or the second (1); nonzero: inside.
using InsideTest = std::function<std::vector<char>(std::size_t body, std::span<const Position> points)>;

/// Triangles that meet none of the other body are taken or left piece by piece, by asking `inside` for one point of
/// each; those that do are cut along the lines in which they meet it, to a fraction of their size: for the eye, not for
/// measuring. `pairs`: all of the two bodies, the first body's triangle as a.
SharedSurface shared_surface(const ClosedMesh& first, const ClosedMesh& second, std::span<const TrianglePair> pairs,
                             const InsideTest& inside);

/// A body of a scene, with the positions and triangles that it has there.
struct SceneBody {
    BodyId id{};
    ClosedMesh mesh;
};
/// The same of two bodies of a scene, which is asked for pairs and for points inside.
SharedSurface shared_surface(Scene& scene, const SceneBody& first, const SceneBody& second,
                             InsideRule rule = InsideRule::winding);

}  // namespace pliant::picture
