# pysub_library(name SOURCES a.cc ... [DEPS library ...] [LIBS imported-target ...])
# pysub_executable(name SOURCES ... [DEPS ...] [LIBS ...])
# pysub_test(name SOURCES ... [DEPS ...] [LIBS ...])       a GoogleTest program, run by ctest
#   (Of other tests the properties PYSUB_CASES and PYSUB_NEEDS tell tools/test what cases they have, see Test there.)
# pysub_thorough(test ...)    more of what another test samples, for minutes: tools/test --fast, what CI runs, leaves it out
# pysub_link_everything()                                  once, after all folders were added
#
# The folders form a chain; a folder may use what stands to its left and nothing else. DEPS names our
# own libraries, LIBS those of other people. A library belongs to the top folder its CMakeLists.txt is
# in, so lexer/unicode may be used by everybody and may use only lexer/. `bench` and `tests` use all.
# Linking waits until all libraries are known: folders may come in any order, and a wrong DEPS is told
# apart from one that is only misspelt.

set(PYSUB_CHAIN lexer parser compiler vm stdlib osbridge shell)

function(pysub_folder_of directory result)
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${directory})
  string(REGEX REPLACE "/.*" "" folder "${path}")
  set(${result} ${folder} PARENT_SCOPE)
endfunction()

function(pysub_check_direction folder dependency_folder)
  list(FIND PYSUB_CHAIN ${folder} own_rank)
  list(FIND PYSUB_CHAIN ${dependency_folder} dependency_rank)
  if(own_rank GREATER -1 AND dependency_rank GREATER own_rank)
    message(FATAL_ERROR "${folder}/ may not depend on ${dependency_folder}/")
  endif()
endfunction()

# What libraries, programs and tests have in common.
function(pysub_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;LIBS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${name}: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  pysub_folder_of(${CMAKE_CURRENT_SOURCE_DIR} folder)
  foreach(dependency IN LISTS arg_DEPS)
    pysub_check_direction(${folder} ${dependency})
  endforeach()
  target_include_directories(${name} PUBLIC
    ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/osbridge/include ${PROJECT_BINARY_DIR}/generated)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND folder IN_LIST PYSUB_CHAIN AND NOT WASI)
    # What runs strangers' programs cuts no number unseen: a narrower type is written down, by a cast or a checked function.
    target_compile_options(${name} PRIVATE
      -Wshorten-64-to-32 -Wimplicit-int-conversion -Wimplicit-float-conversion -Wfloat-conversion)
  endif()
  set_target_properties(${name} PROPERTIES PYSUB_FOLDER ${folder} PYSUB_DEPS "${arg_DEPS}"
    PYSUB_LIBS "${arg_LIBS}")
  target_link_libraries(${name} PUBLIC ${arg_LIBS})
  set_property(GLOBAL APPEND PROPERTY PYSUB_TARGETS ${name})
endfunction()

function(pysub_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;LIBS")
  add_library(${name} STATIC ${arg_SOURCES})
  pysub_target(${name} ${ARGN})
  set_property(GLOBAL APPEND PROPERTY PYSUB_LIBRARIES ${name})
endfunction()

# PYSUB_STATIC_FLAGS: how the programs of a folder are linked where PYSUB_STATIC is on.
set(PYSUB_STATIC_FLAGS -static)

function(pysub_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;LIBS")
  add_executable(${name} ${arg_SOURCES})
  pysub_target(${name} ${ARGN})
  # Of shared libraries only those that it uses: `pysub` loads none for the parts of ours that it leaves out.
  target_link_options(${name} PRIVATE LINKER:--as-needed)
  if(PYSUB_STATIC)
    target_link_options(${name} PRIVATE ${PYSUB_STATIC_FLAGS})
  endif()
  if(PYSUB_LTO AND PYSUB_LLD)
    # What runs at start lies side by side; tools/startup_order writes the list.
    set(order ${PROJECT_SOURCE_DIR}/cmake/startup_order.txt)
    target_link_options(${name} PRIVATE -Wl,--symbol-ordering-file=${order} -Wl,--no-warn-symbol-ordering)
    set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${order})
  endif()
endfunction()

function(pysub_test name)
  if(NOT PYSUB_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;LIBS")
  add_executable(${name} ${arg_SOURCES})
  pysub_target(${name} SOURCES ${arg_SOURCES} DEPS ${arg_DEPS} LIBS ${arg_LIBS} GTest::gtest_main)
  set_property(GLOBAL APPEND PROPERTY PYSUB_GOOGLE_TESTS ${name})
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_tests_properties(${name} PROPERTIES TIMEOUT 300 PYSUB_CASES "gtest;${arg_SOURCES}")
endfunction()

function(pysub_thorough)
  set_tests_properties(${ARGN} PROPERTIES LABELS thorough)
endfunction()

function(pysub_link_everything)
  get_property(targets GLOBAL PROPERTY PYSUB_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(folder ${target} PYSUB_FOLDER)
    get_target_property(dependencies ${target} PYSUB_DEPS)
    foreach(dependency IN LISTS dependencies)
      if(NOT TARGET ${dependency})
        message(FATAL_ERROR "${target} (${folder}/): no library is named ${dependency}")
      endif()
      get_target_property(dependency_folder ${dependency} PYSUB_FOLDER)
      pysub_check_direction(${folder} ${dependency_folder})
      target_link_libraries(${target} PUBLIC ${dependency})
    endforeach()
  endforeach()
endfunction()
