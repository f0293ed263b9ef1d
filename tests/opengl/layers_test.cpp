// Layers by OpenGL beside those of the processor.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include <pliant/opengl.hpp>
#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"
#include "shapes/random.hpp"

namespace pliant {
namespace {

class OpenGl : public testing::TestWithParam<OpenGlPasses> {
protected:
    void SetUp() override {
        try {
            producer.emplace();
        } catch (const std::runtime_error& error) {
            GTEST_SKIP() << error.what();
        }
    }

    std::optional<OpenGlLayers> producer;
};

shapes::Mesh bumpy() {
    shapes::Random random(4);
    shapes::Mesh mesh = shapes::icosphere(20);
    shapes::add_bumps(mesh, 30, 0.4, random);
    return mesh;
}

/// Pixels may differ along the silhouette alone, where the card has moved vertices by a part of a pixel.
void expect_alike(const Layers& found, const Layers& expected) {
    ASSERT_EQ(found.first.size(), expected.first.size());
    std::size_t different = 0, layers = 0;
    double farthest = 0;
    for (std::size_t pixel = 0; pixel + 1 < found.first.size(); ++pixel) {
        const auto a = found.at(pixel), b = expected.at(pixel);
        layers += b.size();
        if (a.size() != b.size()) {
            ++different;
            continue;
        }
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_EQ(a[i].turn, b[i].turn);
            farthest = std::max(farthest, std::abs(a[i].depth - b[i].depth));
        }
    }
    EXPECT_GT(layers, 1000u);
    EXPECT_LE(different, layers / 100);
    EXPECT_LT(farthest, 0.05);
    EXPECT_EQ(found.inconsistent_pixels, 0u);
    EXPECT_TRUE(found.report.complete);
}

TEST_P(OpenGl, MakesTheLayersOfTheProcessor) {
    const shapes::Mesh mesh = bumpy();
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        const LayersOptions options{.resolution = 64, .axis = axis};
        expect_alike(producer->make(SurfaceView{mesh.positions, mesh.triangles}, options, GetParam()),
                     scene.layers(body, options));
    }
}

TEST_P(OpenGl, MakesRoomForMoreLayersThanBefore) {
    const shapes::Mesh small = shapes::icosphere(4);
    shapes::Mesh large = small;
    for (int i = 1; i < 40; ++i) {
        shapes::Mesh shell = small;
        for (auto& p : shell.positions) p = {p[0] * (1 + 0.01 * i), p[1] * (1 + 0.01 * i), p[2] * (1 + 0.01 * i)};
        shapes::append(large, shell);
    }
    (void)producer->make(SurfaceView{small.positions, small.triangles}, {.resolution = 16}, GetParam());
    const Layers& found =
        producer->make(SurfaceView{large.positions, large.triangles}, {.resolution = 128}, GetParam());
    EXPECT_EQ(found.most, 80u);
    EXPECT_EQ(found.inconsistent_pixels, 0u);
}

TEST_P(OpenGl, SetsBadElementsAside) {
    shapes::Mesh mesh = bumpy();
    mesh.positions[7][0] = std::nan("");
    mesh.triangles.push_back({0, 1, 1000000});
    const Layers& found = producer->make(SurfaceView{mesh.positions, mesh.triangles}, {.resolution = 32}, GetParam());
    EXPECT_FALSE(found.report.all_examined());
    EXPECT_EQ(found.report.set_aside.size(), 2u);
    EXPECT_GT(found.points.size(), 500u);
}

/// Thirty boxes in a row: side by side their layers are wider than any frame.
TEST_P(OpenGl, ManyLayersOfManyPixelsAreAllThere) {
    shapes::Mesh mesh;
    for (int i = 0; i < 30; ++i) {
        shapes::Mesh box = shapes::box_surface({1, 1, 1});
        for (auto& p : box.positions) p[2] += 2 * i;
        shapes::append(mesh, box);
    }
    const SurfaceView surface{mesh.positions, mesh.triangles};
    for (const std::uint32_t n : {GetParam() == OpenGlPasses::stencil ? 280u : 100u, 60u}) {
        const Layers& found = producer->make(surface, {.resolution = n}, GetParam());
        std::size_t wrong = 0;
        for (std::size_t pixel = 0; pixel < std::size_t{n} * n; ++pixel) {
            const auto layers = found.at(pixel);
            bool good = layers.size() == 60;
            for (std::size_t i = 0; good && i < 60; ++i) good = std::abs(layers[i].depth - double(i)) < 1e-3;
            wrong += good ? 0 : 1;
        }
        EXPECT_EQ(wrong, 0u);
        EXPECT_TRUE(found.report.complete);
    }
}

/// Stage 2 of the paper: beyond the near and the far plane nothing is drawn.
TEST_P(OpenGl, DrawsWhatLiesInTheBoxAlone) {
    const shapes::Mesh mesh = bumpy();
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    using Corners = std::array<std::array<double, 3>, 2>;
    const LayersOptions below{
        .resolution = 64, .box = Corners{{{-1.5, -1.5, -2}, {1.5, 1.5, 0.37}}}, .view = LayersView::from_below},
        above{.resolution = 64, .box = Corners{{{-1.5, -1.5, -0.29}, {1.5, 1.5, 2}}}, .view = LayersView::from_above};
    for (const LayersOptions& options : {below, above}) {
        expect_alike(producer->make(SurfaceView{mesh.positions, mesh.triangles}, options, GetParam()),
                     scene.layers(body, options));
    }
}

TEST_P(OpenGl, AnswersTheQuestionsOfVolumes) {
    const shapes::Mesh mesh = bumpy();
    shapes::Mesh other = mesh;
    for (auto& p : other.positions) p = {p[0] + 0.6, p[1] - 0.3, p[2] + 0.4};
    Scene scene;
    const BodyId a = scene.add(SurfaceView{mesh.positions, mesh.triangles}),
                 b = scene.add(SurfaceView{other.positions, other.triangles});
    producer->choose(GetParam());
    const double measured = scene.overlap(a, b).volume;
    const Overlap& sampled = scene.overlap(a, b, {.resolution = 256, .producer = &*producer});
    EXPECT_TRUE(sampled.sampled);
    EXPECT_NEAR(sampled.volume, measured, 0.02 * measured);
    const std::size_t exact = scene.contains(a, other.positions, {.exact = true}).inside.size();
    const std::size_t drawn =
        scene.contains(a, other.positions, {.resolution = 256, .producer = &*producer}).inside.size();
    EXPECT_GT(exact, 100u);
    EXPECT_NEAR(double(drawn), double(exact), 0.02 * double(exact));
}

TEST_P(OpenGl, KeepsToItsBudget) {
    const shapes::Mesh mesh = bumpy();
    const SurfaceView surface{mesh.positions, mesh.triangles};
    Scene scene;
    const BodyId body = scene.add(surface);
    for (const std::uint64_t triangles : {0u, 5u, 4000u}) {
        const LayersOptions options{.resolution = 64, .budget = {.triangles = triangles}};
        const Layers &found = producer->make(surface, options, GetParam()), &expected = scene.layers(body, options);
        EXPECT_EQ(found.report.stopped_by, Limit::triangles);
        EXPECT_FALSE(found.report.complete);
        EXPECT_LE(found.points.size(), expected.points.size() + expected.points.size() / 50 + 1);
        EXPECT_EQ(found.points.empty(), triangles == 0);
    }
    const LayersOptions no_time{.resolution = 64, .budget = {.time = std::chrono::nanoseconds(0)}};
    const Layers& late = producer->make(surface, no_time, GetParam());
    EXPECT_EQ(late.report.stopped_by, Limit::time);
    EXPECT_FALSE(late.report.complete);
    const LayersOptions enough{.resolution = 64, .budget = {.time = std::chrono::minutes(1), .triangles = 100000}};
    EXPECT_TRUE(producer->make(surface, enough, GetParam()).report.complete);
}

TEST_P(OpenGl, RefusesAResolutionThatCannotBe) {
    const shapes::Mesh mesh = bumpy();
    const SurfaceView surface{mesh.positions, mesh.triangles};
    for (const std::uint32_t bad : {0u, 1u << 20}) {
        EXPECT_THROW((void)producer->make(surface, {.resolution = bad}, GetParam()), std::invalid_argument);
    }
}

INSTANTIATE_TEST_SUITE_P(Passes, OpenGl, testing::Values(OpenGlPasses::stencil, OpenGlPasses::lists),
                         [](const auto& passes) { return std::string(name(passes.param)); });

}  // namespace
}  // namespace pliant
