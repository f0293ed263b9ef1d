#include "cast.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "peers/film.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::bench {

namespace {

constexpr std::size_t stride = 6;  // floats from one strided point to the next
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class Element>
void turn_over_every_third(std::vector<Element>& elements) {
    for (std::size_t i = 0; i < elements.size(); i += 3) std::swap(elements[i][1], elements[i][2]);
}

}  // namespace

Points Cast::Memory::view(Layout layout) const {
    switch (layout) {
        case Layout::doubles: return Points(doubles.data(), doubles.size() / 3);
        case Layout::strided: return Points(floats.data(), floats.size() / stride, stride * sizeof(float));
        case Layout::floats: break;
    }
    return Points(floats.data(), floats.size() / 3);
}

Cast::Memory Cast::laid_out(const std::vector<std::array<double, 3>>& positions) const {
    Memory memory;
    for (const auto& p : positions) {
        for (const double c : p) {
            if (layout_ == Layout::doubles) {
                memory.doubles.push_back(c);
            } else {
                memory.floats.push_back(static_cast<float>(c));
            }
        }
        if (layout_ == Layout::strided) memory.floats.insert(memory.floats.end(), stride - 3, 0.0f);
    }
    return memory;
}

Cast::Cast(std::string_view choice, std::size_t frames, Layout layout, Health health) : layout_(layout) {
    const FilmChoice parts = split(choice);
    shapes::SceneSize size;
    size.triangles = parts.triangles;
    const auto scene = shapes::make_scene(parts.scene, size);
    if (!scene) throw std::invalid_argument("no scene " + std::string(parts.scene) + " in the catalogue");
    for (std::size_t b = 0; b < scene->bodies(); ++b) {
        surfaces_.push_back(scene->body(b).triangles);
        volumes_.push_back(scene->body(b).tetrahedra);
        has_volumes_ = has_volumes_ || !volumes_.back().empty();
        if (health == Health::mixed_orientation) {
            turn_over_every_third(surfaces_.back());
            turn_over_every_third(volumes_.back());
        }
    }
    std::vector<shapes::Position> positions;
    std::array<double, 3> edge{};
    for (std::size_t i = 0; i < frames; ++i) {
        std::vector<Memory>& of_bodies = frames_.emplace_back();
        for (std::size_t b = 0; b < bodies(); ++b) {
            scene->positions(i * scene->frames() / frames, b, positions);
            if (i == 0) edge = *std::max_element(positions.begin(), positions.end());
            if (health == Health::one_flaw && b == 0) positions[positions.size() / 2][1] = nan;
            of_bodies.push_back(laid_out(positions));
            if (i > 0) continue;
            for (auto& p : positions) p = {nan, nan, nan};
            lost_.push_back(laid_out(positions));
        }
    }
    const auto beside = [&](double x, double y, double z) -> shapes::Position {
        return {edge[0] + x, edge[1] + y, edge[2] + z};
    };
    visitor_ = laid_out({beside(0, 0, 0), beside(0.01, 0, 0), beside(0, 0.01, 0), beside(0, 0, 0.01)});
}

std::size_t Cast::triangles() const {
    std::size_t sum = 0;
    for (const auto& surface : surfaces_) sum += surface.size();
    return sum;
}

BodyId Cast::add(Scene& scene, std::size_t body, std::size_t frame) const {
    const Points points = positions(frame, body);
    return volumes_[body].empty() ? scene.add(SurfaceView{points, surfaces_[body]})
                                  : scene.add(VolumeView{points, volumes_[body]});
}

Points Cast::positions(std::size_t frame, std::size_t body) const { return frames_[frame][body].view(layout_); }

Points Cast::lost(std::size_t body) const { return lost_[body].view(layout_); }

BodyId Cast::add_visitor(Scene& scene) const {
    static constexpr std::array<Tetrahedron, 1> solid{{{0, 1, 2, 3}}};
    static constexpr std::array<Triangle, 4> surface{{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
    return has_volumes_ ? scene.add(VolumeView{visitor_.view(layout_), solid})
                        : scene.add(SurfaceView{visitor_.view(layout_), surface});
}

}  // namespace pliant::bench
