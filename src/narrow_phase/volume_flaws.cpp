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
constexpr std::uint32_t bits_per_word = 64;

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
    flat_.clear();
    query.report.noted.clear();
    for (std::size_t body = 0; body < query.bodies.all().size(); ++body) {
        if (query.bodies.all()[body].set_aside) continue;
        const BlocksOfBody blocks{slots.first_slot[body] / block_size, slots.first_slot[body + 1] / block_size};
        const Tally tally = decide_unsure(query, slots, blocks);
        if (tally.negative > 0 && tally.positive > 0) {
            const bool most_negative = tally.negative > tally.positive;
            mark(query.tetrahedra, slots, body, blocks, most_negative);
            list_marked({query.bodies.all()[body].id, FlawKind::inverted_tetrahedron, 0},
                        most_negative ? tally.positive : tally.negative, query.report.noted);
        }
    }
    frame::collect_volume_flaws(query.bodies, query.tetrahedra, flat_, query.report.set_aside);
}

/// Exact signs where the kernel could not tell, and how many there are of each.
VolumeFlaws::Tally VolumeFlaws::decide_unsure(const PenetrationQuery& query, const SlottedTetrahedra& slots,
                                              const BlocksOfBody& blocks) {
    Tally tally;
    for (std::size_t block = blocks.first; block < blocks.last; ++block) {
        const unsigned filled = slots.filled[block];
        unsigned positive = signs_[block].positive & filled, negative = signs_[block].negative & filled;
        for (unsigned left = filled & ~(positive | negative); left != 0; left &= left - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(left));
            const std::uint32_t t = slots.tetrahedron[block * block_size + lane];
            const auto sign = exact_sign(query.tetrahedra.corners(query.bodies, t));
            if (!sign) continue;
            if (*sign == 0) flat_.push_back(t);
            if (*sign > 0) positive |= 1u << lane;
            if (*sign < 0) negative |= 1u << lane;
        }
        signs_[block] = {static_cast<std::uint8_t>(positive), static_cast<std::uint8_t>(negative)};
        tally.positive += static_cast<std::uint32_t>(std::popcount(positive));
        tally.negative += static_cast<std::uint32_t>(std::popcount(negative));
    }
    return tally;
}

/// Those whose sign is not that of most in their body; positive where there are as many of both.
void VolumeFlaws::mark(const frame::Tetrahedra& tetrahedra, const SlottedTetrahedra& slots, std::size_t body,
                       const BlocksOfBody& blocks, bool most_negative) {
    const std::uint32_t first = tetrahedra.first(body), count = tetrahedra.first(body + 1) - first;
    marked_.assign(count / bits_per_word + 1, 0);
    for (std::size_t block = blocks.first; block < blocks.last; ++block) {
        const std::uint32_t* tetrahedron = slots.tetrahedron.data() + block * block_size;
        for (unsigned left = most_negative ? signs_[block].positive : signs_[block].negative; left != 0;
             left &= left - 1) {
            const std::uint32_t t = tetrahedron[std::countr_zero(left)] - first;
            marked_[t / bits_per_word] |= std::uint64_t{1} << t % bits_per_word;
        }
    }
}

/// Appends a flaw for each that is marked, ascending. Marks take the place of a sort.
void VolumeFlaws::list_marked(Flaw flaw, std::size_t count, std::vector<Flaw>& out) const {
    std::size_t at = out.size();
    out.resize(at + count);
    for (std::size_t word = 0; word < marked_.size(); ++word) {
        for (std::uint64_t left = marked_[word]; left != 0; left &= left - 1) {
            flaw.element =
                static_cast<std::uint32_t>(word) * bits_per_word + static_cast<std::uint32_t>(std::countr_zero(left));
            out[at++] = flaw;
        }
    }
}

}  // namespace pliant::narrow_phase
