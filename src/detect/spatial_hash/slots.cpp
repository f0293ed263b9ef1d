#include "detect/spatial_hash/slots.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "broad_phase/blocks.hpp"
#include "numeric/box.hpp"

namespace pliant::spatial_hash {

using broad_phase::block_size;
using frame::Bodies;
using frame::Tetrahedra;

namespace {

// Enough for a mean, and a small part of the frame's cost.
constexpr std::size_t fewest_sampled = 32, most_sampled = 256, slots_per_sample = 32;
constexpr double far_larger = 8;
constexpr std::uint32_t tries_for_group = 64, any_number_of_tries = std::numeric_limits<std::uint32_t>::max();

struct Placed {
    Vec3 middle;
    std::uint32_t tetrahedron;
};

constexpr std::size_t blocks_for(std::size_t tetrahedra) { return (tetrahedra + block_size - 1) / block_size; }

/// The axis along which the middles spread most.
std::size_t widest_axis(std::span<const Placed> placed) {
    Box<double> box = Box<double>::empty();
    for (const Placed& p : placed) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.lo[axis] = std::min(box.lo[axis], p.middle[axis]);
            box.hi[axis] = std::max(box.hi[axis], p.middle[axis]);
        }
    }
    std::size_t longest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis) {
        if (box.hi[axis] - box.lo[axis] > box.hi[longest] - box.lo[longest]) longest = axis;
    }
    return longest;
}

/// Median splits along the longest side, at whole blocks, down to single blocks. The first subsets on the way down that
/// are few enough blocks are groups; `groups` lists their numbers of blocks.
void put_in_order(std::span<Placed> placed, bool in_group, std::vector<std::uint32_t>& groups) {
    const std::size_t blocks = blocks_for(placed.size());
    if (!in_group && blocks > 0 && blocks <= broad_phase::blocks_per_group) {
        groups.push_back(static_cast<std::uint32_t>(blocks));
        in_group = true;
    }
    if (blocks <= 1) return;
    const std::size_t axis = widest_axis(placed);
    // At whole groups, as long as there are several.
    const std::size_t step = in_group ? 1 : broad_phase::blocks_per_group;
    const std::size_t half = (blocks / 2 + step - 1) / step * step * block_size;
    std::nth_element(placed.begin(), placed.begin() + static_cast<std::ptrdiff_t>(half), placed.end(),
                     [&](const Placed& p, const Placed& q) {
                         return p.middle[axis] != q.middle[axis] ? p.middle[axis] < q.middle[axis]
                                                                 : p.tetrahedron < q.tetrahedron;
                     });
    put_in_order(placed.first(half), in_group, groups);
    put_in_order(placed.subspan(half), in_group, groups);
}

/// A perfect hash: an odd multiplier that gives each vertex a place of its own; 0 where none was found. For up to 32
/// vertices at least every 33rd multiplier does [Dietzfelbinger1997].
std::uint32_t multiplier_for(std::span<const broad_phase::OwnVertex> own, std::uint32_t tries) {
    std::uint32_t multiplier = 0x9e3779b1u;
    for (std::uint32_t i = 0; i < tries; ++i) {
        std::array<bool, 1u << broad_phase::own_place_bits> taken{};
        const auto clashes = [&](const broad_phase::OwnVertex& v) {
            return std::exchange(taken[broad_phase::own_place(v.vertex, multiplier)], true);
        };
        if (std::none_of(own.begin(), own.end(), clashes)) return multiplier;
        multiplier = multiplier * 0xac564b05u + 0x1a2b3c4eu;  // stays odd
    }
    return 0;
}

double distance(const simd::FloatVertex& a, const simd::FloatVertex& b) {
    const double x = double(a.x) - b.x, y = double(a.y) - b.y, z = double(a.z) - b.z;
    return std::sqrt(x * x + y * y + z * z);
}

double mean_edge_of(const simd::FloatVertex* vertices, const broad_phase::TetrahedronBlock& block, std::size_t lane) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = i + 1; k < 4; ++k) {
            sum += distance(vertices[block.vertex[i][lane]], vertices[block.vertex[k][lane]]);
        }
    }
    return sum / 6;
}

}  // namespace

void Slots::build(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    std::vector<std::uint32_t> groups;
    order(bodies, tetrahedra, groups);
    fill_blocks(tetrahedra);
    form_groups(groups);
    view_ = {blocks_, filled_, tetrahedron_, first_slot_};
}

void Slots::order(const Bodies& bodies, const Tetrahedra& tetrahedra, std::vector<std::uint32_t>& groups) {
    std::vector<Placed> placed;
    tetrahedron_.clear();
    first_slot_.clear();
    for (std::size_t b = 0; b < bodies.all().size(); ++b) {
        first_slot_.push_back(count());
        placed.clear();
        for (std::uint32_t t = tetrahedra.first(b); t < tetrahedra.first(b + 1); ++t) {
            if (!tetrahedra.usable(t)) continue;
            const auto c = tetrahedra.corners(bodies, t);
            const Vec3 middle = 0.25 * c[0] + 0.25 * c[1] + (0.25 * c[2] + 0.25 * c[3]);
            placed.push_back({finite(middle) ? middle : Vec3{}, t});
        }
        put_in_order(placed, false, groups);
        for (const Placed& p : placed) tetrahedron_.push_back(p.tetrahedron);
        // Each body begins a block of its own.
        while (tetrahedron_.size() % block_size != 0) tetrahedron_.push_back(nothing);
    }
    first_slot_.push_back(count());
}

void Slots::fill_blocks(const Tetrahedra& tetrahedra) {
    blocks_.resize(count() / block_size);
    filled_.assign(blocks_.size(), 0);
    for (std::uint32_t slot = 0; slot < count(); ++slot) {
        const auto first = static_cast<std::uint32_t>(slot - slot % block_size);  // always filled
        const bool filled = tetrahedron_[slot] != nothing;
        const Tetrahedron& t = tetrahedra.all()[tetrahedron_[filled ? slot : first]];
        for (std::size_t i = 0; i < 4; ++i) blocks_[slot / block_size].vertex[i][slot % block_size] = t[i];
        if (filled) filled_[slot / block_size] |= static_cast<std::uint8_t>(1u << slot % block_size);
    }
}

void Slots::form_groups(std::span<const std::uint32_t> numbers_of_blocks) {
    groups_.clear();
    own_.clear();
    std::uint32_t block = 0;
    for (const std::uint32_t blocks : numbers_of_blocks) {
        const bool together = add_group(block, blocks, tries_for_group);
        for (std::uint32_t b = 0; b < blocks && !together; ++b) add_group(block + b, 1, any_number_of_tries);
        block += blocks;
    }
    groups_.push_back({block, static_cast<std::uint32_t>(own_.size()), 0});
}

/// False where no multiplier gives its vertices places of their own. One always does for a single block.
bool Slots::add_group(std::uint32_t first_block, std::uint32_t blocks, std::uint32_t tries) {
    struct Corner {
        std::uint32_t vertex, lane;
    };
    std::array<Corner, 4 * broad_phase::blocks_per_group * block_size> corners;
    std::size_t count = 0;
    for (std::uint32_t lane = 0; lane < blocks * block_size; ++lane) {
        for (const auto& of_lanes : blocks_[first_block + lane / block_size].vertex) {
            corners[count++] = {of_lanes[lane % block_size], lane};
        }
    }
    std::sort(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(count),
              [](const Corner& p, const Corner& q) { return p.vertex < q.vertex; });
    const std::size_t first = own_.size();
    own_.push_back({nothing, 0});
    for (std::size_t i = 0; i < count; ++i) {
        if (own_.back().vertex != corners[i].vertex) own_.push_back({corners[i].vertex, 0});
        own_.back().lanes |= 1u << corners[i].lane;
    }
    const std::uint32_t multiplier = multiplier_for(std::span(own_).subspan(first + 1), tries);
    if (multiplier == 0) {
        own_.resize(first);
        return false;
    }
    groups_.push_back({first_block, static_cast<std::uint32_t>(first), multiplier});
    return true;
}

double Slots::mean_edge(const simd::FloatVertex* vertices) const {
    std::array<double, most_sampled> means;
    const std::size_t sampled = std::clamp(count() / slots_per_sample, fewest_sampled, most_sampled);
    std::size_t samples = 0;
    for (std::size_t i = 0; i < sampled; ++i) {
        const std::size_t slot = i * count() / sampled;
        if (i > 0 && slot == (i - 1) * count() / sampled) continue;
        if (slot >= count() || tetrahedron_[slot] == nothing) continue;
        const double mean = mean_edge_of(vertices, blocks_[slot / block_size], slot % block_size);
        if (std::isfinite(mean)) means[samples++] = mean;
    }
    if (samples == 0) return 0;
    // Outliers, as where a vertex has flown away, would make the mean suit no tetrahedron.
    const auto end = means.begin() + static_cast<std::ptrdiff_t>(samples);
    const auto middle = means.begin() + static_cast<std::ptrdiff_t>(samples / 2);
    std::nth_element(means.begin(), middle, end);
    const double most = far_larger * *middle;
    double sum = 0;
    std::size_t kept = 0;
    for (auto mean = means.begin(); mean != end; ++mean) {
        if (*mean > most) continue;
        sum += *mean;
        ++kept;
    }
    return sum / static_cast<double>(kept);
}

}  // namespace pliant::spatial_hash
