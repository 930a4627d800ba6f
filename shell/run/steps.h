#ifndef PYSUB_SHELL_RUN_STEPS_H_
#define PYSUB_SHELL_RUN_STEPS_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "shell/run/process.h"

// Steps of the frame on top, for those who make them (step.cc, nodes.cc, simple.cc ...). Builtins
// and expansions have no business here, but for arrays.
//
// kBlocked: `waiting` says for what; the same call is repeated then.
namespace pysub::shell {

// ---- step.cc
// In Process::unwind_count while set -e ends a process: functions are left before its EXIT trap.
constexpr uint32_t kLeavesFirst = 1;
bool RunPendingTrap(Process& process);  // true: a trap was pushed
// The trap is set, and it is not this one that runs.
bool TrapRuns(const Process& process, std::string_view name);
bool IsWithinTrap(const Process& process, std::string_view name);  // its commands run
// The command of this frame stands behind !: nobody looks at its status.
bool IsNegated(const Process& process, size_t frame);
// The frame on top is done. `traps`: its failure is the ERR trap's affair, too.
void Finish(Process& process, bool checks_status = false, bool traps = true);

// ---- nodes.cc: lists and compound commands
Run StepNode(Process& process);

// ---- pipelines.cc
Run StepPipeline(Process& process, const PipelineNode& node);
// The frame on top is one that `exit`, `break` or an error leaves: `time` tells how long it took.
void LeavePipeline(Process& process);
Run StepSubshell(Process& process, const GroupNode& node);
// The frame on top is a list; `node` is its next command, which runs in the background.
Run StepBackground(Process& process, const Node* node);
Run StepCoproc(Process& process, const GroupNode& node);

// ---- simple.cc: simple commands
Run StepSimple(Process& process, const SimpleNode& node);
void FinishSimple(Process& process);
bool PushErrTrap(Process& process);  // false: no trap ERR runs here
// command.args are neither a function nor a builtin, or not to be one (`command ls`).
Run ExecuteExternal(Process& process, bool standard_path = false);  // `command -p`
// Variables that redirections do not see are seen again.
void ShowBindings(Process& process, Frame* frame);
void SetLastArgument(Process& process, std::string&& argument);

// ---- assignments.cc
Run ExpandDeclaration(Process& process, const SimpleNode& node);
Run ExpandAssignments(Process& process, const SimpleNode& node);
// The elements of ( ... ) into command.array.
Run BuildArray(Process& process, std::span<const Word* const> elements, bool associative);
// name=( ... ) with expanded elements. False: a limit, or a message was printed.
bool ApplyArray(Process& process, Symbol symbol, std::vector<ArrayItem> items, bool append,
                MemoryCharge held = MemoryCharge());

// ---- script_stream.cc: scripts on standard input
void PushScriptFromInput(Process& process);
Run NextFromInput(Process& process, ScriptState& script, std::shared_ptr<Unit>* unit, size_t* left);

// A builtin that runs in this frame was named behind `command` or `builtin`: its errors do not end
// the shell in posix mode.
bool IsByCommand(const Frame& frame);
// A simple command's words or assignments are being expanded, and not its redirections.
bool ExpandsWords(const Frame& frame);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_STEPS_H_
