# What `cmake --install` puts in place: libraries, headers, find_package(pliant), pkg-config, and the command.
include(CMakePackageConfigHelpers)

set(pliant_parts "")
foreach(part IN ITEMS io meshing opengl mpi)
  string(TOUPPER PLIANT_${part} wanted)
  if(${wanted})
    list(APPEND pliant_parts ${part})
  endif()
endforeach()

# Headers of a part are there where the part is.
file(GLOB pliant_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/pliant/*.hpp)
foreach(part IN ITEMS io meshing opengl mpi)
  if(NOT part IN_LIST pliant_parts)
    list(REMOVE_ITEM pliant_headers ${PROJECT_SOURCE_DIR}/include/pliant/${part}.hpp)
  endif()
endforeach()

# A static library leaves its own dependencies to whoever links it; a shared one has them inside. Packages of CMake,
# packages of pkg-config and plain flags; the parts know pliant itself besides.
set(static_packages_pliant "hwy CONFIG")
set(static_requires_pliant "libhwy")
if(PLIANT_PARALLEL STREQUAL "tbb")
  list(APPEND static_packages_pliant "TBB")
  string(APPEND static_requires_pliant ", tbb")
elseif(PLIANT_PARALLEL STREQUAL "threads")
  list(APPEND static_packages_pliant "Threads")
  set(static_flags_pliant " -pthread")
endif()
if(PLIANT_ZLIB)
  set(static_packages_io "ZLIB")
  set(static_requires_io "zlib")
endif()
if(pliant_meshing_uses_qhull)
  set(static_packages_meshing "QhullReentrant")
  get_filename_component(qhull_name ${QHULL_LIBRARY} NAME_WE)
  string(REGEX REPLACE "^lib" " -l" static_flags_meshing ${qhull_name})
endif()
set(static_packages_opengl "OpenGL COMPONENTS OpenGL EGL")
set(static_requires_opengl "opengl, egl")
set(static_packages_mpi "MPI COMPONENTS CXX")
set(static_requires_mpi "ompi-cxx")
if(ZOLTAN_LIBRARY)
  get_filename_component(zoltan_name ${ZOLTAN_LIBRARY} NAME_WE)
  string(REGEX REPLACE "^lib" " -l" static_flags_mpi ${zoltan_name})
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/pliant)
# pkg-config finds the rest from where its file lies, so that an installed tree can be moved.
file(RELATIVE_PATH pliant_up_to_prefix /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pliantConfigVersion.cmake COMPATIBILITY SameMinorVersion)

# One library of one kind (static or shared), its targets file and its pkg-config file.
function(pliant_install_library kind name target description)
  if(kind STREQUAL "shared")
    string(APPEND target _shared)
  endif()
  set(targets_file pliant_${name}Targets)
  set(pc_name pliant-${name})
  set(pc_library pliant_${name})
  set(pc_requires "pliant = ${PROJECT_VERSION}, ${static_requires_${name}}")
  if(name STREQUAL "pliant")
    set(targets_file pliantTargets)
    set(pc_name pliant)
    set(pc_library pliant)
    set(pc_requires "${static_requires_pliant}")
  endif()
  set(pc_flags "${static_flags_${name}}")
  if(kind STREQUAL "shared")
    set(pc_flags "")
    string(REPLACE ", ${static_requires_${name}}" "" pc_requires "${pc_requires}")
    if(name STREQUAL "pliant")
      set(pc_requires "")
    endif()
  endif()
  string(REGEX REPLACE ", $" "" pc_requires "${pc_requires}")
  set(pc_description "${description}")
  install(TARGETS ${target} EXPORT pliant_${kind}_${name}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${kind} ${exclude}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${kind} ${exclude}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${kind} ${exclude})
  install(EXPORT pliant_${kind}_${name} NAMESPACE pliant:: FILE ${targets_file}_${kind}.cmake DESTINATION ${package_folder}
    COMPONENT ${kind} ${exclude})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/pliant.pc.in ${PROJECT_BINARY_DIR}/${kind}/${pc_name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${kind}/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT ${kind} ${exclude})
endfunction()

# Both kinds are made of the same object files. Which one is installed BUILD_SHARED_LIBS says;
# `cmake --install --component static|shared` takes the one that it names, if it was built.
function(pliant_install_kind kind exclude)
  pliant_install_library(${kind} pliant pliant "Exact collision detection of deforming meshes")
  set(description_io "Meshes from files and back")
  set(description_meshing "New meshes from old")
  set(description_opengl "Layers by OpenGL")
  set(description_mpi "One frame over many machines")
  foreach(part IN LISTS pliant_parts)
    pliant_install_library(${kind} ${part} pliant_${part} "Pliant: ${description_${part}}")
  endforeach()
  # Lists of CMake as they stand in the package's file: by part, what it finds.
  set(pliant_packages "")
  if(kind STREQUAL "static")
    foreach(name IN ITEMS pliant ${pliant_parts})
      string(APPEND pliant_packages "set(pliant_packages_${name} \"${static_packages_${name}}\")\n")
    endforeach()
    install(FILES ${PROJECT_SOURCE_DIR}/cmake/FindQhullReentrant.cmake DESTINATION ${package_folder}
      COMPONENT ${kind} ${exclude})
  elseif("mpi" IN_LIST pliant_parts)  # its header includes mpi.h
    set(pliant_packages "set(pliant_packages_mpi \"${static_packages_mpi}\")\n")
  endif()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pliantConfig.cmake.in
    ${PROJECT_BINARY_DIR}/${kind}/pliantConfig.cmake INSTALL_DESTINATION ${package_folder})
  install(FILES ${PROJECT_BINARY_DIR}/${kind}/pliantConfig.cmake ${PROJECT_BINARY_DIR}/pliantConfigVersion.cmake
    DESTINATION ${package_folder} COMPONENT ${kind} ${exclude})
  install(FILES ${pliant_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pliant COMPONENT ${kind} ${exclude})
endfunction()

if(BUILD_SHARED_LIBS)
  pliant_install_kind(shared "")
  pliant_install_kind(static EXCLUDE_FROM_ALL)
else()
  pliant_install_kind(static "")
  pliant_install_kind(shared EXCLUDE_FROM_ALL)
endif()
if(PLIANT_CLI)
  install(TARGETS pliant_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  # Where the command cannot run on this machine, its users can still ask it for them.
  if(pliant_shell_files)
    set(PLIANT_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh looks for completions")
    foreach(file_and_folder IN ITEMS pliant|${CMAKE_INSTALL_DATADIR}/bash-completion/completions
            _pliant|${PLIANT_ZSH_FOLDER} pliant.fish|${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
            pliant.1|${CMAKE_INSTALL_MANDIR}/man1)
      string(REPLACE "|" ";" file_and_folder ${file_and_folder})
      list(POP_FRONT file_and_folder file folder)
      install(FILES ${pliant_shell_files}/${file} DESTINATION ${folder} COMPONENT command)
    endforeach()
  endif()
endif()
if(PLIANT_MPI)
  install(TARGETS pliant_mpi_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
endif()
