#ifndef PYSUB_SHELL_RUN_CHILDREN_H_
#define PYSUB_SHELL_RUN_CHILDREN_H_

#include <string>

#include "shell/run/process.h"

// Processes that a process starts and waits for.
namespace pysub::shell {

Process* Fork(Process& process);  // null: a limit was reached
// Of what is forked in the middle of a trap's commands: it does not run that trap either.
void LeaveRunningTraps(const Process& process, Process* child);
// `node` &; `told`: the DEBUG trap has run for it.
void StartBackground(Process& process, const Node* node, bool told);
// What is forked for a compound command does not keep the ends of the shell's last coprocess, which
// would not see the end of its input then.
void CloseCoprocess(Process* child);
// Its first frame; `unit` keeps the script's text alive.
void StartWith(Process* child, const Node* node, std::shared_ptr<const Unit> unit);
// Waits for a child in the foreground, whose status becomes the process's. kDone: it has ended.
Run WaitChild(Process& process, int pid);
// A process was ended by a signal: what bash says of that where nobody types. (The text is paid for
// by who has it.)
void TellOfDeath(Process& process, int pid, int signal, std::string_view command);
// The same of jobs, once of each.
void TellOfDeadJobs(Process& process);
// `wait` has told the end of a job. Bash unsets a coprocess's variables then.
void ForgetJob(Process& process, int pid);
void ForgetCoprocess(Process& process, const std::string& coprocess);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_CHILDREN_H_
