#include "detect/spatial_hash/triangle_grid.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "detect/spatial_hash/sampled_median.hpp"
#include "numeric/box.hpp"

namespace pliant::spatial_hash {

using frame::Bodies;
using geometry::TriangleCorners;

namespace {

constexpr std::size_t triangles_per_chunk = 512;
// A triangle is thin where its box is this many times as long as it is wide. Its cells are as large as it is wide, but
// at most so many fit along its box.
constexpr double thin = 4, most_cells_along = 32;
constexpr std::size_t entries_per_bucket = 4;
// Cell numbers up to here, and the sides of the cells, are exact floats.
constexpr double last_even_cell = 0x1p22;

double longest_edge(const TriangleCorners& c) {
    const auto squared = [&](std::size_t i, std::size_t k) { return dot(c[k] - c[i], c[k] - c[i]); };
    return std::sqrt(std::max({squared(0, 1), squared(1, 2), squared(2, 0)}));
}

double width_of(const TriangleCorners& c) {
    const Vec3 normal = cross(c[1] - c[0], c[2] - c[0]);
    const double length = longest_edge(c);
    return length > 0 ? std::sqrt(dot(normal, normal)) / length : 0;
}

/// The power of four above a size.
std::int16_t power_above(double size) {
    int exponent = 0;
    std::frexp(std::clamp(size, 1e-30, 3e38), &exponent);
    return static_cast<std::int16_t>((exponent + (exponent & 1)) / 2);
}

float inverse_of_power(std::int16_t power) { return inverse_of_cell(std::ldexp(1.0, 2 * power)); }

FloatBox outer_box(const TriangleCorners& corners) {
    FloatBox box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [lo, hi] = std::minmax({corners[0][axis], corners[1][axis], corners[2][axis]});
        box.lo[axis] = lower_float(lo);
        box.hi[axis] = upper_float(hi);
    }
    return box;
}

double largest_coordinate(const FloatBox& box) {
    double largest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        largest = std::max({largest, std::abs(double(box.lo[axis])), std::abs(double(box.hi[axis]))});
    }
    return largest;
}

std::int16_t power_for(const FloatBox& box, const TriangleCorners& corners) {
    const double length = extent(box), width = width_of(corners);
    const std::int16_t by_extent = power_above(length);
    if (!(thin * width < length)) return by_extent;
    const std::int16_t by_width = power_above(std::max(width, length / most_cells_along));
    const bool even = largest_coordinate(box) * inverse_of_power(by_width) < last_even_cell;
    return even ? by_width : by_extent;
}

}  // namespace

void TriangleGrid::build(const Bodies& bodies, parallel::Workers& workers) {
    choose_origin(bodies);
    const std::size_t count = bodies.triangles().size();
    boxes_.resize(count);
    power_.resize(count);
    level_.resize(count);
    const parallel::Chunks chunks{count, triangles_per_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t t = chunks.begin(chunk); t < chunks.end(chunk); ++t) {
            place(bodies, static_cast<std::uint32_t>(t));
        }
    });
    list_levels();
    list_entries(bodies, workers);
    sort_entries();
}

/// The median of corners: triangles far away from all others do not move it.
void TriangleGrid::choose_origin(const Bodies& bodies) {
    std::vector<std::uint32_t>& samples = samples_;
    samples.clear();
    const std::size_t count = bodies.triangles().size(), step = count / most_samples + 1;
    for (std::size_t t = 0; t < count; t += step) {
        if (bodies.usable(static_cast<std::uint32_t>(t))) samples.push_back(bodies.triangles()[t][0]);
    }
    origin_ = sampled_median(bodies, samples);
    const auto far = [](double c) { return std::abs(c) > std::numeric_limits<double>::max() / 4; };
    if (far(origin_.x) || far(origin_.y) || far(origin_.z)) origin_ = {};  // differences would leave the range
    magnitude_ = std::max({std::abs(origin_.x), std::abs(origin_.y), std::abs(origin_.z)});
}

TriangleCorners TriangleGrid::corners(const Bodies& bodies, std::uint32_t triangle) const {
    TriangleCorners c = bodies.corners(triangle);
    for (Vec3& p : c) p = p - origin_;
    return c;
}

void TriangleGrid::place(const Bodies& bodies, std::uint32_t triangle) {
    const bool takes_part = bodies.usable(triangle) && !bodies.all()[bodies.body_index(triangle)].set_aside &&
                            bodies.soundness(triangle) == Bodies::Soundness::sound;
    boxes_[triangle] = nowhere();
    if (!takes_part) return;
    const TriangleCorners own = corners(bodies, triangle);
    boxes_[triangle] = outer_box(own);
    power_[triangle] = power_for(boxes_[triangle], own);
}

void TriangleGrid::list_levels() {
    powers_.clear();
    for (std::size_t t = 0; t < boxes_.size(); ++t) {
        if (!finite(boxes_[t])) continue;
        if (std::find(powers_.begin(), powers_.end(), power_[t]) == powers_.end()) powers_.push_back(power_[t]);
    }
    std::sort(powers_.begin(), powers_.end());
    levels_.clear();
    for (const std::int16_t power : powers_) levels_.push_back(inverse_of_power(power));
    for (std::size_t t = 0; t < boxes_.size(); ++t) {
        if (!finite(boxes_[t])) continue;
        const auto at = std::lower_bound(powers_.begin(), powers_.end(), power_[t]);
        level_[t] = static_cast<std::uint16_t>(at - powers_.begin());
    }
}

void TriangleGrid::list_entries(const Bodies& bodies, parallel::Workers& workers) {
    const parallel::Chunks chunks{boxes_.size(), triangles_per_chunk};
    chunks_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::vector<Listed>& out = chunks_[chunk].entries;
        out.clear();
        for (auto t = static_cast<std::uint32_t>(chunks.begin(chunk)); t < chunks.end(chunk); ++t) {
            if (!holds(t)) continue;
            const float inverse = levels_[level_[t]];
            const std::uint32_t cleared = fills_box(boxes_[t], inverse) ? 0 : 1;
            each_cell(bodies, t, inverse, [&](const Cell& cell) {
                out.push_back({hash_in(cell, level_[t]), {t, tag_of(cell) - cleared}});
            });
        }
    });
}

void TriangleGrid::sort_entries() {
    std::size_t count = 0;
    for (const Chunk& chunk : chunks_) count += chunk.entries.size();
    const auto buckets = std::bit_ceil(static_cast<std::uint32_t>(count / entries_per_bucket) | 2u);
    shift_ = 32 - static_cast<std::uint32_t>(std::countr_zero(buckets));
    starts_.assign(buckets + 1, 0);
    for (const Chunk& chunk : chunks_) {
        for (const Listed& listed : chunk.entries) ++starts_[listed.hash >> shift_];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts_) start = sum += start;
    entries_.resize(count + 1);  // so that every start is that of an entry
    for (std::size_t chunk = chunks_.size(); chunk-- > 0;) {
        const std::vector<Listed>& entries = chunks_[chunk].entries;
        for (std::size_t i = entries.size(); i-- > 0;) {
            entries_[--starts_[entries[i].hash >> shift_]] = entries[i].entry;
        }
    }
}

/// Buckets, then their ends, then their first entries, each for all cells: independent accesses, so that misses
/// overlap.
void TriangleGrid::look_up(const Bodies& bodies, std::uint32_t triangle, std::uint32_t level,
                           std::vector<Search::Look>& looks) const {
    looks.clear();
    each_cell(bodies, triangle, levels_[level], [&](const Cell& cell) {
        looks.push_back({cell, tag_of(cell), hash_in(cell, level) >> shift_, 0, 0});
    });
    for (Search::Look& look : looks) {
        look.end = starts_[look.begin + 1];
        look.begin = starts_[look.begin];
    }
    for (Search::Look& look : looks) look.first = entries_[look.begin].triangle;
}

}  // namespace pliant::spatial_hash
