#include "shell/expand/separators.h"

#include <algorithm>

#include "shell/expand/locale.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {

CharacterSet::CharacterSet(std::string_view characters) : is_bytes_(false) {
  for (size_t at = 0, size = 1; at < characters.size(); at += size) {
    const uint32_t character = DecodeCharacter(characters, at, &size);
    if (size == 1)
      bytes_.Add(characters[at]);
    else
      wide_.push_back(character);
  }
  std::sort(wide_.begin(), wide_.end());
}

Separators::Separators(Process& process) : held_(&process.budget()) {
  const std::string* value = ValueOf(process, kSymIfs);
  const std::string_view ifs = value == nullptr ? std::string_view(" \t\n") : *value;
  if (!process.budget().Tick(ifs.size() / 8)) return;
  const auto is_wide = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (std::none_of(ifs.begin(), ifs.end(), is_wide) || CountsBytes(process)) {
    CharacterSet::operator=(CharacterSet(ByteSet(ifs)));
  } else if (process.budget().Tick(ifs.size()) &&
             held_.Add(static_cast<int64_t>(ifs.size()) * kBytes)) {
    CharacterSet::operator=(CharacterSet(ifs));
  }
}

size_t CharacterSet::AtSlowly(std::string_view text, size_t at) const {
  size_t size = 1;
  const uint32_t character = DecodeCharacter(text, at, &size);
  if (size == 1) return bytes_.Has(text[at]);
  return std::binary_search(wide_.begin(), wide_.end(), character) ? size : 0;
}

}  // namespace pysub::shell
