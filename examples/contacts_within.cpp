// What touches, as well as can be said by a deadline? Two balls, and more and more work allowed.
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

struct Ball {
    std::vector<std::array<double, 3>> points{{0, 0, 1}, {0, 0, -1}};
    std::vector<pliant::Triangle> triangles;
};

Ball ball_at(double x) {
    constexpr std::uint32_t rows = 40, columns = 80;
    Ball ball;
    const auto at = [](std::uint32_t row, std::uint32_t column) { return 2 + row * columns + column % columns; };
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const double down = 3.14159265 * (row + 1) / (rows + 1), around = 6.28318531 * column / columns;
            ball.points.push_back(
                {std::sin(down) * std::cos(around), std::sin(down) * std::sin(around), std::cos(down)});
            if (row == 0) ball.triangles.push_back({0, at(0, column), at(0, column + 1)});
            if (row == 0) ball.triangles.push_back({1, at(rows - 1, column + 1), at(rows - 1, column)});
            if (row == 0) continue;
            ball.triangles.push_back({at(row - 1, column), at(row, column), at(row, column + 1)});
            ball.triangles.push_back({at(row - 1, column), at(row, column + 1), at(row - 1, column + 1)});
        }
    }
    for (auto& point : ball.points) point[0] += x;
    return ball;
}

int main() {
    const Ball left = ball_at(0), right = ball_at(1.7);
    pliant::Scene scene;
    const pliant::BodyId a = scene.add(pliant::SurfaceView{left.points, left.triangles});
    const pliant::BodyId b = scene.add(pliant::SurfaceView{right.points, right.triangles});

    // [deadline]
    pliant::ContactOptions by_the_clock;
    by_the_clock.budget.time = std::chrono::milliseconds(1);
    scene.contacts_within(a, b, by_the_clock);  // how far it gets depends on the machine

    pliant::ContactOptions by_work;
    by_work.resume = false;  // start over, to compare: otherwise a call goes on where the last one stopped
    bool never_worse = true;
    double last = 1e9;
    for (const std::uint64_t tests : {200, 2000, 20000}) {
        by_work.budget.tests = tests;
        const pliant::Contacts& contacts = scene.contacts_within(a, b, by_work);
        std::printf("%5u tests: contacts off by at most %.3f%s\n", static_cast<unsigned>(tests), contacts.error,
                    contacts.report.complete ? ", the search is complete" : "");
        never_worse = never_worse && contacts.error <= last;
        last = contacts.error;
    }
    // [deadline]

    const pliant::Contacts& exact = scene.contacts_within(a, b);  // no budget: on to the exact end
    const std::size_t pairs = scene.intersections().size();
    std::printf("to the end: %zu pairs of triangles, as many as intersections finds: %zu\n", exact.pairs.size(), pairs);
    return never_worse && exact.error == 0 && exact.pairs.size() == pairs && pairs > 0 ? 0 : 1;
}
