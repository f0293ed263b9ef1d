// Interface of a contestant in a race: Pliant, a peer library or a yardstick.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pliant/report.hpp>

#include "film.hpp"

namespace pliant::bench {

/// Two triangles in the film's common numbering, a < b.
struct IndexPair {
    std::uint32_t a, b;
    auto operator<=>(const IndexPair&) const = default;
};

/// Built for frame 0 of its film, then queried frame by frame. Only `update` and `find` are timed.
class Contestant {
public:
    virtual ~Contestant() = default;
    virtual void update(std::size_t frame) = 0;
    virtual void find() = 0;

    /// Pairs of the last `find`, in any order, each once.
    virtual void pairs(std::vector<IndexPair>& out) const = 0;
    /// Pairs that reached the exact test in the last `find`.
    [[nodiscard]] virtual std::optional<std::uint64_t> tested() const { return std::nullopt; }
    /// Stages of the last frame, for contestants that update lazily within `find`.
    [[nodiscard]] virtual std::optional<Stages> stages() const { return std::nullopt; }
};

enum class Role { ours, peer, yardstick };

/// How a contestant is called and made.
struct Entry {
    std::string name;
    Role role = Role::peer;
    unsigned threads = 1;
    bool same_pairs = true;                             // by the common definition: no shared vertex
    std::function<std::unique_ptr<Contestant>()> make;  // the film, and the truth, must outlive what it makes
};

using Truth = std::vector<std::vector<IndexPair>>;  // by frame

// One function per file of this folder.
void add_ours(const Film& film, unsigned threads, std::vector<Entry>& out);
void add_yardsticks(const Film& film, const Truth& truth, unsigned threads, std::vector<Entry>& out);
void add_embree(const Film& film, unsigned threads, std::vector<Entry>& out);
void add_fcl(const Film& film, std::vector<Entry>& out);
void add_cgal(const Film& film, unsigned threads, std::vector<Entry>& out);
void add_bullet(const Film& film, std::vector<Entry>& out);

}  // namespace pliant::bench
