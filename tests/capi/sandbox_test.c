// Programs, stops of every kind, answers, sessions, limits, snapshots, recordings.

#include "check.h"

CASE(Programs_Mistakes) {
  pysub_program* program = NULL;
  pysub_program_options options = PYSUB_PROGRAM_OPTIONS_INIT;
  pysub_mistake mistake = PYSUB_MISTAKE_INIT;
  pysub_error* error = NULL;
  options.file_name = text_of("a.py");
  CHECK(pysub_program_compile(T("x = 1\ny = = 2\n"), &options, &program, &error) == PYSUB_OK);
  CHECK(pysub_program_mistake_count(program) >= 1);
  CHECK(pysub_program_mistake(program, 0, &mistake, &error) == PYSUB_OK);
  CHECK_TEXT(mistake.type.data, "SyntaxError");
  CHECK_TEXT(mistake.message.data, "invalid syntax");
  CHECK(mistake.line == 2 && mistake.column == 5);
  CHECK(strstr(mistake.text.data, "File \"a.py\", line 2") != NULL);
  CHECK_FAILS(pysub_program_mistake(program, 999, &mistake, &error), PYSUB_OUT_OF_RANGE, "no more");
  options.result = 9;
  pysub_program_free(program);
  CHECK_FAILS(pysub_program_compile(T("1"), &options, &program, &error), PYSUB_INVALID_ARGUMENT,
              "result is none of 0 to 3: 9");
  CHECK(program == NULL);
}

CASE(Programs_ResultAndEcho) {
  static const char* const kWanted[] = {"None", "None", "None", "5"};
  pysub_program_options options = PYSUB_PROGRAM_OPTIONS_INIT;
  pysub_buffer* output = NULL;
  int i;
  for (i = 0; i < 5; ++i) {
    pysub_program* program = NULL;
    pysub_sandbox* sandbox = NULL;
    options.result = i < 4 ? i : 0;
    options.echo = i == 4;
    CHECK(pysub_program_compile(T(i < 4 ? "x = 5" : "2 + 2"), &options, &program, NULL) ==
          PYSUB_OK);
    CHECK(pysub_sandbox_create(program, NULL, &sandbox, NULL) == PYSUB_OK);
    check_result(sandbox, i < 4 ? kWanted[i] : "4");
    CHECK(pysub_sandbox_take_output(sandbox, PYSUB_STDOUT, &output, NULL) == PYSUB_OK);
    CHECK_TEXT(pysub_buffer_data(output, NULL), i < 4 ? "" : "4\n");
    pysub_buffer_free(output);
    pysub_sandbox_free(sandbox);
    pysub_program_free(program);
  }
}

CASE(Stops_Raised) {
  pysub_sandbox* sandbox = sandbox_of("def f(n):\n    return 1 // n\nf(0)", NULL);
  const pysub_stop* stop = run_to(sandbox, PYSUB_RAISED);
  pysub_frame frame = PYSUB_FRAME_INIT;
  pysub_error* error = NULL;
  int status = 0;
  CHECK_TEXT(pysub_value_name(pysub_stop_value(stop), NULL), "ZeroDivisionError");
  CHECK_TEXT(pysub_stop_message(stop, NULL), "division by zero");
  CHECK(strncmp(pysub_stop_traceback(stop, NULL), "Traceback (most recent call last):\n", 35) == 0);
  CHECK(pysub_stop_frame_count(stop) == 2);
  CHECK(pysub_stop_frame(stop, 1, &frame, &error) == PYSUB_OK);
  CHECK_TEXT(frame.function.data, "f");
  CHECK_TEXT(frame.source_line.data, "    return 1 // n");
  CHECK(frame.line == 2 && frame.column == 12);
  CHECK_FAILS(pysub_stop_frame(stop, 2, &frame, &error), PYSUB_OUT_OF_RANGE, "no more lines");
  CHECK(!pysub_stop_exit_status(stop, &status));
  CHECK(pysub_stop_call(stop) == NULL && pysub_stop_limit(stop) == PYSUB_LIMIT_NONE);
  pysub_sandbox_free(sandbox);
}

CASE(Stops_Exit) {
  pysub_sandbox* sandbox = sandbox_of("raise SystemExit(3)", NULL);
  int status = 0;
  CHECK(pysub_stop_exit_status(run_to(sandbox, PYSUB_RAISED), &status) && status == 3);
  pysub_sandbox_free(sandbox);
  sandbox = sandbox_of("raise SystemExit('bye')", NULL);
  CHECK_TEXT(pysub_stop_exit_message(run_to(sandbox, PYSUB_RAISED), NULL), "bye");
  pysub_sandbox_free(sandbox);
}

// Options with a function of the host as the global `fetch`.
static pysub_sandbox_options with_fetch(pysub_input* input, const char* signature) {
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  input->name = text_of("fetch");
  input->value = pysub_value_host_function(T(signature), T("Fetches."));
  options.inputs = input;
  options.input_count = 1;
  return options;
}

static void free_input(const pysub_input* input) { pysub_value_free((pysub_value*)input->value); }

CASE(Stops_FunctionCall) {
  pysub_input input;
  pysub_sandbox_options options = with_fetch(&input, "fetch(url, /, limit=10, *, strict=False)");
  pysub_sandbox* sandbox = sandbox_of("fetch('a', strict=True) + 1", &options);
  const pysub_stop* stop = run_to(sandbox, PYSUB_FUNCTION_CALL);
  const pysub_call* call = pysub_stop_call(stop);
  const pysub_call_id id = pysub_stop_id(stop);
  pysub_value* answer = pysub_value_int(41);
  pysub_error* error = NULL;
  pysub_buffer* line = pysub_stop_describe(stop);
  const char* name = NULL;
  size_t size = 0;
  free_input(&input);
  CHECK_TEXT(pysub_call_name(call, &size), "fetch");
  CHECK_TEXT(pysub_stop_name(stop, NULL), "fetch");
  CHECK(size == 5 && pysub_call_count(call) == 2 && pysub_call_arg(call, 2) == NULL);
  CHECK_TEXT(pysub_value_text(pysub_call_arg(call, 0), NULL), "a");
  check_repr(pysub_call_parameter(call, T("limit")), "10");
  CHECK(pysub_call_keyword_count(call) == 1);
  check_repr(pysub_call_keyword(call, 0, &name, &size), "True");
  CHECK_TEXT(name, "strict");
  CHECK(pysub_call_keyword(call, 1, &name, &size) == NULL && *name == '\0' && size == 0);
  CHECK(pysub_call_parameter(call, T("nothing")) == NULL);
  CHECK(id.sequence == 1 && pysub_call_get_id(call).sequence == 1);
  CHECK_TEXT(pysub_buffer_data(line, NULL), "FunctionCall 1: fetch('a', 10, strict=True)");
  pysub_buffer_free(line);
  CHECK(pysub_sandbox_answer(sandbox, id, answer, &error) == PYSUB_OK);
  CHECK_FAILS(pysub_sandbox_answer(sandbox, id, answer, &error), PYSUB_NOT_FOUND, "");
  check_result(sandbox, "42");
  pysub_value_free(answer);
  pysub_sandbox_free(sandbox);
}

CASE(Stops_AnswersThatRaise) {
  pysub_input input;
  pysub_sandbox_options options = with_fetch(&input, "fetch");
  pysub_sandbox* sandbox = sandbox_of(
      "said = []\n"
      "for i in range(4):\n"
      "    try: fetch(i)\n"
      "    except Exception as e: said.append((type(e).__name__, str(e)))\n"
      "said",
      &options);
  pysub_error* error = NULL;
  pysub_value* exception = pysub_value_exception(T("KeyError"), NULL, 0);
  pysub_value* missing = pysub_value_os_error(2);
  pysub_value* wrong = pysub_value_int(1);
  pysub_call_id id = pysub_stop_id(run_to(sandbox, PYSUB_FUNCTION_CALL));
  CHECK_FAILS(pysub_sandbox_raise_value(sandbox, id, wrong, &error), PYSUB_INVALID_ARGUMENT,
              "no exception");
  CHECK_FAILS(pysub_sandbox_raise(sandbox, id, T("NoSuchError"), T("x"), &error),
              PYSUB_INVALID_ARGUMENT, "NoSuchError");
  CHECK(pysub_sandbox_raise(sandbox, id, T("ValueError"), T("too large"), &error) == PYSUB_OK);
  id = pysub_stop_id(run_to(sandbox, PYSUB_FUNCTION_CALL));
  CHECK(pysub_sandbox_raise_value(sandbox, id, exception, &error) == PYSUB_OK);
  id = pysub_stop_id(run_to(sandbox, PYSUB_FUNCTION_CALL));
  CHECK(pysub_sandbox_raise_value(sandbox, id, missing, &error) == PYSUB_OK);
  id = pysub_stop_id(run_to(sandbox, PYSUB_FUNCTION_CALL));
  CHECK(pysub_sandbox_answer_unknown(sandbox, id, &error) == PYSUB_OK);
  check_result(
      sandbox,
      "[('ValueError', 'too large'), ('KeyError', ''), ('FileNotFoundError', '[Errno 2] No such "
      "file or directory'), ('NameError', \"name 'fetch' is not defined\")]");
  pysub_value_free(exception);
  pysub_value_free(missing);
  pysub_value_free(wrong);
  free_input(&input);
  pysub_sandbox_free(sandbox);
}

CASE(Stops_Names) {
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_sandbox* sandbox;
  const pysub_stop* stop;
  pysub_value* value = pysub_value_int(20);
  options.resolve_names = 1;
  options.session_id = 77;
  sandbox = sandbox_of("width + 1, width + height", &options);
  stop = run_to(sandbox, PYSUB_NAME_LOOKUP);
  CHECK_TEXT(pysub_stop_name(stop, NULL), "width");
  CHECK(pysub_stop_id(stop).session == 77);
  CHECK(pysub_sandbox_answer(sandbox, pysub_stop_id(stop), value, NULL) == PYSUB_OK);
  stop = run_to(sandbox, PYSUB_NAME_LOOKUP);
  CHECK_TEXT(pysub_stop_name(stop, NULL), "height");
  CHECK(pysub_sandbox_answer_unknown(sandbox, pysub_stop_id(stop), NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_stop_message(run_to(sandbox, PYSUB_RAISED), NULL),
             "name 'height' is not defined");
  pysub_value_free(value);
  pysub_sandbox_free(sandbox);
}

CASE(Stops_OsCalls) {
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_permissions permissions = PYSUB_PERMISSIONS_INIT;
  pysub_sandbox* sandbox;
  const pysub_stop* stop;
  const char* name = NULL;
  size_t size = 0;
  pysub_value* line = pysub_value_str(T("me\n"));
  pysub_value* bytes = pysub_value_bytes(T("text"));
  pysub_value* wrong = pysub_value_list(NULL, 0);
  pysub_value* four = pysub_value_int(4);
  pysub_error* error = NULL;
  permissions.standard_input = PYSUB_BY_HOST;
  permissions.clock = PYSUB_BY_HOST;
  permissions.files_read = PYSUB_BY_HOST;
  permissions.files_write = PYSUB_BY_HOST;
  permissions.environment = PYSUB_BY_NOBODY;
  options.permissions = &permissions;
  sandbox = sandbox_of(
      "import time\n"
      "who = input()\n"
      "now = time.time()\n"
      "text = open('/a').read()\n"
      "try:\n    import os\n    os.getenv('HOME')\n"
      "except PermissionError as e: denied = True\n"
      "who, now, text, denied",
      &options);
  stop = run_to(sandbox, PYSUB_OS_CALL);
  CHECK_TEXT(pysub_stop_name(stop, NULL), "ReadLine");
  CHECK(pysub_stop_field_count(stop) == 0);
  CHECK_FAILS(pysub_sandbox_answer(sandbox, pysub_stop_id(stop), wrong, &error),
              PYSUB_INVALID_ARGUMENT, "");
  CHECK(pysub_sandbox_answer(sandbox, pysub_stop_id(stop), line, NULL) == PYSUB_OK);
  stop = run_to(sandbox, PYSUB_OS_CALL);
  CHECK_TEXT(pysub_stop_name(stop, NULL), "Now");
  check_repr(pysub_stop_field_named(stop, T("clock")), "0");
  CHECK(pysub_sandbox_answer(sandbox, pysub_stop_id(stop), four, NULL) == PYSUB_OK);
  stop = run_to(sandbox, PYSUB_OS_CALL);
  CHECK_TEXT(pysub_stop_name(stop, NULL), "OpenFile");
  CHECK(pysub_stop_field_count(stop) == 3);
  check_repr(pysub_stop_field(stop, 0, &name, &size), "'/a'");
  CHECK_TEXT(name, "path");
  check_repr(pysub_stop_field_named(stop, T("flags")), "1");
  CHECK(pysub_stop_field_named(stop, T("none")) == NULL);
  CHECK(pysub_sandbox_answer(sandbox, pysub_stop_id(stop), four, NULL) == PYSUB_OK);
  stop = run_to(sandbox, PYSUB_OS_CALL);
  CHECK_TEXT(pysub_stop_name(stop, NULL), "ReadFile");
  CHECK(pysub_sandbox_answer(sandbox, pysub_stop_id(stop), bytes, NULL) == PYSUB_OK);
  while (pysub_sandbox_run(sandbox, PYSUB_UNLIMITED, &stop, NULL) == PYSUB_OS_CALL) {
    pysub_value* nothing = pysub_value_bytes(NULL, 0);
    CHECK(pysub_sandbox_answer(sandbox, pysub_stop_id(stop), nothing, NULL) == PYSUB_OK);
    pysub_value_free(nothing);
  }
  check_result(sandbox, "('me', 4e-09, 'text', True)");
  pysub_value_free(line);
  pysub_value_free(bytes);
  pysub_value_free(wrong);
  pysub_value_free(four);
  pysub_sandbox_free(sandbox);
}

CASE(Stops_LaterAndWaiting) {
  pysub_input input;
  pysub_sandbox_options options = with_fetch(&input, "fetch");
  pysub_sandbox* sandbox = sandbox_of(
      "import asyncio\n"
      "async def page(n): return await fetch(n)\n"
      "async def nap(): await asyncio.sleep(5)\n"
      "(await asyncio.gather(page(1), page(2), nap()))",
      &options);
  pysub_call_id ids[2];
  const pysub_stop* stop;
  pysub_value* answer = pysub_value_str(T("x"));
  pysub_error* error = NULL;
  int64_t sleep = 0;
  int i;
  for (i = 0; i < 2; ++i) {
    ids[i] = pysub_stop_id(run_to(sandbox, PYSUB_FUNCTION_CALL));
    CHECK(pysub_sandbox_answer_later(sandbox, ids[i], &error) == PYSUB_OK);
  }
  stop = run_to(sandbox, PYSUB_WAITING);
  CHECK(pysub_stop_pending_count(stop) == 2);
  CHECK(pysub_stop_pending(stop, 1).sequence == ids[1].sequence);
  CHECK(pysub_stop_pending(stop, 2).sequence == 0);
  CHECK(pysub_stop_sleep(stop, &sleep) && sleep > 4900000000 && sleep < 5100000000);
  CHECK(pysub_sandbox_answer(sandbox, ids[1], answer, &error) == PYSUB_OK);
  CHECK(pysub_stop_pending_count(run_to(sandbox, PYSUB_WAITING)) == 1);
  CHECK(pysub_sandbox_raise(sandbox, ids[0], T("TimeoutError"), T("slow"), &error) == PYSUB_OK);
  CHECK_TEXT(pysub_stop_message(run_to(sandbox, PYSUB_RAISED), NULL), "slow");
  pysub_value_free(answer);
  free_input(&input);
  pysub_sandbox_free(sandbox);
}

CASE(Stops_LaterOutsideOfALoop) {
  pysub_input input;
  pysub_sandbox_options options = with_fetch(&input, "fetch");
  pysub_sandbox* sandbox = sandbox_of("fetch(1)", &options);
  const pysub_call_id id = pysub_stop_id(run_to(sandbox, PYSUB_FUNCTION_CALL));
  pysub_error* error = NULL;
  CHECK_FAILS(pysub_sandbox_answer_later(sandbox, id, &error), PYSUB_FAILED_PRECONDITION, "");
  free_input(&input);
  pysub_sandbox_free(sandbox);
}

// A stop that was copied outlives its sandbox.
CASE(Stops_Copies) {
  pysub_sandbox* sandbox = sandbox_of("1 / 0", NULL);
  pysub_stop* kept = pysub_stop_copy(run_to(sandbox, PYSUB_RAISED));
  pysub_sandbox_free(sandbox);
  CHECK(pysub_stop_get_kind(kept) == PYSUB_RAISED);
  CHECK_TEXT(pysub_stop_message(kept, NULL), "division by zero");
  pysub_stop_free(kept);
}

CASE(Sandboxes_FuelAndUsage) {
  pysub_sandbox* sandbox = sandbox_of("n = 0\nfor i in range(100000): n += i\nn", NULL);
  const pysub_stop* stop = NULL;
  pysub_usage usage = PYSUB_USAGE_INIT;
  int pieces = 0;
  while (pysub_sandbox_run(sandbox, 10000, &stop, NULL) == PYSUB_OUT_OF_FUEL) ++pieces;
  CHECK(pieces >= 5);
  check_repr(pysub_stop_value(stop), "4999950000");
  CHECK(pysub_sandbox_usage(sandbox, &usage, NULL) == PYSUB_OK);
  CHECK(usage.steps >= 100000 && usage.memory_bytes > 0 && usage.running_ns > 0);
  CHECK(usage.struct_size == sizeof(usage));
  pysub_sandbox_free(sandbox);
}

CASE(Sandboxes_Limits) {
  static const char* const kPrograms[] = {"x = 'ab' * 10**6\nx = [x + str(i) for i in range(100)]",
                                          "while True: pass", "[[i] for i in range(10**6)]",
                                          "while True: pass", "while True: print('x' * 1000)"};
  int i;
  for (i = 0; i < 5; ++i) {
    pysub_limits limits = PYSUB_LIMITS_INIT;
    pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
    pysub_sandbox* sandbox;
    const pysub_stop* stop;
    pysub_buffer* bytes = NULL;
    pysub_error* error = NULL;
    if (i == 0) limits.memory_bytes = 10 << 20;
    limits.duration_ns = i == 1 ? 20000000 : PYSUB_UNLIMITED;
    limits.allocations = i == 2 ? 1000 : PYSUB_UNLIMITED;
    if (i == 3) limits.steps = 1000;
    if (i == 4) limits.output_bytes = 5000;
    options.limits = &limits;
    sandbox = sandbox_of(kPrograms[i], &options);
    stop = run_to(sandbox, PYSUB_LIMIT_REACHED);
    CHECK(pysub_stop_limit(stop) == PYSUB_LIMIT_MEMORY + i);
    CHECK(strstr(pysub_stop_message(stop, NULL), "limit") != NULL &&
          !pysub_stop_session_goes_on(stop));
    CHECK(strstr(pysub_stop_traceback(stop, NULL), "Traceback") != NULL);
    CHECK_FAILS(pysub_sandbox_snapshot(sandbox, NULL, &bytes, &error), PYSUB_FAILED_PRECONDITION,
                "");
    CHECK_FAILS(pysub_sandbox_feed(sandbox, T("1"), NULL, &error), PYSUB_FAILED_PRECONDITION, "");
    pysub_sandbox_free(sandbox);
  }
}

CASE(Sandboxes_Sessions) {
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_feed_limits feed = PYSUB_FEED_LIMITS_INIT;
  pysub_limits limits = PYSUB_LIMITS_INIT;
  pysub_sandbox* sandbox;
  pysub_value* number = pysub_value_int(5);
  pysub_value* result = NULL;
  pysub_error* error = NULL;
  feed.steps = 1000;
  options.feed_limits = &feed;
  options.after_limit = PYSUB_AFTER_LIMIT_BEFORE_FEED;
  sandbox = sandbox_of("x = 1", &options);
  CHECK_FAILS(pysub_sandbox_feed(sandbox, T("x"), NULL, &error), PYSUB_FAILED_PRECONDITION, "");
  check_result(sandbox, "None");
  CHECK(pysub_sandbox_feed(sandbox, T("x += 1\nx"), NULL, &error) == PYSUB_OK);
  check_result(sandbox, "2");
  CHECK(pysub_sandbox_feed(sandbox, T("x = 99\nwhile True: pass"), NULL, &error) == PYSUB_OK);
  CHECK(pysub_stop_session_goes_on(run_to(sandbox, PYSUB_LIMIT_REACHED)));
  CHECK(pysub_sandbox_get(sandbox, T("x"), &result, &error) == PYSUB_OK);
  check_repr(result, "2");
  pysub_value_free(result);
  CHECK(pysub_sandbox_set(sandbox, T("x"), number, &error) == PYSUB_OK);
  CHECK(pysub_sandbox_feed(sandbox, T("x * 2"), NULL, &error) == PYSUB_OK);
  check_result(sandbox, "10");
  CHECK(pysub_sandbox_renew(sandbox, &limits, &error) == PYSUB_OK);
  limits.recursion_depth = 100;
  CHECK_FAILS(pysub_sandbox_renew(sandbox, &limits, &error), PYSUB_INVALID_ARGUMENT, "");
  CHECK_FAILS(pysub_sandbox_get(sandbox, T("y"), &result, &error), PYSUB_NOT_FOUND, "");
  pysub_value_free(number);
  pysub_sandbox_free(sandbox);
}

CASE(Sandboxes_CallsBack) {
  pysub_sandbox* sandbox =
      sandbox_of("def area(width, *, height=2): return width * height\narea", NULL);
  pysub_sandbox* other = sandbox_of("1", NULL);
  pysub_value* function = pysub_value_copy(pysub_stop_value(run_to(sandbox, PYSUB_FINISHED)));
  pysub_value* seven = pysub_value_int(7);
  const pysub_value* args[1];
  pysub_input keyword;
  pysub_error* error = NULL;
  args[0] = seven;
  keyword.name = text_of("height");
  keyword.value = seven;
  CHECK(pysub_sandbox_call(sandbox, function, args, 1, &keyword, 1, &error) == PYSUB_OK);
  check_result(sandbox, "49");
  check_result(other, "1");
  CHECK_FAILS(pysub_sandbox_call(other, function, args, 1, NULL, 0, &error), PYSUB_INVALID_ARGUMENT,
              "another sandbox");
  CHECK_FAILS(pysub_sandbox_set(other, T("f"), function, &error), PYSUB_INVALID_ARGUMENT,
              "another sandbox");
  CHECK(pysub_sandbox_release_handles(sandbox, &error) == PYSUB_OK);
  CHECK_FAILS(pysub_sandbox_call(sandbox, function, args, 1, NULL, 0, &error),
              PYSUB_INVALID_ARGUMENT, "");
  // What is no function raises, as in the program.
  CHECK(pysub_sandbox_call(sandbox, seven, NULL, 0, NULL, 0, &error) == PYSUB_OK);
  CHECK_TEXT(pysub_stop_message(run_to(sandbox, PYSUB_RAISED), NULL),
             "'int' object is not callable");
  pysub_value_free(function);
  pysub_value_free(seven);
  pysub_sandbox_free(sandbox);
  pysub_sandbox_free(other);
}

CASE(Snapshots_GoOnElsewhere) {
  pysub_input input;
  pysub_sandbox_options options = with_fetch(&input, "fetch");
  pysub_sandbox* sandbox = sandbox_of("[fetch(i) * 2 for i in range(2)]", &options);
  const pysub_call_id id = pysub_stop_id(run_to(sandbox, PYSUB_FUNCTION_CALL));
  pysub_buffer* saved = NULL;
  pysub_value* answer = pysub_value_int(21);
  const char* bytes;
  size_t size = 0;
  int i;
  CHECK(pysub_sandbox_snapshot(sandbox, NULL, &saved, NULL) == PYSUB_OK);
  pysub_sandbox_free(sandbox);
  bytes = pysub_buffer_data(saved, &size);
  for (i = 0; i < 2; ++i) {
    pysub_sandbox* again = NULL;
    pysub_sandbox* fork = NULL;
    const pysub_stop* stop;
    CHECK(pysub_sandbox_restore(bytes, size, NULL, NULL, 0, &again, NULL) == PYSUB_OK);
    CHECK(pysub_sandbox_answer(again, id, answer, NULL) == PYSUB_OK);
    CHECK(pysub_sandbox_fork(again, &fork, NULL) == PYSUB_OK);
    pysub_sandbox_free(again);
    stop = run_to(fork, PYSUB_FUNCTION_CALL);
    CHECK(pysub_sandbox_answer(fork, pysub_stop_id(stop), answer, NULL) == PYSUB_OK);
    check_result(fork, "[42, 42]");
    pysub_sandbox_free(fork);
  }
  pysub_buffer_free(saved);
  pysub_value_free(answer);
  free_input(&input);
}

CASE(Snapshots_SealedAndDamaged) {
  pysub_sandbox* sandbox = sandbox_of("x = 1", NULL);
  pysub_snapshot_options sealed = PYSUB_SNAPSHOT_OPTIONS_INIT;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_buffer* saved = NULL;
  pysub_sandbox* again = NULL;
  pysub_error* error = NULL;
  char* damaged;
  const char* bytes;
  size_t size = 0;
  sealed.key = text_of("short");
  CHECK_FAILS(pysub_sandbox_snapshot(sandbox, &sealed, &saved, &error), PYSUB_INVALID_ARGUMENT, "");
  CHECK(saved == NULL);
  sealed.key = text_of("0123456789abcdef");
  CHECK(pysub_sandbox_snapshot(sandbox, &sealed, &saved, &error) == PYSUB_OK);
  bytes = pysub_buffer_data(saved, &size);
  CHECK_FAILS(pysub_sandbox_restore(bytes, size, NULL, NULL, 0, &again, &error),
              PYSUB_PERMISSION_DENIED, "");
  options.snapshot_key = text_of("fedcba9876543210");
  CHECK_FAILS(pysub_sandbox_restore(bytes, size, &options, NULL, 0, &again, &error),
              PYSUB_PERMISSION_DENIED, "");
  options.snapshot_key = sealed.key;
  CHECK(pysub_sandbox_restore(bytes, size, &options, NULL, 0, &again, &error) == PYSUB_OK);
  pysub_sandbox_free(again);
  pysub_buffer_free(saved);
  CHECK(pysub_sandbox_snapshot(sandbox, NULL, &saved, &error) == PYSUB_OK);
  bytes = pysub_buffer_data(saved, &size);
  damaged = malloc(size);
  memcpy(damaged, bytes, size);
  damaged[size / 2] ^= 1;
  CHECK_FAILS(pysub_sandbox_restore(damaged, size, NULL, NULL, 0, &again, &error), PYSUB_DATA_LOSS,
              "");
  CHECK_FAILS(pysub_sandbox_restore(bytes, size / 2, NULL, NULL, 0, &again, &error),
              PYSUB_DATA_LOSS, "");
  CHECK(again == NULL);
  free(damaged);
  pysub_buffer_free(saved);
  pysub_sandbox_free(sandbox);
}

CASE(Snapshots_WithoutSource) {
  pysub_program* program = NULL;
  pysub_sandbox* sandbox = NULL;
  pysub_snapshot_options options = PYSUB_SNAPSHOT_OPTIONS_INIT;
  pysub_buffer* saved = NULL;
  pysub_error* error = NULL;
  const pysub_program* programs[1];
  const pysub_stop* stop = NULL;
  const char* bytes;
  size_t size = 0;
  CHECK(pysub_program_compile(T("sum(i for i in range(1000))"), NULL, &program, NULL) == PYSUB_OK);
  programs[0] = program;
  CHECK(pysub_sandbox_create(program, NULL, &sandbox, NULL) == PYSUB_OK);
  CHECK(pysub_sandbox_run(sandbox, 50, &stop, NULL) == PYSUB_OUT_OF_FUEL);
  options.without_source = 1;
  CHECK(pysub_sandbox_snapshot(sandbox, &options, &saved, NULL) == PYSUB_OK);
  pysub_sandbox_free(sandbox);
  bytes = pysub_buffer_data(saved, &size);
  CHECK(pysub_sandbox_restore(bytes, size, NULL, NULL, 0, &sandbox, &error) != PYSUB_OK);
  pysub_error_free(error);
  CHECK(pysub_sandbox_restore(bytes, size, NULL, programs, 1, &sandbox, NULL) == PYSUB_OK);
  check_result(sandbox, "499500");
  pysub_sandbox_free(sandbox);
  pysub_program_free(program);
  pysub_buffer_free(saved);
}

CASE(Recordings_AreDoneAgain) {
  pysub_input input;
  pysub_sandbox_options options = with_fetch(&input, "fetch");
  pysub_sandbox* sandbox =
      sandbox_of("total = 0\nfor i in range(3): total += fetch(i)\ntotal", &options);
  pysub_buffer* recording = NULL;
  pysub_buffer* line = NULL;
  pysub_replay* replay = NULL;
  pysub_value* total = NULL;
  pysub_value* answer = pysub_value_int(7);
  pysub_error* error = NULL;
  const pysub_stop* stop = NULL;
  const char* bytes;
  size_t size = 0;
  CHECK_FAILS(pysub_sandbox_take_recording(sandbox, &recording, &error), PYSUB_FAILED_PRECONDITION,
              "");
  CHECK(pysub_sandbox_start_recording(sandbox, 0, NULL) == PYSUB_OK);
  CHECK_FAILS(pysub_sandbox_start_recording(sandbox, 0, &error), PYSUB_FAILED_PRECONDITION, "");
  while (pysub_sandbox_run(sandbox, PYSUB_UNLIMITED, &stop, NULL) == PYSUB_FUNCTION_CALL) {
    CHECK(pysub_sandbox_answer(sandbox, pysub_stop_id(stop), answer, NULL) == PYSUB_OK);
  }
  CHECK(pysub_sandbox_take_recording(sandbox, &recording, NULL) == PYSUB_OK);
  pysub_sandbox_free(sandbox);
  bytes = pysub_buffer_data(recording, &size);
  CHECK(pysub_replay_open(bytes, size, NULL, &replay, NULL) == PYSUB_OK);
  CHECK(pysub_replay_size(replay) == 7 && pysub_replay_position(replay) == 0);
  CHECK(pysub_replay_describe(replay, 1, &line, NULL) == PYSUB_OK);
  CHECK_TEXT(pysub_buffer_data(line, NULL), "answer 1: 7");
  pysub_buffer_free(line);
  CHECK_FAILS(pysub_replay_describe(replay, 7, &line, &error), PYSUB_OUT_OF_RANGE, "");
  CHECK(pysub_replay_step(replay, NULL) == PYSUB_OK && pysub_replay_position(replay) == 1);
  CHECK(pysub_replay_run_to_end(replay, NULL) == PYSUB_OK);
  CHECK_FAILS(pysub_replay_step(replay, &error), PYSUB_OUT_OF_RANGE, "");
  CHECK(pysub_sandbox_get(pysub_replay_sandbox(replay), T("total"), &total, NULL) == PYSUB_OK);
  check_repr(total, "21");
  CHECK(pysub_sandbox_free(pysub_replay_sandbox(replay)) == PYSUB_FAILED_PRECONDITION);
  pysub_value_free(total);
  CHECK(pysub_replay_free(replay) == PYSUB_OK);
  CHECK_FAILS(pysub_replay_open(bytes, size / 2, NULL, &replay, &error), PYSUB_DATA_LOSS, "");
  pysub_buffer_free(recording);
  pysub_value_free(answer);
  free_input(&input);
}

CASE(Sandboxes_SelfTest) { CHECK(pysub_self_test(NULL) == PYSUB_OK); }
