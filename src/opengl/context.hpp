// An OpenGL context without a window, by EGL.
#pragma once

#include <string>

namespace pliant::opengl {

class Context {
public:
    Context();  // throws std::runtime_error
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// To be called by the thread that draws.
    void use() const;
    [[nodiscard]] const std::string& renderer() const { return renderer_; }

private:
    void* display_ = nullptr;
    void* context_ = nullptr;
    std::string renderer_;
};

/// Pixels along each side of what can be drawn into and read back, of the context in use.
int widest_frame();

/// Throws std::runtime_error with the compiler's words.
unsigned make_program(const char* vertex_shader, const char* fragment_shader);

}  // namespace pliant::opengl
