#include "lexer/unicode_names.h"

#include "lexer/unicode/unicode_names.h"

namespace pysub {

bool FindUnicodeName(std::string_view name, std::u32string* code_points) {
  const NamedCharacters found = LookupName(name);
  code_points->assign(found.code_points, static_cast<size_t>(found.size));
  return found.size > 0;
}

}  // namespace pysub
