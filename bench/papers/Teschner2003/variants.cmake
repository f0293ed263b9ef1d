# The paper's variants of the spatial hash, for the benches and for the tests that compare their answers.
include_guard(GLOBAL)
find_package(hwy CONFIG REQUIRED)
add_library(pliant_teschner2003 STATIC EXCLUDE_FROM_ALL
  ${CMAKE_CURRENT_LIST_DIR}/chained_table.cpp
  ${CMAKE_CURRENT_LIST_DIR}/half_spaces_kernel.cpp
  ${CMAKE_CURRENT_LIST_DIR}/one_pass.cpp
  ${CMAKE_CURRENT_LIST_DIR}/paper_scene.cpp)
target_include_directories(pliant_teschner2003 PUBLIC ${PROJECT_SOURCE_DIR}/bench)
target_link_libraries(pliant_teschner2003 PUBLIC pliant pliant_settings PRIVATE hwy::hwy)
if(PLIANT_SCALAR)
  target_compile_definitions(pliant_teschner2003 PRIVATE HWY_COMPILE_ONLY_SCALAR)
else()
  target_compile_definitions(pliant_teschner2003 PRIVATE HWY_DISABLED_TARGETS=${PLIANT_DISABLED_TARGETS})
endif()
