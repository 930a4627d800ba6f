// re.Scanner: cuts a text into tokens by a list of patterns and actions. CPython has it
// without documenting it.

#include <algorithm>
#include <string>

#include "stdlib/modules/re/objects.h"
#include "vm/objects/list.h"
#include "vm/objects/tuple.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace re {
namespace {

// re.Scanner: many patterns as one, in which the group that matched tells the action.
struct LexiconObject : Object {
  Value lexicon;  // as it was given
  Value pattern;  // all patterns, each in a group of its own
  Value actions;  // tuple: by group - 1; None for groups inside of patterns
  Value match;    // the last one that an action was called for; None
};

LexiconObject* AsLexicon(Value v) { return v.As<LexiconObject>(); }

// What Vm::Materialise gave.
std::span<const Value> ItemsOf(Value items) {
  if (IsObjectOf(items, TypeId::kList)) {
    List* list = items.As<List>();
    return {list->size > 0 ? list->items() : nullptr, list->size};
  }
  return {items.As<Tuple>()->items(), items.As<Tuple>()->count};
}

Value New(Vm& vm, const Args& a) {
  const Value lexicon = a[1], flags = a[2];
  const Value pairs = TRY(vm.Materialise(lexicon));
  List* actions = TRY(vm.NewList());
  TextBuilder source(vm);
  Value bytes = Value::Undefined();
  const std::span<const Value> rows = ItemsOf(pairs);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    const Value row = vm.Materialise(rows[i]);
    if (row.IsCallPending()) {
      vm.DropPushedNativeFrame();
      return vm.TypeError("the lexicon must hold pairs");
    }
    if (row.IsFailed()) return row;
    const std::span<const Value> pair = ItemsOf(row);
    if (pair.size() < 2)
      return vm.ValueError("not enough values to unpack (expected 2, got ",
                           static_cast<int64_t>(pair.size()), ")");
    if (pair.size() > 2) return vm.ValueError("too many values to unpack (expected 2)");
    const Value pattern = TRY(CompilePattern(vm, pair[0], flags));
    PatternObject* compiled = pattern.As<PatternObject>();
    const bool is_text = Vm::IsStr(compiled->source);
    if (i == 0) bytes = Value::Bool(!is_text);
    if (bytes.IsTrue() == is_text) return vm.TypeError("cannot mix str and bytes patterns");
    source.Append(i == 0 ? "(" : "|(");
    source.Append(is_text ? Vm::View(compiled->source) : compiled->source.As<Bytes>()->view());
    source.Append(')');
    TRY(ListAppend(vm, actions, pair[1]));
    for (uint64_t group = 0; group < compiled->groups; ++group)
      TRY(ListAppend(vm, actions, Value::None()));
  }
  if (rows.empty()) return vm.Raise(TypeId::kRuntimeError, "invalid SRE code");
  TRY(source.status());
  const Value all = TRY(bytes.IsTrue() ? vm.NewBytes(source.view()) : source.Finish());
  LexiconObject* made = TRY(vm.New<LexiconObject>(TypeId::kRegexLexicon));
  made->lexicon = lexicon;
  made->match = Value::None();
  made->actions = TRY(TupleOfList(vm, actions));
  made->pattern = TRY(CompilePattern(vm, all, flags));
  return Value::Of(made);
}

Value Scan(Vm& vm, const Args& a) {
  return vm.PushNativeFrame(ResumeId::kRegexLexiconScan,
                            {a[0], Value::Of(TRY(vm.NewList())), a[1], Value::SmallInt(0)});
}

constexpr NativeInfo kConstructor{"@python Scanner(lexicon, flags=0)", New, "", 1};
constexpr NativeInfo kMethods[] = {
    {"@python scan(string)", Scan, "(What the actions gave, the rest of the text.)"}};
constexpr AttributeInfo kAttributes[] = {
    {"lexicon", [](Vm&, Value self) { return AsLexicon(self)->lexicon; }},
    {"scanner", [](Vm&, Value self) { return AsLexicon(self)->pattern; }},
    {"match", [](Vm&, Value self) { return AsLexicon(self)->match; }},
};
PYSUB_MEMBERS(RegexLexicon, kMethods, kAttributes);

}  // namespace
}  // namespace re

// Slots: the re.Scanner, the results, the text, where the last token ended.
Value RegexLexiconScanResume(Vm& vm, NativeFrame& frame, Value in) {
  using namespace re;
  static constexpr Name kEnd{"end", MemberHash("end")}, kGroup{"group", MemberHash("group")};
  LexiconObject* self = AsLexicon(frame.slots[0]);
  switch (frame.state) {
    case 0:
      while (true) {
        {
          if (!vm.Tick(1)) return Value::Failed();
          List* results = frame.slots[1].As<List>();
          TRY(ListReserve(vm, results, results->size + 1));
          const Value found = TRY(
              DoMatch(vm, self->pattern, MatchMode::kMatch, frame.slots[2], frame.slots[3], {}));
          if (found.IsNone()) break;
          const Value end = TRY(vm.Call(TRY(vm.GetAttribute(found, kEnd)), {}));
          // A token of nothing ends it: there would be no end of them.
          if (end == frame.slots[3] || !end.IsSmallInt()) break;
          Tuple* actions = self->actions.As<Tuple>();
          const uint64_t group = found.As<MatchObject>()->last_group;
          if (group == 0 || group > actions->count) return BadState(vm);
          const Value action = actions->items()[group - 1];
          if (vm.IsCallable(action)) {
            const Value text = TRY(vm.Call(TRY(vm.GetAttribute(found, kGroup)), {}));
            self->match = found;
            in = vm.Call(action, {frame.slots[0], text});
            if (in.IsFailed()) return in;
          } else {
            in = action;
          }
          frame.slots[3] = end;
          frame.state = 1;
          if (in.IsCallPending()) return in;
        }
        [[fallthrough]];
        case 1:
          if (!in.IsNone()) TRY(ListAppend(vm, frame.slots[1].As<List>(), in));
          frame.state = 0;
      }
  }
  const Value rest = TRY(vm.NewSlice(frame.slots[3], Value::None(), Value::None()));
  return vm.NewTuple({frame.slots[1], TRY(vm.GetItem(frame.slots[2], rest))});
}

constexpr Schema kRegexLexiconSchema{"V <Pattern> t v"};
extern constexpr TypeInfo kRegexLexiconType{.id = TypeId::kRegexLexicon,
                                            .schema = &kRegexLexiconSchema,
                                            .constructor = &re::kConstructor,
                                            .methods = re::kMethods,
                                            .attributes = re::kAttributes,
                                            .members = re::kRegexLexiconMembers};

}  // namespace pysub
