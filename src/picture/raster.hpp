// Which triangle is in front, sample by sample.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

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

    /// Calls visit(index of the sample, weights) for each sample that the triangle covers.
    template <class Visit>
    void cover(std::size_t width, std::size_t height, Visit visit) const {
        const Range across = samples(std::min({a_.x, b_.x, c_.x}), std::max({a_.x, b_.x, c_.x}), width);
        const Range down = samples(std::min({a_.y, b_.y, c_.y}), std::max({a_.y, b_.y, c_.y}), height);
        const double step_b = (c_.y - a_.y) * inverse_, step_c = -(b_.y - a_.y) * inverse_;
        for (std::size_t y = down.first; y < down.last; ++y) {
            const Barycentric start = at(static_cast<double>(across.first) + 0.5, static_cast<double>(y) + 0.5);
            double b = start.b, c = start.c;
            for (std::size_t x = across.first; x < across.last; ++x, b += step_b, c += step_c)
                if (b >= 0 && c >= 0 && b + c <= 1) visit(y * width + x, Barycentric{1 - b - c, b, c});
        }
    }

private:
    struct Range {
        std::size_t first, last;
    };

    // Samples whose middle lies between two coordinates.
    static Range samples(double low, double high, std::size_t size) {
        const double end = static_cast<double>(size);
        return {static_cast<std::size_t>(std::clamp(std::ceil(low - 0.5), 0.0, end)),
                static_cast<std::size_t>(std::clamp(std::floor(high + 0.5), 0.0, end))};
    }

    ScreenPoint a_, b_, c_;
    double inverse_ = 0;
};

inline ScreenTriangle on_screen(std::span<const ScreenPoint> points, const Triangle& t) {
    return {points[t[0]], points[t[1]], points[t[2]]};
}

void rasterise(std::span<const ScreenPoint> points, std::span<const Triangle> triangles, DepthBuffer& buffer);

}  // namespace pliant::picture
