// Elements near the borders of ranks: which ranks a box reaches into, what other ranks have sent, and the small scene
// of both, in which pairs across borders are found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "mpi/communicator.hpp"
#include "mpi/cuts.hpp"
#include "mpi/share.hpp"

namespace pliant::mpi {

/// An element of the border scene.
struct BorderElement {
    std::uint64_t number = 0;
    std::int32_t home = 0;   // the rank that gave it
    std::int32_t owner = 0;  // the rank that searches it
};

/// A body of the border scene. As in SharedBody, everything ascends by number.
struct BorderBody {
    std::vector<std::uint64_t> vertex_numbers;
    std::vector<Point> positions;
    std::vector<BorderElement> elements;
    std::vector<Triangle> triangles;
    std::vector<Tetrahedron> tetrahedra;
};

class Halo {
public:
    /// Collective: sends every element once to each rank that its box, widened by `reach`, meets, and receives theirs.
    void exchange(Communicator& communicator, const Cuts& cuts, const Share& share, double reach);

    /// Own elements that may meet one of the halo, and the halo; by body. Empty where nothing was received.
    [[nodiscard]] std::span<const BorderBody> bodies() const { return bodies_; }
    [[nodiscard]] std::uint64_t received() const { return received_; }
    [[nodiscard]] std::uint64_t sent() const { return sent_; }
    [[nodiscard]] std::uint64_t own() const { return own_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

    /// The rank that reports a pair of two elements: the lowest of those that have both, so that exactly one does.
    [[nodiscard]] int reporter(const Cuts& cuts, std::size_t body_a, std::size_t a, std::size_t body_b,
                               std::size_t b) const;

private:
    struct SentElement {
        std::uint64_t number;
        std::uint32_t body;
        std::int32_t home;
        std::array<std::uint32_t, 4> corners;  // places among the vertices sent with it
    };
    struct SentVertex {
        std::uint64_t number;
        Point position;
    };
    struct Chosen {
        std::uint32_t body, element;
    };
    class Grid;
    struct Loose;

    static void pack(const Share& share, std::span<const Chosen> chosen, std::vector<SentElement>& elements,
                     std::vector<SentVertex>& vertices);
    void find_blocks(const Share& share, double reach);
    std::vector<std::vector<Chosen>> choose(const Cuts& cuts, const Share& share, double reach, int rank, int size);
    std::vector<Chosen> touched_by(const std::vector<std::vector<SentElement>>& elements,
                                   const std::vector<std::vector<SentVertex>>& vertices, const Share& share,
                                   double reach);
    void build(const std::vector<std::vector<SentElement>>& elements,
               const std::vector<std::vector<SentVertex>>& vertices, std::span<const Chosen> chosen, const Share& share,
               int rank);
    static BorderBody joined(Loose& loose);
    [[nodiscard]] Extent extent(std::size_t body, std::size_t element) const;

    std::vector<Extent> blocks_;  // around so many elements of a body in a row
    std::vector<BorderBody> bodies_;
    double reach_ = 0;
    std::uint64_t received_ = 0, sent_ = 0, own_ = 0, bytes_ = 0;
    mutable std::vector<int> ranks_a_, ranks_b_;
};

}  // namespace pliant::mpi
