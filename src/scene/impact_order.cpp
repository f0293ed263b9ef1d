#include "scene/impact_order.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "simd/prefetch.hpp"

namespace pliant {

using frame::Bodies;
using narrow_phase::FoundImpact;

namespace {

// Four passes: after an even number each buffer holds what it held before, and so has room again in the next frame.
constexpr unsigned bits_per_pass = 8;
static_assert(32 / bits_per_pass % 2 == 0);

/// A time between 0 and 1 as a fraction of 32 bits, rounded down.
std::uint32_t bits_of(double time) { return static_cast<std::uint32_t>(std::min(time * 0x1p32, 0x1p32 - 1)); }

FeatureImpact translated(const Bodies& bodies, const FoundImpact& found) {
    const auto body_of = [&](std::uint32_t vertex) -> const frame::Body& {
        const auto all = bodies.all();
        return *std::prev(std::upper_bound(all.begin(), all.end(), vertex,
                                           [](std::uint32_t v, const frame::Body& b) { return v < b.first_vertex; }));
    };
    const frame::Body &a = body_of(found.vertices[0]), &b = body_of(found.vertices[3]);
    FeatureImpact out;
    out.kind = found.kind;
    out.body_a = a.id;
    out.body_b = b.id;
    const std::size_t split = found.kind == FeatureKind::vertex_triangle ? 1 : 2;
    for (std::size_t i = 0; i < 4; ++i) out.vertices[i] = found.vertices[i] - (i < split ? a : b).first_vertex;
    if (found.kind == FeatureKind::vertex_triangle) out.triangle = found.second - b.first_triangle;
    out.impact = found.impact;
    return out;
}

bool earlier(const FeatureImpact& a, const FeatureImpact& b) {
    if (a.impact.time != b.impact.time) return a.impact.time < b.impact.time;
    return static_cast<const FeaturePair&>(a) < static_cast<const FeaturePair&>(b);
}

}  // namespace

void ImpactOrder::add(std::span<const FoundImpact> found) {
    for (const FoundImpact& one : found) places_.push_back({bits_of(one.impact.time[0]), &one});
}

/// Radix sort; stable, from the lowest bits up.
void ImpactOrder::sort_by_bits() {
    scratch_.resize(places_.size());
    for (unsigned shift = 0; shift < 32; shift += bits_per_pass) {
        std::array<std::uint32_t, 1u << bits_per_pass> next{};
        const auto bucket = [&](const Place& place) { return place.bits >> shift & (next.size() - 1); };
        for (const Place& place : places_) ++next[bucket(place)];
        std::uint32_t before = 0;
        for (std::uint32_t& n : next) before += std::exchange(n, before);
        for (const Place& place : places_) scratch_[next[bucket(place)]++] = place;
        places_.swap(scratch_);
    }
}

/// By time; lists the places of equal times.
void ImpactOrder::sort() {
    sort_by_bits();
    ties_.clear();
    for (std::size_t begin = 0, end = 1; begin < places_.size(); begin = end++) {
        while (end < places_.size() && places_[end].bits == places_[begin].bits) ++end;
        if (end - begin == 1) continue;
        std::sort(places_.begin() + std::ptrdiff_t(begin), places_.begin() + std::ptrdiff_t(end),
                  [](const Place& a, const Place& b) { return a.time() < b.time(); });
        for (std::size_t i = begin, next = begin + 1; i < end; i = next++) {
            while (next < end && places_[next].time() == places_[i].time()) ++next;
            if (next - i > 1) ties_.push_back({i, next});
        }
    }
}

void ImpactOrder::write(const Bodies& bodies, std::size_t most, parallel::Workers& workers,
                        std::vector<FeatureImpact>& out) {
    sort();
    // All of those that are as early as the last one; then the least of them.
    std::size_t count = std::min(most, places_.size());
    for (const Range& tie : ties_) {
        if (tie.begin < count) count = std::max(count, tie.end);
    }
    out.resize(count);
    const parallel::Chunks chunks{count, 1024};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        constexpr std::size_t ahead = 8;  // the order of time is random in what was found
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            if (i + ahead < count) {
                const FoundImpact* later = places_[i + ahead].found;
                simd::prefetch(later);
                simd::prefetch(&later->impact.point);
            }
            out[i] = translated(bodies, *places_[i].found);
        }
    });
    for (const Range& tie : ties_) {
        if (tie.begin >= count) break;
        std::sort(out.begin() + std::ptrdiff_t(tie.begin), out.begin() + std::ptrdiff_t(tie.end), earlier);
    }
    out.resize(std::min(most, count));
}

}  // namespace pliant
