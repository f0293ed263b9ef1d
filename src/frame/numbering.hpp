// Bodies laid end to end: one numbering of vertices and triangles for the whole scene.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "frame/body_list.hpp"

namespace pliant::frame {

class Numbering {
public:
    /// Lays all bodies end to end, unless they are.
    void lay(std::span<Body> bodies);
    /// Bodies have come or gone: the next `lay` starts anew.
    void invalidate() { laid_ = false; }

    /// A body has another number of vertices. Keeps the numbering where nothing else changes.
    void resize(Body& body, std::size_t before);
    /// Triangles of a body are about to come or go: what needs memory is done here, so that `change` never throws.
    void expect_change(const Body& body);
    /// These triangles of a body have come or gone, at a cost proportional to their number, but for the times when the
    /// body outgrows its places.
    void change(Body& body, std::span<const std::uint32_t> numbers);

    /// What the triangles are made from has changed.
    void raise() { ++version_; }

    /// Of the next search: only these triangles, or all of them. Throws std::out_of_range for one that is not there.
    void consider(const BodyList& bodies, const std::optional<std::span<const TriangleRef>>& only);
    [[nodiscard]] bool considers_all() const { return considers_all_; }
    [[nodiscard]] bool considers(std::uint32_t triangle) const {
        return considers_all_ || (state_[triangle] & considered_bit) != 0;
    }
    [[nodiscard]] std::span<const std::uint32_t> considered() const { return considered_; }

    [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
    [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }
    [[nodiscard]] std::uint32_t body_index(std::uint32_t triangle) const {
        return body_of_triangle_.empty() ? 0 : body_of_triangle_[triangle];
    }
    [[nodiscard]] bool usable(std::uint32_t triangle) const { return (state_[triangle] & usable_bit) != 0; }
    [[nodiscard]] bool there(std::uint32_t triangle) const { return (state_[triangle] & there_bit) != 0; }
    /// Raised with every change: what was built on the numbering is void.
    [[nodiscard]] std::uint64_t version() const { return version_; }

private:
    static constexpr std::uint8_t there_bit = 1, usable_bit = 2, considered_bit = 4;

    void lay_end_to_end(std::span<Body> bodies);
    bool lay_alone(Body& body);
    void lay_all(Body& body);
    void lay_one(Body& body, std::uint32_t number);

    std::size_t vertex_count_ = 0;
    std::span<const Triangle> triangles_;  // own_triangles_, or those of a body that is alone
    std::vector<Triangle> own_triangles_;
    std::vector<std::uint32_t> body_of_triangle_;  // index of the body; empty where there is only one
    std::vector<std::uint8_t> state_;              // bits, by triangle
    std::vector<std::uint32_t> considered_;        // ascending, each once; where not all are
    bool considers_all_ = true;
    bool laid_ = false;
    bool borrowed_ = false;  // triangles_ are those of the body
    std::uint64_t version_ = 0;
};

}  // namespace pliant::frame
