#include "shell/run/script_stream.h"

#include <algorithm>
#include <string>
#include <utility>

#include "shell/run/kernel.h"
#include "shell/run/steps.h"

// A script that is read from standard input as bash reads one: no line behind a command is taken
// before the command has run, so that it may read them itself. Lines are looked at without being
// taken (PeekAt); the parser gets as many as there are, and what it has used up of them is taken.

namespace pysub::shell {
namespace {

// What is looked at, at least: most commands are shorter.
constexpr size_t kLeastLook = 4096;

constexpr int kScriptFd = 255;

// Whether what the parser has in hand is still what standard input would give: a command may have
// read on, or another file may be standard input now.
bool StandsAtInput(Process& process, const ScriptState& script, Description* from) {
  if (script.parser->left() > script.unread) return true;  // the rest of an alias of several lines
  std::string bytes;
  int error = 0;
  // (A long command leaves much that was looked at: to compare all of that before each command
  // behind it would take long.)
  if (script.unread == 0 || script.unread > kLeastLook || from == nullptr) return false;
  if (PeekAt(from, script.unread, &bytes, &error) != IoStatus::kDone) return false;
  return process.budget().Tick(bytes.size() / 64) && bytes == script.parser->Tail(script.unread);
}

// Puts the lines that can be seen into the parser's hand. kDone: some, or the last ones (*is_end).
Run LookAtInput(Process& process, ScriptState& script, const Ref<Description>& from, bool* is_end) {
  const uint32_t at_line = script.parser->position().line;
  std::string text = std::move(script.begun);
  script.begun.clear();
  while (true) {
    std::string bytes;
    int error = 0;
    // (More at a time of what is long: it is parsed anew with each piece.)
    const size_t look = std::max(kLeastLook, text.size() / 4);
    // Twice: the text moves when it grows.
    if (!script.begun_held.Set(&process.budget(), static_cast<int64_t>(2 * (text.size() + look))))
      return Run::kGoOn;
    const IoStatus status = from ? PeekAt(from.get(), look, &bytes, &error) : IoStatus::kEnd;
    if (status == IoStatus::kWait) {
      script.begun = std::move(text);
      process.waiting.For(Waiting::Kind::kRead, from);
      return Run::kBlocked;
    }
    if (!process.budget().Tick(1 + (text.size() + bytes.size()) / 64)) return Run::kGoOn;
    *is_end = status != IoStatus::kDone;
    const size_t lines = bytes.rfind('\n') + 1;  // 0: the end of a line is not to be seen
    text.append(bytes, 0, lines == 0 ? bytes.size() : lines);
    if (text.size() > process.budget().limits().input_bytes) {
      process.budget().Reach(ShellLimit::kInput);
      return Run::kGoOn;
    }
    if (lines == 0 && !*is_end) {
      Skip(from.get(), bytes.size());
      continue;
    }
    script.unread = lines;
    script.parser = std::make_unique<Parser>(MakeSource(std::move(text), &process.budget()),
                                             process.symbols(), at_line, process.parse_options());
    script.begun_held = MemoryCharge();
    return process.budget().stopped() ? Run::kGoOn : Run::kDone;
  }
}

}  // namespace

void PushScriptFromInput(Process& process) {
  process.reads_input = true;
  const size_t before = process.frames.size();
  process.PushScript("", ScriptState::Kind::kMain, 1);
  if (process.frames.size() == before) return;
  process.top().script->from_input = true;
  process.top().script->error_name = process.kernel->program_name + ": ";
}

void PushScriptFrom(Process& process, Ref<Description> from) {
  process.fds.Set(kScriptFd, std::move(from));
  PushScriptFromInput(process);
  process.reads_input = false;
  if (!process.frames.empty() && process.top().kind == FrameKind::kScript)
    process.top().script->error_name = process.name + ": ";
}

// The next command of a script from standard input, in *unit; null: the end, or an error that the
// parser tells. `*left`: as Parser::left() was before it. kDone: that is the answer.
Run NextFromInput(Process& process, ScriptState& script, std::shared_ptr<Unit>* unit,
                  size_t* left) {
  const Ref<Description> from = process.fds.Get(process.reads_input ? 0 : kScriptFd);
  bool is_end = false;
  while (true) {
    if (!script.begun.empty() || !StandsAtInput(process, script, from.get())) {
      if (const Run run = LookAtInput(process, script, from, &is_end); run != Run::kDone)
        return run;
    }
    script.parser->set_options(process.parse_options());
    Parser::Position before = script.parser->position();
    *left = script.parser->left();
    *unit = script.parser->Next();
    if (process.budget().stopped()) return Run::kGoOn;
    if (is_end || !script.parser->saw_end()) {
      const size_t still_unread = std::min<size_t>(script.parser->left(), script.unread);
      if (from) Skip(from.get(), script.unread - still_unread);
      script.unread = still_unread;
      return Run::kDone;
    }
    // Blank lines, or all that can be seen is the beginning of a command.
    const bool is_blank = *unit == nullptr && !script.parser->failed();
    if (from) Skip(from.get(), script.unread);
    script.unread = 0;
    if (is_blank) {
      if (process.options.Has(SetOption::kVerbose))
        process.WriteError(script.parser->TextSince(*left));
      before.line = script.parser->position().line;
    } else {
      if (!script.begun_held.Set(&process.budget(),
                                 static_cast<int64_t>(before.source->size() - before.at)))
        return Run::kGoOn;
      script.begun = before.source->substr(before.at);
    }
    unit->reset();
    script.parser =
        std::make_unique<Parser>(MakeSource(std::string_view(), &process.budget()),
                                 process.symbols(), before.line, process.parse_options());
    if (process.budget().stopped()) return Run::kGoOn;
  }
}

}  // namespace pysub::shell
