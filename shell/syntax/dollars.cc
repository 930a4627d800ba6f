#include <utility>

#include "shell/syntax/parser.h"
#include "shell/syntax/word_state.h"

// Everything that begins with a dollar sign.

namespace pysub::shell {
namespace {

bool IsSpecial(char c) {
  return c == '@' || c == '*' || c == '#' || c == '?' || c == '-' || c == '$' || c == '!';
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

// Where the ] for the [ at `open` stands. A subscript may hold quotes and further brackets, which
// do not end it. The end must be known before it is clear that this is an assignment at all: in
// `a[1 = 2` there is none, and the text is an ordinary word.
size_t FindSubscriptEnd(std::string_view text, size_t open, bool newlines) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    switch (text[at]) {
      case '\\': ++at; break;
      case '\'':
        if (at > open && text[at - 1] == '$') {
          do {
            at += at < text.size() && text[at] == '\\' ? 2 : 1;
          } while (at < text.size() && text[at] != '\'');
          if (at >= text.size()) return std::string_view::npos;
          break;
        }
        [[fallthrough]];
      case '"': {
        size_t end = text.find(text[at], at + 1);
        if (end == std::string_view::npos) return end;
        at = end;
        break;
      }
      case '[': ++depth; break;
      case ']':
        if (--depth == 0) return at;
        break;
      case '\n':
        if (depth <= 1 && !newlines) return std::string_view::npos;
        break;
      default: break;
    }
  }
  return std::string_view::npos;
}

void Parser::AddText(WordState* state, char c, bool quoted) {
  if (state->pending && state->text_quoted != quoted) Flush(state);
  state->pending = true;
  state->text_quoted = quoted;
  if (!state->text.push_back(c)) failed_ = true;
}

void Parser::OpenQuoted(WordState* state) {
  if (state->pending && !state->text_quoted) Flush(state);
  state->pending = true;
  state->text_quoted = true;
  state->quoted = true;
}

// Plain text is collected character by character and becomes one op when something else follows. So
// a word such as "file-$n.txt" has three ops, whatever its length.
void Parser::Flush(WordState* state) {
  if (!state->pending) return;
  state->ops.push_back({.kind = WordOpKind::kText,
                        .quoted = state->text_quoted,
                        .splits = state->operand && !state->text_quoted,
                        .text = arena_->Copy(std::string_view(state->text.items()))});
  state->text.clear();
  state->pending = false;
}

// A dollar that begins nothing is a dollar: "$", "$.". `$((` is arithmetic if the matching "))" is
// there, otherwise $( with a subshell within. POSIX 2.6.3 asks scripts to write a blank between
// them, but not all do.
bool Parser::LexDollar(WordState* state, bool quoted) {
  Depth depth(this);
  if (!depth.ok()) return FailDepth();
  if (!Spend(8) || !JoinLines(pos_ + 1)) return false;
  char c = At(1);
  if (c == '(') {
    if (!JoinBefore(pos_ + 2, "(")) return false;
    if (At(2) == '(') {
      bool is_arithmetic = false;
      if (!LexArithmetic(state, quoted, &is_arithmetic)) return false;
      if (is_arithmetic) return true;
    }
    return LexCommandSubstitution(state, quoted);
  }
  if (c == '{') return LexBraceParam(state, quoted);
  if (c == '[') {
    pos_ += 2;
    Flush(state);
    state->ops.push_back({.kind = WordOpKind::kBegin, .mode = WordMode::kArithmetic});
    if (!LexOperand(state, true, false, ']')) return false;
    if (At() != ']') return FailMatching(line_, ']');
    ++pos_;
    state->ops.push_back({.kind = WordOpKind::kArith, .quoted = quoted});
    return true;
  }
  if (!quoted && c == '\'') return LexAnsiQuotes(state);
  if (!quoted && c == '"') {
    ++pos_;
    return LexDoubleQuotes(state);
  }
  auto* param = arena_->New<Param>();
  size_t start = pos_ + 1;
  if (IsNameStart(c)) {
    size_t end = start;
    while (end < src_.size() && IsNameChar(src_[end])) {
      if (!JoinBefore(++end, "", IsNameChar)) return false;
    }
    param->name = src_.substr(start, end - start);
    param->symbol = symbols_.Intern(param->name);
  } else if (IsDigit(c)) {
    param->name = src_.substr(start, 1);
    param->kind = c == '0' ? Param::Kind::kSpecial : Param::Kind::kPositional;
    param->special = c;
    param->index = static_cast<uint32_t>(c - '0');
  } else if (IsSpecial(c)) {
    param->name = src_.substr(start, 1);
    param->kind = Param::Kind::kSpecial;
    param->special = c;
  } else {
    AddText(state, '$', quoted);
    ++pos_;
    return true;
  }
  pos_ = start + param->name.size();
  Flush(state);
  state->ops.push_back(
      {.kind = WordOpKind::kParam, .quoted = quoted, .line = line_, .param = param});
  return true;
}

// Names are interned here, once, so that running a script looks up variables by number.
bool Parser::LexParamName(Param* param) {
  char c = At();
  size_t start = pos_;
  if (IsNameStart(c)) {
    while (IsNameChar(At())) ++pos_;
    param->name = src_.substr(start, pos_ - start);
    param->symbol = symbols_.Intern(param->name);
    return true;
  }
  if (IsDigit(c)) {
    uint32_t index = 0;
    while (IsDigit(At())) {
      index = index < 100'000'000 ? index * 10 + static_cast<uint32_t>(At() - '0') : index;
      ++pos_;
    }
    param->name = src_.substr(start, pos_ - start);
    param->index = index;
    param->kind = index == 0 ? Param::Kind::kSpecial : Param::Kind::kPositional;
    param->special = '0';
    return true;
  }
  if (!IsSpecial(c)) return false;
  ++pos_;
  param->kind = Param::Kind::kSpecial;
  param->special = c;
  param->name = src_.substr(start, 1);
  return true;
}

// ${a[0}: a brace comes, and no bracket any more on the line. (With quotes or parentheses before
// the brace nobody looks.)
bool Parser::IsUnclosedSubscript() {
  const size_t brace = src_.find_first_of("]}\"'`\\({\n", pos_ + 1);
  if (brace == std::string_view::npos || src_[brace] != '}') return false;
  const size_t bracket = src_.find_first_of("]\n", brace);
  if (!Spend((std::min(bracket, src_.size()) - pos_) / 16)) return false;
  return bracket == std::string_view::npos || src_[bracket] == '\n';
}

bool Parser::LexSubscript(WordState* state, Param* param, bool) {
  if (At() != '[' || param->kind != Param::Kind::kName) return true;
  if ((At(1) == '@' || At(1) == '*') && At(2) == ']') {
    param->subscript = At(1) == '@' ? Subscript::kAt : Subscript::kStar;
    pos_ += 3;
    return true;
  }
  if (IsUnclosedSubscript()) return false;
  size_t start = ++pos_;
  param->subscript = Subscript::kExpression;
  state->ops.push_back({.kind = WordOpKind::kBegin, .param = param});
  if (!LexOperand(state, true, false, ']')) return false;
  if (At() != ']') return FailMatching(line_, '}');
  param->subscript_text = src_.substr(start, pos_ - start);
  ++pos_;
  return true;
}

// Bash shows the text around it: what is inside the quotes, the operand, the word.
void Parser::NameBadSubstitutions(WordState* state, size_t first_op, std::string_view text) {
  if (!state->bad || !Spend(state->ops.size() - first_op)) return;
  for (size_t i = first_op; i < state->ops.size(); ++i) {
    WordOp& op = state->ops[i];
    if (op.kind == WordOpKind::kBad && op.text.empty()) op.text = text;
  }
}

// Over what begins with `quote`, to behind the same character. Nothing of it ends a "${".
bool Parser::SkipQuoted(char quote) {
  const uint32_t first_line = line_;
  for (++pos_; !AtEnd() && At() != quote; ++pos_) {
    if (!Spend(8)) return false;
    if (At() == '\\' && quote != '\'') ++pos_;
    if (At() == '\n') ++line_;
  }
  if (AtEnd()) return FailMatching(first_line, quote);
  return true;
}

// ${name...}: what is no expansion is found when it runs, so that only then it is an
// error. Its end is that of all before anything is known of what is in it, as bash
// looks for it: quotes hide a brace.
bool Parser::BadSubstitution(WordState* state, size_t start, uint32_t first_line) {
  int depth = 0;
  GoBack(start + 1, first_line);
  for (; !AtEnd(); ++pos_) {
    char c = At();
    if (c == '\\') {
      ++pos_;
      if (At() == '\n') ++line_;
    } else if (c == '"' || c == '`' || c == '\'') {
      if (!SkipQuoted(c)) return false;
    } else if (c == '\n') {
      ++line_;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      ++pos_;
      state->ops.push_back({.kind = WordOpKind::kBad, .line = line_});
      state->bad = true;
      return true;
    }
  }
  return FailMatching(first_line, '}');
}

// Up to the operand of what begins with "${".
bool Parser::JoinBraceParam() {
  for (size_t at = pos_ + 2; at < src_.size(); ++at) {
    if (!JoinLines(at)) return false;
    if (at >= src_.size() ||
        (!IsNameChar(src_[at]) &&
         std::string_view("#!@*[]?-$:+=%/^,~").find(src_[at]) == std::string_view::npos))
      return true;
  }
  return true;
}

// ${...}: a name or a special parameter, maybe a subscript, maybe an operator, and its operand.
// Operands are words and can hold further expansions. They become ops of the same program: behind a
// jump where they may not be used (${p:-w}), else between kBegin and the operator's op.
//
// An error here is not one of syntax. Bash reads the script on and complains only when the
// expansion runs, so a kBad op takes its place.
bool Parser::LexBraceParam(WordState* state, bool quoted) {
  size_t start = pos_;
  const uint32_t first_line = line_;
  Flush(state);
  if (!JoinBraceParam()) return false;
  pos_ += 2;
  auto* param = arena_->New<Param>();
  param->braced = true;
  size_t first_op = state->ops.size();
  // ${#name} is a length, ${#} and ${#op...} are $#.
  if (At() == '#' && At(1) != '}' &&
      (IsNameStart(At(1)) || IsDigit(At(1)) || (IsSpecial(At(1)) && At(2) == '}'))) {
    ++pos_;
    if (!LexParamName(param) || !LexSubscript(state, param, quoted))
      return failed_ ? false : BadSubstitution(state, start, first_line);
    if (At() != '}') {
      state->ops.resize(first_op);
      return BadSubstitution(state, start, first_line);
    }
    ++pos_;
    state->ops.push_back(
        {.kind = WordOpKind::kLength, .quoted = quoted, .line = line_, .param = param});
    return true;
  }
  bool indirect = false;
  if (At() == '!' && (IsNameChar(At(1)) || (IsSpecial(At(1)) && At(1) != '-' && At(2) == '}'))) {
    indirect = true;
    ++pos_;
  }
  if (!LexParamName(param)) return BadSubstitution(state, start, first_line);
  // ${#+} would be the length of something; ${#+word} is $# with an operator.
  if (param->special == '#' && At(1) == '}' &&
      std::string_view("+%=:/").find(At()) != std::string_view::npos) {
    return BadSubstitution(state, start, first_line);
  }
  if (!LexSubscript(state, param, quoted))
    return failed_ ? false : BadSubstitution(state, start, first_line);
  if (indirect && (param->subscript == Subscript::kAt || param->subscript == Subscript::kStar) &&
      At() == '}') {
    ++pos_;
    state->ops.push_back(
        {.kind = WordOpKind::kKeys, .quoted = quoted, .line = line_, .param = param});
    return true;
  }
  if (indirect && (At() == '@' || At() == '*') && At(1) == '}') {
    state->ops.push_back(
        {.kind = WordOpKind::kNames, .letter = At(), .quoted = quoted, .text = param->name});
    pos_ += 2;
    return true;
  }
  param->indirect = indirect;
  // (Of ${x#} and ${x%} bash forgets the operator.)
  if ((At() == '#' || At() == '%') && At(1) == '}') ++pos_;
  if (At() == '}') {
    ++pos_;
    state->ops.push_back(
        {.kind = WordOpKind::kParam, .quoted = quoted, .line = line_, .param = param});
    return true;
  }
  size_t before = state->ops.size();
  if (LexParamOperator(state, param, quoted, start)) return true;
  if (failed_) return false;
  state->ops.resize(first_op < before ? first_op : before);
  return BadSubstitution(state, start, first_line);
}

// What follows becomes text of the mode, until the operator that takes it.
void Parser::BeginOperand(WordState* state, WordMode mode) {
  state->ops.push_back({.kind = WordOpKind::kBegin, .mode = mode});
}

bool Parser::FinishParamOperator(WordState* state, const WordOp& op) {
  if (At() != '}') return FailMatching(op.line, '}');
  ++pos_;
  state->ops.push_back(op);
  return true;
}

// ${x:-word} and its like; the letter is one of -+=?.
bool Parser::LexDefault(WordState* state, WordOp op, char letter) {
  pos_ += op.colon ? 2 : 1;
  bool has_operand = letter == '=' || letter == '?';
  op.kind = letter == '-'   ? WordOpKind::kUseDefault
            : letter == '+' ? WordOpKind::kUseOther
            : letter == '=' ? WordOpKind::kNeedAssign
                            : WordOpKind::kNeedError;
  size_t at = state->ops.size();
  state->ops.push_back(op);
  if (has_operand) BeginOperand(state, WordMode::kString);
  bool outer = std::exchange(state->operand, !has_operand);
  bool ok = LexOperand(state, op.quoted, false, '\0');
  Flush(state);
  state->operand = outer;
  if (!ok) return false;
  if (At() != '}') return FailMatching(op.line, '}');
  ++pos_;
  if (has_operand) {
    op.kind = letter == '=' ? WordOpKind::kAssign : WordOpKind::kFail;
    state->ops.push_back(op);
  }
  state->ops[at].target = static_cast<uint32_t>(state->ops.size());
  return true;
}

// ${x:offset:length}
bool Parser::LexSubstring(WordState* state, WordOp op) {
  if (At(1) == '}') return false;
  ++pos_;
  op.kind = WordOpKind::kSubstring;
  BeginOperand(state, WordMode::kArithmetic);
  if (!LexOperand(state, true, false, ':')) return false;
  if (At() == ':') {
    ++pos_;
    op.has_length = true;
    BeginOperand(state, WordMode::kArithmetic);
    if (!LexOperand(state, true, false, '\0')) return false;
  }
  return FinishParamOperator(state, op);
}

// ${x/pattern/replacement}
bool Parser::LexReplace(WordState* state, WordOp op) {
  op.letter = At(1) == '/' ? 'A' : At(1) == '#' ? '^' : At(1) == '%' ? '$' : '/';
  pos_ += op.letter == '/' ? 1 : 2;
  op.kind = WordOpKind::kReplace;
  BeginOperand(state, WordMode::kPattern);
  // ${x////y}: a slash right at the start belongs to the pattern.
  if (At() == '/' && op.letter == 'A') AddText(state, src_[pos_++], true);
  if (!LexOperand(state, op.quoted, true, '/')) return false;
  BeginOperand(state, WordMode::kReplacement);
  if (At() == '/') {
    ++pos_;
    if (!LexOperand(state, op.quoted, true, '\0')) return false;
  }
  return FinishParamOperator(state, op);
}

// ${x#pattern} and ${x^pattern}: an operator that may stand twice, which is what `twice` says then.
bool Parser::LexPatternOperator(WordState* state, WordOp op, char twice) {
  bool is_twice = At(1) == At();
  op.letter = is_twice ? twice : At();
  pos_ += is_twice ? 2 : 1;
  BeginOperand(state, WordMode::kPattern);
  if (!LexOperand(state, op.quoted, true, '\0')) return false;
  return FinishParamOperator(state, op);
}

// The operator behind the name and its operands; false without an error: there is no such operator.
bool Parser::LexParamOperator(WordState* state, Param* param, bool quoted, size_t start) {
  WordOp op{.quoted = quoted, .line = line_, .text = src_.substr(start), .param = param};
  char c = At();
  op.colon = c == ':';
  char letter = op.colon ? At(1) : c;
  if (letter == '-' || letter == '+' || letter == '=' || letter == '?')
    return LexDefault(state, op, letter);
  switch (c) {
    case ':': return LexSubstring(state, op);
    case '#':
    case '%':
      op.kind = WordOpKind::kTrim;
      return LexPatternOperator(state, op, c == '#' ? 'P' : 'S');
    case '/': return LexReplace(state, op);
    case '^':
    case ',':
    case '~':
      // Of the special parameters only the lists have a case.
      if (param->kind == Param::Kind::kSpecial && param->special != '@' && param->special != '*')
        return false;
      op.kind = WordOpKind::kCase;
      return LexPatternOperator(state, op, c == '^' ? 'U' : c == ',' ? 'L' : 'T');
    case '@':
      // An operator that does not exist is an error only when the parameter is set.
      if (At(2) != '}' || !IsNameStart(At(1))) return false;
      op.kind = WordOpKind::kTransform;
      op.letter = At(1);
      op.text = src_.substr(start, pos_ + 3 - start);
      pos_ += 2;
      return FinishParamOperator(state, op);
    default: return false;
  }
}

// In double quotes a backslash quotes little.
void Parser::LexOperandBackslash(WordState* state, bool in_double_quotes) {
  char next = At(1);
  if (next == '\n') {
    ++line_;
  } else {
    bool quotes = !in_double_quotes || next == '$' || next == '`' || next == '"' || next == '\\' ||
                  next == '}';
    if (!quotes) AddText(state, '\\', true);
    AddText(state, next, true);
  }
  pos_ += pos_ + 1 < src_.size() ? 2 : 1;
}

// The text up to '}' or `stop`. In double quotes only $, ` and a few backslashes mean something,
// but the patterns of # % / ^ , may be quoted inside them.
bool Parser::LexOperand(WordState* state, bool quoted, bool pattern, char stop) {
  Depth depth(this);
  if (!depth.ok()) return FailDepth();
  bool text_quoted = quoted && !pattern;
  size_t start = pos_;
  size_t first_op = state->ops.size();
  int brackets = 0;
  int parens = 0;
  while (!AtEnd()) {
    char c = At();
    if (c == stop && stop != '\0' && brackets == 0 && parens == 0) break;
    if (c == '}' && stop != ']') break;
    switch (c) {
      case '\\': LexOperandBackslash(state, text_quoted && stop != ']'); continue;
      case '\'':
        if (text_quoted && stop != ']') break;
        if (!LexSingleQuotes(state)) return false;
        continue;
      case '"':
        if (!LexDoubleQuotes(state)) return false;
        continue;
      case '`':
        if (!LexBackquote(state, quoted && !pattern)) return false;
        continue;
      case '$':
        // Bash's option extquote, which is on: these quotes quote in "${name-word}" too.
        if (At(1) == '\'' && (stop == ']' || !state->here_document)) {
          if (!LexAnsiQuotes(state)) return false;
          continue;
        }
        if (At(1) == '"' && !state->here_document) {
          ++pos_;
          continue;
        }
        if (!LexDollar(state, quoted && !pattern)) return false;
        continue;
      case '~':
        // (In x=${y-a:~} it stands behind a colon of the assignment, if the word is one.)
        if (const bool begins = pos_ == start;
            !text_quoted &&
            (begins || (!pattern && src_[pos_ - 1] == ':' &&
                        (state->here_string ||
                         (state->assignment != nullptr && !state->assignment->name.empty()))))) {
          size_t before = pos_;
          if (!LexTilde(state, '}')) return false;
          if (pos_ == before) break;
          if (!begins && !state->here_string) state->ops.back().letter = ':';
          continue;
        }
        break;
      case '[':
        if (stop == ']') ++brackets;
        break;
      case ']':
        if (stop == ']') --brackets;
        break;
      case '(':
        if (stop == ':') ++parens;
        break;
      case ')':
        if (stop == ':') --parens;
        break;
      case '?':
        // ${x:a?b:c}: the colon of ?: does not end the offset.
        if (stop == ':') ++parens;
        break;
      case ':':
        if (stop == ':' && parens > 0) --parens;
        break;
      case '\n': ++line_; break;
      default: break;
    }
    AddText(state, c, text_quoted);
    ++pos_;
  }
  Flush(state);
  NameBadSubstitutions(state, first_op, src_.substr(start, pos_ - start));
  return true;
}

// Where the "))" that closes text behind "((" begins, or npos when the parentheses tell
// that it is no arithmetic.
size_t Parser::FindArithmeticEnd(size_t from) {
  int depth = 0;
  size_t looked = 0;
  for (size_t at = from; at < src_.size(); ++at) {
    if (++looked % 1024 == 0 && !Spend(1024)) return std::string_view::npos;
    switch (src_[at]) {
      case '\\': ++at; break;
      case '\'':
      case '"': {
        size_t end = src_.find(src_[at], at + 1);
        if (end == std::string_view::npos) return end;
        if (!Spend(end - at)) return std::string_view::npos;
        at = end;
        break;
      }
      case '(': ++depth; break;
      case ')':
        if (depth-- > 0) break;
        return at + 1 < src_.size() && src_[at + 1] == ')' ? at : std::string_view::npos;
      default: break;
    }
  }
  return std::string_view::npos;
}

// Work beside that of tokens, which Lex() tells.
bool Parser::Spend(size_t work) {
  if (options_.account != nullptr && !options_.account->Tick(work / 8)) failed_ = true;
  return !failed_;
}

// *is_arithmetic stays false when no "))" fits: the caller then reads a command substitution.
bool Parser::LexArithmetic(WordState* state, bool quoted, bool* is_arithmetic) {
  size_t end = FindArithmeticEnd(pos_ + 3);
  if (end == std::string_view::npos) {
    return src_.find(')', pos_) == std::string_view::npos ? FailMatching(line_, ')') : true;
  }
  *is_arithmetic = true;
  Flush(state);
  state->ops.push_back({.kind = WordOpKind::kBegin, .mode = WordMode::kArithmetic});
  uint32_t first_line = line_;
  pos_ += 3;
  size_t first_op = state->ops.size();
  size_t start = pos_;
  if (!LexArithText(state, "))")) return false;
  NameBadSubstitutions(state, first_op, src_.substr(start, pos_ - start));
  pos_ += 2;
  state->ops.push_back({.kind = WordOpKind::kArith, .quoted = quoted, .line = first_line});
  return true;
}

// A quoted character of a subscript within an expression.
void Parser::AddInSubscript(WordState* state, char c) {
  if (IsSpecialInSubscript(c)) AddText(state, '\\', true);
  AddText(state, c, true);
}

// Up to `closers` at depth 0, or to `end`; expanded like text in double quotes, but quotes are
// dropped.
bool Parser::LexArithText(WordState* state, std::string_view closers, size_t end) {
  constexpr size_t kAtOnce = 4096;
  uint32_t first_line = line_;
  int depth = 0;
  int brackets = 0;     // subscripts: quotes count there, and what they quote gets a backslash
  bool quotes = false;  // within "..."
  size_t counted = pos_;
  while (!AtEnd()) {
    if (pos_ >= counted + kAtOnce && options_.account != nullptr &&
        !options_.account->Tick(pos_ - std::exchange(counted, pos_))) {
      failed_ = true;
      return false;
    }
    char c = At();
    if (pos_ == end || (depth == 0 && src_.substr(pos_).starts_with(closers))) {
      Flush(state);
      return true;
    }
    switch (c) {
      case '(': ++depth; break;
      case ')': --depth; break;
      case '"':
        quotes = !quotes;
        ++pos_;
        continue;
      case '\'':
        if (brackets == 0 || quotes) break;
        for (++pos_; !AtEnd() && At() != '\''; ++pos_) AddInSubscript(state, At());
        ++pos_;
        continue;
      case '\\':
        if (At(1) == '\n') {
          ++line_;
          pos_ += 2;
          continue;
        }
        if (brackets == 0 || pos_ + 1 >= src_.size()) break;
        AddInSubscript(state, At(1));
        pos_ += 2;
        continue;
      case '\n': ++line_; break;
      case '[':
        if (!quotes) ++brackets;
        break;
      case ']':
        if (!quotes && brackets > 0) --brackets;
        break;
      case '`':
        if (!LexBackquote(state, true)) return false;
        continue;
      case '$':
        if (brackets > 0 && !quotes && At(1) == '\'') {
          WordState decoded(options_.account);
          if (!LexAnsiQuotes(&decoded)) return false;
          for (char one : decoded.text) AddInSubscript(state, one);
          continue;
        }
        if (!LexDollar(state, true)) return false;
        continue;
      default: break;
    }
    quotes&& brackets > 0 ? AddInSubscript(state, c) : AddText(state, c, true);
    ++pos_;
  }
  return end == src_.size() ? true : FailMatching(first_line, ')');
}

// The commands up to ')', which is taken. Here-documents of the script around wait meanwhile.
const Node* Parser::ParseSubstitution() {
  ParsedList<PendingHere> outer_here =
      std::exchange(pending_here_, ParsedList<PendingHere>(options_.account));
  bool outer_arrays = std::exchange(arrays_ok_, true);
  const bool outer_array_text = std::exchange(array_text_, false);
  bool outer_start = std::exchange(command_start_, true);
  size_t outer_token_start = token_start_;
  Token outer_token = token_;
  bool outer_has_token = std::exchange(has_token_, false);
  ++substitution_depth_;
  const Node* list = nullptr;
  bool ok = SkipNewlines();
  if (ok && Peek().kind == TokenKind::kRightParen) {
    list = arena_->New<ListNode>();
    const_cast<Node*>(list)->kind = NodeKind::kList;
  } else if (ok) {
    list = ParseList(false);
  }
  if (list != nullptr && Peek().kind != TokenKind::kRightParen) {
    Unexpected(Peek());
    list = nullptr;
  }
  --substitution_depth_;
  has_token_ = outer_has_token;
  token_ = outer_token;
  token_start_ = outer_token_start;
  pending_here_ = std::move(outer_here);
  arrays_ok_ = outer_arrays;
  array_text_ = outer_array_text;
  command_start_ = outer_start;
  return failed_ ? nullptr : list;
}

// The command is parsed here, together with the script around it. That is the only right way to
// find its end, because a `)` of a case pattern or in a here-document closes nothing. It also means
// that a loop parses the text once.
//
// `$(< file)` has no command to run. It becomes an op that reads the file, without a process.
bool Parser::LexCommandSubstitution(WordState* state, bool quoted) {
  Flush(state);
  uint32_t first_line = line_;
  pos_ += 2;
  const Node* node = ParseSubstitution();
  if (node == nullptr) return false;
  // $(< file)
  if (node->kind == NodeKind::kSimple) {
    auto* simple = static_cast<const SimpleNode*>(node);
    if (simple->words.empty() && simple->assignments.empty() && simple->redirects.size() == 1 &&
        simple->redirects[0].kind == RedirectKind::kInput && simple->redirects[0].fd < 0) {
      // The operations of the file's name run here, as an operand.
      state->ops.push_back({.kind = WordOpKind::kBegin});
      const auto base = static_cast<uint32_t>(state->ops.size());
      for (WordOp op : simple->redirects[0].word->ops) {
        if (op.target != 0) op.target += base;
        state->ops.push_back(op);
      }
      state->ops.push_back({.kind = WordOpKind::kReadFile, .quoted = quoted, .line = first_line});
      return true;
    }
  }
  state->ops.push_back(
      {.kind = WordOpKind::kCommand, .quoted = quoted, .line = first_line, .node = node});
  return true;
}

bool Parser::LexProcess(WordState* state, char letter) {
  Depth depth(this);
  if (!depth.ok()) return FailDepth();
  Flush(state);
  uint32_t first_line = line_;
  pos_ += 2;
  const Node* node = ParseSubstitution();
  if (node == nullptr) return false;
  state->ops.push_back(
      {.kind = WordOpKind::kProcess, .letter = letter, .line = first_line, .node = node});
  return true;
}

}  // namespace pysub::shell
