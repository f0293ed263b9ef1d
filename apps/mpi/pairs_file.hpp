// Pairs of all ranks in one file, in canonical order, each rank writing its own run of it.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pliant/mpi.hpp>

#include "mpi/communicator.hpp"

namespace pliant::mpi_cli {

/// A line for each pair: frame,body_a,triangle_a,body_b,triangle_b,kind.
class PairsFile {
public:
    /// Collective. What is behind `keep` bytes is cut off; 0: the file is begun anew.
    PairsFile(mpi::Communicator& communicator, const std::string& file, std::uint64_t keep);
    ~PairsFile();
    PairsFile(const PairsFile&) = delete;
    PairsFile& operator=(const PairsFile&) = delete;

    /// Collective: the pairs of a frame, sorted over all ranks.
    void write(std::size_t frame, std::vector<mpi::TrianglePair> own);
    [[nodiscard]] std::uint64_t bytes() const { return end_; }

private:
    void write_text(const std::string& own);

    mpi::Communicator& communicator_;
    std::string name_;
    MPI_File file_ = MPI_FILE_NULL;
    std::uint64_t end_ = 0;
};

/// Collective: sorted over all ranks; a rank has nothing that is less than what the rank before has.
std::vector<mpi::TrianglePair> sorted_over_ranks(mpi::Communicator& communicator, std::vector<mpi::TrianglePair> own);

}  // namespace pliant::mpi_cli
