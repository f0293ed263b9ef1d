// Random scenes, some frames each: bodies bend, come and go, lose their numbers. Every detector, in one scene that
// lives through all frames, must give what the oracle gives in a scene made anew. The seed of a run is printed;
// PLIANT_TEST_SEED in the environment moves it.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <string>

#include "agreement/detectors.hpp"
#include "agreement/questions.hpp"
#include "agreement/random_bodies.hpp"
#include "agreement/same_answer.hpp"
#include "target.hpp"

namespace pliant::agreement {
namespace {

using oracle::Random;

constexpr int frames = 3;
/// Under sanitizers and without vectors the first quarter once more: there a part shows what is different.
const std::uint64_t scenes = oracle::sanitized || simd::only_scalar() ? 250 : 1000;

/// What a run has met: proof that it could have failed.
struct Tally {
    int frames = 0, with_pairs = 0, with_flaws = 0;
    std::array<int, detectors.size()> compared{}, rebuilt{};
    std::array<std::uint64_t, 4> kinds{};
    std::array<std::uint64_t, 9> flaws{};  // by FlawKind

    void add(const Answer<TrianglePair>& answer) {
        ++frames;
        with_pairs += answer.empty() ? 0 : 1;
        with_flaws += answer.report.set_aside.empty() ? 0 : 1;
        for (const TrianglePair& pair : answer) ++kinds[static_cast<std::size_t>(pair.kind)];
        for (const Flaw& flaw : answer.report.set_aside) ++flaws[static_cast<std::size_t>(flaw.kind)];
    }
};

class RandomScene {
public:
    explicit RandomScene(std::uint64_t seed) : random_(seed), duplicates_aside_(seed % 3 != 0) {
        const int count = random_.integer(1, 3);
        for (int i = 0; i < count; ++i) given_.push_back(random_body(random_));
        if (random_.chance(15)) rescale(given_, random_);
        for (GivenBody& body : given_) {
            if (random_.chance(20)) break_some_elements(body, random_);
        }
        if (random_.chance(10)) given_.push_back(given_[0]);
        const auto threads = static_cast<unsigned>(random_.integer(1, 3));
        for (std::size_t d = 0; d < detectors.size(); ++d) tested_.push_back({d, Scene(options(threads))});
        for (GivenBody& body : given_) ids_.push_back(added(body));
    }

    void next_frame() {
        if (random_.chance(15) && given_.size() > 1) remove_one();
        if (random_.chance(15)) add_one();
        for (std::size_t i = 0; i < given_.size(); ++i) {
            if (!random_.chance(70)) continue;
            bend(given_[i], random_);
            if (random_.chance(10)) break_some_elements_of_positions(given_[i]);
            if (random_.chance(5)) change_vertex_count(given_[i]);
            for (Tested& tested : tested_) tested.scene.move(ids_[i], given_[i].points());
        }
    }

    void compare(Tally& tally) {
        const Answer<TrianglePair> expected = oracle();
        tally.add(expected);
        for (Tested& tested : tested_) {
            SCOPED_TRACE(name(detectors[tested.detector]));
            ASSERT_NO_FATAL_FAILURE(compare(tested, expected, tally));
        }
    }

private:
    /// A scene that one detector alone is asked in.
    struct Tested {
        std::size_t detector;
        Scene scene;
    };

    [[nodiscard]] SceneOptions options(unsigned threads) const {
        return {.threads = threads, .jobs = nullptr, .set_duplicates_aside = duplicates_aside_};
    }

    static void compare(Tested& tested, const Answer<TrianglePair>& expected, Tally& tally) {
        ++tally.compared[tested.detector];
        for (const Question& question : questions) {
            const auto& found = tested.scene.intersections(question.options(detectors[tested.detector]));
            ASSERT_TRUE(same_list(found.items, asked_for(question, tested.scene, expected.items))) << question.name;
            ASSERT_TRUE(same_list(found.report.set_aside, expected.report.set_aside)) << question.name;
            ASSERT_TRUE(found.report.complete);
            ASSERT_EQ(found.report.all_examined(), expected.report.all_examined());
            tally.rebuilt[tested.detector] += found.report.rebuilt ? 1 : 0;
        }
    }

    /// Into every scene, under one number.
    BodyId added(GivenBody& body) {
        const BodyId id = body.add_to(tested_[0].scene);
        for (std::size_t i = 1; i < tested_.size(); ++i) EXPECT_EQ(body.add_to(tested_[i].scene), id);
        return id;
    }

    void remove_one() {
        const auto at = random_.integer(0, static_cast<int>(given_.size()) - 1);
        for (Tested& tested : tested_) tested.scene.remove(ids_[static_cast<std::size_t>(at)]);
        ids_.erase(ids_.begin() + at);
        given_.erase(given_.begin() + at);
    }

    void add_one() {
        given_.push_back(random_.chance(10) ? given_[0] : random_body(random_));
        ids_.push_back(added(given_.back()));
    }

    /// Triangles stay what they were when the body was added.
    void break_some_elements_of_positions(GivenBody& body) {
        const std::vector<Triangle> triangles = body.triangles;
        break_some_elements(body, random_);
        body.triangles = triangles;
    }

    void change_vertex_count(GivenBody& body) {
        const int change = random_.integer(-1, 1);
        if (change < 0 && !body.positions.empty()) body.positions.pop_back();
        if (change > 0) body.positions.push_back(random_.in_cube());
    }

    /// The answer of brute force in a scene that has seen no other frame, in the numbers of this scene.
    Answer<TrianglePair> oracle() {
        Scene fresh(options(1));
        for (GivenBody& body : given_) body.add_to(fresh);
        Answer<TrianglePair> answer = fresh.intersections({.method = IntersectionMethod::brute_force});
        const auto renumber = [&](BodyId& id) { id = ids_[static_cast<std::size_t>(id)]; };
        for (TrianglePair& pair : answer.items) {
            renumber(pair.a.body);
            renumber(pair.b.body);
        }
        for (Flaw& flaw : answer.report.set_aside) {
            renumber(flaw.body);
            if (flaw.kind == FlawKind::duplicate_body) flaw.element = static_cast<std::uint32_t>(ids_[flaw.element]);
        }
        return answer;
    }

    Random random_;
    bool duplicates_aside_;
    std::vector<GivenBody> given_;
    std::vector<Tested> tested_;
    std::vector<BodyId> ids_;
};

TEST(RandomScenes, EqualBruteForce) {
    const std::uint64_t first = oracle::first_seed(201);
    std::cout << "seeds " << first << " to " << first + scenes - 1 << "\n";
    Tally tally;
    for (std::uint64_t i = 0; i < scenes; ++i) {
        SCOPED_TRACE("seed " + std::to_string(first + i));
        RandomScene scene(first + i);
        for (int frame = 0; frame < frames; ++frame) {
            SCOPED_TRACE("frame " + std::to_string(frame));
            if (frame > 0) scene.next_frame();
            scene.compare(tally);
            if (HasFatalFailure()) return;
        }
    }
    // Often enough that a miss would be seen, seldom enough that an invention would.
    EXPECT_GT(tally.with_pairs, tally.frames * 50 / 100);
    EXPECT_LT(tally.with_pairs, tally.frames * 85 / 100);
    EXPECT_GT(tally.with_flaws, tally.frames * 20 / 100);
    EXPECT_LT(tally.with_flaws, tally.frames * 80 / 100);
    for (std::size_t d = 0; d < detectors.size(); ++d) {
        SCOPED_TRACE(name(detectors[d]));
        EXPECT_GE(tally.compared[d], frames * 250);
        // What keeps nothing from frame to frame has nothing to rebuild.
        if (detectors[d] == IntersectionMethod::gjk_cut) {
            EXPECT_EQ(tally.rebuilt[d], 0);
        } else {
            EXPECT_GT(tally.rebuilt[d], tally.compared[d] / frames);
        }
    }
    for (const std::uint64_t kind : tally.kinds) EXPECT_GT(kind, scenes / 5);
    for (const FlawKind kind : {FlawKind::not_finite, FlawKind::index_out_of_range, FlawKind::degenerate,
                                FlawKind::empty_body, FlawKind::duplicate_body}) {
        EXPECT_GT(tally.flaws[static_cast<std::size_t>(kind)], scenes / 20) << name(kind);
    }
    std::cout << tally.frames << " frames, " << tally.with_pairs << " with pairs, " << tally.with_flaws
              << " with flaws; pairs by kind:";
    for (const std::uint64_t kind : tally.kinds) std::cout << " " << kind;
    std::cout << "; flaws by kind:";
    for (const std::uint64_t flaw : tally.flaws) std::cout << " " << flaw;
    std::cout << "\n";
}

}  // namespace
}  // namespace pliant::agreement
