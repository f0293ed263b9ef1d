// The interruptible search for contacts of two sphere trees [Mendoza2005, 4.2].
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include <pliant/contacts.hpp>

#include "simd/sphere_tests.hpp"
#include "sphere_tree/deepest_first.hpp"
#include "sphere_tree/pair_list.hpp"
#include "sphere_tree/sphere_tree.hpp"

namespace pliant::sphere_tree {

/// Two triangles that meet.
struct FoundTriangles {
    std::uint32_t a, b;
    PairKind kind;
    std::uint32_t contact;  // number
};

/// The two bodies of a search.
struct TreePair {
    BodyId body_a, body_b;
    SphereTree& a;
    SphereTree& b;
};

inline double nanoseconds(std::chrono::steady_clock::duration time) {
    return std::chrono::duration<double, std::nano>(time).count();
}

class Search {
public:
    /// From the roots.
    void start(const TreePair& trees, const ContactOptions& options);
    /// Goes on until a budget ends or nothing is left to look into.
    void run(const TreePair& trees, const ContactOptions& options, Report& report,
             std::chrono::steady_clock::time_point started);
    /// What is known by now. Pairs that were not tested count as colliding.
    void write(const TreePair& trees, Contacts& answer);
    /// Instead of `start` and `run`: every pair of triangles, the oracle. Where a budget ends it the roots stand for
    /// what was not tested.
    void test_all(const TreePair& trees, const ContactOptions& options, Report& report,
                  std::chrono::steady_clock::time_point started);

private:
    using Clock = std::chrono::steady_clock;

    void note_step(double took);
    Limit limit_reached(const SpherePair& next, const TreePair& trees, const ContactOptions& options);
    bool time_is_up(const Budget& budget);
    std::uint64_t cost(const SpherePair& pair, const TreePair& trees, const ContactOptions& options) const;
    void start_empty();
    void put_roots(const TreePair& trees, const ContactOptions& options);
    void take_first();
    void look_into(const TreePair& trees, const ContactOptions& options, Counters& counters);
    bool test(SpherePair& pair, const TreePair& trees, const ContactOptions& options, Counters& counters);
    void measure(SpherePair& pair, std::size_t tested, Vec3 normal, const TreePair& trees,
                 const ContactOptions& options) const;
    [[nodiscard]] Vec3 normal_of(std::size_t tested, bool of_second) const;
    bool test_children(const TreePair& trees, const ContactOptions& options, Counters& counters);
    void test_triangles(const TreePair& trees, Counters& counters);
    void keep_triangles(const TreePair& trees);
    void write_triangles(const TreePair& trees, Contacts& answer);
    void list_found(const TreePair& trees);
    void list_spheres(const TreePair& trees);
    void write_spheres(const TreePair& trees, Contacts& answer);
    bool has_room(std::size_t more, const ContactOptions& options);
    void put(const SpherePair& pair, const ContactOptions& options);
    [[nodiscard]] std::size_t kept() const { return spheres_kept() + found_.size(); }
    [[nodiscard]] std::size_t spheres_kept() const { return pair_list_.size() + settled_.size() + held_.size(); }
    static bool descends_second(const SpherePair& pair, const TreePair& trees, const ContactOptions& options);

    /// Nanoseconds to write one more contact, as measured.
    struct WritingTime {
        double each = 100;
        void note(double took, std::size_t contacts);
    };

    PairList pair_list_;
    std::vector<SpherePair> settled_;    // COLLISIONLIST: spheres that are not looked into any further
    std::vector<FoundTriangles> found_;  // COLLISIONLIST: exact
    std::vector<Contact> found_contacts_;
    std::vector<SpherePair> held_;  // would need more memory than allowed
    SpherePair current_;
    std::vector<SpherePair> children_;       // of the current pair, those that were not apart
    std::vector<FoundTriangles> triangles_;  // of the current pair
    simd::SphereTests bounds_{};             // of spheres of one body and one of the other
    std::vector<ListedPair> listed_;
    DeepestFirst deepest_first_;
    std::uint64_t tests_ = 0;  // in this run
    std::uint64_t sequence_ = 0;
    WritingTime triangle_time_, sphere_time_;
    double step_ = 0, slowest_step_ = 0;  // nanoseconds that a step of late, and the slowest of a search, took
    Clock::time_point started_, looked_at_clock_;
};

}  // namespace pliant::sphere_tree
