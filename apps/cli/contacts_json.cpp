// JSON and CSV of `contacts`: the names and their order are a promise.
#include "contacts.hpp"
#include "csv.hpp"

namespace pliant::cli {
namespace {

Json object_of(const Contact& contact, const Contacts& all) {
    Json json{{"kind", name(contact.kind)},      {"position", point(contact.position)},
              {"normal", point(contact.normal)}, {"depth", number(contact.depth)},
              {"error", number(contact.error)},  {"gap", number(contact.gap)}};
    if (contact.kind != ContactKind::triangles) return json;
    const TrianglePair& pair = all.pairs[contact.pair];
    json["a"] = pair.a.triangle;
    json["b"] = pair.b.triangle;
    json["pair_kind"] = name(pair.kind);
    return json;
}

Json list_of(const std::vector<SphereLevel>& levels) {
    Json list = Json::array();
    for (const SphereLevel& level : levels) {
        list.push_back({{"spheres", level.count}, {"error", number(level.error)}});
    }
    return list;
}

Json pair_as_json(const TouchingPair& pair) {
    const Contacts& contacts = pair.contacts;
    const Report& report = contacts.report;
    Json json;
    json["a"] = pair.bodies.a;
    json["b"] = pair.bodies.b;
    set_completeness(json, report);
    json["error"] = number(contacts.error);
    json["gap"] = number(contacts.gap);
    json["pair_list"] = contacts.pair_list;
    json["collision_list"] = contacts.collision_list;
    json["sphere_tests"] = report.counters.sphere_tests;
    json["triangle_tests"] = report.counters.candidates;
    json["milliseconds"] = {{"build", number(report.milliseconds.build)},
                            {"update", number(report.milliseconds.update)},
                            {"find", number(report.milliseconds.find)}};
    json["set_aside"] = flaws_of_bodies_as_json(report.set_aside);
    json["levels"] = Json::array({list_of(pair.levels[0]), list_of(pair.levels[1])});
    json["contacts"] = Json::array();
    for (const Contact& contact : contacts) json["contacts"].push_back(object_of(contact, contacts));
    return json;
}

}  // namespace

std::string contacts_as_json(const ContactsResult& result, const Json& bodies) {
    std::vector<Json> frames;
    for (const TouchingFrame& frame : result.frames) {
        Json pairs = Json::array();
        for (const TouchingPair& pair : frame.pairs) pairs.push_back(pair_as_json(pair));
        frames.push_back({{"frame", frame.frame}, {"name", name_or_null(frame.name)}, {"pairs", std::move(pairs)}});
    }
    return document_by_lines("contacts", {{"bodies", dump(bodies)}, {"frames", list_by_lines(frames)}});
}

std::string contacts_as_csv(const ContactsResult& result) {
    std::vector<CsvRow> rows{{"frame", "a", "b", "name_a", "name_b", "contacts", "deepest", "x", "y", "z", "normal_x",
                              "normal_y", "normal_z", "all_examined"}};
    for (const TouchingFrame& frame : result.frames) {
        for (const TouchingPair& pair : frame.pairs) {
            CsvRow& row = rows.emplace_back(csv_pair(frame.frame, pair.bodies, result.bodies));
            row.push_back(std::to_string(pair.exact + pair.open));
            if (pair.deepest) {
                row.push_back(csv_number(pair.deepest->depth));
                for (const double x : pair.deepest->position) row.push_back(csv_number(x));
                for (const double x : pair.deepest->normal) row.push_back(csv_number(x));
            }
            row.resize(rows[0].size() - 1);
            row.emplace_back(pair.contacts.report.all_examined() ? "true" : "false");
        }
    }
    return csv(rows);
}

}  // namespace pliant::cli
