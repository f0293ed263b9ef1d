// Flat and inverted tetrahedra, with exact signs where the kernels' error bound leaves them open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/tetrahedron_blocks.hpp"
#include "frame/penetration_query.hpp"
#include "narrow_phase/inside_tests.hpp"

namespace pliant::narrow_phase {

class VolumeFlaws {
public:
    /// Room for the signs of this many blocks.
    void resize(std::size_t blocks) { signs_.resize(blocks); }

    /// Signs of volumes by block, each with proof or not at all. Written here by `find_signs`, or by a sweep that
    /// computes volumes anyway.
    [[nodiscard]] VolumeSigns* signs() { return signs_.data(); }
    void find_signs(const frame::PenetrationQuery& query, const broad_phase::SlottedTetrahedra& slots);

    /// Names flat and inverted tetrahedra in the report: flat ones are set aside, inverted ones noted. Needs the signs.
    void find(const frame::PenetrationQuery& query, const broad_phase::SlottedTetrahedra& slots);

private:
    struct BlocksOfBody {
        std::size_t first, last;
    };
    struct Tally {
        std::uint32_t positive = 0, negative = 0;
    };
    Tally decide_unsure(const frame::PenetrationQuery& query, const broad_phase::SlottedTetrahedra& slots,
                        const BlocksOfBody& blocks);
    void mark(const frame::Tetrahedra& tetrahedra, const broad_phase::SlottedTetrahedra& slots, std::size_t body,
              const BlocksOfBody& blocks, bool most_negative);
    void list_marked(Flaw flaw, std::size_t count, std::vector<Flaw>& out) const;

    std::vector<VolumeSigns> signs_;
    std::vector<std::uint32_t> flat_;    // tetrahedra
    std::vector<std::uint64_t> marked_;  // bits of the tetrahedra of a body
};

}  // namespace pliant::narrow_phase
