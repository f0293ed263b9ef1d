// Findings that were accepted: `check --write-known FILE` lists them, `check --known FILE` turns red on anything else.
#pragma once

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

/// What all frames of a check found, gathered to be written as accepted.
class FoundSoFar {
public:
    void add(std::span<const TrianglePair> pairs);
    void add(std::span<const Penetration> penetrations);
    void add(std::span<const BodyRelation> relations);

    /// One region of triangles for what is connected over all frames. Bodies go by name.
    [[nodiscard]] std::string as_json(std::span<const CheckedBody> bodies, const Stage& stage) const;

private:
    std::vector<TrianglePair> pairs_;                               // sorted, each once
    std::set<std::tuple<BodyId, BodyId, std::uint32_t>> vertices_;  // body of the vertex, of the tetrahedron; vertex
    std::set<std::tuple<RelationKind, BodyId, BodyId>> relations_;
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
    [[nodiscard]] bool has(const BodyRelation& relation) const;
    /// Of every pair, whether it is known; empty where nothing is.
    [[nodiscard]] std::vector<char> flags(std::span<const TrianglePair> pairs) const;

private:
    std::map<TriangleRef, std::vector<std::uint32_t>> regions_of_;  // ascending numbers of regions
    std::set<std::tuple<BodyId, BodyId, std::uint32_t>> vertices_;
    std::set<std::tuple<RelationKind, BodyId, BodyId>> relations_;
};

}  // namespace pliant::cli
