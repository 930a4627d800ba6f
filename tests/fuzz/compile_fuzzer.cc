// Any bytes as a program: what the compiler makes of it the verifier must accept.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/compile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  pysub::CompileOptions options;
  options.mode = static_cast<pysub::ParseMode>(data[0] % 3);
  options.dynamic = (data[0] & 64) != 0;
  const pysub::CompileResult result =
      pysub::Compile({reinterpret_cast<const char*>(data) + 1, size - 1}, "fuzz.py", options);
  if ((result.unit == nullptr) == result.errors.empty()) std::abort();
  if (result.unit == nullptr) return 0;
  if (const std::optional<std::string> problem = pysub::Verify(*result.unit)) {
    std::fprintf(stderr, "the verifier refuses compiled code: %s\n%s", problem->c_str(),
                 pysub::Disassemble(*result.unit).c_str());
    std::abort();
  }
  return 0;
}
