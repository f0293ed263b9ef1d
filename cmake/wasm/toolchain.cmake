# Emscripten as Debian packs it, with header-only dependencies of the host. Use: cmake --preset wasm.
find_program(PLIANT_EMXX em++ REQUIRED)
find_program(PLIANT_NODE NAMES node nodejs REQUIRED)
get_filename_component(emscripten_root ${PLIANT_EMXX} REALPATH)
get_filename_component(emscripten_root ${emscripten_root} DIRECTORY)
foreach(root IN ITEMS ${emscripten_root} /usr/share/emscripten)
  if(EXISTS ${root}/cmake/Modules/Platform/Emscripten.cmake)
    include(${root}/cmake/Modules/Platform/Emscripten.cmake)
    break()
  endif()
endforeach()

# The optimiser of Debian's emscripten is a script of Node's that looks for acorn where Debian's own Node finds it.
file(GLOB acorn /usr/share/nodejs/acorn /usr/lib/nodejs/acorn)
if(acorn)
  list(GET acorn 0 acorn)
  get_filename_component(acorn ${acorn} DIRECTORY)
  set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=${acorn})
endif()

set(CMAKE_CROSSCOMPILING_EMULATOR ${PLIANT_NODE})

# Headers of the host, one folder at a time: its top folder would bring the C library of another machine.
set(PLIANT_HOST_INCLUDE /usr/include CACHE PATH "Where headers of Highway, Eigen, fast_float and nlohmann-json are")
set(headers ${CMAKE_BINARY_DIR}/host_headers)
foreach(folder IN ITEMS hwy fast_float nlohmann eigen3 boost)
  if(NOT EXISTS ${headers}/${folder}/${folder} AND EXISTS ${PLIANT_HOST_INCLUDE}/${folder})
    file(MAKE_DIRECTORY ${headers}/${folder})
    file(CREATE_LINK ${PLIANT_HOST_INCLUDE}/${folder} ${headers}/${folder}/${folder} SYMBOLIC)
  endif()
endforeach()
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/packages)
foreach(package IN ITEMS hwy Eigen3 FastFloat nlohmann_json)
  set(${package}_DIR ${CMAKE_CURRENT_LIST_DIR}/packages)
endforeach()
set(PLIANT_WASM_HEADERS ${headers})

# Vectors in kernels alone (PLIANT_KERNEL_OPTIONS): where the compiler of emscripten 3.1.6 makes them by itself, results
# change.
set(CMAKE_CXX_FLAGS_INIT "-fexceptions -fno-vectorize -fno-slp-vectorize -include ${CMAKE_CURRENT_LIST_DIR}/include/missing_from_library.hpp")
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
