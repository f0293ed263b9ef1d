#include "detect/spatial_hash/local_origins.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

Box<double> box_of_finite(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    Box<double> box = Box<double>::empty();
    for (const std::uint32_t v : vertices) {
        const Vec3 p = bodies.position(v);
        if (finite(p)) box = united(box, {{p.x, p.y, p.z}, {p.x, p.y, p.z}});
    }
    return box;
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
        const auto end = std::lower_bound(next, vertices.end(), body.first_vertex + body.vertices);
        const std::span<const std::uint32_t> own(next, end);
        next = end;
        const bool whole = own.size() == body.vertices && body.flaws.empty();
        const Extent extent{whole ? body.box : box_of_finite(bodies, own), i};
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

/// `largest`: bound on the coordinates relative to their origins.
void LocalOrigins::choose_scale(double largest) {
    scale_ = scale_for(largest);
    // Half a unit in the last place of the float; the doubles before it are rounded far less, and denormals may be
    // flushed to zero.
    constexpr double half_unit = 0x1.01p-24, underflow = 1e-37;
    error_ = static_cast<float>(2 * (largest * scale_) * half_unit + underflow);
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
    choose_scale(largest);
    local.scale = scale_;
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
    choose_scale(largest);
    for (LocalOrigin& local : origins_) local.scale = scale_;
    // Floats of two groups must not come near each other: their origins differ.
    if (!(8.0 * error_ < gap * scale_)) error_ = std::numeric_limits<float>::infinity();
}

}  // namespace pliant::spatial_hash
