#include "shell/run/tracing.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "shell/expand/prompt.h"
#include "shell/run/growing_text.h"
#include "shell/run/known_symbols.h"
#include "shell/run/steps.h"
#include "shell/run/variable_access.h"
#include "shell/syntax/print.h"

namespace pysub::shell {

void Trace(Process& process, std::string_view text) {
  const std::string* ps4 = ValueOf(process, kSymPs4);
  const ScopedMemoryCharge copies(&process.budget(), ps4 == nullptr ? 0 : 3 * ps4->size());
  if (!copies.ok()) return;
  std::string prefix = ps4 == nullptr ? "+ " : *ps4;
  if (prefix.find('\\') != std::string::npos) {
    GrowingText decoded(&process.budget());
    DecodePrompt(process, prefix, &decoded);
    if (decoded.full()) return;
    prefix = decoded.text();
  }
  if (prefix.find_first_of("$`\\") != std::string::npos) {
    // Its parameters are expanded; what would have to run is left as it is.
    Parser parser(MakeSource(std::string_view(prefix), &process.budget()), process.symbols(),
                  process.line, {.account = &process.budget()});
    const Word* word = nullptr;
    std::shared_ptr<Unit> unit = parser.ParseQuoted(&word);
    if (unit != nullptr && Expander::IsSimple(word)) {
      Expander own;
      const ShellOptions kept = process.options;
      process.options.Set(SetOption::kXTrace, false);
      own.Begin(word, WordMode::kString);
      if (own.Run(process) == Expanded::kDone) prefix = own.text();
      process.options = kept;
    }
  }
  GrowingText out(&process.budget());
  for (uint32_t i = 0; i + 1 < process.trace_level && i < 64 && !prefix.empty(); ++i)
    out.Append(prefix[0]);
  out.Append(prefix);
  out.Append(text);
  if (!out.Append('\n')) return;
  const std::string* number = ValueOf(process, "BASH_XTRACEFD");
  int fd = -1;
  if (number != nullptr) std::from_chars(number->data(), number->data() + number->size(), fd);
  if (fd >= 0 && process.fds.Get(fd)) return process.Write(fd, out.text());
  process.WriteError(out.text());
}

std::string ForText(const ForNode& node) {
  std::string text = node.kind == NodeKind::kFor ? "for " : "select ";
  text += std::string(node.name) + " in";
  for (const Word* word : node.words) text += " " + std::string(word->raw);
  return node.has_words ? text : text + " \"$@\"";
}

namespace {

bool PushDebugTrap(Process& process) {
  const size_t before = process.frames.size();
  process.PushTrap("DEBUG", false);
  return process.frames.size() > before;
}

}  // namespace

bool PushDebugTrap(Process& process, const Node* node) {
  if (!TrapRuns(process, "DEBUG")) return false;
  NoteCommand(process, node);
  return PushDebugTrap(process);
}

bool PushDebugTrap(Process& process, std::string_view text) {
  if (process.traps.empty()) return false;
  if (process.traps.running().empty()) {
    process.running_command = text;
    HoldTexts(process);
  }
  return TrapRuns(process, "DEBUG") && PushDebugTrap(process);
}

AfterDebugTrap TakeDebugStatus(Process& process) {
  const int status = std::exchange(process.debug_status, 0);
  if (status == 0) return AfterDebugTrap::kRuns;
  const bool returns =
      status == 2 &&
      std::any_of(process.frames.begin(), process.frames.end(), [](const Frame& frame) {
        return frame.kind == FrameKind::kCall || (frame.kind == FrameKind::kScript &&
                                                  frame.script->kind == ScriptState::Kind::kSource);
      });
  process.status = returns ? 2 : 0;
  if (!returns) return AfterDebugTrap::kSkips;
  process.unwind = Unwind::kReturn;
  process.unwind_count = 2;
  return AfterDebugTrap::kReturns;
}

bool SkipsCommand(Process& process) {
  const AfterDebugTrap after = TakeDebugStatus(process);
  if (after == AfterDebugTrap::kSkips) Finish(process);
  return after != AfterDebugTrap::kRuns;
}

void CoverTraps(Process& process, const Function* function, size_t frame) {
  if (process.traps.empty()) return;
  const auto cover = [&](const char* name) {
    // (One that ignores is inherited.)
    const std::string* trap = process.traps.Find(name);
    if (trap != nullptr && !trap->empty())
      process.traps.Cover(&process.budget(), name, static_cast<uint32_t>(frame));
  };
  const bool traced =
      process.options.Has(SetOption::kFuncTrace) || (function != nullptr && function->traced);
  if (!traced) cover("DEBUG");
  if (function == nullptr) return;
  if (!traced || process.traps.running() == "DEBUG") cover("RETURN");
  if (!process.options.Has(SetOption::kErrTrace)) cover("ERR");
}

// Printing every command costs; only traps look at one that has ended.
void NoteCommand(Process& process, const Node* node) {
  if (process.traps.empty() || !process.traps.running().empty()) return;
  if (node->kind == NodeKind::kCase) {
    process.running_command =
        "case " + std::string(static_cast<const CaseNode*>(node)->word->raw) + " in ";
  } else if (node->kind == NodeKind::kFor || node->kind == NodeKind::kSelect) {
    process.running_command = ForText(*static_cast<const ForNode*>(node));
  } else {
    process.running_command = PrintCommand(node, &process.budget()).Take();
  }
  process.budget().Tick(process.running_command.size() / 16);
  HoldTexts(process);
}

std::string RunningCommand(const Process& process) {
  if (!process.traps.running().empty()) return process.running_command;
  for (size_t i = process.frames.size(); i-- > 0;) {
    if (process.frames[i].IsNode(NodeKind::kSimple))
      return PrintCommand(process.frames[i].node, &process.budget()).Take();
  }
  return process.running_command;
}

void HoldTexts(Process& process) {
  size_t bytes = process.last_argument.size() + process.running_command.size();
  if (bytes > 1024 || process.texts_held.bytes() > 0)
    process.texts_held.Set(&process.budget(), static_cast<int64_t>(bytes));
}

}  // namespace pysub::shell
