// What a search for impacts found, put in order of time and written into the answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/impacts.hpp>

#include "frame/bodies.hpp"
#include "narrow_phase/impact_tests.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

class ImpactOrder {
public:
    void clear() { places_.clear(); }
    /// Borrowed until `write`.
    void add(std::span<const narrow_phase::FoundImpact> found);
    [[nodiscard]] std::size_t size() const { return places_.size(); }

    /// The earliest, at most so many.
    void write(const frame::Bodies& bodies, std::size_t most, parallel::Workers& workers,
               std::vector<FeatureImpact>& out);

private:
    struct Place {
        std::uint32_t bits;  // the first of the time
        const narrow_phase::FoundImpact* found;

        [[nodiscard]] double time() const { return found->impact.time[0]; }
    };
    struct Range {
        std::size_t begin, end;
    };

    void sort();
    void sort_by_bits();

    std::vector<Place> places_, scratch_;
    std::vector<Range> ties_;  // places of equal times
};

}  // namespace pliant
