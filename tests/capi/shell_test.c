// The shell.

#include "check.h"

static pysub_exec_result exec(pysub_shell* shell, const char* script,
                              const pysub_exec_options* options) {
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  CHECK(pysub_shell_exec(shell, T(script), options, &result, NULL) == PYSUB_OK);
  return result;
}

CASE(Shells_Exec) {
  pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;
  pysub_exec_options with = PYSUB_EXEC_OPTIONS_INIT;
  pysub_variable variable;
  pysub_shell_file file;
  pysub_text args[1];
  pysub_shell* shell = NULL;
  pysub_exec_result result;
  pysub_buffer* text = NULL;
  pysub_error* error = NULL;
  memset(&file, 0, sizeof(file));
  file.path = text_of("/data/in");
  file.contents = text_of("b\na\n");
  variable.name = text_of("COLOUR");
  variable.value = text_of("red");
  options.files = &file;
  options.file_count = 1;
  options.environment = &variable;
  options.environment_count = 1;
  options.python = PYSUB_SHELL_PYTHON_IN_PROCESS;
  CHECK(pysub_shell_create(&options, &shell, &error) == PYSUB_OK);
  result = exec(shell, "sort /data/in | tr '\\n' ' '; echo $COLOUR; x=5; cd /tmp", NULL);
  CHECK(result.exit_code == 0 && result.limit == PYSUB_SHELL_LIMIT_NONE && result.duration_ns > 0);
  CHECK_TEXT(result.output.data, "a b red\n");
  result = exec(shell, "echo $x; pwd; nosuch", NULL);
  CHECK(result.exit_code == 127);
  CHECK_TEXT(result.output.data, "5\n/tmp\n");
  CHECK(strstr(result.error_output.data, "nosuch: command not found") != NULL);
  result = exec(shell, "seq 3 | python3 -c 'import sys; print(sum(map(int, sys.stdin)))'", NULL);
  CHECK_TEXT(result.output.data, "6\n");
  args[0] = text_of("one");
  with.input = text_of("line\n");
  with.args = args;
  with.arg_count = 1;
  with.directory = text_of("/data");
  result = exec(shell, "read l; echo $l $1 $0; pwd", &with);
  CHECK_TEXT(result.output.data, "line one bash\n/data\n");
  CHECK(pysub_shell_directory(shell, &text, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(text, NULL), "/data");
  pysub_buffer_free(text);
  CHECK(pysub_shell_variable(shell, T("x"), &text, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(text, NULL), "5");
  pysub_buffer_free(text);
  CHECK(pysub_shell_reset(shell, NULL) == PYSUB_OK);
  CHECK_FAILS(pysub_shell_variable(shell, T("x"), &text, &error), PYSUB_NOT_FOUND, "not set");
  CHECK(pysub_shell_free(shell) == PYSUB_OK);
}

CASE(Shells_FilesAndAnalysis) {
  pysub_shell* shell = NULL;
  pysub_buffer* text = NULL;
  pysub_value* found = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_program* program = NULL;
  pysub_sandbox* sandbox = NULL;
  pysub_error* error = NULL;
  pysub_files* files;
  CHECK(pysub_shell_create(NULL, &shell, NULL) == PYSUB_OK);
  exec(shell, "echo hello > /tmp/a", NULL);
  files = pysub_shell_files(shell);
  CHECK(pysub_files_read(files, T("/tmp/a"), 0, 100, &text, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(text, NULL), "hello\n");
  pysub_buffer_free(text);
  CHECK(pysub_files_free(files) == PYSUB_FAILED_PRECONDITION);
  CHECK_FAILS(pysub_files_fork(files, &files, &error), PYSUB_FAILED_PRECONDITION, "shell");
  options.files = pysub_shell_files(shell);
  CHECK(pysub_program_compile(T("1"), NULL, &program, NULL) == PYSUB_OK);
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "shell");
  pysub_program_free(program);
  CHECK(pysub_shell_analyze(shell, T("for i in 1; do cat x > out; done"), &found, NULL) ==
        PYSUB_OK);
  check_repr(pysub_value_find(found, T("commands")), "[b'cat']");
  check_repr(pysub_value_find(found, T("has_loops")), "True");
  pysub_value_free(found);
  pysub_shell_free(shell);
}

CASE(Shells_Limits) {
  pysub_shell_limits limits = PYSUB_SHELL_LIMITS_INIT;
  pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;
  pysub_shell* shell = NULL;
  pysub_exec_result result;
  limits.loop_iterations = 10;
  options.limits = &limits;
  CHECK(pysub_shell_create(&options, &shell, NULL) == PYSUB_OK);
  result = exec(shell, "while :; do echo x; done", NULL);
  CHECK(result.exit_code == 125 && result.limit == PYSUB_SHELL_LIMIT_LOOP_ITERATIONS);
  limits.loop_iterations = PYSUB_UNLIMITED;
  limits.wall_time_ns = 20000000;
  CHECK(pysub_shell_set_limits(shell, &limits, NULL) == PYSUB_OK);
  result = exec(shell, "while :; do :; done", NULL);
  CHECK(result.exit_code == 124 && result.limit == PYSUB_SHELL_LIMIT_TIME);
  pysub_shell_free(shell);
}

// A script that is saved, forked and given another place for its output half-way.
typedef struct Output {
  char text[256];
  size_t size;
  pysub_shell* shell;
} Output;

static void on_output(void* context, pysub_stream stream, const char* text, size_t size) {
  Output* output = context;
  pysub_error* error = NULL;
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  pysub_buffer* bytes = NULL;
  CHECK(stream == PYSUB_STDOUT && output->size + size < sizeof(output->text));
  memcpy(output->text + output->size, text, size);
  output->size += size;
  if (output->shell == NULL) return;
  CHECK_FAILS(pysub_shell_exec(output->shell, T("echo"), NULL, &result, &error), PYSUB_IN_USE,
              "under way");
  CHECK_FAILS(pysub_files_read(pysub_shell_files(output->shell), T("/tmp/x"), 0, 1, &bytes, &error),
              PYSUB_IN_USE, "");
  CHECK(pysub_shell_free(output->shell) == PYSUB_IN_USE);
}

CASE(Shells_InPieces) {
  Output output;
  pysub_shell* shell = NULL;
  pysub_shell* fork = NULL;
  pysub_shell* again = NULL;
  pysub_exec_options options = PYSUB_EXEC_OPTIONS_INIT;
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  pysub_buffer* bytes = NULL;
  pysub_error* error = NULL;
  size_t size = 0;
  int ended = 1;
  memset(&output, 0, sizeof(output));
  CHECK(pysub_shell_create(NULL, &shell, NULL) == PYSUB_OK);
  CHECK(pysub_shell_start(shell, T("for i in 1 2 3 4 5; do echo $i; done; exit 3"), NULL, NULL) ==
        PYSUB_OK);
  CHECK(pysub_shell_run(shell, 1, &ended, &result, NULL) == PYSUB_OK && ended == 0);
  CHECK(pysub_shell_running(shell) == 1);
  CHECK(pysub_shell_snapshot(shell, &bytes, NULL) == PYSUB_OK);
  CHECK(pysub_shell_fork(shell, &fork, NULL) == PYSUB_OK);
  pysub_shell_free(shell);
  CHECK(pysub_shell_run(fork, PYSUB_UNLIMITED, &ended, &result, NULL) == PYSUB_OK && ended == 1);
  CHECK(result.exit_code == 3);
  CHECK_TEXT(result.output.data + result.output.size - 4, "4\n5\n");
  pysub_shell_free(fork);
  pysub_buffer_data(bytes, &size);
  CHECK_FAILS(pysub_shell_restore(pysub_buffer_data(bytes, NULL), size / 2, NULL, &again, &error),
              PYSUB_DATA_LOSS, "");
  CHECK(pysub_shell_restore(pysub_buffer_data(bytes, NULL), size, NULL, &again, NULL) == PYSUB_OK);
  output.shell = again;
  options.context = &output;
  options.on_output = on_output;
  CHECK(pysub_shell_connect(again, &options, NULL) == PYSUB_OK);
  CHECK(pysub_shell_run(again, PYSUB_UNLIMITED, &ended, &result, NULL) == PYSUB_OK && ended == 1);
  CHECK(result.exit_code == 3 && result.output.size == 0);
  CHECK(strstr(output.text, "4\n5\n") != NULL);
  CHECK(pysub_shell_running(again) == 0);
  pysub_buffer_free(bytes);
  CHECK(pysub_shell_start(again, T("echo a; while :; do :; done"), NULL, NULL) == PYSUB_OK);
  CHECK(pysub_shell_run(again, 5000, &ended, &result, NULL) == PYSUB_OK && ended == 0);
  CHECK(pysub_shell_take_output(again, PYSUB_STDOUT, &bytes, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(bytes, NULL), "a\n");
  pysub_buffer_free(bytes);
  CHECK(pysub_shell_cancel(again) == PYSUB_OK);
  CHECK(pysub_shell_run(again, PYSUB_UNLIMITED, &ended, &result, NULL) == PYSUB_OK && ended == 1);
  CHECK(result.exit_code == 130 && result.limit == PYSUB_SHELL_LIMIT_CANCELLED);
  pysub_shell_free(again);
}

static int shout(void* context, pysub_command* command) {
  size_t size = 0;
  const char* input = pysub_command_input(command, &size);
  char text[256];
  (void)context;
  CHECK(pysub_command_count(command) == 2 && *pysub_command_arg(command, 2, NULL) == '\0');
  CHECK(pysub_command_variable(command, T("NOT_SET"), NULL) == NULL);
  snprintf(text, sizeof(text), "%s %s %s %s %.*s", pysub_command_arg(command, 0, NULL),
           pysub_command_arg(command, 1, NULL), pysub_command_variable(command, T("HOME"), NULL),
           pysub_command_directory(command, NULL), (int)size, input);
  CHECK(pysub_command_write(command, PYSUB_STDOUT, T(text)) == PYSUB_OK);
  CHECK(pysub_command_write(command, PYSUB_STDERR, T("warned\n")) == PYSUB_OK);
  CHECK(pysub_command_write(command, 3, T("x")) == PYSUB_INVALID_ARGUMENT);
  return 7;
}

static int before_command(void* context, const pysub_text* argv, size_t count) {
  ++*(int*)context;
  return !(count > 1 && strcmp(argv[0].data, "rm") == 0);
}

static void after_command(void* context, const pysub_text* argv, size_t count, int status) {
  (void)argv;
  if (count > 0 && status == 7) *(int*)context += 100;
}

CASE(Shells_CommandsOfTheHost) {
  int commands = 0;
  pysub_shell_command command;
  pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;
  pysub_shell* shell = NULL;
  pysub_exec_result result;
  memset(&command, 0, sizeof(command));
  command.name = text_of("shout");
  command.usage = text_of("Usage: shout WORD");
  command.function = shout;
  command.wants_input = 1;
  options.commands = &command;
  options.command_count = 1;
  options.context = &commands;
  options.before_command = before_command;
  options.after_command = after_command;
  CHECK(pysub_shell_create(&options, &shell, NULL) == PYSUB_OK);
  result = exec(shell, "printf 'a\\nb\\n' | shout loud; echo ${PIPESTATUS[1]}; rm x", NULL);
  CHECK_TEXT(result.output.data, "shout loud /home/user /home/user a\nb\n7\n");
  CHECK(strstr(result.error_output.data, "warned\n") != NULL && result.exit_code == 126);
  CHECK(commands >= 104);
  result = exec(shell, "shout --help", NULL);
  CHECK_TEXT(result.output.data, "Usage: shout WORD\n");
  CHECK(result.exit_code == 0);
  pysub_shell_free(shell);
}

// A name that a script could never reach is a mistake of the host, which is told so.
CASE(Shells_CommandsThatWouldNotBeCalled) {
  static const char* const names[] = {"a/b", "/bin/mine", "./x"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    pysub_shell_command command;
    pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;
    pysub_shell* shell = NULL;
    pysub_error* error = NULL;
    memset(&command, 0, sizeof(command));
    command.name = text_of(names[i]);
    command.function = shout;
    options.commands = &command;
    options.command_count = 1;
    CHECK(pysub_shell_create(&options, &shell, &error) == PYSUB_INVALID_ARGUMENT);
    CHECK(strstr(pysub_error_message(error, NULL), "would not be called") != NULL);
    pysub_error_free(error);
  }
}

// In the middle of such a command's input the shell can be saved.
CASE(Shells_CommandsOfTheHostAreSaved) {
  pysub_shell_command command;
  pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;
  pysub_shell* shell = NULL;
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  char output[256] = "";
  int ended = 0, saved = 0;
  memset(&command, 0, sizeof(command));
  command.name = text_of("shout");
  command.function = shout;
  command.wants_input = 1;
  options.commands = &command;
  options.command_count = 1;
  CHECK(pysub_shell_create(&options, &shell, NULL) == PYSUB_OK);
  CHECK(pysub_shell_start(shell, T("for i in 1 2 3; do echo $i; done | shout x"), NULL, NULL) ==
        PYSUB_OK);
  while (pysub_shell_run(shell, 1, &ended, &result, NULL) == PYSUB_OK && !ended) {
    pysub_buffer* bytes = NULL;
    size_t size = 0;
    // (Output that was not taken is no part of a snapshot.)
    CHECK(pysub_shell_take_output(shell, PYSUB_STDOUT, &bytes, NULL) == PYSUB_OK);
    strncat(output, pysub_buffer_data(bytes, NULL), sizeof(output) - strlen(output) - 1);
    pysub_buffer_free(bytes);
    CHECK(pysub_shell_snapshot(shell, &bytes, NULL) == PYSUB_OK);
    pysub_shell_free(shell);
    pysub_buffer_data(bytes, &size);
    CHECK(pysub_shell_restore(pysub_buffer_data(bytes, NULL), size, &options, &shell, NULL) ==
          PYSUB_OK);
    pysub_buffer_free(bytes);
    ++saved;
  }
  CHECK(saved > 2 && result.exit_code == 7);
  strncat(output, result.output.data, sizeof(output) - strlen(output) - 1);
  CHECK_TEXT(output, "shout x /home/user /home/user 1\n2\n3\n");
  pysub_shell_free(shell);
}

// What a host that answers later knows: of up to eight calls, whether it has answered.
struct later {
  uint64_t calls[8];
  int count, asked, answered;
};

static int answer_later(struct later* host, uint64_t call, int answer) {
  int i = 0;
  ++host->asked;
  while (i < host->count && host->calls[i] != call) ++i;
  if (i == host->count && host->count < 8) host->calls[host->count++] = call;
  return i < host->answered ? answer : PYSUB_SHELL_LATER;
}

static int later(void* context, pysub_command* command) {
  size_t size = 0;
  const char* input = pysub_command_input(command, &size);
  const int status = answer_later(context, pysub_command_call(command), 3);
  CHECK(pysub_command_call(command) != 0 && pysub_command_call(NULL) == 0);
  if (status == 3) pysub_command_write(command, PYSUB_STDOUT, input, size);
  return status;
}

static int ask_before(void* context, uint64_t call, const pysub_text* argv, size_t count) {
  return strcmp(argv[0].data, "rm") == 0 && count > 0 ? answer_later(context, call, 0) : 1;
}

static int ask_after(void* context, uint64_t call, const pysub_text* argv, size_t count,
                     int status) {
  (void)count;
  return strcmp(argv[0].data, "false") == 0 && status == 1 ? answer_later(context, call, 1) : 1;
}

static pysub_shell* later_shell(struct later* host, const char* bytes, size_t size) {
  pysub_shell_command command;
  pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;
  pysub_shell* shell = NULL;
  memset(&command, 0, sizeof(command));
  command.name = text_of("later");
  command.function = later;
  command.context = host;
  command.wants_input = 1;
  options.commands = &command;
  options.command_count = 1;
  options.context = host;
  options.ask_before = ask_before;
  options.ask_after = ask_after;
  if (bytes == NULL) {
    CHECK(pysub_shell_create(&options, &shell, NULL) == PYSUB_OK);
  } else {
    CHECK(pysub_shell_restore(bytes, size, &options, &shell, NULL) == PYSUB_OK);
  }
  return shell;
}

// Runs until all wait.
static uint64_t idle(pysub_shell* shell, uint64_t waited_ns, int* ended,
                     pysub_exec_result* result) {
  uint64_t fuel = 1000000, idle_ns = 0;
  CHECK(pysub_shell_run_ready(shell, &fuel, waited_ns, ended, &idle_ns, result, NULL) == PYSUB_OK);
  CHECK(fuel > 0 && fuel <= 1000000);
  return idle_ns;
}

// A command, the question before one and the word behind one wait for the host, others go on, and
// nobody is asked twice without a reason.
CASE(Shells_HostsThatAnswerLater) {
  struct later host = {{0}, 0, 0, 0};
  pysub_shell* shell = later_shell(&host, NULL, 0);
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  int ended = 0;
  CHECK(pysub_shell_start(shell,
                          T("echo in | later & seq 2; wait $!; echo $?; rm x; echo $?; "
                            "false; echo $?"),
                          NULL, NULL) == PYSUB_OK);
  CHECK(idle(shell, 0, &ended, &result) > 50000000000 && !ended);  // (the limit is 60 s)
  CHECK(host.count == 1 && host.asked == 1);
  CHECK(idle(shell, 1000000, &ended, &result) > 0 && host.count == 1 && host.asked == 2);
  host.answered = 1;
  CHECK(idle(shell, 0, &ended, &result) > 0 && host.count == 2);
  CHECK(idle(shell, 0, &ended, &result) > 0 && host.count == 2);
  host.answered = 2;
  CHECK(idle(shell, 0, &ended, &result) > 0 && host.count == 3);
  host.answered = 3;
  CHECK(idle(shell, 0, &ended, &result) == 0 && ended && result.exit_code == 0);
  CHECK_TEXT(result.output.data, "1\n2\nin\n3\n126\n1\n");
  CHECK(strstr(result.error_output.data, "rm: denied by the host") != NULL);
  CHECK(result.duration_ns >= 1000000);
  pysub_shell_free(shell);
}

// Limits and cancelling hold, time that was waited for is the script's, other time is not.
CASE(Shells_LaterIsNotForEver) {
  struct later host = {{0}, 0, 0, 0};
  pysub_shell* shell = later_shell(&host, NULL, 0);
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  pysub_exec_options options = PYSUB_EXEC_OPTIONS_INIT;
  uint64_t idle_ns = 0;
  int ended = 0;
  options.timeout_ns = 5000000000;
  CHECK(pysub_shell_start(shell, T("later < /dev/null"), &options, NULL) == PYSUB_OK);
  idle_ns = idle(shell, 0, &ended, &result);
  CHECK(idle_ns > 4000000000 && idle_ns <= 5000000000 && !ended);
  idle_ns = idle(shell, 3000000000, &ended, &result);
  CHECK(idle_ns > 1000000000 && idle_ns <= 2000000000 && !ended);
  CHECK(idle(shell, UINT64_MAX, &ended, &result) == 0 && ended);
  CHECK(result.exit_code == 124 && result.limit == PYSUB_SHELL_LIMIT_TIME);
  CHECK(pysub_shell_start(shell, T("later < /dev/null"), NULL, NULL) == PYSUB_OK);
  CHECK(idle(shell, 0, &ended, &result) > 0 && !ended);
  CHECK(pysub_shell_cancel(shell) == PYSUB_OK);
  CHECK(idle(shell, 0, &ended, &result) == 0 && ended && result.exit_code == 130);
  // A sleeper tells for how long; who blocks asks from time to time.
  CHECK(pysub_shell_start(shell, T("sleep 7"), NULL, NULL) == PYSUB_OK);
  idle_ns = idle(shell, 0, &ended, &result);
  CHECK(idle_ns > 6000000000 && idle_ns <= 7000000000 && !ended);
  options.timeout_ns = 100000000;
  host.asked = 0;
  CHECK(pysub_shell_exec(shell, T("later < /dev/null"), &options, &result, NULL) == PYSUB_OK);
  CHECK(result.exit_code == 124 && host.asked >= 2 && host.asked < 20);
  pysub_shell_free(shell);
}

// A shell that was saved or forked while somebody waits asks anew.
CASE(Shells_LaterIsSaved) {
  struct later host = {{0}, 0, 0, 0};
  pysub_shell* shell = later_shell(&host, NULL, 0);
  pysub_shell *fork = NULL, *loaded = NULL;
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  pysub_buffer* bytes = NULL;
  const char* data = NULL;
  size_t size = 0;
  int ended = 0;
  CHECK(pysub_shell_start(shell, T("echo in | later; rm y; false; echo $?"), NULL, NULL) ==
        PYSUB_OK);
  for (int stage = 1; stage <= 3; ++stage) {
    CHECK(idle(shell, 0, &ended, &result) > 0 && !ended && host.count == stage);
    CHECK(pysub_shell_fork(shell, &fork, NULL) == PYSUB_OK);
    CHECK(pysub_shell_snapshot(shell, &bytes, NULL) == PYSUB_OK);
    data = pysub_buffer_data(bytes, &size);
    struct later other = {{0}, 0, 0, 3};
    loaded = later_shell(&other, data, size);
    pysub_buffer_free(bytes);
    CHECK(idle(loaded, 0, &ended, &result) == 0 && ended && other.count == 4 - stage);
    CHECK(strstr(result.output.data, stage == 1 ? "in\n1\n" : "1\n") != NULL);
    pysub_shell_free(loaded);
    host.answered = stage;
    CHECK(pysub_shell_free(fork) == PYSUB_OK);
  }
  CHECK(idle(shell, 0, &ended, &result) == 0 && ended);
  CHECK_TEXT(result.output.data, "in\n1\n");
  pysub_shell_free(shell);
}

static int more_input(void* context, const char** bytes, size_t* size) {
  int* left = context;
  if (*left == 0) return 0;
  --*left;
  *bytes = "more\n";
  *size = 5;
  return 1;
}

static int64_t still(void* context) { return *(int64_t*)context; }
static void wait_for(void* context, int64_t nanoseconds) { *(int64_t*)context += nanoseconds; }

CASE(Shells_InputAndClock) {
  int left = 3;
  int64_t time = 1000000000;
  pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;
  pysub_exec_options with = PYSUB_EXEC_OPTIONS_INIT;
  pysub_shell* shell = NULL;
  pysub_exec_result result;
  pysub_error* error = NULL;
  options.context = &time;
  options.real_ns = still;
  CHECK_FAILS(pysub_shell_create(&options, &shell, &error), PYSUB_INVALID_ARGUMENT, "clock");
  options.monotonic_ns = still;
  options.sleep_ns = wait_for;
  options.has_seed = 1;
  CHECK(pysub_shell_create(&options, &shell, NULL) == PYSUB_OK);
  with.context = &left;
  with.more_input = more_input;
  result = exec(shell, "wc -l; sleep 5; date -u +%s", &with);
  CHECK_TEXT(result.output.data, "3\n6\n");
  pysub_shell_free(shell);
}
