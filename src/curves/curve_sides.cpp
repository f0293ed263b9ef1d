#include "curves/curve_sides.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "surfaces/surface_borders.hpp"

namespace pliant::curves {

namespace {

constexpr std::uint32_t no_piece = ~0u;

const TriangleRef& on_sheet(const CurveSegment& segment, std::uint32_t sheet) {
    return sheet == 0 ? segment.a : segment.b;
}

/// Whether a triangle runs along an edge from its first vertex to its second.
bool runs_along(const Triangle& t, std::uint32_t from, std::uint32_t to) {
    return (t[0] == from && t[1] == to) || (t[1] == from && t[2] == to) || (t[2] == from && t[0] == to);
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
    list_chords(group, out);
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

void CurveSides::list_chords(const Group& group, const Curves& out) {
    for (auto& chords : chords_) chords.clear();
    joined_.assign(2 * (group.end - group.begin), 0);
    for (std::uint32_t i = group.begin; i < group.end; ++i) add_chords(group, out, i);
}

/// Follows both sheets. Where neighbours are oriented differently, left and right change places.
void CurveSides::add_chords(const Group& group, const Curves& out, std::uint32_t number) {
    const Curve& curve = out.items[number];
    const auto segments = std::span(out.segments).subspan(curve.first, curve.count);
    const std::array<const frame::Body*, 2> bodies{group.a, group.b};
    std::array<std::uint32_t, 2> turned{};
    const auto pass = [&](const CurveSegment& from, const CurveSegment& to) {
        const CurvePoint& point = out.points[from.points[1]];
        const std::uint32_t sheet = point.triangle == from.a ? 1 : 0;  // of the edge
        const frame::Body& body = *bodies[sheet];
        const auto along = [&](const TriangleRef& t) {
            return runs_along(body.triangles[t.triangle], point.edge[0], point.edge[1]);
        };
        if (along(on_sheet(from, sheet)) == along(on_sheet(to, sheet))) turned[sheet] ^= 1;
        return point.triangle == (sheet == 1 ? to.a : to.b);  // the sheets have not changed places
    };
    for (std::uint32_t i = 0; i < segments.size(); ++i) {
        for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
            const std::uint32_t triangle = bodies[sheet]->first_triangle + on_sheet(segments[i], sheet).triangle;
            chords_[group.self() ? 0 : sheet].push_back(
                {triangle, curve.first + i, side(group, number, sheet) ^ turned[sheet]});
        }
        if (i + 1 < segments.size()) pass(segments[i], segments[i + 1]);
    }
    auto* joined = &joined_[2 * (number - group.begin)];
    if (curve.closed) {
        const bool two_sheets = pass(segments.back(), segments.front());
        for (std::uint32_t sheet = 0; sheet < 2; ++sheet) joined[sheet] = !two_sheets || turned[sheet] != 0 ? 1 : 0;
    }
}

/// By triangle; chords of one triangle stay in the order of their segments.
void CurveSides::sort_chords(const frame::Body& body) {
    std::vector<Chord>& chords = chords_[0];
    if (chords.size() < body.triangles.size() / 16) {
        std::sort(chords.begin(), chords.end(), [](const Chord& p, const Chord& q) {
            return std::tuple(p.triangle, p.segment, p.left) < std::tuple(q.triangle, q.segment, q.left);
        });
        return;
    }
    places_.assign(body.triangles.size() + 1, 0);
    for (const Chord& c : chords) ++places_[c.triangle - body.first_triangle];
    std::uint32_t before = 0;
    for (std::uint32_t& place : places_) before += std::exchange(place, before);
    sorted_.resize(chords.size());
    for (const Chord& c : chords) sorted_[places_[c.triangle - body.first_triangle]++] = c;
    chords.swap(sorted_);
}

/// `sheets`: 1 for those on a, 2 for those on b, 3 for both of one body.
void CurveSides::cut(const Question& question, const Group& group, std::uint32_t sheets, Curves& out) {
    const frame::Body& body = sheets == 2 ? *group.b : *group.a;
    if (sheets == 2) chords_[0].swap(chords_[1]);
    sort_chords(body);
    cells_.start(question.bodies, 4 * (group.end - group.begin));
    const auto moved = group.self()  ? geometry::Moved::nothing
                       : sheets == 2 ? geometry::Moved::edge
                                     : geometry::Moved::triangles;
    const CutSurface::Task task{question.bodies, body, out, origin_, moved};
    surface_.cut(task, chords_[0], cells_);
    for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
        if ((sheets >> sheet & 1) == 0) continue;
        for (std::uint32_t i = group.begin; i < group.end; ++i) join_open_ends(group, out, i, sheet);
        join_inner(task, group, out, sheet);
    }
    cells_.flood(question.bodies, question.around);
    const std::size_t first_piece = pieces_.size();
    piece_of_root_.clear();
    for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
        if ((sheets >> sheet & 1) != 0) choose(question, group, sheet);
    }
    if (first_piece == pieces_.size()) return;
    find_unsound(group, sheets);
    measure_parts();
    list_enclosed(question, body, first_piece, out);
    if (question.vertices) list_vertices();
}

/// Around the end of a curve its two sides are connected, unless it ends at an edge of this surface that has no second
/// triangle, or several.
void CurveSides::join_open_ends(const Group& group, const Curves& out, std::uint32_t number, std::uint32_t sheet) {
    const Curve& curve = out.items[number];
    const std::uint32_t left = side(group, number, sheet);
    bool joined = joined_[2 * (number - group.begin) + sheet] != 0;
    for (std::size_t k = 0; k < 2 && !curve.closed; ++k) {
        const CurveSegment& segment = out.segments[k == 0 ? curve.first : curve.first + curve.count - 1];
        const bool inside_triangle = out.points[segment.points[k]].triangle == on_sheet(segment, sheet);
        const bool goes_on = curve.ends[k] == CurveEnd::missing || curve.ends[k] == CurveEnd::vertex;
        joined |= inside_triangle || goes_on;
    }
    if (joined) cells_.join(left, left ^ 1);
}

void CurveSides::join_inner(const CutSurface::Task& task, const Group& group, const Curves& out, std::uint32_t sheet) {
    const std::vector<Chord>& chords = chords_[0];
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        const std::uint32_t left = side(group, i, sheet);
        const Curve& curve = out.items[i];
        if (surface_.meets_edges(left)) continue;
        const std::uint32_t triangle = task.body.first_triangle + on_sheet(out.segments[curve.first], sheet).triangle;
        const auto by_triangle = [](const Chord& p, const Chord& q) { return p.triangle < q.triangle; };
        const auto [begin, end] = std::equal_range(chords.begin(), chords.end(), Chord{triangle, 0, 0}, by_triangle);
        const auto own = [&](const Chord& c) { return c.left / 2 == left / 2; };
        bool connected = false;
        // Any of its segments will do; the first may be too short to tell.
        std::size_t tries = 0;
        for (auto c = std::find_if(begin, end, own); c != end && !connected && tries < 8; ++tries) {
            connected = surface_.connect_inner(task, {begin, end}, *c, cells_);
            c = std::find_if(c + 1, end, own);
        }
        if (!connected) cells_.join(left, left ^ 1);
    }
}

void CurveSides::choose(const Question& question, const Group& group, std::uint32_t sheet) {
    const int other_facing = group.facing[1 - sheet];
    const auto is_smaller = [&](std::uint32_t p, std::uint32_t q) {
        if (!cells_.whole(p) || !cells_.whole(q)) return cells_.whole(p);
        return cells_.size(p) <= cells_.size(q);
    };
    if (other_facing != 0) cells_.flood_rest(question.bodies, question.around);
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

void CurveSides::measure_parts() {
    for (const BorderPiece& part : surface_.pieces()) {
        const std::uint32_t piece = piece_of(part.element);
        if (piece == no_piece) continue;
        pieces_[piece].area += part.area;
        pieces_[piece].volume += part.volume;
    }
}

void CurveSides::list_enclosed(const Question& question, const frame::Body& body, std::size_t first_piece,
                               Curves& out) {
    entries_.clear();
    for (const std::uint32_t v : cells_.vertices()) {
        const std::uint32_t piece = piece_of(cells_.element_of(v));
        if (piece == no_piece) continue;
        for (const std::uint32_t t : question.around.around(v)) {
            const auto [a, b, c] = question.bodies.triangles()[t];
            if (v != std::min({a, b, c}) || cells_.is_cut(t)) continue;
            if (question.bodies.soundness(t) != frame::Bodies::Soundness::sound) continue;
            entries_.push_back(std::uint64_t{piece} << 32 | t);
        }
    }
    std::sort(entries_.begin(), entries_.end());
    std::size_t at = 0;
    for (std::size_t p = first_piece; p < pieces_.size(); ++p) {
        Piece& piece = pieces_[p];
        piece.first = static_cast<std::uint32_t>(out.enclosed.size());
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

/// Pieces that meet along curves bound a volume together. Its cone volumes add up to it, whatever the origin.
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
