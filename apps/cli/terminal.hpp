// Progress bar, shown only on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pliant::cli {

/// A bar on standard error that fills while the work goes on and is gone when it ends. Nothing at all is written unless
/// both standard output and standard error are terminals.
class Progress {
public:
    Progress(std::string label, std::size_t steps);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// One step is done.
    void advance();

private:
    void draw() const;

    std::string label_;
    std::size_t steps_;
    std::size_t done_ = 0;
    bool visible_;
};

}  // namespace pliant::cli
