# The libraries of other people, as targets for LIBS; docs/dependencies.md says why each is here:
#   absl::...  external::fmt  external::re2  external::gmp  external::sodium  external::nettle  external::zlib
#   external::edit  external::boost  external::sqlite  external::curl  external::postgres  GTest::gtest_main  benchmark::benchmark

if(WASI)
  include(${CMAKE_CURRENT_LIST_DIR}/wasm/libraries.cmake)
  return()
endif()
find_package(Threads REQUIRED)
find_package(absl REQUIRED)
if(PYSUB_STATIC)
  # Debian's targets name the shared libraries; the archives lie beside them.
  get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
  list(FILTER imported INCLUDE REGEX "^absl::")
  foreach(target IN LISTS imported)
    get_target_property(kind ${target} TYPE)
    if(kind STREQUAL "INTERFACE_LIBRARY")
      continue()
    endif()
    get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
    foreach(configuration IN LISTS configurations)
      get_target_property(location ${target} IMPORTED_LOCATION_${configuration})
      string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive "${location}")
      if(EXISTS ${archive})
        set_target_properties(${target} PROPERTIES IMPORTED_LOCATION_${configuration} ${archive})
      endif()
    endforeach()
  endforeach()
endif()

# Debian's packages of these have no CMake configuration. A missing one stops the build only where
# something links it.
function(pysub_external name header library)
  find_path(PYSUB_${name}_INCLUDE ${header})
  if(PYSUB_STATIC)
    find_library(PYSUB_${name}_LIBRARY NAMES lib${library}.a ${library})
  else()
    find_library(PYSUB_${name}_LIBRARY NAMES ${library})
  endif()
  mark_as_advanced(PYSUB_${name}_INCLUDE PYSUB_${name}_LIBRARY)
  if(PYSUB_${name}_INCLUDE AND PYSUB_${name}_LIBRARY)
    add_library(external::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(external::${name} PROPERTIES
      IMPORTED_LOCATION ${PYSUB_${name}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${PYSUB_${name}_INCLUDE})
  endif()
endfunction()

pysub_external(re2 re2/re2.h re2)
pysub_external(gmp gmp.h gmp)
pysub_external(sodium sodium.h sodium)
pysub_external(nettle nettle/nettle-meta.h nettle)
pysub_external(zlib zlib.h z)
pysub_external(edit histedit.h edit)
pysub_external(sqlite sqlite3.h sqlite3)
# libpq is shared in static builds, too: its archive wants GSSAPI, which Debian has no archive of.
find_path(PYSUB_postgres_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql)
find_library(PYSUB_postgres_LIBRARY NAMES pq)
mark_as_advanced(PYSUB_postgres_INCLUDE PYSUB_postgres_LIBRARY)
if(PYSUB_postgres_INCLUDE AND PYSUB_postgres_LIBRARY)
  add_library(external::postgres UNKNOWN IMPORTED GLOBAL)
  set_target_properties(external::postgres PROPERTIES
    IMPORTED_LOCATION ${PYSUB_postgres_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${PYSUB_postgres_INCLUDE})
endif()
if(PYSUB_STATIC AND TARGET external::edit)
  # What libedit.a leaves to others.
  foreach(library tinfo bsd md)
    find_library(PYSUB_${library}_LIBRARY NAMES lib${library}.a REQUIRED)
    mark_as_advanced(PYSUB_${library}_LIBRARY)
    target_link_libraries(external::edit INTERFACE ${PYSUB_${library}_LIBRARY})
  endforeach()
endif()

# libcurl is linked by pysub-broker alone, and always as the shared library.
find_path(PYSUB_curl_INCLUDE curl/curl.h)
find_library(PYSUB_curl_LIBRARY NAMES libcurl.so)
mark_as_advanced(PYSUB_curl_INCLUDE PYSUB_curl_LIBRARY)
if(PYSUB_curl_INCLUDE AND PYSUB_curl_LIBRARY)
  add_library(external::curl UNKNOWN IMPORTED GLOBAL)
  set_target_properties(external::curl PROPERTIES
    IMPORTED_LOCATION ${PYSUB_curl_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${PYSUB_curl_INCLUDE})
endif()

# Boost.Beast and Boost.Asio: headers, nothing to link. Without them pysub-agent has no HTTP.
find_path(PYSUB_boost_INCLUDE boost/beast/http/parser.hpp)
mark_as_advanced(PYSUB_boost_INCLUDE)
if(PYSUB_boost_INCLUDE)
  add_library(external::boost INTERFACE IMPORTED GLOBAL)
  target_include_directories(external::boost SYSTEM INTERFACE ${PYSUB_boost_INCLUDE})
endif()

# Debian ships fmt only as a shared library and as headers; a static program needs the third form.
find_path(PYSUB_fmt_INCLUDE fmt/format-inl.h REQUIRED)
mark_as_advanced(PYSUB_fmt_INCLUDE)
add_library(pysub_fmt STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/fmt_library.cc)
target_include_directories(pysub_fmt SYSTEM PUBLIC ${PYSUB_fmt_INCLUDE})
add_library(external::fmt ALIAS pysub_fmt)

if(PYSUB_TESTS)
  find_package(GTest REQUIRED)
endif()
if(PYSUB_BENCH)
  find_package(benchmark QUIET)
endif()
