// Sort and sweep along x: which of some boxes overlap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "numeric/box.hpp"

namespace pliant::broad_phase {

/// Boxes with ids. The memory survives `clear`: once warm, nothing is allocated.
template <class Number>
class Sweep {
public:
    void clear() { boxes_.clear(); }

    /// An empty box meets nothing and is left out. No bound is NaN.
    void add(const Box<Number>& box, std::uint32_t id) {
        if (box.lo[0] <= box.hi[0]) boxes_.push_back({box, id});
    }

    /// visit(a, b) for the ids a < b of every two boxes that overlap. The order depends on the boxes and ids alone.
    template <class Visit>
    void for_each_overlap(const Visit& visit) {
        std::sort(boxes_.begin(), boxes_.end(), [](const Entry& p, const Entry& q) {
            return p.box.lo[0] != q.box.lo[0] ? p.box.lo[0] < q.box.lo[0] : p.id < q.id;
        });
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            const Entry& p = boxes_[i];
            for (std::size_t k = i + 1; k < boxes_.size() && boxes_[k].box.lo[0] <= p.box.hi[0]; ++k) {
                const Entry& q = boxes_[k];
                if (overlap(p.box, q.box)) visit(std::min(p.id, q.id), std::max(p.id, q.id));
            }
        }
    }

    /// The same, appended to `out`.
    void find(std::vector<Pair>& out) {
        for_each_overlap([&](std::uint32_t a, std::uint32_t b) { out.push_back({a, b}); });
    }

private:
    struct Entry {
        Box<Number> box;
        std::uint32_t id;
    };

    std::vector<Entry> boxes_;
};

}  // namespace pliant::broad_phase
