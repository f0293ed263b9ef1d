# Runs portfile.cmake of the port up to the end of configuring, with stand-ins for the functions of vcpkg that it calls:
#   cmake -DSOURCE=... -DWORK=... "-DFEATURES=core command" -P vcpkg_functions.cmake
cmake_minimum_required(VERSION 3.20)

# Words in pairs, a feature and a variable, as definitions: `when_chosen` for features that are chosen, else the other.
function(define_features pairs when_chosen otherwise result)
  set(definitions "${${result}}")
  while(pairs)
    list(POP_FRONT pairs feature variable)
    if(feature IN_LIST FEATURES)
      list(APPEND definitions "-D${variable}=${when_chosen}")
    else()
      list(APPEND definitions "-D${variable}=${otherwise}")
    endif()
  endwhile()
  set(${result} "${definitions}" PARENT_SCOPE)
endfunction()

function(vcpkg_check_features)
  cmake_parse_arguments(given "" "OUT_FEATURE_OPTIONS" "FEATURES;INVERTED_FEATURES" ${ARGN})
  set(definitions "")
  define_features("${given_FEATURES}" ON OFF definitions)
  define_features("${given_INVERTED_FEATURES}" OFF ON definitions)
  set(${given_OUT_FEATURE_OPTIONS} "${definitions}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(given "" "SOURCE_PATH" "OPTIONS;MAYBE_UNUSED_VARIABLES" ${ARGN})
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${given_SOURCE_PATH} -B ${WORK}/build -DCMAKE_BUILD_TYPE=Release
            -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} ${given_OPTIONS}
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(later vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_fixup_pkgconfig vcpkg_copy_tools
              vcpkg_install_copyright)
  function(${later})
  endfunction()
endforeach()

set(CURRENT_PORT_DIR ${SOURCE}/packaging/vcpkg/pliant)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
set(PORT pliant)
separate_arguments(FEATURES)
include(${CURRENT_PORT_DIR}/portfile.cmake)
