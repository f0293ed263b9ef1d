// The stages of a picture: gather, project, find what is in front, light it, lay hits over it, blend what is
// translucent, average samples, mark lines and points.
#include <algorithm>
#include <numeric>

#include "picture/marks.hpp"
#include "picture/painting.hpp"
#include "picture/shading.hpp"

namespace pliant::picture {

namespace {

constexpr double hit_bias = 1.0001;     // depth test: a hit is in front of the surface that it is part of
constexpr double behind_bias = 1.0005;  // depth test: translucent surfaces are behind opaque ones on which they lie

class Painter {
public:
    Painter(const Subject& subject, const PictureOptions& options, const Surfaces& surfaces, parallel::Workers& workers)
        : subject_(subject),
          options_(options),
          surfaces_(surfaces),
          workers_(workers),
          per_axis_(std::max(1u, options.supersampling)),
          buffer_(options.width * per_axis_, options.height * per_axis_),
          hits_(surfaces.hits.empty() ? 0 : buffer_.width, surfaces.hits.empty() ? 0 : buffer_.height),
          view_(surfaces, placed_marks(subject, surfaces.placement), options.camera, buffer_.width, buffer_.height),
          key_(surfaces, view_.towards_viewer(), options.ground_shadow && !surfaces.close_up, workers),
          points_(view_.project_all(surfaces.positions, workers)),
          samples_(buffer_.nearness.size(), options.background) {
        for (const Vec3& p : surfaces.positions) ground_ = std::min(ground_, p.z);
    }

    Painting paint() {
        rasterise(points_, surfaces_.opaque.triangles, buffer_, workers_);
        if (!surfaces_.hits.empty()) {
            rasterise(points_, surfaces_.hits.triangles, hits_, workers_);
            rasterise_small(points_, surfaces_.hits.triangles, surfaces_.hit_ranks, 0.9 * per_axis_, hits_);
        }
        workers_.for_each(options_.height, [&](std::size_t y) {
            for (std::size_t x = 0; x < options_.width; ++x) PixelShading(*this).shade(x, y);
        });
        blend_translucent();
        Painting painting{averaged(), surfaces_.placement, view_, double(per_axis_)};
        if (!subject_.lines.empty() || !subject_.markers.empty())
            mark(subject_, surfaces_, front_of_pixels(), painting);
        return painting;
    }

private:
    // Supersampling: samples of a pixel that see the same triangle share its colour; near ones share shadow and
    // occlusion.
    class PixelShading {
    public:
        explicit PixelShading(Painter& painter) : p_(painter) {}

        void shade(std::size_t column, std::size_t row) {
            const unsigned n = p_.per_axis_;
            for (std::size_t y = row * n; y < (row + 1) * n; ++y)
                for (std::size_t x = column * n; x < (column + 1) * n; ++x) {
                    const std::size_t sample = y * p_.buffer_.width + x;
                    Colour& colour = p_.samples_[sample] = surface(sample, x, y);
                    if (!p_.surfaces_.hits.empty()) p_.lay_hit_over(colour, sample, x, y, *this);
                }
        }

        Colour hit(std::size_t sample, std::size_t x, std::size_t y) {
            return shared(hit_, p_.surfaces_.hits, p_.hits_, sample, x, y);
        }
        /// Nothing that is seen through a surface is in shadow.
        Colour hidden_hit(std::size_t sample, std::size_t x, std::size_t y) {
            hidden_.nearness = p_.hits_.nearness[sample];
            return shared(hidden_, p_.surfaces_.hits, p_.hits_, sample, x, y);
        }

    private:
        struct Last {
            std::uint32_t triangle = DepthBuffer::none;
            Colour colour{};
            double nearness = 0;  // where `visibility` was found; 0: not in this pixel
            Visibility visibility;
        };

        Colour surface(std::size_t sample, std::size_t x, std::size_t y) {
            if (p_.buffer_.triangle[sample] == DepthBuffer::none) {
                if (!floor_) floor_ = p_.ground(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5);
                return *floor_;
            }
            const Colour plain = shared(opaque_, p_.surfaces_.opaque, p_.buffer_, sample, x, y);
            return p_.options_.outlines ? p_.outlined(plain, x, y) : plain;
        }

        Colour shared(Last& last, const TriangleList& list, const DepthBuffer& buffer, std::size_t sample,
                      std::size_t x, std::size_t y) {
            const std::uint32_t triangle = buffer.triangle[sample];
            if (triangle != last.triangle || p_.subject_.drawables[list.source[triangle]].edges) {
                last.triangle = triangle;
                last.colour =
                    lit_sample(last, list, triangle,
                               {static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, buffer.nearness[sample]});
            }
            return last.colour;
        }

        Colour lit_sample(Last& last, const TriangleList& list, std::uint32_t number, const ScreenPoint& at) {
            const Triangle& triangle = list.triangles[number];
            const Barycentric weights = on_screen(p_.points_, triangle).at(at.x, at.y);
            const Vec3 point = p_.view_.unproject(at);
            const Vec3 normal = shading_normal(p_.surfaces_, triangle, weights, p_.view_.eye());
            constexpr double near_enough = 0.003;
            if (std::abs(at.nearness - last.nearness) > near_enough * at.nearness) {
                last.nearness = at.nearness;
                last.visibility = {p_.key_light_at(point, normal), sky_seen(p_.buffer_, p_.view_, at, point, normal)};
            }
            Radiance light = lit(list.colours[number], point, normal, p_.view_.eye(), p_.key_, last.visibility);
            if (p_.subject_.drawables[list.source[number]].edges) p_.darken_edges(light, triangle, weights);
            return colour(light);
        }

        Painter& p_;
        Last opaque_, hit_, hidden_;
        std::optional<Colour> floor_;
    };

    // In a close-up nothing may be too dark to be read.
    [[nodiscard]] double key_light_at(const Vec3& point, const Vec3& normal) const {
        const double reaching = key_.reaching(point, normal);
        return surfaces_.close_up ? 0.5 + 0.5 * reaching : reaching;
    }

    // Nearness (1 / depth) is linear over a plane, so large second differences mark silhouettes and creases alone.
    [[nodiscard]] Colour outlined(const Colour& plain, std::size_t x, std::size_t y) const {
        const std::size_t w = buffer_.width, n = per_axis_;
        if (x < n || y < n || x + n >= w || y + n >= buffer_.height) return plain;
        const auto near = [&](std::size_t column, std::size_t row) {
            return double(buffer_.nearness[row * w + column]);
        };
        const double here = near(x, y);
        const double step = 4 * here - near(x - n, y) - near(x + n, y) - near(x, y - n) - near(x, y + n);
        const double darkness = std::clamp((step / here - 0.008) / 0.03, 0.0, 1.0);
        if (darkness <= 0) return plain;
        const Radiance light = radiance(plain);
        const double left = 1 - 0.55 * darkness;
        return colour({left * light.red, left * light.green, left * light.blue});
    }

    // In front: lit as any surface. Behind: its own colour over what hides it, with an outline.
    void lay_hit_over(Colour& colour, std::size_t sample, std::size_t x, std::size_t y, PixelShading& shading) {
        if (hits_.triangle[sample] == DepthBuffer::none) return;
        if (hit_bias * hits_.nearness[sample] >= buffer_.nearness[sample]) {
            colour = shading.hit(sample, x, y);
            return;
        }
        constexpr double inside = 0.5, on_outline = 0.92;
        const bool rim = at_rim(x, y);
        const Colour own = rim ? surfaces_.hits.colours[hits_.triangle[sample]] : shading.hidden_hit(sample, x, y);
        colour = mixed(colour, radiance(own), rim ? on_outline : inside);
    }

    [[nodiscard]] bool at_rim(std::size_t x, std::size_t y) const {
        const std::size_t w = hits_.width, n = per_axis_;
        const auto empty = [&](std::size_t column, std::size_t row) {
            return hits_.triangle[row * w + column] == DepthBuffer::none;
        };
        return (x >= n && empty(x - n, y)) || (x + n < w && empty(x + n, y)) || (y >= n && empty(x, y - n)) ||
               (y + n < hits_.height && empty(x, y + n));
    }

    void darken_edges(Radiance& light, const Triangle& t, const Barycentric& weights) const {
        const double factor = edge_shade({points_[t[0]], points_[t[1]], points_[t[2]]}, weights, per_axis_);
        light = {factor * light.red, factor * light.green, factor * light.blue};
    }

    // The floor is only seen from above, and only where a shadow falls on it.
    Colour ground(double x, double y) const {
        const Vec3 eye = view_.eye(), ray = view_.unproject({x, y, 1 / Projection::distance}) - eye;
        if (!options_.ground_shadow || surfaces_.close_up || eye.z <= ground_ || ray.z >= -1e-6)
            return options_.background;
        const double darkness = key_.ground_darkness(eye + ((ground_ - eye.z) / ray.z) * ray);
        if (darkness <= 0) return options_.background;
        const Radiance open = radiance(options_.background);
        const double left = 1 - 0.34 * darkness * inner(x, y);
        return colour({left * open.red, left * open.green, left * open.blue * (1 + 0.02 * darkness)});
    }

    /// 1 inside, falling to 0 at the border of the picture: no shadow ends in a straight line.
    [[nodiscard]] double inner(double x, double y) const {
        const double w = static_cast<double>(buffer_.width), h = static_cast<double>(buffer_.height);
        const double from_border = std::min({x, y, w - x, h - y}) / (0.1 * std::min(w, h));
        const double share = std::clamp(from_border, 0.0, 1.0);
        return share * share * (3 - 2 * share);
    }

    double middle_nearness(const Triangle& t) const {
        return points_[t[0]].nearness + points_[t[1]].nearness + points_[t[2]].nearness;
    }

    void blend_translucent() {
        const auto& triangles = surfaces_.translucent.triangles;
        std::vector<std::uint32_t> order(triangles.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return middle_nearness(triangles[a]) < middle_nearness(triangles[b]);
        });
        Bands(points_, triangles, buffer_.height, workers_, order)
            .for_each([&](std::uint32_t number, const SampleRange& rows) { blend(number, rows); });
    }

    void blend(std::uint32_t number, const SampleRange& rows) {
        const Triangle& triangle = surfaces_.translucent.triangles[number];
        const ScreenTriangle screen = on_screen(points_, triangle);
        const Drawable& source = subject_.drawables[surfaces_.translucent.source[number]];
        screen.cover(buffer_.width, rows, [&](std::size_t sample, const Barycentric& weights) {
            const double nearness = screen.nearness(weights);
            if (nearness < behind_bias * front(sample)) return;
            const ScreenPoint at{static_cast<double>(sample % buffer_.width) + 0.5,
                                 static_cast<double>(sample / buffer_.width) + 0.5, nearness};
            const Vec3 point = view_.unproject(at), normal = shading_normal(surfaces_, triangle, weights, view_.eye());
            Radiance light = lit(surfaces_.translucent.colours[number], point, normal, view_.eye(), key_, {});
            if (source.edges) darken_edges(light, triangle, weights);
            const double turned_away = 1 - std::max(0.0, dot(normal, direction_of(view_.eye() - point)));
            const double denser = 0.75 * turned_away * turned_away * turned_away;
            samples_[sample] = mixed(samples_[sample], light, source.opacity + (1 - source.opacity) * denser);
        });
    }

    /// Of what is not translucent.
    [[nodiscard]] float front(std::size_t sample) const {
        return hits_.nearness.empty() ? buffer_.nearness[sample]
                                      : std::max(buffer_.nearness[sample], hits_.nearness[sample]);
    }

    static Colour mixed(const Colour& behind, const Radiance& front, double opacity) {
        const Radiance back = radiance(behind);
        const double rest = 1 - opacity;
        return colour({opacity * front.red + rest * back.red, opacity * front.green + rest * back.green,
                       opacity * front.blue + rest * back.blue});
    }

    Image averaged() {
        Image image{options_.width, options_.height, std::vector<Colour>(options_.width * options_.height)};
        workers_.for_each(image.height, [&](std::size_t y) {
            for (std::size_t x = 0; x < image.width; ++x) image.pixels[y * image.width + x] = average(x, y);
        });
        return image;
    }

    Colour average(std::size_t column, std::size_t row) const {
        std::array<std::uint64_t, 3> sum{};
        for (std::size_t y = row * per_axis_; y < (row + 1) * per_axis_; ++y)
            for (std::size_t x = column * per_axis_; x < (column + 1) * per_axis_; ++x)
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    const std::uint64_t value = samples_[y * buffer_.width + x][channel];
                    sum[channel] += value * value;
                }
        const double all = 255.0 * 255.0 * per_axis_ * per_axis_;
        return colour(
            {static_cast<double>(sum[0]) / all, static_cast<double>(sum[1]) / all, static_cast<double>(sum[2]) / all});
    }

    [[nodiscard]] std::vector<float> front_of_pixels() const {
        std::vector<float> result;
        for (std::size_t y = 0; y < options_.height; ++y)
            for (std::size_t x = 0; x < options_.width; ++x)
                result.push_back(
                    front((y * per_axis_ + per_axis_ / 2) * buffer_.width + x * per_axis_ + per_axis_ / 2));
        return result;
    }

    const Subject& subject_;
    const PictureOptions& options_;
    const Surfaces& surfaces_;
    parallel::Workers& workers_;
    unsigned per_axis_;
    DepthBuffer buffer_;  // of what is opaque and no hit
    DepthBuffer hits_;    // of hits alone; of no size where there are none
    Projection view_;
    KeyLight key_;
    std::vector<ScreenPoint> points_;
    std::vector<Colour> samples_;
    double ground_ = 1;
};

}  // namespace

ScreenPoint Painting::pixel(const Position& p) const {
    ScreenPoint at = view.project(placement.placed(p));
    at.x /= per_pixel;
    at.y /= per_pixel;
    return at;
}

double Painting::pixels_per_unit(const Position& p) const {
    return view.samples_per_unit(pixel(p).nearness) / per_pixel / placement.scale;
}

Painting paint(const Subject& subject, const PictureOptions& options, parallel::Workers& workers) {
    return paint(subject, gather(subject, options.camera), options, workers);
}

Painting paint(const Subject& subject, const Surfaces& surfaces, const PictureOptions& options,
               parallel::Workers& workers) {
    return Painter(subject, options, surfaces, workers).paint();
}

std::size_t hits_in_front(const Surfaces& surfaces, const Camera& camera, std::size_t width, std::size_t height,
                          parallel::Workers& workers) {
    DepthBuffer others(width, height), hits(width, height);
    const Projection view(surfaces, {}, camera, width, height);
    const std::vector<ScreenPoint> points = view.project_all(surfaces.positions, workers);
    rasterise(points, surfaces.opaque.triangles, others, workers);
    rasterise(points, surfaces.hits.triangles, hits, workers);
    rasterise_small(points, surfaces.hits.triangles, surfaces.hit_ranks, 0.9, hits);
    std::size_t count = 0;
    for (std::size_t i = 0; i < hits.nearness.size(); ++i)
        count += hits.nearness[i] > 0 && hit_bias * hits.nearness[i] >= others.nearness[i];
    return count;
}

Image draw(const Subject& subject, const PictureOptions& options) {
    const bool nothing = subject.drawables.empty() && subject.lines.empty() && subject.markers.empty();
    if (nothing || options.width == 0 || options.height == 0)
        return {options.width, options.height, std::vector<Colour>(options.width * options.height, options.background)};
    parallel::Workers workers(options.threads);
    return paint(subject, options, workers).image;
}

Image draw(std::span<const Drawable> drawables, const PictureOptions& options) {
    return draw(Subject{drawables}, options);
}

}  // namespace pliant::picture
