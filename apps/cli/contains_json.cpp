// JSON and CSV of `contains`: the names and their order are a promise.
#include "contains.hpp"
#include "csv.hpp"

namespace pliant::cli {
namespace {

Json body_as_json(const ContainedPoints& of, bool exact) {
    const Containment& found = of.lists;
    Json json;
    json["body"] = of.body;
    json["points"] = of.points;
    json["inside"] = found.inside;
    json["uncertain"] = found.uncertain;
    json["on_surface"] = found.on_surface;
    json["invalid"] = found.invalid;
    json["exact"] = exact;
    json["bound"] = number(found.bound);
    json["resolution"] = found.resolution;
    json["inconsistent_pixels"] = found.inconsistent_pixels;
    json["openings"] = found.openings;
    set_completeness(json, found.report);  // no budget can be given here, so that nothing ever runs out
    json["set_aside"] = flaws_as_json(found.report.set_aside);
    json["milliseconds"] = update_and_find(found.report.milliseconds);
    return json;
}

}  // namespace

std::string contains_as_json(const ContainsResult& result, const Json& bodies) {
    std::vector<Json> frames;
    for (const ContainedFrame& frame : result.frames) {
        Json list = Json::array();
        for (const ContainedPoints& of : frame.bodies) list.push_back(body_as_json(of, result.exact));
        frames.push_back({{"frame", frame.frame}, {"name", name_or_null(frame.name)}, {"bodies", std::move(list)}});
    }
    if (result.sampled_by.empty())
        return document_by_lines("contains", {{"bodies", dump(bodies)}, {"frames", list_by_lines(frames)}});
    return document_by_lines(
        "contains",
        {{"bodies", dump(bodies)}, {"sampled_by", dump(Json(result.sampled_by))}, {"frames", list_by_lines(frames)}});
}

std::string contains_as_csv(const ContainsResult& result) {
    std::vector<CsvRow> rows{
        {"frame", "body", "name", "inside", "on_surface", "uncertain", "outside", "invalid", "all_examined"}};
    for (const ContainedFrame& frame : result.frames) {
        for (const ContainedPoints& of : frame.bodies) {
            CsvRow& row = rows.emplace_back(
                CsvRow{std::to_string(frame.frame), std::to_string(of.body), csv_text(result.bodies[of.body].file)});
            for (const std::size_t n : {of.inside, of.on_surface, of.uncertain, of.outside(), of.invalid}) {
                row.push_back(std::to_string(n));
            }
            row.emplace_back(of.lists.report.all_examined() ? "true" : "false");
        }
    }
    return csv(rows);
}

}  // namespace pliant::cli
