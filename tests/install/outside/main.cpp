#include <array>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    const std::vector<std::array<float, 3>> points{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {2, 2, 1}};
    const std::vector<pliant::Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
    pliant::Scene scene;
    scene.add(pliant::SurfaceView{points, triangles});
    const auto answer = scene.intersections();
    std::printf("%zu pair, %s\n", answer.size(), pliant::name(answer[0].kind).data());
}
