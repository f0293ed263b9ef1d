// --image and the options that go with it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "picture/figure.hpp"
#include "shown.hpp"

namespace pliant::cli {

/// As they were typed, checked by the parser. See add_image_options().
struct ImageOptions {
    std::string file;  // empty: no picture
    std::string up, view = "automatic", size = "1200x900", background = "light";
    unsigned threads = 0;

    [[nodiscard]] bool wanted() const { return !file.empty(); }
};

/// What a figure of these bodies needs to know. `files`: as they were typed; their formats say which axis is usually
/// up. `up`: unless another was asked for; unset: guessed.
picture::FigureOptions figure_options(const ImageOptions& options, std::span<const picture::Drawable> bodies,
                                      std::span<const std::string> files, std::optional<picture::Up> up = std::nullopt);

/// Reasons to refuse what was typed; empty where there is none.
std::string refused_up(const std::string& typed);
std::string refused_view(const std::string& typed);
std::string refused_size(const std::string& typed);
std::string refused_background(const std::string& typed);

}  // namespace pliant::cli
