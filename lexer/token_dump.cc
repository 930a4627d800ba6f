#include <algorithm>
#include <cstdio>

#include "lexer/lexer.h"

namespace pysub {
namespace {

void AppendQuoted(std::string_view text, std::string* out) {
  *out += '\'';
  for (const char c : text) {
    if (c == '\n') {
      *out += "\\n";
    } else if (c == '\\' || c == '\'') {
      *out += '\\';
      *out += c;
    } else if (static_cast<uint8_t>(c) < ' ') {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\x%02x", static_cast<unsigned>(c));
      *out += escape;
    } else {
      *out += c;
    }
  }
  *out += '\'';
}

}  // namespace

std::string DumpTokens(std::string_view text, const TokenList& list) {
  std::string out;
  for (const Token& token : list.tokens) {
    const std::string_view spelling = text.substr(token.start, token.end - token.start);
    const auto newlines = static_cast<uint32_t>(std::count(spelling.begin(), spelling.end(), '\n'));
    const size_t last_newline = spelling.rfind('\n');
    const uint32_t end_col = last_newline == std::string_view::npos
                                 ? token.end - token.line_start
                                 : static_cast<uint32_t>(spelling.size() - last_newline - 1);
    char line[96];
    std::snprintf(line, sizeof(line), "%u,%u-%u,%u:", token.line, token.col(),
                  token.line + newlines, end_col);
    out += line;
    out += ' ';
    out += TokenKindName(token.kind);
    if (!spelling.empty()) {
      out += ' ';
      AppendQuoted(spelling, &out);
    }
    out += '\n';
  }
  if (list.error) out += "error: " + list.error->message + "\n";
  return out;
}

}  // namespace pysub
