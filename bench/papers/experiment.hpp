// What the experiments of all papers share: their options, and bodies from files or generated.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "picture/picture.hpp"
#include "shapes/meshes.hpp"

namespace pliant::bench {

using Json = nlohmann::ordered_json;

/// Of every program: OUT [--quick]. OUT is the folder that data and pictures go to.
struct Experiment {
    std::filesystem::path out, data;  // data: the folder of real bodies; it may not be there
    bool quick = false;

    /// Ends the program where the arguments are no such.
    static Experiment from(int argc, char** argv);
    void write(std::string_view file, const Json& json) const;

    /// The surface of a file, once moved to the origin and scaled so that its box has a diagonal of 2; or else the
    /// generated one, which is then said on standard error and in `bodies`.
    shapes::Mesh body(std::string_view file, const shapes::Mesh& generated);

    std::vector<std::string> bodies;  // where they came from
    [[nodiscard]] std::string bodies_in_words() const;
};

/// Pictures of one size, so many in a row.
void write_together(const std::filesystem::path& file, std::span<const picture::Image> parts, std::size_t columns);

}  // namespace pliant::bench
