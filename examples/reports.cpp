// How did a search end? A mesh with flaws, whose other triangles are answered for; then a budget that runs out.
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::array<double, 3>> points{{0, 0, 0},  {4, 0, 0}, {0, 4, 0},  // a triangle,
                                                    {1, 1, -1}, {1, 1, 1}, {2, 1, 1},  // one that crosses it,
                                                    {nan, 0, 0}};                      // and a number that is none
    const std::vector<pliant::Triangle> triangles{{0, 1, 2}, {3, 4, 5}, {0, 1, 6}, {0, 1, 99}, {1, 1, 2}};
    pliant::Scene scene;
    scene.add(pliant::SurfaceView{points, triangles});

    // [flaws]
    const auto found = scene.intersections();
    std::printf("%zu pair\n", found.size());
    for (const pliant::Flaw& flaw : found.report.set_aside) {
        std::printf("set aside: body %u, element %u, %s\n", static_cast<unsigned>(flaw.body), flaw.element,
                    name(flaw.kind).data());
    }
    // [flaws]

    // [budget]
    // A fan of sheets that all cross one another along a line.
    std::vector<std::array<double, 3>> sheets;
    std::vector<pliant::Triangle> fan;
    for (unsigned i = 0; i < 10; ++i) {
        const double angle = 0.3 * i, c = std::cos(angle), s = std::sin(angle);
        for (const auto& [r, z] : {std::array{-1.0, 0.0}, {1.0, 0.1}, {0.0, 1.0 + i}})
            sheets.push_back({r * c, r * s, z});
        fan.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    pliant::Scene crowded;
    crowded.add(pliant::SurfaceView{sheets, fan});
    const std::size_t all = crowded.intersections().size();
    pliant::IntersectionOptions options;
    options.budget.pairs = 5;  // of limits, the ones that count work stop at the same place on every machine
    const auto some = crowded.intersections(options);
    std::printf("%zu of %zu pairs, %s\n", some.size(), all, some.report.complete ? "complete" : "stopped early");
    // [budget]
    const bool named = found.size() == 1 && found.report.set_aside.size() == 3;
    return named && some.size() == 5 && all == 45 && !some.report.complete ? 0 : 1;
}
