// How far spheres reach beyond the solid that a surface encloses.
#pragma once

#include <vector>

#include <pliant/contacts.hpp>
#include <pliant/sphere_hierarchy.hpp>
#include <pliant/views.hpp>

#include "detect/sphere_tree/sphere_tree.hpp"
#include "meshing/winding_tree.hpp"
#include "numeric/vec.hpp"

namespace pliant::sphere_tree {

/// A surface as the border of what it encloses. Borrows the surface.
class Solid {
public:
    explicit Solid(const SurfaceView& surface);

    /// The point of the surface that is nearest; the point itself where there is no surface.
    [[nodiscard]] Vec3 nearest(const Vec3& point) const;
    [[nodiscard]] bool inside(const Vec3& point) const { return !winding_.empty() && winding_.inside(point); }
    /// How far inside a point lies, negative outside.
    [[nodiscard]] double depth(const Vec3& point) const;
    /// No point of a sphere that touches the surface lies farther outside. On the way from a centre inside to a point
    /// outside lies a point of the surface, at least as far from the centre as the nearest one.
    [[nodiscard]] double error(const Sphere& sphere) const;

private:
    mutable SphereTree tree_;  // not lazy: asking for a sphere changes nothing
    meshing::WindingTree winding_;
};

/// The largest error of each level, for the shape that the surface has now.
std::vector<double> errors_of(const SphereHierarchy& hierarchy, const SurfaceView& surface, const Solid& solid);

}  // namespace pliant::sphere_tree
