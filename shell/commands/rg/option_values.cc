#include "shell/commands/rg/option_values.h"

#include "shell/regex/syntax_tree.h"

namespace pysub::shell::rg {

int Fail(CommandIo& io, std::string_view what) {
  io.Write(2, std::string(what) + "\n");
  return 2;
}

std::string Unescape(std::string_view text) {
  std::string out;
  auto hex = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    if (c == 'n') {
      out += '\n';
    } else if (c == 't') {
      out += '\t';
    } else if (c == 'r') {
      out += '\r';
    } else if (c == '0') {
      out += '\0';
    } else if (c == '\\') {
      out += '\\';
    } else if (c == 'x' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
      out += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
      i += 2;
    } else {
      out += '\\';
      out += c;
    }
  }
  return out;
}

std::optional<uint64_t> WholeNumber(std::string_view text, std::string_view* error) {
  if (text.starts_with('+')) text.remove_prefix(1);
  *error = "invalid digit found in string";
  if (text.empty()) {
    *error = "cannot parse integer from empty string";
    return std::nullopt;
  }
  if (text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  uint64_t number = 0;
  for (char c : text) {
    if (__builtin_mul_overflow(number, uint64_t{10}, &number) ||
        __builtin_add_overflow(number, static_cast<uint64_t>(c - '0'), &number)) {
      *error = "number too large to fit in target type";
      return std::nullopt;
    }
  }
  return number;
}

std::optional<uint64_t> Size(CommandIo& io, const std::string& text) {
  const size_t end = text.find_first_not_of("0123456789");
  const std::string_view suffix =
      end == std::string::npos ? "" : std::string_view(text).substr(end);
  std::string_view error;
  std::optional<uint64_t> number = WholeNumber(std::string_view(text).substr(0, end), &error);
  const int shift = suffix.empty()  ? 0
                    : suffix == "K" ? 10
                    : suffix == "M" ? 20
                    : suffix == "G" ? 30
                                    : -1;
  if (!number || shift < 0 || end == 0) {
    Fail(io, "invalid format for size '" + text +
                 "', which should be a sequence of digits followed by an optional 'K', 'M' or 'G' "
                 "suffix");
    return std::nullopt;
  }
  if (*number > UINT64_MAX >> shift) {
    Fail(io, "size too big in '" + text + "'");
    return std::nullopt;
  }
  return *number << shift;
}

std::string Lossy(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    uint32_t c = 0;
    const size_t size = DecodeCharacter(text, at, &c);
    if (c >= kInvalidByte) {
      out += "\xEF\xBF\xBD";
    } else {
      out += text.substr(at, size);
    }
    at += size;
  }
  return out;
}

}  // namespace pysub::shell::rg
