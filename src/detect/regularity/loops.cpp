#include "detect/regularity/loops.hpp"

#include <algorithm>

namespace pliant::regularity {

bool Loops::advance(const frame::Bodies& bodies, std::uint64_t work) {
    while (at_ < loops_.size()) {
        Step& step = loops_[at_];
        if (!begun_) {
            count_ = step.loop.begin(bodies);
            item_ = 0;
            begun_ = true;
        }
        if (item_ < count_) {
            if (work == 0) return false;
            const std::uint64_t affordable = std::max<std::uint64_t>(1, work / step.loop.cost);
            const std::size_t items = static_cast<std::size_t>(std::min<std::uint64_t>(count_ - item_, affordable));
            step.loop.run(bodies, item_, item_ + items);
            item_ += items;
            work -= std::min<std::uint64_t>(work, items * step.loop.cost);
            if (item_ < count_) return false;
        }
        begun_ = false;
        at_ = step.again && step.again() ? step.back_to : at_ + 1;
    }
    return true;
}

}  // namespace pliant::regularity
