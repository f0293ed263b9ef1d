// What the reports (--report) of several commands have in common.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <pliant/pliant.hpp>

#include "check_regions.hpp"
#include "report/report.hpp"
#include "shown.hpp"
#include "source.hpp"

namespace pliant::cli {

void add_report_option(CLI::App& command, std::string& file);
/// Throws UsageError unless the name is one for a report; an empty one is none.
void require_report_name(const std::string& file);

/// The name of a body, its size and whether it is closed.
std::vector<report::Body> reported_bodies(const Stage& stage);
std::vector<report::ShownBody> reported_shapes(std::span<const Shown> bodies);

/// Milliseconds by stage, and counters: charts and their values, in the same order.
report::Chart chart_of_stages();
report::Chart chart_of_counters();
void append_stages(std::vector<double>& values, const Stages& milliseconds);
void append_counters(std::vector<double>& values, const Counters& counters);

/// A region of intersecting triangles as a place to look at.
report::Finding finding_of(const CheckedRegion& region);
/// The region, by its place in `regions`, that each pair is in.
std::vector<std::uint32_t> regions_of_pairs(std::span<const TrianglePair> pairs, std::span<const Shown> bodies,
                                            std::span<const CheckedRegion> regions);

/// Vertices inside other bodies, and their ways out. Both layers are left out where there is none.
struct WayOut {
    Position from{}, to{};
};
void append_ways_out(std::vector<report::Layer>& layers, std::span<const WayOut> ways);

/// Fills in `set_aside` of a report, as many as can be read.
void set_aside_in_report(report::Closing& closing, std::span<const Flaw> flaws, const Stage& stage);

/// The bytes of the picture that `draw` writes to the file it is given.
std::string picture_bytes(const std::string& report_file, const std::function<void(const std::string& file)>& draw);

report::Outcome outcome_of(bool found, bool all_examined);

}  // namespace pliant::cli
