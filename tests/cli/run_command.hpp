// The pliant command under test, and files for it to read.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <pliant/views.hpp>

#include "io/io.hpp"

namespace pliant::cli_test {

using Json = nlohmann::ordered_json;

struct Outcome {
    int code = -1;
    std::string out, err;

    /// Standard output as one JSON document; fails the test where it is anything else.
    [[nodiscard]] Json json() const;
    /// Whether these words are on standard output.
    [[nodiscard]] bool says(const std::string& words) const { return out.find(words) != std::string::npos; }
};

/// Each test has a folder of its own, gone when it ends.
class CommandTest : public testing::Test {
protected:
    CommandTest();
    ~CommandTest() override;

    /// Runs `pliant ARGS` in the folder. Arguments are for the shell: quote what it must not expand.
    [[nodiscard]] Outcome pliant(const std::string& arguments) const;

    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
    void write(const std::string& name, const std::string& text) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    void write_obj(const std::string& name, const io::Mesh& mesh) const;
    void write_ply(const std::string& name, const io::Mesh& mesh) const;

    /// The pliant way to refuse: exit 2, one line on standard error with all these words in it, nothing else anywhere.
    static void expect_refusal(const Outcome& outcome, const std::vector<std::string>& words);

private:
    std::filesystem::path folder_;
};

/// A cube of 8 vertices and 12 triangles between two corners on the diagonal.
io::Mesh cube(double low, double high);
io::Mesh shifted(io::Mesh mesh, std::array<double, 3> by);

}  // namespace pliant::cli_test
