#include <algorithm>
#include <utility>

#include "shell/expand/arithmetic.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"

// Assignments: those of simple commands, and the words of declarations.

namespace pysub::shell {

// The words of declare, local, export, readonly. One that is name=( ... ) becomes name=, and its
// elements go to arg_arrays.
Run Process::ExpandDeclaration(const SimpleNode& node) {
  while (frames.back().index < node.words.size()) {
    const Word* word = node.words[frames.back().index];
    const WordAssignment* assignment = word->assignment;
    if (assignment != nullptr && assignment->is_array) {
      const Variable* variable = FindVariable(assignment->symbol);
      bool associative = variable != nullptr && variable->associative;
      for (const std::string& arg : args)
        associative = associative || (arg.starts_with('-') && arg.find('A') != std::string::npos);
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

// Run::kDone: all are made. Before a command they are for that one alone.
Run Process::ExpandAssignments(const SimpleNode& node) {
  bool temporary = !args.empty();
  while (frames.back().index < node.assignments.size()) {
    Run run = AssignWord(node.assignments[frames.back().index], temporary);
    if (run != Run::kDone) return run;
    if (unwind != Unwind::kNone) return Run::kGoOn;
    ++frames.back().index;
  }
  frames.back().index = 0;
  return Run::kDone;
}

// name=value, name[subscript]=value, name=( ... ). `temporary`: it stands before a command, and
// is for that one alone.
Run Process::AssignWord(const Word* word, bool temporary) {
  enum : uint8_t { kBegins, kSubscript, kHasSubscript, kValue };
  const WordAssignment& assignment = *word->assignment;
  if (assignment.is_array) return AssignArrayWord(*word, temporary);
  if (assignment.subscript != nullptr && array.stage < kHasSubscript) {
    if (array.stage == kBegins) {
      expander.Begin(assignment.subscript, Expander::SubscriptMode(*this, assignment.symbol));
      array.stage = kSubscript;
    }
    Expanded expanded = expander.Run(*this);
    if (expanded != Expanded::kDone) return AfterExpansion(expanded);
    array.items.resize(1);
    array.items[0].key = std::move(expander.text());
    array.held.Take(expander.TakeHeld());
    array.stage = kHasSubscript;
  }
  if (array.stage != kValue) {
    expander.Begin(word, WordMode::kString, assignment.first_op);
    array.stage = kValue;
  }
  Expanded expanded = expander.Run(*this);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  const std::string value = std::move(expander.text());
  const std::string key = array.items.empty() ? std::string() : std::move(array.items[0].key);
  const MemoryCharge of_key = std::move(array.held);
  array = ArrayBuild();
  if (Has(SetOption::kXTrace)) {
    GrowingText text(&budget());
    text.Append(word->raw.substr(0, assignment.text_at));
    QuoteForTrace(value, &text);
    Trace(text.text());
  }
  if (assignment.subscript == nullptr && temporary) return AssignTemporary(assignment, value);
  const bool ok = assignment.subscript != nullptr
                      ? AssignSubscripted(assignment, key, value)
                      : Assign(assignment.symbol, value, assignment.append);
  if (!ok) Discard(1);
  return Run::kDone;
}

Run Process::AssignArrayWord(const Word& word, bool temporary) {
  const WordAssignment& assignment = *word.assignment;
  const Variable* variable = FindVariable(assignment.symbol);
  Run run = BuildArray(assignment.elements, variable != nullptr && variable->associative);
  if (run != Run::kDone || unwind != Unwind::kNone) return run == Run::kBlocked ? run : Run::kGoOn;
  std::vector<ArrayItem> items = std::move(array.items);
  MemoryCharge held = std::move(array.held);
  array = ArrayBuild();
  if (Has(SetOption::kXTrace)) Trace(word.raw);
  if (temporary) PushBinding(assignment.symbol);
  if (!ApplyArray(assignment.symbol, std::move(items), assignment.append, std::move(held)))
    Discard(1);
  return Run::kDone;
}

bool Process::AssignSubscripted(const WordAssignment& assignment, const std::string& key,
                                const std::string& value) {
  // (An empty expression is 0, but not where nothing is written.)
  const Variable* variable = FindVariable(assignment.symbol);
  const std::string_view written = assignment.subscript->raw;
  if (key.empty() && (written.empty() || (variable != nullptr && variable->associative))) {
    ReportError(assignment.name, "[", written, "]: bad array subscript");
    return false;
  }
  return AssignElement(assignment.symbol, key, value, assignment.append);
}

// The command gets a new variable, exported; the old one comes back behind it.
Run Process::AssignTemporary(const WordAssignment& assignment, const std::string& value) {
  // Bash goes on with the command.
  if (!CheckWritable(Resolve(assignment.symbol, nullptr))) return Run::kDone;
  const std::string* old = Get(assignment.symbol);
  ScopedMemoryCharge making(&budget(), value.size() + (old == nullptr ? 0 : old->size()));
  if (!making.ok()) return Run::kGoOn;
  std::string text = assignment.append && old != nullptr ? *old + value : value;
  if (const Variable* before = FindVariable(assignment.symbol);
      assignment.append && before != nullptr && before->Has(kInteger)) {
    int64_t number = 0, base = 0;
    const std::string was = old == nullptr ? std::string() : *old;  // (evaluating may change it)
    if (!EvaluateArithmetic(*this, value, "", &number) ||
        !EvaluateArithmetic(*this, was, "", &base)) {
      DiscardAll();
      return Run::kGoOn;
    }
    text = std::to_string(
        static_cast<int64_t>(static_cast<uint64_t>(number) + static_cast<uint64_t>(base)));
  }
  Symbol symbol = Resolve(assignment.symbol, nullptr);
  PushBinding(symbol);
  uint16_t attributes = 0;
  if (const Variable* before = variables.Find(symbol))
    attributes = before->attributes & (kInteger | kLower | kUpper);
  variables.Replace(symbol, nullptr);
  Variable* variable = variables.Mutable(symbol);
  variable->attributes = static_cast<uint16_t>(attributes | kExported);
  making.Release();  // the text becomes the variable's
  if (!variable->Charge(static_cast<int64_t>(text.size()))) return Run::kGoOn;
  variable->value = std::move(text);
  variable->is_set = true;
  if (symbol == kSymOptind) getopts_at = 0;
  return Run::kDone;
}

namespace {

bool HasKey(const Word* element) {
  const WordAssignment* keyed = element->assignment;
  return keyed != nullptr && keyed->subscript != nullptr && keyed->name.empty();
}

}  // namespace

// The fields that the expander has made are elements. False: a limit was reached.
bool Process::TakeArrayFields() {
  for (std::string& field : expander.fields()) {
    if (!budget().Tick(1) || !array.held.Add(&budget(), sizeof(ArrayItem)) ||
        !MakeRoom(&budget(), &array.items))
      return false;
    array.items.push_back({.value = std::move(field)});
  }
  array.held.Take(expander.TakeHeld());
  return true;
}

// The elements of ( ... ) into array.items. An associative array takes [key]=value only, or, when
// the first element is not of that form, keys and values in turn; these are not split into fields.
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
        expander.Begin(word->assignment->subscript,
                       associative ? WordMode::kString : WordMode::kArithmetic);
        array.stage = kSubscript;
      } else if (in_turn) {
        expander.Begin(word, WordMode::kString);
        array.stage = kString;
      } else if (associative) {
        if (!array.held.Add(&budget(),
                            static_cast<int64_t>(2 * word->raw.size() + sizeof(ArrayItem))) ||
            !MakeRoom(&budget(), &array.items)) {
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
      if (!TakeArrayFields()) return Run::kGoOn;
    } else {
      Expanded expanded = expander.Run(*this);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      if (array.stage == kSubscript) {
        const WordAssignment* keyed = word->assignment;
        if (expander.text().empty() && associative) {
          ReportError(word->raw, ": bad array subscript");
        } else {
          array.items.push_back(
              {.has_key = true, .append = keyed->append, .key = std::move(expander.text())});
          array.held.Take(expander.TakeHeld());
          expander.Begin(word, WordMode::kString, keyed->first_op);
          array.stage = kValue;
          continue;
        }
      } else {
        if (array.stage == kString) {
          if (!array.held.Add(&budget(), sizeof(ArrayItem)) || !MakeRoom(&budget(), &array.items))
            return Run::kGoOn;
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

namespace {

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

}  // namespace

// name=( ... ) with expanded elements. False: a limit, or a message was printed.
bool Process::ApplyArray(Symbol symbol, std::vector<ArrayItem> items, bool append,
                         MemoryCharge held) {
  symbol = Resolve(symbol, nullptr);
  if (!CheckWritable(symbol)) return false;
  const Variable* old = variables.Find(symbol);
  const bool associative = old != nullptr && old->associative;
  const bool in_turn = associative && !items.empty() && !items[0].has_key;  // keys and values
  if (associative && !append && !old->Has(kInteger) &&
      !AddFormerValues(&budget(), *old->associative, &items, &held))
    return false;
  if (!append && old != nullptr) Empty(variables.Mutable(symbol));
  Variable* array_variable = MutableArray(symbol, associative);
  if (array_variable == nullptr) return false;
  array_variable->is_set = true;
  int64_t next = array_variable->indexed ? array_variable->indexed->EndIndex() : 0;
  // Without attributes and keys the elements are stored as they are.
  const bool plain = !array_variable->Has(kInteger | kLower | kUpper | kCapital) && !associative;
  for (size_t i = 0; i < items.size(); ++i) {
    ArrayItem& item = items[i];
    if (!budget().Tick(1)) return false;
    if (item.has_key && item.key.empty()) {
      ReportError("[]=", item.value, ": bad array subscript");
    } else if (in_turn) {
      const std::string value = ++i < items.size() ? items[i].value : std::string();
      if (item.value.empty())
        ReportError("\"\": bad array subscript");
      else if (!AssignElement(symbol, item.value, value))
        return false;
    } else if (associative && !item.has_key) {
      ReportError(symbols().Name(symbol), ": '", item.value,
                  "': must use subscript when assigning associative array");
    } else if (plain && !item.has_key) {
      Variable* variable = variables.Mutable(symbol);
      // it becomes the variable's
      held.Add(&budget(), -std::min(held.bytes(), static_cast<int64_t>(item.value.size())));
      if (!variable->Charge(static_cast<int64_t>(item.value.size()) + IndexedArray::kElementBytes))
        return false;
      variable->indexed->Set(next, std::move(item.value));
      next = Wrapping(next, 1);
    } else {
      if (!associative && item.has_key) {
        if (!ArrayIndex(variables.Find(symbol), item.key, &next)) return false;
        if (next < 0) {
          ReportError("[", item.key, "]: bad array subscript");
          return false;
        }
      }
      if (!AssignElement(symbol, associative ? item.key : std::to_string(next), item.value,
                         item.append))
        return false;
      next = Wrapping(next, 1);
    }
  }
  return true;
}

}  // namespace pysub::shell
