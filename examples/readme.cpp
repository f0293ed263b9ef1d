#include <array>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    std::vector<std::array<double, 3>> floor{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}},
        kite{{-1, 0, 2}, {1, 0, 2}, {0, 1, 3}};
    const std::vector<pliant::Triangle> triangles{{0, 1, 2}};

    pliant::Scene scene;
    scene.add(pliant::SurfaceView{floor, triangles});  // positions are borrowed: float or double, any stride
    const pliant::BodyId falling = scene.add(pliant::SurfaceView{kite, triangles});
    for (int frame = 0; frame < 5; ++frame) {
        for (auto& point : kite) point[2] -= 0.5;
        scene.move(falling, kite);                                        // new positions, every frame
        for (const pliant::TrianglePair& pair : scene.intersections()) {  // exact; self and mutual; sorted
            std::printf("frame %d: triangles %u and %u, %s\n", frame, pair.a.triangle, pair.b.triangle,
                        pliant::name(pair.kind).data());
        }
    }
}
