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

# pliant_library(TARGET EXPORTS names... [PART name] [LINK targets...] [LINK_STATIC|LINK_SHARED targets...] [INNER]): a library that is installed, of a static
# library's sources. TARGET stays static, whatever BUILD_SHARED_LIBS says: our own tests and programs use what it hides.
# TARGET_shared is made of the same object files, so that both cost one compilation, and shows the public names alone.
# PART: installed as pliant::name, a part beside pliant::pliant. LINK: what it depends on, of either kind or of one. INNER: uses inner rooms of
# pliant; those it takes into itself, since a shared pliant hides them.
function(pliant_library target)
  cmake_parse_arguments(arg "INNER" "PART" "EXPORTS;LINK;LINK_STATIC;LINK_SHARED" ${ARGN})
  if(arg_PART)
    set(name ${arg_PART})
    target_link_libraries(${target} PUBLIC pliant)
  else()
    set(name pliant)
    target_compile_features(pliant PUBLIC cxx_std_20)
    target_include_directories(pliant PUBLIC
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:pliant_settings> ${arg_LINK} ${arg_LINK_STATIC})

  get_property(has_shared_libraries GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
  if(NOT has_shared_libraries)  # WebAssembly
    add_library(pliant::${name} ALIAS ${target})
    return()
  endif()
  add_library(${target}_shared SHARED $<TARGET_OBJECTS:${target}>)
  # Before 1.0 a minor version may change the interface.
  set(soversion ${PROJECT_VERSION_MAJOR})
  if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(soversion 0.${PROJECT_VERSION_MINOR})
  endif()
  set_target_properties(${target}_shared PROPERTIES OUTPUT_NAME ${target} EXPORT_NAME ${name} LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${soversion})
  if(arg_PART)
    target_link_libraries(${target}_shared PUBLIC pliant_shared PRIVATE ${arg_LINK} ${arg_LINK_SHARED})
    if(arg_INNER)
      target_link_libraries(${target}_shared PRIVATE pliant)
    endif()
  else()
    target_compile_features(pliant_shared PUBLIC cxx_std_20)
    target_include_directories(pliant_shared PUBLIC
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(pliant_shared PRIVATE ${arg_LINK})
  endif()
  pliant_show_only(${target}_shared ${arg_EXPORTS})
  if(WIN32 AND BUILD_SHARED_LIBS)
    target_compile_definitions(${target} PRIVATE PLIANT_SHARED PLIANT_BUILDING)
    target_compile_definitions(${target}_shared INTERFACE PLIANT_SHARED)
  endif()

  if(BUILD_SHARED_LIBS)
    add_library(pliant::${name} ALIAS ${target}_shared)
  else()
    add_library(pliant::${name} ALIAS ${target})
    if(NOT (PLIANT_TESTS AND PLIANT_TEST_EXTRAS))
      set_target_properties(${target}_shared PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endif()
endfunction()

# pliant_show_only(TARGET patterns...): of what is not hidden, a shared library shows these C++ names alone: neither
# instances of standard templates nor the inner rooms of pliant that it took in.
function(pliant_show_only target)
  if(NOT UNIX OR APPLE)
    return()
  endif()
  set(shown "")
  foreach(pattern IN LISTS ARGN)
    foreach(kind IN ITEMS "" "typeinfo for " "typeinfo name for " "vtable for ")
      string(APPEND shown "    ${kind}${pattern};\n")
    endforeach()
  endforeach()
  string(REPLACE " for " "?for?" shown "${shown}")  # a blank ends a pattern
  string(REPLACE "typeinfo name" "typeinfo?name" shown "${shown}")
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${target}.map)
  file(CONFIGURE OUTPUT ${script} CONTENT "{\n  global: extern \"C++\" {\n${shown}  };\n  local: *;\n};\n")
  target_link_options(${target} PRIVATE LINKER:--version-script=${script})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
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
  if(EMSCRIPTEN)
    target_link_options(${name} PRIVATE -O1 -sSINGLE_FILE=1 -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1 -sENVIRONMENT=node)
    if("hwy::hwy" IN_LIST arg_LINK)  # it holds kernels
      target_compile_options(${name} PRIVATE -msimd128)
    endif()
  endif()
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
