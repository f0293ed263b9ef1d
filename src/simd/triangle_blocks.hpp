// Triangles eight at a time, laid out for proofs that two of them are apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/box_kernels.hpp"
#include "simd/grid_boxes.hpp"
#include "simd/vertices.hpp"

namespace pliant::simd {

/// Eight triangles and their planes.
struct alignas(64) TriangleBlock {
    float corner[3][3][block_size];  // by corner and axis
    float normal[3][block_size];
    float length[block_size];     // |x| + |y| + |z| of the normal
    float thickness[block_size];  // of normal . (p - first corner) no p of the triangle has more; underflows included
};

/// Corners and planes of eight triangles.
void lay_out_triangles(const FloatVertex* vertices, const CornerBlock& corners, TriangleBlock& triangles);

/// For pairs of blocks of two leaves, of eight blocks each: clears the bits 8 * i + k for which triangle i of the first
/// block and triangle k of the second are proven apart. No coordinates of two triangles with a bit differ by more than
/// `reach`. All vector targets clear the same bits. Returns how many bits there were.
std::uint64_t clear_apart(const TriangleBlock* a, const TriangleBlock* b, float reach,
                          std::span<TrianglesOfBlocks> pairs);

}  // namespace pliant::simd
