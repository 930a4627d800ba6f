# The library that embedders link: `cmake --install` puts one archive, the public headers, a CMake package
# (find_package(pysub), target pysub::pysub) and pysub.pc under the prefix.
#
# The archive has an object for each source, so a program gets only what it uses: one that never makes a Shell has none. But
# stdlib's tables refer to their rows weakly, and for those a linker takes nothing out of an archive: stdlib is one object.
# With BUILD_SHARED_LIBS it is libpysub.so, which has all of it; its public headers say what of it can be called (PYSUB_API), and
# exported_symbols.map in which version (docs/decisions/029).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Why other people's programs cannot link what this build tree compiles; "" when they can.
function(pysub_unfit_for_package result)
  set(reason "")
  if(PYSUB_LTO)
    set(reason "its objects are this compiler's intermediate code")
  elseif(PYSUB_SANITIZE)
    set(reason "its objects need the run-time libraries of sanitizers")
  elseif(PYSUB_STRESS)
    set(reason "its objects check themselves at each allocation")
  elseif(PYSUB_PROFILE STREQUAL "record")
    set(reason "its objects record what programs do")
  endif()
  set(${result} "${reason}" PARENT_SCOPE)
endfunction()

function(pysub_refuse_to_install reason)
  # Who asks for it by name is refused; `cmake --install` of everything says what it leaves out.
  install(CODE "
    set(text \"The library for embedders is not installed from ${PROJECT_BINARY_DIR}: ${reason}. Install this:
  cmake --preset package && cmake --build --preset package
  cmake --install build/package --prefix DIR --component package\")
    if(CMAKE_INSTALL_COMPONENT)
      message(FATAL_ERROR \"\${text}\")
    endif()
    message(STATUS \"\${text}\")" COMPONENT package)
endfunction()

# What says to other programs' builds how the library is linked. Each build tree has them, so that any of them can test them.
function(pysub_write_package_files)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LIBS;REQUIRES")
  file(WRITE ${PROJECT_BINARY_DIR}/pysub-config.cmake
    "include(CMakeFindDependencyMacro)\n"
    "find_dependency(absl ${absl_VERSION})\n"
    "include(\${CMAKE_CURRENT_LIST_DIR}/pysub-targets.cmake)\n")
  # Below 1.0 each minor version may change the API (docs/versions.md).
  set(compatibility SameMajorVersion)
  if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatibility SameMinorVersion)
  endif()
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/pysub-config-version.cmake COMPATIBILITY ${compatibility})
  list(JOIN arg_REQUIRES ", " pkgconfig_requires)
  list(TRANSFORM arg_LIBS PREPEND " -l" OUTPUT_VARIABLE libs)
  list(JOIN libs "" libs)
  file(WRITE ${PROJECT_BINARY_DIR}/pysub.pc
    "prefix=\${pcfiledir}/../..\n"
    "includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}\n"
    "libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}\n\n"
    "Name: pysub\n"
    "Description: Python in your own process, sandboxed\n"
    "Version: ${PROJECT_VERSION}\n"
    "Requires: ${pkgconfig_requires}\n"
    "Cflags: -I\${includedir} -std=c++20\n"
    "Libs: -Wl,--as-needed -L\${libdir} -lpysub${libs}\n")
  # For C: no options of C++. Inside of the archive is C++ all the same; the shared library has what it needs.
  set(c_requires "")
  if(NOT BUILD_SHARED_LIBS)
    set(c_requires "Requires: ${pkgconfig_requires}\n")
    string(APPEND libs " -lstdc++ -lm")
  endif()
  file(WRITE ${PROJECT_BINARY_DIR}/pysub-c.pc
    "prefix=\${pcfiledir}/../..\n"
    "includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}\n"
    "libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}\n\n"
    "Name: pysub-c\n"
    "Description: Python in your own process, sandboxed: for C\n"
    "Version: ${PROJECT_VERSION}\n"
    "${c_requires}"
    "Cflags: -I\${includedir}\n"
    "Libs: -Wl,--as-needed -L\${libdir} -lpysub${libs}\n")
endfunction()

# The number of the interface for C, which is the shared library's, too.
function(pysub_c_abi result)
  file(STRINGS ${PROJECT_SOURCE_DIR}/osbridge/include/pysub.h line REGEX "^#define PYSUB_ABI_VERSION [0-9]+$")
  string(REGEX MATCH "[0-9]+" number "${line}")
  set(${result} ${number} PARENT_SCOPE)
endfunction()

function(pysub_make_archive objects links)
  set(stdlib_object ${PROJECT_BINARY_DIR}/pysub_stdlib.o)
  add_custom_command(OUTPUT ${stdlib_object}
    COMMAND ${CMAKE_LINKER} -r -o ${stdlib_object} $<TARGET_OBJECTS:stdlib>
    DEPENDS $<TARGET_OBJECTS:stdlib> COMMAND_EXPAND_LISTS VERBATIM)
  add_library(pysub_package STATIC EXCLUDE_FROM_ALL ${stdlib_object} ${objects})
  # Linkers other than lld want an index, which the archives of a clang build are made without.
  add_custom_command(TARGET pysub_package POST_BUILD COMMAND ${CMAKE_AR} s $<TARGET_FILE:pysub_package> VERBATIM)
  # Of other people's libraries, too, a program needs those that it uses.
  target_link_options(pysub_package INTERFACE LINKER:--as-needed)
  target_link_libraries(pysub_package INTERFACE ${links})
endfunction()

function(pysub_make_shared objects links)
  add_library(pysub_package SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:stdlib> ${objects})
  # C programs go on with every library of this number. A C++ interface is compatible with itself only (docs/versions.md): its
  # symbols have the whole version, so the loader refuses a C++ program another library.
  pysub_c_abi(PYSUB_C_ABI)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/exported_symbols.map.in ${PROJECT_BINARY_DIR}/exported_symbols.map @ONLY)
  set_target_properties(pysub_package PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PYSUB_C_ABI}
    LINK_DEPENDS ${PROJECT_BINARY_DIR}/exported_symbols.map)
  target_link_options(pysub_package PRIVATE LINKER:--version-script=${PROJECT_BINARY_DIR}/exported_symbols.map)
  # Its own functions are called, never those of the same name in the program.
  target_link_options(pysub_package PRIVATE LINKER:-Bsymbolic LINKER:--no-undefined LINKER:--as-needed LINKER:--gc-sections)
  target_link_libraries(pysub_package PRIVATE ${links} INTERFACE absl::status absl::statusor)
endfunction()

function(pysub_install_package)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "HEADERS;LIBS")
  set(objects "")
  set(external ${arg_LIBS})
  get_property(libraries GLOBAL PROPERTY PYSUB_LIBRARIES)
  foreach(library IN LISTS libraries)
    get_target_property(folder ${library} PYSUB_FOLDER)
    get_target_property(outside ${library} PYSUB_OUTSIDE_PACKAGE)  # what it links is not asked of every embedder
    if(folder IN_LIST PYSUB_CHAIN AND NOT outside)
      if(NOT library STREQUAL "stdlib")
        list(APPEND objects $<TARGET_OBJECTS:${library}>)
      endif()
      get_target_property(used ${library} PYSUB_LIBS)
      list(APPEND external ${used})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES external)
  # Imported targets of our own making do not exist where the package is used.
  set(package_links "")
  set(pkgconfig_libs "")
  set(pkgconfig_requires "")
  # Abseil's types are part of the interface, and each of its releases has its own names for them.
  set(absl_is "")
  if(absl_VERSION)
    set(absl_is " = ${absl_VERSION}")
  endif()
  foreach(library IN LISTS external)
    if(library MATCHES "^external::(.+)$")
      if(CMAKE_MATCH_1 STREQUAL "fmt")
        list(APPEND objects $<TARGET_OBJECTS:pysub_fmt>)
      else()
        # external::zlib is libz.so.
        get_target_property(kind ${library} TYPE)
        if(kind STREQUAL "INTERFACE_LIBRARY")
          continue()  # headers alone
        endif()
        get_target_property(location ${library} IMPORTED_LOCATION)
        string(REGEX REPLACE "^.*/lib([^/]+)\\.(so|a).*$" "\\1" name "${location}")
        list(APPEND package_links ${name})
        list(APPEND pkgconfig_libs ${name})
      endif()
    elseif(library MATCHES "^absl::(.+)$")
      list(APPEND package_links ${library})
      list(APPEND pkgconfig_requires "absl_${CMAKE_MATCH_1}${absl_is}")
    endif()
  endforeach()

  if(BUILD_SHARED_LIBS)
    # It finds its own libraries; programs need those of the interface.
    set(pkgconfig_libs "")
    list(FILTER pkgconfig_requires INCLUDE REGEX "^absl_status")
  endif()
  pysub_write_package_files(LIBS ${pkgconfig_libs} REQUIRES ${pkgconfig_requires})
  pysub_unfit_for_package(unfit)
  if(unfit)
    pysub_refuse_to_install("${unfit}")
    # tests/bindings/sanitize runs the bindings on it all the same: the preset "sanitized".
    if(PYSUB_SANITIZE AND BUILD_SHARED_LIBS)
      pysub_make_shared("${objects}" "${package_links}")
      set_target_properties(pysub_package PROPERTIES OUTPUT_NAME pysub LINKER_LANGUAGE CXX)
      target_include_directories(pysub_package INTERFACE ${PROJECT_BINARY_DIR}/generated)
      # Programs without sanitizers load it (python3, node): their functions come from one more library.
      target_link_options(pysub_package PUBLIC -shared-libsan)
    endif()
    return()
  endif()

  if(BUILD_SHARED_LIBS)
    pysub_make_shared("${objects}" "${package_links}")
  else()
    pysub_make_archive("${objects}" "${package_links}")
  endif()
  set_target_properties(pysub_package PROPERTIES
    OUTPUT_NAME pysub EXPORT_NAME pysub LINKER_LANGUAGE CXX VERIFY_INTERFACE_HEADER_SETS ON)
  target_compile_features(pysub_package PUBLIC cxx_std_20)
  target_sources(pysub_package PUBLIC FILE_SET HEADERS
    BASE_DIRS ${PROJECT_SOURCE_DIR}/osbridge/include ${PROJECT_BINARY_DIR}/generated
    FILES ${arg_HEADERS} ${PROJECT_BINARY_DIR}/generated/pysub/version.h)
  target_include_directories(pysub_package INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

  # What is installed is of the sources as they are, also when nobody has built these targets, or not since a change.
  install(CODE "
    message(STATUS \"Building what is installed\")
    execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target pysub_package pysub-worker
      OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed)
    if(failed)
      message(FATAL_ERROR \"\${said}\")
    elseif(said MATCHES \"warning:\")
      message(STATUS \"\${said}\")
    endif()" COMPONENT package)
  # Hosts find the worker on PATH.
  install(TARGETS pysub-worker RUNTIME DESTINATION bin COMPONENT package)
  install(TARGETS pysub_package EXPORT pysub COMPONENT package
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT package
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT package
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT package)
  foreach(header IN LISTS pysub_renamed_headers)
    get_filename_component(folder pysub/osbridge/${header} DIRECTORY)
    install(FILES ${pysub_public}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} COMPONENT package)
  endforeach()
  set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/pysub)
  install(EXPORT pysub NAMESPACE pysub:: FILE pysub-targets.cmake
    DESTINATION ${package_directory} COMPONENT package)
  install(FILES ${PROJECT_BINARY_DIR}/pysub-config.cmake ${PROJECT_BINARY_DIR}/pysub-config-version.cmake
    DESTINATION ${package_directory} COMPONENT package)
  install(FILES ${PROJECT_BINARY_DIR}/pysub.pc ${PROJECT_BINARY_DIR}/pysub-c.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT package)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT package)
endfunction()
