#include "parser/syntax_errors.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "lexer/characters.h"
#include "lexer/lexer.h"
#include "parser/diagnosis.h"

namespace pysub {
namespace {

// ---- Misspelt keywords, as traceback.py of CPython 3.14 finds them.

constexpr size_t kMaxSuggestionSource = 1024;
constexpr int kMaxNames = 10;
constexpr size_t kMaxMatches = 3;

std::vector<std::string_view> Keywords() {
  std::vector<std::string_view> keywords;
  for (auto kind = static_cast<int>(TokenKind::kKwFalse);
       kind <= static_cast<int>(TokenKind::kKwYield); ++kind) {
    keywords.push_back(TokenKindSpelling(static_cast<TokenKind>(kind)));
  }
  return keywords;
}

// The edit distance that CPython uses for all its suggestions: a change costs 2, a change of
// case 1.
int EditDistance(std::string_view a, std::string_view b, int max_cost) {
  constexpr int kMove = 2;
  constexpr size_t kMaxSize = 40;
  while (!a.empty() && !b.empty() && a[0] == b[0]) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.empty() || b.empty()) return static_cast<int>(a.size() + b.size()) * kMove;
  if (a.size() > kMaxSize || b.size() > kMaxSize) return max_cost + 1;
  if (b.size() < a.size()) std::swap(a, b);
  if (static_cast<int>(b.size() - a.size()) * kMove > max_cost) return max_cost + 1;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  int row[kMaxSize];
  for (size_t i = 0; i < a.size(); ++i) row[i] = static_cast<int>(i + 1) * kMove;
  int result = 0;
  for (size_t j = 0; j < b.size(); ++j) {
    int distance = result = static_cast<int>(j) * kMove;
    int minimum = INT32_MAX;
    for (size_t i = 0; i < a.size(); ++i) {
      const int change = a[i] == b[j] ? 0 : lower(a[i]) == lower(b[j]) ? 1 : kMove;
      const int substitute = distance + change;
      distance = row[i];
      result = std::min(std::min(result, distance) + kMove, substitute);
      row[i] = result;
      minimum = std::min(minimum, result);
    }
    if (minimum > max_cost) return max_cost + 1;
  }
  return result;
}

std::string_view NearestKeyword(std::string_view name,
                                const std::vector<std::string_view>& keywords) {
  std::string_view best;
  int best_distance = INT32_MAX;
  for (const std::string_view keyword : keywords) {
    if (keyword == name) continue;
    const int max_distance =
        std::min(static_cast<int>(name.size() + keyword.size() + 3) * 2 / 6, best_distance - 1);
    const int distance = EditDistance(name, keyword, max_distance);
    if (distance > max_distance) continue;
    best = keyword;
    best_distance = distance;
  }
  return best;
}

// The number of characters that difflib's SequenceMatcher would pair up: the longest common part
// (the first of the longest), then the same to its left and to its right.
size_t MatchingCharacters(std::string_view a, std::string_view b) {
  size_t best = 0, best_a = 0, best_b = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      size_t size = 0;
      while (i + size < a.size() && j + size < b.size() && a[i + size] == b[j + size]) ++size;
      if (size > best) best = size, best_a = i, best_b = j;
    }
  }
  if (best == 0) return 0;
  return best + MatchingCharacters(a.substr(0, best_a), b.substr(0, best_b)) +
         MatchingCharacters(a.substr(best_a + best), b.substr(best_b + best));
}

// difflib.get_close_matches(name, keywords, n=3, cutoff=0.5)
std::vector<std::string_view> CloseKeywords(std::string_view name,
                                            const std::vector<std::string_view>& keywords) {
  struct Scored {
    double score;
    std::string_view keyword;
  };
  std::vector<Scored> found;
  for (const std::string_view keyword : keywords) {
    const size_t total = name.size() + keyword.size();
    const double score =
        2.0 * static_cast<double>(MatchingCharacters(keyword, name)) / static_cast<double>(total);
    if (score >= 0.5) found.push_back({score, keyword});
  }
  std::sort(found.begin(), found.end(), [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.keyword > b.keyword;
  });
  std::vector<std::string_view> result;
  for (size_t i = 0; i < found.size() && i < kMaxMatches; ++i) result.push_back(found[i].keyword);
  return result;
}

std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t newline = text.find('\n');
    lines.push_back(text.substr(0, newline));
    if (newline == std::string_view::npos) break;
    text.remove_prefix(newline + 1);
  }
  return lines;
}

// textwrap.dedent: takes the white space that all lines with text share off every line.
std::string Dedent(const std::vector<std::string_view>& lines) {
  constexpr std::string_view kBlank = " \t\f\r";
  std::string_view margin;
  bool first = true;
  for (const std::string_view line : lines) {
    const size_t text = line.find_first_not_of(kBlank);
    if (text == std::string_view::npos) continue;
    const std::string_view indent = line.substr(0, line.find_first_not_of(" \t"));
    if (first) {
      margin = indent;
      first = false;
    }
    size_t same = 0;
    while (same < margin.size() && same < indent.size() && margin[same] == indent[same]) ++same;
    margin = margin.substr(0, same);
  }
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) out += '\n';
    const bool blank = lines[i].find_first_not_of(kBlank) == std::string_view::npos;
    if (!blank) out += lines[i].substr(margin.size());
  }
  return out;
}

// Whether a keyword that needs a function or a loop around it has one. Blocks are told by their
// indentation and the first word of the line before it.
bool StandsWhereItMay(const TokenList& list, size_t index) {
  TokenKind keyword = list.tokens[index].kind;
  switch (keyword) {
    case TokenKind::kKwReturn:
    case TokenKind::kKwYield:
    case TokenKind::kKwNonlocal:
    case TokenKind::kKwAwait:
    case TokenKind::kKwBreak:
    case TokenKind::kKwContinue: break;
    case TokenKind::kKwAsync:
      if (list.tokens[index + 1].kind == TokenKind::kKwDef) return true;
      keyword = TokenKind::kKwAwait;  // has the same needs
      break;
    default: return true;
  }
  struct Block {
    TokenKind kind;
    bool is_async;
  };
  std::vector<Block> blocks;
  Block line{TokenKind::kEndMarker, false};  // of the current logical line
  bool at_line_start = true;
  for (size_t i = 0; i <= index; ++i) {
    const TokenKind kind = list.tokens[i].kind;
    if (kind == TokenKind::kIndent) {
      blocks.push_back(line);
    } else if (kind == TokenKind::kDedent) {
      if (!blocks.empty()) blocks.pop_back();
    } else if (kind == TokenKind::kNewline) {
      at_line_start = true;
    } else if (at_line_start) {
      line.is_async = kind == TokenKind::kKwAsync;
      line.kind = line.is_async && i < index ? list.tokens[i + 1].kind : kind;
      at_line_start = false;
    }
  }
  blocks.push_back(line);
  for (size_t i = blocks.size(); i-- > 0;) {
    const Block& block = blocks[i];
    const bool is_loop = block.kind == TokenKind::kKwFor || block.kind == TokenKind::kKwWhile;
    switch (keyword) {
      case TokenKind::kKwReturn:
      case TokenKind::kKwYield:
      case TokenKind::kKwNonlocal:
      case TokenKind::kKwAwait:
        if (block.kind == TokenKind::kKwDef) {
          return keyword != TokenKind::kKwAwait || block.is_async;
        }
        if (block.kind == TokenKind::kKwClass) return false;
        break;
      case TokenKind::kKwBreak:
      case TokenKind::kKwContinue:
        if (is_loop) return true;
        if (block.kind == TokenKind::kKwDef || block.kind == TokenKind::kKwClass) return false;
        break;
      default: return true;
    }
  }
  return false;
}

bool CouldBeProgram(std::string_view code) {
  std::string buffer(code.size() + 2, '\0');
  const NormalizedText normalized = NormalizeText(code, FinalNewline::kEnsure, buffer.data());
  if (!normalized.valid) return false;
  const TokenList list = Tokenize(normalized.text);
  switch (CheckCompleteness(normalized.text, list, ParseMode::kExec, {})) {
    case Completeness::kWrong: return false;
    case Completeness::kIncomplete: return true;
    case Completeness::kComplete: break;
  }
  for (size_t i = 0; i < list.tokens.size(); ++i) {
    if (!StandsWhereItMay(list, i)) return false;
  }
  return true;
}

// Replaces the message, the text and the offsets when a misspelt keyword explains the error.
void SuggestKeyword(std::string_view source, SourceOrigin origin, SyntaxErrorInfo* error) {
  if (error->message != "invalid syntax" &&
      error->message.find("Perhaps you forgot a comma") == std::string::npos) {
    return;
  }
  if (source.empty() || error->line == 0) return;
  std::vector<std::string_view> lines = SplitLines(source);
  const size_t first = error->last_statement_line > 0 ? error->last_statement_line - 1 : 0;
  const size_t end = std::min<size_t>(error->line, lines.size());
  if (first >= end) return;
  lines = {lines.begin() + static_cast<ptrdiff_t>(first),
           lines.begin() + static_cast<ptrdiff_t>(end)};
  const std::string code = Dedent(lines);
  if (CountCharacters(code) > kMaxSuggestionSource) return;

  std::string buffer(code.size() + 2, '\0');
  const NormalizedText normalized = NormalizeText(code, FinalNewline::kEnsure, buffer.data());
  const TokenList list = Tokenize(normalized.text);
  const std::vector<std::string_view> keywords = Keywords();
  int names_left = kMaxNames;
  for (const Token& token : list.tokens) {
    if (token.kind != TokenKind::kName) continue;
    if (origin == SourceOrigin::kFile && token.line + first != error->line) continue;
    if (--names_left < 0) break;
    const std::string_view name = normalized.text.substr(token.start, token.end - token.start);
    std::vector<std::string_view> matches;
    if (const std::string_view nearest = NearestKeyword(name, keywords); !nearest.empty()) {
      matches.push_back(nearest);
    }
    for (const std::string_view match : CloseKeywords(name, keywords)) matches.push_back(match);
    if (matches.size() > kMaxMatches) matches.resize(kMaxMatches);
    for (const std::string_view match : matches) {
      std::string changed(normalized.text);
      changed.replace(token.start, token.end - token.start, match);
      if (!CouldBeProgram(changed)) continue;
      const size_t line_end = normalized.text.find('\n', token.start);
      error->text =
          std::string(normalized.text.substr(token.line_start, line_end - token.line_start + 1));
      error->offset = static_cast<int32_t>(
          CountCharacters(normalized.text.substr(token.line_start, token.col())) + 1);
      error->end_offset = error->offset + static_cast<int32_t>(CountCharacters(name));
      error->end_line = error->line;
      error->message = "invalid syntax. Did you mean '" + std::string(match) + "'?";
      return;
    }
  }
}

// Characters of UTF-8 as a list of pieces, so that columns can index it.
std::vector<std::string_view> Characters(std::string_view text) {
  std::vector<std::string_view> characters;
  for (size_t i = 0; i < text.size();) {
    size_t next = i + 1;
    while (next < text.size() && (static_cast<uint8_t>(text[next]) & 0xC0) == 0x80) ++next;
    characters.push_back(text.substr(i, next - i));
    i = next;
  }
  return characters;
}

bool IsSpace(std::string_view character) {
  return character == " " || character == "\t" || character == "\f" || character == "\v" ||
         character == "\r" || character == "\x1c" || character == "\x1d" || character == "\x1e" ||
         character == "\x1f" || character == "\xC2\x85" || character == "\xC2\xA0" ||
         character == "\xE3\x80\x80" || character == "\xE1\x9A\x80" ||
         (character.size() == 3 && character.starts_with("\xE2\x80") &&
          ((static_cast<uint8_t>(character[2]) >= 0x80 &&
            static_cast<uint8_t>(character[2]) <= 0x8A) ||
           character[2] == '\xA8' || character[2] == '\xA9' || character[2] == '\xAF'));
}

}  // namespace

std::string_view SyntaxErrorTypeName(SyntaxErrorKind kind) {
  switch (kind) {
    case SyntaxErrorKind::kSyntaxError: return "SyntaxError";
    case SyntaxErrorKind::kIndentationError: return "IndentationError";
    case SyntaxErrorKind::kTabError: return "TabError";
    case SyntaxErrorKind::kMemoryError: return "MemoryError";
    case SyntaxErrorKind::kRecursionError: return "RecursionError";
  }
  return "";
}

SyntaxErrorInfo MakeSyntaxError(std::string_view source, SourceSpan span, std::string message) {
  std::string buffer(source.size() + 2, '\0');
  const std::string_view text = NormalizeText(source, FinalNewline::kEnsure, buffer.data()).text;
  size_t start = 0;
  for (uint32_t i = 1; i < span.line && start < text.size(); ++i) {
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  }
  const size_t end = std::min(text.find('\n', start), text.size());
  return MakeSyntaxErrorOnLine(text.substr(start, end - start + 1), span, std::move(message));
}

SyntaxErrorInfo MakeSyntaxErrorOnLine(std::string_view line, SourceSpan span, std::string message) {
  SyntaxErrorInfo error;
  error.message = std::move(message);
  error.line = span.line;
  error.end_line = span.end_line;
  error.offset = static_cast<int32_t>(CountCharacters(line.substr(0, span.col))) + 1;
  error.end_offset = static_cast<int32_t>(CountCharacters(line.substr(0, span.end_col))) + 1;
  error.text = std::string(line);
  return error;
}

std::string FormatSyntaxWarning(const SyntaxWarningInfo& warning, std::string_view filename,
                                std::string_view source) {
  std::string out(filename);
  out += ":" + std::to_string(warning.line) + ": SyntaxWarning: " + warning.message + "\n";
  if (filename == "<string>" || filename == "<stdin>") return out;
  size_t start = 0;
  for (uint32_t line = 1; line < warning.line && start != std::string_view::npos; ++line) {
    start = source.find('\n', start);
    if (start != std::string_view::npos) ++start;
  }
  if (start == std::string_view::npos) return out;
  const std::string_view line = source.substr(start, source.find('\n', start) - start);
  const size_t first = line.find_first_not_of(" \t\f\r");
  if (first == std::string_view::npos) return out;
  out += "  ";
  out += line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
  return out + "\n";
}

// CPython 3.14's TracebackException._format_syntax_error, without colour.
std::string FormatSyntaxError(const SyntaxErrorInfo& original, std::string_view filename,
                              std::string_view source, SourceOrigin origin) {
  std::string out;
  const std::string type(SyntaxErrorTypeName(original.kind));
  if (original.line == 0) {
    out = type;
    if (!original.message.empty()) out += ": " + original.message;
    const bool is_syntax_error = original.kind != SyntaxErrorKind::kMemoryError &&
                                 original.kind != SyntaxErrorKind::kRecursionError;
    if (is_syntax_error && !filename.empty()) out += " (" + std::string(filename) + ")";
    return out + "\n";
  }
  out = "  File \"" + std::string(filename) + "\", line " + std::to_string(original.line) + "\n";
  SyntaxErrorInfo error = original;
  SuggestKeyword(source, origin, &error);

  std::string_view stripped = error.text;
  while (stripped.ends_with('\n')) stripped.remove_suffix(1);
  const size_t indent = std::min(stripped.find_first_not_of(" \n\f"), stripped.size());
  const auto spaces = static_cast<int32_t>(indent);
  const std::vector<std::string_view> shown = Characters(stripped.substr(indent));
  const auto text_size = static_cast<int32_t>(CountCharacters(error.text));
  const int32_t stripped_size = spaces + static_cast<int32_t>(shown.size());

  int32_t offset = error.offset;
  int32_t end_offset = error.line != error.end_line ? stripped_size + 1
                       : error.end_offset != 0      ? error.end_offset
                                                    : offset;
  if (text_size > 0 && offset > text_size) offset = stripped_size + 1;
  if (text_size > 0 && end_offset > text_size) end_offset = stripped_size + 1;
  if (offset >= end_offset || end_offset < 0) end_offset = offset + 1;
  const int32_t column = offset - 1 - spaces;
  const int32_t end_column = end_offset - 1 - spaces;

  out += "    " + std::string(stripped.substr(indent)) + "\n";
  if (column >= 0) {
    out += "    ";
    for (int32_t i = 0; i < column && i < static_cast<int32_t>(shown.size()); ++i) {
      // Tabs and the like are kept, so that the carets stand below what they mean.
      const std::string_view character = shown[static_cast<size_t>(i)];
      out += IsSpace(character) ? character : " ";
    }
    out.append(static_cast<size_t>(end_column - column), '^');
    out += '\n';
  }
  return out + type + ": " + error.message + "\n";
}

}  // namespace pysub
