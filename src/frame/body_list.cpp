#include "frame/body_list.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace pliant::frame {

namespace {

void set_flaws(Body& body, std::vector<Flaw> given) {
    body.given_flaws = std::move(given);
    for (Flaw& flaw : body.given_flaws) flaw.body = body.id;
    ++body.times_remade;
}

/// Changes nothing where there is no memory for it.
void remake(Body& body, std::vector<Triangle> triangles, std::vector<Flaw> given) {
    body.gone = std::vector<std::uint8_t>(triangles.size(), 0);
    body.triangles = std::move(triangles);
    body.free.clear();
    set_flaws(body, std::move(given));
}

void set(Body& body, std::uint32_t number, const Triangle& triangle, bool gone) {
    body.triangles[number] = triangle;
    body.gone[number] = gone ? 1 : 0;
    ++body.times_remade;
}

/// Capacity for some more, doubled, so that many small inserts cost few allocations.
template <class T>
void reserve_more(std::vector<T>& values, std::size_t more) {
    const std::size_t wanted = values.size() + more;
    if (values.capacity() < wanted) values.reserve(std::max(wanted, 2 * values.capacity()));
}

}  // namespace

void no_such_triangle(BodyId body, std::uint32_t number) {
    throw std::out_of_range("pliant: no triangle " + std::to_string(number) + " in body " +
                            std::to_string(static_cast<std::uint32_t>(body)));
}

Body& BodyList::body(BodyId id) {
    // As long as none was removed, a body is where its number says.
    const auto number = static_cast<std::size_t>(id);
    if (number < bodies_.size() && bodies_[number].id == id) return bodies_[number];
    const auto at =
        std::lower_bound(bodies_.begin(), bodies_.end(), id, [](const Body& b, BodyId i) { return b.id < i; });
    if (at == bodies_.end() || at->id != id) {
        throw std::out_of_range("pliant: no body " + std::to_string(static_cast<std::uint32_t>(id)) + " in the scene");
    }
    return *at;
}

BodyId BodyList::add(Points positions, std::vector<Triangle> triangles, std::vector<Flaw> given) {
    Body body;
    body.id = BodyId{next_id_};
    body.positions = positions;
    remake(body, std::move(triangles), std::move(given));
    bodies_.push_back(std::move(body));
    ++next_id_;
    return bodies_.back().id;
}

void BodyList::remove(BodyId id) { bodies_.erase(bodies_.begin() + (&body(id) - bodies_.data())); }

void BodyList::replace(BodyId id, std::vector<Triangle> triangles, std::vector<Flaw> given) {
    remake(body(id), std::move(triangles), std::move(given));
}

void BodyList::give(BodyId id, std::vector<Flaw> given) { set_flaws(body(id), std::move(given)); }

bool BodyList::move(Body& body, Points positions) {
    const bool as_many = body.positions.size() == positions.size();
    body.positions = positions;
    body.moved = true;
    ++body.times_moved;
    if (!as_many) ++body.times_remade;
    return as_many;
}

void BodyList::make_room(BodyId id, std::size_t come, std::size_t go) {
    Body& changed = body(id);
    reserve_more(changed.triangles, come);
    reserve_more(changed.gone, come);
    reserve_more(changed.free, go);
}

Body& BodyList::insert(BodyId id, std::span<const Triangle> triangles, std::vector<std::uint32_t>& numbers) {
    Body& changed = body(id);
    numbers.clear();
    numbers.reserve(triangles.size());
    reserve_more(changed.triangles, triangles.size());
    reserve_more(changed.gone, triangles.size());
    changed.grows |= changed.triangles.size() + triangles.size() > changed.free.size() + changed.triangle_places;
    for (const Triangle& triangle : triangles) {
        auto number = static_cast<std::uint32_t>(changed.triangles.size());
        if (changed.free.empty()) {
            changed.triangles.push_back(no_triangle);
            changed.gone.push_back(1);
        } else {
            std::pop_heap(changed.free.begin(), changed.free.end(), std::greater<>());
            number = changed.free.back();
            changed.free.pop_back();
        }
        set(changed, number, triangle, false);
        numbers.push_back(number);
    }
    return changed;
}

Body& BodyList::erase(BodyId id, std::span<const std::uint32_t> numbers) {
    Body& changed = body(id);
    reserve_more(changed.free, numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::uint32_t number = numbers[i];
        if (number < changed.triangles.size() && changed.gone[number] == 0) {
            changed.gone[number] = 1;
            continue;
        }
        for (std::size_t k = 0; k < i; ++k) changed.gone[numbers[k]] = 0;
        no_such_triangle(id, number);
    }
    for (const std::uint32_t number : numbers) {
        set(changed, number, no_triangle, true);
        changed.free.push_back(number);
        std::push_heap(changed.free.begin(), changed.free.end(), std::greater<>());
    }
    return changed;
}

}  // namespace pliant::frame
