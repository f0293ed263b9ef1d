#include "detect/box_tree/pyramid.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "broad_phase/blocks.hpp"

namespace pliant::box_tree {

using broad_phase::block_of;
using broad_phase::block_size;
using broad_phase::blocks_for;
using broad_phase::BoxBlock;
using broad_phase::lane_of;
using broad_phase::slot_of;
using frame::Bodies;
using frame::Body;

namespace {

struct Item {
    std::array<float, 3> centre;  // three times the centroid: only the order matters
    std::uint32_t triangle;
};

float key(double a, double b, double c) {
    const auto sum = static_cast<float>(a + b + c);
    return std::isfinite(sum) ? sum : 0.0f;  // set aside or beyond float: its place does not matter
}

std::vector<Item> items_of(const Bodies& bodies, const Body& body) {
    std::vector<Item> items;
    items.reserve(body.triangles.size());
    for (std::uint32_t t = body.first_triangle; t < body.first_triangle + body.triangles.size(); ++t) {
        if (!bodies.usable(t)) continue;
        const auto [a, b, c] = bodies.triangles()[t];
        const Vec3 p = bodies.position(a), q = bodies.position(b), r = bodies.position(c);
        items.push_back({{key(p.x, q.x, r.x), key(p.y, q.y, r.y), key(p.z, q.z, r.z)}, t});
    }
    return items;
}

std::size_t widest_axis(std::span<const Item> items) {
    std::array<float, 3> lo = items[0].centre, hi = lo;
    for (const Item& item : items) {
        for (std::size_t k = 0; k < 3; ++k) {
            lo[k] = std::min(lo[k], item.centre[k]);
            hi[k] = std::max(hi[k], item.centre[k]);
        }
    }
    std::size_t widest = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (hi[k] - lo[k] > hi[widest] - lo[widest]) widest = k;
    }
    return widest;
}

/// Where to cut a run of items so that full subtrees stay whole: at a multiple of the largest power of eight below it.
std::size_t cut_of(std::size_t count) {
    std::size_t whole = block_size;
    while (whole * block_size < count) whole *= block_size;
    const std::size_t parts = (count + whole - 1) / whole;
    return parts / 2 * whole;
}

struct Range {
    std::size_t begin, end;
};

/// Cuts at the median along the widest axis; both halves are whole subtrees.
std::size_t cut(std::span<Item> items) {
    const std::size_t axis = widest_axis(items), middle = cut_of(items.size());
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(middle), items.end(),
                     [axis](const Item& p, const Item& q) {
                         return p.centre[axis] != q.centre[axis] ? p.centre[axis] < q.centre[axis]
                                                                 : p.triangle < q.triangle;
                     });
    return middle;
}

void sort_into_blocks(std::span<Item> items) {
    if (items.size() <= block_size) return;
    const std::size_t middle = cut(items);
    sort_into_blocks(items.first(middle));
    sort_into_blocks(items.subspan(middle));
}

/// The same with both halves of each cut in parallel.
void sort_into_blocks(std::span<Item> items, parallel::Workers& workers) {
    std::vector<Range> ranges{{0, items.size()}}, next;
    constexpr std::size_t enough = 32;
    while (ranges.size() < enough && ranges[0].end - ranges[0].begin > 16 * block_size) {
        std::vector<std::size_t> middles(ranges.size(), 0);
        workers.for_each(ranges.size(), [&](std::size_t i) {
            const auto part = items.subspan(ranges[i].begin, ranges[i].end - ranges[i].begin);
            if (part.size() > block_size) middles[i] = cut(part);
        });
        next.clear();
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            const std::size_t middle = ranges[i].begin + middles[i];
            if (middles[i] != 0) next.push_back({ranges[i].begin, middle});
            next.push_back({middle, ranges[i].end});
        }
        ranges = next;
    }
    workers.for_each(ranges.size(), [&](std::size_t i) {
        sort_into_blocks(items.subspan(ranges[i].begin, ranges[i].end - ranges[i].begin));
    });
}

/// Half the surface of a box; zero for an empty one.
double half_area(const Box<float>& box) {
    if (!(box.lo[0] <= box.hi[0])) return 0;
    const double x = double(box.hi[0]) - box.lo[0], y = double(box.hi[1]) - box.lo[1],
                 z = double(box.hi[2]) - box.lo[2];
    return x * y + y * z + z * x;
}

}  // namespace

void Pyramid::build(const Bodies& bodies, const Body& body, parallel::Workers& workers) {
    order(bodies, body, workers);
    const auto triangles = bodies.triangles();
    corners_.assign(blocks_for(triangles_.size()), broad_phase::CornerBlock{});
    for (std::size_t slot = 0; slot < triangles_.size(); ++slot) {
        for (std::size_t k = 0; k < 3; ++k) {
            corners_[block_of(slot)].vertex[k][lane_of(slot)] = triangles[triangles_[slot]][k];
        }
    }
    for (std::size_t slot = triangles_.size(); slot < slot_of(corners_.size(), 0); ++slot) {
        for (std::size_t k = 0; k < 3; ++k) {
            corners_.back().vertex[k][lane_of(slot)] = corners_.back().vertex[k][0];
        }
    }
    suspects_.assign(corners_.size(), 0);
    std::size_t height = 0;
    for (std::size_t blocks = corners_.size(); blocks > 0; blocks = blocks_for(blocks)) {
        if (height == levels_.size()) levels_.emplace_back();
        levels_[height++].assign(blocks, BoxBlock::empty());
        if (blocks == 1) break;
    }
    levels_.resize(height);
    just_built_ = true;
}

void Pyramid::order(const Bodies& bodies, const Body& body, parallel::Workers& workers) {
    std::vector<Item> items = items_of(bodies, body);
    if (!items.empty()) sort_into_blocks(items, workers);
    triangles_.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) triangles_[i] = items[i].triangle;
}

void Pyramid::grow_to(std::size_t height) {
    if (empty()) return;
    while (levels_.size() < height) levels_.emplace_back(1, BoxBlock::empty());
}

void Pyramid::refit(const Bodies& bodies, parallel::Workers& workers) {
    unsound_.clear();
    if (empty()) return;
    const parallel::Chunks chunks{corners_.size(), 32 * block_size};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        broad_phase::triangle_boxes(bodies.vertices(), corners_.data() + begin, end - begin, levels_[0].data() + begin,
                                    suspects_.data() + begin);
    });
    const std::size_t padding = slot_of(corners_.size(), 0) - triangles_.size();
    for (std::size_t lane = block_size - padding; lane < block_size; ++lane) levels_[0].back().clear(lane);
    if (padding > 0) suspects_.back() &= static_cast<std::uint8_t>(0xffu >> padding);
    for (std::size_t block = 0; block < suspects_.size(); ++block) {
        if (suspects_[block] != 0) set_aside_unsound(bodies, block);
    }
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
        broad_phase::unite(levels_[i].data(), 0, levels_[i].size(), levels_[i + 1].data());
    }
    if (just_built_) area_when_built_ = relative_block_area();
    just_built_ = false;
}

void Pyramid::set_aside_unsound(const Bodies& bodies, std::size_t block) {
    for (unsigned bits = suspects_[block]; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(bits));
        const std::uint32_t triangle = triangles_[slot_of(block, lane)];
        if (bodies.soundness(triangle) == Bodies::Soundness::sound) continue;
        levels_[0][block].clear(lane);
        unsound_.push_back(triangle);
    }
}

double Pyramid::relative_block_area() const {
    if (levels_.size() < 2) return 0;
    double area = 0;
    for (const BoxBlock& block : levels_[1]) {
        for (std::size_t lane = 0; lane < block_size; ++lane) {
            area += half_area({{block.lo[0][lane], block.lo[1][lane], block.lo[2][lane]},
                               {block.hi[0][lane], block.hi[1][lane], block.hi[2][lane]}});
        }
    }
    const double whole = half_area(box());
    return whole > 0 ? area / whole : 0;
}

Box<float> Pyramid::box() const {
    const BoxBlock& top = levels_.back().front();
    Box<float> box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lo[axis] = *std::min_element(top.lo[axis], top.lo[axis] + block_size);
        box.hi[axis] = *std::max_element(top.hi[axis], top.hi[axis] + block_size);
    }
    return box;
}

double Pyramid::looseness() const {
    const double area = relative_block_area();
    if (area_when_built_ > 0) return area / area_when_built_;
    // Built while all triangles lay in one place or were set aside: the order says nothing.
    return area > 0 ? std::numeric_limits<double>::infinity() : 1;
}

std::optional<Pyramid::BadBlock> Pyramid::first_flaw() const {
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
        for (std::size_t child = 0; child < levels_[i].size(); ++child) {
            const BoxBlock &below = levels_[i][child], &above = levels_[i + 1][block_of(child)];
            for (std::size_t lane = 0; lane < block_size; ++lane) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const bool contained = !(below.lo[axis][lane] <= below.hi[axis][lane]) ||
                                           (above.lo[axis][lane_of(child)] <= below.lo[axis][lane] &&
                                            below.hi[axis][lane] <= above.hi[axis][lane_of(child)]);
                    if (!contained) return BadBlock{i + 1, block_of(child)};
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace pliant::box_tree
