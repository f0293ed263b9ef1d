// Bodies that bend, and the questions one asks about them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pliant/contacts.hpp>
#include <pliant/contains.hpp>
#include <pliant/curves.hpp>
#include <pliant/export.hpp>
#include <pliant/impacts.hpp>
#include <pliant/jobs.hpp>
#include <pliant/layers.hpp>
#include <pliant/overlap.hpp>
#include <pliant/pairs.hpp>
#include <pliant/penetrations.hpp>
#include <pliant/proximities.hpp>
#include <pliant/relations.hpp>
#include <pliant/report.hpp>
#include <pliant/skin.hpp>
#include <pliant/sphere_hierarchy.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// Who answers `intersections`. All give the same answer; Report::detector says who did.
enum class IntersectionMethod : std::uint8_t {
    /// A rule on what is known before the search, the same on every run. Only between bodies: gjk_cut, which builds
    /// nothing, and box_tree from the 17th question about the same triangles on, or at once where half of the surfaces
    /// lies near another body's. Within bodies: box_tree; where at least half of the edges join two triangles, and at
    /// most a quarter of the triangles are in fans of more than 64, regularity is built beside it from the fifth
    /// question on, a small part after each, and takes over once it is whole. With a budget of time nothing is built.
    /// What the rule moves on from is freed.
    automatic,
    /// By the clock: each has its turn on the same triangles, then the fastest answers. What takes twice as long as the
    /// fastest is freed. Which one answers may differ from run to run.
    tuned,
    brute_force,   ///< every pair of triangles: the oracle, quadratic
    box_tree,      ///< a bounding-box tree, refitted each frame
    regularity,    ///< regions that provably cannot meet themselves are passed over [Volino1994]
    gjk_cut,       ///< lists of triangles are cut and split; nothing is built [Hatab2006]
    spatial_hash,  ///< triangles in the cells of a regular grid
};

/// The name as it stands on the command line.
constexpr std::string_view name(IntersectionMethod method) {
    switch (method) {
        case IntersectionMethod::automatic: return "automatic";
        case IntersectionMethod::tuned: return "tuned";
        case IntersectionMethod::brute_force: return "brute_force";
        case IntersectionMethod::box_tree: return "box_tree";
        case IntersectionMethod::regularity: return "regularity";
        case IntersectionMethod::gjk_cut: return "gjk_cut";
        case IntersectionMethod::spatial_hash: return "spatial_hash";
    }
    return "";
}

/// Pairs of triangles that share a vertex, by number.
enum class Neighbours : std::uint8_t {
    beyond_shared,  ///< reported where they meet beyond the vertex or edge they share
    ignored,        ///< never reported
};

/// Whether `regularity` tests the contours of regions before it passes over them.
enum class ContourTest : std::uint8_t {
    exact,
    assume_simple,  ///< never tested: faster, and may miss intersections. The report says so
};

/// Limits of `intersections`. What runs out is said in the report.
struct IntersectionBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< of the search, by the clock
    std::optional<std::uint64_t> candidates{};       ///< pairs of triangles whose boxes overlap, looked at
    std::optional<std::uint64_t> pairs{};            ///< pairs returned; crossings are kept before mere contacts
    /// Memory for pairs. Where they would take more, the search starts over: it counts all of them
    /// (Report::counters.pairs), and keeps those that matter most, crossings first.
    std::optional<std::uint64_t> bytes{};
    bool operator==(const IntersectionBudget&) const = default;
};

/// Which pairs `intersections` looks for, how, and when it ends.
struct IntersectionOptions {
    IntersectionMethod method = IntersectionMethod::automatic;  ///< all give the same answer
    bool self = true;                                           ///< pairs within one body
    bool between = true;                                        ///< pairs of two bodies
    Neighbours neighbours = Neighbours::beyond_shared;          ///< pairs that share a vertex
    ContourTest contours = ContourTest::exact;                  ///< of `regularity`
    IntersectionBudget budget{};                                ///< when the search ends
    /// Only pairs of these triangles, and only their flaws beside those of vertices and whole bodies; unset: all.
    /// Borrowed until the call returns. std::out_of_range for a triangle that is not there.
    std::optional<std::span<const TriangleRef>> only{};
    Watch watch{};  ///< told how far the search is, and may end it
};

/// How a scene works inside.
struct SceneOptions {
    unsigned threads = 0;  ///< 0: as many as the machine has. The answers do not depend on it
    /// Borrowed while the scene lives: its threads do the work, and `threads` is ignored. Unset: our own.
    JobSystem* jobs = nullptr;
    /// A body that equals an earlier one in every position and triangle takes no part and is named in the report. By
    /// default bodies that coincide are answered like any others: their triangles are coplanar pairs.
    bool set_duplicates_aside = false;
};

/// A set of bodies and the structures that answer questions about them.
/// Positions are borrowed: they must live until the body is moved again or removed. They are read at the first question
/// after a `move`, and again when other bodies come or go; whoever changes positions in place says so with `move`. One
/// scene is used by one thread at a time; it uses several inside. Functions throw std::out_of_range for a body that is
/// not there, std::length_error for more than 2^32 - 1 vertices or triangles in a scene, and nothing else but
/// std::bad_alloc and what they say themselves.
class PLIANT_EXPORT Scene {
public:
    /// A scene without bodies.
    explicit Scene(const SceneOptions& options = {});
    ~Scene();
    Scene(Scene&&) noexcept;
    Scene& operator=(Scene&&) noexcept;

    /// One body more, a surface. Triangles are copied, positions are borrowed.
    BodyId add(const SurfaceView& surface);
    /// One body more, of tetrahedra. These are copied, positions are borrowed.
    BodyId add(const VolumeView& volume);

    /// New positions for the same vertices. Where their number changes, elements that name missing ones are set aside,
    /// and the boundary of a volume is made anew.
    void move(BodyId body, Points positions);

    /// The body follows a cage from now on: whenever positions are given together with those of the cage, they are what
    /// the skin makes of it, rounded to float at most, and `contacts_within` may go by the cage alone. The skin has a
    /// link for every vertex, three vertices of the cage and weights that add up to 1 for every link, and hangs at rest
    /// where its links have it: std::invalid_argument otherwise, which names the element. Skins that were rounded to
    /// float, as those read from files, are accepted: spheres allow for it. It is copied.
    void follow(BodyId body, const Skin& skin);

    /// New positions for a body that follows a cage. std::invalid_argument where it follows none, or the cage has
    /// another number of vertices. The cage is copied, the positions are borrowed.
    void move(BodyId body, Points positions, Points cage);

    /// The body is no longer there; its number is not used again.
    void remove(BodyId body);

    /// More triangles for a surface. Returns their numbers, in the order given: those of removed triangles are used
    /// again, smallest first; then new ones follow. All other numbers stay what they are. A triangle that names a
    /// vertex the body does not have is set aside until `move` brings enough of them. The cost of both functions is
    /// proportional to what comes and goes. std::invalid_argument for a volume, whose triangles are its boundary.
    std::vector<std::uint32_t> insert_triangles(BodyId body, std::span<const Triangle> triangles);

    /// Triangles that are no longer there, by number. All other numbers stay what they are. std::out_of_range, and
    /// nothing is removed, where a number is not there or given twice; std::invalid_argument for a volume.
    void remove_triangles(BodyId body, std::span<const std::uint32_t> numbers);

    /// More tetrahedra for a volume. Returns their numbers, in the order given: those of removed ones are used again,
    /// smallest first; then new ones follow. All other numbers stay what they are. A tetrahedron that names a vertex
    /// the body does not have is set aside until `move` brings enough of them. The boundary follows, as by
    /// `insert_triangles` and `remove_triangles`: a triangle that stays outside keeps its number. After the first call
    /// for a body, the cost of both functions is proportional to what comes and goes. std::invalid_argument for a
    /// surface.
    std::vector<std::uint32_t> insert_tetrahedra(BodyId body, std::span<const Tetrahedron> tetrahedra);

    /// Tetrahedra that are no longer there, by number. All other numbers stay what they are. std::out_of_range, and
    /// nothing is removed, where a number is not there or given twice; std::invalid_argument for a surface.
    void remove_tetrahedra(BodyId body, std::span<const std::uint32_t> numbers);

    /// The tetrahedra of a volume as TetrahedronRef numbers them. A number whose tetrahedron was removed has 2^32 - 1
    /// for each vertex. Valid until the body is removed or its tetrahedra change. std::invalid_argument for a surface.
    [[nodiscard]] std::span<const Tetrahedron> tetrahedra(BodyId body) const;

    /// The triangles of a body as TriangleRef numbers them: those given to `add`, or the boundary of its tetrahedra,
    /// facing outwards, at first in the order of the tetrahedra. A number whose triangle is no longer there has 2^32 -
    /// 1 for each vertex. Valid until the body is removed or its triangles change.
    [[nodiscard]] std::span<const Triangle> triangles(BodyId body) const;

    /// Which triangles intersect, exactly: the pairs that rational arithmetic on the given coordinates would return.
    /// The answer stays valid until the next question; copy it to keep it (`const auto answer = ...` does).
    /// Once warm, a call allocates nothing.
    const Answer<TrianglePair>& intersections(const IntersectionOptions& options = {});

    /// The volume that two bodies share, with an error that holds for closed surfaces, also where they cross
    /// themselves; of open ones if each hole is filled within its own box. No preprocessing; right where one body lies
    /// within the other. The answer stays valid until the next question about volumes or points. Once warm, a call
    /// allocates nothing.
    const Overlap& overlap(BodyId a, BodyId b, const OverlapOptions& options = {});

    /// The volume around which a body winds more than once: where it overlaps itself. `gradient`, `depths`, `spans` and
    /// `all_axes` are not looked at.
    const Overlap& self_overlap(BodyId body, const OverlapOptions& options = {});

    /// Which points lie inside a body with a closed surface. The points are read during the call only.
    const Containment& contains(BodyId body, Points points, const ContainsOptions& options = {});

    /// Where the lines of a grid enter and leave a body.
    const Layers& layers(BodyId body, const LayersOptions& options = {});

    /// Which vertices are inside which tetrahedra, exactly: vertices of every body, those of surfaces included, that
    /// belong to some element, in the tetrahedra of volumes. A vertex is never tested against tetrahedra it is a corner
    /// of. Tetrahedra are closed, their orientation does not matter. The answer stays valid until the next such
    /// question. Once warm, a call allocates nothing. Throws std::invalid_argument where options.hash.cell_size is not
    /// a positive, finite number.
    const Penetrations& penetrations(const PenetrationOptions& options = {});

    /// Where two bodies touch, as well as can be said within a budget: never misses a pair that `intersections` finds,
    /// and says how far off it may be. Asked again before a body moves it goes on where it stopped; without a budget it
    /// ends in the very pairs of `intersections`. Trees are built at the first question about a topology; that does not
    /// count for the budget. They are brought up to date at the first after a move: with a budget of time, which then
    /// counts the whole call, only where the search gets to, and only flaws that it meets are reported (so it is for
    /// bodies that follow a cage, too). The answer stays valid until the next such question. Once warm, a call
    /// allocates nothing. std::invalid_argument where a and b are the same, or a point of the options is not finite.
    const Contacts& contacts_within(BodyId a, BodyId b, const ContactOptions& options = {});

    /// Which bodies lie inside others without meeting them, and which coincide: what pairs of triangles alone do not
    /// tell. A body with several pieces is inside with as many of them as are. The outer surface is closed; an open one
    /// has no inside. The answer stays valid until the next such question; those of `intersections` and `contains` do
    /// not.
    const Answer<BodyRelation>& relations(const RelationOptions& options = {});

    /// The curves along which surfaces meet: a segment for every pair of `intersections`, chained by their triangles
    /// alone, so that no rounding can break a curve. The answer stays valid until the next such question. Once warm, a
    /// call allocates nothing.
    const Curves& curves(const CurveOptions& options = {});

    /// Which vertices and triangles, and which edges, are as near as options.distance, decided exactly: what rational
    /// arithmetic on the given coordinates and distance would return. Features that share a vertex are left out, and so
    /// are triangles without area. The answer stays valid until the next such question. Once warm, a call allocates
    /// nothing.
    const Proximities& proximities(const ProximityOptions& options);

    /// How far two bodies of any shape are apart. std::invalid_argument where a and b are the same.
    BodyDistance distance(BodyId a, BodyId b);
    /// The same of every two bodies that are at most `most` apart, sorted by bodies.
    std::vector<BodyDistance> distances(double most);

    /// Which features meet on the way from the start of the step to the present positions, decided exactly: what
    /// rational arithmetic would return where each vertex moves on a straight line. Features that share a vertex are
    /// left out. Triangles without area take part, since they may have one midway; those that name a vertex twice do
    /// not.
    ///
    /// The step begins where `start_step` was called last. Without any such call it begins where the last question of
    /// this kind found the bodies; in the first one, all stand still. A body that was added since then, or has
    /// another number of vertices than then, stands still. std::invalid_argument where
    /// options.minimum_separation is negative or not finite. The answer stays valid until the next such question.
    const Impacts& impacts(const ImpactOptions& options = {});

    /// How much of the step is certainly free of impacts. `options.selection` is not looked at.
    SafeStep safe_step(const ImpactOptions& options = {});

    /// A step begins at the present positions. They are copied, so that the caller may overwrite them in place and call
    /// `move`. From now on `impacts` and `safe_step` are about the way from here, however often they are asked and
    /// whatever is tried with `move`, until this is called again: once per step of a simulation.
    void start_step();

    /// The spheres that `contacts_within` uses of a body, as they lie at its present positions.
    SphereTreeView sphere_tree(BodyId body);

    /// From now on `contacts_within` goes by this hierarchy, until the body's triangles or the number of its vertices
    /// change: then it makes its own again. std::invalid_argument where it is damaged or was made for another mesh (as
    /// many vertices, and triangles(body)). It is copied.
    void use_sphere_hierarchy(BodyId body, const SphereHierarchy& hierarchy);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace pliant
