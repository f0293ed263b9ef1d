// Questions that end early in the soak test: within budgets of work, and with someone who watches.
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "soak/answer_bytes.hpp"
#include "soak/world.hpp"

namespace pliant::soak {

namespace {

constexpr IntersectionMethod repeatable_methods[] = {IntersectionMethod::automatic,    IntersectionMethod::box_tree,
                                                     IntersectionMethod::regularity,   IntersectionMethod::gjk_cut,
                                                     IntersectionMethod::spatial_hash, IntersectionMethod::brute_force};

template <class Answered>
std::string bytes_and_work(const Answered& found) {
    return bytes_of(found) + bytes_of(found.report.counters);
}

class Enough : public std::runtime_error {
public:
    Enough() : std::runtime_error("the caller has seen enough") {}
};

}  // namespace

std::string World::agree(const char* question, const std::function<std::string(Scene&)>& asked) {
    std::vector<std::string> answers;
    apply([&](Scene& scene) { answers.push_back(asked(scene)); });
    const bool same = std::count(answers.begin(), answers.end(), answers[0]) == std::ptrdiff_t(answers.size());
    return same || !one_history_ ? "" : std::string(question) + " within a budget depends on the threads";
}

std::string World::ask_within_budget(BodyId first, BodyId second) {
    return below(2) == 0 ? budget_of_pairs() : budget_of_volumes(first, second);
}

std::string World::budget_of_pairs() {
    const std::uint64_t few = below(200);
    switch (below(4)) {
        case 0: {
            ProximityOptions options;
            options.distance = 0.05;
            (below(2) == 0 ? options.budget.candidates : options.budget.proximities) = few;
            return agree("proximities", [&](Scene& scene) { return bytes_and_work(scene.proximities(options)); });
        }
        case 1: {
            ImpactOptions options;
            (below(2) == 0 ? options.budget.candidates : options.budget.impacts) = few;
            return agree("impacts", [&](Scene& scene) { return bytes_and_work(scene.impacts(options)); });
        }
        default: {
            IntersectionOptions options;
            options.method = repeatable_methods[below(std::size(repeatable_methods))];
            IntersectionBudget& budget = options.budget;
            auto& limit = below(3) == 0 ? budget.candidates : below(2) == 0 ? budget.pairs : budget.bytes;
            limit = few;
            return agree("intersections", [&](Scene& scene) { return bytes_and_work(scene.intersections(options)); });
        }
    }
}

std::string World::budget_of_volumes(BodyId first, BodyId second) {
    const std::uint64_t few = below(200);
    const BodyRecord& other = *bodies_[std::size_t(second)];
    switch (below(5)) {
        case 0: {
            PenetrationOptions options;
            (below(2) == 0 ? options.budget.candidates : options.budget.penetrations) = few;
            return agree("penetrations", [&](Scene& scene) { return bytes_and_work(scene.penetrations(options)); });
        }
        case 1: {
            const OverlapOptions options{.budget = {.columns = few}};
            return agree("overlap",
                         [&](Scene& scene) { return bytes_and_work(scene.overlap(first, second, options)); });
        }
        case 2: {
            const ContainsOptions options{.exact = true, .budget = {.points = few}};
            const Points points = other.points(other.now);
            return agree("contains",
                         [&](Scene& scene) { return bytes_and_work(scene.contains(first, points, options)); });
        }
        case 3: {
            LayersOptions options;
            options.budget.triangles = few;
            return agree("layers", [&](Scene& scene) { return bytes_and_work(scene.layers(first, options)); });
        }
        default: {
            ContactOptions options;
            (below(2) == 0 ? options.budget.tests : options.budget.pairs) = few;
            return agree("contacts_within",
                         [&](Scene& scene) { return bytes_of(scene.contacts_within(first, second, options)); });
        }
    }
}

/// The question behind it must not notice how the one before it ended.
std::string World::ask_watched() {
    IntersectionOptions options;
    options.method = repeatable_methods[below(std::size(repeatable_methods))];
    const std::uint32_t patience = below(4), temper = below(3);
    apply([&](Scene& scene) {
        std::uint32_t calls = 0;
        options.watch = [&](const Progress&) {
            if (calls++ < patience || temper == 0) return true;
            if (temper == 1) throw Enough();
            return false;
        };
        try {
            scene.intersections(options);
        } catch (const Enough&) {
            one_history_ = false;
        }
    });
    options.watch = nullptr;
    const std::string expected = bytes_of(fresh()->intersections());
    bool same = true;
    apply([&](Scene& scene) { same &= bytes_of(scene.intersections(options)) == expected; });
    return same ? "" : "intersections differ behind a question that was watched";
}

}  // namespace pliant::soak
