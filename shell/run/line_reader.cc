#include "shell/run/line_reader.h"

#include <algorithm>
#include <utility>

#include "shell/run/growing_text.h"
#include "shell/run/history.h"
#include "shell/run/history_expansion.h"
#include "shell/run/history_file.h"
#include "shell/run/interactive.h"
#include "shell/run/kernel.h"
#include "shell/run/line_state.h"
#include "shell/run/steps.h"
#include "shell/snapshot/serialiser.h"

// A command is parsed when its first line is there, and the parser asks for the next one where it
// needs it; so a command of many lines is parsed once. When that line is not there yet, or a prompt
// must run a command first, the parser gives up; it begins anew when there is more.

namespace pysub::shell {
namespace {

constexpr int kScriptFd = 255;
constexpr size_t kLook = 4096;  // bytes of a descriptor at a time

// A text that grows in its place while a parser reads it; its room is paid for.
struct GrowingSource {
  std::string text;
  MemoryCharge held;
};

void ResetParser(Process& process, ScriptState* script, uint32_t line) {
  script->parser = std::make_unique<Parser>(MakeSource(std::string_view(), &process.budget()),
                                            process.symbols(), line, process.parse_options());
}

enum class Got : uint8_t { kLine, kWait, kEnd, kStopped };

Got TakeFromText(Process& process, LineState* lines, std::string* line, MemoryCharge* held) {
  const std::string& text = *lines->rest;
  if (lines->rest_at >= text.size()) return Got::kEnd;
  const size_t from = static_cast<size_t>(lines->rest_at);
  const size_t end = std::min(text.find('\n', from), text.size() - 1) + 1;
  if (!held->Add(&process.budget(), static_cast<int64_t>(end - from))) return Got::kStopped;
  *line = text.substr(from, end - from);
  lines->rest_at = end;
  return Got::kLine;
}

// The next line with its newline; the last one may have none. kWait: process.waiting says for what.
Got TakeLine(Process& process, LineState* lines, std::string* line, MemoryCharge* held) {
  if (lines->rest != nullptr) return TakeFromText(process, lines, line, held);
  const Ref<Description> from = process.fds.Get(process.reads_input ? 0 : kScriptFd);
  std::string bytes;
  while (true) {
    int error = 0;
    const IoStatus status = from ? PeekAt(from.get(), kLook, &bytes, &error) : IoStatus::kEnd;
    if (status == IoStatus::kWait) {
      process.waiting.For(Waiting::Kind::kRead, from);
      return Got::kWait;
    }
    if (!process.budget().Tick(1 + bytes.size() / 64)) return Got::kStopped;
    const bool ended = status != IoStatus::kDone;
    if (ended && lines->partial.empty()) return Got::kEnd;
    const size_t newline = ended ? std::string::npos : bytes.find('\n');
    const size_t size = ended ? 0 : std::min(newline, bytes.size() - 1) + 1;
    if (!lines->partial_held.MakeRoom(&process.budget(), &lines->partial, size))
      return Got::kStopped;
    lines->partial.append(bytes, 0, size);
    if (size > 0) Skip(from.get(), size);
    if (!ended && newline == std::string::npos) continue;
    *line = std::exchange(lines->partial, std::string());
    held->Take(std::exchange(lines->partial_held, MemoryCharge()));
    return Got::kLine;
  }
}

enum class Kept : uint8_t { kKept, kDropped, kStopped };

// ! and ^, and what becomes an entry. `line` is without its newline.
Kept Expand(Process& process, LineState* lines, std::string* line, MemoryCharge* held) {
  const History& history = process.history;
  if (!process.options.Has(SetOption::kHistExpand) || !MayExpandHistory(process, *line))
    return Kept::kKept;
  const size_t hidden = history.reading.lines > 1 && history.reading.first_line_saved &&
                                process.options.Has(Shopt::kCmdhist)
                            ? 1
                            : 0;
  std::string text;
  const HistoryExpanded expanded =
      ExpandHistory(process, *line, lines->scanner.Quote(), hidden, &text);
  if (expanded == HistoryExpanded::kStopped) return Kept::kStopped;
  if (expanded == HistoryExpanded::kUnchanged) return Kept::kKept;
  const ScopedMemoryCharge shown(&process.budget(), 2 * text.size());
  if (!shown.ok()) return Kept::kStopped;
  if (expanded == HistoryExpanded::kFailed) {
    process.line = lines->line + lines->newlines;
    process.Error(text);
    return Kept::kDropped;
  }
  // With histverify the line is to be edited once more, which nobody can do here: it goes.
  const bool verifies = process.options.Has(Shopt::kHistverify);
  if (!verifies || expanded == HistoryExpanded::kPrinted) process.WriteError(text + "\n");
  if (expanded == HistoryExpanded::kPrinted) {
    if (!text.empty() && !RememberLine(process, text, &lines->scanner)) return Kept::kStopped;
    return Kept::kDropped;
  }
  if (verifies) return Kept::kDropped;
  if (!held->Set(&process.budget(), static_cast<int64_t>(text.size()))) return Kept::kStopped;
  *line = std::move(text);
  return Kept::kKept;
}

Kept Remember(Process& process, LineState* lines, std::string* line, bool has_newline,
              MemoryCharge* held) {
  History::Reading& reading = process.history.reading;
  if (has_newline) ++reading.lines;
  // (What fc has given to an editor is remembered in any case.)
  if (!process.options.Has(SetOption::kHistory) && !lines->echoes) return Kept::kKept;
  if (lines->scanner.InHere()) {
    const std::string whole = *line + (has_newline ? "\n" : "");
    return RememberLine(process, whole, &lines->scanner) ? Kept::kKept : Kept::kStopped;
  }
  if (line->empty()) {
    // An empty line within quotes, or one that parts commands, is kept.
    const bool counts = reading.lines > 1 && (lines->scanner.IsDelimited() ||
                                              lines->scanner.Joint("", reading.lines)[0] == ';');
    return !counts || RememberLine(process, "", &lines->scanner) ? Kept::kKept : Kept::kStopped;
  }
  const Kept kept = Expand(process, lines, line, held);
  if (kept == Kept::kDropped && has_newline) --reading.lines;
  if (kept != Kept::kKept || line->empty()) return kept;
  return RememberLine(process, *line, &lines->scanner) ? Kept::kKept : Kept::kStopped;
}

// A line that was read becomes a part of the command.
Kept Accept(Process& process, LineState* lines, std::string* line, MemoryCharge* held) {
  const bool has_newline = line->ends_with('\n');
  if (has_newline) line->pop_back();
  lines->prompted = false;
  const Kept kept = Remember(process, lines, line, has_newline, held);
  if (kept != Kept::kKept) return kept;
  if (lines->echoes || process.options.Has(SetOption::kVerbose)) {
    process.WriteError(*line);
    process.WriteError("\n");
  }
  if (has_newline) *line += '\n';
  lines->newlines += has_newline;
  lines->first = false;
  if (lines->text.size() + line->size() > process.budget().limits().input_bytes) {
    process.budget().Reach(ShellLimit::kInput);
    return Kept::kStopped;
  }
  if (!lines->text_held.MakeRoom(&process.budget(), &lines->text, line->size()) ||
      !lines->scanner.Add(&process.budget(), *line))
    return Kept::kStopped;
  lines->text += *line;
  return Kept::kKept;
}

// The parser's question for one more line, behind the end of `source`.
bool More(Process& process, LineState* lines, std::string* source) {
  while (!lines->ended && process.budget().Tick(1)) {
    if (lines->prompts && !lines->prompted) {
      if (!WritePrompt(process, lines->first ? Prompt::kPs1 : Prompt::kPs2, nullptr)) return false;
      lines->prompted = true;
    }
    std::string line;
    MemoryCharge held;
    const Got got = TakeLine(process, lines, &line, &held);
    if (got == Got::kWait) process.waiting = Waiting();
    if (got == Got::kEnd) lines->ended = true;
    if (got != Got::kLine) return false;
    const Kept kept = Accept(process, lines, &line, &held);
    if (kept == Kept::kStopped) return false;
    if (kept == Kept::kDropped) continue;
    if (source->size() + line.size() > source->capacity()) {
      lines->stage = LineState::Stage::kParse;  // in a larger place
      return false;
    }
    *source += line;
    return true;
  }
  return false;
}

// Parses what there is of a command. True: *unit is the answer.
bool ParseLines(Process& process, ScriptState* script, std::shared_ptr<Unit>* unit) {
  LineState* lines = script->lines.get();
  auto source = std::make_shared<GrowingSource>();
  const size_t room = std::max<size_t>(256, 2 * lines->text.size());
  if (!source->held.Add(&process.budget(), static_cast<int64_t>(room)) ||
      !process.budget().Tick(1 + lines->text.size() / 16))
    return false;
  source->text.reserve(room);
  source->text += lines->text;
  script->parser =
      std::make_unique<Parser>(std::shared_ptr<const std::string>(source, &source->text),
                               process.symbols(), lines->line, process.parse_options());
  Parser* const parser = script->parser.get();
  lines->stage = LineState::Stage::kPrompt;
  parser->set_more([&] { return More(process, lines, &source->text); });
  *unit = parser->Next();
  parser->set_more(nullptr);
  if (process.budget().stopped()) return false;
  if (lines->stage == LineState::Stage::kParse || (!lines->ended && parser->saw_end())) {
    if (*unit == nullptr && !parser->failed() && lines->stage != LineState::Stage::kParse) {
      // Blank lines and comments.
      lines->stage = LineState::Stage::kCommand;
      ResetParser(process, script, lines->line + lines->newlines);
    } else {
      ResetParser(process, script, lines->line);
    }
    unit->reset();
    return false;
  }
  lines->stage = LineState::Stage::kCommand;
  return true;
}

// False: PROMPT_COMMAND runs first.
bool BeginCommand(Process& process, ScriptState* script) {
  LineState& lines = *script->lines;
  lines.text.clear();
  lines.text_held.Release();
  lines.text.shrink_to_fit();
  lines.scanner.Begin();
  process.history.reading.lines = 0;
  lines.first = true;
  lines.prompted = false;
  // (What an event was replaced with may have had more lines.)
  lines.line += std::exchange(lines.newlines, 0);
  lines.stage = LineState::Stage::kPrompt;
  if (!lines.prompts) return true;
  if (!std::exchange(lines.loaded, true)) LoadHistory(process);
  TellOfEndedJobs(process);
  lines.index = 0;
  lines.saved_status = process.status;
  lines.saved_pipe_status = process.pipe_status;
  lines.stage = LineState::Stage::kPromptCommand;
  return false;
}

// What an editor has left in a file becomes the text of the script.
void TakeEdited(Process& process, ScriptState* script) {
  LineState& lines = *script->lines;
  const std::string path = std::exchange(lines.edited, std::string());
  std::string text;
  const auto stat = process.files().StatPath(process.caller(), path);
  MemoryCharge held;
  if (process.status == 0 && stat.ok() &&
      held.Add(&process.budget(), static_cast<int64_t>(stat->size))) {
    auto read = process.files().ReadFile(process.caller(), path);
    if (read.ok()) text = *std::move(read);
  } else {
    process.status = 1;
  }
  static_cast<void>(process.files().Unlink(process.caller(), path));
  lines.rest = MakeSource(std::move(text), &process.budget());
  lines.rest_at = 0;
  lines.stage = LineState::Stage::kCommand;
}

}  // namespace

void FollowHistoryOption(Process& process, ScriptState* script) {
  if (script->kind != ScriptState::Kind::kMain || process.pid != process.shell_pid) return;
  if (script->lines == nullptr) {
    if (!process.options.Has(SetOption::kHistory)) return;
    Parser::Position position = script->parser->position();
    if (!position.active_aliases.empty()) return;  // with the line behind this one
    script->lines = std::make_unique<LineState>();
    script->lines->line = position.line;
    if (!script->from_input) {
      script->lines->rest = position.source;
      script->lines->rest_at = position.at;
    }
    // (What of the input was only looked at is still there.)
    script->unread = 0;
    ResetParser(process, script, position.line);
    return;
  }
  LineState& lines = *script->lines;
  if (lines.prompts || process.options.Has(SetOption::kHistory) ||
      lines.stage != LineState::Stage::kCommand || script->parser->left() > 0)
    return;
  Parser::Position position = script->parser->position();
  position.source =
      lines.rest != nullptr ? lines.rest : MakeSource(std::string_view(), &process.budget());
  position.at = lines.rest != nullptr ? lines.rest_at : 0;
  position.active_aliases.clear();
  script->parser = std::make_unique<Parser>(position.source, process.symbols(), position.line,
                                            process.parse_options());
  script->parser->Restart(std::move(position));
  script->lines.reset();
}

Run NextByLines(Process& process, ScriptState& script, std::shared_ptr<Unit>* unit) {
  using Stage = LineState::Stage;
  LineState& lines = *script.lines;
  while (!process.budget().stopped()) {
    switch (lines.stage) {
      case Stage::kShowing: return Run::kGoOn;  // (StepScript() does that.)
      case Stage::kEditor: TakeEdited(process, &script); break;
      case Stage::kCommand:
        // (An alias of several lines leaves some.)
        if (!script.parser->failed() && script.parser->left() > 0) {
          script.parser->set_options(process.parse_options());
          *unit = script.parser->Next();
          if (*unit != nullptr || script.parser->failed()) return Run::kDone;
        }
        if (lines.ended) {
          unit->reset();
          return Run::kDone;
        }
        BeginCommand(process, &script);
        break;
      case Stage::kPromptCommand:
        if (PushPromptCommand(process, lines.index++)) return Run::kGoOn;
        process.status = lines.saved_status;
        process.pipe_status = lines.saved_pipe_status;
        lines.stage = Stage::kPrompt;
        break;
      case Stage::kPrompt: {
        lines.stage = Stage::kLine;
        if (!lines.prompts || std::exchange(lines.prompted, true)) break;
        if (!WritePrompt(process, lines.first ? Prompt::kPs1 : Prompt::kPs2, &lines.child))
          lines.stage = Stage::kPrompting;
        break;
      }
      case Stage::kPrompting:
        if (!PromptIsWritten(process, lines.child)) return Run::kBlocked;
        lines.stage = Stage::kLine;
        break;
      case Stage::kLine: {
        std::string line;
        MemoryCharge held;
        const Got got = TakeLine(process, &lines, &line, &held);
        if (got == Got::kWait) return Run::kBlocked;
        if (got == Got::kStopped) return Run::kGoOn;
        if (got == Got::kEnd) {
          lines.ended = true;
          lines.stage = lines.text.empty() ? Stage::kCommand : Stage::kParse;
          if (lines.text.empty()) ResetParser(process, &script, lines.line);
          break;
        }
        const Kept kept = Accept(process, &lines, &line, &held);
        lines.stage = kept == Kept::kKept ? Stage::kParse : Stage::kPrompt;
        break;
      }
      case Stage::kParse:
        if (ParseLines(process, &script, unit)) return Run::kDone;
        break;
    }
  }
  return Run::kGoOn;
}

void DropLine(Process& process, ScriptState* script) {
  ResetParser(process, script, script->lines->line + script->lines->newlines);
  script->lines->stage = LineState::Stage::kCommand;
}

void PushEdited(Process& process, const std::string& path) {
  const size_t before = process.frames.size();
  process.PushScript("", ScriptState::Kind::kEval, 1);
  if (process.frames.size() == before) return;
  ScriptState& script = *process.top().script;
  script.lines = std::make_unique<LineState>();
  script.lines->stage = LineState::Stage::kEditor;
  script.lines->edited = path;
  script.lines->echoes = true;
  script.error_name = path + ": ";
}

void LineState::Fields(Serialiser& serialiser) {
  serialiser.Enum(stage, Stage::kEditor);
  bool has_rest = rest != nullptr;
  serialiser(prompts, loaded, first, prompted, ended, echoes, index, saved_status,
             saved_pipe_status, child, has_rest, rest_at, text, text_held, line, newlines, partial,
             partial_held, edited);
  scanner.Fields(serialiser);
  if (has_rest) serialiser.Text(rest);
  if (!serialiser.loading() || !serialiser.ok()) return;
  if (!has_rest) rest = nullptr;
  serialiser.Check(rest == nullptr || rest_at <= rest->size(), "a script");
}

}  // namespace pysub::shell
