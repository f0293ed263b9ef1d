// A hierarchy of spheres over a surface: those of each level together hold all of it. Nodes lie in one array, level by
// level, and the children of a node side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/contacts.hpp>
#include <pliant/sphere_hierarchy.hpp>

#include "detect/sphere_tree/cage_bounds.hpp"
#include "detect/sphere_tree/checked_skin.hpp"
#include "detect/sphere_tree/pieces.hpp"
#include "numeric/vec.hpp"
#include "parallel/parallel.hpp"

namespace pliant::sphere_tree {

class SphereTree {
public:
    /// Nodes of a surface that follows a cage are bounded by it down to this size; smaller ones by their few vertices.
    static constexpr std::uint32_t pieces_under_cage = 8;

    /// Once per topology. `gone`: by number, triangles that are not there. Triangles with vertices that are not there
    /// are left out, too.
    void build(const SurfaceNow& surface, std::span<const std::uint8_t> gone);
    /// The same with a hierarchy that was made before: it fits the surface (see `fits`), and no triangle is gone.
    void build(const SurfaceNow& surface, const SphereHierarchy& hierarchy);

    /// Every sphere, from the vertices.
    void update(const SurfaceNow& surface, parallel::Workers& workers);

    /// The surface follows a cage from now on, but for what it may be off; after `build`.
    void follow(const Skin& skin, const SkinOff& off = {});
    /// Where the cage is now, and where it was; empty where that is not known. Spheres are made when they are asked
    /// for.
    void update(const SurfaceNow& surface, Points cage, Points cage_before = {});

    [[nodiscard]] const Sphere& sphere(std::uint32_t node) {
        make(node);
        return spheres_[node];
    }
    /// Where it was not asked for yet.
    void make(std::uint32_t node) {
        if (lazy_ && fitted_[node] != frame_) fit_late(node);
    }
    /// Whether that costs more than a look at the clock.
    [[nodiscard]] bool takes_long(std::uint32_t node) const {
        return lazy_ && fitted_[node] != frame_ && node < cage_.count() && cage_.takes_long(node);
    }
    /// How far the centre has come since the update before; of a surface that follows a cage: how far the cage around
    /// it has. Zero where that is not known.
    [[nodiscard]] Vec3 motion(std::uint32_t node) const;

    [[nodiscard]] std::uint32_t nodes() const { return shape_.nodes(); }
    [[nodiscard]] std::uint32_t first_child(std::uint32_t node) const { return shape_.first_child[node]; }
    [[nodiscard]] std::uint32_t children(std::uint32_t node) const {
        return shape_.first_child[node + 1] - shape_.first_child[node];
    }
    [[nodiscard]] std::size_t levels() const { return shape_.level.size() - 1; }
    [[nodiscard]] std::uint32_t most_children() const { return most_children_; }
    [[nodiscard]] bool leaf(std::uint32_t node) const { return children(node) == 0; }
    [[nodiscard]] std::span<const Piece> pieces(std::uint32_t node) const {
        return std::span(shape_.pieces).subspan(shape_.begin[node], shape_.end[node] - shape_.begin[node]);
    }
    [[nodiscard]] geometry::TriangleCorners corners(std::uint32_t triangle) const { return surface_.corners(triangle); }
    [[nodiscard]] geometry::TriangleCorners corners(const Piece& piece) const {
        return corners_of(piece, shape_.cuts, surface_.corners(piece.triangle));
    }
    [[nodiscard]] const SurfaceNow& surface() const { return surface_; }
    [[nodiscard]] std::span<const std::uint32_t> usable() const { return usable_; }
    [[nodiscard]] bool follows_cage() const { return lazy_; }

    /// Triangles that the last update left out: not finite, or without area. Ascending. Of a surface that follows a
    /// cage: those that were met.
    [[nodiscard]] std::span<const std::uint32_t> unsound();

    [[nodiscard]] SphereTreeView view();

    /// A sphere that does not hold a corner of its pieces, or nodes() where all do.
    [[nodiscard]] std::uint32_t first_flaw();

private:
    struct Box {
        Vec3 lo, hi;
    };

    void start(const SurfaceNow& surface);
    [[nodiscard]] std::optional<Vec3> given_centre(std::uint32_t node, const SurfaceNow& surface) const;
    void fit_node(std::uint32_t node);
    enum class Held { sound, finite };  ///< triangles: without those that are flat, or with them
    Sphere fit_to_vertices(std::uint32_t node, const SurfaceNow& surface, Held held = Held::sound);
    void fit_to_children(std::uint32_t node);
    void fit_late(std::uint32_t node);
    void note_flaws_under_cage(std::uint32_t node);
    [[nodiscard]] bool large(std::size_t level) const;

    SphereHierarchy shape_;
    std::uint32_t most_children_ = 0;  // of a node
    std::vector<std::uint32_t> usable_;
    std::vector<Sphere> spheres_, before_;  // now, and at the update before where no cage is followed
    std::vector<Box> boxes_;                // of the vertices
    std::vector<std::uint8_t> flawed_;      // by node: some triangle was left out
    std::vector<std::uint32_t> unsound_;
    SurfaceNow surface_;
    bool known_before_ = false;

    bool lazy_ = false;
    CageBounds cage_;
    SkinOff off_;
    std::vector<std::uint32_t> met_flawed_;  // nodes
    std::uint64_t frame_ = 0;
    std::vector<std::uint64_t> fitted_;  // frame in which a sphere was made
};

/// Finite, and with an area, exactly.
bool sound(const geometry::TriangleCorners& t);

}  // namespace pliant::sphere_tree
