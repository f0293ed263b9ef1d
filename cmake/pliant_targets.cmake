# Settings that every target of ours shares. They are private: people who embed the library get none of them.
add_library(pliant_settings INTERFACE)
target_compile_features(pliant_settings INTERFACE cxx_std_20)
target_compile_options(pliant_settings INTERFACE
  # Contracted multiply-adds would make results depend on the processor.
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  # GCC 12 fuses some of them nevertheless, when it vectorises straight-line code.
  $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<BOOL:${PLIANT_WERROR}>:-Werror>)
target_include_directories(pliant_settings INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)

# pliant_unity(TARGET FILES_TOGETHER): compile several files as one, which is much quicker from nothing. Off for those
# who embed the library and in the debug preset, which shows that every file includes what it uses.
function(pliant_unity target files_together)
  if(PLIANT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files_together})
  endif()
endfunction()

# pliant_test(NAME SOURCES... [LINK targets...] [PLAIN] [LONG] [VECTORS_ONLY]): one test program. PLIANT_TEST_BY_CASE registers its cases
# with CTest one by one, else the whole. Programs in PLIANT_TEST_SCALAR_ROOMS run a second time without vectors, unless
# they are VECTORS_ONLY. PLAIN: not optimised, since it computes little and takes long to compile. LONG:
# begun first, so that nothing waits for it in the end.
function(pliant_test name)
  cmake_parse_arguments(arg "PLAIN;LONG;VECTORS_ONLY" "" "LINK" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE pliant_test_target pliant pliant_settings ${arg_LINK} GTest::gtest_main hwy::hwy)
  target_compile_definitions(${name} PRIVATE PLIANT_SHARED_DATA="${PLIANT_SHARED_DATA}")
  if(arg_PLAIN)
    target_compile_options(${name} PRIVATE ${pliant_plain_test_options})
    target_precompile_headers(${name} REUSE_FROM pliant_plain_test_headers)
  else()
    target_compile_options(${name} PRIVATE ${pliant_test_options})
    target_precompile_headers(${name} REUSE_FROM pliant_test_headers)
  endif()
  pliant_unity(${name} 8)
  if(PLIANT_TEST_BY_CASE)
    gtest_discover_tests(${name} TEST_PREFIX "${PLIANT_TEST_PREFIX}" DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
    get_filename_component(room ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    if(room IN_LIST PLIANT_TEST_SCALAR_ROOMS AND NOT arg_VECTORS_ONLY)
      add_test(NAME ${PLIANT_TEST_PREFIX}scalar/${name} COMMAND ${name} --gtest_brief=1)
      set_tests_properties(${PLIANT_TEST_PREFIX}scalar/${name} PROPERTIES
        TIMEOUT 900 COST 100 ENVIRONMENT PLIANT_TEST_TARGET=scalar)
    endif()
  else()
    add_test(NAME ${PLIANT_TEST_PREFIX}${name} COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${PLIANT_TEST_PREFIX}${name} PROPERTIES TIMEOUT 900)
    if(arg_LONG)
      set_tests_properties(${PLIANT_TEST_PREFIX}${name} PROPERTIES COST 100)
    endif()
  endif()
endfunction()
