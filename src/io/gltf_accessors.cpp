// Accessors (typed arrays) of a glTF document. Every range is checked against the buffer's actual size before use.
#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "io/byte_order.hpp"
#include "io/gltf_document.hpp"

namespace pliant::io {
namespace {

enum ComponentType : std::size_t { int8 = 5120, uint8, int16, uint16, uint32 = 5125, float32 };

template <class T>
double component(const std::byte* bytes, bool normalized) {
    const auto value = static_cast<double>(load<T>(bytes));
    if constexpr (std::is_integral_v<T>) {
        if (normalized) return std::max(value / static_cast<double>(std::numeric_limits<T>::max()), -1.0);
    }
    return value;
}

double component(const std::byte* bytes, std::size_t type, bool normalized) {
    switch (type) {
        case int8: return component<std::int8_t>(bytes, normalized);
        case uint8: return component<std::uint8_t>(bytes, normalized);
        case int16: return component<std::int16_t>(bytes, normalized);
        case uint16: return component<std::uint16_t>(bytes, normalized);
        case uint32: return component<std::uint32_t>(bytes, false);
        default: return component<float>(bytes, false);
    }
}

std::size_t bytes_of_component(std::size_t type) {
    switch (type) {
        case int8:
        case uint8: return 1;
        case int16:
        case uint16: return 2;
        case uint32:
        case float32: return 4;
        default: return 0;
    }
}

std::size_t components_of(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, std::size_t>, 7> types = {
        {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}}};
    for (const auto& [name, components] : types) {
        if (type == name) return components;
    }
    return 0;
}

bool is_unsigned(std::size_t type) { return type == uint8 || type == uint16 || type == uint32; }

}  // namespace

GltfDocument::Layout GltfDocument::layout_of(const JsonPlace& accessor) {
    Layout layout;
    layout.components = components_of(accessor.at("type").text());
    if (layout.components == 0) accessor.at("type").fail("not a type of glTF 2");
    layout.component_type = accessor.at("componentType").whole();
    layout.component_bytes = bytes_of_component(layout.component_type);
    if (layout.component_bytes == 0) accessor.at("componentType").fail("not a component type of glTF 2");
    const auto normalized = accessor.find("normalized");
    layout.normalized = normalized && normalized->truth();
    return layout;
}

// `place` holds bufferView and byteOffset: an accessor, or one of the two halves of a sparse one.
GltfDocument::Run GltfDocument::run(const JsonPlace& place, std::size_t count, const Layout& layout) {
    const std::size_t index = place.at("bufferView").whole();
    const View found = view(index, place);
    const std::size_t stride = found.stride == 0 ? layout.bytes() : found.stride;
    if (stride == 0 || stride < layout.bytes()) place.fail("the view's byteStride is smaller than an element");
    if (count == 0) return {};
    const std::size_t offset = place.whole("byteOffset", 0);
    const std::size_t left = offset > found.bytes.size() ? 0 : found.bytes.size() - offset;
    if (left < layout.bytes() || count - 1 > (left - layout.bytes()) / stride) {
        place.fail(std::to_string(count) + " elements reach beyond the end of bufferViews[" + std::to_string(index) +
                   "]");
    }
    return {found.bytes.data() + offset, count, stride};
}

void GltfDocument::apply_sparse(const JsonPlace& sparse, const Layout& layout, std::size_t count,
                                std::vector<double>& values) {
    const std::size_t replaced = sparse.at("count").whole();
    if (replaced > count) sparse.fail("replaces more elements than the accessor has");
    Layout index_layout{1, sparse.at("indices").at("componentType").whole(), 0, false};
    index_layout.component_bytes = bytes_of_component(index_layout.component_type);
    if (!is_unsigned(index_layout.component_type)) sparse.at("indices").fail("not an unsigned component type");
    const Run indices = run(sparse.at("indices"), replaced, index_layout);
    const Run replacements = run(sparse.at("values"), replaced, layout);
    for (std::size_t i = 0; i < replaced; ++i) {
        const double element = component(indices.first + i * indices.stride, index_layout.component_type, false);
        if (element >= static_cast<double>(count)) sparse.fail("replaces an element that the accessor does not have");
        for (std::size_t c = 0; c < layout.components; ++c) {
            values[static_cast<std::size_t>(element) * layout.components + c] =
                component(replacements.first + i * replacements.stride + c * layout.component_bytes,
                          layout.component_type, layout.normalized);
        }
    }
}

std::vector<double> GltfDocument::values(const JsonPlace& accessor, const Layout& layout) {
    const std::size_t count = accessor.at("count").whole();
    // An accessor without a buffer view is all zeros, so the file size does not limit its count.
    if (count > bytes_at_hand()) accessor.fail("promises more elements than the file has bytes");
    spend(count * layout.components, accessor);
    const Run elements = accessor.has("bufferView") ? run(accessor, count, layout) : Run{};
    std::vector<double> values(count * layout.components);
    for (std::size_t i = 0; i < elements.count; ++i) {
        for (std::size_t c = 0; c < layout.components; ++c) {
            values[i * layout.components + c] =
                component(elements.first + i * elements.stride + c * layout.component_bytes, layout.component_type,
                          layout.normalized);
        }
    }
    if (const auto sparse = accessor.find("sparse")) apply_sparse(*sparse, layout, count, values);
    return values;
}

std::vector<double> GltfDocument::values(std::size_t accessor, std::size_t components, const JsonPlace& whose) {
    const JsonPlace place = root().element("accessors", accessor, whose);
    const Layout layout = layout_of(place);
    if (layout.components != components) {
        place.fail(std::to_string(components) + " components an element are expected here");
    }
    return values(place, layout);
}

std::vector<std::uint32_t> GltfDocument::whole_values(std::size_t accessor, std::size_t components,
                                                      const JsonPlace& whose) {
    const JsonPlace place = root().element("accessors", accessor, whose);
    if (!is_unsigned(layout_of(place).component_type)) place.fail("unsigned whole numbers are expected here");
    Layout layout = layout_of(place);
    layout.normalized = false;
    if (layout.components != components) {
        place.fail(std::to_string(components) + " components an element are expected here");
    }
    const std::vector<double> numbers = values(place, layout);
    return {numbers.begin(), numbers.end()};
}

}  // namespace pliant::io
