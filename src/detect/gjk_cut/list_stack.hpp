// A stack allocator for lists of triangles. Once warm, it allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detect/gjk_cut/triangle_list.hpp"
#include "numeric/box.hpp"

namespace pliant::gjk_cut {

class ListStack;

/// A list and where it lives. It belongs to whoever was given it: cutting it in place disturbs no other.
struct List {
    ListStack* home = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;
    Box<float> box{};  // around it; wider, where it was cut since
};

class ListStack {
public:
    /// An empty list with room for `count` triangles. Invalidates views.
    List push(std::size_t count);

    [[nodiscard]] std::size_t top() const { return top_; }
    void drop_to(std::size_t top) { top_ = top; }

    [[nodiscard]] TriangleList view(const List& list);

    /// The most that was ever in use.
    [[nodiscard]] std::size_t capacity() const { return number_.size(); }
    void reserve(std::size_t capacity);

private:
    std::array<std::vector<float>, 9> corner_;
    std::vector<std::uint32_t> number_;
    std::size_t top_ = 0;
};

inline TriangleList view(const List& list) { return list.home->view(list); }

}  // namespace pliant::gjk_cut
