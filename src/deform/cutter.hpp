// The stages of a cut: sides, splits, then the opening of faces.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include <pliant/cutting.hpp>

#include "numeric/vec.hpp"

namespace pliant::deform {

/// The plane of a blade and its two edges in it.
class BladePlane {
public:
    explicit BladePlane(const Blade& blade);
    [[nodiscard]] double height(const Vec3& p) const { return dot(normal_, p - corner_); }
    /// Whether a point lies above or below the blade itself.
    [[nodiscard]] bool covers(const Vec3& p) const;

private:
    Vec3 corner_, normal_, along_, across_;  // the last two: dual vectors
};

class Cutter {
public:
    Cutter(const VolumeView& rest, Points positions, const Blade& blade, const CutOptions& options);
    VolumeCut run();

private:
    struct Crossing {
        double nearness;  // share of the edge to the nearer end
        std::uint32_t a, b;
    };
    struct Piece {
        Tetrahedron corners;
        std::uint32_t parent;
    };

    void find_pieces();
    void list_crossings();
    void take_ends();
    void split_edges();
    bool split(std::uint32_t a, std::uint32_t b);
    [[nodiscard]] bool crosses(std::uint32_t a, std::uint32_t b) const { return side_[a] * side_[b] < 0; }
    [[nodiscard]] double share(std::uint32_t a, std::uint32_t b) const {
        return height_[a] / (height_[a] - height_[b]);
    }
    void take_nearer(std::uint32_t a, std::uint32_t b);
    [[nodiscard]] std::uint32_t add_vertex(const CutVertex& made);
    void replace(std::uint32_t piece, const Tetrahedron& corners);

    void open_faces();
    void gather_stars();
    [[nodiscard]] bool on_blade(const Triangle& face) const;
    [[nodiscard]] int side_of(const Tetrahedron& t) const;
    void open_around(std::uint32_t vertex, std::span<const std::uint32_t> star);
    [[nodiscard]] VolumeCut written();

    VolumeView given_;
    Points given_positions_;
    BladePlane plane_;
    CutOptions options_;
    std::vector<Vec3> at_, rest_;
    std::vector<double> height_;
    std::vector<std::int8_t> side_;  // of vertices: -1, 0 on the blade, 1
    std::vector<Piece> pieces_;      // tetrahedra at the blade: as given, then what they were split into
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> around_;  // pieces by vertex, some replaced since
    std::vector<Crossing> crossings_;
    std::vector<CutVertex> made_;
    struct Corner {
        std::uint32_t piece, corner, vertex;
    };
    std::vector<Corner> reopened_;  // corners that become copies
};

}  // namespace pliant::deform
