// strerror() and its kin of glibc for the numbers of errno.h (errors.cc).
#include_next <string.h>

#ifndef PYSUB_CMAKE_WASM_LINUX_STRING_H_
#define PYSUB_CMAKE_WASM_LINUX_STRING_H_

#ifdef __cplusplus
extern "C" {
#endif

char* pysub_linux_strerror(int number);
#define strerror pysub_linux_strerror
const char* strerrorname_np(int number);
const char* strerrordesc_np(int number);

#ifdef __cplusplus
}
#endif

#endif  // PYSUB_CMAKE_WASM_LINUX_STRING_H_
