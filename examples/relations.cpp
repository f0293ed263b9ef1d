// Which bodies lie inside others? A stone in a box touches nothing, and is found nevertheless.
#include <array>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

using Positions = std::vector<std::array<double, 3>>;

Positions scaled(Positions positions, double by) {
    for (auto& p : positions) {
        for (double& c : p) c *= by;
    }
    return positions;
}

int main() {
    const Positions box{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const Positions stone = scaled(box, 0.5);
    const std::vector<pliant::Triangle> faces{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                              {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    pliant::Scene scene;
    scene.add(pliant::SurfaceView{box, faces});
    scene.add(pliant::SurfaceView{stone, faces});

    // [relations]
    const auto pairs = scene.intersections();  // no triangle meets another
    pliant::RelationOptions known;
    known.pairs = pairs.items;  // spares a second search
    for (const pliant::BodyRelation& r : scene.relations(known))
        std::printf("body %u is %s body %u\n", unsigned(r.a), name(r.kind).data(), unsigned(r.b));
    // [relations]
    return pairs.empty() && scene.relations().size() == 1 ? 0 : 1;
}
