#ifndef PYSUB_SHELL_COMMANDS_GIT_HOOKS_H_
#define PYSUB_SHELL_COMMANDS_GIT_HOOKS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// Programs that git starts and waits for: hooks, editors.
//
// A unit cannot stand still in its middle. It asks for the status of a program and ends when there
// is none yet; then it is called again from its beginning and asks again, in the same order. Each
// answer is kept until ForgetAnswers(), so no program runs twice. What a unit does before it asks
// has to be fit for being done again.

struct Program {
  std::vector<std::string> argv;
  std::vector<std::string> environment;  // "NAME=value", besides what git itself got
  std::string cwd;
  std::string input;         // what it reads; empty: /dev/null
  bool own_streams = false;  // an editor's: those of git
};
// argv[0] is a command line where it looks like one: the shell runs it with the other words.
void RunByShell(Program* program);
// Its exit status. Nothing: it runs, and the unit ends; or the script is over.
std::optional<int> RunProgram(Git& git, const Program& program);
// The next phase begins: its questions are others.
void ForgetAnswers(Git& git);

struct HookCall {
  std::string name;
  std::vector<std::string> args;
  std::vector<std::string> environment;
  std::string input;
  bool decides = false;  // of one that runs last: its status becomes that of git

  void Fields(Archive& archive) { archive(name, args, environment, input, decides); }
};
// Whether there is one that would run.
bool HasHook(Git& git, std::string_view name);
// The status of a hook; 0 where there is none. One that is there and may not be run is passed over
// with a hint, as git does.
std::optional<int> RunHook(Git& git, const HookCall& call);
// A file of the repository as hooks get it, from where they run: ".git/COMMIT_EDITMSG".
std::string PathForHooks(Git& git, std::string_view name);
// A hook around a commit for which no editor opens.
std::optional<int> RunCommitHook(Git& git, std::string name, std::vector<std::string> args);
// Runs it when the subcommand has ended and all else is done.
void RunHookLast(Git& git, HookCall call);

// The editor that was chosen; empty: none.
std::string EditorOf(Git& git);
// Whether it leaves every text as it is ("true", ":").
inline bool EditsNothing(std::string_view editor) { return editor == "true" || editor == ":"; }
// Runs an editor on a file. False: it waits, or could not be run, which was said.
bool EditFile(Git& git, const std::string& editor, const std::string& file, Outcome* ended);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_HOOKS_H_
