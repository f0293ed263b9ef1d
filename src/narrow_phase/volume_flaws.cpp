#include "narrow_phase/volume_flaws.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "numeric/orientation.hpp"

namespace pliant::narrow_phase {

using broad_phase::block_size;
using broad_phase::SlottedTetrahedra;
using frame::PenetrationQuery;

namespace {

constexpr std::size_t blocks_signed_together = 1024;

/// The sign of a volume; 0 where it is flat, nothing where a corner is not finite.
std::optional<int> exact_sign(const geometry::TetrahedronCorners& c) {
    if (!std::all_of(c.begin(), c.end(), [](const Vec3& p) { return pliant::finite(p); })) return {};
    return orient3d(c[0], c[1], c[2], c[3]);
}

}  // namespace

void VolumeFlaws::find_signs(const PenetrationQuery& query, const SlottedTetrahedra& slots) {
    const parallel::Chunks chunks{slots.blocks.size(), blocks_signed_together};
    query.workers.for_each(chunks.number(), [&](std::size_t chunk) {
        volume_signs(query.bodies.vertices(), slots.blocks.data(), chunks.begin(chunk), chunks.end(chunk),
                     signs_.data());
    });
}

void VolumeFlaws::find(const PenetrationQuery& query, const SlottedTetrahedra& slots) {
    decide_unsure(query, slots);
    list_inverted(query.tetrahedra, slots);
}

/// Exact signs where the kernel could not tell, and how many are negative in each body.
void VolumeFlaws::decide_unsure(const PenetrationQuery& query, const SlottedTetrahedra& slots) {
    flat_.clear();
    negative_.assign(query.bodies.all().size(), 0);
    for (std::size_t block = 0; block < slots.blocks.size(); ++block) {
        VolumeSigns& signs = signs_[block];
        signs.positive &= slots.filled[block];
        signs.negative &= slots.filled[block];
        for (unsigned left = slots.filled[block] & ~unsigned{signs.positive}; left != 0; left &= left - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(left));
            const std::uint32_t t = slots.tetrahedron[block * block_size + lane];
            const std::uint32_t body = query.tetrahedra.body_index(t);
            if (query.bodies.all()[body].set_aside) continue;
            if ((signs.negative >> lane & 1) == 0) {
                const auto sign = exact_sign(query.tetrahedra.corners(query.bodies, t));
                if (sign == 0) flat_.push_back(t);
                if (sign > 0) signs.positive = static_cast<std::uint8_t>(signs.positive | 1u << lane);
                if (!sign || *sign >= 0) continue;
                signs.negative = static_cast<std::uint8_t>(signs.negative | 1u << lane);
            }
            ++negative_[body];
        }
    }
}

bool VolumeFlaws::has_sign(std::uint32_t slot, bool positive) const {
    const VolumeSigns& signs = signs_[slot / block_size];
    return ((positive ? signs.positive : signs.negative) >> slot % block_size & 1) != 0;
}

/// Those whose sign is not that of most in their body; positive where there are as many of both.
void VolumeFlaws::list_inverted(const frame::Tetrahedra& tetrahedra, const SlottedTetrahedra& slots) {
    inverted_.clear();
    for (std::size_t body = 0; body < negative_.size(); ++body) {
        if (negative_[body] == 0) continue;
        const std::uint32_t first = slots.first_slot[body], last = slots.first_slot[body + 1];
        std::uint32_t positive = 0;
        for (std::uint32_t slot = first; slot < last; ++slot) positive += has_sign(slot, true);
        const bool most_negative = negative_[body] > positive;
        for (std::uint32_t slot = first; slot < last; ++slot) {
            if (!has_sign(slot, most_negative)) continue;
            const auto [id, element] = tetrahedra.reference(slots.tetrahedron[slot]);
            inverted_.push_back({id, FlawKind::inverted_tetrahedron, element});
        }
    }
    std::sort(inverted_.begin(), inverted_.end());
}

void VolumeFlaws::write(const PenetrationQuery& query) const {
    frame::collect_volume_flaws(query.bodies, query.tetrahedra, flat_, query.report.set_aside);
    query.report.noted.assign(inverted_.begin(), inverted_.end());
}

}  // namespace pliant::narrow_phase
