// Match objects. CPython 3.14 library, "re", "Match Objects".

#include <algorithm>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/re/objects.h"
#include "vm/objects/dict.h"
#include "vm/objects/indexing.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace re {

namespace {

MatchObject* AsMatch(Value v) { return v.As<MatchObject>(); }

bool IsSet(const MatchObject* match, uint32_t group) {
  return match->spans[2 * group] != 0 && match->spans[2 * group + 1] != 0;
}

// The index of a byte offset in the text.
int64_t IndexOf(const MatchObject* match, const Subject& subject, size_t byte) {
  byte = subject.Clamp(byte);
  if (subject.direct()) return static_cast<int64_t>(byte);
  const size_t base = subject.Clamp(match->base_byte);
  if (byte >= base) {
    return static_cast<int64_t>(match->base_index +
                                CountCodePoints(subject.text().substr(base, byte - base)));
  }
  return static_cast<int64_t>(match->base_index -
                              CountCodePoints(subject.text().substr(byte, base - byte)));
}

Status SubjectOf(Vm&, MatchObject* match, Subject* subject) {
  return subject->Set(match->pattern.As<PatternObject>(), match->string);
}

struct Span {
  int64_t start, end;  // -1: took no part
};
Result<Span> SpanOf(Vm& vm, MatchObject* match, uint32_t group) {
  if (!IsSet(match, group)) return Span{-1, -1};
  Subject subject(vm);
  TRY(SubjectOf(vm, match, &subject));
  if (!subject.direct() && !vm.Tick(subject.text().size() / 512)) return Failure{};
  return Span{IndexOf(match, subject, match->spans[2 * group] - 1),
              IndexOf(match, subject, match->spans[2 * group + 1] - 1)};
}

// The group that an argument names.
Result<uint32_t> GroupArgument(Vm& vm, MatchObject* match, Value key) {
  if (IsIndex(vm, key)) {
    key = PlainInt(key);
    if (key.IsSmallInt()) {
      const int64_t group = key.AsSmallInt();
      if (group >= 0 && group < match->groups()) return static_cast<uint32_t>(group);
    }
    return vm.IndexError("no such group");
  }
  Dict* names = match->pattern.As<PatternObject>()->group_index.As<Dict>();
  Value number = Vm::IsStr(key) ? DictGet(vm, names, key) : Value::Undefined();
  if (number.IsFailed()) return Failure{};
  if (number.IsSmallInt() && number.AsSmallInt() >= 0 && number.AsSmallInt() < match->groups()) {
    return static_cast<uint32_t>(number.AsSmallInt());
  }
  return vm.IndexError("no such group");
}

Value OneGroup(Vm& vm, MatchObject* match, Value key) {
  const uint32_t group = TRY(GroupArgument(vm, match, key));
  Subject subject(vm);
  TRY(SubjectOf(vm, match, &subject));
  return GroupText(vm, match, subject, group, Value::None());
}

}  // namespace

Value NewMatch(Vm& vm, Value pattern, Value string, Bounds bounds, const Matcher& matcher,
               size_t base_byte, size_t base_index) {
  const std::vector<size_t>& captures = matcher.captures();
  const uint32_t words = MatchObject::kFixedWords + static_cast<uint32_t>(captures.size());
  auto* match = static_cast<MatchObject*>(
      vm.heap.NewUninitialized(TypeId::kMatch, Layout::kValues, words, 8 + uint64_t{words} * 8));
  if (match == nullptr) return vm.NoMemory(words * 8);
  match->pattern = pattern;
  match->string = string;
  match->pos = static_cast<RawWord>(bounds.pos);
  match->endpos = static_cast<RawWord>(bounds.endpos);
  match->last_group = matcher.last_group();
  match->base_byte = base_byte;
  match->base_index = base_index;
  for (size_t i = 0; i < captures.size(); i += 2) {
    const bool set =
        captures[i] != kUnset && captures[i + 1] != kUnset && captures[i] <= captures[i + 1];
    match->spans[i] = set ? captures[i] + 1 : 0;
    match->spans[i + 1] = set ? captures[i + 1] + 1 : 0;
  }
  return Value::Of(match);
}

Value GroupText(Vm&, MatchObject* match, Subject& subject, uint32_t group, Value otherwise) {
  if (!IsSet(match, group)) return otherwise;
  const size_t end = subject.Clamp(match->spans[2 * group + 1] - 1);
  const size_t start = std::min(subject.Clamp(match->spans[2 * group] - 1), end);
  return subject.Slice(start, end);
}

Value GroupText(Subject& subject, const Matcher& matcher, uint32_t group, Value otherwise) {
  const std::vector<size_t>& captures = matcher.captures();
  const size_t start = captures[2 * group], end = captures[2 * group + 1];
  if (start == kUnset || end == kUnset || start > end) return otherwise;
  return subject.Slice(start, end);
}

namespace {

// ---- Methods

Value MatchGroup(Vm& vm, const Args& a) {
  MatchObject* match = AsMatch(a[0]);
  if (a.rest_count == 0) return OneGroup(vm, match, Value::SmallInt(0));
  if (a.rest_count == 1) return OneGroup(vm, match, a.rest[0]);
  Tuple* groups = TRY(vm.NewTuple(a.rest_count));
  for (uint32_t i = 0; i < a.rest_count; ++i)
    groups->items()[i] = TRY(OneGroup(vm, match, a.rest[i]));
  return Value::Of(groups);
}

Value MatchGetItem(Vm& vm, Value self, Value key) { return OneGroup(vm, AsMatch(self), key); }

Value MatchGroups(Vm& vm, const Args& a) {
  MatchObject* match = AsMatch(a[0]);
  const Value otherwise = a.has(1) ? a[1] : Value::None();
  Subject subject(vm);
  TRY(SubjectOf(vm, match, &subject));
  Tuple* groups = TRY(vm.NewTuple(match->groups() - 1));
  for (uint32_t g = 1; g < match->groups(); ++g) {
    groups->items()[g - 1] = TRY(GroupText(vm, match, subject, g, otherwise));
  }
  return Value::Of(groups);
}

Value MatchGroupDict(Vm& vm, const Args& a) {
  MatchObject* match = AsMatch(a[0]);
  const Value otherwise = a.has(1) ? a[1] : Value::None();
  Subject subject(vm);
  TRY(SubjectOf(vm, match, &subject));
  Dict* names = match->pattern.As<PatternObject>()->group_index.As<Dict>();
  Dict* result = TRY(vm.NewDict(DictLength(names)));
  for (uint32_t at = 0; DictEntry* entry = DictNext(names, &at);) {
    const uint32_t group = TRY(GroupArgument(vm, match, entry->value));
    Value text = TRY(GroupText(vm, match, subject, group, otherwise));
    TRY(DictSet(vm, result, entry->key, text));
  }
  return Value::Of(result);
}

Result<Span> SpanArgument(Vm& vm, const Args& a) {
  const uint32_t group = a.has(1) ? TRY(GroupArgument(vm, AsMatch(a[0]), a[1])) : 0;
  return SpanOf(vm, AsMatch(a[0]), group);
}

Value MatchStart(Vm& vm, const Args& a) { return vm.NewInt(TRY(SpanArgument(vm, a)).start); }
Value MatchEnd(Vm& vm, const Args& a) { return vm.NewInt(TRY(SpanArgument(vm, a)).end); }

Value SpanTuple(Vm& vm, Span span) {
  return vm.NewTuple({Value::KnownSmallInt(span.start), Value::KnownSmallInt(span.end)});
}
Value MatchSpan(Vm& vm, const Args& a) { return SpanTuple(vm, TRY(SpanArgument(vm, a))); }

Value MatchExpand(Vm& vm, const Args& a) {
  MatchObject* match = AsMatch(a[0]);
  PatternObject* pattern = match->pattern.As<PatternObject>();
  Subject subject(vm);
  TRY(SubjectOf(vm, match, &subject));
  Template parsed(vm);
  TRY(ParseTemplate(vm, a[1], match->groups(), pattern->group_index, &parsed));
  std::vector<size_t> spans(2 * match->groups(), kUnset);
  for (uint32_t i = 0; i < spans.size(); ++i) {
    if (match->spans[i] != 0) spans[i] = subject.Clamp(match->spans[i] - 1);
  }
  return ExpandTemplate(vm, parsed, subject, spans);
}

Value MatchCopy(Vm&, const Args& a) { return a[0]; }

constexpr size_t kMostShown = 50;  // code points of what matched
Status MatchRepr(Vm& vm, Value self, TextBuilder& out) {
  MatchObject* match = AsMatch(self);
  const Span span = TRY(SpanOf(vm, match, 0));
  Value text = OneGroup(vm, match, Value::SmallInt(0));
  if (text.IsFailed()) return Failure{};
  out.Append("<re.Match object; span=(");
  out.AppendInt(span.start);
  out.Append(", ");
  out.AppendInt(span.end);
  out.Append("), match=");
  // So much of it as an error message has room for.
  TextBuilder shown(vm);
  TRY(vm.Repr(text, shown));
  const size_t end = CountCodePoints(shown.view()) <= kMostShown
                         ? shown.view().size()
                         : OffsetOfCodePoint(shown.view(), kMostShown);
  out.Append(shown.view().substr(0, end));
  out.Append('>');
  return out.status();
}

// ---- Attributes

Value GetLastIndex(Vm& vm, Value self) {
  return AsMatch(self)->last_group == 0
             ? Value::None()
             : vm.NewInt(static_cast<int64_t>(AsMatch(self)->last_group));
}

Value GetLastGroup(Vm& vm, Value self) {
  MatchObject* match = AsMatch(self);
  Dict* names = match->pattern.As<PatternObject>()->group_index.As<Dict>();
  if (!Value::FitsSmallInt(match->last_group)) return BadState(vm);
  for (uint32_t at = 0; DictEntry* entry = DictNext(names, &at);) {
    if (match->last_group != 0 && entry->value == Value::KnownSmallInt(match->last_group)) {
      return entry->key;
    }
  }
  return Value::None();
}

Value GetRegs(Vm& vm, Value self) {
  MatchObject* match = AsMatch(self);
  Tuple* regs = TRY(vm.NewTuple(match->groups()));
  for (uint32_t g = 0; g < match->groups(); ++g) {
    regs->items()[g] = TRY(SpanTuple(vm, TRY(SpanOf(vm, match, g))));
  }
  return Value::Of(regs);
}

constexpr NativeInfo kMatchMethods[] = {
    {"group(*args)", MatchGroup,
     "group([group1, ...]) -> str or tuple.\nReturn subgroup(s) of the match by indices or "
     "names.\nFor 0 "
     "returns the entire match."},
    {"groups(default=None)", MatchGroups,
     "Return a tuple containing all the subgroups of the match, from 1.\n\n  default\n    Is used "
     "for groups "
     "that did not participate in the match."},
    {"groupdict(default=None)", MatchGroupDict,
     "Return a dictionary containing all the named subgroups of the match, keyed by the subgroup "
     "name.\n\n  "
     "default\n    Is used for groups that did not participate in the match."},
    {"start(group=0, /)", MatchStart,
     "Return index of the start of the substring matched by group."},
    {"end(group=0, /)", MatchEnd, "Return index of the end of the substring matched by group."},
    {"span(group=0, /)", MatchSpan,
     "For match object m, return the 2-tuple (m.start(group), m.end(group))."},
    {"expand(template)", MatchExpand,
     "Return the string obtained by doing backslash substitution on the string template, as done "
     "by the sub() "
     "method."},
    {"__copy__()", MatchCopy, ""},
    {"__deepcopy__(memo, /)", MatchCopy, ""},
};
constexpr AttributeInfo kMatchAttributes[] = {
    {"string", [](Vm&, Value self) { return AsMatch(self)->string; }, nullptr,
     AttributeKind::kMember},
    {"re", [](Vm&, Value self) { return AsMatch(self)->pattern; }, nullptr, AttributeKind::kMember},
    {"pos", [](Vm& vm, Value self) { return vm.NewInt(static_cast<int64_t>(AsMatch(self)->pos)); },
     nullptr, AttributeKind::kMember},
    {"endpos",
     [](Vm& vm, Value self) { return vm.NewInt(static_cast<int64_t>(AsMatch(self)->endpos)); },
     nullptr, AttributeKind::kMember},
    {"lastindex", GetLastIndex},
    {"lastgroup", GetLastGroup},
    {"regs", GetRegs},
};
PYSUB_MEMBERS(Match, kMatchMethods, kMatchAttributes);

}  // namespace
}  // namespace re

namespace re {
namespace {

bool CheckMatch(Vm&, Object* object) {
  return object->count >= MatchObject::kFixedWords + 2 &&
         (object->count - MatchObject::kFixedWords) % 2 == 0;
}
constexpr Schema kMatchSchema{"<Pattern> V # # # # # #*", CheckMatch};

}  // namespace
}  // namespace re

extern constexpr TypeInfo kMatchType{.id = TypeId::kMatch,
                                     .schema = &re::kMatchSchema,
                                     .doc =
                                         "The result of re.match() and re.search().\nMatch objects "
                                         "always have a boolean value of True.",
                                     .methods = re::kMatchMethods,
                                     .attributes = re::kMatchAttributes,
                                     .members = re::kMatchMembers,
                                     .repr = re::MatchRepr,
                                     .get_item = re::MatchGetItem};

}  // namespace pysub
