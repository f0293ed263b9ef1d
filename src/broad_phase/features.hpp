// Vertices, edges and triangles in blocks of eight, and which of them are near each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pliant/features.hpp>

#include "broad_phase/blocks.hpp"
#include "simd/vertices.hpp"

namespace pliant::broad_phase {

/// How many vertices a feature has: 1, 2 or 3. Rows of a CornerBlock beyond them are not read.
enum class Corners : std::uint8_t { of_vertex = 1, of_edge = 2, of_triangle = 3 };

/// What the boxes of features hold. Borrowed.
struct BoxContents {
    /// Positions in the common numbering at the start and the end of a step; both of floats, or both of doubles. Equal
    /// pointers: nothing moves.
    simd::Vertices start, end;
    /// Of the step, from its start: in [0, 1].
    double fraction = 1;
    /// Two features are candidates unless some axis keeps their boxes, of what is above, farther apart than this at the
    /// start and, in the same order, at the end: plus ...
    double distance = 0;
    /// ... the thickness of each: the largest of its vertices. By vertex in the common numbering, finite and not
    /// negative; nullptr: none.
    const double* thickness = nullptr;

    [[nodiscard]] bool moves() const { return start.floats != end.floats || start.doubles != end.doubles; }
};

/// Which triangles cannot be shown to be sound by vectors.
enum class Suspicion : std::uint8_t {
    no_area,     ///< at the end of the step their area may be zero, or a coordinate is not finite
    not_finite,  ///< a coordinate at the start or at the end is not finite
};

/// Where boxes are written, by block.
struct BoxOutput {
    BoxBlock* start;
    BoxBlock* end = nullptr;           // where something moves
    std::uint8_t* suspects = nullptr;  // of triangles alone: a bit for each of a block
    Suspicion suspicion = Suspicion::no_area;
};

/// Boxes of the features of some blocks, at the start and, where something moves, at the end: each reaches beyond its
/// feature by its thickness and half of the distance, rounded outwards.
void feature_boxes(Corners corners, const BoxContents& contents, std::span<const CornerBlock> features,
                   const BoxOutput& out);

/// Features of one kind in blocks, with their boxes; borrowed.
struct FeatureBlocks {
    StepBoxes boxes;
    const CornerBlock* corners;
    const std::uint32_t* ids;  // by slot: vertices and triangles in the common numbering, edges by number
};

/// Candidates of one kind, ready for vector kernels (SoA). All of one kind share no vertex.
struct FeatureBatch {
    static constexpr std::size_t capacity = 512;

    FeatureKind kind = FeatureKind::vertex_triangle;
    std::size_t count = 0;
    /// In the common numbering: the vertex and the corners of the triangle as it names them; or the ends of the first
    /// edge, ascending, then those of the second. The first edge has the smaller number.
    alignas(64) std::uint32_t vertex[4][capacity];
    /// vertex_triangle: the vertex and the triangle, in the common numbering. edge_edge: the numbers of the edges.
    alignas(64) std::uint32_t first[capacity], second[capacity];
};

/// The candidates of pairs of blocks, appended to a batch: no axis keeps their boxes apart, no vertex is shared. Stops
/// where those of another pair might not fit, and returns how many pairs it has done.
std::size_t near_vertices_and_triangles(const FeatureBlocks& vertices, const FeatureBlocks& triangles,
                                        std::span<const Pair> blocks, FeatureBatch& out);
std::size_t near_edges(const FeatureBlocks& a, const FeatureBlocks& b, std::span<const Pair> blocks, FeatureBatch& out);
/// The same within one tree: of a block paired with itself each pair of edges once.
std::size_t near_edges_within(const FeatureBlocks& edges, std::span<const Pair> blocks, FeatureBatch& out);

}  // namespace pliant::broad_phase
