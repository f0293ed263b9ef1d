// Frames over ranks: each rank has a run of them, and takes from others when it is done.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/communicator.hpp"

namespace pliant::mpi_cli {

class FrameQueue {
public:
    /// Collective. `frames` are those still to be checked, ascending.
    FrameQueue(mpi::Communicator& communicator, std::vector<std::size_t> frames);
    /// Collective.
    ~FrameQueue();
    FrameQueue(const FrameQueue&) = delete;
    FrameQueue& operator=(const FrameQueue&) = delete;

    /// The next frame for this rank: of its own run, or of the run of another rank; none where all are taken.
    std::optional<std::size_t> next();
    /// Frames that were taken from other ranks.
    [[nodiscard]] std::size_t stolen() const { return stolen_; }

private:
    std::optional<std::size_t> take_from(int rank);

    mpi::Communicator& communicator_;
    std::vector<std::size_t> frames_;
    std::uint64_t* taken_ = nullptr;  // of the run of this rank; other ranks count it up, too
    MPI_Win window_ = MPI_WIN_NULL;
    std::vector<bool> empty_;  // runs of which nothing is left
    std::size_t stolen_ = 0;
};

}  // namespace pliant::mpi_cli
