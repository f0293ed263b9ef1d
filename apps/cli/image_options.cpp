#include "image_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "names.hpp"
#include "number_checks.hpp"

namespace pliant::cli {
namespace {

using picture::Up;

constexpr std::array<std::pair<std::string_view, Up>, 6> axes{
    {{"x", Up::x}, {"y", Up::y}, {"z", Up::z}, {"-x", Up::minus_x}, {"-y", Up::minus_y}, {"-z", Up::minus_z}}};

/// As Camera::from.
constexpr std::array<std::pair<std::string_view, Position>, 7> views{{{"front", {0, -1, 0}},
                                                                      {"back", {0, 1, 0}},
                                                                      {"left", {-1, 0, 0}},
                                                                      {"right", {1, 0, 0}},
                                                                      {"top", {0, 0, 1}},
                                                                      {"bottom", {0, 0, -1}},
                                                                      {"three-quarter", {0.6, -1.0, 0.55}}}};

template <class Values>
auto named(const Values& values, std::string_view name) {
    return std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == name; });
}

struct Size {
    std::size_t width = 0, height = 0;
};

/// 0 where it is none.
Size size_of(std::string_view typed) {
    Size size;
    const std::size_t x = typed.find('x');
    if (x == std::string_view::npos) return size;
    const auto number = [](std::string_view text) {
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && end == text.data() + text.size() ? value : 0;
    };
    return {number(typed.substr(0, x)), number(typed.substr(x + 1))};
}

bool ends_with(std::string_view file, std::string_view ending) {
    return file.ends_with(ending) || file.ends_with(fmt::format("{}.gz", ending));
}

Up guessed(std::span<const picture::Drawable> bodies, std::span<const std::string> files) {
    const std::string_view first = files.empty() ? std::string_view() : files[0];
    if (ends_with(first, ".glb") || ends_with(first, ".gltf")) return Up::y;  // the format says so
    return picture::guessed_up(bodies, ends_with(first, ".obj") ? Up::y : Up::z);
}

}  // namespace

picture::FigureOptions figure_options(const ImageOptions& options, std::span<const picture::Drawable> bodies,
                                      std::span<const std::string> files, std::optional<Up> up) {
    picture::FigureOptions result;
    const Size size = size_of(options.size);
    result.width = size.width;
    result.height = size.height;
    if (!options.up.empty()) up = named(axes, options.up)->second;
    result.up = up ? *up : guessed(bodies, files);
    if (const auto view = named(views, options.view); view != views.end()) {
        result.from = view->second;
    } else if (options.view != "automatic") {
        result.from = picture::upright(three_numbers(options.view, "--view"), result.up);
    }
    result.background = options.background == "dark" ? picture::Background::dark : picture::Background::light;
    result.threads = options.threads;
    return result;
}

std::string refused_up(const std::string& typed) {
    return named(axes, typed) != axes.end() ? "" : fmt::format("'{}' is not x, y, z, -x, -y or -z", typed);
}

std::string refused_view(const std::string& typed) {
    if (typed == "automatic" || named(views, typed) != views.end()) return "";
    constexpr const char* known = "automatic, three-quarter, front, back, left, right, top, bottom";
    try {
        const Position from = three_numbers(typed, "--view");
        return from == Position{} ? "0,0,0 is no direction" : "";
    } catch (const UsageError&) {
        return fmt::format("'{}' is not one of {}, or a direction X,Y,Z", typed, known);
    }
}

std::string refused_size(const std::string& typed) {
    constexpr std::size_t least = 32, most = 8192;
    const Size size = size_of(typed);
    const auto good = [](std::size_t side) { return side >= least && side <= most; };
    if (good(size.width) && good(size.height)) return "";
    return fmt::format("'{}' is not of the form WxH, each from {} to {} pixels", typed, least, most);
}

std::string refused_background(const std::string& typed) {
    return typed == "light" || typed == "dark" ? "" : fmt::format("'{}' is not light or dark", typed);
}

}  // namespace pliant::cli
