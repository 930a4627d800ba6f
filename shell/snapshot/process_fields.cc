#include "shell/run/kernel.h"
#include "shell/run/options.h"
#include "shell/snapshot/checks.h"
#include "shell/snapshot/serialiser.h"
#include "shell/snapshot/times.h"

// Snapshots: processes and their frames. The order of members is the format.

namespace pysub::shell {

void Function::Fields(Serialiser& serialiser) {
  serialiser(name, source, exported, traced, readonly);
  serialiser.UnitRef(unit);
  const Node* at = node;
  serialiser.NodeRef(unit.get(), at);
  if (!serialiser.loading()) return;
  serialiser.Check(at != nullptr && at->kind == NodeKind::kFunction, "a function");
  if (serialiser.ok()) node = static_cast<const FunctionNode*>(at);
  serialiser.Charge(256);
}

// A parser is not saved in the middle of its work. Scripts are parsed a unit at a time, so between
// two units it is only a place in a text, and aliases that are in use there.
void ScriptState::Fields(Serialiser& serialiser) {
  serialiser.Enum(kind, Kind::kBackquote);
  serialiser(from_input, begun, begun_held, unread, error_name, held, last_argument,
             restores_arguments, arguments, keeps_status, saved_status, saved_pipe_status,
             saved_line, pops_call, exits, trap_name);
  // Between two commands all that a parser is, is where it stands.
  Parser::Position position;
  if (!serialiser.loading()) position = parser->position();
  serialiser.Text(position.source);
  serialiser(position.at, position.line, position.active_aliases);
  if (!serialiser.loading()) return;
  serialiser.Check(position.at <= position.source->size() && unread <= position.source->size() &&
                       position.active_aliases.size() <= Parser::kMaxDepth,
                   "a script");
  if (!serialiser.ok() || !serialiser.HasRoom(position.source->size())) return;
  parser = std::make_unique<Parser>(position.source, serialiser.kernel().symbols, position.line,
                                    ParseOptions());
  parser->Restart(std::move(position));
}

void CallState::Fields(Serialiser& serialiser) {
  serialiser.Needed(function);
  serialiser(arguments, given, loop_depth, outer_bindings, options, return_trap, debug_trap,
             error_trap, getopts_at, held);
}

void LoopState::Fields(Serialiser& serialiser) { serialiser(words, next, held); }

void PipelineState::Fields(Serialiser& serialiser) {
  serialiser(pids, last_status);
  TimeField(serialiser, &start_ns);
}

void Frame::Fields(Serialiser& serialiser, const Unit** unit_below) {
  serialiser.Enum(kind, FrameKind::kExternal);
  serialiser(state, tested, flag, index, undo_mark, binding_mark);
  serialiser.UnitRef(unit);
  if (unit != nullptr) *unit_below = unit.get();
  serialiser.NodeRef(*unit_below, node);
  serialiser(script, call, loop, pipeline);
}

void Child::Fields(Serialiser& serialiser) { serialiser(pid, job, done, status, reported, signal); }

void Job::Fields(Serialiser& serialiser) {
  serialiser(number, pids, text, done, status, running_reported, coprocess, held);
  serialiser.Check(!pids.empty(), "a job");
}

void ArrayItem::Fields(Serialiser& serialiser) { serialiser(has_key, append, key, value); }

void ArrayBuild::Fields(Serialiser& serialiser) {
  serialiser(items, next, stage, held);
  serialiser.Check(stage <= 4, "an array");
}

void BuiltinState::Fields(Serialiser& serialiser) {
  serialiser(stage, text, name, number, list, held);
  if (serialiser.loading()) text_held.Load(serialiser, text.size());
  TimeField(serialiser, &deadline_ns);
}

void Process::StateFields(Serialiser& serialiser) {
  serialiser(parent, variables, functions, aliases, traps, shown_traps, arguments, directories,
             hashed, call, name, cwd, umask, options, shopts, status, shell_pid, reads_input,
             last_background, subshell, line, loop_depth, function_depth, getopts_at, random_state,
             last_argument, pipe_status, running_command, texts_held, fds, input_given);
  TimeField(serialiser, &seconds_base_ns);
  if (!serialiser.loading()) return;
  options &= (1u << static_cast<int>(SetOption::kCount)) - 1;
  shopts &= (uint64_t{1} << static_cast<int>(Shopt::kCount)) - 1;
  umask &= 0777;
  serialiser.Check(cwd.starts_with('/') && call, "a process");
}

// Most frames belong to the same script as the frame below. The unit is passed along, so it is only
// named where it changes.
void Process::FrameFields(Serialiser& serialiser) {
  uint64_t count = frames.size();
  serialiser(count);
  if (serialiser.loading()) frames.clear();
  const Unit* unit = nullptr;
  for (uint64_t i = 0; i < count && serialiser.ok(); ++i) {
    if (serialiser.loading()) {
      if (!serialiser.archive().Take(2 * sizeof(Frame))) return;
      frames.emplace_back();
    }
    frames[i].Fields(serialiser, &unit);
  }
}

void Process::CommandFields(Serialiser& serialiser) {
  serialiser(args, args_held, builtin, staged, error_prefix, redirect_failed, redirecting,
             trace_level, array, command_signal, waiting, capture, substitution_status,
             write_failed, write_error);
  uint64_t count = arg_arrays.size();
  serialiser(count);
  if (serialiser.loading()) arg_arrays.clear();
  for (uint64_t i = 0; i < count && serialiser.ok(); ++i) {
    if (serialiser.loading()) {
      if (!serialiser.archive().Take(2 * sizeof(arg_arrays[0]))) return;
      arg_arrays.emplace_back();
    }
    serialiser(arg_arrays[i].first, arg_arrays[i].second);
  }
  expander.Fields(serialiser, *this);
  external.Fields(serialiser, this);
}

void Process::JobFields(Serialiser& serialiser) {
  serialiser.Enum(unwind, Unwind::kDiscardAll);
  serialiser(undo, bindings, unwind_count, exiting, ended, killed_by, ignores_errexit, in_trap,
             signals, children, jobs, past_statuses, script_failed);
  if (serialiser.loading())
    undo_held.Load(serialiser, undo.size() * (sizeof(Undo) + sizeof(Description)));
}

void Process::Fields(Serialiser& serialiser) {
  StateFields(serialiser);
  FrameFields(serialiser);
  CommandFields(serialiser);
  JobFields(serialiser);
  if (serialiser.loading() && serialiser.ok()) CheckProcess(serialiser, *this);
}

}  // namespace pysub::shell
