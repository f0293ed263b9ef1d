#include "detect/spatial_hash/local_origins.hpp"

#include <algorithm>
#include <cmath>

#include "detect/spatial_hash/sampled_median.hpp"

namespace pliant::spatial_hash {

using frame::Bodies;
using frame::Body;

namespace {

// Gaps wider than this, measured in the sides of all bodies together, are left out.
constexpr double wide = 1000;

/// A power of two that keeps coordinates and their squares in the range of float; 1 where they are already.
double scale_for(double largest) {
    int exponent = 0;
    std::frexp(largest, &exponent);
    return largest > 0 && std::abs(exponent) > 40 ? std::ldexp(1.0, std::clamp(-exponent, -1020, 1020)) : 1;
}

}  // namespace

void LocalOrigins::find(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    origins_.assign(bodies.all().size(), {});
    measure(bodies, vertices);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        group(axis);
        if (groups_.size() > 1) return place_groups(axis);
    }
    place_together(bodies, vertices);
}

/// The extents of bodies with a finite vertex.
void LocalOrigins::measure(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    extents_.clear();
    together_ = 0;
    auto next = vertices.begin();
    for (std::uint32_t i = 0; i < bodies.all().size(); ++i) {
        const Body& body = bodies.all()[i];
        Extent extent{Box<double>::empty(), i};
        for (; next != vertices.end() && *next < body.first_vertex + body.vertices; ++next) {
            const Vec3 p = bodies.position(*next);
            if (!finite(p)) continue;
            for (std::size_t k = 0; k < 3; ++k) {
                extent.box.lo[k] = std::min(extent.box.lo[k], p[k]);
                extent.box.hi[k] = std::max(extent.box.hi[k], p[k]);
            }
        }
        if (!(extent.box.lo[0] <= extent.box.hi[0])) continue;
        for (std::size_t k = 0; k < 3; ++k) together_ += extent.box.hi[k] - extent.box.lo[k];
        extents_.push_back(extent);
    }
}

void LocalOrigins::group(std::size_t axis) {
    groups_.clear();
    std::sort(extents_.begin(), extents_.end(), [&](const Extent& a, const Extent& b) {
        return a.box.lo[axis] != b.box.lo[axis] ? a.box.lo[axis] < b.box.lo[axis] : a.body < b.body;
    });
    for (std::size_t i = 0; i < extents_.size(); ++i) {
        const Extent& e = extents_[i];
        if (groups_.empty() || e.box.lo[axis] - groups_.back().hi > wide * together_) {
            groups_.push_back({i, i, e.box.lo[axis], e.box.hi[axis]});
        }
        groups_.back().last = i;
        groups_.back().hi = std::max(groups_.back().hi, e.box.hi[axis]);
    }
}

void LocalOrigins::place_together(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    LocalOrigin local;
    const Vec3 origin = sampled_median(bodies, vertices);
    double largest = 0;
    for (const Extent& e : extents_) {
        for (std::size_t k = 0; k < 3; ++k) {
            for (const double end : {e.box.lo[k], e.box.hi[k]}) {
                largest = std::max(largest, std::abs(end / 2 - origin[k] / 2));
            }
        }
    }
    for (std::size_t k = 0; k < 3; ++k) local.origin[k] = origin[k];
    scale_ = local.scale = scale_for(largest);
    std::fill(origins_.begin(), origins_.end(), local);
}

/// Puts groups side by side along an axis, centred across it.
void LocalOrigins::place_groups(std::size_t axis) {
    const double gap = together_ > 0 ? together_ : 1;
    double length = 0, largest = 0;
    for (const Group& g : groups_) length += g.hi - g.lo + gap;
    double at = -length / 2;
    for (const Group& g : groups_) {
        Box<double> box = extents_[g.first].box;
        for (std::size_t i = g.first; i <= g.last; ++i) box = united(box, extents_[i].box);
        LocalOrigin local;
        for (std::size_t k = 0; k < 3; ++k) {
            local.origin[k] = k == axis ? g.lo - at : box.lo[k] / 2 + box.hi[k] / 2;
            largest = std::max({largest, std::abs(box.lo[k] - local.origin[k]), std::abs(box.hi[k] - local.origin[k])});
        }
        for (std::size_t i = g.first; i <= g.last; ++i) origins_[extents_[i].body] = local;
        at += g.hi - g.lo + gap;
    }
    scale_ = scale_for(largest);
    for (LocalOrigin& local : origins_) local.scale = scale_;
}

}  // namespace pliant::spatial_hash
