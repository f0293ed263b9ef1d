#include "feature_findings.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include <fmt/format.h>

namespace pliant::cli {
namespace {

std::string numbers_of(const FeaturePair& found) {
    const auto& v = found.vertices;
    if (found.kind == FeatureKind::vertex_triangle)
        return fmt::format("vertex {} and triangle {}", v[0], found.triangle);
    return fmt::format("edges {} {} and {} {}", v[0], v[1], v[2], v[3]);
}

void enclose(report::Finding& finding, std::span<const Point> points) {
    finding.low = finding.high = points.front();
    for (const Point& p : points) {
        for (std::size_t k = 0; k < 3; ++k) {
            finding.low[k] = std::min(finding.low[k], p[k]);
            finding.high[k] = std::max(finding.high[k], p[k]);
        }
    }
}

template <class Found>
report::Finding finding_of(const FoundOfBodies<Found>& group, report::Role role) {
    report::Finding finding;
    finding.a = std::uint32_t(group.a);
    finding.b = std::uint32_t(group.b);
    finding.role = role;
    finding.what = counts_in_words({group.vertex_triangle, group.edge_edge, 0, {}});
    finding.count = group.vertex_triangle + group.edge_edge;
    finding.detail = numbers_of(group.first);
    return finding;
}

}  // namespace

void append_feature_findings(std::vector<report::Finding>& findings, const CheckedFrame& frame,
                             const DrawnFeatures& drawn) {
    for (const FoundOfBodies<FeatureImpact>& group : drawn.met_bodies) {
        const Impact& first = group.first.impact;
        report::Finding& finding = findings.emplace_back(finding_of(group, report::Role::impact));
        finding.what += " meet on the way";
        finding.measures = {{"earliest", first.time[0], {}}};
        enclose(finding, std::span(&first.point, 1));
        finding.known = frame.impacts && !frame.impacts->any_new();
        finding.weight = 1e6 + double(finding.count);  // before contacts, behind crossings
    }
    for (const FoundOfBodies<Proximity>& group : drawn.near_bodies) {
        const FeatureDistance& least = group.first.near;
        report::Finding& finding = findings.emplace_back(finding_of(group, report::Role::near));
        finding.what += fmt::format(" within {:.6g}", drawn.clearance);
        finding.measures = {{"distance", least.distance, {}}};
        enclose(finding, std::array{least.point_a, least.point_b});
        finding.known = frame.proximities && !frame.proximities->any_new();
        finding.weight = drawn.clearance > 0 ? 1 - least.distance / drawn.clearance : 0;  // behind what meets
    }
}

}  // namespace pliant::cli
