// Parts of an OBJ file: which triangles belong to which object or group.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/io.hpp"

namespace pliant::io {

/// Tracks the current object and group while triangles are read.
class ObjParts {
public:
    /// Takes effect with the next triangle.
    void start_object(std::string_view name) { start(objects_, name); }
    void start_group(std::string_view name) { start(groups_, name); }
    void before_triangle(std::size_t number) {
        if (objects_.pending) add(objects_, number);
        if (groups_.pending) add(groups_, number);
    }

    /// Objects, if the file names any; otherwise groups, if no two share a vertex.
    [[nodiscard]] std::vector<Part> of(const Mesh& mesh) &&;

private:
    struct Names {
        std::vector<Part> parts;
        std::string now;  // name of the following triangles
        bool pending = true;
        bool any = false;  // some name was read
    };
    static void start(Names& names, std::string_view name);
    static void add(Names& names, std::size_t triangle);

    Names objects_, groups_;
};

}  // namespace pliant::io
