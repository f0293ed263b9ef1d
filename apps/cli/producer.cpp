#include "producer.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "choices.hpp"
#include "names.hpp"

#ifdef PLIANT_CLI_OPENGL
#include <pliant/opengl.hpp>
#endif

namespace pliant::cli {

void add_producer_option(CLI::App& command, std::string& producer) {
    offer(command
              .add_option("--producer", producer,
                          "Sample lines drawn on a graphics card instead, with no bound on the error: in one pass "
                          "(opengl), or one a layer as in the paper (stencil)")
              ->type_name("NAME"),
          {"opengl", "stencil"});
}

#ifdef PLIANT_CLI_OPENGL
std::unique_ptr<LayerProducer> producer_named(const std::string& producer) {
    if (producer.empty()) return nullptr;
    for (const OpenGlPasses passes : {OpenGlPasses::lists, OpenGlPasses::stencil}) {
        if (producer != (passes == OpenGlPasses::lists ? "opengl" : "stencil")) continue;
        try {
            auto made = std::make_unique<OpenGlLayers>();
            made->choose(passes);
            return made;
        } catch (const std::runtime_error& error) {
            throw UsageError(fmt::format("--producer: {}", error.what()));
        }
    }
    throw UsageError(fmt::format("--producer: '{}' is not opengl or stencil", producer));
}
#else
std::unique_ptr<LayerProducer> producer_named(const std::string& producer) {
    if (producer.empty()) return nullptr;
    throw UsageError("--producer: this pliant was built without OpenGL (-DPLIANT_OPENGL=ON)");
}
#endif

}  // namespace pliant::cli
