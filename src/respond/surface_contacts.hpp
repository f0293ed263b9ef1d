// Features that are near each other, or would meet, as pushes for cloth.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <pliant/impacts.hpp>
#include <pliant/proximities.hpp>
#include <pliant/soft_bodies.hpp>

namespace pliant::respond {

/// Parts of one sheet that are nearer at rest than they shall be are kept this share of that apart.
inline constexpr double share_of_rest = 0.9;

/// A body as contacts between surfaces see it. Borrowed for a step.
struct SurfaceBody {
    VertexRange solver;                     // its vertices in the solver of cloth; none for an obstacle
    std::span<const Point> before, after;   // of an obstacle: at the start and the end of the step
    std::span<const Point> rest;            // of cloth
    std::span<const Triangle> outside;      // of a closed body: its triangles; nothing may come in through them
    std::span<const std::uint8_t> tangled;  // flags of vertices that are on the wrong side of a surface; empty: none
    double reach = 0;                       // half of its thickness, m
    double friction = 0;
    bool cloth = false;
    [[nodiscard]] bool obstacle() const { return solver.count == 0; }
};

/// At least one is cloth, and neither is tangled.
bool concerns_cloth(const FeaturePair& pair, std::span<const SurfaceBody> bodies);

/// Keeps two features half the thickness of both apart, along a unit vector from b to a; weights as in answers. Parts
/// of one sheet that are nearer at rest are kept nine tenths of that apart.
Push push_between(const FeaturePair& pair, const std::array<double, 4>& weights, const Point& normal,
                  std::span<const SurfaceBody> bodies);

/// Contacts that involve cloth. A vertex inside a closed body is pushed out through the side where it came in.
void pushes_of(const Proximities& near, std::span<const SurfaceBody> bodies, std::vector<Push>& out);
void pushes_of(const Impacts& impacts, std::span<const SurfaceBody> bodies, std::vector<Push>& out);

}  // namespace pliant::respond
