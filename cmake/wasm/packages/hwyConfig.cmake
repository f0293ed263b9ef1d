# Highway, header only: one target, so that nothing is chosen at run time. The folder before it adds doubles.
if(NOT TARGET hwy::hwy)
  add_library(hwy::hwy INTERFACE IMPORTED)
  target_include_directories(hwy::hwy INTERFACE ${CMAKE_CURRENT_LIST_DIR}/../include ${PLIANT_WASM_HEADERS}/hwy)
endif()
