// A file under another name until all of it is there, and a page that is filled in from place to place.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "io/whole_file.hpp"

namespace pliant::report {

class Draft {
public:
    /// Throws std::runtime_error naming a file that cannot be written; so do the others.
    explicit Draft(std::string file);
    ~Draft();
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    void write(std::string_view text);
    void publish();

private:
    [[noreturn]] void fail() const;

    std::string file_;
    io::UnfinishedFile draft_;
    std::FILE* stream_ = nullptr;
};

class Template {
public:
    Template(Draft& draft, std::string_view html) : draft_(draft), rest_(html) {}

    /// Copies up to the place and writes `text` instead of it.
    void fill(std::string_view place, std::string_view text);
    void copy_rest();

private:
    Draft& draft_;
    std::string_view rest_;
};

}  // namespace pliant::report
