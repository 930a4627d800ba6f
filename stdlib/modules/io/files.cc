// Raw and buffered files: io.FileIO, BufferedReader, BufferedWriter, BufferedRandom. What they have
// in common with BytesIO, which can stand below a buffered or text file, is here too.

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "stdlib/modules/io/objects.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/str.h"
#include "vm/snapshot/schema.h"
#include "vm/traceback.h"

namespace pysub::io {

Failure Unsupported(Vm& vm, std::string_view what) {
  return vm.Raise(TypeId::kIoUnsupportedOperation, what);
}

Result<int64_t> SizeArgument(Vm& vm, const Args& a, uint32_t i) {
  if (!a.has(i) || a[i].IsNone()) return -1;
  if (!Vm::IsInt(a[i]) && !a[i].IsBool()) {
    return vm.TypeError("argument should be integer or None, not '", vm.TypeName(a[i]), "'");
  }
  return std::max<int64_t>(TRY(RepeatCount(vm, a[i])), -1);
}

Result<int64_t> IndexSizeArgument(Vm& vm, const Args& a, uint32_t i) {
  return a.has(i) ? std::max<int64_t>(TRY(vm.ToIndex(a[i])), -1) : Result<int64_t>(-1);
}

Value NewRawFile(Vm& vm, Value path, Value name, RawWord flags, int64_t position) {
  RawFile* raw = TRY(vm.New<RawFile>(TypeId::kFileIO));
  raw->path = path;
  raw->name = name;
  raw->flags = flags;
  raw->position = static_cast<RawWord>(std::min(position, kMostOffset));
  return Value::Of(raw);
}

Value NewBuffered(Vm& vm, TypeId type, Value raw, int64_t size) {
  BufferedFile* file = TRY(vm.New<BufferedFile>(type));
  file->raw = raw;
  file->taken = 0;
  file->size = static_cast<RawWord>(std::clamp<int64_t>(size, 1, kMostOffset));
  return Value::Of(file);
}

std::string ModeOf(const RawFile* raw) {
  const bool readable = raw->has(RawFile::kReadable);
  if (raw->has(RawFile::kCreated)) return readable ? "xb+" : "xb";
  if (raw->has(RawFile::kAppending)) return readable ? "ab+" : "ab";
  if (!readable) return "wb";
  return raw->has(RawFile::kWritable) ? "rb+" : "rb";
}

namespace {

Value RawOf(Value stream) { return IsBuffered(stream) ? Buffered(stream)->raw : stream; }
std::string_view View(Value bytes) { return bytes.As<Bytes>()->view(); }

// (A program may ask for more bytes than a size_t can count.)
std::string_view First(std::string_view bytes, uint64_t most) {
  return bytes.substr(0, std::min<uint64_t>(most, bytes.size()));
}
std::string_view Ahead(const BufferedFile* file) {
  return file->read.IsUndefined() ? std::string_view() : View(file->read).substr(file->taken);
}
std::string_view Pending(const BufferedFile* file) {
  return file->pending.IsUndefined() ? std::string_view() : file->pending.As<ByteArray>()->view();
}

std::string_view Contents(const BytesBuffer* memory) {
  std::string_view all = memory->bytes.As<ByteArray>()->view();
  return all.substr(std::min<uint64_t>(memory->position.get(), all.size()));
}

// One read of the file itself.
Value AskRead(Vm& vm, RawFile* raw, uint64_t offset, int64_t size) {
  TRY(FlushAll(vm));
  Value from = Value::KnownSmallInt(std::min<uint64_t>(offset, kMostOffset));
  Value bytes = TRY(vm.host.AskOs(
      OsCallId::kReadFile, {raw->path, from, Value::KnownSmallInt(std::min(size, kMostOffset))}));
  return IsObjectOf(bytes, TypeId::kBytes) ? bytes : Value(BadState(vm));
}

// All of `bytes` (a Bytes); where the file is afterwards.
Status AskWrite(Vm& vm, RawFile* raw, Value bytes) {
  int64_t offset = raw->has(RawFile::kAppending) ? -1 : static_cast<int64_t>(raw->position);
  Value end = vm.host.AskOs(OsCallId::kWriteFile, {raw->path, Value::KnownSmallInt(offset), bytes});
  if (end.IsFailed()) return Failure{};
  if (!end.IsSmallInt() || end.AsSmallInt() < 0) return BadState(vm);
  raw->position = static_cast<RawWord>(std::min(end.AsSmallInt(), kMostOffset));
  return Done{};
}

// ---- the list of files that hold what is not written

// Its items are buffered files, or the text files that own them.
BufferedFile* FileOf(Value item) {
  if (IsObjectOf(item, TypeId::kTextIOWrapper)) item = Text(item)->buffer;
  return IsBuffered(item) ? Buffered(item) : nullptr;
}

Status Enlist(Vm& vm, BufferedFile* file, Value owner) {
  if (file->flag(BufferedFile::kFlagWaits)) return Done{};
  Value& state = vm.library_state(LibraryState::kOpenFiles);
  if (!IsObjectOf(state, TypeId::kList)) {
    List* list = TRY(vm.NewList(2));
    state = Value::Of(list);
  }
  TRY(ListAppend(vm, state.As<List>(), owner.IsUndefined() ? Value::Of(file) : owner));
  file->set_flag(BufferedFile::kFlagWaits, true);
  return Done{};
}

void Strike(Vm& vm, BufferedFile* file) {
  if (!file->flag(BufferedFile::kFlagWaits)) return;
  file->set_flag(BufferedFile::kFlagWaits, false);
  Value& state = vm.library_state(LibraryState::kOpenFiles);
  if (!IsObjectOf(state, TypeId::kList)) return;
  List* list = state.As<List>();
  vm.Spend(list->size / 8);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < list->size; ++i) {  // Tick: spent above
    if (FileOf(list->items()[i]) != file) list->items()[kept++] = list->items()[i];
  }
  list->size = kept;
  if (kept == 0) state = Value::Undefined();
}

Status FlushPending(Vm& vm, BufferedFile* file) {
  std::string_view pending = Pending(file);
  if (!pending.empty()) {
    if (IsObjectOf(file->raw, TypeId::kBytesIO)) {
      TRY(WriteBytes(vm, file->raw, pending, true));
    } else if (IsObjectOf(file->raw, TypeId::kFileIO)) {
      Value bytes = vm.NewBytes(pending);
      if (bytes.IsFailed()) return Failure{};
      TRY(AskWrite(vm, Raw(file->raw), bytes));
    }
    // (Larger buffers than this are not kept.)
    if (file->pending.As<ByteArray>()->buffer.AsObject()->count > 2 * kTextChunk)
      file->pending = Value::Undefined();
    else
      file->pending.As<ByteArray>()->size = 0;
    OsAnswers::Forget(vm);
  }
  Strike(vm, file);
  return Done{};
}

// What was read ahead is given back: the file itself stands where the program believes it to be.
void DropAhead(BufferedFile* file) {
  uint64_t ahead = Ahead(file).size();
  file->read = Value::Undefined();
  file->taken = 0;
  if (IsObjectOf(file->raw, TypeId::kFileIO))
    Raw(file->raw)->position -= std::min<uint64_t>(ahead, Raw(file->raw)->position);
  if (IsObjectOf(file->raw, TypeId::kBytesIO)) {
    const uint64_t position = Memory(file->raw)->position.get();
    Memory(file->raw)->position.set(position - std::min<uint64_t>(ahead, position));
  }
}

// Reads at least `wanted` bytes ahead if there are so many; less is the end of the file.
Status Fill(Vm& vm, BufferedFile* file, uint64_t wanted) {
  TRY(FlushPending(vm, file));
  std::string_view ahead = Ahead(file);
  if (ahead.size() >= wanted) return Done{};
  uint64_t more = std::max<uint64_t>(wanted - ahead.size(), file->size);
  Value bytes = Peek(vm, file->raw, static_cast<int64_t>(more));
  if (bytes.IsFailed()) return Failure{};
  uint64_t count = View(bytes).size();
  if (!ahead.empty()) {
    TextBuilder joined(vm);
    joined.Append(ahead);
    joined.Append(View(bytes));
    bytes = joined.FinishBytes();
    if (bytes.IsFailed()) return Failure{};
  }
  Advance(file->raw, count);
  file->read = bytes;
  file->taken = 0;
  OsAnswers::Forget(vm);
  return Done{};
}

}  // namespace

Status FlushAll(Vm& vm, List* lost) {
  Value state = vm.library_state(LibraryState::kOpenFiles);
  if (state.IsUndefined()) [[likely]]
    return Done{};
  if (!IsObjectOf(state, TypeId::kList)) return BadState(vm);
  for (uint64_t i = 0; i < state.As<List>()->size;) {
    if (!vm.Tick(4)) return Failure{};
    const uint64_t before = state.As<List>()->size;
    const Value item = state.As<List>()->items()[i];
    BufferedFile* file = FileOf(item);
    if (file == nullptr) return BadState(vm);
    if (!FlushPending(vm, file).ok()) {
      // Whoever closes it hears of that.
      const Value exception = vm.TakeException();
      if (exception.IsUndefined()) return Failure{};
      if (lost != nullptr) {
        TRY(ListAppend(vm, lost, item));
        TRY(ListAppend(vm, lost, exception));
      }
    }
    if (state.As<List>()->size == before) ++i;
  }
  return Done{};
}

Status CloseAll(Vm& vm) {
  if (vm.library_state(LibraryState::kOpenFiles).IsUndefined()) return Done{};
  List* lost = TRY(vm.NewList(0));
  TRY(FlushAll(vm, lost));
  vm.library_state(LibraryState::kOpenFiles) = Value::Undefined();
  TextBuilder out(vm);
  for (uint64_t i = 0; i + 1 < lost->size; i += 2) {
    if (!vm.Tick(16)) return Failure{};
    out.Append("Exception ignored while finalizing file ");
    TRY(vm.Repr(lost->items()[i], out));
    out.Append(":\n");
    TRY(FormatExceptionOnly(vm, lost->items()[i + 1], out));
  }
  TRY(out.status());
  return vm.host.Write(2, out.view());
}

bool IsClosed(Value stream) {
  if (IsObjectOf(stream, TypeId::kFileIO)) return Raw(stream)->has(RawFile::kClosed);
  if (IsObjectOf(stream, TypeId::kBytesIO)) return Memory(stream)->bytes.IsNone();
  if (IsObjectOf(stream, TypeId::kStringIO)) return Lines(stream)->text.IsNone();
  if (IsBuffered(stream)) return IsClosed(Buffered(stream)->raw);
  return IsObjectOf(stream, TypeId::kTextIOWrapper) && IsClosed(Text(stream)->buffer);
}

bool IsReadable(Value stream) {
  if (IsObjectOf(stream, TypeId::kFileIO)) return Raw(stream)->has(RawFile::kReadable);
  if (IsObjectOf(stream, TypeId::kBufferedWriter)) return false;
  if (IsObjectOf(stream, TypeId::kTextIOWrapper)) return IsReadable(Text(stream)->buffer);
  return IsObjectOf(stream, TypeId::kBytesIO) ||
         (IsBuffered(stream) && IsReadable(Buffered(stream)->raw));
}

bool IsWritable(Value stream) {
  if (IsObjectOf(stream, TypeId::kFileIO)) return Raw(stream)->has(RawFile::kWritable);
  if (IsObjectOf(stream, TypeId::kBufferedReader)) return false;
  if (IsObjectOf(stream, TypeId::kTextIOWrapper)) return IsWritable(Text(stream)->buffer);
  return IsObjectOf(stream, TypeId::kBytesIO) ||
         (IsBuffered(stream) && IsWritable(Buffered(stream)->raw));
}

Value Peek(Vm& vm, Value stream, int64_t size, bool some) {
  if (IsObjectOf(stream, TypeId::kFileIO))
    return AskRead(vm, Raw(stream), Raw(stream)->position, size);
  if (IsObjectOf(stream, TypeId::kBytesIO)) {
    if (IsClosed(stream)) return vm.ValueError(kClosedFile, ".");
    std::string_view bytes = Contents(Memory(stream));
    return vm.NewBytes(First(bytes, size < 0 ? UINT64_MAX : static_cast<uint64_t>(size)));
  }
  BufferedFile* file = Buffered(stream);
  std::string_view ahead = Ahead(file);
  const uint64_t wanted = size < 0 ? UINT64_MAX : static_cast<uint64_t>(size);
  if (ahead.size() < wanted && !(some && !ahead.empty())) {
    if (wanted <= file->size) {
      TRY(Fill(vm, file, some ? 1 : wanted));
      ahead = Ahead(file);
    } else {
      // Much: not through the buffer.
      TRY(FlushPending(vm, file));
      Value rest =
          TRY(Peek(vm, file->raw, size < 0 ? -1 : size - static_cast<int64_t>(ahead.size())));
      if (ahead.empty()) return rest;
      TextBuilder joined(vm);
      joined.Append(ahead);
      joined.Append(View(rest));
      return joined.FinishBytes();
    }
  }
  return vm.NewBytes(First(ahead, wanted));
}

Value PeekLine(Vm& vm, Value stream, int64_t limit) {
  const uint64_t most = limit < 0 ? UINT64_MAX : static_cast<uint64_t>(limit);
  const bool in_memory = IsObjectOf(stream, TypeId::kBytesIO);
  if (in_memory && IsClosed(stream)) return vm.ValueError(kClosedFile, ".");
  uint64_t searched = 0;
  for (uint64_t wanted = IsBuffered(stream) ? 1 : kTextChunk;; wanted = 2 * searched) {
    const uint64_t asked = std::min(wanted, most);
    std::string_view there;
    if (in_memory) {
      there = First(Contents(Memory(stream)), most);
    } else if (IsBuffered(stream)) {
      TRY(Fill(vm, Buffered(stream), asked));
      there = First(Ahead(Buffered(stream)), most);
    } else {
      there = View(TRY(Peek(vm, stream, static_cast<int64_t>(asked))));
    }
    const size_t newline = there.find('\n', searched);
    if (!vm.Tick((std::min(newline, there.size()) - searched) / 64)) return Value::Failed();
    if (newline != std::string_view::npos) return vm.NewBytes(there.substr(0, newline + 1));
    if (in_memory || there.size() >= most || there.size() < asked) return vm.NewBytes(there);
    searched = there.size();
  }
}

void Advance(Value stream, uint64_t count) {
  if (IsObjectOf(stream, TypeId::kFileIO)) {
    Raw(stream)->position = std::min<uint64_t>(Raw(stream)->position + count, kMostOffset);
  } else if (IsObjectOf(stream, TypeId::kBytesIO)) {
    // What was read, or what there was room for.
    Memory(stream)->position.set(Memory(stream)->position.get() + count);
  } else {
    BufferedFile* file = Buffered(stream);
    const uint64_t ahead = Ahead(file).size();
    if (count < ahead) {
      file->taken += count;
      return;
    }
    file->read = Value::Undefined();
    file->taken = 0;
    Advance(file->raw, count - ahead);
  }
}

namespace {

Status WriteMemory(Vm& vm, BytesBuffer* memory, std::string_view bytes) {
  if (memory->bytes.IsNone()) return vm.ValueError(kClosedFile, ".");
  ByteArray* array = memory->bytes.As<ByteArray>();
  const uint64_t position = memory->position.get();
  const uint64_t end = position + bytes.size();
  if (bytes.empty()) return Done{};
  if (end > kMostPosition) return vm.OverflowError(kBufferTooLarge);
  if (end > array->size) {
    TRY(CheckResizable(vm, array));
    TRY(ByteArrayReserve(vm, array, end));
    if (position > array->size) {
      if (!vm.Tick((position - array->size) / 64)) return Failure{};
      std::memset(BytesOf(array) + array->size, 0, position - array->size);
    }
    array->size = end;
  }
  if (!vm.Tick(bytes.size() / 64)) return Failure{};
  std::memmove(BytesOf(array) + position, bytes.data(), bytes.size());
  memory->position.set(end);
  return Done{};
}

}  // namespace

Status WriteBytes(Vm& vm, Value stream, std::string_view bytes, bool now, Value owner) {
  if (IsObjectOf(stream, TypeId::kBytesIO)) return WriteMemory(vm, Memory(stream), bytes);
  if (IsObjectOf(stream, TypeId::kFileIO)) {
    TRY(FlushAll(vm));
    Value copy = vm.NewBytes(bytes);
    if (copy.IsFailed()) return Failure{};
    return AskWrite(vm, Raw(stream), copy);
  }
  BufferedFile* file = Buffered(stream);
  DropAhead(file);
  std::string_view pending = Pending(file);
  if (!pending.empty() && (now || pending.size() + bytes.size() > file->size))
    TRY(FlushPending(vm, file));
  if (now || bytes.size() > file->size)
    return bytes.empty() ? Status(Done{}) : WriteBytes(vm, file->raw, bytes, true);
  if (bytes.empty()) return Done{};
  if (file->pending.IsUndefined()) {
    ByteArray* array = NewByteArray(vm, 0);
    if (array == nullptr) return Failure{};
    file->pending = Value::Of(array);
  }
  ByteArray* array = file->pending.As<ByteArray>();
  TRY(ByteArrayReserve(vm, array, array->size + bytes.size()));
  TRY(Enlist(vm, file, owner));
  if (!vm.Tick(bytes.size() / 64)) return Failure{};
  std::memcpy(BytesOf(array) + array->size, bytes.data(), bytes.size());
  array->size += bytes.size();
  return Done{};
}

Status Flush(Vm& vm, Value stream) {
  return IsBuffered(stream) ? FlushPending(vm, Buffered(stream)) : Status(Done{});
}

uint64_t Tell(Value stream) {
  if (IsObjectOf(stream, TypeId::kFileIO)) return Raw(stream)->position;
  if (IsObjectOf(stream, TypeId::kBytesIO)) return Memory(stream)->position.get();
  const BufferedFile* file = Buffered(stream);
  uint64_t at = Tell(file->raw) + Pending(file).size();
  return at - std::min<uint64_t>(at, Ahead(file).size());
}

namespace {

// The size of the file, in the tenth of a stat result.
Result<int64_t> AskSize(Vm& vm, RawFile* raw) {
  TRY(FlushAll(vm));
  Value stat = vm.host.AskOs(OsCallId::kFileStat, {raw->path, Value::True()});
  if (stat.IsFailed()) return Failure{};
  if (!IsTupleOf(stat, 10) || !stat.As<Tuple>()->items()[6].IsSmallInt()) return BadState(vm);
  return stat.As<Tuple>()->items()[6].AsSmallInt();
}

}  // namespace

Result<int64_t> SeekTo(Vm& vm, Value stream, int64_t offset, int64_t whence) {
  if (IsBuffered(stream)) {
    const bool relative = whence == 1;
    if (relative) offset += static_cast<int64_t>(Tell(stream)), whence = 0;
    BufferedFile* file = Buffered(stream);
    if (whence == 0 && offset < 0) {
      if (IsObjectOf(file->raw, TypeId::kFileIO)) return vm.host.RaiseOsError(EINVAL);
      if (!relative) return vm.ValueError("negative seek value ", offset);
      offset = 0;
    }
    TRY(FlushPending(vm, file));
    // Inside of what was read ahead nothing is read again.
    const uint64_t start =
        Tell(file->raw) -
        std::min<uint64_t>(Tell(file->raw), file->read.IsUndefined() ? 0 : View(file->read).size());
    if (whence == 0 && !file->read.IsUndefined() && static_cast<uint64_t>(offset) >= start &&
        static_cast<uint64_t>(offset) <= Tell(file->raw) && file->type == TypeId::kBufferedReader) {
      file->taken = static_cast<uint64_t>(offset) - start;
      return offset;
    }
    DropAhead(file);
    return SeekTo(vm, file->raw, offset, whence);
  }
  int64_t base = whence == 1 ? static_cast<int64_t>(Tell(stream)) : 0;
  if (whence == 2) {
    base = IsObjectOf(stream, TypeId::kFileIO)
               ? TRY(AskSize(vm, Raw(stream)))
               : static_cast<int64_t>(Memory(stream)->bytes.As<ByteArray>()->size);
  }
  int64_t target;
  const bool overflows = __builtin_add_overflow(base, offset, &target);
  if (IsObjectOf(stream, TypeId::kBytesIO)) {
    if (overflows) return vm.OverflowError(kPositionTooLarge);
  } else if (overflows || target > kMostOffset) {
    return vm.host.RaiseOsError(EOVERFLOW);
  }
  if (target < 0) {
    if (IsObjectOf(stream, TypeId::kFileIO)) return vm.host.RaiseOsError(EINVAL);
    target = 0;
  }
  if (IsObjectOf(stream, TypeId::kFileIO)) {
    Raw(stream)->position = static_cast<RawWord>(target);
  } else {
    Memory(stream)->position.set(static_cast<uint64_t>(target));
  }
  return target;
}

Status TruncateTo(Vm& vm, Value stream, int64_t size) {
  if (size < 0) {
    const Value raw = IsBuffered(stream) ? Buffered(stream)->raw : stream;
    if (!IsObjectOf(raw, TypeId::kFileIO)) return vm.ValueError("negative size value ", size);
    return vm.host.RaiseOsError(EINVAL);
  }
  if (IsBuffered(stream)) {
    TRY(FlushPending(vm, Buffered(stream)));
    DropAhead(Buffered(stream));
    return TruncateTo(vm, Buffered(stream)->raw, size);
  }
  if (IsObjectOf(stream, TypeId::kFileIO)) {
    TRY(FlushAll(vm));
    Value done =
        vm.host.AskOs(OsCallId::kTruncateFile,
                      {Raw(stream)->path, Value::KnownSmallInt(std::min(size, kMostOffset))});
    return done.IsFailed() ? Status(Failure{}) : Status(Done{});
  }
  ByteArray* array = Memory(stream)->bytes.As<ByteArray>();
  if (static_cast<uint64_t>(size) >= array->size) return Done{};
  TRY(CheckResizable(vm, array));
  array->size = static_cast<RawWord>(size);
  return Done{};
}

Status Close(Vm& vm, Value stream) {
  if (IsClosed(stream)) return Done{};
  Status flushed = Flush(vm, stream);
  if (!flushed.ok() && !vm.FailureIsCatchable()) return flushed;
  Value raw = RawOf(stream);
  if (IsBuffered(stream)) {
    Strike(vm, Buffered(stream));
    Buffered(stream)->pending = Value::Undefined();
    Buffered(stream)->read = Value::Undefined();
    Buffered(stream)->taken = 0;
  }
  if (IsObjectOf(raw, TypeId::kFileIO)) Raw(raw)->flags |= RawFile::kClosed;
  if (IsObjectOf(raw, TypeId::kBytesIO)) Memory(raw)->bytes = Value::None();
  return flushed;
}

// ---- attributes

Value ExtraAttribute(Vm& vm, Value attributes, Name name) {
  if (name.text == "__dict__") return attributes;
  return IsObjectOf(attributes, TypeId::kDict) ? DictGetStr(vm, attributes.As<Dict>(), name.text)
                                               : Value::Undefined();
}

Value NameOf(Vm& vm, Value stream) {
  if (IsObjectOf(stream, TypeId::kTextIOWrapper)) stream = Text(stream)->buffer;
  Value raw = RawOf(stream);
  static_cast<void>(vm);
  return IsObjectOf(raw, TypeId::kFileIO) ? Raw(raw)->name : Value::Undefined();
}

Status NameInRepr(Vm& vm, Value stream, TextBuilder& out) {
  out.Append('<');
  out.Append(Vm::NameOf(vm.TypeOf(stream)));
  Value name = NameOf(vm, stream);
  if (!name.IsUndefined()) {
    out.Append(" name=");
    TRY(vm.Repr(name, out));
  }
  return out.status();
}

}  // namespace pysub::io
