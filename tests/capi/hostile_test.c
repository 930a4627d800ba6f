// What a host does wrong: clear errors, and nothing else.

#include "check.h"

CASE(Hostile_StructSizes) {
  pysub_limits limits = PYSUB_LIMITS_INIT;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_program* program = NULL;
  pysub_sandbox* sandbox = NULL;
  pysub_usage usage = PYSUB_USAGE_INIT;
  pysub_error* error = NULL;
  struct {
    pysub_limits limits;
    uint64_t future;
  } newer;
  CHECK(pysub_program_compile(T("1"), NULL, &program, NULL) == PYSUB_OK);
  options.limits = &limits;
  limits.struct_size = 0;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "pysub_limits: the struct_size is 0");
  limits.struct_size = (size_t)-1;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "struct_size");
  // A program that was compiled with a header of fewer or more fields.
  limits.struct_size = 2 * sizeof(uint64_t);
  limits.steps = 1;
  CHECK(pysub_sandbox_create(program, &options, &sandbox, &error) == PYSUB_OK);
  usage.struct_size = 2 * sizeof(uint64_t);
  usage.steps = 77;
  CHECK(pysub_sandbox_usage(sandbox, &usage, NULL) == PYSUB_OK);
  CHECK(usage.memory_bytes > 0 && usage.steps == 77);
  usage.struct_size = 3;
  CHECK_FAILS(pysub_sandbox_usage(sandbox, &usage, &error), PYSUB_INVALID_ARGUMENT, "struct_size");
  pysub_sandbox_free(sandbox);
  memset(&newer, 0, sizeof(newer));
  newer.limits.struct_size = sizeof(newer);
  options.limits = &newer.limits;
  CHECK(pysub_sandbox_create(program, &options, &sandbox, &error) == PYSUB_OK);
  pysub_sandbox_free(sandbox);
  newer.future = 1;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_UNIMPLEMENTED,
              "pysub_limits has a field");
  pysub_program_free(program);
}

// Calls in an order that makes no sense.
CASE(Hostile_WrongOrder) {
  pysub_sandbox* sandbox = sandbox_of("x = 1", NULL);
  pysub_call_id id = {0, 1};
  pysub_value* value = pysub_value_int(1);
  pysub_value* result = NULL;
  pysub_error* error = NULL;
  CHECK_FAILS(pysub_sandbox_answer(sandbox, id, value, &error), PYSUB_NOT_FOUND, "");
  CHECK_FAILS(pysub_sandbox_feed(sandbox, T("1"), NULL, &error), PYSUB_FAILED_PRECONDITION, "");
  CHECK_FAILS(pysub_sandbox_renew(sandbox, NULL, &error), PYSUB_FAILED_PRECONDITION, "");
  CHECK_FAILS(pysub_sandbox_get(sandbox, T("x"), &result, &error), PYSUB_NOT_FOUND, "");
  run_to(sandbox, PYSUB_FINISHED);
  run_to(sandbox, PYSUB_FINISHED);
  CHECK_FAILS(pysub_sandbox_answer_later(sandbox, id, &error), PYSUB_NOT_FOUND, "");
  CHECK(pysub_sandbox_free(sandbox) == PYSUB_OK);
  pysub_value_free(value);
}

CASE(Hostile_Texts) {
  pysub_sandbox* sandbox = sandbox_of("x = 1", NULL);
  pysub_value* bad = pysub_value_str("\xff\xfe", 2);
  pysub_value* one = pysub_value_int(1);
  pysub_value* result = NULL;
  pysub_error* error = NULL;
  pysub_program* program = NULL;
  run_to(sandbox, PYSUB_FINISHED);
  CHECK_FAILS(pysub_sandbox_set(sandbox, T("x"), bad, &error), PYSUB_INVALID_ARGUMENT, "UTF-8");
  CHECK_FAILS(pysub_sandbox_set(sandbox, "\xff", 1, one, &error), PYSUB_INVALID_ARGUMENT, "UTF-8");
  CHECK(pysub_sandbox_set(sandbox, "a\0b", 3, one, &error) == PYSUB_OK);
  CHECK(pysub_sandbox_get(sandbox, "a\0b", 3, &result, &error) == PYSUB_OK);
  pysub_value_free(result);
  CHECK_FAILS(pysub_sandbox_get(sandbox, T("a"), &result, &error), PYSUB_NOT_FOUND, "");
  CHECK_FAILS(pysub_sandbox_set(sandbox, "x", (size_t)1 << 63, one, &error), PYSUB_INVALID_ARGUMENT,
              "the name cannot have 9223372036854775808 bytes");
  CHECK_FAILS(pysub_sandbox_set(sandbox, NULL, 5, one, &error), PYSUB_INVALID_ARGUMENT,
              "the name is NULL");
  CHECK_FAILS(pysub_sandbox_set(sandbox, T("x"), NULL, &error), PYSUB_INVALID_ARGUMENT,
              "the value is NULL");
  CHECK_FAILS(pysub_program_compile("1", (size_t)-2, NULL, &program, &error),
              PYSUB_INVALID_ARGUMENT, "source cannot have");
  CHECK(pysub_program_compile("x\0y\xff", 4, NULL, &program, &error) == PYSUB_OK);
  CHECK(pysub_program_mistake_count(program) > 0);
  pysub_program_free(program);
  pysub_value_free(bad);
  pysub_value_free(one);
  pysub_sandbox_free(sandbox);
}

CASE(Hostile_Options) {
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_permissions permissions = PYSUB_PERMISSIONS_INIT;
  pysub_input input;
  pysub_program* program = NULL;
  pysub_sandbox* sandbox = NULL;
  pysub_error* error = NULL;
  pysub_value* wrong = pysub_value_host_function(T("f("), NULL, 0);
  CHECK(pysub_program_compile(T("1"), NULL, &program, NULL) == PYSUB_OK);
  input.name = text_of("x");
  input.value = NULL;
  options.inputs = &input;
  options.input_count = (size_t)-1;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "inputs cannot be so many: 18446744073709551615");
  options.input_count = 1;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "the value of an input is NULL");
  input.value = wrong;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "");
  options.inputs = NULL;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "inputs is NULL");
  options.input_count = 0;
  permissions.clock = 4;
  options.permissions = &permissions;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "clock is none of 0 to 3: 4");
  permissions.clock = 0;
  options.after_limit = -1;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "after_limit");
  options.after_limit = 0;
  options.reserved = 5;
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_UNIMPLEMENTED,
              "pysub_sandbox_options: reserved has to be 0, not 5");
  options.reserved = 0;
  options.working_directory = text_of("not absolute");
  CHECK_FAILS(pysub_sandbox_create(program, &options, &sandbox, &error), PYSUB_INVALID_ARGUMENT,
              "working_directory is not absolute");
  CHECK(sandbox == NULL);
  CHECK_FAILS(pysub_sandbox_create(program, NULL, NULL, &error), PYSUB_INVALID_ARGUMENT,
              "result is NULL");
  pysub_value_free(wrong);
  pysub_program_free(program);
}

CASE(Hostile_Streams) {
  pysub_sandbox* sandbox = sandbox_of("print(1)", NULL);
  pysub_buffer* bytes = NULL;
  pysub_error* error = NULL;
  CHECK_FAILS(pysub_sandbox_take_output(sandbox, 0, &bytes, &error), PYSUB_INVALID_ARGUMENT,
              "stream");
  pysub_sandbox_free(sandbox);
}

// Values that nest deeper than any stack.
CASE(Hostile_DeepValues) {
  pysub_sandbox* sandbox = sandbox_of("x = 1", NULL);
  pysub_value* value = pysub_value_int(1);
  pysub_buffer* text;
  pysub_error* error = NULL;
  int i;
  for (i = 0; i < 300000; ++i) {
    const pysub_value* inner = value;
    pysub_value* outer = pysub_value_list(&inner, 1);
    pysub_value_free(value);
    value = outer;
  }
  run_to(sandbox, PYSUB_FINISHED);
  CHECK_FAILS(pysub_sandbox_set(sandbox, T("x"), value, &error), PYSUB_RESOURCE_EXHAUSTED,
              "nesting");
  CHECK(pysub_value_equal(value, value));
  text = pysub_value_repr(value);
  pysub_buffer_free(text);
  text = pysub_value_to_json(value, PYSUB_JSON_EXACT, 0);
  pysub_buffer_free(text);
  CHECK(pysub_value_deque((const pysub_value* const*)&value, 1, -1) == NULL);
  pysub_value_free(value);
  pysub_sandbox_free(sandbox);
}

// Values that can be made and are odd: everything that reads them takes them, and a sandbox takes
// or refuses them.
static void is_odd(pysub_value* value) {
  pysub_sandbox* sandbox = sandbox_of("x = 1", NULL);
  pysub_error* error = NULL;
  int64_t number = 0;
  double real = 0;
  size_t i;
  CHECK(value != NULL);
  for (i = 0; i <= pysub_value_count(value); ++i) {
    (void)pysub_value_item(value, i);
    (void)pysub_value_field(value, i, NULL);
  }
  CHECK(!pysub_value_as_int(value, &number) && !pysub_value_as_float(value, &real));
  CHECK(!pysub_value_as_datetime(value, &number) && !pysub_value_as_timedelta(value, &number));
  pysub_buffer_free(pysub_value_repr(value));
  pysub_buffer_free(pysub_value_to_json(value, PYSUB_JSON_PLAIN, 0));
  pysub_buffer_free(pysub_value_to_json(value, PYSUB_JSON_EXACT, 0));
  pysub_value_free(pysub_value_deque((const pysub_value* const*)&value, 1, 0));
  run_to(sandbox, PYSUB_FINISHED);
  if (pysub_sandbox_set(sandbox, T("x"), value, &error) == PYSUB_OK) {
    CHECK(pysub_sandbox_feed(sandbox, T("repr(x)"), NULL, NULL) == PYSUB_OK);
    run_to(sandbox, PYSUB_FINISHED);
  } else {
    CHECK_FAILS(pysub_error_status(error), PYSUB_INVALID_ARGUMENT, "");
  }
  pysub_sandbox_free(sandbox);
  pysub_value_free(value);
}

CASE(Hostile_OddValues) {
  pysub_text fields[2];
  const pysub_value* items[2];
  pysub_value* text = pysub_value_str(T("x"));
  pysub_value* list = pysub_value_list(NULL, 0);
  items[0] = list;
  items[1] = text;
  fields[0] = text_of("same");
  fields[1] = text_of("same");
  is_odd(pysub_value_range(text, list, NULL));
  is_odd(pysub_value_set(items, 2));
  is_odd(pysub_value_dict(items, items, 2, NULL, 0));
  is_odd(pysub_value_namedtuple(T("P"), fields, items, 2));
  is_odd(pysub_value_namedtuple("\xff", 1, NULL, NULL, 0));
  is_odd(pysub_value_type(T("no.such")));
  is_odd(pysub_value_type(NULL, 0));
  is_odd(pysub_value_exception(T("NoSuchError"), items, 2));
  is_odd(pysub_value_exception("Value\0Error", 11, NULL, 0));
  is_odd(pysub_value_host_function(NULL, 0, NULL, 0));
  is_odd(pysub_value_host_function("f\0(a)", 5, NULL, 0));
  is_odd(pysub_value_cycle());
  pysub_value_free(text);
  pysub_value_free(list);
}

// Numbers as large as they get, everywhere.
CASE(Hostile_Limits) {
  pysub_limits limits = PYSUB_LIMITS_INIT;
  pysub_feed_limits feed = PYSUB_FEED_LIMITS_INIT;
  pysub_conversion_limits conversion = PYSUB_CONVERSION_LIMITS_INIT;
  pysub_files_options tree = PYSUB_FILES_OPTIONS_INIT;
  pysub_shell_limits script = PYSUB_SHELL_LIMITS_INIT;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_shell_options with = PYSUB_SHELL_OPTIONS_INIT;
  pysub_exec_options exec = PYSUB_EXEC_OPTIONS_INIT;
  pysub_exec_result result = PYSUB_EXEC_RESULT_INIT;
  pysub_files* files = NULL;
  pysub_shell* shell = NULL;
  pysub_sandbox* sandbox;
  int i;
  for (i = 0; i < 2; ++i) {
    const uint64_t most = i == 0 ? UINT64_MAX : INT64_MAX;
    limits.memory_bytes = limits.duration_ns = limits.allocations = limits.steps = most;
    limits.output_bytes = most;
    feed.duration_ns = feed.allocations = feed.steps = feed.output_bytes = most;
    conversion.max_values = conversion.max_bytes = conversion.max_depth = most;
    conversion.max_handles = most;
    tree.max_bytes = tree.max_file_bytes = tree.max_files = tree.max_depth = most;
    script.commands = script.loop_iterations = script.function_depth = most;
    script.substitution_depth = script.processes = script.input_bytes = most;
    script.output_bytes = script.memory_bytes = script.steps = script.wall_time_ns = most;
    exec.timeout_ns = most;
    options.virtual_time_ns = options.entropy_seed = options.session_id = most;
    options.limits = &limits;
    options.feed_limits = &feed;
    options.conversion = &conversion;
    CHECK(pysub_files_create(&tree, &files, NULL) == PYSUB_OK);
    CHECK(pysub_files_write(files, T("/a"), T("1"), PYSUB_WRITE_NEW, 0, NULL) == PYSUB_OK);
    options.files = files;
    sandbox = sandbox_of("import time\nprint(1)\ntime.sleep(10)\ntime.time() > 0", &options);
    check_result(sandbox, "True");
    CHECK(pysub_sandbox_feed(sandbox, T("open('/a').read()"), NULL, NULL) == PYSUB_OK);
    check_result(sandbox, "'1'");
    CHECK(pysub_sandbox_renew(sandbox, &limits, NULL) == PYSUB_OK);
    pysub_sandbox_free(sandbox);
    pysub_files_free(files);
    with.limits = &script;
    with.file_limits = &tree;
    CHECK(pysub_shell_create(&with, &shell, NULL) == PYSUB_OK);
    CHECK(pysub_shell_exec(shell, T("for i in 1 2; do echo $i | cat; done"), &exec, &result,
                           NULL) == PYSUB_OK);
    CHECK_TEXT(result.output.data, "1\n2\n");
    CHECK(pysub_shell_set_limits(shell, &script, NULL) == PYSUB_OK);
    pysub_shell_free(shell);
  }
}

CASE(Versions_AreTheHeaders) {
  int major = -1, minor = -1, patch = -1;
  CHECK(pysub_abi_version() == PYSUB_ABI_VERSION);
  CHECK(sscanf(pysub_version(), "%d.%d.%d", &major, &minor, &patch) == 3 && major >= 0 &&
        minor >= 0);
  CHECK_TEXT(pysub_status_name(PYSUB_IN_USE), "IN_USE");
  CHECK_TEXT(pysub_status_name(12345), "UNKNOWN");
}
