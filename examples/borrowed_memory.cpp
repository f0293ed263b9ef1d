// Positions stay where the caller has them: here in vertices that carry a normal and texture coordinates as well.
#include <array>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

struct Vertex {
    std::array<float, 3> position;
    std::array<float, 3> normal;
    std::array<float, 2> texture;
};

int main() {
    // A strip of two triangles, and one more above it.
    std::vector<Vertex> cloth(7);
    const float xyz[7][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {4, 4, 0}, {1, 1, 1}, {2, 1, 1}, {1, 2, 2}};
    for (std::size_t i = 0; i < cloth.size(); ++i) cloth[i].position = {xyz[i][0], xyz[i][1], xyz[i][2]};
    const std::vector<pliant::Triangle> triangles{{0, 1, 2}, {1, 3, 2}, {4, 5, 6}};

    pliant::Scene scene;
    const pliant::Points points(cloth[0].position.data(), cloth.size(), sizeof(Vertex));
    const pliant::BodyId body = scene.add(pliant::SurfaceView{points, triangles});
    const std::size_t before = scene.intersections().size();

    for (std::size_t i = 4; i < cloth.size(); ++i) cloth[i].position[2] -= 1.5f;  // in place, so the scene is told:
    scene.move(body, points);
    std::printf("%zu pairs before, %zu after\n", before, scene.intersections().size());
}
