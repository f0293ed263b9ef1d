// Triangles that come and go while their body stays, at a cost proportional to their number.
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

#include "frame/bodies.hpp"

namespace pliant::frame {

namespace {

/// Room for some more, without a new allocation for each few.
template <class T>
void make_room(std::vector<T>& values, std::size_t more) {
    const std::size_t wanted = values.size() + more;
    if (values.capacity() < wanted) values.reserve(std::max(wanted, 2 * values.capacity()));
}

[[noreturn]] void no_such_triangle(BodyId body, std::uint32_t number) {
    throw std::out_of_range("pliant: no triangle " + std::to_string(number) + " in body " +
                            std::to_string(static_cast<std::uint32_t>(body)));
}

}  // namespace

void Bodies::insert(BodyId id, std::span<const Triangle> triangles, std::vector<std::uint32_t>& numbers) {
    Body& changed = body(id);
    numbers.clear();
    numbers.reserve(triangles.size());
    make_room(changed.triangles, triangles.size());
    make_room(changed.gone, triangles.size());
    if (changed.triangles.size() + triangles.size() > changed.free.size() + changed.triangle_places) {
        changed.grows = true;
        laid_ = false;
    }
    for (const Triangle& triangle : triangles) {
        auto number = static_cast<std::uint32_t>(changed.triangles.size());
        if (changed.free.empty()) {
            changed.triangles.push_back(no_triangle);
            changed.gone.push_back(1);
        } else {
            std::pop_heap(changed.free.begin(), changed.free.end(), std::greater<>());
            number = changed.free.back();
            changed.free.pop_back();
        }
        set(changed, number, triangle, false);
        numbers.push_back(number);
    }
}

void Bodies::erase(BodyId id, std::span<const std::uint32_t> numbers) {
    Body& changed = body(id);
    make_room(changed.free, numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::uint32_t number = numbers[i];
        if (number < changed.triangles.size() && changed.gone[number] == 0) {
            changed.gone[number] = 1;
            continue;
        }
        for (std::size_t k = 0; k < i; ++k) changed.gone[numbers[k]] = 0;
        no_such_triangle(id, number);
    }
    for (const std::uint32_t number : numbers) {
        set(changed, number, no_triangle, true);
        changed.free.push_back(number);
        std::push_heap(changed.free.begin(), changed.free.end(), std::greater<>());
    }
}

/// In the body and, where the bodies lie end to end already, in the common numbering.
void Bodies::set(Body& changed, std::uint32_t number, const Triangle& triangle, bool gone) {
    changed.triangles[number] = triangle;
    changed.gone[number] = gone ? 1 : 0;
    ++changed.times_remade;
    triangles_changed_ = true;
    if (!laid_) return;
    const std::uint32_t at = changed.first_triangle + number;
    if (there(at) && !usable(at)) --changed.unusable;
    lay(changed, number);
    ++topology_version_;
}

void Bodies::consider(const std::optional<std::span<const TriangleRef>>& only) {
    for (const std::uint32_t t : considered_) state_[t] &= static_cast<std::uint8_t>(~considered_bit);
    considered_.clear();
    considers_all_ = !only.has_value();
    if (considers_all_) return;
    considered_.reserve(only->size());
    for (const TriangleRef& ref : *only) {
        const Body& of = at(ref.body);
        if (ref.triangle >= of.triangles.size() || of.gone[ref.triangle] != 0) {
            no_such_triangle(ref.body, ref.triangle);
        }
        std::uint8_t& state = state_[of.first_triangle + ref.triangle];
        if ((state & considered_bit) == 0) considered_.push_back(of.first_triangle + ref.triangle);
        state |= considered_bit;
    }
    std::sort(considered_.begin(), considered_.end());
}

}  // namespace pliant::frame
