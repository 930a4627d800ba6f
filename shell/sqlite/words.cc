#include "shell/sqlite/words.h"

#include <fmt/format.h>
#include <strings.h>

namespace pysub::shell::sqlite {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

bool IsSame(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

Words SplitWords(std::string_view line) {
  constexpr size_t kMost = 51;
  Words words;
  size_t at = 0;
  while (at < line.size() && words.size() < kMost) {
    while (at < line.size() && IsSpace(line[at])) ++at;
    if (at >= line.size()) break;
    const char quote = line[at];
    if (quote == '\'' || quote == '"') {
      const size_t begin = ++at;
      while (at < line.size() && line[at] != quote) {
        if (line[at] == '\\' && quote == '"' && at + 1 < line.size()) ++at;
        ++at;
      }
      const std::string_view word = line.substr(begin, at - begin);
      words.push_back(quote == '"' ? Unbackslashed(word) : std::string(word));
      ++at;
      continue;
    }
    const size_t begin = at;
    while (at < line.size() && !IsSpace(line[at])) ++at;
    words.push_back(Unbackslashed(line.substr(begin, at - begin)));
    ++at;
  }
  return words;
}

std::string Unbackslashed(std::string_view text) {
  constexpr std::string_view kLetters = "abtnvfr";
  constexpr std::string_view kMeant = "\a\b\t\n\v\f\r";
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      made += text[i];
      continue;
    }
    const char c = text[++i];
    if (const size_t at = kLetters.find(c); at != std::string_view::npos) {
      made += kMeant[at];
    } else if (c >= '0' && c <= '7') {
      int code = c - '0';
      for (int digits = 1;
           digits < 3 && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '7'; ++digits)
        code = code * 8 + (text[++i] - '0');
      made += static_cast<char>(code);
    } else {
      made += c;
    }
  }
  return made.substr(0, made.find('\0'));
}

int64_t NumberOf(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  uint64_t number = 0;
  size_t at = 0;
  if (text.starts_with("0x")) {
    for (at = 2; at < text.size() && HexDigit(text[at]) >= 0; ++at)
      number = (number << 4) + static_cast<uint64_t>(HexDigit(text[at]));
  } else {
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
      number = number * 10 + static_cast<uint64_t>(text[at] - '0');
  }
  for (const auto& [suffix, factor] : {std::pair("KiB", 1024),
                                       {"MiB", 1024 * 1024},
                                       {"GiB", 1024 * 1024 * 1024},
                                       {"KB", 1000},
                                       {"MB", 1'000'000},
                                       {"GB", 1'000'000'000},
                                       {"K", 1000},
                                       {"M", 1'000'000},
                                       {"G", 1'000'000'000}}) {
    if (!IsSame(text.substr(at), suffix)) continue;
    number *= static_cast<uint64_t>(factor);
    break;
  }
  return static_cast<int64_t>(is_negative ? uint64_t{0} - number : number);
}

bool SwitchOf(Client& client, std::string_view text) {
  const std::string_view digits = text.starts_with("0x") ? text.substr(2) : text;
  bool is_number = !digits.empty();
  for (char c : digits) {
    is_number &= text.starts_with("0x") ? HexDigit(c) >= 0 : c >= '0' && c <= '9';
  }
  if (is_number) return (NumberOf(text) & 0xFFFFFFFF) != 0;
  if (IsSame(text, "on") || IsSame(text, "yes")) return true;
  if (!IsSame(text, "off") && !IsSame(text, "no"))
    client.Err(fmt::format("ERROR: Not a boolean value: \"{}\". Assuming \"no\".\n", text));
  return false;
}

bool IsOption(std::string_view word, std::string_view name) {
  if (!word.starts_with('-')) return false;
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  return word == name;
}

}  // namespace pysub::shell::sqlite
