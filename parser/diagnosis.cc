#include "parser/diagnosis.h"

#include <algorithm>
#include <utility>

#include "lexer/base/stack_left.h"
#include "parser/diagnosis_state.h"

namespace pysub {

Findings Diagnose(std::string_view text, const TokenList& list, ParseMode mode,
                  const ParseLimits& limits) {
  Diagnosis diagnosis(text, list, limits);
  Findings findings;
  findings.error = diagnosis.Run(mode);
  findings.warnings = diagnosis.TakeWarnings();
  findings.tokens = diagnosis.looked_at();
  return findings;
}

// The second parser. It runs only over a text that the first one has refused, to find the words
// that CPython has for the mistake. It follows CPython's grammar (Grammar/python.gram) rule by
// rule, with its order of alternatives, since that order decides which message comes. A packrat
// memo keeps it from exponential time.
Diagnosis::Diagnosis(std::string_view text, const TokenList& list, const ParseLimits& limits)
    : text_(text),
      list_(list),
      tokens_(list.tokens),
      limits_(limits),
      literals_(arena_, limits.unicode_names, limits.max_int_digits) {
  memos_.resize(tokens_.size());
  // Brackets nest to 200 and take ten of these each; the rest is for what nests without
  // brackets. As many as fit into what is left of the stack: bytes of a level were measured,
  // with half as much again.
  constexpr uint32_t kMaxDepth = 3000;
  constexpr size_t kRest = size_t{48} << 10;
  constexpr size_t kBytesOfLevel = 200;
  const size_t left = StackLeft();
  const size_t levels = LevelsIn(left > kRest ? left - kRest : 0, kBytesOfLevel);
  max_depth_ = static_cast<uint32_t>(std::min<size_t>(levels, kMaxDepth));
}

// One attempt at the whole text, as CPython's generated parser makes two: first without the rules
// that only look for errors, then, if that failed, with them.
bool Diagnosis::Pass() {
  mark_ = 0;
  depth_ = 0;
  last_statement_line_ = 0;
  forgotten_ = 0;
  std::fill(memos_.begin(), memos_.end(), nullptr);
  return mode_ == ParseMode::kExec ? File() : mode_ == ParseMode::kEval ? Eval() : Interactive();
}

// Where no rule has words the error is "invalid syntax" at the last token that was looked at, as in
// CPython. So this parser must look at the same tokens, in the same order.
std::optional<SyntaxErrorInfo> Diagnosis::Run(ParseMode mode) {
  mode_ = mode;
  if (Pass()) return std::nullopt;
  const Token last = LastFetched();
  if (!raised_) {
    invalid_rules_ = true;
    Pass();
  }
  if (raised_) {
    if (!raised_by_lexer_) LookForLexErrorsAhead();
  } else if (last.kind == K::kIndent || last.kind == K::kDedent) {
    RaiseIndentation(last.kind == K::kIndent ? "unexpected indent" : "unexpected unindent");
  } else {
    const SourceSpan span = SpanOf(last);
    const bool has_column = HasColumn(last);
    Raise(SyntaxErrorKind::kSyntaxError, last.line, has_column ? span.col : kNoColumn,
          span.end_line, has_column ? span.end_col : kNoColumn, "invalid syntax");
    LookForLexErrorsAhead();
  }
  error_.last_statement_line = last_statement_line_;
  return std::move(error_);
}

// A text is incomplete when all of it was read before it was found to be wrong.
Completeness Diagnosis::Check(ParseMode mode) {
  mode_ = mode;
  if (Pass()) return Completeness::kComplete;
  // The dedents at the end of the text are made when there is nothing left to read.
  size_t end = tokens_.size() - 1;
  while (end > 0 && tokens_[end - 1].kind == K::kDedent) --end;
  if (fetched_ <= end) return Completeness::kWrong;
  if (!list_.error) return Completeness::kIncomplete;
  const std::string_view message = list_.error->message;
  const bool ran_out = message.ends_with("was never closed") ||
                       message.starts_with("unexpected EOF") ||
                       message.starts_with("unterminated triple-quoted");
  return ran_out ? Completeness::kIncomplete : Completeness::kWrong;
}

Completeness CheckCompleteness(std::string_view text, const TokenList& list, ParseMode mode,
                               const ParseLimits& limits) {
  return Diagnosis(text, list, limits).Check(mode);
}

// ---- Tokens

const Token& Diagnosis::At(Mark mark) {
  if (mark >= tokens_.size()) return tokens_.back();  // a rule went on after the end
  if (mark >= fetched_) {
    fetched_ = mark + 1;
    if (tokens_[mark].kind == K::kError && !raised_) RaiseLexError();
  }
  return tokens_[mark];
}

bool Diagnosis::AnyOf(std::initializer_list<K> kinds) {
  for (const K kind : kinds) {
    if (T(kind)) return true;
  }
  return false;
}

bool Diagnosis::NextIs(std::initializer_list<K> kinds) {
  for (const K kind : kinds) {
    if (Is(kind)) return true;
  }
  return false;
}

bool Diagnosis::Word(std::string_view word) {
  if (!Is(K::kName) || Text(tokens_[mark_]) != word) return false;
  ++mark_;
  return true;
}

bool Diagnosis::Forced(K kind) {
  if (T(kind)) return true;
  if (!raised_ && invalid_rules_) {
    RaiseAtToken(mark_, "expected '" + std::string(TokenKindSpelling(kind)) + "'");
  }
  return false;
}

bool Diagnosis::HasColumn(const Token& token) {
  return token.kind != K::kIndent && token.kind != K::kDedent && token.kind != K::kEndMarker &&
         token.kind != K::kError;
}

SourceSpan Diagnosis::SpanOf(const Token& token) const {
  SourceSpan span{token.line, token.col(), token.line, token.end - token.line_start};
  if (token.kind == K::kString || token.kind == K::kFStringMiddle ||
      token.kind == K::kTStringMiddle) {
    const std::string_view text = Text(token);
    const size_t newline = text.rfind('\n');
    if (newline != std::string_view::npos) {
      span.end_line += static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n'));
      span.end_col = static_cast<uint32_t>(text.size() - newline - 1);
    }
    if (token.kind != K::kString) span.end_col += (&token)[1].start - token.end;
  } else if (token.kind == K::kNewline) {
    ++span.end_col;
  }
  return span;
}

// How many brackets are open after a token.
uint16_t Diagnosis::LevelAfter(Mark token) {
  if (levels_.empty()) {
    int level = 0;
    levels_.reserve(tokens_.size());
    for (const Token& t : tokens_) {
      switch (t.kind) {
        case K::kLeftParen:
        case K::kLeftBracket:
        case K::kLeftBrace: ++level; break;
        case K::kRightParen:
        case K::kRightBracket:
        case K::kRightBrace: --level; break;
        default: break;
      }
      levels_.push_back(static_cast<uint8_t>(std::max(level, 0)));
    }
  }
  return levels_[token];
}

// ---- Remembered outcomes

// Packrat parsing (Ford, 2002): what a rule made of a place is remembered, so that trying many ways
// stays linear. CPython remembers the same rules; others could tell when a token was looked at.
bool Diagnosis::Recall(Rule rule, N* node) {
  for (const Memo* memo = memos_[mark_]; memo != nullptr; memo = memo->next) {
    if (memo->rule != rule) continue;
    if (rule > Rule::kSharedRules && memo->invalid_rules != invalid_rules_) continue;
    mark_ = memo->end;
    *node = memo->node;
    return true;
  }
  return false;
}

void Diagnosis::Store(Rule rule, Mark mark, N node) {
  if (raised_) return;
  memos_[mark] = arena_.New<Memo>(memos_[mark], rule, invalid_rules_, mark_, node);
}

bool Diagnosis::Deep() {
  // A single statement this hard to explain is a hostile one.
  constexpr size_t kMaxBytes = 32 << 20;
  if (depth_ < max_depth_ && arena_.bytes() <= kMaxBytes && !IsOver(limits_.stop)) return false;
  if (!raised_) {
    error_ = SyntaxErrorInfo{};
    error_.kind = SyntaxErrorKind::kMemoryError;
    raised_ = true;
    raised_by_lexer_ = true;
  }
  return true;
}

Diagnosis::Node* Diagnosis::MakeNode(ast::ExprKind kind, Mark first) {
  auto* node = arena_.New<Node>();
  node->kind = kind;
  node->first = first;
  Mark last = mark_ == 0 ? 0 : mark_ - 1;
  while (last > first && !HasColumn(tokens_[last])) --last;
  node->last = last;
  return node;
}

Diagnosis::N Diagnosis::Make(ast::ExprKind kind, Mark first) { return MakeNode(kind, first); }

Diagnosis::N Diagnosis::MakeConstant(ast::ConstantKind kind, Mark first) {
  Node* node = MakeNode(ast::ExprKind::kConstant, first);
  node->constant = kind;
  return node;
}

Diagnosis::N Diagnosis::MakeSequence(ast::ExprKind kind, Mark first, const std::vector<N>& items) {
  Node* node = MakeNode(kind, first);
  node->items = arena_.Copy(items.data(), items.size());
  return node;
}

Diagnosis::N Diagnosis::Yes() {
  static const Node kYes{};
  return &kYes;
}

// ---- Raising

std::string_view Diagnosis::LineText(uint32_t line, bool with_newline) const {
  size_t start = 0;
  for (uint32_t i = 1; i < line; ++i) {
    const size_t newline = text_.find('\n', start);
    if (newline == std::string_view::npos) break;
    start = newline + 1;
  }
  const size_t newline = text_.find('\n', start);
  if (newline == std::string_view::npos) return text_.substr(start);
  return text_.substr(start, newline - start + (with_newline ? 1 : 0));
}

// Only the first error counts. All rules look at raised_ and come back quickly then.
void Diagnosis::RaiseOffsets(SyntaxErrorKind kind, uint32_t line, int64_t offset, uint32_t end_line,
                             int64_t end_offset, std::string message) {
  if (raised_) return;
  raised_ = true;
  error_.kind = kind;
  error_.message = std::move(message);
  error_.line = line;
  error_.end_line = end_line;
  // The tokenizer's current line is at hand with its newline; an earlier one is cut out of the
  // text.
  const SourceSpan last = SpanOf(LastFetched());
  const std::string_view text = LineText(line, last.end_line <= line);
  error_.text = std::string(text);
  const auto characters = [&](int64_t bytes) -> int32_t {
    if (bytes <= 0) return static_cast<int32_t>(bytes);
    const auto size = static_cast<int64_t>(text.size());
    const int64_t inside = std::min(bytes, size);
    // CPython clamps to one past the text.
    return static_cast<int32_t>(CountCharacters(text.substr(0, static_cast<size_t>(inside)))) +
           (bytes > size ? 1 : 0);
  };
  error_.offset = characters(offset);
  error_.end_offset = characters(end_offset);
}

void Diagnosis::Raise(SyntaxErrorKind kind, uint32_t line, int64_t col, uint32_t end_line,
                      int64_t end_col, std::string message) {
  RaiseOffsets(kind, line, col + 1, end_line, end_col + 1, std::move(message));
}

void Diagnosis::RaiseAtTokenOrLexer(SyntaxErrorKind kind, const Token& token, std::string message) {
  if (HasColumn(token)) {
    const SourceSpan span = SpanOf(token);
    return Raise(kind, span.line, span.col, span.end_line, span.end_col, std::move(message));
  }
  // A token without a place of its own: where the lexer stands counts.
  const Token& last = LastFetched();
  RaiseOffsets(kind, token.line, last.end - last.line_start, token.line, -1, std::move(message));
}

std::nullptr_t Diagnosis::RaiseLast(std::string message) {
  RaiseAtTokenOrLexer(SyntaxErrorKind::kSyntaxError, LastFetched(), std::move(message));
  return nullptr;
}

std::nullptr_t Diagnosis::RaiseIndentation(std::string message) {
  RaiseAtTokenOrLexer(SyntaxErrorKind::kIndentationError, LastFetched(), std::move(message));
  return nullptr;
}

std::nullptr_t Diagnosis::RaiseNext(std::string message) {
  const Token& token = At(mark_);
  RaiseAtTokenOrLexer(SyntaxErrorKind::kSyntaxError, token, std::move(message));
  return nullptr;
}

std::nullptr_t Diagnosis::RaiseRange(Mark first, Mark last, std::string message) {
  const SourceSpan start = SpanOf(tokens_[first]);
  const SourceSpan end = SpanOf(tokens_[last]);
  const bool has_start = HasColumn(tokens_[first]);
  const bool has_end = HasColumn(tokens_[last]);
  Raise(SyntaxErrorKind::kSyntaxError, start.line, has_start ? start.col : kNoColumn, end.end_line,
        has_end ? end.end_col : kNoColumn, std::move(message));
  return nullptr;
}

std::nullptr_t Diagnosis::RaiseAt(N node, std::string message) {
  return RaiseRange(node->first, node->last, std::move(message));
}

std::nullptr_t Diagnosis::RaiseAtToken(Mark token, std::string message) {
  return RaiseRange(token, token, std::move(message));
}

std::nullptr_t Diagnosis::RaiseFrom(Mark first, std::string message) {
  const Token& token = tokens_[first];
  const Token& last = LastFetched();
  const int64_t end = SpanOf(last).end_col;
  RaiseOffsets(SyntaxErrorKind::kSyntaxError, token.line, static_cast<int64_t>(token.col()) + 1,
               last.line, end, std::move(message));
  return nullptr;
}

std::nullptr_t Diagnosis::RaiseNoBlock(const char* what, Mark keyword) {
  return RaiseIndentation(std::string("expected an indented block after ") + what + " on line " +
                          std::to_string(tokens_[keyword].line));
}

void Diagnosis::RaiseLexError() {
  raised_ = true;
  raised_by_lexer_ = true;
  const LexError& error = *list_.error;
  error_.kind = error.kind == LexErrorKind::kSyntaxError        ? SyntaxErrorKind::kSyntaxError
                : error.kind == LexErrorKind::kIndentationError ? SyntaxErrorKind::kIndentationError
                                                                : SyntaxErrorKind::kTabError;
  error_.message = error.message;
  error_.line = error_.end_line = error.line;
  error_.offset = error.offset;
  error_.end_offset = error.end_offset;
  error_.text = std::string(LineText(error.line, !error.raised_by_lexer));
}

// When the parser has spoken, CPython still reads the rest of the text: what its tokenizer cannot
// read matters more, and so does a bracket that was left open on an earlier line.
void Diagnosis::LookForLexErrorsAhead() {
  looked_ahead_ = true;
  if (!list_.error || error_.kind == SyntaxErrorKind::kMemoryError) return;
  const LexError& error = *list_.error;
  if (error.in_string) return;
  if (error.raised_by_lexer) return RaiseLexError();
  if (!list_.innermost_open) return;
  const OpenBracket& open = *list_.innermost_open;
  if (LastFetched().line <= open.line) return;
  raised_ = false;
  std::string message = "'?' was never closed";
  message[1] = open.bracket;
  Raise(SyntaxErrorKind::kSyntaxError, open.line, open.col, open.line, kNoColumn,
        std::move(message));
}

// ---- What things are called

const char* Diagnosis::ExpressionName(N node) {
  switch (node->kind) {
    case ast::ExprKind::kAttribute: return "attribute";
    case ast::ExprKind::kSubscript: return "subscript";
    case ast::ExprKind::kStarred: return "starred";
    case ast::ExprKind::kName: return "name";
    case ast::ExprKind::kList: return "list";
    case ast::ExprKind::kTuple: return "tuple";
    case ast::ExprKind::kLambda: return "lambda";
    case ast::ExprKind::kCall: return "function call";
    case ast::ExprKind::kBoolOp:
    case ast::ExprKind::kBinOp:
    case ast::ExprKind::kUnaryOp: return "expression";
    case ast::ExprKind::kGeneratorExp: return "generator expression";
    case ast::ExprKind::kYield:
    case ast::ExprKind::kYieldFrom: return "yield expression";
    case ast::ExprKind::kAwait: return "await expression";
    case ast::ExprKind::kListComp: return "list comprehension";
    case ast::ExprKind::kSetComp: return "set comprehension";
    case ast::ExprKind::kDictComp: return "dict comprehension";
    case ast::ExprKind::kDict: return "dict literal";
    case ast::ExprKind::kSet: return "set display";
    case ast::ExprKind::kJoinedStr:
    case ast::ExprKind::kFormattedValue: return "f-string expression";
    case ast::ExprKind::kTemplateStr:
    case ast::ExprKind::kInterpolation: return "t-string expression";
    case ast::ExprKind::kConstant:
      switch (node->constant) {
        case ast::ConstantKind::kNone: return "None";
        case ast::ConstantKind::kTrue: return "True";
        case ast::ConstantKind::kFalse: return "False";
        case ast::ConstantKind::kEllipsis: return "ellipsis";
        default: return "literal";
      }
    case ast::ExprKind::kCompare: return "comparison";
    case ast::ExprKind::kIfExp: return "conditional expression";
    case ast::ExprKind::kNamedExpr: return "named expression";
    case ast::ExprKind::kSlice: return "slice";
  }
  return "";
}

// The part of an expression that cannot be assigned to (or deleted), or null.
Diagnosis::N Diagnosis::InvalidTarget(N node, Targets targets) const {
  switch (node->kind) {
    case ast::ExprKind::kList:
    case ast::ExprKind::kTuple:
      for (N item : node->items) {
        if (N found = InvalidTarget(item, targets)) return found;
      }
      return nullptr;
    case ast::ExprKind::kStarred:
      if (targets == Targets::kDelete) return node;
      return InvalidTarget(node->left, targets);
    case ast::ExprKind::kCompare:
      // `a in b` of `for a in b` was read as a comparison.
      if (targets == Targets::kFor) {
        return node->compares_with_in ? InvalidTarget(node->left, targets) : nullptr;
      }
      return node;
    case ast::ExprKind::kName:
    case ast::ExprKind::kSubscript:
    case ast::ExprKind::kAttribute: return nullptr;
    default: return node;
  }
}

std::nullptr_t Diagnosis::RaiseTarget(Targets targets, N node) {
  if (raised_) return nullptr;
  N invalid = InvalidTarget(node, targets);
  if (invalid == nullptr) return nullptr;
  return RaiseAt(invalid,
                 std::string(targets == Targets::kDelete ? "cannot delete " : "cannot assign to ") +
                     ExpressionName(invalid));
}

}  // namespace pysub
