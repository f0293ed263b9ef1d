#include "geometry/perturbed_signs.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "numeric/orientation.hpp"

namespace pliant::geometry {

namespace {

constexpr std::array all_axes{Along::x, Along::y, Along::z};

/// The 4 x 4 matrix of x, y, z, 1 with some rows and columns struck out. A term of the perturbed determinant is a
/// product of what some coordinates are moved by, no two in a row or column, times the minor of all others.
struct Minor {
    std::array<const Vec3*, 4> rows{};
    std::array<std::size_t, 3> columns{0, 1, 2};  // and the ones
    std::size_t row_count = 4;
    int sign = 1;

    void strike(const Vec3* row, std::size_t column) {
        const auto r = std::find(rows.begin(), rows.end(), row) - rows.begin();
        const auto c = std::find(columns.begin(), columns.end(), column) - columns.begin();
        if ((r + c) % 2 != 0) sign = -sign;
        std::copy(rows.begin() + r + 1, rows.end(), rows.begin() + r);
        std::copy(columns.begin() + c + 1, columns.end(), columns.begin() + c);
        --row_count;
    }

    [[nodiscard]] int value() const {
        if (row_count == 1) return sign;
        if (row_count == 2) {
            const double p = (*rows[0])[columns[0]], q = (*rows[1])[columns[0]];
            return p == q ? 0 : (p > q ? sign : -sign);
        }
        const std::size_t struck = 3 - columns[0] - columns[1];
        // Along y, orient2d looks at (z, x).
        return (struck == 1 ? -sign : sign) * orient2d(*rows[0], *rows[1], *rows[2], all_axes[struck]);
    }
};

/// Sign of the largest term that is not zero. Coordinate c of the row r moves by the power of e with the exponent
/// 2^(3 r + c), so that terms ordered by exponent are numbers ordered by size, a bit for each coordinate that moves.
int first_term(const std::array<const Vec3*, 4>& rows) {
    for (unsigned term = 1;; ++term) {
        Minor minor;
        minor.rows = rows;
        unsigned columns = 0;
        bool valid = std::popcount(term) <= 3;
        for (std::size_t r = 0; r < 4 && valid; ++r) {
            const unsigned moved = term >> 3 * r & 7;
            if (moved == 0) continue;
            valid = std::has_single_bit(moved) && (columns & moved) == 0;
            columns |= moved;
            if (valid) minor.strike(rows[r], static_cast<std::size_t>(std::countr_zero(moved)));
        }
        if (!valid) continue;
        if (const int sign = minor.value(); sign != 0) return sign;
    }
}

/// Sign of the scalar product of a normal with (e, e^2, e^3).
int first_component(const TriangleCorners& t) {
    for (const Along axis : all_axes) {
        if (const int sign = orient2d(t[0], t[1], t[2], axis); sign != 0) return sign;
    }
    return 0;
}

int first_component(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    for (const Along axis : all_axes) {
        if (const int sign = turn2d(a, b, c, d, axis); sign != 0) return sign;
    }
    return 0;
}

std::size_t corner_alone(const std::array<int, 3>& sides) {
    return sides[0] == sides[1] ? 2 : sides[0] == sides[2] ? 1 : 0;
}

}  // namespace

int perturbed_orient3d(const std::array<NumberedPoint, 4>& p) {
    const int given = orient3d(p[0].at, p[1].at, p[2].at, p[3].at);
    if (given != 0) return given;
    std::array<const NumberedPoint*, 4> sorted{&p[0], &p[1], &p[2], &p[3]};
    int parity = -1;  // det of the rows (x, y, z, 1) is minus orient3d
    for (std::size_t i = 1; i < 4; ++i) {
        for (std::size_t k = i; k > 0 && sorted[k]->number < sorted[k - 1]->number; --k) {
            std::swap(sorted[k], sorted[k - 1]);
            parity = -parity;
        }
    }
    return parity * first_term({&sorted[0]->at, &sorted[1]->at, &sorted[2]->at, &sorted[3]->at});
}

int PairSigns::a_corner(std::size_t i) const {
    if (perturbation_ == Perturbation::each_vertex) {
        return perturbed_orient3d(
            {{{b_[0], b_numbers_[0]}, {b_[1], b_numbers_[1]}, {b_[2], b_numbers_[2]}, {a_[i], a_numbers_[i]}}});
    }
    const int sign = orient3d(b_[0], b_[1], b_[2], a_[i]);
    return sign != 0 ? sign : -first_component(b_);
}

int PairSigns::b_corner(std::size_t i) const {
    if (perturbation_ == Perturbation::each_vertex) {
        return perturbed_orient3d(
            {{{a_[0], a_numbers_[0]}, {a_[1], a_numbers_[1]}, {a_[2], a_numbers_[2]}, {b_[i], b_numbers_[i]}}});
    }
    const int sign = orient3d(a_[0], a_[1], a_[2], b_[i]);
    return sign != 0 ? sign : first_component(a_);
}

int PairSigns::edges(std::size_t i, std::size_t k, std::size_t m, std::size_t n) const {
    if (perturbation_ == Perturbation::each_vertex) {
        return perturbed_orient3d(
            {{{a_[i], a_numbers_[i]}, {a_[k], a_numbers_[k]}, {b_[m], b_numbers_[m]}, {b_[n], b_numbers_[n]}}});
    }
    // det(u, c - a + moved, w) with the edges u and w: what is added is -moved . (u x w).
    const int sign = orient3d(a_[i], a_[k], b_[m], b_[n]);
    return sign != 0 ? sign : -first_component(a_[i], a_[k], b_[m], b_[n]);
}

PairSegment segment_of(const LoneCorners& lone) {
    // With the lone corner of each above the other's plane (else the other one is turned over), the segment runs along
    // normal(a) x normal(b), from the larger of A2 and B1 to the smaller of A1 and B2: points in which the edges from
    // the lone corner to the next (1) and to the last (2) meet the other's plane.
    const bool turned_a = !lone.b_above, turned_b = !lone.a_above;
    const auto corner = [](unsigned first, unsigned further, bool turned) {
        return static_cast<std::uint8_t>((first + (turned ? 3 - further : further)) % 3);
    };
    PairSegment segment;
    segment.any = true;
    using Owner = SegmentEnd::Owner;
    segment.ends[0] = lone.starts_in_b ? SegmentEnd{Owner::b, lone.b, corner(lone.b, 1, turned_b)}
                                       : SegmentEnd{Owner::a, lone.a, corner(lone.a, 2, turned_a)};
    segment.ends[1] = lone.ends_in_b ? SegmentEnd{Owner::b, lone.b, corner(lone.b, 2, turned_b)}
                                     : SegmentEnd{Owner::a, lone.a, corner(lone.a, 1, turned_a)};
    if (turned_a != turned_b) std::swap(segment.ends[0], segment.ends[1]);
    return segment;
}

PairSegment segment_of(const PairSigns& signs) {
    const std::array a{signs.a_corner(0), signs.a_corner(1), signs.a_corner(2)};
    if (a[0] == a[1] && a[0] == a[2]) return {};
    const std::array b{signs.b_corner(0), signs.b_corner(1), signs.b_corner(2)};
    if (b[0] == b[1] && b[0] == b[2]) return {};
    const std::size_t a0 = corner_alone(a), b0 = corner_alone(b);
    LoneCorners lone{static_cast<std::uint8_t>(a0), static_cast<std::uint8_t>(b0), a[a0] > 0, b[b0] > 0};
    std::size_t a1 = (a0 + 1) % 3, a2 = (a0 + 2) % 3, b1 = (b0 + 1) % 3, b2 = (b0 + 2) % 3;
    if (!lone.b_above) std::swap(a1, a2);
    if (!lone.a_above) std::swap(b1, b2);
    // Positive where the point on the edge of b comes later [Guigue2003].
    if (signs.edges(a0, a1, b0, b1) > 0 || signs.edges(a0, a2, b0, b2) < 0) return {};
    lone.starts_in_b = signs.edges(a0, a2, b0, b1) > 0;
    lone.ends_in_b = signs.edges(a0, a1, b0, b2) < 0;
    return segment_of(lone);
}

PairSegment segment_beyond_vertex(const PairSigns& signs, std::size_t a_shared, std::size_t b_shared) {
    const std::size_t a1 = (a_shared + 1) % 3, a2 = (a_shared + 2) % 3;
    const std::size_t b1 = (b_shared + 1) % 3, b2 = (b_shared + 2) % 3;
    const int above_a1 = signs.b_corner(b1), above_b1 = signs.a_corner(a1);
    if (above_a1 == signs.b_corner(b2) || above_b1 == signs.a_corner(a2)) return {};
    // As in meet_beyond_vertex: each reaches the common line in a ray from the vertex.
    if (above_a1 == above_b1) return {};
    PairSegment segment;
    segment.any = true;
    using Owner = SegmentEnd::Owner;
    const SegmentEnd vertex{Owner::both, static_cast<std::uint8_t>(a_shared), static_cast<std::uint8_t>(b_shared)};
    // The edge of a opposite to the vertex meets b where all three edges of b pass it on one side.
    const bool nearer_a = signs.edges(a1, a2, b1, b2) == above_a1;
    const SegmentEnd far = nearer_a
                               ? SegmentEnd{Owner::a, static_cast<std::uint8_t>(a1), static_cast<std::uint8_t>(a2)}
                               : SegmentEnd{Owner::b, static_cast<std::uint8_t>(b1), static_cast<std::uint8_t>(b2)};
    segment.ends = {vertex, far};
    if (above_b1 < 0) std::swap(segment.ends[0], segment.ends[1]);
    return segment;
}

}  // namespace pliant::geometry
