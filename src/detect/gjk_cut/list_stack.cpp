#include "detect/gjk_cut/list_stack.hpp"

#include <algorithm>

namespace pliant::gjk_cut {

List ListStack::push(std::size_t count) {
    const List list{this, top_, 0, {}};
    top_ += (count + list_padding - 1) / list_padding * list_padding + list_padding;
    if (top_ > capacity()) reserve(std::max(top_, 2 * capacity()));
    return list;
}

TriangleList ListStack::view(const List& list) {
    TriangleList view;
    for (std::size_t row = 0; row < corner_.size(); ++row) view.corner[row] = corner_[row].data() + list.first;
    view.number = number_.data() + list.first;
    view.count = list.count;
    return view;
}

void ListStack::reserve(std::size_t capacity) {
    if (capacity <= number_.size()) return;
    for (std::vector<float>& row : corner_) row.resize(capacity);
    number_.resize(capacity);
}

}  // namespace pliant::gjk_cut
