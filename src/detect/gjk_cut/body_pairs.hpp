// The broad phase: which bodies' boxes overlap, and where.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "broad_phase/sweep.hpp"
#include "frame/query.hpp"
#include "numeric/box.hpp"

namespace pliant::gjk_cut {

using IntersectionQuery = frame::Query<IntersectionOptions>;

/// Every coordinate of the body.
bool all_finite(const frame::Body& body);

struct BodyBounds {
    Box<double> box;            // of its vertices that are finite
    BodyId body{};              // what the box is of,
    std::uint64_t version = 0;  // and at which positions
    bool takes_part = false;
    std::uint32_t partners = 0;  // bodies whose boxes overlap its own
    Box<double> wanted;          // where its triangles may meet something

    /// Its triangles were cut to the one region in which they may meet something.
    [[nodiscard]] bool cut_to_one_region() const { return partners == 1 && wanted.lo[0] > -HUGE_VAL; }
};

class BodyPairs {
public:
    /// Finds the boxes of bodies whose positions are new.
    void update(const frame::Bodies& bodies);

    /// Pairs of bodies whose boxes overlap, and bodies with themselves, as the query asks.
    void find(const IntersectionQuery& query);

    /// Indices of bodies, a <= b.
    [[nodiscard]] std::span<const broad_phase::Pair> pairs() const { return pairs_; }
    [[nodiscard]] std::span<const BodyBounds> bodies() const { return bodies_; }

private:
    void find_self(const IntersectionQuery& query);
    void find_between(const IntersectionQuery& query);

    std::vector<BodyBounds> bodies_;  // by index of body
    std::vector<broad_phase::Pair> pairs_;
    broad_phase::Sweep<double> sweep_;
};

}  // namespace pliant::gjk_cut
