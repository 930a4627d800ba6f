// sub() and subn(), and replacement templates. CPython 3.14 library, "re.sub".

#include <algorithm>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/re/objects.h"
#include "stdlib/modules/re/tokens.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"

namespace pysub {
namespace re {

namespace {

// ---- Templates

class TemplateParser {
 public:
  TemplateParser(Vm& vm, Tokens& tokens, uint32_t groups, Value group_index,
                 std::vector<TemplatePart>* parts)
      : vm_(vm), t_(tokens), groups_(groups), names_(group_index.As<Dict>()), parts_(*parts) {}

  Status Parse() {
    while (!t_.at_end()) {
      const bool escape = t_.escape();
      const char32_t c = t_.next();
      TRY(t_.Advance());
      if (!escape) {
        Add(c);
      } else {
        TRY(Escape(c));
      }
    }
    if (!literal_.empty()) parts_.push_back({std::move(literal_), kNone});
    return Done{};
  }

 private:
  void Add(char32_t c) {
    if (t_.is_text()) {
      Tokens::AppendChar(&literal_, c);
    } else {
      literal_ += static_cast<char>(c);
    }
  }

  Status AddGroup(uint64_t index, size_t offset) {
    if (index >= groups_)
      return t_.Error("invalid group reference " + std::to_string(index), offset);
    parts_.push_back({std::move(literal_), static_cast<uint32_t>(index)});
    literal_.clear();
    return Done{};
  }

  Status Escape(char32_t c) {
    if (c == 'g') return NamedGroup();
    std::string escape = "\\";
    Tokens::AppendChar(&escape, c);
    if (c == '0') {
      TRY(t_.Digits(2, 8, &escape));
      Add(OctalValue(escape) & 0xFF);
      return Done{};
    }
    if (c >= '1' && c <= '9') return NumberedGroup(escape);
    static constexpr std::string_view kLetters = "abfnrtv", kMeanings = "\a\b\f\n\r\t\v";
    if (c < 0x80 && kLetters.find(static_cast<char>(c)) != kLetters.npos) {
      Add(static_cast<char32_t>(kMeanings[kLetters.find(static_cast<char>(c))]));
      return Done{};
    }
    if (c == '\\') {
      Add(c);
      return Done{};
    }
    if (IsAsciiLetter(c)) return t_.Error("bad escape " + escape, 2);
    Add('\\');
    Add(c);
    return Done{};
  }

  static char32_t OctalValue(const std::string& escape) {
    char32_t value = 0;
    for (size_t i = 1; i < escape.size(); ++i)
      value = value * 8 + static_cast<char32_t>(escape[i] - '0');
    return value;
  }

  Status NumberedGroup(std::string escape) {
    TRY(t_.Digits(1, 10, &escape));
    if (escape.size() == 3 && escape[1] < '8' && escape[2] < '8' && !t_.at_end() && !t_.escape() &&
        IsDigitOf(t_.next(), 8)) {
      TRY(t_.Digits(1, 8, &escape));
      const char32_t value = OctalValue(escape);
      if (value > 0377) {
        return t_.Error("octal escape value " + escape + " outside of range 0-0o377",
                        escape.size());
      }
      Add(value);
      return Done{};
    }
    uint64_t group = 0;
    for (size_t i = 1; i < escape.size(); ++i)
      group = group * 10 + static_cast<uint64_t>(escape[i] - '0');
    return AddGroup(group, escape.size() - 1);
  }

  Status NamedGroup() {
    if (!TRY(t_.Match('<'))) return t_.Error("missing <");
    std::string name;
    size_t length;
    TRY(t_.Until('>', "group name", &name, &length));
    const bool number =
        std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (number) {
      uint64_t index = 0;
      for (char c : name)
        index = std::min<uint64_t>(index * 10 + static_cast<uint64_t>(c - '0'), 1ull << 40);
      if (index >= kMaxGroups) {
        return t_.Error("invalid group reference " +
                            name.substr(std::min(name.find_first_not_of('0'), name.size() - 1)),
                        length + 1);
      }
      return AddGroup(index, length + 1);
    }
    TRY(t_.CheckGroupName(name, length, 1));
    Value index = DictGetStr(vm_, names_, name);
    if (index.IsFailed()) return Failure{};
    if (!index.IsSmallInt()) {
      std::string message = "unknown group name ";
      StringSink sink(message);
      AppendStrRepr(name, sink);
      return vm_.IndexError(message);
    }
    return AddGroup(static_cast<uint64_t>(index.AsSmallInt()), length + 1);
  }

  Vm& vm_;
  Tokens& t_;
  uint32_t groups_;
  Dict* names_;
  std::vector<TemplatePart>& parts_;
  std::string literal_;
};

}  // namespace

namespace {

// The key of CPython's cache of templates. What has no hash is copied where it is bytes; a
// memoryview's type has one.
Status CheckHash(Vm& vm, Value source) {
  if (Vm::IsStr(source)) return Done{};
  if (IsBytesLike(vm, source) && !IsObjectOf(source, TypeId::kMemoryView)) return Done{};
  TRY(vm.Hash(source));
  if (IsBytesLike(vm, source)) return Done{};
  return vm.TypeError("decoding to str: need a bytes-like object, ", vm.TypeName(source), " found");
}

Status Parse(Vm& vm, Value source, uint32_t groups, Value group_index, Template* to) {
  to->is_text = Vm::IsStr(source);
  BytesArgument bytes(vm);
  std::string_view text;
  if (to->is_text) {
    text = Vm::View(source);
  } else {
    TRY(bytes.Get(source));
    text = bytes.view();
  }
  if (FindByte(text, '\\') == kNotFound) {
    TRY(to->room.Add(2 * text.size()));
    to->parts.push_back({std::string(text), kNone});
    return Done{};
  }
  TRY(to->room.Add(text.size() * uint64_t{64}));
  Tokens tokens(vm, source);
  TRY(tokens.Start());
  TRY(TemplateParser(vm, tokens, groups, group_index, &to->parts).Parse());
  to->has_groups = std::any_of(to->parts.begin(), to->parts.end(),
                               [](const TemplatePart& part) { return part.group != kNone; });
  return Done{};
}

Failure ItemError(Vm& vm, int64_t item, bool is_text, std::string_view found) {
  return vm.TypeError("sequence item ", item, ": expected ",
                      is_text ? "str instance, " : "a bytes-like object, ", found, " found");
}

// As CPython joins them: the first literal is an item also where it is empty, a group that
// took no part is none.
Status AppendExpanded(Vm& vm, const Template& of, const Subject& subject,
                      const std::vector<size_t>& spans, TextBuilder& out) {
  int64_t items = 0;
  for (const TemplatePart& part : of.parts) {
    items += items == 0 || !part.text.empty();
    out.Append(part.text);
    if (part.group == kNone) continue;
    const size_t start = spans[2 * part.group], end = spans[2 * part.group + 1];
    if (start == kUnset || end == kUnset || start > end) continue;
    if (subject.is_text() != of.is_text)
      return ItemError(vm, items, of.is_text, subject.is_text() ? "str" : "bytes");
    ++items;
    if (!out.Append(subject.text().substr(start, end - start))) break;
  }
  return out.status();
}

}  // namespace

Status ParseTemplate(Vm& vm, Value source, uint32_t groups, Value group_index, Template* to) {
  TRY(CheckHash(vm, source));
  return Parse(vm, source, groups, group_index, to);
}

Value ExpandTemplate(Vm& vm, const Template& of, const Subject& subject,
                     const std::vector<size_t>& spans) {
  TextBuilder out(vm);
  TRY(AppendExpanded(vm, of, subject, spans, out));
  return of.is_text ? out.Finish() : out.FinishBytes();
}

// ---- sub, subn

namespace {

Value Answer(Vm& vm, Value text, int64_t count, bool count_too) {
  return count_too ? vm.NewTuple({text, Value::KnownSmallInt(count)}) : text;
}

bool IsCallable(Vm& vm, Value v) {
  return v.IsNative() || v.IsType() || IsObjectOf(v, TypeId::kFunction) ||
         IsObjectOf(v, TypeId::kBoundMethod) || vm.InfoOf(v).call != nullptr;
}

// Whether nothing of it is to be expanded: it stands for itself then, of whatever kind it is.
Result<bool> IsLiteral(Vm& vm, Value source) {
  if (Vm::IsStr(source)) return FindByte(Vm::View(source), '\\') == kNotFound;
  if (!IsBytesLike(vm, source)) return false;
  BytesArgument bytes(vm);
  TRY(bytes.Get(source));
  return FindByte(bytes.view(), '\\') == kNotFound;
}

enum SubSlot {
  kPattern,
  kFunction,
  kString,
  kScanner,
  kParts,
  kMost,
  kCount,
  kCountToo,
  kLast,
  kMatch
};

}  // namespace

Value DoSub(Vm& vm, Value pattern, Value replacement, Value string, int64_t most, bool count_too) {
  if (IsCallable(vm, replacement)) {
    Value scanner = TRY(NewScanner(vm, TypeId::kRegexScanner, pattern, string, Value::Undefined(),
                                   Value::Undefined()));
    List* parts = TRY(vm.NewList());
    return vm.PushNativeFrame(
        ResumeId::kRegexSub,
        {pattern, replacement, string, scanner, Value::Of(parts), vm.NewInt(most),
         Value::SmallInt(0), Value::Bool(count_too), Value::SmallInt(0), Value::Undefined()});
  }
  PatternObject* object = pattern.As<PatternObject>();
  const Program* program = TRY(ProgramOf(vm, object));
  Template parsed(vm);
  // A template with something to expand is read before the text is looked at.
  const bool literal = TRY(IsLiteral(vm, replacement));
  if (!literal) TRY(ParseTemplate(vm, replacement, program->groups, object->group_index, &parsed));
  Subject subject(vm);
  TRY(subject.Set(object, string));
  const bool is_text = subject.is_text();
  if (literal) TRY(Parse(vm, replacement, program->groups, object->group_index, &parsed));
  Matcher matcher(vm, ProgramCache::Of(vm).scratch(), *program, subject.text());
  TextBuilder out(vm);
  size_t last = 0;
  bool must_advance = false;
  int64_t count = 0;
  // the first of the pieces that cannot be joined: told when all are there
  int64_t wrong_item = -1;
  for (; most == 0 || count < most; ++count) {
    if (!TRY(matcher.Run(MatchMode::kSearch, last, must_advance))) break;
    if (parsed.is_text != is_text && wrong_item < 0)
      wrong_item = last < matcher.captures()[0] ? 1 : 0;
    out.Append(subject.text().substr(last, matcher.captures()[0] - last));
    TRY(AppendExpanded(vm, parsed, subject, matcher.captures(), out));
    last = matcher.captures()[1];
    must_advance = last == matcher.captures()[0];
    if (!vm.Tick(1)) return Value::Failed();
  }
  if (wrong_item >= 0) {
    const std::string_view plain = parsed.is_text ? "str" : "bytes";
    return ItemError(vm, wrong_item, is_text, literal ? vm.TypeName(replacement) : plain);
  }
  if (count == 0 && (is_text || IsObjectOf(string, TypeId::kBytes)))
    return Answer(vm, string, 0, count_too);
  out.Append(subject.text().substr(last));
  return Answer(vm, TRY(is_text ? out.Finish() : out.FinishBytes()), count, count_too);
}

namespace {

// Adds the text before the match and what it was replaced by.
Status AddPiece(Vm& vm, Value* slots, Value text) {
  List* parts = slots[kParts].As<List>();
  TRY(ListReserve(vm, parts, parts->size + 2));
  MatchObject* match = slots[kMatch].As<MatchObject>();
  Subject subject(vm);
  TRY(subject.Set(slots[kPattern].As<PatternObject>(), slots[kString]));
  const size_t last = subject.Clamp(static_cast<size_t>(slots[kLast].AsSmallInt()));
  const size_t start = std::max(subject.Clamp(match->spans[0] - 1), last);
  Value before = Value::Undefined();
  if (last < start) {
    before = subject.Slice(last, start);
    if (before.IsFailed()) return Failure{};
  }
  if (!before.IsUndefined()) parts->items()[parts->size++] = before;
  if (!text.IsNone()) parts->items()[parts->size++] = text;
  slots[kLast] = Value::KnownSmallInt(static_cast<int64_t>(match->spans[1]) - 1);
  slots[kCount] = slots[kCount].CountedUp();
  return Done{};
}

Value JoinPieces(Vm& vm, Value* slots) {
  Subject subject(vm);
  TRY(subject.Set(slots[kPattern].As<PatternObject>(), slots[kString]));
  TextBuilder out(vm);
  List* parts = slots[kParts].As<List>();
  for (uint64_t i = 0; i < parts->size; ++i) {
    Value part = parts->items()[i];
    if (subject.is_text() ? Vm::IsStr(part) : IsBytesLike(vm, part)) {
      BytesArgument bytes(vm);
      if (!subject.is_text()) TRY(bytes.Get(part));
      out.Append(subject.is_text() ? Vm::View(part) : bytes.view());
      if (!vm.Tick(1)) return Value::Failed();
      continue;
    }
    return ItemError(vm, static_cast<int64_t>(i), subject.is_text(), vm.TypeName(part));
  }
  out.Append(subject.text().substr(subject.Clamp(static_cast<size_t>(slots[kLast].AsSmallInt()))));
  Value text = TRY(subject.is_text() ? out.Finish() : out.FinishBytes());
  return Answer(vm, text, slots[kCount].AsSmallInt(), slots[kCountToo].IsTrue());
}

bool WantsMore(const Value* slots) {
  return !slots[kMost].IsSmallInt() || slots[kMost].AsSmallInt() == 0 ||
         slots[kCount].AsSmallInt() < slots[kMost].AsSmallInt();
}

}  // namespace
}  // namespace re

Value RegexSubResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace re;
  Value* slots = frame.slots;
  switch (frame.state) {
    case 0:
      while (WantsMore(slots)) {
        if (slots[kMatch].IsUndefined()) {
          Value match = TRY(ScanNext(vm, slots[kScanner].As<ScannerObject>(), MatchMode::kSearch));
          if (match.IsNone()) break;
          slots[kMatch] = match;
        }
        PYSUB_SUSPEND_POINT(1, vm.Call(frame.slots[kFunction], {frame.slots[kMatch]}));
        TRY(AddPiece(vm, slots, in));
        slots[kMatch] = Value::Undefined();
        frame.state = 0;
      }
  }
  return JoinPieces(vm, slots);
}

}  // namespace pysub
