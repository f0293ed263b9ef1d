// Every scene of the catalogue: what must hold of any curves does.
#include "bodies.hpp"

#include "determinism/played_scene.hpp"
#include "mesh/topology.hpp"

namespace pliant::curves_test {
namespace {

class CatalogueCurves : public testing::TestWithParam<std::size_t> {};

TEST_P(CatalogueCurves, AreSound) {
    determinism::PlayedScene played(shapes::catalogue()[GetParam()].name, 3000, 2);
    const auto scene = shapes::make_scene(shapes::catalogue()[GetParam()].name, {3000, {}, 1});
    for (const std::size_t frame : {std::size_t{0}, played.frames() / 3}) {
        played.go_to(frame);
        const std::vector<TrianglePair> pairs = played.scene.intersections().items;
        const Curves& found = played.scene.curves();
        expect_sound(played.scene, found, pairs);
        for (const Curve& curve : found) {
            const auto closed = [&](BodyId id) {
                const shapes::Mesh& mesh = scene->body(std::size_t(id));
                return mesh::topology(mesh.positions.size(), played.scene.triangles(id)).closed();
            };
            // Only where a surface grows together with itself a curve of closed surfaces ends.
            if (!curve.closed && closed(curve.a) && closed(curve.b)) {
                EXPECT_EQ(curve.a, curve.b);
                EXPECT_EQ(curve.ends, (std::array{CurveEnd::vertex, CurveEnd::vertex}));
            }
            for (const CurveSide& side : curve.sides) {
                if (side.bounded) continue;
                EXPECT_EQ(side.count, 0u);
                EXPECT_EQ(side.area, 0);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, CatalogueCurves, testing::Range<std::size_t>(0, shapes::catalogue().size()),
                         [](const auto& scene) { return std::string(shapes::catalogue()[scene.param].name); });

}  // namespace
}  // namespace pliant::curves_test
