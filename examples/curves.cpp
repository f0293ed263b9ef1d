// Along which curves do surfaces meet, and what do they cut off? A cube stands halfway in another.
#include <array>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

// Counter-clockwise seen from outside: that is how inside is told from outside.
const std::vector<pliant::Triangle> cube{{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                                         {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};

std::vector<std::array<double, 3>> corners_at(double x, double y, double z, double size) {
    std::vector<std::array<double, 3>> corners;
    for (int i = 0; i < 8; ++i)
        corners.push_back({x + size * (i & 1), y + size * (i >> 1 & 1), z + size * (i >> 2 & 1)});
    return corners;
}

int main() {
    const auto large = corners_at(0, 0, 0, 2), small = corners_at(0.5, 0.5, 1.5, 1);
    pliant::Scene scene;
    scene.add(pliant::SurfaceView{large, cube});
    scene.add(pliant::SurfaceView{small, cube});

    // [curves]
    pliant::CurveOptions options;
    options.depth = true;  // also the deepest vertices, and their way out
    const pliant::Curves& found = scene.curves(options);
    for (const pliant::Curve& curve : found) {
        std::printf("%s, %u segments, %.2f long; inside both: %.2f\n", curve.closed ? "closed" : "open", curve.count,
                    curve.length, curve.volume.value_or(0));
        for (const pliant::CurveSide& side : curve.sides)
            std::printf("  cuts %.2f off body %u\n", side.area, unsigned(side.body));
    }
    for (const pliant::CurveDepth& d : found.depths)
        std::printf("vertex %u of body %u is %.2f deep, out along (%.0f, %.0f, %.0f)\n", d.vertex.vertex,
                    unsigned(d.vertex.body), d.depth, d.direction[0], d.direction[1], d.direction[2]);
    const pliant::CurvePoint& p = found.points[found.segments[0].points[0]];
    std::printf("begins where edge %u-%u of body %u meets triangle %u of body %u\n", p.edge[0], p.edge[1],
                unsigned(p.edge_body), p.triangle.triangle, unsigned(p.triangle.body));
    // [curves]
    return found.size() == 1 && found[0].closed ? 0 : 1;
}
