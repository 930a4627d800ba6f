#include "shell/commands/text/grep_colors.h"

#include <algorithm>

namespace pysub::shell {

bool IsColour(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == ';' || (c >= '0' && c <= '9'); });
}

void GrepColors::Read(std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(':'), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = one.find('=');
    const std::string_view name = one.substr(0, equals);
    const bool has_value = equals != std::string_view::npos;
    const std::string_view value = has_value ? one.substr(equals + 1) : std::string_view();
    if ((has_value && name.empty()) || !IsColour(value)) return;
    if (name == "rv") reverses = true;
    if (name == "ne") clears = false;
    if (name == "mt") {
      if (has_value) selected_match = value;
      context_match = selected_match;
    }
    if (!has_value) continue;
    if (name == "ms") selected_match = value;
    if (name == "mc") context_match = value;
    if (name == "fn") file = value;
    if (name == "ln") line = value;
    if (name == "bn") byte = value;
    if (name == "se") separator = value;
    if (name == "sl") selected_line = value;
    if (name == "cx") context_line = value;
  }
}

void GrepColors::Start(std::string* out, std::string_view colour) const {
  if (colour.empty()) return;
  *out += "\33[";
  *out += colour;
  *out += clears ? "m\33[K" : "m";
}

void GrepColors::End(std::string* out, std::string_view colour) const {
  if (!colour.empty()) *out += clears ? "\33[m\33[K" : "\33[m";
}

}  // namespace pysub::shell
