// Contestants for points inside and for shared volumes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::bench {

using Place = std::array<float, 3>;

/// Finds which points are inside; all that depends on positions is rebuilt or refitted in every call.
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

/// The volume that two closed meshes share, by a Boolean operation.
class Boolean {
public:
    virtual ~Boolean() = default;
    /// Before every question, since the operation cuts the meshes that it is given. Not timed: others keep theirs.
    virtual void renew_meshes() = 0;
    /// NaN where it fails.
    virtual double volume(std::span<const Place> a, std::span<const Place> b) = 0;
};

struct NamedBoolean {
    std::string name;
    std::unique_ptr<Boolean> boolean;
};

/// Two meshes, by their vertices and triangles.
struct PairOfMeshes {
    std::array<std::size_t, 2> vertices;
    std::array<std::span<const Triangle>, 2> triangles;
};
std::vector<NamedBoolean> cgal_booleans(const PairOfMeshes& meshes);

}  // namespace pliant::bench
