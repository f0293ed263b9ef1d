// Ctrl-C and the like: nothing half is left behind.
#pragma once

namespace pliant::cli {

/// SIGINT, SIGTERM and SIGHUP remove what is half written and end the program as they would without this. What the
/// caller of the program ignores stays ignored.
void clean_up_on_signals();

}  // namespace pliant::cli
