// Which triangle is in front, sample by sample.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "parallel/parallel.hpp"
#include "picture/surfaces.hpp"

namespace pliant::picture {

/// A vertex on the picture, in samples from the upper left corner. Nearness grows towards the viewer, is positive, and
/// is linear over a triangle.
struct ScreenPoint {
    double x = 0, y = 0, nearness = 0;
};

struct DepthBuffer {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    DepthBuffer(std::size_t width_, std::size_t height_)
        : width(width_), height(height_), nearness(width_ * height_, 0.0f), triangle(width_ * height_, none) {}

    std::size_t width, height;
    std::vector<float> nearness;          // 0: nothing there
    std::vector<std::uint32_t> triangle;  // none: nothing there
};

/// Rows or columns of samples: [first, last).
struct SampleRange {
    std::size_t first = 0, last = 0;
};

/// Weights of the three corners at a point; their sum is 1.
struct Barycentric {
    double a = 0, b = 0, c = 0;
};

/// The linear functions of a triangle on the screen.
class ScreenTriangle {
public:
    ScreenTriangle(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c) : a_(a), b_(b), c_(c) {
        const double twice_area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        inverse_ = twice_area != 0 ? 1 / twice_area : 0;
    }

    [[nodiscard]] bool drawable() const { return inverse_ != 0 && std::isfinite(inverse_); }

    [[nodiscard]] Barycentric at(double x, double y) const {
        const double b = ((x - a_.x) * (c_.y - a_.y) - (c_.x - a_.x) * (y - a_.y)) * inverse_;
        const double c = ((b_.x - a_.x) * (y - a_.y) - (x - a_.x) * (b_.y - a_.y)) * inverse_;
        return {1 - b - c, b, c};
    }

    [[nodiscard]] double nearness(const Barycentric& w) const {
        return w.a * a_.nearness + w.b * b_.nearness + w.c * c_.nearness;
    }

    /// Calls visit(index of the sample, weights) for each sample in these rows that the triangle covers.
    template <class Visit>
    void cover(std::size_t width, const SampleRange& rows, Visit visit) const {
        const SampleRange across = samples(std::min({a_.x, b_.x, c_.x}), std::max({a_.x, b_.x, c_.x}), {0, width});
        const SampleRange down = this->rows(rows);
        const double step_b = (c_.y - a_.y) * inverse_, step_c = -(b_.y - a_.y) * inverse_;
        for (std::size_t y = down.first; y < down.last; ++y) {
            const Barycentric start = at(static_cast<double>(across.first) + 0.5, static_cast<double>(y) + 0.5);
            double b = start.b, c = start.c;
            for (std::size_t x = across.first; x < across.last; ++x, b += step_b, c += step_c)
                if (b >= 0 && c >= 0 && b + c <= 1) visit(y * width + x, Barycentric{1 - b - c, b, c});
        }
    }

    /// Of these rows, those that it reaches.
    [[nodiscard]] SampleRange rows(const SampleRange& within) const {
        return samples(std::min({a_.y, b_.y, c_.y}), std::max({a_.y, b_.y, c_.y}), within);
    }

private:
    // Samples whose middle lies between two coordinates.
    static SampleRange samples(double low, double high, const SampleRange& within) {
        const auto begin = static_cast<double>(within.first), end = static_cast<double>(within.last);
        return {static_cast<std::size_t>(std::clamp(std::ceil(low - 0.5), begin, end)),
                static_cast<std::size_t>(std::clamp(std::floor(high + 0.5), begin, end))};
    }

    ScreenPoint a_, b_, c_;
    double inverse_ = 0;
};

inline ScreenTriangle on_screen(std::span<const ScreenPoint> points, const Triangle& t) {
    return {points[t[0]], points[t[1]], points[t[2]]};
}

/// The rows of a buffer in bands, each with the triangles that reach it, in their order. Work goes by band: what is
/// written does not depend on the number of threads.
class Bands {
public:
    /// `order`: in which the triangles are listed; empty: by number.
    Bands(std::span<const ScreenPoint> points, std::span<const Triangle> triangles, std::size_t height,
          parallel::Workers& workers, std::span<const std::uint32_t> order = {});

    /// visit(number of the triangle, rows of the band) for each triangle of each band; bands run in parallel.
    template <class Visit>
    void for_each(Visit visit) const {
        workers_.for_each(count(), [&](std::size_t band) {
            for (std::size_t chunk = 0; chunk < chunks_.number(); ++chunk)
                for (const std::uint32_t triangle : lists_[chunk * count() + band]) visit(triangle, rows(band));
        });
    }

private:
    static constexpr std::size_t rows_in_band = 48;

    [[nodiscard]] std::size_t count() const { return (height_ + rows_in_band - 1) / rows_in_band; }
    [[nodiscard]] SampleRange rows(std::size_t band) const {
        return {band * rows_in_band, std::min(height_, (band + 1) * rows_in_band)};
    }

    std::size_t height_;
    parallel::Chunks chunks_;
    std::vector<std::vector<std::uint32_t>> lists_;  // by chunk of triangles, then by band
    parallel::Workers& workers_;
};

/// Depth buffer: the nearest triangle of each sample; of equally near ones the first.
void rasterise(std::span<const ScreenPoint> points, std::span<const Triangle> triangles, DepthBuffer& buffer,
               parallel::Workers& workers);

/// Triangles too small or too thin to be seen are drawn as discs of this radius in samples, over those of lower rank.
void rasterise_small(std::span<const ScreenPoint> points, std::span<const Triangle> triangles,
                     std::span<const std::uint8_t> ranks, double radius, DepthBuffer& buffer);

}  // namespace pliant::picture
