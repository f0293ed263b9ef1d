# QhullReentrant::qhull, the reentrant Qhull, static where it can be had, and QhullReentrant::shared, for shared
# libraries. By hand: its own package also wants programs that need not be installed.
find_path(QHULL_INCLUDE_DIR libqhull_r/qhull_ra.h)
find_library(QHULL_LIBRARY NAMES qhullstatic_r qhull_r)
find_library(QHULL_SHARED_LIBRARY NAMES qhull_r qhullstatic_r)
mark_as_advanced(QHULL_INCLUDE_DIR QHULL_LIBRARY QHULL_SHARED_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QhullReentrant REQUIRED_VARS QHULL_LIBRARY QHULL_INCLUDE_DIR)
if(QhullReentrant_FOUND AND NOT TARGET QhullReentrant::qhull)
  add_library(QhullReentrant::qhull UNKNOWN IMPORTED)
  set_target_properties(QhullReentrant::qhull PROPERTIES
    IMPORTED_LOCATION ${QHULL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${QHULL_INCLUDE_DIR})
  add_library(QhullReentrant::shared UNKNOWN IMPORTED)
  set_target_properties(QhullReentrant::shared PROPERTIES
    IMPORTED_LOCATION ${QHULL_SHARED_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${QHULL_INCLUDE_DIR})
endif()
