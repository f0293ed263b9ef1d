// A film of tetrahedral bodies, for the race of `penetrations`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <pliant/views.hpp>

#include "contestant.hpp"
#include "film.hpp"
#include "geometry/point_tetrahedron.hpp"

namespace pliant::bench {

struct VolumeFilm {
    Film film;
    std::vector<Tetrahedron> tetrahedra;  // of all bodies, in one numbering of all vertices
    std::vector<std::uint32_t> first;     // of each body; one more
    std::vector<std::uint32_t> body_of_vertex, body_of_tetrahedron;
    [[nodiscard]] std::vector<Tetrahedron> own_tetrahedra(std::size_t body) const;
    /// Whether a vertex in a tetrahedron is asked for: only of another body where `film.self` is not set.
    [[nodiscard]] bool asks(std::uint32_t vertex, std::uint32_t tetrahedron) const {
        return film.self || body_of_vertex[vertex] != body_of_tetrahedron[tetrahedron];
    }
};

/// From NAME, NAME:TRIANGLES, or either with :between; throws std::invalid_argument for a scene without tetrahedra.
VolumeFilm play_volumes(std::string_view choice, std::size_t frames);

struct FloatBox4 {
    float lo[4], hi[4];
};
FloatBox4 box_of(const float* positions, const Tetrahedron& t);

/// What every peer does with a vertex in the box of a tetrahedron: leave out its corners, then the exact test.
inline bool contains(const float* positions, const Tetrahedron& t, std::uint32_t v) {
    if (v == t[0] || v == t[1] || v == t[2] || v == t[3]) return false;
    const auto at = [&](std::uint32_t i) {
        const float* p = positions + 3 * std::size_t{i};
        return Vec3{p[0], p[1], p[2]};
    };
    return geometry::locate(at(v), {at(t[0]), at(t[1]), at(t[2]), at(t[3])}) != geometry::Side::outside;
}

// One function per file. Pairs are a vertex (a) and a tetrahedron (b).
void add_our_penetrations(const VolumeFilm& film, unsigned threads, std::vector<Entry>& out);
void add_volume_floor(const VolumeFilm& film, unsigned threads, std::vector<Entry>& out);
void add_embree_penetrations(const VolumeFilm& film, unsigned threads, std::vector<Entry>& out);
void add_cgal_penetrations(const VolumeFilm& film, std::vector<Entry>& out);

}  // namespace pliant::bench
