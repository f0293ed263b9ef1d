#include "report_parts.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "io/whole_file.hpp"
#include "mesh/regions.hpp"
#include "mesh/topology.hpp"
#include "names.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t most_set_aside = 2000;

struct Counter {
    const char* name;
    std::uint64_t Counters::*field;
};
constexpr std::array counters{Counter{"regions", &Counters::regions},
                              Counter{"contours", &Counters::contours},
                              Counter{"cuts", &Counters::cuts},
                              Counter{"box tests", &Counters::box_tests},
                              Counter{"candidates", &Counters::candidates},
                              Counter{"exact tests", &Counters::exact_tests},
                              Counter{"sphere tests", &Counters::sphere_tests}};

const char* why(FlawKind kind) {
    switch (kind) {
        case FlawKind::not_finite: return "a coordinate is NaN or infinite; the triangles around it took no part";
        case FlawKind::index_out_of_range: return "names a vertex that the body does not have";
        case FlawKind::degenerate: return "no area: a vertex twice, or three on one line";
        case FlawKind::repeated_vertex: return "names a vertex twice";
        case FlawKind::repeated_element: return "has the vertices of an earlier one";
        case FlawKind::empty_body: return "the body has no usable triangle";
        case FlawKind::duplicate_body: return "equals another body";
        case FlawKind::flat_tetrahedron: return "no volume: nothing can be inside";
        case FlawKind::inverted_tetrahedron: return "turned inside out; it was looked at nevertheless";
    }
    return "";
}

enum class ElementKind { vertex, triangle, tetrahedron, body };

ElementKind element_kind(FlawKind kind, bool volume) {
    switch (kind) {
        case FlawKind::not_finite: return ElementKind::vertex;
        case FlawKind::degenerate: return ElementKind::triangle;
        case FlawKind::index_out_of_range: return volume ? ElementKind::tetrahedron : ElementKind::triangle;
        case FlawKind::empty_body:
        case FlawKind::duplicate_body: return ElementKind::body;
        default: return ElementKind::tetrahedron;
    }
}

report::SetAside reported(const Flaw& flaw, const Stage& stage) {
    constexpr std::array<const char*, 4> words{"vertex", "triangle", "tetrahedron", "body"};
    const auto body = std::size_t(flaw.body);
    const io::Mesh& mesh = stage.sources()[body].mesh();
    const ElementKind kind = element_kind(flaw.kind, !mesh.tetrahedra.empty());
    report::SetAside item{
        std::uint32_t(body), std::string(name(flaw.kind)), why(flaw.kind), words[std::size_t(kind)], flaw.element, {}};
    const auto take = [&](const auto& elements) {
        if (flaw.element < elements.size())
            item.vertices.assign(elements[flaw.element].begin(), elements[flaw.element].end());
    };
    if (kind == ElementKind::vertex) item.vertices = {flaw.element};
    if (kind == ElementKind::triangle) take(stage.triangles(body));
    if (kind == ElementKind::tetrahedron) take(mesh.tetrahedra);
    return item;
}

/// Crossings weigh before folds and coplanar pairs, these before contacts.
double weight_of(const Tally& tally) {
    const auto [first, second, third] = severity(tally);
    return 1e12 * double(first) + 1e6 * double(second) + double(third);
}

}  // namespace

void add_report_option(CLI::App& command, std::string& file) {
    command
        .add_option("--report", file, "Write a page that shows everything found in 3-D, to open in a browser (.html)")
        ->type_name("FILE");
}

void require_report_name(const std::string& file) {
    if (!file.empty()) require_ending(file, ".html", "--report");
}

std::vector<report::Body> reported_bodies(const Stage& stage) {
    std::vector<report::Body> bodies;
    for (std::size_t i = 0; i < stage.sources().size(); ++i) {
        const io::Mesh& mesh = stage.sources()[i].mesh();
        const std::size_t vertices = stage.sources()[i].positions.size();
        bodies.push_back({stage.sources()[i].name, vertices, stage.triangles(i).size(), mesh.tetrahedra.size(),
                          mesh::edge_use(vertices, stage.triangles(i)).closed});
    }
    return bodies;
}

std::vector<report::ShownBody> reported_shapes(std::span<const Shown> bodies) {
    std::vector<report::ShownBody> shapes;
    for (const Shown& body : bodies) shapes.push_back({body.positions, body.triangles});
    return shapes;
}

report::Chart chart_of_stages() { return {"Time per stage", "ms", true, {{"build"}, {"update"}, {"find"}}}; }

report::Chart chart_of_counters() {
    report::Chart chart{"Work done", "", false, {}};
    for (const Counter& counter : counters) chart.series.push_back({counter.name});
    return chart;
}

void append_stages(std::vector<double>& values, const Stages& ms) {
    values.insert(values.end(), {ms.build, ms.update, ms.find});
}

void append_counters(std::vector<double>& values, const Counters& all) {
    for (const Counter& counter : counters) values.push_back(double(all.*counter.field));
}

report::Finding finding_of(const CheckedRegion& region) {
    report::Finding finding;
    finding.a = std::uint32_t(region.a);
    finding.b = std::uint32_t(region.b);
    const auto worst = std::find_if(pair_kinds.begin(), pair_kinds.end(),
                                    [&](PairKind kind) { return region.tally.kinds[std::size_t(kind)] > 0; });
    if (worst != pair_kinds.end()) finding.role = report::role_of(*worst);
    finding.what = kinds_in_words(region.tally);
    finding.count = region.tally.pairs;
    finding.low = region.low;
    finding.high = region.high;
    finding.detail = fmt::format("triangles {} and {}", region.first.a.triangle, region.first.b.triangle);
    finding.known = region.known;
    finding.weight = weight_of(region.tally);
    return finding;
}

std::vector<std::uint32_t> regions_of_pairs(std::span<const TrianglePair> pairs, std::span<const Shown> bodies,
                                            std::span<const CheckedRegion> regions) {
    std::vector<std::span<const Triangle>> triangles;
    for (const Shown& body : bodies) triangles.push_back(body.triangles);
    std::map<TrianglePair, std::uint32_t> place;  // a region by its first pair
    for (std::size_t i = 0; i < regions.size(); ++i) place.emplace(regions[i].first, std::uint32_t(i));
    std::vector<std::uint32_t> result(pairs.size());
    for (const mesh::Region& region : mesh::regions(pairs, triangles)) {
        for (const std::uint32_t pair : region) result[pair] = place.at(pairs[region[0]]);
    }
    return result;
}

void append_ways_out(std::vector<report::Layer>& layers, std::span<const WayOut> ways) {
    if (ways.empty()) return;
    report::Layer points, arrows;
    points.name = "Vertices inside";
    points.role = report::Role::inside;
    points.shape = report::Shape::points;
    arrows.name = "Ways out";
    arrows.role = report::Role::way_out;
    arrows.shape = report::Shape::arrows;
    for (const WayOut& way : ways) {
        points.points.push_back(way.from);
        if (way.from != way.to) arrows.points.insert(arrows.points.end(), {way.from, way.to});
    }
    layers.push_back(std::move(points));
    if (!arrows.points.empty()) layers.push_back(std::move(arrows));
}

void set_aside_in_report(report::Closing& closing, std::span<const Flaw> flaws, const Stage& stage) {
    closing.set_aside_in_all += flaws.size();
    for (const Flaw& flaw : flaws) {
        if (closing.set_aside.size() == most_set_aside) return;
        closing.set_aside.push_back(reported(flaw, stage));
    }
}

std::string picture_bytes(const std::string& report_file, const std::function<void(const std::string& file)>& draw) {
    const io::UnfinishedFile file(report_file);
    draw(file.name());
    std::ifstream stream(file.name(), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

report::Outcome outcome_of(bool found, bool all_examined) {
    if (found) return report::Outcome::found;
    return all_examined ? report::Outcome::clean : report::Outcome::incomplete;
}

}  // namespace pliant::cli
