// Border control and boundary of a tetrahedral mesh that lies on several ranks.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/mpi.hpp>

#include "mpi/communicator.hpp"
#include "mpi/share.hpp"

namespace pliant::mpi {

/// What this rank has of it. Triangles are those of tetrahedra given to this rank.
struct VolumeSurface {
    std::vector<Tetrahedron> sound;  // without those that cannot be part of a mesh
    std::vector<std::uint64_t> sound_numbers;
    std::vector<Triangle> triangles;
    std::vector<std::uint64_t> numbers;  // as one machine counts them
};

/// Collective.
VolumeSurface surface_of(Communicator& communicator, BodyId body, const GivenBody& given, std::vector<Flaw>& flaws);

}  // namespace pliant::mpi
