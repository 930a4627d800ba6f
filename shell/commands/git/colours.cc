#include "shell/commands/git/colours.h"

#include <cstdint>
#include <iterator>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {
namespace {

// The numbers behind "\x1b[" of one colour; empty: the terminal's own, which is left alone.
std::optional<std::string> CodesOf(std::string_view word, bool behind) {
  constexpr std::string_view kNames[] = {"black", "red",     "green", "yellow",
                                         "blue",  "magenta", "cyan",  "white"};
  const std::string lower = Lower(word);
  const int64_t dark = behind ? 40 : 30, bright = dark + 60;
  const std::string rich = behind ? "48;" : "38;";
  if (lower == "normal") return "";
  if (lower == "default") return std::to_string(dark + 9);
  for (size_t i = 0; i < std::size(kNames); ++i) {
    const auto number = static_cast<int64_t>(i);
    if (lower == kNames[i]) return std::to_string(dark + number);
    if (lower == "bright" + std::string(kNames[i])) return std::to_string(bright + number);
  }
  if (word.size() == 7 && word[0] == '#') {
    std::string codes = rich + "2";
    for (size_t i = 1; i < word.size(); i += 2) {
      const int high = HexDigit(word[i]), low = HexDigit(word[i + 1]);
      if (high < 0 || low < 0) return std::nullopt;
      codes += ";" + std::to_string(high * 16 + low);
    }
    return codes;
  }
  const std::optional<int64_t> number = ParseNumber(word);
  if (!number || *number < -1 || *number > 255) return std::nullopt;
  if (*number == -1) return "";
  if (*number < 8) return std::to_string(dark + *number);
  if (*number < 16) return std::to_string(bright + *number - 8);
  return rich + "5;" + std::to_string(*number);
}

// "bold" is 1, "nobold" 22; 0: it is none.
uint32_t AttributeOf(std::string_view word) {
  struct Row {
    std::string_view name;
    uint32_t on, off;
  };
  constexpr Row kRows[] = {{"bold", 1, 22},  {"dim", 2, 22},     {"italic", 3, 23}, {"ul", 4, 24},
                           {"blink", 5, 25}, {"reverse", 7, 27}, {"strike", 9, 29}};
  const bool off = word.starts_with("no");
  if (off) word.remove_prefix(2);
  if (off && word.starts_with('-')) word.remove_prefix(1);
  for (const Row& row : kRows)
    if (word == row.name) return off ? row.off : row.on;
  return 0;
}

}  // namespace

std::optional<std::string> ParseColour(std::string_view text) {
  std::optional<std::string> colours[2];
  uint32_t attributes = 0;  // a bit for each number
  bool reset = false;
  for (text = Trimmed(text); !text.empty(); text = Trimmed(text)) {
    size_t end = 0;
    while (end < text.size() && !IsSpace(text[end])) ++end;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    if (Lower(word) == "reset") {
      reset = true;
    } else if (const auto codes = CodesOf(word, colours[0].has_value())) {
      if (colours[1]) return std::nullopt;
      colours[colours[0] ? 1 : 0] = codes;
    } else if (const uint32_t attribute = AttributeOf(word); attribute != 0) {
      attributes |= uint32_t{1} << attribute;
    } else {
      return std::nullopt;
    }
  }
  std::string codes;
  bool any = reset;
  const auto add = [&](const std::string& code) {
    codes += (any ? ";" : "") + code;
    any = true;
  };
  for (uint32_t i = 0; i < 32; ++i)
    if ((attributes >> i & 1) != 0) add(std::to_string(i));
  for (const std::optional<std::string>& colour : colours)
    if (colour && !colour->empty()) add(*colour);
  return any ? "\x1b[" + codes + "m" : "";
}

}  // namespace pysub::shell::git
