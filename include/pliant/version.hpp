#pragma once

// The one place of the version: CMake reads it from here.
#define PLIANT_VERSION_MAJOR 0
#define PLIANT_VERSION_MINOR 2
#define PLIANT_VERSION_PATCH 0
#define PLIANT_VERSION "0.2.0"
