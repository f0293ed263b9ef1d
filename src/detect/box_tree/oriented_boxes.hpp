// Boxes along axes of their own [Gottschalk1996] around the blocks of a pyramid. Slivers that lie obliquely have boxes
// that overlap nearly all of one another; those along their own axes tell them apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "broad_phase/box_levels.hpp"
#include "frame/bodies.hpp"
#include "numeric/vec.hpp"
#include "parallel/parallel.hpp"

namespace pliant::box_tree {

/// The points centre + s0 axis[0] + s1 axis[1] + s2 axis[2] with |s[i]| <= half[i]; nothing where half[0] < 0. Axes are
/// nearly orthonormal.
struct OrientedBox {
    Vec3 centre, axis[3];
    double half[3] = {-1, -1, -1};

    [[nodiscard]] bool empty() const { return half[0] < 0; }
};

/// Whether a plane certainly separates the two: across one of their axes, or of the edges that both are longest along.
/// Where a number is NaN there is none.
bool separated(const OrientedBox& a, const OrientedBox& b);

/// One for each block of each level of a pyramid.
class OrientedBoxes {
public:
    /// New boxes for new positions. Triangles whose box in `levels` is empty do not count.
    void fit(const frame::Bodies& bodies, const std::vector<broad_phase::CornerBlock>& corners,
             const broad_phase::BoxLevels& levels, parallel::Workers& workers);
    /// How much smaller they would be than the boxes along the coordinate axes: the ratio of areas, of some blocks.
    [[nodiscard]] static double shrinkage(const frame::Bodies& bodies,
                                          const std::vector<broad_phase::CornerBlock>& corners,
                                          const broad_phase::BoxLevels& levels);
    void clear() { levels_.clear(); }
    [[nodiscard]] bool empty() const { return levels_.empty(); }
    [[nodiscard]] const OrientedBox* level(std::size_t i) const { return levels_[i].data(); }

private:
    std::vector<std::vector<OrientedBox>> levels_;
};

/// The vertex that all triangles of a block share, as those of a fan do; none where there is no such vertex. Of all
/// blocks of a level, and of those above.
class SharedVertices {
public:
    static constexpr std::uint32_t none = 0xffffffff;
    /// Once per topology.
    void build(const std::vector<broad_phase::CornerBlock>& corners, std::size_t height);
    [[nodiscard]] std::uint32_t of(std::size_t level, std::uint32_t block) const { return levels_[level][block]; }

private:
    std::vector<std::vector<std::uint32_t>> levels_;
};

}  // namespace pliant::box_tree
