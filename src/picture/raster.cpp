#include "picture/raster.hpp"

namespace pliant::picture {

namespace {

void keep_nearest(DepthBuffer& buffer, std::size_t sample, float nearness, std::uint32_t triangle) {
    if (nearness <= buffer.nearness[sample]) return;
    buffer.nearness[sample] = nearness;
    buffer.triangle[sample] = triangle;
}

/// visit(sample) for each in a disc.
template <class Visit>
void cover_disc(const DepthBuffer& buffer, const ScreenPoint& middle, double radius, Visit visit) {
    const auto from = [&](double centre, std::size_t size) {
        return static_cast<std::size_t>(std::clamp(std::ceil(centre - radius - 0.5), 0.0, static_cast<double>(size)));
    };
    const auto to = [&](double centre, std::size_t size) {
        return static_cast<std::size_t>(std::clamp(std::floor(centre + radius + 0.5), 0.0, static_cast<double>(size)));
    };
    for (std::size_t y = from(middle.y, buffer.height); y < to(middle.y, buffer.height); ++y)
        for (std::size_t x = from(middle.x, buffer.width); x < to(middle.x, buffer.width); ++x) {
            const double dx = static_cast<double>(x) + 0.5 - middle.x, dy = static_cast<double>(y) + 0.5 - middle.y;
            if (dx * dx + dy * dy > radius * radius) continue;
            visit(y * buffer.width + x);
        }
}

}  // namespace

Bands::Bands(std::span<const ScreenPoint> points, std::span<const Triangle> triangles, std::size_t height,
             parallel::Workers& workers, std::span<const std::uint32_t> order)
    : height_(height), chunks_{triangles.size(), 16384}, lists_(chunks_.number() * count()), workers_(workers) {
    workers_.for_each(chunks_.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks_.begin(chunk); i < chunks_.end(chunk); ++i) {
            const std::uint32_t number = order.empty() ? static_cast<std::uint32_t>(i) : order[i];
            const ScreenTriangle triangle = on_screen(points, triangles[number]);
            if (!triangle.drawable()) continue;
            const SampleRange reached = triangle.rows({0, height_});
            if (reached.first >= reached.last) continue;
            for (std::size_t b = reached.first / rows_in_band; b <= (reached.last - 1) / rows_in_band; ++b)
                lists_[chunk * count() + b].push_back(number);
        }
    });
}

void rasterise(std::span<const ScreenPoint> points, std::span<const Triangle> triangles, DepthBuffer& buffer,
               parallel::Workers& workers) {
    Bands(points, triangles, buffer.height, workers).for_each([&](std::uint32_t number, const SampleRange& rows) {
        const ScreenTriangle triangle = on_screen(points, triangles[number]);
        triangle.cover(buffer.width, rows, [&](std::size_t sample, const Barycentric& weights) {
            keep_nearest(buffer, sample, static_cast<float>(triangle.nearness(weights)), number);
        });
    });
}

void rasterise_small(std::span<const ScreenPoint> points, std::span<const Triangle> triangles,
                     std::span<const std::uint8_t> ranks, double radius, DepthBuffer& buffer) {
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const Triangle& t = triangles[i];
        const ScreenPoint &a = points[t[0]], &b = points[t[1]], &c = points[t[2]];
        const double twice_area = std::abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y));
        if (!(twice_area < 2 * radius * radius)) continue;
        const ScreenPoint middle{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3,
                                 std::max({a.nearness, b.nearness, c.nearness})};
        cover_disc(buffer, middle, radius, [&](std::size_t sample) {
            const std::uint32_t before = buffer.triangle[sample];
            if (before != DepthBuffer::none && ranks[before] > ranks[i]) return;
            if (before != DepthBuffer::none && ranks[before] < ranks[i]) buffer.nearness[sample] = 0;
            keep_nearest(buffer, sample, static_cast<float>(middle.nearness), i);
        });
    }
}

}  // namespace pliant::picture
