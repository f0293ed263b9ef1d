// How a search ended: what was set aside, what it cost, whether it is complete.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <pliant/pairs.hpp>

namespace pliant {

/// A detector, as a report names it. Each question has an enum of its own for the ones that can be asked for.
enum class Detector : std::uint8_t {
    none,             ///< nothing was asked yet
    brute_force,      ///< every pair of elements: the oracle, quadratic
    box_tree,         ///< a bounding-box tree, refitted each frame
    regularity,       ///< regions that provably cannot meet themselves are passed over [Volino1994]
    gjk_cut,          ///< lists of triangles are cut and split; nothing is built [Hatab2006]
    spatial_hash,     ///< cells of a regular grid, hashed [Teschner2003]
    depth_layers,     ///< columns of layers [Heidelberger2003]
    surface_overlap,  ///< exact measuring by surfaces: the divergence theorem
    sphere_tree,      ///< spheres in spheres, searched until a budget ends [Mendoza2005]
    feature_tree,     ///< boxes of vertices and edges over a distance or a step: `proximities`, `impacts`
};

/// The name as it stands in JSON.
constexpr std::string_view name(Detector detector) {
    switch (detector) {
        case Detector::none: return "none";
        case Detector::brute_force: return "brute_force";
        case Detector::box_tree: return "box_tree";
        case Detector::regularity: return "regularity";
        case Detector::gjk_cut: return "gjk_cut";
        case Detector::spatial_hash: return "spatial_hash";
        case Detector::depth_layers: return "depth_layers";
        case Detector::surface_overlap: return "surface_overlap";
        case Detector::sphere_tree: return "sphere_tree";
        case Detector::feature_tree: return "feature_tree";
    }
    return "";
}

/// What is wrong with an element of the input.
enum class FlawKind : std::uint8_t {
    not_finite,          ///< element is a vertex with a NaN or infinite coordinate; its triangles are set aside with it
    index_out_of_range,  ///< element is a triangle (of a volume: a tetrahedron) that names a vertex the body does not
                         ///< have
    degenerate,          ///< element is a triangle without area: a repeated vertex or three exactly collinear ones
    repeated_vertex,     ///< element is a tetrahedron that names a vertex twice
    repeated_element,    ///< element is a tetrahedron with the four vertices of an earlier one, which stays
    empty_body,          ///< the body has no usable triangle; element is 0
    duplicate_body,      ///< the body equals body number `element` in every position and triangle, and is set aside
                         ///< (SceneOptions::set_duplicates_aside)
    flat_tetrahedron,    ///< element is a tetrahedron without volume: nothing can be inside it
    inverted_tetrahedron,  ///< element is a tetrahedron turned inside out, unlike most of its body; it is answered for
};

/// The name as it stands in JSON.
constexpr std::string_view name(FlawKind kind) {
    switch (kind) {
        case FlawKind::not_finite: return "not_finite";
        case FlawKind::index_out_of_range: return "index_out_of_range";
        case FlawKind::degenerate: return "degenerate";
        case FlawKind::repeated_vertex: return "repeated_vertex";
        case FlawKind::repeated_element: return "repeated_element";
        case FlawKind::empty_body: return "empty_body";
        case FlawKind::duplicate_body: return "duplicate_body";
        case FlawKind::flat_tetrahedron: return "flat_tetrahedron";
        case FlawKind::inverted_tetrahedron: return "inverted_tetrahedron";
    }
    return "";
}

/// An element of the input with something wrong about it.
struct Flaw {
    BodyId body{};                         ///< whose element it is
    FlawKind kind = FlawKind::not_finite;  ///< what is wrong
    std::uint32_t element = 0;             ///< vertex, triangle, tetrahedron or body: see the kind
    auto operator<=>(const Flaw&) const = default;
};

/// Work done, counted: the same on any machine, for any number of threads and any vector width.
struct Counters {
    std::uint64_t regions = 0;       ///< regions, and pairs of regions, looked at
    std::uint64_t contours = 0;      ///< contours tested
    std::uint64_t cuts = 0;          ///< times that two lists of triangles were cut along a direction
    std::uint64_t box_tests = 0;     ///< pairs of bounding boxes compared
    std::uint64_t candidates = 0;    ///< pairs of triangles whose boxes overlap, handed to the filter
    std::uint64_t exact_tests = 0;   ///< candidates that the filter could not reject
    std::uint64_t sphere_tests = 0;  ///< pairs of spheres compared
    /// Of `intersections`: pairs found of each PairKind, those included that a budget did not keep.
    std::array<std::uint64_t, 4> pairs{};
    auto operator<=>(const Counters&) const = default;
};

/// Wall-clock time by stage.
struct Stages {
    double build =
        0;  ///< once per topology, in one question or in parts after several, and when a structure is rebuilt
    double update = 0;  ///< once per frame
    double find = 0;    ///< per question
};

/// Which limit ended a search. All but `resolution` are members of the question's budget; those that count work stop at
/// the same place on every machine and for any number of threads, `time` does not.
enum class Limit : std::uint8_t {
    none,          ///< the search ran to its end
    time,          ///< of every question
    candidates,    ///< of `intersections` and `penetrations`
    pairs,         ///< of `intersections` and `contacts_within`
    penetrations,  ///< of `penetrations`
    columns,       ///< of `overlap`
    points,        ///< of `contains`
    triangles,     ///< of `layers`
    tests,         ///< of `contacts_within`
    proximities,   ///< of `proximities`
    impacts,       ///< of `impacts`
    bytes,         ///< of `intersections`: all was searched and counted, but only the pairs that matter most are kept
    caller,        ///< the caller's Watch wanted no more
    resolution,    ///< of `overlap`: no finer columns would reach the tolerance; of layers by OpenGL: more than 255
};

/// The name as it stands in JSON.
constexpr std::string_view name(Limit limit) {
    switch (limit) {
        case Limit::none: return "none";
        case Limit::time: return "time";
        case Limit::candidates: return "candidates";
        case Limit::pairs: return "pairs";
        case Limit::penetrations: return "penetrations";
        case Limit::columns: return "columns";
        case Limit::points: return "points";
        case Limit::triangles: return "triangles";
        case Limit::tests: return "tests";
        case Limit::proximities: return "proximities";
        case Limit::impacts: return "impacts";
        case Limit::bytes: return "bytes";
        case Limit::caller: return "caller";
        case Limit::resolution: return "resolution";
    }
    return "";
}

/// How far a search is.
struct Progress {
    double done = 0;          ///< share of the work, 0 to 1; 0 as long as it is not known
    std::uint64_t pairs = 0;  ///< found so far
};

/// Told now and then how far a search is, on the thread that asked; false ends it.
using Watch = std::function<bool(const Progress&)>;

/// How a search ended and what it cost. Two things are told apart: a search that ended early (`stopped_by`), and
/// elements that took no part (`set_aside`).
struct Report {
    bool complete = true;  ///< the search ran to its end: no limit stopped it, and no contour was assumed to be simple
    Limit stopped_by = Limit::none;      ///< the limit that ended the search, if one did
    Detector detector = Detector::none;  ///< the one that answered
    bool rebuilt = false;  ///< a search structure was made anew, since bodies changed or its quality had fallen
    bool contours_assumed = false;  ///< contours were assumed to be simple: intersections may have been missed
    Counters counters;              ///< work done
    Stages milliseconds;            ///< time taken
    std::vector<Flaw> set_aside;    ///< elements that took no part; sorted
    std::vector<Flaw> noted;        ///< odd elements that took part like all others; sorted

    /// Whether elements were set aside that could be part of an answer. Triangles without area and tetrahedra without
    /// volume could not.
    [[nodiscard]] bool anything_left_out() const {
        for (const Flaw& flaw : set_aside) {
            if (flaw.kind != FlawKind::degenerate && flaw.kind != FlawKind::flat_tetrahedron) return true;
        }
        return false;
    }

    /// Whether an empty answer means clean: the search is complete, and nothing was left out.
    [[nodiscard]] bool all_examined() const { return complete && !anything_left_out(); }
};

/// Everything found, in canonical order, and how the search ended. It can be used as a range.
template <class Item>
struct Answer {
    std::vector<Item> items;  ///< what was found
    Report report;            ///< how the search ended

    [[nodiscard]] auto begin() const { return items.begin(); }        ///< of the items
    [[nodiscard]] auto end() const { return items.end(); }            ///< of the items
    [[nodiscard]] std::size_t size() const { return items.size(); }   ///< number of items
    [[nodiscard]] bool empty() const { return items.empty(); }        ///< no item was found
    const Item& operator[](std::size_t i) const { return items[i]; }  ///< item i, i < size()
};

}  // namespace pliant
