// The elements that a rank searches: those whose centres lie in its box. They stay until space is cut anew, wherever
// they move; positions follow by a plan that is made once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/points.hpp>
#include <pliant/views.hpp>

#include "mpi/communicator.hpp"
#include "mpi/cuts.hpp"
#include "mpi/point_store.hpp"

namespace pliant::mpi {

/// What the caller gave this rank of a body. Borrowed.
struct GivenBody {
    Points positions;
    std::span<const Triangle> triangles;  // one of both is empty
    std::span<const Tetrahedron> tetrahedra;
    std::span<const std::uint64_t> vertex_numbers, element_numbers;

    [[nodiscard]] std::size_t elements() const { return triangles.size() + tetrahedra.size(); }
    [[nodiscard]] std::span<const std::uint32_t> corners(std::size_t e) const {
        if (!triangles.empty()) return triangles[e];
        return tetrahedra[e];
    }
    /// Whether its vertices are there.
    [[nodiscard]] bool in_range(std::size_t e) const;
};

/// What this rank searches of a body. Vertices and elements ascend by number, so that local numbers sort like global
/// ones.
struct SharedBody {
    bool solid = false;            // of tetrahedra, on whatever rank
    std::size_t first_vertex = 0;  // among all positions of the share
    std::vector<std::uint64_t> vertex_numbers, element_numbers;
    std::vector<std::int32_t> homes;      // of each element: the rank that gave it
    std::span<const Triangle> triangles;  // its own, or those of the scene that they were added to
    std::vector<Triangle> own_triangles;
    std::vector<Tetrahedron> tetrahedra;

    [[nodiscard]] std::size_t elements() const { return element_numbers.size(); }
    [[nodiscard]] std::span<const std::uint32_t> corners(std::size_t e) const {
        if (!triangles.empty()) return triangles[e];
        return tetrahedra[e];
    }
};

/// Box of an element; `Extent::nothing()` where a coordinate is not finite.
Extent extent_of(std::span<const Point> corners);

class Share {
public:
    /// Collective: cuts space, sends every element to its rank, and makes the plan for positions.
    void distribute(Communicator& communicator, Cuts& cuts, std::span<const GivenBody> given);
    /// Collective: the present positions.
    void send_positions(Communicator& communicator, std::span<const GivenBody> given);

    [[nodiscard]] std::span<const SharedBody> bodies() const { return bodies_; }
    [[nodiscard]] Point position(const SharedBody& body, std::uint32_t vertex) const {
        return positions_[body.first_vertex + vertex];
    }
    /// Valid until space is cut anew.
    [[nodiscard]] Points positions(const SharedBody& body) const {
        return positions_.view(body.first_vertex, body.vertex_numbers.size());
    }
    [[nodiscard]] std::size_t elements() const;
    [[nodiscard]] Extent extent(const SharedBody& body, std::size_t element) const;
    /// Around all from `first` to `end` whose coordinates are finite.
    [[nodiscard]] Extent extent(const SharedBody& body, std::size_t first, std::size_t end) const;
    /// The scene that these elements were added to keeps the triangles of a surface, which are the same.
    void borrow_triangles(std::size_t body, std::span<const Triangle> kept) {
        bodies_[body].triangles = kept;
        bodies_[body].own_triangles = {};
    }

private:
    /// What goes to one rank of one body, in the order in which it is sent.
    struct Packets {
        std::vector<std::vector<std::uint64_t>> element_numbers, vertex_numbers;
        std::vector<std::vector<std::uint32_t>> corners;  // places in the vertex numbers
    };
    Packets pack(std::size_t body, const GivenBody& given, std::span<const std::int32_t> ranks, std::size_t size);
    SharedBody unpack(const Packets& packets, bool solid);
    template <class Coordinates>
    void send(Communicator& communicator, std::span<const GivenBody> given);

    struct Sent {
        std::vector<std::uint32_t> vertices;  // of the parts given
        std::vector<std::size_t> ends;        // by body
    };
    std::vector<SharedBody> bodies_;
    PointStore positions_;
    std::vector<Sent> sent_;                            // by rank
    std::vector<std::vector<std::uint32_t>> received_;  // by rank: places in positions_
};

}  // namespace pliant::mpi
