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

    /// Lists flat and inverted tetrahedra; needs the signs.
    void find(const frame::PenetrationQuery& query, const broad_phase::SlottedTetrahedra& slots);

    /// Writes what was found into the report: flat ones are set aside, inverted ones noted.
    void write(const frame::PenetrationQuery& query) const;

private:
    void decide_unsure(const frame::PenetrationQuery& query, const broad_phase::SlottedTetrahedra& slots);
    void list_inverted(const frame::Tetrahedra& tetrahedra, const broad_phase::SlottedTetrahedra& slots);
    [[nodiscard]] bool has_sign(std::uint32_t slot, bool positive) const;

    std::vector<VolumeSigns> signs_;
    std::vector<std::uint32_t> flat_;      // tetrahedra
    std::vector<std::uint32_t> negative_;  // how many, by index of body
    std::vector<Flaw> inverted_;           // sorted
};

}  // namespace pliant::narrow_phase
