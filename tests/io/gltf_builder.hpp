// Small glTF files, made part by part.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "test_files.hpp"

namespace pliant::io::test {

class GltfBuilder {
public:
    nlohmann::json json = {{"asset", {{"version", "2.0"}}}};
    std::string buffer;

    /// An accessor over values of type T; returns its number.
    template <class T>
    int accessor(const std::vector<T>& values, const std::string& type, int components) {
        while (buffer.size() % 4 != 0) buffer += '\0';
        const std::size_t offset = buffer.size();
        for (const T value : values) put(buffer, value);
        json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", offset}, {"byteLength", buffer.size() - offset}});
        json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                     {"componentType", component_type<T>()},
                                     {"count", values.size() / std::size_t(components)},
                                     {"type", type}});
        return int(json["accessors"].size()) - 1;
    }
    int scalars(const std::vector<float>& values) { return accessor(values, "SCALAR", 1); }
    int vectors(const std::vector<float>& values) { return accessor(values, "VEC3", 3); }
    int quaternions(const std::vector<float>& values) { return accessor(values, "VEC4", 4); }

    /// A mesh of one triangle primitive; returns its number.
    int mesh(const nlohmann::json& attributes, int indices = -1) {
        nlohmann::json primitive = {{"attributes", attributes}};
        if (indices >= 0) primitive["indices"] = indices;
        json["meshes"].push_back({{"primitives", {primitive}}});
        return int(json["meshes"].size()) - 1;
    }
    int node(const nlohmann::json& value) {
        json["nodes"].push_back(value);
        return int(json["nodes"].size()) - 1;
    }
    nlohmann::json& primitive(int mesh = 0, int index = 0) { return json["meshes"][mesh]["primitives"][index]; }

    void channel(int node, const std::string& path, int times, int values, const std::string& interpolation = "LINEAR",
                 int animation = 0) {
        nlohmann::json& target = json["animations"][animation];
        target["samplers"].push_back({{"input", times}, {"output", values}, {"interpolation", interpolation}});
        target["channels"].push_back(
            {{"sampler", target["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
    }

    [[nodiscard]] std::string gltf(const std::string& uri) const {
        nlohmann::json whole = json;
        whole["buffers"] = {{{"byteLength", buffer.size()}, {"uri", uri}}};
        return whole.dump();
    }
    [[nodiscard]] std::string gltf() const { return gltf("data:application/octet-stream;base64," + base64(buffer)); }

    [[nodiscard]] std::string glb() const {
        nlohmann::json whole = json;
        whole["buffers"] = {{{"byteLength", buffer.size()}}};
        std::string text = whole.dump(), data = buffer;
        while (text.size() % 4 != 0) text += ' ';
        while (data.size() % 4 != 0) data += '\0';
        std::string bytes = "glTF";
        put<std::uint32_t>(bytes, 2);
        put<std::uint32_t>(bytes, std::uint32_t(28 + text.size() + data.size()));
        put<std::uint32_t>(bytes, std::uint32_t(text.size()));
        bytes += "JSON" + text;
        put<std::uint32_t>(bytes, std::uint32_t(data.size()));
        bytes += std::string("BIN\0", 4) + data;
        return bytes;
    }

private:
    template <class T>
    static int component_type() {
        if constexpr (std::is_same_v<T, std::int8_t>) return 5120;
        if constexpr (std::is_same_v<T, std::uint8_t>) return 5121;
        if constexpr (std::is_same_v<T, std::int16_t>) return 5122;
        if constexpr (std::is_same_v<T, std::uint16_t>) return 5123;
        if constexpr (std::is_same_v<T, std::uint32_t>) return 5125;
        return 5126;
    }
};

/// One triangle, (0 0 0) (1 0 0) (0 1 0), placed by one node.
inline GltfBuilder one_triangle() {
    GltfBuilder builder;
    builder.mesh({{"POSITION", builder.vectors({0, 0, 0, 1, 0, 0, 0, 1, 0})}});
    builder.node({{"mesh", 0}});
    return builder;
}

}  // namespace pliant::io::test
