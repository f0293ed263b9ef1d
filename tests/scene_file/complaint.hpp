// What a scene file is refused for.
#pragma once

#include <string>

#include <pliant/io.hpp>

#include "scene_file/scene_file.hpp"

namespace pliant::scene_file {

/// The one line that is said of it; empty where it is read.
inline std::string complaint(const std::string& text) {
    try {
        (void)scene_file_from_text(text, "scene.toml");
    } catch (const io::FileError& error) {
        return error.what();
    }
    return "";
}

}  // namespace pliant::scene_file
