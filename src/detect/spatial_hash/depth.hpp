// How deep penetrating vertices are, and which way is out [Heidelberger2004]: where edges of a body leave the
// penetrated one, they cross its surface; vertices at such edges take depth and direction from there, and hand them on
// to those further in, spread evenly. A deep vertex is sent back the way it came, then, and not to the nearest surface,
// which may be the far side.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>

#include "detect/spatial_hash/nearest_surface.hpp"
#include "detect/spatial_hash/ways.hpp"
#include "frame/bodies.hpp"
#include "frame/tetrahedra.hpp"
#include "mesh/volume_neighbours.hpp"
#include "numeric/vec.hpp"
#include "parallel/parallel.hpp"

namespace pliant::spatial_hash {

class Depth {
public:
    struct TimeLimit {
        std::chrono::steady_clock::time_point started;
        std::chrono::nanoseconds time;
    };

    /// Follows bodies that come and go. True where anything is new.
    bool update(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);

    /// Fills in depth, direction and source of all penetrations; `found` is everything that was found. False where the
    /// time was up before all were reached: the others have no source.
    bool measure(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, parallel::Workers& workers,
                 std::optional<TimeLimit> limit, std::span<Penetration> found);

private:
    /// A penetration, in common numbers: `place` is that in the answer.
    struct Member {
        std::uint32_t part, vertex, tetrahedron, place, entry;
        bool strict;
    };
    /// A vertex in a part of a body, and what is known about its way out. It is there twice where the part overlaps
    /// itself; once where it lies on what several tetrahedra share.
    struct Colliding {
        std::uint32_t body, part, vertex, tetrahedron;  // index of the penetrated body; the first tetrahedron
        DepthSource source = DepthSource::none;
        double depth = 0;
        Vec3 direction;
    };
    /// What is summed up around a vertex.
    struct Sum {
        double depth = 0, weight = 0;
        Vec3 direction;
    };

    [[nodiscard]] bool late() const;
    template <class Work>
    [[nodiscard]] std::size_t each(std::size_t count, const Work& work);

    void list(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, std::span<const Penetration> found);
    void gather(const frame::Tetrahedra& tetrahedra);
    void spread(std::size_t member, std::size_t first, std::size_t end);
    void link();
    [[nodiscard]] bool start_at_crossings();
    void cross_surface(std::uint32_t i);
    [[nodiscard]] std::uint32_t entry_of(std::uint32_t part, std::uint32_t vertex, std::uint32_t tetrahedron) const;
    [[nodiscard]] bool hand_on();
    [[nodiscard]] bool smooth();
    void smooth_one(std::uint32_t i);
    [[nodiscard]] bool measure_ways_out();
    void measure_way_out(Colliding& c) const;
    [[nodiscard]] bool ask_nearest(const frame::Tetrahedra& tetrahedra);
    void forget(std::size_t from);
    void write(std::span<Penetration> found) const;

    [[nodiscard]] bool alone(std::size_t i) const;
    [[nodiscard]] static bool finish(Colliding& c, const Sum& sum);

    std::uint64_t topology_version_ = 0;
    Ways ways_;
    mesh::VertexLists along_;  // edges

    parallel::Workers* workers_ = nullptr;  // while a question is answered
    std::optional<TimeLimit> limit_;

    // Scratch of a question; survives the frame.
    std::vector<Member> members_;           // sorted by part, vertex, tetrahedron
    std::vector<Colliding> colliding_;      // the same
    std::vector<std::uint8_t> penetrated_;  // bodies
    std::vector<std::size_t> to_visit_;
    std::vector<std::uint32_t> first_entry_;  // of vertices, in the part at hand
    // For each of its edges: which one is at the other end, in the same part.
    std::vector<std::uint32_t> links_;
    std::vector<double> weights_;
    std::vector<std::size_t> first_link_;  // one more
    std::vector<std::uint32_t> front_, next_;
    std::vector<std::uint32_t> handed_on_;  // those not at crossings, ring by ring
    std::vector<Sum> sums_;                 // of a ring
    int rings_ = 0;
    std::vector<Vec3> flow_;  // directions while they are smoothed
    std::vector<std::uint32_t> unknown_;
    std::vector<std::uint8_t> unknown_parts_;
    NearestSurface nearest_;
};

}  // namespace pliant::spatial_hash
