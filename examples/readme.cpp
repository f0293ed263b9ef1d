#include <array>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    std::vector<std::array<double, 3>> floor{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}},
        kite{{-1, 0, 2}, {1, 0, 2}, {0, 1, 3}};
    const std::vector<pliant::Triangle> one{{0, 1, 2}};
    pliant::Scene scene;
    scene.add(pliant::SurfaceView{floor, one});  // borrowed: float or double, any stride
    const auto falling = scene.add(pliant::SurfaceView{kite, one});
    for (int frame = 0; frame < 5; ++frame) {
        for (auto& point : kite) point[2] -= 0.5;
        scene.move(falling, kite);
        for (const auto& [a, b, kind] : scene.intersections())  // exact; self and mutual; sorted
            std::printf("frame %d: triangles %u and %u, %s\n", frame, a.triangle, b.triangle, name(kind).data());
    }
}
