// Stage 2 of [Heidelberger2003, 3.2 and 4] on a graphics card.
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <pliant/opengl.hpp>

#include "detect/depth_layers/layer_image.hpp"
#include "opengl/context.hpp"

namespace pliant {

namespace {

using opengl::Context;

constexpr const char* vertex_shader = R"(#version 450
layout(location = 0) in vec3 position;
void main() { gl_Position = vec4(position, 1); })";

constexpr const char* empty_fragment_shader = R"(#version 450
void main() {})";

constexpr const char* list_fragment_shader = R"(#version 450
struct Node { uint next; float depth; uint triangle; int turn; };
layout(std430, binding = 0) buffer Heads { uint used; uint size; uint head[]; };
layout(std430, binding = 1) buffer Nodes { Node node[]; };
uniform uint width;
uniform uint first;
void main() {
    uint place = atomicAdd(used, 1u);
    if (place >= size) return;  // counted, so that there will be room next time
    uint pixel = uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x);
    uint next = atomicExchange(head[pixel], place);
    node[place] = Node(next, gl_FragCoord.z, first + uint(gl_PrimitiveID), gl_FrontFacing ? -1 : 1);
})";

constexpr std::uint32_t end_of_list = 0xffffffffu;
constexpr std::uint32_t most_counted = 255;  // by a stencil buffer of 8 bits
// Depths fill this much of the depth range, so that rounding cuts nothing off at its ends.
constexpr double depth_scale = 1 - 0x1p-12;

// Drawn at once, between two looks at the clock where time is limited.
constexpr std::size_t triangles_at_once = 65536;

/// Where the time of a budget runs out.
struct Deadline {
    std::chrono::steady_clock::time_point start;
    std::optional<std::chrono::nanoseconds> time;

    /// Waits for what was drawn, if there is a limit.
    [[nodiscard]] bool passed() const {
        if (!time) return false;
        glFinish();
        return std::chrono::steady_clock::now() - start >= *time;
    }
};

struct Node {
    std::uint32_t next;
    float depth;
    std::uint32_t triangle;
    std::int32_t turn;
};

bool finite(const std::array<double, 3>& p) {
    return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
}

}  // namespace

struct OpenGlLayers::State {
    Context context;
    unsigned counting = 0, listing = 0;  // programs
    unsigned vertex_array = 0, positions = 0, indices = 0, heads = 0, nodes = 0, plain_frame = 0, layered_frame = 0,
             depth_stencil = 0;
    int frame_width = 0, frame_height = 0;
    int widest_frame = 0;
    std::size_t node_capacity = 1 << 16;
    std::vector<float> projected;
    std::vector<std::uint32_t> corners, number_of_drawn, packed, head_data;
    std::vector<Node> node_data;
    std::vector<std::uint32_t> fill;
    Layers layers;

    State() {
        counting = opengl::make_program(vertex_shader, empty_fragment_shader);
        listing = opengl::make_program(vertex_shader, list_fragment_shader);
        glCreateVertexArrays(1, &vertex_array);
        for (unsigned* buffer : {&positions, &indices, &heads, &nodes}) glCreateBuffers(1, buffer);
        glVertexArrayVertexBuffer(vertex_array, 0, positions, 0, 3 * sizeof(float));
        glVertexArrayElementBuffer(vertex_array, indices);
        glEnableVertexArrayAttrib(vertex_array, 0);
        glVertexArrayAttribFormat(vertex_array, 0, 3, GL_FLOAT, GL_FALSE, 0);
        glVertexArrayAttribBinding(vertex_array, 0, 0);
        glCreateFramebuffers(1, &plain_frame);
        glCreateFramebuffers(1, &layered_frame);
        glCreateRenderbuffers(1, &depth_stencil);
        glNamedFramebufferDrawBuffer(layered_frame, GL_NONE);
        glNamedFramebufferReadBuffer(layered_frame, GL_NONE);
        widest_frame = opengl::widest_frame();
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void choose_box(const SurfaceView& surface, const LayersOptions& options);
    void upload(const SurfaceView& surface, const LayersOptions& options);
    void draw() const { glDrawElements(GL_TRIANGLES, static_cast<int>(corners.size()), GL_UNSIGNED_INT, nullptr); }
    void draw_some(std::size_t first, std::size_t triangles) const {
        glDrawElements(GL_TRIANGLES, static_cast<int>(3 * triangles), GL_UNSIGNED_INT,
                       reinterpret_cast<const void*>(3 * first * sizeof(std::uint32_t)));
    }
    /// What lies beyond the near and the far plane is cut off where a part of the body is looked at
    /// [Heidelberger2003, 3.2].
    void clip_depths() const { (layers.view == LayersView::whole ? glEnable : glDisable)(GL_DEPTH_CLAMP); }
    void set_frame_size(int width, int height);
    void draw_layer(int side, int place, int number) const;
    std::uint32_t count_layers(std::uint32_t n);
    struct Peeled {
        std::uint32_t layers, drawn;  // as many as there are, and as there was time for
    };
    Peeled peel_by_stencil(std::uint32_t n, const Deadline& deadline);
    void collect_stencil_layers(std::uint32_t n, const Peeled& peeled);
    void draw_lists(const Deadline& deadline);
    void peel_into_lists(std::uint32_t n, const Deadline& deadline);
    void collect_lists(std::uint32_t n);
    [[nodiscard]] double world_depth(double depth) const {
        const auto w = static_cast<std::size_t>(layers.axis);
        const double share = ((2 * depth - 1) / depth_scale + 1) / 2;
        return layers.box_lo[w] + share * (layers.box_hi[w] - layers.box_lo[w]);
    }
};

void OpenGlLayers::State::choose_box(const SurfaceView& surface, const LayersOptions& options) {
    layers.box_lo.fill(std::numeric_limits<double>::infinity());
    layers.box_hi.fill(-std::numeric_limits<double>::infinity());
    for (const std::uint32_t t : number_of_drawn) {
        for (const std::uint32_t v : surface.triangles[t]) {
            const auto p = surface.positions[v];
            for (std::size_t k = 0; k < 3; ++k) {
                layers.box_lo[k] = std::min(layers.box_lo[k], p[k]);
                layers.box_hi[k] = std::max(layers.box_hi[k], p[k]);
            }
        }
    }
    if (!options.box) return;
    // Across the axis as asked for; along it all of the body, unless a part of it is looked at.
    const auto w = static_cast<std::size_t>(options.axis);
    for (std::size_t k = 0; k < 3; ++k) {
        if (k == w && layers.view == LayersView::whole) continue;
        layers.box_lo[k] = (*options.box)[0][k];
        layers.box_hi[k] = (*options.box)[1][k];
    }
}

/// Vertices in the coordinates of the card: pixels across, depth along the axis.
void OpenGlLayers::State::upload(const SurfaceView& surface, const LayersOptions& options) {
    layers.axis = options.axis;
    layers.resolution = options.resolution;
    layers.view = options.box ? options.view : LayersView::whole;
    layers.report = {};
    layers.report.detector = Detector::depth_layers;
    corners.clear();
    number_of_drawn.clear();
    const std::size_t vertices = surface.positions.size();
    for (std::uint32_t v = 0; v < vertices; ++v) {
        if (!finite(surface.positions[v])) layers.report.set_aside.push_back({BodyId{}, FlawKind::not_finite, v});
    }
    const bool all_finite = layers.report.set_aside.empty();
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const Triangle& corner = surface.triangles[t];
        const bool in_range = corner[0] < vertices && corner[1] < vertices && corner[2] < vertices;
        if (!in_range) layers.report.set_aside.push_back({BodyId{}, FlawKind::index_out_of_range, t});
        if (!in_range) continue;
        if (!all_finite && !(finite(surface.positions[corner[0]]) && finite(surface.positions[corner[1]]) &&
                             finite(surface.positions[corner[2]]))) {
            continue;
        }
        corners.insert(corners.end(), corner.begin(), corner.end());
        number_of_drawn.push_back(t);
    }
    std::sort(layers.report.set_aside.begin(), layers.report.set_aside.end());
    choose_box(surface, options);
    if (options.budget.triangles && *options.budget.triangles < surface.triangles.size()) {
        layers.report.stopped_by = Limit::triangles;
        const auto end = static_cast<std::uint32_t>(*options.budget.triangles);
        number_of_drawn.erase(std::lower_bound(number_of_drawn.begin(), number_of_drawn.end(), end),
                              number_of_drawn.end());
        corners.resize(3 * number_of_drawn.size());
    }
    const auto w = static_cast<std::size_t>(options.axis);
    const std::array<std::size_t, 3> order{(w + 1) % 3, (w + 2) % 3, w};
    projected.resize(3 * vertices);
    for (std::size_t v = 0; v < vertices; ++v) {
        const auto p = surface.positions[v];
        for (std::size_t k = 0; k < 3; ++k) {
            const double lo = layers.box_lo[order[k]], side = layers.box_hi[order[k]] - lo;
            const double place = side > 0 ? 2 * (p[order[k]] - lo) / side - 1 : 0;
            projected[3 * v + k] = static_cast<float>(k == 2 ? place * depth_scale : place);
        }
    }
    glNamedBufferData(positions, static_cast<GLsizeiptr>(projected.size() * sizeof(float)), projected.data(),
                      GL_STREAM_DRAW);
    glNamedBufferData(indices, static_cast<GLsizeiptr>(corners.size() * sizeof(std::uint32_t)), corners.data(),
                      GL_STREAM_DRAW);
    glBindVertexArray(vertex_array);
}

void OpenGlLayers::State::set_frame_size(int width, int height) {
    if (width == frame_width && height == frame_height) return;
    glNamedRenderbufferStorage(depth_stencil, GL_DEPTH24_STENCIL8, width, height);
    glNamedFramebufferRenderbuffer(layered_frame, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth_stencil);
    frame_width = width;
    frame_height = height;
}

/// Leaves the depth of the fragment with this number, from 1, of every pixel, and counts them if it is the first.
void OpenGlLayers::State::draw_layer(int side, int place, int number) const {
    glViewport(place * side, 0, side, side);
    glScissor(place * side, 0, side, side);
    glStencilFunc(GL_GREATER, number, 0xff);
    draw();
}

std::uint32_t OpenGlLayers::State::count_layers(std::uint32_t n) {
    const int side = static_cast<int>(n);
    set_frame_size(side, side);
    glScissor(0, 0, side, side);
    glClearNamedFramebufferfi(layered_frame, GL_DEPTH_STENCIL, 0, 1.0f, 0);
    draw_layer(side, 0, 1);
    packed.resize(std::size_t{n} * n);
    glReadPixels(0, 0, side, side, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, packed.data());
    std::uint32_t most = 0;
    for (const std::uint32_t pixel : packed) most = std::max(most, pixel & 0xff);
    return most;
}

/// Layers are drawn side by side in one frame and read back at once, as many as it has room for.
OpenGlLayers::State::Peeled OpenGlLayers::State::peel_by_stencil(std::uint32_t n, const Deadline& deadline) {
    const int side = static_cast<int>(n);
    glUseProgram(counting);
    for (const auto test : {GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST}) glEnable(test);
    clip_depths();
    glDepthFunc(GL_ALWAYS);
    glStencilOp(GL_INCR, GL_INCR, GL_INCR);
    glBindFramebuffer(GL_FRAMEBUFFER, layered_frame);
    const int most = deadline.passed() ? 0 : static_cast<int>(count_layers(n));
    const int at_once = std::min(most, widest_frame / side);
    packed.resize(std::size_t{n} * n * static_cast<std::size_t>(most));
    glPixelStorei(GL_PACK_ROW_LENGTH, most * side);
    int drawn = 0;
    while (drawn < most && !deadline.passed()) {
        const int first = drawn, last = std::min(most, first + at_once);
        set_frame_size(side * at_once, side);
        glScissor(0, 0, side * at_once, side);
        glClearNamedFramebufferfi(layered_frame, GL_DEPTH_STENCIL, 0, 1.0f, 0);
        for (; drawn < last && !deadline.passed(); ++drawn) draw_layer(side, drawn - first, drawn + 1);
        glReadPixels(0, 0, side * (drawn - first), side, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8,
                     packed.data() + std::size_t{n} * static_cast<std::size_t>(first));
    }
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    for (const auto test : {GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_DEPTH_TEST}) glDisable(test);
    if (drawn < most || deadline.passed()) layers.report.stopped_by = Limit::time;
    return {static_cast<std::uint32_t>(most), static_cast<std::uint32_t>(drawn)};
}

void OpenGlLayers::State::collect_stencil_layers(std::uint32_t n, const Peeled& peeled) {
    layers.first.assign(std::size_t{n} * n + 1, 0);
    layers.points.clear();
    for (std::uint32_t j = 0; j < n; ++j) {
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::size_t row = std::size_t{j} * n * peeled.layers;
            const std::uint32_t count = peeled.drawn > 0 ? std::min(packed[row + i] & 0xff, peeled.drawn) : 0;
            for (std::uint32_t k = 0; k < count; ++k) {
                const double depth = static_cast<double>(packed[row + std::size_t{k} * n + i] >> 8) / 0xffffff;
                layers.points.push_back({world_depth(depth), no_triangle, 0});
            }
            layers.first[std::size_t{j} * n + i + 1] = static_cast<std::uint32_t>(layers.points.size());
        }
    }
    depth_layers::put_in_order(layers);
    layers.inconsistent_pixels = 0;
    for (std::size_t pixel = 0; pixel + 1 < layers.first.size(); ++pixel) {
        // Entered first, as seen from outside.
        const std::uint32_t count = layers.first[pixel + 1] - layers.first[pixel];
        std::int32_t turn = layers.view == LayersView::from_above && count % 2 != 0 ? -1 : 1;
        for (std::uint32_t k = layers.first[pixel]; k < layers.first[pixel + 1]; ++k, turn = -turn)
            layers.points[k].turn = turn;
        layers.inconsistent_pixels += layers.view == LayersView::whole ? count % 2 : 0;
    }
    if (peeled.layers == most_counted) layers.report.stopped_by = Limit::resolution;
}

/// With a budget of time, some at a time.
void OpenGlLayers::State::draw_lists(const Deadline& deadline) {
    const std::size_t all = number_of_drawn.size(),
                      step = deadline.time ? triangles_at_once : std::max<std::size_t>(all, 1);
    for (std::size_t first = 0; first < all; first += step) {
        if (deadline.passed()) {
            layers.report.stopped_by = Limit::time;
            return;
        }
        glUniform1ui(glGetUniformLocation(listing, "first"), static_cast<std::uint32_t>(first));
        draw_some(first, std::min(step, all - first));
    }
}

void OpenGlLayers::State::peel_into_lists(std::uint32_t n, const Deadline& deadline) {
    glUseProgram(listing);
    glUniform1ui(glGetUniformLocation(listing, "width"), n);
    glNamedFramebufferParameteri(plain_frame, GL_FRAMEBUFFER_DEFAULT_WIDTH, static_cast<int>(n));
    glNamedFramebufferParameteri(plain_frame, GL_FRAMEBUFFER_DEFAULT_HEIGHT, static_cast<int>(n));
    glBindFramebuffer(GL_FRAMEBUFFER, plain_frame);
    clip_depths();
    glViewport(0, 0, static_cast<int>(n), static_cast<int>(n));
    head_data.assign(2 + std::size_t{n} * n, end_of_list);
    const auto bytes = static_cast<GLsizeiptr>(head_data.size() * sizeof(std::uint32_t));
    for (;;) {
        head_data.assign(head_data.size(), end_of_list);
        head_data[0] = 0;
        head_data[1] = static_cast<std::uint32_t>(node_capacity);
        glNamedBufferData(heads, bytes, head_data.data(), GL_STREAM_COPY);
        glNamedBufferData(nodes, static_cast<GLsizeiptr>(node_capacity * sizeof(Node)), nullptr, GL_STREAM_COPY);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, heads);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, nodes);
        draw_lists(deadline);
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        glGetNamedBufferSubData(heads, 0, bytes, head_data.data());
        if (head_data[0] <= node_capacity) break;
        if (deadline.passed()) {  // no time to draw it all again; what found no room is in no list
            layers.report.stopped_by = Limit::time;
            head_data[0] = static_cast<std::uint32_t>(node_capacity);
            break;
        }
        node_capacity = head_data[0] + head_data[0] / 4;
    }
    node_data.resize(head_data[0]);
    if (!node_data.empty()) {
        glGetNamedBufferSubData(nodes, 0, static_cast<GLsizeiptr>(node_data.size() * sizeof(Node)), node_data.data());
    }
}

void OpenGlLayers::State::collect_lists(std::uint32_t n) {
    layers.first.assign(std::size_t{n} * n + 1, 0);
    layers.points.clear();
    for (std::size_t pixel = 0; pixel < std::size_t{n} * n; ++pixel) {
        for (std::uint32_t at = head_data[2 + pixel]; at != end_of_list; at = node_data[at].next) {
            const Node& node = node_data[at];
            layers.points.push_back({world_depth(node.depth), number_of_drawn[node.triangle], node.turn});
        }
        layers.first[pixel + 1] = static_cast<std::uint32_t>(layers.points.size());
    }
    depth_layers::put_in_order(layers);
}

OpenGlLayers::OpenGlLayers() : state_(std::make_unique<State>()) {}
OpenGlLayers::~OpenGlLayers() = default;
OpenGlLayers::OpenGlLayers(OpenGlLayers&&) noexcept = default;
OpenGlLayers& OpenGlLayers::operator=(OpenGlLayers&&) noexcept = default;

std::string_view OpenGlLayers::renderer() const { return state_->context.renderer(); }

const Layers& OpenGlLayers::make(const SurfaceView& surface, const LayersOptions& options, OpenGlPasses passes) {
    const Deadline deadline{std::chrono::steady_clock::now(), options.budget.time};
    State& state = *state_;
    if (options.resolution == 0) throw std::invalid_argument("pliant: the resolution is 0: no lines to look along");
    if (options.resolution > static_cast<std::uint32_t>(state.widest_frame)) {
        throw std::invalid_argument("pliant: the graphics card has no more than " + std::to_string(state.widest_frame) +
                                    " pixels along a side");
    }
    state.context.use();
    state.upload(surface, options);
    if (passes == OpenGlPasses::stencil) {
        state.collect_stencil_layers(options.resolution, state.peel_by_stencil(options.resolution, deadline));
    } else {
        state.peel_into_lists(options.resolution, deadline);
        state.collect_lists(options.resolution);
    }
    Report& report = state.layers.report;
    report.complete = report.stopped_by == Limit::none;
    report.milliseconds.find =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - deadline.start).count();
    return state.layers;
}

}  // namespace pliant
