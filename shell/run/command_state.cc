#include "shell/run/command_state.h"

#include "shell/run/external_io.h"
#include "shell/run/kernel.h"
#include "shell/snapshot/serialiser.h"
#include "shell/snapshot/times.h"

namespace pysub::shell {

External::External() = default;
External::~External() = default;

void External::Clear() {
  command.reset();
  io.reset();
}

// ---- snapshots

void ArrayItem::Fields(Serialiser& serialiser) { serialiser(has_key, append, key, value); }

void ArrayBuild::Fields(Serialiser& serialiser) {
  serialiser(items, next, stage, held);
  serialiser.Check(stage <= 4, "an array");
}

void CommandState::Fields(Serialiser& serialiser) {
  serialiser(args, args_held, array, word_begun, redirect_failed, substitution_status);
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
}

void BuiltinState::Fields(Serialiser& serialiser) {
  serialiser(stage, text, name, number, list, held);
  if (serialiser.loading()) text_held.Load(serialiser, text.size());
  TimeField(serialiser, &deadline_ns);
}

void External::Fields(Serialiser& serialiser, Process* process) {
  std::string name = command != nullptr ? std::string(info->name) : "";
  serialiser(name, signal);
  if (name.empty()) return;
  if (serialiser.loading()) {
    auto row = serialiser.kernel().commands.find(name);
    if (row == serialiser.kernel().commands.end()) {
      return serialiser.Refuse("the command " + name +
                               " is running in it, and this shell does not have it");
    }
    info = row->second;
    command = info->New();
    io = std::make_unique<ExternalIo>(process, std::vector<std::string>());
  }
  io->Fields(serialiser);
  if (!serialiser.ok()) return;
  uint64_t before = serialiser.archive().charged();
  command->Fields(serialiser.archive());
  // What it believes to have been charged for, its account must have.
  if (serialiser.loading() && serialiser.archive().charged() - before > io->reserved())
    serialiser.archive().Fail();
  if (serialiser.ok()) return;
  serialiser.Refuse(serialiser.loading()
                        ? "damaged: the state of the command " + name
                        : "the command " + name + " that is running cannot be saved now");
}

}  // namespace pysub::shell
