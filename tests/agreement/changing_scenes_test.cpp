// Random scenes in which triangles come and go between frames, and some are left out of a question: every detector, in
// one scene that lives through all of it, gives what brute force gives in a scene made anew of what is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>

#include "agreement/detectors.hpp"
#include "agreement/questions.hpp"
#include "agreement/random_bodies.hpp"
#include "agreement/same_answer.hpp"
#include "target.hpp"

namespace pliant::agreement {
namespace {

using oracle::Random;

const int changing_scenes = oracle::sanitized || simd::only_scalar() ? 250 : 1000, frames_of_each = 4;

struct Changes {
    int frames = 0, with_pairs = 0, removed = 0, inserted = 0, reused = 0, left_out = 0, rebuilt = 0;
};

/// A surface, and which of its numbers are in use.
struct ChangingBody {
    GivenBody given;
    std::vector<bool> there;
    BodyId id{};

    [[nodiscard]] std::vector<std::uint32_t> numbers() const {
        std::vector<std::uint32_t> used;
        for (std::uint32_t i = 0; i < there.size(); ++i) {
            if (there[i]) used.push_back(i);
        }
        return used;
    }
};

class ChangingScene {
public:
    ChangingScene(std::uint64_t seed, IntersectionMethod detector)
        : random_(seed), detector_(detector), scene_({.threads = static_cast<unsigned>(random_.integer(1, 3))}) {
        const int count = random_.integer(1, 3);
        for (int i = 0; i < count; ++i) {
            ChangingBody body{random_body(random_), {}, {}};
            body.given.tetrahedra.clear();
            if (random_.chance(15)) break_some_elements(body.given, random_);
            body.there.assign(body.given.triangles.size(), true);
            body.id = body.given.add_to(scene_);
            bodies_.push_back(std::move(body));
        }
    }

    void next_frame(Changes& tally) {
        for (ChangingBody& body : bodies_) {
            if (random_.chance(60)) {
                bend(body.given, random_);
                if (random_.chance(30)) body.given.positions.push_back(random_.in_cube());
                scene_.move(body.id, body.given.points());
            }
            if (random_.chance(60)) remove_some(body, tally);
            if (random_.chance(60)) insert_some(body, tally);
        }
    }

    void compare(Changes& tally) {
        ++tally.frames;
        const Question question = questions[static_cast<std::size_t>(random_.integer(0, questions.size() - 1))];
        IntersectionOptions options = question.options(detector_);
        std::vector<TriangleRef> only;
        if (random_.chance(30)) {
            only = some_triangles();
            options.only = only;
            ++tally.left_out;
        }
        const Answer<TrianglePair> expected = oracle(options);
        const auto& found = scene_.intersections(options);
        tally.with_pairs += expected.empty() ? 0 : 1;
        tally.rebuilt += found.report.rebuilt ? 1 : 0;
        ASSERT_TRUE(same_answer(found, expected)) << question.name << (options.only ? ", some triangles" : "");
    }

private:
    void remove_some(ChangingBody& body, Changes& tally) {
        const int share = random_.chance(10) ? 100 : random_.integer(1, 50);
        std::vector<std::uint32_t> gone = body.numbers();
        std::erase_if(gone, [&](std::uint32_t) { return !random_.chance(share); });
        for (std::size_t i = gone.size(); i > 1; --i) {  // in any order
            std::swap(gone[i - 1], gone[static_cast<std::size_t>(random_.integer(0, static_cast<int>(i) - 1))]);
        }
        scene_.remove_triangles(body.id, gone);
        for (const std::uint32_t number : gone) body.there[number] = false;
        tally.removed += static_cast<int>(gone.size());
    }

    void insert_some(ChangingBody& body, Changes& tally) {
        if (body.given.positions.empty()) return;
        std::vector<Triangle> more(static_cast<std::size_t>(random_.integer(1, 20)));
        const auto last = static_cast<int>(body.given.positions.size()) - (random_.chance(5) ? 0 : 1);
        for (Triangle& triangle : more) {
            for (std::uint32_t& v : triangle) v = static_cast<std::uint32_t>(random_.integer(0, last));
        }
        const std::vector<std::uint32_t> numbers = scene_.insert_triangles(body.id, more);
        ASSERT_EQ(numbers.size(), more.size());
        for (std::size_t i = 0; i < more.size(); ++i) {
            const std::uint32_t number = numbers[i];
            if (number < body.there.size()) {
                ASSERT_FALSE(body.there[number]);
                ++tally.reused;
            } else {
                ASSERT_EQ(number, body.there.size());
                body.there.push_back(false);
                body.given.triangles.push_back({});
            }
            body.there[number] = true;
            body.given.triangles[number] = more[i];
        }
        tally.inserted += static_cast<int>(more.size());
    }

    std::vector<TriangleRef> some_triangles() {
        std::vector<TriangleRef> some;
        for (const ChangingBody& body : bodies_) {
            for (const std::uint32_t number : body.numbers()) {
                if (random_.chance(50)) some.push_back({body.id, number});
                if (random_.chance(5) && !some.empty()) some.push_back(some.front());
            }
        }
        return some;
    }

    /// Brute force in a scene of the triangles that are there, in the numbers of this scene.
    Answer<TrianglePair> oracle(IntersectionOptions options) {
        Scene fresh({.threads = 1});
        std::vector<std::vector<std::uint32_t>> numbers;
        for (ChangingBody& body : bodies_) {
            numbers.push_back(body.numbers());
            std::vector<Triangle> there;
            for (const std::uint32_t number : numbers.back()) there.push_back(body.given.triangles[number]);
            fresh.add(SurfaceView{body.given.points(), there});
        }
        std::vector<TriangleRef> only;
        if (options.only) {
            for (const TriangleRef& ref : *options.only) {
                const auto& known = numbers[static_cast<std::size_t>(ref.body)];
                const auto place = std::lower_bound(known.begin(), known.end(), ref.triangle) - known.begin();
                only.push_back({ref.body, static_cast<std::uint32_t>(place)});
            }
            options.only = only;
        }
        options.method = IntersectionMethod::brute_force;
        Answer<TrianglePair> answer = fresh.intersections(options);
        const auto renumber = [&](BodyId body, std::uint32_t& t) { t = numbers[static_cast<std::size_t>(body)][t]; };
        for (TrianglePair& pair : answer.items) {
            renumber(pair.a.body, pair.a.triangle);
            renumber(pair.b.body, pair.b.triangle);
        }
        for (Flaw& flaw : answer.report.set_aside) {
            const bool triangle = flaw.kind == FlawKind::degenerate || flaw.kind == FlawKind::index_out_of_range;
            if (triangle) renumber(flaw.body, flaw.element);
        }
        return answer;
    }

    Random random_;
    IntersectionMethod detector_;
    Scene scene_;
    std::vector<ChangingBody> bodies_;
};

class ChangingScenes : public testing::TestWithParam<IntersectionMethod> {};

TEST_P(ChangingScenes, EqualBruteForceOnWhatIsThere) {
    const std::uint64_t first = oracle::first_seed(206);
    std::cout << "seeds " << first << " to " << first + changing_scenes - 1 << "\n";
    Changes tally;
    for (std::uint64_t seed = first; seed < first + changing_scenes; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        ChangingScene scene(seed, GetParam());
        for (int frame = 0; frame < frames_of_each; ++frame) {
            SCOPED_TRACE("frame " + std::to_string(frame));
            if (frame > 0) scene.next_frame(tally);
            scene.compare(tally);
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_GT(tally.with_pairs, tally.frames * 35 / 100);
    EXPECT_LT(tally.with_pairs, tally.frames * 80 / 100);
    EXPECT_GT(tally.removed, 10 * changing_scenes);
    EXPECT_GT(tally.inserted, 10 * changing_scenes);
    EXPECT_GT(tally.reused, changing_scenes);
    EXPECT_GT(tally.left_out, tally.frames / 5);
    // What was built on other triangles is built anew, and the report says so.
    if (GetParam() == IntersectionMethod::gjk_cut) {
        EXPECT_EQ(tally.rebuilt, 0);
    } else {
        EXPECT_GT(tally.rebuilt, tally.frames / 2);
    }
    std::cout << tally.frames << " frames, " << tally.with_pairs << " with pairs; " << tally.removed << " removed, "
              << tally.inserted << " inserted, " << tally.reused << " numbers used again\n";
}

INSTANTIATE_TEST_SUITE_P(Detectors, ChangingScenes, testing::ValuesIn(detectors),
                         [](const auto& detector) { return std::string(name(detector.param)); });

}  // namespace
}  // namespace pliant::agreement
