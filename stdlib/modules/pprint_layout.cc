#include "stdlib/modules/pprint_layout.h"

#include <algorithm>
#include <string>
#include <vector>

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_function.h"
#include "stdlib/types/deque.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/dict_views.h"
#include "vm/objects/iterators.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/objects/stoppable_sort.h"
#include "vm/objects/str.h"

namespace pysub {
namespace {

int64_t Length(std::string_view text) { return static_cast<int64_t>(CountCodePoints(text)); }
// Whether Length(text) <= most, mostly without counting.
bool IsAtMost(std::string_view text, int64_t most) {
  if (most < 0 || text.size() / 4 > static_cast<uint64_t>(most)) return false;
  return static_cast<int64_t>(text.size()) <= most || Length(text) <= most;
}

struct Pair {
  Value key, value;
};

// What a pair takes with what sorts it.
constexpr uint64_t kSortedPairBytes = sizeof(Pair) * 4;

// ---- sorting what may not be comparable: by type name and id() then

// Like sorting by pprint's _safe_key: `<` where it answers, else the name of the type and then
// id(). That is no order in the strict sense (1 < 2.5, 2.5 < "a" by name), so the items are
// inserted one by one as a binary search finds their place: such a sort ends whatever the
// comparisons say. Keys that are all str or all small ints, the usual dicts, are compared without
// asking the VM.
class SafeOrder {
 public:
  explicit SafeOrder(Vm& vm) : vm_(vm) {}

  Status Sort(std::vector<Pair>& items) {
    if (!vm_.Tick(items.size() * 4)) return Failure{};
    bool strs = true, ints = true;
    Pace pace(vm_);
    for (const Pair& item : items) {
      if (!pace.IsTimeLeft()) return Failure{};
      strs &= Vm::IsStr(item.key);
      ints &= item.key.IsSmallInt();
    }
    const auto sort = [&](auto less) {
      return SortInTime(vm_, items, less) ? Status(Done{}) : Status(Failure{});
    };
    if (strs)
      return sort([](const Pair& a, const Pair& b) { return Vm::View(a.key) < Vm::View(b.key); });
    if (ints)
      return sort(
          [](const Pair& a, const Pair& b) { return a.key.AsSmallInt() < b.key.AsSmallInt(); });
    std::vector<Pair> sorted;
    for (const Pair& item : items) {
      size_t low = 0, high = sorted.size();
      while (low < high) {
        size_t middle = (low + high) / 2;
        if (TRY(Less(item.key, sorted[middle].key)))
          high = middle;
        else
          low = middle + 1;
      }
      if (!vm_.Tick(1 + (sorted.size() - low) / 8)) return Failure{};
      sorted.insert(sorted.begin() + static_cast<int64_t>(low), item);
    }
    items = std::move(sorted);
    return Done{};
  }

 private:
  Result<bool> Less(Value a, Value b) {
    Value answer = vm_.Compare(CompareOp::kLt, a, b);
    if (answer.IsBool()) return answer.AsBool();
    if (answer.IsCallPending()) return vm_.TypeError("cannot sort objects of cmp_to_key()");
    if (!answer.IsFailed()) return vm_.Truth(answer);
    if (!vm_.PendingIs(TypeId::kTypeError)) return Failure{};
    static_cast<void>(vm_.TakeException());
    int order = vm_.TypeName(a).compare(vm_.TypeName(b));
    if (order != 0) return order < 0;
    int64_t left = TRY(vm_.IdOf(a)), right = TRY(vm_.IdOf(b));
    return left < right;
  }

  Vm& vm_;
};

// ---- the work

// Where pprint breaks lines. A value whose repr() fits into what is left of the line is written as
// that; any other is opened: its bracket, its items one a line, each laid out in the same way with
// less room, its bracket. CPython 3.14 library, "pprint".
//
// Three numbers go along: `indent`, the column where the value begins; `allowance`, how much will
// follow it on its last line (brackets and commas of what is around); `level`, how deep it is
// nested.
//
//     {'name': [1, 2],                 indent 9 for the list, allowance 1 for the comma
//      'other': {'deep': (1,           indent 19 for the tuple,
//                         2)}}         allowance 2 for the two braces behind it
class Printer {
 public:
  Printer(Vm& vm, const PrettyPrinter* options, TextBuilder& out)
      : vm_(vm),
        per_level_(static_cast<int64_t>(options->indent)),
        width_(static_cast<int64_t>(options->width)),
        depth_(static_cast<int64_t>(options->depth)),
        compact_(options->compact),
        sort_(options->sort_dicts),
        underscores_(options->underscores),
        out_(out) {}

  Status Format(Value v) { return Format(v, 0, 0, 0); }
  bool readable = true, recursive = false;

  // repr() with sorted dicts, depth and recursion as the options say.
  Status SafeRepr(Value v, TextBuilder& out, int64_t level) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep(" while getting the repr of an object");
    if (!vm_.Tick(1)) return Failure{};
    if (underscores_ && Vm::IsInt(v)) {
      Value text = vm_.Format(v, "_d");
      if (text.IsFailed()) return Failure{};
      out.Append(Vm::View(text));
      return out.status();
    }
    TypeId type = vm_.TypeOf(v);
    if (type != TypeId::kDict && type != TypeId::kList && type != TypeId::kTuple)
      return PlainRepr(v, out);
    std::string_view open = type == TypeId::kDict ? "{" : type == TypeId::kList ? "[" : "(";
    int64_t length = TRY(vm_.Length(v));
    std::string_view close = type == TypeId::kDict   ? "}"
                             : type == TypeId::kList ? "]"
                             : length == 1           ? ",)"
                                                     : ")";
    bool inside = InContext(v);
    if (length > 0 && depth_ < kNone && level >= depth_) {
      readable = false;
      recursive |= inside;
      out.Append(open);
      out.Append("...");
    } else if (length > 0 && inside) {
      return Recursion(v, out);
    } else {
      out.Append(open);
      context_.push_back(v.AsObject());
      Status status =
          type == TypeId::kDict ? ReprPairs(v, out, level + 1) : ReprItems(v, out, level + 1);
      context_.pop_back();
      TRY(status);
    }
    out.Append(close);
    return out.status();
  }

 private:
  static constexpr int64_t kNone = PrettyPrinter::kNoDepth;

  Status PlainRepr(Value v, TextBuilder& out) {
    size_t before = out.size();
    TRY(vm_.Repr(v, out));
    bool scalar =
        Vm::IsStr(v) || IsObjectOf(v, TypeId::kBytes) || IsObjectOf(v, TypeId::kByteArray);
    if (!scalar && out.view().substr(before).starts_with('<')) readable = false;
    return out.status();
  }
  bool InContext(Value v) const {
    return v.IsObject() &&
           std::find(context_.begin(), context_.end(), v.AsObject()) != context_.end();
  }
  Status Recursion(Value v, TextBuilder& out) {
    recursive = true;
    readable = false;
    out.Append("<Recursion on ");
    out.Append(vm_.TypeName(v));
    out.Append(" with id=");
    out.AppendInt(TRY(vm_.IdOf(v)));
    out.Append('>');
    return out.status();
  }
  Status ReprItems(Value v, TextBuilder& out, int64_t level) {
    bool first = true;
    return ForEachItem(vm_, v, [&](Value item) -> Status {
      if (!first) out.Append(", ");
      first = false;
      return SafeRepr(item, out, level);
    });
  }
  Status ReprPairs(Value v, TextBuilder& out, int64_t level) {
    std::vector<Pair> pairs;
    ScratchCharge of_pairs(vm_);
    TRY(PairsOf(v.As<Dict>(), &pairs, sort_, &of_pairs));
    for (size_t i = 0; i < pairs.size(); ++i) {
      if (i > 0) out.Append(", ");
      TRY(SafeRepr(pairs[i].key, out, level));
      out.Append(": ");
      TRY(SafeRepr(pairs[i].value, out, level));
    }
    return out.status();
  }
  Status PairsOf(Dict* dict, std::vector<Pair>* pairs, bool sorted, ScratchCharge* room) {
    if (!vm_.Tick(dict->used)) return Failure{};
    TRY(room->Add(dict->live * kSortedPairBytes));
    pairs->reserve(dict->live);
    Pace pace(vm_);
    for (uint32_t at = 0; DictEntry* entry = DictNext(dict, &at);) {
      if (!pace.IsTimeLeft()) return Failure{};
      pairs->push_back({entry->key, entry->value});
    }
    return sorted ? SafeOrder(vm_).Sort(*pairs) : Status(Done{});
  }

  void NewLine(int64_t indent) {
    out_.Append('\n');
    out_.AppendRepeated(U' ', static_cast<uint64_t>(std::max<int64_t>(indent, 0)));
  }
  void ExtraIndent() {
    if (per_level_ > 1) out_.AppendRepeated(U' ', static_cast<uint64_t>(per_level_ - 1));
  }

  // The repr() is made first, also of what is broken afterwards: at each level again, so a value
  // nested d deep is written d times. CPython does so, too; the budget counts it.
  Status Format(Value v, int64_t indent, int64_t allowance, int64_t level) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return vm_.TooDeep("");
    if (InContext(v)) return Recursion(v, out_);
    TextBuilder repr(vm_);
    TRY(SafeRepr(v, repr, level));
    if (IsAtMost(repr.view(), width_ - indent - allowance) || !v.IsObject() || !HasLayout(v)) {
      out_.Append(repr.view());
      return out_.status();
    }
    context_.push_back(v.AsObject());
    Status status = FormatLong(v, indent, allowance, level + 1);
    context_.pop_back();
    return status;
  }

  bool HasLayout(Value v) const {
    switch (v.AsObject()->type) {
      case TypeId::kDict:
      case TypeId::kOrderedDict:
      case TypeId::kDefaultDict:
      case TypeId::kCounter:
      case TypeId::kList:
      case TypeId::kTuple:
      case TypeId::kSet:
      case TypeId::kFrozenSet:
      case TypeId::kStr:
      case TypeId::kBytes:
      case TypeId::kByteArray:
      case TypeId::kMappingProxy:
      case TypeId::kChainMap:
      case TypeId::kDeque:
      case TypeId::kSimpleNamespace: return true;
      default: return false;
    }
  }

  Status FormatLong(Value v, int64_t indent, int64_t allowance, int64_t level) {
    switch (v.AsObject()->type) {
      case TypeId::kDict: {
        std::vector<Pair> pairs;
        ScratchCharge of_pairs(vm_);
        TRY(PairsOf(v.As<Dict>(), &pairs, sort_, &of_pairs));
        out_.Append('{');
        ExtraIndent();
        TRY(FormatPairs(pairs, indent, allowance + 1, level));
        out_.Append('}');
        return out_.status();
      }
      case TypeId::kOrderedDict: return FormatOrderedDict(v, indent, allowance, level);
      case TypeId::kDefaultDict: return FormatDefaultDict(v, indent, allowance, level);
      case TypeId::kCounter: return FormatCounter(v, indent, allowance, level);
      case TypeId::kStr: return FormatStr(v, indent, allowance, level);
      case TypeId::kBytes:
      case TypeId::kByteArray: return FormatBytes(v, indent, allowance, level);
      case TypeId::kSet:
      case TypeId::kFrozenSet: return FormatSet(v, indent, allowance, level);
      case TypeId::kMappingProxy:
        out_.Append("mappingproxy(");
        TRY(Format(v.As<MappingProxy>()->mapping, indent + 13, allowance + 1, level));
        out_.Append(')');
        return out_.status();
      case TypeId::kChainMap: return FormatChainMap(v, indent, allowance, level);
      case TypeId::kDeque: return FormatDeque(v, indent, allowance, level);
      case TypeId::kSimpleNamespace: return FormatNamespace(v, indent, allowance, level);
      default: return FormatSequence(v, indent, allowance, level);
    }
  }

  Status FormatSequence(Value v, int64_t indent, int64_t allowance, int64_t level) {
    bool list = IsObjectOf(v, TypeId::kList);
    std::vector<Value> items;
    ScratchCharge of_items(vm_);
    TRY(ItemsOf(v, &items, &of_items));
    std::string_view close = list ? "]" : items.size() == 1 ? ",)" : ")";
    out_.Append(list ? '[' : '(');
    TRY(FormatItems(items, indent, allowance + static_cast<int64_t>(close.size()), level));
    out_.Append(close);
    return out_.status();
  }
  Status ItemsOf(Value v, std::vector<Value>* items, ScratchCharge* room) {
    int64_t length = TRY(vm_.Length(v));
    TRY(room->Add(static_cast<uint64_t>(length) * 24));
    return ForEachItem(vm_, v, [&](Value item) -> Status {
      items->push_back(item);
      return Done{};
    });
  }

  // With `compact` as many items go on a line as fit. The last one has less room, for what closes
  // around it.
  Status FormatItems(const std::vector<Value>& items, int64_t indent, int64_t allowance,
                     int64_t level) {
    indent += per_level_;
    ExtraIndent();
    int64_t width = width_ - indent + 1, max_width = width;
    bool any = false, new_line = true;
    for (size_t i = 0; i < items.size(); ++i) {
      bool last = i + 1 == items.size();
      if (last) {
        max_width -= allowance;
        width -= allowance;
      }
      if (compact_) {
        TextBuilder repr(vm_);
        TRY(SafeRepr(items[i], repr, level));
        int64_t w = Length(repr.view()) + 2;
        if (width < w) {
          width = max_width;
          new_line = true;
        }
        if (width >= w) {
          width -= w;
          Delimit(any, new_line, indent);
          any = true;
          new_line = false;
          out_.Append(repr.view());
          continue;
        }
      }
      Delimit(any, new_line, indent);
      any = true;
      new_line = true;
      TRY(Format(items[i], indent, last ? allowance : 1, level));
    }
    return out_.status();
  }
  void Delimit(bool any, bool new_line, int64_t indent) {
    if (!any) return;
    if (!new_line) {
      out_.Append(", ");
      return;
    }
    out_.Append(',');
    NewLine(indent);
  }

  Status FormatPairs(const std::vector<Pair>& pairs, int64_t indent, int64_t allowance,
                     int64_t level) {
    indent += per_level_;
    for (size_t i = 0; i < pairs.size(); ++i) {
      bool last = i + 1 == pairs.size();
      TextBuilder key(vm_);
      TRY(SafeRepr(pairs[i].key, key, level));
      out_.Append(key.view());
      out_.Append(": ");
      TRY(Format(pairs[i].value, indent + Length(key.view()) + 2, last ? allowance : 1, level));
      if (last) break;
      out_.Append(',');
      NewLine(indent);
    }
    return out_.status();
  }

  Status FormatOrderedDict(Value v, int64_t indent, int64_t allowance, int64_t level) {
    if (v.As<Dict>()->live == 0) return vm_.Repr(v, out_);
    List* items = TRY(vm_.NewList());
    for (uint32_t at = 0; DictEntry* entry = DictNext(v.As<Dict>(), &at);) {
      Value pair = vm_.NewTuple({entry->key, entry->value});
      if (pair.IsFailed()) return Failure{};
      TRY(ListAppend(vm_, items, pair));
    }
    out_.Append("OrderedDict(");
    TRY(Format(Value::Of(items), indent + 12, allowance + 1, level));
    out_.Append(')');
    return out_.status();
  }
  Status FormatDefaultDict(Value v, int64_t indent, int64_t allowance, int64_t level) {
    if (v.As<Dict>()->live == 0) return vm_.Repr(v, out_);
    indent += 12;
    out_.Append("defaultdict(");
    Value factory = v.As<Dict>()->extra;
    TRY(SafeRepr(factory.IsUndefined() ? Value::None() : factory, out_, level));
    out_.Append(',');
    NewLine(indent);
    std::vector<Pair> pairs;
    ScratchCharge of_pairs(vm_);
    TRY(PairsOf(v.As<Dict>(), &pairs, sort_, &of_pairs));
    out_.Append('{');
    ExtraIndent();
    TRY(FormatPairs(pairs, indent, allowance + 2, level));
    out_.Append("})");
    return out_.status();
  }
  Status FormatCounter(Value v, int64_t indent, int64_t allowance, int64_t level) {
    if (v.As<Dict>()->live == 0) return vm_.Repr(v, out_);
    Value common = CallMethod(vm_, v, "most_common", {});
    if (common.IsFailed()) return Failure{};
    List* ordered = common.As<List>();
    if (!vm_.Tick(ordered->size)) return Failure{};
    ScratchCharge of_pairs(vm_);
    TRY(of_pairs.Add(ordered->size * sizeof(Pair)));
    std::vector<Pair> pairs;
    pairs.reserve(ordered->size);
    for (Value pair : ListItems(ordered)) {
      pairs.push_back({pair.As<Tuple>()->items()[0], pair.As<Tuple>()->items()[1]});
    }
    out_.Append("Counter({");
    ExtraIndent();
    TRY(FormatPairs(pairs, indent + 8, allowance + 2, level));
    out_.Append("})");
    return out_.status();
  }
  Status FormatSet(Value v, int64_t indent, int64_t allowance, int64_t level) {
    bool frozen = IsObjectOf(v, TypeId::kFrozenSet);
    const uint64_t length = static_cast<uint64_t>(int64_t{TRY(vm_.Length(v))});
    ScratchCharge of_items(vm_);
    TRY(of_items.Add(length * (kSortedPairBytes + sizeof(Value))));
    std::vector<Pair> pairs;
    pairs.reserve(length);
    TRY(ForEachItem(vm_, v, [&](Value item) -> Status {
      pairs.push_back({item, item});
      return Done{};
    }));
    TRY(SafeOrder(vm_).Sort(pairs));
    std::vector<Value> items;
    items.reserve(length);
    for (const Pair& pair : pairs) items.push_back(pair.key);
    out_.Append(frozen ? "frozenset({" : "{");
    TRY(FormatItems(items, indent + (frozen ? 10 : 0), allowance + (frozen ? 2 : 1), level));
    out_.Append(frozen ? "})" : "}");
    return out_.status();
  }
  Status FormatChainMap(Value v, int64_t indent, int64_t allowance, int64_t level) {
    Value maps = v.AsObject()->words()[0];
    if (!IsObjectOf(maps, TypeId::kList)) return vm_.Repr(v, out_);
    indent += 9;
    out_.Append("ChainMap(");
    for (uint64_t i = 0; i < maps.As<List>()->size; ++i) {
      bool last = i + 1 == maps.As<List>()->size;
      TRY(Format(maps.As<List>()->items()[i], indent, last ? allowance + 1 : 1, level));
      if (last) break;
      out_.Append(',');
      NewLine(indent);
    }
    out_.Append(')');
    return out_.status();
  }
  Status FormatDeque(Value v, int64_t indent, int64_t allowance, int64_t level) {
    Deque* deque = v.As<Deque>();
    if (deque->size == 0) return vm_.Repr(v, out_);
    if (!vm_.Tick(deque->size / 4)) return Failure{};
    ScratchCharge of_items(vm_);
    TRY(of_items.Add(deque->size * sizeof(Value)));
    std::vector<Value> items;
    items.reserve(deque->size);
    for (uint64_t i = 0; i < deque->size; ++i) items.push_back(deque->at(i));
    indent += 6;
    out_.Append("deque([");
    bool bounded = !deque->maxlen.IsNone();
    TRY(FormatItems(items, indent, bounded ? 2 : allowance + 2, level));
    out_.Append(']');
    if (bounded) {
      out_.Append(',');
      NewLine(indent);
      out_.Append("maxlen=");
      TRY(SafeRepr(deque->maxlen, out_, level));
    }
    out_.Append(')');
    return out_.status();
  }

  Status FormatNamespace(Value v, int64_t indent, int64_t allowance, int64_t level) {
    const Value names = v.AsObject()->words()[0];
    if (!IsObjectOf(names, TypeId::kDict)) return vm_.Repr(v, out_);
    std::vector<Pair> pairs;
    ScratchCharge of_pairs(vm_);
    TRY(PairsOf(names.As<Dict>(), &pairs, false, &of_pairs));
    indent += 10;
    out_.Append("namespace(");
    for (size_t i = 0; i < pairs.size(); ++i) {
      const bool last = i + 1 == pairs.size();
      if (!Vm::IsStr(pairs[i].key)) return vm_.TypeError("keywords must be strings");
      const std::string_view name = Vm::View(pairs[i].key);
      out_.Append(name);
      out_.Append('=');
      if (InContext(pairs[i].value)) {
        // As its repr() shows one that is inside of itself.
        out_.Append("...");
      } else {
        TRY(Format(pairs[i].value, indent + Length(name) + 1, last ? allowance + 1 : 1, level));
      }
      if (last) break;
      out_.Append(',');
      NewLine(indent);
    }
    out_.Append(')');
    return out_.status();
  }

  // ---- text that is broken into several literals

  // Writes literals, one a line; in brackets if wanted and if there is more than one,
  // so the first one waits.
  class Literals {
   public:
    Literals(Printer& printer, int64_t indent, bool brackets)
        : printer_(printer), indent_(indent), brackets_(brackets) {}
    Status Add(std::string& literal) {
      if (count_++ == 0) {
        first_.swap(literal);
        return Done{};
      }
      if (count_ == 2) WriteFirst(brackets_);
      printer_.NewLine(indent_);
      printer_.out_.Append(literal);
      return printer_.out_.status();
    }
    Status Finish() {
      if (count_ == 1) WriteFirst(false);
      if (count_ > 1 && brackets_) printer_.out_.Append(')');
      return printer_.out_.status();
    }

   private:
    void WriteFirst(bool bracket) {
      if (bracket) printer_.out_.Append('(');
      printer_.out_.Append(first_);
    }
    Printer& printer_;
    int64_t indent_;
    bool brackets_;
    uint64_t count_ = 0;
    std::string first_;
  };

  // A copy in the room of what was held before.
  static Status Hold(std::string_view text, HeldText* held) {
    if (text.size() > held->text.capacity()) TRY(held->room.Add(2 * text.size()));
    held->text = text;
    return Done{};
  }
  Status HoldRepr(Value v, HeldText* held) {
    TextBuilder out(vm_);
    TRY(vm_.Repr(v, out));
    return Hold(out.view(), held);
  }
  Status ReprText(std::string_view text, HeldText* repr) {
    Value str = vm_.NewStr(text);
    return str.IsFailed() ? Status(Failure{}) : HoldRepr(str, repr);
  }
  // Takes from *line the next word with the white space behind it; the line is not empty.
  std::string_view TakeWord(std::string_view* line) {
    bool in_space = false;
    size_t i = 0;
    Pace pace(vm_);
    while (i < line->size() && pace.IsTimeLeft()) {  // the first time is before any look
      DecodedCodePoint c = DecodeUtf8(*line, i);
      bool space = IsSpaceCodePoint(c.code_point);
      if (in_space && !space) break;
      in_space = space;
      i += static_cast<size_t>(Utf8Size(c.code_point));
    }
    std::string_view word = line->substr(0, i);
    line->remove_prefix(i);
    return word;
  }
  // A line of a text that is too long, word by word: a piece grows until its repr() would not fit,
  // and the piece before that is a literal. It is the repr() that is measured: escapes make it
  // longer.
  Status BreakLine(std::string_view line, bool last_line, int64_t allowance, int64_t width,
                   Literals& literals, HeldText* repr) {
    size_t from = 0, to = 0;  // what is current of the line
    for (std::string_view rest = line; !rest.empty();) {
      size_t end = to + TakeWord(&rest).size();
      if (!vm_.Tick(1 + (end - from) / 8)) return Failure{};
      if (rest.empty() && last_line) width -= allowance;
      TRY(ReprText(line.substr(from, end - from), repr));
      if (!IsAtMost(repr->text, width)) {
        if (to > from) {
          TRY(ReprText(line.substr(from, to - from), repr));
          TRY(literals.Add(repr->text));
        }
        from = to;
      }
      to = end;
    }
    if (to == from) return Done{};
    TRY(ReprText(line.substr(from, to - from), repr));
    return literals.Add(repr->text);
  }
  Status FormatStr(Value v, int64_t indent, int64_t allowance, int64_t level) {
    std::string_view text = Vm::View(v);
    if (text.empty()) return out_.Append("''"), out_.status();
    if (level == 1) {
      ++indent;
      ++allowance;
    }
    int64_t width = width_ - indent;
    Literals literals(*this, indent, level == 1);
    HeldText repr(vm_);
    StopCheck stop = TimeCheck(vm_);
    LineSplitter lines(text, LineEnds::kKeep, TextKind::kStr, &stop);
    size_t done = 0;
    for (std::string_view line; lines.Next(&line);) {
      done += line.size();
      bool last = done == text.size();
      if (!vm_.Tick(line.size() / 8 + 1)) return Failure{};
      TRY(ReprText(line, &repr));
      if (IsAtMost(repr.text, width - (last ? allowance : 0))) {
        TRY(literals.Add(repr.text));
      } else {
        TRY(BreakLine(line, last, allowance, width, literals, &repr));
      }
    }
    if (stop.stopped()) return Failure{};
    return literals.Finish();
  }
  Status ReprBytes(std::string_view bytes, HeldText* repr) {
    Value v = vm_.NewBytes(bytes);
    return v.IsFailed() ? Status(Failure{}) : HoldRepr(v, repr);
  }
  Status FormatBytes(Value v, int64_t indent, int64_t allowance, int64_t level) {
    bool array = IsObjectOf(v, TypeId::kByteArray);
    HeldText held(vm_);
    TRY(Hold(BytesView(v), &held));
    const std::string_view bytes = held.text;
    if (array) {
      out_.Append("bytearray(");
      indent += 10;
      ++allowance;
      ++level;
    }
    if (bytes.size() <= 4) {
      HeldText repr(vm_);
      TRY(ReprBytes(bytes, &repr));
      out_.Append(repr.text);
    } else {
      bool brackets = level == 1;
      if (brackets) {
        ++indent;
        ++allowance;
        out_.Append('(');
      }
      TRY(WriteByteChunks(bytes, indent, allowance));
      if (brackets) out_.Append(')');
    }
    if (array) out_.Append(')');
    return out_.status();
  }
  // In steps of four bytes, as CPython has it, so that columns line up.
  Status WriteByteChunks(std::string_view bytes, int64_t indent, int64_t allowance) {
    int64_t width = width_ - indent;
    size_t from = 0, last = bytes.size() / 4 * 4;
    HeldText repr(vm_);
    bool any = false;
    auto write = [&](std::string_view part) -> Status {
      TRY(ReprBytes(part, &repr));
      if (any) NewLine(indent);
      any = true;
      out_.Append(repr.text);
      return out_.status();
    };
    for (size_t i = 0; i < bytes.size(); i += 4) {
      if (!vm_.Tick(4)) return Failure{};
      size_t end = std::min(i + 4, bytes.size());
      if (i == last) width -= allowance;
      TRY(ReprBytes(bytes.substr(from, end - from), &repr));
      if (!IsAtMost(repr.text, width)) {
        if (i > from) TRY(write(bytes.substr(from, i - from)));
        from = i;
      }
    }
    return from < bytes.size() ? write(bytes.substr(from)) : Status(Done{});
  }

  Vm& vm_;
  int64_t per_level_, width_, depth_;
  bool compact_, sort_, underscores_;
  TextBuilder& out_;
  std::vector<Object*> context_;
};

}  // namespace

Status AppendPretty(Vm& vm, const PrettyPrinter& options, Value v, TextBuilder& out) {
  return Printer(vm, &options, out).Format(v);
}

Result<SafeReprFacts> AppendSafeRepr(Vm& vm, const PrettyPrinter& options, Value v, int64_t level,
                                     TextBuilder& out) {
  Printer printer(vm, &options, out);
  TRY(printer.SafeRepr(v, out, level));
  return SafeReprFacts{printer.readable, printer.recursive};
}

}  // namespace pysub
