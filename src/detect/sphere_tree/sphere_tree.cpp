#include "detect/sphere_tree/sphere_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "detect/sphere_tree/hierarchy.hpp"
#include "detect/sphere_tree/sphere.hpp"
#include "geometry/link_frame.hpp"
#include "numeric/orientation.hpp"

namespace pliant::sphere_tree {

using geometry::TriangleCorners;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double largest(const Vec3& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

Vec3 lower(const Vec3& p, const Vec3& q) { return {std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)}; }
Vec3 higher(const Vec3& p, const Vec3& q) { return {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}; }

bool all_finite(const TriangleCorners& t) { return finite(t[0]) && finite(t[1]) && finite(t[2]); }

}  // namespace

bool sound(const TriangleCorners& t) {
    if (!all_finite(t)) return false;
    const Vec3 u = t[1] - t[0], v = t[2] - t[0];
    const double area = largest(cross(u, v));
    if (area > 1e-12 * largest(u) * largest(v) && area > 1e-290 && std::isfinite(area)) return true;
    return !collinear(t[0], t[1], t[2]);
}

void SphereTree::build(const SurfaceNow& surface, std::span<const std::uint8_t> gone) {
    usable_.clear();
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const Triangle& v = surface.triangles[t];
        if (gone[t] == 0 && std::max({v[0], v[1], v[2]}) < surface.positions.size()) usable_.push_back(t);
    }
    shape_ = split_at_medians(surface, usable_, usual_branching);
    start(surface);
}

void SphereTree::build(const SurfaceNow& surface, const SphereHierarchy& hierarchy) {
    shape_ = hierarchy;
    usable_.clear();
    for (const Piece& piece : shape_.pieces) usable_.push_back(piece.triangle);
    std::sort(usable_.begin(), usable_.end());
    usable_.erase(std::unique(usable_.begin(), usable_.end()), usable_.end());
    start(surface);
}

void SphereTree::start(const SurfaceNow& surface) {
    lazy_ = known_before_ = false;
    frame_ = 0;
    surface_ = surface;
    spheres_.assign(nodes(), {});
    before_.assign(nodes(), {});
    boxes_.resize(nodes());
    flawed_.assign(nodes(), 0);
    most_children_ = 0;
    for (std::uint32_t node = 0; node < nodes(); ++node) most_children_ = std::max(most_children_, children(node));
}

void SphereTree::update(const SurfaceNow& surface, parallel::Workers& workers) {
    surface_ = surface;
    std::swap(spheres_, before_);
    known_before_ = !lazy_ && frame_ > 0;
    lazy_ = false;
    for (std::size_t level = shape_.level.size() - 1; level-- > 0;) {
        const std::uint32_t first = shape_.level[level];
        const parallel::Chunks chunks{shape_.level[level + 1] - first, 512};
        workers.for_each(chunks.number(), [&](std::size_t chunk) {
            for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
                fit_node(first + static_cast<std::uint32_t>(i));
            }
        });
    }
    ++frame_;
}

/// Where a link of the hierarchy has it; none where there is no link, or its vertices are not finite.
std::optional<Vec3> SphereTree::given_centre(std::uint32_t node, const SurfaceNow& surface) const {
    if (node >= shape_.centres.size()) return {};
    const RigidLink& link = shape_.centres[node];
    if (link.cage[0] == link.cage[1]) return {};
    const Vec3 centre = geometry::linked_position(link, [&](std::uint32_t v) { return Vec3(surface.positions[v]); });
    return finite(centre) ? std::optional(centre) : std::nullopt;
}

void SphereTree::fit_node(std::uint32_t node) {
    if (leaf(node) || given_centre(node, surface_)) {
        spheres_[node] = fit_to_vertices(node, surface_);
    } else {
        fit_to_children(node);
    }
}

/// Around a given centre, or the middle of the box of all corners.
Sphere SphereTree::fit_to_vertices(std::uint32_t node, const SurfaceNow& surface, Held held) {
    Box box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    bool cut = false;
    flawed_[node] = 0;
    const auto for_each_piece = [&](auto&& look_at) {
        for (const Piece& piece : pieces(node)) {
            const TriangleCorners triangle = surface.corners(piece.triangle);
            if (held == Held::finite ? all_finite(triangle) : sound(triangle)) {
                look_at(piece, corners_of(piece, shape_.cuts, triangle));
            } else {
                flawed_[node] = 1;
            }
        }
    };
    for_each_piece([&](const Piece& piece, const TriangleCorners& c) {
        cut |= piece.cut != Piece::whole;
        box.lo = lower(box.lo, lower(lower(c[0], c[1]), c[2]));
        box.hi = higher(box.hi, higher(higher(c[0], c[1]), c[2]));
    });
    boxes_[node] = box;
    if (box.lo.x > box.hi.x) return {};
    const Vec3 centre = given_centre(node, surface).value_or(0.5 * box.lo + 0.5 * box.hi);
    double most = 0;
    for_each_piece([&](const Piece&, const TriangleCorners& c) {
        for (const Vec3& p : c) most = std::max(most, squared_distance(p, centre));
    });
    // Corners of cut pieces are rounded.
    const double size = cut ? slack * std::max(largest(box.lo), largest(box.hi)) : 0;
    return {{centre.x, centre.y, centre.z}, upper(std::sqrt(most)) + size};
}

/// Around the middle of the box of all vertices: the smaller of the ball around that box and the one around the
/// children's spheres. Children may reach out of it, their vertices may not: a wrapped hierarchy.
void SphereTree::fit_to_children(std::uint32_t node) {
    Box box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    const std::uint32_t first = shape_.first_child[node], last = shape_.first_child[node + 1];
    flawed_[node] = 0;
    for (std::uint32_t child = first; child < last; ++child) {
        flawed_[node] |= flawed_[child];
        box.lo = lower(box.lo, boxes_[child].lo);
        box.hi = higher(box.hi, boxes_[child].hi);
    }
    boxes_[node] = box;
    spheres_[node] = {};
    if (box.lo.x > box.hi.x) return;
    const Vec3 centre = 0.5 * box.lo + 0.5 * box.hi;
    double around_children = 0;
    for (std::uint32_t child = first; child < last; ++child) {
        const Sphere& s = spheres_[child];
        if (s.radius < 0) continue;
        around_children = std::max(around_children, distance(s.centre, centre) + s.radius);
    }
    const double size = slack * std::max(largest(box.lo), largest(box.hi));
    const double around_box = std::max(distance(box.lo, centre), distance(box.hi, centre)) + size;
    spheres_[node] = {{centre.x, centre.y, centre.z}, upper(std::min(around_children, around_box))};
}

/// Levels of large nodes are bounded by the cage.
void SphereTree::follow(const Skin& skin, const SkinOff& off) {
    const SurfaceNow rest{skin.surface, surface_.triangles};
    std::vector<std::uint32_t> vertices;
    cage_.start(skin);
    off_ = off;
    for (std::size_t level = 0; level + 1 < shape_.level.size() && large(level); ++level) {
        for (std::uint32_t node = shape_.level[level]; node < shape_.level[level + 1]; ++node) {
            vertices.clear();
            for (const Piece& piece : pieces(node)) {
                const Triangle& t = rest.triangles[piece.triangle];
                vertices.insert(vertices.end(), t.begin(), t.end());
            }
            // What is flat at rest may open later.
            cage_.add(fit_to_vertices(node, rest, Held::finite), vertices);
        }
    }
    fitted_.assign(nodes(), 0);
    met_flawed_.clear();
    lazy_ = true;
}

bool SphereTree::large(std::size_t level) const {
    for (std::uint32_t node = shape_.level[level]; node < shape_.level[level + 1]; ++node) {
        if (shape_.end[node] - shape_.begin[node] > pieces_under_cage) return true;
    }
    return false;
}

void SphereTree::update(const SurfaceNow& surface, Points cage, Points cage_before) {
    surface_ = surface;
    cage_.update(cage, cage_before);
    met_flawed_.clear();
    lazy_ = true;
    ++frame_;
}

void SphereTree::fit_late(std::uint32_t node) {
    const double rounding = surface_.positions.is_double() ? 0 : 0x1p-23;
    fitted_[node] = frame_;
    if (node < cage_.count()) {
        spheres_[node] = cage_.bound(node, rounding + off_.part);
        if (spheres_[node].radius >= 0) spheres_[node].radius += off_.length;
        if (leaf(node)) note_flaws_under_cage(node);
    } else {
        spheres_[node] = fit_to_vertices(node, surface_);
        if (flawed_[node] != 0) met_flawed_.push_back(node);
    }
}

/// The cage alone does not tell, but the triangles of a leaf will be asked for.
void SphereTree::note_flaws_under_cage(std::uint32_t node) {
    for (const Piece& piece : pieces(node)) {
        if (sound(surface_.corners(piece.triangle))) continue;
        met_flawed_.push_back(node);
        return;
    }
}

Vec3 SphereTree::motion(std::uint32_t node) const {
    if (lazy_ && node < cage_.count()) return cage_.motion(node);
    if (lazy_) {
        const std::span<const Piece> some = pieces(node);
        Vec3 sum;
        for (const Piece& piece : some) {
            for (const std::uint32_t v : surface_.triangles[piece.triangle]) sum = sum + cage_.motion_at(v);
        }
        return (1 / (3 * static_cast<double>(some.size()))) * sum;
    }
    if (!known_before_ || before_[node].radius < 0 || spheres_[node].radius < 0) return {};
    return Vec3(spheres_[node].centre) - Vec3(before_[node].centre);
}

std::span<const std::uint32_t> SphereTree::unsound() {
    unsound_.clear();
    const auto add_from = [&](std::uint32_t node) {
        for (const Piece& piece : pieces(node)) {
            if (!sound(surface_.corners(piece.triangle))) unsound_.push_back(piece.triangle);
        }
    };
    if (lazy_) {
        for (const std::uint32_t node : met_flawed_) add_from(node);
    } else if (flawed_[0] != 0) {
        add_from(0);
    }
    std::sort(unsound_.begin(), unsound_.end());
    unsound_.erase(std::unique(unsound_.begin(), unsound_.end()), unsound_.end());
    return unsound_;
}

SphereTreeView SphereTree::view() {
    SphereTreeView view{spheres_, shape_.first_child, {}};
    double leaves_above = 0;
    for (std::size_t level = 0; level + 1 < shape_.level.size(); ++level) {
        double widest = leaves_above;
        for (std::uint32_t node = shape_.level[level]; node < shape_.level[level + 1]; ++node) {
            widest = std::max(widest, sphere(node).radius);
            if (leaf(node)) leaves_above = std::max(leaves_above, spheres_[node].radius);
        }
        view.levels.push_back({shape_.level[level], shape_.level[level + 1] - shape_.level[level], 2 * widest});
    }
    return view;
}

std::uint32_t SphereTree::first_flaw() {
    for (std::uint32_t node = 0; node < nodes(); ++node) {
        const Sphere& s = sphere(node);
        for (const Piece& piece : pieces(node)) {
            const TriangleCorners triangle = surface_.corners(piece.triangle);
            if (!sound(triangle)) continue;
            for (const Vec3& p : corners_of(piece, shape_.cuts, triangle)) {
                if (!(distance(p, s.centre) <= s.radius)) return node;
            }
        }
    }
    return nodes();
}

}  // namespace pliant::sphere_tree
