# What `cmake --install` puts in place: library, headers, find_package(pliant), pkg-config, and the command.
include(CMakePackageConfigHelpers)

install(TARGETS pliant EXPORT pliantTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(PLIANT_OPENGL)
  install(TARGETS pliant_opengl EXPORT pliantTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/pliant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(PLIANT_CLI)
  install(TARGETS pliant_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# A static library leaves its own dependencies to whoever links it; a shared one has them inside.
get_target_property(pliant_type pliant TYPE)
set(pliant_find_dependencies "")
set(pliant_requires "")
set(pliant_link_flags "")
if(pliant_type STREQUAL "STATIC_LIBRARY")
  set(pliant_find_dependencies "find_dependency(hwy CONFIG)\n")
  set(pliant_requires "libhwy")
  if(PLIANT_PARALLEL STREQUAL "tbb")
    string(APPEND pliant_find_dependencies "find_dependency(TBB)\n")
    string(APPEND pliant_requires ", tbb")
  elseif(PLIANT_PARALLEL STREQUAL "threads")
    string(APPEND pliant_find_dependencies "find_dependency(Threads)\n")
    set(pliant_link_flags " -pthread")
  endif()
endif()

if(PLIANT_OPENGL)
  string(APPEND pliant_find_dependencies "find_dependency(OpenGL COMPONENTS OpenGL EGL)\n")
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/pliant)
install(EXPORT pliantTargets NAMESPACE pliant:: DESTINATION ${package_folder})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/pliantConfig.cmake.in ${PROJECT_BINARY_DIR}/pliantConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pliantConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pliantConfig.cmake ${PROJECT_BINARY_DIR}/pliantConfigVersion.cmake
  DESTINATION ${package_folder})

# pkg-config finds the rest from where its file lies, so that an installed tree can be moved.
file(RELATIVE_PATH pliant_up_to_prefix /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(${CMAKE_CURRENT_LIST_DIR}/pliant.pc.in ${PROJECT_BINARY_DIR}/pliant.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pliant.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
