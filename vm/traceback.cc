#include "vm/traceback.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lexer/unicode/utf8.h"
#include "parser/syntax_errors.h"
#include "vm/caret_lines.h"
#include "vm/imports.h"
#include "vm/library_code.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/suggestions.h"

namespace pysub {
namespace {

// CPython's figures (Lib/traceback.py).
constexpr uint32_t kRepeatCutoff = 3;
constexpr size_t kMaxGroupWidth = 15;
constexpr size_t kMaxGroupDepth = 10;
constexpr std::string_view kCauseText =
    "\nThe above exception was the direct cause of the following exception:\n\n";
constexpr std::string_view kContextText =
    "\nDuring handling of the above exception, another exception occurred:\n\n";

// Of a run that has ended by a limit so many of its outermost and of its innermost lines are shown.
constexpr size_t kShownAtEnd = 1000;

// A function's own name may be changed, and what it is called in tracebacks is what its code is
// called.
CodeLine LineOf(const pysub::Traceback* line) {
  const Function* function = line->function.As<Function>();
  return {function->unit->unit.get(), function->code, static_cast<uint32_t>(line->pc)};
}

CodeLine LineOf(const Frame& frame) {
  return {frame.unit->unit.get(), frame.code,
          static_cast<uint32_t>(frame.pc - frame.code->words.data())};
}

// The text of an exception as CPython prints it: the chain of causes and contexts, groups as trees,
// carets below the lines, repeated lines counted.
//
// Programs choose the shape of all this. Chains may be long, contain themselves or share parts. So
// the chain is first made into nodes, each exception once, and printed from there.
class Formatter {
 public:
  Formatter(Vm& vm, TextBuilder& out, int64_t limit = INT64_MAX)
      : vm_(vm), out_(out), limit_(limit) {}

  Status Exception(Value exception, bool chain) {
    Status built = Build(exception);
    Status printed = built.ok() ? Chain(0, chain) : built;
    vm_.heap.Release(nodes_.size() * kNodeBytes);
    nodes_.clear();
    return printed;
  }

  Status Frames(std::span<const CodeLine> lines) {
    for (const CodeLine& line : lines) TRY(NextFrame(line));
    return EndFrames();
  }

  // No list is made of them: there may be as many as memory holds.
  Status TracebackLines(Value traceback) {
    const auto next = [](Value at) { return at.As<pysub::Traceback>()->next; };
    int64_t count = 0;
    for (Value at = traceback; IsObjectOf(at, TypeId::kTraceback); at = next(at)) ++count;
    int64_t skipped = limit_ < 0 && limit_ > -count ? count + limit_ : 0;
    int64_t shown = limit_ >= 0 ? std::min(limit_, count) : count - skipped;
    for (Value at = traceback; shown > 0; at = next(at)) {
      if (skipped > 0) {
        --skipped;
        continue;
      }
      TRY(NextFrame(LineOf(at.As<pysub::Traceback>())));
      --shown;
    }
    return EndFrames();
  }

  Status ExceptionOnly(Value exception) {
    if (vm_.IsInstance(exception, TypeId::kSyntaxError)) {
      TRY(SyntaxErrorPlace(exception.As<pysub::Exception>()));
    }
    TextBuilder text(vm_), detail_text(vm_);
    TRY(vm_.ToStr(exception, text));
    bool names_file = false;  // behind the message where no line is
    std::string_view file;
    const std::string name = QualifiedName(vm_.TypeOf(exception));
    std::string_view message = text.view();
    if (vm_.IsInstance(exception, TypeId::kSyntaxError)) {
      Value detail = exception.As<pysub::Exception>()->fields[0];
      if (!detail.IsUndefined() && !detail.IsNone()) TRY(vm_.ToStr(detail, detail_text));
      message = detail_text.view();
      if (message.empty()) message = "<no detail available>";
      const Value* fields = exception.As<pysub::Exception>()->fields;
      names_file = !Vm::IsInt(fields[2]) && Vm::IsStr(fields[1]);
      if (names_file) file = Vm::View(fields[1]);
    }
    const std::string suggestion = Suggestion(exception.As<pysub::Exception>());
    const bool has_message = !message.empty() || !suggestion.empty();
    TRY(EmitJoined({name, has_message ? ": " : "", message, names_file ? " (" : "", file,
                    names_file ? ")" : "", suggestion, "\n"}));
    return Notes(exception.As<pysub::Exception>());
  }

 private:
  // One more of the lines that follow each other, and their end: what repeats is counted.
  Status NextFrame(const CodeLine& line) {
    if (vm_.budget().limit_hit() == LimitHit::kNone && !vm_.Tick(1)) return Failure{};
    if (same_lines_ == 0 || !SamePlace(last_line_, line)) {
      TRY(Repeated(same_lines_));
      same_lines_ = 0;
      last_line_ = line;
    }
    return ++same_lines_ <= kRepeatCutoff ? Frame(line) : Status(Done{});
  }
  Status EndFrames() { return Repeated(std::exchange(same_lines_, 0)); }

  // An exception at one place of the report. An exception is shown as cause or context only where
  // the walk meets it first, so what follows from it is settled before anything is printed
  // (Lib/traceback.py, TracebackException).
  struct Node {
    Value exception;
    uint32_t cause = kNone, context = kNone;
    uint32_t first_member = kNone;  // of a group; its members lie side by side
  };
  static constexpr uint32_t kNone = UINT32_MAX;
  // with its share of seen_ and the queue
  static constexpr uint64_t kNodeBytes = sizeof(Node) + 64;

  uint32_t Add(Value exception) {
    if (!vm_.Tick(1)) return kNone;
    if (nodes_.size() >= kNone - 1 || !vm_.heap.Charge(kNodeBytes)) {
      static_cast<void>(vm_.NoMemory(kNodeBytes));
      return kNone;
    }
    seen_.insert(exception.AsObject());
    nodes_.push_back({exception});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  // A new node for what another one points at, unless it was met before.
  Status Follow(Value value, uint32_t* node, std::vector<uint32_t>* queue) {
    if (!value.IsObject() || seen_.contains(value.AsObject())) return Done{};
    *node = Add(value);
    if (*node == kNone) return Failure{};
    queue->push_back(*node);
    return Done{};
  }

  // A cause hides the context, and `raise ... from None` hides it as well. What was seen is not
  // followed again, so circles end.
  Status Build(Value exception) {
    std::vector<uint32_t> queue = {Add(exception)};
    if (queue[0] == kNone) return Failure{};
    while (!queue.empty()) {
      uint32_t at = queue.back();
      queue.pop_back();
      pysub::Exception* e = nodes_[at].exception.As<pysub::Exception>();
      Node node = nodes_[at];
      TRY(Follow(e->cause, &node.cause, &queue));
      if (node.cause == kNone && !e->suppress_context) {
        TRY(Follow(e->context, &node.context, &queue));
      }
      if (IsGroup(node.exception)) {
        Tuple* members = e->fields[1].As<Tuple>();
        for (uint32_t i = 0; i < members->count; ++i) {
          uint32_t member = Add(members->items()[i]);
          if (member == kNone) return Failure{};
          if (i == 0) node.first_member = member;
          queue.push_back(member);
        }
      }
      nodes_[at] = node;
    }
    return Done{};
  }

  bool IsGroup(Value v) const {
    return vm_.IsInstance(v, TypeId::kBaseExceptionGroup) &&
           IsObjectOf(v.As<pysub::Exception>()->fields[1], TypeId::kTuple);
  }

  // From the first of the chain to this one.
  Status Chain(uint32_t node, bool chain) {
    DepthGuard guard(vm_);
    if (!guard.ok()) return Emit("... (exceptions nested too deep)\n");
    struct Link {
      uint32_t node;
      std::string_view joint;  // printed after it
    };
    std::vector<Link> links = {{node, {}}};
    while (chain) {
      const Node& last = nodes_[links.back().node];
      if (last.cause != kNone) {
        links.push_back({last.cause, kCauseText});
      } else if (last.context != kNone) {
        links.push_back({last.context, kContextText});
      } else {
        break;
      }
    }
    for (size_t i = links.size(); i-- > 0;) {
      TRY(One(links[i].node, chain));
      if (!links[i].joint.empty()) TRY(Emit(links[i].joint));
    }
    return out_.status();
  }

  // Text of any number of lines, each with the margin of the exception groups around it.
  Status Emit(std::string_view text, char margin = '|') {
    if (group_depth_ == 0) {
      out_.Append(text);
      return out_.status();
    }
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      Indent();
      out_.Append(margin);
      out_.Append(' ');
      out_.Append(text.substr(0, end));
      text.remove_prefix(end);
    }
    return out_.status();
  }
  // The same for what may be long: it is copied, and charged, once more only within a group.
  Status EmitJoined(std::initializer_list<std::string_view> pieces) {
    TextBuilder joined(vm_);
    TextBuilder& to = group_depth_ == 0 ? out_ : joined;
    for (std::string_view piece : pieces) to.Append(piece);
    TRY(to.status());
    return group_depth_ == 0 ? Status(Done{}) : Emit(joined.view());
  }
  void Indent() { out_.AppendRepeated(U' ', 2 * group_depth_); }

  Status One(uint32_t node, bool chain) {
    Value value = nodes_[node].exception;
    pysub::Exception* e = value.As<pysub::Exception>();
    if (!IsGroup(value)) {
      if (limit_ != 0 && IsObjectOf(e->traceback, TypeId::kTraceback)) {
        TRY(Emit("Traceback (most recent call last):\n"));
        TRY(TracebackLines(e->traceback));
      }
      return ExceptionOnly(value);
    }
    if (group_depth_ > kMaxGroupDepth) {
      return Emit("... (max_group_depth is " + std::to_string(kMaxGroupDepth) + ")\n");
    }
    return Group(node, chain);
  }

  //    + Exception Group Traceback (most recent call last):
  //    | ExceptionGroup: two (2 sub-exceptions)
  //    +-+---------------- 1 ----------------
  //      | ValueError: 1
  //      +------------------------------------
  //
  // Depth and width are bounded as in CPython's traceback module; beyond that it says how many
  // there are.
  Status Group(uint32_t node, bool chain) {
    Value value = nodes_[node].exception;
    pysub::Exception* e = value.As<pysub::Exception>();
    bool outermost = group_depth_ == 0;
    if (outermost) group_depth_ = 1;
    if (limit_ != 0 && IsObjectOf(e->traceback, TypeId::kTraceback)) {
      TRY(Emit("Exception Group Traceback (most recent call last):\n", outermost ? '+' : '|'));
      TRY(TracebackLines(e->traceback));
    }
    TRY(ExceptionOnly(value));
    Tuple* members = e->fields[1].As<Tuple>();
    size_t shown = std::min<size_t>(members->count, kMaxGroupWidth + 1);
    needs_close_ = false;
    for (size_t i = 0; i < shown; ++i) {
      bool last = i + 1 == shown;
      if (last) needs_close_ = true;
      bool truncated = i >= kMaxGroupWidth;
      Indent();
      out_.Append(i == 0 ? "+-" : "  ");
      out_.Append("+---------------- ");
      out_.Append(truncated ? "..." : std::to_string(i + 1));
      out_.Append(" ----------------\n");
      ++group_depth_;
      if (truncated) {
        size_t more = members->count - kMaxGroupWidth;
        TRY(Emit("and " + std::to_string(more) + " more exception" + (more > 1 ? "s" : "") + "\n"));
      } else {
        TRY(Chain(nodes_[node].first_member + static_cast<uint32_t>(i), chain));
      }
      if (last && needs_close_) {
        Indent();
        out_.Append("+------------------------------------\n");
        needs_close_ = false;
      }
      --group_depth_;
    }
    if (outermost) group_depth_ = 0;
    return out_.status();
  }

  static bool SamePlace(const CodeLine& a, const CodeLine& b) {
    return a.unit->filename == b.unit->filename && a.line() == b.line() &&
           a.code->name == b.code->name;
  }

  Status Frame(const CodeLine& line) {
    TRY(Emit("  File \"" + line.unit->filename + "\", line " + std::to_string(line.line()) +
             ", in " + line.code->name + "\n"));
    return Emit(CaretLines(*line.unit, line.Span()));
  }

  Status Repeated(uint32_t count) {
    if (count <= kRepeatCutoff) return Done{};
    uint32_t more = count - kRepeatCutoff;
    return Emit("  [Previous line repeated " + std::to_string(more) + " more time" +
                (more > 1 ? "s" : "") + "]\n");
  }

  static std::string QualifiedName(TypeId type) {
    std::string_view module = Vm::ModuleOf(type);
    if (module == "builtins") return std::string(Vm::NameOf(type));
    return std::string(module) + "." + std::string(Vm::NameOf(type));
  }

  Status SyntaxErrorPlace(pysub::Exception* e) {
    if (!Vm::IsInt(e->fields[2]) && !Vm::IsStr(e->fields[4])) return Done{};
    // A program sets them to what it likes.
    auto number = [&](Value v) { return Vm::IsInt(v) ? *vm_.ToIndexClamped(v) : 0; };
    // What is larger points behind the text as well as this does, and there may be as many carets.
    auto column = [&](Value v) {
      constexpr int64_t kMost = 1 << 20;
      return static_cast<int32_t>(std::clamp(number(v), -kMost, kMost));
    };
    SyntaxErrorInfo info;
    info.line = static_cast<uint32_t>(number(e->fields[2]));
    info.offset = column(e->fields[3]);
    info.end_line = static_cast<uint32_t>(number(e->fields[5]));
    info.end_offset = column(e->fields[6]);
    const size_t size = (Vm::IsStr(e->fields[4]) ? Vm::View(e->fields[4]).size() : 0) +
                        (Vm::IsStr(e->fields[1]) ? Vm::View(e->fields[1]).size() : 0);
    constexpr uint64_t kBytesPerByte = 40;  // its characters one by one, and some copies
    if (!vm_.heap.Charge(size * kBytesPerByte)) return vm_.NoMemory(size * kBytesPerByte);
    const Status shown = SyntaxErrorPlaceCharged(e, info);
    vm_.heap.Release(size * kBytesPerByte);
    return shown;
  }

  Status SyntaxErrorPlaceCharged(pysub::Exception* e, SyntaxErrorInfo& info) {
    if (Vm::IsStr(e->fields[4])) info.text = std::string(Vm::View(e->fields[4]));
    std::string file = Vm::IsStr(e->fields[1]) ? std::string(Vm::View(e->fields[1])) : "";
    if (file.empty()) file = "<string>";
    if (Vm::IsInt(e->fields[2]))
      TRY(Emit("  File \"" + file + "\", line " + std::to_string(info.line) + "\n"));
    if (!Vm::IsStr(e->fields[4])) return Done{};
    // All but the first line, which names the place, and the last one, which says the
    // type and message. What an exception says of its place need not be one: carets are
    // drawn on line 0 as well.
    info.line = std::max(info.line, 1u);
    info.end_line = std::max(info.end_line, 1u);
    std::string text = FormatSyntaxError(info, file, {}, SourceOrigin::kString);
    if (!text.empty()) text.pop_back();
    text = text.substr(0, text.rfind('\n') + 1);
    const size_t headline = text.starts_with("  File ") ? text.find('\n') + 1 : 0;
    return Emit(text.substr(headline));
  }

  Status Notes(pysub::Exception* e) {
    if (e->attributes.IsUndefined()) return Done{};
    Value notes = DictGetStr(vm_, e->attributes.As<Dict>(), "__notes__");
    if (notes.IsFailed()) return Failure{};
    if (notes.IsUndefined() || notes.IsNone()) return Done{};
    std::span<const Value> items;
    if (IsObjectOf(notes, TypeId::kList)) {
      List* list = notes.As<List>();
      if (list->size > 0) items = {list->items(), list->size};
    } else if (IsObjectOf(notes, TypeId::kTuple)) {
      items = {notes.As<Tuple>()->items(), notes.As<Tuple>()->count};
    } else {
      TextBuilder text(vm_);
      TRY(vm_.Repr(notes, text));
      return EmitJoined({text.view(), "\n"});
    }
    for (Value note : items) {
      TextBuilder text(vm_);
      TRY(vm_.ToStr(note, text));
      TRY(EmitJoined({text.view(), "\n"}));
    }
    return Done{};
  }

  // ". Did you mean: 'x'?" for names, attributes and imports.
  std::string Suggestion(pysub::Exception* e) {
    if (Vm::IsSubtype(e->type, TypeId::kNameError) && Vm::IsStr(e->fields[0])) return ForName(e);
    if (e->type == TypeId::kAttributeError && Vm::IsStr(e->fields[0]) &&
        !e->fields[1].IsUndefined()) {
      return Phrase(ClosestAttribute(Vm::View(e->fields[0]), e->fields[1]));
    }
    if (Vm::IsSubtype(e->type, TypeId::kImportError) && Vm::IsStr(e->fields[3]) &&
        Vm::IsStr(e->fields[1])) {
      Value module = DictGet(vm_, vm_.modules().As<Dict>(), e->fields[1]);
      if (!module.IsObject()) return {};
      return Phrase(ClosestAttribute(Vm::View(e->fields[3]), module));
    }
    return {};
  }

  std::string ForName(pysub::Exception* e) {
    std::string_view wrong = Vm::View(e->fields[0]);
    std::vector<std::string_view> names;
    Value at = e->traceback;
    if (!IsObjectOf(at, TypeId::kTraceback)) return {};
    while (IsObjectOf(at.As<pysub::Traceback>()->next, TypeId::kTraceback)) {
      at = at.As<pysub::Traceback>()->next;
    }
    Function* function = at.As<pysub::Traceback>()->function.As<Function>();
    // the nearest of the locals
    if (Vm::IsStr(e->fields[1])) names.push_back(Vm::View(e->fields[1]));
    AddKeys(function->globals, names);
    Value builtins = ImportModule(vm_, "builtins");
    if (!builtins.IsFailed()) AddKeys(builtins.As<Module>()->dict, names);
    std::string text = Phrase(ClosestName(wrong, names));
    if (!IsModuleOfCPython(wrong)) return text;
    if (text.empty()) return ". Did you forget to import '" + std::string(wrong) + "'?";
    return text + " Or did you forget to import '" + std::string(wrong) + "'?";
  }

  static void AddKeys(Value dict, std::vector<std::string_view>& names) {
    Dict* from = dict.As<Dict>();
    for (uint32_t i = 0; i < from->used; ++i) {
      const DictEntry& entry = from->table()[i];
      if (!entry.value.IsUndefined() && Vm::IsStr(entry.key)) names.push_back(Vm::View(entry.key));
    }
  }

  // The nearest of the attributes that `v` has; those with an underscore only for a name with one.
  std::string_view ClosestAttribute(std::string_view wrong, Value v) {
    kept_ = vm_.AttributeNames(v);
    if (!wrong.starts_with('_')) {
      std::erase_if(kept_, [](const std::string& name) { return name.starts_with('_'); });
    }
    std::sort(kept_.begin(), kept_.end());
    kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
    return ClosestName(wrong, std::vector<std::string_view>(kept_.begin(), kept_.end()));
  }

  static std::string Phrase(std::string_view name) {
    if (name.empty()) return {};
    return ". Did you mean: '" + std::string(name) + "'?";
  }

  Vm& vm_;
  TextBuilder& out_;
  int64_t limit_;
  std::vector<Node> nodes_;
  std::unordered_set<const Object*> seen_;
  std::vector<std::string> kept_;
  size_t group_depth_ = 0;
  bool needs_close_ = false;
  CodeLine last_line_{};     // of those that follow each other,
  uint32_t same_lines_ = 0;  // and how many were the same so far
};

}  // namespace

Status FormatException(Vm& vm, Value exception, TextBuilder& out, bool chain, int64_t limit) {
  return Formatter(vm, out, limit).Exception(exception, chain);
}

Status FormatTraceback(Vm& vm, Value traceback, TextBuilder& out, int64_t limit) {
  return Formatter(vm, out, limit).TracebackLines(traceback);
}

namespace {

Value Entry(Vm& vm, const CodeLine& line, bool positions) {
  const CompiledUnit& unit = *line.unit;
  if (!vm.Tick(unit.source.size() / 64 + 1)) return Value::Failed();
  const SourceSpan span = line.Span();
  std::string_view source = unit.SourceLine(span.line);
  const size_t first = std::min(source.find_first_not_of(" \t\f"), source.size());
  source = source.substr(first, source.find_last_not_of(" \t\r") + 1 - first);
  const auto number = [positions](uint32_t n) {
    return positions ? Value::SmallInt(n) : Value::None();
  };
  const Value file = TRY(vm.NewStr(unit.filename)), name = TRY(vm.Intern(line.code->name)),
              text = TRY(vm.NewStr(source));
  const Value carets = positions ? vm.NewStr(CaretLines(unit, span)) : Value::None();
  if (carets.IsFailed()) return carets;
  return vm.NewTuple({file, Value::SmallInt(span.line), name, text, number(span.end_line),
                      number(span.col), number(span.end_col), carets});
}

}  // namespace

// Beginning and end of `text`, together `room` bytes. `limit`: "output limit is 5 bytes".
static std::string Shortened(std::string_view text, uint64_t room, std::string_view limit) {
  if (text.size() <= room) return std::string(text);
  uint64_t head = room / 2, tail = text.size() - room / 2;
  while (head > 0 && IsContinuationByte(text[head])) --head;
  while (tail < text.size() && IsContinuationByte(text[tail])) ++tail;
  std::string shown(text.substr(0, head));
  shown += "\n[" + std::to_string(tail - head) + " bytes left out: the ";
  shown.append(limit).append("]\n");
  return shown.append(text.substr(tail));
}

Value TracebackEntries(Vm& vm, Value traceback) {
  List* entries = TRY(vm.NewList());
  for (Value at = traceback; IsObjectOf(at, TypeId::kTraceback); at = at.As<Traceback>()->next) {
    TRY(ListAppend(vm, entries, TRY(Entry(vm, LineOf(at.As<Traceback>()), true))));
  }
  if (!traceback.IsNone()) return Value::Of(entries);
  for (const Frame& frame : vm.frames()) {
    if (!vm.Tick(1)) return Value::Failed();
    if (frame.code == nullptr || IsOfLibrary(*frame.unit->unit)) continue;
    TRY(ListAppend(vm, entries, TRY(Entry(vm, LineOf(frame), false))));
  }
  return Value::Of(entries);
}

std::string FittingReport(Vm& vm, std::string_view text) {
  uint64_t room = std::max(vm.host.output_left(), kLeastReport);
  // Until the host has it, the copy is the program's.
  const uint64_t bytes = std::min<uint64_t>(text.size(), room);
  const bool charged = vm.heap.Charge(bytes);
  if (!charged) room = kLeastReport;
  const Limits& limits = vm.budget().limits();
  std::string report =
      Shortened(text, room,
                (charged ? "output limit is " + std::to_string(limits.output_bytes)
                         : "memory limit is " + std::to_string(limits.memory_bytes)) +
                    " bytes");
  if (charged) vm.heap.Release(bytes);
  return report;
}

Status FormatExceptionOnly(Vm& vm, Value exception, TextBuilder& out) {
  return Formatter(vm, out).ExceptionOnly(exception);
}

bool LimitReport::LineAt(size_t i, CodeLine* line) const {
  if (frames_[i].code == nullptr) return false;
  *line = LineOf(frames_[i]);
  return true;
}

Status FormatLimit(Vm& vm, TextBuilder& out) {
  const LimitReport report = vm.EndAtLimit();
  std::vector<CodeLine> outermost, innermost;
  CodeLine line;
  size_t at = 0, end = report.size();
  for (; at < end && outermost.size() < kShownAtEnd; ++at) {
    if (report.LineAt(at, &line) && !IsOfLibrary(*line.unit)) outermost.push_back(line);
  }
  for (; end > at && innermost.size() < kShownAtEnd; --end) {
    if (report.LineAt(end - 1, &line) && !IsOfLibrary(*line.unit)) innermost.push_back(line);
  }
  std::reverse(innermost.begin(), innermost.end());
  Formatter formatter(vm, out);
  out.Append("Traceback (most recent call last):\n");
  if (at < end) {
    TRY(formatter.Frames(outermost));
    out.Append("  [" + std::to_string(end - at) + " more frames]\n");
    outermost.clear();
  }
  outermost.insert(outermost.end(), innermost.begin(), innermost.end());
  return formatter.Frames(outermost);
}

Status FormatFrames(Vm& vm, TextBuilder& out) {
  std::vector<CodeLine> lines;
  for (const Frame& frame : vm.frames()) {
    if (frame.code != nullptr && !IsOfLibrary(*frame.unit->unit)) lines.push_back(LineOf(frame));
  }
  out.Append("Traceback (most recent call last):\n");
  return Formatter(vm, out).Frames(lines);
}

}  // namespace pysub
