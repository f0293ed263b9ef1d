// Builds hierarchies of spheres top down: a Divider divides pieces, at medians or by the medial axis.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/sphere_hierarchy.hpp>

#include "detect/sphere_tree/pieces.hpp"
#include "numeric/vec.hpp"

namespace pliant::sphere_tree {

inline constexpr std::uint32_t usual_branching = 8;
inline constexpr std::uint32_t pieces_per_leaf = 4;

/// Pieces, their corners and centroids in this frame.
struct DividedPieces {
    Pieces pieces;
    std::vector<geometry::TriangleCorners> corners;
    std::vector<Vec3> middles;  // the origin for those that are not finite
};
DividedPieces pieces_of(const SurfaceNow& surface, std::span<const std::uint32_t> usable);

/// One part of a division: pieces up to `end`, and the centre of its sphere, unless it is the middle of their box.
struct Part {
    std::uint32_t end = 0;
    std::optional<Vec3> centre;
};

class Divider {
public:
    virtual ~Divider() = default;
    /// Puts the pieces in an order such that each part is compact: at least two parts, none of them empty.
    virtual std::vector<Part> divide(std::span<std::uint32_t> pieces, std::uint32_t level) = 0;
};

/// Parts of about equal size.
class MedianDivider : public Divider {
public:
    MedianDivider(const std::vector<Vec3>& middles, std::uint32_t branching)
        : middles_(middles), branching_(branching) {}
    std::vector<Part> divide(std::span<std::uint32_t> pieces, std::uint32_t level) override;

private:
    void split(std::span<std::uint32_t> pieces, std::uint32_t first, std::uint32_t count, std::vector<Part>& out);
    [[nodiscard]] std::size_t longest_axis(std::span<const std::uint32_t> pieces) const;

    const std::vector<Vec3>& middles_;
    std::uint32_t branching_;
};

/// Divides until there are `pieces_per_leaf` left. `errors` is left empty.
SphereHierarchy divide_all(const SurfaceNow& surface, DividedPieces&& pieces, Divider& divider);

SphereHierarchy split_at_medians(const SurfaceNow& surface, std::span<const std::uint32_t> usable,
                                 std::uint32_t branching);

/// Numbers of the triangles whose vertices exist.
std::vector<std::uint32_t> usable_triangles(const SurfaceNow& surface);

/// A hash of the triangles.
std::uint64_t mark_of(std::span<const Triangle> triangles);

/// Whether it was made for a mesh with these triangles and that many vertices, and holds all that can be held.
bool fits(const SphereHierarchy& hierarchy, std::span<const Triangle> triangles, std::size_t vertices);

}  // namespace pliant::sphere_tree
