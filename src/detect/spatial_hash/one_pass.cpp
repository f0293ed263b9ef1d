#include "detect/spatial_hash/one_pass.hpp"
#include "broad_phase/blocks.hpp"

#include <algorithm>
#include <array>

namespace pliant::spatial_hash {

using broad_phase::block_size;

namespace {

Tetrahedron corners_of(std::span<const broad_phase::TetrahedronBlock> blocks, std::uint32_t slot) {
    const broad_phase::TetrahedronBlock& block = blocks[slot / block_size];
    const std::size_t lane = slot % block_size;
    return {block.vertex[0][lane], block.vertex[1][lane], block.vertex[2][lane], block.vertex[3][lane]};
}

}  // namespace

void OnePass::build(const Slots& slots, const simd::FloatVertex* vertices, std::size_t vertex_count,
                    std::span<const std::uint32_t> present, double cell_size, std::uint32_t buckets) {
    blocks_ = slots.blocks();
    vertices_ = vertices;
    slot_count_ = slots.count();
    present_.assign(vertex_count, 0);
    covered_.assign(vertex_count, 0);
    boxes_.clear();
    loose_.clear();
    for (std::uint32_t slot = 0; slot < slot_count_; ++slot) {
        const Tetrahedron corners = corners_of(blocks_, slot);
        boxes_.push_back(box_of(vertices, corners));
        if (!boxes_.back().finite()) continue;
        for (const std::uint32_t v : corners) covered_[v] = 1;
    }
    for (const std::uint32_t v : present) {
        present_[v] = 1;
        if (covered_[v] != 0) continue;
        loose_.push_back(v);
        boxes_.push_back(box_of(vertices, std::array{v}));
    }
    grid_.build(boxes_, static_cast<float>(std::clamp(cell_size, 1e-37, 1e37)), buckets);
}

void OnePass::find(std::uint32_t slot, std::vector<std::uint32_t>& near, Sweep& out) const {
    const FloatBox& box = boxes_[slot];
    if (!box.finite()) return;
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
    if (present_[vertex] == 0 || !boxes_[slot].holds(vertices_[vertex])) return;
    if (std::find(own.begin(), own.end(), vertex) == own.end()) near.push_back(vertex);
}

}  // namespace pliant::spatial_hash
