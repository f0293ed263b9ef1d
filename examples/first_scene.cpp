// Which triangles intersect? A ribbon with a loop in it meets itself, and then the floor as well.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    // The ribbon follows the curve (t^3 - t, t^2 - 1), which crosses itself where t = -1 and t = 1.
    constexpr std::uint32_t segments = 21;
    std::vector<std::array<double, 3>> ribbon;
    std::vector<pliant::Triangle> strip;
    for (std::uint32_t i = 0; i <= segments; ++i) {
        const double t = 2.5 * i / segments - 1.25;
        for (const double y : {0.0, 1.0}) ribbon.push_back({t * t * t - t, y, t * t - 1});
        if (i == segments) break;
        strip.push_back({2 * i, 2 * i + 1, 2 * i + 2});
        strip.push_back({2 * i + 1, 2 * i + 3, 2 * i + 2});
    }
    const std::vector<std::array<float, 3>> floor{{-9, -9, -2}, {9, -9, -2}, {0, 9, -2}};
    const std::vector<pliant::Triangle> one{{0, 1, 2}};

    pliant::Scene scene;
    const pliant::BodyId falling = scene.add(pliant::SurfaceView{ribbon, strip});
    scene.add(pliant::SurfaceView{floor, one});

    // [frames]
    std::size_t self = 0, mutual = 0;
    for (int frame = 0; frame < 3; ++frame) {
        self = mutual = 0;
        for (const pliant::TrianglePair& pair : scene.intersections()) {
            if (pair.a.body == pair.b.body)
                ++self;
            else
                ++mutual;
        }
        std::printf("frame %d: %zu pairs within the ribbon, %zu with the floor\n", frame, self, mutual);
        for (auto& point : ribbon) point[2] -= 0.75;  // the caller's own array ...
        scene.move(falling, ribbon);                  // ... so the scene has to be told
    }
    // [frames]
    return self > 0 && mutual > 0 ? 0 : 1;
}
