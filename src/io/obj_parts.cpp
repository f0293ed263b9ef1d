#include "io/obj_parts.hpp"

#include <map>

#include "io/mesh_builder.hpp"

namespace pliant::io {
namespace {

bool share_a_vertex(const std::vector<Part>& groups, const Mesh& mesh) {
    std::vector<std::uint32_t> owners(mesh.positions.size(), no_vertex);
    std::map<std::string, std::uint32_t> numbers;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::uint32_t own = numbers.emplace(groups[i].name, std::uint32_t(numbers.size())).first->second;
        const std::size_t end = i + 1 < groups.size() ? groups[i + 1].triangle : mesh.triangles.size();
        for (std::size_t t = groups[i].triangle; t < end; ++t) {
            for (const std::uint32_t v : mesh.triangles[t]) {
                if (v >= owners.size()) continue;
                if (owners[v] != no_vertex && owners[v] != own) return true;
                owners[v] = own;
            }
        }
    }
    return false;
}

}  // namespace

void ObjParts::start(Names& names, std::string_view name) {
    while (!name.empty() && (name.back() == ' ' || name.back() == '\t')) name.remove_suffix(1);
    names.pending = names.pending || names.now != name;
    names.now = name;
    names.any = true;
}

void ObjParts::add(Names& names, std::size_t triangle) {
    names.parts.push_back({names.now, std::uint32_t(triangle)});
    names.pending = false;
}

std::vector<Part> ObjParts::of(const Mesh& mesh) && {
    if (objects_.any) return std::move(objects_.parts);
    if (!groups_.any || share_a_vertex(groups_.parts, mesh)) return {};
    return std::move(groups_.parts);
}

}  // namespace pliant::io
