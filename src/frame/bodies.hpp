// Bodies laid end to end in one numbering of vertices and triangles, and checked at the border: what is broken is named
// and set aside, everything else goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <pliant/report.hpp>
#include <pliant/views.hpp>

#include "frame/copy_points.hpp"
#include "geometry/triangle_pair.hpp"
#include "numeric/box.hpp"
#include "numeric/vec.hpp"
#include "parallel/parallel.hpp"
#include "simd/vertices.hpp"

namespace pliant::frame {

/// A body and its place in the common numbering.
struct Body {
    BodyId id{};
    Points positions;                                   // borrowed
    const std::vector<Tetrahedron>* filling = nullptr;  // borrowed: of a volume, whose boundary the triangles are
    std::vector<Triangle> triangles;  // as given, in the body's own numbering; `no_triangle` where one was removed
    std::vector<std::uint8_t> gone;   // by number: whether the triangle was removed
    std::vector<std::uint32_t> free;  // numbers of removed triangles: a heap, smallest first
    std::uint32_t first_vertex = 0, vertices = 0;
    std::uint32_t first_triangle = 0;
    // Places in the common numbering. A body that has grown once gets more than it needs.
    std::uint32_t vertex_places = 0, triangle_places = 0;
    bool grows = false;
    std::uint32_t unusable = 0;                       // triangles with a vertex number out of range
    bool moved = true;                                // positions have not been read since
    Box<double> box = Box<double>::empty();           // of all positions read, if they are finite
    std::uint64_t version = 0;                        // raised whenever positions are read
    std::uint64_t times_moved = 0, times_remade = 0;  // positions given, triangles changed: by the caller, read or not
    bool set_aside = false;                           // as a duplicate, in this frame
    std::vector<Flaw> given_flaws;                    // of what the triangles were made from
    std::vector<Flaw> flaws;                          // of this frame, but for degenerate triangles
};

inline constexpr Triangle no_triangle{~0u, ~0u, ~0u};

class Bodies;

/// Goes on with vertices as soon as they are read, on the thread that has them in its cache.
class Follower {
public:
    /// Before anything is read; the numbering is that of the frame.
    virtual void start_reading(const Bodies& bodies) = 0;
    /// Whatever of [begin, end) belongs to bodies that have moved was read by this thread, [news, end) since the last
    /// call. Other threads do the same elsewhere. Must not throw.
    virtual void follow(const Bodies& bodies, std::uint32_t begin, std::uint32_t news, std::uint32_t end) = 0;

protected:
    ~Follower() = default;
};

class Bodies {
public:
    /// `given` are flaws found before: of the elements that the triangles were made from.
    BodyId add(Points positions, std::vector<Triangle> triangles, std::vector<Flaw> given = {});
    /// What a volume is made of, beside its triangles; borrowed for as long as the body is there.
    void fill(BodyId id, const std::vector<Tetrahedron>* tetrahedra);
    void move(BodyId id, Points positions);
    void remove(BodyId id);
    /// Other triangles, and flaws of what they were made from, for the same body.
    void replace(BodyId id, std::vector<Triangle> triangles, std::vector<Flaw> given);
    [[nodiscard]] const Body& at(BodyId id) const;  // throws std::out_of_range

    /// More triangles for a body; their numbers are written to `numbers`, in the order given: those of removed ones
    /// first, smallest first. At a cost proportional to what is given, but for the times when a body outgrows its
    /// places.
    void insert(BodyId id, std::span<const Triangle> triangles, std::vector<std::uint32_t>& numbers);
    /// Throws std::out_of_range, and does nothing, where a number is not there or is given twice.
    void erase(BodyId id, std::span<const std::uint32_t> numbers);

    /// Of the next search: only these triangles, or all of them. Throws std::out_of_range for one that is not there.
    /// After `lay`.
    void consider(const std::optional<std::span<const TriangleRef>>& only);
    [[nodiscard]] bool considers_all() const { return considers_all_; }
    [[nodiscard]] bool considers(std::uint32_t triangle) const {
        return considers_all_ || (state_[triangle] & considered_bit) != 0;
    }
    /// Those to be considered, ascending, each once; where not all are.
    [[nodiscard]] std::span<const std::uint32_t> considered() const { return considered_; }

    /// Numbers vertices and triangles anew where bodies came or went. A part of `update`, for those who have to know
    /// `topology_version` before.
    void lay();
    /// Reads the positions of every body that has moved since the last call. Allocates nothing once warm.
    void update(parallel::Workers& workers, Follower* follower = nullptr);
    /// How often positions were read.
    [[nodiscard]] std::uint64_t times_read() const { return times_read_; }

    /// In ascending order of id, so that triangle numbers sort like (body, triangle).
    [[nodiscard]] std::span<const Body> all() const { return bodies_; }
    [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
    [[nodiscard]] Vec3 position(std::uint32_t vertex) const;
    /// Floats unless some body has doubles.
    [[nodiscard]] simd::Vertices vertices() const;
    [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }
    /// Raised whenever bodies come or go: what was built on the numbering is void.
    [[nodiscard]] std::uint64_t topology_version() const { return topology_version_; }

    /// Whether the vertex numbers of a triangle are within its body. Others take no part in anything.
    [[nodiscard]] bool usable(std::uint32_t triangle) const { return (state_[triangle] & usable_bit) != 0; }
    /// False for places of the common numbering that no triangle has, or has any more.
    [[nodiscard]] bool there(std::uint32_t triangle) const { return (state_[triangle] & there_bit) != 0; }
    [[nodiscard]] TriangleRef reference(std::uint32_t triangle) const;
    [[nodiscard]] std::uint32_t body_index(std::uint32_t triangle) const { return body_of_triangle_[triangle]; }
    [[nodiscard]] geometry::TriangleCorners corners(std::uint32_t triangle) const;

    enum class Soundness { sound, not_finite, degenerate };
    /// Exact. Vector kernels ask for triangles whose area they could not show to be positive.
    [[nodiscard]] Soundness soundness(std::uint32_t triangle) const;

private:
    static constexpr std::uint8_t there_bit = 1, usable_bit = 2, considered_bit = 4;

    /// Vertices of a body that are read at once.
    struct Reading {
        Body* body;
        std::size_t begin, end;
        PointsRead read{};

        // In the common numbering.
        [[nodiscard]] std::uint32_t first_vertex() const {
            return body->first_vertex + static_cast<std::uint32_t>(begin);
        }
        [[nodiscard]] std::uint32_t end_vertex() const { return body->first_vertex + static_cast<std::uint32_t>(end); }
    };

    void lay_end_to_end();
    [[nodiscard]] Body& body(BodyId id);  // throws std::out_of_range
    static void remake(Body& body, std::vector<Triangle> triangles, std::vector<Flaw> given);
    void lay_all(Body& body);
    /// One triangle.
    void lay(Body& body, std::uint32_t number);
    void set(Body& body, std::uint32_t number, const Triangle& triangle, bool gone);
    void choose_precision();
    void list_readings(std::size_t most);
    void read_positions(parallel::Workers& workers, Follower* follower);
    [[nodiscard]] PointsRead read(const Reading& reading);
    void list_not_finite(const Reading& reading);
    [[nodiscard]] std::uint64_t duplicate_key(const Body& body) const;
    void find_duplicates();
    bool some_keys_equal();
    [[nodiscard]] bool equal(const Body& a, const Body& b) const;

    std::vector<Body> bodies_;
    std::size_t vertex_count_ = 0;
    bool doubles_ = false;  // which of the two arrays is in use
    std::vector<simd::FloatVertex> float_vertices_;
    std::vector<simd::DoubleVertex> double_vertices_;
    std::vector<Triangle> triangles_;              // in the common numbering
    std::vector<std::uint32_t> body_of_triangle_;  // index into bodies_
    std::vector<std::uint8_t> state_;              // bits, by triangle
    std::vector<std::uint32_t> considered_;
    bool considers_all_ = true;
    std::vector<Reading> readings_;
    std::vector<std::size_t> batches_;                             // of readings: where each begins; one more
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_key_;  // duplicate key and index of each body
    std::vector<std::uint32_t> key_places_;
    std::uint32_t next_id_ = 0;
    std::uint64_t times_read_ = 0;
    std::uint64_t topology_version_ = 0;
    bool laid_ = false;
    bool triangles_changed_ = false;  // since bodies were last compared
};

/// Every flaw of the frame, in order. `unsound` holds the usable triangles that a detector set aside because of their
/// corners, in any order; it is sorted.
void collect_flaws(const Bodies& bodies, std::vector<std::uint32_t>& unsound, std::vector<Flaw>& out);

}  // namespace pliant::frame
