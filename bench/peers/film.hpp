// A film: precomputed frames of a catalogue scene or of a mesh file; every contestant reads the same floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::bench {

struct Film {
    struct Body {
        std::uint32_t first_vertex = 0, vertices = 0;
        std::uint32_t first_triangle = 0, triangles = 0;
    };

    std::string name;
    bool self = true;  // whether pairs within one body are asked for, or only those between bodies
    std::vector<Body> bodies;
    std::vector<Triangle> triangles;         // of all bodies, in one numbering of all vertices
    std::vector<std::vector<float>> frames;  // x y z of all vertices, and one float more, so that a vector of four fits

    [[nodiscard]] std::size_t vertices() const { return bodies.back().first_vertex + bodies.back().vertices; }
    /// The triangles of a body in its own numbering of vertices.
    [[nodiscard]] std::vector<Triangle> own_triangles(const Body& body) const;
    [[nodiscard]] Points points(std::size_t frame, const Body& body) const;
};

/// `frames` of the scene, evenly spread over its whole motion. Throws std::invalid_argument for an unknown name.
Film play(std::string_view scene, std::optional<std::size_t> triangles, std::size_t frames);

struct FilmChoice {
    std::string_view scene;  // of the catalogue, or random:SEED
    std::optional<std::size_t> triangles;
    bool between = false;
};

/// From NAME, NAME:TRIANGLES, NAME:between or NAME:TRIANGLES:between, where NAME may be random:SEED.
[[nodiscard]] FilmChoice split(std::string_view choice);

/// The film of such a choice. What has a slash in it is a file instead: one mesh, one body, one frame.
Film play(std::string_view choice, std::size_t frames);

[[nodiscard]] bool is_file(std::string_view choice);

/// Throws std::invalid_argument for anything but a number above zero.
[[nodiscard]] std::size_t number_of_triangles(std::string_view text);

}  // namespace pliant::bench
