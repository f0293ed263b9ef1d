// Every vertex against every tetrahedron, no cleverness: the oracle of `penetrations`.
#pragma once

#include <cstdint>
#include <vector>

#include "frame/tetrahedra.hpp"
#include "narrow_phase/penetration_writer.hpp"

namespace pliant::brute_force {

class BruteForcePenetrations {
public:
    void find(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, const PenetrationOptions& options,
              parallel::Workers& workers, Penetrations& answer);

private:
    void sort_out(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, Report& report);
    void find_vertices(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra,
                       const PenetrationOptions& options, Report& report);
    void find_edges(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, const PenetrationOptions& options,
                    Report& report);

    std::vector<std::uint32_t> sound_, flat_, vertices_;
    std::vector<narrow_phase::FoundPenetration> found_;
    std::vector<narrow_phase::FoundEdge> edges_;
    narrow_phase::PenetrationWriter writer_;
};

}  // namespace pliant::brute_force
