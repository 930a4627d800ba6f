# With -DPYSUB_PCH=ON what most files of a library include is compiled once, not in each of them: most of a first build is reading
# headers. docs/decisions/028-precompiled-headers.md has the measurements.

# pysub_precompile(library [FOR other-library ...] HEADERS <header> folder/header.h ...)
# The others have the same compile options and definitions, and stand to the right of `library`.
function(pysub_precompile name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOR;HEADERS")
  # In quotes a header is found as files find it. (CMake would make it an absolute path, which in another clone is another one.)
  list(TRANSFORM arg_HEADERS REPLACE "^[^<].*" "\"\\0\"")
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  foreach(other IN LISTS arg_FOR)
    target_precompile_headers(${other} REUSE_FROM ${name})
  endforeach()
endfunction()

# pysub_targets(result name ...): those of them that this build has, and that are compiled as libraries are (position-independent
# programs are not: -fPIE, not -fPIC).
function(pysub_targets result)
  set(found)
  foreach(name IN LISTS ARGN)
    if(TARGET ${name})
      get_target_property(type ${name} TYPE)
      if(NOT (type STREQUAL "EXECUTABLE" AND CMAKE_POSITION_INDEPENDENT_CODE))
        list(APPEND found ${name})
      endif()
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

function(pysub_precompile_headers)
  # No more than most files need: g++ reads all of a precompiled header, and does anew what was left to be instantiated in it.
  set(standard <algorithm> <array> <bit> <cstdint> <cstdlib> <cstring> <memory> <optional> <span> <string> <string_view>
    <utility> <vector>)
  pysub_precompile(unicode FOR lexer files HEADERS ${standard})
  pysub_precompile(numbers HEADERS ${standard})  # compiled with an option of its own
  pysub_precompile(parser FOR compiler HEADERS ${standard} parser/ast.h)
  set(of_vm ${standard} vm/vm.h vm/native.h vm/slot_methods.h vm/objects/arguments.h vm/objects/bulk.h vm/objects/bytes.h
    vm/objects/dict.h vm/objects/indexing.h vm/objects/iterators.h vm/objects/list.h vm/objects/numbers.h vm/objects/str.h
    vm/snapshot/schema.h)
  if(WASI)
    pysub_precompile(vm HEADERS ${of_vm})  # -O2; stdlib is made small
    pysub_precompile(stdlib HEADERS ${of_vm})
  else()
    pysub_precompile(vm FOR stdlib HEADERS ${of_vm})
  endif()
  pysub_targets(others python_run python_tools pysub-worker pysub_c pysub_c_shell)
  pysub_precompile(osbridge FOR ${others} HEADERS ${standard} <absl/status/statusor.h> pysub/sandbox.h)
  pysub_targets(others pysub-shell pysub-tool)
  pysub_precompile(shell_core FOR ${others} HEADERS ${standard} <chrono> <functional> <unordered_map> <absl/status/statusor.h>
    <fmt/format.h> lexer/unicode/utf8.h pysub/shell/command.h shell/commands/quoting.h)
  if(TARGET pysub)
    pysub_precompile(pysub HEADERS ${standard} vm/vm.h)
  endif()
  if(TARGET session_store)
    pysub_targets(others sessions postgres_store agent_rpc agent agent_http agent_sessions agent_client agent_code pysub-agent
      pysub-agent-postgres)
    pysub_precompile(session_store FOR ${others} HEADERS ${standard} <chrono> <functional> <absl/status/statusor.h> <fmt/format.h>)
  endif()
  # GoogleTests, but for those that are compiled in another way.
  get_property(tests GLOBAL PROPERTY PYSUB_GOOGLE_TESTS)
  list(REMOVE_ITEM tests host_exceptions_test)
  if(tests)
    list(POP_FRONT tests first)
    pysub_precompile(${first} FOR ${tests} HEADERS ${standard} <chrono> <functional> <gtest/gtest.h> <absl/status/statusor.h>)
  endif()
endfunction()
