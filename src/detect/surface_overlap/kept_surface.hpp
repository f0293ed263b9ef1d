// One of two bodies near the other: its triangles there, their cells, and the proof that it winds around nothing twice.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "frame/query.hpp"
#include "surfaces/cell_image.hpp"
#include "surfaces/surface_of_body.hpp"
#include "surfaces/winding_proof.hpp"

namespace pliant::surface_overlap {

using surfaces::CellImage;
using surfaces::Corners;
using surfaces::SurfaceOfBody;

/// Where two bodies meet, and how their cells are laid: the same for both.
struct CommonCells {
    Box<double> common;  // of both boxes
    Box<double> around;  // with a margin
    Axis axis{};         // of columns
    std::array<surfaces::SurfacePart, 2> part{};
    InsideRule rule = InsideRule::winding;
    std::uint32_t resolution = 0;

    CommonCells() = default;
    CommonCells(const Box<double>& common_, std::span<const SurfaceOfBody> sides, InsideRule rule_);
    /// Coarser than for many points: few vertices are near enough to the surface to be settled one by one.
    void set_resolution(std::size_t triangles);
};

class KeptSurface {
public:
    /// Keeps the triangles within `cells.around`, and on one side of it.
    void keep(const SurfaceOfBody& surface, const CommonCells& cells, surfaces::SurfacePart part,
              parallel::Workers& workers);
    /// False where there are windings between its layers other than 0 and one other.
    bool make_image(const CommonCells& cells, parallel::Workers& workers);
    /// False where it is not proven that it winds around nothing twice, where the other body may be.
    bool prove(const KeptSurface& other) { return proof_.find({&image_, surface_->box()}, &other.image_); }

    [[nodiscard]] std::span<const Triangle> triangles() const { return kept_; }
    [[nodiscard]] Corners corners(const Triangle& t) const {
        const auto of = [&](const auto* v) {
            return Corners{Vec3{v[t[0]].x, v[t[0]].y, v[t[0]].z}, Vec3{v[t[1]].x, v[t[1]].y, v[t[1]].z},
                           Vec3{v[t[2]].x, v[t[2]].y, v[t[2]].z}};
        };
        return vertices_.doubles != nullptr ? of(vertices_.doubles) : of(vertices_.floats);
    }
    [[nodiscard]] const frame::Body& body() const { return surface_->body(); }
    [[nodiscard]] CellImage& image() { return image_; }
    [[nodiscard]] const CellImage& image() const { return image_; }
    [[nodiscard]] const surfaces::WindingProof& proof() const { return proof_; }
    /// The winding inside: +1 or -1.
    [[nodiscard]] int facing() const { return facing_; }

private:
    /// Without removed ones.
    [[nodiscard]] const std::vector<Triangle>& given_triangles();

    const SurfaceOfBody* surface_ = nullptr;
    surfaces::SurfacePart part_{};
    simd::Vertices vertices_;
    std::vector<std::uint8_t> sides_of_box_;     // by vertex: beyond which it lies
    std::vector<Triangle> there_;                // of a body that has lost some
    std::vector<std::vector<Triangle>> chunks_;  // of kept ones
    std::vector<Triangle> kept_;
    CellImage image_;
    surfaces::WindingProof proof_;
    int facing_ = 0;
};

}  // namespace pliant::surface_overlap
