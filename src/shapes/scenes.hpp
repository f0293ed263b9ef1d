// Factories behind the names of the catalogue; each takes the total number of triangles to aim for.
#pragma once

#include "shapes/moving_bodies.hpp"

namespace pliant::shapes {

Bodies draped_cloth(std::size_t triangles, Random& random);
Bodies cloth_on_sphere(std::size_t triangles, Random& random);
Bodies waving_cloth(std::size_t triangles, Random& random);
Bodies steep_cloth(std::size_t triangles, Random& random);
Bodies folded_layers(std::size_t triangles, Random& random);
Bodies crossing_loop(std::size_t triangles, Random& random);
Bodies flat_sheet(std::size_t triangles, Random& random);

Bodies two_knots(std::size_t triangles, Random& random);
Bodies pulsating_sphere(std::size_t triangles, Random& random);
Bodies twisted_tube(std::size_t triangles, Random& random);
Bodies squeezed_blob(std::size_t triangles, Random& random);
Bodies waves_pair(std::size_t triangles, Random& random);
Bodies caged_blobs(std::size_t triangles, Random& random);
Bodies body_and_garment(std::size_t triangles, Random& random);

Bodies swarm(std::size_t triangles, Random& random);
Bodies cut_plates(std::size_t triangles, Random& random);
Bodies needles(std::size_t triangles, Random& random);
Bodies tetra_boxes(std::size_t triangles, Random& random);
Bodies resting_stack(std::size_t triangles, Random& random);

Bodies setup_a(std::size_t triangles, Random& random);
Bodies setup_b(std::size_t triangles, Random& random);
Bodies setup_c(std::size_t triangles, Random& random);
Bodies setup_d(std::size_t triangles, Random& random);
Bodies setup_e(std::size_t triangles, Random& random);

}  // namespace pliant::shapes
