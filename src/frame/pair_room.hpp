// Room for the pairs of a search whose memory is limited. The search runs as if there was no limit at first; the one
// pair too many ends it, and a second search keeps the pairs that matter most and counts the others.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace pliant::frame {

/// The pairs of an answer do not fit. As any failure of memory it leaves a detector that can be asked again.
struct TooManyPairs : std::bad_alloc {};

class PairRoom {
public:
    /// Room for as many pairs as fit into so many bytes.
    explicit PairRoom(std::uint64_t bytes) : bytes_(bytes) {}

    /// From now on pairs are counted, and only some are kept.
    void start_counting() { counting_ = true; }
    [[nodiscard]] bool counting() const { return counting_; }

    /// While counting: every piece of a search and the whole keep so many; twice as many are held in between.
    [[nodiscard]] std::size_t kept() const {
        return std::size_t(std::min<std::uint64_t>(bytes_ / bytes_while_counting, most_kept)) + 1;
    }

    /// How many pairs fit, in all stages from the lists of pieces to the answer.
    static std::uint64_t fitting(std::uint64_t bytes) { return bytes / bytes_of_pair; }

    /// So many pairs more are in the list of a piece. Any thread.
    void take(std::size_t pairs) {
        if (taken_.fetch_add(pairs, std::memory_order_relaxed) + pairs > fitting(bytes_)) throw TooManyPairs();
    }

private:
    // A pair takes 12 bytes in the list of its piece (24 while that grows), 12 in that of all, 12 for sorting, 20 in
    // the answer.
    static constexpr std::uint64_t bytes_of_pair = 80;
    // 16 pieces of a wave with twice the kept pairs each, beside the above.
    static constexpr std::uint64_t bytes_while_counting = 16 * 24 + bytes_of_pair;
    static constexpr std::uint64_t most_kept =
        std::numeric_limits<std::size_t>::max() / 4;  // twice as many can be said

    std::uint64_t bytes_;
    std::atomic<std::uint64_t> taken_ = 0;
    bool counting_ = false;
};

}  // namespace pliant::frame
