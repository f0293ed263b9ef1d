// Contestants of the questions about volumes: who is inside, and what is shared.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::bench {

using Place = std::array<float, 3>;

/// Finds which points are inside; everything that depends on positions is made anew in every call.
class Container {
public:
    virtual ~Container() = default;
    virtual void find(std::span<const float> positions, std::span<const Place> points,
                      std::vector<std::uint8_t>& inside) = 0;
};

struct NamedContainer {
    std::string name;
    std::unique_ptr<Container> container;
};

/// One thread each. `triangles` outlive them.
std::vector<NamedContainer> embree_containers(std::span<const Triangle> triangles, std::size_t vertices);
std::vector<NamedContainer> cgal_containers(std::span<const Triangle> triangles, std::size_t vertices);

/// The volume that two closed meshes share, by a Boolean operation; NaN where it fails.
struct NamedBoolean {
    std::string name;
    std::function<double(std::span<const Place> a, std::span<const Triangle> triangles_a, std::span<const Place> b,
                         std::span<const Triangle> triangles_b)>
        volume;
};
std::vector<NamedBoolean> cgal_booleans();

}  // namespace pliant::bench
