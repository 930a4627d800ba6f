#include <fmt/format.h>

#include <utility>

#include "shell/builtins/conditions.h"
#include "shell/expand/arithmetic.h"
#include "shell/expand/pattern.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/posix.h"
#include "shell/run/read_integer.h"
#include "shell/run/redirect.h"
#include "shell/run/steps.h"
#include "shell/run/tracing.h"
#include "shell/run/variable_access.h"

// Lists and compound commands: each step looks at the frame on top and does the next thing.

namespace pysub::shell {
namespace {

Run StepList(Process& process, const ListNode& node) {
  if (RunPendingTrap(process)) return Run::kGoOn;
  Frame& frame = process.top();
  frame.state = 1;
  if (frame.index >= node.items.size()) {
    if (node.items.empty()) process.status = 0;
    Finish(process);
    return Run::kGoOn;
  }
  const ListItem& item = node.items[frame.index];
  if (item.background) return StepBackground(process, item.node);
  ++frame.index;
  process.PushNode(item.node, false);
  return Run::kGoOn;
}

Run StepAndOr(Process& process, const AndOrNode& node) {
  Frame& frame = process.top();
  frame.state = 1;
  while (frame.index < node.items.size()) {
    const AndOrItem& item = node.items[frame.index];
    if (frame.index > 0 && item.is_or == (process.status == 0)) {
      ++frame.index;
      continue;
    }
    ++frame.index;
    bool last = frame.index == node.items.size();
    process.PushNode(item.node, !last);
    return Run::kGoOn;
  }
  Finish(process);
  return Run::kGoOn;
}

Run StepIf(Process& process, const IfNode& node) {
  Frame& frame = process.top();
  // State 1: a condition has run; 2: a body has.
  if (frame.state == 2) {
    Finish(process);
    return Run::kGoOn;
  }
  if (frame.state == 1) {
    if (process.status == 0) {
      frame.state = 2;
      process.PushNode(node.clauses[frame.index].body, false);
      return Run::kGoOn;
    }
    ++frame.index;
  }
  if (frame.index >= node.clauses.size()) {
    process.status = 0;
    Finish(process);
    return Run::kGoOn;
  }
  const IfClause& clause = node.clauses[frame.index];
  if (clause.condition == nullptr) {
    frame.state = 2;
    process.PushNode(clause.body, false);
  } else {
    frame.state = 1;
    process.PushNode(clause.condition, true);
  }
  return Run::kGoOn;
}

// Loops: state 0 begins, 2 stands behind the body (break and continue rely on that), 1
// behind the condition.
Run StepWhile(Process& process, const WhileNode& node) {
  Frame& frame = process.top();
  switch (frame.state) {
    case 0:
      ++process.loop_depth;
      frame.index = 0;
      frame.state = 1;
      process.PushNode(node.condition, true);
      return Run::kGoOn;
    case 1:
      if ((process.status == 0) == node.until) {
        process.status = static_cast<int>(frame.index);
        Finish(process);
        return Run::kGoOn;
      }
      frame.state = 2;
      process.PushNode(node.body, false);
      return Run::kGoOn;
    default:
      if (!process.budget().CountIteration()) return Run::kGoOn;
      frame.index = static_cast<uint32_t>(process.status);
      frame.state = 1;
      process.PushNode(node.condition, true);
      return Run::kGoOn;
  }
}

// The words that `for` and `select` go through, into the frame's `loop`. Run::kDone: they are
// there.
Run ExpandLoopWords(Process& process, const ForNode& node) {
  Expander& expander = process.expander;
  if (!process.top().loop) {
    process.top().loop = std::make_unique<LoopState>();
    if (node.has_words) expander.BeginWords(node.words);
  }
  LoopState& loop = *process.top().loop;
  if (node.has_words) {
    Expanded expanded = expander.RunWords(process);
    if (expanded != Expanded::kDone) return AfterExpansion(expanded);
    loop.words = std::move(expander.fields());
    loop.held = expander.TakeHeld();
  } else {
    if (!loop.held.Add(&process.budget(), BytesOf(process.arguments->view()))) return Run::kGoOn;
    loop.words = process.arguments->Copy();
  }
  ++process.loop_depth;
  return Run::kDone;
}

Run StepFor(Process& process, const ForNode& node) {
  if (process.top().state == 0) {
    if (!process.top().loop) {
      process.line = node.line;
      if (!IsName(node.name)) {
        process.Error("`", node.name, "': not a valid identifier");
        process.status = 1;
        Finish(process, true);
        if (PosixErrorEnds(process)) process.Exit(2);
        return Run::kGoOn;
      }
    }
    if (Run run = ExpandLoopWords(process, node); run != Run::kDone) return run;
    process.top().state = 1;
  }
  Frame& frame = process.top();
  LoopState& loop = *frame.loop;
  if (frame.state == 2 && RunPendingTrap(process)) return Run::kGoOn;
  if (loop.next >= loop.words.size()) {
    if (frame.state == 1) process.status = 0;
    Finish(process);
    return Run::kGoOn;
  }
  process.line = node.line;
  // index: the DEBUG trap of this round has run.
  if (frame.index == 0 && PushDebugTrap(process, &node)) {
    process.frames[process.frames.size() - 2].index = 1;
    return Run::kGoOn;
  }
  if (frame.index != 0 && process.debug_status != 0) {
    // This round is passed over.
    frame.index = 0;
    ++loop.next;
    process.debug_status = 0;
    return Run::kGoOn;
  }
  if (!process.budget().CountIteration()) return Run::kGoOn;
  frame.index = 0;
  frame.state = 2;
  if (process.options.Has(SetOption::kXTrace)) Trace(process, ForText(node));
  const Variable* variable = process.variables.Find(node.symbol);
  if (variable != nullptr && variable->Has(kNameref)) {
    // for over a nameref makes it refer to each word in turn.
    Variable* reference = process.variables.Mutable(node.symbol);
    const std::string& word = loop.words[loop.next++];
    if (!reference->Charge(static_cast<int64_t>(word.size()) -
                           static_cast<int64_t>(reference->value.size())))
      return Run::kGoOn;
    reference->value = word;
  } else if (!AssignVariable(process, node.symbol, loop.words[loop.next++])) {
    process.status = 1;
    Finish(process, true);
    if (PosixErrorEnds(process)) process.Exit(process.FatalStatus());
    return Run::kGoOn;
  }
  process.PushNode(node.body, false);
  return Run::kGoOn;
}

// The menu of select, in columns as bash makes them.
void SelectMenu(const std::vector<std::string>& items, size_t columns, GrowingText* out) {
  size_t count = items.size();
  size_t digits = std::to_string(count).size();
  size_t longest = 0;
  for (const std::string& item : items) longest = std::max(longest, item.size());
  longest += digits + 2 + 2;
  size_t across = std::max<size_t>(1, columns / longest);
  size_t rows = (count + across - 1) / across;
  across = rows > 0 ? (count + rows - 1) / rows : 1;
  if (rows == 1) {
    rows = across;
    across = 1;
  }
  for (size_t row = 0; row < rows && !out->full(); ++row) {
    size_t start = 0;
    for (size_t at = row; at < count;) {
      // The numbers of the first column are as wide as its own last one.
      size_t width = at == row ? std::to_string(rows).size() : digits;
      out->Append(fmt::format("{:>{}}) ", at + 1, width));
      out->Append(items[at]);
      size_t pos = start + items[at].size() + width + 2;
      at += rows;
      if (at >= count) break;
      size_t target = start += longest;
      while (pos < target && !out->full()) {
        if (target / 8 > pos / 8) {
          out->Append('\t');
          pos += 8 - pos % 8;
        } else {
          out->Append(' ');
          ++pos;
        }
      }
    }
    out->Append('\n');
  }
}

void WriteMenu(Process& process, const std::vector<std::string>& items) {
  int columns = std::atoi(std::string(ValueOr(process, "COLUMNS", "80")).c_str());
  GrowingText menu(&process.budget());
  SelectMenu(items, columns > 0 ? static_cast<size_t>(columns) : 80, &menu);
  if (!menu.full()) process.WriteError(menu.text());
}

Run StepSelect(Process& process, const ForNode& node) {
  if (process.top().state == 0) {
    if (!process.top().loop) {
      process.line = node.line;
      // index: the DEBUG trap has run.
      if (process.top().index == 0) {
        if (process.options.Has(SetOption::kXTrace)) Trace(process, ForText(node));
        if (PushDebugTrap(process, &node)) {
          process.frames[process.frames.size() - 2].index = 1;
          return Run::kGoOn;
        }
      }
      if (process.top().index != 0 && SkipsCommand(process)) return Run::kGoOn;
      NoteCommand(process, &node);
    }
    if (Run run = ExpandLoopWords(process, node); run != Run::kDone) return run;
    const std::vector<std::string>& words = process.top().loop->words;
    if (words.empty()) {
      process.status = 0;
      process.top().state = 1;
      Finish(process);
      return Run::kGoOn;
    }
    WriteMenu(process, words);
    process.top().state = 2;
  }
  Frame& frame = process.top();
  LoopState& loop = *frame.loop;
  // State 2: print the prompt; 3: read.
  if (frame.state == 2) {
    if (!process.budget().CountIteration()) return Run::kGoOn;
    const std::string* prompt = ValueOf(process, kSymPs3);
    process.WriteError(prompt == nullptr ? "#? " : *prompt);
    process.builtin = BuiltinState();
    frame.state = 3;
  }
  bool found = false;
  int error = 0;
  IoStatus io = ReadThrough(process, 0, '\n', SIZE_MAX, &process.builtin.text, &found, &error);
  if (io == IoStatus::kWait) return Run::kBlocked;
  if (!found && process.builtin.text.empty()) {
    process.Write(1, "\n");
    process.status = 1;
    Finish(process);
    return Run::kGoOn;
  }
  std::string reply = found ? process.builtin.text.substr(0, process.builtin.text.size() - 1)
                            : process.builtin.text;
  AssignVariable(process, kSymReply, reply);
  if (reply.empty()) {
    WriteMenu(process, loop.words);
    frame.state = 2;
    return Run::kGoOn;
  }
  int64_t number = 0;
  if (!ReadInteger(reply, &number) || number < 0) number = 0;
  const auto choice = static_cast<uint64_t>(number);
  const bool assigned = AssignVariable(
      process, node.symbol,
      choice >= 1 && choice <= loop.words.size() ? loop.words[choice - 1] : std::string());
  if (!assigned && PosixErrorEnds(process)) {
    process.Exit(process.FatalStatus());
    return Run::kGoOn;
  }
  frame.state = 2;
  process.PushNode(node.body, false);
  return Run::kGoOn;
}

// The text of an expression of for ((;;)), with what is in it expanded. Run::kDone: it is there.
Run ExpandLoopExpression(Process& process, const Word* word, std::string* text) {
  if (!process.command.word_begun) {
    process.expander.Begin(word, WordMode::kArithmetic);
    process.command.word_begun = true;
  }
  const Expanded expanded = process.expander.Run(process);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  process.command.word_begun = false;
  *text = std::move(process.expander.text());
  return Run::kDone;
}

// set -x and the DEBUG trap look at an expression before it is evaluated. True: a trap was pushed,
// behind which the text is in loop->words[0] and `flag` is set.
bool ShowLoopExpression(Process& process, const std::string& text) {
  const size_t blanks = std::min(text.find_first_not_of(" \t\n"), text.size());
  const ScopedMemoryCharge copies(&process.budget(), 3 * text.size());
  if (!copies.ok()) return true;
  const std::string shown = text.substr(blanks);
  if (process.options.Has(SetOption::kXTrace)) Trace(process, "(( " + shown + " ))");
  if (!PushDebugTrap(process, "((" + shown + "))")) return false;
  Frame& frame = process.frames[process.frames.size() - 2];
  frame.flag = true;
  frame.loop = std::make_unique<LoopState>();
  frame.loop->words.push_back(text);
  frame.loop->held.Add(&process.budget(), static_cast<int64_t>(text.size()));
  return true;
}

// One of the expressions of for ((;;)), the frame's `index`; one that is left out is 1. Run::kDone:
// *value is what it gives.
Run StepLoopExpression(Process& process, const Word* word, int64_t* value) {
  const bool plain = word == nullptr || word->literal ||
                     (word->ops.size() == 1 && word->ops[0].kind == WordOpKind::kText);
  std::string_view text = "1";
  if (word != nullptr && plain) text = word->ops.empty() ? std::string_view() : word->ops[0].text;
  Frame& frame = process.top();
  std::string made;
  if (frame.flag && frame.loop && !frame.loop->words.empty()) {
    made = std::move(frame.loop->words[0]);
    text = made;
    frame.flag = false;
    frame.loop.reset();
    // (With extdebug a trap that fails has the expression passed over, which is 0 then.)
    if (std::exchange(process.debug_status, 0) != 0) return *value = 0, Run::kDone;
  } else if (!plain) {
    if (Run run = ExpandLoopExpression(process, word, &made); run != Run::kDone) return run;
    text = made;
    if (ShowLoopExpression(process, made)) return Run::kGoOn;
  } else if (process.options.Has(SetOption::kXTrace) || !process.traps.empty()) {
    if (ShowLoopExpression(process, std::string(text))) return Run::kGoOn;
  }
  if (EvaluateArithmetic(process, text, "((: ", value)) return Run::kDone;
  if (process.unwind == Unwind::kNone) process.status = 1;
  Finish(process, true);
  return Run::kGoOn;
}

// States: 0 begin, 4 first expression and condition, 2 behind the body, 5 third
// expression and condition. index: which of the expressions.
Run StepArithFor(Process& process, const ArithForNode& node) {
  Frame& frame = process.top();
  if (frame.state == 0) {
    process.line = node.line;
    ++process.loop_depth;
    frame.index = 0;
    frame.flag = false;
    frame.state = 4;
  }
  if (frame.state == 2) {
    if (!process.budget().CountIteration()) return Run::kGoOn;
    frame.index = 2;
    frame.flag = false;
    frame.loop.reset();
    frame.state = 5;
  }
  while (true) {
    int64_t value = 1;
    if (Run run = StepLoopExpression(process, node.parts[process.top().index], &value);
        run != Run::kDone)
      return run;
    Frame& now = process.top();
    if (now.index == 1) {
      if (value == 0) {
        if (now.state == 4) process.status = 0;
        Finish(process);
        return Run::kGoOn;
      }
      now.state = 2;
      process.PushNode(node.body, false);
      return Run::kGoOn;
    }
    now.index = 1;
  }
}

// index: the clause; loop->next: its pattern; state 1: testing, and the status will be 0; 2: behind
// a body; 3: testing further.
Run StepCase(Process& process, const CaseNode& node) {
  Expander& expander = process.expander;
  if (process.top().state == 0) {
    Frame& frame = process.top();
    if (!frame.loop) {
      process.line = node.line;
      if (frame.index == 0 && PushDebugTrap(process, &node)) {
        process.frames[process.frames.size() - 2].index = 1;
        return Run::kGoOn;
      }
      if (frame.index != 0 && SkipsCommand(process)) return Run::kGoOn;
      NoteCommand(process, &node);
      if (process.options.Has(SetOption::kXTrace))
        Trace(process, "case " + std::string(node.word->raw) + " in");
      frame.loop = std::make_unique<LoopState>();
      expander.Begin(node.word, WordMode::kString);
    }
    Expanded expanded = expander.Run(process);
    if (expanded != Expanded::kDone) return AfterExpansion(expanded);
    process.top().loop->words.push_back(std::move(expander.text()));
    process.top().loop->held = expander.TakeHeld();
    process.top().state = 1;
    process.top().index = 0;
  }
  PatternOptions options{.ignore_case = process.options.Has(Shopt::kNocasematch),
                         .extglob = process.options.Has(Shopt::kExtglob)};
  Frame* frame = &process.top();
  if (frame->state == 2) {
    CaseClause::End end = node.clauses[frame->index].end;
    ++frame->index;
    frame->loop->next = 0;
    frame->state = node.clauses[frame->index - 1].body == nullptr ? 1 : 3;
    if (end == CaseClause::End::kBreak) frame->index = static_cast<uint32_t>(node.clauses.size());
    if (end == CaseClause::End::kFallThrough && frame->index < node.clauses.size()) {
      frame->state = 2;
      if (node.clauses[frame->index].body != nullptr)
        process.PushNode(node.clauses[frame->index].body, false);
      return Run::kGoOn;
    }
  }
  while (frame->index < node.clauses.size()) {
    const CaseClause& clause = node.clauses[frame->index];
    while (frame->loop->next < clause.patterns.size()) {
      const Word* word = clause.patterns[frame->loop->next];
      bool matches = false;
      if (word->literal && !word->quoted && !options.ignore_case &&
          word->text.find('\\') == std::string_view::npos) {
        matches = word->text == frame->loop->words[0];
      } else {
        if (!process.command.word_begun) {
          expander.Begin(word, WordMode::kPattern);
          process.command.word_begun = true;
        }
        Expanded expanded = expander.Run(process);
        if (expanded != Expanded::kDone) return AfterExpansion(expanded);
        process.command.word_begun = false;
        frame = &process.top();
        matches = MatchPattern(expander.text(), frame->loop->words[0], options, &process.budget());
        if (process.budget().stopped()) return Run::kGoOn;
      }
      ++frame->loop->next;
      if (!matches) continue;
      frame->state = 2;
      if (clause.body != nullptr) process.PushNode(clause.body, false);
      return Run::kGoOn;
    }
    ++frame->index;
    frame->loop->next = 0;
  }
  if (frame->state == 1) process.status = 0;
  Finish(process);
  return Run::kGoOn;
}

WordMode OperandMode(const CondOp& op, bool is_left) {
  if (op.text == "-v") return WordMode::kArithmetic;  // its subscript is expanded once more
  if (is_left || op.right == nullptr) return WordMode::kString;
  if (op.text == "==" || op.text == "=" || op.text == "!=") return WordMode::kPattern;
  return op.text == "=~" ? WordMode::kRegex : WordMode::kString;
}

// The operands of a test into the frame's `loop`. Run::kDone: they are there.
Run ExpandOperands(Process& process, const CondOp& op) {
  Expander& expander = process.expander;
  while (process.top().loop->words.size() < (op.right == nullptr ? 1u : 2u)) {
    if (!process.command.word_begun) {
      const bool is_left = process.top().loop->words.empty();
      expander.Begin(is_left ? op.left : op.right, OperandMode(op, is_left));
      process.command.word_begun = true;
    }
    Expanded expanded = expander.Run(process);
    if (expanded != Expanded::kDone) return AfterExpansion(expanded);
    process.command.word_begun = false;
    LoopState& loop = *process.top().loop;
    loop.words.push_back(std::move(expander.text()));
    loop.held.Take(expander.TakeHeld());
  }
  return Run::kDone;
}

void TraceCond(Process& process, const CondOp& op, const std::vector<std::string>& words) {
  GrowingText shown(&process.budget());
  const auto append = [&](std::string_view word) {
    shown.Append(word.empty() ? std::string_view("''") : word);
    shown.Append(' ');
  };
  shown.Append(op.before.ends_with('!') ? "[[ ! " : "[[ ");
  if (op.right != nullptr) append(words[0]);
  append(op.text);
  append(op.right == nullptr ? words[0] : words[1]);
  shown.Append("]]");
  Trace(process, shown.text());
}

// [[ ]]: index is the operation, flag the result; loop->words holds the left operand.
Run StepCond(Process& process, const CondNode& node) {
  Frame* frame = &process.top();
  if (frame->state == 0) {
    process.line = node.line;
    if (frame->index == 0 && PushDebugTrap(process, &node)) {
      process.frames[process.frames.size() - 2].index = 1;
      return Run::kGoOn;
    }
    if (frame->index != 0 && SkipsCommand(process)) return Run::kGoOn;
    frame->state = 1;
    frame->index = 0;
    frame->flag = false;
    frame->loop = std::make_unique<LoopState>();
    NoteCommand(process, &node);
    if (!process.budget().CountCommand()) return Run::kGoOn;
  }
  while (frame->index < node.ops.size()) {
    const CondOp& op = node.ops[frame->index];
    bool& result = frame->flag;
    switch (op.kind) {
      case CondOpKind::kNot:
        result = !result;
        ++frame->index;
        continue;
      case CondOpKind::kJumpIfFalse:
      case CondOpKind::kJumpIfTrue:
        frame->index =
            result == (op.kind == CondOpKind::kJumpIfTrue) ? op.target : frame->index + 1;
        continue;
      default: break;
    }
    if (Run run = ExpandOperands(process, op); run != Run::kDone) return run;
    frame = &process.top();
    const std::vector<std::string> words = std::move(frame->loop->words);
    const MemoryCharge held = std::move(frame->loop->held);  // until they have been looked at
    frame->loop->words.clear();
    if (process.options.Has(SetOption::kXTrace)) TraceCond(process, op, words);
    int answer = op.right == nullptr ? TestUnary(process, op.text, words[0], true)
                                     : TestBinary(process, words[0], op.text, words[1], true);
    if (process.unwind != Unwind::kNone) return Run::kGoOn;
    if (answer > 1) {
      process.status = answer;
      Finish(process, true);
      return Run::kGoOn;
    }
    frame = &process.top();
    frame->flag = answer == 0;
    ++frame->index;
  }
  process.status = frame->flag ? 0 : 1;
  Finish(process, true);
  return Run::kGoOn;
}

Run StepArith(Process& process, const ArithNode& node) {
  Expander& expander = process.expander;
  if (process.top().state == 0) {
    process.line = node.line;
    if (process.top().index == 0 && PushDebugTrap(process, &node)) {
      process.frames[process.frames.size() - 2].index = 1;
      return Run::kGoOn;
    }
    if (process.top().index != 0 && SkipsCommand(process)) return Run::kGoOn;
    process.top().state = 1;
    NoteCommand(process, &node);
    if (!process.budget().CountCommand()) return Run::kGoOn;
    expander.Begin(node.expression, WordMode::kArithmetic);
  }
  Expanded expanded = expander.Run(process);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  std::string text = std::move(expander.text());
  if (process.options.Has(SetOption::kXTrace)) Trace(process, "(( " + text + " ))");
  int64_t value = 0;
  bool ok = EvaluateArithmetic(process, text, "((: ", &value);
  if (process.unwind != Unwind::kNone) return Run::kGoOn;
  process.status = ok && value != 0 ? 0 : 1;
  Finish(process, true);
  return Run::kGoOn;
}

void DefineFunction(Process& process, const FunctionNode& node) {
  process.status = 0;
  if (InPosixMode(process) && (!IsName(node.name) || IsSpecialBuiltin(node.name))) {
    process.line = node.line;
    process.Error("`", node.name,
                  (IsName(node.name) ? "': is a special builtin" : "': not a valid identifier"));
    process.status = 2;
    if (PosixErrorEnds(process)) process.Exit(2);
    return;
  }
  auto& table = process.functions.Mutable();
  auto found = table.find(node.name);
  if (found != table.end() && found->second->readonly) {
    process.Error(node.name, ": readonly function");
    process.status = 1;
    return;
  }
  auto function = MakeRef<Function>();
  function->name = node.name;
  function->node = &node;
  function->source = process.call && !process.call->source.empty() ? process.call->source
                     : process.reads_input                         ? "main"
                                                                   : "environment";
  function->unit = process.frames.CurrentUnit();
  if (found != table.end()) {
    function->exported = found->second->exported;
    function->traced = found->second->traced;
  }
  if (found == table.end() && !process.functions.HoldMore(&process.budget(), Function::kBytes))
    return;
  table[function->name] = function;
}

}  // namespace

Run StepNode(Process& process) {
  Frame& frame = process.top();
  const Node* node = frame.node;
  if (node->kind == NodeKind::kSimple)
    return StepSimple(process, static_cast<const SimpleNode&>(*node));
  if (frame.state == 0 && !frame.flag && !node->redirects.empty()) {
    process.line = node->line;
    Run run = ApplyRedirects(process, node->redirects, false);
    if (run != Run::kDone) return run;
    if (process.unwind != Unwind::kNone) return Run::kGoOn;
    if (process.command.redirect_failed) {  // the command is not run
      process.command.redirect_failed = false;
      process.status = 1;
      Finish(process, true);
      return Run::kGoOn;
    }
    process.top().flag = true;
    process.top().index = 0;
    return Run::kGoOn;
  }
  switch (node->kind) {
    case NodeKind::kList: return StepList(process, static_cast<const ListNode&>(*node));
    case NodeKind::kAndOr: return StepAndOr(process, static_cast<const AndOrNode&>(*node));
    case NodeKind::kPipeline: return StepPipeline(process, static_cast<const PipelineNode&>(*node));
    case NodeKind::kGroup:
      if (frame.state == 0) {
        frame.state = 1;
        process.PushNode(static_cast<const GroupNode*>(node)->body, false);
      } else {
        Finish(process);
      }
      return Run::kGoOn;
    case NodeKind::kSubshell: return StepSubshell(process, static_cast<const GroupNode&>(*node));
    case NodeKind::kIf: return StepIf(process, static_cast<const IfNode&>(*node));
    case NodeKind::kWhile: return StepWhile(process, static_cast<const WhileNode&>(*node));
    case NodeKind::kFor: return StepFor(process, static_cast<const ForNode&>(*node));
    case NodeKind::kSelect: return StepSelect(process, static_cast<const ForNode&>(*node));
    case NodeKind::kArithFor: return StepArithFor(process, static_cast<const ArithForNode&>(*node));
    case NodeKind::kCase: return StepCase(process, static_cast<const CaseNode&>(*node));
    case NodeKind::kCond: return StepCond(process, static_cast<const CondNode&>(*node));
    case NodeKind::kArith: return StepArith(process, static_cast<const ArithNode&>(*node));
    case NodeKind::kCoproc: return StepCoproc(process, static_cast<const GroupNode&>(*node));
    case NodeKind::kFunction:
      DefineFunction(process, static_cast<const FunctionNode&>(*node));
      Finish(process);
      return Run::kGoOn;
    case NodeKind::kSimple: break;
  }
  return Run::kGoOn;
}

}  // namespace pysub::shell
