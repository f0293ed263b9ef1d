// One piece of work of the recursive check, and the memory that a thread needs for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/gjk_cut/binned_boxes.hpp"
#include "detect/gjk_cut/combined_gjk.hpp"
#include "detect/gjk_cut/list_stack.hpp"

namespace pliant::gjk_cut {

/// Two lists to check against each other, or one within itself (then b is not used).
struct Job {
    List a, b;
    Margins margins;
    bool one_body = false;  // triangles may share vertices
    bool within = false;

    [[nodiscard]] std::size_t triangles() const { return a.count + (within ? 0 : b.count); }
};

/// Memory of one job at a time.
struct Workspace {
    ListStack lists;
    CombinedGjk::Scratch dots;
    std::vector<float> rows;  // boxes of two lists
    std::vector<broad_phase::Pair> pairs, neighbours;
    std::vector<float> sample;
    std::vector<std::uint64_t> marks;
    std::vector<std::uint32_t> numbers;
    BinnedBoxes bins;
    std::vector<Stretch> stretches;

    /// At least the memory of another: what one worker needed once, any of them may need in the next frame.
    void grow_like(const Workspace& other);
};

}  // namespace pliant::gjk_cut
