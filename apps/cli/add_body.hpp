// A mesh, from a file or the catalogue, becomes a body of a scene.
#pragma once

#include <pliant/scene.hpp>

namespace pliant::cli {

/// Tetrahedra where there are some, else triangles. `positions` and the mesh are borrowed, as Scene::add says.
template <class Mesh>
BodyId add_body(Scene& scene, const Mesh& mesh, const Points& positions) {
    return mesh.tetrahedra.empty() ? scene.add(SurfaceView{positions, mesh.triangles})
                                   : scene.add(VolumeView{positions, mesh.tetrahedra});
}

}  // namespace pliant::cli
