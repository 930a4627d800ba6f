#include <algorithm>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/steps.h"
#include "shell/run/tracing.h"
#include "shell/run/variable_access.h"

// Assignments: those of simple commands, and the words of declarations.

namespace pysub::shell {
namespace {

bool AssignSubscripted(Process& process, const WordAssignment& assignment, const std::string& key,
                       const std::string& value) {
  // (An empty expression is 0, but not where nothing is written.)
  const Variable* variable = process.variables.FindResolved(assignment.symbol);
  const std::string_view written = assignment.subscript->raw;
  if (key.empty() && (written.empty() || (variable != nullptr && variable->associative))) {
    process.ReportError(assignment.name, "[", written, "]: bad array subscript");
    return false;
  }
  return AssignElement(process, assignment.symbol, key, value, assignment.append);
}

// The command gets a new variable, exported; the old one comes back behind it.
Run AssignTemporary(Process& process, const WordAssignment& assignment, const std::string& value) {
  // Bash goes on with the command, but not in posix mode.
  if (!CheckWritable(process, process.variables.Resolve(assignment.symbol, nullptr))) {
    if (PosixErrorEnds(process)) process.Discard(1);
    return Run::kDone;
  }
  const std::string* old = ValueOf(process, assignment.symbol);
  ScopedMemoryCharge making(&process.budget(), value.size() + (old == nullptr ? 0 : old->size()));
  if (!making.ok()) return Run::kGoOn;
  std::string text = assignment.append && old != nullptr ? *old + value : value;
  if (const Variable* before = process.variables.FindResolved(assignment.symbol);
      assignment.append && before != nullptr && before->Has(kInteger)) {
    int64_t number = 0, base = 0;
    const std::string was = old == nullptr ? std::string() : *old;  // (evaluating may change it)
    if (!EvaluateArithmetic(process, value, "", &number) ||
        !EvaluateArithmetic(process, was, "", &base)) {
      process.DiscardAll();
      return Run::kGoOn;
    }
    text = std::to_string(
        static_cast<int64_t>(static_cast<uint64_t>(number) + static_cast<uint64_t>(base)));
  }
  Symbol symbol = process.variables.Resolve(assignment.symbol, nullptr);
  process.variables.Push(symbol);
  uint16_t attributes = 0;
  if (const Variable* before = process.variables.Find(symbol))
    attributes = before->attributes & (kInteger | kLower | kUpper);
  process.variables.Replace(symbol, nullptr);
  Variable* variable = process.variables.Mutable(symbol);
  variable->attributes = static_cast<uint16_t>(attributes | kExported);
  making.Release();  // the text becomes the variable's
  if (!variable->Charge(static_cast<int64_t>(text.size()))) return Run::kGoOn;
  variable->value = std::move(text);
  variable->is_set = true;
  if (symbol == kSymOptind) process.getopts_at = 0;
  return Run::kDone;
}

Run AssignArrayWord(Process& process, const Word& word, bool temporary) {
  CommandState& command = process.command;
  const WordAssignment& assignment = *word.assignment;
  // It is an empty array before its elements are looked at, which may name it.
  if (!temporary && process.variables.Find(assignment.symbol) == nullptr &&
      !AssignArray(process, assignment.symbol, {}, {})) {
    process.Discard(1);
    return Run::kGoOn;
  }
  const Variable* variable = process.variables.FindResolved(assignment.symbol);
  Run run = BuildArray(process, assignment.elements, variable != nullptr && variable->associative);
  if (run != Run::kDone || process.unwind != Unwind::kNone)
    return run == Run::kBlocked ? run : Run::kGoOn;
  std::vector<ArrayItem> items = std::move(command.array.items);
  MemoryCharge held = std::move(command.array.held);
  command.array = ArrayBuild();
  if (process.options.Has(SetOption::kXTrace)) Trace(process, word.raw);
  if (temporary) process.variables.Push(assignment.symbol);
  if (!ApplyArray(process, assignment.symbol, std::move(items), assignment.append, std::move(held)))
    process.Discard(1);
  return Run::kDone;
}

// name=value, name[subscript]=value, name=( ... ). `temporary`: it stands before a command, and
// is for that one alone.
Run AssignWord(Process& process, const Word* word, bool temporary) {
  CommandState& command = process.command;
  Expander& expander = process.expander;
  enum : uint8_t { kBegins, kSubscript, kHasSubscript, kValue };
  const WordAssignment& assignment = *word->assignment;
  // What stands before a special builtin stays in posix mode, and is exported.
  const bool persists = temporary && IsSpecialHere(process, command.args[0]);
  temporary = temporary && !persists;
  if (assignment.is_array) return AssignArrayWord(process, *word, temporary);
  if (assignment.subscript != nullptr && command.array.stage < kHasSubscript) {
    if (command.array.stage == kBegins) {
      expander.Begin(assignment.subscript, Expander::SubscriptMode(process, assignment.symbol));
      command.array.stage = kSubscript;
    }
    Expanded expanded = expander.Run(process);
    if (expanded != Expanded::kDone) return AfterExpansion(expanded);
    command.array.items.resize(1);
    command.array.items[0].key = std::move(expander.text());
    command.array.held.Take(expander.TakeHeld());
    command.array.stage = kHasSubscript;
  }
  if (command.array.stage != kValue) {
    expander.Begin(word, WordMode::kString, assignment.first_op);
    command.array.stage = kValue;
  }
  Expanded expanded = expander.Run(process);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  const std::string value = std::move(expander.text());
  const std::string key =
      command.array.items.empty() ? std::string() : std::move(command.array.items[0].key);
  const MemoryCharge of_key = std::move(command.array.held);
  command.array = ArrayBuild();
  if (process.options.Has(SetOption::kXTrace)) {
    GrowingText text(&process.budget());
    text.Append(word->raw.substr(0, assignment.text_at));
    QuoteForTrace(value, &text);
    Trace(process, text.text());
  }
  if (assignment.subscript == nullptr && temporary)
    return AssignTemporary(process, assignment, value);
  const bool ok = assignment.subscript != nullptr
                      ? AssignSubscripted(process, assignment, key, value)
                      : AssignVariable(process, assignment.symbol, value, assignment.append);
  // Where an assignment stays, its error ends a script in posix mode.
  if (!ok && PosixErrorEnds(process)) process.Exit(process.FatalStatus());
  if (!ok) process.Discard(1);
  if (ok && persists) process.variables.Export(assignment.symbol, true);
  return Run::kDone;
}

bool HasKey(const Word* element) {
  const WordAssignment* keyed = element->assignment;
  return keyed != nullptr && keyed->subscript != nullptr && keyed->name.empty();
}

// The fields that the expander has made are elements. False: a limit was reached.
bool TakeArrayFields(Process& process) {
  CommandState& command = process.command;
  for (std::string& field : process.expander.fields()) {
    if (!process.budget().Tick(1) ||
        !command.array.held.Add(&process.budget(), sizeof(ArrayItem)) ||
        !MakeRoom(&process.budget(), &command.array.items))
      return false;
    command.array.items.push_back({.value = std::move(field)});
  }
  command.array.held.Take(process.expander.TakeHeld());
  return true;
}

// [key]+=value adds to what the array had before. False: a limit was reached.
bool AddFormerValues(Budget* budget, const AssociativeArray& former, std::vector<ArrayItem>* items,
                     MemoryCharge* held) {
  for (ArrayItem& item : *items) {
    if (!std::exchange(item.append, false)) continue;
    if (!budget->Tick(1 + former.Collisions(item.key) + item.value.size() / 8)) return false;
    const std::string* before = former.Get(item.key);
    if (before == nullptr) continue;
    if (!held->Add(budget, static_cast<int64_t>(2 * before->size() + item.value.size())))
      return false;
    item.value.insert(0, *before);
  }
  return true;
}

// Without values; it stays an array, if it is one.
void Empty(Variable* variable) {
  variable->Charge(128 + (variable->associative ? 24576 : 0) - variable->charged);
  variable->value.clear();
  variable->is_set = false;
  if (variable->indexed) variable->indexed->Clear();
  if (variable->associative) variable->associative->Clear();
}

// name=('value' ['key']='value'): the elements that a declaration is given, for set -x.
void TraceElements(Process& process, const WordAssignment& assignment) {
  GrowingText text(&process.budget());
  text.Append(assignment.name);
  text.Append(assignment.append ? "+=(" : "=(");
  bool first = true;
  for (const ArrayItem& item : process.command.array.items) {
    if (!process.budget().Tick(1 + item.value.size() / 16)) return;
    if (!std::exchange(first, false)) text.Append(' ');
    if (item.has_key) {
      text.Append('[');
      QuoteSingle(item.key, &text);
      text.Append(item.append ? "]+=" : "]=");
    }
    QuoteSingle(item.value, &text);
    if (text.full()) return;
  }
  text.Append(')');
  Trace(process, text.text());
}

}  // namespace

// The words of declare, local, export, readonly. One that is name=( ... ) becomes name=, and its
// elements go to arg_arrays.
Run ExpandDeclaration(Process& process, const SimpleNode& node) {
  std::vector<std::string>& args = process.command.args;
  CommandState& command = process.command;
  Expander& expander = process.expander;
  while (process.top().index < node.words.size()) {
    const Word* word = node.words[process.top().index];
    const WordAssignment* assignment = word->assignment;
    if (assignment != nullptr && assignment->is_array) {
      const Variable* variable = process.variables.FindResolved(assignment->symbol);
      bool associative = variable != nullptr && variable->associative;
      for (const std::string& arg : args)
        associative = associative || (arg.starts_with('-') && arg.find('A') != std::string::npos);
      Run run = BuildArray(process, assignment->elements, associative);
      if (run != Run::kDone) return run;
      if (process.unwind != Unwind::kNone) return Run::kGoOn;
      if (process.options.Has(SetOption::kXTrace)) TraceElements(process, *assignment);
      command.arg_arrays.emplace_back(args.size(), std::move(command.array.items));
      command.args_held.Take(std::move(command.array.held));
      command.array = ArrayBuild();
      args.push_back(std::string(assignment->name) + (assignment->append ? "+=" : "="));
    } else if (assignment != nullptr) {
      if (!command.word_begun) {
        expander.Begin(word, WordMode::kString);
        command.word_begun = true;
      }
      Expanded expanded = expander.Run(process);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      command.word_begun = false;
      args.push_back(std::move(expander.text()));
      command.args_held.Take(expander.TakeHeld());
    } else {
      if (!command.word_begun) {
        expander.BeginWords(node.words.subspan(process.top().index, 1));
        command.word_begun = true;
      }
      Expanded expanded = expander.RunWords(process);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      command.word_begun = false;
      for (std::string& field : expander.fields()) {
        if (!process.budget().Tick(1) || !MakeRoom(&process.budget(), &args)) return Run::kGoOn;
        args.push_back(std::move(field));
      }
      command.args_held.Take(expander.TakeHeld());
    }
    ++process.top().index;
  }
  return Run::kDone;
}

// Run::kDone: all are made. Before a command they are for that one alone.
Run ExpandAssignments(Process& process, const SimpleNode& node) {
  bool temporary = !process.command.args.empty();
  while (process.top().index < node.assignments.size()) {
    Run run = AssignWord(process, node.assignments[process.top().index], temporary);
    if (run != Run::kDone) return run;
    if (process.unwind != Unwind::kNone) return Run::kGoOn;
    ++process.top().index;
  }
  process.top().index = 0;
  return Run::kDone;
}

// The elements of ( ... ) into array.items. An associative array takes [key]=value only, or, when
// the first element is not of that form, keys and values in turn; these are not split into fields.
Run BuildArray(Process& process, std::span<const Word* const> elements, bool associative) {
  CommandState& command = process.command;
  Expander& expander = process.expander;
  enum : uint8_t { kBegins, kSubscript, kValue, kFields, kString };
  while (command.array.next < elements.size()) {
    const Word* word = elements[command.array.next];
    const bool in_turn = associative && !HasKey(elements[0]);
    const bool has_key = HasKey(word) && !in_turn;
    // (Only a process that a stranger saved can stand elsewhere.)
    const bool of_key = command.array.stage == kSubscript || command.array.stage == kValue;
    if (of_key != has_key || (command.array.stage == kValue && command.array.items.empty()))
      command.array.stage = kBegins;
    if (command.array.stage == kBegins) {
      if (has_key) {
        expander.Begin(word->assignment->subscript,
                       associative ? WordMode::kString : WordMode::kArithmetic);
        command.array.stage = kSubscript;
      } else if (in_turn) {
        expander.Begin(word, WordMode::kString);
        command.array.stage = kString;
      } else if (associative) {
        if (!command.array.held.Add(&process.budget(), static_cast<int64_t>(2 * word->raw.size() +
                                                                            sizeof(ArrayItem))) ||
            !MakeRoom(&process.budget(), &command.array.items)) {
          return Run::kGoOn;
        }
        command.array.items.push_back(
            {.value = std::string(word->raw)});  // an error, which shows it
        ++command.array.next;
        continue;
      } else {
        expander.BeginWords(elements.subspan(command.array.next, 1));
        command.array.stage = kFields;
      }
    }
    if (command.array.stage == kFields) {
      Expanded expanded = expander.RunWords(process);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      if (!TakeArrayFields(process)) return Run::kGoOn;
    } else {
      Expanded expanded = expander.Run(process);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      if (command.array.stage == kSubscript) {
        const WordAssignment* keyed = word->assignment;
        if (expander.text().empty() && associative) {
          process.ReportError(word->raw, ": bad array subscript");
        } else {
          command.array.items.push_back(
              {.has_key = true, .append = keyed->append, .key = std::move(expander.text())});
          command.array.held.Take(expander.TakeHeld());
          expander.Begin(word, WordMode::kString, keyed->first_op);
          command.array.stage = kValue;
          continue;
        }
      } else {
        if (command.array.stage == kString) {
          if (!command.array.held.Add(&process.budget(), sizeof(ArrayItem)) ||
              !MakeRoom(&process.budget(), &command.array.items))
            return Run::kGoOn;
          command.array.items.emplace_back();
        }
        command.array.items.back().value = std::move(expander.text());
        command.array.held.Take(expander.TakeHeld());
      }
    }
    command.array.stage = kBegins;
    ++command.array.next;
  }
  return Run::kDone;
}

// name=( ... ) with expanded elements. False: a limit, or a message was printed.
bool ApplyArray(Process& process, Symbol symbol, std::vector<ArrayItem> items, bool append,
                MemoryCharge held) {
  symbol = process.variables.Resolve(symbol, nullptr);
  if (!CheckWritable(process, symbol)) return false;
  const Variable* old = process.variables.Find(symbol);
  const bool associative = old != nullptr && old->associative;
  const bool in_turn = associative && !items.empty() && !items[0].has_key;  // keys and values
  if (associative && !append && !old->Has(kInteger) &&
      !AddFormerValues(&process.budget(), *old->associative, &items, &held))
    return false;
  if (!append && old != nullptr) Empty(process.variables.Mutable(symbol));
  Variable* array_variable = MutableArray(process, symbol, associative);
  if (array_variable == nullptr) return false;
  array_variable->is_set = true;
  int64_t next = array_variable->indexed ? array_variable->indexed->EndIndex() : 0;
  // Without attributes and keys the elements are stored as they are.
  const bool plain = !array_variable->Has(kInteger | kLower | kUpper | kCapital) && !associative;
  for (size_t i = 0; i < items.size(); ++i) {
    ArrayItem& item = items[i];
    if (!process.budget().Tick(1)) return false;
    if (item.has_key && item.key.empty()) {
      process.ReportError("[]=", item.value, ": bad array subscript");
    } else if (in_turn) {
      const std::string value = ++i < items.size() ? items[i].value : std::string();
      if (item.value.empty())
        process.ReportError("\"\": bad array subscript");
      else if (!AssignElement(process, symbol, item.value, value))
        return false;
    } else if (associative && !item.has_key) {
      process.ReportError(process.symbols().Name(symbol), ": '", item.value,
                          "': must use subscript when assigning associative array");
    } else if (plain && !item.has_key) {
      Variable* variable = process.variables.Mutable(symbol);
      // it becomes the variable's
      held.Add(&process.budget(), -std::min(held.bytes(), static_cast<int64_t>(item.value.size())));
      if (!variable->Charge(static_cast<int64_t>(item.value.size()) + IndexedArray::kElementBytes))
        return false;
      variable->indexed->Set(next, std::move(item.value));
      next = Wrapping(next, 1);
    } else {
      if (!associative && item.has_key) {
        if (!ArrayIndex(process, process.variables.Find(symbol), item.key, &next)) return false;
        if (next < 0) {
          process.ReportError("[", item.key, "]: bad array subscript");
          return false;
        }
      }
      if (!AssignElement(process, symbol, associative ? item.key : std::to_string(next), item.value,
                         item.append))
        return false;
      next = Wrapping(next, 1);
    }
  }
  return true;
}

}  // namespace pysub::shell
