// Which names a shared library shows. Everything else in it is hidden.
#pragma once

/// Before a class or function of the public contract. On Windows PLIANT_SHARED says that the library is a DLL (the
/// installed CMake target sets it) and PLIANT_BUILDING that it is being built; elsewhere neither is needed.
#if defined(_WIN32) || defined(__CYGWIN__)
#if !defined(PLIANT_SHARED)
#define PLIANT_EXPORT
#elif defined(PLIANT_BUILDING)
#define PLIANT_EXPORT __declspec(dllexport)
#else
#define PLIANT_EXPORT __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define PLIANT_EXPORT __attribute__((visibility("default")))
#else
#define PLIANT_EXPORT
#endif

/// Before a nested class that an exported one keeps to itself.
#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#define PLIANT_HIDDEN __attribute__((visibility("hidden")))
#else
#define PLIANT_HIDDEN
#endif
