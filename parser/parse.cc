#include <algorithm>
#include <cstring>
#include <utility>

#include "lexer/base/stack_left.h"
#include "lexer/lexer.h"
#include "parser/diagnosis.h"
#include "parser/parser.h"
#include "parser/parser_state.h"

namespace pysub {
namespace {

SyntaxErrorInfo NotUtf8(std::string_view source, const NormalizedText& normalized) {
  constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<uint8_t>(source[normalized.bad_byte]);
  SyntaxErrorInfo error;
  error.message = "(unicode error) 'utf-8' codec can't decode byte 0x";
  error.message += kHex[byte >> 4];
  error.message += kHex[byte & 15];
  error.message += " in position " + std::to_string(normalized.bad_byte) + ": " +
                   std::string(normalized.bad_reason);
  return error;
}

// Those of the literals and of the first `tokens` tokens; both lists are in source order.
std::vector<SyntaxWarningInfo> Merge(std::string_view text, std::vector<LiteralWarning> literals,
                                     const TokenList& list, size_t tokens) {
  std::vector<SyntaxWarningInfo> merged;
  auto lexed = list.warnings.begin();
  const auto take_lexed_before = [&](const char* place) {
    for (; lexed != list.warnings.end() && lexed->token < tokens; ++lexed) {
      if (text.data() + list.tokens[lexed->token].start > place) break;
      const Token& token = list.tokens[lexed->token];
      const uint32_t last = token.end - token.line_start - 1;
      merged.push_back({lexed->message, lexed->line, {lexed->line, last, lexed->line, last}, true});
    }
  };
  for (LiteralWarning& warning : literals) {
    take_lexed_before(warning.literal);
    // An escape is a backslash and the next character, whatever else belongs to it.
    const auto place = static_cast<size_t>(warning.place - text.data());
    const size_t line = place == 0 ? std::string_view::npos : text.rfind('\n', place - 1);
    const auto col = static_cast<uint32_t>(place - (line == std::string_view::npos ? 0 : line + 1));
    merged.push_back({std::move(warning.message),
                      warning.line,
                      {warning.line, col, warning.line, col + 2},
                      true});
  }
  take_lexed_before(text.data() + text.size());
  if (merged.size() > kMaxWarnings) merged.resize(kMaxWarnings);
  return merged;
}

// The prompt takes one statement. What follows it is only looked at for being there.
SyntaxErrorInfo MultipleStatements(std::string_view text, const Token& newline) {
  const uint32_t col = newline.col();
  return MakeSyntaxError(text, {newline.line, col, newline.line, col + 1},
                         "multiple statements found while compiling a single statement");
}

// compile(..., 'single') wants a statement, and a newline of its own behind a compound one (where a
// line that is indented ends, there is one).
std::optional<SyntaxErrorInfo> Unfinished(std::string_view source, std::string_view text,
                                          const TokenList& list) {
  const std::vector<Token>& tokens = list.tokens;
  const bool ended = source.ends_with('\n') || source.ends_with('\r');
  const auto is_compound = [](TokenKind kind) {
    switch (kind) {
      case TokenKind::kAt:
      case TokenKind::kKwAsync:
      case TokenKind::kKwDef:
      case TokenKind::kKwFor:
      case TokenKind::kKwIf:
      case TokenKind::kKwTry:
      case TokenKind::kKwWhile:
      case TokenKind::kKwWith: return true;
      default: return false;
    }
  };
  const bool empty = tokens.size() < 2;
  if (!empty && (ended || !is_compound(tokens[0].kind) ||
                 tokens[tokens.size() - 2].kind == TokenKind::kDedent)) {
    return std::nullopt;
  }
  std::string_view lines = text;
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  const size_t before = lines.rfind('\n') + 1;
  SyntaxErrorInfo error;
  error.message = "invalid syntax";
  error.line = error.end_line =
      static_cast<uint32_t>(std::count(lines.begin(), lines.end(), '\n')) + 1;
  error.offset = error.end_offset = 0;
  error.text = std::string(ended ? text.substr(before) : lines.substr(before));
  return error;
}

// The parser recurses where productions nest, and whoever walks the tree also where an operand
// comes last (`not not a`, `a if b else c if d else e`): both have to fit into what is left of the
// stack. Bytes of a level were measured, with half as much again.
ParseLimits FittedToStack(ParseLimits limits) {
  constexpr size_t kRest = size_t{32} << 10;
  constexpr size_t kBytesOfNesting = 2304, kBytesOfDepth = 768;
  const size_t left = StackLeft();
  const size_t room = left > kRest ? left - kRest : 0;
  const auto nesting = static_cast<uint32_t>(LevelsIn(room / 2, kBytesOfNesting));
  limits.max_nesting = std::min(limits.max_nesting, nesting);
  const size_t for_depth = room - std::min(room, limits.max_nesting * kBytesOfNesting);
  const auto depth = static_cast<uint32_t>(LevelsIn(for_depth, kBytesOfDepth));
  limits.max_tree_depth = std::min(limits.max_tree_depth, depth);
  return limits;
}

}  // namespace

ParseResult Parse(std::string_view source, std::string_view, ParseMode mode, Arena& arena,
                  const ParseLimits& wanted) {
  const ParseLimits limits = FittedToStack(wanted);
  ParseResult result;
  if (source.find('\0') != std::string_view::npos) {
    result.error = SyntaxErrorInfo{};
    result.error->message = "source code string cannot contain null bytes";
    return result;
  }
  char* const buffer = static_cast<char*>(arena.Allocate(source.size() + 2));
  const NormalizedText normalized = NormalizeText(
      source, mode == ParseMode::kEval ? FinalNewline::kAsWritten : FinalNewline::kEnsure, buffer);
  if (!normalized.valid) {
    result.error = NotUtf8(source, normalized);
    return result;
  }
  const std::string_view text = normalized.text;
  const TokenList list = Tokenize(text, limits.stop);
  if (HasStopped(limits.stop)) return result;
  Parser parser(text, list, arena, limits);
  const ast::Module* module = parser.ParseRoot(mode);

  if (HasStopped(limits.stop)) return result;
  if (module == nullptr) {
    if (parser.too_deep()) {
      result.error = SyntaxErrorInfo{};
      result.error->kind = SyntaxErrorKind::kRecursionError;
      result.error->message = "maximum recursion depth exceeded during compilation";
    } else if (arena.exhausted()) {
      result.error = SyntaxErrorInfo{};
      result.error->kind = SyntaxErrorKind::kMemoryError;
    } else if (parser.extra_statement() != nullptr) {
      result.error = MultipleStatements(text, *parser.extra_statement());
    } else {
      Findings findings = Diagnose(text, list, mode, limits);
      result.error = std::move(findings.error);
      result.warnings = Merge(text, std::move(findings.warnings), list, findings.tokens);
      if (!result.error) {
        // The parser refused what the recogniser takes. One of them is wrong; the program is not
        // run either way.
        result.error = MakeSyntaxError(text, {1, 0, 1, 0}, "invalid syntax");
      }
    }
    return result;
  }
  result.warnings = Merge(text, std::move(parser.warnings()), list, list.tokens.size());
  if (mode == ParseMode::kSingle) result.error = Unfinished(source, text, list);
  if (result.error) return result;
  size_t line_start = 0;
  uint32_t line = 1;
  for (const Parser::Unsupported& unsupported : parser.unsupported()) {
    for (; line < unsupported.span.line; ++line) line_start = text.find('\n', line_start) + 1;
    const size_t line_size = text.find('\n', line_start) + 1 - line_start;
    SyntaxErrorInfo error = MakeSyntaxErrorOnLine(text.substr(line_start, line_size),
                                                  unsupported.span, unsupported.message);
    if (!result.error) {
      result.error = std::move(error);
    } else {
      result.more_errors.push_back(std::move(error));
    }
  }
  if (!result.error) result.module = module;
  return result;
}

}  // namespace pysub
