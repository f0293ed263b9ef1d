// A tree over the triangles of a surface for closest points: its parts lie within disks, flat cylinders across the mean
// normal. Far from a wall that no axis is normal to, a disk bounds the distance far better than a box does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/block_order.hpp"
#include "broad_phase/blocks.hpp"
#include "parallel/parallel.hpp"
#include "surfaces/surface_of_body.hpp"

namespace pliant::depth_layers {

using surfaces::Corners;
using surfaces::LocalSurface;

/// Eight parts, each within `radius` of the axis through its centre and within `height` of the plane across it, both
/// rounded up by more than floats lose within the frame of a surface. An empty one is infinitely far from everything.
struct alignas(64) DiskBlock {
    float centre[3][broad_phase::block_size];
    float normal[3][broad_phase::block_size];
    float radius[broad_phase::block_size];
    float height[broad_phase::block_size];
};

/// Eight triangles, rounded to floats. What the last block lacks repeats its first one.
struct alignas(64) CornersBlock {
    float corner[3][3][broad_phase::block_size];  // by corner and axis
};

class DiskTree {
public:
    /// Of all triangles but points and those with a coordinate that is not finite. `surface` is in a local frame.
    void build(const LocalSurface& surface, parallel::Workers& workers);

    [[nodiscard]] bool empty() const { return triangles_.empty(); }
    /// By slot of the lowest blocks; whole blocks.
    [[nodiscard]] const std::uint32_t* triangles() const { return triangles_.data(); }
    [[nodiscard]] const CornersBlock* corners() const { return corners_.data(); }
    /// Disks around blocks of triangles are at level 0, those around blocks of disks above.
    [[nodiscard]] std::size_t height() const { return height_; }
    [[nodiscard]] const DiskBlock* level(std::size_t i) const { return levels_[i].data(); }

private:
    void order(const LocalSurface& surface, parallel::Workers& workers);

    std::vector<broad_phase::PlacedItem> items_;
    std::vector<std::uint32_t> triangles_;
    std::vector<CornersBlock> corners_;
    std::vector<std::vector<DiskBlock>> levels_;  // of which `height_` are used
    std::size_t height_ = 0;
};

}  // namespace pliant::depth_layers
