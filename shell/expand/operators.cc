#include <algorithm>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/expand/pattern.h"
#include "shell/expand/prompt.h"
#include "shell/expand/text.h"
#include "shell/expand/value.h"
#include "shell/run/known_symbols.h"
#include "shell/run/machine.h"
#include "shell/run/process.h"
#include "shell/syntax/escapes.h"

// ${x#p} ${x/p/r} ${x^p} ${x:o:l} ${x@Q}

namespace pysub::shell {
namespace {

// Applies a function to a value, or to each element of a list.
template <typename Value, typename Change>
void ForEach(Value* value, const Change& change) {
  if (!value->is_list) {
    value->scalar = change(value->scalar);
    return;
  }
  for (std::string& item : value->list) item = change(item);
}

bool PlainPattern(std::string_view pattern) { return pattern.find_first_of("*?[\\(") == std::string_view::npos; }

std::string TrimText(const std::string& text, std::string_view pattern, char letter, const PatternOptions& options,
                     Budget* budget) {
  PatternMatcher matcher(pattern, options, budget);
  bool prefix = letter == '#' || letter == 'P';
  bool longest = letter == 'P' || letter == 'S';
  if (pattern.empty()) return text;
  if (PlainPattern(pattern) && !options.ignore_case) {
    if (prefix) return text.starts_with(pattern) ? text.substr(pattern.size()) : text;
    return text.ends_with(pattern) ? text.substr(0, text.size() - pattern.size()) : text;
  }
  std::string_view view = text;
  // Every cut between characters, from the side that is preferred.
  std::vector<size_t> cuts;
  for (size_t at = 0; at < text.size(); at += CharacterAt(text, at)) cuts.push_back(at);
  cuts.push_back(text.size());
  if (prefix == longest) std::reverse(cuts.begin(), cuts.end());
  // *x and x* against a long text: only cuts whose next character fits can match.
  for (size_t cut : cuts) {
    if (!budget->Tick(1)) return text;
    std::string_view part = prefix ? view.substr(0, cut) : view.substr(cut);
    if (matcher.Matches(part)) return std::string(prefix ? view.substr(cut) : view.substr(0, cut));
  }
  return text;
}

// The replacement with & for what was matched.
void AppendReplacement(std::string* out, std::string_view replacement, std::string_view matched, bool ampersand) {
  for (size_t i = 0; i < replacement.size(); ++i) {
    char c = replacement[i];
    if (c == '\\' && i + 1 < replacement.size() && (replacement[i + 1] == '&' || replacement[i + 1] == '\\')) {
      *out += replacement[++i];
    } else if (c == '&' && ampersand) {
      *out += matched;
    } else {
      *out += c;
    }
  }
}

// The longest match that begins at `at`; npos: none.
size_t LongestMatch(std::string_view text, size_t at, PatternMatcher* matcher, Budget* budget, bool to_end) {
  if (to_end) return matcher->Matches(text.substr(at)) ? text.size() - at : std::string_view::npos;
  std::vector<size_t> ends;
  for (size_t end = at; end < text.size(); end += CharacterAt(text, end)) ends.push_back(end);
  ends.push_back(text.size());
  for (size_t i = ends.size(); i-- > 0;) {
    if (!budget->Tick(1)) return std::string_view::npos;
    if (matcher->Matches(text.substr(at, ends[i] - at))) return ends[i] - at;
  }
  return std::string_view::npos;
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
        if (pattern[end] == '[' && end + 1 < pattern.size() && pattern[end + 1] == ':') {
          size_t close = pattern.find(":]", end + 2);
          if (close == std::string_view::npos) return close;
          end = close + 1;
        }
        ++end;
      }
      if (end >= pattern.size()) return std::string_view::npos;
      i = end + 1;
      continue;
    }
    i += CharacterAt(pattern, i);
  }
  return count;
}

std::string ReplaceText(const std::string& text, std::string_view pattern, std::string_view replacement, char letter,
                        const PatternOptions& options, bool ampersand, Budget* budget) {
  if (pattern.empty() && letter != '^' && letter != '$') return text;
  std::string out;
  if (pattern.empty()) {
    if (letter == '$') out = text;
    AppendReplacement(&out, replacement, "", ampersand);
    if (letter == '^') out += text;
    return out;
  }
  PatternMatcher matcher(pattern, options, budget);
  bool plain = PlainPattern(pattern) && !options.ignore_case;
  size_t fixed = plain ? std::string_view::npos : FixedCharacters(pattern, options.extglob);
  size_t at = 0;
  size_t copied = 0;
  std::string_view view = text;
  while (at <= text.size()) {
    if (!budget->Tick(1) || !budget->HasRoom(out.size())) return text;
    size_t size = std::string_view::npos;
    if (plain) {
      size_t found = letter == '^'   ? (text.starts_with(pattern) ? 0 : std::string::npos)
                     : letter == '$' ? (text.ends_with(pattern) ? text.size() - pattern.size() : std::string::npos)
                                     : text.find(pattern, at);
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
    // An empty match in the middle of a global replacement would never end.
    if (size != std::string_view::npos && (size > 0 || (letter != 'A' && at == 0) || text.empty())) {
      out.append(view.substr(copied, at - copied));
      AppendReplacement(&out, replacement, view.substr(at, size), ampersand);
      at += size;
      copied = at;
      if (letter != 'A') break;
      if (size == 0) break;
      continue;
    }
    if (letter == '^' || at >= text.size()) break;
    at += CharacterAt(text, at);
  }
  out.append(view.substr(copied));
  return out;
}

}  // namespace

bool Expander::Trim(Process& process, const WordOp& op) {
  std::string pattern = PopBuffer();
  Value value;
  if (!Lookup(process, *op.param, &value) || !CheckSet(process, *op.param, value)) return false;
  PatternOptions options{.extglob = process.Has(Shopt::kExtglob)};
  ForEach(&value, [&](const std::string& text) {
    return TrimText(text, pattern, op.letter, options, &process.budget());
  });
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
  PatternOptions options{.ignore_case = process.Has(Shopt::kNocasematch), .extglob = process.Has(Shopt::kExtglob)};
  bool ampersand = process.Has(Shopt::kPatsubReplacement);
  ForEach(&value, [&](const std::string& text) {
    return ReplaceText(text, pattern, replacement, op.letter, options, ampersand, &process.budget());
  });
  EmitValue(process, value, op.quoted);
  return !process.budget().stopped();
}

bool Expander::Case(Process& process, const WordOp& op) {
  std::string pattern = PopBuffer();
  Value value;
  if (!Lookup(process, *op.param, &value) || !CheckSet(process, *op.param, value)) return false;
  PatternMatcher matcher(pattern, {.extglob = process.Has(Shopt::kExtglob)}, &process.budget());
  bool toggles = op.letter == '~' || op.letter == 'T';
  char to = op.letter == '^' || op.letter == 'U' ? 'U' : 'L';
  bool first_only = op.letter == '^' || op.letter == ',' || op.letter == '~';
  ForEach(&value, [&](const std::string& text) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      size_t size = CharacterAt(text, at);
      std::string_view character = std::string_view(text).substr(at, size);
      bool changes = !(first_only && at > 0) && (pattern.empty() || matcher.Matches(character));
      std::string changed = changes ? ChangeCharacter(character, to) : std::string(character);
      if (changes && toggles && changed == character) changed = ChangeCharacter(character, 'U');
      out += changed;
      at += size;
      if (!process.budget().Tick(1)) break;
    }
    return out;
  });
  EmitValue(process, value, op.quoted);
  return !process.budget().stopped();
}

bool Expander::Substring(Process& process, const WordOp& op) {
  std::string length_text = op.has_length ? PopBuffer() : "";
  std::string offset_text = PopBuffer();
  Value value;
  const Param& param = *op.param;
  if (!Lookup(process, param, &value) || !CheckSet(process, param, value)) return false;
  if (!value.is_set && !value.is_list) {
    EmitValue(process, value, op.quoted);
    return true;
  }
  int64_t offset = 0, length = 0;
  std::string what = (param.indirect ? "!" : "") + std::string(param.name);
  what += param.subscript == Subscript::kAt ? "[@]: " : param.subscript == Subscript::kStar ? "[*]: " : ": ";
  auto evaluate = [&](const std::string& text, int64_t* result) {
    bool ok = EvaluateArithmetic(process, text, what, result);
    if (!ok) process.Discard(1);
    return ok;
  };
  if (!evaluate(offset_text, &offset)) return false;
  if (value.is_list) {
    bool arguments = param.kind == Param::Kind::kSpecial;
    if (arguments) value.list.insert(value.list.begin(), process.name);
    auto count = static_cast<int64_t>(value.list.size());
    // Indices of a sparse array are counted, not its elements.
    const Variable* variable = arguments || param.indirect ? nullptr : process.FindVariable(param.symbol);
    int64_t top = variable != nullptr && variable->indexed ? variable->indexed->EndIndex() : count;
    // Elements of associative arrays are counted from 1.
    bool from_one = variable != nullptr && variable->associative != nullptr;
    if (offset < 0) offset = Wrapping(offset, (arguments ? count : top) + (from_one ? 1 : 0));
    // Where nothing can be taken the length is not looked at.
    bool outside = offset < 0 || (offset > top && top >= 0);
    if (!outside && op.has_length && !evaluate(length_text, &length)) return false;
    if (op.has_length && length < 0) {
      process.Error(length_text + ": substring expression < 0");
      process.Discard(1);
      return false;
    }
    std::vector<std::string> items;
    if (!outside) {
      int64_t first = from_one && offset > 0 ? offset - 1 : offset;
      if (variable != nullptr && variable->indexed) {
        std::vector<int64_t> keys = variable->indexed->Keys();
        first = std::lower_bound(keys.begin(), keys.end(), offset) - keys.begin();
      }
      for (int64_t i = first; i < count && (!op.has_length || i - first < length); ++i) {
        items.push_back(std::move(value.list[static_cast<size_t>(i)]));
      }
    }
    value.list = std::move(items);
    EmitValue(process, value, op.quoted);
    return true;
  }
  auto count = static_cast<int64_t>(CountCharacters(value.scalar));
  process.budget().Tick(value.scalar.size() / 8);
  if (offset < 0) offset += count;
  if (offset < 0 || offset > count) {
    value.scalar.clear();
    EmitValue(process, value, op.quoted);
    return true;
  }
  if (op.has_length && !evaluate(length_text, &length)) return false;
  int64_t end = !op.has_length ? count : length < 0 ? count + length : std::min(count, length > count - offset ? count : offset + length);
  if (op.has_length && length < 0 && end < offset) {
    process.Error(length_text + ": substring expression < 0");
    process.Discard(1);
    return false;
  }
  auto bytes_at = [&](int64_t characters) {
    size_t at = 0;
    if (count == static_cast<int64_t>(value.scalar.size())) return static_cast<size_t>(characters);
    for (; characters > 0 && at < value.scalar.size(); --characters) at += CharacterAt(value.scalar, at);
    return at;
  };
  size_t from = bytes_at(offset);
  value.scalar = value.scalar.substr(from, bytes_at(end) - from);
  EmitValue(process, value, op.quoted);
  return true;
}

namespace {

std::string AttributeLetters(const Variable* variable) {
  std::string letters;
  if (variable == nullptr) return letters;
  if (variable->Has(kIndexed)) letters += 'a';
  if (variable->Has(kAssociative)) letters += 'A';
  if (variable->Has(kInteger)) letters += 'i';
  if (variable->Has(kNameref)) letters += 'n';
  if (variable->Has(kReadonly)) letters += 'r';
  if (variable->Has(kTraced)) letters += 't';
  if (variable->Has(kExported)) letters += 'x';
  if (variable->Has(kCapital)) letters += 'c';
  if (variable->Has(kLower)) letters += 'l';
  if (variable->Has(kUpper)) letters += 'u';
  return letters;
}

}  // namespace

Expanded Expander::Transform(Process& process, const WordOp& op) {
  if (substituting_) return Prompt(process, op, nullptr);
  const Param& param = *op.param;
  Symbol symbol = param.kind == Param::Kind::kName ? process.Resolve(param.symbol, nullptr) : 0;
  Value value;
  if (!Lookup(process, param, &value)) return Expanded::kFailed;
  const Variable* variable = param.kind == Param::Kind::kName ? process.variables.Find(symbol) : nullptr;
  if (!CheckSet(process, param, value)) return Expanded::kFailed;
  if (std::string_view("UuLQEPAKak").find(op.letter) == std::string_view::npos && value.is_set) {
    process.ReportError(std::string(op.text) + ": bad substitution");
    process.Exit(process.FatalStatus());
    return Expanded::kFailed;
  }
  switch (op.letter) {
    case 'U': ForEach(&value, [](const std::string& text) { return ChangeCase(text, 'U'); }); break;
    case 'L': ForEach(&value, [](const std::string& text) { return ChangeCase(text, 'L'); }); break;
    case 'u': ForEach(&value, [](const std::string& text) { return ChangeCase(text, '^'); }); break;
    case 'E':
      ForEach(&value, [](const std::string& text) {
        bool stopped = false;
        return DecodeEscapes(text, EscapeStyle::kAnsiC, &stopped);
      });
      break;
    case 'Q':
      if (value.is_set) ForEach(&value, [](const std::string& text) { return QuoteAlways(text); });
      break;
    case 'a': {
      std::string letters = AttributeLetters(variable);
      if (value.is_list) {
        if (value.list.empty() && variable != nullptr) value.list.emplace_back();
        ForEach(&value, [&](const std::string&) { return letters; });
      } else {
        value.Set(letters);
      }
      break;
    }
    case 'A': {
      std::string letters = AttributeLetters(variable);
      if (variable == nullptr || !(variable->is_set || variable->IsArray())) {
        if (param.kind == Param::Kind::kSpecial && value.is_list) {
          std::string text = "set --";
          for (const std::string& item : value.list) text += " " + QuoteAlways(item);
          value = Value();
          value.Set(text);
        } else if (variable != nullptr && !letters.empty() && !(value.is_list && !variable->IsArray())) {
          value = Value();
          value.Set("declare -" + letters + " " + std::string(param.name));
        } else if (!value.is_list) {
          value = Value();
        }
        break;
      }
      std::string text;
      if (value.is_list && variable->IsArray()) {
        text = "declare -" + letters + " " + std::string(param.name) + "=(";
        bool first = true;
        auto add = [&](const std::string& key, const std::string& item) {
          text += (first ? "[" : " [") + key + "]=" + QuoteDouble(item);
          first = false;
        };
        if (variable->indexed) {
          for (int64_t key : variable->indexed->Keys()) add(std::to_string(key), *variable->indexed->Get(key));
        } else {
          for (const std::string& key : variable->associative->Keys()) add(key, *variable->associative->Get(key));
          text += ' ';
        }
        text += ")";
      } else {
        if (!letters.empty()) text = "declare -" + letters + " ";
        text += std::string(param.name) + "=" + QuoteAlways(value.scalar);
      }
      value = Value();
      value.Set(text);
      break;
    }
    case 'K':
    case 'k': {
      if (!value.is_list || variable == nullptr) {
        ForEach(&value, [](const std::string& text) { return QuoteAlways(text); });
        break;
      }
      std::vector<std::string> items;
      auto add = [&](const std::string& key, const std::string& item) {
        items.push_back(key);
        items.push_back(op.letter == 'K' ? QuoteDouble(item) : item);
      };
      if (variable->indexed) {
        for (int64_t key : variable->indexed->Keys()) add(std::to_string(key), *variable->indexed->Get(key));
      } else if (variable->associative) {
        for (const std::string& key : variable->associative->Keys()) add(key, *variable->associative->Get(key));
      }
      if (op.letter == 'K') {
        std::string text;
        for (const std::string& item : items) text += (text.empty() ? "" : " ") + item;
        if (variable->associative && !text.empty()) text += ' ';
        value = Value();
        value.Set(text);
      } else {
        value.list = std::move(items);
      }
      break;
    }
    case 'P': return Prompt(process, op, &value);
    default:
      break;
  }
  EmitValue(process, value, op.quoted);
  return Expanded::kDone;
}

// ${x@P}. A text with command substitutions runs in a child, as the here-document that it is for bash, too.
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
  ForEach(value, [&](const std::string& text) {
    std::string decoded = failed ? std::string() : DecodePrompt(process, text);
    if (failed || !process.Has(Shopt::kPromptvars) || decoded.find_first_of("$`\\") == std::string::npos) return decoded;
    Parser parser(std::make_shared<const std::string>(decoded), process.symbols(), process.line, ParseOptions());
    const Word* word = nullptr;
    std::shared_ptr<Unit> unit = parser.ParseQuoted(&word);
    if (unit == nullptr) return decoded;
    if (!IsSimple(word)) return "\1" + decoded;
    Expander own;
    own.Begin(word, WordMode::kString);
    failed = own.Run(process) != Expanded::kDone;
    return own.text();
  });
  if (failed) return Expanded::kFailed;
  if (!value->is_list && value->scalar.starts_with('\1')) {
    std::string script = "IFS= read -rd '' REPLY <<_\n" + value->scalar.substr(1) + ".\n_\nprintf %s \"$REPLY\"";
    if (!StartSubstitution(process, op, script)) return Expanded::kFailed;
    return Prompt(process, op, nullptr);
  }
  ForEach(value, [](const std::string& text) { return text.starts_with('\1') ? text.substr(1) : text; });
  EmitValue(process, *value, op.quoted);
  return Expanded::kDone;
}

}  // namespace pysub::shell
