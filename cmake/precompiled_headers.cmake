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
  pysub_precompile(osbridge FOR python_run python_tools HEADERS ${standard} <absl/status/statusor.h> pysub/sandbox.h)
  pysub_precompile(shell_core HEADERS ${standard} lexer/unicode/utf8.h pysub/shell/command.h shell/commands/quoting.h)
  if(TARGET pysub)
    pysub_precompile(pysub HEADERS ${standard} vm/vm.h)
  endif()
endfunction()
