#include "detect/sphere_tree/sphere_tree.hpp"

#include <algorithm>
#include <utility>

#include "detect/sphere_tree/sphere.hpp"

namespace pliant::sphere_tree {

using geometry::TriangleCorners;

void SphereTree::build(const SurfaceNow& surface, std::span<const std::uint8_t> removed) {
    split(surface, removed);
    start(surface);
}

void SphereTree::build(const SurfaceNow& surface, const SphereHierarchy& hierarchy) {
    take(hierarchy);
    start(surface);
}

void SphereTree::start(const SurfaceNow& surface) {
    lazy_ = known_before_ = false;
    frame_ = 0;
    patches_.clear();
    surface_ = surface;
    spheres_.assign(nodes(), {});
    before_.assign(nodes(), {});
    fit_.start(nodes());
}

void SphereTree::update(const SurfaceNow& surface, parallel::Workers& workers) {
    surface_ = surface;
    std::swap(spheres_, before_);
    known_before_ = !lazy_ && frame_ > 0;
    lazy_ = false;
    for (std::size_t level = levels(); level-- > 0;) {
        const std::uint32_t first = first_of(level);
        const parallel::Chunks chunks{first_of(level + 1) - first, 512};
        workers.for_each(chunks.number(), [&](std::size_t chunk) {
            for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
                const auto node = first + static_cast<std::uint32_t>(i);
                spheres_[node] = fit_.fit(node, *this, surface_, spheres_);
            }
        });
    }
    ++frame_;
}

void SphereTree::update_lazily(const SurfaceNow& surface, parallel::Workers& workers) {
    surface_ = surface;
    lazy_ = true;
    by_cage_ = known_before_ = false;
    met_flawed_.clear();
    fitted_.resize(nodes());
    ++frame_;
    if (!patches_.built()) patches_.build(*this, surface);
    const parallel::Chunks chunks{patches_.count(), 64};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            const std::uint32_t root = patches_.root(static_cast<std::uint32_t>(i));
            spheres_[root] = fit_.fit_to_box(root, patches_.box(static_cast<std::uint32_t>(i), surface_));
            fitted_[root] = leaf(root) ? frame_ - 1 : frame_;
        }
    });
    for (std::uint32_t node = nodes(); node-- > 0;) {
        if (patches_.patch_of(node) != Patches::none) continue;
        spheres_[node] = fit_.fit_to_children(node, *this, spheres_);
        fitted_[node] = frame_;
    }
}

/// All spheres of a patch but its root's, which others have been told of.
void SphereTree::fit_patch(std::uint32_t patch) {
    const std::uint32_t root = patches_.root(patch);
    const auto fit = [&](std::uint32_t node) {
        spheres_[node] = fit_.fit(node, *this, surface_, spheres_);
        fitted_[node] = frame_;
        if (leaf(node) && fit_.flawed(node)) met_flawed_.push_back(node);
    };
    if (leaf(root)) return fit(root);
    patch_levels_.clear();
    for (std::uint32_t begin = first_child(root), end = first_child(root + 1); begin < end;) {
        patch_levels_.emplace_back(begin, end);
        begin = first_child(begin);
        end = first_child(end);
    }
    for (auto level = patch_levels_.rbegin(); level != patch_levels_.rend(); ++level) {
        for (std::uint32_t node = level->first; node < level->second; ++node) fit(node);
    }
}

/// Levels of large nodes are bounded by the cage.
void SphereTree::follow(const Skin& skin, const SkinOff& off) {
    const SurfaceNow rest{skin.surface, surface_.triangles};
    std::vector<std::uint32_t> vertices;
    cage_.start(skin);
    off_ = off;
    for (std::size_t level = 0; level < levels() && large(level); ++level) {
        for (std::uint32_t node = first_of(level); node < first_of(level + 1); ++node) {
            vertices.clear();
            for (const Piece& piece : pieces(node)) {
                const Triangle& t = rest.triangles[piece.triangle];
                vertices.insert(vertices.end(), t.begin(), t.end());
            }
            // A triangle without area at rest may open later.
            cage_.add(fit_.fit_to_vertices(node, *this, rest, SphereFit::Held::finite), vertices);
        }
    }
    fitted_.assign(nodes(), 0);
    met_flawed_.clear();
    lazy_ = by_cage_ = true;
}

bool SphereTree::large(std::size_t level) const {
    for (std::uint32_t node = first_of(level); node < first_of(level + 1); ++node) {
        if (pieces(node).size() > pieces_under_cage) return true;
    }
    return false;
}

void SphereTree::update(const SurfaceNow& surface, Points cage, Points cage_before) {
    surface_ = surface;
    cage_.update(cage, cage_before);
    met_flawed_.clear();
    lazy_ = by_cage_ = true;
    ++frame_;
}

/// The cage does not tell which triangles are flawed. Those of a leaf will be tested, so they are checked here.
void SphereTree::fit_late(std::uint32_t node) {
    if (!by_cage_) return fit_patch(patches_.patch_of(node));
    const double rounding = surface_.positions.is_double() ? 0 : 0x1p-23;
    fitted_[node] = frame_;
    if (node < cage_.count()) {
        spheres_[node] = cage_.bound(node, rounding + off_.part);
        if (spheres_[node].radius >= 0) spheres_[node].radius += off_.length;
        if (leaf(node) && !all_sound(node)) met_flawed_.push_back(node);
    } else {
        spheres_[node] = fit_.fit_to_vertices(node, *this, surface_);
        if (fit_.flawed(node)) met_flawed_.push_back(node);
    }
}

bool SphereTree::all_sound(std::uint32_t node) const {
    const auto some = pieces(node);
    return std::all_of(some.begin(), some.end(), [&](const Piece& piece) { return sound(corners(piece.triangle)); });
}

Vec3 SphereTree::motion(std::uint32_t node) const {
    if (follows_cage() && node < cage_.count()) return cage_.motion(node);
    if (follows_cage()) {
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

std::span<const std::uint32_t> SphereTree::unsound(bool all) {
    unsound_.clear();
    const auto add_from = [&](std::uint32_t node) {
        for (const Piece& piece : pieces(node)) {
            if (!sound(corners(piece.triangle))) unsound_.push_back(piece.triangle);
        }
    };
    if (lazy_ && !(all && !by_cage_)) {
        for (const std::uint32_t node : met_flawed_) add_from(node);
    } else if (lazy_ || fit_.flawed(0)) {
        add_from(0);
    }
    std::sort(unsound_.begin(), unsound_.end());
    unsound_.erase(std::unique(unsound_.begin(), unsound_.end()), unsound_.end());
    return unsound_;
}

SphereTreeView SphereTree::view() {
    SphereTreeView view{spheres_, hierarchy().first_child, {}};
    double leaves_above = 0;
    for (std::size_t level = 0; level < levels(); ++level) {
        double widest = leaves_above;
        for (std::uint32_t node = first_of(level); node < first_of(level + 1); ++node) {
            widest = std::max(widest, sphere(node).radius);
            if (leaf(node)) leaves_above = std::max(leaves_above, spheres_[node].radius);
        }
        view.levels.push_back({first_of(level), first_of(level + 1) - first_of(level), 2 * widest});
    }
    return view;
}

std::uint32_t SphereTree::first_flaw() {
    for (std::uint32_t node = 0; node < nodes(); ++node) {
        const Sphere& s = sphere(node);
        for (const Piece& piece : pieces(node)) {
            if (!sound(corners(piece.triangle))) continue;
            for (const Vec3& p : corners(piece)) {
                if (!(distance(p, s.centre) <= s.radius)) return node;
            }
        }
    }
    return nodes();
}

}  // namespace pliant::sphere_tree
