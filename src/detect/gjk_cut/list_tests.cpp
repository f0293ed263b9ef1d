#include "detect/gjk_cut/list_tests.hpp"

#include <algorithm>

namespace pliant::gjk_cut {

using broad_phase::Pair;

namespace {

std::size_t widest(const Box<float>& box) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (box.hi[k] - box.lo[k] > box.hi[best] - box.lo[best]) best = k;
    }
    return best;
}

BoxRows part_of(BoxRows rows, std::size_t first, std::size_t count) {
    for (float*& bound : rows.bound) bound += first;
    rows.count = count;
    return rows;
}

bool share_a_vertex(const Triangle& a, const Triangle& b) {
    // Branchless: which of the nine comparisons holds is not predictable.
    const auto uses = [&b](std::uint32_t v) { return unsigned{v == b[0]} | unsigned{v == b[1]} | unsigned{v == b[2]}; };
    return (uses(a[0]) | uses(a[1]) | uses(a[2])) != 0;
}

}  // namespace

void ListTests::make_rows(std::size_t count_a, std::size_t count_b, Rows& rows) {
    const std::size_t room_a = count_a + list_padding, room_b = count_b + list_padding;
    if (work_.rows.size() < 6 * (room_a + room_b)) work_.rows.resize(6 * (room_a + room_b));
    float* row = work_.rows.data();
    for (std::size_t k = 0; k < 6; ++k, row += room_a) rows.a.bound[k] = row;
    for (std::size_t k = 0; k < 6; ++k, row += room_b) rows.b.bound[k] = row;
}

/// Boxes of two lists; the margin is added once, to a.
ListTests::Rows ListTests::write_rows(const Job& job) {
    Rows rows{};
    make_rows(job.a.count, job.b.count, rows);
    write_boxes(view(job.a), job.margins.box, rows.a);
    write_boxes(view(job.b), 0, rows.b);
    return rows;
}

/// Some rows of a at a time.
void ListTests::test_between(const Job& job) {
    const auto [a, b] = write_rows(job);
    out_.counters.box_tests += a.count * b.count;
    const std::uint32_t *numbers_a = view(job.a).number, *numbers_b = view(job.b).number;
    const std::size_t rows = std::max<std::size_t>(1, 4 * options_.rules.pairs_at_once / b.count);
    work_.pairs.resize(std::max(work_.pairs.size(), rows * b.count + list_padding));
    for (std::size_t first = 0; first < job.a.count; first += rows) {
        const BoxRows some = part_of(a, first, std::min(rows, job.a.count - first));
        const std::span<Pair> pairs(work_.pairs.data(), pairs_not_apart(some, b, work_.pairs.data()));
        for (Pair& pair : pairs) pair = {numbers_a[first + pair.a], numbers_b[pair.b]};
        test(job, pairs);
    }
}

/// Some rows of a at a time.
bool ListTests::sweep_between(const Job& job) {
    const auto [a, b] = write_rows(job);
    const std::size_t axis = widest(box_of(view(job.b)));
    BinnedBoxes& bins = work_.bins;
    bins.order(b, view(job.b).number, axis);
    if (work_.stretches.size() < a.count) work_.stretches.resize(a.count);
    const auto length = [&](std::size_t i) { return work_.stretches[i].end - work_.stretches[i].begin; };
    std::size_t all_tests = 0;
    for (std::size_t i = 0; i < a.count; ++i) {
        work_.stretches[i] = bins.stretch(a.bound[axis][i], a.bound[3 + axis][i]);
        all_tests += length(i);
    }
    const std::size_t at_once = options_.rules.pairs_at_once;
    if (all_tests > std::max(a.count * b.count * 3 / 8, 4 * at_once)) return false;
    out_.counters.box_tests += all_tests;
    const std::uint32_t* numbers = view(job.a).number;
    const std::size_t most = std::max(4 * at_once, b.count);
    if (work_.pairs.size() < most + list_padding) work_.pairs.resize(most + list_padding);
    for (std::size_t first = 0, end = 0; first < a.count; first = end) {
        std::size_t tests = 0;
        while (end < a.count && tests + length(end) <= most) tests += length(end++);
        const BoxRows some = part_of(a, first, end - first);
        const std::span<Pair> pairs(
            work_.pairs.data(),
            pairs_not_apart(some, bins.boxes(), work_.stretches.data() + first, work_.pairs.data()));
        for (Pair& pair : pairs) pair = {numbers[first + pair.a], bins.number(pair.b)};
        test(job, pairs);
    }
    return true;
}

void ListTests::test_within(const Job& job) {
    Rows rows{};
    make_rows(job.a.count, 0, rows);
    write_boxes(view(job.a), job.margins.box, rows.a);
    const std::size_t count = rows.a.count;
    out_.counters.box_tests += count * (count - 1) / 2;
    work_.pairs.resize(std::max(work_.pairs.size(), count * count / 2 + list_padding));
    const std::span<Pair> pairs(work_.pairs.data(), pairs_not_apart(rows.a, work_.pairs.data()));
    const std::uint32_t* numbers = view(job.a).number;
    for (Pair& pair : pairs) pair = {numbers[pair.a], numbers[pair.b]};
    test(job, pairs);
}

/// The narrow phase, with neighbours apart from the rest.
void ListTests::test(const Job& job, std::span<Pair> pairs) {
    const frame::Bodies& bodies = options_.bodies;
    std::size_t rest = pairs.size();
    if (job.one_body) {
        work_.neighbours.clear();
        rest = 0;
        for (const Pair& pair : pairs) {
            if (share_a_vertex(bodies.triangles()[pair.a], bodies.triangles()[pair.b])) {
                if (options_.with_neighbours) work_.neighbours.push_back(pair);
            } else {
                pairs[rest++] = pair;
            }
        }
        out_.test_neighbours(bodies, work_.neighbours);
    }
    out_.test_unconnected(bodies, pairs.first(rest));
}

}  // namespace pliant::gjk_cut
