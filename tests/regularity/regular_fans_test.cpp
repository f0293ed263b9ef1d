// A triangle with regular fans meets none that shares a vertex with it, beyond what they share.
#include "detect/regularity/leaf_pair_tests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "narrow_phase/pair_tests.hpp"
#include "parallel/parallel.hpp"
#include "regularity/run_plan.hpp"

namespace pliant::regularity {
namespace {

using broad_phase::block_size;

constexpr std::uint32_t side = 17;  // vertices along a side of the sheet

/// A sheet of 512 triangles; each vertex is moved by up to `noise` edge lengths, so that some triangles fold over.
std::vector<std::array<float, 3>> crumpled(double noise, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(-noise, noise);
    std::vector<std::array<float, 3>> out;
    for (std::uint32_t i = 0; i < side * side; ++i) {
        out.push_back({static_cast<float>(i % side + any(random)), static_cast<float>(i / side + any(random)),
                       static_cast<float>(any(random))});
    }
    return out;
}

std::vector<Triangle> sheet() {
    std::vector<Triangle> out;
    for (std::uint32_t i = 0; i + 1 < side; ++i) {
        for (std::uint32_t k = 0; k + 1 < side; ++k) {
            const std::uint32_t a = i * side + k, b = a + side;
            out.push_back({a, a + 1, b});
            out.push_back({a + 1, b + 1, b});
        }
    }
    return out;
}

/// Leaves of 64 triangles in the order given.
struct Sheet {
    std::vector<Triangle> triangles = sheet();
    LeafBlocks blocks;
    LeafVertices vertices;

    Sheet() {
        std::vector<std::uint32_t> numbers(triangles.size());
        std::iota(numbers.begin(), numbers.end(), 0u);
        for (std::size_t first = 0; first < numbers.size(); first += leaf_capacity) {
            blocks.add(std::span(triangles).subspan(first, leaf_capacity),
                       std::span(numbers).subspan(first, leaf_capacity));
        }
        run_plan([&](Loops& loops) { vertices.plan(loops, blocks); });
    }
};

RegularFans::BlockOfLeaf block_of(std::uint32_t triangle) {
    return {triangle / leaf_capacity, static_cast<std::uint32_t>(triangle % leaf_capacity / block_size)};
}

struct Counts {
    std::size_t regular = 0, meeting = 0, neighbours = 0;
};

bool share_a_vertex(const Triangle& a, const Triangle& b) {
    return std::any_of(a.begin(), a.end(),
                       [&b](std::uint32_t v) { return std::find(b.begin(), b.end(), v) != b.end(); });
}

/// Of all pairs that share a vertex.
void check(const frame::Bodies& bodies, RegularFans& fans, const std::vector<Triangle>& triangles, Counts& counts) {
    fans.start_frame();
    for (std::uint32_t p = 0; p < triangles.size(); ++p) {
        for (std::uint32_t q = p + 1; q < triangles.size(); ++q) {
            if (!share_a_vertex(triangles[p], triangles[q])) continue;
            const std::uint64_t bits = fans.pairs(bodies, block_of(p), block_of(q));
            const bool is_regular = (bits >> (p % block_size * block_size + q % block_size) & 1) != 0;
            const bool met = narrow_phase::meet(bodies, p, q).has_value();
            ASSERT_FALSE(is_regular && met) << p << " and " << q;
            counts.regular += is_regular ? 1 : 0;
            counts.meeting += met ? 1 : 0;
            ++counts.neighbours;
        }
    }
}

TEST(RegularFans, MeetNoNeighbourBeyondWhatTheyShare) {
    const Sheet all;
    const std::vector<Triangle>& triangles = all.triangles;
    parallel::Workers workers(1);
    RegularFans fans;
    Counts counts;
    frame::Bodies bodies;
    auto positions = crumpled(0, 0);
    const BodyId id = bodies.add(Points(positions), triangles);
    for (unsigned frame = 0; frame < 40; ++frame) {  // flat again in between: nothing of the last frame may stay
        positions = crumpled(frame % 4 == 3 ? 0 : 0.2 * (1 + frame % 4), frame);
        bodies.move(id, Points(positions));
        bodies.update(workers);
        if (frame == 0) fans.build(bodies, all.blocks, all.vertices);
        check(bodies, fans, triangles, counts);
        if (HasFatalFailure()) FAIL() << "frame " << frame;
    }
    EXPECT_GT(counts.meeting, counts.neighbours / 1000);
    EXPECT_GT(counts.regular, counts.neighbours / 2);
}

TEST(RegularFans, AreAllThoseOfAFlatSheet) {
    const Sheet all;
    const std::vector<Triangle>& triangles = all.triangles;
    parallel::Workers workers(1);
    const auto positions = crumpled(0, 0);
    frame::Bodies bodies;
    bodies.add(Points(positions), triangles);
    bodies.update(workers);
    RegularFans fans;
    fans.build(bodies, all.blocks, all.vertices);
    Counts counts;
    check(bodies, fans, triangles, counts);
    // The two at corners of the sheet that have one triangle alone have a vertex that is no fan.
    EXPECT_GE(counts.regular + 30, counts.neighbours);
}

TEST(RegularFans, AreNoneWhereOneIsFoldedOver) {
    const Sheet all;
    const std::vector<Triangle>& triangles = all.triangles;
    parallel::Workers workers(1);
    auto positions = crumpled(0, 0);
    const std::uint32_t folded = 8 * side + 8;
    positions[folded] = {10.5f, 8.4f, 0};  // beyond its neighbours, in the same plane
    frame::Bodies bodies;
    bodies.add(Points(positions), triangles);
    bodies.update(workers);
    RegularFans fans;
    fans.build(bodies, all.blocks, all.vertices);
    fans.start_frame();
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        if (std::find(triangles[t].begin(), triangles[t].end(), folded) == triangles[t].end()) continue;
        const std::uint64_t bits = fans.pairs(bodies, block_of(t), block_of(t));
        EXPECT_EQ(bits >> (t % block_size * (block_size + 1)) & 1, 0u) << t;
    }
}

}  // namespace
}  // namespace pliant::regularity
