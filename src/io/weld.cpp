#include <bit>
#include <cstdint>

#include "io/io.hpp"

namespace pliant::io {

namespace {

using Position = std::array<double, 3>;

std::uint64_t hash(const Position& position) {
    std::uint64_t h = 0;
    for (double x : position) {
        // + 0.0 turns -0 into 0. The multipliers are those of MurmurHash3's finaliser, by Austin Appleby.
        h ^= std::bit_cast<std::uint64_t>(x + 0.0);
        h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
        h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
        h ^= h >> 33;
    }
    return h;
}

// Hash table of distinct positions: open addressing, load factor at most 1/2.
class PositionTable {
public:
    explicit PositionTable(const std::vector<Position>& kept, std::size_t capacity)
        : kept_(kept), slots_(std::bit_ceil(2 * capacity + 1), free_slot) {}

    /// The place of an equal position, or `place` where there is none yet. NaN equals nothing, itself included.
    std::uint32_t find_or_insert(const Position& position, std::uint32_t place) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = hash(position) & mask;; i = (i + 1) & mask) {
            if (slots_[i] == free_slot) return slots_[i] = place;
            if (kept_[slots_[i]] == position) return slots_[i];
        }
    }

private:
    static constexpr std::uint32_t free_slot = 0xFFFFFFFFu;
    const std::vector<Position>& kept_;
    std::vector<std::uint32_t> slots_;
};

bool is_number(const Position& position) {
    return position[0] == position[0] && position[1] == position[1] && position[2] == position[2];
}

template <std::size_t size>
void renumber(std::vector<std::array<std::uint32_t, size>>& elements, const std::vector<std::uint32_t>& new_numbers) {
    for (auto& element : elements) {
        // A number out of range stays: there are fewer vertices now, so it stays out of range.
        for (std::uint32_t& vertex : element) {
            if (vertex < new_numbers.size()) vertex = new_numbers[vertex];
        }
    }
}

/// The kept vertex is the first at its position.
std::vector<std::uint32_t> first_with_each_place(const std::vector<std::uint32_t>& places, std::size_t kept) {
    std::vector<std::uint32_t> first;
    first.reserve(kept);
    for (std::uint32_t v = 0; v < places.size(); ++v) {
        if (places[v] == first.size()) first.push_back(v);
    }
    return first;
}

void note_origin(Mesh& mesh, std::vector<std::uint32_t> first) {
    for (std::uint32_t& v : first) v = mesh.vertex_in_file.empty() ? v : mesh.vertex_in_file[v];
    mesh.vertex_in_file = std::move(first);
}

}  // namespace

void weld(Mesh& mesh) {
    mesh.soup = false;
    std::vector<Position> kept;
    kept.reserve(mesh.positions.size());
    std::vector<std::uint32_t> new_numbers;
    new_numbers.reserve(mesh.positions.size());
    PositionTable table(kept, mesh.positions.size());
    for (const Position& position : mesh.positions) {
        const auto next = std::uint32_t(kept.size());
        // NaN equals nothing and would make one probe sequence grow without end.
        const std::uint32_t place = is_number(position) ? table.find_or_insert(position, next) : next;
        if (place == next) kept.push_back(position);
        new_numbers.push_back(place);
    }
    if (kept.size() == mesh.positions.size()) return;
    note_origin(mesh, first_with_each_place(new_numbers, kept.size()));
    mesh.positions = std::move(kept);
    renumber(mesh.triangles, new_numbers);
    renumber(mesh.tetrahedra, new_numbers);
}

}  // namespace pliant::io
