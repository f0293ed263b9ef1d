#include "detect/regularity/strip_table.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace pliant::regularity {

void StripTable::clear() {
    shapes_.clear();
    narrow_slots_.clear();
    wide_slots_.clear();
    turns_.clear();
    contour_samples_.clear();
}

void StripTable::shrink_to_fit() {
    shapes_.shrink_to_fit();
    narrow_slots_.shrink_to_fit();
    wide_slots_.shrink_to_fit();
    turns_.shrink_to_fit();
    contour_samples_.shrink_to_fit();
}

void StripTable::add(std::span<const LeafStrips> leaves, std::span<const ContourSamples> samples) {
    contour_samples_.resize((size() + leaves.size()) * samples_per_leaf);
    lay_out_samples(samples, contour_samples_.data() + size() * samples_per_leaf);
    for (std::size_t i = 0; i < leaves.size(); i += 2) {
        add_pair(leaves.subspan(i, std::min<std::size_t>(2, leaves.size() - i)));
    }
}

/// Interleaves two leaves: strips are padded to one length, turns alternate. The last leaf may be alone.
void StripTable::add_pair(std::span<const LeafStrips> leaves) {
    std::size_t windows = 0;
    for (const LeafStrips& leaf : leaves) windows = std::max<std::size_t>(windows, leaf.windows);
    const std::size_t first_turn = turns_.size();
    turns_.resize(first_turn + turn_stride * windows, 0);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        for (std::size_t window = 0; window < leaves[i].windows; ++window) {
            turns_[first_turn + turn_stride * window + i] = leaves[i].turns[window];
        }
        add_slots(leaves[i], windows, first_turn + i);
    }
}

/// Pads a leaf to strips with this many windows by repeating its last vertices.
void StripTable::add_slots(const LeafStrips& leaf, std::size_t windows, std::size_t first_turn) {
    const auto [least, most] = std::minmax_element(leaf.vertices.begin(), leaf.vertices.end());
    if (*most - *least > std::numeric_limits<std::uint32_t>::max() / 2) {
        throw std::length_error("pliant: the vertices of neighbouring triangles have numbers more than 2^31 apart");
    }
    LeafShape shape{};
    shape.narrow = *most - *least <= std::numeric_limits<std::uint16_t>::max() / 2;
    shape.first_slot = shape.narrow ? narrow_slots_.size() : wide_slots_.size();
    shape.first_turn = first_turn;
    shape.first_vertex = *least;
    shape.windows = static_cast<std::uint16_t>(leaf.windows);
    shape.triangles = static_cast<std::uint8_t>(leaf.triangles);
    for (std::size_t row = 0; row < windows + 2; ++row) {
        const std::size_t own = std::min<std::size_t>(row, leaf.windows + 1) * strips_per_leaf;
        for (std::size_t strip = 0; strip < strips_per_leaf; ++strip) {
            const std::uint32_t slot = 2 * (leaf.vertices[own + strip] - shape.first_vertex);
            if (shape.narrow) {
                narrow_slots_.push_back(static_cast<std::uint16_t>(slot));
            } else {
                wide_slots_.push_back(slot);
            }
        }
    }
    shapes_.push_back(shape);
}

}  // namespace pliant::regularity
