// Pieces that face none of the sampled directions, but one of their own: found in a few frames, kept, and given up.
#include "detect/regularity/own_directions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include <pliant/pliant.hpp>

#include "numeric/vec.hpp"
#include "shapes/catalogue.hpp"
#include "shapes/meshes.hpp"

namespace pliant::regularity {
namespace {

using Shape = std::function<Vec3(double x, double y)>;

/// A square sheet of 2 * 60 * 60 triangles whose shape changes from frame to frame.
class ChangingSheet {
public:
    ChangingSheet() : mesh_(shapes::cloth_grid({60, 60}, 2, 2)), flat_(mesh_.positions) {
        body_ = scene_.add(SurfaceView{mesh_.positions, mesh_.triangles});
    }

    /// The regions visited and contours tested; the pairs are those of box_tree.
    Counters play(const Shape& shape) {
        for (std::size_t i = 0; i < flat_.size(); ++i) {
            const Vec3 p = shape(flat_[i][0], flat_[i][1]);
            mesh_.positions[i] = {p.x, p.y, p.z};
        }
        scene_.move(body_, mesh_.positions);
        IntersectionOptions options;
        options.method = IntersectionMethod::box_tree;
        const auto& expected = scene_.intersections(options);
        const std::vector<TrianglePair> pairs(expected.begin(), expected.end());
        options.method = IntersectionMethod::regularity;
        const auto& answer = scene_.intersections(options);
        EXPECT_EQ(std::vector<TrianglePair>(answer.begin(), answer.end()), pairs);
        pairs_ = pairs.size();
        return answer.report.counters;
    }
    [[nodiscard]] std::size_t pairs() const { return pairs_; }

private:
    shapes::Mesh mesh_;
    std::vector<shapes::Position> flat_;
    Scene scene_;
    BodyId body_{};
    std::size_t pairs_ = 0;
};

/// Wrinkles as steep as 79 degrees across a plane that is turned about an oblique axis.
Shape wrinkles(double turn, double phase) {
    return [=](double x, double y) -> Vec3 {
        const double z = 0.4 * std::sin(7 * x + phase) + 0.2 * std::sin(8 * y - phase) + 0.02 * std::sin(35 * (x + y));
        const double c = std::cos(turn), s = std::sin(turn);
        return {c * x - s * z, 0.8 * y + 0.6 * (s * x + c * z), 0.8 * (s * x + c * z) - 0.6 * y};
    };
}

TEST(OwnDirections, LeaveOneVisitOfASteepSheet) {
    ChangingSheet sheet;
    sheet.play(wrinkles(0.3, 0));
    for (int frame = 1; frame < 6; ++frame) {
        EXPECT_EQ(sheet.play(wrinkles(0.3 + 0.01 * frame, 0.1 * frame)).regions, 1u) << frame;
    }
}

TEST(OwnDirections, FollowASheetThatTurnsAtOnce) {
    ChangingSheet sheet;
    for (int frame = 0; frame < 8; ++frame) {
        EXPECT_EQ(sheet.play(wrinkles(0.2 + 0.9 * frame, 0.7 * frame)).regions, 1u) << frame;
    }
}

// Rolled up, no direction is faced by all of it; the layers of the roll meet.
TEST(OwnDirections, AreGivenUpForARoll) {
    ChangingSheet sheet;
    const auto roll = [](double phase) -> Shape {
        return [=](double x, double y) -> Vec3 {
            const double turn = 5 * x, radius = 0.3 + 0.02 * std::sin(40 * y + 2.5 * turn + phase);
            return {radius * std::cos(turn), y, radius * std::sin(turn)};
        };
    };
    sheet.play(wrinkles(0.3, 0));
    for (int frame = 0; frame < 20; ++frame) {
        const Counters counters = sheet.play(roll(0.1 * frame));
        EXPECT_GT(counters.regions, 10u);
        EXPECT_GT(sheet.pairs(), 0u);
    }
    // Later than the wait after failures.
    std::uint64_t regions = 0;
    for (int frame = 0; frame < 40; ++frame) regions = sheet.play(wrinkles(0.3, 0.1 * frame)).regions;
    EXPECT_EQ(regions, 1u);
}

// All normals face one way, and yet the sheet goes round more than once and meets itself: the contour tells.
TEST(OwnDirections, DoNotHideASpiralThatMeetsItself) {
    ChangingSheet sheet;
    for (int frame = 0; frame < 6; ++frame) {
        sheet.play([=](double x, double y) -> Vec3 {
            const double turn = 4 * x + 0.02 * frame, radius = 1.5 + y;
            const double z = 0.05 * turn * (std::abs(y) - 0.4) + 0.15 * std::sin(12 * radius);
            return {radius * std::cos(turn), radius * std::sin(turn), z};
        });
        EXPECT_GT(sheet.pairs(), 0u);
    }
}

TEST(OwnDirections, ServeManySheets) {
    const auto scene = shapes::make_scene("steep_cloth", shapes::SceneSize{3000, {}, 1});
    Scene pliant_scene;
    std::vector<std::vector<shapes::Position>> positions(70);
    std::vector<BodyId> bodies;
    const auto show = [&](std::size_t frame) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            scene->positions((frame + 3 * i) % scene->frames(), 0, positions[i]);
            for (shapes::Position& p : positions[i]) p[0] += 5.0 * static_cast<double>(i);
        }
    };
    show(0);
    for (auto& p : positions) bodies.push_back(pliant_scene.add(SurfaceView{p, scene->body(0).triangles}));
    IntersectionOptions options;
    options.method = IntersectionMethod::regularity;
    std::uint64_t regions = 0, last = 0;
    for (std::size_t frame = 0; frame < 40; ++frame) {
        show(frame);
        for (std::size_t i = 0; i < bodies.size(); ++i) pliant_scene.move(bodies[i], positions[i]);
        const auto& answer = pliant_scene.intersections(options);
        EXPECT_TRUE(answer.empty());
        if (frame == 0) regions = answer.report.counters.regions;
        last = answer.report.counters.regions;
    }
    EXPECT_LT(last, regions / 2);
}

}  // namespace
}  // namespace pliant::regularity
