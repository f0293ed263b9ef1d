#include "opengl/context.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace pliant::opengl {

namespace {

EGLDisplay off_screen_display() {
    const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    EGLDisplay display = EGL_NO_DISPLAY;
    if (get != nullptr) display = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    return display != EGL_NO_DISPLAY ? display : eglGetDisplay(EGL_DEFAULT_DISPLAY);
}

std::string log_of(unsigned object, bool program) {
    std::array<char, 2000> text{};
    if (program) {
        glGetProgramInfoLog(object, text.size(), nullptr, text.data());
    } else {
        glGetShaderInfoLog(object, text.size(), nullptr, text.data());
    }
    return text.data();
}

unsigned compile(unsigned kind, const char* source) {
    const unsigned shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    int good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == 0) throw std::runtime_error("pliant: OpenGL shader: " + log_of(shader, false));
    return shader;
}

}  // namespace

Context::Context() {
    display_ = off_screen_display();
    if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, nullptr, nullptr) == EGL_FALSE) {
        throw std::runtime_error("pliant: no EGL display");
    }
    eglBindAPI(EGL_OPENGL_API);
    constexpr EGLint wanted[] = {
        EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 5, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    context_ = eglCreateContext(display_, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
    if (context_ == EGL_NO_CONTEXT) throw std::runtime_error("pliant: no OpenGL 4.5 context");
    use();
    renderer_ = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
}

Context::~Context() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
}

void Context::use() const {
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE) {
        throw std::runtime_error("pliant: the OpenGL context cannot be used");
    }
}

int widest_frame() {
    int buffer = 0, frame = 0;
    std::array<int, 2> viewport{};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &buffer);
    glGetIntegerv(GL_MAX_FRAMEBUFFER_WIDTH, &frame);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
    return std::min({buffer, frame, viewport[0], viewport[1]});
}

unsigned make_program(const char* vertex_shader, const char* fragment_shader) {
    const unsigned program = glCreateProgram();
    for (const unsigned shader :
         {compile(GL_VERTEX_SHADER, vertex_shader), compile(GL_FRAGMENT_SHADER, fragment_shader)}) {
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    int good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good == 0) throw std::runtime_error("pliant: OpenGL program: " + log_of(program, true));
    return program;
}

}  // namespace pliant::opengl
