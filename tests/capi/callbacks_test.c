// Functions that answer by themselves, callbacks of options, and what they must not do.

#include "check.h"

// What callbacks note.
typedef struct Notes {
  char text[4096];
  size_t size;
  int destroyed;
  pysub_sandbox* sandbox;
  pysub_promise* promise;
  pysub_status status;
} Notes;

static void note(Notes* notes, const char* text, size_t size) {
  if (notes->size + size >= sizeof(notes->text)) return;
  memcpy(notes->text + notes->size, text, size);
  notes->size += size;
  notes->text[notes->size] = '\0';
}

static void destroyed(void* context) { ++((Notes*)context)->destroyed; }

static void add(void* context, const pysub_call* call, pysub_reply* reply) {
  int64_t a = 0, b = 0;
  pysub_value* sum;
  pysub_value_as_int(pysub_call_arg(call, 0), &a);
  pysub_value_as_int(pysub_call_parameter(call, T("b")), &b);
  sum = pysub_value_int(a + b);
  note(context, "add ", 4);
  pysub_reply_value(reply, sum);
  pysub_value_free(sum);
}

static void refuse(void* context, const pysub_call* call, pysub_reply* reply) {
  pysub_value* missing = pysub_value_os_error(13);
  (void)context;
  CHECK(pysub_reply_raise_value(reply, pysub_call_arg(call, 0)) == PYSUB_INVALID_ARGUMENT);
  CHECK(pysub_reply_value(reply, NULL) == PYSUB_INVALID_ARGUMENT);
  CHECK(pysub_reply_raise_value(reply, missing) == PYSUB_OK);
  pysub_value_free(missing);
}

static void unknown(void* context, const pysub_call* call, pysub_reply* reply) {
  (void)context;
  (void)call;
  CHECK(pysub_reply_raise(reply, T("ValueError"), T("overwritten")) == PYSUB_OK);
  CHECK(pysub_reply_unknown(reply) == PYSUB_OK);
}

CASE(Hosts_Functions) {
  Notes notes;
  pysub_host* host = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_sandbox* sandbox;
  pysub_sandbox* fork = NULL;
  pysub_error* error = NULL;
  memset(&notes, 0, sizeof(notes));
  CHECK(pysub_host_create(&host, NULL) == PYSUB_OK);
  CHECK(pysub_host_function(host, T("add(a, b=10)"), T("Adds."), add, &notes, destroyed, NULL) ==
        PYSUB_OK);
  CHECK(pysub_host_function(host, T("refuse(x=1)"), NULL, 0, refuse, NULL, NULL, NULL) == PYSUB_OK);
  CHECK(pysub_host_function(host, T("unknown()"), NULL, 0, unknown, NULL, NULL, NULL) == PYSUB_OK);
  CHECK_FAILS(pysub_host_function(host, T("add()"), NULL, 0, add, &notes, destroyed, &error),
              PYSUB_ALREADY_EXISTS, "add");
  CHECK(notes.destroyed == 1);
  CHECK_FAILS(pysub_host_function(host, T("wrong("), NULL, 0, add, &notes, destroyed, &error),
              PYSUB_INVALID_ARGUMENT, "");
  CHECK_FAILS(pysub_host_function(host, T("null()"), NULL, 0, NULL, &notes, destroyed, &error),
              PYSUB_INVALID_ARGUMENT, "the function is NULL");
  CHECK(notes.destroyed == 3);
  options.host = host;
  sandbox = sandbox_of(
      "said = [add(1), add(2, 3), add.__doc__]\n"
      "for f in (refuse, unknown, lambda: add()):\n"
      "    try: f()\n"
      "    except Exception as e: said.append(type(e).__name__)\n"
      "said",
      &options);
  CHECK_FAILS(pysub_host_function(host, T("more()"), NULL, 0, add, &notes, destroyed, &error),
              PYSUB_FAILED_PRECONDITION, "settled");
  pysub_host_free(host);
  CHECK(notes.destroyed == 4);
  CHECK(pysub_sandbox_fork(sandbox, &fork, NULL) == PYSUB_OK);
  check_result(sandbox, "[11, 5, 'Adds.', 'PermissionError', 'NameError', 'TypeError']");
  CHECK_TEXT(notes.text, "add add ");
  pysub_sandbox_free(sandbox);
  CHECK(notes.destroyed == 4);
  check_result(fork, "[11, 5, 'Adds.', 'PermissionError', 'NameError', 'TypeError']");
  pysub_sandbox_free(fork);
  CHECK(notes.destroyed == 5);
}

// Each call of the sandbox from one of its functions is refused, and so is its end.
static void meddle(void* context, const pysub_call* call, pysub_reply* reply) {
  Notes* notes = context;
  pysub_error* error = NULL;
  const pysub_stop* stop = NULL;
  pysub_value* value = NULL;
  pysub_buffer* bytes = NULL;
  (void)reply;
  CHECK(pysub_sandbox_run(notes->sandbox, PYSUB_UNLIMITED, &stop, &error) == PYSUB_ERROR);
  CHECK_FAILS(pysub_error_status(error), PYSUB_IN_USE, "under way");
  CHECK(stop == NULL);
  CHECK_FAILS(pysub_sandbox_get(notes->sandbox, T("x"), &value, &error), PYSUB_IN_USE, "");
  CHECK_FAILS(pysub_sandbox_snapshot(notes->sandbox, NULL, &bytes, &error), PYSUB_IN_USE, "");
  CHECK_FAILS(pysub_sandbox_answer(notes->sandbox, pysub_call_get_id(call), pysub_call_arg(call, 0),
                                   &error),
              PYSUB_IN_USE, "");
  CHECK(pysub_sandbox_free(notes->sandbox) == PYSUB_IN_USE);
  note(notes, "meddled", 7);
}

CASE(Hosts_FunctionsThatMeddle) {
  Notes notes;
  pysub_host* host = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  memset(&notes, 0, sizeof(notes));
  CHECK(pysub_host_create(&host, NULL) == PYSUB_OK);
  CHECK(pysub_host_function(host, T("meddle(x)"), NULL, 0, meddle, &notes, NULL, NULL) == PYSUB_OK);
  options.host = host;
  notes.sandbox = sandbox_of("meddle(1)", &options);
  check_result(notes.sandbox, "None");
  CHECK_TEXT(notes.text, "meddled");
  pysub_sandbox_free(notes.sandbox);
  pysub_host_free(host);
}

static void promise(void* context, const pysub_call* call, pysub_promise* given) {
  Notes* notes = context;
  (void)call;
  if (notes->promise == NULL) {
    notes->promise = given;  // kept below, by the second call
    return;
  }
  notes->status = pysub_promise_value(notes->promise, pysub_call_arg(call, 0));
  CHECK(pysub_promise_raise(notes->promise, T("ValueError"), T("twice")) ==
        PYSUB_FAILED_PRECONDITION);
  pysub_promise_free(notes->promise);
  CHECK(pysub_promise_raise_value(given, pysub_call_arg(call, 0)) == PYSUB_INVALID_ARGUMENT);
  CHECK(pysub_promise_raise(given, T("ValueError"), T("second")) == PYSUB_OK);
  pysub_promise_free(given);
}

CASE(Hosts_Promises) {
  Notes notes;
  pysub_host* host = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  memset(&notes, 0, sizeof(notes));
  CHECK(pysub_host_create(&host, NULL) == PYSUB_OK);
  CHECK(pysub_host_async_function(host, T("later(x)"), NULL, 0, promise, &notes, destroyed, NULL) ==
        PYSUB_OK);
  options.host = host;
  notes.sandbox = sandbox_of(
      "import asyncio\n"
      "async def one(n): return await later(n)\n"
      "await asyncio.gather(one(1), one(2), return_exceptions=True)",
      &options);
  check_result(notes.sandbox, "[2, ValueError('second')]");
  CHECK(notes.status == PYSUB_OK);
  pysub_sandbox_free(notes.sandbox);
  pysub_host_free(host);
  CHECK(notes.destroyed == 1);
}

static void broken(void* context, const pysub_call* call, pysub_promise* given) {
  (void)context;
  (void)call;
  pysub_promise_free(given);
}

CASE(Hosts_BrokenPromises) {
  pysub_host* host = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_sandbox* sandbox;
  CHECK(pysub_host_create(&host, NULL) == PYSUB_OK);
  CHECK(pysub_host_async_function(host, T("later()"), NULL, 0, broken, NULL, NULL, NULL) ==
        PYSUB_OK);
  options.host = host;
  sandbox = sandbox_of("later()", &options);
  CHECK_TEXT(pysub_value_name(pysub_stop_value(run_to(sandbox, PYSUB_RAISED)), NULL),
             "RuntimeError");
  pysub_sandbox_free(sandbox);
  pysub_host_free(host);
}

// Promises outlive everything that could listen.
CASE(Hosts_PromisesThatAreLeft) {
  Notes notes;
  pysub_host* host = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_value* value = pysub_value_int(1);
  memset(&notes, 0, sizeof(notes));
  CHECK(pysub_host_create(&host, NULL) == PYSUB_OK);
  CHECK(pysub_host_async_function(host, T("later()"), NULL, 0, promise, &notes, destroyed, NULL) ==
        PYSUB_OK);
  options.host = host;
  notes.sandbox = sandbox_of(
      "import asyncio\nasync def one(): await later()\nasync def main():\n    "
      "asyncio.ensure_future(one())\n    await asyncio.sleep(0)\nasyncio.run(main())",
      &options);
  run_to(notes.sandbox, PYSUB_FINISHED);
  pysub_host_free(host);
  CHECK(pysub_sandbox_free(notes.sandbox) == PYSUB_OK);
  CHECK(notes.destroyed == 1 && notes.promise != NULL);
  CHECK(pysub_promise_value(notes.promise, value) == PYSUB_OK);
  pysub_promise_free(notes.promise);
  pysub_value_free(value);
}

static void later(void* context, const pysub_call* call, pysub_reply* reply) {
  *(pysub_call_id*)context = pysub_call_get_id(call);
  CHECK(pysub_reply_later(reply) == PYSUB_OK);
}

CASE(Hosts_AnswersThatComeLater) {
  pysub_call_id id = {0, 0};
  pysub_host* host = NULL;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_sandbox* sandbox;
  pysub_value* answer = pysub_value_int(3);
  CHECK(pysub_host_create(&host, NULL) == PYSUB_OK);
  CHECK(pysub_host_function(host, T("later()"), NULL, 0, later, &id, NULL, NULL) == PYSUB_OK);
  options.host = host;
  sandbox = sandbox_of("import asyncio\nasync def f(): return await later()\nawait f()", &options);
  CHECK(pysub_stop_pending(run_to(sandbox, PYSUB_WAITING), 0).sequence == id.sequence);
  CHECK(pysub_sandbox_answer(sandbox, id, answer, NULL) == PYSUB_OK);
  check_result(sandbox, "3");
  pysub_value_free(answer);
  pysub_sandbox_free(sandbox);
  pysub_host_free(host);
}

static void on_output(void* context, pysub_stream stream, const char* text, size_t size) {
  note(context, stream == PYSUB_STDOUT ? "out:" : "err:", 4);
  note(context, text, size);
}
static void on_audit(void* context, const char* line, size_t size) {
  CHECK(size > 0 && line[0] == '{');
  note(context, "audit ", 6);
}
static int is_cancelled(void* context) { return strstr(((Notes*)context)->text, "audit ") != NULL; }

CASE(Sandboxes_Callbacks) {
  Notes notes;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_permissions permissions = PYSUB_PERMISSIONS_INIT;
  pysub_sandbox* sandbox;
  memset(&notes, 0, sizeof(notes));
  permissions.files_read = PYSUB_BY_NOBODY;
  options.permissions = &permissions;
  options.context = &notes;
  options.on_output = on_output;
  options.on_audit = on_audit;
  options.is_cancelled = is_cancelled;
  sandbox = sandbox_of(
      "import os, sys\nprint('a')\nsys.stdout.flush()\nprint('b', file=sys.stderr)\n"
      "try: os.stat('/x')\nexcept PermissionError: pass\nwhile True: pass",
      &options);
  CHECK(pysub_stop_limit(run_to(sandbox, PYSUB_LIMIT_REACHED)) == PYSUB_LIMIT_CANCELLED);
  CHECK(strstr(notes.text, "out:a\n") != NULL && strstr(notes.text, "err:b\n") != NULL);
  CHECK(strstr(notes.text, "audit ") != NULL);
  pysub_sandbox_free(sandbox);
}

CASE(Sandboxes_WhatTheyFind) {
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_variable variable;
  pysub_text arguments[2];
  pysub_sandbox* sandbox;
  variable.name = text_of("COLOUR");
  variable.value = text_of("red");
  arguments[0] = text_of("prog");
  arguments[1] = text_of("-x");
  options.environment = &variable;
  options.environment_count = 1;
  options.arguments = arguments;
  options.argument_count = 2;
  options.standard_input = text_of("one\ntwo\n");
  options.virtual_time_ns = 1000000000;
  options.working_directory = text_of("/work");
  sandbox = sandbox_of(
      "import os, sys, time\n"
      "(dict(os.environ), sys.argv, sys.stdin.read(), int(time.time()), os.getcwd())",
      &options);
  check_result(sandbox,
               "({'COLOUR': 'red', 'HOME': '/'}, ['prog', '-x'], 'one\\ntwo\\n', 1, '/work')");
  pysub_sandbox_free(sandbox);
}
