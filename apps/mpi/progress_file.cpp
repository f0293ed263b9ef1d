#include "progress_file.hpp"

#include <filesystem>
#include <stdexcept>

namespace pliant::mpi_cli {

ProgressFile::ProgressFile(std::string file, const Json& question, bool resume) : name_(std::move(file)) {
    if (resume) read(question);
    // Written anew, so that half a line at the end is gone.
    out_.open(name_, std::ios::trunc);
    out_ << question.dump() << "\n";
    for (const Json& frame : frames_) out_ << frame.dump() << "\n";
    out_.flush();
    if (!out_) throw std::runtime_error(name_ + ": cannot be written");
}

void ProgressFile::read(const Json& question) {
    std::ifstream in(name_);
    std::string line;
    if (!std::getline(in, line)) return;
    if (Json::parse(line, nullptr, false) != question) {
        throw std::runtime_error(name_ + ": is about other files or options; without --resume it is begun anew");
    }
    while (std::getline(in, line)) {
        Json frame = Json::parse(line, nullptr, false);
        if (frame.is_discarded() || in.eof()) return;
        frames_.push_back(std::move(frame));
    }
}

void ProgressFile::add(const Json& frame) {
    frames_.push_back(frame);
    out_ << frame.dump() << "\n";
    out_.flush();
    if (!out_) throw std::runtime_error(name_ + ": cannot be written");
}

void ProgressFile::finish() {
    out_.close();
    std::error_code error;
    std::filesystem::remove(name_, error);
}

}  // namespace pliant::mpi_cli
