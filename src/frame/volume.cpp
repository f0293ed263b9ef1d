#include "frame/volume.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

namespace pliant::frame {

void Volume::know_boundary(const Body& body) {
    if (knows_boundary_) return;
    boundary_.build(tetrahedra_, gone_, body.positions.size(), body.triangles);
    knows_boundary_ = true;
}

void Volume::begin_change(std::size_t changes) {
    before_.clear();
    count_before_ = tetrahedra_.size();
    before_.reserve(changes);
}

/// Before it changes.
void Volume::note(std::uint32_t number) { before_.emplace_back(number, tetrahedra_[number]); }

std::vector<std::uint32_t> Volume::insert(std::span<const Tetrahedron> tetrahedra, const Body& body) {
    begin_change(tetrahedra.size());
    if (tetrahedra_.size() + tetrahedra.size() > std::numeric_limits<std::uint32_t>::max() / 4)
        throw std::length_error("pliant: more than 2^30 tetrahedra in a body");
    know_boundary(body);
    std::vector<std::uint32_t> numbers;
    numbers.reserve(tetrahedra.size());
    for (const Tetrahedron& t : tetrahedra) {
        if (free_.empty()) {
            numbers.push_back(static_cast<std::uint32_t>(tetrahedra_.size()));
            tetrahedra_.push_back(t);
            gone_.push_back(0);
        } else {
            std::pop_heap(free_.begin(), free_.end(), std::greater<>());
            numbers.push_back(free_.back());
            note(free_.back());
            free_.pop_back();
            tetrahedra_[numbers.back()] = t;
            gone_[numbers.back()] = 0;
        }
        boundary_.insert(numbers.back(), t, tetrahedra_);
    }
    return numbers;
}

void Volume::remove(std::span<const std::uint32_t> numbers, const Body& body) {
    begin_change(numbers.size());
    std::vector<std::uint32_t> sorted(numbers.begin(), numbers.end());
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const bool there = sorted[i] < tetrahedra_.size() && gone_[sorted[i]] == 0;
        if (there && (i == 0 || sorted[i - 1] != sorted[i])) continue;
        throw std::out_of_range("pliant: no tetrahedron " + std::to_string(sorted[i]) + " in body " +
                                std::to_string(static_cast<std::uint32_t>(body.id)));
    }
    know_boundary(body);
    for (const std::uint32_t number : sorted) {
        boundary_.remove(number, tetrahedra_[number], tetrahedra_);
        note(number);
        tetrahedra_[number] = no_tetrahedron;
        gone_[number] = 1;
        free_.push_back(number);
        std::push_heap(free_.begin(), free_.end(), std::greater<>());
    }
}

void Volume::undo() noexcept {
    tetrahedra_.resize(count_before_);
    gone_.resize(count_before_);
    for (const auto& [number, tetrahedron] : before_) {
        tetrahedra_[number] = tetrahedron;
        gone_[number] = tetrahedron == no_tetrahedron ? 1 : 0;
    }
    before_.clear();
    free_.clear();  // there is room: as many were there before
    for (std::uint32_t number = 0; number < count_before_; ++number) {
        if (gone_[number] != 0) free_.push_back(number);  // ascending: a heap
    }
    knows_boundary_ = false;
}

}  // namespace pliant::frame
