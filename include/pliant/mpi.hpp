// One large frame over the ranks of an MPI communicator: every rank holds a part of each body and gets a part of each
// answer; together they are exactly what one machine would answer. A library of its own, `pliant::mpi`.
#pragma once

#include <mpi.h>

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/pairs.hpp>
#include <pliant/penetrations.hpp>
#include <pliant/points.hpp>
#include <pliant/proximities.hpp>
#include <pliant/report.hpp>
#include <pliant/scene.hpp>
#include <pliant/views.hpp>

namespace pliant::mpi {

/// The part of a surface that a rank holds; it may be empty. Borrowed for as long as the scene lives.
struct PLIANT_EXPORT SurfacePart {
    Points positions;                     ///< of the vertices that the part uses
    std::span<const Triangle> triangles;  ///< of vertices by their place in `positions`
    /// One for each position: what a vertex is called on every rank that has it. Its position is the same on all.
    std::span<const std::uint64_t> vertex_numbers;
    std::span<const std::uint64_t> triangle_numbers;  ///< one for each triangle; each on one rank only
};

/// The part of a tetrahedral mesh that a rank holds, as SurfacePart.
struct PLIANT_EXPORT VolumePart {
    Points positions;                                    ///< as SurfacePart
    std::span<const Tetrahedron> tetrahedra;             ///< of vertices by their place in `positions`
    std::span<const std::uint64_t> vertex_numbers;       ///< as SurfacePart
    std::span<const std::uint64_t> tetrahedron_numbers;  ///< one for each tetrahedron; each on one rank only
};

/// A triangle of the whole.
struct TriangleRef {
    BodyId body{};               ///< the body
    std::uint64_t triangle = 0;  ///< its number, as given
    auto operator<=>(const TriangleRef&) const = default;
};

/// Two triangles that intersect: a < b.
struct TrianglePair {
    TriangleRef a;                       ///< the smaller one
    TriangleRef b;                       ///< the other
    PairKind kind = PairKind::crossing;  ///< how they meet
    auto operator<=>(const TrianglePair&) const = default;
};

/// A vertex in a closed tetrahedron of which it is not a corner.
struct Penetration {
    BodyId body{};                                   ///< of the vertex
    std::uint64_t vertex = 0;                        ///< its number, as given
    BodyId tetrahedron_body{};                       ///< of the tetrahedron
    std::uint64_t tetrahedron = 0;                   ///< its number, as given
    PenetrationKind kind = PenetrationKind::inside;  ///< strictly inside or on the boundary
    std::array<double, 4> barycentric{};             ///< weights of the tetrahedron's corners
    auto operator<=>(const Penetration&) const = default;
};

/// Two features that are near each other, as pliant::Proximity.
struct Proximity {
    FeatureKind kind = FeatureKind::vertex_triangle;  ///< vertex and triangle, or two edges
    BodyId body_a{};                                  ///< of the vertex, or of the first edge
    BodyId body_b{};                                  ///< of the triangle, or of the second edge
    std::array<std::uint64_t, 4> vertices{};          ///< as those of FeaturePair, by number as given
    std::uint64_t triangle = 0;                       ///< of body_b, for vertex_triangle; 0 for edges
    FeatureDistance near;                             ///< how near, and where
    bool operator==(const Proximity&) const = default;
};

/// An element of the input with something wrong about it, by its number in the whole.
struct Flaw {
    BodyId body{};                         ///< whose element it is
    FlawKind kind = FlawKind::not_finite;  ///< what is wrong
    std::uint64_t element = 0;             ///< vertex, triangle or tetrahedron: see the kind
    auto operator<=>(const Flaw&) const = default;
};

/// Where the time of a question goes, in milliseconds.
struct RankStages {
    double partition = 0;  ///< cutting space anew, and sending elements to where they are searched
    double positions = 0;  ///< sending positions to where they are searched
    double halo = 0;       ///< assigning boxes, and sending elements near borders
    double own = 0;        ///< the search among the elements of this rank
    double border = 0;     ///< the search across borders
    double deliver = 0;    ///< sending findings to where their first element came from, and sorting them
};

/// What a question cost this rank, and what it could not look at.
struct RankReport {
    std::uint64_t elements = 0;         ///< searched by this rank
    std::uint64_t halo = 0;             ///< elements received from other ranks, since they are near a border
    std::uint64_t halo_sent = 0;        ///< elements sent to other ranks, each as often as it was sent
    std::uint64_t border_elements = 0;  ///< own elements that were searched a second time, with the halo
    std::uint64_t messages = 0;         ///< sent to other ranks
    std::uint64_t bytes = 0;            ///< in them
    std::uint64_t halo_bytes = 0;       ///< of these for the halo
    double imbalance = 1;               ///< most elements of a rank as a multiple of the mean; the same on all ranks
    bool repartitioned = false;         ///< space was cut anew
    RankStages milliseconds;            ///< of this question
    Counters counters;                  ///< work done on this rank
    std::vector<Flaw> set_aside;  ///< elements of this rank that took no part; a vertex is named by each that has it
};

/// Something went wrong on a rank: all ranks throw the same, so that none waits for ever.
class PLIANT_EXPORT RankFailure : public std::runtime_error {
public:
    /// `rank` and why.
    RankFailure(int rank, const std::string& cause);
    int rank = 0;  ///< the first that failed
};

/// Other ranks did not answer in time. The communicator cannot be used any more: end with MPI_Abort.
class PLIANT_EXPORT TimedOut : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// How a distributed scene works inside.
struct DistributedOptions {
    /// Threads of this rank; 0: its share of the machine it runs on.
    unsigned threads = 0;
    /// Space is cut anew where the halo has doubled, or where a rank has so many times the share of elements and halo
    /// that it had when space was cut.
    double imbalance = 1.1;
    /// How long to wait for other ranks.
    std::chrono::milliseconds timeout = std::chrono::minutes(10);
};

/// A Scene over the ranks of a communicator. All functions but `report` are collective: every rank calls them in the
/// same order, with parts of its own. They throw RankFailure on all ranks where one fails, and TimedOut.
class PLIANT_EXPORT DistributedScene {
public:
    /// The communicator is duplicated.
    explicit DistributedScene(MPI_Comm communicator, const DistributedOptions& options = {});
    ~DistributedScene();
    DistributedScene(DistributedScene&&) noexcept;
    DistributedScene& operator=(DistributedScene&&) noexcept;

    /// One body more, a surface of which each rank gives its part.
    BodyId add(const SurfacePart& part);
    /// One body more, of tetrahedra. Its boundary has the numbers that one machine gives it: by tetrahedron, ascending.
    BodyId add(const VolumePart& part);
    /// New positions for the same vertices of this rank's part.
    void move(BodyId body, Points positions);

    /// What Scene::intersections returns: each rank gets the pairs whose first triangle is in its part, sorted. The
    /// first triangle of a volume's boundary is where its tetrahedron is. `budget`, `only` and `watch` are not looked
    /// at.
    const std::vector<TrianglePair>& intersections(const IntersectionOptions& options = {});

    /// What Scene::penetrations returns, without depths and edges: each rank gets those whose tetrahedron is in its
    /// part, sorted.
    const std::vector<Penetration>& penetrations(const PenetrationOptions& options = {});

    /// What Scene::proximities returns, by distance, `self` and `between` alone: std::invalid_argument, as RankFailure,
    /// where more is asked for. Each is found by one rank: that which has the triangle; of two edges any. Sorted.
    const std::vector<Proximity>& proximities(const ProximityOptions& options);

    /// Of the last question.
    [[nodiscard]] const RankReport& report() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace pliant::mpi
