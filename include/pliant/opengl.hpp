// Layered depth images by OpenGL, off-screen. In the optional library pliant::opengl.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <pliant/export.hpp>
#include <pliant/layers.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// How the layers are peeled apart.
enum class OpenGlPasses : std::uint8_t {
    stencil,  ///< as in the paper: one pass a layer, counted by the stencil buffer, all of them read back at once
    lists,    ///< one pass that keeps a list for every pixel
};

/// The name as it stands in JSON.
constexpr std::string_view name(OpenGlPasses passes) { return passes == OpenGlPasses::stencil ? "stencil" : "lists"; }

/// An OpenGL context of its own; used by one thread at a time.
///
/// The same layers as Scene::layers, as far as a graphics card can tell: it moves vertices to 1/256 of a pixel or so,
/// and keeps depths to 24 bits (stencil) or as floats (lists). `stencil` knows neither LayerPoint::triangle, which is
/// no_triangle, nor which way a surface faces: entering and leaving alternate. More than 255 layers are too many for
/// it; the report is not complete then.
class PLIANT_EXPORT OpenGlLayers : public LayerProducer {
public:
    static constexpr std::uint32_t no_triangle = 0xffffffffu;  ///< what `stencil` says of every triangle

    /// Throws std::runtime_error where there is no OpenGL 4.5.
    OpenGlLayers();
    ~OpenGlLayers() override;
    OpenGlLayers(OpenGlLayers&&) noexcept;
    OpenGlLayers& operator=(OpenGlLayers&&) noexcept;

    /// The surface is read during the call only. The answer stays valid until the next. std::invalid_argument for a
    /// resolution of 0 or of more than the card can draw. The clock of a budget is looked at between passes and every
    /// 65536 triangles; what was not drawn by then is missing.
    const Layers& make(const SurfaceView& surface, const LayersOptions& options,
                       OpenGlPasses passes = OpenGlPasses::lists);

    /// As make() does, by the passes that were chosen.
    const Layers& produce(const SurfaceView& surface, const LayersOptions& options) override {
        return make(surface, options, passes_);
    }
    void choose(OpenGlPasses passes) { passes_ = passes; }

    /// Of the driver.
    [[nodiscard]] std::string_view renderer() const override;

private:
    struct State;
    std::unique_ptr<State> state_;
    OpenGlPasses passes_ = OpenGlPasses::lists;
};

}  // namespace pliant
