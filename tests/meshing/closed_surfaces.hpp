// Surfaces to make others from, and what those have to keep.
#pragma once

#include <gtest/gtest.h>

#include <pliant/meshing.hpp>

#include "mesh/topology.hpp"
#include "numeric/vec.hpp"
#include "shapes/meshes.hpp"
#include "shapes/random.hpp"

namespace pliant::meshing {

inline double volume(const SurfaceMesh& mesh) {
    double six = 0;
    for (const Triangle& t : mesh.triangles) {
        six += dot(Vec3(mesh.positions[t[0]]), cross(Vec3(mesh.positions[t[1]]), Vec3(mesh.positions[t[2]])));
    }
    return six / 6;
}

inline shapes::Mesh blob() {
    shapes::Mesh mesh = shapes::icosphere(40);
    shapes::Random random(3);
    shapes::add_bumps(mesh, 12, 0.2, random);
    return mesh;
}

inline void expect_closed(const SurfaceMesh& mesh) {
    const mesh::Topology t = mesh::topology(mesh.positions.size(), mesh.triangles);
    EXPECT_TRUE(t.closed());
    EXPECT_TRUE(t.vertex_manifold());
    EXPECT_TRUE(t.consistently_oriented());
    EXPECT_EQ(t.duplicate_triangles, 0u);
    EXPECT_EQ(t.unused_vertices, 0u);
}

}  // namespace pliant::meshing
