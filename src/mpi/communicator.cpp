#include "mpi/communicator.hpp"

#include <algorithm>
#include <thread>

#include <pliant/mpi.hpp>

namespace pliant::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t largest_message = std::size_t{1} << 30;  // counts of MPI are ints
constexpr int busy_polls = 2000;                               // before a rank that waits sleeps

/// Causes beyond this are cut.
constexpr std::size_t longest_cause = 1000;

}  // namespace

RankFailure::RankFailure(int failed, const std::string& cause)
    : std::runtime_error("rank " + std::to_string(failed) + ": " + cause), rank(failed) {}

Communicator::Communicator(MPI_Comm communicator, std::chrono::milliseconds timeout) : timeout_(timeout) {
    MPI_Comm_dup(communicator, &handle_);
    MPI_Comm_rank(handle_, &rank_);
    MPI_Comm_size(handle_, &size_);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(handle_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &neighbours_);
    MPI_Comm_free(&machine);
}

Communicator::~Communicator() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized == 0) MPI_Comm_free(&handle_);
}

/// A rank that cannot go on says so here instead of leaving the others in the next message.
void Communicator::agree(const char* stage, const std::string& failure) {
    int own = failure.empty() ? size_ : rank_, first = size_;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(&own, &first, 1, MPI_INT, MPI_MIN, handle_, &request);
    wait(stage, {&request, 1});
    if (first == size_) return;
    std::vector<char> cause(longest_cause, 0);
    if (rank_ == first) std::copy_n(failure.begin(), std::min(failure.size(), longest_cause - 1), cause.begin());
    MPI_Ibcast(cause.data(), int(cause.size()), MPI_CHAR, first, handle_, &request);
    wait(stage, {&request, 1});
    throw RankFailure(first, cause.data());
}

std::vector<std::uint64_t> Communicator::exchange_counts(const char* stage,
                                                         const std::function<std::size_t(std::size_t)>& count) {
    std::vector<std::uint64_t> out, in(std::size_t(size_), 0);
    for (std::size_t r = 0; r < in.size(); ++r) out.push_back(count(r));
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ialltoall(out.data(), 1, MPI_UINT64_T, in.data(), 1, MPI_UINT64_T, handle_, &request);
    wait(stage, {&request, 1});
    return in;
}

void Communicator::exchange_bytes(const char* stage, std::span<const std::span<const std::byte>> out,
                                  std::span<const std::span<std::byte>> in) {
    std::vector<MPI_Request> requests;
    for (std::size_t r = 0; r < in.size(); ++r) {
        if (int(r) == rank_) continue;
        for (std::size_t at = 0; at < in[r].size(); at += largest_message) {
            const auto part = in[r].subspan(at, std::min(largest_message, in[r].size() - at));
            MPI_Irecv(part.data(), int(part.size()), MPI_BYTE, int(r), 0, handle_, &requests.emplace_back());
        }
    }
    for (std::size_t r = 0; r < out.size(); ++r) {
        if (int(r) == rank_) continue;
        for (std::size_t at = 0; at < out[r].size(); at += largest_message) {
            const auto part = out[r].subspan(at, std::min(largest_message, out[r].size() - at));
            MPI_Isend(part.data(), int(part.size()), MPI_BYTE, int(r), 0, handle_, &requests.emplace_back());
            ++traffic_.messages;
            traffic_.bytes += part.size();
        }
    }
    wait(stage, requests);
}

void Communicator::wait(const char* stage, std::span<MPI_Request> requests) {
    const auto deadline = Clock::now() + timeout_;
    for (int polls = 0;; ++polls) {
        int done = 0;
        MPI_Testall(int(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
        if (done != 0) return;
        if (polls < busy_polls) {
            std::this_thread::yield();
            continue;
        }
        if (Clock::now() > deadline) {
            throw TimedOut("rank " + std::to_string(rank_) + ": waited " + std::to_string(timeout_.count()) +
                           " ms for other ranks while it was " + stage);
        }
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

std::uint64_t Communicator::sum(const char* stage, std::uint64_t own) {
    std::uint64_t all = 0;
    for (const std::uint64_t n : gather(stage, own)) all += n;
    return all;
}

std::uint64_t Communicator::most(const char* stage, std::uint64_t own) { return std::ranges::max(gather(stage, own)); }

std::uint64_t Communicator::sum_before(const char* stage, std::uint64_t own) {
    const std::vector<std::uint64_t> all = gather(stage, own);
    std::uint64_t sum = 0;
    for (int r = 0; r < rank_; ++r) sum += all[std::size_t(r)];
    return sum;
}

std::vector<std::uint64_t> Communicator::gather(const char* stage, std::uint64_t own) {
    std::vector<std::uint64_t> all(std::size_t(size_), 0);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallgather(&own, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, handle_, &request);
    wait(stage, {&request, 1});
    return all;
}

}  // namespace pliant::mpi
