#include "sphere_tree/sphere_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "numeric/orientation.hpp"
#include "sphere_tree/sphere.hpp"

namespace pliant::sphere_tree {

using geometry::TriangleCorners;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double largest(const Vec3& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

Vec3 lower(const Vec3& p, const Vec3& q) { return {std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)}; }
Vec3 higher(const Vec3& p, const Vec3& q) { return {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}; }

/// Parts of about equal size: [begin, end) is put in order so that each of `count` parts is compact.
class Splitter {
public:
    Splitter(std::vector<std::uint32_t>& order, const std::vector<Vec3>& middles) : order_(order), middles_(middles) {}

    void split(std::uint32_t begin, std::uint32_t end, std::uint32_t count, std::vector<std::uint32_t>& ends) {
        if (count == 1) {
            ends.push_back(end);
            return;
        }
        const std::uint32_t left = count / 2;
        const auto middle = begin + static_cast<std::uint32_t>(std::uint64_t{end - begin} * left / count);
        const std::size_t axis = longest_axis(begin, end);
        const auto before = [&](std::uint32_t i, std::uint32_t j) {
            const double p = middles_[i][axis], q = middles_[j][axis];
            return p != q ? p < q : i < j;
        };
        std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end, before);
        split(begin, middle, left, ends);
        split(middle, end, count - left, ends);
    }

private:
    [[nodiscard]] std::size_t longest_axis(std::uint32_t begin, std::uint32_t end) const {
        Vec3 lo = middles_[order_[begin]], hi = lo;
        for (std::uint32_t i = begin; i < end; ++i) {
            lo = lower(lo, middles_[order_[i]]);
            hi = higher(hi, middles_[order_[i]]);
        }
        const Vec3 size = 0.5 * hi - 0.5 * lo;
        return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    }

    std::vector<std::uint32_t>& order_;
    const std::vector<Vec3>& middles_;
};

}  // namespace

bool sound(const TriangleCorners& t) {
    if (!finite(t[0]) || !finite(t[1]) || !finite(t[2])) return false;
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
    pieces_ = cut_long_triangles(surface, usable_);
    std::vector<Vec3> middles(pieces_.list.size());
    for (std::size_t i = 0; i < middles.size(); ++i) {
        const TriangleCorners c = pieces_.corners(pieces_.list[i], surface.corners(pieces_.list[i].triangle));
        const Vec3 middle = (1.0 / 3) * c[0] + (1.0 / 3) * c[1] + (1.0 / 3) * c[2];
        if (finite(middle)) middles[i] = middle;
    }
    split_into_levels(middles);
    lazy_ = known_before_ = false;
    frame_ = 0;
    surface_ = surface;
    spheres_.assign(nodes(), {});
    before_.assign(nodes(), {});
    boxes_.resize(nodes());
    flawed_.assign(nodes(), 0);
}

/// Breadth first, so that children end up side by side.
void SphereTree::split_into_levels(std::vector<Vec3>& middles) {
    const auto count = static_cast<std::uint32_t>(middles.size());
    std::vector<std::uint32_t> order(count), ends;
    std::iota(order.begin(), order.end(), 0u);
    Splitter splitter(order, middles);
    begin_.assign(1, 0);
    end_.assign(1, count);
    first_child_.clear();
    level_.assign(1, 0);
    for (std::uint32_t node = 0; node < begin_.size(); ++node) {
        if (node == level_.back()) level_.push_back(nodes());  // the first of the next level, if there is one
        first_child_.push_back(nodes());
        const std::uint32_t size = end_[node] - begin_[node];
        if (size <= pieces_per_leaf) continue;
        ends.clear();
        const std::uint32_t parts = std::min(branching, (size + pieces_per_leaf - 1) / pieces_per_leaf);
        splitter.split(begin_[node], end_[node], parts, ends);
        for (std::uint32_t at = begin_[node]; const std::uint32_t end : ends) {
            begin_.push_back(std::exchange(at, end));
            end_.push_back(end);
        }
    }
    first_child_.push_back(nodes());
    if (level_.back() != nodes()) level_.push_back(nodes());
    std::vector<Piece> sorted(count);
    for (std::uint32_t i = 0; i < count; ++i) sorted[i] = pieces_.list[order[i]];
    pieces_.list = std::move(sorted);
}

void SphereTree::update(const SurfaceNow& surface, parallel::Workers& workers) {
    surface_ = surface;
    std::swap(spheres_, before_);
    known_before_ = !lazy_ && frame_ > 0;
    lazy_ = false;
    for (std::size_t level = level_.size() - 1; level-- > 0;) {
        const std::uint32_t first = level_[level];
        const parallel::Chunks chunks{level_[level + 1] - first, 512};
        workers.for_each(chunks.number(), [&](std::size_t chunk) {
            for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
                fit_node(first + static_cast<std::uint32_t>(i));
            }
        });
    }
    ++frame_;
}

void SphereTree::fit_node(std::uint32_t node) {
    if (leaf(node)) {
        spheres_[node] = fit_to_vertices(node, surface_);
    } else {
        fit_to_children(node);
    }
}

/// Around the middle of the box of all corners.
Sphere SphereTree::fit_to_vertices(std::uint32_t node, const SurfaceNow& surface) {
    Box box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    bool cut = false;
    flawed_[node] = 0;
    const auto for_each_piece = [&](auto&& look_at) {
        for (const Piece& piece : pieces(node)) {
            const TriangleCorners triangle = surface.corners(piece.triangle);
            if (sound(triangle)) {
                look_at(piece, pieces_.corners(piece, triangle));
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
    const Vec3 centre = 0.5 * box.lo + 0.5 * box.hi;
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
    const std::uint32_t first = first_child_[node], last = first_child_[node + 1];
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
void SphereTree::follow(const Skin& skin) {
    const SurfaceNow rest{skin.surface, surface_.triangles};
    std::vector<std::uint32_t> vertices;
    cage_.start(skin);
    for (std::size_t level = 0; level + 1 < level_.size() && large(level); ++level) {
        for (std::uint32_t node = level_[level]; node < level_[level + 1]; ++node) {
            vertices.clear();
            for (const Piece& piece : pieces(node)) {
                const Triangle& t = rest.triangles[piece.triangle];
                vertices.insert(vertices.end(), t.begin(), t.end());
            }
            cage_.add(fit_to_vertices(node, rest), vertices);
        }
    }
    fitted_.assign(nodes(), 0);
    fitted_before_.assign(nodes(), 0);
    met_flawed_.clear();
    lazy_ = true;
}

bool SphereTree::large(std::size_t level) const {
    for (std::uint32_t node = level_[level]; node < level_[level + 1]; ++node) {
        if (end_[node] - begin_[node] > pieces_under_cage) return true;
    }
    return false;
}

void SphereTree::update(const SurfaceNow& surface, Points cage) {
    surface_ = surface;
    cage_.update(cage);
    met_flawed_.clear();
    lazy_ = true;
    ++frame_;
}

void SphereTree::fit_late(std::uint32_t node) {
    const double rounding = surface_.positions.is_double() ? 0 : 0x1p-23;
    before_[node] = spheres_[node];
    fitted_before_[node] = fitted_[node];
    fitted_[node] = frame_;
    if (node < cage_.count()) {
        spheres_[node] = cage_.bound(node, rounding);
    } else {
        spheres_[node] = fit_to_vertices(node, surface_);
        if (flawed_[node] != 0) met_flawed_.push_back(node);
    }
}

Vec3 SphereTree::motion(std::uint32_t node) const {
    const bool known = lazy_ ? fitted_before_[node] + 1 == fitted_[node] : known_before_;
    if (!known || before_[node].radius < 0 || spheres_[node].radius < 0) return {};
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
    SphereTreeView view{spheres_, first_child_, {}};
    double leaves_above = 0;
    for (std::size_t level = 0; level + 1 < level_.size(); ++level) {
        double widest = leaves_above;
        for (std::uint32_t node = level_[level]; node < level_[level + 1]; ++node) {
            widest = std::max(widest, sphere(node).radius);
            if (leaf(node)) leaves_above = std::max(leaves_above, spheres_[node].radius);
        }
        view.levels.push_back({level_[level], level_[level + 1] - level_[level], 2 * widest});
    }
    return view;
}

std::uint32_t SphereTree::first_flaw() {
    for (std::uint32_t node = 0; node < nodes(); ++node) {
        const Sphere& s = sphere(node);
        for (const Piece& piece : pieces(node)) {
            const TriangleCorners triangle = surface_.corners(piece.triangle);
            if (!sound(triangle)) continue;
            for (const Vec3& p : pieces_.corners(piece, triangle)) {
                if (!(distance(p, s.centre) <= s.radius)) return node;
            }
        }
    }
    return nodes();
}

}  // namespace pliant::sphere_tree
