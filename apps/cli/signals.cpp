#include "signals.hpp"

#include <csignal>

#include "io/whole_file.hpp"

namespace pliant::cli {
namespace {

/// The default action comes once this returns: the signal is blocked until then, and the handler is gone.
void clean_up(int signal) {
    io::remove_unfinished_files();
    std::raise(signal);
}

}  // namespace

void clean_up_on_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = clean_up;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(signal, &action, nullptr);
    }
}

}  // namespace pliant::cli
