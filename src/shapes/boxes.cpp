// Boxes of cubic cells. For volumes each cell is split into six tetrahedra around its diagonal [Kuhn1960], conforming
// between neighbours.
#include <algorithm>
#include <utility>

#include "shapes/meshes.hpp"

namespace pliant::shapes {

namespace {

constexpr std::uint32_t none = 0xffffffff;

using Lattice = std::array<std::uint32_t, 3>;

constexpr Lattice lattice(BoxCells n) { return {n.x, n.y, n.z}; }

// Edge paths from corner 0 to corner 7 of a cell, one per permutation of x, y, z; bit 0 = x. Each path is a
// tetrahedron; odd permutations have their inner corners swapped, which keeps every volume positive.
constexpr std::array<Lattice, 6> cell_ways{{{1, 3, 7}, {5, 1, 7}, {3, 2, 7}, {2, 6, 7}, {4, 5, 7}, {6, 4, 7}}};

constexpr Triangle face_of(const Tetrahedron& t, std::size_t face) {
    switch (face) {
        case 0: return {t[1], t[2], t[3]};
        case 1: return {t[0], t[3], t[2]};
        case 2: return {t[0], t[1], t[3]};
        default: return {t[0], t[2], t[1]};
    }
}

// Whether three vertices lie on one side of the box.
bool on_boundary(const Mesh& box, const Triangle& face, const Lattice& size) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double at = box.positions[face[0]][axis];
        if (at != 0 && at != size[axis]) continue;
        if (box.positions[face[1]][axis] == at && box.positions[face[2]][axis] == at) return true;
    }
    return false;
}

void add_boundary(Mesh& box, const Lattice& size) {
    for (const Tetrahedron& t : box.tetrahedra)
        for (std::size_t face = 0; face < 4; ++face)
            if (on_boundary(box, face_of(t, face), size)) box.triangles.push_back(face_of(t, face));
}

class SurfaceBuilder {
public:
    explicit SurfaceBuilder(BoxCells cells) : size_(lattice(cells)) {
        number_.assign((std::size_t{size_[0]} + 1) * (size_[1] + 1) * (size_[2] + 1), none);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            add_side(axis, false);
            add_side(axis, true);
        }
    }

    Mesh take() { return std::move(mesh_); }

private:
    std::uint32_t vertex(const Lattice& p) {
        std::uint32_t& number = number_[(std::size_t{p[2]} * (size_[1] + 1) + p[1]) * (size_[0] + 1) + p[0]];
        if (number == none) {
            number = static_cast<std::uint32_t>(mesh_.positions.size());
            mesh_.positions.push_back({double(p[0]), double(p[1]), double(p[2])});
        }
        return number;
    }

    void add_side(std::size_t axis, bool far_side) {
        // Counter-clockwise from outside: right and up are swapped on the near side.
        const std::size_t right = (axis + (far_side ? 1 : 2)) % 3, up = (axis + (far_side ? 2 : 1)) % 3;
        Lattice at{};
        at[axis] = far_side ? size_[axis] : 0;
        for (at[up] = 0; at[up] < size_[up]; ++at[up])
            for (at[right] = 0; at[right] < size_[right]; ++at[right]) add_cell(at, right, up);
    }

    void add_cell(const Lattice& at, std::size_t right, std::size_t up) {
        Lattice b = at, c = at, d = at;
        ++b[right], ++c[right], ++c[up], ++d[up];
        const std::uint32_t va = vertex(at), vb = vertex(b), vc = vertex(c), vd = vertex(d);
        mesh_.triangles.push_back({va, vb, vc});
        mesh_.triangles.push_back({va, vc, vd});
    }

    Lattice size_;
    std::vector<std::uint32_t> number_;  // of the vertex at each lattice point
    Mesh mesh_;
};

}  // namespace

Mesh tetra_box(BoxCells n) {
    Mesh mesh;
    for (std::uint32_t z = 0; z <= n.z; ++z)
        for (std::uint32_t y = 0; y <= n.y; ++y)
            for (std::uint32_t x = 0; x <= n.x; ++x) mesh.positions.push_back({double(x), double(y), double(z)});
    const std::uint32_t line = n.x + 1, layer = line * (n.y + 1);
    const auto corner = [&](std::uint32_t cell, std::uint32_t way) {
        return cell + way % 2 + way / 2 % 2 * line + way / 4 * layer;
    };
    for (std::uint32_t z = 0; z < n.z; ++z)
        for (std::uint32_t y = 0; y < n.y; ++y)
            for (std::uint32_t x = 0; x < n.x; ++x)
                for (const Lattice& way : cell_ways) {
                    const std::uint32_t cell = x + y * line + z * layer;
                    mesh.tetrahedra.push_back({cell, corner(cell, way[0]), corner(cell, way[1]), corner(cell, way[2])});
                }
    add_boundary(mesh, lattice(n));
    return mesh;
}

Mesh box_surface(BoxCells cells) { return SurfaceBuilder(cells).take(); }

void append(Mesh& mesh, const Mesh& piece) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), piece.positions.begin(), piece.positions.end());
    for (const Triangle& t : piece.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

}  // namespace pliant::shapes
