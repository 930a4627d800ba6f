# What CMake wants to know of a system that it does not know (toolchain.cmake).
set(WASI TRUE)
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS FALSE)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
