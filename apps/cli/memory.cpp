#include "memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace pliant::cli {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t of_machine() {
    const long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? std::uint64_t(pages) * std::uint64_t(size) : unlimited;
}

std::uint64_t of_process() {
    rlimit limit{};
    const bool limited = ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return limited ? std::uint64_t(limit.rlim_cur) : unlimited;
}

/// As a container sees its own; "max" is no number.
std::uint64_t of_control_group() {
    std::uint64_t bytes = 0;
    return std::ifstream("/sys/fs/cgroup/memory.max") >> bytes ? bytes : unlimited;
}

}  // namespace

std::uint64_t memory_share() { return std::min({of_machine(), of_process(), of_control_group()}) / 4; }

}  // namespace pliant::cli
