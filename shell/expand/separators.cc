#include "shell/expand/separators.h"

#include <algorithm>

#include "shell/expand/locale.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"

namespace pysub::shell {

Separators::Separators(Process& process) : held_(&process.budget()) {
  const std::string* value = ValueOf(process, kSymIfs);
  const std::string_view ifs = value == nullptr ? std::string_view(" \t\n") : *value;
  if (!process.budget().Tick(ifs.size() / 8)) return;
  const auto is_wide = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  is_bytes_ = std::none_of(ifs.begin(), ifs.end(), is_wide) || CountsBytes(process);
  if (is_bytes_) {
    bytes_ = ByteSet(ifs);
    return;
  }
  if (!held_.Add(static_cast<int64_t>(ifs.size() * sizeof(wide_[0])))) return;
  wide_.reserve(ifs.size() / 2);
  for (size_t at = 0; at < ifs.size();) {
    size_t size = 1;
    const uint32_t character = DecodeCharacter(ifs, at, &size);
    if (size > 1)
      wide_.push_back(character);
    else
      bytes_.Add(ifs[at]);
    at += size;
  }
  if (process.budget().Tick(wide_.size())) std::sort(wide_.begin(), wide_.end());
}

size_t Separators::AtSlowly(std::string_view text, size_t at) const {
  size_t size = 1;
  const uint32_t character = DecodeCharacter(text, at, &size);
  if (size == 1) return bytes_.Has(text[at]);
  return std::binary_search(wide_.begin(), wide_.end(), character) ? size : 0;
}

}  // namespace pysub::shell
