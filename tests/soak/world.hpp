// A scene and, beside it, all that was ever done to it: enough to make a fresh scene in the same state at any time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

/// What a body was given. Positions are shared by all scenes, which borrow them.
struct BodyRecord {
    Pose now;
    std::optional<Pose> at_start;  // of the step; unset: it came later
    bool in_floats = false;
    std::vector<Triangle> triangles;  // by number; those that were removed keep their place
    std::vector<std::uint8_t> gone;   // by triangle
    std::vector<Tetrahedron> tetrahedra;
    bool there = true;

    /// The same numbers at every pose, so that it may be borrowed.
    [[nodiscard]] Points points(const Pose& pose) const {
        return in_floats ? Points(pose.floats) : Points(pose.positions);
    }
};

/// One random operation or question at a time, with or without a fault in the middle of it.
class World {
public:
    /// `fault(operation)` runs it with or without a failing allocation, and says whether it was ended by one.
    using Fault = std::function<bool(const std::function<void()>&)>;

    World(std::uint64_t seed, unsigned threads, Fault fault);

    /// One operation or question. What went wrong, in words; empty where nothing did.
    std::string step();

private:
    void add_body();
    void move_body();
    void spoil_or_heal();
    void insert();
    void erase();
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

    [[nodiscard]] std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_.next() % n); }
    /// Runs it until no fault ends it; so often as it takes.
    void apply(const std::function<void()>& operation);
    BodyRecord* any_body(std::uint32_t& number);
    [[nodiscard]] std::unique_ptr<Scene> fresh() const;

    shapes::Random random_;
    Fault fault_;
    Scene scene_;
    std::vector<std::unique_ptr<BodyRecord>> bodies_;
};

}  // namespace pliant::soak
