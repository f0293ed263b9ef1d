#include "detect/gjk_cut/recursive_check.hpp"
#include "broad_phase/blocks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pliant::gjk_cut {

namespace {

// Fewer triangles than this are not worth a split of their own while the other list is split.
constexpr std::size_t too_few_to_split = 8;
constexpr std::size_t sample_size = 32;

Box<float> wider(Box<float> box, float margin) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lo[axis] -= margin;
        box.hi[axis] += margin;
    }
    return box;
}

std::size_t widest(const Box<float>& box) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (box.hi[k] - box.lo[k] > box.hi[best] - box.lo[best]) best = k;
    }
    return best;
}

/// Cells of which a surface of that many triangles would fill each with a few.
float cell_size(const Box<float>& box, std::size_t triangles) {
    std::array<float, 3> width;
    for (std::size_t k = 0; k < 3; ++k) width[k] = std::max(0.0f, box.hi[k] - box.lo[k]);
    const float area = width[0] * width[1] + width[1] * width[2] + width[2] * width[0];
    return 2 * std::sqrt(area / static_cast<float>(triangles));
}

bool share_a_vertex(const Triangle& a, const Triangle& b) {
    const auto uses = [&b](std::uint32_t v) { return (v == b[0]) | (v == b[1]) | (v == b[2]); };
    return uses(a[0]) | uses(a[1]) | uses(a[2]);
}

}  // namespace

void Workspace::grow_like(const Workspace& other) {
    lists.reserve(other.lists.capacity());
    dots.a.make_room(other.dots.a.hi.size());
    dots.b.make_room(other.dots.b.hi.size());
    if (rows.size() < other.rows.size()) rows.resize(other.rows.size());
    if (pairs.size() < other.pairs.size()) pairs.resize(other.pairs.size());
    neighbours.reserve(other.neighbours.capacity());
    sample.reserve(other.sample.capacity());
    marks.reserve(other.marks.capacity());
    sweep.grow_like(other.sweep);
    if (stretches.size() < other.stretches.size()) stretches.resize(other.stretches.size());
}

void RecursiveCheck::check(const Job& job) {
    left_ = nullptr;
    job.within ? check_within(job) : check_between(job);
}

void RecursiveCheck::spread(const Job& job, std::vector<Job>& left) {
    left_ = &left;
    job.within ? check_within(job) : check_between(job);
}

/// [Hatab2006, algorithm 5.1].
void RecursiveCheck::check_between(const Job& job) {
    ++out_.counters.regions;
    Job cut = job;
    CombinedGjk gjk(rules_, job.margins, work_.dots, out_.counters);
    if (!gjk.collide(cut.a, cut.b)) return;
    if (cut.a.count * cut.b.count > rules_.pairs_worth_sifting) sift(cut);
    if (cut.a.count == 0 || cut.b.count == 0) return;
    const std::size_t fewer = std::min(cut.a.count, cut.b.count);
    if (cut.a.count * cut.b.count <= rules_.pairs_at_once || fewer < too_few_to_split / 2) {
        test_between(cut);
        return;
    }
    if (cut.a.count * cut.b.count <= rules_.pairs_worth_splitting && sweep_between(cut)) return;
    const std::size_t top = work_.lists.top();
    const auto parts_of = [&](List& list) {
        std::array<List, 2> parts{list, List{}};
        if (list.count >= too_few_to_split) {
            parts[1] = split(list, widest_across(gjk.direction(), box_of(view(list))));
            parts[0] = list;
            for (List& part : parts) part.box = box_of(view(part));
        }
        return parts;
    };
    const std::array parts_a = parts_of(cut.a), parts_b = parts_of(cut.b);
    for (const List& a : parts_a) {
        for (const List& b : parts_b) check_parts(job, a, b);
    }
    if (left_ == nullptr) work_.lists.drop_to(top);
}

void RecursiveCheck::check_within(const Job& job) {
    ++out_.counters.regions;
    List low = job.a;
    if (low.count * low.count <= 2 * rules_.pairs_at_once) {
        test_within(job);
        return;
    }
    const std::size_t top = work_.lists.top();
    List high = split(low, widest_axis(low.box));
    for (List* part : {&low, &high}) part->box = box_of(view(*part));
    check_parts(job, low, high);
    Job half = job;
    for (const List& part : {low, high}) {
        half.a = part;
        go_on(half);
    }
    if (left_ == nullptr) work_.lists.drop_to(top);
}

/// Beyond the paper: removes at once what is near nothing of the other list, where cuts along single directions find no
/// way between two surfaces that wind around each other.
void RecursiveCheck::sift(Job& job) {
    ++out_.counters.cuts;
    const Box<float> both = intersection(box_of(view(job.a)), box_of(view(job.b)));
    const SieveGrid grid = sieve_grid(both, cell_size(both, job.triangles()));
    const float margin = job.margins.box;
    const auto keep_near = [&](List& list, const List& other) {
        work_.marks.assign(grid.words(), 0);
        mark_cells(view(other), grid, margin, work_.marks.data());
        TriangleList triangles = view(list);
        keep_marked(triangles, grid, margin, work_.marks.data());
        list.count = triangles.count;
    };
    keep_near(job.a, job.b);
    keep_near(job.b, job.a);
}

/// Copies of two parts, each cut to the box of the other: a cut along all three axes.
void RecursiveCheck::check_parts(const Job& job, const List& a, const List& b) {
    if (a.count == 0 || b.count == 0) return;
    Job parts = job;
    parts.within = false;
    const std::size_t top = work_.lists.top();
    const auto cut_copy = [&](const List& list, const List& other) {
        List copy = work_.lists.push(list.count);
        TriangleList to = view(copy);
        const Box<float> near = wider(other.box, job.margins.box);
        keep_meeting(view(list), near, to);
        copy.count = to.count;
        copy.box = intersection(list.box, near);
        return copy;
    };
    ++out_.counters.cuts;
    parts.a = cut_copy(a, b);
    if (parts.a.count > 0) {
        parts.a.box = box_of(view(parts.a));
        parts.b = cut_copy(b, parts.a);
    }
    if (parts.a.count > 0 && parts.b.count > 0) go_on(parts);
    if (left_ == nullptr) work_.lists.drop_to(top);
}

void RecursiveCheck::go_on(const Job& job) {
    if (left_ != nullptr) {
        left_->push_back(job);
    } else {
        job.within ? check_within(job) : check_between(job);
    }
}

/// At the median of a sample along a direction; `list` keeps the lower part. Departure from [Hatab2006, 5]: the median
/// of all would cost more than it saves. Where all centroids are in one place, half of them go to each side.
List RecursiveCheck::split(List& list, const Direction& direction) {
    List rest = work_.lists.push(list.count);
    TriangleList low = view(list), high = view(rest);
    std::vector<float>& sample = work_.sample;
    sample.clear();
    const std::size_t step = std::max<std::size_t>(1, list.count / sample_size);
    for (std::size_t i = step / 2; i < list.count; i += step) {
        sample.push_back(centroid_along(low, i, direction));
    }
    const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
    std::nth_element(sample.begin(), middle, sample.end());
    gjk_cut::split(low, direction, *middle, high);
    if (low.count == 0) {
        const std::size_t half = high.count / 2;
        list.count = high.count - half;
        // Nothing was below the threshold, so nothing of the list was overwritten.
        for (std::size_t row = 0; row < 9; ++row) std::copy_n(low.corner[row] + list.count, half, high.corner[row]);
        std::copy_n(low.number + list.count, half, high.number);
        rest.count = half;
        return rest;
    }
    list.count = low.count;
    rest.count = high.count;
    return rest;
}

void RecursiveCheck::make_rows(std::size_t count_a, std::size_t count_b, BoxRows& a, BoxRows& b) {
    const std::size_t room_a = count_a + list_padding, room_b = count_b + list_padding;
    if (work_.rows.size() < 6 * (room_a + room_b)) work_.rows.resize(6 * (room_a + room_b));
    float* row = work_.rows.data();
    for (std::size_t k = 0; k < 6; ++k, row += room_a) a.bound[k] = row;
    for (std::size_t k = 0; k < 6; ++k, row += room_b) b.bound[k] = row;
}

/// Every pair, some rows of a at a time.
void RecursiveCheck::test_between(const Job& job) {
    BoxRows a{}, b{};
    make_rows(job.a.count, job.b.count, a, b);
    write_boxes(view(job.a), job.margins.box, a);
    write_boxes(view(job.b), 0, b);
    out_.counters.box_tests += a.count * b.count;
    const std::uint32_t *numbers_a = view(job.a).number, *numbers_b = view(job.b).number;
    const std::size_t rows = std::max<std::size_t>(1, 4 * rules_.pairs_at_once / b.count);
    work_.pairs.resize(std::max(work_.pairs.size(), rows * b.count + list_padding));
    for (std::size_t first = 0; first < job.a.count; first += rows) {
        BoxRows some = a;
        some.count = std::min(rows, job.a.count - first);
        for (float*& bound : some.bound) bound += first;
        const std::size_t count = pairs_not_apart(some, b, work_.pairs.data());
        for (broad_phase::Pair& pair : std::span(work_.pairs).first(count)) {
            pair = {numbers_a[first + pair.a], numbers_b[pair.b]};
        }
        test(job, std::span(work_.pairs).first(count));
    }
}

/// Boxes of a with those of b that begin near them along an axis, some rows of a at a time. False, and nothing done,
/// where these are too many of all: a few triangles much larger than the rest make long stretches.
bool RecursiveCheck::sweep_between(const Job& job) {
    BoxRows a{}, b{};
    make_rows(job.a.count, job.b.count, a, b);
    write_boxes(view(job.a), job.margins.box, a);
    write_boxes(view(job.b), 0, b);
    const std::size_t axis = widest(box_of(view(job.b)));
    Sweep& sweep = work_.sweep;
    sweep.order(b, view(job.b).number, axis);
    if (work_.stretches.size() < a.count) work_.stretches.resize(a.count);
    const auto length = [&](std::size_t i) { return work_.stretches[i].end - work_.stretches[i].begin; };
    std::size_t all_tests = 0;
    for (std::size_t i = 0; i < a.count; ++i) {
        work_.stretches[i] = sweep.stretch(a.bound[axis][i], a.bound[3 + axis][i]);
        all_tests += length(i);
    }
    if (all_tests > std::max(a.count * b.count * 3 / 8, 4 * rules_.pairs_at_once)) return false;
    out_.counters.box_tests += all_tests;
    const std::uint32_t* numbers = view(job.a).number;
    const std::size_t most = std::max(4 * rules_.pairs_at_once, b.count);
    if (work_.pairs.size() < most + list_padding) work_.pairs.resize(most + list_padding);
    for (std::size_t first = 0, end = 0; first < a.count; first = end) {
        std::size_t tests = 0;
        while (end < a.count && tests + length(end) <= most) tests += length(end++);
        BoxRows some = a;
        some.count = end - first;
        for (float*& bound : some.bound) bound += first;
        const std::size_t count =
            pairs_not_apart(some, sweep.boxes(), work_.stretches.data() + first, work_.pairs.data());
        for (broad_phase::Pair& pair : std::span(work_.pairs).first(count)) {
            pair = {numbers[first + pair.a], sweep.number(pair.b)};
        }
        test(job, std::span(work_.pairs).first(count));
    }
    return true;
}

void RecursiveCheck::test_within(const Job& job) {
    BoxRows rows{}, none{};
    make_rows(job.a.count, 0, rows, none);
    write_boxes(view(job.a), job.margins.box, rows);
    out_.counters.box_tests += rows.count * (rows.count - 1) / 2;
    work_.pairs.resize(std::max(work_.pairs.size(), rows.count * rows.count / 2 + list_padding));
    const std::size_t count = pairs_not_apart(rows, work_.pairs.data());
    const std::uint32_t* numbers = view(job.a).number;
    for (broad_phase::Pair& pair : std::span(work_.pairs).first(count)) pair = {numbers[pair.a], numbers[pair.b]};
    test(job, std::span(work_.pairs).first(count));
}

void RecursiveCheck::test(const Job& job, std::span<broad_phase::Pair> pairs) {
    std::size_t strangers = pairs.size();
    if (job.one_body) {
        work_.neighbours.clear();
        strangers = 0;
        for (const broad_phase::Pair& pair : pairs) {
            if (share_a_vertex(bodies_.triangles()[pair.a], bodies_.triangles()[pair.b])) {
                if (with_neighbours_) work_.neighbours.push_back(pair);
            } else {
                pairs[strangers++] = pair;
            }
        }
        out_.test_neighbours(bodies_, work_.neighbours);
    }
    out_.test_unconnected(bodies_, pairs.first(strangers));
}

}  // namespace pliant::gjk_cut
