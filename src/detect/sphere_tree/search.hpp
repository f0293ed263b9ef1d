// The interruptible search for contacts of two sphere trees [Mendoza2005, 4.2].
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/deepest_first.hpp"
#include "detect/sphere_tree/pair_list.hpp"
#include "detect/sphere_tree/pair_numbers.hpp"
#include "detect/sphere_tree/sphere_tests.hpp"
#include "detect/sphere_tree/sphere_tree.hpp"

namespace pliant::sphere_tree {

/// Two triangles that meet.
struct FoundTriangles {
    std::uint32_t a, b;
    PairKind kind;
    std::uint32_t contact;  // number
};

/// COLLISIONLIST of the paper: what is not looked into any further.
struct Settled {
    std::vector<SpherePair> spheres;
    std::vector<FoundTriangles> triangles;  // exact
    std::vector<Contact> contacts;          // of the triangles
    PairNumbers numbers;                    // of the contacts: triangles that were cut are met again
    PairNumbers tested;                     // with a cut triangle, to the end; some may be missing

    void clear();
    void take_over(Settled& other);
    /// Contacts are made here and not when the answer is written, since by then the time is nearly up.
    void add(FoundTriangles found, const Contact& contact);
    /// Two triangles again, in other spheres. Whether they were tested to the end before.
    bool knows(std::uint32_t a, std::uint32_t b, const SpherePair& in);
    [[nodiscard]] std::size_t size() const { return spheres.size() + triangles.size(); }
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
    /// Whether what it keeps is no more than a budget allows.
    [[nodiscard]] bool fits(const Budget& budget) const;
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

    /// In little room the search goes as far as there is any, then pair by pair to the end, should that fit.
    enum class Stage : std::uint8_t { searching, finishing, full };
    enum class Step : std::uint8_t { done, open };

    void note_step(double took);
    Limit limit_reached(const TreePair& trees, const ContactOptions& options);
    bool time_is_up(const Budget& budget);
    [[nodiscard]] std::uint64_t tests_left(const Budget& budget) const;
    void start_empty();
    void put_roots(const TreePair& trees, const ContactOptions& options);
    bool take_next();
    Step look_into(const TreePair& trees, const ContactOptions& options, Counters& counters);
    bool test(SpherePair& pair, const TreePair& trees, const ContactOptions& options, Counters& counters);
    void measure(SpherePair& pair, std::size_t tested, Vec3 normal, const TreePair& trees,
                 const ContactOptions& options) const;
    [[nodiscard]] Vec3 normal_of(std::size_t tested, bool of_second) const;
    Step test_children(const TreePair& trees, const ContactOptions& options, Counters& counters);
    Step test_triangles(const TreePair& trees, const ContactOptions& options, Counters& counters);
    void put_children(const ContactOptions& options);
    bool keep(const FoundTriangles& found, const TreePair& trees);
    void settle_triangles(const TreePair& trees);
    void note_tested(const TreePair& trees, Settled& to) const;
    bool tested_before(const Piece& a, const Piece& b);
    void list_triangles(const TreePair& trees, Settled& to) const;
    void write_triangles(const TreePair& trees, Contacts& answer);
    void list_found(const TreePair& trees);
    void list_spheres(const TreePair& trees);
    void write_spheres(const TreePair& trees, Contacts& answer);
    void put(SpherePair& pair, const ContactOptions& options);
    static bool descends_second(const SpherePair& pair, const TreePair& trees, const ContactOptions& options);

    // little_room.cpp
    void note_room(const TreePair& trees, const Budget& budget);
    void measure_room(const TreePair& trees);
    [[nodiscard]] bool has_room(std::size_t more) const { return kept() + more <= room_; }
    [[nodiscard]] bool has_room_to_finish() const { return room_to_finish_ > 0 && finished_.size() <= room_to_finish_; }
    void hold_current();
    bool take_next_to_finish();
    void give_up_where_full();
    void finish();
    void search_again();
    [[nodiscard]] std::size_t kept() const { return pair_list_.size() + settled_.size() + (held_ ? 1 : 0); }
    /// The current pair stands for what it holds until it was looked into.
    [[nodiscard]] bool current_counts() const { return open_ && stage_ == Stage::searching; }
    [[nodiscard]] std::size_t spheres_kept() const {
        return pair_list_.size() + settled_.spheres.size() + (held_ ? 1 : 0) + (current_counts() ? 1 : 0);
    }

    /// Nanoseconds to write one more contact, as measured.
    struct WritingTime {
        double each = 100;
        void note(double took, std::size_t contacts);
    };

    SphereTests bounds_{};  // of spheres of one body and one of the other; aligned, so first

    PairList pair_list_;
    Settled settled_;
    SpherePair current_;
    std::uint64_t done_ = 0;                 // tests of that
    std::vector<SpherePair> children_;       // of the current pair, those that were not apart
    std::vector<FoundTriangles> triangles_;  // of the current pair, until all of it was tested

    std::optional<std::uint64_t> pairs_;         // Budget::pairs
    std::size_t room_ = 0, room_to_finish_ = 0;  // pairs, in the list and for what is found at the end
    std::size_t room_when_held_ = 0;             // in the list
    std::uint64_t full_with_ = 0;                // Budget::pairs that were not enough
    std::optional<SpherePair> held_;             // would have given way to more than there is room for
    std::vector<SpherePair> stack_;              // depth first, of one pair of the list after the other
    std::size_t next_ = 0;                       // of the list
    Settled finished_;

    std::vector<ListedPair> listed_;
    DeepestFirst deepest_first_;
    std::uint64_t tests_ = 0;  // in this run
    std::uint64_t sequence_ = 0;
    WritingTime triangle_time_, sphere_time_;
    double step_ = 0, slowest_step_ = 0;  // nanoseconds that a step of late, and the slowest of a search, took
    Clock::time_point started_, looked_at_clock_;

    Stage stage_ = Stage::searching;
    bool open_ = false;                       // the current pair is being looked into
    bool begun_ = false, time_over_ = false;  // this run
};

}  // namespace pliant::sphere_tree
