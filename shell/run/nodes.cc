#include <fmt/format.h>

#include <utility>

#include "shell/builtins/conditions.h"
#include "shell/expand/arithmetic.h"
#include "shell/expand/pattern.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/process.h"
#include "shell/whole_number.h"

// Lists and compound commands: each step looks at the frame on top and does the next thing.

namespace pysub::shell {
namespace {

// From an expansion: what the step answers when it is not done. A failure has set unwind.
}  // namespace

Run Process::StepList(const ListNode& node) {
  if (RunPendingTrap()) return Run::kGoOn;
  Frame& frame = frames.back();
  frame.state = 1;
  if (frame.index >= node.items.size()) {
    if (node.items.empty()) status = 0;
    Finish();
    return Run::kGoOn;
  }
  const ListItem& item = node.items[frame.index++];
  if (item.background) {
    StartBackground(item.node);
    return Run::kGoOn;
  }
  PushNode(item.node, false);
  return Run::kGoOn;
}

Run Process::StepAndOr(const AndOrNode& node) {
  Frame& frame = frames.back();
  frame.state = 1;
  while (frame.index < node.items.size()) {
    const AndOrItem& item = node.items[frame.index];
    if (frame.index > 0 && item.is_or == (status == 0)) {
      ++frame.index;
      continue;
    }
    ++frame.index;
    bool last = frame.index == node.items.size();
    PushNode(item.node, !last);
    return Run::kGoOn;
  }
  Finish();
  return Run::kGoOn;
}

Run Process::StepIf(const IfNode& node) {
  Frame& frame = frames.back();
  // State 1: a condition has run; 2: a body has.
  if (frame.state == 2) {
    Finish();
    return Run::kGoOn;
  }
  if (frame.state == 1) {
    if (status == 0) {
      frame.state = 2;
      PushNode(node.clauses[frame.index].body, false);
      return Run::kGoOn;
    }
    ++frame.index;
  }
  if (frame.index >= node.clauses.size()) {
    status = 0;
    Finish();
    return Run::kGoOn;
  }
  const IfClause& clause = node.clauses[frame.index];
  if (clause.condition == nullptr) {
    frame.state = 2;
    PushNode(clause.body, false);
  } else {
    frame.state = 1;
    PushNode(clause.condition, true);
  }
  return Run::kGoOn;
}

// Loops: state 0 begins, 2 stands behind the body (break and continue rely on that), 1
// behind the condition.
Run Process::StepWhile(const WhileNode& node) {
  Frame& frame = frames.back();
  switch (frame.state) {
    case 0:
      ++loop_depth;
      frame.index = 0;
      frame.state = 1;
      PushNode(node.condition, true);
      return Run::kGoOn;
    case 1:
      if ((status == 0) == node.until) {
        status = static_cast<int>(frame.index);
        Finish();
        return Run::kGoOn;
      }
      frame.state = 2;
      PushNode(node.body, false);
      return Run::kGoOn;
    default:
      if (!budget().CountIteration()) return Run::kGoOn;
      frame.index = static_cast<uint32_t>(status);
      frame.state = 1;
      PushNode(node.condition, true);
      return Run::kGoOn;
  }
}

// The words that `for` and `select` go through, into the frame's `loop`. Run::kDone: they are
// there.
Run Process::ExpandLoopWords(const ForNode& node) {
  if (!frames.back().loop) {
    frames.back().loop = std::make_unique<LoopState>();
    if (node.has_words) expander.BeginWords(node.words);
  }
  LoopState& loop = *frames.back().loop;
  if (node.has_words) {
    Expanded expanded = expander.RunWords(*this);
    if (expanded != Expanded::kDone) return AfterExpansion(expanded);
    loop.words = std::move(expander.fields());
    loop.held = expander.TakeHeld();
  } else {
    if (!loop.held.Add(&budget(), BytesOf(*arguments))) return Run::kGoOn;
    loop.words = *arguments;
  }
  ++loop_depth;
  return Run::kDone;
}

Run Process::StepFor(const ForNode& node) {
  if (frames.back().state == 0) {
    if (!frames.back().loop) {
      line = node.line;
      if (!IsName(node.name)) {
        Error("`", node.name, "': not a valid identifier");
        status = 1;
        Finish(true);
        return Run::kGoOn;
      }
    }
    if (Run run = ExpandLoopWords(node); run != Run::kDone) return run;
    frames.back().state = 1;
  }
  Frame& frame = frames.back();
  LoopState& loop = *frame.loop;
  if (frame.state == 2 && RunPendingTrap()) return Run::kGoOn;
  if (loop.next >= loop.words.size()) {
    if (frame.state == 1) status = 0;
    Finish();
    return Run::kGoOn;
  }
  line = node.line;
  // index: the DEBUG trap of this round has run.
  if (frame.index == 0 && PushDebugTrap(&node)) {
    frames[frames.size() - 2].index = 1;
    return Run::kGoOn;
  }
  if (!budget().CountIteration()) return Run::kGoOn;
  frame.index = 0;
  frame.state = 2;
  if (Has(SetOption::kXTrace)) Trace(ForText(node));
  const Variable* variable = variables.Find(node.symbol);
  if (variable != nullptr && variable->Has(kNameref)) {
    // for over a nameref makes it refer to each word in turn.
    Variable* reference = variables.Mutable(node.symbol);
    const std::string& word = loop.words[loop.next++];
    if (!reference->Charge(static_cast<int64_t>(word.size()) -
                           static_cast<int64_t>(reference->value.size())))
      return Run::kGoOn;
    reference->value = word;
  } else if (!Assign(node.symbol, loop.words[loop.next++])) {
    status = 1;
    Finish(true);
    return Run::kGoOn;
  }
  PushNode(node.body, false);
  return Run::kGoOn;
}

namespace {

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
  int columns = std::atoi(std::string(process.GetOr("COLUMNS", "80")).c_str());
  GrowingText menu(&process.budget());
  SelectMenu(items, columns > 0 ? static_cast<size_t>(columns) : 80, &menu);
  if (!menu.full()) process.WriteError(menu.text());
}

}  // namespace

Run Process::StepSelect(const ForNode& node) {
  if (frames.back().state == 0) {
    if (Run run = ExpandLoopWords(node); run != Run::kDone) return run;
    const std::vector<std::string>& words = frames.back().loop->words;
    if (words.empty()) {
      status = 0;
      frames.back().state = 1;
      Finish();
      return Run::kGoOn;
    }
    WriteMenu(*this, words);
    frames.back().state = 2;
  }
  Frame& frame = frames.back();
  LoopState& loop = *frame.loop;
  // State 2: print the prompt; 3: read.
  if (frame.state == 2) {
    if (!budget().CountIteration()) return Run::kGoOn;
    const std::string* prompt = Get(kSymPs3);
    WriteError(prompt == nullptr ? "#? " : *prompt);
    builtin = BuiltinState();
    frame.state = 3;
  }
  bool found = false;
  int error = 0;
  IoStatus io = ReadThrough(0, '\n', SIZE_MAX, &builtin.text, &found, &error);
  if (io == IoStatus::kWait) return Run::kBlocked;
  if (!found && builtin.text.empty()) {
    Write(1, "\n");
    status = 1;
    Finish();
    return Run::kGoOn;
  }
  std::string reply = found ? builtin.text.substr(0, builtin.text.size() - 1) : builtin.text;
  Assign(kSymReply, reply);
  if (reply.empty()) {
    WriteMenu(*this, loop.words);
    frame.state = 2;
    return Run::kGoOn;
  }
  size_t number = 0;
  std::string_view digits = reply;
  while (!digits.empty() && (digits[0] == ' ' || digits[0] == '\t')) digits.remove_prefix(1);
  while (!digits.empty() && (digits.back() == ' ' || digits.back() == '\t'))
    digits.remove_suffix(1);
  if (!ReadWhole(digits, &number)) number = 0;
  Assign(node.symbol,
         number >= 1 && number <= loop.words.size() ? loop.words[number - 1] : std::string());
  frame.state = 2;
  PushNode(node.body, false);
  return Run::kGoOn;
}

// States: 0 begin, 4 first expression and condition, 2 behind the body, 5 third
// expression and condition.
Run Process::StepArithFor(const ArithForNode& node) {
  Frame& frame = frames.back();
  if (frame.state == 0) {
    line = node.line;
    ++loop_depth;
    frame.index = 0;
    frame.state = 4;
  }
  // index: which expression; flag: the expander has begun.
  if (frame.state == 2) {
    if (!budget().CountIteration()) return Run::kGoOn;
    frame.index = 2;
    frame.flag = false;
    frame.state = 5;
  }
  while (true) {
    Frame& top = frames.back();
    const Word* word = node.parts[top.index];
    int64_t value = 1;
    if (word != nullptr) {
      if (Has(SetOption::kXTrace) && !redirecting) Trace("(( " + std::string(word->raw) + " ))");
      if (word->literal || (word->ops.size() == 1 && word->ops[0].kind == WordOpKind::kText)) {
        if (!EvaluateArithmetic(*this, word->ops.empty() ? "" : word->ops[0].text,
                                "((: ", &value)) {
          if (unwind == Unwind::kNone) status = 1;
          Finish(true);
          return Run::kGoOn;
        }
      } else {
        if (!redirecting) {
          expander.Begin(word, WordMode::kArithmetic);
          redirecting = true;
        }
        Expanded expanded = expander.Run(*this);
        if (expanded != Expanded::kDone) return AfterExpansion(expanded);
        redirecting = false;
        std::string text = expander.text();
        if (!EvaluateArithmetic(*this, text, "((: ", &value)) {
          if (unwind == Unwind::kNone) status = 1;
          Finish(true);
          return Run::kGoOn;
        }
      }
    }
    Frame& now = frames.back();
    if (now.index == 1) {
      if (value == 0) {
        if (now.state == 4) status = 0;
        Finish();
        return Run::kGoOn;
      }
      now.state = 2;
      PushNode(node.body, false);
      return Run::kGoOn;
    }
    now.index = 1;
  }
}

// index: the clause; loop->next: its pattern; state 1: testing, and the status will be 0; 2: behind
// a body; 3: testing further.
Run Process::StepCase(const CaseNode& node) {
  if (frames.back().state == 0) {
    Frame& frame = frames.back();
    if (!frame.loop) {
      line = node.line;
      if (frame.index == 0 && PushDebugTrap(&node)) {
        frames[frames.size() - 2].index = 1;
        return Run::kGoOn;
      }
      NoteCommand(&node);
      if (Has(SetOption::kXTrace)) Trace("case " + std::string(node.word->raw) + " in");
      frame.loop = std::make_unique<LoopState>();
      expander.Begin(node.word, WordMode::kString);
    }
    Expanded expanded = expander.Run(*this);
    if (expanded != Expanded::kDone) return AfterExpansion(expanded);
    frames.back().loop->words.push_back(std::move(expander.text()));
    frames.back().loop->held = expander.TakeHeld();
    frames.back().state = 1;
    frames.back().index = 0;
  }
  PatternOptions options{.ignore_case = Has(Shopt::kNocasematch), .extglob = Has(Shopt::kExtglob)};
  Frame* frame = &frames.back();
  if (frame->state == 2) {
    CaseClause::End end = node.clauses[frame->index].end;
    ++frame->index;
    frame->loop->next = 0;
    frame->state = node.clauses[frame->index - 1].body == nullptr ? 1 : 3;
    if (end == CaseClause::End::kBreak) frame->index = static_cast<uint32_t>(node.clauses.size());
    if (end == CaseClause::End::kFallThrough && frame->index < node.clauses.size()) {
      frame->state = 2;
      if (node.clauses[frame->index].body != nullptr)
        PushNode(node.clauses[frame->index].body, false);
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
        if (!redirecting) {
          expander.Begin(word, WordMode::kPattern);
          redirecting = true;
        }
        Expanded expanded = expander.Run(*this);
        if (expanded != Expanded::kDone) return AfterExpansion(expanded);
        redirecting = false;
        frame = &frames.back();
        matches = MatchPattern(expander.text(), frame->loop->words[0], options, &budget());
        if (budget().stopped()) return Run::kGoOn;
      }
      ++frame->loop->next;
      if (!matches) continue;
      frame->state = 2;
      if (clause.body != nullptr) PushNode(clause.body, false);
      return Run::kGoOn;
    }
    ++frame->index;
    frame->loop->next = 0;
  }
  if (frame->state == 1) status = 0;
  Finish();
  return Run::kGoOn;
}

// [[ ]]: index is the operation, flag the result; loop->words holds the left operand.
Run Process::StepCond(const CondNode& node) {
  Frame* frame = &frames.back();
  if (frame->state == 0) {
    line = node.line;
    if (frame->index == 0 && PushDebugTrap(&node)) {
      frames[frames.size() - 2].index = 1;
      return Run::kGoOn;
    }
    frame->state = 1;
    frame->index = 0;
    frame->flag = false;
    frame->loop = std::make_unique<LoopState>();
    NoteCommand(&node);
    if (!budget().CountCommand()) return Run::kGoOn;
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
    bool is_pattern = op.text == "==" || op.text == "=" || op.text == "!=";
    while (frame->loop->words.size() < (op.right == nullptr ? 1u : 2u)) {
      bool left = frame->loop->words.empty();
      const Word* word = left ? op.left : op.right;
      if (!redirecting) {
        // its subscript is expanded once more
        WordMode mode = op.text == "-v"               ? WordMode::kArithmetic
                        : left || op.right == nullptr ? WordMode::kString
                        : is_pattern                  ? WordMode::kPattern
                        : op.text == "=~"             ? WordMode::kRegex
                                                      : WordMode::kString;
        expander.Begin(word, mode);
        redirecting = true;
      }
      Expanded expanded = expander.Run(*this);
      if (expanded != Expanded::kDone) return AfterExpansion(expanded);
      redirecting = false;
      frame = &frames.back();
      frame->loop->words.push_back(std::move(expander.text()));
      frame->loop->held.Take(expander.TakeHeld());
    }
    const std::vector<std::string> words = std::move(frame->loop->words);
    const MemoryCharge held = std::move(frame->loop->held);  // until they have been looked at
    frame->loop->words.clear();
    if (Has(SetOption::kXTrace)) {
      GrowingText shown(&budget());
      const auto append = [&](std::string_view word) {
        shown.Append(word.empty() ? std::string_view("''") : word);
        shown.Append(' ');
      };
      shown.Append("[[ ");
      if (op.right != nullptr) append(words[0]);
      append(op.text);
      append(op.right == nullptr ? words[0] : words[1]);
      shown.Append("]]");
      Trace(shown.text());
    }
    int answer = op.right == nullptr ? TestUnary(*this, op.text, words[0], true)
                                     : TestBinary(*this, words[0], op.text, words[1], true);
    if (unwind != Unwind::kNone) return Run::kGoOn;
    if (answer > 1) {
      status = answer;
      Finish(true);
      return Run::kGoOn;
    }
    frame = &frames.back();
    frame->flag = answer == 0;
    ++frame->index;
  }
  status = frame->flag ? 0 : 1;
  Finish(true);
  return Run::kGoOn;
}

Run Process::StepArith(const ArithNode& node) {
  if (frames.back().state == 0) {
    line = node.line;
    if (frames.back().index == 0 && PushDebugTrap(&node)) {
      frames[frames.size() - 2].index = 1;
      return Run::kGoOn;
    }
    frames.back().state = 1;
    NoteCommand(&node);
    if (!budget().CountCommand()) return Run::kGoOn;
    expander.Begin(node.expression, WordMode::kArithmetic);
  }
  Expanded expanded = expander.Run(*this);
  if (expanded != Expanded::kDone) return AfterExpansion(expanded);
  std::string text = std::move(expander.text());
  if (Has(SetOption::kXTrace)) Trace("(( " + text + " ))");
  int64_t value = 0;
  bool ok = EvaluateArithmetic(*this, text, "((: ", &value);
  if (unwind != Unwind::kNone) return Run::kGoOn;
  status = ok && value != 0 ? 0 : 1;
  Finish(true);
  return Run::kGoOn;
}

}  // namespace pysub::shell
