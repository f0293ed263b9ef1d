// How far are two convex bodies apart? The tip of a pyramid beside a box.
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

int main() {
    std::vector<std::array<float, 3>> box;  // points in any order: their convex hull counts
    for (int i = 0; i < 8; ++i) box.push_back({float(i & 1), float(i >> 1 & 1), float(i >> 2 & 1)});
    std::vector<std::array<double, 3>> pyramid{{3, 4, 7}, {9, 5, 8}, {4, 9, 8}, {4, 5, 14}};

    const pliant::Distance apart = pliant::distance(box, pyramid);
    std::printf("apart by %.6f\n", apart.distance);
    std::printf("from (%.1f, %.1f, %.1f) to (%.1f, %.1f, %.1f), along (%.3f, %.3f, %.3f)\n", apart.point_a[0],
                apart.point_a[1], apart.point_a[2], apart.point_b[0], apart.point_b[1], apart.point_b[2],
                apart.separating_direction[0], apart.separating_direction[1], apart.separating_direction[2]);

    for (auto& point : pyramid) {  // along the separating direction, by a little more than the distance
        for (std::size_t axis = 0; axis < 3; ++axis)
            point[axis] -= 1.01 * apart.distance * apart.separating_direction[axis];
    }
    const pliant::Distance together = pliant::distance(box, pyramid);
    std::printf("%s\n", together.overlap ? "they overlap" : "still apart");
    return std::abs(apart.distance - 7) < 1e-9 && together.overlap ? 0 : 1;
}
