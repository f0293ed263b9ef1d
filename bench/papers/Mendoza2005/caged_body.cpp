#include "caged_body.hpp"

#include <algorithm>
#include <cmath>

#include "io/io.hpp"
#include "shapes/meshes.hpp"

namespace pliant::bench {

namespace {

using Point = std::array<double, 3>;

struct Box {
    Point lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300};
};

Box box_of(const std::vector<Point>& points) {
    Box box;
    for (const Point& p : points) {
        for (std::size_t k = 0; k < 3; ++k) {
            box.lo[k] = std::min(box.lo[k], p[k]);
            box.hi[k] = std::max(box.hi[k], p[k]);
        }
    }
    return box;
}

/// Cells along each side, with a rim of empty ones.
class Cells {
public:
    Cells(const Box& box, unsigned along) {
        double longest = 0;
        for (std::size_t k = 0; k < 3; ++k) longest = std::max(longest, box.hi[k] - box.lo[k]);
        size_ = longest / along;
        for (std::size_t k = 0; k < 3; ++k) {
            count_[k] = static_cast<unsigned>(std::ceil((box.hi[k] - box.lo[k]) / size_)) + 3;
            lo_[k] = box.lo[k] - 1.25 * size_;
        }
        kept_.assign(std::size_t{count_[0]} * count_[1] * count_[2], 1);
    }

    /// All that can be reached from the rim without passing a cell that holds surface is left out.
    void leave_out_outside(const std::vector<Point>& surface) {
        std::vector<std::uint8_t> full(kept_.size(), 0);
        for (const Point& p : surface) full[number(p)] = 1;
        std::vector<std::size_t> open{0};
        kept_[0] = 0;
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            const std::size_t x = at % count_[0], y = at / count_[0] % count_[1], z = at / count_[0] / count_[1];
            const auto visit = [&](bool there, std::size_t next) {
                if (!there || kept_[next] == 0 || full[next] != 0) return;
                kept_[next] = 0;
                open.push_back(next);
            };
            const std::size_t row = count_[0], layer = row * count_[1];
            visit(x > 0, at - 1);
            visit(x + 1 < count_[0], at + 1);
            visit(y > 0, at - row);
            visit(y + 1 < count_[1], at + row);
            visit(z > 0, at - layer);
            visit(z + 1 < count_[2], at + layer);
        }
    }

    void write(CagedBody& out) const {
        const shapes::Mesh grid = shapes::tetra_box({count_[0], count_[1], count_[2]});
        std::vector<Point> positions;
        for (const Point& p : grid.positions) {
            positions.push_back({lo_[0] + size_ * p[0], lo_[1] + size_ * p[1], lo_[2] + size_ * p[2]});
        }
        std::vector<std::uint32_t> renumbered(positions.size(), ~0u);
        for (Tetrahedron t : grid.tetrahedra) {
            Point middle{};
            for (const std::uint32_t v : t) {
                for (std::size_t k = 0; k < 3; ++k) middle[k] += positions[v][k] / 4;
            }
            if (kept_[number(middle)] == 0) continue;
            for (std::uint32_t& v : t) {
                if (renumbered[v] == ~0u) {
                    renumbered[v] = static_cast<std::uint32_t>(out.cage.size());
                    out.cage.push_back(positions[v]);
                }
                v = renumbered[v];
            }
            out.tetrahedra.push_back(t);
        }
    }

private:
    [[nodiscard]] std::size_t number(const Point& p) const {
        std::array<std::size_t, 3> at{};
        for (std::size_t k = 0; k < 3; ++k) at[k] = static_cast<std::size_t>((p[k] - lo_[k]) / size_);
        return (at[2] * count_[1] + at[1]) * count_[0] + at[0];
    }

    double size_ = 1;
    Point lo_{};
    std::array<unsigned, 3> count_{};
    std::vector<std::uint8_t> kept_;
};

}  // namespace

CagedBody read_caged(const std::filesystem::path& file, double x, unsigned cells_along) {
    io::Mesh mesh = io::read_mesh(file);
    CagedBody body;
    body.triangles = std::move(mesh.triangles);
    const Box box = box_of(mesh.positions);
    double longest = 0;
    for (std::size_t k = 0; k < 3; ++k) longest = std::max(longest, box.hi[k] - box.lo[k]);
    for (Point p : mesh.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = (p[k] - 0.5 * (box.lo[k] + box.hi[k])) / longest;
        p[0] += x;
        body.surface.push_back(p);
    }
    Cells cells(box_of(body.surface), cells_along);
    cells.leave_out_outside(body.surface);
    cells.write(body);
    body.skin = make_skin(body.surface, {body.cage, body.tetrahedra});
    return body;
}

}  // namespace pliant::bench
