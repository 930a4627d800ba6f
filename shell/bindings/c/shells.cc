// The shell of pysub.h.

#include <absl/strings/numbers.h>

#include <algorithm>

#include "shell/bindings/c/shell_handles.h"

namespace pysub::c {
namespace {

static_assert(static_cast<int>(ShellLimit::kNone) == PYSUB_SHELL_LIMIT_NONE);
static_assert(static_cast<int>(ShellLimit::kCommands) == PYSUB_SHELL_LIMIT_COMMANDS);
static_assert(static_cast<int>(ShellLimit::kLoopIterations) == PYSUB_SHELL_LIMIT_LOOP_ITERATIONS);
static_assert(static_cast<int>(ShellLimit::kFunctionDepth) == PYSUB_SHELL_LIMIT_FUNCTION_DEPTH);
static_assert(static_cast<int>(ShellLimit::kSubstitutionDepth) ==
              PYSUB_SHELL_LIMIT_SUBSTITUTION_DEPTH);
static_assert(static_cast<int>(ShellLimit::kProcesses) == PYSUB_SHELL_LIMIT_PROCESSES);
static_assert(static_cast<int>(ShellLimit::kInput) == PYSUB_SHELL_LIMIT_INPUT);
static_assert(static_cast<int>(ShellLimit::kOutput) == PYSUB_SHELL_LIMIT_OUTPUT);
static_assert(static_cast<int>(ShellLimit::kMemory) == PYSUB_SHELL_LIMIT_MEMORY);
static_assert(static_cast<int>(ShellLimit::kSteps) == PYSUB_SHELL_LIMIT_STEPS);
static_assert(static_cast<int>(ShellLimit::kTime) == PYSUB_SHELL_LIMIT_TIME);
static_assert(static_cast<int>(ShellLimit::kCancelled) == PYSUB_SHELL_LIMIT_CANCELLED);
static_assert(static_cast<int>(ShellLimit::kDeadlock) == PYSUB_SHELL_LIMIT_DEADLOCK);
static_assert(static_cast<int>(ShellLimit::kPatternDepth) == PYSUB_SHELL_LIMIT_PATTERN_DEPTH);

pysub_status Give(Call& call, absl::StatusOr<Shell> made, pysub_shell** result) {
  if (const auto errno_text = made.status().GetPayload(shell::kErrnoPayload)) {
    int number = 0;
    static_cast<void>(absl::SimpleAtoi(std::string(*errno_text), &number));
    return call.Fail(PYSUB_INVALID_ARGUMENT, std::string(made.status().message()), number);
  }
  if (!made.ok()) return call.End(made.status());
  *result = new pysub_shell(*std::move(made));
  return call.status();
}

// What came of a script, whose texts the shell keeps.
pysub_status Finish(Call& call, pysub_shell* shell, ExecResult came, pysub_exec_result* result) {
  shell->last = std::move(came);
  pysub_exec_result answer = PYSUB_EXEC_RESULT_INIT;
  answer.exit_code = shell->last.exit_code;
  answer.limit = static_cast<pysub_shell_limit>(shell->last.limit);
  answer.output = TextOf(shell->last.stdout_text);
  answer.error_output = TextOf(shell->last.stderr_text);
  answer.duration_ns = static_cast<uint64_t>(shell->last.duration.count());
  return call.Fill(answer, result);
}

HostValue ListOf(const std::vector<std::string>& texts) {
  std::vector<HostValue> items;
  for (const std::string& text : texts) items.push_back(HostValue::Bytes(text));
  return HostValue::List(std::move(items));
}

}  // namespace
}  // namespace pysub::c

using namespace pysub::c;  // all that follows is outside of it
using pysub::HostValue;

pysub_status pysub_shell_create(const pysub_shell_options* options, pysub_shell** result,
                                pysub_error** error) {
  Call call(error);
  call.Result(result);
  pysub::Shell::Builder builder = BuilderOf(call, options);
  return call.ok() ? Give(call, builder.Build(), result) : call.status();
}

pysub_status pysub_shell_free(pysub_shell* shell) {
  if (shell == nullptr) return PYSUB_OK;
  if (shell->busy.exchange(true)) return PYSUB_IN_USE;
  delete shell;
  return PYSUB_OK;
}

pysub_status pysub_shell_exec(pysub_shell* shell, const char* script, size_t size,
                              const pysub_exec_options* options, pysub_exec_result* result,
                              pysub_error** error) {
  Call call(error);
  const std::string_view text = call.Text(script, size, "the script");
  const pysub::ExecOptions settings = ExecOptionsOf(call, options);
  if (!call.Room(result) || !call.Use(shell)) return call.status();
  return Finish(call, shell, shell->shell.Exec(text, settings), result);
}

pysub_status pysub_shell_start(pysub_shell* shell, const char* script, size_t size,
                               const pysub_exec_options* options, pysub_error** error) {
  Call call(error);
  const std::string_view text = call.Text(script, size, "the script");
  const pysub::ExecOptions settings = ExecOptionsOf(call, options);
  if (!call.Use(shell)) return call.status();
  shell->shell.Start(text, settings);
  return call.status();
}

pysub_status pysub_shell_run(pysub_shell* shell, uint64_t fuel, int* ended,
                             pysub_exec_result* result, pysub_error** error) {
  Call call(error);
  if (call.Given(ended, "ended")) *ended = 0;
  if (!call.Room(result) || !call.Use(shell)) return call.status();
  std::optional<pysub::ExecResult> came;
  if (fuel == PYSUB_UNLIMITED) {
    came = shell->shell.Run();
  } else {
    came = shell->shell.RunFor(fuel);
  }
  if (!came) return call.status();
  *ended = 1;
  return Finish(call, shell, *std::move(came), result);
}

pysub_status pysub_shell_run_ready(pysub_shell* shell, uint64_t* fuel, uint64_t waited_ns,
                                   int* ended, uint64_t* idle_ns, pysub_exec_result* result,
                                   pysub_error** error) {
  Call call(error);
  if (call.Given(ended, "ended")) *ended = 0;
  if (call.Given(idle_ns, "idle_ns")) *idle_ns = 0;
  call.Given(fuel, "fuel");
  if (!call.Room(result) || !call.Use(shell)) return call.status();
  constexpr uint64_t kLongest = INT64_MAX;
  std::chrono::nanoseconds idle{0};
  std::optional<pysub::ExecResult> came = shell->shell.RunReady(
      fuel, std::chrono::nanoseconds(static_cast<int64_t>(std::min(waited_ns, kLongest))), &idle);
  *idle_ns = static_cast<uint64_t>(idle.count());
  if (!came) return call.status();
  *ended = 1;
  return Finish(call, shell, *std::move(came), result);
}

int pysub_shell_running(const pysub_shell* shell) {
  return shell != nullptr && shell->shell.Running();
}

pysub_status pysub_shell_take_output(pysub_shell* shell, pysub_stream stream, pysub_buffer** result,
                                     pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (stream != PYSUB_STDOUT && stream != PYSUB_STDERR) {
    call.Fail(PYSUB_INVALID_ARGUMENT, "the stream is neither PYSUB_STDOUT nor PYSUB_STDERR");
  }
  if (!call.Use(shell)) return call.status();
  return call.Give(stream == PYSUB_STDOUT ? shell->shell.TakeStdout() : shell->shell.TakeStderr(),
                   result);
}

pysub_status pysub_shell_cancel(pysub_shell* shell) {
  if (shell == nullptr) return PYSUB_INVALID_ARGUMENT;
  shell->shell.Cancel();
  return PYSUB_OK;
}

pysub_status pysub_shell_snapshot(pysub_shell* shell, pysub_buffer** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(shell)) return call.status();
  return call.Give(shell->shell.Snapshot(), result);
}

pysub_status pysub_shell_restore(const char* bytes, size_t size, const pysub_shell_options* options,
                                 pysub_shell** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(bytes, size, "the bytes");
  pysub::Shell::Builder builder = BuilderOf(call, options);
  return call.ok() ? Give(call, builder.Restore(text), result) : call.status();
}

pysub_status pysub_shell_fork(pysub_shell* shell, pysub_shell** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(shell)) return call.status();
  return Give(call, shell->shell.Fork(), result);
}

pysub_status pysub_shell_connect(pysub_shell* shell, const pysub_exec_options* options,
                                 pysub_error** error) {
  Call call(error);
  const pysub::ExecOptions settings = ExecOptionsOf(call, options);
  if (call.Use(shell)) shell->shell.Connect(settings);
  return call.status();
}

pysub_status pysub_shell_reset(pysub_shell* shell, pysub_error** error) {
  Call call(error);
  if (call.Use(shell)) shell->shell.Reset();
  return call.status();
}

pysub_status pysub_shell_set_limits(pysub_shell* shell, const pysub_shell_limits* limits,
                                    pysub_error** error) {
  Call call(error);
  const pysub::ShellLimits wanted = ShellLimitsOf(call, limits);
  if (call.Use(shell)) shell->shell.SetLimits(wanted);
  return call.status();
}

pysub_status pysub_shell_directory(pysub_shell* shell, pysub_buffer** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  if (!call.Use(shell)) return call.status();
  return call.Give(shell->shell.cwd(), result);
}

pysub_status pysub_shell_variable(pysub_shell* shell, const char* name, size_t size,
                                  pysub_buffer** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(name, size, "the name");
  if (!call.Use(shell)) return call.status();
  std::optional<std::string> value = shell->shell.GetVariable(text);
  if (!value) return call.Fail(PYSUB_NOT_FOUND, "the variable is not set");
  return call.Give(*std::move(value), result);
}

pysub_status pysub_shell_analyze(pysub_shell* shell, const char* script, size_t size,
                                 pysub_value** result, pysub_error** error) {
  Call call(error);
  call.Result(result);
  const std::string_view text = call.Text(script, size, "the script");
  if (!call.Use(shell)) return call.status();
  const pysub::ScriptAnalysis found = shell->shell.Analyze(text);
  return call.Give(HostValue::Dict({{"valid", found.valid},
                                    {"errors", ListOf(found.errors)},
                                    {"commands", ListOf(found.commands)},
                                    {"files", ListOf(found.files)},
                                    {"functions", ListOf(found.functions)},
                                    {"has_dynamic_commands", found.has_dynamic_commands},
                                    {"has_background_jobs", found.has_background_jobs},
                                    {"has_loops", found.has_loops}}),
                   result);
}

pysub_files* pysub_shell_files(pysub_shell* shell) {
  if (shell == nullptr) return nullptr;
  shell->files.files = &shell->shell.files();
  shell->files.caller.cwd = shell->files.directory;
  return &shell->files;
}
