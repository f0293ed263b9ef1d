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
// A triangle is thin where its box is this many times as long as it is wide; its cells are as large as it is wide, but
// not more than this many fit along its box.
constexpr double thin = 4, most_cells_along = 32;
constexpr std::size_t entries_per_bucket = 4;
// Cells up to here are floats without rounding, and so are their sides.
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

/// Buckets, then their ends, then their first entries: memory is asked for all of them at once.
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

std::size_t TriangleGrid::longest_side(const CellRange& range) {
    std::size_t longest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis) {
        if (range.last[axis] - range.first[axis] > range.last[longest] - range.first[longest]) longest = axis;
    }
    return longest;
}

TriangleGrid::Slabs::Slabs(const TriangleCorners& corners, double magnitude, std::size_t along)
    : corners_(corners), along_(along) {
    for (const Vec3& c : corners) magnitude = std::max({magnitude, std::abs(c.x), std::abs(c.y), std::abs(c.z)});
    // Beyond the range of float all share the last cells, which have no sides to cut at.
    slack_ = magnitude < 1e36 ? 0x1p-44 * magnitude : std::numeric_limits<double>::infinity();
}

CellRange TriangleGrid::Slabs::cells(std::int32_t k, const CellRange& whole, float inverse_cell) const {
    const double cell = 1 / double(inverse_cell), from = k * cell - slack_, to = (k + 1) * cell + slack_;
    const std::size_t u = (along_ + 1) % 3, v = (along_ + 2) % 3;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double low_u = infinity, high_u = -infinity, low_v = infinity, high_v = -infinity;
    const auto add = [&](const Vec3& p) {
        low_u = std::min(low_u, p[u]);
        high_u = std::max(high_u, p[u]);
        low_v = std::min(low_v, p[v]);
        high_v = std::max(high_v, p[v]);
    };
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &p = corners_[i], &q = corners_[(i + 1) % 3];
        if (from <= p[along_] && p[along_] <= to) add(p);
        for (const double side : {from, to}) {
            const double before = side - p[along_], after = q[along_] - side;
            if ((before < 0) == (after < 0)) add(p + before / (before + after) * (q - p));
        }
    }
    CellRange cells = whole;
    cells.first[along_] = cells.last[along_] = k;
    if (!(low_u <= high_u)) return cells;  // only where rounding leaves nothing: all of the layer, then
    const auto narrow = [&](std::size_t axis, double low, double high) {
        cells.first[axis] = std::max(cells.first[axis], cell_of(lower_float(low - slack_), inverse_cell));
        cells.last[axis] = std::min(cells.last[axis], cell_of(upper_float(high + slack_), inverse_cell));
    };
    narrow(u, low_u, high_u);
    narrow(v, low_v, high_v);
    return cells;
}

}  // namespace pliant::spatial_hash
