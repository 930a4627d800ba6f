/* The player in C: serves the requests of tests/bindings/play_scenarios.py, a line of JSON each, by
 * pysub.h alone. Its README says what they are. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <pysub.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SLOTS 4
#define PAIRS 12

static pysub_sandbox* sandboxes[SLOTS];
static pysub_shell* shell;
static const pysub_value* request;

/* The reply: a dict that grows. */
static pysub_value* keys[PAIRS];
static pysub_value* values[PAIRS];
static size_t pairs;

static pysub_value* str_of(const char* text) { return pysub_value_str(text, PYSUB_TERMINATED); }

static void give(const char* key, pysub_value* value) {
  keys[pairs] = str_of(key);
  values[pairs++] = value;
}

static void give_text(const char* key, const char* text, size_t size) {
  give(key, pysub_value_str(text, size));
}

static const pysub_value* field(const char* name) {
  const pysub_value* value = pysub_value_find(request, name, PYSUB_TERMINATED);
  return value != NULL && pysub_value_kind(value) == PYSUB_NONE ? NULL : value;
}

static pysub_text text_field(const char* name) {
  pysub_text text;
  text.data = pysub_value_text(field(name), &text.size);
  return text;
}

static int64_t int_field(const char* name, int64_t otherwise) {
  int64_t number = otherwise;
  pysub_value_as_int(field(name), &number);
  return number;
}

static int says(const char* name, const char* text) {
  return strcmp(pysub_value_text(field(name), NULL), text) == 0;
}

/* What a call was refused with; NULL is nothing to say. */
static void give_status(pysub_status status, pysub_error* error) {
  if (status == PYSUB_OK) return;
  give_text("refused", pysub_error_message(error, NULL), PYSUB_TERMINATED);
  give_text("kind",
            status == PYSUB_DATA_LOSS || status == PYSUB_PERMISSION_DENIED ? "snapshot" : "state",
            PYSUB_TERMINATED);
  pysub_error_free(error);
}

/* (The error is looked at after the call.) */
#define GIVE_STATUS(call)              \
  do {                                 \
    const pysub_status status_ = call; \
    give_status(status_, error);       \
  } while (0)

static void give_bytes(pysub_buffer* buffer) {
  static const char digits[] = "0123456789abcdef";
  size_t size;
  const char* data = pysub_buffer_data(buffer, &size);
  char* hex = (char*)malloc(2 * size + 1);
  for (size_t i = 0; i < size; ++i) {
    hex[2 * i] = digits[(unsigned char)data[i] >> 4];
    hex[2 * i + 1] = digits[(unsigned char)data[i] & 15];
  }
  give_text("bytes", hex, 2 * size);
  free(hex);
  pysub_buffer_free(buffer);
}

static pysub_text bytes_field(void) {
  const pysub_text hex = text_field("bytes");
  char* data = (char*)malloc(hex.size / 2 + 1);
  pysub_text bytes;
  for (size_t i = 0; i + 1 < hex.size; i += 2) {
    char pair[3] = {hex.data[i], hex.data[i + 1], 0};
    data[i / 2] = (char)strtol(pair, NULL, 16);
  }
  bytes.data = data;
  bytes.size = hex.size / 2;
  return bytes; /* the caller frees it */
}

static void limits_field(pysub_limits* limits) {
  const pysub_value* given = field("limits");
  int64_t number;
  double seconds;
  if (pysub_value_as_float(pysub_value_find(given, "seconds", PYSUB_TERMINATED), &seconds))
    limits->duration_ns = (uint64_t)(seconds * 1e9);
  if (pysub_value_as_int(pysub_value_find(given, "memory_bytes", PYSUB_TERMINATED), &number))
    limits->memory_bytes = (uint64_t)number;
  if (pysub_value_as_int(pysub_value_find(given, "allocations", PYSUB_TERMINATED), &number))
    limits->allocations = (uint64_t)number;
  if (pysub_value_as_int(pysub_value_find(given, "steps", PYSUB_TERMINATED), &number))
    limits->steps = (uint64_t)number;
  if (pysub_value_as_int(pysub_value_find(given, "output_bytes", PYSUB_TERMINATED), &number))
    limits->output_bytes = (uint64_t)number;
}

static void permissions_field(pysub_permissions* permissions) {
  const pysub_value* host = field("host");
  for (size_t i = 0; i < pysub_value_count(host); ++i) {
    const char* name = pysub_value_text(pysub_value_item(host, i), NULL);
    if (strcmp(name, "clock") == 0) permissions->clock = PYSUB_BY_HOST;
    if (strcmp(name, "standard_input") == 0) permissions->standard_input = PYSUB_BY_HOST;
    if (strcmp(name, "environment") == 0) permissions->environment = PYSUB_BY_HOST;
  }
}

/* ---- functions that answer by themselves */

static void add(void* context, const pysub_call* call, pysub_reply* reply) {
  const pysub_value* a = pysub_call_arg(call, 0);
  const pysub_value* b = pysub_call_arg(call, 1);
  int64_t x = 0, y = 0;
  pysub_value* sum;
  (void)context;
  if (pysub_value_as_int(a, &x) && pysub_value_as_int(b, &y)) {
    sum = pysub_value_int(x + y);
  } else {
    char text[200];
    snprintf(text, sizeof text, "%s%s", pysub_value_text(a, NULL), pysub_value_text(b, NULL));
    sum = str_of(text);
  }
  pysub_reply_value(reply, sum);
  pysub_value_free(sum);
}

static void echo(void* context, const pysub_call* call, pysub_reply* reply) {
  (void)context;
  pysub_reply_value(reply, pysub_call_arg(call, 0));
}

static void fail(void* context, const pysub_call* call, pysub_reply* reply) {
  size_t size;
  const char* message = pysub_value_text(pysub_call_arg(call, 0), &size);
  (void)context;
  pysub_reply_raise(reply, "ValueError", PYSUB_TERMINATED, message, size);
}

static pysub_host* host_with(const pysub_value* names) {
  pysub_host* host = NULL;
  pysub_host_create(&host, NULL);
  for (size_t i = 0; i < pysub_value_count(names); ++i) {
    const char* name = pysub_value_text(pysub_value_item(names, i), NULL);
    if (strcmp(name, "add") == 0)
      pysub_host_function(host, "add(a, b)", PYSUB_TERMINATED, NULL, 0, add, NULL, NULL, NULL);
    if (strcmp(name, "echo") == 0)
      pysub_host_function(host, "echo(value)", PYSUB_TERMINATED, NULL, 0, echo, NULL, NULL, NULL);
    if (strcmp(name, "fail") == 0)
      pysub_host_function(host, "fail(message)", PYSUB_TERMINATED, NULL, 0, fail, NULL, NULL, NULL);
  }
  return host;
}

/* ---- stops */

static const char* limit_name(pysub_limit limit) {
  switch (limit) {
    case PYSUB_LIMIT_MEMORY: return "memory";
    case PYSUB_LIMIT_DURATION: return "duration";
    case PYSUB_LIMIT_ALLOCATIONS: return "allocations";
    case PYSUB_LIMIT_STEPS: return "steps";
    case PYSUB_LIMIT_OUTPUT: return "output";
    case PYSUB_LIMIT_CANCELLED: return "cancelled";
    default: return "none";
  }
}

static void give_id(pysub_call_id id) {
  char text[64];
  snprintf(text, sizeof text, "%llu.%llu", (unsigned long long)id.session,
           (unsigned long long)id.sequence);
  give("id", str_of(text));
}

static pysub_call_id id_field(void) {
  pysub_call_id id;
  char* end;
  id.session = strtoull(pysub_value_text(field("id"), NULL), &end, 10);
  id.sequence = strtoull(*end == '.' ? end + 1 : end, NULL, 10);
  return id;
}

/* A dict of what was passed by name, or of the fields of an OsCall. */
static pysub_value* named(const pysub_stop* stop, const pysub_call* call) {
  const pysub_value* names[PAIRS];
  const pysub_value* given[PAIRS];
  pysub_value* made[PAIRS];
  const size_t count = call != NULL ? pysub_call_keyword_count(call) : pysub_stop_field_count(stop);
  for (size_t i = 0; i < count; ++i) {
    const char* name;
    size_t size;
    given[i] = call != NULL ? pysub_call_keyword(call, i, &name, &size)
                            : pysub_stop_field(stop, i, &name, &size);
    made[i] = pysub_value_str(name, size);
    names[i] = made[i];
  }
  pysub_value* dict = pysub_value_dict(names, given, count, NULL, 0);
  for (size_t i = 0; i < count; ++i) pysub_value_free(made[i]);
  return dict;
}

static void give_stop(const pysub_stop* stop, pysub_stop_kind kind) {
  const pysub_call* call = pysub_stop_call(stop);
  int64_t nanoseconds = 0;
  size_t size;
  const char* text;
  switch (kind) {
    case PYSUB_FINISHED:
      give("stop", str_of("Finished"));
      give("value", pysub_value_copy(pysub_stop_value(stop)));
      break;
    case PYSUB_RAISED:
      give("stop", str_of("Raised"));
      give("type", str_of(pysub_value_name(pysub_stop_value(stop), NULL)));
      text = pysub_stop_message(stop, &size);
      give_text("message", text, size);
      break;
    case PYSUB_FUNCTION_CALL: {
      const size_t count = pysub_call_count(call);
      const pysub_value* args[PAIRS];
      for (size_t i = 0; i < count && i < PAIRS; ++i) args[i] = pysub_call_arg(call, i);
      give("stop", str_of("FunctionCall"));
      give("name", str_of(pysub_stop_name(stop, NULL)));
      give("args", pysub_value_list(args, count));
      give("kwargs", named(stop, call));
      give_id(pysub_stop_id(stop));
      break;
    }
    case PYSUB_NAME_LOOKUP:
      give("stop", str_of("NameLookup"));
      give("name", str_of(pysub_stop_name(stop, NULL)));
      give_id(pysub_stop_id(stop));
      break;
    case PYSUB_OS_CALL:
      give("stop", str_of("OsCall"));
      give("name", str_of(pysub_stop_name(stop, NULL)));
      give("fields", named(stop, NULL));
      give_id(pysub_stop_id(stop));
      break;
    case PYSUB_WAITING:
      give("stop", str_of("Waiting"));
      give("pending", pysub_value_int((int64_t)pysub_stop_pending_count(stop)));
      give("sleeps", pysub_value_bool(pysub_stop_sleep(stop, &nanoseconds)));
      break;
    case PYSUB_OUT_OF_FUEL: give("stop", str_of("OutOfFuel")); break;
    default:
      give("stop", str_of("LimitReached"));
      give("limit", str_of(limit_name(pysub_stop_limit(stop))));
  }
}

static void give_output(pysub_sandbox* sandbox) {
  static const char* const names[] = {"stdout", "stderr"};
  for (pysub_stream stream = PYSUB_STDOUT; stream <= PYSUB_STDERR; ++stream) {
    pysub_buffer* buffer = NULL;
    size_t size;
    if (pysub_sandbox_take_output(sandbox, stream, &buffer, NULL) != PYSUB_OK) continue;
    const char* data = pysub_buffer_data(buffer, &size);
    give_text(names[stream - 1], data, size);
    pysub_buffer_free(buffer);
  }
}

static void step(pysub_sandbox* sandbox) {
  const pysub_stop* stop = NULL;
  pysub_error* error = NULL;
  const int64_t fuel = int_field("fuel", -1);
  const pysub_stop_kind kind =
      pysub_sandbox_run(sandbox, fuel < 0 ? PYSUB_UNLIMITED : (uint64_t)fuel, &stop, &error);
  if (kind == PYSUB_ERROR) {
    give_status(pysub_error_status(error), error);
    return;
  }
  give_stop(stop, kind);
  give_output(sandbox);
}

static void nap(int64_t milliseconds) {
  struct timespec time;
  time.tv_sec = milliseconds / 1000;
  time.tv_nsec = milliseconds % 1000 * 1000000;
  nanosleep(&time, NULL);
}

static void* cancel_sandbox(void* sandbox) {
  nap(20);
  pysub_sandbox_cancel((pysub_sandbox*)sandbox);
  return NULL;
}

static void* cancel_shell(void* unused) {
  nap(20);
  pysub_shell_cancel(shell);
  return unused;
}

/* ---- sandboxes */

/* Inputs are globals; functions are stops, or with `host` answered by it. */
static void create(size_t slot, pysub_host* host) {
  pysub_limits limits = PYSUB_LIMITS_INIT;
  pysub_permissions permissions = PYSUB_PERMISSIONS_INIT;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_input inputs[PAIRS];
  pysub_value* functions[PAIRS];
  pysub_program* program = NULL;
  pysub_error* error = NULL;
  const pysub_text code = text_field("code");
  const pysub_value* given = field("inputs");
  const pysub_value* names = host == NULL ? field("functions") : NULL;
  size_t count = 0;
  limits_field(&limits);
  permissions_field(&permissions);
  for (size_t i = 0; i < pysub_value_count(given); i += 2, ++count) {
    inputs[count].name.data =
        pysub_value_text(pysub_value_item(given, i), &inputs[count].name.size);
    inputs[count].value = pysub_value_item(given, i + 1);
  }
  for (size_t i = 0; i < pysub_value_count(names); ++i, ++count) {
    pysub_text* name = &inputs[count].name;
    name->data = pysub_value_text(pysub_value_item(names, i), &name->size);
    functions[i] = pysub_value_host_function(name->data, name->size, NULL, 0);
    inputs[count].value = functions[i];
  }
  options.limits = &limits;
  options.permissions = &permissions;
  options.inputs = inputs;
  options.input_count = count;
  options.host = host;
  options.resolve_names = field("names") != NULL;
  pysub_status status = pysub_program_compile(code.data, code.size, NULL, &program, &error);
  if (status == PYSUB_OK) {
    pysub_sandbox_free(sandboxes[slot]);
    status = pysub_sandbox_create(program, &options, &sandboxes[slot], &error);
  }
  give_status(status, error);
  pysub_program_free(program);
  for (size_t i = 0; i < pysub_value_count(names); ++i) pysub_value_free(functions[i]);
}

static void load(size_t slot) {
  pysub_limits limits = PYSUB_LIMITS_INIT;
  pysub_permissions permissions = PYSUB_PERMISSIONS_INIT;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_sandbox* loaded = NULL;
  pysub_error* error = NULL;
  const pysub_text bytes = bytes_field();
  limits_field(&limits);
  permissions_field(&permissions);
  options.limits = &limits;
  options.permissions = &permissions;
  options.resolve_names = field("names") != NULL;
  const pysub_status status =
      pysub_sandbox_restore(bytes.data, bytes.size, &options, NULL, 0, &loaded, &error);
  give_status(status, error);
  if (status == PYSUB_OK) {
    pysub_sandbox_free(sandboxes[slot]);
    sandboxes[slot] = loaded;
  }
  free((void*)bytes.data);
}

static void answer(pysub_sandbox* sandbox) {
  pysub_error* error = NULL;
  const pysub_call_id id = id_field();
  const pysub_text type = text_field("type"), message = text_field("message");
  pysub_value* none = pysub_value_none();
  pysub_status status;
  if (says("op", "raise")) {
    status =
        pysub_sandbox_raise(sandbox, id, type.data, type.size, message.data, message.size, &error);
  } else if (says("op", "later")) {
    status = pysub_sandbox_answer_later(sandbox, id, &error);
  } else if (says("op", "unknown")) {
    status = pysub_sandbox_answer_unknown(sandbox, id, &error);
  } else {
    status =
        pysub_sandbox_answer(sandbox, id, field("value") != NULL ? field("value") : none, &error);
  }
  give_status(status, error);
  pysub_value_free(none);
}

/* A program to its end, with functions that answer by themselves. */
static void run(void) {
  pysub_host* host = host_with(field("functions"));
  create(0, host);
  if (pairs == 0) step(sandboxes[0]);
  pysub_sandbox_free(sandboxes[0]);
  sandboxes[0] = NULL;
  pysub_host_free(host);
}

/* ---- the shell */

static void give_result(const pysub_exec_result* result) {
  give("exit_code", pysub_value_int(result->exit_code));
  give("limited", pysub_value_bool(result->limit != PYSUB_SHELL_LIMIT_NONE));
  give_text("stdout", result->output.data, result->output.size);
  give_text("stderr", result->error_output.data, result->error_output.size);
}

static void shell_options(pysub_shell_options* options, pysub_shell_file* files) {
  const pysub_value* given = field("files");
  memset(files, 0, PAIRS * sizeof *files);
  for (size_t i = 0; i < pysub_value_count(given); i += 2) {
    pysub_shell_file* file = &files[options->file_count++];
    file->path.data = pysub_value_text(pysub_value_item(given, i), &file->path.size);
    file->contents.data = pysub_value_text(pysub_value_item(given, i + 1), &file->contents.size);
  }
  options->files = files;
  options->python = PYSUB_SHELL_PYTHON_IN_PROCESS;
}

static void serve_shell(const char* op) {
  pysub_shell_options options = PYSUB_SHELL_OPTIONS_INIT;
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  pysub_shell_file files[PAIRS];
  pysub_error* error = NULL;
  pysub_buffer* buffer = NULL;
  const pysub_text script = text_field("script");
  int ended = 0;
  if (strcmp(op, "shell_create") == 0) {
    shell_options(&options, files);
    pysub_shell_free(shell);
    GIVE_STATUS(pysub_shell_create(&options, &shell, &error));
  } else if (strcmp(op, "shell_load") == 0) {
    pysub_shell* loaded = NULL;
    const pysub_text bytes = bytes_field();
    shell_options(&options, files);
    const pysub_status status =
        pysub_shell_restore(bytes.data, bytes.size, &options, &loaded, &error);
    give_status(status, error);
    if (status == PYSUB_OK) {
      pysub_shell_free(shell);
      shell = loaded;
    }
    free((void*)bytes.data);
  } else if (strcmp(op, "shell_dump") == 0) {
    const pysub_status status = pysub_shell_snapshot(shell, &buffer, &error);
    give_status(status, error);
    if (status == PYSUB_OK) give_bytes(buffer);
  } else if (strcmp(op, "shell_start") == 0) {
    GIVE_STATUS(pysub_shell_start(shell, script.data, script.size, NULL, &error));
  } else if (strcmp(op, "shell_step") == 0) {
    const pysub_status status =
        pysub_shell_run(shell, (uint64_t)int_field("fuel", 1000), &ended, &result, &error);
    give_status(status, error);
    give("ended", pysub_value_bool(ended));
    if (status == PYSUB_OK && ended) give_result(&result);
  } else if (strcmp(op, "shell_read") == 0) {
    const pysub_text path = text_field("path");
    size_t size;
    const pysub_status status = pysub_files_read(pysub_shell_files(shell), path.data, path.size, 0,
                                                 PYSUB_UNLIMITED, &buffer, &error);
    give_status(status, error);
    if (status != PYSUB_OK) return;
    const char* data = pysub_buffer_data(buffer, &size);
    give_text("text", data, size);
    pysub_buffer_free(buffer);
  } else {
    pthread_t thread;
    const int cancels = strcmp(op, "shell_cancel") == 0;
    if (cancels) pthread_create(&thread, NULL, cancel_shell, NULL);
    const pysub_status status =
        pysub_shell_exec(shell, script.data, script.size, NULL, &result, &error);
    give_status(status, error);
    if (status == PYSUB_OK) give_result(&result);
    if (cancels) pthread_join(thread, NULL);
  }
}

static void serve(void) {
  const char* op = pysub_value_text(field("op"), NULL);
  const size_t slot = (size_t)int_field("slot", 0) % SLOTS;
  pysub_sandbox* sandbox = sandboxes[slot];
  pysub_error* error = NULL;
  const pysub_text code = text_field("code"), name = text_field("name");
  if (strncmp(op, "shell_", 6) == 0) {
    serve_shell(op);
  } else if (strcmp(op, "run") == 0) {
    run();
  } else if (strcmp(op, "create") == 0) {
    create(slot, NULL);
  } else if (strcmp(op, "load") == 0) {
    load(slot);
  } else if (strcmp(op, "step") == 0) {
    step(sandbox);
  } else if (strcmp(op, "cancel_step") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, cancel_sandbox, sandbox);
    step(sandbox);
    pthread_join(thread, NULL);
  } else if (strcmp(op, "dump") == 0) {
    pysub_buffer* buffer = NULL;
    const pysub_status status = pysub_sandbox_snapshot(sandbox, NULL, &buffer, &error);
    give_status(status, error);
    if (status == PYSUB_OK) give_bytes(buffer);
  } else if (strcmp(op, "feed") == 0) {
    GIVE_STATUS(pysub_sandbox_feed(sandbox, code.data, code.size, NULL, &error));
  } else if (strcmp(op, "get") == 0) {
    pysub_value* value = NULL;
    const pysub_status status = pysub_sandbox_get(sandbox, name.data, name.size, &value, &error);
    give_status(status, error);
    if (status == PYSUB_OK) give("value", value);
  } else if (strcmp(op, "set") == 0) {
    GIVE_STATUS(pysub_sandbox_set(sandbox, name.data, name.size, field("value"), &error));
  } else if (strcmp(op, "fork") == 0) {
    const size_t to = (size_t)int_field("to", 1) % SLOTS;
    pysub_sandbox* fork = NULL;
    GIVE_STATUS(pysub_sandbox_fork(sandbox, &fork, &error));
    pysub_sandbox_free(sandboxes[to]);
    sandboxes[to] = fork;
  } else if (strcmp(op, "close") == 0) {
    /* What is used afterwards is a handle that is NULL. */
    pysub_sandbox_free(sandbox);
    sandboxes[slot] = NULL;
  } else {
    answer(sandbox);
  }
}

int main(void) {
  char* line = NULL;
  size_t room = 0;
  ssize_t size;
  while ((size = getline(&line, &room, stdin)) > 0) {
    pysub_value* parsed = NULL;
    if (pysub_value_from_json(line, (size_t)size, &parsed, NULL) != PYSUB_OK) return 1;
    request = parsed;
    pairs = 0;
    serve();
    pysub_value* reply = pysub_value_dict((const pysub_value* const*)keys,
                                          (const pysub_value* const*)values, pairs, NULL, 0);
    pysub_buffer* text = pysub_value_to_json(reply, PYSUB_JSON_PLAIN, (size_t)1 << 28);
    puts(pysub_buffer_data(text, NULL));
    fflush(stdout);
    pysub_buffer_free(text);
    pysub_value_free(reply);
    for (size_t i = 0; i < pairs; ++i) {
      pysub_value_free(keys[i]);
      pysub_value_free(values[i]);
    }
    pysub_value_free(parsed);
  }
  free(line);
  pysub_shell_free(shell);
  for (size_t i = 0; i < SLOTS; ++i) pysub_sandbox_free(sandboxes[i]);
  return 0;
}
