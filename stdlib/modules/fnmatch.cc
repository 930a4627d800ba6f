// fnmatch. CPython 3.14 library, "fnmatch". Patterns are matched directly, with one place to go
// back to (the last '*'), so the time is bounded by the product of the lengths; translate() gives
// CPython's regular expression.

#include <algorithm>
#include <string>
#include <vector>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"

namespace pysub {
namespace {

using Text = std::u32string;

// A pattern and where its last ']' stands: brackets without one behind them are met in O(1),
// however many there are.
class Brackets {
 public:
  explicit Brackets(const Text& pattern) : pattern_(pattern), last_(pattern.rfind(U']')) {}
  // A "[...]" whose bracket stands before `at`: where it ends (behind the closing one), or 0 if it
  // does not.
  size_t SetEnd(size_t at) const {
    size_t i = at;
    if (i < pattern_.size() && pattern_[i] == '!') ++i;
    if (i < pattern_.size() && pattern_[i] == ']') ++i;
    return last_ == Text::npos || i > last_ ? 0 : pattern_.find(U']', i) + 1;
  }

 private:
  const Text& pattern_;
  size_t last_;
};

// Joins neighbours whose hyphen stands for no character ("b-a"). From the end, with the piece that
// grows written backwards, because it grows at its front.
std::vector<Text> WithoutEmptyRanges(std::vector<Text> chunks, StopCheck& stop) {
  std::vector<Text> kept;
  Text grows(chunks.back().rbegin(), chunks.back().rend());
  for (size_t n = chunks.size() - 1; n-- > 0 && !stop.Over();) {
    const Text& before = chunks[n];
    if (before.back() > grows.back()) {
      grows.pop_back();
      grows.append(before.rbegin() + 1, before.rend());
    } else {
      kept.emplace_back(grows.rbegin(), grows.rend());
      grows.assign(before.rbegin(), before.rend());
    }
  }
  kept.emplace_back(grows.rbegin(), grows.rend());
  std::reverse(kept.begin(), kept.end());
  return kept;
}

// What stands between the brackets as pieces between hyphens, empty ranges removed, as
// fnmatch.translate() does.
std::vector<Text> SetChunks(const Text& stuff, StopCheck& stop) {
  std::vector<Text> chunks;
  size_t i = 0, k = !stuff.empty() && stuff[0] == '!' ? 2 : 1;
  while (!stop.Over()) {
    k = stuff.find(U'-', k);
    if (k == Text::npos) break;
    chunks.push_back(stuff.substr(i, k - i));
    i = k + 1;
    k += 3;
    if (k > stuff.size()) k = stuff.size();
  }
  Text rest = stuff.substr(std::min(i, stuff.size()));
  if (!rest.empty())
    chunks.push_back(rest);
  else if (!chunks.empty())
    chunks.back() += U'-';
  return WithoutEmptyRanges(std::move(chunks), stop);
}

// "[...]"
struct CharacterSet {
  bool negated = false;
  std::vector<std::pair<char32_t, char32_t>> ranges;
};
// A part of a compiled pattern. There may be as many as the pattern has characters.
struct Element {
  enum Kind : uint8_t { kChar, kAny, kStar, kSet } kind;
  uint32_t value = 0;  // the character, or which set
};
struct CompiledPattern {
  std::vector<Element> elements;
  std::vector<CharacterSet> sets;
};

CharacterSet CompileSet(const Text& stuff, StopCheck& stop) {
  CharacterSet set;
  std::vector<Text> chunks;
  if (stuff.find(U'-') == Text::npos)
    chunks.push_back(stuff);
  else
    chunks = SetChunks(stuff, stop);
  Text first = chunks.empty() ? Text() : chunks[0];
  if (!first.empty() && first[0] == '!') {
    set.negated = true;
    chunks[0].erase(0, 1);
  }
  for (size_t n = 0; n < chunks.size() && !stop.Over(); ++n) {
    const Text& chunk = chunks[n];
    for (size_t i = 0; i < chunk.size() && !stop.Over(); ++i)
      set.ranges.push_back({chunk[i], chunk[i]});
    if (n + 1 < chunks.size() && !chunk.empty() && !chunks[n + 1].empty()) {
      set.ranges.push_back({chunk.back(), chunks[n + 1].front()});
    }
  }
  return set;
}

// What it gives when `stop` is over means nothing.
CompiledPattern Compile(const Text& pattern, StopCheck& stop) {
  const Brackets brackets(pattern);
  CompiledPattern compiled;
  std::vector<Element>& elements = compiled.elements;
  elements.reserve(pattern.size());
  for (size_t i = 0; i < pattern.size() && !stop.Over();) {
    char32_t c = pattern[i++];
    if (c == '*') {
      if (elements.empty() || elements.back().kind != Element::kStar)
        elements.push_back({Element::kStar});
    } else if (c == '?') {
      elements.push_back({Element::kAny});
    } else if (size_t end = c == '[' ? brackets.SetEnd(i) : 0; end != 0) {
      elements.push_back({Element::kSet, static_cast<uint32_t>(compiled.sets.size())});
      compiled.sets.push_back(CompileSet(pattern.substr(i, end - 1 - i), stop));
      i = end;
    } else {
      elements.push_back({Element::kChar, c});
    }
  }
  return compiled;
}

Result<bool> IsIn(Vm& vm, const CharacterSet& set, char32_t c) {
  bool found = false;
  const bool in_time = InPieces(vm, set.ranges.size(), 8, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end && !found; ++i)
      found = set.ranges[i].first <= c && c <= set.ranges[i].second;
  });
  if (!in_time) return Failure{};
  return found != set.negated;
}

Result<bool> Match(Vm& vm, const CompiledPattern& compiled, const Text& name) {
  const std::vector<Element>& pattern = compiled.elements;
  const auto matches = [&](const Element& element, char32_t c) -> Result<bool> {
    if (element.kind == Element::kSet) return IsIn(vm, compiled.sets[element.value], c);
    return element.kind == Element::kAny || element.value == c;
  };
  size_t p = 0, n = 0, star = SIZE_MAX, after_star = 0;
  while (n < name.size()) {
    if (!vm.Tick(1)) return Failure{};
    if (p < pattern.size() && pattern[p].kind == Element::kStar) {
      star = p++;
      after_star = n;
    } else if (p < pattern.size() && TRY(matches(pattern[p], name[n]))) {
      ++p;
      ++n;
    } else if (star != SIZE_MAX) {
      p = star + 1;
      n = ++after_star;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p].kind == Element::kStar) ++p;
  return p == pattern.size();
}

// A str or bytes as characters. Both arguments must be of one kind.
Status GetText(Vm& vm, Value v, bool* is_bytes, Text* text, ScratchCharge* room) {
  text->clear();
  *is_bytes = IsObjectOf(v, TypeId::kBytes);
  if (*is_bytes) {
    std::string_view bytes = v.As<Bytes>()->view();
    TRY(room->Add(bytes.size() * uint64_t{sizeof(char32_t)}));
    text->reserve(bytes.size());
    Pace pace(vm);
    for (char c : bytes) {
      if (!pace.IsTimeLeft()) return Failure{};
      text->push_back(static_cast<uint8_t>(c));
    }
    return Done{};
  }
  if (!Vm::IsStr(v)) {
    return vm.TypeError("expected str, bytes or os.PathLike object, not ", vm.TypeName(v));
  }
  TRY(room->Add(v.As<Str>()->count * uint64_t{sizeof(char32_t)}));
  text->reserve(v.As<Str>()->count);
  Pace pace(vm);
  for (char32_t c : CodePoints(Vm::View(v))) {
    if (!pace.IsTimeLeft()) return Failure{};
    text->push_back(c);
  }
  return Done{};
}

// What a pattern is made of and what is needed to make it, at most: a character in a set may be a
// chunk, twice, and a range.
constexpr size_t kBytesPerCharacter = 96;

class Pattern {
 public:
  explicit Pattern(Vm& vm) : vm_(vm), room_(vm) {}
  Status Set(Value v) {
    Text text;
    ScratchCharge of_text(vm_);
    TRY(GetText(vm_, v, &is_bytes_, &text, &of_text));
    TRY(room_.Add(text.size() * uint64_t{kBytesPerCharacter}));
    if (!vm_.Tick(text.size())) return Failure{};
    StopCheck stop = TimeCheck(vm_);
    compiled_ = Compile(text, stop);
    if (stop.stopped()) return Failure{};
    return Done{};
  }
  Result<bool> Matches(Value name) {
    bool is_bytes;
    Text text;
    ScratchCharge of_text(vm_);
    TRY(GetText(vm_, name, &is_bytes, &text, &of_text));
    if (is_bytes != is_bytes_) {
      return vm_.TypeError("cannot use a ", is_bytes_ ? "bytes" : "string", " pattern on a ",
                           is_bytes ? "bytes-like" : "string-like", " object");
    }
    return Match(vm_, compiled_, text);
  }

 private:
  Vm& vm_;
  ScratchCharge room_;
  bool is_bytes_ = false;
  CompiledPattern compiled_;
};

Value FnMatch(Vm& vm, const Args& a) {
  Pattern pattern(vm);
  TRY(pattern.Set(a[1]));
  return Value::Bool(TRY(pattern.Matches(a[0])));
}

// The names come materialised.
Value Select(Vm& vm, const Args& a, bool wanted) {
  Pattern pattern(vm);
  TRY(pattern.Set(a[1]));
  Value names = TRY(NewListFrom(vm, a[0]));
  List* result = TRY(vm.NewList());
  TRY(ForEachItem(vm, names, [&](Value name) -> Status {
    bool matches = TRY(pattern.Matches(name));
    return matches == wanted ? ListAppend(vm, result, name) : Status(Done{});
  }));
  return Value::Of(result);
}
Value Filter(Vm& vm, const Args& a) { return Select(vm, a, true); }
Value FilterFalse(Vm& vm, const Args& a) { return Select(vm, a, false); }

// ---- translate

void AppendEscaped(TextBuilder& out, char32_t c) {
  if (c < 128 && std::string_view("()[]{}?*+-|^$\\.&~# \t\n\r\v\f").find(static_cast<char>(c)) !=
                     std::string_view::npos) {
    out.Append('\\');
  }
  out.Append(c);
}
void AppendSet(TextBuilder& out, const Text& stuff, StopCheck& stop) {
  Text text;
  auto add = [&](const Text& chunk, bool ranges) {
    for (char32_t c : chunk) {
      if (stop.Over()) return;
      if (c == '\\' || (ranges && c == '-')) text += U'\\';
      text += c;
    }
  };
  if (stuff.find(U'-') == Text::npos) {
    add(stuff, false);
  } else {
    bool first = true;
    for (const Text& chunk : SetChunks(stuff, stop)) {
      if (!first) text += U'-';
      first = false;
      add(chunk, true);
    }
  }
  if (text.empty()) {
    out.Append("(?!)");
    return;
  }
  if (text == U"!") {
    out.Append('.');
    return;
  }
  Text escaped;
  for (char32_t c : text) {
    if (stop.Over()) return;
    if (c == '&' || c == '~' || c == '|') escaped += U'\\';
    escaped += c;
  }
  out.Append('[');
  size_t from = 0;
  if (escaped[0] == '!') {
    out.Append('^');
    from = 1;
  } else if (escaped[0] == '^' || escaped[0] == '[') {
    out.Append('\\');
  }
  for (; from < escaped.size() && !stop.Over(); ++from) out.Append(escaped[from]);
  out.Append(']');
}

Value Translate(Vm& vm, const Args& a) {
  bool is_bytes;
  Text pattern;
  if (!Vm::IsStr(a[0])) return vm.TypeError("expected str, not ", vm.TypeName(a[0]));
  ScratchCharge room(vm);
  TRY(GetText(vm, a[0], &is_bytes, &pattern, &room));
  TRY(room.Add(pattern.size() * uint64_t{kBytesPerCharacter}));
  if (!vm.Tick(pattern.size())) return Value::Failed();
  const Brackets brackets(pattern);
  int64_t stars = 0;
  Pace pace(vm);
  for (size_t i = 0; i < pattern.size();) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    size_t end = pattern[i] == '[' ? brackets.SetEnd(i + 1) : 0;
    if (pattern[i] == '*') {
      ++stars;
      while (i + 1 < pattern.size() && pattern[i + 1] == '*') ++i;
    }
    i = end != 0 ? end : i + 1;
  }
  // Between two stars the text is matched once and for all.
  StopCheck stop = TimeCheck(vm);
  TextBuilder out(vm);
  out.Append("(?s:");
  int64_t seen = 0;
  for (size_t i = 0; i < pattern.size() && out.ok() && !stop.Over();) {
    char32_t c = pattern[i++];
    if (c == '*') {
      while (i < pattern.size() && pattern[i] == '*') ++i;
      if (seen++ > 0) out.Append(')');
      out.Append(seen < stars ? "(?>.*?" : ".*");
    } else if (c == '?') {
      out.Append('.');
    } else if (size_t end = c == '[' ? brackets.SetEnd(i) : 0; end != 0) {
      AppendSet(out, pattern.substr(i, end - 1 - i), stop);
      i = end;
    } else {
      AppendEscaped(out, c);
    }
  }
  if (stop.stopped()) return Value::Failed();
  out.Append(")\\z");
  return out.Finish();
}

constexpr NativeInfo kFunctions[] = {
    {"@python filter(names, pat)", Filter,
     "Construct a list from those elements of the iterable NAMES that match PAT.", 1},
    {"@python filterfalse(names, pat)", FilterFalse,
     "Construct a list from those elements of the iterable NAMES that do not match PAT.", 1},
    {"@python fnmatch(name, pat)", FnMatch, "Test whether FILENAME matches PATTERN."},
    {"@python fnmatchcase(name, pat)", FnMatch,
     "Test whether FILENAME matches PATTERN, including case."},
    {"@python translate(pat)", Translate, "Translate a shell PATTERN to a regular expression."},
};

}  // namespace

extern constexpr ModuleInfo kFnmatchModule{
    .name = "fnmatch", .doc = "Filename matching with shell patterns.", .functions = kFunctions};

}  // namespace pysub
