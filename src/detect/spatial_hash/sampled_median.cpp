#include "detect/spatial_hash/sampled_median.hpp"

#include <algorithm>
#include <array>

namespace pliant::spatial_hash {

Vec3 sampled_median(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices) {
    std::array<Vec3, most_samples> samples;
    std::size_t count = 0;
    const std::size_t step = vertices.size() / most_samples + 1;
    for (std::size_t i = 0; i < vertices.size(); i += step) {
        const Vec3 p = bodies.position(vertices[i]);
        if (finite(p)) samples[count++] = p;
    }
    if (count == 0) return {};
    std::array<double, 3> median{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto at = samples.begin() + static_cast<std::ptrdiff_t>(count / 2);
        std::nth_element(samples.begin(), at, samples.begin() + static_cast<std::ptrdiff_t>(count),
                         [&](const Vec3& p, const Vec3& q) { return p[axis] < q[axis]; });
        median[axis] = (*at)[axis];
    }
    return median;
}

}  // namespace pliant::spatial_hash
