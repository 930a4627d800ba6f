#include "shell/expand/expander.h"

#include <algorithm>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/expand/braces.h"
#include "shell/expand/glob.h"
#include "shell/expand/pattern.h"
#include "shell/expand/separators.h"
#include "shell/expand/text.h"
#include "shell/expand/value.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/native_depth.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/word_state.h"

namespace pysub::shell {

// A simple word cannot start another process, so its expansion never waits. Callers that have no
// place to save where they are (a subscript that is read twice, a prompt of ${x@P}) cannot wait and
// take only such words.
bool Expander::IsSimple(const Word* word) {
  for (const WordOp& op : word->ops) {
    if (op.kind == WordOpKind::kCommand || op.kind == WordOpKind::kBackquote ||
        op.kind == WordOpKind::kProcess ||
        (op.kind == WordOpKind::kTransform && op.letter == 'P')) {
      return false;
    }
  }
  return true;
}

// Vectors that had grown large are given back here, at the begin of a command. Small ones stay for
// the next, which saves an allocation for each word.
void Expander::BeginWords(std::span<const Word* const> words) {
  words_ = words;
  next_word_ = 0;
  in_word_ = false;
  Release();
  FreeLarge();
  if (fields_.capacity() > 256) LetGo(&fields_);
  fields_.clear();
  braces_.clear();
  brace_unit_.reset();
}

// The words of a command into fields, in the order of POSIX 2.6: braces (bash), then tilde,
// parameters, commands and arithmetic together from left to right, then field splitting, then
// pathnames, and quotes go last. Here splitting happens while text is made, because only then it is
// known which text came from an expansion.
//
//   word      a"$x"*             ops   Text a | Param x quoted | Text *
//   text      a + b c + *        current_   "ab c*"         what the field is without a match
//   pattern                      pattern_   "ab c*"         in it quoted characters are escaped
//   pathnames                    finished_  { text, pattern }  -->  fields_
//
// It may leave with kBlocked in the middle of a word, when a command substitution has not ended.
// pc_ then stays at its op, and the same call goes on later, in the same process or after a
// snapshot was loaded.
Expanded Expander::RunWords(Process& process) {
  while (true) {
    if (!in_word_) {
      const Word* word = nullptr;
      if (!braces_.empty()) {
        if (NextBraces(process, nullptr)) continue;
        word = word_;
      } else {
        brace_unit_.reset();
        if (next_word_ >= words_.size()) {
          words_ = {};
          next_word_ = 0;
          return Expanded::kDone;
        }
        word = words_[next_word_++];
        if (word->literal && word->assignment == nullptr) {
          if (!word->ops.empty() || word->quoted) fields_.emplace_back(word->text);
          if (!Charge(process, word->text.size() + 40)) return Expanded::kFailed;
          continue;
        }
        if (word->braces && process.options.Has(SetOption::kBraceExpand)) {
          if (NextBraces(process, word)) continue;
          if (process.unwind != Unwind::kNone) return Expanded::kFailed;
          if (!braces_.empty()) continue;
        }
      }
      Begin(word, WordMode::kFields);
      in_word_ = true;
    }
    Expanded expanded = RunOps(process);
    if (expanded != Expanded::kDone) {
      if (expanded == Expanded::kFailed) in_word_ = false;
      return expanded;
    }
    in_word_ = false;
    word_ = nullptr;
    EndField(process);
    FinishWord(process);
    if (process.unwind != Unwind::kNone || process.budget().stopped()) return Expanded::kFailed;
  }
}

// With a word: fills braces_ when it has brace expansion (then they are what goes on). Without:
// takes the next result; true: it was plain text and is done, false: it is in word_.
bool Expander::NextBraces(Process& process, const Word* word) {
  if (word != nullptr) {
    std::vector<std::string> results;
    MemoryCharge held;
    if (!ExpandBraces(word->raw, &process.budget(), &results, &held)) {
      process.Discard(1);
      return false;
    }
    if (results.size() == 1 && results[0] == word->raw) return false;
    const ScopedMemoryCharge moving(&process.budget(), results.size() * sizeof(results[0]));
    if (!process.budget().Tick(results.size() / 4) || !moving.ok()) return false;
    braces_.assign(std::make_move_iterator(results.begin()),
                   std::make_move_iterator(results.end()));
    held_.Take(std::move(held));
    return true;
  }
  std::string text = std::move(braces_.front());
  braces_.pop_front();
  if (!process.budget().Tick(4 + text.size() / 16)) return true;
  if (text == "\\") text = "''";  // of {A..z}: it quotes nothing, which makes an empty word
  if (text.find_first_of("$`'\"\\*?[~(") == std::string::npos) {
    if (!text.empty() && MakeRoom(&process.budget(), &fields_)) fields_.push_back(std::move(text));
    return true;
  }
  Parser parser(MakeSource(std::move(text), &process.budget()), process.symbols(), process.line,
                process.parse_options());
  const Word* made = nullptr;
  brace_unit_ = parser.ParseWord(&made);
  if (brace_unit_ == nullptr) return true;
  word_ = made;
  return false;
}

// All state of the word before is dropped. It may stand there still, if that word was given up
// because of an error.
void Expander::Begin(const Word* word, WordMode mode, uint32_t first_op) {
  if (mode != WordMode::kFields) Release();
  FreeLarge();
  word_ = word;
  mode_ = mode;
  pc_ = first_op;
  stack_.clear();
  current_.clear();
  pattern_.clear();
  has_pattern_ = open_ = after_blank_ = substituting_ = false;
  brackets_ = Brackets();
  finished_.clear();
}

// Words that are done are forgotten: what they belong to may go.
Expanded Expander::Run(Process& process) {
  Expanded expanded = RunOps(process);
  if (expanded == Expanded::kDone) word_ = nullptr;
  return expanded;
}

// One op after the other, and the budget is asked at each. Ops whose own work depends on the length
// of a text ask for more. An op that unwinds (an error, exit in ${x?}) is told apart from one that
// has to wait.
Expanded Expander::RunOps(Process& process) {
  while (word_ != nullptr && pc_ < word_->ops.size()) {
    const WordOp& op = word_->ops[pc_];
    if (!process.budget().Tick(1)) return Expanded::kFailed;
    bool jumped = false;
    Expanded expanded = Step(process, op, &jumped);
    if (expanded != Expanded::kDone) return expanded;
    if (process.unwind != Unwind::kNone) return Expanded::kFailed;
    if (!jumped) ++pc_;
  }
  return Expanded::kDone;
}

bool Expander::Parameter(Process& process, const WordOp& op) {
  const Param& param = *op.param;
  // The usual case: a plain scalar.
  if (param.kind == Param::Kind::kName && param.subscript == Subscript::kNone && !param.indirect) {
    const std::string* value = ValueOf(process, param.symbol);
    if (value != nullptr) {
      Emit(process, *value, op.quoted, !op.quoted);
      return true;
    }
  }
  Value value;
  if (!Lookup(process, param, &value) || !CheckSet(process, param, value)) return false;
  value.whole_array = param.kind == Param::Kind::kName && !param.indirect;
  EmitValue(process, value, op.quoted);
  return true;
}

// The beginning of ${x-word}, ${x+word}, ${x=word} and ${x?word}: the value, or on to the word.
bool Expander::UseOrNeed(Process& process, const WordOp& op, bool* jumped) {
  Value value;
  const bool is_default = op.kind == WordOpKind::kUseDefault;
  const bool is_other = op.kind == WordOpKind::kUseOther;
  const bool has_subscript = op.param->subscript == Subscript::kExpression;
  const bool takes = is_default || is_other;  // the subscript
  if (has_subscript && !takes) {
    if (stack_.empty()) return false;
    stack_.push_back(stack_.back());  // kAssign and kFail take it again
  }
  if (!Lookup(process, *op.param, &value)) return false;
  bool has = value.is_set && !(op.colon && value.IsNull());
  // A quoted expansion is a field, though perhaps an empty one; of "${a[@]-word}" the word is,
  // and "${a[@]+word}" of an empty list is none.
  bool field = !drops_empty_;
  if (value.is_list && !value.star && is_default) field = field || !has;
  if (value.is_list && !value.star && is_other) field = has || !value.list.empty();
  if (op.quoted && stack_.empty() && field) {
    if (open_ && after_blank_) EndField(process);
    open_ = true;
    after_blank_ = false;
  }
  if (has && !is_other) {
    if (has_subscript && !takes) PopBuffer();
    EmitValue(process, value, op.quoted);
  }
  if (has != is_other) {
    pc_ = op.target;
    *jumped = true;
  }
  return true;
}

// One op of a word's program (WordOp in shell/syntax). The flags say how the text that it
// makes behaves beside "$@". They are set anew for each op, so none needs to take them back.
Expanded Expander::Step(Process& process, const WordOp& op, bool* jumped) {
  drops_empty_ = op.beside_list;
  begins_quotes_ = op.begins_quotes;
  // What a list ended with is forgotten at the end of its quotes: EmitAsWords.
  if (open_ && after_blank_ && (!op.beside_list || op.begins_quotes)) after_blank_ = false;
  literal_ = op.kind == WordOpKind::kText;
  // (Where no fields are made it tells "${@op}" from "$@".)
  splits_star_ = (op.beside_words || mode_ != WordMode::kFields) && op.kind != WordOpKind::kParam &&
                 op.kind != WordOpKind::kUseDefault && op.kind != WordOpKind::kUseOther &&
                 op.kind != WordOpKind::kNeedAssign && op.kind != WordOpKind::kNeedError;
  joins_plain_ = op.kind == WordOpKind::kTrim || op.kind == WordOpKind::kTransform;
  auto done = [&](bool ok) { return ok ? Expanded::kDone : Expanded::kFailed; };
  switch (op.kind) {
    case WordOpKind::kText: Emit(process, op.text, op.quoted, op.splits); return Expanded::kDone;
    case WordOpKind::kTilde: Tilde(process, op); return Expanded::kDone;
    case WordOpKind::kParam: return done(Parameter(process, op));
    case WordOpKind::kUseDefault:
    case WordOpKind::kUseOther:
    case WordOpKind::kNeedAssign:
    case WordOpKind::kNeedError: return done(UseOrNeed(process, op, jumped));
    case WordOpKind::kBegin:
      // (A key of an associative array is a text, another subscript an expression.)
      stack_.push_back(
          {op.param != nullptr ? SubscriptMode(process, op.param->symbol) : op.mode, {}});
      return Expanded::kDone;
    case WordOpKind::kAssign: return done(AssignDefault(process, op));
    case WordOpKind::kFail: return done(FailUnset(process, op));
    case WordOpKind::kLength: return done(Length(process, op));
    case WordOpKind::kTrim: return done(Trim(process, op));
    case WordOpKind::kReplace: return done(Replace(process, op));
    case WordOpKind::kCase: return done(Case(process, op));
    case WordOpKind::kSubstring: return done(Substring(process, op));
    case WordOpKind::kTransform: return Transform(process, op);
    case WordOpKind::kNames: return done(Names(process, op));
    case WordOpKind::kKeys: return done(Keys(process, op));
    case WordOpKind::kReadFile: return done(ReadFile(process, op));
    case WordOpKind::kArith: return done(Arithmetic(process, op));
    case WordOpKind::kProcess: return done(ProcessSubstitution(process, op));
    case WordOpKind::kCommand:
    case WordOpKind::kBackquote: return Substitute(process, op);
    case WordOpKind::kBad:
      process.ReportError(op.text, ": bad substitution");
      process.Discard(1);
      return Expanded::kFailed;
  }
  return Expanded::kDone;
}

// ---- making text

bool Expander::Pay(Process& process) {
  return held_.Add(&process.budget(), static_cast<int64_t>(std::exchange(unpaid_, 0)));
}

WordMode Expander::SubscriptMode(const Process& process, Symbol symbol) {
  const Variable* variable = process.variables.FindResolved(symbol);
  return variable != nullptr && variable->Has(kAssociative) ? WordMode::kString
                                                            : WordMode::kArithmetic;
}

bool Expander::Brackets::Open(Budget* budget, std::string_view text) {
  budget->Tick((text.size() - seen) / 8);
  for (; seen < text.size(); ++seen) {
    const char c = text[seen];
    if (c == '\\') {
      if (seen + 1 == text.size()) break;  // what it stands before is not there yet
      ++seen;
    }
    if (c == '[') ++depth;
    if (c == ']' && depth > 0) --depth;
  }
  return depth > 0;
}

bool Expander::Brackets::OpenSet(Budget* budget, std::string_view text) {
  constexpr std::string_view kClasses = ":.=";
  bool closes[] = {true, true, true};  // whether the rest may have the end of one
  budget->Tick((text.size() - seen) / 2);
  for (; seen < text.size(); ++seen) {
    const char c = text[seen];
    if (depth == 0) {
      if (c == '\\') {
        if (seen + 1 == text.size()) break;
        ++seen;
      } else if (c == '[') {
        depth = 1;
        begin = static_cast<int64_t>(seen) + 1;
      }
      continue;
    }
    const auto at = static_cast<int64_t>(seen);
    if (c == '^' && at == begin) {
      begin = at + 1;
    } else if (const size_t kind = c == '[' && seen + 1 < text.size()
                                       ? kClasses.find(text[seen + 1])
                                       : std::string_view::npos;
               kind != std::string_view::npos && closes[kind]) {
      const char close[] = {text[seen + 1], ']'};
      const size_t end = text.find(std::string_view(close, 2), seen + 2);
      closes[kind] = end != std::string_view::npos;
      if (closes[kind]) seen = end + 1;
    } else if (c == ']' && at != begin) {
      depth = 0;
    }
  }
  return depth > 0;
}

namespace {

// Nothing that is quoted is marked as such.
bool IsPlain(WordMode mode) {
  return mode == WordMode::kString || mode == WordMode::kHereDocument || mode == WordMode::kFields;
}

}  // namespace

// set -x shows what is quoted in a pattern of [[ with a backslash before each character.
static bool IsTracedPattern(const Process& process) {
  return process.options.Has(SetOption::kXTrace) && !process.frames.empty() &&
         process.top().IsNode(NodeKind::kCond);
}

static void EscapeAll(std::string_view text, std::string* to) {
  for (size_t at = 0, size = 0; at < text.size(); at += size) {
    size = CharacterAt(text, at);
    *to += '\\';
    *to += text.substr(at, size);
  }
}

void Expander::Append(WordMode mode, std::string* to, std::string_view text, bool quoted) {
  if (!quoted || IsPlain(mode)) {
    *to += text;
  } else if (mode == WordMode::kPattern) {
    EscapePattern(text, to);
  } else if (mode == WordMode::kRegex) {
    EscapeRegex(text, to);
  } else if (mode == WordMode::kArithmetic) {
    for (char c : text) {
      if (IsSpecialInSubscript(c)) *to += '\\';
      *to += c;
    }
  } else {
    for (char c : text) {
      if (c == '&' || c == '\\') *to += '\\';
      *to += c;
    }
  }
}

// A field has two texts: what it is, and the pattern that it is for pathname expansion, in which
// quoted characters have backslashes. The second is begun only at the first character that may be
// one of a pattern. Most fields never need it.
void Expander::AppendField(Process& process, std::string_view text, bool quoted) {
  if (text.empty() && drops_empty_) return;
  if (open_ && after_blank_) EndField(process);
  if (!MakeRoom(&process.budget(), &current_, text.size())) return;
  open_ = true;
  after_blank_ = false;
  static constexpr ByteSet kOfPatterns("*?[\\+@!");
  if (!quoted && !has_pattern_ && kOfPatterns.IsIn(text)) {
    if (!Charge(process, 2 * current_.size())) return;
    has_pattern_ = true;
    EscapePattern(current_, &pattern_);
  }
  if (has_pattern_) {
    size_t more = quoted ? 2 * text.size() : text.size();
    if (!Charge(process, more) || !MakeRoom(&process.budget(), &pattern_, more)) return;
    if (quoted) {
      EscapePattern(text, &pattern_);
    } else {
      pattern_ += text;
    }
  }
  current_ += text;
}

// All text of a word comes through here. Where it goes depends on what is open: the buffer of an
// operator (the pattern of ${x%pattern}), the one text of a word that makes no fields (an
// assignment, a here-document), or the field that is being made.
void Expander::Emit(Process& process, std::string_view text, bool quoted, bool splits) {
  WordMode mode = stack_.empty() ? mode_ : stack_.back().mode;
  // What is quoted in a pattern or a replacement gets backslashes.
  size_t most =
      (quoted || mode == WordMode::kArithmetic) && !IsPlain(mode) ? 2 * text.size() : text.size();
  if (!Charge(process, most)) return;
  if (text.size() > 256 && !process.budget().Tick(text.size() / 16)) return;
  if (!stack_.empty() || mode_ != WordMode::kFields) {
    std::string* to = stack_.empty() ? &current_ : &stack_.back().text;
    Brackets& brackets = stack_.empty() ? brackets_ : stack_.back().brackets;
    if (mode == WordMode::kArithmetic) quoted = !literal_ && brackets.Open(&process.budget(), *to);
    // (In a bracket expression a backslash would be one of its characters.)
    const bool in_set =
        mode == WordMode::kRegex && quoted && brackets.OpenSet(&process.budget(), *to);
    if (!MakeRoom(&process.budget(), to, most)) return;
    if (quoted && mode == WordMode::kPattern && IsTracedPattern(process))
      EscapeAll(text, to);
    else
      Append(mode, to, text, quoted && !in_set);
    if (mode == WordMode::kRegex && quoted) brackets.seen = to->size();
  } else if (splits && !quoted) {
    Split(process, text);
  } else {
    AppendField(process, text, quoted);
  }
}

// Word splitting: blanks of IFS around and between, other characters of IFS each end a field.
// Whether a word has $@, $*, ${a[@]} or ${a[*]}. (Bash splits such a word in another way: a blank
// at its beginning and the separator behind it are one.)
static bool HasList(const Word* word) {
  if (word == nullptr) return false;
  return std::any_of(word->ops.begin(), word->ops.end(), [](const WordOp& op) {
    if (op.param == nullptr) return false;
    const Param& param = *op.param;
    return (param.kind == Param::Kind::kSpecial &&
            (param.special == '@' || param.special == '*')) ||
           param.subscript == Subscript::kAt || param.subscript == Subscript::kStar;
  });
}

void Expander::Split(Process& process, std::string_view text) {
  const Separators separators(process);
  size_t at = 0;
  while (at < text.size()) {
    size_t end = at, size = 0;
    while (end < text.size() && (size = separators.At(text, end)) == 0)
      end += separators.Step(text, end);
    if (!process.budget().Tick(kFieldWork + (end - at) / 16)) return;
    if (end != at) {
      AppendField(process, text.substr(at, end - at), false);
      if (end == text.size()) return;
    }
    char c = text[end];
    bool blank = c == ' ' || c == '\t' || c == '\n';
    if (blank) {
      if (open_) {
        EndField(process);
        after_blank_ = true;
      } else if (finished_.empty() && HasList(word_)) {
        after_blank_ = true;
      }
    } else if (open_ || !after_blank_ || size > 1) {
      // (Blanks before one of several bytes do not belong to it: there is an empty field.)
      open_ = true;
      EndField(process);
    } else {
      after_blank_ = false;
    }
    at = end + size;
  }
}

// A field that was never opened is none: an unquoted empty expansion vanishes. Quotes open a field
// even with nothing in them, so "" is a field.
void Expander::EndField(Process& process) {
  if (!open_ || !Charge(process, sizeof(finished_[0])) || !MakeRoom(&process.budget(), &finished_))
    return;
  finished_.emplace_back(std::move(current_), has_pattern_ ? std::move(pattern_) : std::string());
  current_.clear();
  pattern_.clear();
  has_pattern_ = open_ = after_blank_ = false;
}

// Between two elements of a list. Where words are split it is as if the first character of IFS
// joined them, so that empty ones are fields when that is no blank.
void Expander::EndElement(Process& process, std::string_view joint) {
  if (joint.empty()) return EndField(process);
  char c = joint[0];
  if (c != ' ' && c != '\t' && c != '\n') return Split(process, joint);
  if (!open_) return;
  EndField(process);
  after_blank_ = true;
}

// An empty text that an operator has made of a value is a field even beside a list.
void Expander::KeepsEmpty(const Value& value) {
  if (value.is_set && !value.is_list) drops_empty_ = false;
}

// "$@${*#x}": beside a list the elements of the other one are words, too, when an operator has
// changed them. (But "$@$*" and "$@${*:-x}" are not.) Empty ones at its end leave a separator that
// only counts when more comes in the same quotes: then an open field is after_blank_, too.
void Expander::EmitAsWords(Process& process, const Value& value) {
  const std::string ifs(JointOfIfs(process));
  const bool is_blank = ifs == " " || ifs == "\t" || ifs == "\n";
  size_t end = value.list.size();
  if (!ifs.empty()) {
    const size_t least = is_blank ? 1 : std::max<size_t>(end, 2) - 1;
    while (end > least && value.list[end - 1].empty()) --end;
  }
  // (Nor do blanks at the beginning of the quotes end what stands before these.)
  bool leads = begins_quotes_ && is_blank;
  for (size_t i = 0; i < end; ++i) {
    if (i > 0 && !ifs.empty() && !leads) EndElement(process, ifs);
    leads = leads && value.list[i].empty();
    Emit(process, value.list[i], /*quoted=*/true, /*splits=*/false);
    if (!process.budget().Tick(1)) return;
  }
  if (end == value.list.size() || leads) return;
  open_ = open_ || !is_blank;
  after_blank_ = open_;
}

// A list ($@, $*, an array) becomes fields or one text. "$@" gives a field per element, "$*" joins
// them by the first character of IFS, and unquoted both are fields that are split again. In a place
// that makes no fields a space joins $@. POSIX 2.5.2 has the rules; the cases that it leaves open
// are bash's.
void Expander::EmitValue(Process& process, const Value& value, bool quoted) {
  if (!value.is_list) {
    if (value.is_set || quoted) Emit(process, value.scalar, quoted, !quoted);
    return;
  }
  bool fields = stack_.empty() && mode_ == WordMode::kFields;
  if (fields && quoted && value.star && splits_star_) return EmitAsWords(process, value);
  if (!value.list.empty()) drops_empty_ = false;
  // x="${@^}": what an operator makes of a list is joined as $* is, but in case and [[ ]]. Without
  // quotes bash does so for some operators only.
  const bool is_text = (quoted || joins_plain_) && splits_star_ && mode_ == WordMode::kString &&
                       !process.frames.empty() && !process.top().IsNode(NodeKind::kCase) &&
                       !process.top().IsNode(NodeKind::kCond);
  const std::string ifs(value.star || fields || is_text ? JointOfIfs(process) : "");
  if (fields && !(quoted && value.star)) {
    for (size_t i = 0; i < value.list.size(); ++i) {
      if (i > 0) EndElement(process, quoted ? std::string_view() : ifs);
      Emit(process, value.list[i], quoted, !quoted);
      if (!process.budget().Tick(1)) return;
    }
    return;
  }
  // (In a here-document $* is as $@, but a whole array is joined by IFS.)
  const bool joins =
      (is_text && !ifs.empty()) ||
      (value.star && (mode_ != WordMode::kHereDocument || !stack_.empty() || value.whole_array));
  for (size_t i = 0; i < value.list.size(); ++i) {
    if (i > 0) Emit(process, joins ? ifs : " ", quoted, false);
    Emit(process, value.list[i], quoted, false);
    if (!process.budget().Tick(1)) return;
  }
  if (fields && value.list.empty() && !drops_empty_) open_ = true;
}

// The fields of a word have been made: pathname expansion, then they join the list.
void Expander::FinishWord(Process& process) {
  bool globs = !process.options.Has(SetOption::kNoGlob);
  PatternOptions options{.ignore_case = process.options.Has(Shopt::kNocaseglob),
                         .extglob = process.options.Has(Shopt::kExtglob)};
  for (auto& [text, pattern] : finished_) {
    if (!process.budget().Tick(1) || !Charge(process, 64) || !MakeRoom(&process.budget(), &fields_))
      return;
    if (!globs || pattern.empty() || !HasPatternCharacters(pattern, options.extglob)) {
      fields_.push_back(std::move(text));
      continue;
    }
    std::vector<std::string> names;
    MemoryCharge held;
    GlobPathnames(process, pattern, options, &names, &held);
    if (process.budget().stopped()) return;
    held_.Take(std::move(held));
    if (!names.empty()) {
      for (std::string& name : names) {
        if (!MakeRoom(&process.budget(), &fields_)) return;
        fields_.push_back(std::move(name));
      }
    } else if (process.options.Has(Shopt::kFailglob)) {
      process.ReportError("no match: ", text);
      process.Discard(1);
      return;
    } else if (!process.options.Has(Shopt::kNullglob)) {
      fields_.push_back(std::move(text));
    }
  }
  if (finished_.size() > 1024) {
    LetGo(&finished_);
  } else {
    finished_.clear();
  }
}

bool Expander::ExpandSubscript(Process& process, std::string_view subscript, bool is_key,
                               std::string* expanded) {
  const ScopedMemoryCharge copies(&process.budget(), 3 * subscript.size());
  if (!process.budget().Tick(subscript.size() / 16 + 1) || !copies.ok()) return false;
  static constexpr ByteSet kSpecial("$`\"'\\");
  if (!kSpecial.IsIn(subscript)) {
    *expanded = subscript;
    return true;
  }
  NativeDepth depth(process.kernel->native_depth);
  Parser parser(std::make_shared<const std::string>(subscript), process.symbols(), process.line,
                process.parse_options());
  const Word* word = nullptr;
  std::shared_ptr<Unit> unit = depth.too_deep() ? nullptr : parser.ParseSubscript(is_key, &word);
  if (unit == nullptr || !IsSimple(word)) {
    process.ReportError(subscript, unit == nullptr
                                       ? ": bad array subscript"
                                       : ": a subscript that is read twice may not run commands");
    return false;
  }
  Expander own;
  own.Begin(word, is_key ? WordMode::kString : WordMode::kArithmetic);
  if (own.Run(process) != Expanded::kDone) return false;
  *expanded = std::move(own.text());
  return true;
}

// (Only an expander that a stranger saved has too few.)
std::string Expander::PopBuffer() {
  if (stack_.empty()) return "";
  std::string text = std::move(stack_.back().text);
  stack_.pop_back();
  return text;
}

std::string Expander::PopSubscript(const Param& param) {
  return param.subscript == Subscript::kExpression ? PopBuffer() : std::string();
}

}  // namespace pysub::shell
