// Values both ways.

#include <math.h>

#include "check.h"

// A value goes in as `x`; `program` sees what `wanted` says, and it comes out as what went in.
static void crosses(pysub_value* value, const char* program, const char* wanted) {
  pysub_input input;
  pysub_sandbox_options options = PYSUB_SANDBOX_OPTIONS_INIT;
  pysub_sandbox* sandbox;
  pysub_value* back = NULL;
  input.name = text_of("x");
  input.value = value;
  options.inputs = &input;
  options.input_count = 1;
  CHECK(value != NULL);
  if (value == NULL) return;
  sandbox = sandbox_of(program, &options);
  check_result(sandbox, wanted);
  CHECK(pysub_sandbox_get(sandbox, T("x"), &back, NULL) == PYSUB_OK);
  CHECK(pysub_value_equal(value, back));
  pysub_value_free(back);
  pysub_value_free(value);
  CHECK(pysub_sandbox_free(sandbox) == PYSUB_OK);
}

// The same with a value that only a program with a module takes.
static void crosses_after(const char* import, pysub_value* value, const char* program,
                          const char* wanted) {
  pysub_sandbox* sandbox = sandbox_of(import, NULL);
  pysub_value* back = NULL;
  CHECK(value != NULL);
  if (value != NULL) {
    run_to(sandbox, PYSUB_FINISHED);
    CHECK(pysub_sandbox_set(sandbox, T("x"), value, NULL) == PYSUB_OK);
    CHECK(pysub_sandbox_feed(sandbox, T(program), NULL, NULL) == PYSUB_OK);
    check_result(sandbox, wanted);
    CHECK(pysub_sandbox_get(sandbox, T("x"), &back, NULL) == PYSUB_OK);
    CHECK(pysub_value_equal(value, back));
  }
  pysub_value_free(back);
  pysub_value_free(value);
  CHECK(pysub_sandbox_free(sandbox) == PYSUB_OK);
}

#define SHOWN "(type(x).__name__, repr(x))"

CASE(Values_Scalars) {
  crosses(pysub_value_none(), SHOWN, "('NoneType', 'None')");
  crosses(pysub_value_bool(7), SHOWN, "('bool', 'True')");
  crosses(pysub_value_int(INT64_MIN), SHOWN, "('int', '-9223372036854775808')");
  crosses(pysub_value_uint(UINT64_MAX), SHOWN, "('int', '18446744073709551615')");
  crosses(pysub_value_big_int(T("-0x10000000000000000")), SHOWN,
          "('int', '-18446744073709551616')");
  crosses(pysub_value_float(-0.5), SHOWN, "('float', '-0.5')");
  crosses(pysub_value_complex(1, -2), SHOWN, "('complex', '(1-2j)')");
  crosses(pysub_value_ellipsis(), SHOWN, "('ellipsis', 'Ellipsis')");
  crosses(pysub_value_not_implemented(), SHOWN, "('NotImplementedType', 'NotImplemented')");
  crosses(pysub_value_str("a\0b", 3), SHOWN, "('str', \"'a\\\\x00b'\")");
  crosses(pysub_value_bytes("\xff\0", 2), SHOWN, "('bytes', \"b'\\\\xff\\\\x00'\")");
  crosses(pysub_value_bytearray(T("ab")), SHOWN, "('bytearray', \"bytearray(b'ab')\")");
  crosses(pysub_value_type(T("int")), "x('5')", "5");
}

CASE(Values_Containers) {
  pysub_value* items[3];
  pysub_value* keys[3];
  pysub_text fields[3];
  const pysub_value* const* lent = (const pysub_value* const*)items;
  int i;
  for (i = 0; i < 3; ++i) items[i] = pysub_value_int(i + 1);
  keys[0] = pysub_value_str(T("a"));
  keys[1] = pysub_value_tuple(lent, 2);
  keys[2] = pysub_value_none();
  fields[0] = text_of("x");
  fields[1] = text_of("y");
  fields[2] = text_of("z");
  crosses(pysub_value_list(lent, 3), SHOWN, "('list', '[1, 2, 3]')");
  crosses(pysub_value_list(NULL, 0), SHOWN, "('list', '[]')");
  crosses(pysub_value_tuple(lent, 3), SHOWN, "('tuple', '(1, 2, 3)')");
  crosses(pysub_value_set(lent, 3), SHOWN, "('set', '{1, 2, 3}')");
  crosses(pysub_value_frozenset(lent, 2), SHOWN, "('frozenset', 'frozenset({1, 2})')");
  crosses(pysub_value_deque(lent, 3, -1), SHOWN, "('deque', 'deque([1, 2, 3])')");
  crosses(pysub_value_deque(lent, 3, 3), SHOWN, "('deque', 'deque([1, 2, 3], maxlen=3)')");
  crosses(pysub_value_dict((const pysub_value* const*)keys, lent, 3, NULL, 0), SHOWN,
          "('dict', \"{'a': 1, (1, 2): 2, None: 3}\")");
  crosses(pysub_value_dict((const pysub_value* const*)keys, lent, 1, T("Counter")), "x['none']",
          "0");
  crosses(pysub_value_dict((const pysub_value* const*)keys, lent, 1, T("OrderedDict")), SHOWN,
          "('OrderedDict', \"OrderedDict({'a': 1})\")");
  crosses(pysub_value_namedtuple(T("Point"), fields, lent, 3), "(repr(x), x.y)",
          "('Point(x=1, y=2, z=3)', 2)");
  crosses(pysub_value_range(items[0], items[2], NULL), SHOWN, "('range', 'range(1, 3)')");
  crosses(pysub_value_slice(items[0], items[2], NULL), "[5, 6, 7, 8][x]", "[6, 7]");
  crosses(pysub_value_exception(T("ValueError"), lent, 2), SHOWN,
          "('ValueError', 'ValueError(1, 2)')");
  crosses(pysub_value_typed(T("types.SimpleNamespace"), fields, lent, 2), "x.x + x.y", "3");
  for (i = 0; i < 3; ++i) {
    pysub_value_free(items[i]);
    pysub_value_free(keys[i]);
  }
}

CASE(Values_OfTheLibrary) {
  pysub_value* date[3];
  int64_t microseconds = 0;
  pysub_value* time = pysub_value_datetime(1764150000000000);
  pysub_value* duration = pysub_value_timedelta(-1500000);
  int i;
  CHECK(pysub_value_as_datetime(time, &microseconds) && microseconds == 1764150000000000);
  CHECK(pysub_value_as_timedelta(duration, &microseconds) && microseconds == -1500000);
  crosses(time, "x.isoformat()", "'2025-11-26T09:40:00+00:00'");
  crosses(duration, "x.total_seconds()", "-1.5");
  crosses_after("import decimal", pysub_value_parse_typed(T("decimal.Decimal"), T("19.99")),
                "str(x + 1)", "'20.99'");
  crosses(pysub_value_parse_typed(T("fractions.Fraction"), T("1/3")), "str(x * 2)", "'2/3'");
  crosses_after("import pathlib", pysub_value_parse_typed(T("pathlib.PosixPath"), T("/a/b")),
                "x.name", "'b'");
  date[0] = pysub_value_int(2026);
  date[1] = pysub_value_int(2);
  date[2] = pysub_value_int(28);
  crosses(pysub_value_typed(T("datetime.date"), NULL, (const pysub_value* const*)date, 3), "str(x)",
          "'2026-02-28'");
  for (i = 0; i < 3; ++i) pysub_value_free(date[i]);
  CHECK(pysub_value_datetime(INT64_MAX) == NULL);
  CHECK(pysub_value_parse_typed(T("decimal.Decimal"), T("nineteen")) == NULL);
  CHECK(pysub_value_typed(T("no.Such"), NULL, NULL, 0) == NULL);
}

CASE(Values_TakenOut) {
  pysub_sandbox* sandbox = sandbox_of(
      "import collections\nP = collections.namedtuple('P', 'a b')\n"
      "{'n': 1, 'f': 2.5, 'p': P(3, 'x\\0y'), 'e': OSError(2, 'no'), 'o': object(),"
      " 'g': print, 'c': 1j, 'big': 1 << 70, 't': True, 'v': ValueError('bad')}",
      NULL);
  const pysub_value* dict = pysub_stop_value(run_to(sandbox, PYSUB_FINISHED));
  const pysub_value* pair = pysub_value_find(dict, T("p"));
  const pysub_value* raised = pysub_value_find(dict, T("e"));
  int64_t number = 0;
  double real = 0, imaginary = 0;
  int flag = 0;
  size_t size = 0;
  CHECK(pysub_value_kind(dict) == PYSUB_DICT && pysub_value_count(dict) == 20);
  CHECK_TEXT(pysub_value_text(pysub_value_item(dict, 0), &size), "n");
  CHECK(size == 1 && pysub_value_item(dict, 20) == NULL);
  CHECK(pysub_value_as_int(pysub_value_find(dict, T("n")), &number) && number == 1);
  CHECK(pysub_value_as_float(pysub_value_find(dict, T("n")), &real) && real == 1);
  CHECK(!pysub_value_as_int(pysub_value_find(dict, T("f")), &number));
  CHECK(pysub_value_as_bool(pysub_value_find(dict, T("t")), &flag) && flag == 1);
  CHECK(pysub_value_as_complex(pysub_value_find(dict, T("c")), &real, &imaginary) &&
        imaginary == 1);
  CHECK(!pysub_value_as_int(pysub_value_find(dict, T("big")), &number));
  CHECK_TEXT(pysub_value_text(pysub_value_find(dict, T("big")), NULL), "0x400000000000000000");
  CHECK(pysub_value_kind(pair) == PYSUB_NAMEDTUPLE);
  CHECK_TEXT(pysub_value_name(pair, NULL), "P");
  CHECK_TEXT(pysub_value_field(pair, 1, NULL), "b");
  CHECK_TEXT(pysub_value_field(pair, 2, &size), "");
  CHECK_TEXT(pysub_value_text(pysub_value_item(pair, 1), &size), "x");
  CHECK(size == 3);
  CHECK(pysub_value_kind(raised) == PYSUB_EXCEPTION);
  CHECK_TEXT(pysub_value_name(raised, NULL), "FileNotFoundError");
  CHECK_TEXT(pysub_value_text(raised, NULL), "");
  CHECK_TEXT(pysub_value_text(pysub_value_find(dict, T("v")), NULL), "bad");
  CHECK(pysub_value_kind(pysub_value_find(dict, T("o"))) == PYSUB_OBJECT);
  CHECK(pysub_value_kind(pysub_value_find(dict, T("g"))) == PYSUB_FUNCTION);
  CHECK(pysub_value_find(dict, T("none")) == NULL && pysub_value_find(pair, T("a")) == NULL);
  CHECK(pysub_value_kind(NULL) == PYSUB_NO_VALUE);
  pysub_sandbox_free(sandbox);
}

// What was lent is kept by a copy, also when its owner has gone; a container that has itself ends
// in a PYSUB_CYCLE, which cannot go in.
CASE(Values_CopiesAndCycles) {
  pysub_sandbox* sandbox = sandbox_of("x = [1]\nx.append(x)\nx", NULL);
  pysub_value* list = pysub_value_copy(pysub_stop_value(run_to(sandbox, PYSUB_FINISHED)));
  pysub_error* error = NULL;
  CHECK(pysub_value_kind(pysub_value_item(list, 1)) == PYSUB_CYCLE);
  CHECK_FAILS(pysub_sandbox_set(sandbox, T("y"), list, &error), PYSUB_INVALID_ARGUMENT, "");
  pysub_sandbox_free(sandbox);
  CHECK(pysub_value_count(list) == 2);
  pysub_value_free(list);
}

CASE(Values_Json) {
  pysub_value* value = NULL;
  pysub_value* again = NULL;
  pysub_buffer* text;
  pysub_error* error = NULL;
  CHECK(pysub_value_from_json(T("{\"a\": [1, 2.5, null, \"\\u00e4\"], \"b\": {\"$set\": [1]}}"),
                              &value, NULL) == PYSUB_OK);
  check_repr(value, "{'a': [1, 2.5, None, 'ä'], 'b': {1}}");
  text = pysub_value_to_json(value, PYSUB_JSON_EXACT, 0);
  CHECK(pysub_value_from_json(T(pysub_buffer_data(text, NULL)), &again, NULL) == PYSUB_OK);
  CHECK(pysub_value_equal(value, again));
  pysub_buffer_free(text);
  text = pysub_value_to_json(value, PYSUB_JSON_PLAIN, 16);
  CHECK(strstr(pysub_buffer_data(text, NULL), "$truncated") != NULL);
  pysub_buffer_free(text);
  CHECK(pysub_value_to_json(value, 7, 0) == NULL);
  pysub_value_free(value);
  pysub_value_free(again);
  CHECK_FAILS(pysub_value_from_json(T("{\"a\": }"), &value, &error), PYSUB_INVALID_ARGUMENT,
              "byte");
  CHECK(value == NULL);
}

CASE(Values_HostFunctions) {
  pysub_value* function = pysub_value_host_function(T("f(a, b=1)"), T("Does f."));
  pysub_value* cycle = pysub_value_cycle();
  CHECK(pysub_value_kind(function) == PYSUB_HOST_FUNCTION &&
        pysub_value_kind(cycle) == PYSUB_CYCLE);
  CHECK_TEXT(pysub_value_name(function, NULL), "f");
  CHECK_TEXT(pysub_value_signature(function, NULL), "f(a, b=1)");
  CHECK_TEXT(pysub_value_text(function, NULL), "Does f.");
  CHECK_TEXT(pysub_value_field(function, 0, NULL), "");
  CHECK_TEXT(pysub_value_signature(cycle, NULL), "");
  pysub_value_free(function);
  pysub_value_free(cycle);
}

// What cannot be made is NULL, and so is what it would be a part of.
CASE(Values_NoSuch) {
  const pysub_value* items[2];
  pysub_value* one = pysub_value_int(1);
  pysub_value* function = pysub_value_host_function(T("f()"), NULL, 0);
  pysub_text field;
  field.data = NULL;
  field.size = 3;
  items[0] = one;
  items[1] = NULL;
  CHECK(pysub_value_list(items, 2) == NULL && pysub_value_tuple(items, 2) == NULL);
  CHECK(pysub_value_dict(items, items, 2, NULL, 0) == NULL);
  CHECK(pysub_value_dict(items, items, 1, T("ChainMap")) == NULL);
  CHECK(pysub_value_list(items, (size_t)1 << 62) == NULL);
  CHECK(pysub_value_list(NULL, 1) == NULL);
  CHECK(pysub_value_namedtuple(T("P"), &field, items, 1) == NULL);
  CHECK(pysub_value_str("x", (size_t)-2) == NULL && pysub_value_str(NULL, 1) == NULL);
  CHECK(pysub_value_big_int(T("12x")) == NULL && pysub_value_big_int(T("")) == NULL);
  CHECK(pysub_value_range(one, NULL, one) == NULL);
  pysub_value_free(one);
  pysub_value_free(function);
}
