// Triangles come and go: a blade cuts a sheet, which loses the triangles that the blade crosses; then a patch is sewn
// in.
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    constexpr std::uint32_t n = 12;  // squares along each side
    std::vector<std::array<double, 3>> sheet;
    std::vector<pliant::Triangle> triangles;
    for (std::uint32_t j = 0; j <= n; ++j) {
        for (std::uint32_t i = 0; i <= n; ++i) {
            sheet.push_back({double(i), double(j), 0});
            const std::uint32_t v = j * (n + 1) + i;
            if (i == n || j == n) continue;
            triangles.push_back({v, v + 1, v + n + 2});
            triangles.push_back({v, v + n + 2, v + n + 1});
        }
    }
    std::vector<std::array<double, 3>> blade{{0.3, -1, -1}, {0.3, -1, 1}, {0.3, 0.6, 0}};
    const std::vector<pliant::Triangle> one{{0, 1, 2}};
    pliant::Scene scene;
    const pliant::BodyId cloth = scene.add(pliant::SurfaceView{sheet, triangles});
    const pliant::BodyId knife = scene.add(pliant::SurfaceView{blade, one});

    // [cutting]
    pliant::IntersectionOptions between;
    between.self = false;
    std::vector<std::uint32_t> cut;
    std::size_t removed = 0;
    for (int frame = 0; frame < 4; ++frame) {
        cut.clear();
        for (const pliant::TrianglePair& pair : scene.intersections(between)) cut.push_back(pair.a.triangle);
        scene.remove_triangles(cloth, cut);  // the numbers of all others stay what they are
        removed += cut.size();
        std::printf("frame %d: %zu triangles cut, %zu pairs left\n", frame, cut.size(),
                    scene.intersections(between).size());
        for (auto& point : blade) point[1] += 1;
        scene.move(knife, blade);
    }
    const std::vector<pliant::Triangle> patch{{0, 1, n + 2}, {0, n + 2, n + 1}};
    const std::vector<std::uint32_t> numbers = scene.insert_triangles(cloth, patch);
    std::printf("%zu removed; the patch has the numbers %u and %u\n", removed, numbers[0], numbers[1]);
    // [cutting]
    return scene.triangles(cloth)[numbers[0]] == patch[0] && removed > 0 ? 0 : 1;
}
