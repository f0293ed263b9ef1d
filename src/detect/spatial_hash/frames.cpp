#include "detect/spatial_hash/frames.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/spatial_hash/amidst.hpp"

namespace pliant::spatial_hash {

using frame::Bodies;
using frame::Body;

namespace {

constexpr double wide = 1000;  // times all bodies together

/// A power of two that keeps coordinates, and their squares, within the range of float; one where they are.
double scale_for(double largest) {
    int exponent = 0;
    std::frexp(largest, &exponent);
    return largest > 0 && std::abs(exponent) > 40 ? std::ldexp(1.0, std::clamp(-exponent, -1020, 1020)) : 1;
}

}  // namespace

void Frames::find(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    frames_.assign(bodies.all().size(), {});
    measure(bodies, vertices);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        group(axis);
        if (groups_.size() > 1) return place_groups(axis);
    }
    place_together(bodies, vertices);
}

/// Of bodies with a finite vertex.
void Frames::measure(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    extents_.clear();
    together_ = 0;
    auto next = vertices.begin();
    for (std::uint32_t i = 0; i < bodies.all().size(); ++i) {
        const Body& body = bodies.all()[i];
        Extent extent{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}, i};
        for (; next != vertices.end() && *next < body.first_vertex + body.vertices; ++next) {
            const Vec3 p = bodies.position(*next);
            if (!finite(p)) continue;
            for (std::size_t k = 0; k < 3; ++k) {
                extent.lo[k] = std::min(extent.lo[k], p[k]);
                extent.hi[k] = std::max(extent.hi[k], p[k]);
            }
        }
        if (!(extent.lo[0] <= extent.hi[0])) continue;
        for (std::size_t k = 0; k < 3; ++k) together_ += extent.hi[k] - extent.lo[k];
        extents_.push_back(extent);
    }
}

void Frames::group(std::size_t axis) {
    groups_.clear();
    std::sort(extents_.begin(), extents_.end(), [&](const Extent& a, const Extent& b) {
        return a.lo[axis] != b.lo[axis] ? a.lo[axis] < b.lo[axis] : a.body < b.body;
    });
    for (std::size_t i = 0; i < extents_.size(); ++i) {
        const Extent& e = extents_[i];
        if (groups_.empty() || e.lo[axis] - groups_.back().hi > wide * together_) {
            groups_.push_back({i, i, e.lo[axis], e.hi[axis]});
        }
        groups_.back().last = i;
        groups_.back().hi = std::max(groups_.back().hi, e.hi[axis]);
    }
}

void Frames::place_together(const Bodies& bodies, std::span<const std::uint32_t> vertices) {
    LocalFrame frame;
    const Vec3 origin = amidst(bodies, vertices);
    double largest = 0;
    for (const Extent& e : extents_) {
        for (std::size_t k = 0; k < 3; ++k) {
            for (const double end : {e.lo[k], e.hi[k]}) {
                largest = std::max(largest, std::abs(end / 2 - origin[k] / 2));
            }
        }
    }
    for (std::size_t k = 0; k < 3; ++k) frame.origin[k] = origin[k];
    scale_ = frame.scale = scale_for(largest);
    std::fill(frames_.begin(), frames_.end(), frame);
}

/// Side by side along an axis, about a common middle across it.
void Frames::place_groups(std::size_t axis) {
    const double gap = together_ > 0 ? together_ : 1;
    double length = 0, largest = 0;
    for (const Group& g : groups_) length += g.hi - g.lo + gap;
    double at = -length / 2;
    for (const Group& g : groups_) {
        double lo[3], hi[3];
        std::copy_n(extents_[g.first].lo, 3, lo);
        std::copy_n(extents_[g.first].hi, 3, hi);
        for (std::size_t i = g.first; i <= g.last; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                lo[k] = std::min(lo[k], extents_[i].lo[k]);
                hi[k] = std::max(hi[k], extents_[i].hi[k]);
            }
        }
        LocalFrame frame;
        for (std::size_t k = 0; k < 3; ++k) {
            frame.origin[k] = k == axis ? g.lo - at : lo[k] / 2 + hi[k] / 2;
            largest = std::max({largest, std::abs(lo[k] - frame.origin[k]), std::abs(hi[k] - frame.origin[k])});
        }
        for (std::size_t i = g.first; i <= g.last; ++i) frames_[extents_[i].body] = frame;
        at += g.hi - g.lo + gap;
    }
    scale_ = scale_for(largest);
    for (LocalFrame& frame : frames_) frame.scale = scale_;
}

}  // namespace pliant::spatial_hash
