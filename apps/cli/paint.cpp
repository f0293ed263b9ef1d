#include "paint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "io/io.hpp"
#include "picture/palette.hpp"

namespace pliant::cli {
namespace {

using picture::body_colour;
using picture::Colour;
using picture::kind_colours;
using picture::LegendEntry;
using picture::Symbol;

constexpr std::size_t names_shown = 6, spots_shown = 3;
constexpr double see_through = 0.2;  // opacity of bodies with something inside that is to be seen

constexpr std::uint8_t untouched = kind_colours.size();

/// By PairKind, and 0 for what is untouched: as severity() has it, a crossing matters most, a contact least.
constexpr std::array<std::uint8_t, untouched + 1> importance{4, 1, 2, 3, 0};

/// The most important kind of each triangle, body by body.
std::vector<std::vector<std::uint8_t>> kinds_of_triangles(std::span<const Shown> bodies,
                                                          std::span<const TrianglePair> pairs) {
    std::vector<std::vector<std::uint8_t>> kinds;
    for (const Shown& body : bodies) kinds.emplace_back(body.triangles.size(), untouched);
    for (const TrianglePair& pair : pairs) {
        const auto own = std::uint8_t(pair.kind);
        for (const TriangleRef& side : {pair.a, pair.b}) {
            std::uint8_t& kind = kinds[std::size_t(side.body)][side.triangle];
            if (importance[own] > importance[kind]) kind = own;
        }
    }
    return kinds;
}

std::vector<std::vector<Colour>> colours(std::span<const std::vector<std::uint8_t>> kinds,
                                         std::span<const BodyId> inside = {},
                                         const Colour& (*palette)(std::size_t) = body_colour) {
    std::vector<std::vector<Colour>> result;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const bool whole = std::find(inside.begin(), inside.end(), BodyId(i)) != inside.end();
        auto& own = result.emplace_back();
        own.reserve(kinds[i].size());
        for (const std::uint8_t kind : kinds[i]) {
            own.push_back(kind != untouched ? kind_colours[kind] : whole ? picture::inside_colour : palette(i));
        }
    }
    return result;
}

/// Nonzero: a hit; a larger number for one that matters more.
std::vector<std::vector<std::uint8_t>> hits_of(std::span<const std::vector<std::uint8_t>> kinds,
                                               std::span<const BodyId> inside) {
    std::vector<std::vector<std::uint8_t>> result(kinds.begin(), kinds.end());
    for (auto& body : result) {
        for (std::uint8_t& kind : body) kind = importance[kind];
    }
    for (const BodyId body : inside) {
        for (std::uint8_t& rank : result[std::size_t(body)]) rank = std::max<std::uint8_t>(rank, 1);
    }
    return result;
}

void add_counts(std::vector<LegendEntry>& legend, const Findings& findings) {
    const Tally counts = tally(findings.pairs);
    for (const PairKind kind : pair_kinds) {
        const std::size_t count = counts.kinds[std::size_t(kind)];
        if (count > 0)
            legend.push_back({Symbol::square, picture::colour_of(kind), fmt::format("{} {}", count, name(kind))});
    }
    if (!findings.inside.empty()) {
        legend.push_back({Symbol::square, picture::inside_colour,
                          counted(findings.inside.size(), "body inside another or equal to it",
                                  "bodies inside others or equal to them")});
    }
    const bool nothing = legend.empty() && findings.marks.legend.empty();
    if (nothing) legend.push_back({Symbol::none, {}, "no intersecting triangles"});
    const bool hidden = findings.marks.markers.empty() && findings.marks.lines.empty() && !legend.empty() && !nothing;
    if (hidden) legend.push_back({Symbol::none, {}, "paler, with an outline: behind a surface"});
}

void add_names(std::vector<LegendEntry>& legend, std::span<const Shown> bodies, const Colour& (*colour)(std::size_t)) {
    if (bodies.size() < 2) return;
    for (std::size_t i = 0; i < std::min(bodies.size(), names_shown); ++i) {
        legend.push_back({Symbol::square, colour(i), bodies[i].name});
    }
    if (bodies.size() > names_shown) {
        legend.push_back({Symbol::none, {}, fmt::format("and {} more bodies", bodies.size() - names_shown)});
    }
}

struct Box {
    Position low, high;
    Box() {
        low.fill(std::numeric_limits<double>::infinity());
        high.fill(-std::numeric_limits<double>::infinity());
    }
    void include(const Position& p) {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], p[k]);
            high[k] = std::max(high[k], p[k]);
        }
    }
    void include(std::span<const Position> points) {
        for (const Position& p : points) {
            if (std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2])) include(p);
        }
    }
    [[nodiscard]] bool empty() const { return !(low[0] <= high[0]); }
    /// Half of its longest side.
    [[nodiscard]] double longest() const {
        double most = 0;
        for (std::size_t k = 0; k < 3; ++k) most = std::max(most, 0.5 * high[k] - 0.5 * low[k]);
        return most;
    }
};

void add_spot(std::vector<picture::Spot>& spots, const Box& box, std::string caption) {
    if (!box.empty() && spots.size() < spots_shown) spots.push_back({box.low, box.high, std::move(caption)});
}

std::vector<picture::Spot> spots_of(const Findings& findings) {
    std::vector<picture::Spot> spots;
    for (std::size_t i = 0; i < std::min(findings.regions.size(), spots_shown); ++i) {
        const CheckedRegion& region = findings.regions[i];
        spots.push_back({region.low, region.high, kinds_in_words(region.tally)});
    }
    if (!spots.empty()) return spots;
    Box box;
    for (const picture::Marker& marker : findings.marks.markers) box.include(marker.at);
    add_spot(spots, box, findings.marks.legend.empty() ? "" : findings.marks.legend[0].words);
    return spots;
}

picture::FigureText words_of(const Findings& findings, const Colour& (*colour)(std::size_t)) {
    picture::FigureText text{findings.title, {}, findings.marks.ramp};
    add_counts(text.legend, findings);
    text.legend.insert(text.legend.end(), findings.marks.legend.begin(), findings.marks.legend.end());
    add_names(text.legend, findings.bodies, colour);
    return text;
}

}  // namespace

std::vector<Shown> shown_bodies(const Stage& stage) {
    std::vector<Shown> bodies;
    for (std::size_t i = 0; i < stage.sources().size(); ++i) {
        bodies.push_back({stage.sources()[i].positions, stage.triangles(i), stage.sources()[i].name});
    }
    return bodies;
}

std::string picture_title(std::span<const Shown> bodies, std::size_t frame, std::size_t frames,
                          const std::string& frame_name) {
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(bodies.size(), 3); ++i) {
        names += (i > 0 ? ", " : "") + bodies[i].name;
    }
    if (bodies.size() > 3) names += ", ...";
    if (frames < 2) return names;
    const std::string place = fmt::format("frame {} of {}", frame, frames);
    return frame_name.empty() ? fmt::format("{}: {}", place, names) : fmt::format("{} ({})", place, frame_name);
}

void export_coloured(const std::string& file, std::span<const Shown> bodies, std::span<const TrianglePair> pairs) {
    const auto colour = colours(kinds_of_triangles(bodies, pairs));
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
    std::vector<Colour> triangle_colours;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto first = std::uint32_t(positions.size());
        const std::size_t vertices = bodies[i].positions.size();
        positions.insert(positions.end(), bodies[i].positions.begin(), bodies[i].positions.end());
        for (std::size_t k = 0; k < bodies[i].triangles.size(); ++k) {
            const Triangle& t = bodies[i].triangles[k];
            if (t[0] >= vertices || t[1] >= vertices || t[2] >= vertices) continue;
            triangles.push_back({first + t[0], first + t[1], first + t[2]});
            triangle_colours.push_back(colour[i][k]);
        }
    }
    io::write_mesh(file, SurfaceView{positions, triangles}, {.colours = triangle_colours});
}

void draw_coloured(const std::string& file, std::span<const Shown> bodies, std::span<const TrianglePair> pairs) {
    const std::vector<CheckedRegion> regions = regions_of(pairs, bodies);
    ImageOptions image;
    image.file = file;
    draw_findings(image, {picture_title(bodies, 0, 1, {}), bodies, pairs, regions}, {});
}

void draw_findings(const ImageOptions& image, const Findings& findings, std::span<const std::string> files,
                   std::optional<picture::Up> up) {
    const bool inner = !findings.marks.markers.empty() || !findings.marks.lines.empty();
    const auto palette = inner ? picture::tint : body_colour;
    const auto kinds = kinds_of_triangles(findings.bodies, findings.pairs);
    const auto colour = colours(kinds, findings.inside, palette);
    const auto hits = hits_of(kinds, findings.inside);
    std::vector<picture::Drawable> drawables;
    for (std::size_t i = 0; i < findings.bodies.size(); ++i) {
        const Shown& body = findings.bodies[i];
        drawables.push_back({body.positions, body.triangles, colour[i], inner ? see_through : 1, false, hits[i]});
    }
    const picture::Subject subject{drawables, findings.marks.lines, findings.marks.markers};
    picture::write_png(image.file, picture::draw_figure(subject, words_of(findings, palette), spots_of(findings),
                                                        figure_options(image, drawables, files, up)));
}

void draw_shared(const ImageOptions& image, const Findings& findings, std::span<const SharedPiece> pieces,
                 std::span<const std::string> files) {
    constexpr std::uint8_t hit = 1;
    constexpr double worth_a_close_up = 0.4;
    Box whole;
    for (const Shown& body : findings.bodies) whole.include(body.positions);
    std::vector<std::vector<Colour>> colour;
    for (const SharedPiece& piece : pieces) {
        auto& own = colour.emplace_back();
        for (const std::uint8_t second : piece.of_second) own.push_back(picture::shared_colours[second]);
    }
    std::vector<picture::Drawable> drawables;
    std::vector<picture::Spot> spots;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        drawables.push_back({pieces[i].positions, pieces[i].triangles, colour[i], 1, false, {&hit, 1}});
        Box box;
        box.include(pieces[i].positions);
        if (box.longest() < worth_a_close_up * whole.longest()) add_spot(spots, box, "shared");
    }
    for (std::size_t i = 0; i < findings.bodies.size(); ++i) {
        const Shown& body = findings.bodies[i];
        drawables.push_back({body.positions, body.triangles, {&picture::tint(i), 1}, see_through});
    }
    const std::span<const picture::Drawable> bodies = std::span(drawables).subspan(pieces.size());
    picture::FigureOptions options = figure_options(image, bodies, files);
    options.edges_in_close_ups = false;
    const picture::Subject subject{drawables, findings.marks.lines, findings.marks.markers};
    picture::write_png(image.file, picture::draw_figure(subject, words_of(findings, picture::tint), spots, options));
}

}  // namespace pliant::cli
