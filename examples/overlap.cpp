// What volume do two bodies share, and what volume does a body share with itself?
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

// Counter-clockwise seen from outside: that is how inside is told from outside.
const std::vector<pliant::Triangle> cube{{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                                         {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};

std::vector<std::array<double, 3>> corners_at(double x, double y, double z) {
    std::vector<std::array<double, 3>> corners;
    for (int i = 0; i < 8; ++i) corners.push_back({x + (i & 1), y + (i >> 1 & 1), z + (i >> 2 & 1)});
    return corners;
}

int main() {
    const auto low = corners_at(0, 0, 0), high = corners_at(0.5, 0.5, 0.75);
    pliant::Scene scene;
    const pliant::BodyId a = scene.add(pliant::SurfaceView{low, cube});
    const pliant::BodyId b = scene.add(pliant::SurfaceView{high, cube});

    // [overlap]
    pliant::OverlapOptions options;
    options.depths = true;  // also the vertices of each body that lie inside the other
    const pliant::Overlap shared = scene.overlap(a, b, options);
    std::printf("shared: %.4f around (%.3f, %.3f, %.3f)\n", shared.volume, shared.centroid[0], shared.centroid[1],
                shared.centroid[2]);
    for (const pliant::VertexPenetration& p : shared.penetrations)
        std::printf("vertex %u of body %u is %.2f deep\n", p.vertex, static_cast<unsigned>(p.body), p.depth);
    // [overlap]

    // Both cubes as one body: it winds twice around what they share.
    auto both = low;
    both.insert(both.end(), high.begin(), high.end());
    auto triangles = cube;
    for (const auto& [i, j, k] : cube) triangles.push_back({i + 8, j + 8, k + 8});
    const pliant::BodyId c = scene.add(pliant::SurfaceView{both, triangles});
    const pliant::Overlap folded = scene.self_overlap(c);
    std::printf("shared with itself: %.3f, within 1 %%\n", folded.volume);

    const auto holds = [](const pliant::Overlap& o) { return std::abs(o.volume - 0.0625) <= o.error + 1e-12; };
    return holds(shared) && holds(folded) && shared.penetrations.size() == 2 ? 0 : 1;
}
