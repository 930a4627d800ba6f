#include "shell/run/machine.h"
#include "shell/run/options.h"
#include "shell/snapshot/checks.h"
#include "shell/snapshot/image.h"
#include "shell/snapshot/times.h"

// Snapshots: processes and their frames. The order of members is the format.

namespace pysub::shell {

void Function::Fields(Image& image) {
  image(name, source, exported, traced, readonly);
  image.UnitRef(unit);
  const Node* at = node;
  image.NodeRef(unit.get(), at);
  if (!image.loading()) return;
  image.Check(at != nullptr && at->kind == NodeKind::kFunction, "a function");
  if (image.ok()) node = static_cast<const FunctionNode*>(at);
  image.Charge(256);
}

void ScriptState::Fields(Image& image) {
  image.Enum(kind, Kind::kBackquote);
  image(from_input, begun, begun_held, unread, error_name, held, last_argument, restores_arguments, arguments, keeps_status, saved_status, saved_pipe_status, saved_line,
        pops_call, exits, trap_name);
  // Between two commands all that a parser is, is where it stands.
  Parser::Position position;
  if (!image.loading()) position = parser->position();
  image.Text(position.source);
  image(position.at, position.line, position.active_aliases);
  if (!image.loading()) return;
  image.Check(position.at <= position.source->size() && unread <= position.source->size() && position.active_aliases.size() <= Parser::kMaxDepth, "a script");
  if (!image.ok() || !image.HasRoom(position.source->size())) return;
  parser = std::make_unique<Parser>(position.source, image.machine().symbols, position.line, ParseOptions());
  parser->Restart(std::move(position));
}

void CallState::Fields(Image& image) {
  image.Needed(function);
  image(arguments, given, loop_depth, outer_bindings, options, return_trap, debug_trap, error_trap, getopts_at, held);
}

void LoopState::Fields(Image& image) { image(words, next, held); }

void PipelineState::Fields(Image& image) {
  image(pids, last_status);
  TimeField(image, &start_ns);
}

void Frame::Fields(Image& image, const Unit** unit_below) {
  image.Enum(kind, FrameKind::kExternal);
  image(state, tested, flag, index, undo_mark, binding_mark);
  image.UnitRef(unit);
  if (unit != nullptr) *unit_below = unit.get();
  image.NodeRef(*unit_below, node);
  image(script, call, loop, pipeline);
}

void Child::Fields(Image& image) { image(pid, job, done, status, reported, signal); }

void Job::Fields(Image& image) {
  image(number, pids, text, done, status, running_reported, coprocess, held);
  image.Check(!pids.empty(), "a job");
}

void ArrayItem::Fields(Image& image) { image(has_key, append, key, value); }

void ArrayBuild::Fields(Image& image) {
  image(items, next, stage, held);
  image.Check(stage <= 4, "an array");
}

void BuiltinState::Fields(Image& image) {
  image(stage, text, name, number, list, held);
  if (image.loading()) text_held.Load(image, text.size());
  TimeField(image, &deadline_ns);
}

void Process::StateFields(Image& image) {
  image(parent, variables, functions, aliases, traps, shown_traps, arguments, directories, hashed, call, name, cwd, umask, options,
        shopts, status, shell_pid, reads_input, last_background, subshell, line, loop_depth, function_depth, getopts_at, random_state,
        last_argument, pipe_status, running_command, texts_held, fds, input_given);
  TimeField(image, &seconds_base_ns);
  if (!image.loading()) return;
  options &= (1u << static_cast<int>(SetOption::kCount)) - 1;
  shopts &= (uint64_t{1} << static_cast<int>(Shopt::kCount)) - 1;
  umask &= 0777;
  image.Check(cwd.starts_with('/') && call, "a process");
}

void Process::FrameFields(Image& image) {
  uint64_t count = frames.size();
  image(count);
  if (image.loading()) frames.clear();
  const Unit* unit = nullptr;
  for (uint64_t i = 0; i < count && image.ok(); ++i) {
    if (image.loading()) {
      if (!image.archive().Take(2 * sizeof(Frame))) return;
      frames.emplace_back();
    }
    frames[i].Fields(image, &unit);
  }
}

void Process::CommandFields(Image& image) {
  image(args, args_held, builtin, staged, error_prefix, redirect_failed, redirecting, trace_level, array, command_signal, waiting,
        capture, substitution_status, write_failed, write_error);
  uint64_t count = arg_arrays.size();
  image(count);
  if (image.loading()) arg_arrays.clear();
  for (uint64_t i = 0; i < count && image.ok(); ++i) {
    if (image.loading()) {
      if (!image.archive().Take(2 * sizeof(arg_arrays[0]))) return;
      arg_arrays.emplace_back();
    }
    image(arg_arrays[i].first, arg_arrays[i].second);
  }
  expander.Fields(image, *this);
  external.Fields(image, this);
}

void Process::JobFields(Image& image) {
  image.Enum(unwind, Unwind::kDiscardAll);
  image(undo, bindings, unwind_count, exiting, ended, killed_by, ignores_errexit, in_trap, signals, children, jobs, past_statuses,
        script_failed);
  if (image.loading()) undo_held.Load(image, undo.size() * (sizeof(Undo) + sizeof(Description)));
}

void Process::Fields(Image& image) {
  StateFields(image);
  FrameFields(image);
  CommandFields(image);
  JobFields(image);
  if (image.loading() && image.ok()) CheckProcess(image, *this);
}

}  // namespace pysub::shell
