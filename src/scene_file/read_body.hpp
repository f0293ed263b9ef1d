// Bodies out of tables of a scene file.
#pragma once

#include <map>
#include <string>

#include "scene_file/checked_table.hpp"
#include "scene_file/scene_file.hpp"

namespace pliant::scene_file {

struct Materials {
    std::map<std::string, Material, std::less<>> soft;
    std::map<std::string, ClothMaterial, std::less<>> cloth;
};

Body read_soft(CheckedTable& table, const Materials& materials);
Body read_cloth(CheckedTable& table, const Materials& materials);
Body read_particles(CheckedTable& table);
Body read_obstacle(CheckedTable& table);

}  // namespace pliant::scene_file
