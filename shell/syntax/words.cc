#include <algorithm>
#include <utility>

#include "shell/syntax/parser.h"
#include "shell/syntax/word_state.h"

namespace pysub::shell {
namespace {

// What ends a word when it is not quoted.
bool IsMeta(char c) {
  switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '|':
    case '&':
    case ';':
    case '(':
    case ')':
    case '<':
    case '>': return true;
    default: return false;
  }
}

bool IsGlob(char c) { return c == '*' || c == '?' || c == '['; }

}  // namespace

const Word* Parser::LexWord() {
  WordState state(options_.account);
  size_t start = pos_;
  state.here_string = std::exchange(here_string_, false);
  if (!state.here_string && !LexAssignmentStart(&state)) return nullptr;
  if (!(state.assignment != nullptr && state.assignment->is_array)) {
    if (!LexTilde(&state)) return nullptr;
    if (!LexWordParts(&state, false)) return nullptr;
  }
  if (pos_ == start) {  // cannot happen: Lex() saw a character that begins a word
    Fail(line_, "syntax error");
    return nullptr;
  }
  return Finish(&state, src_.substr(start, pos_ - start));
}

// The right side of =~: parentheses and bars belong to it.
const Word* Parser::LexRegexWord() {
  SkipBlanks();
  WordState state(options_.account);
  size_t start = pos_;
  token_start_ = pos_;
  if (!LexTilde(&state) || !LexWordParts(&state, true)) return nullptr;
  if (pos_ == start) return nullptr;
  return Finish(&state, src_.substr(start, pos_ - start));
}

// The main loop of a word. Nearly all characters that end a word do so only outside of quotes and
// expansions. These read themselves to their end, so what is seen here is unquoted. In a regex of
// =~ parentheses and bars belong to the word.
bool Parser::LexWordParts(WordState* state, bool regex, int parens) {
  // of a regex, of an extended glob, or of what looks like an array
  bool extglob = parens > 0;
  uint32_t open_line = line_;  // where the outermost parenthesis stands
  while (!AtLastEnd()) {
    char c = At();
    if (IsMeta(c) && !(parens > 0 && extglob)) {
      if (regex && (c == '(' || parens > 0)) {
        if (parens == 0) open_line = line_;
        if (c == '\n') ++line_;
        parens += c == '(' ? 1 : c == ')' ? -1 : 0;
        AddText(state, c, false);
        ++pos_;
        continue;
      }
      if (regex && (c == '|' || c == '<' || c == '>') && !(c == '|' && At(1) == '|')) {
        AddText(state, c, false);
        ++pos_;
        continue;
      }
      if ((c == '<' || c == '>') && At(1) == '(') {
        if (!LexProcess(state, c)) return false;
        continue;
      }
      return true;
    }
    switch (c) {
      case '\\':
        if (!LexBackslash(state)) return false;
        continue;
      case '\'':
        if (!LexSingleQuotes(state)) return false;
        continue;
      case '"':
        if (!LexDoubleQuotes(state)) return false;
        continue;
      case '`':
        if (!LexBackquote(state, false)) return false;
        continue;
      case '$':
        if (!LexDollar(state, false)) return false;
        continue;
      default: break;
    }
    if (!regex && options_.extglob && At(1) == '(' &&
        (c == '?' || c == '*' || c == '+' || c == '@' || c == '!')) {
      state->globs = true;
      extglob = true;
      if (parens++ == 0) open_line = line_;
      AddText(state, c, false);
      AddText(state, '(', false);
      pos_ += 2;
      continue;
    }
    if (extglob && c == '(') ++parens;
    if (extglob && c == ')' && --parens == 0) extglob = false;
    if (IsGlob(c)) state->globs = true;
    if (c == '{') state->opened_brace = true;
    if (c == '}' && state->opened_brace) state->braces = true;
    if (c == '\n') ++line_;
    AddText(state, c, false);
    ++pos_;
    if (c == ':' && (state->assignment != nullptr || state->here_string) && At() == '~') {
      if (!LexTilde(state)) return false;
    }
  }
  if ((extglob || regex) && parens > 0) return FailMatching(open_line, ')');
  return true;
}

// Whether name[ at the begin of a command has its ]; bash looks for it to the end of the text.
bool Parser::SubscriptEnds(const Token& name) {
  std::string_view raw = name.text;
  size_t open = 0;
  while (open < raw.size() && IsNameChar(raw[open])) ++open;
  if (open == raw.size() || raw[open] != '[' || !IsNameStart(raw[0])) return true;
  if (!outer_texts_.empty() || !src_.substr(token_start_).starts_with(raw)) return true;
  do {
    const size_t close = FindSubscriptEnd(src_, token_start_ + open, true);
    if (!Spend(std::min(close, src_.size()) - token_start_)) return false;
    if (close != std::string_view::npos) return true;
  } while (Grows());
  return FailMatching(name.line, ']');
}

// name=, name+=, name[subscript]= at the begin of a word. Whether it is an assignment depends on
// where the word stands. So it is only noted here, and ParseSimple() decides.
bool Parser::LexAssignmentStart(WordState* state) {
  if (!IsNameStart(At())) return true;
  size_t end = pos_ + 1;
  while (end < src_.size()) {
    if (!JoinBefore(end, "=+[", IsNameChar)) return false;
    if (!IsNameChar(src_[end])) break;
    ++end;
  }
  if (end >= src_.size()) return true;
  size_t name_end = end;
  const Word* subscript = nullptr;
  if (src_[end] == '[') {
    size_t close = FindSubscriptEnd(src_, end);
    if (!Spend(std::min(close, src_.size()) - end)) return false;
    if (close == std::string_view::npos) return true;
    std::string_view after = src_.substr(close + 1);
    if (!after.starts_with("=") && !after.starts_with("+=")) return true;
    WordState inner(options_.account);
    const uint32_t first_line = line_;
    size_t outer = std::exchange(pos_, end + 1);
    if (!LexOperand(&inner, true, false, ']')) return false;
    if (pos_ != close) {
      GoBack(outer, first_line);
      return true;
    }
    subscript = Finish(&inner, src_.substr(end + 1, close - end - 1));
    pos_ = outer;
    end = close + 1;
  }
  bool append = end + 1 < src_.size() && src_[end] == '+' && src_[end + 1] == '=';
  if (!append && (end >= src_.size() || src_[end] != '=')) return true;
  auto* assignment = arena_->New<WordAssignment>();
  assignment->name = src_.substr(pos_, name_end - pos_);
  assignment->symbol = symbols_.Intern(assignment->name);
  assignment->append = append;
  assignment->subscript = subscript;
  size_t start = pos_;
  while (pos_ < end + (append ? 2 : 1)) AddText(state, src_[pos_++], false);
  Flush(state);
  assignment->first_op = static_cast<uint32_t>(state->ops.size());
  assignment->text_at = static_cast<uint32_t>(pos_ - start);
  state->assignment = assignment;
  if (At() != '(' || subscript != nullptr) return true;
  if (arrays_ok_) {
    if (LexArrayElements(state)) return true;
    if (substitution_depth_ == 0 && failure_ == ParseFailure::kSyntax) {
      failure_ = ParseFailure::kArray;
      // Bash's parser goes on behind quotes that do not end, and finds the end once more.
      if (saw_end_) AddMessage(EndLine(), "syntax error: unexpected end of file");
    }
    return false;
  }
  if (!array_text_) return true;
  AddText(state, '(', false);
  ++pos_;
  return LexWordParts(state, false, 1);
}

// ( ... ) of an array; each element is a word, perhaps in the form [key]=value.
bool Parser::LexArrayElements(WordState* state) {
  Depth depth(this);
  if (!depth.ok()) return FailDepth();
  uint32_t first_line = line_;
  ++pos_;
  ParsedList<const Word*> elements(options_.account);
  while (true) {
    SkipBlanks();
    if (AtEnd()) {
      if (substitution_depth_ == 0) failure_ = ParseFailure::kArray;
      return FailMatching(first_line, ')');
    }
    if (At() == '\n') {
      ++pos_;
      ++line_;
      continue;
    }
    if (At() == ')') break;
    if (IsMeta(At()) && !((At() == '<' || At() == '>') && At(1) == '(')) {
      Token token;
      token_start_ = pos_;
      if (!LexOperator(&token)) return Fail(line_, "syntax error");
      token.line = line_;
      Unexpected(token);
      return false;
    }
    WordState element(options_.account);
    size_t start = pos_;
    if (At() == '[') {
      size_t close = FindSubscriptEnd(src_, pos_);
      if (!Spend(std::min(close, src_.size()) - pos_)) return false;
      std::string_view after = close == std::string_view::npos ? "" : src_.substr(close + 1);
      if (after.starts_with("=") || after.starts_with("+=")) {
        WordState inner(options_.account);
        const uint32_t first_line = line_;
        ++pos_;
        if (!LexOperand(&inner, true, false, ']')) return false;
        if (pos_ == close) {
          auto* assignment = arena_->New<WordAssignment>();
          assignment->subscript = Finish(&inner, src_.substr(start + 1, close - start - 1));
          assignment->append = after[0] == '+';
          pos_ = start;
          size_t value = close + (assignment->append ? 3 : 2);
          while (pos_ < value) AddText(&element, src_[pos_++], false);
          Flush(&element);
          assignment->first_op = static_cast<uint32_t>(element.ops.size());
          assignment->text_at = static_cast<uint32_t>(value - start);
          element.assignment = assignment;
        } else {
          GoBack(start, first_line);
        }
      }
    }
    if (!LexTilde(&element)) return false;
    if (!LexWordParts(&element, false)) return false;
    if (pos_ == start) return Fail(line_, "syntax error");
    if (!Spend(8 + pos_ - start)) return false;
    elements.push_back(Finish(&element, src_.substr(start, pos_ - start)));
  }
  ++pos_;
  state->assignment->is_array = true;
  auto copied = arena_->Copy(elements);
  state->assignment->elements = {copied.data(), copied.size()};
  return true;
}

// Only at the begin of a word, and behind = and : of an assignment. One quoted character up to the
// slash makes it plain text (POSIX 2.6.1).
bool Parser::LexTilde(WordState* state, char close) {
  if (At() != '~') return true;
  size_t end = pos_ + 1;
  while (end < src_.size()) {
    char c = src_[end];
    if (c == '/' || c == ':' || IsMeta(c) || (close != '\0' && c == close)) break;
    // quoted or expanded: as it is
    if (!IsNameChar(c) && c != '+' && c != '-' && c != '.') return true;
    ++end;
  }
  Flush(state);
  state->ops.push_back({.kind = WordOpKind::kTilde, .text = src_.substr(pos_ + 1, end - pos_ - 1)});
  state->tilde = true;
  pos_ = end;
  return true;
}

bool Parser::LexBackslash(WordState* state) {
  if (pos_ + 1 >= src_.size()) {
    AddText(state, '\\', false);
    ++pos_;
    return true;
  }
  char c = At(1);
  if (c == '\n') {
    const size_t behind = BehindJoins(pos_);
    if (behind < src_.size() && !IsMeta(src_[behind])) return JoinLines(pos_);
    // All of them at once: each would look for the last again.
    line_ += static_cast<uint32_t>((behind - pos_) / 2);
    pos_ = behind;
    return true;
  }
  pos_ += 2;
  AddText(state, c, true);
  state->quoted = true;
  return true;
}

bool Parser::LexSingleQuotes(WordState* state) {
  size_t end = pos_ + 1;
  while ((end = src_.find('\'', end)) == std::string_view::npos) {
    end = src_.size();
    if (!Grows()) return FailMatching(line_, '\'');
  }
  OpenQuoted(state);
  for (size_t at = pos_ + 1; at < end; ++at) {
    if (src_[at] == '\n') ++line_;
    AddText(state, src_[at], true);
  }
  pos_ = end + 1;
  return true;
}

// $'...'
bool Parser::LexAnsiQuotes(WordState* state) {
  uint32_t first_line = line_;
  size_t end = pos_ + 2;
  while (end < src_.size() && src_[end] != '\'') {
    if (src_[end] == '\n') ++line_;
    end += src_[end] == '\\' ? 2 : 1;
  }
  if (end >= src_.size()) return FailMatching(first_line, '\'');
  OpenQuoted(state);
  bool stopped = false;
  ParseCharge decoded(options_.account);
  if (!decoded.Charge(2 * (end - pos_))) return failed_ = true, false;
  for (char c :
       DecodeEscapes(src_.substr(pos_ + 2, end - pos_ - 2), EscapeStyle::kAnsiC, &stopped)) {
    AddText(state, c, true);
  }
  pos_ = end + 1;
  return true;
}

// Quoted parts are not one text: "$@" in them still makes several fields. So the quotes only mark
// what stands within.
bool Parser::LexDoubleQuotes(WordState* state) {
  uint32_t first_line = line_;
  size_t start = ++pos_;
  size_t ops = state->ops.size();
  bool pending = state->pending && state->text_quoted;
  const size_t first = ops + (state->pending ? 1 : 0);
  size_t size = state->text.size();
  const size_t outer_first = std::exchange(state->first_in_quotes, first);
  const size_t outer_end = std::exchange(state->first_end, first);
  bool outer_list = std::exchange(state->has_list, false);
  bool outer_words = std::exchange(state->has_words, false);
  if (!LexQuotedText(state, '"')) return failed_ ? false : FailMatching(first_line, '"');
  bool has_list = std::exchange(state->has_list, outer_list);
  bool has_words = std::exchange(state->has_words, outer_words);
  const size_t first_end = std::exchange(state->first_end, outer_end);
  state->first_in_quotes = outer_first;
  state->quoted = true;
  NameBadSubstitutions(state, ops, src_.substr(start, pos_ - 1 - start));
  // In "$@$x" an empty list takes an empty $x along: there is no field then.
  // (But not what was quoted in front of it: in ''"$@" there is a field.)
  if (has_list) {
    Flush(state);  // what follows is in other quotes
    for (size_t i = first; i < state->ops.size(); ++i) {
      state->ops[i].beside_list = true;
      state->ops[i].beside_words = has_words;
      state->ops[i].begins_quotes = i < first_end;
    }
  }
  // "" alone is an empty word.
  if (state->ops.size() == ops && (state->pending && state->text_quoted) == pending &&
      state->text.size() == size) {
    OpenQuoted(state);
  }
  return true;
}

// Whether the expansion that was read last is $@ or ${a[@]}, perhaps with an operator; one in an
// operand does not count.
void Parser::NoteLists(WordState* state, size_t first_op) {
  if (first_op >= state->ops.size()) return;
  const auto is_list = [](const WordOp& op) {
    return op.param != nullptr && op.kind != WordOpKind::kLength &&
           (op.param->subscript == Subscript::kAt || op.param->special == '@');
  };
  const WordOp& first = state->ops[first_op];
  const bool chooses =
      first.kind == WordOpKind::kUseDefault || first.kind == WordOpKind::kUseOther ||
      first.kind == WordOpKind::kNeedAssign || first.kind == WordOpKind::kNeedError;
  if (!is_list(chooses ? first : state->ops.back())) return;
  state->has_list = true;
  // Of "${@+word}" the word is all that there may be. (Of "${a[@]+word}" there may be nothing,
  // which is a list; what will be there is not known yet.)
  if (first.kind != WordOpKind::kUseOther || first.param->special != '@' ||
      std::any_of(state->ops.begin() + static_cast<ptrdiff_t>(first_op) + 1, state->ops.end(),
                  is_list))
    state->has_words = true;
}

// False without an error: `close` did not come.
bool Parser::LexQuotedText(WordState* state, char close) {
  while (!AtLastEnd()) {
    char c = At();
    if (close != '\0' && c == close) {
      ++pos_;
      return true;
    }
    if (c == '\\' && pos_ + 1 < src_.size()) {
      char next = At(1);
      if (next == '\n') {
        ++line_;
      } else if (next == '$' || next == '`' || next == '\\' || (next == '"' && close == '"')) {
        AddText(state, next, true);
      } else {
        AddText(state, '\\', true);
        AddText(state, next, true);
      }
      pos_ += 2;
      continue;
    }
    if (c == '$') {
      Flush(state);
      size_t first_op = state->ops.size();
      const bool has_list = state->has_list, has_words = state->has_words;
      if (!LexDollar(state, true)) return false;
      state->has_list = has_list;
      state->has_words = has_words;
      NoteLists(state, first_op);
      if (state->first_in_quotes == first_op) state->first_end = state->ops.size();
      continue;
    }
    if (c == '`') {
      if (!LexBackquote(state, true)) return false;
      continue;
    }
    if (c == '\n') ++line_;
    AddText(state, c, true);
    ++pos_;
  }
  return close == '\0';
}

// The old form of $( ). Backslashes in it are removed first, and what remains is a script that is
// parsed when it runs. So `\`` nests, and errors in it come late, as in bash.
bool Parser::LexBackquote(WordState* state, bool quoted) {
  uint32_t first_line = line_;
  ParsedText text(options_.account);
  ++pos_;
  while (true) {
    if (AtEnd()) return FailMatching(first_line, '`');
    char c = At();
    if (c == '`') break;
    if (c == '\n') ++line_;
    if (c == '\\' && (At(1) == '$' || At(1) == '`' || At(1) == '\\' || (quoted && At(1) == '"'))) {
      ++pos_;
      c = At();
    }
    if (!text.push_back(c)) return failed_ = true, false;
    ++pos_;
  }
  ++pos_;
  Flush(state);
  state->ops.push_back({.kind = WordOpKind::kBackquote,
                        .quoted = quoted,
                        .line = first_line,
                        .text = arena_->Copy(std::string_view(text.items()))});
  return true;
}

// The word goes into the arena. A word without expansions is marked as literal, and using it then
// is a copy of its text.
const Word* Parser::Finish(WordState* state, std::string_view raw) {
  Flush(state);
  NameBadSubstitutions(state, 0,
                       state->assignment != nullptr
                           ? raw.substr(std::min<size_t>(state->assignment->text_at, raw.size()))
                           : raw);
  auto* word = arena_->New<Word>();
  word->raw = raw;
  word->line = line_;
  word->quoted = state->quoted;
  word->globs = state->globs;
  word->braces = state->braces && state->assignment == nullptr;
  word->assignment = state->assignment;
  auto ops = arena_->Copy(state->ops);
  word->ops = {ops.data(), ops.size()};
  if (!word->braces && !word->globs && ops.size() <= 1 &&
      (ops.empty() || ops[0].kind == WordOpKind::kText)) {
    word->literal = true;
    if (!ops.empty()) word->text = ops[0].text;
  }
  return word;
}

const Word* Parser::LiteralWord(std::string_view text, uint32_t line) {
  WordState state(options_.account);
  state.text.Append(text);
  state.pending = true;
  const Word* word = Finish(&state, text);
  const_cast<Word*>(word)->line = line;
  return word;
}

std::shared_ptr<Unit> Parser::ParseWord(const Word** word) {
  std::shared_ptr<Unit> unit = NewUnit();
  WordState state(options_.account);
  if (!LexTilde(&state) || !LexWordParts(&state, false) || failed_) return nullptr;
  // Characters that end a word cannot be in the text of one; take them literally if they are.
  while (!AtEnd()) {
    AddText(&state, src_[pos_++], true);
    if (!LexWordParts(&state, false) || failed_) return nullptr;
  }
  *word = unit->word = Finish(&state, src_);
  unit->end = src_.size();
  return unit;
}

std::shared_ptr<Unit> Parser::ParseSubscript(bool is_key, const Word** word) {
  std::shared_ptr<Unit> unit = NewUnit();
  WordState state(options_.account);
  if (!is_key && !LexArithText(&state, ")", src_.size())) return nullptr;
  while (is_key && !AtEnd()) {
    if (!LexOperand(&state, true, false, ']')) return nullptr;
    if (!AtEnd()) AddText(&state, src_[pos_++], true);
  }
  if (failed_) return nullptr;
  *word = Finish(&state, src_);
  return unit;
}

std::shared_ptr<Unit> Parser::ParseQuoted(const Word** word) {
  std::shared_ptr<Unit> unit = NewUnit();
  WordState state(options_.account);
  if (!LexQuotedText(&state, '\0') || failed_) return nullptr;
  OpenQuoted(&state);
  *word = Finish(&state, src_);
  return unit;
}

}  // namespace pysub::shell
