#include "frame_queue.hpp"

namespace pliant::mpi_cli {

FrameQueue::FrameQueue(mpi::Communicator& communicator, std::vector<std::size_t> frames)
    : communicator_(communicator), frames_(std::move(frames)), empty_(std::size_t(communicator.size()), false) {
    MPI_Win_allocate(sizeof(std::uint64_t), sizeof(std::uint64_t), MPI_INFO_NULL, communicator.handle(), &taken_,
                     &window_);
    *taken_ = 0;
    MPI_Barrier(communicator.handle());
    MPI_Win_lock_all(0, window_);
}

FrameQueue::~FrameQueue() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
}

std::optional<std::size_t> FrameQueue::take_from(int rank) {
    const auto r = std::size_t(rank), size = std::size_t(communicator_.size());
    if (empty_[r]) return {};
    const std::size_t first = r * frames_.size() / size, end = (r + 1) * frames_.size() / size;
    const std::uint64_t one = 1;
    std::uint64_t taken = 0;
    MPI_Fetch_and_op(&one, &taken, MPI_UINT64_T, rank, 0, MPI_SUM, window_);
    MPI_Win_flush(rank, window_);
    if (first + taken < end) return frames_[first + taken];
    empty_[r] = true;
    return {};
}

std::optional<std::size_t> FrameQueue::next() {
    for (int i = 0; i < communicator_.size(); ++i) {
        const int rank = (communicator_.rank() + i) % communicator_.size();
        if (const auto frame = take_from(rank)) {
            stolen_ += i > 0;
            return frame;
        }
    }
    return {};
}

}  // namespace pliant::mpi_cli
