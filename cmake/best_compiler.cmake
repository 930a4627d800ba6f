# Takes clang 19 when it is there: its `musttail` and `preserve_none` make the faster dispatch loop.
# Without it the system's compiler (g++ 12 on Debian 12) builds the same program.
if(NOT DEFINED CMAKE_CXX_COMPILER)
  find_program(PYSUB_CLANG NAMES clang++-19)
  if(PYSUB_CLANG)
    set(CMAKE_CXX_COMPILER ${PYSUB_CLANG})
  endif()
endif()
# binutils' archiver: CMake would take an llvm-ar of whatever LLVM is there, and an older one refuses clang 19's bitcode.
find_program(CMAKE_AR NAMES ar)
find_program(CMAKE_RANLIB NAMES ranlib)
