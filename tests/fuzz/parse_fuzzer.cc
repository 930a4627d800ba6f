// Any bytes as a program: the parser answers with a tree or an error, within its limits, and both
// can be shown.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parser/arena.h"
#include "parser/ast_dump.h"
#include "parser/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view source(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto mode = static_cast<pysub::ParseMode>(data[0] % 3);
  pysub::Arena arena;
  const pysub::ParseResult result = pysub::Parse(source, "fuzz.py", mode, arena);
  if ((result.module == nullptr) != result.error.has_value()) std::abort();
  if (result.error) {
    pysub::FormatSyntaxError(*result.error, "fuzz.py", source, pysub::SourceOrigin::kString);
    if (result.error->line == 0 && result.error->message.empty() &&
        result.error->kind == pysub::SyntaxErrorKind::kSyntaxError) {
      std::abort();
    }
  } else {
    pysub::DumpAst(*result.module, pysub::DumpPositions::kInclude);
  }
  return 0;
}
