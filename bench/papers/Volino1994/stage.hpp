// Catalogue scenes driven through the detector directly, so that its rules can be disabled and its visits recorded.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "detect/regularity/regularity.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::bench {

/// One body of a scene.
struct Actor {
    std::shared_ptr<const shapes::AnimatedScene> scene;
    std::size_t body = 0;

    [[nodiscard]] const shapes::Mesh& mesh() const { return scene->body(body); }
    [[nodiscard]] std::size_t triangles() const { return mesh().triangles.size(); }
};

/// The scene has about this many triangles over all bodies.
Actor actor(std::string_view scene, std::size_t triangles, std::size_t body = 0);

/// The search without the rules, or with a record of its visits.
class Probe final : public regularity::SearchProbe {
public:
    bool rules = true;
    std::vector<regularity::Visit>* visits = nullptr;  // every visit is appended; nullptr: none is

    [[nodiscard]] bool use_rules() const override { return rules; }
    [[nodiscard]] bool wants_visits() const override { return visits != nullptr; }
    void visited(std::span<const regularity::Visit> more) override {
        visits->insert(visits->end(), more.begin(), more.end());
    }
};

/// One thread. Positions are floats, as most users have them.
class Stage {
public:
    explicit Stage(std::vector<Actor> actors);
    Stage(const Stage&) = delete;  // positions are borrowed by bodies_
    Stage& operator=(const Stage&) = delete;

    /// Moves the actors; the next update reads where they are.
    void pose(std::size_t frame);
    /// Normals and boxes of every region. The first one builds the hierarchy.
    void update();
    const Answer<TrianglePair>& find(const IntersectionOptions& options);

    [[nodiscard]] const regularity::Regularity& detector() const { return detector_; }
    /// Of the next searches.
    [[nodiscard]] Probe& probe() { return probe_; }
    [[nodiscard]] const frame::Bodies& bodies() const { return bodies_; }
    [[nodiscard]] const std::vector<Actor>& actors() const { return actors_; }
    [[nodiscard]] std::size_t triangles() const;

private:
    using FloatPosition = std::array<float, 3>;

    std::vector<Actor> actors_;
    std::vector<std::vector<FloatPosition>> positions_;  // by actor
    std::vector<shapes::Position> posed_;
    std::vector<BodyId> ids_;
    frame::Bodies bodies_;
    parallel::Workers workers_{1};
    regularity::Regularity detector_;
    Probe probe_;
    Answer<TrianglePair> answer_;
};

/// Triangles that take part in at least one pair, by number over all bodies of the stage.
std::vector<std::uint8_t> colliding(const Stage& stage, const Answer<TrianglePair>& answer);

}  // namespace pliant::bench
