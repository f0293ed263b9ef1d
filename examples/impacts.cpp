// Does anything pass through anything between two frames? How far can a step go?
#include <array>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

using Positions = std::vector<std::array<double, 3>>;

/// A thin needle, point down, at a height.
Positions needle_at(double z) { return {{0.2, 0.1, z}, {0.1, 0.1, z + 2}, {0.3, 0.2, z + 2}}; }

int main() {
    const Positions sheet{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    const std::vector<pliant::Triangle> triangle{{0, 1, 2}};
    Positions needle = needle_at(1);

    pliant::Scene scene;
    scene.add(pliant::SurfaceView{sheet, triangle});
    const pliant::BodyId falling = scene.add(pliant::SurfaceView{needle, triangle});

    // [step]
    scene.start_step();      // the step begins here: positions are copied
    needle = needle_at(-3);  // so they may be overwritten
    scene.move(falling, needle);

    std::printf("%zu pairs intersect at the end\n", scene.intersections().size());
    for (const pliant::FeatureImpact& found : scene.impacts()) {
        if (found.kind != pliant::FeatureKind::vertex_triangle) continue;
        const pliant::Impact& impact = found.impact;
        std::printf(
            "vertex %u of body %u meets triangle %u of body %u after %.2f of the step, from (%.0f, %.0f, %.0f)\n",
            found.vertices[0], unsigned(found.body_a), found.triangle, unsigned(found.body_b), impact.time[0],
            impact.normal[0], impact.normal[1], impact.normal[2]);
    }

    const pliant::SafeStep step = scene.safe_step();
    std::printf("nothing meets in the first %.4f of the step\n", step.time);
    // [step]

    // [separation]
    pliant::ImpactOptions apart;
    apart.minimum_separation = 0.5;  // keep clear of each other by this much
    std::printf("all stay 0.5 apart in the first %.4f of it\n", scene.safe_step(apart).time);
    // [separation]
}
