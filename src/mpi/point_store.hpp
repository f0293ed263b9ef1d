// Positions as they were given: floats, or doubles where any body has them. Floats take half the memory and messages,
// and the searches read them faster.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <pliant/points.hpp>

namespace pliant::mpi {

class PointStore {
public:
    using Float = std::array<float, 3>;

    void clear(bool doubles) {
        is_double_ = doubles;
        floats_ = {};
        doubles_ = {};
    }
    void resize(std::size_t count) {
        if (is_double_)
            doubles_.resize(count);
        else
            floats_.resize(count);
    }
    [[nodiscard]] bool is_double() const { return is_double_; }
    [[nodiscard]] std::size_t size() const { return is_double_ ? doubles_.size() : floats_.size(); }
    [[nodiscard]] Point operator[](std::size_t i) const {
        if (is_double_) return doubles_[i];
        const Float& p = floats_[i];
        return {p[0], p[1], p[2]};
    }
    void set(std::size_t i, const Point& p) { doubles_[i] = p; }
    void set(std::size_t i, const Float& p) { floats_[i] = p; }
    /// `use(vector)` of floats or of doubles.
    template <class Use>
    [[nodiscard]] auto visit(const Use& use) const {
        return is_double_ ? use(doubles_) : use(floats_);
    }
    [[nodiscard]] Points view(std::size_t first, std::size_t count) const {
        if (is_double_) return Points(doubles_.data()->data() + 3 * first, count);
        return Points(floats_.data()->data() + 3 * first, count);
    }

private:
    bool is_double_ = false;
    std::vector<Float> floats_;
    std::vector<Point> doubles_;
};

}  // namespace pliant::mpi
