// The options of a shell of pysub.h as those of the C++ API.

#include <deque>

#include "pysub/python/python_host.h"
#include "shell/bindings/c/shell_handles.h"
#include "shell/python/python_options.h"
#include "shell/syntax/parser.h"

namespace pysub::c {
namespace {

std::vector<pysub_text> ArgvOf(std::span<const std::string> argv) {
  std::vector<pysub_text> texts;
  for (const std::string& word : argv) texts.push_back(TextOf(word));
  return texts;
}

uint64_t CountOf(uint64_t given, uint64_t preset) { return given == 0 ? preset : given; }

// Variables of a shell, whose names are a shell's: no script could use another one, so it is
// refused where it would else be missing without a word.
std::vector<std::pair<std::string, std::string>> VariablesOf(Call& call,
                                                             const pysub_variable* items,
                                                             size_t count) {
  auto variables = call.Variables(items, count);
  for (const auto& [name, value] : variables) {
    if (shell::IsName(name)) continue;
    call.Fail(PYSUB_INVALID_ARGUMENT,
              "environment: '" + name.substr(0, 200) + "' is no name of a variable of a shell");
    return {};
  }
  return variables;
}

// What the shell begins with: files and directories of the host.
void TakeFiles(Call& call, const pysub_shell_options& options, Shell::Builder* builder) {
  if (!call.List(options.files, options.file_count, "files") ||
      !call.List(options.mounts, options.mount_count, "mounts")) {
    return;
  }
  for (size_t i = 0; i < options.file_count && call.ok(); ++i) {
    const pysub_shell_file& file = options.files[i];
    builder->File(std::string(call.Text(file.path, "the path of a file")),
                  std::string(call.Text(file.contents, "the contents of a file")),
                  file.permissions == 0 ? 0644 : file.permissions);
  }
  for (size_t i = 0; i < options.mount_count && call.ok(); ++i) {
    const pysub_shell_mount& mount = options.mounts[i];
    builder->Mount(std::string(call.Text(mount.path, "the path of a mount")),
                   std::string(call.Text(mount.host_directory, "host_directory")),
                   MountOptionsOf(call, mount.options));
  }
}

struct HostCommands {
  std::deque<HostCommand> commands;
  std::deque<shell::CommandInfo> rows;
};

void TakeCommands(Call& call, const pysub_shell_options& options, Shell::Builder* builder) {
  if (!call.List(options.commands, options.command_count, "commands")) return;
  auto kept = std::make_shared<HostCommands>();
  for (size_t i = 0; i < options.command_count && call.ok(); ++i) {
    const pysub_shell_command& given = options.commands[i];
    HostCommand& command = kept->commands.emplace_back();
    command.name = std::string(call.Text(given.name, "the name of a command"));
    command.usage = std::string(call.Text(given.usage, "the usage of a command"));
    if (command.name.empty()) call.Fail(PYSUB_INVALID_ARGUMENT, "a command has no name");
    // (A builtin of the same name comes first, but env, xargs and paths reach the command.)
    if (command.name.find('/') != std::string::npos) {
      call.Fail(PYSUB_INVALID_ARGUMENT, "the command '" + command.name.substr(0, 200) +
                                            "' would not be called: a word with a slash is a path");
    }
    call.Given(reinterpret_cast<const void*>(given.function), "the function of a command");
    command.function = given.function;
    command.context = given.context;
    command.wants_input = given.wants_input != 0;
    shell::CommandInfo& row = kept->rows.emplace_back();
    row.name = command.name;
    row.usage = command.usage;
    row.make_from = MakeHostCommand;
    row.context = &command;
    builder->Command(&row);
  }
  builder->Keep(std::move(kept));
}

void TakePython(Call& call, const pysub_shell_options& options, Shell::Builder* builder) {
  if (!call.Among(options.python, PYSUB_SHELL_PYTHON_AUTO, "python")) return;
  PythonOptions python;
  python.limits = LimitsOf(call, options.python_limits);
  python.host.worker_path = std::string(call.Text(options.worker_path, "worker_path"));
  constexpr Isolation kIsolations[] = {Isolation::kInProcess, Isolation::kSubprocess,
                                       Isolation::kAuto};
  if (options.python == PYSUB_SHELL_PYTHON_NONE || !call.ok()) return;
  python.host.isolation = kIsolations[options.python - PYSUB_SHELL_PYTHON_IN_PROCESS];
  builder->Python(python);
}

shell::HostAnswer AnswerOf(int said) {
  if (said == PYSUB_SHELL_LATER) return shell::HostAnswer::kLater;
  return said != 0 ? shell::HostAnswer::kYes : shell::HostAnswer::kNo;
}

void TakeHooks(const pysub_shell_options& options, Shell::Builder* builder) {
  void* const context = options.context;
  if (auto* ask = options.ask_before) {
    builder->AskBefore(
        [ask, context](std::span<const std::string> argv, uint64_t call, std::string*) {
          const std::vector<pysub_text> texts = ArgvOf(argv);
          return AnswerOf(ask(context, call, texts.data(), texts.size()));
        });
  }
  if (auto* ask = options.ask_after) {
    builder->AskAfter([ask, context](std::span<const std::string> argv, uint64_t call, int status) {
      const std::vector<pysub_text> texts = ArgvOf(argv);
      return AnswerOf(ask(context, call, texts.data(), texts.size(), status));
    });
  }
}

void TakeCallbacks(Call& call, const pysub_shell_options& options, Shell::Builder* builder) {
  void* const context = options.context;
  if (auto* before = options.before_command) {
    builder->BeforeCommand([before, context](std::span<const std::string> argv, std::string*) {
      const std::vector<pysub_text> texts = ArgvOf(argv);
      return before(context, texts.data(), texts.size()) != 0;
    });
  }
  if (auto* after = options.after_command) {
    builder->AfterCommand([after, context](std::span<const std::string> argv, int status) {
      const std::vector<pysub_text> texts = ArgvOf(argv);
      after(context, texts.data(), texts.size(), status);
    });
  }
  TakeHooks(options, builder);
  auto *real = options.real_ns, *monotonic = options.monotonic_ns;
  auto* sleep = options.sleep_ns;
  if (real == nullptr && monotonic == nullptr && sleep == nullptr) return;
  if (real == nullptr || monotonic == nullptr || sleep == nullptr) {
    call.Fail(PYSUB_INVALID_ARGUMENT, "of the clock's three functions one is NULL");
    return;
  }
  builder->Clock([real, context] { return real(context); },
                 [monotonic, context] { return monotonic(context); },
                 [sleep, context](int64_t nanoseconds) { sleep(context, nanoseconds); });
}

}  // namespace

ShellLimits ShellLimitsOf(Call& call, const pysub_shell_limits* given) {
  const auto options = call.Options(given, "pysub_shell_limits");
  ShellLimits limits;
  limits.commands = CountOf(options.commands, limits.commands);
  limits.loop_iterations = CountOf(options.loop_iterations, limits.loop_iterations);
  limits.function_depth = NumberOf(options.function_depth, limits.function_depth);
  limits.substitution_depth = NumberOf(options.substitution_depth, limits.substitution_depth);
  limits.processes = NumberOf(options.processes, limits.processes);
  limits.input_bytes = CountOf(options.input_bytes, limits.input_bytes);
  limits.output_bytes = CountOf(options.output_bytes, limits.output_bytes);
  limits.memory_bytes = CountOf(options.memory_bytes, limits.memory_bytes);
  call.Memory(limits.memory_bytes, "memory_bytes");
  limits.steps = CountOf(options.steps, limits.steps);
  limits.wall_time =
      DurationOf(options.wall_time_ns, limits.wall_time).value_or(std::chrono::nanoseconds::max());
  return limits;
}

Shell::Builder BuilderOf(Call& call, const pysub_shell_options* given) {
  const auto options = call.Options(given, "pysub_shell_options");
  Shell::Builder builder;
  builder.Limits(ShellLimitsOf(call, options.limits));
  builder.FileLimits(FileLimitsOf(call, options.file_limits));
  for (auto& [name, value] : VariablesOf(call, options.environment, options.environment_count)) {
    builder.Env(std::move(name), std::move(value));
  }
  if (options.directory.data != nullptr) {
    builder.Cwd(std::string(call.Text(options.directory, "directory")));
  }
  if (options.has_seed != 0) builder.Seed(options.seed);
  TakeFiles(call, options, &builder);
  TakePython(call, options, &builder);
  TakeCommands(call, options, &builder);
  TakeCallbacks(call, options, &builder);
  return builder;
}

ExecOptions ExecOptionsOf(Call& call, const pysub_exec_options* given) {
  const auto options = call.Options(given, "pysub_exec_options");
  ExecOptions result;
  result.input = std::string(call.Text(options.input, "input"));
  result.args = call.Texts(options.args, options.arg_count, "args");
  result.env = VariablesOf(call, options.environment, options.environment_count);
  result.cwd = std::string(call.Text(options.directory, "directory"));
  if (options.name.data != nullptr) result.name = std::string(call.Text(options.name, "name"));
  result.timeout = DurationOf(options.timeout_ns, std::chrono::nanoseconds(0))
                       .value_or(std::chrono::nanoseconds::max());
  void* const context = options.context;
  if (auto* output = options.on_output) {
    result.on_stdout = [output, context](std::string_view text) {
      output(context, PYSUB_STDOUT, text.data(), text.size());
    };
    result.on_stderr = [output, context](std::string_view text) {
      output(context, PYSUB_STDERR, text.data(), text.size());
    };
  }
  if (auto* more = options.more_input) {
    result.more_input = [more, context](std::string* input) {
      const char* bytes = nullptr;
      size_t size = 0;
      if (more(context, &bytes, &size) == 0) return false;
      Call checked(nullptr);
      input->append(checked.Text(bytes, size, "the input"));
      return checked.ok();
    };
  }
  return result;
}

}  // namespace pysub::c
