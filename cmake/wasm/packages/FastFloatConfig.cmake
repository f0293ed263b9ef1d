if(NOT TARGET FastFloat::fast_float)
  add_library(FastFloat::fast_float INTERFACE IMPORTED)
  target_include_directories(FastFloat::fast_float INTERFACE ${PLIANT_WASM_HEADERS}/fast_float)
endif()
