// Every vertex against every tetrahedron, no cleverness: the oracle of `penetrations`.
#pragma once

#include <cstdint>
#include <vector>

#include "frame/penetration_query.hpp"
#include "narrow_phase/penetration_writer.hpp"

namespace pliant::brute_force {

class BruteForcePenetrations {
public:
    void find(const frame::PenetrationQuery& query, Penetrations& answer);

private:
    void sort_out(const frame::PenetrationQuery& query);
    void find_vertices(const frame::PenetrationQuery& query);
    void find_edges(const frame::PenetrationQuery& query);

    std::vector<std::uint32_t> sound_, flat_;  // tetrahedra
    std::vector<std::uint32_t> vertices_;      // that take part
    std::vector<narrow_phase::FoundPenetration> found_;
    std::vector<narrow_phase::FoundEdge> edges_;
    narrow_phase::PenetrationWriter writer_;
};

}  // namespace pliant::brute_force
