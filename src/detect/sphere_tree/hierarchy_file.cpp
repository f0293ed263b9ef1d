#include "detect/sphere_tree/hierarchy_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>

#include "detect/sphere_tree/pieces.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::sphere_tree {

namespace {

constexpr std::array<char, 8> magic{'p', 'l', 'i', 'a', 'n', 't', 'S', 'T'};
constexpr std::uint32_t version = 1;
constexpr std::size_t sum_at = 16, body_at = 24;

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

std::uint64_t check_sum(std::span<const std::byte> bytes) {
    std::uint64_t sum = 14695981039346656037u;
    for (const std::byte b : bytes) sum = (sum ^ std::to_integer<std::uint64_t>(b)) * 1099511628211u;
    return sum;
}

class Writer {
public:
    void number(std::uint64_t value, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
    void put(std::uint32_t value) { number(value, 4); }
    void put(double value) { number(std::bit_cast<std::uint64_t>(value), 8); }
    template <class T, std::size_t n>
    void put(const std::array<T, n>& values) {
        for (const T& value : values) put(value);
    }
    void put(const SurfacePiece& piece) {
        put(piece.triangle);
        put(piece.cut);
    }
    void put(const RigidLink& link) {
        put(link.cage);
        put(link.weights);
        put(link.along);
    }
    template <class T>
    void put_all(const std::vector<T>& values) {
        for (const T& value : values) put(value);
    }

    std::vector<std::byte> out;
};

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::uint64_t number(std::size_t bytes) {
        if (bytes_.size() - at_ < bytes) refuse("ends too early");
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i) value |= std::to_integer<std::uint64_t>(bytes_[at_ + i]) << (8 * i);
        at_ += bytes;
        return value;
    }
    std::uint32_t word() { return static_cast<std::uint32_t>(number(4)); }
    void get(std::uint32_t& value) { value = word(); }
    void get(double& value) { value = std::bit_cast<double>(number(8)); }
    template <class T, std::size_t n>
    void get(std::array<T, n>& values) {
        for (T& value : values) get(value);
    }
    void get(SurfacePiece& piece) {
        get(piece.triangle);
        get(piece.cut);
    }
    void get(RigidLink& link) {
        get(link.cage);
        get(link.weights);
        get(link.along);
    }
    /// Allocates only what the bytes at hand can fill.
    template <class T>
    void get_all(std::vector<T>& values, std::size_t count, std::size_t bytes_each) {
        if ((bytes_.size() - at_) / bytes_each < count) refuse("ends too early");
        values.resize(count);
        for (T& value : values) get(value);
    }
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
};

SphereHierarchy read_body(Reader& in) {
    SphereHierarchy out;
    out.vertices = in.word();
    out.triangles = in.word();
    out.mark = in.number(8);
    const std::size_t pieces = in.word(), cuts = in.word(), nodes = in.word(), levels = in.word(), centres = in.word(),
                      errors = in.word();
    in.get_all(out.pieces, pieces, 8);
    in.get_all(out.cuts, cuts, 72);
    in.get_all(out.begin, nodes, 4);
    in.get_all(out.end, nodes, 4);
    in.get_all(out.first_child, nodes + 1, 4);
    in.get_all(out.level, levels + 1, 4);
    in.get_all(out.centres, centres, 60);
    in.get_all(out.errors, errors, 8);
    if (in.left() != 0) refuse("goes on behind its end");
    return out;
}

bool good_pieces(const SphereHierarchy& h) {
    return std::all_of(h.pieces.begin(), h.pieces.end(), [&](const SurfacePiece& p) {
        return p.triangle < h.triangles && (p.cut == SurfacePiece::whole || p.cut < h.cuts.size());
    });
}

constexpr int most_halvings = 100;  // beyond which nothing is left of a triangle

/// On which side of the line from p to q a point of a triangle is; weights are its coordinates.
double side(const std::array<double, 3>& p, const std::array<double, 3>& q, const std::array<double, 3>& r) {
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/// Whether some cuts are the remains of a region that was bisected repeatedly, from a corner to the middle of the
/// edge across from it: the whole of it then, and nothing twice. Where no cut lies across such a line it was halved
/// there; another such line is not possible, since medians meet in thirds.
bool is_halved_into(const CutCorners& region, std::span<std::uint32_t> parts, const std::vector<CutCorners>& cuts,
                    int halvings) {
    if (parts.size() == 1) return cuts[parts[0]] == region;
    if (parts.empty() || halvings == most_halvings) return false;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::size_t i = (corner + 1) % 3, j = (corner + 2) % 3;
        std::array<double, 3> middle{};
        for (std::size_t k = 0; k < 3; ++k) middle[k] = (region[i][k] + region[j][k]) / 2;
        const double side_of_j = side(region[corner], middle, region[j]);
        const auto with_j = [&](const std::array<double, 3>& p) { return side(region[corner], middle, p) * side_of_j; };
        const auto is_across = [&](std::uint32_t part) {
            const auto& [p, q, r] = cuts[part];
            return std::min({with_j(p), with_j(q), with_j(r)}) < 0 && std::max({with_j(p), with_j(q), with_j(r)}) > 0;
        };
        if (std::any_of(parts.begin(), parts.end(), is_across)) continue;
        const auto split = std::partition(parts.begin(), parts.end(), [&](std::uint32_t part) {
            const auto& [p, q, r] = cuts[part];
            return std::max({with_j(p), with_j(q), with_j(r)}) > 0;
        });
        CutCorners half_of_j = region, half_of_i = region;
        half_of_j[i] = middle;
        half_of_i[j] = middle;
        return is_halved_into(half_of_j, {parts.begin(), split}, cuts, halvings + 1) &&
               is_halved_into(half_of_i, {split, parts.end()}, cuts, halvings + 1);
    }
    return false;
}

/// The pieces of each triangle are the whole of it, each part once. How many triangles there are is but a claim: the
/// memory goes by the pieces.
bool whole_triangles(const SphereHierarchy& h) {
    std::vector<SurfacePiece> pieces = h.pieces;
    std::sort(pieces.begin(), pieces.end(), [](const SurfacePiece& p, const SurfacePiece& q) {
        return p.triangle != q.triangle ? p.triangle < q.triangle : p.cut < q.cut;
    });
    std::vector<std::uint32_t> parts;
    for (std::size_t i = 0; i < pieces.size();) {
        const std::uint32_t triangle = pieces[i].triangle;
        parts.clear();
        bool some_whole = false;
        for (; i < pieces.size() && pieces[i].triangle == triangle; ++i) {
            parts.push_back(pieces[i].cut);
            some_whole |= pieces[i].cut == SurfacePiece::whole;
        }
        if (some_whole ? parts.size() != 1 : !is_halved_into(uncut, parts, h.cuts, 0)) return false;
    }
    return true;
}

/// Children come after their parents, share out their pieces and follow one another.
bool good_nodes(const SphereHierarchy& h) {
    const std::uint32_t nodes = h.nodes();
    if (nodes == 0 || h.begin[0] != 0 || h.end[0] != h.pieces.size()) return false;
    if (h.first_child[0] != 1 || h.first_child[nodes] != nodes) return false;
    for (std::uint32_t i = 0; i < nodes; ++i) {
        const std::uint32_t first = h.first_child[i], last = h.first_child[i + 1];
        if (h.begin[i] > h.end[i] || first <= i || first > last || last > nodes) return false;
        std::uint32_t at = h.begin[i];
        for (std::uint32_t k = first; k < last; ++k) {
            if (h.begin[k] != at || h.end[k] < at) return false;
            at = h.end[k];
        }
        if (first != last && at != h.end[i]) return false;
    }
    return true;
}

/// A level is made of the children of the level before.
bool good_levels(const SphereHierarchy& h) {
    if (h.level.size() < 2 || h.level[0] != 0 || h.level[1] != 1 || h.level.back() != h.nodes()) return false;
    for (std::size_t i = 1; i + 1 < h.level.size(); ++i) {
        if (h.level[i] >= h.level[i + 1] || h.level[i + 1] != h.first_child[h.level[i]]) return false;
    }
    return h.errors.empty() || h.errors.size() + 1 == h.level.size();
}

bool good_centres(const SphereHierarchy& h) {
    return h.centres.size() <= h.nodes() && std::all_of(h.centres.begin(), h.centres.end(), [&](const RigidLink& link) {
               const auto [i, j, k] = link.cage;
               return (i == 0 && j == 0 && k == 0) || std::max({i, j, k}) < h.vertices;
           });
}

}  // namespace

const char* flaw_of(const SphereHierarchy& h) {
    if (h.end.size() != h.begin.size() || h.first_child.size() != h.begin.size() + 1 || !good_nodes(h)) {
        return "the spheres are not a tree";
    }
    if (!good_levels(h)) return "the levels do not follow one another";
    if (!good_pieces(h)) return "a piece names a triangle or a cut that is not there";
    if (!whole_triangles(h)) return "the pieces of a triangle are not the whole of it";
    if (!good_centres(h)) return "a centre names a vertex that is not there";
    return nullptr;
}

void mend_check_sum(std::span<std::byte> bytes) {
    if (bytes.size() < body_at) return;
    const std::uint64_t sum = check_sum(bytes.subspan(body_at));
    for (std::size_t i = 0; i < 8; ++i) bytes[sum_at + i] = static_cast<std::byte>(sum >> (8 * i));
}

}  // namespace pliant::sphere_tree

namespace pliant {

using namespace sphere_tree;

std::vector<std::byte> save_sphere_hierarchy(const SphereHierarchy& hierarchy) {
    Writer writer;
    for (const char c : magic) writer.out.push_back(static_cast<std::byte>(c));
    writer.put(version);
    writer.put(0u);
    writer.number(0, 8);
    writer.put(hierarchy.vertices);
    writer.put(hierarchy.triangles);
    writer.number(hierarchy.mark, 8);
    for (const std::size_t count :
         {hierarchy.pieces.size(), hierarchy.cuts.size(), hierarchy.begin.size(),
          std::max<std::size_t>(hierarchy.level.size(), 1) - 1, hierarchy.centres.size(), hierarchy.errors.size()}) {
        writer.put(static_cast<std::uint32_t>(count));
    }
    writer.put_all(hierarchy.pieces);
    writer.put_all(hierarchy.cuts);
    writer.put_all(hierarchy.begin);
    writer.put_all(hierarchy.end);
    writer.put_all(hierarchy.first_child);
    writer.put_all(hierarchy.level);
    writer.put_all(hierarchy.centres);
    writer.put_all(hierarchy.errors);
    mend_check_sum(writer.out);
    return std::move(writer.out);
}

SphereHierarchy load_sphere_hierarchy(std::span<const std::byte> bytes) {
    const parallel::FloatingPointMode mode;
    const auto same = [](char c, std::byte b) { return static_cast<std::byte>(c) == b; };
    if (bytes.size() < magic.size() || !std::equal(magic.begin(), magic.end(), bytes.begin(), same)) {
        refuse("is not a sphere tree");
    }
    Reader in(bytes.subspan(magic.size()));
    const std::uint32_t found = in.word();
    if (found != version) refuse("is of version " + std::to_string(found) + ", not " + std::to_string(version));
    in.word();
    const std::uint64_t sum = in.number(8);
    // Truncation is reported first: the checksum would be wrong as well.
    SphereHierarchy hierarchy = read_body(in);
    if (check_sum(bytes.subspan(body_at)) != sum) refuse("is damaged: its check sum does not fit");
    if (const char* flaw = flaw_of(hierarchy)) refuse(flaw);
    return hierarchy;
}

}  // namespace pliant
