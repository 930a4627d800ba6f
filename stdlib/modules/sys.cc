// sys: CPython 3.14 library, "System-specific parameters and functions", as far as a sandbox has
// them.

#include <float.h>

#include <algorithm>

#include "stdlib/modules/builtins.h"
#include "stdlib/modules/io/objects.h"
#include "stdlib/modules/io/standard_buffers.h"
#include "stdlib/types/simple_namespace.h"
#include "stdlib/types/struct_sequence.h"
#include "vm/imports.h"
#include "vm/objects/arguments.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/set.h"
#include "vm/objects/text_codecs.h"
#include "vm/snapshot/schema.h"
#include "vm/vm.h"

namespace pysub {
namespace {

// sys.stdin, stdout and stderr. Output goes to the host as it comes, and the VM collects small
// pieces.
struct StreamObject : Object {
  Value number;  // 0 input, 1 output, 2 error
  Value name;
  Value rest;    // input: what is left of a line that was not read to its end (a str, maybe "")
  Value buffer;  // Undefined until somebody asks for it
  Value flags;   // an int: line_buffering 1, write_through 2
};

StreamObject* AsStream(Value v) { return v.As<StreamObject>(); }

constexpr int64_t kHexVersion = 0x030E00F0;

// ---- standard streams

Value StreamWrite(Vm& vm, const Args& a) {
  int64_t number = AsStream(a[0])->number.AsSmallInt();
  if (!Vm::IsStr(a[1]))
    return vm.TypeError("write() argument must be str, not ", vm.TypeName(a[1]));
  if (number == 0) return io::Unsupported(vm, "not writable");
  TRY(builtins::WriteText(vm, static_cast<int>(number), Vm::View(a[1])));
  return Value::SmallInt(a[1].As<Str>()->length);
}

Value StreamWritelines(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  while (true) {
    Value line = TRY(vm.Next(iterator));
    if (line.IsExhausted()) return Value::None();
    Value slots[] = {a[0], line};
    TRY(StreamWrite(vm, ArgsOf(slots)));
  }
}

Value StreamFlush(Vm& vm, const Args&) {
  vm.host.FlushOutput();
  return Value::None();
}

// What StreamLines makes of the lines it reads.
enum LinesMode : int32_t { kOneLine, kNextLine, kAllText, kAllLines };

// `size`: at most so many code points (kAllText, kOneLine), or as many as make so many
// (kAllLines); negative: all.
Value PushLines(Vm& vm, Value self, LinesMode mode, Value size) {
  if (AsStream(self)->number.AsSmallInt() != 0) return io::Unsupported(vm, "not readable");
  int64_t most = size.IsNone() ? -1 : TRY(vm.ToIndexClamped(size));
  most = std::min(most, int64_t{1} << 40);
  Value lines = Value::Of(TRY(vm.NewList()));
  vm.host.FlushOutput();
  return vm.PushNativeFrame(ResumeId::kStreamLines,
                            {self, Value::SmallInt(mode), Value::KnownSmallInt(most), lines},
                            mode == kNextLine ? kFrameIsIterator : 0);
}

Value SizeOf(const Args& a) { return a.has(1) ? a[1] : Value::None(); }
Value StreamReadline(Vm& vm, const Args& a) { return PushLines(vm, a[0], kOneLine, SizeOf(a)); }
Value StreamRead(Vm& vm, const Args& a) { return PushLines(vm, a[0], kAllText, SizeOf(a)); }
Value StreamReadlines(Vm& vm, const Args& a) {
  // A hint of 0 means all, too.
  Value hint = SizeOf(a);
  if (hint == Value::SmallInt(0)) hint = Value::None();
  return PushLines(vm, a[0], kAllLines, hint);
}
Value StreamNext(Vm& vm, Value self) { return PushLines(vm, self, kNextLine, Value::None()); }

Value StreamEnter(Vm&, const Args& a) { return a[0]; }
Value StreamClose(Vm& vm, const Args&) {
  vm.host.FlushOutput();
  return Value::None();
}
Value StreamNoSeek(Vm& vm, const Args&) {
  return io::Unsupported(vm, "underlying stream is not seekable");
}
Value StreamDetach(Vm& vm, const Args& a) {
  static constexpr Name kBuffer{"buffer", MemberHash("buffer")};
  return vm.GetAttribute(a[0], kBuffer);
}
// Its encoding is UTF-8; what may be said of buffering changes nothing that a program could see.
Value StreamReconfigure(Vm& vm, const Args& a) {
  int64_t flags = AsStream(a[0])->flags.AsSmallInt();
  for (uint32_t i : {4u, 5u}) {
    if (!a.has(i) || a[i].IsNone()) continue;
    const int64_t bit = i - 3;
    flags = TRY(vm.Truth(a[i])) ? flags | bit : flags & ~bit;
  }
  AsStream(a[0])->flags = Value::KnownSmallInt(flags);
  return Value::None();
}

Value StreamFileno(Vm&, const Args& a) { return AsStream(a[0])->number; }
Value StreamFalse(Vm&, const Args&) { return Value::False(); }
Value StreamReadable(Vm&, const Args& a) {
  return Value::Bool(AsStream(a[0])->number.AsSmallInt() == 0);
}
Value StreamWritable(Vm&, const Args& a) {
  return Value::Bool(AsStream(a[0])->number.AsSmallInt() != 0);
}

constexpr NativeInfo kStreamMethods[] = {
    {"write(text, /)", StreamWrite, "Write string s to stream."},
    {"writelines(lines, /)", StreamWritelines, "Write a list of lines to stream.", 1},
    {"flush()", StreamFlush, "Flush write buffers, if applicable."},
    {"read(size=-1, /)", StreamRead, "Read all of standard input."},
    {"readline(size=-1, /)", StreamReadline, "Read one line of standard input."},
    {"readlines(hint=-1, /)", StreamReadlines, "Read the lines of standard input."},
    {"close()", StreamClose, "Standard streams stay open."},
    {"detach()", StreamDetach, "Separate the underlying buffer from the TextIOBase and return it."},
    {"reconfigure(*, encoding=None, errors=None, newline=None, line_buffering=None, "
     "write_through=None)",
     StreamReconfigure, "Reconfigure the text stream with new parameters."},
    {"seek(cookie, whence=0, /)", StreamNoSeek,
     "Set the stream position, and return the new stream position."},
    {"tell()", StreamNoSeek, "Return the stream position as an opaque number."},
    {"truncate(pos=None, /)", StreamNoSeek, "Truncate the file."},
    {"@hidden __enter__()", StreamEnter, ""},
    {"@hidden __exit__(*args)", StreamClose, ""},
    {"fileno()", StreamFileno, "Return underlying file descriptor if one exists."},
    {"isatty()", StreamFalse, "Return whether this is an 'interactive' stream."},
    {"seekable()", StreamFalse, "Return whether object supports random access."},
    {"readable()", StreamReadable, "Return whether object was opened for reading."},
    {"writable()", StreamWritable, "Return whether object was opened for writing."},
};

Value StreamName(Vm&, Value self) { return AsStream(self)->name; }
Value StreamMode(Vm& vm, Value self) {
  return vm.Intern(AsStream(self)->number.AsSmallInt() == 0 ? "r" : "w");
}
Value StreamEncoding(Vm& vm, Value) { return vm.Intern("utf-8"); }
Value StreamErrors(Vm& vm, Value self) {
  return vm.Intern(AsStream(self)->number.AsSmallInt() == 2 ? "backslashreplace" : "strict");
}
Value StreamClosed(Vm&, Value) { return Value::False(); }
Value StreamNewlines(Vm&, Value) { return Value::None(); }
Value StreamBuffer(Vm& vm, Value self) {
  if (AsStream(self)->buffer.IsUndefined()) {
    AsStream(self)->buffer = TRY(NewStandardBuffer(vm, AsStream(self)->number.AsSmallInt()));
  }
  return AsStream(self)->buffer;
}
Value StreamLineBuffering(Vm&, Value self) {
  return Value::Bool((AsStream(self)->flags.AsSmallInt() & 1) != 0);
}
Value StreamWriteThrough(Vm&, Value self) {
  return Value::Bool((AsStream(self)->flags.AsSmallInt() & 2) != 0);
}
constexpr AttributeInfo kStreamAttributes[] = {
    {"buffer", StreamBuffer},
    {"line_buffering", StreamLineBuffering},
    {"write_through", StreamWriteThrough},
    {"name", StreamName},
    {"mode", StreamMode},
    {"encoding", StreamEncoding},
    {"errors", StreamErrors},
    {"closed", StreamClosed},
    {"newlines", StreamNewlines},
};
PYSUB_MEMBERS(StandardStream, kStreamMethods, kStreamAttributes);

Status StreamRepr(Vm& vm, Value self, TextBuilder& out) {
  out.Append("<_io.TextIOWrapper name='");
  TRY(vm.ToStr(AsStream(self)->name, out));
  out.Append("' mode='");
  out.Append(AsStream(self)->number.AsSmallInt() == 0 ? "r" : "w");
  out.Append("' encoding='utf-8'>");
  return out.status();
}

Value NewStream(Vm& vm, int64_t number, std::string_view name) {
  StreamObject* stream = TRY(vm.New<StreamObject>(TypeId::kStandardStream));
  stream->number = Value::KnownSmallInt(number);
  stream->name = TRY(vm.Intern(name));
  stream->rest = vm.NewStr("");
  stream->flags = Value::SmallInt(number == 2 ? 1 : 0);
  return Value::Of(stream);
}

// ---- functions

Value Exit(Vm& vm, const Args& a) {
  Value status = a.has(0) ? a[0] : Value::None();
  Value args =
      status.IsNone() ? TRY(vm.NewTuple(std::span<const Value>())) : TRY(vm.NewTuple({status}));
  if (IsObjectOf(status, TypeId::kTuple)) args = status;
  Value exception = TRY(vm.NewException(TypeId::kSystemExit, args));
  Tuple* given = args.As<Tuple>();
  if (given->count == 1) exception.As<Exception>()->fields[0] = given->items()[0];
  if (given->count > 1) exception.As<Exception>()->fields[0] = args;
  return vm.RaiseException(exception);
}

Value HandledException(Vm& vm, const Args&) { return vm.HandledException(); }

Value ExcInfo(Vm& vm, const Args&) {
  Value e = vm.HandledException();
  if (e.IsNone()) return vm.NewTuple({e, e, e});
  Value traceback = e.As<Exception>()->traceback;
  return vm.NewTuple(
      {Value::Type(vm.TypeOf(e)), e, traceback.IsUndefined() ? Value::None() : traceback});
}

Value GetRecursionLimit(Vm& vm, const Args&) {
  return Value::SmallInt(vm.budget().recursion_limit());
}

Value SetRecursionLimit(Vm& vm, const Args& a) {
  int64_t limit = TRY(CIntArgument(vm, a[0]));
  if (limit <= 0) return vm.ValueError("recursion limit must be greater or equal than 1");
  if (static_cast<uint64_t>(limit) <= vm.call_depth()) {
    return vm.Raise(TypeId::kRecursionError, "cannot set the recursion limit to ", limit,
                    " at the recursion depth ", vm.call_depth(), ": the limit is too low");
  }
  // A host's limit is a ceiling that a program cannot raise.
  vm.set_recursion_limit(
      static_cast<uint32_t>(std::min<int64_t>(limit, vm.budget().recursion_ceiling())));
  return Value::None();
}

Value Intern(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0]))
    return vm.TypeError("intern() argument must be str, not ",
                        a[0].IsNone() ? "None" : vm.TypeName(a[0]));
  return vm.Intern(Vm::View(a[0]));
}

// An estimate: what an object of this size costs here.
Value GetSizeOf(Vm& vm, const Args& a) {
  if (!a[0].IsObject()) return Value::SmallInt(28);
  return vm.NewInt(16 + 8 * int64_t{a[0].AsObject()->count});
}

Value GetMaxStrDigits(Vm& vm, const Args&) { return vm.NewInt(vm.max_str_digits); }
Value SetMaxStrDigits(Vm& vm, const Args& a) {
  int64_t digits = TRY(CIntArgument(vm, a[0]));
  if (digits != 0 && digits < 640) {
    return vm.ValueError("maxdigits must be >= 640 or 0 for unlimited");
  }
  vm.max_str_digits = digits;
  return Value::None();
}
Value DefaultEncoding(Vm& vm, const Args&) { return vm.Intern("utf-8"); }
Value FileNameErrors(Vm& vm, const Args&) { return vm.Intern("surrogateescape"); }

Value IsFinalizing(Vm&, const Args&) { return Value::False(); }

constexpr NativeInfo kFunctions[] = {
    {"exc_info()", ExcInfo, "Return current exception information: (type, value, traceback)."},
    {"exception()", HandledException, "Return the current exception."},
    {"exit(status=None, /)", Exit, "Exit the interpreter by raising SystemExit(status)."},
    {"getdefaultencoding()", DefaultEncoding,
     "Return the current default encoding used by the Unicode implementation."},
    {"getfilesystemencoding()", DefaultEncoding,
     "Return the encoding used to convert Unicode filenames to OS filenames."},
    {"getfilesystemencodeerrors()", FileNameErrors,
     "Return the error mode used for Unicode to OS filename conversion."},
    {"get_int_max_str_digits()", GetMaxStrDigits,
     "Return the maximum string digits limit for non-binary int<->str conversions."},
    {"getsizeof(object, default=None)", GetSizeOf, "Return the size of object in bytes."},
    {"getrecursionlimit()", GetRecursionLimit, "Return the current value of the recursion limit."},
    {"intern(string, /)", Intern, "``Intern'' the given string."},
    {"is_finalizing()", IsFinalizing, "Return True if Python is exiting."},
    {"set_int_max_str_digits(maxdigits)", SetMaxStrDigits,
     "Set the maximum string digits limit for non-binary int<->str conversions."},
    {"setrecursionlimit(limit, /)", SetRecursionLimit,
     "Set the maximum depth of the Python interpreter stack to n."},
};

// ---- version_info and the other struct sequences of sys

constexpr AttributeInfo kVersionAttributes[] = {{"major", SequenceItem<0>},
                                                {"minor", SequenceItem<1>},
                                                {"micro", SequenceItem<2>},
                                                {"releaselevel", SequenceItem<3>},
                                                {"serial", SequenceItem<4>}};
constexpr AttributeInfo kFloatInfoAttributes[] = {
    {"max", SequenceItem<0>},   {"max_exp", SequenceItem<1>},  {"max_10_exp", SequenceItem<2>},
    {"min", SequenceItem<3>},   {"min_exp", SequenceItem<4>},  {"min_10_exp", SequenceItem<5>},
    {"dig", SequenceItem<6>},   {"mant_dig", SequenceItem<7>}, {"epsilon", SequenceItem<8>},
    {"radix", SequenceItem<9>}, {"rounds", SequenceItem<10>},
};
constexpr AttributeInfo kIntInfoAttributes[] = {{"bits_per_digit", SequenceItem<0>},
                                                {"sizeof_digit", SequenceItem<1>},
                                                {"default_max_str_digits", SequenceItem<2>},
                                                {"str_digits_check_threshold", SequenceItem<3>}};
constexpr AttributeInfo kHashInfoAttributes[] = {
    {"width", SequenceItem<0>},     {"modulus", SequenceItem<1>},   {"inf", SequenceItem<2>},
    {"nan", SequenceItem<3>},       {"imag", SequenceItem<4>},      {"algorithm", SequenceItem<5>},
    {"hash_bits", SequenceItem<6>}, {"seed_bits", SequenceItem<7>}, {"cutoff", SequenceItem<8>},
};
PYSUB_MEMBERS(VersionInfo, kNoMethods, kVersionAttributes);
PYSUB_MEMBERS(FloatInfo, kNoMethods, kFloatInfoAttributes);
PYSUB_MEMBERS(IntInfo, kNoMethods, kIntInfoAttributes);
PYSUB_MEMBERS(HashInfo, kNoMethods, kHashInfoAttributes);

Status InfoRepr(Vm& vm, Value self, TextBuilder& out) {
  return FieldsRepr(vm, self, vm.InfoOf(self).attributes, self.As<Tuple>()->count, out);
}

Value NewVersionInfo(Vm& vm) {
  Value release = TRY(vm.Intern("final"));
  Value tuple = TRY(vm.NewTuple(
      {Value::SmallInt(3), Value::SmallInt(14), Value::SmallInt(0), release, Value::SmallInt(0)}));
  tuple.AsObject()->type = TypeId::kVersionInfo;
  return tuple;
}

Value NewFields(Vm& vm, TypeId type, std::initializer_list<Value> items) {
  Value tuple = TRY(vm.NewTuple(items));
  tuple.AsObject()->type = type;
  return tuple;
}

Value NewFloatInfo(Vm& vm) {
  auto whole = [](int v) { return Value::SmallInt(v); };
  return NewFields(
      vm, TypeId::kFloatInfo,
      {Value::Float(DBL_MAX), whole(DBL_MAX_EXP), whole(DBL_MAX_10_EXP), Value::Float(DBL_MIN),
       whole(DBL_MIN_EXP), whole(DBL_MIN_10_EXP), whole(DBL_DIG), whole(DBL_MANT_DIG),
       Value::Float(DBL_EPSILON), whole(FLT_RADIX), whole(1)});
}

// What CPython has on 64-bit machines.
Value NewIntInfo(Vm& vm) {
  return NewFields(
      vm, TypeId::kIntInfo,
      {Value::SmallInt(30), Value::SmallInt(4), Value::SmallInt(4300), Value::SmallInt(640)});
}

Value NewHashInfo(Vm& vm) {
  Value modulus = TRY(vm.NewInt((int64_t{1} << 61) - 1));
  Value algorithm = TRY(vm.Intern("siphash13"));
  return NewFields(vm, TypeId::kHashInfo,
                   {Value::SmallInt(64), modulus, Value::SmallInt(314159), Value::SmallInt(0),
                    Value::SmallInt(1000003), algorithm, Value::SmallInt(64), Value::SmallInt(128),
                    Value::SmallInt(0)});
}

Value BuiltinModuleNames(Vm& vm) {
  List* names = TRY(vm.NewList());
  for (const ModuleInfo* module : vm.runtime().modules) {
    if (module != nullptr) TRY(ListAppend(vm, names, TRY(vm.Intern(module->name))));
  }
  return vm.NewTuple(std::span<const Value>(names->items(), names->size));
}

// What tells programs which Python runs them.
Value NewImplementation(Vm& vm) {
  Dict* fields = TRY(vm.NewDict());
  Value name = TRY(vm.Intern("pysub"));
  Value version = TRY(NewVersionInfo(vm));
  TRY(DictSetStr(vm, fields, "name", name));
  TRY(DictSetStr(vm, fields, "cache_tag", Value::None()));
  TRY(DictSetStr(vm, fields, "version", version));
  TRY(DictSetStr(vm, fields, "hexversion", Value::KnownSmallInt(kHexVersion)));
  return NewSimpleNamespace(vm, fields);
}

Value ModuleNames(Vm& vm) {
  Set* names = TRY(vm.NewSet(TypeId::kFrozenSet));
  for (const ModuleInfo* module : vm.runtime().modules) {
    if (module != nullptr && module->name.find('.') == std::string_view::npos) {
      TRY(SetAdd(vm, names, TRY(vm.Intern(module->name))));
    }
  }
  return Value::Of(names);
}

// sys.path, which is the program's own: what the host gave stays known.
Value NewPath(Vm& vm) {
  const Value first = TRY(ImportsFiles(vm)) ? FirstModulePath(vm) : Value::Undefined();
  if (first.IsUndefined()) return Value::Of(TRY(vm.NewList()));
  return vm.NewList(std::span<const Value>(first.As<List>()->items(), first.As<List>()->size));
}

Status Init(Vm& vm, Dict* names) {
  auto set = [&](std::string_view name, Value value) -> Status {
    if (value.IsFailed()) return Failure{};
    return DictSetStr(vm, names, name, value);
  };
  List* arguments = TRY(vm.NewList());
  if (vm.arguments.empty()) TRY(ListAppend(vm, arguments, TRY(vm.NewStr(""))));
  for (const std::string& argument : vm.arguments) {
    TRY(ListAppend(vm, arguments,
                   TRY(DecodeText(vm, argument, Value::Undefined(), {}, "surrogateescape"))));
  }
  TRY(set("argv", Value::Of(arguments)));
  TRY(set("version_info", NewVersionInfo(vm)));
  TRY(set("float_info", NewFloatInfo(vm)));
  TRY(set("int_info", NewIntInfo(vm)));
  TRY(set("hash_info", NewHashInfo(vm)));
  TRY(set("version", vm.NewStr("3.14.0 (pysub)")));
  TRY(set("hexversion", Value::KnownSmallInt(kHexVersion)));
  TRY(set("api_version", Value::SmallInt(1013)));
  TRY(set("maxsize", vm.NewInt(INT64_MAX)));
  TRY(set("maxunicode", Value::SmallInt(0x10FFFF)));
  TRY(set("byteorder", vm.Intern("little")));
  TRY(set("platform", vm.Intern("linux")));
  TRY(set("copyright", vm.NewStr("")));
  TRY(set("executable", vm.Intern("")));
  for (std::string_view name : {"prefix", "exec_prefix", "base_prefix", "base_exec_prefix"}) {
    TRY(set(name, vm.Intern("")));
  }
  TRY(set("implementation", NewImplementation(vm)));
  TRY(set("stdlib_module_names", ModuleNames(vm)));
  TRY(set("float_repr_style", vm.Intern("short")));
  TRY(set("orig_argv", vm.NewList(std::span<const Value>(arguments->items(), arguments->size))));
  TRY(set("warnoptions", Value::Of(TRY(vm.NewList()))));
  TRY(set("pycache_prefix", Value::None()));
  TRY(set("platlibdir", vm.Intern("lib")));
  TRY(set("path", NewPath(vm)));
  TRY(set("modules", vm.modules()));
  TRY(set("builtin_module_names", BuiltinModuleNames(vm)));
  TRY(set("dont_write_bytecode", Value::True()));
  for (std::string_view prefix : {"", "__"}) {
    std::string suffix(prefix);
    TRY(set(suffix + "stdin" + suffix, NewStream(vm, 0, "<stdin>")));
    TRY(set(suffix + "stdout" + suffix, NewStream(vm, 1, "<stdout>")));
    TRY(set(suffix + "stderr" + suffix, NewStream(vm, 2, "<stderr>")));
  }
  return Done{};
}

}  // namespace

// slots: the stream, LinesMode, the size or -1, what was read so far
Value StreamLinesResume(Vm& vm, NativeFrame& frame, Value in) {
  LinesMode mode = static_cast<LinesMode>(frame.slots[1].AsSmallInt());
  const bool collects = mode == kAllText || mode == kAllLines;
  if (!Vm::IsStr(AsStream(frame.slots[0])->rest) ||
      (collects ? frame.slots[3].IsUndefined() : mode != kOneLine && mode != kNextLine)) {
    return BadState(vm);
  }
  switch (frame.state) {
    case 0:
      while (true) {
        if (mode != kNextLine && mode != kAllLines && frame.slots[2] == Value::SmallInt(0)) break;
        if (AsStream(frame.slots[0])->rest.As<Str>()->count > 0) {
          in = AsStream(frame.slots[0])->rest;  // still there for a repetition, which starts above
        } else {
          PYSUB_SUSPEND_POINT(1, vm.host.CallOs(OsCallId::kReadLine, {}));
        }
        if (!Vm::IsStr(in)) return BadState(vm);
        Str* line = in.As<Str>();
        if (line->count == 0) break;
        // As much of it as is wanted.
        Value rest = TRY(vm.NewStr(""));
        int64_t wanted = frame.slots[2].AsSmallInt();
        int64_t length = line->length;
        if (wanted >= 0 && wanted < length && (mode == kOneLine || mode == kAllText)) {
          size_t cut = vm.TextOffset(line, static_cast<uint32_t>(wanted));
          rest = TRY(vm.NewStr(line->view().substr(cut)));
          in = TRY(vm.NewStr(line->view().substr(0, cut)));
          length = wanted;
        }
        if (collects) {
          TRY(ListAppend(vm, frame.slots[3].As<List>(), in));
        }
        AsStream(frame.slots[0])->rest = rest;
        if (wanted >= 0)
          frame.slots[2] = Value::KnownSmallInt(std::max<int64_t>(wanted - length, 0));
        if (mode == kOneLine || mode == kNextLine) return in;
        if (wanted >= 0 && wanted <= length) break;
        if (!vm.Tick(1)) return Value::Failed();
        frame.state = 0;
      }
      PYSUB_CHECKPOINT(2);
  }
  if (mode == kNextLine) {
    vm.stop_value = Value::None();
    return Value::Exhausted();
  }
  if (mode == kAllLines) return frame.slots[3];
  TextBuilder all(vm);
  for (Value line : collects ? ListItems(frame.slots[3].As<List>()) : std::span<const Value>()) {
    if (!Vm::IsStr(line)) return BadState(vm);
    all.Append(Vm::View(line));
  }
  return all.Finish();
}

static bool CheckStream(Vm&, Object* object) {
  StreamObject* stream = static_cast<StreamObject*>(object);
  const int64_t number = stream->number.AsSmallInt();
  if (!stream->buffer.IsUndefined() &&
      !IsObjectOf(stream->buffer,
                  number == 0 ? TypeId::kStandardReader : TypeId::kStandardWriter)) {
    return false;
  }
  return number == 0 ? Vm::IsStr(stream->rest) : number == 1 || number == 2;
}
constexpr Schema kStandardStreamSchema{"k s s? v k", CheckStream};
extern constexpr TypeInfo kStandardStreamType{.id = TypeId::kStandardStream,
                                              .schema = &kStandardStreamSchema,
                                              .methods = kStreamMethods,
                                              .attributes = kStreamAttributes,
                                              .members = kStandardStreamMembers,
                                              .repr = StreamRepr,
                                              .next = StreamNext};
extern constexpr TypeInfo kVersionInfoType = TupleLike({.id = TypeId::kVersionInfo,
                                                        .attributes = kVersionAttributes,
                                                        .members = kVersionInfoMembers,
                                                        .repr = InfoRepr});
extern constexpr TypeInfo kFloatInfoType = TupleLike({.id = TypeId::kFloatInfo,
                                                      .attributes = kFloatInfoAttributes,
                                                      .members = kFloatInfoMembers,
                                                      .repr = InfoRepr});
extern constexpr TypeInfo kIntInfoType = TupleLike({.id = TypeId::kIntInfo,
                                                    .attributes = kIntInfoAttributes,
                                                    .members = kIntInfoMembers,
                                                    .repr = InfoRepr});
extern constexpr TypeInfo kHashInfoType = TupleLike({.id = TypeId::kHashInfo,
                                                     .attributes = kHashInfoAttributes,
                                                     .members = kHashInfoMembers,
                                                     .repr = InfoRepr});
extern constexpr ModuleInfo kSysModule{.name = "sys",
                                       .doc =
                                           "This module provides access to some objects used or "
                                           "maintained by the interpreter.",
                                       .functions = kFunctions,
                                       .init = Init};

}  // namespace pysub
