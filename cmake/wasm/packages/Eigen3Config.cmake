if(NOT TARGET Eigen3::Eigen)
  add_library(Eigen3::Eigen INTERFACE IMPORTED)
  target_include_directories(Eigen3::Eigen INTERFACE ${PLIANT_WASM_HEADERS}/eigen3/eigen3)
endif()
