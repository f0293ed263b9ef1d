// Every vertex against every tetrahedron, no cleverness: the oracle of `penetrations`.
#pragma once

#include <cstdint>
#include <vector>

#include "bodies/found_penetrations.hpp"
#include "bodies/tetrahedra.hpp"

namespace pliant::brute_force {

class BruteForcePenetrations {
public:
    void find(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra, const PenetrationOptions& options,
              parallel::Workers& workers, Penetrations& answer);

private:
    void sort_out(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra, Report& report);
    void find_vertices(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra,
                       const PenetrationOptions& options, Report& report);
    void find_edges(const bodies::Bodies& bodies, const bodies::Tetrahedra& tetrahedra,
                    const PenetrationOptions& options, Report& report);

    std::vector<std::uint32_t> sound_, flat_, vertices_;
    std::vector<bodies::FoundPenetration> found_;
    std::vector<bodies::FoundEdge> edges_;
    bodies::PenetrationWriter writer_;
};

}  // namespace pliant::brute_force
