#include "frame/bodies.hpp"

#include <algorithm>
#include <utility>

#include "numeric/orientation.hpp"

namespace pliant::frame {

// ---- changes

BodyId Bodies::add(Points positions, std::vector<Triangle> triangles, std::vector<Flaw> given) {
    const BodyId id = list_.add(positions, std::move(triangles), std::move(given));
    numbering_.invalidate();
    return id;
}

void Bodies::replace(BodyId id, std::vector<Triangle> triangles, std::vector<Flaw> given) {
    list_.replace(id, std::move(triangles), std::move(given));
    numbering_.invalidate();
}

void Bodies::move(BodyId id, Points positions) {
    Body& body = list_.body(id);
    const std::size_t before = body.positions.size();
    if (!BodyList::move(body, positions)) numbering_.resize(body, before);
}

void Bodies::remove(BodyId id) {
    list_.remove(id);
    numbering_.invalidate();
}

void Bodies::insert(BodyId id, std::span<const Triangle> triangles, std::vector<std::uint32_t>& numbers) {
    numbering_.expect_change(list_.body(id));
    Body& body = list_.insert(id, triangles, numbers);  // fills `numbers`
    numbering_.change(body, numbers);
    triangles_changed_ |= !numbers.empty();
}

void Bodies::erase(BodyId id, std::span<const std::uint32_t> numbers) {
    numbering_.expect_change(list_.body(id));
    numbering_.change(list_.erase(id, numbers), numbers);
    triangles_changed_ |= !numbers.empty();
}

void Bodies::change_volume(BodyId id, const mesh::VolumeBoundary::Change& change, std::vector<Flaw> given,
                           std::vector<std::uint32_t>& numbers) {
    list_.make_room(id, change.come.size(), change.gone.size());
    numbers.reserve(change.come.size());
    numbering_.expect_change(list_.body(id));
    // From here on nothing asks for memory: all of it is done, or none.
    erase(id, change.gone);
    insert(id, change.come, numbers);
    list_.give(id, std::move(given));
    numbering_.raise();
    triangles_changed_ = true;
}

// ---- reading

void Bodies::set_duplicates_aside(bool aside) {
    triangles_changed_ |= aside != sets_duplicates_aside_;  // compared, or uncovered, with the next reading
    sets_duplicates_aside_ = aside;
}

bool Bodies::start_reading(const parallel::Workers& workers) {
    const std::span<Body> bodies = list_.all();
    lay();
    positions_.choose_precision(bodies, vertex_count());
    const bool any_moved = std::any_of(bodies.begin(), bodies.end(), [](const Body& b) { return b.moved; });
    if (!any_moved && !triangles_changed_) return false;
    positions_.start(bodies, workers.threads());
    return true;
}

void Bodies::finish_reading() {
    positions_.finish();
    if (sets_duplicates_aside_) {
        duplicates_.set_aside(list_.all(), positions_);
    } else {
        Duplicates::clear(list_.all());
    }
    // Last: what throws before leaves it to be done again.
    for (Body& body : list_.all()) {
        if (!body.moved) continue;
        body.moved = false;
        ++body.version;
    }
    triangles_changed_ = false;
}

void Bodies::update(parallel::Workers& workers) {
    if (!start_reading(workers)) return;
    workers.for_each(spans(), [this](std::size_t span) {
        for (std::size_t batch = 0; batch < batches(span); ++batch) read(span, batch);
    });
    finish_reading();
}

// ---- triangles

Bodies::Soundness Bodies::soundness(std::uint32_t triangle) const {
    const auto [a, b, c] = corners(triangle);
    if (!finite(a) || !finite(b) || !finite(c)) return Soundness::not_finite;
    return collinear(a, b, c) ? Soundness::degenerate : Soundness::sound;
}

}  // namespace pliant::frame
