// What the files of this run hold and no reader takes: said once, and kept for the answer.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/io.hpp"

namespace pliant::cli {

struct NotRead {
    std::string file;  // as it was typed
    std::vector<io::Dropped> dropped;
};

/// A line on standard error for kinds that were not told yet: "shirt.obj: 12 lines (l) and 3 points (p) not read".
void note_not_read(const std::string& file, std::span<const io::Dropped> dropped);

/// Of all files, in the order in which they were read.
std::span<const NotRead> not_read();

/// Whether any of it has a surface: then nothing found does not mean clean.
bool surfaces_not_read();

/// "12 lines (l) and 3 points (p)"
std::string dropped_in_words(std::span<const io::Dropped> dropped);

}  // namespace pliant::cli
