// Volumes and points by the layers of a producer, and layers of a part of a body.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include <pliant/layers.hpp>

#include "bodies.hpp"

namespace pliant::depth_layers {
namespace {

/// The library's own layers, from outside.
class ByTheLibrary final : public LayerProducer {
public:
    const Layers& produce(const SurfaceView& surface, const LayersOptions& options) override {
        Scene scene(SceneOptions{1});
        made_ = scene.layers(scene.add(surface), options);
        asked.push_back(options);
        points += made_.points.size();
        return made_;
    }
    [[nodiscard]] std::string_view renderer() const override { return "the library"; }

    std::vector<LayersOptions> asked;
    std::size_t points = 0;

private:
    Layers made_;
};

struct Pair {
    shapes::Mesh a = sphere(12, {0, 0, 0}, 1), b = sphere(12, {0.9, 0.4, -0.5}, 1);
    Scene scene{SceneOptions{1}};
    BodyId first = scene.add(SurfaceView{a.positions, a.triangles}),
           second = scene.add(SurfaceView{b.positions, b.triangles});
};

TEST(ProducedLayers, MeasureWhatIsShared) {
    Pair pair;
    const double measured = pair.scene.overlap(pair.first, pair.second, {.tolerance = 1e-4}).volume;
    ByTheLibrary producer;
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        const OverlapOptions options{.resolution = 200, .axis = axis, .spans = true, .producer = &producer};
        const Overlap found = pair.scene.overlap(pair.first, pair.second, options);
        EXPECT_NEAR(found.volume, measured, 0.01 * measured);
        EXPECT_TRUE(found.sampled);
        EXPECT_GE(found.error, std::abs(found.volume - measured));
        EXPECT_EQ(found.inconsistent_pixels, 0u);
        const Overlap ours =
            pair.scene.overlap(pair.first, pair.second, {.resolution = 200, .axis = axis, .spans = true});
        EXPECT_FALSE(ours.sampled);
        ASSERT_EQ(found.spans.size(), ours.spans.size());
        for (std::size_t i = 0; i < found.spans.size(); ++i) EXPECT_EQ(found.spans[i].enter, ours.spans[i].enter);
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found.centroid[k], ours.centroid[k], 0.01);
    }
}

/// Stage 2 of the paper: opposite directions, and nothing of the bodies beyond the volume of interest.
TEST(ProducedLayers, AreAskedForWithinTheVolumeOfInterest) {
    Pair pair;
    ByTheLibrary producer;
    (void)pair.scene.overlap(pair.first, pair.second, {.producer = &producer});
    ASSERT_EQ(producer.asked.size(), 2u);
    EXPECT_NE(producer.asked[0].view, producer.asked[1].view);
    const std::size_t within = producer.points;
    std::size_t whole = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        LayersOptions options = producer.asked[i];
        EXPECT_NE(options.view, LayersView::whole);
        EXPECT_EQ(options.resolution, 128u);
        options.view = LayersView::whole;
        whole += pair.scene.layers(i == 0 ? pair.first : pair.second, options).points.size();
    }
    EXPECT_LT(within, whole);
}

using Corners = std::array<Position, 2>;

TEST(LayersOfAPart, AreThoseOfTheWholeWithinTheBox) {
    Pair pair;
    LayersOptions options{.resolution = 40, .box = Corners{{{-1, -1, -1}, {1, 1, 0.3}}}};
    const Layers whole = pair.scene.layers(pair.first, options);
    options.view = LayersView::from_below;
    const Layers part = pair.scene.layers(pair.first, options);
    std::size_t kept = 0, left_open = 0;
    for (std::size_t pixel = 0; pixel < 1600; ++pixel) {
        std::vector<double> expected;
        for (const LayerPoint& p : whole.at(pixel)) {
            if (p.depth <= 0.3) expected.push_back(p.depth);
        }
        ASSERT_EQ(part.at(pixel).size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(part.at(pixel)[i].depth, expected[i]);
        kept += expected.size();
        left_open += expected.size() % 2;
    }
    EXPECT_GT(kept, 500u);
    EXPECT_GT(left_open, 500u);  // the ball goes on beyond the box
    EXPECT_EQ(part.inconsistent_pixels, 0u);
}

/// A body that faces inwards is inside by parity, seen through its outside face as well.
TEST(ProducedLayers, OfBodiesThatFaceInwardsAreSharedByParity) {
    Pair pair;
    std::vector<Triangle> inwards = pair.a.triangles;
    for (Triangle& t : inwards) std::swap(t[1], t[2]);
    const BodyId third = pair.scene.add(SurfaceView{pair.a.positions, inwards});
    ByTheLibrary producer;
    const OverlapOptions options{.rule = InsideRule::parity, .producer = &producer};
    const double expected = pair.scene.overlap(pair.first, pair.second, options).volume;
    EXPECT_GT(expected, 0.1);
    EXPECT_NEAR(pair.scene.overlap(third, pair.second, options).volume, expected, 1e-9);
}

TEST(ProducedLayers, FindPointsInside) {
    Pair pair;
    ByTheLibrary producer;
    std::vector<Position> points;
    shapes::Random random(3);
    for (int i = 0; i < 2000; ++i)
        points.push_back({random.between(-1.2, 1.2), random.between(-1.2, 1.2), random.between(-1.2, 1.2)});
    points.push_back({0, std::nan(""), 0});
    const Containment found = pair.scene.contains(pair.first, points, {.resolution = 400, .producer = &producer});
    EXPECT_TRUE(found.sampled);
    EXPECT_EQ(found.invalid, (std::vector<std::uint32_t>{2000}));
    EXPECT_TRUE(found.uncertain.empty());
    const Containment exact = pair.scene.contains(pair.first, points, {.exact = true});
    EXPECT_FALSE(exact.sampled);
    std::size_t different = 0;
    for (std::uint32_t i = 0; i < 2000; ++i) {
        const auto has = [&](const std::vector<std::uint32_t>& list) {
            return std::binary_search(list.begin(), list.end(), i);
        };
        different += has(found.inside) != has(exact.inside);
    }
    EXPECT_LT(different, 10u);
    EXPECT_GT(exact.inside.size(), 400u);
}

TEST(ProducedLayers, RefuseWhatTheyCannotTell) {
    Pair pair;
    ByTheLibrary producer;
    for (const OverlapOptions& options : {OverlapOptions{.all_axes = true, .producer = &producer},
                                          OverlapOptions{.gradient = true, .producer = &producer},
                                          OverlapOptions{.depths = true, .producer = &producer},
                                          OverlapOptions{.budget = {.columns = 5}, .producer = &producer}})
        EXPECT_THROW((void)pair.scene.overlap(pair.first, pair.second, options), std::invalid_argument);
    EXPECT_THROW((void)pair.scene.self_overlap(pair.first, {.producer = &producer}), std::invalid_argument);
    const std::vector<Position> points{{0, 0, 0}};
    EXPECT_THROW((void)pair.scene.contains(pair.first, points, {.exact = true, .producer = &producer}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace pliant::depth_layers
