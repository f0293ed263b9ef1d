// Findings that were accepted: `check --write-known FILE` lists them, `check --known FILE` turns red on anything else.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <pliant/pliant.hpp>

#include "check.hpp"

namespace pliant::cli {

/// What two features go by in a list of accepted findings.
struct FeatureElement {
    enum class Kind : std::uint8_t { vertex, edge, triangle };
    BodyId body{};
    Kind kind = Kind::vertex;
    std::array<std::uint32_t, 2> numbers{};  // of an edge its ends, ascending; else one, and 0
    auto operator<=>(const FeatureElement&) const = default;
};
using FeatureElements = std::array<FeatureElement, 2>;

/// What all frames of a check found, gathered to be written as accepted.
class FoundSoFar {
public:
    void add(std::span<const TrianglePair> pairs);
    void add(std::span<const Penetration> penetrations);
    void add(std::span<const EdgePenetration> edges);
    void add(std::span<const BodyRelation> relations);
    void add(std::span<const Proximity> proximities);
    void add(std::span<const FeatureImpact> impacts);

    /// One region of triangles for what is connected over all frames. Bodies go by name.
    [[nodiscard]] std::string as_json(std::span<const CheckedBody> bodies, const Stage& stage) const;

private:
    std::vector<TrianglePair> pairs_;                               // sorted, each once
    std::set<std::tuple<BodyId, BodyId, std::uint32_t>> vertices_;  // body of the vertex, of the tetrahedron; vertex
    std::set<std::tuple<BodyId, BodyId, std::array<std::uint32_t, 2>>> edges_;  // the same; ends
    std::set<std::tuple<RelationKind, BodyId, BodyId>> relations_;
    std::set<FeatureElements> proximities_, impacts_;
};

/// Accepted features: two are known where both are in one region, that is, where a chain of accepted ones joins them.
class KnownFeatures {
public:
    void add(const FeatureElement& element, std::uint32_t region) { region_of_[element] = region; }
    [[nodiscard]] bool has(const FeaturePair& features) const;

private:
    std::map<FeatureElement, std::uint32_t> region_of_;
};

/// The accepted findings of a file. A pair is known where both triangles are in one accepted region of their bodies.
class Known {
public:
    /// Nothing is known.
    Known() = default;
    /// Throws UsageError that names the file, where it is no such list or a body has another number of triangles now.
    Known(const std::string& file, std::span<const CheckedBody> bodies);

    [[nodiscard]] bool has(const TrianglePair& pair) const;
    [[nodiscard]] bool has(const Penetration& penetration) const;
    [[nodiscard]] bool has(const EdgePenetration& edge) const;
    [[nodiscard]] bool has(const BodyRelation& relation) const;
    [[nodiscard]] const KnownFeatures& proximities() const { return proximities_; }
    [[nodiscard]] const KnownFeatures& impacts() const { return impacts_; }
    /// Of every pair, whether it is known; empty where nothing is.
    [[nodiscard]] std::vector<char> flags(std::span<const TrianglePair> pairs) const;

private:
    std::map<TriangleRef, std::vector<std::uint32_t>> regions_of_;  // ascending numbers of regions
    std::set<std::tuple<BodyId, BodyId, std::uint32_t>> vertices_;
    std::set<std::tuple<BodyId, BodyId, std::array<std::uint32_t, 2>>> edges_;
    std::set<std::tuple<RelationKind, BodyId, BodyId>> relations_;
    KnownFeatures proximities_, impacts_;
};

}  // namespace pliant::cli
