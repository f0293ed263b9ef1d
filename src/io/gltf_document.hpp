// A glTF 2.0 document: its JSON, its buffers and the typed arrays (accessors) in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "io/formats.hpp"
#include "io/gltf_json.hpp"

namespace pliant::io {

/// Percent-decoding of a URI.
std::string without_percent_signs(const std::string& uri);

/// Borrowed: the source must outlive it.
class GltfDocument {
public:
    explicit GltfDocument(const Source& source);
    GltfDocument(const GltfDocument&) = delete;
    GltfDocument& operator=(const GltfDocument&) = delete;

    [[nodiscard]] JsonPlace root() const { return {json_, source_.name, ""}; }
    [[nodiscard]] const Source& source() const { return source_; }

    /// Values of an accessor, `components` per element, normalised integers as fractions. `whose` names the user of the
    /// accessor, for messages.
    [[nodiscard]] std::vector<double> values(std::size_t accessor, std::size_t components, const JsonPlace& whose);
    [[nodiscard]] std::vector<std::uint32_t> whole_values(std::size_t accessor, std::size_t components,
                                                          const JsonPlace& whose);

    /// Limits amplification: counts elements about to be created. Many parts of a small file may refer to the same
    /// bytes, and the result must stay in proportion to the file's size.
    void spend(std::size_t elements, const JsonPlace& whose);

private:
    struct View {
        std::span<const std::byte> bytes;
        std::size_t stride = 0;  // 0: tightly packed
    };
    struct Layout {
        std::size_t components = 0;  // of an element
        std::size_t component_type = 0;
        std::size_t component_bytes = 0;
        bool normalized = false;
        [[nodiscard]] std::size_t bytes() const { return components * component_bytes; }
    };
    // Elements of one layout, strided; checked to lie inside their view.
    struct Run {
        const std::byte* first = nullptr;
        std::size_t count = 0;
        std::size_t stride = 0;
    };

    void parse_json(std::span<const std::byte> text, std::size_t first_byte);
    void parse_binary_container();
    void check_extensions() const;
    void load_side_files();

    [[nodiscard]] static Layout layout_of(const JsonPlace& accessor);
    [[nodiscard]] std::vector<double> values(const JsonPlace& accessor, const Layout& layout);
    [[nodiscard]] Run run(const JsonPlace& place, std::size_t count, const Layout& layout);
    void apply_sparse(const JsonPlace& sparse, const Layout& layout, std::size_t count, std::vector<double>& values);

    [[nodiscard]] View view(std::size_t index, const JsonPlace& whose);
    [[nodiscard]] std::span<const std::byte> buffer(std::size_t index, const JsonPlace& whose);
    [[nodiscard]] std::span<const std::byte> bytes_of_uri(const JsonPlace& uri);
    [[nodiscard]] std::vector<std::byte> load_uri(const JsonPlace& uri) const;
    [[nodiscard]] std::size_t bytes_at_hand() const { return source_.bytes.size() + side_bytes_; }

    const Source& source_;
    nlohmann::json json_;
    std::optional<std::span<const std::byte>> binary_chunk_;
    std::map<std::size_t, std::span<const std::byte>> buffers_;  // those asked for so far
    std::map<std::string, std::vector<std::byte>> loaded_;       // by URI: buffers may share a file
    std::size_t side_bytes_ = 0;
    std::size_t spent_ = 0;
};

}  // namespace pliant::io
