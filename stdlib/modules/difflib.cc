// difflib's matcher. CPython 3.14 library, "difflib". Junk functions are asked about each distinct
// element first. Deltas are in stdlib/python/difflib.py.

#include <algorithm>
#include <string>
#include <unordered_map>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/difflib_matcher.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/library_function.h"
#include "stdlib/modules/library_generator.h"
#include "stdlib/types/namedtuple.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/objects/set.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace difflib {
namespace {

// The sequences, as given and as lists. The Matcher is made from them for each question.
struct SequenceMatcher : Object {
  Value a, b;              // as given
  Value a_items, b_items;  // Lists
  Value isjunk;            // function or None
  Value autojunk;          // bool
  Value junk;              // Set: the elements of b that are junk
};
SequenceMatcher* AsSequenceMatcher(Value v) { return v.As<SequenceMatcher>(); }

// ---- from values to numbers

// Equal values get equal numbers.
class Numbering {
 public:
  explicit Numbering(Vm& vm) : vm_(vm) {}
  Status Add(List* items, Ids* ids) {
    if (numbers_ == nullptr) numbers_ = vm_.NewDict();
    if (numbers_ == nullptr) return Failure{};
    if (!vm_.Tick(items->size)) return Failure{};
    ids->reserve(items->size);
    Pace pace(vm_);
    for (uint64_t i = 0; i < items->size; ++i) {
      if (!pace.IsTimeLeft()) return Failure{};
      Value number =
          DictSetDefault(vm_, numbers_, items->items()[i], Value::KnownSmallInt(numbers_->live));
      if (number.IsFailed()) return Failure{};
      ids->push_back(static_cast<uint32_t>(number.AsSmallInt()));
    }
    return Done{};
  }
  // The flags of the values that are in `junk`.
  Status Flags(Value junk, std::vector<bool>* flags) {
    flags->assign(numbers_->live, false);
    if (!IsObjectOf(junk, TypeId::kSet) || junk.As<Set>()->live == 0) return Done{};
    if (!vm_.Tick(numbers_->live)) return Failure{};
    Pace pace(vm_);
    for (uint32_t at = 0; DictEntry* entry = DictNext(numbers_, &at);) {
      if (!pace.IsTimeLeft()) return Failure{};
      bool found = TRY(SetContains(vm_, junk.As<Set>(), entry->key));
      (*flags)[static_cast<size_t>(entry->value.AsSmallInt())] = found;
    }
    return Done{};
  }

 private:
  Vm& vm_;
  Dict* numbers_ = nullptr;
};

// A matcher over two lists, with the memory that it takes charged.
class ListMatcher {
 public:
  explicit ListMatcher(Vm& vm) : vm_(vm) {}
  Status Set(List* a, List* b, Value junk, bool autojunk) {
    charge_.emplace(vm_, (a->size + b->size) * 80 + 64);
    if (!charge_->ok()) return Failure{};
    Numbering numbering(vm_);
    TRY(numbering.Add(a, &a_));
    TRY(numbering.Add(b, &b_));
    TRY(numbering.Flags(junk, &junk_));
    matcher_.emplace(vm_, a_, b_, junk_);
    return matcher_->Prepare(autojunk);
  }
  Matcher& get() { return *matcher_; }

 private:
  Vm& vm_;
  Ids a_, b_;
  std::vector<bool> junk_;
  std::optional<ScratchCharge> charge_;
  std::optional<Matcher> matcher_;
};

// The first sequence is looked at when it is compared.
Status CheckFirst(Vm& vm, Value self) {
  if (vm.InfoOf(AsSequenceMatcher(self)->a).length != nullptr) return Done{};
  return vm.TypeError("object of type '", vm.TypeName(AsSequenceMatcher(self)->a),
                      "' has no len()");
}

Status Prepare(Vm& vm, Value self, ListMatcher* matcher) {
  TRY(CheckFirst(vm, self));
  return matcher->Set(AsSequenceMatcher(self)->a_items.As<List>(),
                      AsSequenceMatcher(self)->b_items.As<List>(), AsSequenceMatcher(self)->junk,
                      AsSequenceMatcher(self)->autojunk.IsTrue());
}

// ---- SequenceMatcher

Value Items(Vm& vm, Value sequence) {
  if (!IsNativeContainer(vm, sequence) && !IsObjectOf(sequence, TypeId::kDeque)) {
    const TypeInfo& info = vm.InfoOf(sequence);
    if (info.iter == nullptr && info.next == nullptr) {
      return vm.TypeError("'", vm.TypeName(sequence), "' object is not iterable");
    }
  }
  return NewListFrom(vm, sequence);
}

// What has no length cannot be compared, which is found out then.
Value FirstItems(Vm& vm, Value sequence) {
  if (vm.InfoOf(sequence).length != nullptr) return Items(vm, sequence);
  return Value::Of(TRY(vm.NewList()));
}

// Makes `b` the second sequence and finds out what is junk of it; answers `result`, CallPending, or
// Failed before anything has changed.
Value TakeSecond(Vm& vm, Value self, Value b, Value b_items, Value result) {
  SequenceMatcher* matcher = AsSequenceMatcher(self);
  Set* junk = TRY(vm.NewSet());
  Value answer = result;
  if (!matcher->isjunk.IsNone()) {
    Dict* distinct = TRY(vm.NewDict());
    List* items = b_items.As<List>();
    if (!vm.Tick(items->size)) return Value::Failed();
    Pace pace(vm);
    for (uint64_t i = 0; i < items->size; ++i) {
      if (!pace.IsTimeLeft()) return Value::Failed();
      TRY(DictSet(vm, distinct, items->items()[i], Value::None()));
    }
    Value asked = TRY(NewListFrom(vm, Value::Of(distinct)));
    answer = vm.PushNativeFrame(ResumeId::kMatcherPrepare, {asked, matcher->isjunk, Value::Of(junk),
                                                            result, Value::SmallInt(0)});
    if (answer.IsFailed()) return answer;
  }
  matcher->b = b;
  matcher->b_items = b_items;
  matcher->junk = Value::Of(junk);
  return answer;
}

Value New(Vm& vm, const Args& a) {
  Value isjunk = a.has(1) ? a[1] : Value::None();
  Value empty = TRY(vm.NewStr(""));
  Value first = a.has(2) ? a[2] : empty, second = a.has(3) ? a[3] : empty;
  bool autojunk = !a.has(4) || TRY(vm.Truth(a[4]));
  Value a_items = TRY(FirstItems(vm, first));
  Value b_items = TRY(Items(vm, second));
  SequenceMatcher* matcher = TRY(vm.New<SequenceMatcher>(TypeId::kSequenceMatcher));
  matcher->a = first;
  matcher->a_items = a_items;
  matcher->isjunk = isjunk;
  matcher->autojunk = Value::Bool(autojunk);
  return TakeSecond(vm, Value::Of(matcher), second, b_items, Value::Of(matcher));
}
Value SetSeq1(Vm& vm, const Args& a) {
  if (a[1] == AsSequenceMatcher(a[0])->a) return Value::None();
  Value items = TRY(FirstItems(vm, a[1]));
  AsSequenceMatcher(a[0])->a = a[1];
  AsSequenceMatcher(a[0])->a_items = items;
  return Value::None();
}
Value SetSeq2(Vm& vm, const Args& a) {
  if (a[1] == AsSequenceMatcher(a[0])->b) return Value::None();  // what is junk is known
  return TakeSecond(vm, a[0], a[1], TRY(Items(vm, a[1])), Value::None());
}
Value SetSeqs(Vm& vm, const Args& a) {
  const Value first = TRY(FirstItems(vm, a[1]));
  Value answer = Value::None();
  if (a[2] != AsSequenceMatcher(a[0])->b)
    answer = TakeSecond(vm, a[0], a[2], TRY(Items(vm, a[2])), Value::None());
  if (answer.IsFailed()) return answer;
  AsSequenceMatcher(a[0])->a = a[1];
  AsSequenceMatcher(a[0])->a_items = first;
  return answer;
}

Value MatchType(Vm& vm) { return NamedTupleTypeOf(vm, "difflib", "Match", {"a", "b", "size"}); }
Value NewMatch(Vm& vm, Value type, const Block& block) {
  return NewNamedTuple(
      vm, type, {Value::SmallInt(block.a), Value::SmallInt(block.b), Value::SmallInt(block.size)});
}

Value FindLongestMatch(Vm& vm, const Args& a) {
  int64_t la = static_cast<int64_t>(AsSequenceMatcher(a[0])->a_items.As<List>()->size);
  int64_t lb = static_cast<int64_t>(AsSequenceMatcher(a[0])->b_items.As<List>()->size);
  int64_t bounds[4] = {0, la, 0, lb};
  for (int i = 0; i < 4; ++i) {
    if (!a.has(static_cast<uint32_t>(i) + 1) || a[static_cast<uint32_t>(i) + 1].IsNone()) continue;
    bounds[i] = std::clamp<int64_t>(TRY(vm.ToIndexClamped(a[static_cast<uint32_t>(i) + 1])), 0,
                                    i < 2 ? la : lb);
  }
  ListMatcher matcher(vm);
  TRY(Prepare(vm, a[0], &matcher));
  Block block = TRY(
      matcher.get().Longest(static_cast<uint32_t>(bounds[0]), static_cast<uint32_t>(bounds[1]),
                            static_cast<uint32_t>(bounds[2]), static_cast<uint32_t>(bounds[3])));
  Value type = TRY(MatchType(vm));
  if (block.size > 0) return NewMatch(vm, type, block);
  // Nothing was found: the lower bounds as they were given.
  Value alo = a.has(1) ? a[1] : Value::SmallInt(0), blo = a.has(3) ? a[3] : Value::SmallInt(0);
  return NewNamedTuple(vm, type, {alo, blo, Value::SmallInt(0)});
}

Value GetMatchingBlocks(Vm& vm, const Args& a) {
  ListMatcher matcher(vm);
  TRY(Prepare(vm, a[0], &matcher));
  std::vector<Block> blocks;
  TRY(matcher.get().Blocks(&blocks));
  Value type = TRY(MatchType(vm));
  List* list = TRY(vm.NewList(blocks.size()));
  for (const Block& block : blocks) TRY(ListAppend(vm, list, TRY(NewMatch(vm, type, block))));
  return Value::Of(list);
}

Status OpcodesOfLists(Vm& vm, List* a, List* b, Value junk, bool autojunk,
                      std::vector<Opcode>* codes) {
  ListMatcher matcher(vm);
  TRY(matcher.Set(a, b, junk, autojunk));
  std::vector<Block> blocks;
  TRY(matcher.get().Blocks(&blocks));
  return OpcodesOf(vm, blocks, codes);
}
Value OpcodeList(Vm& vm, const std::vector<Opcode>& codes) {
  List* list = TRY(vm.NewList(codes.size()));
  for (const Opcode& code : codes) {
    Value tag = TRY(vm.Intern(TagName(code.tag)));
    TRY(ListAppend(
        vm, list,
        TRY(vm.NewTuple({tag, Value::KnownSmallInt(code.i1), Value::KnownSmallInt(code.i2),
                         Value::KnownSmallInt(code.j1), Value::KnownSmallInt(code.j2)}))));
  }
  return Value::Of(list);
}
Status OpcodesOfMatcher(Vm& vm, Value self, std::vector<Opcode>* codes) {
  TRY(CheckFirst(vm, self));
  return OpcodesOfLists(vm, AsSequenceMatcher(self)->a_items.As<List>(),
                        AsSequenceMatcher(self)->b_items.As<List>(), AsSequenceMatcher(self)->junk,
                        AsSequenceMatcher(self)->autojunk.IsTrue(), codes);
}
Value GetOpcodes(Vm& vm, const Args& a) {
  std::vector<Opcode> codes;
  TRY(OpcodesOfMatcher(vm, a[0], &codes));
  return OpcodeList(vm, codes);
}
Value GetGroupedOpcodes(Vm& vm, const Args& a) {
  int64_t n = a.has(1) ? std::clamp<int64_t>(TRY(vm.ToIndexClamped(a[1])), -(int64_t{1} << 40),
                                             int64_t{1} << 40)
                       : 3;
  std::vector<Opcode> codes;
  TRY(OpcodesOfMatcher(vm, a[0], &codes));
  List* groups = TRY(vm.NewList());
  std::vector<std::vector<Opcode>> found;
  TRY(GroupsOf(vm, std::move(codes), n, &found));
  for (const std::vector<Opcode>& group : found) {
    TRY(ListAppend(vm, groups, TRY(OpcodeList(vm, group))));
  }
  return NewItemsGenerator(vm, "SequenceMatcher.get_grouped_opcodes", Value::Of(groups));
}

enum class RatioKind : uint8_t { kExact, kQuick, kRealQuick };
template <RatioKind kKind>
Value GetRatio(Vm& vm, const Args& a) {
  ListMatcher matcher(vm);
  TRY(Prepare(vm, a[0], &matcher));
  if (kKind == RatioKind::kQuick) return Value::Float(TRY(matcher.get().QuickRatio()));
  if (kKind == RatioKind::kRealQuick) return Value::Float(matcher.get().RealQuickRatio());
  return Value::Float(TRY(matcher.get().Ratio()));
}

template <Value SequenceMatcher::*kField>
Value Get(Vm&, Value self) {
  return AsSequenceMatcher(self)->*kField;
}
// b2j: where each element of b is, without the junk and the popular ones; bpopular: those.
Value IndexOfB(Vm& vm, Value self, bool popular) {
  ListMatcher matcher(vm);
  TRY(Prepare(vm, self, &matcher));
  Numbering numbering(vm);
  Ids a_ids, b_ids;
  TRY(numbering.Add(AsSequenceMatcher(self)->a_items.As<List>(), &a_ids));
  TRY(numbering.Add(AsSequenceMatcher(self)->b_items.As<List>(), &b_ids));
  Dict* index = TRY(vm.NewDict());
  Set* frequent = TRY(vm.NewSet());
  Pace pace(vm);
  for (size_t j = 0; j < b_ids.size(); ++j) {
    if (!pace.IsTimeLeft()) return Value::Failed();
    Value element = AsSequenceMatcher(self)->b_items.As<List>()->items()[j];
    if (matcher.get().IsPopular(b_ids[j])) TRY(SetAdd(vm, frequent, element));
    if (matcher.get().IsPopular(b_ids[j]) || matcher.get().IsJunk(b_ids[j])) continue;
    List* fresh = TRY(vm.NewList());
    Value places = TRY(DictSetDefault(vm, index, element, Value::Of(fresh)));
    TRY(ListAppend(vm, places.As<List>(), Value::KnownSmallInt(j)));
  }
  return popular ? Value::Of(frequent) : Value::Of(index);
}
Value GetB2j(Vm& vm, Value self) { return IndexOfB(vm, self, false); }
Value GetPopular(Vm& vm, Value self) { return IndexOfB(vm, self, true); }

constexpr NativeInfo kMatcherConstructor{
    "@python SequenceMatcher(isjunk=None, a='', b='', autojunk=True)", New,
    "SequenceMatcher is a flexible class for comparing pairs of sequences of any type.", 0b100};
constexpr NativeInfo kMatcherMethods[] = {
    kInitAnewRow,
    {"@python set_seqs(a, b)", SetSeqs, "Set the two sequences to be compared.", 0b10},
    {"@python set_seq1(a)", SetSeq1, "Set the first sequence to be compared."},
    {"@python set_seq2(b)", SetSeq2, "Set the second sequence to be compared.", 1},
    {"@python find_longest_match(alo=0, ahi=None, blo=0, bhi=None)", FindLongestMatch,
     "Find longest matching block in a[alo:ahi] and b[blo:bhi]."},
    {"@python get_matching_blocks()", GetMatchingBlocks,
     "Return list of triples describing matching subsequences."},
    {"@python get_opcodes()", GetOpcodes,
     "Return list of 5-tuples describing how to turn a into b."},
    {"@python get_grouped_opcodes(n=3)", GetGroupedOpcodes,
     "Isolate change clusters by eliminating ranges with no changes."},
    {"@python ratio()", GetRatio<RatioKind::kExact>,
     "Return a measure of the sequences' similarity (float in [0,1])."},
    {"@python quick_ratio()", GetRatio<RatioKind::kQuick>,
     "Return an upper bound on ratio() relatively quickly."},
    {"@python real_quick_ratio()", GetRatio<RatioKind::kRealQuick>,
     "Return an upper bound on ratio() very quickly."},
};
constexpr AttributeInfo kMatcherAttributes[] = {
    {"a", Get<&SequenceMatcher::a>},
    {"b", Get<&SequenceMatcher::b>},
    {"isjunk", Get<&SequenceMatcher::isjunk>},
    {"autojunk", Get<&SequenceMatcher::autojunk>},
    {"bjunk", Get<&SequenceMatcher::junk>},
    {"b2j", GetB2j},
    {"bpopular", GetPopular},
};
PYSUB_MEMBERS(SequenceMatcher, kMatcherMethods, kMatcherAttributes);

// ---- get_close_matches

// The possibilities come materialised.
Value GetCloseMatches(Vm& vm, const Args& a) {
  int64_t n = a.has(2) ? TRY(vm.ToIndexClamped(a[2])) : 3;
  if (n <= 0) return vm.ValueError("n must be > 0: ", TRY(vm.ReprValue(a[2])));
  double cutoff = a.has(3) ? TRY(vm.ToDouble(a[3])) : 0.6;
  if (!(cutoff >= 0.0 && cutoff <= 1.0)) {
    return vm.ValueError("cutoff must be in [0.0, 1.0]: ", TRY(vm.ReprValue(a[3])));
  }
  List* word = TRY(Items(vm, a[0])).As<List>();
  List* possibilities = TRY(NewListFrom(vm, a[1])).As<List>();
  struct Scored {
    double score;
    Value value;
  };
  std::vector<Scored> scored;
  for (uint64_t i = 0; i < possibilities->size; ++i) {
    List* candidate = TRY(Items(vm, possibilities->items()[i])).As<List>();
    ListMatcher matcher(vm);
    TRY(matcher.Set(candidate, word, Value::None(), true));
    if (matcher.get().RealQuickRatio() < cutoff || TRY(matcher.get().QuickRatio()) < cutoff)
      continue;
    double score = TRY(matcher.get().Ratio());
    if (score >= cutoff) scored.push_back({score, possibilities->items()[i]});
  }
  // The best by score, then by the value itself, as heapq.nlargest compares the pairs.
  List* result = TRY(vm.NewList());
  while (!scored.empty() && static_cast<int64_t>(result->size) < n) {
    size_t best = 0;
    if (!vm.Tick(scored.size())) return Value::Failed();
    for (size_t i = 1; i < scored.size(); ++i) {
      bool better = scored[i].score > scored[best].score;
      if (scored[i].score == scored[best].score) {
        Value greater = TRY(vm.Compare(CompareOp::kGt, scored[i].value, scored[best].value));
        better = TRY(vm.Truth(greater));
      }
      if (better) best = i;
    }
    TRY(ListAppend(vm, result, scored[best].value));
    scored.erase(scored.begin() + static_cast<int64_t>(best));
  }
  return Value::Of(result);
}

constexpr NativeInfo kFunctions[] = {
    kDefineRow,
    {"@python get_close_matches(word, possibilities, n=3, cutoff=0.6)", GetCloseMatches,
     "Use SequenceMatcher to return list of the best \"good enough\" matches.", 0b10},
};

Status Init(Vm& vm, Dict* names) {
  Value match = NewNamedTupleType(vm, "Match", "difflib", {"a", "b", "size"});
  if (match.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "Match", match));
  TRY(DictSetStr(vm, names, "SequenceMatcher", Value::Type(TypeId::kSequenceMatcher)));
  TRY(DictSetStr(vm, names, "HtmlDiff", Value::Type(TypeId::kHtmlDiff)));
  return DictSetStr(vm, names, "Differ", Value::Type(TypeId::kDiffer));
}

}  // namespace
}  // namespace difflib

// Slots: what is asked, the function, the set of what is junk, the result, the number of the next.
Value MatcherPrepareResume(Vm& vm, NativeFrame& frame, Value in) {
  Value* slots = frame.slots;
  auto item = [&] { return slots[0].As<List>()->items()[slots[4].AsSmallInt()]; };
  if (!IsPlaceIn(frame, slots[4], slots[0].As<List>()->size)) return BadState(vm);
  switch (frame.state) {
    case 0:
      while (slots[4].AsSmallInt() < static_cast<int64_t>(slots[0].As<List>()->size)) {
        PYSUB_SUSPEND_POINT(1, vm.Call(slots[1], {item()}));
        // What was called at once may have changed the list.
        if (slots[4].AsSmallInt() >= static_cast<int64_t>(slots[0].As<List>()->size))
          return BadState(vm);
        if (TRY(vm.Truth(in))) TRY(SetAdd(vm, slots[2].As<Set>(), item()));
        slots[4] = slots[4].CountedUp();
        frame.state = 0;
      }
  }
  return slots[3];
}

constexpr Schema kSequenceMatcherSchema{"v v l l v b <Set>"};
extern constexpr TypeInfo kSequenceMatcherType{.id = TypeId::kSequenceMatcher,
                                               .schema = &kSequenceMatcherSchema,
                                               .constructor = &difflib::kMatcherConstructor,
                                               .methods = difflib::kMatcherMethods,
                                               .attributes = difflib::kMatcherAttributes,
                                               .members = difflib::kSequenceMatcherMembers};
PYSUB_LIBRARY_CLASS(Differ, "Differ(linejunk=None, charjunk=None)",
                    "Differ is a class for comparing sequences of lines of text, and\nproducing "
                    "human-readable differences "
                    "or deltas.");
PYSUB_LIBRARY_CLASS(
    HtmlDiff, "HtmlDiff(tabsize=8, wrapcolumn=None, linejunk=None, charjunk=<unrepresentable>)",
    "For producing HTML side by side comparison with change highlights.");
extern constexpr ModuleInfo kDifflibModule{
    .name = "difflib",
    .doc = "Module difflib -- helpers for computing deltas between objects.",
    .functions = difflib::kFunctions,
    .init = difflib::Init,
    .source =
#include "stdlib/python/difflib.inc"
};

}  // namespace pysub
