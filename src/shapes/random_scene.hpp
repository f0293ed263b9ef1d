// Scenes that nobody has tuned anything on: bodies, wrinkles, densities, orientations, scales and contacts are drawn.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "shapes/catalogue.hpp"
#include "shapes/random.hpp"

namespace pliant::shapes {

/// One quantity of a random scene and the bounds that it is drawn from.
struct RandomRange {
    std::string_view name;
    double low, high;
    bool logarithmic;  // evenly in the logarithm; otherwise evenly
    std::string_view meaning;

    [[nodiscard]] double draw(Random& random) const;
};

/// Every range. Beside these, directions, phases and families are drawn, each as likely as the others.
std::span<const RandomRange> random_ranges();

/// The seed in `random:SEED`; nothing for any other name.
std::optional<std::uint64_t> seed_of_random_scene(std::string_view name);

/// The scene `random:SEED`. A size given takes the place of the one drawn; SceneSize::seed counts for nothing.
std::unique_ptr<AnimatedScene> random_scene(std::uint64_t seed, const SceneSize& size);

}  // namespace pliant::shapes
