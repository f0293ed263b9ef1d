#include "spatial_hash/slots.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "numeric/orientation.hpp"

namespace pliant::spatial_hash {

using bodies::Bodies;
using bodies::Body;
using bodies::Tetrahedra;
using simd::block_size;

namespace {

// Enough for a mean; the frame's cost does not grow with them.
constexpr std::size_t sampled_tetrahedra = 1024;
constexpr std::size_t blocks_per_chunk = 1024;

bool finite(const Vec3& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

/// Every third bit from the lowest on.
std::uint64_t spread(std::uint64_t value) {
    value &= 0x1fffff;
    value = (value | value << 32) & 0x1f00000000ffff;
    value = (value | value << 16) & 0x1f0000ff0000ff;
    value = (value | value << 8) & 0x100f00f00f00f00f;
    value = (value | value << 4) & 0x10c30c30c30c30c3;
    return (value | value << 2) & 0x1249249249249249;
}

/// Places along a Morton curve through the box of a body.
class Curve {
public:
    Curve(const Bodies& bodies, const Body& body) {
        for (std::uint32_t v = body.first_vertex; v < body.first_vertex + body.vertices; ++v) {
            const Vec3 p = bodies.position(v);
            if (!finite(p)) continue;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                lo_[axis] = std::min(lo_[axis], p[axis]);
                hi_[axis] = std::max(hi_[axis], p[axis]);
            }
        }
    }

    [[nodiscard]] std::uint64_t place(const Vec3& p) const {
        std::uint64_t key = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double part = (p[axis] / 2 - lo_[axis] / 2) / (hi_[axis] / 2 - lo_[axis] / 2);
            // Not a number where the box is flat or the point is not finite.
            const double cell = part >= 0 ? std::min(part, 1.0) * 2097151 : 0;
            key |= spread(static_cast<std::uint64_t>(cell)) << axis;
        }
        return key;
    }

private:
    std::array<double, 3> lo_{infinity, infinity, infinity}, hi_{-infinity, -infinity, -infinity};
    static constexpr double infinity = std::numeric_limits<double>::infinity();
};

double distance(const simd::FloatVertex& a, const simd::FloatVertex& b) {
    const double x = double(a.x) - b.x, y = double(a.y) - b.y, z = double(a.z) - b.z;
    return std::sqrt(x * x + y * y + z * z);
}

}  // namespace

void Slots::build(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    tetrahedron_.clear();
    first_slot_.clear();
    for (std::size_t b = 0; b < bodies.all().size(); ++b) {
        first_slot_.push_back(count());
        order.clear();
        if (tetrahedra.first(b) == tetrahedra.first(b + 1)) continue;
        const Curve curve(bodies, bodies.all()[b]);
        for (std::uint32_t t = tetrahedra.first(b); t < tetrahedra.first(b + 1); ++t) {
            if (!tetrahedra.usable(t)) continue;
            const auto c = tetrahedra.corners(bodies, t);
            order.emplace_back(curve.place(0.25 * c[0] + 0.25 * c[1] + (0.25 * c[2] + 0.25 * c[3])), t);
        }
        std::sort(order.begin(), order.end());
        for (const auto& [key, t] : order) tetrahedron_.push_back(t);
    }
    first_slot_.push_back(count());
    blocks_.resize((count() + block_size - 1) / block_size);
    for (std::uint32_t slot = 0; slot < blocks_.size() * block_size; ++slot) {
        const Tetrahedron& t = tetrahedra.all()[tetrahedron_[std::min(slot, count() - 1)]];
        for (std::size_t i = 0; i < 4; ++i) blocks_[slot / block_size].vertex[i][slot % block_size] = t[i];
    }
}

void Slots::update(const Bodies& bodies, const Tetrahedra& tetrahedra, parallel::Workers& workers) {
    signs_.resize(blocks_.size());
    const parallel::Chunks chunks{blocks_.size(), blocks_per_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        simd::volume_signs(bodies.vertices(), blocks_.data(), chunks.begin(chunk), chunks.end(chunk), signs_.data());
    });
    judge_unsure(bodies, tetrahedra);
    list_inverted(bodies, tetrahedra);
}

/// Exact signs where the kernel could not tell, and how many are negative in each body.
void Slots::judge_unsure(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    flat_.clear();
    negative_.assign(bodies.all().size(), 0);
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        simd::VolumeSigns& signs = signs_[block];
        for (unsigned left = 0xffu & ~signs.positive; left != 0; left &= left - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(left));
            const auto slot = static_cast<std::uint32_t>(block * block_size + lane);
            if (slot >= count()) break;
            const std::uint32_t t = tetrahedron_[slot];
            const std::uint32_t body = tetrahedra.body_index(t);
            if (bodies.all()[body].set_aside) continue;
            if ((signs.negative >> lane & 1) == 0) {
                const auto c = tetrahedra.corners(bodies, t);
                if (!std::all_of(c.begin(), c.end(), finite)) continue;
                const int sign = orient3d(c[0], c[1], c[2], c[3]);
                if (sign == 0) flat_.push_back(t);
                if (sign > 0) signs.positive = static_cast<std::uint8_t>(signs.positive | 1u << lane);
                if (sign >= 0) continue;
                signs.negative = static_cast<std::uint8_t>(signs.negative | 1u << lane);
            }
            ++negative_[body];
        }
    }
}

/// Those whose sign is not that of most in their body; positive where there are as many of both.
void Slots::list_inverted(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    inverted_.clear();
    for (std::size_t body = 0; body < negative_.size(); ++body) {
        if (negative_[body] == 0) continue;
        std::uint32_t positive = 0;
        const auto bit = [&](std::uint32_t slot, bool of_positive) {
            const simd::VolumeSigns& signs = signs_[slot / block_size];
            return ((of_positive ? signs.positive : signs.negative) >> slot % block_size & 1) != 0;
        };
        for (std::uint32_t slot = first_slot_[body]; slot < first_slot_[body + 1]; ++slot) positive += bit(slot, true);
        const bool most_negative = negative_[body] > positive;
        for (std::uint32_t slot = first_slot_[body]; slot < first_slot_[body + 1]; ++slot) {
            if (!bit(slot, most_negative)) continue;
            const auto [id, element] = tetrahedra.reference(bodies, tetrahedron_[slot]);
            inverted_.push_back({id, FlawKind::inverted_tetrahedron, element});
        }
    }
    std::sort(inverted_.begin(), inverted_.end());
}

double Slots::mean_edge(const simd::FloatVertex* vertices) const {
    double sum = 0;
    std::size_t edges = 0;
    const std::size_t step = std::max<std::size_t>(1, count() / sampled_tetrahedra);
    for (std::size_t slot = 0; slot < count(); slot += step) {
        const simd::TetrahedronBlock& block = blocks_[slot / block_size];
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t k = i + 1; k < 4; ++k) {
                const double length = distance(vertices[block.vertex[i][slot % block_size]],
                                               vertices[block.vertex[k][slot % block_size]]);
                if (!std::isfinite(length)) continue;
                sum += length;
                ++edges;
            }
        }
    }
    return edges == 0 ? 0 : sum / static_cast<double>(edges);
}

}  // namespace pliant::spatial_hash
