#include "contact_marks.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "picture/palette.hpp"

namespace pliant::cli {
namespace {

constexpr picture::Colour exact_colour{38, 42, 50};

/// A length that is seen well in a picture of all bodies.
double arrow_length(std::span<const Shown> bodies) {
    double low = 1e308, high = -1e308, longest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        low = 1e308;
        high = -1e308;
        for (const Shown& body : bodies) {
            for (const Position& p : body.positions) {
                if (!std::isfinite(p[k])) continue;
                low = std::min(low, p[k]);
                high = std::max(high, p[k]);
            }
        }
        longest = std::max(longest, 0.5 * high - 0.5 * low);
    }
    return 0.09 * longest;
}

Position end_of_normal(const Contact& contact, double length) {
    Position end = contact.position;
    for (std::size_t k = 0; k < 3; ++k) end[k] += length * contact.normal[k];
    return end;
}

}  // namespace

Marks contact_marks(std::span<const Contact> contacts, std::span<const Shown> bodies) {
    Marks marks;
    std::vector<Contact> order(contacts.begin(), contacts.end());
    std::stable_sort(order.begin(), order.end(), [](const Contact& a, const Contact& b) { return a.depth > b.depth; });
    const double length = arrow_length(bodies), deepest = order.empty() ? 0 : order.front().depth;
    std::size_t exact = 0;
    for (const Contact& contact : order) {
        const bool of_triangles = contact.kind == ContactKind::triangles;
        exact += of_triangles;
        const double share = deepest > 0 ? contact.depth / deepest : 0;
        marks.markers.push_back({contact.position, end_of_normal(contact, length),
                                 of_triangles ? exact_colour : picture::ramp_colour(share), true, 2.5});
    }
    if (exact > 0) marks.legend.push_back({picture::Symbol::arrow, exact_colour, fmt::format("{} exact", exact)});
    const std::size_t spheres = order.size() - exact;
    if (spheres > 0) {
        marks.legend.push_back(
            {picture::Symbol::arrow, picture::ramp_colour(0.6), fmt::format("{} of spheres", spheres)});
        marks.ramp = picture::Ramp{"depth", "0", fmt::format("{:.3g}", deepest)};
    }
    if (order.empty()) marks.legend.push_back({picture::Symbol::none, {}, "no contacts"});
    return marks;
}

}  // namespace pliant::cli
