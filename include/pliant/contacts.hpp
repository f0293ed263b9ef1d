// What `contacts_within` finds: where two bodies touch, as well as can be said within a budget.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/report.hpp>

namespace pliant {

/// Which pair of spheres is looked into next.
enum class ContactOrder : std::uint8_t {
    widest,         ///< of the largest error: the bound shrinks fastest
    breadth_first,  ///< as in the paper: first in, first out, the two bodies by turns
    deepest,        ///< whose spheres lie deepest in one another
    nearest,        ///< nearest to ContactOptions::interest
    approaching,    ///< that came nearer fastest since the move before; without a cage: since the last question
};

/// The name as it stands in JSON.
constexpr std::string_view name(ContactOrder order) {
    switch (order) {
        case ContactOrder::widest: return "widest";
        case ContactOrder::breadth_first: return "breadth_first";
        case ContactOrder::deepest: return "deepest";
        case ContactOrder::nearest: return "nearest";
        case ContactOrder::approaching: return "approaching";
    }
    return "";
}

/// Where the search ends if no budget does.
enum class Finest : std::uint8_t {
    spheres,    ///< at the smallest spheres, as in the paper
    triangles,  ///< at pairs of triangles, exactly
};

/// Who answers `contacts_within`.
enum class ContactMethod : std::uint8_t {
    automatic,    ///< sphere_tree
    brute_force,  ///< every pair of triangles: the oracle
    sphere_tree,  ///< spheres in spheres, searched until a budget ends [Mendoza2005]
};

/// The name as it stands on the command line.
constexpr std::string_view name(ContactMethod method) {
    switch (method) {
        case ContactMethod::automatic: return "automatic";
        case ContactMethod::brute_force: return "brute_force";
        case ContactMethod::sphere_tree: return "sphere_tree";
    }
    return "";
}

/// Limits of one call of `contacts_within`. What runs out is said in the report. Each call with some time and tests
/// gets further.
struct ContactBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< of the call, by the clock
    std::optional<std::uint64_t> tests{};            ///< of pairs of spheres, and of pairs of triangles
    /// Bounds the memory: never more pairs than that are kept, and what would be more stays as coarse as it is, so that
    /// nothing is missed. 0 lists nothing, and the report says so. Asked again with less room than is taken, the search
    /// starts over; in any other room it goes on.
    std::optional<std::uint64_t> pairs{};
    bool operator==(const ContactBudget&) const = default;
};

/// How `contacts_within` searches, and when it ends.
struct ContactOptions {
    ContactMethod method = ContactMethod::automatic;  ///< who searches
    ContactOrder order = ContactOrder::widest;        ///< what is looked into next
    Finest finest = Finest::triangles;                ///< where it ends without a budget
    std::optional<std::array<double, 3>> interest{};  ///< a point; unset: the origin
    /// An eye: contacts whose error it sees under a smaller angle than `detail` are not looked into any further.
    std::optional<std::array<double, 3>> viewer{};
    double detail = 0.002;   ///< radians
    ContactBudget budget{};  ///< when this call ends
    Watch watch{};           ///< asked whether to go on: told how many pairs of triangles are found
    bool resume = true;      ///< go on where the last call about the same bodies, positions and options stopped
};

/// What a contact stands for.
enum class ContactKind : std::uint8_t {
    triangles,  ///< two triangles that intersect, exactly
    spheres,    ///< overlapping spheres that hold triangles of either body
    untested,   ///< spheres that were not even compared, and count as colliding
};

/// The name as it stands in JSON.
constexpr std::string_view name(ContactKind kind) {
    switch (kind) {
        case ContactKind::triangles: return "triangles";
        case ContactKind::spheres: return "spheres";
        case ContactKind::untested: return "untested";
    }
    return "";
}

/// What a response can use: where, which way, how deep; and how far off that may be.
struct Contact {
    ContactKind kind = ContactKind::spheres;  ///< what it stands for
    std::array<double, 3> position{};         ///< where
    std::array<double, 3> normal{};           ///< of length one, from a to b; zero where there is no telling
    /// How far the spheres lie in one another; of triangles, how far one reaches behind the other's plane, the lesser
    /// of both.
    double depth = 0;
    double error = 0;            ///< every point that the pieces of the two surfaces share is within it of `position`
    double gap = 0;              ///< no two points of the pieces are farther apart: 0 for triangles
    std::uint32_t sphere_a = 0;  ///< number in Scene::sphere_tree, of the last sphere looked at
    std::uint32_t sphere_b = 0;  ///< the same of the other body
    std::uint32_t pair = 0;      ///< in Contacts::pairs, for triangles
    bool operator==(const Contact&) const = default;
};

/// Pairs of triangles in their order, then spheres, deepest first.
struct Contacts : Answer<Contact> {
    std::vector<TrianglePair> pairs;   ///< exact; a is of the body with the smaller number
    double error = 0;                  ///< the largest of any pair of spheres, 0 where all is exact; more
                                       ///< time, tests or pairs never make it larger
    double gap = 0;                    ///< the same: 0 when every pair is exact
    std::uint64_t pair_list = 0;       ///< pairs of spheres that would be looked into next: PAIRLIST of the paper
    std::uint64_t collision_list = 0;  ///< pairs that will not be looked into any further: COLLISIONLIST
    bool resumed = false;              ///< this answer goes on from an earlier one; brute force never does
};

/// A ball that holds a piece of a surface. A negative radius: nothing.
struct Sphere {
    std::array<double, 3> centre{};  ///< of the ball
    double radius = -1;              ///< negative: nothing
};

/// All spheres of a level together hold the whole surface.
struct SphereLevel {
    std::uint32_t first = 0;  ///< its first sphere
    std::uint32_t count = 0;  ///< of its spheres; a smallest sphere above the last level is not repeated
    double error = 0;         ///< no point in a sphere down to this level's depth is farther from the surface than this
};

/// Valid until the next question of this sort.
struct SphereTreeView {
    std::span<const Sphere> spheres;             ///< root first, level by level
    std::span<const std::uint32_t> first_child;  ///< children of i: [first_child[i], first_child[i + 1])
    std::vector<SphereLevel> levels;             ///< root first
};

}  // namespace pliant
