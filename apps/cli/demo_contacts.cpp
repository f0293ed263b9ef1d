#include "demo_contacts.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <pliant/pliant.hpp>

#include "add_body.hpp"
#include "median.hpp"
#include "table.hpp"

namespace pliant::cli {
namespace {

using shapes::Position;

/// Two bodies of a catalogue scene, each with its cage where it has one.
class Pair {
public:
    explicit Pair(const shapes::AnimatedScene& animation) : animation_(animation), scene_(SceneOptions{1}) {
        for (std::size_t i = 0; i < 2; ++i) {
            const shapes::Mesh& mesh = animation.body(i);
            surface_[i] = mesh.positions;
            const BodyId id = add_body(scene_, mesh, surface_[i]);
            if (const Skin* skin = animation.skin(i)) scene_.follow(id, *skin);
        }
        show(0);
        scene_.contacts_within(BodyId(0), BodyId(1), {.budget = {.tests = 1}});  // makes the trees
    }

    void show(std::size_t frame) {
        for (std::size_t i = 0; i < 2; ++i) {
            animation_.positions(frame, i, surface_[i]);
            if (animation_.skin(i) == nullptr) {
                scene_.move(BodyId(i), surface_[i]);
            } else {
                animation_.cage(frame, i, cage_[i]);
                scene_.move(BodyId(i), surface_[i], cage_[i]);
            }
        }
    }

    const Contacts& ask(const ContactOptions& options) { return scene_.contacts_within(BodyId(0), BodyId(1), options); }

    /// The longest side of the box of the first body.
    [[nodiscard]] double size() const {
        double longest = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [lo, hi] =
                std::minmax_element(surface_[0].begin(), surface_[0].end(),
                                    [k](const Position& p, const Position& q) { return p[k] < q[k]; });
            longest = std::max(longest, (*hi)[k] - (*lo)[k]);
        }
        return longest;
    }

    /// Penalty forces are those on a cage.
    [[nodiscard]] bool has_cage() const { return animation_.skin(0) != nullptr; }

    /// The strongest penalty force on a vertex of the first cage, for a stiffness of 1 N/m.
    double push(const Contacts& contacts) {
        forces_.resize(cage_[0].size());
        penalty_forces(contacts, {cage_[0], {}, forces_}, {}, {.stiffness = 1, .spheres = true});
        double most = 0;
        for (const Position& f : forces_) most = std::max(most, std::hypot(f[0], f[1], f[2]));
        return most;
    }

private:
    const shapes::AnimatedScene& animation_;
    Scene scene_;
    std::array<std::vector<Position>, 2> surface_, cage_;
    std::vector<Position> forces_;
};

Row row_of(Pair& pair, std::size_t frames, std::optional<double> milliseconds) {
    double open = 0, settled = 0, exact = 0;
    std::vector<double> update, find, error, push;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        pair.show(frame);
        ContactOptions options;
        if (milliseconds) options.budget.time = std::chrono::nanoseconds(std::llround(*milliseconds * 1e6));
        const Contacts& found = pair.ask(options);
        open += static_cast<double>(found.pair_list) / static_cast<double>(frames);
        settled += static_cast<double>(found.collision_list) / static_cast<double>(frames);
        exact += static_cast<double>(found.pairs.size()) / static_cast<double>(frames);
        update.push_back(found.report.milliseconds.build + found.report.milliseconds.update);
        find.push_back(found.report.milliseconds.find);
        error.push_back(found.error);
        if (pair.has_cage()) push.push_back(pair.push(found));
    }
    return {milliseconds ? fmt::format("{:g} ms", *milliseconds) : "none",
            fmt::format("{:.0f}", open),
            fmt::format("{:.0f}", settled),
            fmt::format("{:.0f}", exact),
            fmt::format("{:.2f} %", 100 * median(error) / pair.size()),
            pair.has_cage() ? fmt::format("{:.3f}", median(push)) : "no cage",
            fmt::format("{:.3f}", median(update)),
            fmt::format("{:.3f}", median(find))};
}

}  // namespace

std::string contacts_within_budgets(const shapes::AnimatedScene& animation) {
    std::vector<Row> rows{{"budget", "open", "settled", "exact", "error", "push", "update", "find"}};
    Pair pair(animation);
    for (const double milliseconds : {0.05, 0.2, 1.0, 5.0}) {
        rows.push_back(row_of(pair, animation.frames(), milliseconds));
    }
    rows.push_back(row_of(pair, animation.frames(), std::nullopt));
    constexpr std::array columns{Align::right, Align::right, Align::right, Align::right,
                                 Align::right, Align::right, Align::right, Align::right};
    return "what touches, within a budget?\n\n" + table(rows, columns) +
           "\nopen and settled: pairs of spheres and triangles, in the mean; exact: pairs of triangles. error: how far "
           "a\n"
           "position may be off, in parts of the body. push: strongest penalty force by open spheres, for 1 N/m. ms\n";
}

}  // namespace pliant::cli
