// --producer: who makes the layers of `overlap` and `contains` in place of the library.
#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include <pliant/layers.hpp>

namespace pliant::cli {

void add_producer_option(CLI::App& command, std::string& producer);

/// nullptr where none was named. Throws UsageError where it is not to be had.
std::unique_ptr<LayerProducer> producer_named(const std::string& producer);

}  // namespace pliant::cli
