#include "medial_axis/merge_burst.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <queue>
#include <utility>

#include "detect/sphere_tree/sphere.hpp"

namespace pliant::medial_axis {

using sphere_tree::distance;
using sphere_tree::Solid;

namespace {

constexpr double good_fit = 0.1;  // error, in parts of the radius: no other centre is tried
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
std::vector<T> united(const std::vector<T>& p, const std::vector<T>& q) {
    std::vector<T> out;
    std::set_union(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(out));
    return out;
}

/// Spheres by number; those that were merged or burst are gone.
class Reduction {
public:
    Reduction(std::vector<MedialSphere> spheres, std::span<const Vec3> samples, const Solid& solid)
        : spheres_(std::move(spheres)),
          gone_(spheres_.size(), 0),
          left_(spheres_.size()),
          samples_(samples),
          solid_(solid) {}

    void merge_to(std::size_t count) {
        for (std::uint32_t i = 0; i < spheres_.size(); ++i) {
            if (gone_[i] == 0) offer_neighbours(i, i);
        }
        while (left_ > count) {
            if (offers_.empty() && !offer_all()) return;
            const Offer best = offers_.top();
            offers_.pop();
            if (gone_[best.a] == 0 && gone_[best.b] == 0) merge(best.a, best.b);
        }
    }

    void burst_to(std::size_t count) {
        while (left_ > std::max<std::size_t>(count, 1)) {
            std::uint32_t least = 0;
            double least_error = infinity;
            for (std::uint32_t i = 0; i < spheres_.size(); ++i) {
                if (gone_[i] != 0) continue;
                const double error = error_without(i);
                if (error < least_error || least_error == infinity) {
                    least_error = error;
                    least = i;
                }
            }
            burst(least);
        }
    }

    [[nodiscard]] double worst() const {
        double most = 0;
        for (std::uint32_t i = 0; i < spheres_.size(); ++i) {
            if (gone_[i] == 0) most = std::max(most, spheres_[i].error());
        }
        return most;
    }

    [[nodiscard]] std::vector<MedialSphere> rest() const {
        std::vector<MedialSphere> out;
        for (std::uint32_t i = 0; i < spheres_.size(); ++i) {
            if (gone_[i] == 0) out.push_back(spheres_[i]);
        }
        return out;
    }

private:
    struct Offer {
        double error;
        std::uint32_t a, b;
        bool operator<(const Offer& other) const {
            return error != other.error ? error > other.error : std::tie(a, b) > std::tie(other.a, other.b);
        }
    };

    [[nodiscard]] double reach(const Vec3& centre, const std::vector<std::uint32_t>& held) const {
        double most = 0;
        for (const std::uint32_t s : held) most = std::max(most, distance(samples_[s], centre));
        return most;
    }

    /// Towards the farthest sample, in ever smaller steps: near the smallest ball [Badoiu2003].
    [[nodiscard]] Vec3 middle_of(const std::vector<std::uint32_t>& held, Vec3 centre) const {
        for (int step = 2; step < 18; ++step) {
            const auto farthest = std::max_element(held.begin(), held.end(), [&](std::uint32_t p, std::uint32_t q) {
                return sphere_tree::squared_distance(samples_[p], centre) <
                       sphere_tree::squared_distance(samples_[q], centre);
            });
            if (farthest == held.end()) break;
            centre = centre + (1.0 / step) * (samples_[*farthest] - centre);
        }
        return centre;
    }

    /// Around the samples of both: of either centre and that of the smallest ball, the one that fits best.
    [[nodiscard]] MedialSphere merged(const MedialSphere& p, const MedialSphere& q) const {
        MedialSphere best = p;
        best.samples = united(p.samples, q.samples);
        best.radius = reach(p.centre, best.samples);
        const auto consider = [&](const Vec3& centre, double depth) {
            const double radius = reach(centre, best.samples);
            if (radius - depth < best.error())
                std::tie(best.centre, best.radius, best.depth) = std::tuple(centre, radius, depth);
        };
        consider(q.centre, q.depth);
        if (best.error() < good_fit * best.radius) return best;
        const Vec3 middle = middle_of(best.samples, 0.5 * p.centre + 0.5 * q.centre);
        if (reach(middle, best.samples) < 2 * best.error()) consider(middle, solid_.depth(middle));
        return best;
    }

    void offer(std::uint32_t a, std::uint32_t b) {
        offers_.push({merged(spheres_[a], spheres_[b]).error(), std::min(a, b), std::max(a, b)});
    }

    void offer_neighbours(std::uint32_t i, std::uint32_t above) {
        for (const std::uint32_t n : spheres_[i].neighbours) {
            if (n > above && gone_[n] == 0) offer(i, n);
        }
    }

    /// Every pair, where no two remaining spheres are neighbours.
    bool offer_all() {
        for (std::uint32_t i = 0; i < spheres_.size(); ++i) {
            for (std::uint32_t j = i + 1; j < spheres_.size(); ++j) {
                if (gone_[i] == 0 && gone_[j] == 0) offer(i, j);
            }
        }
        return !offers_.empty();
    }

    void merge(std::uint32_t a, std::uint32_t b) {
        MedialSphere sphere = merged(spheres_[a], spheres_[b]);
        const auto number = static_cast<std::uint32_t>(spheres_.size());
        gone_[a] = gone_[b] = 1;
        sphere.neighbours = united(spheres_[a].neighbours, spheres_[b].neighbours);
        std::erase_if(sphere.neighbours, [&](std::uint32_t n) { return gone_[n] != 0; });
        for (const std::uint32_t n : sphere.neighbours) spheres_[n].neighbours.push_back(number);
        spheres_.push_back(std::move(sphere));
        gone_.push_back(0);
        --left_;
        for (const std::uint32_t n : spheres_[number].neighbours) offer(n, number);
    }

    /// The other sphere that has to grow least to hold a sample.
    [[nodiscard]] std::pair<std::uint32_t, double> host(std::uint32_t sample, std::uint32_t without) const {
        std::pair<std::uint32_t, double> best{without, infinity};
        for (std::uint32_t i = 0; i < spheres_.size(); ++i) {
            if (gone_[i] != 0 || i == without) continue;
            const double error =
                std::max(spheres_[i].radius, distance(samples_[sample], spheres_[i].centre)) - spheres_[i].depth;
            if (error < best.second) best = {i, error};
        }
        return best;
    }

    [[nodiscard]] double error_without(std::uint32_t i) const {
        double worst = 0;
        for (const std::uint32_t s : spheres_[i].samples) worst = std::max(worst, host(s, i).second);
        return worst;
    }

    void burst(std::uint32_t i) {
        for (const std::uint32_t s : spheres_[i].samples) {
            MedialSphere& other = spheres_[host(s, i).first];
            const auto at = std::lower_bound(other.samples.begin(), other.samples.end(), s);
            if (at == other.samples.end() || *at != s) other.samples.insert(at, s);
            other.radius = std::max(other.radius, distance(samples_[s], other.centre));
        }
        gone_[i] = 1;
        --left_;
    }

    std::vector<MedialSphere> spheres_;
    std::vector<std::uint8_t> gone_;
    std::size_t left_;
    std::span<const Vec3> samples_;
    const Solid& solid_;
    std::priority_queue<Offer> offers_;
};

}  // namespace

std::vector<MedialSphere> reduce(std::vector<MedialSphere> spheres, std::span<const Vec3> samples, std::size_t count,
                                 const Solid& solid) {
    Reduction merging(std::move(spheres), samples, solid);
    merging.merge_to(2 * count);
    Reduction bursting = merging;
    merging.merge_to(count);
    bursting.burst_to(count);
    return (bursting.worst() < merging.worst() ? bursting : merging).rest();
}

}  // namespace pliant::medial_axis
