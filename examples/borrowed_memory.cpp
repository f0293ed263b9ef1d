// Positions stay where the caller has them: floats with other things between them, doubles, bare arrays.
#include <array>
#include <cstdio>
#include <span>
#include <vector>

#include <pliant/pliant.hpp>

struct Vertex {
    std::array<float, 3> position;
    std::array<float, 3> normal;
    std::array<float, 2> texture;
};

int main() {
    // [strides]
    std::vector<Vertex> cloth(4);  // as a renderer has them: 32 bytes from one position to the next
    const float xyz[4][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {4, 4, 0}};
    for (std::size_t i = 0; i < cloth.size(); ++i) cloth[i].position = {xyz[i][0], xyz[i][1], xyz[i][2]};
    const pliant::Points points(cloth[0].position.data(), cloth.size(), sizeof(Vertex));
    const std::vector<double> needle{1, 1, 0.5, 2, 1, 0.5, 1, 2, 1.5};  // x y z x y z ...: no struct at all

    const std::vector<pliant::Triangle> square{{0, 1, 2}, {1, 3, 2}}, one{{0, 1, 2}};
    pliant::Scene scene;
    const pliant::BodyId body = scene.add(pliant::SurfaceView{points, square});
    scene.add(pliant::SurfaceView{pliant::Points::flat(std::span<const double>(needle)), one});
    const std::size_t before = scene.intersections().size();

    for (Vertex& vertex : cloth) vertex.position[2] += 0.75f;  // in place, so the scene is told:
    scene.move(body, points);
    const std::size_t after = scene.intersections().size();
    std::printf("%zu pairs before, %zu after\n", before, after);
    // [strides]

    // [exact]
    // 0.1f is 0.100000001490116, so a float at 0.1f is above a double at 0.1, and exactly so: no contact.
    const std::vector<std::array<double, 3>> floor{{-9, -9, 0.1}, {9, -9, 0.1}, {0, 9, 0.1}};
    const std::vector<std::array<float, 3>> above{{0, 0, 0.1f}, {1, 0, 1}, {0, 1, 1}},
        upon{{0, 0, 0.125f}, {1, 0, 1}, {0, 1, 1}};
    std::vector<std::array<double, 3>> eighth = floor;
    for (auto& point : eighth) point[2] = 0.125;  // which float and double both have
    const bool apart = pliant::intersections({floor, one}, {above, one}).empty();
    const bool touching = pliant::intersections({eighth, one}, {upon, one}).size() == 1;
    std::printf("0.1f on 0.1: %s; 0.125f on 0.125: %s\n", apart ? "apart" : "touching",
                touching ? "touching" : "apart");
    // [exact]
    return before == 0 && after > 0 && apart && touching ? 0 : 1;
}
