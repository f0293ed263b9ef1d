// A scene and, beside it, all that was ever done to it: enough to make a fresh scene in the same state at any time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "shapes/random.hpp"

namespace pliant::soak {

using Position = std::array<double, 3>;

/// Positions of a body, as doubles and rounded to floats.
struct Pose {
    std::vector<Position> positions;
    std::vector<std::array<float, 3>> floats;

    void round();
};

/// Tetrahedra that came, or the numbers of those that went.
struct VolumeChange {
    std::vector<Tetrahedron> came;
    std::vector<std::uint32_t> went;
};

/// What a body was given. Positions are shared by all scenes, which borrow them.
struct BodyRecord {
    Pose now;
    std::optional<Pose> at_start;  // of the step; unset: it came later
    bool in_floats = false;
    std::vector<Triangle> triangles;      // by number; those that were removed keep their place
    std::vector<std::uint8_t> gone;       // by triangle
    std::vector<Tetrahedron> tetrahedra;  // as they were given to `add`
    std::vector<VolumeChange> changes;    // since then, in their order: the numbers of the boundary depend on it
    std::vector<Tetrahedron> tetrahedra_now;
    std::vector<std::uint8_t> tetrahedra_gone;
    bool there = true;

    /// The same numbers at every pose, so that it may be borrowed.
    [[nodiscard]] Points points(const Pose& pose) const {
        return in_floats ? Points(pose.floats) : Points(pose.positions);
    }
};

/// One random operation or question at a time, with or without a fault in the middle of it.
class World {
public:
    /// `fault(operation)` runs it with or without a fault in the middle, and says whether it was ended by one.
    using Fault = std::function<bool(const std::function<void()>&)>;

    /// Scenes that all see the same. Where no fault ends anything they have one history, and so must have one answer
    /// within budgets, too.
    World(std::uint64_t seed, std::span<const SceneOptions> scenes, Fault fault);

    /// One operation or question. What went wrong, in words; empty where nothing did.
    std::string step();

private:
    void add_body();
    void move_body();
    void spoil_or_heal();
    void insert();
    void erase();
    void insert_tetrahedra(std::uint32_t number);
    void erase_tetrahedra(std::uint32_t number);
    void add_vertex();
    void remove_body();
    void start_step();
    std::string ask();
    /// The answer of the scene that has seen it all, and that of a fresh one. What went wrong, in words.
    std::string compare(const char* question, const std::function<std::string(Scene&)>& asked);
    std::string ask_overlap(BodyId first, BodyId second);
    std::string ask_penetrations();
    std::string ask_intersections();
    std::string ask_curves();
    std::string ask_proximities(BodyId first, BodyId second);
    std::string ask_impacts();
    std::string ask_contacts(BodyId first, BodyId second);
    /// A question with a budget: of work, so that it stops every scene at the same place.
    std::string ask_within_budget(BodyId first, BodyId second);
    std::string budget_of_pairs();
    std::string budget_of_volumes(BodyId first, BodyId second);
    /// The answers of all scenes, where they have one history.
    std::string agree(const char* question, const std::function<std::string(Scene&)>& asked);
    /// `intersections` with someone who watches: calmly, for so long, or throwing.
    std::string ask_watched();

    [[nodiscard]] std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_.next() % n); }
    /// Runs it on every scene until no fault ends it; so often as it takes.
    void apply(const std::function<void(Scene&)>& operation);
    void until_done(const std::function<void()>& operation);
    BodyRecord* any_body(std::uint32_t& number);
    [[nodiscard]] std::unique_ptr<Scene> fresh() const;

    shapes::Random random_;
    Fault fault_;
    std::vector<Scene> scenes_;
    bool one_history_ = true;  // no fault yet
    std::vector<std::unique_ptr<BodyRecord>> bodies_;
};

}  // namespace pliant::soak
