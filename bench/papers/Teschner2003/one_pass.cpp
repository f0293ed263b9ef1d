#include "papers/Teschner2003/one_pass.hpp"

#include <algorithm>
#include <array>

namespace pliant::teschner2003 {

using broad_phase::block_size;
using spatial_hash::FloatBox;

namespace {

// A box in more cells than this lies in larger ones.
constexpr double too_many_cells = 4096;

/// The cell asked for, enlarged where a box would cover too many.
float cell_for(const FloatBox& box, float asked) {
    float cell = asked;
    const auto cells = [&] { return spatial_hash::CellRange(box, spatial_hash::inverse_of_cell(cell)).number(); };
    while (cell < 0x1p124f && cells() > too_many_cells) cell *= 4;
    return cell;
}

Tetrahedron corners_of(std::span<const broad_phase::TetrahedronBlock> blocks, std::uint32_t slot) {
    const broad_phase::TetrahedronBlock& block = blocks[slot / block_size];
    const std::size_t lane = slot % block_size;
    return {block.vertex[0][lane], block.vertex[1][lane], block.vertex[2][lane], block.vertex[3][lane]};
}

}  // namespace

void OnePass::build(const spatial_hash::Slots& slots, const spatial_hash::FloatVertices& vertices, double cell_size,
                    std::uint32_t buckets) {
    blocks_ = slots.blocks();
    vertices_ = vertices.data();
    slot_count_ = slots.count();
    const std::span<const std::uint32_t> present = vertices.present();
    std::uint32_t vertex_count = present.empty() ? 0 : present.back() + 1;
    for (std::uint32_t slot = 0; slot < slot_count_; ++slot) {
        for (const std::uint32_t v : corners_of(blocks_, slot)) vertex_count = std::max(vertex_count, v + 1);
    }
    present_.assign(vertex_count, 0);
    covered_.assign(vertex_count, 0);
    boxes_.clear();
    loose_.clear();
    for (std::uint32_t slot = 0; slot < slot_count_; ++slot) {
        const Tetrahedron corners = corners_of(blocks_, slot);
        boxes_.push_back(spatial_hash::box_of(vertices_, corners));
        if (!spatial_hash::finite(boxes_.back())) continue;
        for (const std::uint32_t v : corners) covered_[v] = 1;
    }
    for (const std::uint32_t v : present) {
        present_[v] = 1;
        if (covered_[v] != 0) continue;
        loose_.push_back(v);
        boxes_.push_back(spatial_hash::box_of(vertices_, std::array{v}));
    }
    const auto asked = static_cast<float>(std::clamp(cell_size, 1e-37, 1e37));
    grid_.build(
        boxes_, [&](const FloatBox& box) { return cell_for(box, asked); }, buckets);
}

void OnePass::find(std::uint32_t slot, std::vector<std::uint32_t>& near, spatial_hash::Sweep& out) const {
    const FloatBox& box = boxes_[slot];
    if (!spatial_hash::finite(box)) return;
    near.clear();
    out.box_tests += grid_.each_overlapping(box, [&](std::uint32_t i) {
        if (i >= slot_count_) {
            add_vertex(slot, loose_[i - slot_count_], near);
            return;
        }
        for (const std::uint32_t v : corners_of(blocks_, i)) add_vertex(slot, v, near);
    });
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const std::uint32_t v : near) out.candidates.add(slot, v);
}

void OnePass::add_vertex(std::uint32_t slot, std::uint32_t vertex, std::vector<std::uint32_t>& near) const {
    const Tetrahedron own = corners_of(blocks_, slot);
    if (present_[vertex] == 0 || !spatial_hash::holds(boxes_[slot], vertices_[vertex])) return;
    if (std::find(own.begin(), own.end(), vertex) == own.end()) near.push_back(vertex);
}

}  // namespace pliant::teschner2003
