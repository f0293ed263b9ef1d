#include "detect/gjk_cut/binned_boxes.hpp"

#include <algorithm>

namespace pliant::gjk_cut {

void BinnedBoxes::make_room(std::size_t count) {
    const std::size_t room = count + list_padding;
    if (rows_.size() < 6 * room) rows_.resize(6 * room);
    if (bin_of_.size() < room) {  // grows last: exception safe
        numbers_.resize(room);
        bin_of_.resize(room);
    }
    float* row = rows_.data();
    for (std::size_t k = 0; k < 6; ++k, row += room) ordered_.bound[k] = row;
    ordered_.count = count;
}

void BinnedBoxes::grow_like(const BinnedBoxes& other) {
    if (rows_.size() < other.rows_.size()) rows_.resize(other.rows_.size());
    if (bin_of_.size() < other.bin_of_.size()) {
        numbers_.resize(other.numbers_.size());
        bin_of_.resize(other.bin_of_.size());
    }
}

void BinnedBoxes::order(const BoxRows& boxes, const std::uint32_t* numbers, std::size_t axis) {
    make_room(boxes.count);
    const float *lo = boxes.bound[axis], *hi = boxes.bound[3 + axis];
    float last = lo[0];
    origin_ = lo[0];
    widest_ = 0;
    for (std::size_t i = 0; i < boxes.count; ++i) {
        origin_ = std::min(origin_, lo[i]);
        last = std::max(last, lo[i]);
        widest_ = std::max(widest_, hi[i] - lo[i]);
    }
    const float length = last - origin_;
    per_unit_ = length > 0x1p-60f ? static_cast<float>(bins) / length : 0;
    std::uint32_t next[bins] = {};
    for (std::size_t i = 0; i < boxes.count; ++i) {
        bin_of_[i] = static_cast<std::uint8_t>(bin(lo[i]));
        ++next[bin_of_[i]];
    }
    std::uint32_t before = 0;
    for (std::size_t k = 0; k < bins; ++k) {
        first_[k] = before;
        before += next[k];
        next[k] = first_[k];
    }
    first_[bins] = before;
    for (std::size_t i = 0; i < boxes.count; ++i) {
        const std::size_t place = next[bin_of_[i]]++;
        for (std::size_t k = 0; k < 6; ++k) ordered_.bound[k][place] = boxes.bound[k][i];
        numbers_[place] = numbers[i];
    }
}

}  // namespace pliant::gjk_cut
