#include "mpi/share.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <type_traits>

namespace pliant::mpi {
namespace {

/// Cuts are made from no more points than that on a rank: enough for an imbalance of a few thousandths.
constexpr std::size_t most_samples = 1 << 20;

constexpr std::uint32_t not_placed = std::numeric_limits<std::uint32_t>::max();

/// The same on every rank, whatever the order of the corners. Non-finite where an element has no place.
Point centre_of(const GivenBody& body, std::size_t element) {
    if (!body.in_range(element)) return {NAN, NAN, NAN};
    std::array<Point, 4> corners;
    std::size_t count = 0;
    for (const std::uint32_t v : body.corners(element)) corners[count++] = body.positions[v];
    const Extent box = extent_of({corners.data(), count});
    if (!box.finite()) return {NAN, NAN, NAN};
    Point centre;
    for (std::size_t k = 0; k < 3; ++k) centre[k] = 0.5 * box.low[k] + 0.5 * box.high[k];
    return centre;
}

std::vector<Point> sampled_centres(std::span<const GivenBody> given) {
    std::size_t elements = 0;
    for (const GivenBody& body : given) elements += body.elements();
    const std::size_t step = elements / most_samples + 1;
    std::vector<Point> centres;
    std::size_t next = 0;
    for (const GivenBody& body : given) {
        for (; next < body.elements(); next += step) {
            const Point centre = centre_of(body, next);
            if (std::isfinite(centre[0])) centres.push_back(centre);
        }
        next -= body.elements();
    }
    return centres;
}

/// Places of `numbers` among `sorted`, which has them all. In one pass where they ascend, too.
void find_places(std::span<const std::uint64_t> numbers, std::span<const std::uint64_t> sorted,
                 std::vector<std::uint32_t>& places) {
    places.resize(numbers.size());
    std::size_t at = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (at < sorted.size() && sorted[at] <= numbers[i]) {
            for (int steps = 0; steps < 8 && sorted[at] < numbers[i]; ++steps) ++at;
        }
        if (at >= sorted.size() || sorted[at] != numbers[i]) {
            at = std::size_t(std::ranges::lower_bound(sorted, numbers[i]) - sorted.begin());
        }
        places[i] = std::uint32_t(at);
    }
}

std::vector<std::uint64_t> united(const std::vector<std::vector<std::uint64_t>>& lists) {
    std::vector<std::uint64_t> all;
    std::size_t count = 0;
    for (const auto& list : lists) count += list.size();
    all.reserve(count);
    for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
    if (!std::ranges::is_sorted(all)) std::ranges::sort(all);
    const auto rest = std::ranges::unique(all);
    all.erase(rest.begin(), rest.end());
    return all;
}

}  // namespace

bool GivenBody::in_range(std::size_t e) const {
    const auto all = corners(e);
    return std::ranges::all_of(all, [&](std::uint32_t v) { return v < positions.size(); });
}

Extent extent_of(std::span<const Point> corners) {
    Extent box = Extent::nothing();
    for (const Point& p : corners) {
        if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) return Extent::nothing();
        box.grow(p);
    }
    return box;
}

std::size_t Share::elements() const {
    std::size_t count = 0;
    for (const SharedBody& body : bodies_) count += body.elements();
    return count;
}

Extent Share::extent(const SharedBody& body, std::size_t first, std::size_t end) const {
    return positions_.visit([&](const auto& positions) {
        const auto* of_body = positions.data() + body.first_vertex;
        auto low = of_body[body.corners(first)[0]], high = low;
        double finite = 0;  // NaN where a coordinate is not
        for (std::size_t e = first; e < end; ++e) {
            for (const std::uint32_t v : body.corners(e)) {
                const auto& p = of_body[v];
                for (std::size_t k = 0; k < 3; ++k) {
                    low[k] = p[k] < low[k] ? p[k] : low[k];
                    high[k] = p[k] > high[k] ? p[k] : high[k];
                    finite += 0.0 * double(p[k]);
                }
            }
        }
        if (!std::isnan(finite)) return Extent{{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
        Extent box = Extent::nothing();  // of the finite ones
        for (std::size_t e = first; e < end; ++e) {
            const Extent own = extent(body, e);
            if (!own.finite()) continue;
            box.grow(own.low);
            box.grow(own.high);
        }
        return box;
    });
}

Extent Share::extent(const SharedBody& body, std::size_t element) const {
    std::array<Point, 4> corners;
    std::size_t count = 0;
    for (const std::uint32_t v : body.corners(element)) corners[count++] = position(body, v);
    return extent_of({corners.data(), count});
}

void Share::distribute(Communicator& communicator, Cuts& cuts, std::span<const GivenBody> given) {
    const auto size = std::size_t(communicator.size());
    std::vector<Point> centres;
    communicator.together("choosing centres", [&] { centres = sampled_centres(given); });
    const bool any = communicator.sum("choosing centres", centres.size()) > 0;
    communicator.together("cutting space", [&] {
        if (any) cuts.make(centres);
    });
    centres = {};

    std::uint64_t doubles = 0;
    for (const GivenBody& body : given) doubles += body.positions.is_double() && !body.positions.empty();
    bodies_.clear();
    positions_.clear(communicator.sum("choosing centres", doubles) > 0);
    sent_.assign(size, {});
    received_.assign(size, {});
    for (std::size_t b = 0; b < given.size(); ++b) {
        Packets packets;
        communicator.together("sending elements", [&] {
            std::vector<std::int32_t> ranks(given[b].elements());
            for (std::size_t e = 0; e < ranks.size(); ++e) {
                const Point centre = centre_of(given[b], e);
                ranks[e] = std::isfinite(centre[0]) ? cuts.rank_of(centre) : communicator.rank();
                if (!given[b].in_range(e)) ranks[e] = -1;
            }
            packets = pack(b, given[b], ranks, size);
        });
        packets.element_numbers = communicator.exchange("sending elements", std::move(packets.element_numbers));
        packets.vertex_numbers = communicator.exchange("sending elements", std::move(packets.vertex_numbers));
        packets.corners = communicator.exchange("sending elements", std::move(packets.corners));
        const bool solid = communicator.most("sending elements", given[b].tetrahedra.size()) > 0;
        communicator.together("sending elements", [&] {
            bodies_.push_back(unpack(packets, solid));
            bodies_.back().triangles = bodies_.back().own_triangles;
        });
    }
    communicator.together("sending elements", [&] {
        if (positions_.size() >= not_placed) throw std::length_error("more than 2^32 - 1 vertices on one rank");
    });
}

Share::Packets Share::pack(std::size_t body, const GivenBody& given, std::span<const std::int32_t> ranks,
                           std::size_t size) {
    Packets packets;
    packets.element_numbers.resize(size);
    packets.vertex_numbers.resize(size);
    packets.corners.resize(size);
    std::vector<std::vector<std::uint32_t>> elements(size);
    for (std::uint32_t e = 0; e < ranks.size(); ++e) {
        if (ranks[e] >= 0) elements[std::size_t(ranks[e])].push_back(e);
    }
    std::vector<std::uint32_t> place(given.positions.size(), not_placed);
    for (std::size_t r = 0; r < size; ++r) {
        std::vector<std::uint32_t>& used = sent_[r].vertices;
        const std::size_t first = used.size();
        for (const std::uint32_t e : elements[r]) {
            for (const std::uint32_t v : given.corners(e)) {
                if (place[v] == not_placed) used.push_back(v);
                place[v] = 0;
            }
        }
        const auto own = std::span(used).subspan(first);
        std::ranges::sort(own);
        for (std::uint32_t i = 0; i < own.size(); ++i) {
            place[own[i]] = i;
            packets.vertex_numbers[r].push_back(given.vertex_numbers[own[i]]);
        }
        for (const std::uint32_t e : elements[r]) {
            packets.element_numbers[r].push_back(given.element_numbers[e]);
            for (const std::uint32_t v : given.corners(e)) packets.corners[r].push_back(place[v]);
        }
        for (const std::uint32_t v : own) place[v] = not_placed;
        sent_[r].ends.resize(body + 1, used.size());
    }
    return packets;
}

SharedBody Share::unpack(const Packets& packets, bool solid) {
    const std::size_t corners_of_element = solid ? 4 : 3;
    SharedBody body;
    body.solid = solid;
    body.first_vertex = positions_.size();
    body.vertex_numbers = united(packets.vertex_numbers);
    positions_.resize(positions_.size() + body.vertex_numbers.size());

    struct From {
        std::uint64_t number;
        std::uint32_t place;
        std::int32_t rank;
    };
    std::vector<From> order;
    std::vector<std::vector<std::uint32_t>> places(packets.vertex_numbers.size());
    for (std::size_t r = 0; r < places.size(); ++r) {
        find_places(packets.vertex_numbers[r], body.vertex_numbers, places[r]);
        for (const std::uint32_t place : places[r]) received_[r].push_back(std::uint32_t(body.first_vertex + place));
        for (std::uint32_t i = 0; i < packets.element_numbers[r].size(); ++i) {
            order.push_back({packets.element_numbers[r][i], i, std::int32_t(r)});
        }
    }
    if (!std::ranges::is_sorted(order, {}, &From::number)) std::ranges::sort(order, {}, &From::number);
    for (const From& from : order) {
        body.element_numbers.push_back(from.number);
        body.homes.push_back(from.rank);
        const std::uint32_t* corners = &packets.corners[std::size_t(from.rank)][corners_of_element * from.place];
        const auto& to = places[std::size_t(from.rank)];
        if (!solid) {
            body.own_triangles.push_back({to[corners[0]], to[corners[1]], to[corners[2]]});
        } else {
            body.tetrahedra.push_back({to[corners[0]], to[corners[1]], to[corners[2]], to[corners[3]]});
        }
    }
    return body;
}

namespace {

/// Copied, where it is of that type already.
template <class Coordinates>
Coordinates as_sent(const Points& positions, std::size_t i) {
    using Coordinate = typename Coordinates::value_type;
    if (positions.is_double() == std::is_same_v<Coordinate, double>) {
        Coordinates same;
        std::memcpy(same.data(), positions.data() + i * positions.stride(), sizeof same);
        return same;
    }
    const Point p = positions[i];
    return {Coordinate(p[0]), Coordinate(p[1]), Coordinate(p[2])};
}

}  // namespace

template <class Coordinates>
void Share::send(Communicator& communicator, std::span<const GivenBody> given) {
    std::vector<std::vector<Coordinates>> out(sent_.size());
    communicator.together("sending positions", [&] {
        for (std::size_t r = 0; r < sent_.size(); ++r) {
            std::size_t i = 0;
            const bool own = int(r) == communicator.rank();
            if (!own) out[r].reserve(sent_[r].vertices.size());
            for (std::size_t b = 0; b < given.size(); ++b) {
                const Points& positions = given[b].positions;
                for (; i < sent_[r].ends[b]; ++i) {
                    const Coordinates sent = as_sent<Coordinates>(positions, sent_[r].vertices[i]);
                    if (own)
                        positions_.set(received_[r][i], sent);
                    else
                        out[r].push_back(sent);
                }
            }
        }
    });
    const std::vector<std::vector<Coordinates>> in = communicator.exchange("sending positions", std::move(out));
    for (std::size_t r = 0; r < in.size(); ++r) {
        for (std::size_t i = 0; i < in[r].size(); ++i) positions_.set(received_[r][i], in[r][i]);
    }
}

void Share::send_positions(Communicator& communicator, std::span<const GivenBody> given) {
    if (positions_.is_double())
        send<Point>(communicator, given);
    else
        send<PointStore::Float>(communicator, given);
}

}  // namespace pliant::mpi
