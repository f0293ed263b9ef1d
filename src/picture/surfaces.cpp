#include "picture/surfaces.hpp"

#include <algorithm>

#include "picture/clip.hpp"

namespace pliant::picture {

namespace {

constexpr std::uint32_t not_placed = ~0u;

bool finite(const Position& p) { return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]); }

bool usable(const Drawable& drawable, const Triangle& triangle) {
    return std::all_of(triangle.begin(), triangle.end(), [&](std::uint32_t vertex) {
        return vertex < drawable.positions.size() && finite(drawable.positions[vertex]);
    });
}

/// The value of a triangle, the single one for all, or the default where none is given.
template <class Value>
Value of_triangle(std::span<const Value> values, std::size_t triangle, const Value& if_none) {
    if (values.empty()) return if_none;
    return values[triangle < values.size() ? triangle : 0];
}

struct Bounds {
    Vec3 low{1e308, 1e308, 1e308}, high{-1e308, -1e308, -1e308};
    void include(const Position& p) {
        if (!finite(p)) return;
        low = {std::min(low.x, p[0]), std::min(low.y, p[1]), std::min(low.z, p[2])};
        high = {std::max(high.x, p[0]), std::max(high.y, p[1]), std::max(high.z, p[2])};
    }
    [[nodiscard]] bool empty() const { return low.x > high.x; }
};

Bounds bounds_of(const Subject& subject) {
    Bounds bounds;
    for (const Drawable& drawable : subject.drawables) {
        if (!(drawable.opacity > 0)) continue;
        for (const Triangle& t : drawable.triangles) {
            if (!usable(drawable, t)) continue;
            for (const std::uint32_t vertex : t) bounds.include(drawable.positions[vertex]);
        }
    }
    for (const Polyline& line : subject.lines)
        for (const Position& p : line.points) bounds.include(p);
    for (const Marker& marker : subject.markers) {
        bounds.include(marker.at);
        if (marker.to) bounds.include(*marker.to);
    }
    return bounds;
}

// Halves are taken before they are added, so that coordinates near the largest double do not overflow.
Placement placement_of_all(const Subject& subject) {
    const Bounds bounds = bounds_of(subject);
    Placement result;
    if (bounds.empty()) return result;
    const Vec3 half = 0.5 * bounds.high - 0.5 * bounds.low;
    result.centre = 0.5 * bounds.low + 0.5 * bounds.high;
    result.scale = std::max({half.x, half.y, half.z});
    if (!(result.scale > 0)) result.scale = 1;
    return result;
}

/// Takes drawables in, one after the other.
class Gathering {
public:
    explicit Gathering(Surfaces& all) : all_(all) {}

    void add(const Drawable& drawable, std::uint32_t source) {
        if (!(drawable.opacity > 0)) return;
        place_positions(drawable);
        for (std::size_t i = 0; i < drawable.triangles.size(); ++i) {
            const Triangle& t = drawable.triangles[i];
            if (!usable(drawable, t)) continue;
            constexpr Colour calm{176, 190, 206};
            source_ = source;
            colour_ = of_triangle(drawable.colours, i, calm);
            const std::uint8_t rank = of_triangle(drawable.hits, i, std::uint8_t{0});
            list_ = rank != 0 ? &all_.hits : drawable.opacity >= 1 ? &all_.opaque : &all_.translucent;
            if (all_.close_up)
                add_clipped(t);
            else
                list_->add({t[0] + first_, t[1] + first_, t[2] + first_}, source_, colour_);
            all_.hit_ranks.resize(all_.hits.triangles.size(), rank);
        }
    }

private:
    void place_positions(const Drawable& drawable) {
        first_ = static_cast<std::uint32_t>(all_.positions.size());
        placed_.clear();
        number_.assign(all_.close_up ? drawable.positions.size() : 0, not_placed);
        std::vector<Vec3>& into = all_.close_up ? placed_ : all_.positions;
        into.reserve(into.size() + drawable.positions.size());
        for (const Position& p : drawable.positions) into.push_back(finite(p) ? all_.placement.placed(p) : Vec3{});
    }

    /// Of a close-up only what is near is kept, and triangles that reach out are cut.
    void add_clipped(const Triangle& t) {
        const std::array<Vec3, 3> corners{placed_[t[0]], placed_[t[1]], placed_[t[2]]};
        const Cut cut = side_of_cube(corners, Surfaces::close_up_reach);
        if (cut == Cut::outside) return;
        if (cut == Cut::inside) {
            list_->add({number(t[0]), number(t[1]), number(t[2])}, source_, colour_);
            return;
        }
        const Polygon piece = clipped_to_cube(corners, Surfaces::close_up_reach);
        const auto first = static_cast<std::uint32_t>(all_.positions.size());
        all_.positions.insert(all_.positions.end(), piece.begin(), piece.end());
        for (std::uint32_t i = 2; i < piece.size(); ++i)
            list_->add({first, first + i - 1, first + i}, source_, colour_);
    }

    std::uint32_t number(std::uint32_t vertex) {
        if (number_[vertex] == not_placed) {
            number_[vertex] = static_cast<std::uint32_t>(all_.positions.size());
            all_.positions.push_back(placed_[vertex]);
        }
        return number_[vertex];
    }

    Surfaces& all_;
    std::uint32_t first_ = 0;
    std::vector<Vec3> placed_;           // of a close-up: positions of the drawable, and
    std::vector<std::uint32_t> number_;  // their numbers in all_
    TriangleList* list_ = nullptr;
    std::uint32_t source_ = 0;
    Colour colour_{};
};

void add_normals(Surfaces& all) {
    all.normals.assign(all.positions.size(), Vec3{});
    for (const auto* list : {&all.opaque, &all.translucent, &all.hits})
        for (const Triangle& t : list->triangles) {
            const Vec3& a = all.positions[t[0]];
            const Vec3 area = cross(all.positions[t[1]] - a, all.positions[t[2]] - a);
            for (const std::uint32_t vertex : t) all.normals[vertex] = all.normals[vertex] + area;
        }
    for (Vec3& normal : all.normals) normal = direction_of(normal);
}

}  // namespace

Position upright(const Position& direction, Up up) {
    const Vec3 turned_direction = turned(direction, up);
    return {turned_direction.x, turned_direction.y, turned_direction.z};
}

Surfaces gather(const Subject& subject, const Camera& camera) {
    Surfaces all;
    all.close_up = camera.close_up.has_value();
    all.placement =
        all.close_up ? Placement{camera.close_up->centre, camera.close_up->radius} : placement_of_all(subject);
    all.placement.up = camera.up;
    Gathering gathering(all);
    for (std::size_t i = 0; i < subject.drawables.size(); ++i)
        gathering.add(subject.drawables[i], static_cast<std::uint32_t>(i));
    add_normals(all);
    return all;
}

}  // namespace pliant::picture
