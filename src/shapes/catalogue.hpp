// Catalogue of named scenes of deforming bodies, shared by tests, benches and the command line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/skin.hpp>
#include <pliant/views.hpp>

namespace pliant::shapes {

using Position = std::array<double, 3>;

struct Mesh {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
    std::vector<Tetrahedron> tetrahedra;  // not empty: a volume, and `triangles` is its boundary
};

/// One line of `pliant scene list`.
struct SceneInfo {
    std::string_view name;
    std::string_view description;   // one line
    std::size_t default_triangles;  // about this many over all bodies when no size is given
    std::size_t default_frames;     // the motion is a loop of this many
    bool intersects;                // whether some frame has intersecting triangles
};

/// Every named scene, in the order of `pliant scene list`.
std::span<const SceneInfo> catalogue();

struct SceneSize {
    std::optional<std::size_t>
        triangles;  // over all bodies, met within about 10 % from 1,000 on; unset: the scene's default
    std::optional<std::size_t> frames;  // unset: one loop. The step from frame to frame does not depend on it
    std::uint64_t seed = 1;
};

/// Bodies of fixed connectivity in motion: a closed-form function of the frame, bitwise equal on every machine.
class AnimatedScene {
public:
    virtual ~AnimatedScene() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual std::size_t frames() const = 0;
    [[nodiscard]] virtual std::size_t bodies() const = 0;
    [[nodiscard]] virtual std::string_view body_name(std::size_t body) const = 0;
    [[nodiscard]] virtual const Mesh& body(std::size_t body) const = 0;  // connectivity, and the positions of frame 0
    /// Positions of a body at a frame; any frame in any order. `out` is resized.
    virtual void positions(std::size_t frame, std::size_t body, std::vector<Position>& out) const = 0;
    /// Skin of a body on its cage, or nullptr. `positions` are then those that the skin gives.
    [[nodiscard]] virtual const Skin* skin(std::size_t body) const = 0;
    /// Positions of the cage at a frame; empty where the body has no cage.
    virtual void cage(std::size_t frame, std::size_t body, std::vector<Position>& out) const = 0;
};

/// A scene of the catalogue, or one that is drawn, `random:SEED`; nullptr for any other name.
std::unique_ptr<AnimatedScene> make_scene(std::string_view name, const SceneSize& size = {});

}  // namespace pliant::shapes
