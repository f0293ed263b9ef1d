// The bodies of a scene in every layout and state of health that the path matrix has.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/scene.hpp>

namespace pliant::bench {

enum class Layout : std::uint8_t { floats, doubles, strided };            // strided: floats, 24 bytes apart
enum class Health : std::uint8_t { clean, one_flaw, mixed_orientation };  // a NaN; every third element turned over

constexpr std::array<std::string_view, 3> layout_names{"float", "double", "strided"};
constexpr std::array<std::string_view, 3> health_names{"clean", "one flaw", "mixed orientation"};

/// Bodies and some frames of a scene; what it gives lives as long as it does.
class Cast {
public:
    /// NAME:TRIANGLES. Throws std::invalid_argument for an unknown name.
    Cast(std::string_view choice, std::size_t frames, Layout layout, Health health);

    [[nodiscard]] std::size_t bodies() const { return surfaces_.size(); }
    [[nodiscard]] std::size_t triangles() const;
    [[nodiscard]] bool has_volumes() const { return has_volumes_; }

    BodyId add(Scene& scene, std::size_t body, std::size_t frame) const;
    [[nodiscard]] Points positions(std::size_t frame, std::size_t body) const;
    /// As many positions, and none of them a number.
    [[nodiscard]] Points lost(std::size_t body) const;
    /// A body of few elements, at the edge of the first frame.
    BodyId add_visitor(Scene& scene) const;

private:
    struct Memory {
        std::vector<float> floats;
        std::vector<double> doubles;
        [[nodiscard]] Points view(Layout layout) const;
    };
    [[nodiscard]] Memory laid_out(const std::vector<std::array<double, 3>>& positions) const;

    Layout layout_;
    bool has_volumes_ = false;
    std::vector<std::vector<Triangle>> surfaces_;    // by body
    std::vector<std::vector<Tetrahedron>> volumes_;  // by body; empty for a surface
    std::vector<std::vector<Memory>> frames_;        // by frame and body
    std::vector<Memory> lost_;                       // by body
    Memory visitor_;
};

}  // namespace pliant::bench
