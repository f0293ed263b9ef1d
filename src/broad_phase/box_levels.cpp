#include "broad_phase/box_levels.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "broad_phase/box_overlaps.hpp"

namespace pliant::broad_phase {

namespace {

/// Length of an interval shrunk by a margin at both ends; zero for an empty one.
inline double shrunk(float lo, float hi, double margin) { return std::max(0.0, double(hi) - lo - 2 * margin); }

/// Half the surface of a box of these lengths.
inline double half_area(double x, double y, double z) { return x * y + y * z + z * x; }

}  // namespace

void BoxLevels::build(std::size_t blocks) {
    auto levels = std::move(levels_);  // none while they are made: what finds no memory leaves no level half made
    levels_.clear();
    std::size_t height = 0;
    for (; blocks > 0; blocks = blocks_for(blocks)) {
        if (height == levels.size()) levels.emplace_back();
        levels[height++].assign(blocks, BoxBlock::empty());
        if (blocks == 1) break;
    }
    levels.resize(height);
    levels_ = std::move(levels);
}

void BoxLevels::grow_to(std::size_t height) {
    if (empty()) return;
    while (levels_.size() < height) levels_.emplace_back(1, BoxBlock::empty());
}

void BoxLevels::unite_up() {
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
        unite(levels_[i].data(), 0, levels_[i].size(), levels_[i + 1].data());
    }
}

Box<float> BoxLevels::box() const {
    const BoxBlock& top = levels_.back().front();
    Box<float> box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lo[axis] = *std::min_element(top.lo[axis], top.lo[axis] + block_size);
        box.hi[axis] = *std::max_element(top.hi[axis], top.hi[axis] + block_size);
    }
    return box;
}

double BoxLevels::relative_block_area(double margin) const {
    if (levels_.size() < 2) return 0;
    // A sum for each lane: the compiler vectorises it, and the order of the additions stays.
    double sums[block_size] = {};
    for (const BoxBlock& block : levels_[1]) {
        for (std::size_t lane = 0; lane < block_size; ++lane) {
            sums[lane] += half_area(shrunk(block.lo[0][lane], block.hi[0][lane], margin),
                                    shrunk(block.lo[1][lane], block.hi[1][lane], margin),
                                    shrunk(block.lo[2][lane], block.hi[2][lane], margin));
        }
    }
    const Box<float> all = box();
    const double whole = half_area(shrunk(all.lo[0], all.hi[0], margin), shrunk(all.lo[1], all.hi[1], margin),
                                   shrunk(all.lo[2], all.hi[2], margin));
    return whole > 0 ? std::accumulate(sums, sums + block_size, 0.0) / whole : 0;
}

std::optional<BoxLevels::BadBlock> BoxLevels::first_flaw() const {
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
        for (std::size_t child = 0; child < levels_[i].size(); ++child) {
            const BoxBlock &below = levels_[i][child], &above = levels_[i + 1][block_of(child)];
            for (std::size_t lane = 0; lane < block_size; ++lane) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const bool contained = !(below.lo[axis][lane] <= below.hi[axis][lane]) ||
                                           (above.lo[axis][lane_of(child)] <= below.lo[axis][lane] &&
                                            below.hi[axis][lane] <= above.hi[axis][lane_of(child)]);
                    if (!contained) return BadBlock{i + 1, block_of(child)};
                }
            }
        }
    }
    return std::nullopt;
}

double looseness(double area_now, double area_when_built) {
    if (area_when_built > 0) return area_now / area_when_built;
    // Built while all lay in one place or was set aside: the order says nothing.
    return area_now > 0 ? std::numeric_limits<double>::infinity() : 1;
}

}  // namespace pliant::broad_phase
