#include "curves/curve_sides.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simd/prefetch.hpp"
#include "surfaces/surface_borders.hpp"

namespace pliant::curves {

namespace {

constexpr std::uint32_t no_piece = Cells::none;

const TriangleRef& on_sheet(const CurveSegment& segment, std::uint32_t sheet) {
    return sheet == 0 ? segment.a : segment.b;
}

double signed_volume(const frame::Bodies& bodies, const frame::Body& body) {
    double sum = 0;
    const Vec3 origin = bodies.position(body.first_vertex);
    for (std::uint32_t t = body.first_triangle; t < body.first_triangle + body.triangles.size(); ++t) {
        if (!bodies.there(t)) continue;
        const auto [a, b, c] = bodies.corners(t);
        sum += dot(cross(a - origin, b - origin), c - origin);
    }
    return sum;
}

}  // namespace

int Facings::of(const frame::Bodies& bodies, const frame::Body& body) {
    auto known = std::find_if(known_.begin(), known_.end(), [&](const Known& k) { return k.body == body.id; });
    if (known == known_.end()) known = known_.insert(known_.end(), Known{body.id});
    if (known->times_remade != body.times_remade) {
        known->closed = body.unusable == 0 && surfaces::closed_by_numbers(body.triangles);
        known->times_remade = body.times_remade;
        known->version = ~std::uint64_t{0};
    }
    if (!known->closed || !body.flaws.empty()) return 0;
    if (known->version != body.version) {
        const double volume = signed_volume(bodies, body);
        known->facing = volume > 0 ? 1 : volume < 0 ? -1 : 0;
        known->version = body.version;
    }
    return known->facing;
}

void CurveSides::find(const Question& question, Curves& out) {
    vertices_.clear();
    vertices_of_side_.assign(2 * out.items.size(), {});
    for (std::uint32_t i = 0; i < out.items.size();) {
        Group group{i, i, &question.bodies.at(out.items[i].a), &question.bodies.at(out.items[i].b), {}};
        while (group.end < out.items.size() && out.items[group.end].a == group.a->id &&
               out.items[group.end].b == group.b->id) {
            ++group.end;
        }
        group.facing = {facings_.of(question.bodies, *group.a), facings_.of(question.bodies, *group.b)};
        find_group(question, group, out);
        i = group.end;
    }
}

void CurveSides::find_group(const Question& question, const Group& group, Curves& out) {
    pieces_.clear();
    piece_of_side_.assign(2 * (group.end - group.begin), no_piece);
    origin_ = out.points[out.segments[out.items[group.begin].first].points[0]].position;
    if (group.self()) {
        cut(question, group, 3, out);
    } else {
        cut(question, group, 1, out);
        cut(question, group, 2, out);
    }
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
            CurveSide& out_side = out.items[i].sides[sheet];
            out_side.body = sheet == 0 ? group.a->id : group.b->id;
            const std::uint32_t number = piece_of_side_[2 * (i - group.begin) + sheet];
            if (number == no_piece) continue;
            const Piece& piece = pieces_[number];
            vertices_of_side_[2 * i + sheet] = {piece.first_vertex, piece.vertices};
            out_side.bounded = true;
            out_side.first = piece.first;
            out_side.count = piece.count;
            out_side.area = std::max(piece.area, 0.0);
        }
    }
    write_volumes(group, out);
}

/// Follows a curve: its segments cut triangles, its points edges between them. Where neighbours are oriented
/// differently, left and right change places. Returns the sheets, by bits, on which they have when the curve comes
/// back.
unsigned CurveSides::follow(const Question& question, const Group& group, const Curves& out, std::uint32_t number,
                            unsigned sheets) {
    const Curve& curve = out.items[number];
    const CurveSegment* segments = out.segments.data() + curve.first;
    const std::array<std::uint32_t, 2> first_triangle{group.a->first_triangle, group.b->first_triangle};
    std::array<std::uint32_t, 2> left{side(group, number, 0), side(group, number, 1)};
    const auto triangles_of = [&](std::uint32_t i) {
        return std::array{first_triangle[0] + segments[i].a.triangle, first_triangle[1] + segments[i].b.triangle};
    };
    // A curve that leaves a triangle has the end of its edge to the left, one that enters it the start.
    const auto add_cut = [&](std::uint32_t point, std::uint32_t before) {
        surface_.add_cut(
            cells_, {question.points.keys()[point].half, before, point, Cells::none,
                     question.points.fair(point) ? out.points[point].along : std::numeric_limits<double>::quiet_NaN()});
    };
    const auto at_end = [&](std::uint32_t i, std::size_t k) {
        const std::uint32_t point = segments[i].points[k];
        const std::uint32_t sheet = sheet_of(question, point, triangles_of(i));
        if ((sheets >> sheet & 1) == 0) return;
        const bool up = ascending(question, point, triangles_of(i)[sheet]);
        add_cut(point, left[sheet] ^ (up == (k == 1) ? 1u : 0u));
    };
    if (!curve.closed) at_end(0, 0);
    unsigned turned = 0;
    for (std::uint32_t i = 0; i < curve.count; ++i) {
        prefetch(question, out, curve.first + i, first_triangle);
        const std::array<std::uint32_t, 2> triangles = triangles_of(i);
        for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
            if ((sheets >> sheet & 1) != 0) {
                surface_.add_chord(cells_, sheet, {triangles[sheet], curve.first + i, left[sheet]});
            }
        }
        const bool last = i + 1 == curve.count;
        if (last && !curve.closed) break;
        const std::uint32_t point = segments[i].points[1];
        const std::uint32_t sheet = sheet_of(question, point, triangles);
        if ((sheets >> sheet & 1) == 0) continue;
        const bool leaves_up = ascending(question, point, triangles[sheet]);
        const bool enters_up = ascending(question, point, triangles_of(last ? 0 : i + 1)[sheet]);
        add_cut(point, left[sheet] ^ (leaves_up ? 1u : 0u));
        if (leaves_up == enters_up) left[sheet] ^= 1;
    }
    if (!curve.closed) at_end(curve.count - 1, 1);
    for (std::uint32_t sheet = 0; sheet < 2 && curve.closed; ++sheet) {
        if (left[sheet] != side(group, number, sheet)) turned |= 1u << sheet;
    }
    return turned & sheets;
}

/// On which an edge meets the triangle of the other; neither at a vertex that two triangles share.
std::uint32_t CurveSides::sheet_of(const Question& question, std::uint32_t point,
                                   const std::array<std::uint32_t, 2>& triangles) {
    const CurvePoints::Key& key = question.points.keys()[point];
    return key.at_vertex() ? 2 : key.triangle == triangles[0] ? 1 : 0;
}

/// Whether vertex numbers ascend along the edge of a point, as a triangle runs.
bool CurveSides::ascending(const Question& question, std::uint32_t point, std::uint32_t triangle) {
    const std::uint32_t k = question.edges.half_in(question.points.keys()[point].half, triangle) % 3;
    const Triangle& corners = question.bodies.triangles()[triangle];
    return corners[k] < corners[k == 2 ? 0 : k + 1];
}

/// What follows a few segments later: random accesses.
void CurveSides::prefetch(const Question& question, const Curves& out, std::size_t segment,
                          const std::array<std::uint32_t, 2>& first_triangle) const {
    constexpr std::size_t ahead = 8;
    if (segment + ahead >= out.segments.size()) return;
    const CurveSegment& later = out.segments[segment + ahead];
    const std::uint32_t half = question.points.keys()[later.points[1]].half;
    question.edges.prefetch(half);
    cells_.prefetch_edge(half);
    surface_.prefetch_edge(half);
    for (const std::uint32_t triangle : {first_triangle[0] + later.a.triangle, first_triangle[1] + later.b.triangle}) {
        // Another group may follow.
        if (triangle >= question.bodies.triangles().size()) continue;
        simd::prefetch(&question.bodies.triangles()[triangle]);
        cells_.prefetch_triangle(triangle);
    }
}

/// Whether a closed curve of one body comes back with its two sheets swapped: it is one-sided.
bool CurveSides::changes_sheets(const Curves& out, const Curve& curve) {
    if (!curve.closed) return false;
    const CurveSegment &first = out.segments[curve.first], &last = out.segments[curve.first + curve.count - 1];
    const TriangleRef& met = out.points[first.points[0]].triangle;
    return (met == last.a) != (met == first.a);
}

/// `sheets`, a bit mask: 1 for a, 2 for b, 3 for both sheets of one body.
void CurveSides::cut(const Question& question, const Group& group, std::uint32_t sheets, Curves& out) {
    const frame::Body& body = sheets == 2 ? *group.b : *group.a;
    const std::size_t sides = 4 * std::size_t{group.end - group.begin};
    const Curve &first = out.items[group.begin], &last = out.items[group.end - 1];
    cells_.start(question.bodies, body, question.edges, sides);
    surface_.start(question.edges, first.first, last.first + last.count - first.first);
    const auto for_each_side = [&](const auto& visit) {
        for (std::uint32_t i = group.begin; i < group.end; ++i) {
            for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
                if ((sheets >> sheet & 1) != 0) visit(i, sheet);
            }
        }
    };
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        const unsigned turned = changes_sheets(out, out.items[i]) ? 3 : 0;
        const unsigned one_sided = turned | follow(question, group, out, i, sheets);
        for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
            if ((sheets >> sheet & 1) == 0) continue;
            if ((one_sided >> sheet & 1) != 0 || goes_around_end(out, out.items[i], sheet)) {
                cells_.join(side(group, i, sheet), side(group, i, sheet) ^ 1);
            }
        }
    }
    const auto moved = group.self()  ? geometry::Moved::nothing
                       : sheets == 2 ? geometry::Moved::edge
                                     : geometry::Moved::triangles;
    const CutSurface::Task task{question.bodies, question.edges, question.points.keys(), out, origin_,
                                moved,           group.begin,    group.end - group.begin};
    surface_.connect(task, sides, cells_);
    inner_.clear();
    bool open = false;  // some curve may bound a piece
    for_each_side([&](std::uint32_t i, std::uint32_t sheet) {
        const std::uint32_t left = side(group, i, sheet);
        if (!surface_.meets_edges(left)) inner_.push_back(left);
        open |= cells_.root(left) != cells_.root(left ^ 1);
    });
    if (!open) return;
    surface_.connect_inner(task, inner_, sheets, cells_);
    cells_.flood(question.bodies, question.edges);
    const std::size_t first_piece = pieces_.size();
    piece_of_root_.clear();
    for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
        if ((sheets >> sheet & 1) != 0) choose(group, sheet);
    }
    if (first_piece == pieces_.size()) return;
    const auto is_whole = [&](const Piece& piece) { return cells_.whole(piece.root); };
    if (!std::all_of(pieces_.begin() + std::ptrdiff_t(first_piece), pieces_.end(), is_whole)) {
        cells_.flood_rest(question.bodies, question.edges);
    }
    find_unsound(group, sheets);
    measures_.assign(pieces_.size(), {});
    surface_.measure(task, cells_, piece_of_root_, measures_, sheets);
    list_enclosed(question, body, first_piece, out);
    if (question.vertices) list_vertices();
}

/// Around the end of a curve its two sides are connected, unless it ends at an edge of this surface that has no second
/// triangle, or several.
bool CurveSides::goes_around_end(const Curves& out, const Curve& curve, std::uint32_t sheet) {
    for (std::size_t k = 0; k < 2 && !curve.closed; ++k) {
        const CurveSegment& segment = out.segments[k == 0 ? curve.first : curve.first + curve.count - 1];
        if (out.points[segment.points[k]].triangle == on_sheet(segment, sheet)) return true;
        if (curve.ends[k] == CurveEnd::missing || curve.ends[k] == CurveEnd::vertex) return true;
    }
    return false;
}

void CurveSides::choose(const Group& group, std::uint32_t sheet) {
    const int other_facing = group.facing[1 - sheet];
    const auto is_smaller = [&](std::uint32_t p, std::uint32_t q) {
        if (!cells_.whole(p) || !cells_.whole(q)) return cells_.whole(p);
        return cells_.size(p) <= cells_.size(q);
    };
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        const std::uint32_t left = side(group, i, sheet);
        const std::uint32_t left_root = cells_.root(left), right_root = cells_.root(left ^ 1);
        if (left_root == right_root) continue;
        // What lies behind a body that faces outwards is inside it: on a the left, on b the right.
        const bool left_inside =
            other_facing != 0 ? (other_facing > 0) == (sheet == 0) : is_smaller(left_root, right_root);
        const std::uint32_t root = left_inside ? left_root : right_root;
        if (piece_of_root_.size() <= root) piece_of_root_.resize(root + 1, no_piece);
        std::uint32_t& piece = piece_of_root_[root];
        if (piece == no_piece) {
            piece = static_cast<std::uint32_t>(pieces_.size());
            pieces_.push_back({root, sheet});
        }
        piece_of_side_[2 * (i - group.begin) + sheet] = piece;
    }
}

std::uint32_t CurveSides::piece_of(std::uint32_t element) {
    const std::uint32_t root = cells_.root(element);
    return root < piece_of_root_.size() ? piece_of_root_[root] : no_piece;
}

/// Pieces that some curve borders without enclosing them, as where surfaces cross themselves too.
void CurveSides::find_unsound(const Group& group, std::uint32_t sheets) {
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
            if ((sheets >> sheet & 1) == 0) continue;
            const std::uint32_t left = side(group, i, sheet);
            const std::uint32_t chosen = piece_of_side_[2 * (i - group.begin) + sheet];
            for (const std::uint32_t piece : {piece_of(left), piece_of(left ^ 1)}) {
                if (piece != no_piece && piece != chosen) pieces_[piece].sound = false;
            }
        }
    }
}

void CurveSides::list_enclosed(const Question& question, const frame::Body& body, std::size_t first_piece,
                               Curves& out) {
    entries_.clear();
    for (const std::uint32_t v : cells_.vertices()) {
        const std::uint32_t piece = piece_of(cells_.element_of(v));
        if (piece == no_piece) continue;
        const auto add = [&](std::uint32_t half) {
            const Triangle& t = question.bodies.triangles()[half / 3];
            if (v != t[half % 3] || v != std::min({t[0], t[1], t[2]}) || cells_.is_cut(half / 3)) return;
            if (question.bodies.soundness(half / 3) != frame::Bodies::Soundness::sound) return;
            entries_.push_back(std::uint64_t{piece} << 32 | half / 3);
        };
        for (const auto& [vertex, edge] : question.edges.around(v)) {
            if (vertex > v) question.edges.for_each_half(edge, add);
        }
    }
    std::sort(entries_.begin(), entries_.end());
    std::size_t at = 0;
    for (std::size_t p = first_piece; p < pieces_.size(); ++p) {
        Piece& piece = pieces_[p];
        piece.first = static_cast<std::uint32_t>(out.enclosed.size());
        piece.area = measures_[p].area;
        piece.volume = measures_[p].volume;
        for (; at < entries_.size() && entries_[at] >> 32 == p; ++at) {
            const auto t = static_cast<std::uint32_t>(entries_[at]);
            out.enclosed.push_back({body.id, t - body.first_triangle});
            const auto [a, b, c] = question.bodies.corners(t);
            const Vec3 normal = cross(b - a, c - a);
            piece.area += 0.5 * std::sqrt(dot(normal, normal));
            piece.volume += dot(normal, a - origin_) / 6;
        }
        piece.count = static_cast<std::uint32_t>(out.enclosed.size()) - piece.first;
    }
}

void CurveSides::list_vertices() {
    entries_.clear();
    for (const std::uint32_t v : cells_.vertices()) {
        const std::uint32_t piece = piece_of(cells_.element_of(v));
        if (piece != no_piece) entries_.push_back(std::uint64_t{piece} << 32 | v);
    }
    std::sort(entries_.begin(), entries_.end());
    for (const std::uint64_t entry : entries_) {
        Piece& piece = pieces_[entry >> 32];
        if (piece.vertices == 0) piece.first_vertex = static_cast<std::uint32_t>(vertices_.size());
        ++piece.vertices;
        vertices_.push_back(static_cast<std::uint32_t>(entry));
    }
}

/// Divergence theorem: pieces that meet along curves bound a volume; their cone volumes add up to it, whatever the
/// apex.
void CurveSides::write_volumes(const Group& group, Curves& out) {
    if (group.facing[0] == 0 || group.facing[1] == 0) return;
    parent_.resize(pieces_.size());
    for (std::uint32_t p = 0; p < parent_.size(); ++p) parent_[p] = p;
    const auto root = [&](std::uint32_t p) {
        while (parent_[p] != p) p = parent_[p] = parent_[parent_[p]];
        return p;
    };
    const auto pieces = [&](std::uint32_t curve) {
        const std::uint32_t* of = &piece_of_side_[2 * (curve - group.begin)];
        return std::array{of[0], of[1]};
    };
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        const auto [p, q] = pieces(i);
        if (p != no_piece && q != no_piece) {
            parent_[std::max(root(p), root(q))] = std::min(root(p), root(q));
        } else if (p != no_piece || q != no_piece) {
            pieces_[p != no_piece ? p : q].sound = false;
        }
    }
    volumes_.assign(pieces_.size(), {0, true});
    for (std::uint32_t p = 0; p < pieces_.size(); ++p) {
        auto& [volume, sound] = volumes_[root(p)];
        volume += pieces_[p].volume * group.facing[pieces_[p].sheet];
        sound &= pieces_[p].sound;
    }
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        const auto [p, q] = pieces(i);
        if (p == no_piece || q == no_piece) continue;
        const auto& [volume, sound] = volumes_[root(p)];
        if (sound) out.items[i].volume = std::max(volume, 0.0);
    }
}

}  // namespace pliant::curves
