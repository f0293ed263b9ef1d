// What `contacts` tells a person.
#include <algorithm>

#include <fmt/format.h>

#include "contacts.hpp"
#include "table.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t contacts_shown = 20;

std::string depth_in_words(const Contact& contact) { return fmt::format("{:.6g}", contact.depth); }

std::string list_of_contacts(const Contacts& contacts) {
    std::vector<Row> rows{{"contact", "of", "position", "normal", "depth"}};
    for (std::size_t i = 0; i < std::min(contacts.size(), contacts_shown); ++i) {
        const Contact& c = contacts[i];
        std::string of(name(c.kind));
        if (c.kind == ContactKind::triangles) {
            const TrianglePair& pair = contacts.pairs[c.pair];
            of += fmt::format(" {} and {}, {}", pair.a.triangle, pair.b.triangle, name(pair.kind));
        }
        rows.push_back({std::to_string(i), of, triple(c.position), triple(c.normal), depth_in_words(c)});
    }
    if (rows.size() == 1) return "";
    const std::array columns{Align::right, Align::left, Align::left, Align::left, Align::right};
    std::string text = table(rows, columns);
    if (contacts.size() > contacts_shown) {
        text += fmt::format("  and {} more (--json lists all)\n", contacts.size() - contacts_shown);
    }
    return text;
}

std::string deepest_in_words(const TouchingPair& pair, std::span<const NamedBody> bodies) {
    if (!pair.deepest || !(pair.deepest->depth > 0)) return "";
    return fmt::format("deepest: {:.6g} at {}, normal {} from {} to {}\n", pair.deepest->depth,
                       triple(pair.deepest->position), triple(pair.deepest->normal), bodies[pair.bodies.a].file,
                       bodies[pair.bodies.b].file);
}

std::string one_pair(const ContactsResult& result) {
    const TouchingPair& pair = result.frames[0].pairs[0];
    const Contacts& contacts = pair.contacts;
    const Report& report = contacts.report;
    std::string text = fmt::format(
        "{}, {}{}\n", counted(pair.exact, "pair of triangles", "pairs of triangles"),
        counted(pair.open, "pair of spheres that counts as colliding", "pairs of spheres that count as colliding"),
        not_looked_at(report.set_aside));
    if (pair.open > 0) {
        text += fmt::format("positions are right within {:.3g}, near misses are closer than {:.3g}\n", contacts.error,
                            contacts.gap);
    }
    text += list_of_contacts(contacts) + deepest_in_words(pair, result.bodies);
    text += fmt::format("{} tests of spheres, {} of triangles, {:.3f} ms\n", report.counters.sphere_tests,
                        report.counters.candidates, report.milliseconds.find);
    if (report.stopped_by != Limit::none) {
        text += fmt::format("not complete: the budget of {} ran out\n", name(report.stopped_by));
    }
    return text + set_aside_in_words(result.bodies, report.set_aside);
}

struct PlacedContacts {
    std::string frame;
    const TouchingPair* pair;
};

std::vector<PlacedContacts> most_contacts_first(const ContactsResult& result) {
    std::vector<PlacedContacts> order;
    for (const TouchingFrame& frame : result.frames) {
        for (const TouchingPair& pair : frame.pairs) {
            if (pair.exact + pair.open > 0) order.push_back({frame_in_words(frame.frame, frame.name), &pair});
        }
    }
    const auto weight = [](const PlacedContacts& p) { return std::array{p.pair->exact, p.pair->open}; };
    std::stable_sort(order.begin(), order.end(),
                     [&](const PlacedContacts& p, const PlacedContacts& q) { return weight(p) > weight(q); });
    return order;
}

std::string worst_contacts(std::span<const PlacedContacts> order, std::span<const NamedBody> bodies) {
    if (order.empty()) return "";
    std::vector<Row> rows{{"worst frames", "bodies", "triangles", "spheres", "deepest", "position", "normal"}};
    for (const auto& [frame, pair] : order.first(std::min(order.size(), worst_shown))) {
        const Contact& deepest = *pair->deepest;
        rows.push_back({frame, names_of(pair->bodies, bodies), std::to_string(pair->exact), std::to_string(pair->open),
                        depth_in_words(deepest), triple(deepest.position), triple(deepest.normal)});
    }
    const std::array columns{Align::right, Align::left, Align::right, Align::right,
                             Align::right, Align::left, Align::left};
    const auto& [frame, pair] = order.front();
    return table(rows, columns) + fmt::format("peak: {} in frame {}, {}\n",
                                              counted(pair->exact + pair->open, "contact", "contacts"), frame,
                                              names_of(pair->bodies, bodies));
}

std::string several(const ContactsResult& result) {
    std::vector<std::vector<bool>> found;
    std::size_t stopped = 0;
    for (const TouchingFrame& frame : result.frames) {
        std::vector<bool>& row = found.emplace_back();
        for (const TouchingPair& pair : frame.pairs) {
            row.push_back(pair.exact + pair.open > 0);
            stopped += pair.contacts.report.stopped_by != Limit::none;
        }
    }
    std::string text = fmt::format("contacts: {}{}", found_in(found), not_looked_at(result.set_aside));
    if (stopped > 0) text += fmt::format("; the budget ran out in {}", counted(stopped, "search", "searches"));
    return text + "\n" + worst_contacts(most_contacts_first(result), result.bodies) +
           set_aside_in_words(result.bodies, result.set_aside);
}

}  // namespace

std::string contacts_as_text(const ContactsResult& result) {
    return result.one_pair() ? one_pair(result) : several(result);
}

}  // namespace pliant::cli
