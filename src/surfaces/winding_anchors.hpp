// Winding beside connected pieces of triangles that meet no other: constant along a piece, so one known place anchors
// it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/open_triangles.hpp"
#include "surfaces/polygon.hpp"
#include "surfaces/run_proof.hpp"

namespace pliant::surfaces {

class WindingAnchors {
public:
    /// Whether each piece reaches into a known cell, or has windings 0 and 1 beside it, counted along a line.
    bool find(const SurfaceInCells& surface, const RunProof& runs, std::span<const OpenTriangle> open);

private:
    enum class Tie : std::uint8_t { loose, anchored, absent };  // absent: no area in the box
    enum class Found : std::uint8_t { nothing, agreement, contradiction };

    [[nodiscard]] Tie tie_of(const OpenTriangle& open) const;
    void spread();
    bool anchor_loose();
    Found count_on_line(std::uint32_t triangle);
    [[nodiscard]] Polygon in_box(const Corners& t) const;
    /// Whether windings are known all around a point of the box.
    [[nodiscard]] bool known_at(const Vec3& p) const;
    [[nodiscard]] bool edge_in_box(const Vec3& p, const Vec3& q) const;

    SurfaceInCells surface_;
    const RunProof* runs_ = nullptr;
    std::span<const OpenTriangle> open_;
    int facing_ = 0;  // winding inside: +1 or -1; 0: not known yet
    std::vector<Tie> ties_;
    std::vector<std::uint32_t> queue_;
};

}  // namespace pliant::surfaces
