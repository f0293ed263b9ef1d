// Space cut into one box for each rank: recursive coordinate bisection by Zoltan.
#pragma once

#include <span>
#include <vector>

#include <pliant/points.hpp>

#include "mpi/communicator.hpp"

struct Zoltan_Struct;

namespace pliant::mpi {

struct Extent {
    Point low, high;
    void grow(const Point& p);
    void widen(double by);
    [[nodiscard]] bool finite() const;
    [[nodiscard]] bool meets(const Extent& other) const;
    /// Whether all of it is off the borders of `other`.
    [[nodiscard]] bool strictly_within(const Extent& other) const;
    static Extent nothing();
};

class Cuts {
public:
    explicit Cuts(const Communicator& communicator);
    ~Cuts();
    Cuts(const Cuts&) = delete;
    Cuts& operator=(const Cuts&) = delete;

    /// Collective. Cuts so that each rank has about as many of the points. The cuts before are where it starts, so that
    /// most points stay where they are.
    void make(std::span<const Point> points);
    /// The box of this rank; outer sides lie at the ends of double.
    [[nodiscard]] const Extent& region() const { return region_; }
    [[nodiscard]] int rank_of(const Point& point) const;
    /// All ranks whose boxes meet this one, ascending; for a point in several boxes at least one rank is common.
    void ranks_of(const Extent& box, std::vector<int>& ranks) const;

private:
    Zoltan_Struct* zoltan_ = nullptr;
    int rank_ = 0, size_ = 1;
    bool made_ = false;
    Extent region_;
    mutable std::vector<int> procs_, parts_;
};

}  // namespace pliant::mpi
