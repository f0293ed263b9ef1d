#include "detect/spatial_hash/slots.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "broad_phase/blocks.hpp"
#include "numeric/orientation.hpp"

namespace pliant::spatial_hash {

using broad_phase::block_size;
using frame::Bodies;
using frame::Tetrahedra;

namespace {

// Enough for a mean, and a small part of the frame's cost.
constexpr std::size_t fewest_sampled = 32, most_sampled = 256, slots_per_sample = 32;
constexpr double far_larger = 8;
constexpr std::size_t blocks_per_chunk = 1024;
constexpr std::uint32_t tries_for_group = 64, any_number_of_tries = std::numeric_limits<std::uint32_t>::max();

struct Placed {
    Vec3 middle;
    std::uint32_t tetrahedron;
};

constexpr std::size_t blocks_for(std::size_t tetrahedra) { return (tetrahedra + block_size - 1) / block_size; }

/// Puts neighbours in space together: halves along the longest side, at whole blocks, until a block is left. On the way
/// down, what is few enough blocks is a group, listed by their number.
void put_in_order(std::span<Placed> placed, bool in_group, std::vector<std::uint32_t>& groups) {
    const std::size_t blocks = blocks_for(placed.size());
    if (!in_group && blocks > 0 && blocks <= broad_phase::blocks_per_group) {
        groups.push_back(static_cast<std::uint32_t>(blocks));
        in_group = true;
    }
    if (blocks <= 1) return;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::array<double, 3> lo{infinity, infinity, infinity}, hi{-infinity, -infinity, -infinity};
    for (const Placed& p : placed) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lo[axis] = std::min(lo[axis], p.middle[axis]);
            hi[axis] = std::max(hi[axis], p.middle[axis]);
        }
    }
    std::size_t axis = 0;
    for (std::size_t other = 1; other < 3; ++other) {
        if (hi[other] - lo[other] > hi[axis] - lo[axis]) axis = other;
    }
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

/// An odd number that gives each vertex a place of its own; 0 where none was found. Of up to 32 vertices at least every
/// 33rd number does [Dietzfelbinger1997].
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
    std::vector<Placed> placed;
    std::vector<std::uint32_t> groups;
    tetrahedron_.clear();
    first_slot_.clear();
    filled_.clear();
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
    blocks_.resize(count() / block_size);
    signs_.resize(blocks_.size());
    filled_.assign(blocks_.size(), 0);
    for (std::uint32_t slot = 0; slot < count(); ++slot) {
        const auto first = static_cast<std::uint32_t>(slot - slot % block_size);  // always filled
        const bool filled = tetrahedron_[slot] != nothing;
        const Tetrahedron& t = tetrahedra.all()[tetrahedron_[filled ? slot : first]];
        for (std::size_t i = 0; i < 4; ++i) blocks_[slot / block_size].vertex[i][slot % block_size] = t[i];
        if (filled) filled_[slot / block_size] |= static_cast<std::uint8_t>(1u << slot % block_size);
    }
    form_groups(groups);
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

/// False where its vertices are too many to have places of their own. Those of one block are not.
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

void Slots::find_signs(const Bodies& bodies, parallel::Workers& workers) {
    const parallel::Chunks chunks{blocks_.size(), blocks_per_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        narrow_phase::volume_signs(bodies.vertices(), blocks_.data(), chunks.begin(chunk), chunks.end(chunk),
                                   signs_.data());
    });
}

void Slots::name_flaws(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    judge_unsure(bodies, tetrahedra);
    list_inverted(tetrahedra);
}

/// Exact signs where the kernel could not tell, and how many are negative in each body.
void Slots::judge_unsure(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    flat_.clear();
    negative_.assign(bodies.all().size(), 0);
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        narrow_phase::VolumeSigns& signs = signs_[block];
        signs.positive &= filled_[block];
        signs.negative &= filled_[block];
        for (unsigned left = filled_[block] & ~unsigned{signs.positive}; left != 0; left &= left - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(left));
            const auto slot = static_cast<std::uint32_t>(block * block_size + lane);
            const std::uint32_t t = tetrahedron_[slot];
            const std::uint32_t body = tetrahedra.body_index(t);
            if (bodies.all()[body].set_aside) continue;
            if ((signs.negative >> lane & 1) == 0) {
                const auto c = tetrahedra.corners(bodies, t);
                if (!std::all_of(c.begin(), c.end(), [](const Vec3& p) { return pliant::finite(p); })) continue;
                const int sign = orient3d(c[0], c[1], c[2], c[3]);
                if (sign == 0) flat_.push_back(t);
                if (sign > 0) signs.positive = static_cast<std::uint8_t>(signs.positive | 1u << lane);
                if (sign >= 0) continue;
                signs.negative = static_cast<std::uint8_t>(signs.negative | 1u << lane);
            }
            ++negative_[body];
        }
    }
}

/// Those whose sign is not that of most in their body; positive where there are as many of both.
void Slots::list_inverted(const Tetrahedra& tetrahedra) {
    inverted_.clear();
    for (std::size_t body = 0; body < negative_.size(); ++body) {
        if (negative_[body] == 0) continue;
        std::uint32_t positive = 0;
        const auto bit = [&](std::uint32_t slot, bool of_positive) {
            const narrow_phase::VolumeSigns& signs = signs_[slot / block_size];
            return ((of_positive ? signs.positive : signs.negative) >> slot % block_size & 1) != 0;
        };
        for (std::uint32_t slot = first_slot_[body]; slot < first_slot_[body + 1]; ++slot) positive += bit(slot, true);
        const bool most_negative = negative_[body] > positive;
        for (std::uint32_t slot = first_slot_[body]; slot < first_slot_[body + 1]; ++slot) {
            if (!bit(slot, most_negative)) continue;
            const auto [id, element] = tetrahedra.reference(tetrahedron_[slot]);
            inverted_.push_back({id, FlawKind::inverted_tetrahedron, element});
        }
    }
    std::sort(inverted_.begin(), inverted_.end());
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
    // Of a few that are far larger than most, as where a vertex has flown away, the mean would suit none.
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
