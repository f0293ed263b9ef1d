#include "mpi/halo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace pliant::mpi {
namespace {

/// Most blocks lie wholly within the box of the rank, and are passed over as a whole.
constexpr std::size_t elements_of_block = 64;

constexpr std::size_t cells = 64;  // of the grid along each axis: a row is one word

}  // namespace

/// Which parts of space the halo takes up.
class Halo::Grid {
public:
    explicit Grid(const Extent& box) : box_(box), rows_(cells * cells, 0) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double side = box.high[k] - box.low[k];
            scale_[k] = side > 0 && std::isfinite(side) ? double(cells) / side : 0;
        }
    }
    void mark(const Extent& box) {
        each_row(box, [](std::uint64_t& row, std::uint64_t mask) { return row |= mask, false; });
    }
    [[nodiscard]] bool meets(const Extent& box) {
        if (!box.meets(box_)) return false;
        return each_row(box, [](const std::uint64_t& row, std::uint64_t mask) { return (row & mask) != 0; });
    }

private:
    /// Monotone, so that boxes with a common point have a common cell.
    [[nodiscard]] std::size_t cell(double x, std::size_t axis) const {
        const double at = (x - box_.low[axis]) * scale_[axis];
        return at >= double(cells - 1) ? cells - 1 : at > 0 ? std::size_t(at) : 0;
    }
    /// Until `visit` returns true.
    template <class Visit>
    bool each_row(const Extent& box, const Visit& visit) {
        const std::size_t x0 = cell(box.low[0], 0), x1 = cell(box.high[0], 0);
        const std::uint64_t mask = (~std::uint64_t{0} >> (cells - 1 - (x1 - x0))) << x0;
        for (std::size_t z = cell(box.low[2], 2); z <= cell(box.high[2], 2); ++z) {
            for (std::size_t y = cell(box.low[1], 1); y <= cell(box.high[1], 1); ++y) {
                if (visit(rows_[cells * z + y], mask)) return true;
            }
        }
        return false;
    }

    Extent box_;
    Point scale_{};
    std::vector<std::uint64_t> rows_;
};

void Halo::exchange(Communicator& communicator, const Cuts& cuts, const Share& share, double reach) {
    const std::uint64_t bytes_before = communicator.traffic().bytes;
    reach_ = reach;
    bodies_.clear();
    received_ = sent_ = own_ = 0;
    const auto size = std::size_t(communicator.size());
    std::vector<std::vector<SentElement>> elements(size);
    std::vector<std::vector<SentVertex>> vertices(size);
    communicator.together("assigning boxes", [&] {
        find_blocks(share, reach);
        const auto chosen = choose(cuts, share, reach, communicator.rank(), int(size));
        for (std::size_t r = 0; r < size; ++r) {
            sent_ += chosen[r].size();
            pack(share, chosen[r], elements[r], vertices[r]);
        }
    });
    elements = communicator.exchange("sending the halo", std::move(elements));
    vertices = communicator.exchange("sending the halo", std::move(vertices));
    bytes_ = communicator.traffic().bytes - bytes_before;
    communicator.together("joining the halo", [&] {
        for (const auto& list : elements) received_ += list.size();
        if (received_ == 0) return;
        const std::vector<Chosen> chosen = touched_by(elements, vertices, share, reach);
        own_ = chosen.size();
        build(elements, vertices, chosen, share, communicator.rank());
    });
}

/// Each vertex once, however many of the elements use it.
void Halo::pack(const Share& share, std::span<const Chosen> chosen, std::vector<SentElement>& elements,
                std::vector<SentVertex>& vertices) {
    struct Use {
        std::uint32_t body, vertex;
        auto operator<=>(const Use&) const = default;
    };
    std::vector<Use> used;
    for (const auto& [b, e] : chosen) {
        for (const std::uint32_t v : share.bodies()[b].corners(e)) used.push_back({b, v});
    }
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    for (const auto& [b, v] : used) {
        const SharedBody& body = share.bodies()[b];
        vertices.push_back({body.vertex_numbers[v], share.position(body, v)});
    }
    for (const auto& [b, e] : chosen) {
        const SharedBody& body = share.bodies()[b];
        SentElement& sent = elements.emplace_back(SentElement{body.element_numbers[e], b, body.homes[e], {}});
        std::size_t k = 0;
        for (const std::uint32_t v : body.corners(e)) {
            sent.corners[k++] = std::uint32_t(std::ranges::lower_bound(used, Use{b, v}) - used.begin());
        }
        if (!body.solid) sent.corners[3] = sent.corners[2];
    }
}

void Halo::find_blocks(const Share& share, double reach) {
    blocks_.clear();
    for (const SharedBody& body : share.bodies()) {
        for (std::size_t first = 0; first < body.elements(); first += elements_of_block) {
            Extent box = share.extent(body, first, std::min(first + elements_of_block, body.elements()));
            box.widen(reach);
            blocks_.push_back(box);
        }
    }
}

/// For each other rank the elements whose boxes reach into its own, by body and number.
std::vector<std::vector<Halo::Chosen>> Halo::choose(const Cuts& cuts, const Share& share, double reach, int rank,
                                                    int size) {
    std::vector<std::vector<Chosen>> chosen(static_cast<std::size_t>(size));
    std::vector<int> ranks;
    std::size_t block = 0;
    for (std::uint32_t b = 0; b < share.bodies().size(); ++b) {
        const SharedBody& body = share.bodies()[b];
        for (std::size_t first = 0; first < body.elements(); first += elements_of_block, ++block) {
            if (blocks_[block].strictly_within(cuts.region())) continue;
            const std::size_t end = std::min(first + elements_of_block, body.elements());
            for (std::size_t e = first; e < end; ++e) {
                Extent box = share.extent(body, e);
                if (!box.finite()) continue;
                box.widen(reach);
                if (box.strictly_within(cuts.region())) continue;
                cuts.ranks_of(box, ranks);
                for (const int r : ranks) {
                    if (r != rank) chosen[std::size_t(r)].push_back({b, std::uint32_t(e)});
                }
            }
        }
    }
    return chosen;
}

/// Own elements whose boxes may meet one of the halo.
std::vector<Halo::Chosen> Halo::touched_by(const std::vector<std::vector<SentElement>>& elements,
                                           const std::vector<std::vector<SentVertex>>& vertices, const Share& share,
                                           double reach) {
    std::vector<Extent> boxes;
    Extent all = Extent::nothing();
    for (std::size_t r = 0; r < elements.size(); ++r) {
        for (const SentElement& element : elements[r]) {
            Extent box = Extent::nothing();
            for (const std::uint32_t v : element.corners) box.grow(vertices[r][v].position);
            box.widen(reach);
            boxes.push_back(box);
            all.grow(box.low);
            all.grow(box.high);
        }
    }
    Grid grid(all);
    for (const Extent& box : boxes) grid.mark(box);
    std::vector<Chosen> chosen;
    std::size_t block = 0;
    for (std::uint32_t b = 0; b < share.bodies().size(); ++b) {
        const SharedBody& body = share.bodies()[b];
        for (std::size_t first = 0; first < body.elements(); first += elements_of_block, ++block) {
            if (!grid.meets(blocks_[block])) continue;
            const std::size_t end = std::min(first + elements_of_block, body.elements());
            for (std::size_t e = first; e < end; ++e) {
                Extent box = share.extent(body, e);
                if (!box.finite()) continue;
                box.widen(reach);
                if (grid.meets(box)) chosen.push_back({b, std::uint32_t(e)});
            }
        }
    }
    return chosen;
}

/// One body of the border scene, before its vertices have local numbers.
struct Halo::Loose {
    std::vector<BorderElement> elements;
    std::vector<std::array<std::uint64_t, 4>> corners;
    std::vector<SentVertex> vertices;
    bool solid = false;
};

void Halo::build(const std::vector<std::vector<SentElement>>& elements,
                 const std::vector<std::vector<SentVertex>>& vertices, std::span<const Chosen> chosen,
                 const Share& share, int rank) {
    std::vector<Loose> loose(share.bodies().size());
    for (std::size_t b = 0; b < loose.size(); ++b) loose[b].solid = share.bodies()[b].solid;
    for (const auto& [b, e] : chosen) {
        const SharedBody& body = share.bodies()[b];
        Loose& to = loose[b];
        to.elements.push_back({body.element_numbers[e], body.homes[e], rank});
        auto& corners = to.corners.emplace_back();
        std::size_t k = 0;
        for (const std::uint32_t v : body.corners(e)) {
            corners[k++] = body.vertex_numbers[v];
            to.vertices.push_back({body.vertex_numbers[v], share.position(body, v)});
        }
    }
    for (std::size_t r = 0; r < elements.size(); ++r) {
        for (const SentElement& sent : elements[r]) {
            Loose& to = loose[sent.body];
            to.elements.push_back({sent.number, sent.home, std::int32_t(r)});
            auto& corners = to.corners.emplace_back();
            for (std::size_t k = 0; k < (to.solid ? 4u : 3u); ++k) {
                corners[k] = vertices[r][sent.corners[k]].number;
                to.vertices.push_back(vertices[r][sent.corners[k]]);
            }
        }
    }
    for (Loose& body : loose) bodies_.push_back(joined(body));
}

BorderBody Halo::joined(Loose& loose) {
    BorderBody body;
    std::ranges::sort(loose.vertices, {}, &SentVertex::number);
    for (const SentVertex& vertex : loose.vertices) {
        if (!body.vertex_numbers.empty() && body.vertex_numbers.back() == vertex.number) continue;
        body.vertex_numbers.push_back(vertex.number);
        body.positions.push_back(vertex.position);
    }
    std::vector<std::uint32_t> order(loose.elements.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return loose.elements[i].number; });
    const auto place = [&](std::uint64_t number) {
        return std::uint32_t(std::ranges::lower_bound(body.vertex_numbers, number) - body.vertex_numbers.begin());
    };
    for (const std::uint32_t i : order) {
        body.elements.push_back(loose.elements[i]);
        const auto& c = loose.corners[i];
        if (loose.solid)
            body.tetrahedra.push_back({place(c[0]), place(c[1]), place(c[2]), place(c[3])});
        else
            body.triangles.push_back({place(c[0]), place(c[1]), place(c[2])});
    }
    return body;
}

Extent Halo::extent(std::size_t body, std::size_t element) const {
    const BorderBody& b = bodies_[body];
    Extent box = Extent::nothing();
    const auto grow = [&](const auto& corners) {
        for (const std::uint32_t v : corners) box.grow(b.positions[v]);
    };
    if (b.tetrahedra.empty())
        grow(b.triangles[element]);
    else
        grow(b.tetrahedra[element]);
    box.widen(reach_);
    return box;
}

int Halo::reporter(const Cuts& cuts, std::size_t body_a, std::size_t a, std::size_t body_b, std::size_t b) const {
    const auto ranks_with = [&](std::size_t body, std::size_t element, std::vector<int>& ranks) {
        cuts.ranks_of(extent(body, element), ranks);
        const int owner = bodies_[body].elements[element].owner;
        const auto place = std::ranges::lower_bound(ranks, owner);
        if (place == ranks.end() || *place != owner) ranks.insert(place, owner);
    };
    ranks_with(body_a, a, ranks_a_);
    ranks_with(body_b, b, ranks_b_);
    auto one = ranks_a_.begin(), other = ranks_b_.begin();
    while (one != ranks_a_.end() && other != ranks_b_.end() && *one != *other) ++(*one < *other ? one : other);
    return one != ranks_a_.end() && other != ranks_b_.end() ? *one : -1;
}

}  // namespace pliant::mpi
