#include "contacts_report.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "command_line.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t most_spheres = 4000;

report::Layer layer_of_spheres() {
    report::Layer layer;
    layer.name = "Open spheres";
    layer.role = report::Role::sphere;
    layer.shape = report::Shape::spheres;
    return layer;
}

report::Opening opening(const Stage& stage, FrameRange range) {
    report::Opening result;
    result.command = "contacts";
    result.command_line = command_line();
    result.bodies = reported_bodies(stage);
    result.frames = range.end - range.first;
    result.charts.push_back({"Contacts",
                             "",
                             true,
                             {{"pairs of triangles", report::Role::crossing}, {"open spheres", report::Role::sphere}}});
    result.charts.push_back({"How far off", "units", false, {{"position error"}, {"gap"}}});
    result.charts.insert(result.charts.end(), {chart_of_stages(), chart_of_counters()});
    return result;
}

void add_up(Counters& sum, const Counters& more) {
    sum.regions += more.regions;
    sum.contours += more.contours;
    sum.cuts += more.cuts;
    sum.box_tests += more.box_tests;
    sum.candidates += more.candidates;
    sum.exact_tests += more.exact_tests;
    sum.sphere_tests += more.sphere_tests;
}

void add_up(Stages& sum, const Stages& more) {
    sum.build += more.build;
    sum.update += more.update;
    sum.find += more.find;
}

/// Where contacts of spheres are open, as one place.
report::Finding finding_of_open(const BodyPair& bodies, const Contacts& contacts) {
    report::Finding finding;
    finding.a = std::uint32_t(bodies.a);
    finding.b = std::uint32_t(bodies.b);
    finding.role = report::Role::sphere;
    finding.low.fill(std::numeric_limits<double>::infinity());
    finding.high.fill(-std::numeric_limits<double>::infinity());
    double depth = 0;
    for (const Contact& contact : contacts) {
        if (contact.kind == ContactKind::triangles) continue;
        ++finding.count;
        depth = std::max(depth, contact.depth);
        for (std::size_t k = 0; k < 3; ++k) {
            finding.low[k] = std::min(finding.low[k], contact.position[k] - contact.error);
            finding.high[k] = std::max(finding.high[k], contact.position[k] + contact.error);
        }
    }
    finding.what = contacts.report.complete ? "spheres overlap" : "not settled within the budget";
    finding.measures = {{"depth", depth, {}}, {"error", contacts.error, {}}};
    finding.weight = double(finding.count);
    return finding;
}

/// The spheres of one body, ascending, that open contacts stand for.
std::vector<std::uint32_t> numbers_of(const Contacts& contacts, std::uint32_t Contact::*sphere) {
    std::vector<std::uint32_t> numbers;
    for (const Contact& contact : contacts) {
        if (contact.kind != ContactKind::triangles) numbers.push_back(contact.*sphere);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

std::size_t contacts_of(const TouchingFrame& frame) {
    std::size_t sum = 0;
    for (const TouchingPair& pair : frame.pairs) sum += pair.exact + pair.open;
    return sum;
}

std::string verdict(const ContactsResult& result, const TouchingFrame& worst) {
    std::size_t exact = 0, open = 0;
    for (const TouchingPair& pair : worst.pairs) {
        exact += pair.exact;
        open += pair.open;
    }
    const std::string text =
        counted(exact, "pair of triangles", "pairs of triangles") +
        (open > 0 ? fmt::format(" and {} open", counted(open, "pair of spheres", "pairs of spheres")) : "");
    if (result.found()) return (result.frames.size() > 1 ? "Contacts, at most " : "Contacts: ") + text;
    return result.all_examined() ? "No contacts" : "No contact is certain, but not everything was examined";
}

}  // namespace

ContactsReport::ContactsReport(const std::string& file, const Stage& stage, FrameRange range)
    : stage_(stage), spheres_(layer_of_spheres()), totals_(2, 0), writer_(file, opening(stage, range)) {}

void ContactsReport::add_pair(Scene& scene, const BodyPair& bodies, const Contacts& contacts) {
    pairs_.insert(pairs_.end(), contacts.pairs.begin(), contacts.pairs.end());
    totals_[0] = std::max(totals_[0], contacts.error);
    totals_[1] = std::max(totals_[1], contacts.gap);
    add_up(milliseconds_, contacts.report.milliseconds);
    add_up(counters_, contacts.report.counters);
    if (contacts.size() == contacts.pairs.size()) return;
    open_.push_back(finding_of_open(bodies, contacts));
    const auto of_a = numbers_of(contacts, &Contact::sphere_a), of_b = numbers_of(contacts, &Contact::sphere_b);
    add_spheres(scene, bodies.a, of_a);
    add_spheres(scene, bodies.b, of_b);
}

void ContactsReport::add_spheres(Scene& scene, std::size_t body, std::span<const std::uint32_t> numbers) {
    const SphereTreeView tree = scene.sphere_tree(BodyId(body));
    for (const std::uint32_t number : numbers) {
        if (spheres_.points.size() == most_spheres) return;
        if (number >= tree.spheres.size() || tree.spheres[number].radius < 0) continue;
        spheres_.points.push_back(tree.spheres[number].centre);
        spheres_.sizes.push_back(tree.spheres[number].radius);
    }
}

void ContactsReport::add(const TouchingFrame& touching, const std::string& name) {
    std::sort(pairs_.begin(), pairs_.end());
    const std::vector<Shown> shown = shown_bodies(stage_);
    const std::vector<CheckedRegion> regions = regions_of(pairs_, shown);
    const std::vector<std::uint32_t> of_pair = regions_of_pairs(pairs_, shown, regions);
    std::vector<report::Finding> found;
    for (const CheckedRegion& region : regions) found.push_back(finding_of(region));
    found.insert(found.end(), open_.begin(), open_.end());
    std::vector<report::Layer> layers;
    if (!spheres_.points.empty()) layers.push_back(std::exchange(spheres_, layer_of_spheres()));
    double exact = 0, open = 0;
    for (const TouchingPair& pair : touching.pairs) {
        exact += double(pair.exact);
        open += double(pair.open);
    }
    std::vector<double> values{exact, open, totals_[0], totals_[1]};
    append_stages(values, milliseconds_);
    append_counters(values, counters_);
    const std::vector<report::ShownBody> bodies = reported_shapes(shown);
    report::Frame frame;
    frame.number = touching.frame;
    frame.name = name;
    frame.bodies = bodies;
    frame.pairs = pairs_;
    frame.pair_finding = of_pair;
    frame.layers = layers;
    frame.findings = found;
    frame.values = values;
    writer_.add(frame);
    if (frames_ == 0 || contacts_of(touching) > most_) {
        most_ = contacts_of(touching);
        worst_ = frames_;
        worst_pairs_ = pairs_;
    }
    ++frames_;
    pairs_.clear();
    open_.clear();
    totals_.assign(2, 0);
    milliseconds_ = {};
    counters_ = {};
}

void ContactsReport::finish(const ContactsResult& result, const std::string& text, std::string picture) {
    const TouchingFrame& worst = result.frames[worst_];
    report::Closing closing;
    closing.outcome = outcome_of(result.found(), result.all_examined());
    closing.verdict = verdict(result, worst);
    if (result.frames.size() > 1) closing.facts.push_back({"Frame with most contacts", std::to_string(worst.frame)});
    for (const TouchingPair& pair : worst.pairs) {
        if (pair.exact + pair.open == 0) continue;
        closing.facts.push_back({names_of(pair.bodies, result.bodies),
                                 fmt::format("{} exact, {} open; no position is off by more than {:.3g}", pair.exact,
                                             pair.open, pair.contacts.error)});
    }
    closing.facts.push_back({"Everything examined", result.all_examined() ? "yes" : "no"});
    set_aside_in_report(closing, result.set_aside, stage_);
    closing.opens_at = worst_;
    closing.text = text;
    closing.picture = std::move(picture);
    closing.picture_about = "The bodies, with the triangles that touch in colour";
    writer_.finish(closing);
}

}  // namespace pliant::cli
