#include "module.hpp"

#include <new>
#include <stdexcept>
#include <string>

#include <pliant/version.hpp>

#include "module_scene.hpp"

namespace pliant::wasm {

namespace {
std::string last_error;
}

void fail(const std::exception& error) {
    const char* kind = "Error";
    if (dynamic_cast<const std::out_of_range*>(&error) != nullptr) kind = "RangeError";
    if (dynamic_cast<const std::length_error*>(&error) != nullptr) kind = "RangeError";
    if (dynamic_cast<const std::invalid_argument*>(&error) != nullptr) kind = "TypeError";
    const bool no_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    last_error = std::string(kind) + ":" + (no_memory ? "the memory of the module is used up" : error.what());
}

}  // namespace pliant::wasm

using pliant::BodyId;
using pliant::wasm::guarded;
using pliant::wasm::ModuleScene;

namespace {

constexpr std::uint32_t no_body = 0xffffffffu;

/// The view is made of the positions where they will stay.
template <class Add>
std::uint32_t add_staged(ModuleScene& module, const Add& add) {
    return guarded(no_body, [&] {
        pliant::wasm::Coordinates taken = std::move(module.staged);
        module.staged = {};
        const std::uint32_t body = std::uint32_t(add(taken.points()));
        module.positions[body] = std::move(taken);  // the vectors keep their memory
        return body;
    });
}

}  // namespace

PLIANT_MODULE_FUNCTION const char* pliant_version() { return PLIANT_VERSION; }

/// What went wrong in the last call, once; nullptr: nothing did.
PLIANT_MODULE_FUNCTION const char* pliant_error() {
    static std::string told;
    told = std::move(pliant::wasm::last_error);
    pliant::wasm::last_error.clear();
    return told.empty() ? nullptr : told.c_str();
}

PLIANT_MODULE_FUNCTION ModuleScene* pliant_scene_new() {
    return guarded<ModuleScene*>(nullptr, [] { return new ModuleScene; });
}

PLIANT_MODULE_FUNCTION void pliant_scene_free(ModuleScene* module) { delete module; }

/// Where the coordinates of the next add or move are to be written.
PLIANT_MODULE_FUNCTION void* pliant_stage(ModuleScene* module, std::uint32_t vertices, int as_float) {
    return guarded<void*>(nullptr, [&] { return module->staged.resize(vertices, as_float != 0); });
}

PLIANT_MODULE_FUNCTION std::uint32_t pliant_add_surface(ModuleScene* module, const pliant::Triangle* triangles,
                                                        std::uint32_t count) {
    return add_staged(*module, [&](pliant::Points points) {
        return module->scene.add(pliant::SurfaceView{points, {triangles, count}});
    });
}

PLIANT_MODULE_FUNCTION std::uint32_t pliant_add_volume(ModuleScene* module, const pliant::Tetrahedron* tetrahedra,
                                                       std::uint32_t count) {
    return add_staged(*module, [&](pliant::Points points) {
        return module->scene.add(pliant::VolumeView{points, {tetrahedra, count}});
    });
}

/// The staged positions become those of the body; the memory of the old ones is staged next.
PLIANT_MODULE_FUNCTION void pliant_move(ModuleScene* module, std::uint32_t body) {
    guarded(0, [&] {
        module->scene.move(BodyId(body), module->staged.points());
        std::swap(module->positions.at(body), module->staged);
        return 0;
    });
}

PLIANT_MODULE_FUNCTION void pliant_remove(ModuleScene* module, std::uint32_t body) {
    guarded(0, [&] {
        module->scene.remove(BodyId(body));
        module->positions.erase(body);
        return 0;
    });
}
