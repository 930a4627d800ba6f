// The types io.FileIO, BufferedReader, BufferedWriter, BufferedRandom and BytesIO: their
// methods and attributes.

#include <algorithm>
#include <cstring>

#include "stdlib/modules/io/objects.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/memoryview.h"
#include "vm/objects/numbers.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub::io {
namespace {

bool IsRaw(Value v) { return IsObjectOf(v, TypeId::kFileIO); }
bool IsMemory(Value v) { return IsObjectOf(v, TypeId::kBytesIO); }

// ValueError in the words of the type: "read of closed file".
Status CheckOpen(Vm& vm, Value self, std::string_view verb = {}) {
  if (IsBuffered(self) && Buffered(self)->raw.IsNone())
    return vm.ValueError("raw stream has been detached");
  if (!IsClosed(self)) return Done{};
  if (IsBuffered(self) && !verb.empty()) {
    return vm.ValueError(verb, verb == "write" ? " to closed file" : " of closed file");
  }
  return vm.ValueError(kClosedFile, IsMemory(self) ? "." : "");
}

Status CheckReadable(Vm& vm, Value self, std::string_view verb) {
  if (IsObjectOf(self, TypeId::kBufferedWriter))
    return Unsupported(vm, verb == "readline" ? "read" : verb);
  TRY(CheckOpen(vm, self, verb));
  if (IsReadable(self)) return Done{};
  return Unsupported(vm, IsRaw(self) ? "File not open for reading" : verb);
}

Status CheckWritable(Vm& vm, Value self, std::string_view verb) {
  if (IsObjectOf(self, TypeId::kBufferedReader)) return Unsupported(vm, verb);
  TRY(CheckOpen(vm, self, verb));
  if (IsWritable(self)) return Done{};
  return Unsupported(vm, IsRaw(self) ? "File not open for writing" : verb);
}

uint64_t SizeOf(Value bytes) { return bytes.As<Bytes>()->view().size(); }

// ---- reading

Value ReadUpTo(Vm& vm, Value self, int64_t size, bool some) {
  OsAnswers answers(vm);
  Value bytes = TRY(Peek(vm, self, size, some));
  Advance(self, SizeOf(bytes));
  return bytes;
}

Value Read(Vm& vm, const Args& a) {
  if (IsBuffered(a[0]) && a.has(1) && a[1].IsSmallInt() && a[1].AsSmallInt() < -1) {
    return vm.ValueError("read length must be non-negative or -1");
  }
  const int64_t size = TRY(SizeArgument(vm, a, 1));
  TRY(CheckReadable(vm, a[0], "read"));
  return ReadUpTo(vm, a[0], size, false);
}
Value ReadOnce(Vm& vm, const Args& a) {
  int64_t size = IsMemory(a[0]) ? TRY(SizeArgument(vm, a, 1)) : TRY(IndexSizeArgument(vm, a, 1));
  TRY(CheckReadable(vm, a[0], "read"));
  if (size < 0 && !IsMemory(a[0])) size = static_cast<int64_t>(Buffered(a[0])->size);
  return ReadUpTo(vm, a[0], size, true);
}
Value ReadAll(Vm& vm, const Args& a) {
  TRY(CheckReadable(vm, a[0], "read"));
  return ReadUpTo(vm, a[0], -1, false);
}

Value LineOf(Vm& vm, Value self, int64_t limit) {
  OsAnswers answers(vm);
  Value line = TRY(PeekLine(vm, self, limit));
  Advance(self, SizeOf(line));
  return line;
}
Value Readline(Vm& vm, const Args& a) {
  const int64_t limit = TRY(SizeArgument(vm, a, 1));
  TRY(CheckReadable(vm, a[0], "readline"));
  return LineOf(vm, a[0], limit);
}
Value NextLine(Vm& vm, Value self) {
  if (IsClosed(self)) return vm.ValueError(kClosedFile, IsRaw(self) ? "" : ".");
  TRY(CheckReadable(vm, self, "readline"));
  Value line = TRY(LineOf(vm, self, -1));
  if (SizeOf(line) > 0) return line;
  vm.stop_value = Value::None();
  return Value::Exhausted();
}

Value Readlines(Vm& vm, const Args& a) {
  TRY(CheckReadable(vm, a[0], "readline"));
  if (IsMemory(a[0]) && a.has(1) && !a[1].IsNone() && !IsIntLike(a[1])) {
    return vm.TypeError("integer argument expected, got '", vm.TypeName(a[1]), "'");
  }
  int64_t hint = TRY(SizeArgument(vm, a, 1));
  OsAnswers answers(vm);
  Value rest = TRY(Peek(vm, a[0], -1));
  std::string_view bytes = rest.As<Bytes>()->view();
  List* lines = TRY(vm.NewList());
  uint64_t used = 0;
  const uint64_t most = static_cast<uint64_t>(hint) - IsMemory(a[0]);  // (CPython has it so.)
  while (used < bytes.size() && !(hint > 0 && used > most)) {
    size_t end = bytes.find('\n', used);
    end = end == std::string_view::npos ? bytes.size() : end + 1;
    if (!vm.Tick(1 + (end - used) / 64)) return Value::Failed();
    TRY(ListAppend(vm, lines, TRY(vm.NewBytes(bytes.substr(used, end - used)))));
    used = end;
  }
  Advance(a[0], used);
  return Value::Of(lines);
}

Value Readinto(Vm& vm, const Args& a) {
  TRY(CheckReadable(vm, a[0], "readinto"));
  char* data;
  uint64_t size;
  if (IsReleased(a[1])) TRY(CheckNotReleased(vm, a[1].As<MemoryView>()));
  if (!WritableMemory(a[1], &data, &size)) {
    return vm.TypeError("readinto() argument must be read-write bytes-like object, not ",
                        vm.TypeName(a[1]));
  }
  OsAnswers answers(vm);
  Value bytes = TRY(Peek(vm, a[0], static_cast<int64_t>(size)));
  uint64_t count = std::min(SizeOf(bytes), size);
  if (!vm.Tick(count / 64)) return Value::Failed();
  if (count > 0) std::memcpy(data, bytes.As<Bytes>()->view().data(), count);
  Advance(a[0], count);
  return Value::KnownSmallInt(count);
}

Value PeekMethod(Vm& vm, const Args& a) {
  TRY(IndexSizeArgument(vm, a, 1));
  TRY(CheckReadable(vm, a[0], "peek"));
  OsAnswers answers(vm);
  return Peek(vm, a[0], static_cast<int64_t>(Buffered(a[0])->size), true);
}

// ---- writing

Value Write(Vm& vm, const Args& a) {
  TRY(CheckWritable(vm, a[0], "write"));
  BytesArgument bytes(vm);
  TRY(bytes.Get(a[1]));
  OsAnswers answers(vm);
  TRY(WriteBytes(vm, a[0], bytes.view(), IsRaw(a[0])));
  return Value::KnownSmallInt(bytes.view().size());
}

// The lines are a list already. Those before one that is no bytes are written.
Value Writelines(Vm& vm, const Args& a) {
  if (IsClosed(a[0])) return vm.ValueError(kClosedFile, ".");
  TRY(CheckWritable(vm, a[0], "write"));
  TextBuilder all(vm);
  Value iterator = TRY(vm.GetIter(a[1]));
  while (true) {
    Value line = TRY(vm.Next(iterator));
    if (line.IsExhausted()) break;
    if (!vm.Tick(1)) return Value::Failed();
    BytesArgument bytes(vm);
    if (!IsBytesLike(vm, line)) {
      // The exception is made before anything is written: what is repeated has changed nothing.
      Value text = TRY(vm.NewStr("a bytes-like object is required, not '" +
                                 std::string(vm.TypeName(line)) + "'"));
      Value exception = TRY(vm.NewException(TypeId::kTypeError, TRY(vm.NewTuple({text}))));
      OsAnswers answers(vm);
      TRY(WriteBytes(vm, a[0], all.view(), IsRaw(a[0])));
      return vm.RaiseException(exception);
    }
    TRY(bytes.Get(line));
    if (!all.Append(bytes.view())) return Value::Failed();
  }
  OsAnswers answers(vm);
  TRY(WriteBytes(vm, a[0], all.view(), IsRaw(a[0])));
  return Value::None();
}

Value FlushMethod(Vm& vm, const Args& a) {
  if (IsClosed(a[0]) && IsObjectOf(a[0], TypeId::kBufferedReader))
    return vm.ValueError(kClosedFile, ".");
  TRY(CheckOpen(vm, a[0], "flush"));
  OsAnswers answers(vm);
  TRY(Flush(vm, a[0]));
  return Value::None();
}

Value CloseMethod(Vm& vm, const Args& a) {
  if (IsBuffered(a[0]) && Buffered(a[0])->raw.IsNone())
    return vm.ValueError("raw stream has been detached");
  if (IsMemory(a[0]) && !IsClosed(a[0]))
    TRY(CheckResizable(vm, Memory(a[0])->bytes.As<ByteArray>()));
  OsAnswers answers(vm);
  TRY(Close(vm, a[0]));
  return Value::None();
}

Value Enter(Vm& vm, const Args& a) {
  if (IsClosed(a[0])) return vm.ValueError(kClosedFile, IsRaw(a[0]) ? "" : ".");
  return a[0];
}

// ---- positions

Value Seek(Vm& vm, const Args& a) {
  int64_t whence = a.has(2) ? TRY(vm.ToIndex(a[2])) : 0;
  TRY(CheckOpen(vm, a[0], "seek"));
  int64_t offset = TRY(vm.ToIndex(a[1]));
  if (whence < 0 || whence > 2) {
    if (IsMemory(a[0])) return vm.ValueError("invalid whence (", whence, ", should be 0, 1 or 2)");
    return vm.ValueError("whence value ", whence, " unsupported");
  }
  if (IsMemory(a[0]) && whence == 0 && offset < 0)
    return vm.ValueError("negative seek value ", offset);
  OsAnswers answers(vm);
  return vm.NewInt(TRY(SeekTo(vm, a[0], offset, whence)));
}

Value TellMethod(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return vm.NewInt(static_cast<int64_t>(Tell(a[0])));
}

Value Truncate(Vm& vm, const Args& a) {
  TRY(CheckWritable(vm, a[0], "truncate"));
  int64_t size =
      a.has(1) && !a[1].IsNone() ? TRY(vm.ToIndex(a[1])) : static_cast<int64_t>(Tell(a[0]));
  if (IsMemory(a[0]) && size < 0) return vm.ValueError("negative size value ", size);
  OsAnswers answers(vm);
  // What stands at the position stays there.
  uint64_t before = Tell(a[0]);
  TRY(TruncateTo(vm, a[0], size));
  if (IsBuffered(a[0]) && Tell(a[0]) != before)
    TRY(SeekTo(vm, a[0], static_cast<int64_t>(before), 0));
  return vm.NewInt(size);
}

// ---- what a stream can do

Value Readable(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return Value::Bool(IsReadable(a[0]));
}
Value Writable(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return Value::Bool(IsWritable(a[0]));
}
Value Seekable(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return Value::True();
}
Value IsTerminal(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return Value::False();
}
// There are no descriptors. A number that stays with the file does for those who compare them.
Value Fileno(Vm& vm, const Args& a) {
  if (IsMemory(a[0])) return Unsupported(vm, "fileno");
  TRY(CheckOpen(vm, a[0]));
  Value raw = IsBuffered(a[0]) ? Buffered(a[0])->raw : a[0];
  if (!IsRaw(raw)) return Unsupported(vm, "fileno");
  return vm.NewInt(2 + TRY(vm.IdOf(raw)));
}

Value Detach(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  OsAnswers answers(vm);
  TRY(Flush(vm, a[0]));
  Value raw = Buffered(a[0])->raw;
  uint64_t at = Tell(a[0]);
  TRY(SeekTo(vm, raw, static_cast<int64_t>(at), 0));
  Buffered(a[0])->read = Value::Undefined();
  Buffered(a[0])->taken = 0;
  Buffered(a[0])->raw = Value::None();
  return raw;
}

// ---- BytesIO

Value GetValue(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  std::string_view bytes = Memory(a[0])->bytes.As<ByteArray>()->view();
  if (!vm.Tick(bytes.size() / 64)) return Value::Failed();
  return vm.NewBytes(bytes);
}
Value GetBuffer(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return NewMemoryView(vm, Memory(a[0])->bytes);
}
Value DetachMemory(Vm& vm, const Args&) { return Unsupported(vm, "detach"); }

Value MakeBytesIO(Vm& vm, const Args& a) {
  BytesArgument bytes(vm);
  if (a.has(1) && !a[1].IsNone()) TRY(bytes.Get(a[1]));
  ByteArray* array = TRY(NewByteArray(vm, bytes.view().size()));
  TRY(ByteArrayReplace(vm, array, 0, 0, bytes.view()));
  BytesBuffer* self = TRY(vm.New<BytesBuffer>(TypeId::kBytesIO));
  self->bytes = Value::Of(array);
  self->position.set(0);
  return Value::Of(self);
}
constexpr NativeInfo kMakeBytesIO{"BytesIO(initial_bytes=b'')", MakeBytesIO,
                                  "Buffered I/O implementation using an in-memory bytes buffer."};

// BufferedReader(raw), BufferedWriter(raw), BufferedRandom(raw)
Value MakeBuffered(Vm& vm, const Args& a) {
  TypeId type = a[0].AsType();
  Value raw = a[1];
  int64_t size = a.has(2) ? TRY(vm.ToIndex(a[2])) : kBufferSize;
  if (!IsRaw(raw) && !IsMemory(raw)) {
    if (IsBuffered(raw) && type != TypeId::kBufferedReader)
      return Unsupported(vm, "File or stream is not writable.");
    return vm.RaiseAttributeError(raw, type == TypeId::kBufferedReader   ? "readable"
                                       : type == TypeId::kBufferedWriter ? "writable"
                                                                         : "seekable");
  }
  if (size <= 0) return vm.ValueError("buffer size must be strictly positive");
  if (type != TypeId::kBufferedWriter && !IsReadable(raw))
    return Unsupported(vm, "File or stream is not readable.");
  if (type != TypeId::kBufferedReader && !IsWritable(raw))
    return Unsupported(vm, "File or stream is not writable.");
  return NewBuffered(vm, type, raw, size);
}
constexpr NativeInfo kMakeReader{
    "BufferedReader(raw, buffer_size=131072)", MakeBuffered,
    "Create a new buffered reader using the given readable raw IO object."};
constexpr NativeInfo kMakeWriter{"BufferedWriter(raw, buffer_size=131072)", MakeBuffered,
                                 "A buffer for a writeable sequential RawIO object."};
constexpr NativeInfo kMakeRandom{"BufferedRandom(raw, buffer_size=131072)", MakeBuffered,
                                 "A buffered interface to random access streams."};

// FileIO(file, mode='r'): what open(file, mode + 'b', 0) makes.
Value MakeFileIO(Vm& vm, const Args& a) {
  Value mode = a.has(2) ? a[2] : TRY(vm.Intern("r"));
  if (!Vm::IsStr(mode))
    return vm.TypeError("FileIO() argument 'mode' must be str, not ", vm.TypeName(mode));
  int kinds = 0;
  int pluses = 0;
  for (char c : Vm::View(mode)) {  // Tick: modes are short, or refused at once
    if (std::strchr("rwax", c) != nullptr)
      ++kinds;
    else if (c == '+')
      ++pluses;
    else if (c != 'b')
      return vm.ValueError("invalid mode: ", Vm::View(mode).substr(0, 200));
    if (kinds > 1 || pluses > 1) break;
  }
  if (kinds != 1 || pluses > 1) {
    return vm.ValueError(
        "Must have exactly one of create/read/write/append mode and at most one plus");
  }
  std::string binary(Vm::View(mode));
  if (binary.find('b') == std::string::npos) binary += 'b';
  Value slots[8] = {a[1], TRY(vm.NewStr(binary)), Value::SmallInt(0)};
  if (a.has(3)) slots[6] = a[3];
  if (a.has(4)) slots[7] = a[4];
  return Open(vm, ArgsOf(slots));
}
constexpr NativeInfo kMakeFileIO{"FileIO(file, mode='r', closefd=True, opener=None)", MakeFileIO,
                                 "Open a file."};

// ---- tables

// BytesIO().__init__(...): not while a view looks at what it holds.
Value InitMemory(Vm& vm, const Args& a) {
  if (!IsClosed(a[0])) TRY(CheckResizable(vm, Memory(a[0])->bytes.As<ByteArray>()));
  return InitAnew(vm, a);
}

#define PYSUB_STREAM_METHODS                                                            \
  {"read(size=-1, /)", Read, "Read and return up to size bytes."},                      \
      {"readline(size=-1, /)", Readline, "Read and return a line from the stream."},    \
      {"readlines(hint=-1, /)", Readlines, "Return a list of lines from the stream."},  \
      {"readinto(buffer, /)", Readinto, "Read bytes into buffer."},                     \
      {"write(b, /)", Write, "Write bytes b to file, return number written."},          \
      {"writelines(lines, /)", Writelines, "Write a list of lines to stream.", 1},      \
      {"flush()", FlushMethod, "Flush write buffers, if applicable."},                  \
      {"close()", CloseMethod, "Close the file."},                                      \
      {"seek(offset, whence=0, /)", Seek,                                               \
       "Move to new file position and return the file position."},                      \
      {"tell()", TellMethod, "Current file position."},                                 \
      {"truncate(size=None, /)", Truncate, "Truncate the file to at most size bytes."}, \
      {"readable()", Readable, "True if file was opened in a read mode."},              \
      {"writable()", Writable, "True if file was opened in a write mode."},             \
      {"seekable()", Seekable, "True if file supports random-access."},                 \
      {"isatty()", IsTerminal, "True if the file is connected to a TTY device."},       \
      {"fileno()", Fileno, "Return the underlying file descriptor (an integer)."},      \
      {"@hidden __enter__()", Enter, ""}, {                                             \
    "@hidden __exit__(*args)", CloseMethod, ""                                          \
  }

constexpr NativeInfo kRawMethods[] = {
    PYSUB_STREAM_METHODS,
    {"readall()", ReadAll, "Read all data from the file, returned as bytes."},
};
constexpr NativeInfo kBufferedMethods[] = {
    kInitAnewRow,
    PYSUB_STREAM_METHODS,
    {"read1(size=-1, /)", ReadOnce, "Read and return up to size bytes, with at most one read."},
    {"readinto1(buffer, /)", Readinto, "Read bytes into buffer, with at most one read."},
    {"peek(size=0, /)", PeekMethod, "Bytes that come next, without advancing."},
    {"detach()", Detach, "Disconnect this buffer from its underlying raw stream and return it."},
};
constexpr NativeInfo kBytesIOMethods[] = {
    {"@wrapper __init__(*args, **kwargs)", InitMemory, kInitAnewRow.doc},
    PYSUB_STREAM_METHODS,
    {"read1(size=-1, /)", ReadOnce, "Read at most size bytes, returned as a bytes object."},
    {"readinto1(buffer, /)", Readinto, "Read bytes into buffer."},
    {"detach()", DetachMemory,
     "Disconnect this buffer from its underlying raw stream and return it."},
    {"getvalue()", GetValue, "Retrieve the entire contents of the BytesIO object."},
    {"getbuffer()", GetBuffer, "Get a read-write view over the contents of the BytesIO object."},
};

Value GetClosed(Vm& vm, Value self) {
  if (IsBuffered(self) && Buffered(self)->raw.IsNone())
    return vm.ValueError("raw stream has been detached");
  return Value::Bool(IsClosed(self));
}
Value GetMode(Vm& vm, Value self) {
  Value raw = IsBuffered(self) ? Buffered(self)->raw : self;
  if (!IsRaw(raw)) return vm.RaiseAttributeError(raw, "mode");
  return vm.NewStr(ModeOf(Raw(raw)));
}
Value GetName(Vm& vm, Value self) {
  Value name = NameOf(vm, self);
  if (!name.IsUndefined()) return name;
  return vm.RaiseAttributeError(IsBuffered(self) ? Buffered(self)->raw : self, "name");
}
Value GetRaw(Vm&, Value self) { return Buffered(self)->raw; }
Value GetCloseDescriptor(Vm&, Value) { return Value::True(); }

constexpr AttributeInfo kRawAttributes[] = {
    {"closed", GetClosed}, {"mode", GetMode}, {"name", GetName}, {"closefd", GetCloseDescriptor}};
constexpr AttributeInfo kBufferedAttributes[] = {{"closed", GetClosed},
                                                 {"mode", GetMode},
                                                 {"name", GetName},
                                                 {"raw", GetRaw, nullptr, AttributeKind::kMember}};
constexpr AttributeInfo kBytesIOAttributes[] = {{"closed", GetClosed}};
PYSUB_MEMBERS(FileIO, kRawMethods, kRawAttributes);
PYSUB_MEMBERS(Buffered, kBufferedMethods, kBufferedAttributes);
PYSUB_MEMBERS(BytesIO, kBytesIOMethods, kBytesIOAttributes);

Value* AttributesOf(Value self) {
  if (IsRaw(self)) return &Raw(self)->attributes;
  return IsMemory(self) ? &Memory(self)->attributes : &Buffered(self)->attributes;
}
Value GetExtra(Vm& vm, Value self, Name name) {
  return ExtraAttribute(vm, *AttributesOf(self), name);
}
Result<bool> SetExtra(Vm& vm, Value self, Name name, Value value) {
  return DictSetFirstAttribute(vm, *AttributesOf(self), name, value);
}

Status RawRepr(Vm& vm, Value self, TextBuilder& out) {
  if (IsClosed(self)) {
    out.Append("<_io.FileIO [closed]>");
    return out.status();
  }
  TRY(NameInRepr(vm, self, out));
  out.Append(" mode='");
  out.Append(ModeOf(Raw(self)));
  out.Append("' closefd=True>");
  return out.status();
}
Status BufferedRepr(Vm& vm, Value self, TextBuilder& out) {
  TRY(NameInRepr(vm, self, out));
  out.Append('>');
  return out.status();
}

// What Schema::check cannot leave to the letters.
bool CheckRaw(Vm&, Object* object) {
  RawFile* raw = static_cast<RawFile*>(object);
  return raw->flags < 32 && raw->position <= kMostOffset;
}
bool CheckBuffered(Vm&, Object* object) {
  BufferedFile* file = static_cast<BufferedFile*>(object);
  if (!file->raw.IsNone() && !IsRaw(file->raw) && !IsMemory(file->raw)) return false;
  if (file->size == 0 || file->size > kMostOffset) return false;
  return file->taken <= (file->read.IsUndefined() ? 0 : SizeOf(file->read));
}
bool CheckMemory(Vm&, Object* object) {
  return static_cast<BytesBuffer*>(object)->position.IsWhole();
}

constexpr Schema kFileIOSchema{"s V # # d?", CheckRaw};
constexpr Schema kBufferedSchema{"V <Bytes>? # <ByteArray>?! # d?", CheckBuffered};
constexpr Schema kBytesIOSchema{"<ByteArray>~ # # d?", CheckMemory};

constexpr TypeInfo BufferedType(TypeId id, const NativeInfo* constructor) {
  return {.id = id,
          .schema = &kBufferedSchema,
          .constructor = constructor,
          .doc = constructor->doc,
          .methods = kBufferedMethods,
          .attributes = kBufferedAttributes,
          .members = kBufferedMembers,
          .has_dict = true,
          .copying = Copying::kRefused,
          .repr = BufferedRepr,
          .iter = IterOpen,
          .next = NextLine,
          .get_attribute = GetExtra,
          .set_attribute = SetExtra};
}

}  // namespace
}  // namespace pysub::io

namespace pysub {

extern constexpr TypeInfo kFileIOType{.id = TypeId::kFileIO,
                                      .schema = &io::kFileIOSchema,
                                      .constructor = &io::kMakeFileIO,
                                      .doc = io::kMakeFileIO.doc,
                                      .methods = io::kRawMethods,
                                      .attributes = io::kRawAttributes,
                                      .members = io::kFileIOMembers,
                                      .has_dict = true,
                                      .copying = Copying::kRefused,
                                      .repr = io::RawRepr,
                                      .iter = io::IterOpen,
                                      .next = io::NextLine,
                                      .get_attribute = io::GetExtra,
                                      .set_attribute = io::SetExtra};
extern constexpr TypeInfo kBufferedReaderType =
    io::BufferedType(TypeId::kBufferedReader, &io::kMakeReader);
extern constexpr TypeInfo kBufferedWriterType =
    io::BufferedType(TypeId::kBufferedWriter, &io::kMakeWriter);
extern constexpr TypeInfo kBufferedRandomType =
    io::BufferedType(TypeId::kBufferedRandom, &io::kMakeRandom);
extern constexpr TypeInfo kBytesIOType{.id = TypeId::kBytesIO,
                                       .schema = &io::kBytesIOSchema,
                                       .constructor = &io::kMakeBytesIO,
                                       .doc = io::kMakeBytesIO.doc,
                                       .methods = io::kBytesIOMethods,
                                       .attributes = io::kBytesIOAttributes,
                                       .members = io::kBytesIOMembers,
                                       .has_dict = true,
                                       .next = io::NextLine,
                                       .get_attribute = io::GetExtra,
                                       .set_attribute = io::SetExtra};

}  // namespace pysub
