// Messages between ranks: counted, with a time-out, and so that a rank that fails ends all of them.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace pliant::mpi {

/// What was sent to other ranks.
struct Traffic {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
};

class Communicator {
public:
    Communicator(MPI_Comm communicator, std::chrono::milliseconds timeout);
    ~Communicator();
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    [[nodiscard]] MPI_Comm handle() const { return handle_; }
    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }
    /// Ranks on the machine that this one runs on.
    [[nodiscard]] int neighbours() const { return neighbours_; }
    [[nodiscard]] const Traffic& traffic() const { return traffic_; }

    /// Does this rank's part of some work, then learns whether all ranks could: where one could not, all throw
    /// RankFailure. What stands between two exchanges is done within, so that no rank waits for one that threw.
    template <class Work>
    void together(const char* stage, const Work& work) {
        std::string failure;
        try {
            work();
        } catch (const std::bad_alloc&) {
            failure = "out of memory";
        } catch (const std::exception& error) {
            failure = *error.what() != 0 ? error.what() : "an exception";
        }
        agree(stage, failure);
    }

    /// `out[r]` goes to rank r; what rank r sent comes back in place r. What a rank sends itself is not counted.
    template <class T>
    std::vector<std::vector<T>> exchange(const char* stage, std::vector<std::vector<T>> out) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<std::vector<T>> in(static_cast<std::size_t>(size_));
        const std::vector<std::uint64_t> counts = exchange_counts(stage, [&](std::size_t r) { return out[r].size(); });
        together(stage, [&] {
            for (std::size_t r = 0; r < in.size(); ++r) {
                if (int(r) != rank_) in[r].resize(counts[r]);
            }
        });
        std::vector<std::span<const std::byte>> sent;
        std::vector<std::span<std::byte>> received;
        for (std::size_t r = 0; r < in.size(); ++r) {
            sent.push_back(std::as_bytes(std::span(out[r])));
            received.push_back(std::as_writable_bytes(std::span(in[r])));
        }
        exchange_bytes(stage, sent, received);
        in[std::size_t(rank_)] = std::move(out[std::size_t(rank_)]);
        return in;
    }

    [[nodiscard]] std::uint64_t sum(const char* stage, std::uint64_t own);
    [[nodiscard]] std::uint64_t most(const char* stage, std::uint64_t own);
    /// The sum of all ranks before this one.
    [[nodiscard]] std::uint64_t sum_before(const char* stage, std::uint64_t own);
    [[nodiscard]] std::vector<std::uint64_t> gather(const char* stage, std::uint64_t own);

private:
    void agree(const char* stage, const std::string& failure);
    std::vector<std::uint64_t> exchange_counts(const char* stage, const std::function<std::size_t(std::size_t)>& count);
    void exchange_bytes(const char* stage, std::span<const std::span<const std::byte>> out,
                        std::span<const std::span<std::byte>> in);
    void wait(const char* stage, std::span<MPI_Request> requests);

    MPI_Comm handle_ = MPI_COMM_NULL;
    int rank_ = 0, size_ = 1, neighbours_ = 1;
    std::chrono::milliseconds timeout_;
    Traffic traffic_;
};

}  // namespace pliant::mpi
