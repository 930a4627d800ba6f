#ifndef PYSUB_H_
#define PYSUB_H_

// pysub for C (C99 and later), and for whatever calls C: Python that you do not trust, run inside
// of your own program. docs/c-api.md (of packages: in /usr/share/doc/libpysub-dev) is the guide.
//
//   pysub_program *program = NULL;
//   pysub_sandbox *sandbox = NULL;
//   const pysub_stop *stop = NULL;
//   pysub_program_compile("6 * 7", PYSUB_TERMINATED, NULL, &program, NULL);
//   pysub_sandbox_create(program, NULL, &sandbox, NULL);
//   if (pysub_sandbox_run(sandbox, PYSUB_UNLIMITED, &stop, NULL) == PYSUB_FINISHED) {
//     int64_t answer = 0;
//     pysub_value_as_int(pysub_stop_value(stop), &answer);  // 42
//   }
//   pysub_sandbox_free(sandbox);
//   pysub_program_free(program);
//
// What holds for all functions:
//
// Handles. `pysub_sandbox` and its like are opaque. What a function gives as a pointer to a type
//   without const is the caller's, who gives it to the type's _free() once. What it gives as a
//   pointer to const belongs to what it was taken from and lives as long as the function says. No
//   function keeps a pointer that it was given, but for callbacks with their context: text, bytes,
//   values and option structs are copied.
// Null. A handle that is NULL is an error (PYSUB_INVALID_ARGUMENT), and never a crash; every
//   _free() takes NULL and does nothing. Results (`result`, `stop` ...) may not be NULL, `error`
//   always may be. When a function fails, what it gives by pointer is NULL or 0.
// Text is UTF-8 as pointer and size in bytes; NULs in it count as any byte. The size
//   PYSUB_TERMINATED stands for text that ends at its first NUL. Behind text that comes out stands
//   a NUL that its size does not count (but not behind what on_output and on_audit get). Bytes are
//   the same without UTF-8.
// Errors. What can fail gives a pysub_status and, where `error` is not NULL, an object that says
//   more in *error (NULL when all went well), which is the caller's to free. What a Python program
//   does is no error but a stop. Nothing is thrown, and no callback may throw or longjmp through
//   pysub. Memory that is used up ends the process, as it does in C++ without exceptions.
// Structs of options and results begin with `struct_size`; make them with their _INIT macro. A
//   field of 0 (NULL) has its default. A program that was compiled with an older header goes on
//   working; one that sets fields which an older library does not know gets PYSUB_UNIMPLEMENTED.
// Threads. One handle is one thread's at a time, whichever it is; different handles may be used at
//   once, and so may values and programs, which never change ("Threads: any"). A sandbox, replay,
//   shell, host or file system that is used while another call of it is under way, from a callback
//   or another thread, answers PYSUB_IN_USE. What a sandbox does with its file system does not
//   count as a use of that: keep both in one thread.
// Cost is constant where nothing is said.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PYSUB_C_API __attribute__((visibility("default")))

// ---- Versions

// The number of this binary interface, also in the library's name (libpysub.so.1). It changes only
// when something is taken away or means something else.
#define PYSUB_ABI_VERSION 1

// PYSUB_ABI_VERSION of the library that is linked. A program that finds another number than its
// own macro has got the wrong library and calls nothing else.
// Errors: none. Threads: any. Cost: constant.
PYSUB_C_API int pysub_abi_version(void);

// The release of the library that is linked, as "1.2.3"; lives forever.
// Errors: none. Threads: any. Cost: constant.
PYSUB_C_API const char* pysub_version(void);

// ---- Errors

// What a function came to. Those below 100 are those of absl::StatusCode.
typedef int32_t pysub_status;
enum {
  PYSUB_OK = 0,
  PYSUB_INVALID_ARGUMENT = 3,     // something that was given is not what it has to be
  PYSUB_NOT_FOUND = 5,            // nothing has this name or id
  PYSUB_ALREADY_EXISTS = 6,       // something has this name already
  PYSUB_PERMISSION_DENIED = 7,    // a seal that is missing or wrong
  PYSUB_RESOURCE_EXHAUSTED = 8,   // it does not fit into a limit
  PYSUB_FAILED_PRECONDITION = 9,  // not now: in this state it cannot be done
  PYSUB_ABORTED = 10,             // a replay did something else than was recorded
  PYSUB_OUT_OF_RANGE = 11,        // there is no more
  PYSUB_UNIMPLEMENTED = 12,       // this library does not know what is asked for
  PYSUB_INTERNAL = 13,            // a mistake of pysub's
  PYSUB_UNAVAILABLE = 14,         // something that is needed is not there
  PYSUB_DATA_LOSS = 15,           // bytes are damaged or another build's
  PYSUB_FILE_ERROR = 100,         // of files: pysub_error_number() says which
  PYSUB_IN_USE = 101              // another call of the same handle is under way
};

// Why a function failed.
typedef struct pysub_error pysub_error;

// The status of an error; PYSUB_OK for NULL.
// Owns: nothing. Errors: none. Threads: any. Cost: constant.
PYSUB_C_API pysub_status pysub_error_status(const pysub_error* error);

// One line in English for a log, for people and not for programs; "" for NULL. `size` may be NULL.
// Owns: the error; it lives as long. Errors: none. Threads: any. Cost: constant.
PYSUB_C_API const char* pysub_error_message(const pysub_error* error, size_t* size);

// Of a PYSUB_FILE_ERROR, and where a directory cannot be mounted in a shell, the number that Linux
// has for it (ENOENT 2, EACCES 13 ...), else 0.
// Owns: nothing. Errors: none. Threads: any. Cost: constant.
PYSUB_C_API int pysub_error_number(const pysub_error* error);

// Ends an error's life. Errors: none. Threads: any. Cost: constant.
PYSUB_C_API void pysub_error_free(pysub_error* error);

// The name of a status, "INVALID_ARGUMENT"; "UNKNOWN" for what is none. Lives forever.
// Errors: none. Threads: any. Cost: constant.
PYSUB_C_API const char* pysub_status_name(pysub_status status);

// ---- Text and bytes

// As the size of a text: it ends at its first NUL.
#define PYSUB_TERMINATED ((size_t)-1)
// As a limit or as fuel: there is none.
#define PYSUB_UNLIMITED UINT64_MAX

// A text or bytes in a list, as everywhere else.
typedef struct pysub_text {
  const char* data;
  size_t size;
} pysub_text;

// A name and what it stands for: a variable of an environment.
typedef struct pysub_variable {
  pysub_text name;
  pysub_text value;
} pysub_variable;

// Bytes that a function made: a snapshot, what a program printed.
typedef struct pysub_buffer pysub_buffer;

// The bytes, and behind them a NUL; NULL for NULL. `size` may be NULL.
// Owns: the buffer; they live as long. Errors: none. Threads: any. Cost: constant.
PYSUB_C_API const char* pysub_buffer_data(const pysub_buffer* buffer, size_t* size);

// Ends a buffer's life. Errors: none. Threads: any. Cost: constant.
PYSUB_C_API void pysub_buffer_free(pysub_buffer* buffer);

// ---- Values

// A Python value outside of a sandbox. It never changes; copies share it, in all threads.
typedef struct pysub_value pysub_value;

// What a value is, and what pysub_value_text(), _name() and _item() of it are.
typedef int32_t pysub_kind;
enum {
  PYSUB_NO_VALUE = -1,  // what pysub_value_kind(NULL) gives
  PYSUB_NONE = 0,
  PYSUB_BOOL = 1,
  PYSUB_INT = 2,      // of 64 bits
  PYSUB_BIG_INT = 3,  // a larger one; text: hexadecimal digits, "0x..." or "-0x..."
  PYSUB_FLOAT = 4,
  PYSUB_COMPLEX = 5,
  PYSUB_STR = 6,             // text: UTF-8, lone surrogates as three bytes each
  PYSUB_BYTES = 7,           // text: the bytes
  PYSUB_BYTEARRAY = 8,       // text: the bytes
  PYSUB_LIST = 9,            // items
  PYSUB_TUPLE = 10,          // items
  PYSUB_NAMEDTUPLE = 11,     // name: of the type; items, and their names as fields
  PYSUB_DICT = 12,           // items: key, value, key, value ...; name: "dict", "Counter",
                             // "OrderedDict", "defaultdict"
  PYSUB_SET = 13,            // items
  PYSUB_FROZENSET = 14,      // items
  PYSUB_DEQUE = 15,          // items: maxlen or None, then the items
  PYSUB_RANGE = 16,          // items: start, stop, step
  PYSUB_SLICE = 17,          // items: start, stop, step
  PYSUB_TYPE = 18,           // name: "int", "collections.Counter"
  PYSUB_EXCEPTION = 19,      // name: of the type; items: args; text: the only one if that is a str
  PYSUB_FUNCTION = 20,       // name; pysub_sandbox_call() calls it
  PYSUB_HOST_FUNCTION = 21,  // name; text: its docstring
  PYSUB_OBJECT = 22,         // anything else: name: of its type; text: its repr, cut
  PYSUB_TYPED = 23,          // of the standard library (datetime.date, decimal.Decimal ...): name:
                             // of its type; items and fields as pysub::HostValue::Kind says; text:
                             // str() of it, "" where that would be long
  PYSUB_ELLIPSIS = 24,
  PYSUB_NOT_IMPLEMENTED = 25,
  PYSUB_CYCLE = 26  // where a container would begin again that this value is a part of
};

// Makes None, bools, numbers, `...`, NotImplemented. pysub_value_cycle() is what comes out where a
// value contains itself; it cannot go in.
// Owns: the caller. Errors: none. Threads: any. Cost: constant.
PYSUB_C_API pysub_value* pysub_value_none(void);
PYSUB_C_API pysub_value* pysub_value_bool(int value);
PYSUB_C_API pysub_value* pysub_value_int(int64_t value);
PYSUB_C_API pysub_value* pysub_value_uint(uint64_t value);
PYSUB_C_API pysub_value* pysub_value_float(double value);
PYSUB_C_API pysub_value* pysub_value_complex(double real, double imaginary);
PYSUB_C_API pysub_value* pysub_value_ellipsis(void);
PYSUB_C_API pysub_value* pysub_value_not_implemented(void);
PYSUB_C_API pysub_value* pysub_value_cycle(void);

// Makes an int of any size, of "-123" or of hexadecimal digits behind "0x" or "-0x".
// Owns: the caller. Errors: NULL: the text is no int. Threads: any. Cost: linear in hexadecimal
// digits, quadratic in decimal ones.
PYSUB_C_API pysub_value* pysub_value_big_int(const char* digits, size_t size);

// Makes a str, bytes or a bytearray. A str that is not UTF-8 can be made and is refused by the
// sandbox that it is given to.
// Owns: the caller; the text is copied. Errors: NULL: `text` is NULL with a size above 0, or the
// size is more than half of the address space. Threads: any. Cost: linear.
PYSUB_C_API pysub_value* pysub_value_str(const char* text, size_t size);
PYSUB_C_API pysub_value* pysub_value_bytes(const char* bytes, size_t size);
PYSUB_C_API pysub_value* pysub_value_bytearray(const char* bytes, size_t size);

// Makes a container of `count` values, which stay the caller's and are shared by it. A set keeps
// this order. `maxlen` of a deque below 0: it has none.
// Owns: the caller. Errors: NULL: one of the items is NULL (as what another constructor refused
// is), or `count` is more than there can be; a deque also: an item is a function or an object of a
// sandbox, or nested 1,000 deep. Threads: any. Cost: linear in `count`; of a deque in all that is
// in it.
PYSUB_C_API pysub_value* pysub_value_list(const pysub_value* const* items, size_t count);
PYSUB_C_API pysub_value* pysub_value_tuple(const pysub_value* const* items, size_t count);
PYSUB_C_API pysub_value* pysub_value_set(const pysub_value* const* items, size_t count);
PYSUB_C_API pysub_value* pysub_value_frozenset(const pysub_value* const* items, size_t count);
PYSUB_C_API pysub_value* pysub_value_deque(const pysub_value* const* items, size_t count,
                                           int64_t maxlen);

// Makes a dict of `count` keys and as many values, in this order; of equal keys the last counts.
// `type` NULL: "dict"; or "Counter", "OrderedDict", "defaultdict".
// Owns: the caller. Errors: NULL: as for lists, or another type. Threads: any. Cost: linear.
PYSUB_C_API pysub_value* pysub_value_dict(const pysub_value* const* keys,
                                          const pysub_value* const* values, size_t count,
                                          const char* type, size_t type_size);

// Makes a named tuple: the name of its type, and of each item the name and the value.
// Owns: the caller. Errors: NULL: as for lists and texts. Threads: any. Cost: linear.
PYSUB_C_API pysub_value* pysub_value_namedtuple(const char* name, size_t name_size,
                                                const pysub_text* fields,
                                                const pysub_value* const* items, size_t count);

// Makes a range of ints or a slice of anything. `step` NULL: 1, and None of a slice.
// Owns: the caller. Errors: NULL: `start` or `stop` is NULL. Threads: any. Cost: constant.
PYSUB_C_API pysub_value* pysub_value_range(const pysub_value* start, const pysub_value* stop,
                                           const pysub_value* step);
PYSUB_C_API pysub_value* pysub_value_slice(const pysub_value* start, const pysub_value* stop,
                                           const pysub_value* step);

// Makes a type by its name: "int", "collections.Counter". A sandbox refuses one that is none.
// Owns: the caller. Errors: NULL: as for texts. Threads: any. Cost: linear in the name.
PYSUB_C_API pysub_value* pysub_value_type(const char* name, size_t size);

// Makes an exception: a value, or what pysub_sandbox_raise_value() and its like raise. Its type
// ("ValueError", "json.JSONDecodeError") and its args.
// Owns: the caller. Errors: NULL: as for lists and texts. Threads: any. Cost: linear.
PYSUB_C_API pysub_value* pysub_value_exception(const char* type, size_t type_size,
                                               const pysub_value* const* args, size_t count);

// Makes an OSError of one of Linux's error numbers, with its text: FileNotFoundError of 2. The
// answer to a call for files that went wrong.
// Owns: the caller. Errors: none. Threads: any. Cost: constant.
PYSUB_C_API pysub_value* pysub_value_os_error(int number);

// Makes a value of the standard library by the name of its type and its items, as
// pysub::HostValue::Kind lists them: ("datetime.date", year, month, day). `fields` are the names of
// a types.SimpleNamespace's items, else NULL.
// Owns: the caller. Errors: NULL: there is no such value. Threads: any. Cost: linear.
PYSUB_C_API pysub_value* pysub_value_typed(const char* type, size_t type_size,
                                           const pysub_text* fields,
                                           const pysub_value* const* items, size_t count);

// The same by its text: ("datetime.datetime", "2026-11-23T09:30:00+01:00"), ("decimal.Decimal",
// "19.99"), also a date, time, Fraction ("1/3"), path or UUID. A Decimal and a path go only into a
// program that has imported their modules; a UUID into none.
// Owns: the caller. Errors: NULL: the text is none of that type. Threads: any. Cost: linear.
PYSUB_C_API pysub_value* pysub_value_parse_typed(const char* type, size_t type_size,
                                                 const char* text, size_t size);

// Makes a datetime.datetime in UTC of microseconds since 1970; a datetime.timedelta.
// Owns: the caller. Errors: NULL: before the year 1 or after 9999. Threads: any. Cost: constant.
PYSUB_C_API pysub_value* pysub_value_datetime(int64_t microseconds);
PYSUB_C_API pysub_value* pysub_value_timedelta(int64_t microseconds);

// Makes a function whose body is yours: an input of a sandbox; calling it stops the program with
// PYSUB_FUNCTION_CALL. "search" takes whatever it is called with; "search(query, /, limit=10)"
// raises a def's TypeErrors by itself, and its call has all parameters. `doc` may be NULL.
// (pysub_host_function() has functions that answer by themselves.)
// Owns: the caller. Errors: NULL: as for texts; a sandbox refuses a signature that is none.
// Threads: any. Cost: linear.
PYSUB_C_API pysub_value* pysub_value_host_function(const char* signature, size_t signature_size,
                                                   const char* doc, size_t doc_size);

// A second handle of the same value, to keep what was lent; ends the life of one.
// Owns: the caller. Errors: NULL of NULL. Threads: any. Cost: constant; the last handle of a value
// is linear in it, however deep it is.
PYSUB_C_API pysub_value* pysub_value_copy(const pysub_value* value);
PYSUB_C_API void pysub_value_free(pysub_value* value);

// What a value is; PYSUB_NO_VALUE of NULL.
// Errors: none. Threads: any. Cost: constant.
PYSUB_C_API pysub_kind pysub_value_kind(const pysub_value* value);

// Take a value out: 1, and *result is set, or 0 where it is something else. An int also of a bool,
// a float also of an int of 64 bits, as in Python; microseconds since 1970 of a datetime.datetime
// (one without a zone counts as UTC) and of a datetime.timedelta below about 292,000 years.
// Errors: 0 of NULL. Threads: any. Cost: constant.
PYSUB_C_API int pysub_value_as_bool(const pysub_value* value, int* result);
PYSUB_C_API int pysub_value_as_int(const pysub_value* value, int64_t* result);
PYSUB_C_API int pysub_value_as_float(const pysub_value* value, double* result);
PYSUB_C_API int pysub_value_as_complex(const pysub_value* value, double* real, double* imaginary);
PYSUB_C_API int pysub_value_as_datetime(const pysub_value* value, int64_t* microseconds);
PYSUB_C_API int pysub_value_as_timedelta(const pysub_value* value, int64_t* microseconds);

// The text or the name that pysub_kind says, and a host function's signature as it was given; ""
// where there is none. `size` may be NULL.
// Owns: the value; it lives as long. Errors: "" of NULL. Threads: any. Cost: constant.
PYSUB_C_API const char* pysub_value_text(const pysub_value* value, size_t* size);
PYSUB_C_API const char* pysub_value_name(const pysub_value* value, size_t* size);
PYSUB_C_API const char* pysub_value_signature(const pysub_value* value, size_t* size);

// How many items a value has, and the one at `index`. A dict's are key, value, key, value ...
// Owns: the value; an item lives as long (pysub_value_copy() keeps it). Errors: 0 and NULL where
// there is none. Threads: any. Cost: constant.
PYSUB_C_API size_t pysub_value_count(const pysub_value* value);
PYSUB_C_API const pysub_value* pysub_value_item(const pysub_value* value, size_t index);

// The names of the items of a named tuple and of a types.SimpleNamespace; "" where there is none.
// Owns: the value; it lives as long. Errors: "" of NULL. Threads: any. Cost: constant.
PYSUB_C_API const char* pysub_value_field(const pysub_value* value, size_t index, size_t* size);

// What a dict has for a key that is a str.
// Owns: the dict; it lives as long. Errors: NULL: it has none, or is no dict. Threads: any.
// Cost: linear in the dict.
PYSUB_C_API const pysub_value* pysub_value_find(const pysub_value* dict, const char* key,
                                                size_t size);

// Whether two values are of equal kinds and parts: 1 is not True, NaN is NaN, sets and dicts in
// the same order.
// Errors: NULL equals NULL alone. Threads: any. Cost: linear.
PYSUB_C_API int pysub_value_equal(const pysub_value* a, const pysub_value* b);

// As Python would print it; "..." where more than a MiB or 1,000 levels would come.
// Owns: the caller. Errors: NULL of NULL. Threads: any. Cost: linear.
PYSUB_C_API pysub_buffer* pysub_value_repr(const pysub_value* value);

// Forms of pysub_value_to_json().
typedef int32_t pysub_json_form;
enum {
  PYSUB_JSON_PLAIN = 0,  // for others to read: tuples are arrays ...
  PYSUB_JSON_EXACT = 1   // pysub_value_from_json() makes an equal value of it, but for handles
};

// A JSON text of any value; what JSON lacks is an object with a key that begins with '$'
// (pysub::HostValue::ToJson() and ToExactJson() say how). At most about `max_bytes` (0: a MiB),
// with {"$truncated": true} where more would come.
// Owns: the caller. Errors: NULL of NULL, and of another form. Threads: any. Cost: linear.
PYSUB_C_API pysub_buffer* pysub_value_to_json(const pysub_value* value, pysub_json_form form,
                                              size_t max_bytes);

// The value of a JSON text, which may be anybody's: RFC 8259 strictly, no key twice; a '$' key
// only as pysub_value_to_json() writes it. At most 64 MiB of text, 256 MiB of value, 1,000 deep.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT: it is not that; the message names
// the byte; PYSUB_RESOURCE_EXHAUSTED: it is more. Threads: any. Cost: linear.
PYSUB_C_API pysub_status pysub_value_from_json(const char* text, size_t size, pysub_value** result,
                                               pysub_error** error);

// ---- Programs

// A program's text, compiled: once, for any number of sandboxes and threads. It never changes.
typedef struct pysub_program pysub_program;

// What pysub_stop_value() of an end is.
typedef int32_t pysub_result_of;
enum {
  PYSUB_RESULT_DEFAULT = 0,          // as PYSUB_RESULT_LAST_EXPRESSION
  PYSUB_RESULT_NOTHING = 1,          // None
  PYSUB_RESULT_LAST_EXPRESSION = 2,  // of the last statement if that is an expression, else None
  PYSUB_RESULT_LAST_NAME = 3         // the same; and of an assignment to a name, its value
};

// How a text is compiled.
typedef struct pysub_program_options {
  size_t struct_size;
  pysub_text file_name;    // only what tracebacks show; "<string>"
  pysub_result_of result;  // what the end's value is
  int32_t echo;            // not 0: the value of a last expression is printed, as at a prompt
  int32_t from_file;       // not 0: a script and not text given by hand
} pysub_program_options;
#define PYSUB_PROGRAM_OPTIONS_INIT \
  { .struct_size = sizeof(pysub_program_options) }

// Compiles `source`, which is copied; nothing is run. A text with mistakes is no failure: it can be
// run and raises SyntaxError, and pysub_program_mistake() tells them. No limit of a sandbox holds
// here: bound the size of what strangers send. `options` may be NULL.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT. Threads: any. Cost: linear, some
// 20 µs a kilobyte.
PYSUB_C_API pysub_status pysub_program_compile(const char* source, size_t size,
                                               const pysub_program_options* options,
                                               pysub_program** result, pysub_error** error);

// Ends a handle of a program; sandboxes that run it keep its code.
// Errors: none. Threads: any. Cost: constant; linear in the code with the last one.
PYSUB_C_API void pysub_program_free(pysub_program* program);

// One mistake in a text, as CPython would report it.
typedef struct pysub_mistake {
  size_t struct_size;
  pysub_text type;     // "SyntaxError", "IndentationError" ...
  pysub_text message;  // "invalid syntax"
  pysub_text text;     // what CPython prints, with source line and carets
  uint32_t line;       // from 1; 0: not known, and so are the others
  int32_t column;      // from 1, in characters
  uint32_t end_line;   // from 1, inclusive
  int32_t end_column;  // from 1, behind the last character
} pysub_mistake;
#define PYSUB_MISTAKE_INIT \
  { .struct_size = sizeof(pysub_mistake) }

// How many mistakes the text has (0: it compiles), and the one at `index`; the first is what
// CPython would report.
// Owns: the program has the texts; they live as long. Errors: 0 of NULL; PYSUB_OUT_OF_RANGE: there
// is none; PYSUB_INVALID_ARGUMENT. Threads: any. Cost: constant.
PYSUB_C_API size_t pysub_program_mistake_count(const pysub_program* program);
PYSUB_C_API pysub_status pysub_program_mistake(const pysub_program* program, size_t index,
                                               pysub_mistake* result, pysub_error** error);

// ---- Stops: why a program stands still

// Why pysub_sandbox_run() came back.
typedef int32_t pysub_stop_kind;
enum {
  PYSUB_ERROR = 0,     // nothing has run: *error says why
  PYSUB_FINISHED = 1,  // the program, what was fed last or what was called has ended: value
  PYSUB_RAISED = 2,    // by an exception that nobody caught, a SyntaxError too: value, message,
                       // traceback, frames, exit status
  PYSUB_FUNCTION_CALL = 3,  // a function of yours was called: call, id. To be answered
  PYSUB_NAME_LOOKUP = 4,    // a global name that is bound nowhere: name, id. To be answered
  PYSUB_OS_CALL = 5,      // something of the outside is asked for: name, fields, id. To be answered
  PYSUB_WAITING = 6,      // all tasks wait for calls that were answered later: pending, sleep
  PYSUB_OUT_OF_FUEL = 7,  // run again to go on
  PYSUB_LIMIT_REACHED = 8  // and it cannot go on: limit, message, traceback
};

// Which limit ended a run.
typedef int32_t pysub_limit;
enum {
  PYSUB_LIMIT_NONE = 0,
  PYSUB_LIMIT_MEMORY = 1,
  PYSUB_LIMIT_DURATION = 2,
  PYSUB_LIMIT_ALLOCATIONS = 3,
  PYSUB_LIMIT_STEPS = 4,
  PYSUB_LIMIT_OUTPUT = 5,
  PYSUB_LIMIT_CANCELLED = 6  // pysub_sandbox_cancel(), or is_cancelled
};

// Names a request of a program. It stays the same when the program is saved and goes on elsewhere.
typedef struct pysub_call_id {
  uint64_t session;   // pysub_sandbox_options.session_id
  uint64_t sequence;  // counts the session's requests from 1
} pysub_call_id;

// A call of a function of yours.
typedef struct pysub_call pysub_call;

// The id and the name of a call. `id` and `size` may be NULL.
// Owns: what has the call (a stop, or a callback while it runs); the name lives as long. Errors:
// 0 and "" of NULL. Threads: any. Cost: constant.
PYSUB_C_API pysub_call_id pysub_call_get_id(const pysub_call* call);
PYSUB_C_API const char* pysub_call_name(const pysub_call* call, size_t* size);

// What was passed by position. Of a function with a signature each parameter is there, with its
// default if nobody gave it, unless it goes by name only; behind them, what *args took.
// Owns: what has the call; values live as long. Errors: 0 and NULL where there is none.
// Threads: any. Cost: constant.
PYSUB_C_API size_t pysub_call_count(const pysub_call* call);
PYSUB_C_API const pysub_value* pysub_call_arg(const pysub_call* call, size_t index);

// What was passed by name, in that order: the value, and the name in *name with its size. `name`
// and `size` may be NULL.
// Owns: what has the call; both live as long. Errors: 0 and NULL where there is none.
// Threads: any. Cost: constant.
PYSUB_C_API size_t pysub_call_keyword_count(const pysub_call* call);
PYSUB_C_API const pysub_value* pysub_call_keyword(const pysub_call* call, size_t index,
                                                  const char** name, size_t* size);

// What a parameter got, by its name, however it was passed.
// Owns: what has the call; the value lives as long. Errors: NULL: there is none. Threads: any.
// Cost: linear in the number of parameters.
PYSUB_C_API const pysub_value* pysub_call_parameter(const pysub_call* call, const char* name,
                                                    size_t size);

// Why a program stands still. It is plain data: a copy outlives its sandbox.
typedef struct pysub_stop pysub_stop;

// A copy to keep, for any thread; ends its life. (Stops that were lent are not freed.)
// Owns: the caller. Errors: NULL of NULL. Threads: any. Cost: linear in its texts and arguments.
PYSUB_C_API pysub_stop* pysub_stop_copy(const pysub_stop* stop);
PYSUB_C_API void pysub_stop_free(pysub_stop* stop);

// Which of them it is; PYSUB_ERROR of NULL.
// Errors: none. Threads: any. Cost: constant.
PYSUB_C_API pysub_stop_kind pysub_stop_get_kind(const pysub_stop* stop);

// Of PYSUB_FINISHED what the program came to, of PYSUB_RAISED the exception.
// Owns: the stop; it lives as long. Errors: NULL of others. Threads: any. Cost: constant.
PYSUB_C_API const pysub_value* pysub_stop_value(const pysub_stop* stop);

// Of PYSUB_RAISED str(e), of PYSUB_LIMIT_REACHED which limit, of PYSUB_FINISHED why the value did
// not cross ("": it did, else the value is a PYSUB_OBJECT). The traceback: as CPython prints it.
// Owns: the stop; they live as long. Errors: "" of others. Threads: any. Cost: constant.
PYSUB_C_API const char* pysub_stop_message(const pysub_stop* stop, size_t* size);
PYSUB_C_API const char* pysub_stop_traceback(const pysub_stop* stop, size_t* size);

// A line of a traceback.
typedef struct pysub_frame {
  size_t struct_size;
  pysub_text file_name;    // pysub_program_options.file_name, or that of a module
  pysub_text function;     // its name, "<module>", "<lambda>" ...
  pysub_text source_line;  // the whole line, without its newline
  uint32_t line;           // from 1
  uint32_t column;         // from 1, in bytes; 0: not known
  uint32_t end_line;       // from 1; 0: not known
  uint32_t end_column;     // from 1, behind the last byte; 0: not known
} pysub_frame;
#define PYSUB_FRAME_INIT \
  { .struct_size = sizeof(pysub_frame) }

// Of PYSUB_RAISED where the exception came from, outermost first.
// Owns: the stop has the texts; they live as long. Errors: 0 of others; PYSUB_OUT_OF_RANGE: there
// is none; PYSUB_INVALID_ARGUMENT. Threads: any. Cost: constant.
PYSUB_C_API size_t pysub_stop_frame_count(const pysub_stop* stop);
PYSUB_C_API pysub_status pysub_stop_frame(const pysub_stop* stop, size_t index, pysub_frame* result,
                                          pysub_error** error);

// Of PYSUB_RAISED by SystemExit: 1, and *result is the exit status that it asks for; else 0. The
// text: what CPython prints of a SystemExit that is no number.
// Owns: the stop; it lives as long. Errors: 0 and "" of others. Threads: any. Cost: constant.
PYSUB_C_API int pysub_stop_exit_status(const pysub_stop* stop, int* result);
PYSUB_C_API const char* pysub_stop_exit_message(const pysub_stop* stop, size_t* size);

// What is to be answered: its id, and of PYSUB_FUNCTION_CALL the call.
// Owns: the stop; it lives as long. Errors: 0 and NULL of others. Threads: any. Cost: constant.
PYSUB_C_API pysub_call_id pysub_stop_id(const pysub_stop* stop);
PYSUB_C_API const pysub_call* pysub_stop_call(const pysub_stop* stop);

// The name of the function that is called, of the global that is looked up, or of the OsCall:
// "ReadLine", "ReadFile" ...
// Owns: the stop; it lives as long. Errors: "" of others. Threads: any. Cost: constant.
PYSUB_C_API const char* pysub_stop_name(const pysub_stop* stop, size_t* size);

// Of PYSUB_OS_CALL what is asked for, by the names of the struct in <pysub/os_call.h>: "path",
// "offset", "size" of ReadFile. Numbers are ints, flags bools, texts str, contents bytes, what is
// not given None, the clock of Now 0 (wall), 1 (monotonic) or 2 (process). The table of
// docs/c-api.md has all, and what answers each.
// Owns: the stop; values and names live as long. Errors: 0 and NULL where there is none.
// Threads: any. Cost: constant.
PYSUB_C_API size_t pysub_stop_field_count(const pysub_stop* stop);
PYSUB_C_API const pysub_value* pysub_stop_field(const pysub_stop* stop, size_t index,
                                                const char** name, size_t* size);
PYSUB_C_API const pysub_value* pysub_stop_field_named(const pysub_stop* stop, const char* name,
                                                      size_t size);

// Of PYSUB_WAITING the ids that wait for an answer, in the order in which they were made; and 1
// with the nanoseconds until the program's next timer, or 0 where it has none. To run without an
// answer says that they have passed.
// Errors: 0 of others. Threads: any. Cost: constant.
PYSUB_C_API size_t pysub_stop_pending_count(const pysub_stop* stop);
PYSUB_C_API pysub_call_id pysub_stop_pending(const pysub_stop* stop, size_t index);
PYSUB_C_API int pysub_stop_sleep(const pysub_stop* stop, int64_t* nanoseconds);

// Of PYSUB_LIMIT_REACHED which limit, and whether the session is as it was before the feed and goes
// on (pysub_sandbox_options.after_limit).
// Errors: PYSUB_LIMIT_NONE and 0 of others. Threads: any. Cost: constant.
PYSUB_C_API pysub_limit pysub_stop_limit(const pysub_stop* stop);
PYSUB_C_API int pysub_stop_session_goes_on(const pysub_stop* stop);

// One line for a log, of some hundred bytes at most: "FunctionCall 3: search('x', limit=10)". What
// a program wrote cannot break the line.
// Owns: the caller. Errors: NULL of NULL. Threads: any. Cost: constant.
PYSUB_C_API pysub_buffer* pysub_stop_describe(const pysub_stop* stop);

// ---- Functions that answer by themselves

// Functions for programs, by their Python signatures. Sandboxes that have it in their options call
// them inside of pysub_sandbox_run(). One host serves any number of sandboxes in any threads; what
// it has is settled when the first sandbox has it.
typedef struct pysub_host pysub_host;

// Where a function puts its answer: None until it says something else. It lives while the function
// runs.
typedef struct pysub_reply pysub_reply;

// Answers one call later, from any thread and at any time, also when host and sandbox are gone.
typedef struct pysub_promise pysub_promise;

// Is called in the thread that runs the sandbox. `call` lives until it returns. It must not use
// the sandbox (but cancel and interrupt it): PYSUB_IN_USE.
typedef void (*pysub_function)(void* context, const pysub_call* call, pysub_reply* reply);

// The same for an answer that comes later: `promise` is the callee's, who frees it at last.
typedef void (*pysub_async_function)(void* context, const pysub_call* call, pysub_promise* promise);

// Ends the life of a context. In any thread; not from a signal.
typedef void (*pysub_destroy)(void* context);

// A host without functions; ends a handle of it. Sandboxes keep its functions; of a function that
// nobody has any more `destroy` is called.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT. Threads: one. Cost: constant.
PYSUB_C_API pysub_status pysub_host_create(pysub_host** result, pysub_error** error);
PYSUB_C_API void pysub_host_free(pysub_host* host);

// Adds a function: "search(query, /, limit=10)". Wrong calls are a def's TypeErrors, and never get
// here. `doc` may be NULL, `destroy` too. The second one's answer may come later: tasks of the
// program wait for it with await, side by side; outside of asyncio the program as a whole waits.
// Owns: the context is the host's, whatever it answers: `destroy` is called for it once, also when
// this fails. Errors: PYSUB_INVALID_ARGUMENT: the signature is none (it has parentheses and ASCII
// names); PYSUB_ALREADY_EXISTS: the name is there; PYSUB_FAILED_PRECONDITION: a sandbox has this
// host already. Threads: one. Cost: linear in the text.
PYSUB_C_API pysub_status pysub_host_function(pysub_host* host, const char* signature,
                                             size_t signature_size, const char* doc,
                                             size_t doc_size, pysub_function function,
                                             void* context, pysub_destroy destroy,
                                             pysub_error** error);
PYSUB_C_API pysub_status pysub_host_async_function(pysub_host* host, const char* signature,
                                                   size_t signature_size, const char* doc,
                                                   size_t doc_size, pysub_async_function function,
                                                   void* context, pysub_destroy destroy,
                                                   pysub_error** error);

// The answer of a function: a value; an exception, by type and message or as a value made by
// pysub_value_exception() or pysub_value_os_error(); a promise to give it to
// pysub_sandbox_answer() later; the word that there is no such function (NameError). The last one
// counts.
// Owns: nothing; what is given is copied. Errors: PYSUB_INVALID_ARGUMENT; the answer stays what it
// was. Threads: the function's. Cost: linear in texts.
PYSUB_C_API pysub_status pysub_reply_value(pysub_reply* reply, const pysub_value* value);
PYSUB_C_API pysub_status pysub_reply_raise(pysub_reply* reply, const char* type, size_t type_size,
                                           const char* message, size_t message_size);
PYSUB_C_API pysub_status pysub_reply_raise_value(pysub_reply* reply, const pysub_value* exception);
PYSUB_C_API pysub_status pysub_reply_later(pysub_reply* reply);
PYSUB_C_API pysub_status pysub_reply_unknown(pysub_reply* reply);

// The answer that was promised.
// Owns: nothing; what is given is copied. Errors: PYSUB_INVALID_ARGUMENT: it still waits;
// PYSUB_FAILED_PRECONDITION: it was answered before. Threads: any. Cost: linear in texts.
PYSUB_C_API pysub_status pysub_promise_value(pysub_promise* promise, const pysub_value* value);
PYSUB_C_API pysub_status pysub_promise_raise(pysub_promise* promise, const char* type,
                                             size_t type_size, const char* message,
                                             size_t message_size);
PYSUB_C_API pysub_status pysub_promise_raise_value(pysub_promise* promise,
                                                   const pysub_value* exception);

// Ends a promise; the program gets a RuntimeError if it was not kept.
// Errors: none. Threads: any. Cost: constant.
PYSUB_C_API void pysub_promise_free(pysub_promise* promise);

// ---- Sandboxes

// One running program and everything it can reach: heap, frames, modules, clock, budgets.
typedef struct pysub_sandbox pysub_sandbox;

// The files that programs and shells see: a tree in memory, with directories of the host in it
// where you mount them.
typedef struct pysub_files pysub_files;

// What a sandbox may use from its creation on. 0: the default; PYSUB_UNLIMITED: no limit. Going
// over one ends the run with PYSUB_LIMIT_REACHED; recursion raises RecursionError.
typedef struct pysub_limits {
  size_t struct_size;
  uint64_t memory_bytes;     // all that it holds; 64 MiB
  uint64_t duration_ns;      // of running, without what the host takes; 30 s
  uint64_t allocations;      // objects made; 1,000,000
  uint64_t steps;            // fuel; no limit
  uint64_t output_bytes;     // both streams together; 16 MiB
  uint64_t recursion_depth;  // 200, at most 1,000,000
} pysub_limits;
#define PYSUB_LIMITS_INIT \
  { .struct_size = sizeof(pysub_limits) }

// What each feed (or call between feeds) may use beside. 0 and PYSUB_UNLIMITED: no limit.
typedef struct pysub_feed_limits {
  size_t struct_size;
  uint64_t duration_ns;
  uint64_t allocations;
  uint64_t steps;
  uint64_t output_bytes;
  uint64_t interrupt_after_ns;  // KeyboardInterrupt is raised then, once
} pysub_feed_limits;
#define PYSUB_FEED_LIMITS_INIT \
  { .struct_size = sizeof(pysub_feed_limits) }

// How large a value may be that crosses between sandbox and host. 0: the default.
typedef struct pysub_conversion_limits {
  size_t struct_size;
  uint64_t max_values;   // parts included; 1,000,000
  uint64_t max_bytes;    // of text; 64 MiB
  uint64_t max_depth;    // of values in each other; 10,000
  uint64_t max_handles;  // functions and objects that the host holds; 100,000
} pysub_conversion_limits;
#define PYSUB_CONVERSION_LIMITS_INIT \
  { .struct_size = sizeof(pysub_conversion_limits) }

// Who answers what a program asks of the outside.
typedef int32_t pysub_permission;
enum {
  PYSUB_BY_DEFAULT = 0,  // the sandbox; run_command: nobody
  PYSUB_BY_SANDBOX = 1,  // no input, a clock of its own, seeded bytes,
                         // no variables, pysub_sandbox_options.files
  PYSUB_BY_NOBODY = 2,   // PermissionError
  PYSUB_BY_HOST = 3      // the run stops with PYSUB_OS_CALL
};

typedef struct pysub_permissions {
  size_t struct_size;
  pysub_permission standard_input;  // input(), sys.stdin
  pysub_permission clock;           // time.time() and its kin
  pysub_permission sleep;           // time.sleep(), timers of asyncio
  pysub_permission entropy;         // os.urandom(), random.seed()
  pysub_permission environment;     // os.environ, os.getenv()
  pysub_permission files_read;      // looking at files and directories
  pysub_permission files_write;     // opening, and all changes
  pysub_permission run_command;     // run_command() of a host that offers it
} pysub_permissions;
#define PYSUB_PERMISSIONS_INIT \
  { .struct_size = sizeof(pysub_permissions) }

// What a limit (and pysub_sandbox_cancel()) leaves of a session.
typedef int32_t pysub_after_limit;
enum {
  PYSUB_AFTER_LIMIT_NOTHING = 0,
  PYSUB_AFTER_LIMIT_BEFORE_FEED = 1  // the session as it was before the feed; costs a fork each
};

// A global of a program.
typedef struct pysub_input {
  pysub_text name;
  const pysub_value* value;
} pysub_input;

// sys.stdout and sys.stderr.
typedef int32_t pysub_stream;
enum { PYSUB_STDOUT = 1, PYSUB_STDERR = 2 };

// All that a sandbox is given when it is made. The default: no files, no input, no environment, a
// clock of its own, and limits.
typedef struct pysub_sandbox_options {
  size_t struct_size;
  const pysub_limits* limits;
  const pysub_feed_limits* feed_limits;
  const pysub_conversion_limits* conversion;
  const pysub_permissions* permissions;
  pysub_after_limit after_limit;
  int32_t resolve_names;  // not 0: a global that is bound nowhere stops with PYSUB_NAME_LOOKUP
  int32_t replace_snapshot_limits;  // for restoring: `limits` count, and may be higher
  int32_t reserved;
  const pysub_input* inputs;  // globals, functions among them
  size_t input_count;
  const pysub_host* host;         // whose functions are globals, too, and answered by running
  const pysub_files* files;       // shared, and no part of snapshots and forks
  pysub_text working_directory;   // where relative paths begin: absolute; "/"
  pysub_text home;                // what `~` means if the environment has no HOME; "/"
  const pysub_text* module_path;  // where modules that are files are looked for; none: nowhere
  size_t module_path_count;
  const pysub_variable* environment;  // os.environ; not NULL with a count of 0: it is empty
  size_t environment_count;
  const pysub_text* arguments;  // sys.argv, from [0]
  size_t argument_count;
  pysub_text standard_input;  // what input() and sys.stdin read; data not NULL: it is given
  uint64_t session_id;        // part of each pysub_call_id
  uint64_t virtual_time_ns;   // where the virtual clock starts; 2026
  uint64_t entropy_seed;      // of the virtual entropy, and of hashes
  pysub_text snapshot_key;    // for restoring: only bytes that were sealed with it are taken
  // Called inside of pysub_sandbox_run() with `context`, which has to outlive the sandbox and its
  // forks. They must not use the sandbox. Without on_output, output waits for
  // pysub_sandbox_take_output().
  void* context;
  void (*on_output)(void* context, pysub_stream stream, const char* text, size_t size);
  // A JSON line for each OsCall, and how it ended.
  void (*on_audit)(void* context, const char* line, size_t size);
  // Asked about each millisecond of work: not 0 ends the run as pysub_sandbox_cancel() does.
  int (*is_cancelled)(void* context);
} pysub_sandbox_options;
#define PYSUB_SANDBOX_OPTIONS_INIT \
  { .struct_size = sizeof(pysub_sandbox_options) }

// Makes a sandbox in which the program is about to begin; nothing has run. `options` may be NULL.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT: an input that cannot cross, text
// that is not UTF-8, a number out of bounds; PYSUB_RESOURCE_EXHAUSTED: the inputs do not fit into
// the limits. Threads: one. Cost: a microsecond and 6 KB; linear in the inputs.
PYSUB_C_API pysub_status pysub_sandbox_create(const pysub_program* program,
                                              const pysub_sandbox_options* options,
                                              pysub_sandbox** result, pysub_error** error);

// Goes on where pysub_sandbox_snapshot() was, in this process or another. The bytes may come from
// anybody: all is checked before it is used. Of `options` limits (as ceilings), feed_limits,
// after_limit, conversion, permissions, host, callbacks, files, standard input and snapshot_key
// count; the rest lies in the bytes. `programs`: code that need not be compiled again; those of
// snapshots without source.
// Owns: the caller gets *result. Errors: PYSUB_DATA_LOSS: damaged, made by another build, more than
// the limits; PYSUB_PERMISSION_DENIED: not sealed with snapshot_key, or sealed and there is none;
// PYSUB_INVALID_ARGUMENT. Threads: one. Cost: linear in the bytes.
PYSUB_C_API pysub_status pysub_sandbox_restore(const char* bytes, size_t size,
                                               const pysub_sandbox_options* options,
                                               const pysub_program* const* programs,
                                               size_t program_count, pysub_sandbox** result,
                                               pysub_error** error);

// A second sandbox in the same state, with the same options; another thread may use it, if what the
// options share (files, context) allows that.
// Owns: the caller gets *result. Errors: PYSUB_FAILED_PRECONDITION: a limit was reached. Threads:
// one. Cost: a microsecond for a small one, linear in memory.
PYSUB_C_API pysub_status pysub_sandbox_fork(pysub_sandbox* sandbox, pysub_sandbox** result,
                                            pysub_error** error);

// Ends a sandbox, and its last stop.
// Errors: PYSUB_IN_USE: from one of its callbacks; PYSUB_FAILED_PRECONDITION: it is a replay's. It
// goes on living then. Threads: one. Cost: linear in its memory.
PYSUB_C_API pysub_status pysub_sandbox_free(pysub_sandbox* sandbox);

// Runs until the program ends, fails, needs you or reaches a limit, or for about `fuel` units of
// work (PYSUB_UNLIMITED: without end), in the calling thread and on its stack (256 KB are enough).
// Fuel counts work and never time, so a run can be repeated exactly. Functions of
// pysub_sandbox_options.host are called and answered. At a stop that was not answered it comes back
// with it again; after the end, too.
// Owns: the sandbox has *stop (NULL of PYSUB_ERROR); it lives until the sandbox runs again or
// ends. Errors: PYSUB_ERROR, with PYSUB_INVALID_ARGUMENT or PYSUB_IN_USE. Threads: one. Cost: the
// program's.
PYSUB_C_API pysub_stop_kind pysub_sandbox_run(pysub_sandbox* sandbox, uint64_t fuel,
                                              const pysub_stop** stop, pysub_error** error);

// Answers the request with this id: that of the last stop, or a call that was answered later, in
// any order and at any stop. With a value; an exception, by type and message or as a value
// (pysub_value_exception(), pysub_value_os_error()); "later", which makes a call a future of
// asyncio; "unknown" (NameError). The next run goes on; nothing runs here.
// Owns: nothing; what is given is copied. Errors: PYSUB_NOT_FOUND: nothing with this id waits;
// PYSUB_INVALID_ARGUMENT: the value cannot cross, is not what the OsCall wants, or is no
// exception: the request still waits; PYSUB_FAILED_PRECONDITION: later for what is no call, or
// while no event loop runs; PYSUB_RESOURCE_EXHAUSTED: no memory for the value. Threads: one.
// Cost: linear in the value.
PYSUB_C_API pysub_status pysub_sandbox_answer(pysub_sandbox* sandbox, pysub_call_id id,
                                              const pysub_value* value, pysub_error** error);
PYSUB_C_API pysub_status pysub_sandbox_raise(pysub_sandbox* sandbox, pysub_call_id id,
                                             const char* type, size_t type_size,
                                             const char* message, size_t message_size,
                                             pysub_error** error);
PYSUB_C_API pysub_status pysub_sandbox_raise_value(pysub_sandbox* sandbox, pysub_call_id id,
                                                   const pysub_value* exception,
                                                   pysub_error** error);
PYSUB_C_API pysub_status pysub_sandbox_answer_later(pysub_sandbox* sandbox, pysub_call_id id,
                                                    pysub_error** error);
PYSUB_C_API pysub_status pysub_sandbox_answer_unknown(pysub_sandbox* sandbox, pysub_call_id id,
                                                      pysub_error** error);

// Ends the run at its next check, within microseconds, with PYSUB_LIMIT_CANCELLED; if nothing runs,
// the next one. Interrupting raises KeyboardInterrupt in the program instead, which may be caught.
// Errors: PYSUB_INVALID_ARGUMENT of NULL. Threads: any, and signal handlers, also while the
// sandbox runs; it has to live until they return. Cost: constant.
PYSUB_C_API pysub_status pysub_sandbox_cancel(pysub_sandbox* sandbox);
PYSUB_C_API pysub_status pysub_sandbox_interrupt(pysub_sandbox* sandbox);

// More code for the same globals, as in a notebook: the next run runs it. After an exception what
// was done before it stays done. `options` may be NULL.
// Owns: nothing; the text is copied. Errors: PYSUB_FAILED_PRECONDITION: the program has not ended,
// or a limit was reached; PYSUB_RESOURCE_EXHAUSTED: no room for the copy of after_limit.
// Threads: one. Cost: as pysub_program_compile(); with after_limit a fork.
PYSUB_C_API pysub_status pysub_sandbox_feed(pysub_sandbox* sandbox, const char* source, size_t size,
                                            const pysub_program_options* options,
                                            pysub_error** error);

// Calls a function that came out as a value (PYSUB_FUNCTION, a type, anything callable): the next
// run runs it, and ends with what it gives or raises, or stops before. When the program has ended,
// and while it stands at a request: that stands again afterwards, under its old id.
// Owns: nothing; what is given is copied. Errors: PYSUB_FAILED_PRECONDITION: the program is in the
// middle of something else; PYSUB_INVALID_ARGUMENT: an argument cannot cross, or the function is
// another sandbox's. Threads: one. Cost: linear in the arguments.
PYSUB_C_API pysub_status pysub_sandbox_call(pysub_sandbox* sandbox, const pysub_value* function,
                                            const pysub_value* const* args, size_t arg_count,
                                            const pysub_input* keywords, size_t keyword_count,
                                            pysub_error** error);

// A global of the program, taken out or bound.
// Owns: the caller gets *result; what is given is copied. Errors: PYSUB_NOT_FOUND: it is not bound;
// PYSUB_FAILED_PRECONDITION: a limit was reached, or code is in the middle of running;
// PYSUB_INVALID_ARGUMENT: the value cannot cross, the name is not UTF-8;
// PYSUB_RESOURCE_EXHAUSTED: no memory for it, or more than conversion limits allow. Threads: one.
// Cost: linear in the value.
PYSUB_C_API pysub_status pysub_sandbox_get(pysub_sandbox* sandbox, const char* name, size_t size,
                                           pysub_value** result, pysub_error** error);
PYSUB_C_API pysub_status pysub_sandbox_set(pysub_sandbox* sandbox, const char* name, size_t size,
                                           const pysub_value* value, pysub_error** error);

// Lets go of all functions and objects that came out of this sandbox: they cannot be used again.
// Owns: nothing. Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE. Threads: one. Cost: linear in their
// number.
PYSUB_C_API pysub_status pysub_sandbox_release_handles(pysub_sandbox* sandbox, pysub_error** error);

// Counts `limits` from now on, instead of those that the sandbox had: a session that goes on for
// hours. Between feeds. NULL: the default limits.
// Owns: nothing. Errors: PYSUB_INVALID_ARGUMENT: another recursion_depth, a number out of bounds;
// PYSUB_FAILED_PRECONDITION: the program has not ended, or nothing of it is left;
// PYSUB_RESOURCE_EXHAUSTED: it holds more already. Threads: one. Cost: constant.
PYSUB_C_API pysub_status pysub_sandbox_renew(pysub_sandbox* sandbox, const pysub_limits* limits,
                                             pysub_error** error);

// What the program wrote to this stream since the last call, where there is no on_output.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT. Threads: one. Cost: constant.
PYSUB_C_API pysub_status pysub_sandbox_take_output(pysub_sandbox* sandbox, pysub_stream stream,
                                                   pysub_buffer** result, pysub_error** error);

// What a sandbox has used of its limits; feeds, forks and snapshots go on counting.
typedef struct pysub_usage {
  size_t struct_size;
  uint64_t memory_bytes;
  uint64_t peak_memory_bytes;  // the most it was
  uint64_t allocations;        // objects made
  uint64_t steps;              // fuel
  uint64_t output_bytes;       // written to both streams, taken or not
  uint64_t running_ns;         // time spent running
} pysub_usage;
#define PYSUB_USAGE_INIT \
  { .struct_size = sizeof(pysub_usage) }

// What was used so far.
// Owns: nothing. Errors: PYSUB_INVALID_ARGUMENT. Threads: one. Cost: constant.
PYSUB_C_API pysub_status pysub_sandbox_usage(pysub_sandbox* sandbox, pysub_usage* result,
                                             pysub_error** error);

// How a snapshot is written.
typedef struct pysub_snapshot_options {
  size_t struct_size;
  int32_t without_source;  // not 0: who restores it brings the same programs; not for sessions
  int32_t reserved;
  pysub_text key;  // given: the bytes are sealed with it, at least 16 that nobody else knows
} pysub_snapshot_options;
#define PYSUB_SNAPSHOT_OPTIONS_INIT \
  { .struct_size = sizeof(pysub_snapshot_options) }

// The whole program as bytes, at any stop: code, heap, frames, the request it stands at, its limits
// and what it has used of them. Of equal states the bytes are equal. Not in them: permissions,
// callbacks, files, output not yet taken. `options` may be NULL.
// Owns: the caller gets *result. Errors: PYSUB_FAILED_PRECONDITION: a limit was reached;
// PYSUB_INVALID_ARGUMENT: a key of less than 16 bytes. Threads: one. Cost: linear in memory.
PYSUB_C_API pysub_status pysub_sandbox_snapshot(pysub_sandbox* sandbox,
                                                const pysub_snapshot_options* options,
                                                pysub_buffer** result, pysub_error** error);

// Runs a small hostile program against each kind of limit.
// Owns: nothing. Errors: PYSUB_INTERNAL: one did not hold; the message names it. Threads: any.
// Cost: some milliseconds.
PYSUB_C_API pysub_status pysub_self_test(pysub_error** error);

// ---- Recordings

// Writes down from here on what you do to a sandbox (runs, answers, code, calls, globals), in at
// most `max_bytes` (0: 64 MiB), until it is taken.
// Owns: the caller gets *result. Errors: PYSUB_FAILED_PRECONDITION: a limit was reached, a
// recording goes on or there is none, the session has feed_limits or after_limit;
// PYSUB_RESOURCE_EXHAUSTED: it takes more. Threads: one. Cost: a snapshot; then linear in what
// crosses.
PYSUB_C_API pysub_status pysub_sandbox_start_recording(pysub_sandbox* sandbox, uint64_t max_bytes,
                                                       pysub_error** error);
PYSUB_C_API pysub_status pysub_sandbox_take_recording(pysub_sandbox* sandbox, pysub_buffer** result,
                                                      pysub_error** error);

// Does again what a recording has, without your functions.
typedef struct pysub_replay pysub_replay;

// Opens a recording, which may be anybody's. Of `options` (may be NULL) the limits and on_output
// count: memory and time replace the recorded ones, the others are ceilings. Freeing it ends its
// sandbox, too.
// Owns: the caller gets *result. Errors: PYSUB_DATA_LOSS: damaged or another build's;
// PYSUB_INVALID_ARGUMENT; freeing: PYSUB_IN_USE. Threads: one. Cost: linear in the bytes.
PYSUB_C_API pysub_status pysub_replay_open(const char* bytes, size_t size,
                                           const pysub_sandbox_options* options,
                                           pysub_replay** result, pysub_error** error);
PYSUB_C_API pysub_status pysub_replay_free(pysub_replay* replay);

// How many things were done, and how many of them have been done again.
// Errors: 0 of NULL. Threads: one. Cost: constant.
PYSUB_C_API size_t pysub_replay_size(const pysub_replay* replay);
PYSUB_C_API size_t pysub_replay_position(const pysub_replay* replay);

// What was done: "answer 3: 41", "run: FunctionCall 3 fetch('a')".
// Owns: the caller gets *result. Errors: PYSUB_OUT_OF_RANGE: there is none. Threads: one.
// Cost: linear in the line.
PYSUB_C_API pysub_status pysub_replay_describe(pysub_replay* replay, size_t event,
                                               pysub_buffer** result, pysub_error** error);

// Does the next one again, or all that are left.
// Owns: nothing. Errors: PYSUB_ABORTED: the sandbox did something else than it did then; the
// message says what; PYSUB_OUT_OF_RANGE: there is no more. Threads: one. Cost: the program's.
PYSUB_C_API pysub_status pysub_replay_step(pysub_replay* replay, pysub_error** error);
PYSUB_C_API pysub_status pysub_replay_run_to_end(pysub_replay* replay, pysub_error** error);

// The sandbox as the last step left it. To look at it is no harm; to run it ends the replay's
// sense. Owns: the replay; it lives as long. Errors: NULL of NULL. Threads: one. Cost: constant.
PYSUB_C_API pysub_sandbox* pysub_replay_sandbox(pysub_replay* replay);

// ---- Files
//
// Paths are POSIX byte strings, absolute or relative to the directory of pysub_files_set_caller();
// a NUL in one is a PYSUB_FILE_ERROR. What goes wrong with files is a PYSUB_FILE_ERROR with Linux's
// number for it (pysub_error_number()), and has changed nothing.

// What a file system may hold, and its clock. 0: the default.
typedef struct pysub_files_options {
  size_t struct_size;
  uint64_t max_bytes;       // contents, names, nodes; 256 MiB
  uint64_t max_file_bytes;  // of one file; 256 MiB
  uint64_t max_files;       // nodes of any kind; 100,000
  uint64_t max_depth;       // directories inside each other; 1024
  // Nanoseconds since 1970, for the times of files; called inside of operations, with `context`,
  // which has to outlive the file system and its forks. It must not use the file system. NULL: all
  // times are 0.
  void* context;
  int64_t (*now_ns)(void* context);
} pysub_files_options;
#define PYSUB_FILES_OPTIONS_INIT \
  { .struct_size = sizeof(pysub_files_options) }

// A tree with an empty root directory; ends a handle of it. Sandboxes that have it in their options
// keep the tree. `options` may be NULL.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT; freeing:
// PYSUB_FAILED_PRECONDITION: it is a shell's. Threads: one. Cost: constant; linear in the tree with
// the last handle.
PYSUB_C_API pysub_status pysub_files_create(const pysub_files_options* options,
                                            pysub_files** result, pysub_error** error);
PYSUB_C_API pysub_status pysub_files_free(pysub_files* files);

// Who you are in the calls that follow, by this handle: where relative paths begin (NULL: "/"),
// what modes of new files lose, and whose permissions count; 0 passes every check. At first that is
// "/", 022 and 1000.
// Owns: nothing; the text is copied. Errors: PYSUB_INVALID_ARGUMENT: not absolute. Threads: one.
// Cost: constant.
PYSUB_C_API pysub_status pysub_files_set_caller(pysub_files* files, const char* directory,
                                                size_t directory_size, uint32_t umask, uint32_t uid,
                                                uint32_t gid, pysub_error** error);

// At most `max_bytes` bytes of a file from `offset` on (PYSUB_UNLIMITED: all).
// Owns: the caller gets *result. Errors: PYSUB_FILE_ERROR: ENOENT, EISDIR, EACCES ... Threads: one.
// Cost: linear in what is read.
PYSUB_C_API pysub_status pysub_files_read(pysub_files* files, const char* path, size_t path_size,
                                          uint64_t offset, uint64_t max_bytes,
                                          pysub_buffer** result, pysub_error** error);

// How pysub_files_write() puts its bytes.
typedef int32_t pysub_write_mode;
enum {
  PYSUB_WRITE_REPLACE = 0,  // the file has these bytes and nothing else
  PYSUB_WRITE_APPEND = 1,
  PYSUB_WRITE_NEW = 2  // EEXIST when there is one
};

// Writes a file, which is made if it is not there, with `permissions` without the umask (0: 0666).
// All bytes or none are written; a file that was made stays, empty, where there is no room for
// them. Its directory has to be there.
// Owns: nothing; the bytes are copied. Errors: PYSUB_FILE_ERROR: ENOENT, EISDIR, EACCES, ENOSPC,
// EFBIG ...; PYSUB_INVALID_ARGUMENT. Threads: one. Cost: linear in the bytes.
PYSUB_C_API pysub_status pysub_files_write(pysub_files* files, const char* path, size_t path_size,
                                           const char* bytes, size_t size, pysub_write_mode mode,
                                           uint32_t permissions, pysub_error** error);

// What a node is.
typedef int32_t pysub_file_kind;
enum {
  PYSUB_FILE = 0,
  PYSUB_DIRECTORY = 1,
  PYSUB_SYMLINK = 2,
  PYSUB_FIFO = 3,
  PYSUB_DEVICE = 4,
  PYSUB_OTHER_FILE = 5
};

// What stat(2) says.
typedef struct pysub_file_status {
  size_t struct_size;
  pysub_file_kind kind;
  uint32_t mode;  // st_mode: the kind's bits and the permissions
  uint32_t links;
  uint32_t device;  // 0: the tree in memory; n: the n-th mount
  uint32_t uid;
  uint32_t gid;
  uint64_t inode;
  uint64_t size;
  int64_t atime_ns;  // since 1970
  int64_t mtime_ns;
  int64_t ctime_ns;
} pysub_file_status;
#define PYSUB_FILE_STATUS_INIT \
  { .struct_size = sizeof(pysub_file_status) }

// What is there. `follow`: a link in the last place is followed.
// Owns: nothing. Errors: PYSUB_FILE_ERROR; PYSUB_INVALID_ARGUMENT. Threads: one. Cost: linear in
// the path.
PYSUB_C_API pysub_status pysub_files_status(pysub_files* files, const char* path, size_t path_size,
                                            int follow, pysub_file_status* result,
                                            pysub_error** error);

// The entries of a directory but `.` and `..`, sorted by bytes: a list of tuples of the name, as
// bytes, and the pysub_file_kind.
// Owns: the caller gets *result. Errors: PYSUB_FILE_ERROR. Threads: one. Cost: linear in the
// entries.
PYSUB_C_API pysub_status pysub_files_list(pysub_files* files, const char* path, size_t path_size,
                                          pysub_value** result, pysub_error** error);

// Change names and attributes, as mkdir(2), rmdir(2), unlink(2), rename(2), link(2), symlink(2),
// chmod(2), truncate(2) and utimensat(2) do; times are nanoseconds since 1970.
// Owns: nothing; texts are copied. Errors: PYSUB_FILE_ERROR. Threads: one. Cost: linear in the
// path.
PYSUB_C_API pysub_status pysub_files_make_directory(pysub_files* files, const char* path,
                                                    size_t path_size, uint32_t permissions,
                                                    pysub_error** error);
PYSUB_C_API pysub_status pysub_files_remove_directory(pysub_files* files, const char* path,
                                                      size_t path_size, pysub_error** error);
PYSUB_C_API pysub_status pysub_files_remove(pysub_files* files, const char* path, size_t path_size,
                                            pysub_error** error);
PYSUB_C_API pysub_status pysub_files_rename(pysub_files* files, const char* from, size_t from_size,
                                            const char* to, size_t to_size, pysub_error** error);
PYSUB_C_API pysub_status pysub_files_link(pysub_files* files, const char* from, size_t from_size,
                                          const char* to, size_t to_size, pysub_error** error);
PYSUB_C_API pysub_status pysub_files_symlink(pysub_files* files, const char* target,
                                             size_t target_size, const char* path, size_t path_size,
                                             pysub_error** error);
PYSUB_C_API pysub_status pysub_files_set_permissions(pysub_files* files, const char* path,
                                                     size_t path_size, uint32_t permissions,
                                                     pysub_error** error);
PYSUB_C_API pysub_status pysub_files_truncate(pysub_files* files, const char* path,
                                              size_t path_size, uint64_t size, pysub_error** error);
PYSUB_C_API pysub_status pysub_files_set_times(pysub_files* files, const char* path,
                                               size_t path_size, int64_t atime_ns, int64_t mtime_ns,
                                               pysub_error** error);

// What a link says; the absolute path of what has to be there, without links, `.` and `..`.
// Owns: the caller gets *result. Errors: PYSUB_FILE_ERROR. Threads: one. Cost: linear in the path.
PYSUB_C_API pysub_status pysub_files_read_link(pysub_files* files, const char* path,
                                               size_t path_size, pysub_buffer** result,
                                               pysub_error** error);
PYSUB_C_API pysub_status pysub_files_real_path(pysub_files* files, const char* path,
                                               size_t path_size, pysub_buffer** result,
                                               pysub_error** error);

// Who may change a directory of the host, and where changes go.
typedef int32_t pysub_mount_mode;
enum {
  PYSUB_MOUNT_OVERLAY = 0,    // to memory: they are part of snapshots and forks
  PYSUB_MOUNT_READ_ONLY = 1,  // nobody
  PYSUB_MOUNT_READ_WRITE = 2  // to the directory itself
};

typedef struct pysub_mount_options {
  size_t struct_size;
  pysub_mount_mode mode;
  int32_t any_links;           // not 0: links made in a PYSUB_MOUNT_READ_WRITE may say anything
  uint64_t write_bytes_limit;  // written through it, ever, and 256 for each new name; 0: none
} pysub_mount_options;
#define PYSUB_MOUNT_OPTIONS_INIT \
  { .struct_size = sizeof(pysub_mount_options) }

// Shows a directory of the host at a virtual path, where directories are made as needed; gives a
// mount that was restored from bytes its directory again, in the mode it had. `options` may be
// NULL. Owns: nothing; a descriptor is open as long as the file system or a fork lives. Errors:
// PYSUB_FILE_ERROR: ENOENT, ENOTDIR, EACCES: the directory; EEXIST: something is mounted there;
// EINVAL: the virtual path is not absolute or has `.` or `..`, or the mode is another;
// PYSUB_INVALID_ARGUMENT. Threads: one. Cost: constant.
PYSUB_C_API pysub_status pysub_files_mount(pysub_files* files, const char* path, size_t path_size,
                                           const char* host_directory, size_t host_directory_size,
                                           const pysub_mount_options* options, pysub_error** error);
PYSUB_C_API pysub_status pysub_files_attach(pysub_files* files, const char* path, size_t path_size,
                                            const char* host_directory, size_t host_directory_size,
                                            const pysub_mount_options* options,
                                            pysub_error** error);

// What is mounted: a list of tuples of virtual path (bytes), pysub_mount_mode, whether it has its
// directory, bytes written through it.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE. Threads: one.
// Cost: linear in the mounts.
PYSUB_C_API pysub_status pysub_files_mounts(pysub_files* files, pysub_value** result,
                                            pysub_error** error);

// What counts against the limits. `bytes` and `count` may be NULL.
// Owns: nothing. Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE. Threads: one. Cost: constant.
PYSUB_C_API pysub_status pysub_files_usage(pysub_files* files, uint64_t* bytes, uint64_t* count,
                                           pysub_error** error);

// A second tree with the same contents and mounts, independent from now on but for
// PYSUB_MOUNT_READ_WRITE; contents are shared until one side changes them.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE. Threads: one.
// Cost: microseconds for 10,000 files.
PYSUB_C_API pysub_status pysub_files_fork(pysub_files* files, pysub_files** result,
                                          pysub_error** error);

// Everything as bytes, hosts' directories left out; of equal states they are equal. And back:
// bytes may be anybody's; mounts wait for pysub_files_attach(). `options` may be NULL.
// Owns: the caller gets *result. Errors: PYSUB_DATA_LOSS: damaged, or more than the limits;
// PYSUB_INVALID_ARGUMENT. Threads: one. Cost: linear in the contents.
PYSUB_C_API pysub_status pysub_files_snapshot(pysub_files* files, pysub_buffer** result,
                                              pysub_error** error);
PYSUB_C_API pysub_status pysub_files_restore(const char* bytes, size_t size,
                                             const pysub_files_options* options,
                                             pysub_files** result, pysub_error** error);

// ---- The shell

// A sandboxed shell: bash's language over a virtual file system, without processes, files or
// network of the host. State (variables, functions, directory, files) stays between scripts.
typedef struct pysub_shell pysub_shell;

// What one script may use. 0: the default; PYSUB_UNLIMITED: no limit.
typedef struct pysub_shell_limits {
  size_t struct_size;
  uint64_t commands;            // simple commands; 10,000,000
  uint64_t loop_iterations;     // of all loops together; 100,000,000
  uint64_t function_depth;      // functions, eval and source inside each other; 10,000
  uint64_t substitution_depth;  // subshells inside each other; 100
  uint64_t processes;           // alive at a time; 512
  uint64_t input_bytes;         // of one script text; 16 MiB
  uint64_t output_bytes;        // both streams together; 64 MiB
  uint64_t memory_bytes;        // variables, pipes, commands, files; 256 MiB
  uint64_t steps;               // work, about a byte looked at; no limit
  uint64_t wall_time_ns;        // all that passes while a script runs; 60 s
} pysub_shell_limits;
#define PYSUB_SHELL_LIMITS_INIT \
  { .struct_size = sizeof(pysub_shell_limits) }

// Which limit ended a script.
typedef int32_t pysub_shell_limit;
enum {
  PYSUB_SHELL_LIMIT_NONE = 0,
  PYSUB_SHELL_LIMIT_COMMANDS = 1,
  PYSUB_SHELL_LIMIT_LOOP_ITERATIONS = 2,
  PYSUB_SHELL_LIMIT_FUNCTION_DEPTH = 3,
  PYSUB_SHELL_LIMIT_SUBSTITUTION_DEPTH = 4,
  PYSUB_SHELL_LIMIT_PROCESSES = 5,
  PYSUB_SHELL_LIMIT_INPUT = 6,
  PYSUB_SHELL_LIMIT_OUTPUT = 7,
  PYSUB_SHELL_LIMIT_MEMORY = 8,
  PYSUB_SHELL_LIMIT_STEPS = 9,
  PYSUB_SHELL_LIMIT_TIME = 10,
  PYSUB_SHELL_LIMIT_CANCELLED = 11,
  PYSUB_SHELL_LIMIT_DEADLOCK = 12,  // all processes wait for each other
  PYSUB_SHELL_LIMIT_PATTERN_DEPTH = 13
};

// A file that the shell begins with; its directories are made.
typedef struct pysub_shell_file {
  pysub_text path;
  pysub_text contents;
  uint32_t permissions;  // 0: 0644
  uint32_t reserved;
} pysub_shell_file;

// A directory of the host that the shell sees. `options` may be NULL.
typedef struct pysub_shell_mount {
  pysub_text path;
  pysub_text host_directory;
  const pysub_mount_options* options;
} pysub_shell_mount;

// One run of a command of yours: what it was called with, and where its output goes. It lives while
// the command's function runs.
typedef struct pysub_command pysub_command;

// Gives the exit status of the command. Called in the thread that runs the script, when all of its
// standard input is there; it must not use the shell. It may say PYSUB_SHELL_LATER: see below.
typedef int (*pysub_command_function)(void* context, pysub_command* command);

// Of a function that a script calls: it has no answer yet. Who called it waits as a process that
// sleeps does, while others go on and limits hold, and it is called again, with the same arguments
// and the same pysub_command_call(), at the next pysub_shell_run_ready() or pysub_shell_run(), and
// by the latter and pysub_shell_exec() every 20 ms. It is not, where the command was ended
// meanwhile. In a shell that was restored or forked meanwhile the call is another one.
enum { PYSUB_SHELL_LATER = INT32_MIN };

// A command of yours. It hides a standard command of the same name; a builtin comes before it. A
// name with a slash, which no script can call, is PYSUB_INVALID_ARGUMENT.
typedef struct pysub_shell_command {
  pysub_text name;
  pysub_text usage;  // what --help as its only argument prints; none: it is called with it
  pysub_command_function function;
  void* context;        // has to outlive the shell and its forks
  int32_t wants_input;  // not 0: its standard input is read to the end before it is called
  int32_t reserved;
} pysub_shell_command;

// Where python3 of a shell runs its programs.
typedef int32_t pysub_shell_python;
enum {
  PYSUB_SHELL_PYTHON_NONE = 0,        // python3: command not found
  PYSUB_SHELL_PYTHON_IN_PROCESS = 1,  // in this process: some microseconds
  PYSUB_SHELL_PYTHON_WORKER = 2,      // in a worker process that the kernel walls off
  PYSUB_SHELL_PYTHON_AUTO = 3         // in a worker if its program is found, else in this process
};

// How a shell is made. The default: no environment but HOME, USER and PATH, an empty file system
// with /bin, /dev, /home/user and /tmp, the standard commands, the machine's clock.
typedef struct pysub_shell_options {
  size_t struct_size;
  const pysub_shell_limits* limits;
  const pysub_files_options* file_limits;  // (its clock is not used)
  const pysub_variable* environment;       // added to the default
  size_t environment_count;
  pysub_text directory;  // where it begins; "/home/user"
  const pysub_shell_file* files;
  size_t file_count;
  const pysub_shell_mount* mounts;
  size_t mount_count;
  const pysub_shell_command* commands;
  size_t command_count;
  pysub_shell_python python;
  int32_t has_seed;                   // not 0: `seed` counts
  const pysub_limits* python_limits;  // of each program, beside the shell's own
  pysub_text worker_path;             // of the worker's program; where it is looked for otherwise
  uint64_t seed;  // what RANDOM, shuf and mktemp give follows from it; else from entropy
  void* context;  // for the functions below; has to outlive the shell and its forks
  // Asked before each simple command: 0 refuses it (status 126).
  int (*before_command)(void* context, const pysub_text* argv, size_t count);
  // Told of each simple command's exit status.
  void (*after_command)(void* context, const pysub_text* argv, size_t count, int status);
  // Replace the machine's clock, all three or none: nanoseconds since 1970, nanoseconds since
  // anything, waiting so long.
  int64_t (*real_ns)(void* context);
  int64_t (*monotonic_ns)(void* context);
  void (*sleep_ns)(void* context, int64_t nanoseconds);
  // In place of before_command and after_command, for those that may say PYSUB_SHELL_LATER: `call`
  // is a number that no other asking of this shell has. What ask_after() says else does not count.
  int (*ask_before)(void* context, uint64_t call, const pysub_text* argv, size_t count);
  int (*ask_after)(void* context, uint64_t call, const pysub_text* argv, size_t count, int status);
} pysub_shell_options;
#define PYSUB_SHELL_OPTIONS_INIT \
  { .struct_size = sizeof(pysub_shell_options) }

// Makes a shell, and ends one. `options` may be NULL.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT: which directory cannot be mounted,
// which file cannot be written, a number out of bounds; PYSUB_NOT_FOUND, PYSUB_UNAVAILABLE: no
// worker; freeing: PYSUB_IN_USE, and it goes on living. Threads: one. Cost: some ten microseconds.
PYSUB_C_API pysub_status pysub_shell_create(const pysub_shell_options* options,
                                            pysub_shell** result, pysub_error** error);
PYSUB_C_API pysub_status pysub_shell_free(pysub_shell* shell);

// What a script gets. `options` of the functions below may be NULL.
typedef struct pysub_exec_options {
  size_t struct_size;
  pysub_text input;        // standard input
  const pysub_text* args;  // $1 ...; they stay for the following scripts
  size_t arg_count;
  const pysub_variable* environment;  // exported before the script runs; they stay
  size_t environment_count;
  pysub_text directory;  // none: where the last script left the shell
  pysub_text name;       // $0; "bash"
  uint64_t timeout_ns;   // 0: pysub_shell_limits.wall_time_ns
  // Called with `context` inside of running, with each piece of output as it comes; then the result
  // has none. They must not use the shell, and the context has to live until the script has ended.
  void* context;
  void (*on_output)(void* context, pysub_stream stream, const char* text, size_t size);
  // More standard input when `input` is used up: gives bytes at *bytes, which live until it is
  // called again, or returns 0 at the end. It may block.
  int (*more_input)(void* context, const char** bytes, size_t* size);
} pysub_exec_options;
#define PYSUB_EXEC_OPTIONS_INIT \
  { .struct_size = sizeof(pysub_exec_options) }

// What came of a script.
typedef struct pysub_exec_result {
  size_t struct_size;
  int32_t exit_code;        // $? at the end; of a limit 125, 124 (time) or 130 (cancelled)
  pysub_shell_limit limit;  // which one ended it
  pysub_text output;        // what it printed to standard output
  pysub_text error_output;  // and to standard error, messages too
  uint64_t duration_ns;     // of running
} pysub_exec_result;
#define PYSUB_EXEC_RESULT_INIT \
  { .struct_size = sizeof(pysub_exec_result) }

// Runs a script as `bash -c` would, until everything has ended or a limit is reached. What a script
// does wrong is an exit status and a message.
// Owns: the shell has the texts of *result; they live until the next script or the shell's end.
// Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE. Threads: one. Cost: the script's.
PYSUB_C_API pysub_status pysub_shell_exec(pysub_shell* shell, const char* script, size_t size,
                                          const pysub_exec_options* options,
                                          pysub_exec_result* result, pysub_error** error);

// The same in pieces: begins a script (what stood half-way is given up), and runs it for about
// `fuel` units of work (PYSUB_UNLIMITED: to its end). *ended: 1, and *result is what came of it, or
// 0: it stands half-way, and may go on, be saved or forked.
// Owns: as pysub_shell_exec(). Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE. Threads: one.
// Cost: the script's.
PYSUB_C_API pysub_status pysub_shell_start(pysub_shell* shell, const char* script, size_t size,
                                           const pysub_exec_options* options, pysub_error** error);
PYSUB_C_API pysub_status pysub_shell_run(pysub_shell* shell, uint64_t fuel, int* ended,
                                         pysub_exec_result* result, pysub_error** error);

// pysub_shell_run() for hosts that wait by themselves: it does not sleep. *fuel becomes what is
// left of it. When *ended is 0 and *idle_ns above 0, all processes wait: for the clock, at most so
// long, or for answers that came PYSUB_SHELL_LATER; call again when one is there. waited_ns: how
// long you have waited for that since the last call; it counts as the script's time, what passed
// else does not. Owns: as pysub_shell_exec(). Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE.
// Threads: one. Cost: the script's.
PYSUB_C_API pysub_status pysub_shell_run_ready(pysub_shell* shell, uint64_t* fuel,
                                               uint64_t waited_ns, int* ended, uint64_t* idle_ns,
                                               pysub_exec_result* result, pysub_error** error);

// Whether a script stands half-way.
// Errors: 0 of NULL. Threads: one. Cost: constant.
PYSUB_C_API int pysub_shell_running(const pysub_shell* shell);

// What a script that stands half-way has printed since the last call, where there is no on_output.
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE. Threads: one.
// Cost: constant.
PYSUB_C_API pysub_status pysub_shell_take_output(pysub_shell* shell, pysub_stream stream,
                                                 pysub_buffer** result, pysub_error** error);

// Ends the script that runs, within about a millisecond; of one that stands half-way, the next run.
// Errors: PYSUB_INVALID_ARGUMENT of NULL. Threads: any, also while the shell runs; it has to live
// until this returns. Cost: constant.
PYSUB_C_API pysub_status pysub_shell_cancel(pysub_shell* shell);

// The shell as bytes, also in the middle of a script, and the shell that they were made of. Not in
// them: mounts (each one in the bytes must be in `options`), commands, functions, the clock, output
// not yet taken. Bytes may be anybody's; limits are ceilings.
// Owns: the caller gets *result. Errors: PYSUB_FAILED_PRECONDITION: what cannot be saved, which
// mount is missing; PYSUB_DATA_LOSS: what is damaged, or more than the limits; and those of
// pysub_shell_create(). Threads: one. Cost: linear in what there is.
PYSUB_C_API pysub_status pysub_shell_snapshot(pysub_shell* shell, pysub_buffer** result,
                                              pysub_error** error);
PYSUB_C_API pysub_status pysub_shell_restore(const char* bytes, size_t size,
                                             const pysub_shell_options* options,
                                             pysub_shell** result, pysub_error** error);

// A second shell in the same state; its output is collected until pysub_shell_connect(), which
// gives a script that was forked or restored on_output and more_input of `options`.
// Owns: the caller gets *result. Errors: as pysub_shell_snapshot(); PYSUB_RESOURCE_EXHAUSTED: its
// files do not fit. Threads: one; the fork may be another's. Cost: linear in the state, files are
// shared.
PYSUB_C_API pysub_status pysub_shell_fork(pysub_shell* shell, pysub_shell** result,
                                          pysub_error** error);
PYSUB_C_API pysub_status pysub_shell_connect(pysub_shell* shell, const pysub_exec_options* options,
                                             pysub_error** error);

// Forgets variables, functions, jobs and directory; files stay. Or gives the scripts that begin
// from now on other limits (NULL: the default ones). Owns: nothing. Errors: PYSUB_INVALID_ARGUMENT,
// PYSUB_IN_USE. Threads: one. Cost: linear in what is forgotten.
PYSUB_C_API pysub_status pysub_shell_reset(pysub_shell* shell, pysub_error** error);
PYSUB_C_API pysub_status pysub_shell_set_limits(pysub_shell* shell,
                                                const pysub_shell_limits* limits,
                                                pysub_error** error);

// Where the shell stands; the value of a variable.
// Owns: the caller gets *result. Errors: PYSUB_NOT_FOUND: it is not set; PYSUB_INVALID_ARGUMENT,
// PYSUB_IN_USE. Threads: one. Cost: linear in the text.
PYSUB_C_API pysub_status pysub_shell_directory(pysub_shell* shell, pysub_buffer** result,
                                               pysub_error** error);
PYSUB_C_API pysub_status pysub_shell_variable(pysub_shell* shell, const char* name, size_t size,
                                              pysub_buffer** result, pysub_error** error);

// Looks at a script without running it: a dict of "valid", "errors", "commands", "files",
// "functions" (lists of bytes), "has_dynamic_commands", "has_background_jobs", "has_loops".
// Owns: the caller gets *result. Errors: PYSUB_INVALID_ARGUMENT, PYSUB_IN_USE. Threads: one.
// Cost: linear in the text.
PYSUB_C_API pysub_status pysub_shell_analyze(pysub_shell* shell, const char* script, size_t size,
                                             pysub_value** result, pysub_error** error);

// The files of a shell, for the functions for files, between scripts. They cannot be given to a
// sandbox.
// Owns: the shell; they live as long. Errors: NULL of NULL. Threads: the shell's. Cost: constant.
PYSUB_C_API pysub_files* pysub_shell_files(pysub_shell* shell);

// What a command of yours was called with: its arguments, its name first; an exported variable
// (NULL: it is not set); its directory; its standard input.
// Owns: the command; they live while its function runs. Errors: 0, "" and NULL where there is none.
// Threads: the function's. Cost: constant; of a variable linear in the environment.
PYSUB_C_API size_t pysub_command_count(const pysub_command* command);
PYSUB_C_API const char* pysub_command_arg(const pysub_command* command, size_t index, size_t* size);
PYSUB_C_API const char* pysub_command_variable(pysub_command* command, const char* name,
                                               size_t name_size, size_t* size);
PYSUB_C_API const char* pysub_command_directory(const pysub_command* command, size_t* size);
PYSUB_C_API const char* pysub_command_input(const pysub_command* command, size_t* size);

// The number of this call, which no other one of its shell has: PYSUB_SHELL_LATER.
// Owns: nothing. Errors: 0 of NULL. Threads: the function's. Cost: constant.
PYSUB_C_API uint64_t pysub_command_call(pysub_command* command);

// Writes to the standard output or standard error of a command.
// Owns: nothing; the bytes are copied. Errors: PYSUB_INVALID_ARGUMENT. Threads: the function's.
// Cost: linear in the bytes.
PYSUB_C_API pysub_status pysub_command_write(pysub_command* command, pysub_stream stream,
                                             const char* bytes, size_t size);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYSUB_H_
