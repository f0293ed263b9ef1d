#include "detect/regularity/strips.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace pliant::regularity {

using frame::Bodies;

namespace {

// Walks tried for a leaf; the one with the shortest strips is taken.
constexpr std::size_t walks_per_leaf = 16;
// Degenerate windows, which repeat a vertex, lead from a triangle to one that shares no edge with it.
constexpr std::size_t windows_to_restart = 5;

std::size_t next(std::size_t edge) { return edge == 2 ? 0 : edge + 1; }
std::size_t next_but_one(std::size_t edge) { return edge == 0 ? 2 : edge - 1; }

enum class Turn { first, second };

/// Fills one strip after the other up to its length.
class Layer {
public:
    Layer(std::size_t windows, LeafStrips& out) : windows_(windows), out_(out) {
        out_.windows = static_cast<std::uint32_t>(windows);
        out_.vertices.assign((windows + 2) * strips_per_leaf, 0);
        out_.turns.assign(windows, 0);
    }

    /// Windows left in the current strip.
    [[nodiscard]] std::size_t windows_left() const { return strip_ == none_yet ? 0 : windows_ + 2 - used_; }
    [[nodiscard]] std::uint32_t first_of_edge() const { return edge_[0]; }

    /// Adds a vertex, which replaces the first or the second vertex of the edge.
    void put(std::uint32_t vertex, Turn turn) {
        out_.vertices[used_ * strips_per_leaf + strip_] = vertex;
        if (used_ >= 2 && turn == Turn::first) out_.turns[used_ - 2] |= static_cast<std::uint8_t>(1u << strip_);
        ++used_;
        edge_[turn == Turn::first ? 0 : 1] = vertex;
    }

    /// Goes on to the next strip; false where there is none.
    bool begin_strip() {
        end_strip();
        if (++strip_ == strips_per_leaf) return false;
        used_ = 0;
        return true;
    }

    /// Pads the strips left over by repeating a vertex.
    void end() {
        const std::uint32_t any = out_.vertices[0];
        while (begin_strip()) begin_edge(any, any);
    }

    void begin_edge(std::uint32_t a, std::uint32_t b) {
        put(a, Turn::first);
        put(b, Turn::second);
    }

private:
    static constexpr std::size_t none_yet = static_cast<std::size_t>(-1);

    void end_strip() {
        while (strip_ != none_yet && used_ < windows_ + 2) put(edge_[0], Turn::first);
    }

    std::size_t windows_, strip_ = none_yet, used_ = 0;
    std::array<std::uint32_t, 2> edge_{};
    LeafStrips& out_;
};

}  // namespace

void StripMaker::make(const Bodies& bodies, std::uint32_t leaf, LeafStrips& out) {
    read_leaf(bodies, leaf);
    const std::size_t shortest = (faces_.size() + strips_per_leaf - 1) / strips_per_leaf;
    std::size_t best = most_windows;
    LeafStrips tried;
    const std::size_t walks = std::min(walks_per_leaf, faces_.size());
    for (std::size_t i = 0; i < walks && best > shortest; ++i) {
        walk_from(static_cast<std::uint8_t>(i * faces_.size() / walks));
        for (std::size_t windows = shortest; windows < best; ++windows) {
            if (!lay(windows, tried)) continue;
            best = windows;
            std::swap(out, tried);
        }
    }
    out.leaf = leaf;
    out.triangles = static_cast<std::uint32_t>(faces_.size());
}

void StripMaker::read_leaf(const Bodies& bodies, std::uint32_t leaf) {
    faces_.clear();
    const std::uint32_t* triangles = hierarchy_.triangles.data() + std::size_t{leaf} * leaf_capacity;
    const std::uint32_t size = hierarchy_.leaf_size[leaf];
    place_.resize(bodies.triangles().size());
    for (std::uint32_t k = 0; k < size; ++k) place_[triangles[k]] = static_cast<std::uint8_t>(k);
    for (std::uint32_t k = 0; k < size; ++k) {
        const std::uint32_t t = triangles[k];
        Face face{edges_.corners(bodies, t), {}, 0};
        for (std::size_t edge = 0; edge < 3; ++edge) {
            const std::uint32_t across = edges_.across[3 * std::size_t{t} + edge];
            const bool inside = across != none && hierarchy_.leaf_of_triangle[across] == leaf;
            face.beyond[edge] = inside ? place_[across] : no_face;
            if (inside) face.neighbours |= std::uint64_t{1} << face.beyond[edge];
        }
        faces_.push_back(face);
    }
}

/// Walks from neighbour to neighbour; at a dead end, restarts from another triangle.
void StripMaker::walk_from(std::uint8_t first) {
    walk_.clear();
    left_ = ~std::uint64_t{0} >> (64 - faces_.size());
    std::uint8_t face = first, entry = no_edge;
    for (;;) {
        left_ &= ~(std::uint64_t{1} << face);
        Stop stop{face, entry, no_edge};
        stop.exit = best_exit(stop);
        walk_.push_back(stop);
        if (left_ == 0) return;
        if (stop.exit == no_edge) {
            face = best_start();
            entry = no_edge;
            continue;
        }
        const Face &here = faces_[face], &there = faces_[here.beyond[stop.exit]];
        const std::uint32_t from = here.corners[next(stop.exit)];
        entry = static_cast<std::uint8_t>(std::find(there.corners.begin(), there.corners.end(), from) -
                                          there.corners.begin());
        face = here.beyond[stop.exit];
    }
}

/// Greedy: the unvisited neighbour with the fewest unvisited neighbours, so that none becomes isolated.
std::uint8_t StripMaker::best_exit(const Stop& stop) const {
    const Face& face = faces_[stop.face];
    std::uint8_t best = no_edge;
    int least = 0;
    for (std::uint8_t edge = 0; edge < 3; ++edge) {
        const std::uint8_t beyond = face.beyond[edge];
        if (beyond == no_face || (left_ >> beyond & 1) == 0) continue;
        const int others = std::popcount(faces_[beyond].neighbours & left_);
        if (best != no_edge && others >= least) continue;
        best = edge;
        least = others;
    }
    return best;
}

/// An unvisited triangle with the fewest unvisited neighbours.
std::uint8_t StripMaker::best_start() const {
    std::uint8_t best = no_face;
    int least = 0;
    for (std::uint64_t bits = left_; bits != 0; bits &= bits - 1) {
        const int face = std::countr_zero(bits);
        const int cost = std::popcount(faces_[static_cast<std::size_t>(face)].neighbours & left_);
        if (best != no_face && cost >= least) continue;
        best = static_cast<std::uint8_t>(face);
        least = cost;
    }
    return best;
}

/// Lays the walk into strips with this many windows. False where they are too short.
bool StripMaker::lay(std::size_t windows, LeafStrips& out) const {
    Layer layer(windows, out);
    for (const Stop& stop : walk_) {
        const Triangle& v = faces_[stop.face].corners;
        const std::size_t left = layer.windows_left();
        // The edge of the triangle that comes first, from its corner `a`; the third one is the new vertex.
        std::size_t a = stop.entry;
        if (stop.entry == no_edge || left == 0) {
            a = stop.exit == no_edge ? 0 : next(stop.exit);
            if (left >= windows_to_restart) {
                const std::uint32_t before = layer.first_of_edge();
                layer.put(before, Turn::second);
                layer.put(v[a], Turn::first);
                layer.put(v[a], Turn::second);
                layer.put(v[next(a)], Turn::second);
            } else {
                if (!layer.begin_strip()) return false;
                layer.begin_edge(v[a], v[next(a)]);
            }
        }
        // Left by the edge from the new vertex to `a`, that edge goes on, turned round; else that from the second one.
        layer.put(v[next_but_one(a)], stop.exit == next_but_one(a) ? Turn::second : Turn::first);
    }
    layer.end();
    return true;
}

}  // namespace pliant::regularity
