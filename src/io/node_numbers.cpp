#include "io/node_numbers.hpp"

#include <algorithm>

namespace pliant::io {

namespace {

template <class Place>
void replace_all(Mesh& mesh, const Place& place_of) {
    for (Triangle& triangle : mesh.triangles) {
        for (std::uint32_t& vertex : triangle) vertex = place_of(vertex);
    }
    for (Tetrahedron& tetrahedron : mesh.tetrahedra) {
        for (std::uint32_t& vertex : tetrahedron) vertex = place_of(vertex);
    }
}

using NumberAndPlace = std::pair<std::uint32_t, std::uint32_t>;

std::vector<NumberAndPlace> sorted_by_number(const std::vector<std::uint32_t>& numbers) {
    std::vector<NumberAndPlace> sorted;
    sorted.reserve(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) sorted.emplace_back(numbers[i], std::uint32_t(i));
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

}  // namespace

bool NodeNumbers::consecutive() const {
    for (std::size_t i = 1; i < numbers_.size(); ++i) {
        if (numbers_[i - 1] == no_vertex || numbers_[i] != numbers_[i - 1] + 1) return false;
    }
    return numbers_.empty() || numbers_.back() != no_vertex;
}

void NodeNumbers::resolve(Mesh& mesh) const {
    if (consecutive()) {
        const std::uint32_t first = numbers_.empty() ? 0 : numbers_.front();
        const std::uint32_t count = std::uint32_t(numbers_.size());
        return replace_all(mesh,
                           [=](std::uint32_t v) { return v - first < count && v >= first ? v - first : no_vertex; });
    }
    const std::vector<NumberAndPlace> sorted = sorted_by_number(numbers_);
    replace_all(mesh, [&](std::uint32_t v) {
        const auto found = std::lower_bound(sorted.begin(), sorted.end(), NumberAndPlace(v, 0));
        return v != no_vertex && found != sorted.end() && found->first == v ? found->second : no_vertex;
    });
}

}  // namespace pliant::io
