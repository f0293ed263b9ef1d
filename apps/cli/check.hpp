// Results of `pliant check`, written as text and JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "check_clearance.hpp"
#include "check_curves.hpp"
#include "check_motion.hpp"
#include "check_regions.hpp"
#include "feature_marks.hpp"
#include "mesh/topology.hpp"
#include "source.hpp"
#include "tally.hpp"

namespace pliant::cli {

struct CheckedBody {
    std::string name;
    std::size_t vertices = 0;
    std::size_t triangles = 0;   // of the boundary, for tetrahedra
    std::size_t tetrahedra = 0;  // 0: a surface
    std::size_t polygons = 0;    // 0: every face in the file is a triangle
    bool closed = false;
    bool manifold = false;        // no edge has more than two triangles
    bool oriented = false;        // closed, and facing one way: it has a volume
    std::vector<Flaw> set_aside;  // in any of the frames; sorted
    std::vector<Flaw> noted;      // the same, of what was looked at nevertheless
};

/// Of a frame with tetrahedra.
struct CheckedPenetrations {
    std::size_t inside = 0;
    std::size_t on_boundary = 0;
    std::size_t known = 0;               // of both, on the list of accepted ones
    std::size_t known_edges = 0;         // likewise
    std::optional<std::size_t> edges;    // unless not asked for
    std::optional<Penetration> deepest;  // the same
    Stages milliseconds;
    std::vector<Penetration> list;            // left empty unless they are to be listed
    std::vector<EdgePenetration> edges_list;  // the same
};

/// Two bodies of which one is inside the other, or which coincide.
struct CheckedRelation {
    BodyRelation relation;
    std::optional<double> volume;  // shared, where both are closed; with its error
    double error = 0;
    bool known = false;
};

/// How deep two surfaces that meet are in each other; measured where both are closed.
struct CheckedDepth {
    BodyId a{}, b{};
    bool measured = false;
    double volume = 0, error = 0;
    std::optional<VertexPenetration> deepest;  // unless no vertex is inside
};

struct CheckedFrame {
    std::size_t frame = 0;
    std::string name;  // of its file; empty where frames have none
    Tally tally;
    std::uint64_t counted = 0;  // pairs found: more than those of `tally` where memory ended the list
    std::size_t known_pairs = 0;
    bool complete = true, all_examined = true;
    Limit stopped_by = Limit::none;
    bool any_left_out = false;
    bool motion_unknown = false;  // on the way from the frame before, which has another connectivity
    Detector detector = Detector::none;
    Stages milliseconds;
    Counters counters;
    double nesting_milliseconds = 0, depth_milliseconds = 0;
    std::vector<CheckedRegion> regions;  // worst first
    std::vector<CheckedRelation> relations;
    std::vector<BodyRelation> undecided;  // whether the one is inside the other
    bool nesting_unknown = false;         // of any: the pairs that it takes do not fit in memory
    std::vector<CheckedDepth> depths;     // left empty unless asked for
    std::vector<TrianglePair> pairs;      // left empty unless they are to be listed
    std::vector<Position> positions;      // of each pair, likewise
    /// Of the pairs that are listed; empty where the triangles are those of the files.
    std::vector<std::array<std::uint32_t, 2>> polygons;
    std::optional<CheckedPenetrations> penetrations;
    std::optional<CheckedCurves> curves;            // where asked for
    std::optional<CheckedImpacts> impacts;          // on the way from the frame before, where asked for
    std::optional<CheckedProximities> proximities;  // where clearance was asked for

    [[nodiscard]] bool found_anything() const;
    /// Anything that is not on the list of accepted findings.
    [[nodiscard]] bool found_news() const;
};

/// The frame that pictures and coloured meshes show: the worst, or the one asked for.
struct ShownFrame {
    std::size_t place = 0;  // in CheckResult::frames
    std::vector<TrianglePair> pairs;
    std::vector<Penetration> penetrations;    // vertices in tetrahedra
    std::vector<VertexPenetration> ways_out;  // vertices in closed surfaces; with CheckQuestions::depth
    DrawnFeatures features;
};

/// What is asked of every frame.
struct CheckQuestions {
    IntersectionOptions intersections;
    PenetrationOptions penetrations;
    std::optional<ImpactOptions> impacts;  // between frames
    std::optional<ProximityOptions> proximities;
    Clearance clearance;
    bool relations = true;
    bool known = false;  // there is a list of accepted findings
    bool depth = false;
    bool curves = false;
    bool keep_pairs = false;
    bool positions = false;                  // of the pairs that are kept
    std::optional<std::size_t> shown_frame;  // unset: the worst
};

struct CheckResult {
    CheckQuestions asked;
    std::vector<CheckedBody> bodies;
    std::vector<CheckedFrame> frames;
    std::size_t worst = 0;                  // the frame, by place in `frames`, of most severity; the first of equals
    std::vector<TrianglePair> worst_pairs;  // its pairs
    ShownFrame shown;
    Curves worst_curves;  // its curves, where asked for

    [[nodiscard]] bool clean() const;
    [[nodiscard]] bool found_news() const;
    [[nodiscard]] bool all_examined() const;
};

/// How lists are written.
struct CheckListing {
    bool pairs = false;
    bool positions = false;
    bool depths = false;
};

/// Schema 2, one line a frame.
/// `shard`, JSON as well, says which part of the frames it is; empty: it is all of them.
std::string check_as_json(const CheckResult& result, const Stage& stage, const CheckListing& listing,
                          const std::string& shard = {});

/// For people. The stage shows the worst frame. `welded`: equal positions are joined already.
std::string check_as_text(const CheckResult& result, const Stage& stage, bool welded);

/// The same of an answer that was read from JSON: without meshes, and without single features.
std::string merged_check_as_text(const CheckResult& result);

}  // namespace pliant::cli
