#include "mesh/volume_boundary.hpp"

#include <algorithm>

#include "mesh/volume_neighbours.hpp"

namespace pliant::mesh {

namespace {

template <class Element>
Element sorted(Element element) {
    std::sort(element.begin(), element.end());
    return element;
}

template <class Element>
std::size_t mix(const Element& key) {
    std::uint64_t h = 0x9e3779b97f4a7c15u;
    for (const std::uint32_t v : key) h = (h ^ v) * 0xff51afd7ed558ccdu, h ^= h >> 29;
    return static_cast<std::size_t>(h);
}

}  // namespace

std::size_t VolumeBoundary::Hash::operator()(const Triangle& key) const { return mix(key); }
std::size_t VolumeBoundary::Hash::operator()(const Tetrahedron& key) const { return mix(key); }

void VolumeBoundary::build(std::span<const Tetrahedron> tetrahedra, std::span<const std::uint8_t> gone,
                           std::size_t vertices, std::span<const Triangle> triangles) {
    *this = {};
    vertices_ = vertices;
    for (std::uint32_t t = 0; t < tetrahedra.size(); ++t) {
        if (gone[t] == 0) insert(t, tetrahedra[t], tetrahedra);
    }
    for (const Triangle& key : touched_) faces_.at(key).touched = false;
    touched_.clear();
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        const auto face = faces_.find(sorted(triangles[t]));
        if (face != faces_.end()) face->second.triangle = t;
    }
}

VolumeBoundary::Face& VolumeBoundary::touch(const Triangle& key) {
    Face& face = faces_[key];
    if (!face.touched) {
        face.touched = true;
        face.outside_before = face.uses == 1;
        face.before = face.places;
        touched_.push_back(key);
    }
    return face;
}

void VolumeBoundary::add_faces(std::uint32_t number, const Tetrahedron& tetrahedron) {
    for (std::uint32_t f = 0; f < 4; ++f) {
        Face& face = touch(sorted(face_of(tetrahedron, f)));
        ++face.uses;
        face.places ^= 4 * number + f;
    }
}

void VolumeBoundary::remove_faces(std::uint32_t number, const Tetrahedron& tetrahedron) {
    for (std::uint32_t f = 0; f < 4; ++f) {
        Face& face = touch(sorted(face_of(tetrahedron, f)));
        --face.uses;
        face.places ^= 4 * number + f;
    }
}

void VolumeBoundary::insert(std::uint32_t number, const Tetrahedron& tetrahedron, std::span<const Tetrahedron> all) {
    const Tetrahedron key = sorted(tetrahedron);
    if (key.back() >= vertices_) {
        flaws_[number] = FlawKind::index_out_of_range;
        return;
    }
    if (std::adjacent_find(key.begin(), key.end()) != key.end()) {
        flaws_[number] = FlawKind::repeated_vertex;
        return;
    }
    const auto [at, is_new] = sound_.emplace(key, number);
    if (!is_new) {
        const std::uint32_t other = std::max(number, at->second);
        repeated_.emplace(key, other);
        flaws_[other] = FlawKind::repeated_element;
        if (other == number) return;
        remove_faces(other, all[other]);
        at->second = number;
    }
    add_faces(number, tetrahedron);
}

void VolumeBoundary::remove(std::uint32_t number, const Tetrahedron& tetrahedron, std::span<const Tetrahedron> all) {
    const auto flaw = flaws_.find(number);
    const Tetrahedron key = sorted(tetrahedron);
    if (flaw != flaws_.end()) {
        flaws_.erase(flaw);
        repeated_.erase({key, number});
        return;
    }
    remove_faces(number, tetrahedron);
    const auto next = repeated_.lower_bound({key, 0});
    if (next == repeated_.end() || next->first != key) {
        sound_.erase(key);
        return;
    }
    const std::uint32_t other = next->second;
    repeated_.erase(next);
    flaws_.erase(other);
    sound_[key] = other;
    add_faces(other, all[other]);
}

const VolumeBoundary::Change& VolumeBoundary::take_change(std::span<const Tetrahedron> all) {
    change_.gone.clear();
    change_.come.clear();
    come_.clear();
    for (const Triangle& key : touched_) {
        const auto at = faces_.find(key);
        Face& face = at->second;
        face.touched = false;
        const bool outside = face.uses == 1, same = face.outside_before && outside && face.places == face.before;
        if (face.outside_before && !same) change_.gone.push_back(face.triangle);
        if (outside && !same) come_.emplace_back(face.places, key);
        if (face.uses == 0) faces_.erase(at);
    }
    touched_.clear();
    std::sort(change_.gone.begin(), change_.gone.end());
    std::sort(come_.begin(), come_.end());
    for (const auto& [place, key] : come_) change_.come.push_back(face_of(all[place / 4], place % 4));
    return change_;
}

void VolumeBoundary::number(std::span<const std::uint32_t> numbers) {
    for (std::size_t i = 0; i < come_.size(); ++i) faces_.at(come_[i].second).triangle = numbers[i];
}

std::vector<Flaw> VolumeBoundary::flaws() const {
    std::vector<Flaw> out;
    out.reserve(flaws_.size());
    for (const auto& [element, kind] : flaws_) out.push_back({{}, kind, element});
    return out;
}

}  // namespace pliant::mesh
