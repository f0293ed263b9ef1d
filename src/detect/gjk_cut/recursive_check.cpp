#include "detect/gjk_cut/recursive_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "detect/gjk_cut/sieve.hpp"

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

/// So that a surface of that many triangles puts a few into each cell it passes.
float cell_size(const Box<float>& box, std::size_t triangles) {
    std::array<float, 3> width;
    for (std::size_t k = 0; k < 3; ++k) width[k] = std::max(0.0f, box.hi[k] - box.lo[k]);
    const float area = width[0] * width[1] + width[1] * width[2] + width[2] * width[0];
    return 2 * std::sqrt(area / static_cast<float>(triangles));
}

}  // namespace

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
    ++counters_.regions;
    Job cut = job;
    CombinedGjk gjk(rules_, job.margins, work_.dots, counters_);
    if (!gjk.collide(cut.a, cut.b)) return;
    if (cut.a.count * cut.b.count > rules_.pairs_worth_sieving) sieve(cut);
    if (cut.a.count == 0 || cut.b.count == 0) return;
    const auto [fewer, more] = std::minmax({cut.a.count, cut.b.count});
    if (cut.a.count * cut.b.count <= rules_.pairs_at_once || fewer < too_few_to_split / 2 || more < too_few_to_split) {
        tests_.test_between(cut);
        return;
    }
    if (cut.a.count * cut.b.count <= rules_.pairs_worth_splitting && tests_.sweep_between(cut)) return;
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
    ++counters_.regions;
    List low = job.a;
    if (low.count * low.count <= 2 * rules_.pairs_at_once) {
        tests_.test_within(job);
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

/// Beyond the paper: a bit grid removes what is near nothing of the other list. Cuts along single directions remove
/// little where two surfaces wind around each other.
void RecursiveCheck::sieve(Job& job) {
    ++counters_.cuts;
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
    const std::size_t before_a = job.a.count, before_b = job.b.count;
    keep_near(job.a, job.b);
    keep_near(job.b, job.a);
    if (rules_.probe != nullptr) {
        rules_.probe->was_cut({CutBy::cells, {}, before_a, before_b, view(job.a), view(job.b)});
    }
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
        const Box<float> near =
            rules_.parts_are_cut_to_boxes ? wider(other.box, job.margins.box) : Box<float>::everything();
        keep_meeting(view(list), near, to);
        copy.count = to.count;
        copy.box = intersection(list.box, near);
        return copy;
    };
    ++counters_.cuts;
    parts.a = cut_copy(a, b);
    if (parts.a.count > 0) {
        parts.a.box = box_of(view(parts.a));
        parts.b = cut_copy(b, parts.a);
    }
    if (rules_.probe != nullptr) {
        const TriangleList left_of_b = parts.a.count > 0 ? view(parts.b) : TriangleList{};
        rules_.probe->was_cut({CutBy::box, {}, a.count, b.count, view(parts.a), left_of_b});
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

/// At the sampled median along a direction; `list` keeps the lower part. Departure from [Hatab2006, 5]: the exact
/// median costs more than it saves. Where all centroids coincide, half of them go to each side.
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

}  // namespace pliant::gjk_cut
