#include <string.h>

#include <algorithm>
#include <span>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/expand/locale.h"
#include "shell/expand/pattern.h"
#include "shell/expand/prompt.h"
#include "shell/expand/text.h"
#include "shell/expand/value.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/escapes.h"
#include "shell/text_search.h"

// ${x#p} ${x/p/r} ${x^p} ${x:o:l} ${x@Q}

namespace pysub::shell {
namespace {

// Applies `change(text, &made)` to a value, or to each element of a list. False: a limit was
// reached.
template <typename Value, typename Change>
bool ForEach(Budget* budget, Value* value, const Change& change) {
  MemoryCharge before = std::exchange(value->held, MemoryCharge());
  auto apply = [&](std::string* text) {
    if (!budget->Tick(text->size() / 8 + 1)) return false;
    GrowingText made(budget);
    change(*text, &made);
    *text = made.Take(&value->held);
    return !budget->stopped();
  };
  if (!value->is_list) return apply(&value->scalar);
  for (std::string& item : value->list) {
    if (!apply(&item)) return false;
  }
  return value->held.Add(budget, static_cast<int64_t>(value->list.size() * sizeof(std::string)));
}

bool PlainPattern(std::string_view pattern) {
  static constexpr ByteSet kSpecial("*?[\\(");
  return !kSpecial.IsIn(pattern);
}

// Takes away what the pattern matches at the beginning or at the end.
void TrimText(std::string* text, std::string_view pattern, char letter,
              const PatternOptions& options, Budget* budget) {
  PatternMatcher matcher(pattern, options, budget);
  bool prefix = letter == '#' || letter == 'P';
  bool longest = letter == 'P' || letter == 'S';
  if (pattern.empty() || !budget->Tick((text->size() + pattern.size()) / 16 + 1)) return;
  auto cut_at = [&](size_t cut) { prefix ? text->erase(0, cut) : text->erase(cut); };
  if (PlainPattern(pattern) && !options.ignore_case) {
    if (prefix ? text->starts_with(pattern) : text->ends_with(pattern)) {
      cut_at(prefix ? pattern.size() : text->size() - pattern.size());
    }
    return;
  }
  // Every cut between characters, from the side that is preferred.
  std::string_view view = *text;
  bool forward = prefix != longest;
  for (size_t cut = forward ? 0 : view.size();;) {
    if (!budget->Tick(1)) return;
    if (matcher.Matches(prefix ? view.substr(0, cut) : view.substr(cut))) return cut_at(cut);
    if (cut == (forward ? view.size() : 0)) return;
    cut = forward ? cut + CharacterAt(view, cut) : CharacterBefore(view, cut);
  }
}

// The replacement with & for what was matched.
void AppendReplacement(GrowingText* out, std::string_view replacement, std::string_view matched,
                       bool ampersand) {
  for (size_t i = 0; i < replacement.size() && !out->full();) {
    size_t plain = std::min(replacement.find_first_of("\\&", i), replacement.size());
    out->Append(replacement.substr(i, plain - i));
    i = plain;
    if (i == replacement.size()) return;
    char c = replacement[i++];
    if (c == '\\' && i < replacement.size() && (replacement[i] == '&' || replacement[i] == '\\')) {
      out->Append(replacement[i++]);
    } else if (c == '&' && ampersand) {
      out->Append(matched);
    } else {
      out->Append(c);
    }
  }
}

// The longest match that begins at `at`; npos: none.
size_t LongestMatch(std::string_view text, size_t at, PatternMatcher* matcher, Budget* budget,
                    bool to_end) {
  if (to_end) return matcher->Matches(text.substr(at)) ? text.size() - at : std::string_view::npos;
  for (size_t end = text.size();; end = CharacterBefore(text, end)) {
    if (!budget->Tick(1)) return std::string_view::npos;
    if (matcher->Matches(text.substr(at, end - at))) return end - at;
    if (end <= at) return std::string_view::npos;
  }
}

// A pattern of literals, ? and [...] matches texts of one length only; npos: it does not.
size_t FixedCharacters(std::string_view pattern, bool extglob) {
  size_t count = 0;
  for (size_t i = 0; i < pattern.size(); ++count) {
    char c = pattern[i];
    if (c == '*') return std::string_view::npos;
    if (extglob && i + 1 < pattern.size() && pattern[i + 1] == '(') return std::string_view::npos;
    if (c == '\\' && i + 1 < pattern.size()) ++i;
    if (c == '[') {
      size_t end = i + 1;
      if (end < pattern.size() && (pattern[end] == '!' || pattern[end] == '^')) ++end;
      if (end < pattern.size() && pattern[end] == ']') ++end;
      while (end < pattern.size() && pattern[end] != ']') {
        if (pattern[end] == '\\') ++end;
        const size_t named = NamedCharacterEnd(pattern, end);
        end = named > end ? named : end + 1;
      }
      if (end >= pattern.size()) return std::string_view::npos;
      i = end + 1;
      continue;
    }
    i += CharacterAt(pattern, i);
  }
  return count;
}

// Whether bash replaces what a pattern matches that is nothing, where that is found. At the end of
// the text it does so only for groups that it tries there.
bool ReplacesNothing(std::string_view text, size_t at, std::string_view pattern, char letter) {
  if (at < text.size()) return true;
  const char kind = pattern[0];
  if (letter != '$') return kind == '*';
  return kind == '*' || kind == '?' || (kind == '!' && text.empty());
}

void ReplaceText(const std::string& text, std::string_view pattern, std::string_view replacement,
                 char letter, const PatternOptions& options, bool ampersand, Budget* budget,
                 GrowingText* out) {
  if (pattern.empty()) {
    if (letter != '^') out->Append(text);
    if (letter == '^' || letter == '$') AppendReplacement(out, replacement, "", ampersand);
    if (letter == '^') out->Append(text);
    return;
  }
  if (!budget->Tick(pattern.size() / 8 + 1)) return;
  PatternMatcher matcher(pattern, options, budget);
  bool plain = PlainPattern(pattern) && !options.ignore_case;
  size_t fixed = plain ? std::string_view::npos : FixedCharacters(pattern, options.extglob);
  size_t at = 0;
  size_t copied = 0;
  std::string_view view = text;
  const auto tick = [budget](uint64_t work) { return budget->Tick(work / 4); };
  while (at <= text.size()) {
    if (!budget->Tick(1) || out->full()) return;
    size_t size = std::string_view::npos;
    if (plain) {
      size_t found = letter == '^'   ? (text.starts_with(pattern) ? 0 : std::string::npos)
                     : letter == '$' ? (text.ends_with(pattern) ? text.size() - pattern.size()
                                                                : std::string::npos)
                                     : FindText(text, pattern, at, tick);
      if (found == std::string::npos) break;
      at = found;
      size = pattern.size();
    } else if (fixed != std::string_view::npos && letter != '$') {
      size_t end = at;
      for (size_t i = 0; i < fixed && end < text.size(); ++i) end += CharacterAt(text, end);
      if (matcher.Matches(view.substr(at, end - at))) size = end - at;
    } else {
      size = LongestMatch(view, at, &matcher, budget, letter == '$');
    }
    if (size != std::string_view::npos &&
        (size > 0 || ReplacesNothing(view, at, pattern, letter))) {
      out->Append(view.substr(copied, at - copied));
      AppendReplacement(out, replacement, view.substr(at, size), ampersand);
      at += size;
      copied = at;
      // Behind a match of nothing the next one is looked for a character further on.
      if (size == 0 && at < text.size()) at += CharacterAt(text, at);
      if (letter != 'A' || at == text.size()) break;
      continue;
    }
    if (letter == '^' || at >= text.size()) break;
    at += CharacterAt(text, at);
  }
  out->Append(view.substr(copied));
}

}  // namespace

// ${a[@]#x}: where IFS is empty the elements are one word.
bool Expander::JoinWithoutIfs(Process& process, Value* value) {
  const std::string* ifs = ValueOf(process, kSymIfs);
  if (ifs == nullptr || !ifs->empty() || !stack_.empty() || mode_ != WordMode::kFields) return true;
  GrowingText text(&process.budget());
  for (size_t i = 0; i < value->list.size(); ++i) {
    if (i > 0) text.Append(' ');
    text.Append(value->list[i]);
    if (text.full()) return false;
  }
  *value = Value();
  value->Set(text.Take(&value->held));
  return true;
}

bool Expander::Trim(Process& process, const WordOp& op) {
  std::string pattern = PopBuffer();
  Value value;
  if (!Lookup(process, *op.param, &value) || !CheckSet(process, *op.param, value)) return false;
  PatternOptions options{.extglob = process.options.Has(Shopt::kExtglob)};
  Budget* budget = &process.budget();
  if (!value.is_list) TrimText(&value.scalar, pattern, op.letter, options, budget);
  for (std::string& item : value.list) {
    TrimText(&item, pattern, op.letter, options, budget);
    if (budget->stopped()) return false;
  }
  if (!op.quoted && value.is_list && op.param->kind == Param::Kind::kName &&
      !JoinWithoutIfs(process, &value))
    return false;
  EmitValue(process, value, op.quoted);
  return !process.budget().stopped();
}

bool Expander::Replace(Process& process, const WordOp& op) {
  std::string replacement = PopBuffer();
  std::string pattern = PopBuffer();
  Value value;
  if (!Lookup(process, *op.param, &value) || !CheckSet(process, *op.param, value)) return false;
  if (!value.is_set && !value.is_list) {
    EmitValue(process, value, op.quoted);
    return true;
  }
  PatternOptions options{.ignore_case = process.options.Has(Shopt::kNocasematch),
                         .extglob = process.options.Has(Shopt::kExtglob)};
  bool ampersand = process.options.Has(Shopt::kPatsubReplacement);
  KeepsEmpty(value);
  bool ok = ForEach(&process.budget(), &value, [&](const std::string& text, GrowingText* out) {
    ReplaceText(text, pattern, replacement, op.letter, options, ampersand, &process.budget(), out);
  });
  if (!ok) return false;
  EmitValue(process, value, op.quoted);
  return !process.budget().stopped();
}

bool Expander::Case(Process& process, const WordOp& op) {
  std::string pattern = PopBuffer();
  Value value;
  if (!Lookup(process, *op.param, &value) || !CheckSet(process, *op.param, value)) return false;
  PatternMatcher matcher(pattern, {.extglob = process.options.Has(Shopt::kExtglob)},
                         &process.budget());
  bool toggles = op.letter == '~' || op.letter == 'T';
  char to = op.letter == '^' || op.letter == 'U' ? 'U' : 'L';
  KeepsEmpty(value);
  bool first_only = op.letter == '^' || op.letter == ',' || op.letter == '~';
  bool ok = ForEach(&process.budget(), &value, [&](const std::string& text, GrowingText* out) {
    for (size_t at = 0; at < text.size();) {
      size_t size = CharacterAt(text, at);
      std::string_view character = std::string_view(text).substr(at, size);
      bool changes = !(first_only && at > 0) && (pattern.empty() || matcher.Matches(character));
      std::string changed = changes ? ChangeCharacter(character, to) : std::string(character);
      if (changes && toggles && changed == character) changed = ChangeCharacter(character, 'U');
      at += size;
      if (!out->Append(changed) || !process.budget().Tick(1)) break;
    }
  });
  if (!ok) return false;
  EmitValue(process, value, op.quoted);
  return !process.budget().stopped();
}

// What stands behind the name in ${name:offset:length}. The length is looked at only where
// something can be taken.
struct Expander::Range {
  int64_t offset = 0;
  bool has_length = false;
  std::string length_text;
  std::string what;  // "name: ", before an error

  bool Evaluate(Process& process, const std::string& text, int64_t* result) const {
    const bool ok = EvaluateArithmetic(process, text, what, result);
    if (!ok) process.Discard(1);
    return ok;
  }
  bool Length(Process& process, int64_t* length) const {
    return !has_length || Evaluate(process, length_text, length);
  }
  bool RefuseLength(Process& process) const {
    process.Error(length_text, ": substring expression < 0");
    process.Discard(1);
    return false;
  }
};

bool Expander::Substring(Process& process, const WordOp& op) {
  Range range{.has_length = op.has_length};
  if (op.has_length) range.length_text = PopBuffer();
  const std::string offset_text = PopBuffer();
  Value value;
  const Param& param = *op.param;
  const Variable* whole = WholeOf(process, param);
  if (param.kind == Param::Kind::kSpecial && !param.indirect &&
      (param.special == '@' || param.special == '*')) {
    value.is_list = true;
    value.is_set = process.arguments->size() > 0;
    value.star = param.special == '*';
  } else if (whole != nullptr && whole->indexed) {
    value.is_list = true;
    value.is_set = whole->indexed->size() > 0;
    value.star = param.subscript == Subscript::kStar;
  } else if (!Lookup(process, param, &value) || !CheckSet(process, param, value)) {
    return false;
  }
  // (Of an array that is not there the numbers are not looked at.)
  if (!value.is_set && (!value.is_list || param.kind == Param::Kind::kName)) {
    EmitValue(process, value, op.quoted);
    return true;
  }
  range.what = (param.indirect ? "!" : "") + std::string(param.name);
  range.what += param.subscript == Subscript::kAt     ? "[@]: "
                : param.subscript == Subscript::kStar ? "[*]: "
                                                      : ": ";
  if (!range.Evaluate(process, offset_text, &range.offset)) return false;
  if (value.is_list && value.list.size() == 1 && param.kind == Param::Kind::kName &&
      !param.indirect) {
    // ${x[@]:1} of what is no array: of its text.
    const Variable* variable = process.variables.FindResolved(param.symbol);
    if (variable != nullptr && !variable->IsArray()) {
      std::string text = std::move(value.list[0]);
      value.is_list = value.star = false;
      value.Set(std::move(text));
    }
  }
  if (!(value.is_list ? TakeElements(process, param, range, &value)
                      : TakeCharacters(process, range, &value)))
    return false;
  EmitValue(process, value, op.quoted);
  return true;
}

// ${a[@]:offset:length}, ${@:offset:length}. Only what is taken is copied: loops take one in each
// turn.
bool Expander::TakeElements(Process& process, const Param& param, const Range& range,
                            Value* value) {
  const bool arguments = param.kind == Param::Kind::kSpecial && !param.indirect;
  // Indices of a sparse array are counted, not its elements.
  const Variable* variable =
      arguments || param.indirect ? nullptr : process.variables.FindResolved(param.symbol);
  const IndexedArray* array = variable == nullptr ? nullptr : variable->indexed.get();
  const auto count = static_cast<int64_t>(arguments ? process.arguments->size() + 1
                                          : array   ? array->size()
                                                    : value->list.size());
  const int64_t top = array != nullptr ? array->EndIndex() : count;
  // Elements of associative arrays are counted from 1.
  const bool from_one = variable != nullptr && variable->associative != nullptr;
  int64_t offset = range.offset;
  if (offset < 0) offset = Wrapping(offset, top + (from_one ? 1 : 0));
  const bool outside = offset < 0 || (offset > top && top >= 0);
  int64_t length = 0;
  if (!outside && !range.Length(process, &length)) return false;
  if (length < 0) return range.RefuseLength(process);
  if (!range.has_length) length = INT64_MAX;
  std::vector<std::string> items;
  MemoryCharge held;
  const auto take = [&](const std::string& item) {
    if (std::cmp_greater_equal(items.size(), length)) return false;
    const auto bytes = static_cast<int64_t>(item.size()) + IndexedArray::kElementBytes;
    if (!process.budget().Tick(1 + item.size() / 16) || !held.Add(&process.budget(), bytes))
      return false;
    items.push_back(item);
    return true;
  };
  if (!outside) {
    const auto from = static_cast<size_t>(from_one && offset > 0 ? offset - 1 : offset);
    if (array != nullptr) {
      array->ForEachFrom(offset, take);
    } else {
      const std::span<const std::string> all =
          arguments ? process.arguments->view() : std::span<const std::string>(value->list);
      bool more = !arguments || from > 0 || take(process.name);  // $0
      for (size_t i = arguments && from > 0 ? from - 1 : from; more && i < all.size(); ++i)
        more = take(all[i]);
    }
  }
  value->list = std::move(items);
  value->held = std::move(held);
  return !process.budget().stopped();
}

// ${name:offset:length}, in characters. A length below 0 is counted from the end.
bool Expander::TakeCharacters(Process& process, const Range& range, Value* value) {
  std::string& text = value->scalar;
  const auto count = static_cast<int64_t>(LengthOf(process, text));
  process.budget().Tick(text.size() / 8);
  const int64_t offset = range.offset < 0 ? range.offset + count : range.offset;
  if (offset < 0 || offset > count) {
    text.clear();
    return true;
  }
  int64_t length = 0;
  if (!range.Length(process, &length)) return false;
  int64_t end = count;
  if (range.has_length)
    end = length < 0 ? count + length
                     : std::min(count, length > count - offset ? count : offset + length);
  if (length < 0 && end < offset) return range.RefuseLength(process);
  auto bytes_at = [&](int64_t characters) {
    if (count == static_cast<int64_t>(text.size())) return static_cast<size_t>(characters);
    size_t at = 0;
    for (; characters > 0 && at < text.size(); --characters) at += CharacterAt(text, at);
    return at;
  };
  const size_t from = bytes_at(offset);
  text.erase(bytes_at(end));
  text.erase(0, from);
  KeepsEmpty(*value);
  return true;
}

namespace {

// Calls add(key, value) for each element, until `text` is full.
template <typename Add>
void ForElements(const Variable& variable, const GrowingText& text, const Add& add) {
  Budget* budget = variable.budget;
  if (variable.indexed) {
    for (int64_t key : variable.indexed->Keys()) {
      if (!budget->Tick(1) || text.full()) return;
      add(std::to_string(key), *variable.indexed->Get(key));
    }
  } else if (variable.associative) {
    const ScopedMemoryCharge keys(budget, static_cast<uint64_t>(variable.charged));
    if (!keys.ok()) return;
    for (const std::string& key : variable.associative->Keys()) {
      if (!budget->Tick(1) || text.full()) return;
      add(key, *variable.associative->Get(key));
    }
  }
}

}  // namespace

// ${a[@]@A} of an array. Where fields are made bash makes three words of it, as long as IFS is
// empty or has the blank that stands between them.
void Expander::ShowArrayAsCommand(Process& process, const WordOp& op, const Variable& variable,
                                  Value* value, GrowingText* text) {
  const std::string letters = "-" + variable.AttributeLetters();
  const std::string ifs = Ifs(process);
  const bool is_words = !(value->star && op.quoted) && stack_.empty() &&
                        mode_ == WordMode::kFields &&
                        (ifs.empty() || ifs.find(' ') != std::string::npos);
  if (!is_words) text->Append("declare " + letters + " ");
  text->Append(op.param->name);
  if (variable.is_set) {
    text->Append("=(");
    bool first = true;
    ForElements(variable, *text, [&](const std::string& key, const std::string& item) {
      text->Append(std::exchange(first, false) ? "[" : " [");
      QuoteKey(key, text);
      text->Append("]=");
      QuoteDouble(item, text);
    });
    text->Append(variable.indexed || first ? ")" : " )");
  }
  *value = Value();
  std::string shown = text->Take(&value->held);
  if (!is_words) return value->Set(std::move(shown));
  value->is_set = value->is_list = true;
  value->list = {"declare", letters, std::move(shown)};
}

// ${@@A}: `set --` with the parameters, of which IFS makes words again.
void Expander::ShowParametersAsCommand(Process& process, Value* value, GrowingText* text) {
  if (value->list.empty() && !value->star) return;
  const std::string ifs = Ifs(process);
  const bool is_fields = stack_.empty() && mode_ == WordMode::kFields && !value->star;
  const bool has_blank = ifs.empty() || ifs.find(' ') != std::string::npos;
  const bool joins = mode_ != WordMode::kHereDocument && !ifs.empty();
  const std::string joint(joins ? JointOfIfs(process) : " ");
  std::vector<std::string> words;
  if (is_fields && has_blank) words = {"set", "--"};
  for (size_t i = 0; i < value->list.size(); ++i) {
    if (i == 0 && words.empty()) text->Append("set -- ");
    if (i > 0 && !is_fields) text->Append(joint);
    QuoteAlways(value->list[i], text);
    if (text->full()) return;
    // (The texts are charged by `text`, the words that hold them by the list that they replace.)
    if (is_fields) words.push_back(text->Take(&value->held));
  }
  if (is_fields) {
    value->list = std::move(words);
    return;
  }
  if (value->list.empty()) text->Append("set --");
  *value = Value();
  value->Set(text->Take(&value->held));
}

// ${x@A}: the command that makes the value: an assignment, a declaration, or for $@ `set --`.
void Expander::ShowAsCommand(Process& process, const WordOp& op, const Variable* variable,
                             Value* value, GrowingText* text) {
  const Param& param = *op.param;
  if (value->is_list && variable != nullptr && variable->IsArray())
    return ShowArrayAsCommand(process, op, *variable, value, text);
  if (value->is_list && param.kind == Param::Kind::kSpecial)
    return ShowParametersAsCommand(process, value, text);
  const std::string letters = variable == nullptr ? "" : variable->AttributeLetters();
  const std::string* scalar = nullptr;
  if (variable != nullptr && value->is_set) {
    scalar = &value->scalar;
    if (value->is_list)  // x[@] of an x that is no array
      scalar = value->list.empty() ? nullptr : &value->list[0];
  }
  if (scalar == nullptr && letters.empty()) {
    if (!value->is_list) *value = Value();
    return;
  }
  if (!letters.empty()) text->Append("declare -" + letters + " ");
  text->Append(param.name);
  if (scalar != nullptr) {
    text->Append('=');
    QuoteAlways(*scalar, text);
  }
  *value = Value();
  value->Set(text->Take(&value->held));
}

// ${a[@]@K}: keys and values as one text, quoted; ${a[@]@k}: as words.
void Expander::ShowKeys(char letter, const Variable& variable, Value* value, GrowingText* text) {
  if (letter == 'K') {
    bool empty = true;
    ForElements(variable, *text, [&](const std::string& key, const std::string& item) {
      if (!std::exchange(empty, false)) text->Append(' ');
      QuoteKey(key, text);
      text->Append(' ');
      QuoteDouble(item, text);
    });
    if (variable.associative && !empty) text->Append(' ');
    *value = Value();
    value->Set(text->Take(&value->held));
    return;
  }
  std::vector<std::string> items;
  MemoryCharge held;
  ForElements(variable, *text, [&](const std::string& key, const std::string& item) {
    if (!held.Add(variable.budget,
                  static_cast<int64_t>(key.size() + item.size() + 2 * sizeof(key))))
      return;
    items.push_back(key);
    items.push_back(item);
  });
  value->list = std::move(items);
  value->held = std::move(held);
}

// ${x@Q} and its kin.
Expanded Expander::Transform(Process& process, const WordOp& op) {
  if (substituting_) return Prompt(process, op, nullptr);
  const Param& param = *op.param;
  const bool is_name = param.kind == Param::Kind::kName;
  const Symbol symbol = is_name ? process.variables.Resolve(param.symbol, nullptr) : 0;
  Value value;
  if (!Lookup(process, param, &value)) return Expanded::kFailed;
  const Variable* variable = is_name ? process.variables.Find(symbol) : nullptr;
  if (!CheckSet(process, param, value)) return Expanded::kFailed;
  if (std::string_view("UuLQEPAKak").find(op.letter) == std::string_view::npos && value.is_set) {
    process.ReportError(op.text, ": bad substitution");
    process.Exit(process.FatalStatus());
    return Expanded::kFailed;
  }
  Budget* budget = &process.budget();
  bool ok = true;
  auto change_case = [&](char how) {
    ok = ForEach(budget, &value,
                 [how](const std::string& text, GrowingText* out) { ChangeCase(text, how, out); });
  };
  auto quote = [&] {
    ok = ForEach(budget, &value,
                 [](const std::string& text, GrowingText* out) { QuoteAlways(text, out); });
  };
  // "${x@U}$@": what these make is a field, though an empty one, as is what ${x/a/b} makes.
  if (value.is_set && std::string_view("ULuE").find(op.letter) != std::string_view::npos)
    KeepsEmpty(value);
  GrowingText text(budget);
  switch (op.letter) {
    case 'U':
    case 'L': change_case(op.letter); break;
    case 'u': change_case('^'); break;
    case 'E':
      ok = ForEach(budget, &value, [&](const std::string& one, GrowingText* out) {
        bool stopped = false;
        // (What an escape stands for is no longer than the escape.)
        const ScopedMemoryCharge making(budget, 2 * one.size());
        if (making.ok()) out->Append(DecodeEscapes(one, EscapeStyle::kAnsiC, &stopped));
      });
      break;
    case 'Q':
      if (value.is_set) quote();
      break;
    case 'a': {
      const std::string letters = variable == nullptr ? "" : variable->AttributeLetters();
      if (!value.is_list) value.Set(letters);
      // Of an array that was only declared, too.
      if (value.is_list && value.list.empty() && variable != nullptr && !variable->is_set)
        value.list.emplace_back();
      for (std::string& item : value.list) item = letters;
      break;
    }
    case 'A': ShowAsCommand(process, op, variable, &value, &text); break;
    case 'K':
    case 'k':
      if (value.is_list && variable != nullptr)
        ShowKeys(op.letter, *variable, &value, &text);
      else if (value.is_set)
        quote();
      break;
    case 'P': return Prompt(process, op, &value);
    default: break;
  }
  if (!ok || budget->stopped()) return Expanded::kFailed;
  EmitValue(process, value, op.quoted);
  return Expanded::kDone;
}

// ${x@P}. A text with command substitutions runs in a child, as the here-document that it is for
// bash, too.
Expanded Expander::Prompt(Process& process, const WordOp& op, Value* value) {
  if (substituting_) {
    Ref<Description> capture;
    if (!TakeSubstitution(process, &capture)) return Expanded::kBlocked;
    std::string& text = capture->text;
    while (text.ends_with('\n')) text.pop_back();
    if (!text.empty()) text.pop_back();  // the dot
    Emit(process, text, op.quoted, !op.quoted);
    return Expanded::kDone;
  }
  bool failed = false;
  Budget* budget = &process.budget();
  bool ok = ForEach(budget, value, [&](const std::string& text, GrowingText* out) {
    if (failed) return;
    DecodePrompt(process, text, out);
    const std::string& decoded = out->text();
    if (!process.options.Has(Shopt::kPromptvars) ||
        decoded.find_first_of("$`\\") == std::string::npos)
      return;
    const ScopedMemoryCharge copies(budget, decoded.size());
    if (!copies.ok()) return;
    Parser parser(MakeSource(std::string_view(decoded), budget), process.symbols(), process.line,
                  {.account = budget});
    const Word* word = nullptr;
    std::shared_ptr<Unit> unit = parser.ParseQuoted(&word);
    if (unit == nullptr) return;
    if (!IsSimple(word)) {
      std::string script = "\1" + out->Take();
      out->Append(script);
      return;
    }
    Expander own;
    own.Begin(word, WordMode::kString);
    failed = own.Run(process) != Expanded::kDone;
    out->Take();
    out->Append(own.text());
  });
  if (!ok) return Expanded::kFailed;
  if (failed) return Expanded::kFailed;
  if (!value->is_list && value->scalar.starts_with('\1')) {
    const ScopedMemoryCharge copies(budget, 3 * value->scalar.size());
    if (!copies.ok()) return Expanded::kFailed;
    std::string script =
        "IFS= read -rd '' REPLY <<_\n" + value->scalar.substr(1) + ".\n_\nprintf %s \"$REPLY\"";
    if (!StartSubstitution(process, op, script)) return Expanded::kFailed;
    return Prompt(process, op, nullptr);
  }
  if (value->scalar.starts_with('\1')) value->scalar.erase(0, 1);
  for (std::string& item : value->list) {
    if (item.starts_with('\1')) item.erase(0, 1);
  }
  EmitValue(process, *value, op.quoted);
  return Expanded::kDone;
}

}  // namespace pysub::shell
