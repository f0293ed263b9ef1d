// A frame as the detectors read it: all bodies in one numbering of vertices and triangles, positions read, and checked
// at the border. What is broken is named and set aside, everything else goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <pliant/report.hpp>
#include <pliant/views.hpp>

#include "frame/body_list.hpp"
#include "frame/duplicates.hpp"
#include "frame/flaws.hpp"
#include "frame/numbering.hpp"
#include "frame/position_reader.hpp"
#include "geometry/triangle_pair.hpp"
#include "mesh/volume_boundary.hpp"
#include "numeric/vec.hpp"
#include "parallel/parallel.hpp"
#include "simd/vertices.hpp"

namespace pliant::frame {

class Bodies {
public:
    // ---- changes by the caller (BodyList)

    /// `given` are flaws found before: of the elements that the triangles were made from.
    BodyId add(Points positions, std::vector<Triangle> triangles, std::vector<Flaw> given = {});
    /// What a volume is made of, beside its triangles; borrowed for as long as the body is there.
    void fill(BodyId id, const std::vector<Tetrahedron>* tetrahedra) { list_.fill(id, tetrahedra); }
    void move(BodyId id, Points positions);
    void remove(BodyId id);
    /// Other triangles, and flaws of what they were made from, for the same body.
    void replace(BodyId id, std::vector<Triangle> triangles, std::vector<Flaw> given);
    /// More triangles for a body; their numbers are written to `numbers`, in the order given: those of removed ones
    /// first, smallest first. At a cost proportional to what is given, but for the times when a body outgrows its
    /// places.
    void insert(BodyId id, std::span<const Triangle> triangles, std::vector<std::uint32_t>& numbers);
    /// Throws std::out_of_range, and does nothing, where a number is not there or is given twice.
    void erase(BodyId id, std::span<const std::uint32_t> numbers);
    /// Other tetrahedra in a volume: what that means for its triangles, and for its flaws. `numbers` as in `insert`.
    void change_volume(BodyId id, const mesh::VolumeBoundary::Change& change, std::vector<Flaw> given,
                       std::vector<std::uint32_t>& numbers);
    [[nodiscard]] const Body& at(BodyId id) const { return list_.at(id); }  // throws std::out_of_range
    /// In ascending order of id, so that triangle numbers sort like (body, triangle).
    [[nodiscard]] std::span<const Body> all() const { return list_.all(); }

    // ---- reading a frame (PositionReader, Duplicates)

    /// Whether bodies that repeat another one take no part in the frames that are read from now on.
    void set_duplicates_aside(bool aside);
    /// Lays the numbering and lists what is to be read. False where nothing has changed since the last reading.
    [[nodiscard]] bool start_reading(const parallel::Workers& workers);
    /// Spans may be read in parallel, the batches of one span in order by one thread. Must not be mixed with changes.
    [[nodiscard]] std::size_t spans() const { return positions_.spans(); }
    [[nodiscard]] std::size_t batches(std::size_t span) const { return positions_.batches(span); }
    Batch read(std::size_t span, std::size_t batch) { return positions_.read(span, batch); }
    /// After all batches: boxes, flaws, duplicates, versions. What throws before leaves all of it to be done again.
    void finish_reading();
    /// All three, for questions that need no batches. Allocates nothing once warm.
    void update(parallel::Workers& workers);
    /// How often positions were read.
    [[nodiscard]] std::uint64_t times_read() const { return positions_.times_read(); }
    [[nodiscard]] Vec3 position(std::uint32_t vertex) const { return positions_.position(vertex); }
    /// Floats unless some body has doubles.
    [[nodiscard]] simd::Vertices vertices() const { return positions_.vertices(); }

    // ---- the common numbering (Numbering)

    /// A part of `start_reading`, for those who have to know `topology_version` before.
    void lay() { numbering_.lay(list_.all()); }
    /// Of the next search: only these triangles, or all of them. Throws std::out_of_range for one that is not there.
    /// After `lay`.
    void consider(const std::optional<std::span<const TriangleRef>>& only) { numbering_.consider(list_, only); }
    [[nodiscard]] bool considers_all() const { return numbering_.considers_all(); }
    [[nodiscard]] bool considers(std::uint32_t triangle) const { return numbering_.considers(triangle); }
    /// Those to be considered, ascending, each once; where not all are.
    [[nodiscard]] std::span<const std::uint32_t> considered() const { return numbering_.considered(); }
    [[nodiscard]] std::size_t vertex_count() const { return numbering_.vertex_count(); }
    [[nodiscard]] std::span<const Triangle> triangles() const { return numbering_.triangles(); }
    /// Raised whenever bodies come or go: what was built on the numbering is void.
    [[nodiscard]] std::uint64_t topology_version() const { return numbering_.version(); }
    /// Whether the vertex numbers of a triangle are within its body. Others take no part in anything.
    [[nodiscard]] bool usable(std::uint32_t triangle) const { return numbering_.usable(triangle); }
    /// False for places of the common numbering that no triangle has, or has any more.
    [[nodiscard]] bool there(std::uint32_t triangle) const { return numbering_.there(triangle); }
    [[nodiscard]] std::uint32_t body_index(std::uint32_t triangle) const { return numbering_.body_index(triangle); }
    [[nodiscard]] TriangleRef reference(std::uint32_t triangle) const {
        const Body& body = all()[body_index(triangle)];
        return {body.id, triangle - body.first_triangle};
    }

    // ---- triangles where they are now

    [[nodiscard]] geometry::TriangleCorners corners(std::uint32_t triangle) const {
        const Triangle& t = triangles()[triangle];
        return {position(t[0]), position(t[1]), position(t[2])};
    }
    enum class Soundness { sound, not_finite, degenerate };
    /// Exact. Vector kernels ask for triangles whose area they could not show to be positive.
    [[nodiscard]] Soundness soundness(std::uint32_t triangle) const;

private:
    BodyList list_;
    Numbering numbering_;
    PositionReader positions_;
    Duplicates duplicates_;
    bool sets_duplicates_aside_ = false;
    bool triangles_changed_ = false;  // since bodies were last compared
};

}  // namespace pliant::frame
