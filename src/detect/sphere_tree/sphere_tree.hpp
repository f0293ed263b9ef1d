// Spheres over a surface, in a tree: those of each level together hold all of it [Mendoza2005, 4].
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pliant/contacts.hpp>
#include <pliant/sphere_hierarchy.hpp>

#include "detect/sphere_tree/cage_bounds.hpp"
#include "detect/sphere_tree/checked_skin.hpp"
#include "detect/sphere_tree/patches.hpp"
#include "detect/sphere_tree/sphere_fit.hpp"
#include "detect/sphere_tree/tree_shape.hpp"
#include "numeric/vec.hpp"
#include "parallel/parallel.hpp"

namespace pliant::sphere_tree {

class SphereTree : public TreeShape {
public:
    /// Nodes of a surface that follows a cage are bounded by it down to this size; smaller ones by their few vertices.
    static constexpr std::uint32_t pieces_under_cage = 8;

    /// Once per topology; see TreeShape::split and TreeShape::take.
    void build(const SurfaceNow& surface, std::span<const std::uint8_t> removed);
    void build(const SurfaceNow& surface, const SphereHierarchy& hierarchy);

    /// Every sphere, from the vertices.
    void update(const SurfaceNow& surface, parallel::Workers& workers);

    /// The same, lazy: boxes of patches now, spheres below them when they are asked for.
    void update_lazily(const SurfaceNow& surface, parallel::Workers& workers);

    /// The surface follows a cage from now on, but for what it may be off; after `build`.
    void follow(const Skin& skin, const SkinOff& off = {});
    /// The cage now, and before; empty where that is not known. Lazy: a sphere is made when it is asked for.
    void update(const SurfaceNow& surface, Points cage, Points cage_before = {});

    [[nodiscard]] const Sphere& sphere(std::uint32_t node) {
        make(node);
        return spheres_[node];
    }
    /// Where it was not asked for in this frame yet.
    void make(std::uint32_t node) {
        if (lazy_ && fitted_[node] != frame_) fit_late(node);
    }
    /// Whether that costs more than reading the clock.
    [[nodiscard]] bool takes_long(std::uint32_t node) const {
        if (!lazy_ || fitted_[node] == frame_) return false;
        return !by_cage_ || (node < cage_.count() && cage_.takes_long(node));
    }
    /// How far the centre has moved since the update before; of a surface that follows a cage: how far the cage around
    /// it has. Zero where that is not known.
    [[nodiscard]] Vec3 motion(std::uint32_t node) const;

    [[nodiscard]] geometry::TriangleCorners corners(std::uint32_t triangle) const { return surface_.corners(triangle); }
    [[nodiscard]] geometry::TriangleCorners corners(const Piece& piece) const {
        return piece_corners(piece, surface_.corners(piece.triangle));
    }
    /// Whether the last update left spheres to be made when they are asked for.
    [[nodiscard]] bool lazy() const { return lazy_; }
    [[nodiscard]] bool follows_cage() const { return lazy_ && by_cage_; }

    /// Triangles that the last update left out: not finite, or without area. Ascending. After a lazy update: those that
    /// were met, or all, which takes a look at each.
    [[nodiscard]] std::span<const std::uint32_t> unsound(bool all = false);

    [[nodiscard]] SphereTreeView view();

    /// A sphere that does not hold a corner of its pieces, or nodes() where all do.
    [[nodiscard]] std::uint32_t first_flaw();

private:
    void start(const SurfaceNow& surface);
    void fit_late(std::uint32_t node);
    void fit_patch(std::uint32_t patch);
    [[nodiscard]] bool all_sound(std::uint32_t node) const;
    [[nodiscard]] bool large(std::size_t level) const;

    SurfaceNow surface_;
    SphereFit fit_;
    std::vector<Sphere> spheres_, before_;  // now, and at the update before where no cage is followed
    bool known_before_ = false;
    std::vector<std::uint32_t> unsound_;

    bool lazy_ = false, by_cage_ = false;
    Patches patches_;
    CageBounds cage_;
    SkinOff off_;
    std::vector<std::uint32_t> met_flawed_;                              // nodes
    std::vector<std::pair<std::uint32_t, std::uint32_t>> patch_levels_;  // scratch: nodes [first, second) of each
    std::uint64_t frame_ = 0;
    std::vector<std::uint64_t> fitted_;  // frame in which a sphere was made
};

}  // namespace pliant::sphere_tree
