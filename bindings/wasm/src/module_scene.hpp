// A scene that owns the positions of its bodies, as JavaScript cannot lend any.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "reply.hpp"

namespace pliant::wasm {

/// Coordinates of vertices, in the type that they came in.
struct Coordinates {
    std::vector<double> doubles;
    std::vector<float> floats;
    bool is_float = false;

    /// Room for so many vertices; JavaScript writes there.
    void* resize(std::size_t vertices, bool as_float) {
        is_float = as_float;
        floats.resize(as_float ? 3 * vertices : 0);
        doubles.resize(as_float ? 0 : 3 * vertices);
        return as_float ? static_cast<void*>(floats.data()) : doubles.data();
    }

    [[nodiscard]] Points points() const {
        return is_float ? Points(floats.data(), floats.size() / 3) : Points(doubles.data(), doubles.size() / 3);
    }
};

/// Options as JavaScript passes them, in the order that pliant.mjs has them; NaN: unset.
class Options {
public:
    explicit Options(const double* numbers) : at_(numbers) {}

    bool flag() { return *at_++ != 0; }
    double number(double otherwise = 0) { return optional().value_or(otherwise); }
    std::uint32_t whole(std::uint32_t otherwise = 0) { return std::uint32_t(number(otherwise)); }
    std::optional<double> optional() {
        const double value = *at_++;
        return std::isnan(value) ? std::nullopt : std::optional(value);
    }
    std::optional<std::uint64_t> count() {
        const std::optional<double> value = optional();
        return value ? std::optional(std::uint64_t(*value)) : std::nullopt;
    }
    std::optional<std::chrono::nanoseconds> time() {
        const std::optional<double> milliseconds = optional();
        if (!milliseconds) return std::nullopt;
        return std::chrono::nanoseconds(std::int64_t(*milliseconds * 1e6));
    }
    std::optional<Point> point() {
        const double x = *at_++, y = *at_++, z = *at_++;
        return std::isnan(x) ? std::nullopt : std::optional(Point{x, y, z});
    }

private:
    const double* at_;
};

struct ModuleScene {
    Scene scene{SceneOptions{.threads = 1}};
    std::map<std::uint32_t, Coordinates> positions;  // nodes, so that positions do not move
    Coordinates staged;                              // of the next add or move
    Reply reply;
};

}  // namespace pliant::wasm
