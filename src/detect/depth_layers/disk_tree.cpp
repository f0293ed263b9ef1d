#include "detect/depth_layers/disk_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pliant::depth_layers {

namespace {

using broad_phase::block_size;

constexpr std::size_t blocks_per_chunk = 128;
/// In the frame, whose sides are 1 at most: floats of points within it are off by 2^-25, the place of one in the frame
/// of a disk by less than 2^-21.
constexpr double rounding = 0x1p-19;

/// A part of the surface: a point of the disk's axis, the normal, and how far the part reaches.
struct Disk {
    Vec3 centre, normal;
    double radius = 0, height = 0;
};

Vec3 direction_of(const Vec3& v) {
    const double length = std::sqrt(dot(v, v));
    return length > 0 ? 1 / length * v : Vec3{0, 0, 1};
}

Vec3 rounded(const Vec3& v) {
    return {double(static_cast<float>(v.x)), double(static_cast<float>(v.y)), double(static_cast<float>(v.z))};
}

/// Of a point, in the frame of a disk.
struct Place {
    double along, across;
};

Place place_in(const Disk& disk, const Vec3& p) {
    const Vec3 way = p - disk.centre;
    const double along = dot(way, disk.normal);
    const Vec3 across = way - along * disk.normal;
    return {std::abs(along), std::sqrt(dot(across, across))};
}

Disk disk_of(std::span<const Corners> triangles) {
    Vec3 sum, normal;
    for (const auto& [a, b, c] : triangles) {
        sum = sum + a + b + c;
        normal = normal + cross(b - a, c - a);
    }
    Disk disk{rounded(1 / (3 * double(triangles.size())) * sum), rounded(direction_of(normal))};
    for (const Corners& corners : triangles) {
        for (const Vec3& p : corners) {
            const auto [along, across] = place_in(disk, p);
            disk.height = std::max(disk.height, along);
            disk.radius = std::max(disk.radius, across);
        }
    }
    return disk;
}

Disk disk_of(std::span<const Disk> parts) {
    Vec3 sum, normal;
    for (const Disk& part : parts) {
        sum = sum + part.centre;
        normal = normal + part.radius * part.radius * part.normal;
    }
    Disk disk{rounded(1 / double(parts.size()) * sum), rounded(direction_of(normal))};
    for (const Disk& part : parts) {
        const auto [along, across] = place_in(disk, part.centre);
        const double cosine = std::abs(dot(disk.normal, part.normal));
        const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine)) + 0x1p-20;
        disk.height = std::max(disk.height, along + part.height * cosine + part.radius * sine);
        disk.radius = std::max(disk.radius, across + part.height * sine + part.radius);
    }
    return disk;
}

float raised(double reach) {
    return std::nextafter(static_cast<float>(reach + rounding), std::numeric_limits<float>::infinity());
}

void store(const Disk& disk, DiskBlock& block, std::size_t lane) {
    for (std::size_t k = 0; k < 3; ++k) {
        block.centre[k][lane] = static_cast<float>(disk.centre[k]);
        block.normal[k][lane] = static_cast<float>(disk.normal[k]);
    }
    block.radius[lane] = raised(disk.radius);
    block.height[lane] = raised(disk.height);
}

Disk load(const DiskBlock& block, std::size_t lane) {
    const auto point = [lane](const float(&rows)[3][block_size]) {
        return Vec3{double(rows[0][lane]), double(rows[1][lane]), double(rows[2][lane])};
    };
    return {point(block.centre), point(block.normal), double(block.radius[lane]), double(block.height[lane])};
}

DiskBlock empty_block() {
    DiskBlock block{};
    std::fill(std::begin(block.radius), std::end(block.radius), -std::numeric_limits<float>::infinity());
    return block;
}

bool is_empty(const DiskBlock& block, std::size_t lane) { return block.radius[lane] < 0; }

Disk disk_around(const DiskBlock& block) {
    std::array<Disk, block_size> parts;
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < block_size; ++lane) {
        if (!is_empty(block, lane)) parts[count++] = load(block, lane);
    }
    return disk_of(std::span<const Disk>(parts).first(count));
}

CornersBlock corners_of(std::span<const Corners, block_size> triangles) {
    CornersBlock block;
    for (std::size_t lane = 0; lane < block_size; ++lane) {
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) block.corner[i][k][lane] = static_cast<float>(triangles[lane][i][k]);
        }
    }
    return block;
}

}  // namespace

/// Fills `triangles_`; the last block repeats its first triangle.
void DiskTree::order(const LocalSurface& surface, parallel::Workers& workers) {
    items_.clear();
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const auto& corners = surface.triangles[t];
        if (corners[0] == corners[1] && corners[1] == corners[2]) continue;
        const auto [p, q, r] = surface.corners(t);
        if (std::isnan(p.z + q.z + r.z)) continue;
        const Vec3 sum = p + q + r;
        items_.push_back({{broad_phase::place(sum.x), broad_phase::place(sum.y), broad_phase::place(sum.z)}, t});
    }
    broad_phase::sort_into_blocks(items_, workers);
    triangles_.resize(broad_phase::blocks_for(items_.size()) * block_size);
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
        triangles_[i] = items_[i < items_.size() ? i : i / block_size * block_size].id;
    }
}

void DiskTree::build(const LocalSurface& surface, parallel::Workers& workers) {
    order(surface, workers);
    const std::size_t leaves = triangles_.size() / block_size;
    corners_.resize(leaves);
    height_ = 0;
    for (std::size_t parts = leaves; parts > 0; parts = broad_phase::blocks_for(parts)) {
        if (height_ == levels_.size()) levels_.emplace_back();
        levels_[height_++].assign(broad_phase::blocks_for(parts), empty_block());
        if (parts <= block_size) break;
    }
    const parallel::Chunks chunks{leaves, blocks_per_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::array<Corners, block_size> of;
        for (std::size_t leaf = chunks.begin(chunk); leaf < chunks.end(chunk); ++leaf) {
            for (std::size_t lane = 0; lane < block_size; ++lane) {
                of[lane] = surface.corners(triangles_[broad_phase::slot_of(leaf, lane)]);
            }
            corners_[leaf] = corners_of(of);
            store(disk_of(std::span<const Corners>(of)), levels_[0][broad_phase::block_of(leaf)],
                  broad_phase::lane_of(leaf));
        }
    });
    for (std::size_t level = 1; level < height_; ++level) {
        for (std::size_t i = 0; i < levels_[level - 1].size(); ++i) {
            store(disk_around(levels_[level - 1][i]), levels_[level][broad_phase::block_of(i)],
                  broad_phase::lane_of(i));
        }
    }
}

}  // namespace pliant::depth_layers
