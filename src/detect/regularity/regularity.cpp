#include "detect/regularity/regularity.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/rim.hpp"
#include "detect/regularity/strips.hpp"

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;

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
    leaf_boxes_.assign(leaves, broad_phase::BoxBlock::empty());  // blocks beyond a leaf's last one stay so
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) lay_out_leaf(bodies, leaf);
    order_ = order_by_vertices(corners_, bodies.vertex_count());
    lay_out_strips(bodies, edges);
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

/// Within a run, leaves are sorted by the length of their strips.
void Regularity::lay_out_strips(const Bodies& bodies, const EdgeGraph& edges) {
    StripMaker maker(bodies, edges, hierarchy_);
    std::vector<LeafStrips> strips;
    std::vector<Rim> rims;
    strip_table_.clear();
    ordered_regions_.clear();
    for (const LeafRun& run : order_.runs) {
        const std::span leaves = std::span(order_.leaves).subspan(run.begin, run.end - run.begin);
        strips.resize(leaves.size());
        for (std::size_t i = 0; i < leaves.size(); ++i) maker.make(leaves[i], strips[i]);
        std::stable_sort(strips.begin(), strips.end(),
                         [](const LeafStrips& p, const LeafStrips& q) { return p.windows < q.windows; });
        rims.clear();
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            leaves[i] = strips[i].leaf;
            ordered_regions_.push_back(hierarchy_.leaf_region[leaves[i]]);
            rims.push_back(rim_of(bodies, contours_.loops(ordered_regions_.back()), strips[i].vertices.front()));
        }
        strip_table_.add(strips, rims);
    }
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
    const auto started = narrow_phase::Clock::now();
    start(bodies, options);
    traverse(bodies, options, workers, answer.report);
    fit_visited_leaves(bodies, workers);
    prepare_neighbours(bodies, options, answer.report);
    test_leaf_pairs(bodies, options, workers, started, answer.report);
    frame::collect_flaws(bodies, unsound_, answer.report.set_aside);
    narrow_phase::write_answer(bodies, found_, options.budget, answer);
}

}  // namespace pliant::regularity
