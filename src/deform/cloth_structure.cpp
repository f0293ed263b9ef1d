// Sheets of the solver: vertices and constraints, and how tears change them.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "deform/cloth_state.hpp"
#include "deform/require_finite.hpp"
#include "deform/require_material.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant {

using namespace deform;

namespace {

constexpr std::size_t part_size = 256;  // vertices

void require_sound(const ClothMaterial& m) {
    const auto sound = [](double value) { return std::isfinite(value) && value >= 0; };
    require(m.stretch > 0 && m.density > 0 && sound(m.stretch) && sound(m.density) && sound(m.shear) &&
                sound(m.bending) && sound(m.damping) && sound(m.drag),
            "pliant: cloth has a positive stretch stiffness and density, and no negative number");
    require(!m.tears_at || (*m.tears_at > 0 && std::isfinite(*m.tears_at)),
            "pliant: cloth tears at a positive, finite strain");
    require(finite(Vec3(m.warp)) && dot(Vec3(m.warp), Vec3(m.warp)) > 0, "pliant: the warp has a direction");
}

}  // namespace

VertexRange Cloths::State::add_vertices(Points points, bool are_guests) {
    require_finite(points);
    const VertexRange range{static_cast<std::uint32_t>(positions.size()), static_cast<std::uint32_t>(points.size())};
    for (std::size_t i = 0; i < points.size(); ++i) {
        positions.push_back(points[i]);
        rest.push_back(points[i]);
    }
    for (std::vector<Point>* vectors : {&velocities, &held_motion}) vectors->resize(positions.size());
    for (std::vector<double>* numbers : {&masses, &drag}) numbers->resize(positions.size());
    held.resize(positions.size());
    guest.resize(positions.size(), are_guests ? 1 : 0);
    structured = false;
    return range;
}

void Cloths::State::build_structure() {
    const auto corners_of = [](const auto& elements) {
        return [&elements](std::size_t i) -> const auto& { return elements[i].vertices; };
    };
    part = parts_of(membranes.size(), positions.size(), part_size, corners_of(membranes));
    parts = (positions.size() + part_size - 1) / part_size;
    membrane_order.build(membranes.size(), part, parts, corners_of(membranes));
    hinge_order.build(hinges.size(), part, parts, corners_of(hinges));
    membrane_blocks.build(membranes.size(), part, parts, corners_of(membranes));
    hinge_blocks.build(hinges.size(), part, parts, corners_of(hinges));
    const auto nobody = static_cast<std::uint32_t>(positions.size());
    pack(membrane_blocks.blocks(), membranes, nobody, membrane_lanes);
    pack(hinge_blocks.blocks(), hinges, nobody, hinge_lanes);
    structured = true;
}

/// Masses of a sheet from the areas of its triangles at rest, which their stiffness holds.
void Cloths::State::weigh(const Sheet& sheet) {
    const auto begin = masses.begin() + std::ptrdiff_t(sheet.vertices.first);
    std::fill(begin, begin + std::ptrdiff_t(sheet.vertices.count), 0.0);
    for (std::size_t k = sheet.first_membrane; k < sheet.first_membrane + sheet.membranes; ++k) {
        const double third = sheet.material.density * membranes[k].stretch / (3 * sheet.material.stretch);
        for (const std::uint32_t v : membranes[k].vertices) {
            masses[v] += third;
            drag[v] = sheet.material.drag / sheet.material.density;
        }
    }
}

Cloths::State::Sheet& Cloths::State::sheet_at(VertexRange vertices) {
    for (Sheet& sheet : sheets)
        if (sheet.vertices.first == vertices.first && sheet.vertices.count > 0) return sheet;
    throw std::out_of_range("pliant: no sheet of cloth with that first vertex");
}

/// Behind those of the sheet: the numbers of all vertices after it move up.
void Cloths::State::insert_copies(Sheet& sheet, std::span<const std::uint32_t> originals) {
    const std::uint32_t end = sheet.vertices.first + sheet.vertices.count;
    const auto more = static_cast<std::uint32_t>(originals.size());
    const auto widen = [&](auto& values) {
        std::remove_reference_t<decltype(values)> copies;
        for (const std::uint32_t v : originals) copies.push_back(values[v]);
        values.insert(values.begin() + end, copies.begin(), copies.end());
    };
    for (std::vector<Point>* vectors : {&positions, &rest, &velocities, &held_motion}) widen(*vectors);
    for (std::vector<double>* numbers : {&masses, &drag}) widen(*numbers);
    for (std::vector<std::uint8_t>* flags : {&held, &guest}) widen(*flags);
    sheet.vertices.count += more;
    const auto move_up = [&](auto& elements) {
        for (auto& element : elements)
            for (std::uint32_t& v : element.vertices) v += v >= end ? more : 0;
    };
    move_up(membranes);
    move_up(hinges);
    for (Sheet& other : sheets)
        if (other.vertices.first >= end) other.vertices.first += more;
    structured = false;
}

/// Triangles and hinges hang on the copies; hinges whose triangles have come apart are gone.
void Cloths::State::follow(Sheet& sheet, const Tears& tears) {
    for (const TornTriangle& t : tears.triangles) membranes[sheet.first_membrane + t.triangle].vertices = t.after;
    std::vector<std::uint8_t> torn(positions.size(), 0);
    for (const std::uint32_t v : tears.originals) torn[v] = 1;
    const auto begin = hinges.begin() + std::ptrdiff_t(sheet.first_hinge);
    const auto end = begin + std::ptrdiff_t(sheet.hinges);
    const auto kept = std::remove_if(begin, end, [&](Hinge& h) {
        const bool concerned = std::any_of(h.vertices.begin(), h.vertices.end(), [&](auto v) { return torn[v] != 0; });
        return concerned && !follow_tears(tears, h);
    });
    const auto gone = static_cast<std::size_t>(end - kept);
    hinges.erase(kept, end);
    sheet.hinges -= gone;
    for (Sheet& other : sheets)
        if (other.first_hinge > sheet.first_hinge) other.first_hinge -= gone;
}

ClothTear Cloths::tear(VertexRange vertices) {
    const parallel::FloatingPointMode mode;
    State& s = *state_;
    State::Sheet& sheet = s.sheet_at(vertices);
    if (!sheet.material.tears_at) return {};
    const auto membranes = std::span(s.membranes).subspan(sheet.first_membrane, sheet.membranes);
    const Tears tears = find_tears({sheet.vertices, membranes, s.positions, s.held, *sheet.material.tears_at});
    if (tears.originals.empty()) return {};
    s.insert_copies(sheet, tears.originals);
    s.follow(sheet, tears);
    s.weigh(sheet);
    for (std::size_t k = 0; k < tears.moved.size(); ++k) {
        const Vec3& to = tears.places[k];
        s.positions[tears.moved[k]] = {to.x, to.y, to.z};
    }
    ClothTear made;
    for (const std::uint32_t v : tears.originals) made.originals.push_back(v - sheet.vertices.first);
    for (const TornTriangle& t : tears.triangles) {
        made.triangles.push_back(t.triangle);
        Triangle& corners = made.corners.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) corners[k] = t.after[k] - sheet.vertices.first;
    }
    return made;
}

VertexRange Cloths::add(const SurfaceView& surface, const ClothMaterial& material) {
    const parallel::FloatingPointMode mode;
    require_sound(material);
    require_finite(surface.positions);
    State& s = *state_;
    std::vector<Point> own;
    for (std::size_t i = 0; i < surface.positions.size(); ++i) own.push_back(surface.positions[i]);
    std::vector<Membrane> membranes;
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
        const Triangle& t = surface.triangles[i];
        require(*std::max_element(t.begin(), t.end()) < own.size(),
                "pliant: a triangle of cloth names a vertex that is not there");
        if (!make_membrane(t, own, material, membranes.emplace_back()))
            throw std::invalid_argument("pliant: triangle " + std::to_string(i) + " of cloth has no area");
    }
    std::vector<Hinge> hinges;
    make_hinges(surface.triangles, own, material, hinges);
    const VertexRange range = s.add_vertices(own, false);
    const auto take = [&](auto& from, auto& to) {
        for (auto& element : from) {
            for (std::uint32_t& v : element.vertices) v += range.first;
            to.push_back(element);
        }
    };
    s.sheets.push_back({range, s.membranes.size(), membranes.size(), s.hinges.size(), hinges.size(), material});
    take(membranes, s.membranes);
    take(hinges, s.hinges);
    s.weigh(s.sheets.back());
    return range;
}

VertexRange Cloths::add_guests(Points positions, std::span<const double> masses) {
    require(masses.size() == positions.size(), "pliant: a mass for every guest");
    for (const double m : masses) require(m > 0 && std::isfinite(m), "pliant: a guest has a positive, finite mass");
    const VertexRange range = state_->add_vertices(positions, true);
    std::copy(masses.begin(), masses.end(), state_->masses.begin() + range.first);
    return range;
}

}  // namespace pliant
