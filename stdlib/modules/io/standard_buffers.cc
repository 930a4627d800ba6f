// sys.stdin.buffer, sys.stdout.buffer and sys.stderr.buffer: the bytes of the standard streams.

#include "stdlib/modules/io/standard_buffers.h"

#include <algorithm>

#include "lexer/base/clipped_size.h"
#include "stdlib/modules/io/objects.h"
#include "vm/objects/bytes.h"
#include "vm/objects/list.h"
#include "vm/objects/text_codecs.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// sys.stdin.buffer and its like: bytes that go to the host and come from it.
struct StandardBuffer : Object {
  Value number;  // 0 input, 1 output, 2 error
  Value rest;    // input: read and not given, a bytes
};

StandardBuffer* AsStandardBuffer(Value v) { return v.As<StandardBuffer>(); }
std::string_view View(Value bytes) { return bytes.As<Bytes>()->view(); }

std::string_view NameOf(int64_t number) {
  return number == 0 ? "<stdin>" : number == 1 ? "<stdout>" : "<stderr>";
}

// ---- reading

// At least `size` bytes into `rest` (-1: all), unless the input ends.
Status ReadMore(Vm& vm, StandardBuffer* self, int64_t size) {
  const int64_t have = static_cast<int64_t>(View(self->rest).size());
  if (size >= 0 && have >= size) return Done{};
  vm.host.FlushOutput();
  Value bytes =
      vm.host.AskOs(OsCallId::kReadInput,
                    {Value::KnownSmallInt(size < 0 ? -1 : std::min(size - have, io::kMostOffset))});
  if (bytes.IsFailed()) return Failure{};
  if (!IsObjectOf(bytes, TypeId::kBytes)) return BadState(vm);
  TextBuilder all(vm);
  all.Append(View(self->rest));
  all.Append(View(bytes));
  Value rest = all.FinishBytes();
  if (rest.IsFailed()) return Failure{};
  self->rest = rest;
  OsAnswers::Forget(vm);
  return Done{};
}

Value Take(Vm& vm, StandardBuffer* self, size_t size) {
  Value bytes = TRY(vm.NewBytes(View(self->rest).substr(0, size)));
  self->rest = TRY(vm.NewBytes(View(self->rest).substr(std::min(size, View(self->rest).size()))));
  return bytes;
}

Value Read(Vm& vm, const Args& a) {
  int64_t size = TRY(io::SizeArgument(vm, a, 1));
  OsAnswers answers(vm);
  TRY(ReadMore(vm, AsStandardBuffer(a[0]), size));
  return Take(vm, AsStandardBuffer(a[0]),
              size < 0 ? View(AsStandardBuffer(a[0])->rest).size() : ClippedSize(size));
}

// A line is asked for as a line, so that a person can be asked for it.
Value LineOf(Vm& vm, StandardBuffer* self, int64_t limit) {
  const size_t most = limit < 0 ? SIZE_MAX : ClippedSize(limit);
  if (!vm.Tick(View(self->rest).size() / 64)) return Value::Failed();
  size_t newline = View(self->rest).find('\n');
  if (newline == std::string_view::npos && View(self->rest).size() < most) {
    vm.host.FlushOutput();
    Value line = TRY(vm.host.AskOs(OsCallId::kReadLine, {}));
    if (!Vm::IsStr(line)) return BadState(vm);
    Value bytes = TRY(EncodeText(vm, line, {}, "surrogateescape"));
    TextBuilder all(vm);
    all.Append(View(self->rest));
    all.Append(View(bytes));
    self->rest = TRY(all.FinishBytes());
    OsAnswers::Forget(vm);
    newline = View(self->rest).find('\n');
  }
  size_t end = newline == std::string_view::npos ? View(self->rest).size() : newline + 1;
  return Take(vm, self, std::min(end, most));
}
Value Readline(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  return LineOf(vm, AsStandardBuffer(a[0]), TRY(io::SizeArgument(vm, a, 1)));
}
Value NextLine(Vm& vm, Value self) {
  if (AsStandardBuffer(self)->number.AsSmallInt() != 0) return io::Unsupported(vm, "read");
  OsAnswers answers(vm);
  Value line = TRY(LineOf(vm, AsStandardBuffer(self), -1));
  if (!View(line).empty()) return line;
  vm.stop_value = Value::None();
  return Value::Exhausted();
}
Value Readlines(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  TRY(ReadMore(vm, AsStandardBuffer(a[0]), -1));
  std::string_view rest = View(AsStandardBuffer(a[0])->rest);
  List* lines = TRY(vm.NewList());
  for (size_t at = 0; at < rest.size();) {
    size_t end = std::min(rest.find('\n', at), rest.size() - 1) + 1;
    if (!vm.Tick(1 + (end - at) / 64)) return Value::Failed();
    TRY(ListAppend(vm, lines, TRY(vm.NewBytes(rest.substr(at, end - at)))));
    at = end;
  }
  AsStandardBuffer(a[0])->rest = TRY(vm.NewBytes(""));
  return Value::Of(lines);
}
Value Peek(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  TRY(ReadMore(vm, AsStandardBuffer(a[0]), 1));
  return AsStandardBuffer(a[0])->rest;
}
Value NotReadable(Vm& vm, const Args&) { return io::Unsupported(vm, "read"); }

// ---- writing

Value Write(Vm& vm, const Args& a) {
  BytesArgument bytes(vm);
  TRY(bytes.Get(a[1]));
  TRY(vm.host.Write(static_cast<int>(AsStandardBuffer(a[0])->number.AsSmallInt()), bytes.view()));
  return Value::KnownSmallInt(bytes.view().size());
}
Value Writelines(Vm& vm, const Args& a) {
  Value iterator = TRY(vm.GetIter(a[1]));
  TextBuilder all(vm);
  while (true) {
    Value line = TRY(vm.Next(iterator));
    if (line.IsExhausted()) break;
    BytesArgument bytes(vm);
    TRY(bytes.Get(line));
    if (!vm.Tick(1) || !all.Append(bytes.view())) return Value::Failed();
  }
  TRY(vm.host.Write(static_cast<int>(AsStandardBuffer(a[0])->number.AsSmallInt()), all.view()));
  return Value::None();
}
Value NotWritable(Vm& vm, const Args&) { return io::Unsupported(vm, "write"); }

// ---- the rest

Value Flush(Vm& vm, const Args&) {
  vm.host.FlushOutput();
  return Value::None();
}
Value True(Vm&, const Args&) { return Value::True(); }
Value False(Vm&, const Args&) { return Value::False(); }
Value Fileno(Vm&, const Args& a) { return AsStandardBuffer(a[0])->number; }
Value NotSeekable(Vm& vm, const Args&) {
  return io::Unsupported(vm, "underlying stream is not seekable");
}
Value Enter(Vm&, const Args& a) { return a[0]; }
Value Nothing(Vm&, const Args&) { return Value::None(); }

#define PYSUB_STANDARD_METHODS                                                                   \
  {"flush()", Flush, "Flush write buffers, if applicable."},                                     \
      {"fileno()", Fileno, "Return underlying file descriptor if one exists."},                  \
      {"isatty()", False, "Return whether this is an 'interactive' stream."},                    \
      {"seekable()", False, "Return whether object supports random access."},                    \
      {"seek(offset, whence=0, /)", NotSeekable, "Change the stream position."},                 \
      {"tell()", NotSeekable, "Return current stream position."},                                \
      {"truncate(size=None, /)", NotSeekable, "Truncate the file."},                             \
      {"close()", Nothing, "Standard streams stay open."}, {"@hidden __enter__()", Enter, ""}, { \
    "@hidden __exit__(*args)", Nothing, ""                                                       \
  }

constexpr NativeInfo kReaderMethods[] = {
    PYSUB_STANDARD_METHODS,
    {"read(size=-1, /)", Read, "Read and return up to size bytes."},
    {"read1(size=-1, /)", Read, "Read and return up to size bytes."},
    {"readline(size=-1, /)", Readline, "Read and return a line from the stream."},
    {"readlines(hint=-1, /)", Readlines, "Return a list of lines from the stream."},
    {"peek(size=0, /)", Peek, "Bytes that come next, without advancing."},
    {"readable()", True, "Return whether object was opened for reading."},
    {"writable()", False, "Return whether object was opened for writing."},
    {"write(b, /)", NotWritable, "Write buffer b to the IO stream."},
};
constexpr NativeInfo kWriterMethods[] = {
    PYSUB_STANDARD_METHODS,
    {"write(b, /)", Write, "Write buffer b to the IO stream."},
    {"writelines(lines, /)", Writelines, "Write a list of lines to stream.", 1},
    {"readable()", False, "Return whether object was opened for reading."},
    {"writable()", True, "Return whether object was opened for writing."},
    {"read(size=-1, /)", NotReadable, "Read and return up to n bytes."},
};

Value GetClosed(Vm&, Value) { return Value::False(); }
Value GetName(Vm& vm, Value self) {
  return vm.NewStr(NameOf(AsStandardBuffer(self)->number.AsSmallInt()));
}
Value GetMode(Vm& vm, Value self) {
  return vm.NewStr(AsStandardBuffer(self)->number.AsSmallInt() == 0 ? "rb" : "wb");
}
constexpr AttributeInfo kAttributes[] = {
    {"closed", GetClosed}, {"name", GetName}, {"mode", GetMode}};
PYSUB_MEMBERS(Reader, kReaderMethods, kAttributes);
PYSUB_MEMBERS(Writer, kWriterMethods, kAttributes);

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  out.Append('<');
  out.Append(Vm::NameOf(vm.TypeOf(self)));
  out.Append(" name='");
  out.Append(NameOf(AsStandardBuffer(self)->number.AsSmallInt()));
  out.Append("'>");
  return out.status();
}

bool CheckReader(Vm&, Object* object) {
  return static_cast<StandardBuffer*>(object)->number == Value::SmallInt(0);
}
bool CheckWriter(Vm&, Object* object) {
  Value number = static_cast<StandardBuffer*>(object)->number;
  return number == Value::SmallInt(1) || number == Value::SmallInt(2);
}
constexpr Schema kReaderSchema{"k <Bytes>", CheckReader};
constexpr Schema kWriterSchema{"k v", CheckWriter};

}  // namespace

Value NewStandardBuffer(Vm& vm, int64_t number) {
  Value none = TRY(vm.NewBytes(""));
  TypeId type = number == 0 ? TypeId::kStandardReader : TypeId::kStandardWriter;
  StandardBuffer* made = TRY(vm.New<StandardBuffer>(type));
  made->number = Value::KnownSmallInt(number);
  made->rest = none;
  return Value::Of(made);
}

extern constexpr TypeInfo kStandardReaderType{.id = TypeId::kStandardReader,
                                              .schema = &kReaderSchema,
                                              .methods = kReaderMethods,
                                              .attributes = kAttributes,
                                              .members = kReaderMembers,
                                              .repr = Repr,
                                              .next = NextLine};
extern constexpr TypeInfo kStandardWriterType{.id = TypeId::kStandardWriter,
                                              .schema = &kWriterSchema,
                                              .methods = kWriterMethods,
                                              .attributes = kAttributes,
                                              .members = kWriterMembers,
                                              .repr = Repr};

}  // namespace pysub
