#include "detect/box_tree/oriented_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::box_tree {

using broad_phase::block_size;
using broad_phase::BoxBlock;
using broad_phase::CornerBlock;

namespace {

double length(const Vec3& v) { return std::sqrt(dot(v, v)); }

/// A right-handed frame: the first axis along `edge`, the third as near to `normal` as that allows.
void set_axes(const Vec3& edge, const Vec3& normal, OrientedBox& box) {
    const double along = length(edge);
    box.axis[0] = along > 0 && std::isfinite(along) ? (1 / along) * edge : Vec3{1, 0, 0};
    const Vec3& x = box.axis[0];
    // Across the edge: from the normal, or else from the coordinate axis that is farthest from it.
    const Vec3 unit = std::abs(x.x) <= std::abs(x.y) && std::abs(x.x) <= std::abs(x.z) ? Vec3{1, 0, 0}
                      : std::abs(x.y) <= std::abs(x.z)                                 ? Vec3{0, 1, 0}
                                                                                       : Vec3{0, 0, 1};
    const Vec3 from_normal = cross(normal, x), from_unit = cross(unit, x);
    const bool normal_will_do = length(from_normal) > 1e-3 * length(normal);
    const Vec3& y = normal_will_do ? from_normal : from_unit;
    box.axis[1] = (1 / length(y)) * y;
    box.axis[2] = cross(x, box.axis[1]);
}

/// Bounds of points along the axes of a box, from a point near all of them.
class Bounds {
public:
    Bounds(const Vec3& origin, const OrientedBox& axes) : origin_(origin), axes_(axes) {}

    void add(const Vec3& p, const std::array<double, 3>& around = {0, 0, 0}) {
        const Vec3 from = p - origin_;
        farthest_ = std::max(farthest_, dot(from, from));
        for (std::size_t i = 0; i < 3; ++i) {
            const double at = dot(from, axes_.axis[i]);
            lo_[i] = std::min(lo_[i], at - around[i]);
            hi_[i] = std::max(hi_[i], at + around[i]);
        }
    }

    /// Rounding, and axes that are orthonormal to within rounding only, are well below the margin.
    void close(OrientedBox& box) const {
        box.centre = origin_;
        double size = 0;
        for (std::size_t i = 0; i < 3; ++i) size = std::max(size, hi_[i] - lo_[i]);
        const double margin = 1e-12 * (std::sqrt(farthest_) + size + length(origin_));
        for (std::size_t i = 0; i < 3; ++i) {
            box.centre = box.centre + 0.5 * (lo_[i] + hi_[i]) * box.axis[i];
            box.half[i] = 0.5 * (hi_[i] - lo_[i]) + margin;
        }
    }

private:
    Vec3 origin_;
    const OrientedBox& axes_;
    double lo_[3] = {infinity, infinity, infinity}, hi_[3] = {-infinity, -infinity, -infinity};
    double farthest_ = 0;
    static constexpr double infinity = std::numeric_limits<double>::infinity();
};

void take_longer(const Vec3& edge, Vec3& longest) {
    if (dot(edge, edge) > dot(longest, longest)) longest = edge;
}

/// Around the triangles of a block.
OrientedBox around_triangles(const frame::Bodies& bodies, const CornerBlock& corners, const BoxBlock& boxes) {
    OrientedBox box;
    Vec3 longest, normal;
    std::array<Vec3, 3 * block_size> points;
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < block_size; ++lane) {
        if (!(boxes.lo[0][lane] <= boxes.hi[0][lane])) continue;
        for (std::size_t k = 0; k < 3; ++k) points[count + k] = bodies.position(corners.vertex[k][lane]);
        const Vec3 *p = points.data() + count, u = p[1] - p[0], v = p[2] - p[0];
        normal = normal + cross(u, v);
        take_longer(u, longest);
        take_longer(v, longest);
        take_longer(p[2] - p[1], longest);
        count += 3;
    }
    if (count == 0) return box;
    set_axes(longest, normal, box);
    Bounds bounds(points[0], box);
    for (std::size_t i = 0; i < count; ++i) bounds.add(points[i]);
    bounds.close(box);
    return box;
}

/// Around eight boxes, or fewer at the end of a level.
OrientedBox around_boxes(std::span<const OrientedBox> children) {
    OrientedBox box;
    Vec3 longest, normal;
    for (const OrientedBox& child : children) {
        if (child.empty()) continue;
        take_longer(child.half[0] * child.axis[0], longest);
        // Larger faces tell more; opposite ones are not to cancel.
        const Vec3 face = (child.half[0] * child.half[1]) * child.axis[2];
        normal = normal + (dot(face, normal) < 0 ? -1.0 : 1.0) * face;
    }
    const auto first = std::find_if(children.begin(), children.end(), [](const OrientedBox& c) { return !c.empty(); });
    if (first == children.end()) return box;
    set_axes(longest, normal, box);
    Bounds bounds(first->centre, box);
    for (const OrientedBox& child : children) {
        if (child.empty()) continue;
        std::array<double, 3> reach{};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) reach[i] += child.half[k] * std::abs(dot(box.axis[i], child.axis[k]));
        }
        bounds.add(child.centre, reach);
    }
    bounds.close(box);
    return box;
}

}  // namespace

bool separated(const OrientedBox& a, const OrientedBox& b) {
    const Vec3 between = b.centre - a.centre;
    // 1e-9 is far above the rounding of what follows; smaller gaps are left to the triangles.
    const auto apart_along = [&](const Vec3& axis) {
        double reach = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            reach += a.half[i] * std::abs(dot(a.axis[i], axis)) + b.half[i] * std::abs(dot(b.axis[i], axis));
        }
        const double rounding =
            1e-9 * (std::abs(between.x * axis.x) + std::abs(between.y * axis.y) + std::abs(between.z * axis.z) +
                    a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2]);
        return std::abs(dot(between, axis)) > reach + rounding;
    };
    for (std::size_t i = 3; i-- > 0;) {
        if (apart_along(a.axis[i]) || apart_along(b.axis[i])) return true;
    }
    return apart_along(cross(a.axis[0], b.axis[0]));
}

double OrientedBoxes::shrinkage(const frame::Bodies& bodies, const std::vector<CornerBlock>& corners,
                                const broad_phase::BoxLevels& levels) {
    constexpr std::size_t step = 16;
    const auto half_area = [](double x, double y, double z) { return x * y + y * z + z * x; };
    double oriented = 0, along_axes = 0;
    for (std::size_t i = 0; i < corners.size(); i += step) {
        const OrientedBox box = around_triangles(bodies, corners[i], levels.level(0)[i]);
        if (box.empty()) continue;
        const BoxBlock& parents = levels.level(1)[i / block_size];
        const auto side = [&](std::size_t axis) {
            return double{parents.hi[axis][i % block_size]} - double{parents.lo[axis][i % block_size]};
        };
        oriented += 4 * half_area(box.half[0], box.half[1], box.half[2]);
        along_axes += half_area(side(0), side(1), side(2));
    }
    return along_axes > 0 ? oriented / along_axes : 1;
}

void OrientedBoxes::fit(const frame::Bodies& bodies, const std::vector<CornerBlock>& corners,
                        const broad_phase::BoxLevels& levels, parallel::Workers& workers) {
    levels_.resize(levels.height());
    levels_[0].resize(corners.size());
    const parallel::Chunks chunks{corners.size(), 64};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            levels_[0][i] = around_triangles(bodies, corners[i], levels.level(0)[i]);
        }
    });
    for (std::size_t level = 1; level < levels_.size(); ++level) {
        const std::span<const OrientedBox> below = levels_[level - 1];
        levels_[level].resize(broad_phase::blocks_for(below.size()));
        for (std::size_t i = 0; i < levels_[level].size(); ++i) {
            const std::size_t first = i * block_size;
            levels_[level][i] = around_boxes(below.subspan(first, std::min(block_size, below.size() - first)));
        }
    }
}

void SharedVertices::build(const std::vector<CornerBlock>& corners, std::size_t height) {
    levels_.assign(height, {});
    for (const CornerBlock& block : corners) {
        std::uint32_t shared = none;
        for (std::size_t k = 0; k < 3 && shared == none; ++k) {
            const std::uint32_t vertex = block.vertex[k][0];
            bool in_all = true;
            for (std::size_t lane = 1; lane < block_size; ++lane) {
                in_all &= block.vertex[0][lane] == vertex || block.vertex[1][lane] == vertex ||
                          block.vertex[2][lane] == vertex;
            }
            if (in_all) shared = vertex;
        }
        levels_[0].push_back(shared);
    }
    for (std::size_t level = 1; level < height; ++level) {
        const auto& below = levels_[level - 1];
        for (std::size_t first = 0; first < below.size(); first += block_size) {
            const auto begin = below.begin() + static_cast<std::ptrdiff_t>(first);
            const auto end = below.begin() + static_cast<std::ptrdiff_t>(std::min(first + block_size, below.size()));
            const bool same = std::all_of(begin, end, [&](std::uint32_t vertex) { return vertex == *begin; });
            levels_[level].push_back(same ? *begin : none);
        }
    }
}

}  // namespace pliant::box_tree
