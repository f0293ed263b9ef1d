// Where the vertices of a scene were when a step began.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <pliant/report.hpp>

#include "frame/bodies.hpp"
#include "simd/vertices.hpp"

namespace pliant {

/// Copies of positions, by body. A step begins where `begin` was called; without any such call, where the last question
/// about a step found the bodies.
class StepStart {
public:
    /// A step begins at the present positions, which have been read.
    void begin(const frame::Bodies& bodies);
    void forget(BodyId body) { kept_.erase(body); }

    /// A question about the step to the present positions, which have been read. Bodies without a start stand still.
    void ask(const frame::Bodies& bodies);
    /// After `ask`: both ends of the step in the common numbering, of floats or of doubles.
    [[nodiscard]] simd::Vertices start() const {
        return doubles_.empty() ? simd::Vertices{floats_.data(), nullptr} : simd::Vertices{nullptr, doubles_.data()};
    }
    [[nodiscard]] simd::Vertices end(const frame::Bodies& bodies) const {
        return widened_.empty() ? bodies.vertices() : simd::Vertices{nullptr, widened_.data()};
    }
    /// After `ask`: both ends of each vertex side by side.
    [[nodiscard]] simd::Steps steps() const {
        return doubles_.empty() ? simd::Steps{float_steps_.data(), nullptr}
                                : simd::Steps{nullptr, double_steps_.data()};
    }
    /// After `ask`: vertices that were not finite at the start and are now.
    [[nodiscard]] std::span<const Flaw> flaws() const { return flaws_; }

private:
    struct Kept {
        std::vector<Point> start;
        std::vector<Point> asked;       // where the last question found it
        std::uint64_t times_moved = 0;  // when it did, or when it was kept
    };

    void advance(const frame::Bodies& bodies);
    void lay(const frame::Bodies& bodies);
    void widen(const frame::Bodies& bodies);
    template <class Vertex, class Step>
    bool lay(const frame::Bodies& bodies, std::vector<Vertex>& out, std::vector<Step>& steps);

    std::map<BodyId, Kept> kept_;
    bool begun_ = false;  // by `begin`
    std::vector<simd::FloatVertex> floats_;
    std::vector<simd::DoubleVertex> doubles_;
    std::vector<simd::FloatStep> float_steps_;
    std::vector<simd::DoubleStep> double_steps_;
    std::vector<simd::DoubleVertex> widened_;  // the end, where it is of floats and the start is not
    std::vector<Flaw> flaws_;
};

}  // namespace pliant
