#include "picture/raster.hpp"

namespace pliant::picture {

void rasterise(std::span<const ScreenPoint> points, std::span<const Triangle> triangles, DepthBuffer& buffer) {
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const ScreenTriangle triangle = on_screen(points, triangles[i]);
        if (!triangle.drawable()) continue;
        triangle.cover(buffer.width, buffer.height, [&](std::size_t sample, const Barycentric& weights) {
            const auto nearness = static_cast<float>(triangle.nearness(weights));
            if (nearness <= buffer.nearness[sample]) return;
            buffer.nearness[sample] = nearness;
            buffer.triangle[sample] = i;
        });
    }
}

}  // namespace pliant::picture
