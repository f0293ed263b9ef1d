#include "mpi/volume_surface.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

#include "mesh/volume_neighbours.hpp"

namespace pliant::mpi {
namespace {

constexpr const char* stage = "making the boundary of a volume";

/// Something that all ranks know by its vertices; `Count` of them.
template <std::size_t Count>
struct Claim {
    std::array<std::uint64_t, Count> vertices;  // ascending
    std::uint64_t number;                       // of the tetrahedron
    std::uint32_t place;                        // for the rank that asks
    std::uint32_t first = 0;                    // the answer: it is the first of its vertices
    std::uint32_t claims = 0;                   // the answer: how many there are
};

template <std::size_t Count>
std::size_t rank_for(const std::array<std::uint64_t, Count>& vertices, std::size_t ranks) {
    std::uint64_t hash = 1469598103934665603ull;
    for (const std::uint64_t v : vertices) hash = (hash ^ v) * 1099511628211ull;
    return std::size_t((hash >> 20) % ranks);
}

/// Asks the rank that is responsible for its vertices about each claim. The answers come in no order.
template <std::size_t Count>
std::vector<Claim<Count>> settled(Communicator& communicator, const std::vector<Claim<Count>>& claims) {
    const auto size = std::size_t(communicator.size());
    std::vector<std::vector<Claim<Count>>> out(size);
    communicator.together(stage, [&] {
        for (const Claim<Count>& claim : claims) out[rank_for(claim.vertices, size)].push_back(claim);
    });
    std::vector<std::vector<Claim<Count>>> in = communicator.exchange(stage, std::move(out));
    communicator.together(stage, [&] {
        std::vector<Claim<Count>*> order;
        for (auto& list : in) {
            for (Claim<Count>& claim : list) order.push_back(&claim);
        }
        std::ranges::sort(order, {}, [](const Claim<Count>* c) { return std::tie(c->vertices, c->number); });
        for (std::size_t i = 0, end = 0; i < order.size(); i = end) {
            while (end < order.size() && order[end]->vertices == order[i]->vertices) ++end;
            for (std::size_t k = i; k < end; ++k) {
                order[k]->first = k == i;
                order[k]->claims = std::uint32_t(end - i);
            }
        }
    });
    in = communicator.exchange(stage, std::move(in));
    std::vector<Claim<Count>> answers;
    for (const auto& list : in) answers.insert(answers.end(), list.begin(), list.end());
    return answers;
}

template <std::size_t Count>
std::array<std::uint64_t, Count> named(const std::array<std::uint32_t, Count>& corners, const GivenBody& given) {
    std::array<std::uint64_t, Count> vertices;
    for (std::size_t k = 0; k < Count; ++k) vertices[k] = given.vertex_numbers[corners[k]];
    std::ranges::sort(vertices);
    return vertices;
}

/// The tetrahedra that can be part of a mesh.
void keep_sound(Communicator& communicator, BodyId body, const GivenBody& given, VolumeSurface& surface,
                std::vector<Flaw>& flaws) {
    std::vector<Claim<4>> claims;
    communicator.together(stage, [&] {
        for (std::uint32_t t = 0; t < given.tetrahedra.size(); ++t) {
            const std::uint64_t number = given.element_numbers[t];
            if (!given.in_range(t)) {
                flaws.push_back({body, FlawKind::index_out_of_range, number});
                continue;
            }
            const auto vertices = named(given.tetrahedra[t], given);
            if (std::ranges::adjacent_find(vertices) != vertices.end()) {
                flaws.push_back({body, FlawKind::repeated_vertex, number});
                continue;
            }
            claims.push_back({vertices, number, t});
        }
    });
    claims = settled(communicator, claims);
    communicator.together(stage, [&] {
        std::ranges::sort(claims, {}, &Claim<4>::place);
        for (const Claim<4>& claim : claims) {
            if (claim.first == 0) {
                flaws.push_back({body, FlawKind::repeated_element, claim.number});
                continue;
            }
            surface.sound.push_back(given.tetrahedra[claim.place]);
            surface.sound_numbers.push_back(claim.number);
        }
    });
}

struct FacesOfTetrahedron {
    std::uint64_t number;  // of the tetrahedron
    std::uint64_t first;   // its triangles on the boundary are numbered from here
    std::uint32_t faces;
};

/// Numbers of triangles follow those of tetrahedra. Each rank counts for a range of tetrahedra.
std::vector<FacesOfTetrahedron> numbered(Communicator& communicator, const std::vector<FacesOfTetrahedron>& own) {
    const auto size = std::size_t(communicator.size());
    std::uint64_t last = 0;
    for (const FacesOfTetrahedron& t : own) last = std::max(last, t.number);
    const std::uint64_t range = communicator.most(stage, last) / size + 1;
    std::vector<std::vector<FacesOfTetrahedron>> out(size);
    communicator.together(stage, [&] {
        for (const FacesOfTetrahedron& t : own) out[t.number / range].push_back(t);
    });
    auto in = communicator.exchange(stage, std::move(out));
    std::vector<FacesOfTetrahedron*> order;
    std::uint64_t count = 0;
    communicator.together(stage, [&] {
        for (auto& list : in) {
            for (FacesOfTetrahedron& t : list) order.push_back(&t);
        }
        std::ranges::sort(order, {}, [](const FacesOfTetrahedron* t) { return t->number; });
        for (FacesOfTetrahedron* t : order) {
            t->first = count;
            count += t->faces;
        }
    });
    const std::uint64_t before = communicator.sum_before(stage, count);
    for (FacesOfTetrahedron* t : order) t->first += before;
    in = communicator.exchange(stage, std::move(in));
    std::vector<FacesOfTetrahedron> answers;
    for (const auto& list : in) answers.insert(answers.end(), list.begin(), list.end());
    std::ranges::sort(answers, {}, &FacesOfTetrahedron::number);
    return answers;
}

}  // namespace

VolumeSurface surface_of(Communicator& communicator, BodyId body, const GivenBody& given, std::vector<Flaw>& flaws) {
    VolumeSurface surface;
    keep_sound(communicator, body, given, surface, flaws);
    std::vector<Claim<3>> faces;
    communicator.together(stage, [&] {
        for (std::uint32_t t = 0; t < surface.sound.size(); ++t) {
            for (std::uint32_t f = 0; f < 4; ++f) {
                faces.push_back(
                    {named(mesh::face_of(surface.sound[t], f), given), surface.sound_numbers[t], 4 * t + f});
            }
        }
    });
    faces = settled(communicator, faces);
    std::vector<FacesOfTetrahedron> counts;
    communicator.together(stage, [&] {
        std::erase_if(faces, [](const Claim<3>& face) { return face.claims != 1; });
        std::ranges::sort(faces, {}, [](const Claim<3>& face) { return std::tie(face.number, face.place); });
        for (const Claim<3>& face : faces) {
            if (counts.empty() || counts.back().number != face.number) counts.push_back({face.number, 0, 0});
            ++counts.back().faces;
        }
    });
    counts = numbered(communicator, counts);
    communicator.together(stage, [&] {
        std::size_t at = 0;
        for (const FacesOfTetrahedron& t : counts) {
            for (std::uint32_t i = 0; i < t.faces; ++i, ++at) {
                surface.triangles.push_back(mesh::face_of(surface.sound[faces[at].place / 4], faces[at].place % 4));
                surface.numbers.push_back(t.first + i);
            }
        }
    });
    return surface;
}

}  // namespace pliant::mpi
