// The stages of a picture: gather, project, find what is in front, light it, blend what is translucent, average
// samples.
#include <algorithm>
#include <numeric>

#include "picture/shading.hpp"

namespace pliant::picture {

namespace {

class Painter {
public:
    Painter(std::span<const Drawable> drawables, const PictureOptions& options, const Surfaces& surfaces)
        : drawables_(drawables),
          options_(options),
          surfaces_(surfaces),
          per_axis_(std::max(1u, options.supersampling)),
          buffer_(options.width * per_axis_, options.height * per_axis_),
          view_(surfaces, options.camera, buffer_.width, buffer_.height),
          key_(surfaces, options.ground_shadow),
          points_(view_.project_all(surfaces.positions)),
          samples_(buffer_.nearness.size(), options.background) {
        for (const Vec3& p : surfaces.positions) ground_ = std::min(ground_, p.z);
    }

    Image paint() {
        rasterise(points_, surfaces_.opaque, buffer_);
        for (std::size_t y = 0; y < options_.height; ++y)
            for (std::size_t x = 0; x < options_.width; ++x) shade_pixel(x, y);
        blend_translucent();
        return averaged();
    }

private:
    struct Hit {
        std::uint32_t triangle = DepthBuffer::none;
        Colour colour{};
    };

    // Samples of a pixel that see the same triangle share its colour, and near ones share what light reaches them.
    void shade_pixel(std::size_t column, std::size_t row) {
        Hit last;
        std::optional<Colour> floor;
        lit_nearness_ = 0;
        for (std::size_t y = row * per_axis_; y < (row + 1) * per_axis_; ++y)
            for (std::size_t x = column * per_axis_; x < (column + 1) * per_axis_; ++x) {
                const std::size_t sample = y * buffer_.width + x;
                const std::uint32_t triangle = buffer_.triangle[sample];
                const double middle_x = static_cast<double>(x) + 0.5, middle_y = static_cast<double>(y) + 0.5;
                if (triangle == DepthBuffer::none) {
                    if (!floor) floor = ground(middle_x, middle_y);
                    samples_[sample] = *floor;
                    continue;
                }
                if (triangle != last.triangle || drawables_[surfaces_.opaque_source[triangle]].edges)
                    last = {triangle, shade(triangle, {middle_x, middle_y, buffer_.nearness[sample]})};
                samples_[sample] = last.colour;
            }
    }

    Colour shade(std::uint32_t number, const ScreenPoint& at) {
        const Triangle& triangle = surfaces_.opaque[number];
        const Barycentric weights = on_screen(points_, triangle).at(at.x, at.y);
        const Vec3 point = view_.unproject(at), normal = shading_normal(surfaces_, triangle, weights, view_.eye());
        constexpr double near_enough = 0.003;
        if (std::abs(at.nearness - lit_nearness_) > near_enough * at.nearness) {
            lit_nearness_ = at.nearness;
            visibility_ = {key_.reaching(point, normal), sky_seen(buffer_, view_, at, point, normal)};
        }
        Radiance light = lit(surfaces_.opaque_colours[number], point, normal, view_.eye(), key_, visibility_);
        if (drawables_[surfaces_.opaque_source[number]].edges) darken_edges(light, triangle, weights);
        return colour(light);
    }

    void darken_edges(Radiance& light, const Triangle& t, const Barycentric& weights) const {
        const double factor = edge_shade({points_[t[0]], points_[t[1]], points_[t[2]]}, weights, per_axis_);
        light = {factor * light.red, factor * light.green, factor * light.blue};
    }

    // The floor is only seen from above, and only where a shadow falls on it.
    Colour ground(double x, double y) const {
        const Vec3 eye = view_.eye(), ray = view_.unproject({x, y, 1 / Projection::distance}) - eye;
        if (!options_.ground_shadow || eye.z <= ground_ || ray.z >= -1e-6) return options_.background;
        const double darkness = key_.ground_darkness(eye + ((ground_ - eye.z) / ray.z) * ray);
        if (darkness <= 0) return options_.background;
        const Radiance open = radiance(options_.background);
        const double left = 1 - 0.34 * darkness;
        return colour({left * open.red, left * open.green, left * (open.blue + 0.02 * darkness)});
    }

    double middle_nearness(const Triangle& t) const {
        return points_[t[0]].nearness + points_[t[1]].nearness + points_[t[2]].nearness;
    }

    void blend_translucent() {
        std::vector<std::uint32_t> order(surfaces_.translucent.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return middle_nearness(surfaces_.translucent[a]) < middle_nearness(surfaces_.translucent[b]);
        });
        for (const std::uint32_t number : order) blend(number);
    }

    void blend(std::uint32_t number) {
        const Triangle& triangle = surfaces_.translucent[number];
        const ScreenTriangle screen = on_screen(points_, triangle);
        if (!screen.drawable()) return;
        const Drawable& source = drawables_[surfaces_.translucent_source[number]];
        screen.cover(buffer_.width, buffer_.height, [&](std::size_t sample, const Barycentric& weights) {
            const double nearness = screen.nearness(weights);
            if (nearness < buffer_.nearness[sample]) return;
            const ScreenPoint at{static_cast<double>(sample % buffer_.width) + 0.5,
                                 static_cast<double>(sample / buffer_.width) + 0.5, nearness};
            const Vec3 normal = shading_normal(surfaces_, triangle, weights, view_.eye());
            Radiance light =
                lit(surfaces_.translucent_colours[number], view_.unproject(at), normal, view_.eye(), key_, {});
            if (source.edges) darken_edges(light, triangle, weights);
            samples_[sample] = mixed(samples_[sample], light, source.opacity);
        });
    }

    static Colour mixed(const Colour& behind, const Radiance& front, double opacity) {
        const Radiance back = radiance(behind);
        const double rest = 1 - opacity;
        return colour({opacity * front.red + rest * back.red, opacity * front.green + rest * back.green,
                       opacity * front.blue + rest * back.blue});
    }

    Image averaged() const {
        Image image{options_.width, options_.height, {}};
        image.pixels.reserve(image.width * image.height);
        for (std::size_t y = 0; y < image.height; ++y)
            for (std::size_t x = 0; x < image.width; ++x) image.pixels.push_back(average(x, y));
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

    std::span<const Drawable> drawables_;
    const PictureOptions& options_;
    const Surfaces& surfaces_;
    unsigned per_axis_;
    DepthBuffer buffer_;
    Projection view_;
    KeyLight key_;
    std::vector<ScreenPoint> points_;
    std::vector<Colour> samples_;
    double ground_ = 1;
    double lit_nearness_ = 0;  // where visibility_ was found; 0: not in this pixel
    Visibility visibility_;
};

}  // namespace

Image draw(std::span<const Drawable> drawables, const PictureOptions& options) {
    const Surfaces surfaces = gather(drawables);
    if (surfaces.empty() || options.width == 0 || options.height == 0)
        return {options.width, options.height, std::vector<Colour>(options.width * options.height, options.background)};
    return Painter(drawables, options, surfaces).paint();
}

}  // namespace pliant::picture
