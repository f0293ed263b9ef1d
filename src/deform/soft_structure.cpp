// Bodies of the solver: vertices and elements, and how a cut changes them.
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "deform/soft_state.hpp"

namespace pliant {

using namespace deform;

VertexRange SoftBodies::State::add_vertices(Points points) {
    const VertexRange range{static_cast<std::uint32_t>(positions.size()), static_cast<std::uint32_t>(points.size())};
    for (std::size_t i = 0; i < points.size(); ++i) positions.push_back(points[i]);
    for (std::vector<Point>* vectors : {&velocities, &forces, &held_motion}) vectors->resize(positions.size());
    predicted = positions;
    masses.resize(positions.size());
    held.resize(positions.size());
    structured = false;
    return range;
}

void SoftBodies::State::build_structure() {
    std::vector<Tetrahedron> corners;
    for (const PlacedElement& e : elements) corners.push_back(e.corners);
    matrix.build(positions.size(), corners);
    for (PlacedElement& e : elements) e.places = matrix.places(e.corners);
    load.resize(positions.size());
    b.resize(positions.size());
    dv.resize(positions.size());
    group_of.resize(positions.size());
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        for (std::uint32_t i = 0; i < groups[g].vertices.count; ++i) group_of[groups[g].vertices.first + i] = g;
    }
    structured = true;
}

void SoftBodies::State::weigh(const Group& group) {
    for (std::uint32_t i = 0; i < group.vertices.count; ++i) masses[group.vertices.first + i] = 0;
    for (const PlacedElement& e : of(group)) {
        if (!e.kept) continue;
        for (const std::uint32_t v : e.corners) masses[v] += group.material.density * e.volume / 4;
    }
    // A vertex that no tetrahedron holds any more gets a small mass: the least in its body.
    double least = 0;
    for (std::uint32_t i = 0; i < group.vertices.count; ++i) {
        const double m = masses[group.vertices.first + i];
        if (m > 0 && (least == 0 || m < least)) least = m;
    }
    for (std::uint32_t i = 0; i < group.vertices.count; ++i) {
        double& m = masses[group.vertices.first + i];
        if (m == 0) m = least > 0 ? least : group.material.density;
    }
}

std::size_t SoftBodies::State::group_at(VertexRange body) const {
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (groups[g].vertices.first == body.first && groups[g].elements > 0) return g;
    }
    throw std::out_of_range("pliant: no soft body with that first vertex");
}

/// In numbers of the body; 2^32 - 1 where one is gone.
std::vector<Tetrahedron> SoftBodies::State::tetrahedra_of(const Group& group) const {
    std::vector<Tetrahedron> out;
    out.reserve(group.elements);
    for (const PlacedElement& e : of(group)) {
        Tetrahedron t{~0u, ~0u, ~0u, ~0u};
        for (std::size_t i = 0; i < 4 && e.kept; ++i) t[i] = e.corners[i] - group.vertices.first;
        out.push_back(t);
    }
    return out;
}

/// Inserts the new vertices behind those of the body; the numbers of all bodies after it grow.
void SoftBodies::State::insert_vertices(std::size_t group, std::span<const CutVertex> made) {
    if (made.empty()) return;
    Group& body = groups[group];
    const std::uint32_t first = body.vertices.first, end = first + body.vertices.count;
    const auto more = static_cast<std::uint32_t>(made.size());
    const auto widen = [&](auto& values, const auto& mixed) {
        std::vector<typename std::remove_reference_t<decltype(values)>::value_type> added;
        added.reserve(more);
        const auto value = [&](std::uint32_t v) {
            return v < body.vertices.count ? values[first + v] : added[v - body.vertices.count];
        };
        for (const CutVertex& m : made) added.push_back(mixed(value(m.from), value(m.to), m.share));
        values.insert(values.begin() + end, added.begin(), added.end());
    };
    const auto between = [](const Point& p, const Point& q, double share) {
        return point((1 - share) * vector(p) + share * vector(q));
    };
    for (std::vector<Point>* vectors : {&positions, &velocities, &held_motion}) widen(*vectors, between);
    for (const CutVertex& m : made) body.rest.push_back(between(body.rest[m.from], body.rest[m.to], m.share));
    widen(held, [](std::uint8_t p, std::uint8_t q, double) { return static_cast<std::uint8_t>(p & q); });
    forces.insert(forces.begin() + end, more, Point{});
    masses.insert(masses.begin() + end, more, 0);
    predicted = positions;
    body.vertices.count += more;
    for (std::size_t g = group + 1; g < groups.size(); ++g) {
        groups[g].vertices.first += more;
        for (PlacedElement& e : of(groups[g])) {
            for (std::uint32_t& v : e.corners) v += more;
        }
    }
}

/// Numbers of removed elements are used again, smallest first; then new ones follow. Each part goes on with the
/// rotation of the whole.
void SoftBodies::State::change_elements(std::size_t group, const VolumeCut& cut) {
    Group& body = groups[group];
    std::vector<Eigen::Matrix3d> rotations;
    rotations.reserve(cut.parents.size());
    for (const std::uint32_t parent : cut.parents) rotations.push_back(of(body)[parent].rotation);
    for (const std::uint32_t t : cut.removed) of(body)[t].kept = false;
    std::uint32_t place = 0, behind = 0;
    std::vector<PlacedElement> more;
    for (std::size_t i = 0; i < cut.added.size(); ++i) {
        PlacedElement made{make_element(cut.added[i], body.rest, body.material), {}, true};
        made.rotation = rotations[i];
        for (std::uint32_t& v : made.corners) v += body.vertices.first;
        while (place < body.elements && of(body)[place].kept) ++place;
        if (place < body.elements) {
            of(body)[place] = made;
        } else {
            more.push_back(made);
            ++behind;
        }
    }
    elements.insert(elements.begin() + body.first_element + body.elements, more.begin(), more.end());
    body.elements += behind;
    for (std::size_t g = group + 1; g < groups.size(); ++g) groups[g].first_element += behind;
    structured = false;
}

}  // namespace pliant
