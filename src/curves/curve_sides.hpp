// What curves enclose on the surfaces that meet along them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pliant/curves.hpp>

#include "curves/cells.hpp"
#include "curves/curve_points.hpp"
#include "curves/cut_surface.hpp"
#include "curves/surface_edges.hpp"
#include "frame/bodies.hpp"

namespace pliant::curves {

/// Which way a body faces: outwards, inwards, or, where it is not closed or not oriented, neither.
class Facings {
public:
    /// +1, -1 or 0.
    int of(const frame::Bodies& bodies, const frame::Body& body);

private:
    struct Known {
        BodyId body{};
        std::uint64_t times_remade = ~std::uint64_t{0}, version = ~std::uint64_t{0};
        bool closed = false;
        int facing = 0;
    };
    std::vector<Known> known_;
};

class CurveSides {
public:
    struct Question {
        const frame::Bodies& bodies;
        const SurfaceEdges& edges;
        const CurvePoints& points;
        bool vertices;  // of every piece are wanted
    };

    /// Writes sides and volumes of all curves, and what they enclose.
    void find(const Question& question, Curves& out);

    /// Vertices of what a curve encloses on a side, in the common numbering. Where asked for.
    [[nodiscard]] std::span<const std::uint32_t> vertices(std::size_t curve, std::size_t side) const {
        const auto [first, count] = vertices_of_side_[2 * curve + side];
        return {vertices_.data() + first, count};
    }

private:
    /// A piece that some curve of the group encloses.
    struct Piece {
        std::uint32_t root;                            // in the cells of its surface
        std::uint32_t sheet;                           // of the first curve that encloses it
        std::uint32_t first = 0, count = 0;            // triangles, in Curves::enclosed
        std::uint32_t first_vertex = 0, vertices = 0;  // in vertices_
        double area = 0, volume = 0;                   // volume of the cone over it
        bool sound = true;                             // every curve around it encloses it, on both sheets
    };
    /// Curves [begin, end) of the same two bodies.
    struct Group {
        std::uint32_t begin, end;
        const frame::Body *a, *b;
        std::array<int, 2> facing;  // of a, of b

        [[nodiscard]] bool self() const { return a == b; }
    };
    struct Range {
        std::uint32_t first = 0, count = 0;
    };

    void find_group(const Question& question, const Group& group, Curves& out);
    unsigned follow(const Question& question, const Group& group, const Curves& out, std::uint32_t curve,
                    unsigned sheets);
    void prefetch(const Question& question, const Curves& out, std::size_t segment,
                  const std::array<std::uint32_t, 2>& first_triangle) const;
    static std::uint32_t sheet_of(const Question& question, std::uint32_t point,
                                  const std::array<std::uint32_t, 2>& triangles);
    static bool ascending(const Question& question, std::uint32_t point, std::uint32_t triangle);
    static bool changes_sheets(const Curves& out, const Curve& curve);
    static bool goes_around_end(const Curves& out, const Curve& curve, std::uint32_t sheet);
    void cut(const Question& question, const Group& group, std::uint32_t sheets, Curves& out);
    void choose(const Group& group, std::uint32_t sheet);
    std::uint32_t piece_of(std::uint32_t element);
    void find_unsound(const Group& group, std::uint32_t sheets);
    void list_enclosed(const Question& question, const frame::Body& body, std::size_t first_piece, Curves& out);
    void list_vertices();
    void write_volumes(const Group& group, Curves& out);
    [[nodiscard]] std::uint32_t side(const Group& group, std::uint32_t curve, std::uint32_t sheet) const {
        return 4 * (curve - group.begin) + 2 * sheet;
    }

    Facings facings_;
    Cells cells_;
    CutSurface surface_;
    Vec3 origin_;                               // of cones
    std::vector<std::uint32_t> inner_;          // left sides of curves that meet no edge of the surface
    std::vector<Piece> pieces_;                 // of a group
    std::vector<Measure> measures_;             // of their parts of cut triangles
    std::vector<std::uint32_t> piece_of_side_;  // by curve and sheet of a group
    std::vector<std::uint32_t> piece_of_root_;  // by element
    std::vector<std::uint64_t> entries_;        // a piece, then a triangle or vertex of it
    std::vector<std::uint32_t> parent_;         // of pieces around one volume
    std::vector<std::pair<double, bool>> volumes_;
    std::vector<std::uint32_t> vertices_;
    std::vector<Range> vertices_of_side_;
};

}  // namespace pliant::curves
