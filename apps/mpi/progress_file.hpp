// What --resume goes by: the JSON of every whole frame, a line each, beside the JSON that is to be.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace pliant::mpi_cli {

using Json = nlohmann::ordered_json;

/// On rank 0 alone.
class ProgressFile {
public:
    /// `question` says what is checked. With `resume` the frames of a file with the same question are kept, and a line
    /// that was not finished is cut off; throws std::runtime_error where the question is another.
    ProgressFile(std::string file, const Json& question, bool resume);

    [[nodiscard]] const std::vector<Json>& frames() const { return frames_; }
    void add(const Json& frame);
    /// All frames are there: the file is not needed any more.
    void finish();

private:
    void read(const Json& question);

    std::string name_;
    std::vector<Json> frames_;
    std::ofstream out_;
};

}  // namespace pliant::mpi_cli
