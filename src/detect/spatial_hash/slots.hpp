// Usable tetrahedra in blocks of eight (SoA), spatial neighbours together; blocks in groups of up to four.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/tetrahedron_blocks.hpp"
#include "frame/bodies.hpp"
#include "frame/tetrahedra.hpp"
#include "simd/vertices.hpp"

namespace pliant::spatial_hash {

class Slots {
public:
    /// Orders the tetrahedra of each body so that those of a block lie together. Needs positions.
    void build(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);

    [[nodiscard]] std::span<const broad_phase::TetrahedronBlock> blocks() const { return blocks_; }
    /// The last block of a body may hold fewer than eight tetrahedra; the other lanes repeat one of them.
    [[nodiscard]] broad_phase::GroupedBlocks grouped() const {
        return {blocks_.data(), filled_.data(), groups_.data(), own_.data()};
    }
    [[nodiscard]] std::size_t groups() const { return groups_.size() - 1; }
    /// Valid until the next build.
    [[nodiscard]] const broad_phase::SlottedTetrahedra& view() const { return view_; }
    [[nodiscard]] bool filled(std::uint32_t slot) const { return tetrahedron_[slot] != nothing; }
    /// Of slots, filled or not.
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(tetrahedron_.size()); }
    [[nodiscard]] std::uint32_t tetrahedron(std::uint32_t slot) const { return tetrahedron_[slot]; }

    /// Mean length of the edges of some tetrahedra, evenly chosen, as the cell size of [Teschner2003, 4.3], without
    /// those far larger than most; 0 where none has finite corners.
    [[nodiscard]] double mean_edge(const simd::FloatVertex* vertices) const;

private:
    void order(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, std::vector<std::uint32_t>& groups);
    void fill_blocks(const frame::Tetrahedra& tetrahedra);
    void form_groups(std::span<const std::uint32_t> numbers_of_blocks);
    bool add_group(std::uint32_t first_block, std::uint32_t blocks, std::uint32_t tries);

    static constexpr std::uint32_t nothing = 0xffffffffu;
    std::vector<broad_phase::TetrahedronBlock> blocks_;
    std::vector<std::uint8_t> filled_;
    std::vector<broad_phase::BlockGroup> groups_{{0, 0, 0}};
    std::vector<broad_phase::OwnVertex> own_;  // by group
    std::vector<std::uint32_t> tetrahedron_;
    std::vector<std::uint32_t> first_slot_;  // by index of body; one more
    broad_phase::SlottedTetrahedra view_;
};

}  // namespace pliant::spatial_hash
