# The Blender add-on, in a real Blender without a window; included by tests/python, whose module it uses. Blender is large, so
# that ./test does not install it: without it there are no such tests, and a message says so. scripts/check installs it.
find_program(PLIANT_BLENDER blender)
if(NOT PLIANT_BLENDER OR NOT PLIANT_CLI)
  message(STATUS "No Blender: the add-on is not tested (scripts/check blender installs it)")
  return()
endif()
set(blender_tests ${PROJECT_SOURCE_DIR}/tests/blender)
add_test(NAME ${PLIANT_TEST_PREFIX}blender
  COMMAND ${PLIANT_BLENDER} --background --factory-startup --python-exit-code 3 --python ${blender_tests}/in_blender.py
  WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
add_test(NAME ${PLIANT_TEST_PREFIX}blender_headless
  COMMAND ${PLIANT_TEST_PYTHON} -m pytest -q -p no:cacheprovider ${blender_tests})
set_tests_properties(${PLIANT_TEST_PREFIX}blender ${PLIANT_TEST_PREFIX}blender_headless PROPERTIES TIMEOUT 300 COST 20
  ENVIRONMENT "PLIANT_PYTHON=${site};PLIANT_COMMAND=$<TARGET_FILE:pliant_cli>;PYTHONDONTWRITEBYTECODE=1;BLENDER=${PLIANT_BLENDER}")
