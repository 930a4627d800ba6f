# The libraries of external_libraries.cmake for wasm32, as tools/build_wasm has built them below PYSUB_WASM_PREFIX.
set(PYSUB_WASM_PREFIX "" CACHE PATH "Where tools/build_wasm has put other people's libraries")
if(NOT EXISTS ${PYSUB_WASM_PREFIX}/include/gmp.h)  # what is installed last
  message(FATAL_ERROR "no libraries for wasm32 in \"${PYSUB_WASM_PREFIX}\": tools/build_wasm builds them, then pysub")
endif()

function(pysub_wasm_library target archive)
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${PYSUB_WASM_PREFIX}/lib/lib${archive}.a
    INTERFACE_INCLUDE_DIRECTORIES ${PYSUB_WASM_PREFIX}/include)
endfunction()

foreach(name IN ITEMS re2 gmp sodium nettle)
  pysub_wasm_library(external::${name} ${name})
endforeach()
pysub_wasm_library(external::zlib z)
# Abseil is one archive here. RE2 and it want <pthread.h>, as they did when they were compiled.
pysub_wasm_library(absl::all absl)
foreach(name IN ITEMS status statusor strings flat_hash_map flat_hash_set)
  add_library(absl::${name} INTERFACE IMPORTED GLOBAL)
  target_link_libraries(absl::${name} INTERFACE absl::all)
endforeach()
foreach(target IN ITEMS absl::all external::re2)
  target_include_directories(${target} SYSTEM INTERFACE ${CMAKE_CURRENT_LIST_DIR}/include)
endforeach()
add_library(pysub_fmt STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/fmt_library.cc)
target_include_directories(pysub_fmt SYSTEM PUBLIC ${PYSUB_WASM_PREFIX}/include)
add_library(external::fmt ALIAS pysub_fmt)
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
