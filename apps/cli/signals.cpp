#include "signals.hpp"

#include <csignal>

#include "io/whole_file.hpp"

namespace pliant::cli {
namespace {

/// The default action comes once this returns: the signal is blocked until then. It is not set before the files are
/// gone: a second signal, as `timeout` sends it, would end the program in between.
void clean_up(int signal) {
    io::remove_unfinished_files();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

void clean_up_on_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = clean_up;
        ::sigaction(signal, &action, nullptr);
    }
}

}  // namespace pliant::cli
