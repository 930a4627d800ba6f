// difflib. CPython 3.14 library, "difflib". Deltas are computed when their function is called, not line by line;
// junk functions are asked about each distinct element first. Left out: HtmlDiff, diff_bytes.

#include <algorithm>
#include <string>
#include <unordered_map>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/difflib_matcher.h"
#include "stdlib/modules/library_function.h"
#include "stdlib/modules/library_generator.h"
#include "stdlib/types/namedtuple.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/shape.h"

namespace pysub {
namespace difflib {
namespace {

struct SequenceMatcher : Object {
  Value a, b;              // as given
  Value a_items, b_items;  // Lists
  Value isjunk;            // function or None
  Value autojunk;          // bool
  Value junk;              // Set: the elements of b that are junk
};
SequenceMatcher* S(Value v) { return v.As<SequenceMatcher>(); }

struct DifferObject : Object {
  Value linejunk, charjunk;
};

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
    for (uint64_t i = 0; i < items->size; ++i) {
      Value number = DictSetDefault(vm_, numbers_, items->items()[i],
                                    Value::SmallInt(static_cast<int64_t>(numbers_->live)));
      if (number.IsFailed()) return Failure{};
      ids->push_back(static_cast<uint32_t>(number.AsSmallInt()));
    }
    return Done{};
  }
  // The flags of the values that are in `junk`.
  Status Flags(Value junk, std::vector<bool>* flags) {
    flags->assign(numbers_->live, false);
    if (!IsObjectOf(junk, TypeId::kSet) || junk.As<Set>()->live == 0) return Done{};
    for (uint32_t at = 0; DictEntry* entry = DictNext(numbers_, &at);) {
      bool found = TRY(vm_.SetContains(junk.As<Set>(), entry->key));
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
    matcher_.emplace(vm_, a_, b_, junk_, autojunk);
    return Done{};
  }
  Matcher& get() { return *matcher_; }

 private:
  Vm& vm_;
  Ids a_, b_;
  std::vector<bool> junk_;
  std::optional<ScratchCharge> charge_;
  std::optional<Matcher> matcher_;
};

Status Prepare(Vm&, Value self, ListMatcher* matcher) {
  return matcher->Set(S(self)->a_items.As<List>(), S(self)->b_items.As<List>(), S(self)->junk,
                      S(self)->autojunk.IsTrue());
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

// Finds out what is junk of b; answers `result`; may push.
Value FindJunk(Vm& vm, Value self, Value result) {
  SequenceMatcher* matcher = S(self);
  Set* junk = TRY(vm.NewSet());
  matcher->junk = Value::Of(junk);
  if (matcher->isjunk.IsNone()) return result;
  Dict* distinct = TRY(vm.NewDict());
  List* items = matcher->b_items.As<List>();
  if (!vm.Tick(items->size)) return Value::Failed();
  for (uint64_t i = 0; i < items->size; ++i) TRY(vm.DictSet(distinct, items->items()[i], Value::None()));
  Value asked = TRY(NewListFrom(vm, Value::Of(distinct)));
  return vm.PushTask(StepId::kMatcherPrepare,
                     {asked, matcher->isjunk, matcher->junk, result, Value::SmallInt(0)});
}

Value New(Vm& vm, const Args& a) {
  Value isjunk = a.has(1) ? a[1] : Value::None();
  Value empty = TRY(vm.NewStr(""));
  Value first = a.has(2) ? a[2] : empty, second = a.has(3) ? a[3] : empty;
  bool autojunk = !a.has(4) || TRY(vm.Truth(a[4]));
  Value a_items = TRY(Items(vm, first));
  Value b_items = TRY(Items(vm, second));
  SequenceMatcher* matcher = TRY(vm.New<SequenceMatcher>(TypeId::kSequenceMatcher));
  matcher->a = first;
  matcher->b = second;
  matcher->a_items = a_items;
  matcher->b_items = b_items;
  matcher->isjunk = isjunk;
  matcher->autojunk = Value::Bool(autojunk);
  return FindJunk(vm, Value::Of(matcher), Value::Of(matcher));
}
Value SetSeq1(Vm& vm, const Args& a) {
  Value items = TRY(Items(vm, a[1]));
  S(a[0])->a = a[1];
  S(a[0])->a_items = items;
  return Value::None();
}
Value SetSeq2(Vm& vm, const Args& a) {
  Value items = TRY(Items(vm, a[1]));
  S(a[0])->b = a[1];
  S(a[0])->b_items = items;
  return FindJunk(vm, a[0], Value::None());
}
Value SetSeqs(Vm& vm, const Args& a) {
  Value first = TRY(Items(vm, a[1]));
  Value second = TRY(Items(vm, a[2]));
  S(a[0])->a = a[1];
  S(a[0])->a_items = first;
  S(a[0])->b = a[2];
  S(a[0])->b_items = second;
  return FindJunk(vm, a[0], Value::None());
}

Value MatchType(Vm& vm) { return NamedTupleTypeOf(vm, "difflib", "Match", {"a", "b", "size"}); }
Value NewMatch(Vm& vm, Value type, const Block& block) {
  return NewNamedTuple(vm, type, {Value::SmallInt(block.a), Value::SmallInt(block.b), Value::SmallInt(block.size)});
}

Value FindLongestMatch(Vm& vm, const Args& a) {
  int64_t la = static_cast<int64_t>(S(a[0])->a_items.As<List>()->size);
  int64_t lb = static_cast<int64_t>(S(a[0])->b_items.As<List>()->size);
  int64_t bounds[4] = {0, la, 0, lb};
  for (int i = 0; i < 4; ++i) {
    if (!a.has(static_cast<uint32_t>(i) + 1) || a[static_cast<uint32_t>(i) + 1].IsNone()) continue;
    bounds[i] = std::clamp<int64_t>(TRY(vm.ToIndexClamped(a[static_cast<uint32_t>(i) + 1])), 0, i < 2 ? la : lb);
  }
  ListMatcher matcher(vm);
  TRY(Prepare(vm, a[0], &matcher));
  Block block = TRY(matcher.get().Longest(static_cast<uint32_t>(bounds[0]), static_cast<uint32_t>(bounds[1]),
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
  List* list = TRY(vm.NewList(static_cast<uint32_t>(blocks.size())));
  for (const Block& block : blocks) TRY(vm.ListAppend(list, TRY(NewMatch(vm, type, block))));
  return Value::Of(list);
}

Status OpcodesOfLists(Vm& vm, List* a, List* b, Value junk, bool autojunk, std::vector<Opcode>* codes) {
  ListMatcher matcher(vm);
  TRY(matcher.Set(a, b, junk, autojunk));
  std::vector<Block> blocks;
  TRY(matcher.get().Blocks(&blocks));
  *codes = OpcodesOf(blocks);
  return Done{};
}
Value OpcodeList(Vm& vm, const std::vector<Opcode>& codes) {
  List* list = TRY(vm.NewList(static_cast<uint32_t>(codes.size())));
  for (const Opcode& code : codes) {
    Value tag = TRY(vm.Intern(TagName(code.tag)));
    TRY(vm.ListAppend(list, TRY(vm.NewTuple({tag, Value::SmallInt(code.i1), Value::SmallInt(code.i2),
                                             Value::SmallInt(code.j1), Value::SmallInt(code.j2)}))));
  }
  return Value::Of(list);
}
Status OpcodesOfMatcher(Vm& vm, Value self, std::vector<Opcode>* codes) {
  return OpcodesOfLists(vm, S(self)->a_items.As<List>(), S(self)->b_items.As<List>(), S(self)->junk,
                        S(self)->autojunk.IsTrue(), codes);
}
Value GetOpcodes(Vm& vm, const Args& a) {
  std::vector<Opcode> codes;
  TRY(OpcodesOfMatcher(vm, a[0], &codes));
  return OpcodeList(vm, codes);
}
Value GetGroupedOpcodes(Vm& vm, const Args& a) {
  int64_t n = a.has(1) ? std::clamp<int64_t>(TRY(vm.ToIndexClamped(a[1])), -1, int64_t{1} << 40) : 3;
  std::vector<Opcode> codes;
  TRY(OpcodesOfMatcher(vm, a[0], &codes));
  List* groups = TRY(vm.NewList());
  for (const std::vector<Opcode>& group : GroupsOf(codes, n)) {
    TRY(vm.ListAppend(groups, TRY(OpcodeList(vm, group))));
  }
  return NewItemsGenerator(vm, "SequenceMatcher.get_grouped_opcodes", Value::Of(groups));
}

enum class RatioKind : uint8_t { kExact, kQuick, kRealQuick };
template <RatioKind kKind>
Value GetRatio(Vm& vm, const Args& a) {
  ListMatcher matcher(vm);
  TRY(Prepare(vm, a[0], &matcher));
  if (kKind == RatioKind::kQuick) return Value::Float(matcher.get().QuickRatio());
  if (kKind == RatioKind::kRealQuick) return Value::Float(matcher.get().RealQuickRatio());
  return Value::Float(TRY(matcher.get().Ratio()));
}

template <Value SequenceMatcher::*kField>
Value Get(Vm&, Value self) {
  return S(self)->*kField;
}
// b2j: where each element of b is, without the junk and the popular ones; bpopular: those.
Value IndexOfB(Vm& vm, Value self, bool popular) {
  ListMatcher matcher(vm);
  TRY(Prepare(vm, self, &matcher));
  Numbering numbering(vm);
  Ids a_ids, b_ids;
  TRY(numbering.Add(S(self)->a_items.As<List>(), &a_ids));
  TRY(numbering.Add(S(self)->b_items.As<List>(), &b_ids));
  Dict* index = TRY(vm.NewDict());
  Set* frequent = TRY(vm.NewSet());
  for (size_t j = 0; j < b_ids.size(); ++j) {
    Value element = S(self)->b_items.As<List>()->items()[j];
    if (matcher.get().IsPopular(b_ids[j])) TRY(vm.SetAdd(frequent, element));
    if (matcher.get().IsPopular(b_ids[j]) || matcher.get().IsJunk(b_ids[j])) continue;
    List* fresh = TRY(vm.NewList());
    Value places = TRY(DictSetDefault(vm, index, element, Value::Of(fresh)));
    TRY(vm.ListAppend(places.As<List>(), Value::SmallInt(static_cast<int64_t>(j))));
  }
  return popular ? Value::Of(frequent) : Value::Of(index);
}
Value GetB2j(Vm& vm, Value self) { return IndexOfB(vm, self, false); }
Value GetPopular(Vm& vm, Value self) { return IndexOfB(vm, self, true); }

constexpr NativeInfo kMatcherConstructor{
    "@python SequenceMatcher(isjunk=None, a='', b='', autojunk=True)", New,
    "SequenceMatcher is a flexible class for comparing pairs of sequences of any type.", 0b110};
constexpr NativeInfo kMatcherMethods[] = {
    {"@python set_seqs(a, b)", SetSeqs, "Set the two sequences to be compared.", 0b11},
    {"@python set_seq1(a)", SetSeq1, "Set the first sequence to be compared.", 1},
    {"@python set_seq2(b)", SetSeq2, "Set the second sequence to be compared.", 1},
    {"@python find_longest_match(alo=0, ahi=None, blo=0, bhi=None)", FindLongestMatch,
     "Find longest matching block in a[alo:ahi] and b[blo:bhi]."},
    {"@python get_matching_blocks()", GetMatchingBlocks,
     "Return list of triples describing matching subsequences."},
    {"@python get_opcodes()", GetOpcodes, "Return list of 5-tuples describing how to turn a into b."},
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
    {"a", Get<&SequenceMatcher::a>},           {"b", Get<&SequenceMatcher::b>},
    {"isjunk", Get<&SequenceMatcher::isjunk>}, {"autojunk", Get<&SequenceMatcher::autojunk>},
    {"bjunk", Get<&SequenceMatcher::junk>},    {"b2j", GetB2j},
    {"bpopular", GetPopular},
};
PYSUB_MEMBERS(SequenceMatcher, kMatcherMethods, kMatcherAttributes);

// ---- get_close_matches

// The possibilities come drained.
Value GetCloseMatches(Vm& vm, const Args& a) {
  int64_t n = a.has(2) ? TRY(vm.ToIndexClamped(a[2])) : 3;
  double cutoff = a.has(3) ? TRY(vm.ToDouble(a[3])) : 0.6;
  if (n <= 0) return vm.ValueError("n must be > 0: ", TRY(vm.ReprValue(a[2])));
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
    if (matcher.get().RealQuickRatio() < cutoff || matcher.get().QuickRatio() < cutoff) continue;
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
    TRY(vm.ListAppend(result, scored[best].value));
    scored.erase(scored.begin() + static_cast<int64_t>(best));
  }
  return Value::Of(result);
}

// ---- unified_diff, context_diff

struct Headers {
  std::string_view from_file, to_file, from_date, to_date, line_end;
  int64_t context;
};

Status CheckLine(Vm& vm, Value line, const Value* shown) {
  if (Vm::IsStr(line)) return Done{};
  Value text = vm.ReprValue(shown != nullptr ? *shown : line);
  if (text.IsFailed()) return Failure{};
  return vm.TypeError("lines to compare must be str, not ", vm.TypeName(line), " (", text, ")");
}

// _check_types; fills in the lists and headers.
Status ReadArguments(Vm& vm, const Args& a, List** lines_a, List** lines_b, Headers* headers) {
  for (uint32_t i : {0u, 1u}) {
    Value items = Items(vm, a[i]);
    if (items.IsFailed()) return Failure{};
    *(i == 0 ? lines_a : lines_b) = items.As<List>();
    for (Value line : ListItems(items.As<List>())) TRY(CheckLine(vm, line, nullptr));
  }
  for (uint32_t i : {0u, 1u}) {
    if (Vm::IsStr(a[i])) return vm.TypeError("input must be a sequence of strings, not str");
  }
  std::string_view* const texts[] = {&headers->from_file, &headers->to_file, &headers->from_date,
                                     &headers->to_date, nullptr, &headers->line_end};
  headers->line_end = "\n";
  for (uint32_t i = 0; i < 6; ++i) {
    if (texts[i] == nullptr || !a.has(i + 2)) continue;
    if (!Vm::IsStr(a[i + 2])) {
      Value shown = vm.ReprValue(a[i + 2]);
      if (shown.IsFailed()) return Failure{};
      return vm.TypeError("all arguments must be str, not: ", shown);
    }
    *texts[i] = Vm::View(a[i + 2]);
  }
  headers->context = a.has(6) ? std::clamp<int64_t>(TRY(vm.ToIndexClamped(a[6])), -1, int64_t{1} << 40) : 3;
  return Done{};
}

Status AddLine(Vm& vm, List* out, std::initializer_list<std::string_view> parts) {
  TextBuilder line(vm);
  for (std::string_view part : parts) line.Append(part);
  Value text = line.Finish();
  if (text.IsFailed()) return Failure{};
  return vm.ListAppend(out, text);
}
Status AddLines(Vm& vm, List* out, std::string_view prefix, List* lines, int64_t from, int64_t to) {
  for (int64_t i = from; i < to && i < static_cast<int64_t>(lines->size); ++i) {
    TRY(AddLine(vm, out, {prefix, Vm::View(lines->items()[i])}));
  }
  return Done{};
}
std::string UnifiedRange(int64_t start, int64_t stop) {
  int64_t length = stop - start;
  if (length == 1) return std::to_string(start + 1);
  return std::to_string(length == 0 ? start : start + 1) + "," + std::to_string(length);
}
std::string ContextRange(int64_t start, int64_t stop) {
  int64_t length = stop - start, beginning = length == 0 ? start : start + 1;
  if (length <= 1) return std::to_string(beginning);
  return std::to_string(beginning) + "," + std::to_string(beginning + length - 1);
}

Status AddHeaders(Vm& vm, List* out, const Headers& h, std::string_view from, std::string_view to) {
  TRY(AddLine(vm, out, {from, h.from_file, h.from_date.empty() ? "" : "\t", h.from_date, h.line_end}));
  return AddLine(vm, out, {to, h.to_file, h.to_date.empty() ? "" : "\t", h.to_date, h.line_end});
}

Status AddUnified(Vm& vm, List* out, const std::vector<Opcode>& group, List* a, List* b,
                  const Headers& h) {
  const Opcode& first = group.front();
  const Opcode& last = group.back();
  TRY(AddLine(vm, out, {"@@ -", UnifiedRange(first.i1, last.i2), " +", UnifiedRange(first.j1, last.j2),
                        " @@", h.line_end}));
  for (const Opcode& code : group) {
    if (code.tag == Tag::kEqual) {
      TRY(AddLines(vm, out, " ", a, code.i1, code.i2));
      continue;
    }
    if (code.tag != Tag::kInsert) TRY(AddLines(vm, out, "-", a, code.i1, code.i2));
    if (code.tag != Tag::kDelete) TRY(AddLines(vm, out, "+", b, code.j1, code.j2));
  }
  return Done{};
}

Status AddContext(Vm& vm, List* out, const std::vector<Opcode>& group, List* a, List* b,
                  const Headers& h) {
  static constexpr std::string_view kPrefix[] = {"! ", "- ", "+ ", "  "};
  const Opcode& first = group.front();
  const Opcode& last = group.back();
  auto has = [&](Tag tag) {
    return std::any_of(group.begin(), group.end(),
                       [tag](const Opcode& code) { return code.tag == tag || code.tag == Tag::kReplace; });
  };
  TRY(AddLine(vm, out, {"***************", h.line_end}));
  TRY(AddLine(vm, out, {"*** ", ContextRange(first.i1, last.i2), " ****", h.line_end}));
  for (const Opcode& code : group) {
    if (!has(Tag::kDelete)) break;
    if (code.tag != Tag::kInsert) {
      TRY(AddLines(vm, out, kPrefix[static_cast<int>(code.tag)], a, code.i1, code.i2));
    }
  }
  TRY(AddLine(vm, out, {"--- ", ContextRange(first.j1, last.j2), " ----", h.line_end}));
  for (const Opcode& code : group) {
    if (!has(Tag::kInsert)) break;
    if (code.tag != Tag::kDelete) {
      TRY(AddLines(vm, out, kPrefix[static_cast<int>(code.tag)], b, code.j1, code.j2));
    }
  }
  return Done{};
}

Value Delta(Vm& vm, const Args& args, bool unified) {
  List* a;
  List* b;
  Headers headers{};
  TRY(ReadArguments(vm, args, &a, &b, &headers));
  std::vector<Opcode> codes;
  TRY(OpcodesOfLists(vm, a, b, Value::None(), true, &codes));
  List* out = TRY(vm.NewList());
  for (const std::vector<Opcode>& group : GroupsOf(codes, headers.context)) {
    if (out->size == 0) {
      TRY(AddHeaders(vm, out, headers, unified ? "--- " : "*** ", unified ? "+++ " : "--- "));
    }
    TRY(unified ? AddUnified(vm, out, group, a, b, headers) : AddContext(vm, out, group, a, b, headers));
  }
  return NewItemsGenerator(vm, unified ? "unified_diff" : "context_diff", Value::Of(out));
}
Value UnifiedDiff(Vm& vm, const Args& a) { return Delta(vm, a, true); }
Value ContextDiff(Vm& vm, const Args& a) { return Delta(vm, a, false); }

// ---- Differ

// Compares the lines of two lists; the sets of junk lines and characters are known.
class LineComparison {
 public:
  LineComparison(Vm& vm, List* a, List* b, Value line_junk, Value char_junk)
      : vm_(vm), a_(a), b_(b), line_junk_(line_junk), char_junk_(char_junk) {}

  Value Run() {
    out_ = TRY(vm_.NewList());
    std::vector<Opcode> codes;
    TRY(OpcodesOfLists(vm_, a_, b_, line_junk_, true, &codes));
    for (const Opcode& code : codes) {
      switch (code.tag) {
        case Tag::kReplace:
          TRY(Replace(code.i1, code.i2, code.j1, code.j2));
          break;
        case Tag::kDelete:
          TRY(Dump("- ", a_, code.i1, code.i2));
          break;
        case Tag::kInsert:
          TRY(Dump("+ ", b_, code.j1, code.j2));
          break;
        case Tag::kEqual:
          TRY(Dump("  ", a_, code.i1, code.i2));
          break;
      }
    }
    return NewItemsGenerator(vm_, "Differ.compare", Value::Of(out_));
  }

 private:
  static constexpr double kCutoff = 0.74999;
  static constexpr int64_t kWindow = 10;

  std::string_view Line(List* lines, int64_t i) const { return Vm::View(lines->items()[i]); }
  Status Dump(std::string_view tag, List* lines, int64_t from, int64_t to) {
    return AddLines(vm_, out_, tag, lines, from, to);
  }

  // Similar lines close to each other become synchronisation points.
  Status Replace(int64_t alo, int64_t ahi, int64_t blo, int64_t bhi) {
    int64_t next_a = alo, next_b = blo;  // smallest indices that are not done yet
    for (int64_t j = blo; j < bhi; ++j) {
      int64_t same = alo + (j - blo);
      int64_t from = std::max(same - kWindow, next_a), to = std::min(same + kWindow + 1, ahi);
      if (from >= to) break;
      double best_ratio = kCutoff;
      int64_t best = -1;
      for (int64_t i = from; i < to; ++i) {
        CharMatcher matcher(*this, Line(a_, i), Line(b_, j));
        TRY(matcher.Set());
        if (matcher.get().RealQuickRatio() <= best_ratio || matcher.get().QuickRatio() <= best_ratio) continue;
        double ratio = TRY(matcher.get().Ratio());
        if (ratio <= best_ratio) continue;
        best_ratio = ratio;
        best = i;
      }
      if (best < 0) continue;
      TRY(Rest(next_a, best, next_b, j));
      TRY(Pair(Line(a_, best), Line(b_, j)));
      next_a = best + 1;
      next_b = j + 1;
    }
    return Rest(next_a, ahi, next_b, bhi);
  }

  // Lines that are like no other.
  Status Rest(int64_t alo, int64_t ahi, int64_t blo, int64_t bhi) {
    if (alo < ahi && blo < bhi && bhi - blo < ahi - alo) {
      TRY(Dump("+ ", b_, blo, bhi));
      return Dump("- ", a_, alo, ahi);
    }
    TRY(Dump("- ", a_, alo, ahi));
    return Dump("+ ", b_, blo, bhi);
  }

  static std::u32string Decode(std::string_view text) {
    std::u32string decoded;
    for (char32_t c : CodePoints(text)) decoded.push_back(c);
    return decoded;
  }

  // Two lines as sequences of characters.
  class CharMatcher {
   public:
    CharMatcher(LineComparison& owner, std::string_view a, std::string_view b)
        : owner_(owner), charge_(owner.vm_, (a.size() + b.size()) * 80 + 64), text_a_(a), text_b_(b) {}
    Status Set() {
      if (!charge_.ok()) return Failure{};
      if (!owner_.vm_.Tick((text_a_.size() + text_b_.size()) / 4 + 1)) return Failure{};
      TRY(Add(text_a_, &a_));
      TRY(Add(text_b_, &b_));
      matcher_.emplace(owner_.vm_, a_, b_, junk_, true);
      return Done{};
    }
    Matcher& get() { return *matcher_; }

   private:
    Status Add(std::string_view text, Ids* ids) {
      for (char32_t c : CodePoints(text)) {
        if (!Paced(owner_.vm_, ids->size())) return Failure{};
        auto [found, fresh] = numbers_.try_emplace(c, static_cast<uint32_t>(numbers_.size()));
        ids->push_back(found->second);
        if (!fresh) continue;
        bool junk = false;
        if (IsObjectOf(owner_.char_junk_, TypeId::kSet)) {
          Value character = owner_.vm_.CharStr(c);
          if (character.IsFailed()) return Failure{};
          junk = TRY(owner_.vm_.SetContains(owner_.char_junk_.As<pysub::Set>(), character));
        }
        junk_.push_back(junk);
      }
      return Done{};
    }

    LineComparison& owner_;
    ScratchCharge charge_;
    std::string_view text_a_, text_b_;
    std::unordered_map<char32_t, uint32_t> numbers_;
    Ids a_, b_;
    std::vector<bool> junk_;
    std::optional<Matcher> matcher_;
  };

  // Tags below a line: white space as the line has it.
  static std::string TagLine(std::string_view line, const std::string& tags) {
    std::string text;
    size_t i = 0;
    for (char32_t c : CodePoints(line)) {
      if (i >= tags.size()) break;
      char buffer[4];
      if (tags[i] == ' ' && IsSpaceCodePoint(c)) {
        text.append(buffer, static_cast<size_t>(EncodeUtf8(c, buffer)));
      } else {
        text += tags[i];
      }
      ++i;
    }
    std::string_view stripped = StrTrimRight(text);
    return std::string(stripped);
  }
  static std::string_view StrTrimRight(std::string_view text) {
    while (!text.empty()) {
      DecodedCodePoint last = DecodeUtf8Before(text, text.size());
      if (!IsSpaceCodePoint(last.code_point)) break;
      text.remove_suffix(static_cast<size_t>(Utf8Size(last.code_point)));
    }
    return text;
  }

  Status Pair(std::string_view a, std::string_view b) {
    if (a == b) return AddLine(vm_, out_, {"  ", a});
    CharMatcher matcher(*this, a, b);
    TRY(matcher.Set());
    std::vector<Block> blocks;
    TRY(matcher.get().Blocks(&blocks));
    std::string tags_a, tags_b;
    for (const Opcode& code : OpcodesOf(blocks)) {
      static constexpr char kTags[] = {'^', '-', '+', ' '};
      char tag = kTags[static_cast<int>(code.tag)];
      tags_a.append(static_cast<size_t>(code.i2 - code.i1), tag);
      tags_b.append(static_cast<size_t>(code.j2 - code.j1), tag);
    }
    tags_a = TagLine(a, tags_a);
    tags_b = TagLine(b, tags_b);
    TRY(AddLine(vm_, out_, {"- ", a}));
    if (!tags_a.empty()) TRY(AddLine(vm_, out_, {"? ", tags_a, "\n"}));
    TRY(AddLine(vm_, out_, {"+ ", b}));
    if (!tags_b.empty()) TRY(AddLine(vm_, out_, {"? ", tags_b, "\n"}));
    return Done{};
  }

  Vm& vm_;
  List* a_;
  List* b_;
  Value line_junk_, char_junk_;
  List* out_ = nullptr;
};

// What the junk functions are asked about: the distinct lines of b, the distinct characters of both.
Value DistinctLines(Vm& vm, List* lines) {
  Dict* distinct = TRY(vm.NewDict());
  for (Value line : ListItems(lines)) TRY(vm.DictSet(distinct, line, Value::None()));
  return NewListFrom(vm, Value::Of(distinct));
}
Value DistinctChars(Vm& vm, List* a, List* b) {
  Dict* distinct = TRY(vm.NewDict());
  for (List* lines : {a, b}) {
    for (Value line : ListItems(lines)) {
      for (char32_t c : CodePoints(Vm::View(line))) {
        if (!vm.Tick(1)) return Value::Failed();
        TRY(vm.DictSet(distinct, TRY(vm.CharStr(c)), Value::None()));
      }
    }
  }
  return NewListFrom(vm, Value::Of(distinct));
}

Value Compare(Vm& vm, Value first, Value second, Value line_junk, Value char_junk) {
  List* a = TRY(Items(vm, first)).As<List>();
  List* b = TRY(Items(vm, second)).As<List>();
  for (List* lines : {a, b}) {
    for (Value line : ListItems(lines)) TRY(CheckLine(vm, line, nullptr));
  }
  Value asked_lines = line_junk.IsNone() ? Value::None() : TRY(DistinctLines(vm, b));
  Value asked_chars = char_junk.IsNone() ? Value::None() : TRY(DistinctChars(vm, a, b));
  Set* line_set = TRY(vm.NewSet());
  Set* char_set = TRY(vm.NewSet());
  return vm.PushTask(StepId::kDifflibCompare,
                     {Value::Of(a), Value::Of(b), asked_lines, line_junk, Value::Of(line_set), asked_chars,
                      char_junk, Value::Of(char_set)});
}

// The arguments come drained.
Value NDiff(Vm& vm, const Args& a) {
  static constexpr Name kCharJunk{"IS_CHARACTER_JUNK", MemberHash("IS_CHARACTER_JUNK")};
  Value char_junk = a[3];
  if (!a.has(3)) {
    Value module = TRY(vm.ImportModule("difflib"));
    char_junk = TRY(vm.GetAttribute(module, kCharJunk));
  }
  return Compare(vm, a[0], a[1], a.has(2) ? a[2] : Value::None(), char_junk);
}
Value DifferNew(Vm& vm, const Args& a) {
  DifferObject* differ = TRY(vm.New<DifferObject>(TypeId::kDiffer));
  differ->linejunk = a.has(1) ? a[1] : Value::None();
  differ->charjunk = a.has(2) ? a[2] : Value::None();
  return Value::Of(differ);
}
Value DifferCompare(Vm& vm, const Args& a) {
  DifferObject* differ = a[0].As<DifferObject>();
  return Compare(vm, a[1], a[2], differ->linejunk, differ->charjunk);
}
constexpr NativeInfo kDifferConstructor{"@python Differ(linejunk=None, charjunk=None)", DifferNew,
                                        "Differ is a class for comparing sequences of lines of text."};
constexpr NativeInfo kDifferMethods[] = {
    {"@python compare(a, b)", DifferCompare,
     "Compare two sequences of lines; generate the resulting delta.", 0b11}};
PYSUB_MEMBERS(Differ, kDifferMethods, kNoAttributes);

Value IsCharacterJunk(Vm& vm, const Args& a) {
  Value spaces = a.has(1) ? a[1] : TRY(vm.NewStr(" \t"));
  return vm.Contains(spaces, a[0]);
}
Value IsLineJunk(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0])) return vm.RaiseAttributeError(a[0], "strip");
  WhitespaceSplitter words(Vm::View(a[0]), -1, TextKind::kStr);
  std::string_view word, more;
  if (!words.Next(&word)) return Value::True();
  return Value::Bool(word == "#" && !words.Next(&more));
}

// The delta comes drained.
Value Restore(Vm& vm, const Args& a) {
  int64_t which = IsIntLike(a[1]) ? TRY(vm.ToIndexClamped(a[1])) : 0;
  if (which != 1 && which != 2) {
    return vm.ValueError("unknown delta choice (must be 1 or 2): ", TRY(vm.ReprValue(a[1])));
  }
  List* delta = TRY(NewListFrom(vm, a[0])).As<List>();
  List* lines = TRY(vm.NewList());
  for (Value line : ListItems(delta)) {
    if (!Vm::IsStr(line)) continue;
    std::string_view text = Vm::View(line);
    if (!text.starts_with("  ") && !text.starts_with(which == 1 ? "- " : "+ ")) continue;
    TRY(AddLine(vm, lines, {text.substr(2)}));
  }
  return NewItemsGenerator(vm, "restore", Value::Of(lines));
}

constexpr NativeInfo kFunctions[] = {
    {"@python IS_CHARACTER_JUNK(ch, ws=' \\t')", IsCharacterJunk,
     "Return True for ignorable character: iff `ch` is a space or tab."},
    {"@python IS_LINE_JUNK(line, pat=None)", IsLineJunk,
     "Return True for ignorable line: if `line` is blank or contains a single '#'."},
    {"@python context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\\n')",
     ContextDiff, "Compare two sequences of lines; generate the delta as a context diff.", 0b11},
    {"@python get_close_matches(word, possibilities, n=3, cutoff=0.6)", GetCloseMatches,
     "Use SequenceMatcher to return list of the best \"good enough\" matches.", 0b10},
    {"@python ndiff(a, b, linejunk=None, charjunk=<unrepresentable>)", NDiff,
     "Compare `a` and `b` (lists of strings); return a `Differ`-style delta.", 0b11},
    {"@python restore(delta, which)", Restore, "Generate one of the two sequences that generated a delta.", 1},
    {"@python unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\\n')",
     UnifiedDiff, "Compare two sequences of lines; generate the delta as a unified diff.", 0b11},
};

Status Init(Vm& vm, Dict* names) {
  Value match = NewNamedTupleType(vm, "Match", "difflib", {"a", "b", "size"});
  if (match.IsFailed()) return Failure{};
  TRY(vm.DictSetStr(names, "Match", match));
  TRY(vm.DictSetStr(names, "SequenceMatcher", Value::Type(TypeId::kSequenceMatcher)));
  return vm.DictSetStr(names, "Differ", Value::Type(TypeId::kDiffer));
}

}  // namespace
}  // namespace difflib

// Slots: what is asked, the function, the set of what is junk, the result, the number of the next.
Value MatcherPrepareStep(Vm& vm, Task& task, Value in) {
  Value* slots = task.slots;
  auto item = [&] { return slots[0].As<List>()->items()[slots[4].AsSmallInt()]; };
  if (slots[4].AsSmallInt() < 0 || slots[4].AsSmallInt() > static_cast<int64_t>(slots[0].As<List>()->size)) {
    return BadState(vm);
  }
  switch (task.state) {
    case 0:
      while (slots[4].AsSmallInt() < static_cast<int64_t>(slots[0].As<List>()->size)) {
        PYSUB_AWAIT(1, vm.Call(slots[1], {item()}));
        if (slots[4].AsSmallInt() >= static_cast<int64_t>(slots[0].As<List>()->size)) return BadState(vm);
        if (TRY(vm.Truth(in))) TRY(vm.SetAdd(slots[2].As<Set>(), item()));
        slots[4] = Value::SmallInt(slots[4].AsSmallInt() + 1);
        task.state = 0;
      }
  }
  return slots[3];
}

// Slots: the two lists; lines to be asked about (or None), the function, the set; the same for characters.
Value DifflibCompareStep(Vm& vm, Task& task, Value in) {
  Value* slots = task.slots;
  switch (task.state) {
    case 0:
      if (!slots[2].IsNone()) {
        PYSUB_AWAIT(1, vm.PushTask(StepId::kMatcherPrepare, {slots[2], slots[3], slots[4], Value::None(),
                                                             Value::SmallInt(0)}));
      }
      if (!slots[5].IsNone()) {
        PYSUB_AWAIT(2, vm.PushTask(StepId::kMatcherPrepare, {slots[5], slots[6], slots[7], Value::None(),
                                                             Value::SmallInt(0)}));
      }
  }
  if (!AllItems(vm, slots[0], Vm::IsStr) || !AllItems(vm, slots[1], Vm::IsStr)) return BadState(vm);
  return difflib::LineComparison(vm, slots[0].As<List>(), slots[1].As<List>(), slots[4], slots[7]).Run();
}

constexpr Shape kSequenceMatcherShape{"v v l l v b <Set>"};
constexpr Shape kDifferShape{"v v"};
extern constexpr TypeInfo kSequenceMatcherType{.id = TypeId::kSequenceMatcher, .shape = &kSequenceMatcherShape,
                                               .constructor = &difflib::kMatcherConstructor,
                                               .methods = difflib::kMatcherMethods,
                                               .attributes = difflib::kMatcherAttributes,
                                               .members = difflib::kSequenceMatcherMembers};
extern constexpr TypeInfo kDifferType{.id = TypeId::kDiffer, .shape = &kDifferShape,
                                      .constructor = &difflib::kDifferConstructor,
                                      .methods = difflib::kDifferMethods,
                                      .members = difflib::kDifferMembers};
extern constexpr ModuleInfo kDifflibModule{
    .name = "difflib",
    .doc = "Module difflib -- helpers for computing deltas between objects.",
    .functions = difflib::kFunctions,
    .init = difflib::Init};

}  // namespace pysub
