#include <algorithm>
#include <stdexcept>
#include <utility>

#include <pliant/version.hpp>

#include "report/draft.hpp"
#include "report/encode.hpp"
#include "report/frame_chunk.hpp"
#include "report/page.hpp"
#include "report/report.hpp"
#include "report/worst_findings.hpp"

namespace pliant::report {
namespace {

constexpr int format = 1;
/// A frame can be shown once at most so many before it were read.
constexpr std::size_t frames_together = 32;

Json body_as_json(const Body& body) {
    Json json{{"name", body.name}, {"vertices", body.vertices}, {"triangles", body.triangles}};
    if (body.tetrahedra > 0) json["tetrahedra"] = body.tetrahedra;
    if (body.closed) json["closed"] = *body.closed;
    return json;
}

Json chart_as_json(const Chart& chart) {
    Json series = Json::array();
    for (const Series& s : chart.series) series.push_back({{"name", s.name}, {"role", name(s.role)}});
    Json json{{"title", chart.title}, {"unit", chart.unit}, {"stacked", chart.stacked}, {"series", std::move(series)}};
    if (chart.least_is_worst) json["worst"] = "least";
    return json;
}

template <class Item>
Json list_of(const std::vector<Item>& items, Json (*as_json)(const Item&)) {
    Json list = Json::array();
    for (const Item& item : items) list.push_back(as_json(item));
    return list;
}

Json fact_as_json(const Fact& fact) { return Json::array({fact.name, fact.value}); }

Json set_aside_as_json(const SetAside& item) {
    return {{"body", item.body},       {"kind", item.kind},       {"why", item.why},
            {"of", item.element_kind}, {"element", item.element}, {"vertices", item.vertices}};
}

std::string_view name(Outcome outcome) {
    switch (outcome) {
        case Outcome::clean: return "clean";
        case Outcome::found: return "found";
        case Outcome::incomplete: return "incomplete";
    }
    return "";
}

std::string element(std::string_view id, std::string_view type, std::string_view text) {
    std::string result = "<script type=\"";
    result.append(type).append("\" id=\"").append(id).append("\">").append(text).append("</script>\n");
    return result;
}

std::string still_picture(const Closing& closing) {
    if (closing.picture.empty()) return "";
    return "<img id=\"picture\" alt=\"" + html_text(closing.picture_about) + "\" src=\"data:image/png;base64," +
           base64(closing.picture) + "\">";
}

}  // namespace

std::string_view name(Role role) {
    constexpr std::array<std::string_view, 13> names{"plain", "crossing", "touching", "coplanar", "fold",
                                                     "curve", "inside",   "way_out",  "shared",   "sphere",
                                                     "near",  "impact",   "force"};
    return names[std::size_t(role)];
}

std::string_view name(Shape shape) {
    constexpr std::array<std::string_view, 5> names{"points", "lines", "arrows", "spheres", "boxes"};
    return names[std::size_t(shape)];
}

class Writer::Implementation {
public:
    Implementation(const std::string& file, Opening opening)
        : opening_(std::move(opening)),
          draft_(file),
          page_(draft_, page_html()),
          tracks_(opening_.bodies.size(), BodyTrack(opening_.frames > 1)),
          meshes_(opening_.bodies.size(), 0) {
        page_.fill("@version@", PLIANT_VERSION);
        page_.fill("@title@", html_text(title()));
        page_.fill("<!--@frames@-->", "");
    }

    void add(const Frame& frame) {
        if (frame.bodies.size() != tracks_.size()) throw std::invalid_argument("a frame shows other bodies");
        if (frames_.empty()) look_at(frame);
        const bool anew = frames_.size() % frames_together == 0;
        std::vector<TrackedBody> bodies;
        for (std::size_t i = 0; i < tracks_.size(); ++i) bodies.push_back(track(i, frame.bodies[i], anew));
        write_chunk("frame-" + std::to_string(frames_.size()), frame_chunk(frame, bodies));
        worst_.add(frames_.size(), frame.findings);
        note_layers(frame.layers);
        frames_.push_back(summary_of(frame, anew));
    }

    void finish(const Closing& closing) {
        draft_.write(element("summary", "application/json", script_text(summary(closing))));
        draft_.write(element("program", "text/plain", base64(page_program())));
        page_.fill("@heading@", html_text(title()));
        page_.fill("@verdict@", html_text(closing.verdict));
        page_.fill("<!--@picture@-->", still_picture(closing));
        page_.fill("@command_line@", html_text(opening_.command_line));
        page_.fill("@text@", html_text(closing.text));
        page_.copy_rest();
        draft_.publish();
    }

private:
    /// "check of shirt.obj and body.obj"
    [[nodiscard]] std::string title() const {
        std::string text = "pliant " + opening_.command;
        const auto& bodies = opening_.bodies;
        if (!bodies.empty()) text += ": " + bodies[0].name;
        if (bodies.size() == 2) text += " and " + bodies[1].name;
        if (bodies.size() > 2) text += " and " + std::to_string(bodies.size() - 1) + " more";
        return text;
    }

    /// The page draws in coordinates about the first frame's middle, in its size: floats would not do for all.
    void look_at(const Frame& frame) {
        Bounds bounds;
        for (const ShownBody& body : frame.bodies) bounds.add(body.positions);
        origin_ = bounds.middle();
        if (bounds.half() > 0) scale_ = bounds.half();
    }

    TrackedBody track(std::size_t body, const ShownBody& shown, bool anew) {
        BodyTrack& track = tracks_[body];
        const std::size_t vertices = shown.positions.size();
        if (track.has_other_triangles(shown.triangles, vertices)) {
            track.take_triangles(shown.triangles, vertices);
            meshes_[body] = mesh_count_++;
            write_chunk("mesh-" + std::to_string(meshes_[body]), mesh_chunk(body, track));
        }
        track.move(shown.positions, anew);
        return {track, meshes_[body], vertices};
    }

    void write_chunk(const std::string& id, std::string_view chunk) {
        draft_.write(element(id, "text/plain", base64(deflated(chunk))));
    }

    void note_layers(std::span<const Layer> layers) {
        for (const Layer& layer : layers) {
            const bool known = std::any_of(layers_.begin(), layers_.end(),
                                           [&](const Json& other) { return other["name"] == layer.name; });
            if (known) continue;
            layers_.push_back({{"name", layer.name}, {"role", name(layer.role)}, {"shape", name(layer.shape)}});
        }
    }

    static Json summary_of(const Frame& frame, bool anew) {
        Json values = Json::array();
        for (const double value : frame.values) values.push_back(number(value));
        Json json{{"number", frame.number}, {"name", frame.name}, {"values", std::move(values)}, {"key", anew}};
        if (!frame.note.empty()) json["note"] = frame.note;
        return json;
    }

    [[nodiscard]] Json summary(const Closing& closing) const {
        Json json;
        json["pliant"] = PLIANT_VERSION;
        json["format"] = format;
        json["command"] = opening_.command;
        json["title"] = title();
        json["command_line"] = opening_.command_line;
        json["outcome"] = name(closing.outcome);
        json["verdict"] = closing.verdict;
        json["bodies"] = list_of(opening_.bodies, body_as_json);
        json["view"] = {{"origin", point(origin_)}, {"scale", number(scale_)}};
        json["charts"] = list_of(opening_.charts, chart_as_json);
        json["layers"] = layers_;
        json["frames"] = frames_;
        json["opens_at"] = closing.opens_at;
        json["worst"] = worst_.as_json();
        json["facts"] = list_of(closing.facts, fact_as_json);
        json["set_aside"] = list_of(closing.set_aside, set_aside_as_json);
        json["set_aside_in_all"] = std::max<std::uint64_t>(closing.set_aside_in_all, closing.set_aside.size());
        return json;
    }

    Opening opening_;
    Draft draft_;
    Template page_;
    std::vector<BodyTrack> tracks_;
    std::vector<std::size_t> meshes_;  // of each body, the number of its triangles in the file
    std::size_t mesh_count_ = 0;
    Position origin_{};
    double scale_ = 1;
    Json frames_ = Json::array(), layers_ = Json::array();
    WorstFindings worst_;
};

Writer::Writer(const std::string& file, Opening opening)
    : implementation_(std::make_unique<Implementation>(file, std::move(opening))) {}
Writer::~Writer() = default;
void Writer::add(const Frame& frame) { implementation_->add(frame); }
void Writer::finish(const Closing& closing) { implementation_->finish(closing); }

}  // namespace pliant::report
