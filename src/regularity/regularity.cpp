#include "regularity/regularity.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace pliant::regularity {

using bodies::Bodies;
using simd::block_size;
using simd::blocks_per_leaf;

// ---- update

void Regularity::update(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    if (topology_version_ != bodies.topology_version()) {
        build(bodies);
        report.rebuilt = true;
    }
    update_leaves(bodies, workers);
    unite_upwards();
    mark_set_aside(bodies);
    // Last: what throws before leaves it to be done again.
    for (std::size_t i = 0; i < fitted_version_.size(); ++i) fitted_version_[i] = bodies.all()[i].version;
}

void Regularity::build(const Bodies& bodies) {
    const EdgeGraph edges = edge_graph(bodies);
    hierarchy_ = group(bodies, edges);
    contours_.build(bodies, edges, hierarchy_);
    fitted_version_.assign(bodies.all().size(), 0);
    followed_reading_ = 0;

    const std::size_t leaves = hierarchy_.leaf_size.size();
    corners_.resize(leaves * blocks_per_leaf);
    leaf_shapes_.clear();
    narrow_slots_.clear();
    wide_slots_.clear();
    strip_turns_.clear();
    suspicious_.assign(leaves, 0);
    bounds_.resize(hierarchy_.regions.size());
    list_forks();
    list_parents();
    unsound_of_leaf_.assign(leaves, {});
    visited_leaves_.clear();
    leaf_visited_.assign(leaves, 0);
    grid_boxes_.resize(leaves * blocks_per_leaf);
    leaf_grid_boxes_.resize(leaves);
    boxes_.resize(leaves * blocks_per_leaf);
    leaf_boxes_.assign(leaves, simd::BoxBlock::empty());  // blocks beyond a leaf's last one stay so
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) lay_out_leaf(bodies, leaf);
    order_ = order_by_vertices(corners_, bodies.vertex_count());
    ordered_regions_.clear();
    for (const std::uint32_t leaf : order_.leaves) ordered_regions_.push_back(hierarchy_.leaf_region[leaf]);
    StripMaker strips(bodies, edges, hierarchy_);
    for (const std::uint32_t leaf : order_.leaves) add_strips(strips, leaf);
    list_neighbours(bodies);
    leaf_vertices_.build(corners_);
    calm_built_ = false;
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
}

void Regularity::list_forks() {
    forks_.clear();
    for (std::uint32_t i = 0; i < hierarchy_.regions.size(); ++i) {
        const Region& region = hierarchy_.regions[i];
        const bool leaf = region.is_leaf();
        forks_.push_back({leaf ? i : region.left, leaf ? i : region.right, region.leaves()});
    }
}

void Regularity::list_parents() {
    parents_.clear();
    for (auto i = static_cast<std::uint32_t>(hierarchy_.regions.size()); i-- > 0;) {
        const Region& region = hierarchy_.regions[i];
        if (!region.is_leaf()) parents_.push_back({i, region.left, region.right});
    }
}

void Regularity::lay_out_leaf(const Bodies& bodies, std::uint32_t leaf) {
    const std::uint32_t size = hierarchy_.leaf_size[leaf];
    for (std::uint32_t k = 0; k < leaf_capacity; ++k) {
        // Places beyond the last triangle repeat it: no bound changes.
        const std::uint32_t t = hierarchy_.triangles[leaf * leaf_capacity + std::min(k, size - 1)];
        for (std::size_t corner = 0; corner < 3; ++corner) {
            corners_[leaf * blocks_per_leaf + k / block_size].vertex[corner][k % block_size] =
                bodies.triangles()[t][corner];
        }
    }
}

void Regularity::add_strips(StripMaker& maker, std::uint32_t leaf) {
    LeafStrips strips;
    maker.make(leaf, strips);
    const auto [least, most] = std::minmax_element(strips.vertices.begin(), strips.vertices.end());
    if (*most - *least > std::numeric_limits<std::uint32_t>::max() / 2) {
        throw std::length_error("pliant: the vertices of neighbouring triangles have numbers more than 2^31 apart");
    }
    simd::LeafShape shape{};
    shape.narrow = *most - *least <= std::numeric_limits<std::uint16_t>::max() / 2;
    shape.first_slot = shape.narrow ? narrow_slots_.size() : wide_slots_.size();
    shape.first_turn = strip_turns_.size();
    shape.first_vertex = *least;
    shape.windows = static_cast<std::uint16_t>(strips.windows);
    shape.triangles = static_cast<std::uint8_t>(hierarchy_.leaf_size[leaf]);
    for (const std::uint32_t vertex : strips.vertices) {
        const std::uint32_t slot = 2 * (vertex - shape.first_vertex);
        if (shape.narrow) {
            narrow_slots_.push_back(static_cast<std::uint16_t>(slot));
        } else {
            wide_slots_.push_back(slot);
        }
    }
    strip_turns_.insert(strip_turns_.end(), strips.turns.begin(), strips.turns.end());
    leaf_shapes_.push_back(shape);
}

void Regularity::list_neighbours(const Bodies& bodies) {
    std::vector<std::uint8_t> slots(corners_.size(), 0);
    for (std::size_t slot = 0; slot < hierarchy_.triangles.size(); ++slot) {
        const unsigned bit = hierarchy_.triangles[slot] != none ? 1 : 0;
        slots[slot / block_size] |= static_cast<std::uint8_t>(bit << slot % block_size);
    }
    block_neighbours_.build(corners_, slots, bodies.vertex_count());
}

// ---- find

void Regularity::find(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                      Answer<TrianglePair>& answer) {
    const auto started = bodies::Clock::now();
    start(bodies, options);
    traverse(bodies, options, workers, answer.report);
    fit_visited_leaves(bodies, workers);
    prepare_neighbours(bodies, options, answer.report);
    test_leaf_pairs(bodies, options, workers, started, answer.report);
    bodies::collect_flaws(bodies, unsound_, answer.report.set_aside);
    bodies::write_answer(bodies, found_, options.budget, answer);
}

}  // namespace pliant::regularity
