// Meshes beside the project, and what another program found about them with exact arithmetic.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "io/io.hpp"

namespace pliant::shared_truth {

inline const std::filesystem::path data = PLIANT_SHARED_DATA;

inline bool available() { return std::filesystem::exists(data / "groundtruth"); }

inline nlohmann::json results(const std::string& file) {
    std::ifstream in(data / "groundtruth" / file);
    return nlohmann::json::parse(in)["results"];
}

/// "folder:frame" addresses a frame of a packed sequence.
inline io::Mesh mesh_of(const std::string& address) {
    const std::size_t colon = address.find(':');
    if (colon == std::string::npos) return io::read_mesh(data / address);
    const auto sequence = io::open_sequence((data / address.substr(0, colon)).string());
    io::Mesh mesh = sequence->mesh();
    sequence->positions(std::stoul(address.substr(colon + 1)), mesh.positions);
    return mesh;
}

/// FNV-1a of 64 bits over lines of three numbers, from the start value that the files were made with.
class LineHash {
public:
    void add(std::uint32_t first, std::uint32_t second, std::size_t third) {
        add(std::to_string(first) + " " + std::to_string(second) + " " + std::to_string(third) + "\n");
    }

    [[nodiscard]] std::string hex() const {
        std::array<char, 17> text{};
        std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash_));
        return text.data();
    }

private:
    void add(std::string_view text) {
        for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211u;
    }

    std::uint64_t hash_ = 0x14650fb0739d0383u;
};

}  // namespace pliant::shared_truth
