// A long computation as loops one after the other, so that a part of it can be done in each frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "frame/bodies.hpp"

namespace pliant::regularity {

/// What is done is counted in work, never by the clock: the same parts on every run.
class Loops {
public:
    struct Loop {
        std::uint32_t cost;  // of an item: about a nanosecond each
        /// Makes room, and says how many items there are, once the loops before have ended.
        std::function<std::size_t(const frame::Bodies&)> begin;
        /// Items [first, last), in ascending order from call to call.
        std::function<void(const frame::Bodies&, std::size_t first, std::size_t last)> run;
    };

    void add(Loop loop) { loops_.push_back({std::move(loop), {}, 0}); }
    /// Number of the loop that is added next.
    [[nodiscard]] std::size_t next() const { return loops_.size(); }
    /// After the loop added last: back to loop `first` as long as `again` says so.
    void repeat_from(std::size_t first, std::function<bool()> again) {
        loops_.back().again = std::move(again);
        loops_.back().back_to = first;
    }

    /// Does so much work, an item more at most. True once all is done.
    bool advance(const frame::Bodies& bodies, std::uint64_t work);
    void run_to_end(const frame::Bodies& bodies) {
        while (!advance(bodies, std::uint64_t{1} << 40)) continue;
    }
    /// Whether the first `loops` have ended.
    [[nodiscard]] bool past(std::size_t loops) const { return at_ >= loops; }

private:
    struct Step {
        Loop loop;
        std::function<bool()> again;
        std::size_t back_to;
    };

    std::vector<Step> loops_;
    std::size_t at_ = 0, item_ = 0, count_ = 0;
    bool begun_ = false;
};

}  // namespace pliant::regularity
