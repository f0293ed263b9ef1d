// A report read back as its page does it.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace pliant::report_test {

using Json = nlohmann::json;
using Position = std::array<double, 3>;

struct Chunk {
    Json head;
    std::string bytes;  // the arrays
};

struct ReadBody {
    std::vector<Position> positions;  // NaN where a vertex has no place
    std::vector<std::array<std::uint32_t, 3>> triangles;
};
struct ReadFrame {
    Json head;
    std::vector<ReadBody> bodies;
    std::vector<std::array<std::uint32_t, 6>> pairs;  // body, triangle, body, triangle, kind, finding
    std::string rest;                                 // behind the pairs: layers
};

struct ReadReport {
    std::string html;
    Json summary;

    explicit ReadReport(const std::string& file);

    [[nodiscard]] bool has(const std::string& id) const;
    /// The text of a script element.
    [[nodiscard]] std::string element(const std::string& id) const;
    [[nodiscard]] Chunk chunk(const std::string& id) const;
    /// In order from 0.
    [[nodiscard]] std::vector<ReadFrame> frames() const;
};

std::string from_base64(const std::string& text);

}  // namespace pliant::report_test
