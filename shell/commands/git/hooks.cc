#include "shell/commands/git/hooks.h"

#include <algorithm>
#include <cerrno>

#include "shell/commands/git/config.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/refs.h"
#include "shell/commands/git/state.h"
#include "shell/commands/simple.h"

namespace pysub::shell::git {
namespace {

// git's own environment, with what is said besides in its place.
std::vector<std::string> EnvironmentOf(Git& git, const Program& program) {
  std::vector<std::string> all = git.io().Environment();
  const auto set = [&](const std::string& entry) {
    const std::string name = entry.substr(0, entry.find('=') + 1);
    std::erase_if(all, [&](const std::string& old) { return old.starts_with(name); });
    all.push_back(entry);
  };
  set("GIT_EXEC_PATH=/usr/lib/git-core");
  set("GIT_PREFIX=" + git.prefix);
  for (const std::string& entry : program.environment) set(entry);
  return all;
}

constexpr std::string_view kInputFile = "HOOK_INPUT";

// A file, since a pipe whose reader does not read would end git. It stays until the program has
// ended: a mounted directory of the host opens files by their names.
int OpenInput(Git& git, const std::string& input) {
  if (input.empty()) return ChildOptions::kNull;
  const std::string name = git.GitPath(kInputFile);
  (void)git.fs().Unlink(git.caller(), name);
  if (!git.WriteWhole(name, input, 0600)) return ChildOptions::kNull;
  const int fd = git.io().Open(name, OpenMode::kRead);
  return fd >= 0 ? fd : ChildOptions::kNull;
}

// Nothing: it could not be started, which was said.
bool Start(Git& git, const Program& program) {
  uint64_t size = 0;
  const std::vector<std::string> environment = EnvironmentOf(git, program);
  for (const std::string& entry : environment) size += entry.size() + sizeof(std::string);
  if (!git.Charge(2 * size) || !git.Tick(size)) return false;
  ChildOptions options;
  options.environment = environment;
  options.cwd = program.cwd;
  const int in = program.own_streams ? 0 : OpenInput(git, program.input);
  options.in = in;
  if (!program.own_streams) options.out = 2;
  if (git.over()) return false;
  git.Err("");  // what was said comes before what the program says
  const int child = git.io().Spawn(program.argv, options);
  const int error = git.io().error();
  if (in > 0) git.io().Close(in);
  git.state().child = child;
  if (child >= 0) return true;
  git.Err("fatal: cannot run " + program.argv[0] + ": " + std::string(ErrnoText(error)) + "\n");
  return false;
}

// A program may have changed whatever was read.
void ForgetWhatWasRead(Git& git) {
  git.refs().Forget();
  if (git.index().unsaved) return;
  git.index().loaded = false;
  git.index().entries.clear();
}

constexpr std::string_view kHooks = ".git/hooks/";

// Where hooks run.
std::string HookDirectory(Git& git) { return git.work_tree.empty() ? git.git_dir : git.work_tree; }

// As git names it where it runs: ".git/hooks/pre-commit".
std::string HookPath(Git& git, std::string_view name) {
  if (const auto set = git.config().Get("core.hookspath")) {
    std::string path = *set;
    if (path.starts_with("~/")) path = git.Env("HOME").value_or("") + path.substr(1);
    return path + "/" + std::string(name);
  }
  if (git.work_tree.empty()) return "hooks/" + std::string(name);
  if (git.git_dir == git.WorkPath(".git")) return std::string(kHooks) + std::string(name);
  return git.GitPath("hooks/" + std::string(name));
}

enum class Hook : uint8_t { kNone, kIgnored, kRuns };
Hook LookAtHook(Git& git, const std::string& path) {
  const std::string full = path.starts_with('/') ? path : JoinPath(HookDirectory(git), path);
  const auto stat = git.fs().StatPath(git.caller(), full);
  if (!stat.ok() || !stat->IsFile()) return Hook::kNone;
  return (stat->mode & 0111) != 0 ? Hook::kRuns : Hook::kIgnored;
}

void Answer(Git& git, int status) {
  State& state = git.state();
  if (!git.Keep(sizeof(uint32_t) * 2)) return;
  state.answers.push_back(static_cast<uint32_t>(status));
  ++git.asked;
}

}  // namespace

std::optional<int> RunProgram(Git& git, const Program& program) {
  constexpr int kNotStarted = 255;
  State& state = git.state();
  if (git.asked < state.answers.size()) return static_cast<int>(state.answers[git.asked++]);
  if (git.over()) return std::nullopt;
  if (state.child < 0 && !Start(git, program)) {
    Answer(git, kNotStarted);
    return git.over() ? std::nullopt : std::optional(kNotStarted);
  }
  const std::optional<int> status = git.io().WaitChild(state.child);
  if (!status) {
    git.Wait();
    return std::nullopt;
  }
  state.child = -1;
  if (!program.input.empty()) (void)git.fs().Unlink(git.caller(), git.GitPath(kInputFile));
  ForgetWhatWasRead(git);
  Answer(git, *status);
  return status;
}

void RunByShell(Program* program) {
  std::vector<std::string>& argv = program->argv;
  const std::string& line = argv[0];
  if (line.find_first_of("|&;<>()$`\\\"' \t\n*?[#~=%") == std::string::npos) return;
  argv.insert(argv.begin(), {"/bin/sh", "-c", argv.size() > 1 ? line + " \"$@\"" : line});
}

void ForgetAnswers(Git& git) {
  git.state().answers.clear();
  git.asked = 0;
}

bool HasHook(Git& git, std::string_view name) {
  return LookAtHook(git, HookPath(git, name)) == Hook::kRuns;
}

std::optional<int> RunHook(Git& git, const HookCall& call) {
  State& state = git.state();
  if (git.asked < state.answers.size()) return static_cast<int>(state.answers[git.asked++]);
  const std::string path = HookPath(git, call.name);
  const Hook hook = state.child >= 0 ? Hook::kRuns : LookAtHook(git, path);
  if (hook != Hook::kRuns) {
    if (hook == Hook::kIgnored && git.config().GetBool("advice.ignoredhook", true))
      git.Err("hint: The '" + path + "' hook was ignored because it's not set as executable.\n" +
              "hint: You can disable this warning with `git config advice.ignoredHook false`.\n");
    Answer(git, 0);
    return git.over() ? std::nullopt : std::optional(0);
  }
  Program program;
  program.argv = {path};
  program.argv.insert(program.argv.end(), call.args.begin(), call.args.end());
  program.environment = call.environment;
  program.cwd = HookDirectory(git);
  program.input = call.input;
  return RunProgram(git, program);
}

std::string PathForHooks(Git& git, std::string_view name) {
  return git.git_dir == git.WorkPath(".git") ? ".git/" + std::string(name) : git.GitPath(name);
}

std::optional<int> RunCommitHook(Git& git, std::string name, std::vector<std::string> args) {
  HookCall call;
  call.name = std::move(name);
  call.args = std::move(args);
  call.environment = {"GIT_EDITOR=:", "GIT_INDEX_FILE=" + PathForHooks(git, "index")};
  if (!git.action.empty()) call.environment.push_back("GIT_REFLOG_ACTION=" + git.action);
  return RunHook(git, call);
}

void RunHookLast(Git& git, HookCall call) {
  uint64_t size = call.name.size() + call.input.size() + 256;
  for (const std::string& arg : call.args) size += arg.size() + sizeof(std::string);
  if (git.Keep(2 * size)) git.state().last_hooks.push_back(std::move(call));
}

std::string EditorOf(Git& git) {
  if (const auto editor = git.Env("GIT_EDITOR")) return *editor;
  if (const auto editor = git.config().Get("core.editor")) return *editor;
  for (std::string_view name : {"VISUAL", "EDITOR"})
    if (const auto editor = git.Env(name)) return *editor;
  return "";
}

bool EditFile(Git& git, const std::string& editor, const std::string& file, Outcome* ended) {
  *ended = std::nullopt;
  if (EditsNothing(editor)) return true;
  Program program;
  program.own_streams = true;
  program.argv = {editor, file};
  RunByShell(&program);
  const std::optional<int> status = RunProgram(git, program);
  if (!status) return false;
  if (*status == 0) return true;
  git.Error("There was a problem with the editor '" + editor + "'.");
  *ended = 1;
  return false;
}

}  // namespace pysub::shell::git
