#include "film.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <stdexcept>

#include "io/io.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::bench {

namespace {

std::vector<Film::Body> lay_end_to_end(const shapes::AnimatedScene& scene) {
    std::vector<Film::Body> bodies;
    Film::Body next;
    for (std::size_t i = 0; i < scene.bodies(); ++i) {
        next.vertices = static_cast<std::uint32_t>(scene.body(i).positions.size());
        next.triangles = static_cast<std::uint32_t>(scene.body(i).triangles.size());
        bodies.push_back(next);
        next.first_vertex += next.vertices;
        next.first_triangle += next.triangles;
    }
    return bodies;
}

std::vector<float> shoot(const shapes::AnimatedScene& scene, std::size_t frame) {
    std::vector<float> all;
    std::vector<shapes::Position> positions;
    for (std::size_t i = 0; i < scene.bodies(); ++i) {
        scene.positions(frame, i, positions);
        for (const shapes::Position& p : positions) {
            for (const double c : p) all.push_back(static_cast<float>(c));
        }
    }
    all.push_back(0);
    return all;
}

Film still(const std::filesystem::path& path) {
    const io::Mesh mesh = io::read_mesh(path);
    Film film;
    film.name = path.stem().string();
    film.bodies.push_back(
        {0, static_cast<std::uint32_t>(mesh.positions.size()), 0, static_cast<std::uint32_t>(mesh.triangles.size())});
    film.triangles = mesh.triangles;
    std::vector<float>& all = film.frames.emplace_back();
    for (const auto& p : mesh.positions) {
        for (const double c : p) all.push_back(static_cast<float>(c));
    }
    all.push_back(0);
    return film;
}

}  // namespace

std::vector<Triangle> Film::own_triangles(const Body& body) const {
    std::vector<Triangle> own(triangles.begin() + body.first_triangle,
                              triangles.begin() + body.first_triangle + body.triangles);
    for (Triangle& t : own) {
        for (std::uint32_t& v : t) v -= body.first_vertex;
    }
    return own;
}

Points Film::points(std::size_t frame, const Body& body) const {
    return {frames[frame].data() + 3 * std::size_t{body.first_vertex}, body.vertices};
}

FilmChoice split(std::string_view choice) {
    constexpr std::string_view random = "random:", between = ":between";
    FilmChoice parts;
    parts.between = choice.ends_with(between);
    if (parts.between) choice.remove_suffix(between.size());
    const std::size_t colon = choice.find(':', choice.starts_with(random) ? random.size() : 0);
    parts.scene = choice.substr(0, colon);
    if (colon != std::string_view::npos) parts.triangles = number_of_triangles(choice.substr(colon + 1));
    return parts;
}

Film play(std::string_view name, std::optional<std::size_t> triangles, std::size_t frames) {
    shapes::SceneSize size;
    size.triangles = triangles;
    const auto scene = shapes::make_scene(name, size);
    if (!scene) throw std::invalid_argument("no scene " + std::string(name) + " in the catalogue");
    Film film;
    film.name = name;
    film.bodies = lay_end_to_end(*scene);
    for (std::size_t i = 0; i < scene->bodies(); ++i) {
        const std::uint32_t first = film.bodies[i].first_vertex;
        for (const Triangle& t : scene->body(i).triangles) {
            film.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
        }
    }
    const std::size_t step = std::max<std::size_t>(1, scene->frames() / frames);
    for (std::size_t i = 0; i < frames; ++i) film.frames.push_back(shoot(*scene, i * step));
    return film;
}

bool is_file(std::string_view choice) { return choice.find('/') != std::string_view::npos; }

std::size_t number_of_triangles(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0) {
        throw std::invalid_argument("not a number of triangles: " + std::string(text));
    }
    return number;
}

Film play(std::string_view choice, std::size_t frames) {
    if (is_file(choice)) return still(choice);
    const FilmChoice parts = split(choice);
    Film film = play(parts.scene, parts.triangles, frames);
    film.self = !parts.between;
    if (!film.self) film.name += " between";
    return film;
}

}  // namespace pliant::bench
