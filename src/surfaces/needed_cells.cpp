#include "surfaces/needed_cells.hpp"

namespace pliant::surfaces {

bool NeededCells::find(const CellImage& image, const CellImage* other) {
    image_ = &image;
    const std::span<const CellImage::Cells> cells = image.cells();
    needed_.resize(cells.size());
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::uint64_t there =
            other != nullptr ? other->cells()[i].surface | other->cells()[i].inside : ~std::uint64_t{0};
        needed_[i] = cells[i].surface & there;
        any |= needed_[i];
    }
    wished_ = needed_;
    if (other != nullptr && any != 0) extend_runs(needed_, wished_);
    in_runs_ = wished_;
    if (other != nullptr && any != 0) extend_runs(wished_, in_runs_);
    return any != 0;
}

void NeededCells::extend_runs(const Bits& from, Bits& to) const {
    extend_along_columns(from, to);
    const std::uint32_t columns = image_->layout().columns, words = image_->layout().words;
    for (std::uint32_t i = 0; i < columns; ++i) {
        for (std::uint32_t w = 0; w < words; ++w) {
            extend_across(from, words, i * columns * words + w, to);
            extend_across(from, columns * words, i * words + w, to);
        }
    }
}

void NeededCells::extend_along_columns(const Bits& from, Bits& to) const {
    const std::span<const CellImage::Cells> cells = image_->cells();
    const std::uint32_t words = image_->layout().words;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {  // up: addition carries through the ones above a set bit
        if (i % words == 0) carry = 0;
        const std::uint64_t surface = cells[i].surface, start = (from[i] | carry) & surface;
        to[i] |= start | (((surface + start) ^ surface) & surface);
        carry = to[i] >> 63;
    }
    for (std::size_t i = cells.size(); i-- > 0;) {  // down
        if ((i + 1) % words == 0) carry = 0;
        std::uint64_t reached = to[i] | (carry << 63 & cells[i].surface);
        for (std::uint64_t more = ~std::uint64_t{0}; more != 0; reached |= more) {
            more = reached >> 1 & cells[i].surface & ~reached;
        }
        to[i] = reached;
        carry = reached & 1;
    }
}

/// 64 runs at once: bitwise over words one stride apart.
void NeededCells::extend_across(const Bits& from, std::uint32_t stride, std::uint32_t first, Bits& to) const {
    const std::span<const CellImage::Cells> cells = image_->cells();
    const std::uint32_t columns = image_->layout().columns;
    std::uint64_t before = 0;
    for (std::uint32_t i = 0, at = first; i < columns; ++i, at += stride) {
        before = (before | from[at]) & cells[at].surface;
        to[at] |= before;
    }
    before = 0;
    for (std::uint32_t i = columns, at = first + columns * stride; i-- > 0;) {
        at -= stride;
        before = (before | from[at]) & cells[at].surface;
        to[at] |= before;
    }
}

}  // namespace pliant::surfaces
