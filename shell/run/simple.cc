#include <errno.h>
#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/expand/arithmetic.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/known_symbols.h"
#include "shell/run/machine.h"
#include "shell/run/process.h"
#include "shell/run/signals.h"

// Simple commands: words, assignments, redirections, then a function, a builtin or a command. State of the frame:
enum : uint8_t {
  kBegin, kWords, kAssignments, kRedirects, kExecute, kInBuiltin, kInExternal, kInChild, kLeft,
};

namespace pysub::shell {
namespace {

// What a call of a function takes: its state, its place in the stack of frames and among the callers.
constexpr int64_t kCallBytes = 1024;

// A list with room for more is not kept for the next command: nobody pays for it then.
constexpr size_t kFewArguments = 256;

// Words of a builtin from here on: see BuiltinInfo::copies.
constexpr int64_t kLongWords = 64 << 10;

bool IsDeclaration(const Word* word) {
  if (!word->literal) return false;
  std::string_view name = word->text;
  return name == "declare" || name == "local" || name == "export" || name == "readonly" || name == "typeset";
}

// Whether expanding it may set a variable: ${x:=word}, $((n++)), ${a[n += 1]}, ${s:n--}.
bool MaySetVariables(const Word& word) {
  bool evaluates = false;
  for (const WordOp& op : word.ops) {
    if (op.kind == WordOpKind::kAssign) return true;
    evaluates = evaluates || op.kind == WordOpKind::kArith || op.kind == WordOpKind::kSubstring ||
                (op.param != nullptr && op.param->subscript == Subscript::kExpression);
  }
  return evaluates && (word.raw.find('=') != std::string_view::npos || word.raw.find("++") != std::string_view::npos ||
                       word.raw.find("--") != std::string_view::npos);
}

bool ExpandsRedirects(const SimpleNode& node) {
  for (const Redirect& redirect : node.redirects) {
    if (!redirect.word->literal) return true;
  }
  return false;
}

Run AfterExpansion(Expanded expanded) { return expanded == Expanded::kBlocked ? Run::kBlocked : Run::kGoOn; }

}  // namespace

Run Process::StepSimple(const SimpleNode& node) {
  switch (frames.back().state) {
    case kBegin: {
      if (RunPendingTrap()) return Run::kGoOn;
      if (Has(Option::kNoExec)) {
        Finish();
        return Run::kGoOn;
      }
      if (node.line != 0) line = node.line;
      if (!budget().CountCommand() || !budget().Tick(1)) return Run::kGoOn;
      if (!frames.back().flag && PushDebugTrap(&node)) {
        frames[frames.size() - 2].flag = true;
        return Run::kGoOn;
      }
      frames.back().flag = false;
      NoteCommand(&node);
      substitution_status = -1;
      arg_arrays.clear();
      array = ArrayBuild();
      redirecting = false;
      ClearArguments();
      frames.back().index = 0;
      if (node.words.empty()) {
        frames.back().state = kAssignments;
        return ExpandAssignments(node);
      }
      frames.back().state = kWords;
      expander.BeginWords(node.words);
      [[fallthrough]];
    }
    case kWords: {
      Run run = ExpandCommand(node);
      if (run != Run::kDone) return run;
      frames.back().state = kAssignments;
      frames.back().index = 0;
      [[fallthrough]];
    }
    case kAssignments:
      if (!node.assignments.empty()) return ExpandAssignments(node);
      frames.back().state = kRedirects;
      [[fallthrough]];
    case kRedirects:
      if (!node.redirects.empty()) {
        if (frames.back().index == 0 && !redirecting) {
          if (RedirectsInChild(node)) return RunInChild(node);
          if (!frames.back().flag && bindings.size() > frames.back().binding_mark && ExpandsRedirects(node)) HideBindings();
        }
        bool permanent = args.size() == 1 && args[0] == "exec" && functions->find("exec") == functions->end();
        Run run = ApplyRedirects(node.redirects, permanent);
        if (run != Run::kBlocked) ShowBindings(&frames.back());
        if (unwind != Unwind::kNone && IsExternal()) {
          // Bash opens them in the child that becomes the command: only that one fails.
          unwind = Unwind::kNone;
          expander = Expander();
          redirecting = false;
          FinishSimple();
          return Run::kGoOn;
        }
        if (run != Run::kDone) return run;
        if (unwind != Unwind::kNone) return Run::kGoOn;
        if (redirect_failed) {
          redirect_failed = false;
          status = 1;
          FinishSimple();
          return Run::kGoOn;
        }
      }
      frames.back().state = kExecute;
      [[fallthrough]];
    case kExecute:
      return Execute(node);
    case kInBuiltin: {
      const BuiltinInfo* info = args.empty() ? nullptr : FindBuiltin(args[0]);
      if (info == nullptr) {  // (in a process that a stranger saved)
        FinishSimple();
        return Run::kGoOn;
      }
      error_prefix = info->name;
      size_t at = frames.size() - 1;
      HeldMemory copies;
      if (args_held.bytes() > kLongWords && !copies.Add(&budget(), info->copies * args_held.bytes())) return Run::kGoOn;
      BuiltinResult result = info->run(*this, args);
      copies.Release();
      if (dying != 0) return Run::kDone;
      if (result.kind == BuiltinResult::Kind::kBlocked) return Run::kBlocked;
      waiting = Waiting();  // one that gave up waiting (read -t) may have said for what
      if (result.kind == BuiltinResult::Kind::kReplaced) return Run::kGoOn;
      if (result.kind == BuiltinResult::Kind::kAgain) {
        builtin.Clear();
        return Run::kGoOn;
      }
      if (result.kind == BuiltinResult::Kind::kPushed) {
        error_prefix.clear();
        if (frames.size() <= at || frames[at].node != &node) return Run::kGoOn;  // exec
        frames[at].state = kLeft;
        return Run::kGoOn;
      }
      // (An error may have ended the shell, with its own status.)
      if (unwind != Unwind::kExit) status = result.status;
      if (write_failed) {
        write_failed = false;
        Error(info->name, ": write error: ", ErrnoText(write_error));
        status = 1;
      }
      error_prefix.clear();
      if (!budget().stopped() && machine->after_command) machine->after_command(args, status);
      if (!frames.empty() && frames.back().node == &node) FinishSimple();
      return Run::kGoOn;
    }
    case kInExternal: {
      int code = 0;
      Run run = StepExternal(*this, &code);
      if (run != Run::kDone) return run;
      status = code;
      if (machine->after_command) machine->after_command(args, status);
      FinishSimple();
      return Run::kGoOn;
    }
    case kInChild: {
      if (WaitChild(static_cast<int>(frames.back().index)) == Run::kBlocked) return Run::kBlocked;
      FinishSimple();
      return Run::kGoOn;
    }
    default:
      // A frame above (eval, source, a function) has ended.
      FinishSimple();
      return Run::kGoOn;
  }
}

// In IFS=, read -a x <<< "${y[*]}" the redirections do not see what stands before the command: it is put aside, with
// `flag` in its frame, until they are done.
void Process::HideBindings() {
  frames.back().flag = true;
  for (size_t i = bindings.size(); i-- > frames.back().binding_mark;) SwapBinding(&bindings[i]);
}

void Process::ShowBindings(Frame* frame) {
  if (frame->state != kRedirects || !std::exchange(frame->flag, false)) return;
  for (size_t i = frame->binding_mark; i < bindings.size(); ++i) SwapBinding(&bindings[i]);
}

void Process::SwapBinding(Binding* binding) {
  Ref<Variable> current = variables.Get(binding->symbol);
  variables.Replace(binding->symbol, std::exchange(binding->outer, std::move(current)));
}

// The words are those of a command that is neither a function nor a builtin.
bool Process::IsExternal() const {
  size_t at = 0;
  auto is_function = [&] { return at == 0 && functions->find(args[0]) != functions->end(); };
  while (at < args.size() && args[at] == "command" && !is_function()) {
    ++at;
    if (at < args.size() && args[at] == "-p") ++at;
    if (at < args.size() && args[at] == "--") ++at;
  }
  return at < args.size() && !args[at].starts_with('-') && !is_function() && FindBuiltin(args[at]) == nullptr;
}

// Bash expands the redirections of such a command in the child that becomes it: what they set is lost with it. A
// process that ends behind the command needs no other one.
bool Process::RedirectsInChild(const SimpleNode& node) const {
  if (frames.size() == 1 && pid != shell_pid) return false;
  for (const Redirect& redirect : node.redirects) {
    if (MaySetVariables(*redirect.word)) return IsExternal();
  }
  return false;
}

Run Process::RunInChild(const SimpleNode& node) {
  HeldMemory held = args_held;
  if (budget().stopped()) return Run::kGoOn;  // no room for the words once more
  Process* child = Fork();
  if (child == nullptr) return Run::kGoOn;
  child->PushNode(&node, false);
  child->frames.back().unit = CurrentUnit();
  child->frames.back().state = kRedirects;
  child->bindings.assign(bindings.begin() + frames.back().binding_mark, bindings.end());
  child->args = args;
  child->args_held = std::move(held);
  frames.back().index = static_cast<uint32_t>(child->pid);
  frames.back().state = kInChild;
  return Run::kGoOn;
}

void Process::FinishSimple() {
  if (unwind == Unwind::kNone) {
    if (!args.empty()) SetLastArgument(std::move(args.back()));
    pipe_status.assign(1, status);
  }
  Finish(true);
}

// Of a command that has ended; nothing looks at its arguments any more.
void Process::SetLastArgument(std::string&& argument) {
  last_argument.swap(argument);
  if (args.capacity() <= kFewArguments) args.clear();
  else LetGo(&args);
  HoldTexts();
}

void Process::ClearArguments() {
  if (args.capacity() <= kFewArguments) args.clear();
  else LetGo(&args);
  args_held.Release();
}

void Process::HoldTexts() {
  size_t bytes = last_argument.size() + running_command.size();
  if (bytes > 1024 || texts_held.bytes() > 0) texts_held.Set(&budget(), static_cast<int64_t>(bytes));
}

// The words. A declaration's name=value is one word whatever its value is.
Run Process::ExpandCommand(const SimpleNode& node) {
  if (node.words.empty()) return Run::kDone;
  if (IsDeclaration(node.words[0])) return ExpandDeclaration(node);
  Expanded expanded = expander.RunWords(*this);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  args.swap(expander.fields());
  args_held = expander.TakeHeld();
  return Run::kDone;
}

Run Process::ExpandDeclaration(const SimpleNode& node) {
  while (frames.back().index < node.words.size()) {
    const Word* word = node.words[frames.back().index];
    const WordAssignment* assignment = word->assignment;
    if (assignment != nullptr && assignment->is_array) {
      const Variable* variable = FindVariable(assignment->symbol);
      bool associative = variable != nullptr && variable->associative;
      for (const std::string& arg : args) associative = associative || (arg.starts_with('-') && arg.find('A') != std::string::npos);
      Run run = BuildArray(assignment->elements, associative);
      if (run != Run::kDone) return run;
      if (unwind != Unwind::kNone) return Run::kGoOn;
      arg_arrays.emplace_back(args.size(), std::move(array.items));
      args_held.Take(std::move(array.held));
      array = ArrayBuild();
      args.push_back(std::string(assignment->name) + (assignment->append ? "+=" : "="));
    } else if (assignment != nullptr) {
      if (!redirecting) {
        expander.Begin(word, WordMode::kString);
        redirecting = true;
      }
      Expanded expanded = expander.Run(*this);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      redirecting = false;
      args.push_back(std::move(expander.text()));
      args_held.Take(expander.TakeHeld());
    } else {
      if (!redirecting) {
        expander.BeginWords(node.words.subspan(frames.back().index, 1));
        redirecting = true;
      }
      Expanded expanded = expander.RunWords(*this);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      redirecting = false;
      for (std::string& field : expander.fields()) {
        if (!budget().Tick(1) || !MakeRoom(&budget(), &args)) return Run::kGoOn;
        args.push_back(std::move(field));
      }
      args_held.Take(expander.TakeHeld());
    }
    ++frames.back().index;
  }
  return Run::kDone;
}

Run Process::ExpandAssignments(const SimpleNode& node) {
  bool temporary = !args.empty();
  while (frames.back().index < node.assignments.size()) {
    Run run = AssignWord(node.assignments[frames.back().index], temporary);
    if (run != Run::kDone) return run;
    if (unwind != Unwind::kNone) return Run::kGoOn;
    ++frames.back().index;
  }
  frames.back().index = 0;
  frames.back().state = kRedirects;
  return Run::kGoOn;
}

Run Process::AssignWord(const Word* word, bool temporary) {
  const WordAssignment& assignment = *word->assignment;
  if (assignment.is_array) {
    const Variable* variable = FindVariable(assignment.symbol);
    Run run = BuildArray(assignment.elements, variable != nullptr && variable->associative);
    if (run != Run::kDone || unwind != Unwind::kNone) return run == Run::kBlocked ? run : Run::kGoOn;
    std::vector<ArrayItem> items = std::move(array.items);
    HeldMemory held = std::move(array.held);
    array = ArrayBuild();
    if (Has(Option::kXTrace)) Trace(word->raw);
    if (temporary) PushBinding(assignment.symbol);
    if (!ApplyArray(assignment.symbol, std::move(items), assignment.append, std::move(held))) Discard(1);
    return Run::kDone;
  }
  // stage 1: the subscript, 2: the value
  if (assignment.subscript != nullptr && array.stage < 2) {
    if (array.stage == 0) {
      expander.Begin(assignment.subscript, Expander::SubscriptMode(*this, assignment.symbol));
      array.stage = 1;
    }
    Expanded expanded = expander.Run(*this);
    if (expanded != Expanded::kDone) return AfterExpansion(expanded);
    array.items.resize(1);
    array.items[0].key = std::move(expander.text());
    array.held.Take(expander.TakeHeld());
    array.stage = 2;
  }
  if (array.stage != 3) {
    expander.Begin(word, WordMode::kString, assignment.first_op);
    array.stage = 3;
  }
  Expanded expanded = expander.Run(*this);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  std::string value = std::move(expander.text());
  std::string key = array.items.empty() ? std::string() : std::move(array.items[0].key);
  const HeldMemory of_key = std::move(array.held);
  array = ArrayBuild();
  if (Has(Option::kXTrace)) {
    GrowingText text(&budget());
    text.Append(word->raw.substr(0, assignment.text_at));
    QuoteForTrace(value, &text);
    Trace(text.text());
  }
  bool ok = true;
  if (assignment.subscript != nullptr) {
    // (An empty expression is 0, but not where nothing is written.)
    const Variable* variable = FindVariable(assignment.symbol);
    std::string_view written = assignment.subscript->raw;
    ok = !key.empty() || (!written.empty() && (variable == nullptr || !variable->associative));
    if (!ok) ReportError(assignment.name, "[", written, "]: bad array subscript");
    ok = ok && AssignElement(assignment.symbol, key, value, assignment.append);
  } else if (temporary) {
    if (!CheckWritable(Resolve(assignment.symbol, nullptr))) {
      // Bash goes on with the command.
      return Run::kDone;
    }
    const std::string* old = Get(assignment.symbol);
    MemoryCharge making(&budget(), value.size() + (old == nullptr ? 0 : old->size()));
    if (!making.ok()) return Run::kGoOn;
    std::string text = assignment.append && old != nullptr ? *old + value : value;
    if (const Variable* before = FindVariable(assignment.symbol); assignment.append && before != nullptr && before->Has(kInteger)) {
      int64_t number = 0, base = 0;
      const std::string was = old == nullptr ? std::string() : *old;  // (evaluating may change it)
      if (!EvaluateArithmetic(*this, value, "", &number) || !EvaluateArithmetic(*this, was, "", &base)) {
        DiscardAll();
        return Run::kGoOn;
      }
      text = std::to_string(static_cast<int64_t>(static_cast<uint64_t>(number) + static_cast<uint64_t>(base)));
    }
    Symbol symbol = Resolve(assignment.symbol, nullptr);
    PushBinding(symbol);
    uint16_t attributes = 0;
    if (const Variable* before = variables.Find(symbol)) attributes = before->attributes & (kInteger | kLower | kUpper);
    variables.Replace(symbol, nullptr);
    Variable* variable = variables.Mutable(symbol);
    variable->attributes = static_cast<uint16_t>(attributes | kExported);
    making.Release();  // the text becomes the variable's
    if (!variable->Charge(static_cast<int64_t>(text.size()))) return Run::kGoOn;
    variable->value = std::move(text);
    variable->is_set = true;
    if (symbol == kSymOptind) getopts_at = 0;
  } else {
    ok = Assign(assignment.symbol, value, assignment.append);
  }
  if (!ok) Discard(1);
  return Run::kDone;
}

namespace {

bool HasKey(const Word* element) {
  const WordAssignment* keyed = element->assignment;
  return keyed != nullptr && keyed->subscript != nullptr && keyed->name.empty();
}

}  // namespace

// The elements of ( ... ) into array.items. An associative array takes [key]=value only, or, when the first element is not of
// that form, keys and values in turn; these are not split into fields.
Run Process::BuildArray(std::span<const Word* const> elements, bool associative) {
  enum : uint8_t { kBegins, kSubscript, kValue, kFields, kString };
  while (array.next < elements.size()) {
    const Word* word = elements[array.next];
    const bool in_turn = associative && !HasKey(elements[0]);
    const bool has_key = HasKey(word) && !in_turn;
    // (Only a process that a stranger saved can stand elsewhere.)
    const bool of_key = array.stage == kSubscript || array.stage == kValue;
    if (of_key != has_key || (array.stage == kValue && array.items.empty())) array.stage = kBegins;
    if (array.stage == kBegins) {
      if (has_key) {
        expander.Begin(word->assignment->subscript, associative ? WordMode::kString : WordMode::kArithmetic);
        array.stage = kSubscript;
      } else if (in_turn) {
        expander.Begin(word, WordMode::kString);
        array.stage = kString;
      } else if (associative) {
        if (!array.held.Add(&budget(), static_cast<int64_t>(2 * word->raw.size() + sizeof(ArrayItem))) || !MakeRoom(&budget(), &array.items)) {
          return Run::kGoOn;
        }
        array.items.push_back({.value = std::string(word->raw)});  // an error, which shows it
        ++array.next;
        continue;
      } else {
        expander.BeginWords(elements.subspan(array.next, 1));
        array.stage = kFields;
      }
    }
    if (array.stage == kFields) {
      Expanded expanded = expander.RunWords(*this);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      for (std::string& field : expander.fields()) {
        if (!budget().Tick(1) || !array.held.Add(&budget(), sizeof(ArrayItem)) || !MakeRoom(&budget(), &array.items)) {
          return Run::kGoOn;
        }
        array.items.push_back({.value = std::move(field)});
      }
      array.held.Take(expander.TakeHeld());
    } else {
      Expanded expanded = expander.Run(*this);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      if (array.stage == kSubscript) {
        const WordAssignment* keyed = word->assignment;
        if (expander.text().empty() && associative) {
          ReportError(word->raw, ": bad array subscript");
        } else {
          array.items.push_back({.has_key = true, .append = keyed->append, .key = std::move(expander.text())});
          array.held.Take(expander.TakeHeld());
          expander.Begin(word, WordMode::kString, keyed->first_op);
          array.stage = kValue;
          continue;
        }
      } else {
        if (array.stage == kString) {
          if (!array.held.Add(&budget(), sizeof(ArrayItem)) || !MakeRoom(&budget(), &array.items)) return Run::kGoOn;
          array.items.emplace_back();
        }
        array.items.back().value = std::move(expander.text());
        array.held.Take(expander.TakeHeld());
      }
    }
    array.stage = kBegins;
    ++array.next;
  }
  return Run::kDone;
}

bool Process::ApplyArray(Symbol symbol, std::vector<ArrayItem> items, bool append, HeldMemory held) {
  symbol = Resolve(symbol, nullptr);
  if (!CheckWritable(symbol)) return false;
  const Variable* old = variables.Find(symbol);
  bool associative = old != nullptr && old->associative;
  const bool in_turn = associative && !items.empty() && !items[0].has_key;
  // [key]+=value adds to what the array had before.
  if (associative && !append && !old->Has(kInteger)) {
    for (ArrayItem& item : items) {
      if (!item.append) continue;
      if (!budget().Tick(1 + old->associative->Collisions(item.key) + item.value.size() / 8)) return false;
      const std::string* before = old->associative->Get(item.key);
      if (before != nullptr) {
        if (!held.Add(&budget(), static_cast<int64_t>(2 * before->size() + item.value.size()))) return false;
        item.value.insert(0, *before);
      }
      item.append = false;
    }
  }
  if (!append && old != nullptr) {
    Variable* variable = variables.Mutable(symbol);
    variable->Charge(128 + (associative ? 24576 : 0) - variable->charged);
    variable->value.clear();
    variable->is_set = false;
    if (variable->indexed) variable->indexed->Clear();
    if (variable->associative) variable->associative->Clear();
  }
  Variable* array_variable = MutableArray(symbol, associative);
  if (array_variable == nullptr) return false;
  array_variable->is_set = true;
  int64_t next = array_variable->indexed ? array_variable->indexed->EndIndex() : 0;
  // Without attributes and keys the elements are stored as they are.
  bool plain = !array_variable->Has(kInteger | kLower | kUpper | kCapital) && !associative;
  for (size_t i = 0; i < items.size(); ++i) {
    ArrayItem& item = items[i];
    if (!budget().Tick(1)) return false;
    if (item.has_key && item.key.empty()) {
      ReportError("[]=", item.value, ": bad array subscript");
      continue;
    }
    if (associative && !item.has_key && !in_turn) {
      ReportError(symbols().Name(symbol), ": '", item.value, "': must use subscript when assigning associative array");
      continue;
    }
    if (in_turn) {
      std::string value = i + 1 < items.size() ? items[i + 1].value : std::string();
      if (item.value.empty()) ReportError("\"\": bad array subscript");
      if (!item.value.empty() && !AssignElement(symbol, item.value, value)) return false;
      ++i;
      continue;
    }
    if (plain && !item.has_key) {
      Variable* variable = variables.Mutable(symbol);
      held.Add(&budget(), -std::min(held.bytes(), static_cast<int64_t>(item.value.size())));  // it becomes the variable's
      if (!variable->Charge(static_cast<int64_t>(item.value.size()) + IndexedArray::kElementBytes)) return false;
      variable->indexed->Set(next, std::move(item.value));
      next = Wrapping(next, 1);
      continue;
    }
    std::string key = item.has_key ? item.key : std::to_string(next);
    if (!associative && item.has_key) {
      int64_t index = 0;
      if (!ArrayIndex(variables.Find(symbol), key, &index)) return false;
      if (index < 0) {
        ReportError("[", key, "]: bad array subscript");
        return false;
      }
      next = index;
      key = std::to_string(index);
    }
    if (!AssignElement(symbol, key, item.value, item.append)) return false;
    next = Wrapping(next, 1);
  }
  return true;
}

void Process::Trace(std::string_view text) {
  const std::string* ps4 = Get(kSymPs4);
  const MemoryCharge copies(&budget(), ps4 == nullptr ? 0 : 3 * ps4->size());
  if (!copies.ok()) return;
  std::string prefix = ps4 == nullptr ? "+ " : *ps4;
  if (prefix.find_first_of("$`") != std::string::npos) {
    // Its parameters are expanded; what would have to run is left as it is.
    Parser parser(MakeSource(std::string_view(prefix), &budget()), symbols(), line, {.account = &budget()});
    const Word* word = nullptr;
    std::shared_ptr<Unit> unit = parser.ParseQuoted(&word);
    if (unit != nullptr && Expander::IsSimple(word)) {
      Expander own;
      uint32_t kept = std::exchange(options, options & ~(1u << static_cast<int>(Option::kXTrace)));
      own.Begin(word, WordMode::kString);
      if (own.Run(*this) == Expanded::kDone) prefix = own.text();
      options = kept;
    }
  }
  GrowingText out(&budget());
  for (uint32_t i = 0; i + 1 < trace_level && i < 64 && !prefix.empty(); ++i) out.Append(prefix[0]);
  out.Append(prefix);
  out.Append(text);
  if (!out.Append('\n')) return;
  const std::string* number = Get("BASH_XTRACEFD");
  int fd = -1;
  if (number != nullptr) std::from_chars(number->data(), number->data() + number->size(), fd);
  if (fd >= 0 && fds.Get(fd)) return Write(fd, out.text());
  WriteError(out.text());
}

Run Process::Execute(const SimpleNode& node) {
  if (args.empty()) {
    // Assignments and redirections alone.
    status = substitution_status >= 0 ? substitution_status : 0;
    FinishSimple();
    return Run::kGoOn;
  }
  if (Has(Option::kXTrace)) {
    GrowingText text(&budget());
    for (const std::string& arg : args) {
      if (!text.text().empty()) text.Append(' ');
      arg.empty() ? static_cast<void>(text.Append("''")) : QuoteForTrace(arg, &text);
      if (text.full()) return Run::kGoOn;
    }
    Trace(text.text());
  }
  if (machine->before_command) {
    std::string refusal;
    if (!machine->before_command(args, &refusal)) {
      Error(args[0], ": ", (refusal.empty() ? "denied by the host" : refusal));
      status = 126;
      FinishSimple();
      return Run::kGoOn;
    }
  }
  auto function = functions->find(args[0]);
  if (function != functions->end()) return CallFunction(function->second);
  if (FindBuiltin(args[0]) != nullptr) {
    builtin.Clear();
    write_failed = false;
    frames.back().state = kInBuiltin;
    return StepSimple(node);
  }
  return ExecuteExternal();
}

Run Process::CallFunction(const Ref<Function>& function) {
  if (function_depth >= budget().limits().function_depth) {
    budget().Reach(ShellLimit::kFunctionDepth);
    return Run::kGoOn;
  }
  frames.back().state = kLeft;
  Frame frame;
  frame.kind = FrameKind::kCall;
  frame.tested = frames.back().tested;
  frame.undo_mark = static_cast<uint32_t>(undo.size());
  // The assignments before the command are local to the function.
  frame.binding_mark = frames.back().binding_mark;
  frame.unit = function->unit;
  frame.call = std::make_unique<CallState>(arguments);
  if (!frame.call->held.Add(&budget(), kCallBytes)) return Run::kGoOn;
  frame.call->function = function;
  frame.call->loop_depth = std::exchange(loop_depth, 0);
  frame.call->getopts_at = getopts_at;
  auto record = MakeRef<CallRecord>();
  record->up = call;
  record->function = function->name;
  record->source = function->source;
  record->call_line = line;
  record->is_function = true;
  record->depth = call ? call->depth + 1 : 0;
  call = record;
  ++function_depth;
  SetArguments(std::vector<std::string>(std::make_move_iterator(args.begin() + 1), std::make_move_iterator(args.end())));
  ClearArguments();
  frame.call->given = arguments;
  frames.push_back(std::move(frame));
  return Run::kGoOn;
}

Run Process::ExecuteExternal() {
  std::string script;
  int error = 0;
  const CommandInfo* info = machine->FindCommand(*this, args[0], &script, &error);
  if ((info != nullptr || !script.empty()) && machine->HasTooMany(*this, args)) {
    const std::string& path = info != nullptr ? args[0] : script;
    Error((path.find('/') == std::string::npos ? "/usr/bin/" : ""), path, ": ", ErrnoText(E2BIG));
    status = 126;
    FinishSimple();
    return Run::kGoOn;
  }
  if (info != nullptr) {
    StartExternal(*this, info);
    frames.back().state = kInExternal;
    return Run::kGoOn;
  }
  if (!script.empty() && frames.size() == 1 && pid != shell_pid && !traps->contains("EXIT")) {
    // A process that ends behind the script is the one that runs it: $! of `bash x &`.
    const std::vector<std::string> argv = std::move(args);
    undo.clear();
    if (machine->StartArgv(*this, argv, &error)) return Run::kGoOn;
    Error(argv[0], ": ", ErrnoText(error));
    Exit(error == ENOENT || error == ENOTDIR ? 127 : 126);
    return Run::kGoOn;
  }
  if (!script.empty()) {
    Process* child = Fork();
    if (child == nullptr) return Run::kGoOn;
    child->frames.clear();
    if (machine->StartArgv(*child, args, &error)) {
      frames.back().index = static_cast<uint32_t>(child->pid);
      frames.back().state = kInChild;
      return Run::kGoOn;
    }
    machine->Kill(child, 126);
    ForgetChild(child->pid);
  }
  bool is_path = args[0].find('/') != std::string::npos;
  if (error == EISDIR) {
    Error(args[0], ": Is a directory");
    status = 126;
  } else if (is_path || error == EACCES) {
    Error(args[0], ": ", ErrnoText(error));
    status = error == ENOENT || error == ENOTDIR ? 127 : 126;
  } else if (auto handler = functions->find("command_not_found_handle"); handler != functions->end()) {
    args.insert(args.begin(), "command_not_found_handle");
    return CallFunction(handler->second);
  } else {
    const std::string* path = Get(kSymPath);
    Error(args[0], (path == nullptr || path->empty() ? ": No such file or directory" : ": command not found"));
    status = 127;
  }
  FinishSimple();
  return Run::kGoOn;
}

}  // namespace pysub::shell
