// zlib. CPython 3.14 library, "zlib". The state of a stream that is being compressed is zlib's own
// and lies outside of the heap: what is kept in the object is all that it was fed, from which a
// lost state is made again (after a snapshot, or when too many streams are open).

#include <zlib.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <list>
#include <memory>

#include "lexer/base/clipped_size.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr size_t kPiece = 1 << 15;

Failure RaiseZlib(Vm& vm, int code, std::string_view doing, const char* message) {
  std::string_view text = message != nullptr ? std::string_view(message) : std::string_view();
  if (text.empty()) {
    text = code == Z_BUF_ERROR      ? "incomplete or truncated stream"
           : code == Z_STREAM_ERROR ? "inconsistent stream state"
           : code == Z_DATA_ERROR   ? "invalid input data"
                                    : "";
  }
  std::string shown = "Error " + std::to_string(code) + " " + std::string(doing);
  if (!text.empty()) shown += ": " + std::string(text);
  return vm.Raise(TypeId::kZlibError, shown);
}

// A z_stream that ends with its scope.
struct Stream {
  z_stream z{};
  bool open = false, deflates = false;
  ~Stream() { Close(); }
  void Close() {
    if (open && deflates) deflateEnd(&z);
    if (open && !deflates) inflateEnd(&z);
    open = false;
  }
  int OpenDeflate(int level, int method, int wbits, int memory, int strategy) {
    int code = deflateInit2(&z, level, method, wbits, memory, strategy);
    open = code == Z_OK;
    deflates = true;
    return code;
  }
  int OpenInflate(int wbits) {
    int code = inflateInit2(&z, wbits);
    open = code == Z_OK;
    return code;
  }
};
// About what zlib allocates for one stream.
constexpr size_t kStreamBytes = 300 << 10;

// Feeds `input` and appends what comes out; stops at Z_STREAM_END. `limit`: most bytes of output
// (0: no limit). Returns zlib's code, or INT_MIN when a limit of the sandbox was hit.
int Run(Vm& vm, Stream& stream, std::string_view input, int flush, size_t limit, TextBuilder& out,
        size_t* used) {
  z_stream& z = stream.z;
  size_t given = 0, produced = 0;
  int code = Z_OK;
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
  z.avail_in = 0;
  char buffer[8192];
  while (true) {
    if (z.avail_in == 0 && given < input.size()) {
      size_t piece = std::min(kPiece, input.size() - given);
      z.avail_in = static_cast<uInt>(piece);
      given += piece;
    }
    size_t room = sizeof(buffer);
    if (limit > 0) room = std::min(room, limit - produced);
    z.next_out = reinterpret_cast<Bytef*>(buffer);
    z.avail_out = static_cast<uInt>(room);
    int mode = given == input.size() ? flush : Z_NO_FLUSH;
    code =
        stream.deflates ? deflate(&z, mode) : inflate(&z, mode == Z_FINISH ? Z_SYNC_FLUSH : mode);
    size_t got = room - z.avail_out;
    produced += got;
    if (!vm.Tick((room - z.avail_out) / 16 + kPiece / 256) ||
        !out.Append(std::string_view(buffer, got))) {
      return INT_MIN;
    }
    if (code == Z_STREAM_END || code == Z_NEED_DICT || (code < 0 && code != Z_BUF_ERROR)) break;
    if (limit > 0 && produced >= limit) break;
    bool fed = z.avail_in == 0 && given == input.size();
    if (fed && z.avail_out > 0) break;
    if (code == Z_BUF_ERROR && z.avail_out > 0 && given == input.size()) break;
  }
  *used = given - z.avail_in;
  return code;
}

// ---- compress, decompress at once

Value Compress(Vm& vm, const Args& a) {
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  int64_t level = a.has(1) ? TRY(CIntArgument(vm, a[1])) : -1;
  int64_t wbits = a.has(2) ? TRY(CIntArgument(vm, a[2])) : MAX_WBITS;
  ScratchCharge charge(vm, kStreamBytes);
  if (!charge.ok()) return Value::Failed();
  Stream stream;
  int code = stream.OpenDeflate(static_cast<int>(level), Z_DEFLATED, static_cast<int>(wbits), 8,
                                Z_DEFAULT_STRATEGY);
  if (code == Z_STREAM_ERROR) return vm.Raise(TypeId::kZlibError, "Bad compression level");
  if (code != Z_OK) return RaiseZlib(vm, code, "while compressing data", stream.z.msg);
  TextBuilder out(vm);
  size_t used;
  code = Run(vm, stream, data.view(), Z_FINISH, 0, out, &used);
  if (code == INT_MIN) return Value::Failed();
  if (code != Z_STREAM_END) return RaiseZlib(vm, code, "while finishing compression", stream.z.msg);
  return out.FinishBytes();
}

Value Decompress(Vm& vm, const Args& a) {
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  int64_t wbits = a.has(1) ? TRY(CIntArgument(vm, a[1])) : MAX_WBITS;
  if (a.has(2) && TRY(SizeArgument(vm, a[2])) < 0)
    return vm.ValueError("bufsize must be non-negative");
  ScratchCharge charge(vm, kStreamBytes);
  if (!charge.ok()) return Value::Failed();
  Stream stream;
  int code = stream.OpenInflate(static_cast<int>(wbits));
  if (code != Z_OK) return RaiseZlib(vm, code, "while preparing to decompress data", stream.z.msg);
  TextBuilder out(vm);
  size_t used;
  code = Run(vm, stream, data.view(), Z_SYNC_FLUSH, 0, out, &used);
  if (code == INT_MIN) return Value::Failed();
  if (code == Z_OK) code = Z_BUF_ERROR;
  if (code == Z_NEED_DICT) return vm.Raise(TypeId::kZlibError, "Error 2 while decompressing data");
  if (code != Z_STREAM_END) return RaiseZlib(vm, code, "while decompressing data", stream.z.msg);
  return out.FinishBytes();
}

template <uLong (*kSum)(uLong, const Bytef*, z_size_t)>
Value Checksum(Vm& vm, const Args& a, uLong start) {
  BytesArgument data(vm);
  TRY(data.Get(a[0]));
  uint64_t value = start;
  if (a.has(1)) {
    if (!IsIntLike(a[1])) {
      return vm.TypeError("'", vm.TypeName(a[1]), "' object cannot be interpreted as an integer");
    }
    const Value plain = PlainInt(a[1]);
    if (plain.IsSmallInt()) {
      value = static_cast<uint64_t>(plain.AsSmallInt());
    } else {
      BigInt* big = plain.As<BigInt>();
      value = big->negative() ? -big->limbs()[0] : big->limbs()[0];
    }
  }
  value &= 0xFFFFFFFF;
  for (size_t at = 0; at < data.view().size(); at += kPiece) {
    std::string_view piece = data.view().substr(at, kPiece);
    if (!vm.Tick(piece.size() / 64 + 1)) return Value::Failed();
    value = kSum(value, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
  }
  return vm.NewIntUnsigned(value & 0xFFFFFFFF);
}
Value Adler32(Vm& vm, const Args& a) { return Checksum<adler32_z>(vm, a, 1); }
Value Crc32(Vm& vm, const Args& a) { return Checksum<crc32_z>(vm, a, 0); }

// ---- streams

// compressobj() and decompressobj(). zlib's own state cannot be saved. So the object keeps what was
// fed to it, and the state lives in a cache outside the heap: if it is not there, it is made again
// from the log.
struct StreamObject : Object {
  Value settings;    // tuple of ints: level, method, wbits, memLevel, strategy; or wbits
  Value dictionary;  // bytes or None
  Value log;         // list: bytes that were fed, and for compressors the kind of flush after each
  RawWord number;    // in the cache
  RawWord done;      // the end was reached
  Value unused_data, unconsumed_tail;
};
StreamObject* AsStream(Value v) { return v.As<StreamObject>(); }
bool Deflates(Value v) { return v.AsObject()->type == TypeId::kZlibCompress; }

// The open streams of a sandbox: a few, the one that was used last first.
class StreamCache : public LibraryCache {
 public:
  static constexpr size_t kMost = 8;
  struct Entry {
    uint64_t number;
    size_t log_size;  // how much of the log it has seen
    Stream stream;
  };
  explicit StreamCache(Vm& vm) : vm_(vm) {}
  ~StreamCache() override { Clear(); }

  Entry* Find(uint64_t number) {
    for (auto it = entries_.begin(); it != entries_.end(); ++it) {
      if ((*it)->number != number) continue;
      entries_.splice(entries_.begin(), entries_, it);
      return entries_.front().get();
    }
    return nullptr;
  }
  // Null: no memory.
  Entry* Add(uint64_t number) {
    while (entries_.size() >= kMost) DropLast();
    if (!vm_.heap.Charge(kStreamBytes)) return vm_.NoMemory(kStreamBytes);
    entries_.push_front(std::make_unique<Entry>());
    entries_.front()->number = number;
    entries_.front()->log_size = 0;
    return entries_.front().get();
  }
  void Drop(uint64_t number) {
    if (Find(number) == nullptr) return;
    entries_.pop_front();
    vm_.heap.Release(kStreamBytes);
  }
  void Clear() {
    while (!entries_.empty()) DropLast();
  }

 private:
  void DropLast() {
    entries_.pop_back();
    vm_.heap.Release(kStreamBytes);
  }
  Vm& vm_;
  std::list<std::unique_ptr<Entry>> entries_;
};

StreamCache& CacheOf(Vm& vm) {
  if (vm.library_cache(LibraryCacheId::kZlib) == nullptr)
    vm.library_cache(LibraryCacheId::kZlib) = std::make_unique<StreamCache>(vm);
  return static_cast<StreamCache&>(*vm.library_cache(LibraryCacheId::kZlib));
}

int Setting(Value v, uint32_t i) {
  return static_cast<int>(AsStream(v)->settings.As<Tuple>()->items()[i].AsSmallInt());
}

Status Open(Vm& vm, Value self, Stream* stream) {
  int code = Deflates(self)
                 ? stream->OpenDeflate(Setting(self, 0), Setting(self, 1), Setting(self, 2),
                                       Setting(self, 3), Setting(self, 4))
                 : stream->OpenInflate(Setting(self, 0));
  if (code == Z_STREAM_ERROR) return vm.ValueError("Invalid initialization option");
  if (code != Z_OK) return RaiseZlib(vm, code, "while creating compression object", stream->z.msg);
  if (AsStream(self)->dictionary.IsNone()) return Done{};
  std::string_view dictionary = AsStream(self)->dictionary.As<Bytes>()->view();
  if (dictionary.size() > UINT_MAX)
    return vm.OverflowError("zdict length does not fit in an unsigned int");
  const Bytef* bytes = reinterpret_cast<const Bytef*>(dictionary.data());
  if (Deflates(self)) {
    code = deflateSetDictionary(&stream->z, bytes, static_cast<uInt>(dictionary.size()));
    if (code == Z_STREAM_ERROR) return vm.ValueError("Invalid dictionary");
  } else if (Setting(self, 0) < 0) {
    code = inflateSetDictionary(&stream->z, bytes, static_cast<uInt>(dictionary.size()));
    if (code != Z_OK) return RaiseZlib(vm, code, "while setting zdict", stream->z.msg);
  }
  return Done{};
}

// inflate() that knows what to do when it asks for the dictionary.
int RunWithDictionary(Vm& vm, Value self, Stream& stream, std::string_view input, int flush,
                      size_t limit, TextBuilder& out, size_t* used) {
  int code = Run(vm, stream, input, flush, limit, out, used);
  if (code != Z_NEED_DICT || AsStream(self)->dictionary.IsNone()) return code;
  std::string_view dictionary = AsStream(self)->dictionary.As<Bytes>()->view();
  code = inflateSetDictionary(&stream.z, reinterpret_cast<const Bytef*>(dictionary.data()),
                              static_cast<uInt>(dictionary.size()));
  if (code != Z_OK) return code;
  size_t more = 0;
  code = Run(vm, stream, input.substr(*used), flush, limit, out, &more);
  *used += more;
  return code;
}

// The open stream of self, which has seen all of its log. Null: failed.
StreamCache::Entry* EntryOf(Vm& vm, Value self) {
  StreamCache& cache = CacheOf(vm);
  List* log = AsStream(self)->log.As<List>();
  StreamCache::Entry* entry =
      AsStream(self)->number == 0 ? nullptr : cache.Find(AsStream(self)->number);
  if (entry != nullptr && entry->log_size == log->size) return entry;
  if (entry != nullptr) cache.Drop(AsStream(self)->number);
  // Never the number of another object, in this sandbox or in a fork of it.
  uint64_t number = static_cast<uint64_t>(vm.NextId());
  entry = TRY(cache.Add(number));
  AsStream(self)->number = number;
  auto replay = [&]() -> Status {
    TRY(Open(vm, self, &entry->stream));
    for (uint64_t i = 0; i + 1 < log->size; i += 2) {
      if (!vm.Tick(1)) return Failure{};
      Value piece = log->items()[i], flush = log->items()[i + 1];
      if (!IsObjectOf(piece, TypeId::kBytes) || !flush.IsSmallInt()) return BadState(vm);
      size_t used;
      // A decompressor's second item is how much output was asked for.
      bool deflates = Deflates(self);
      TextBuilder lost(vm);
      int code = deflates ? Run(vm, entry->stream, piece.As<Bytes>()->view(),
                                static_cast<int>(flush.AsSmallInt()), 0, lost, &used)
                          : RunWithDictionary(vm, self, entry->stream, piece.As<Bytes>()->view(),
                                              Z_SYNC_FLUSH, static_cast<size_t>(flush.AsSmallInt()),
                                              lost, &used);
      if (code == INT_MIN) return Failure{};
    }
    entry->log_size = log->size;
    return Done{};
  };
  if (!replay().ok()) {
    cache.Drop(number);
    return nullptr;
  }
  return entry;
}

// Remembers what was fed: before it is, room is made; afterwards nothing fails.
Status Reserve(Vm& vm, Value self) {
  return ListReserve(vm, AsStream(self)->log.As<List>(), AsStream(self)->log.As<List>()->size + 2);
}
void Remember(Value self, StreamCache::Entry* entry, Value bytes, int64_t second) {
  List* log = AsStream(self)->log.As<List>();
  log->items()[log->size] = bytes;
  log->items()[log->size + 1] = Value::KnownSmallInt(second);
  log->size += 2;
  entry->log_size = log->size;
}

Value NewStream(Vm& vm, TypeId type, std::initializer_list<int64_t> settings, Value dictionary) {
  Tuple* tuple = TRY(vm.NewTuple(settings.size()));
  uint32_t i = 0;
  for (int64_t setting : settings) tuple->items()[i++] = Value::KnownSmallInt(setting);
  if (!dictionary.IsNone()) {
    BytesArgument bytes(vm);
    TRY(bytes.Get(dictionary));
    dictionary = TRY(vm.NewBytes(bytes.view()));
  }
  List* log = TRY(vm.NewList());
  Value empty = TRY(vm.NewBytes({}));
  StreamObject* object = TRY(vm.New<StreamObject>(type));
  object->settings = Value::Of(tuple);
  object->dictionary = dictionary;
  object->log = Value::Of(log);
  object->number = object->done = 0;
  object->unused_data = object->unconsumed_tail = empty;
  if (EntryOf(vm, Value::Of(object)) == nullptr) return Value::Failed();
  return Value::Of(object);
}

Value CompressObj(Vm& vm, const Args& a) {
  int64_t settings[5] = {-1, Z_DEFLATED, MAX_WBITS, 8, Z_DEFAULT_STRATEGY};
  for (int i = 0; i < 5; ++i) {
    if (a.has(i)) settings[i] = TRY(CIntArgument(vm, a[i]));
  }
  return NewStream(vm, TypeId::kZlibCompress,
                   {settings[0], settings[1], settings[2], settings[3], settings[4]},
                   a.has(5) ? a[5] : Value::None());
}
Value DecompressObj(Vm& vm, const Args& a) {
  int64_t wbits = a.has(0) ? TRY(CIntArgument(vm, a[0])) : MAX_WBITS;
  return NewStream(vm, TypeId::kZlibDecompress, {wbits}, a.has(1) ? a[1] : Value::None());
}

Value Feed(Vm& vm, Value self, Value bytes, int flush, std::string_view doing) {
  TRY(Reserve(vm, self));
  StreamCache::Entry* entry = TRY(EntryOf(vm, self));
  TextBuilder out(vm);
  size_t used;
  int code = Run(vm, entry->stream, bytes.As<Bytes>()->view(), flush, 0, out, &used);
  Value result = code == INT_MIN ? Value::Failed() : out.FinishBytes();
  if (result.IsFailed() || (code != Z_OK && code != Z_BUF_ERROR && code != Z_STREAM_END)) {
    // Its state is not what the log says: it is made again when it is needed.
    std::string message = entry->stream.z.msg == nullptr ? "" : entry->stream.z.msg;
    CacheOf(vm).Drop(AsStream(self)->number);
    return result.IsFailed() ? result : RaiseZlib(vm, code, doing, message.c_str());
  }
  Remember(self, entry, bytes, flush);
  if (flush == Z_FINISH) {
    AsStream(self)->done = 1;
    CacheOf(vm).Drop(AsStream(self)->number);
  }
  return result;
}

Value CopyBytes(Vm& vm, Value v) {
  if (IsObjectOf(v, TypeId::kBytes)) return v;
  BytesArgument bytes(vm);
  TRY(bytes.Get(v));
  return vm.NewBytes(bytes.view());
}

Value CompressMethod(Vm& vm, const Args& a) {
  Value bytes = TRY(CopyBytes(vm, a[1]));
  if (AsStream(a[0])->done) return RaiseZlib(vm, Z_STREAM_ERROR, "while compressing data", nullptr);
  return Feed(vm, a[0], bytes, Z_NO_FLUSH, "while compressing data");
}
Value CompressFlush(Vm& vm, const Args& a) {
  int64_t mode = a.has(1) ? TRY(CIntArgument(vm, a[1])) : Z_FINISH;
  Value empty = TRY(vm.NewBytes({}));
  if (mode == Z_NO_FLUSH) return empty;
  if (AsStream(a[0])->done || mode < 0 || mode > Z_BLOCK) {
    return RaiseZlib(vm, Z_STREAM_ERROR, "while flushing", nullptr);
  }
  return Feed(vm, a[0], empty, static_cast<int>(mode), "while flushing");
}

constexpr RawWord kEnded = 2;  // flush() was called after the end

// Decompresses `bytes`; at most `limit` bytes come out (0: all).
Value Inflate(Vm& vm, Value self, Value bytes, size_t limit) {
  if (AsStream(self)->done == kEnded)
    return RaiseZlib(vm, Z_STREAM_ERROR, "while decompressing data", nullptr);
  if (AsStream(self)->done) {
    TextBuilder unused(vm);
    unused.Append(AsStream(self)->unused_data.As<Bytes>()->view());
    unused.Append(bytes.As<Bytes>()->view());
    Value joined = TRY(unused.FinishBytes());
    Value empty = TRY(vm.NewBytes({}));
    AsStream(self)->unused_data = joined;
    return empty;
  }
  TRY(Reserve(vm, self));
  StreamCache::Entry* entry = TRY(EntryOf(vm, self));
  TextBuilder out(vm);
  size_t used = 0;
  std::string_view input = bytes.As<Bytes>()->view();
  int code = RunWithDictionary(vm, self, entry->stream, input, Z_SYNC_FLUSH, limit, out, &used);
  std::string message = entry->stream.z.msg == nullptr ? "" : entry->stream.z.msg;
  bool good = code == Z_OK || code == Z_BUF_ERROR || code == Z_STREAM_END;
  Value result = code == INT_MIN ? Value::Failed() : out.FinishBytes();
  Value fed = result.IsFailed()      ? result
              : used == input.size() ? bytes
                                     : vm.NewBytes(input.substr(0, used));
  Value rest = fed.IsFailed() ? fed : vm.NewBytes(input.substr(std::min(used, input.size())));
  if (rest.IsFailed() || !good) {
    CacheOf(vm).Drop(AsStream(self)->number);
    if (rest.IsFailed()) return rest;
    if (code == Z_NEED_DICT)
      return vm.Raise(TypeId::kZlibError, "Error 2 while decompressing data");
    // zlib says nothing of a dictionary that is not the right one.
    bool dictionary =
        code == Z_DATA_ERROR && message.empty() && !AsStream(self)->dictionary.IsNone();
    return RaiseZlib(vm, code, dictionary ? "while setting zdict" : "while decompressing data",
                     message.c_str());
  }
  Remember(self, entry, fed, static_cast<int64_t>(limit));
  AsStream(self)->unconsumed_tail = rest;
  if (code == Z_STREAM_END) {
    AsStream(self)->unused_data = rest;
    AsStream(self)->done = 1;
    CacheOf(vm).Drop(AsStream(self)->number);
  }
  return result;
}

Value DecompressMethod(Vm& vm, const Args& a) {
  int64_t limit = a.has(2) ? TRY(SizeArgument(vm, a[2])) : 0;
  if (limit < 0) return vm.ValueError("max_length must be non-negative");
  Value bytes = TRY(CopyBytes(vm, a[1]));
  return Inflate(vm, a[0], bytes, ClippedSize(limit));
}
Value DecompressFlush(Vm& vm, const Args& a) {
  int64_t length = a.has(1) ? TRY(SizeArgument(vm, a[1])) : 1;
  if (length <= 0) return vm.ValueError("length must be greater than zero");
  if (AsStream(a[0])->done) {
    Value empty = TRY(vm.NewBytes({}));
    if (AsStream(a[0])->done == kEnded)
      return RaiseZlib(vm, Z_STREAM_ERROR, "while flushing", nullptr);
    AsStream(a[0])->done = kEnded;
    return empty;
  }
  return Inflate(vm, a[0], AsStream(a[0])->unconsumed_tail, 0);
}

Value Copy(Vm& vm, const Args& a) {
  if (Deflates(a[0]) && AsStream(a[0])->done) return vm.ValueError("Inconsistent stream state");
  List* log = AsStream(a[0])->log.As<List>();
  Value list = TRY(vm.NewList(log->size == 0 ? std::span<const Value>()
                                             : std::span<const Value>(log->items(), log->size)));
  StreamObject* object = TRY(vm.New<StreamObject>(a[0].AsObject()->type));
  *static_cast<StreamObject*>(object) = [&] {
    StreamObject copy = *AsStream(a[0]);
    copy.log = list;
    copy.number = 0;
    copy.flags = object->flags;
    return copy;
  }();
  return Value::Of(object);
}

Value GetUnused(Vm&, Value self) { return AsStream(self)->unused_data; }
Value GetTail(Vm&, Value self) { return AsStream(self)->unconsumed_tail; }
Value GetEof(Vm&, Value self) { return Value::Bool(AsStream(self)->done != 0); }

constexpr NativeInfo kFunctions[] = {
    {"adler32(data, value=1, /)", Adler32, "Compute an Adler-32 checksum of data."},
    {"compress(data, /, level=-1, wbits=15)", Compress,
     "Returns a bytes object containing compressed data."},
    {"compressobj(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None)", CompressObj,
     "Return a compressor object."},
    {"crc32(data, value=0, /)", Crc32, "Compute a CRC-32 checksum of data."},
    {"decompress(data, /, wbits=15, bufsize=16384)", Decompress,
     "Returns a bytes object containing the uncompressed data."},
    {"decompressobj(wbits=15, zdict=b'')", DecompressObj, "Return a decompressor object."},
};
constexpr NativeInfo kCompressMethods[] = {
    {"__copy__()", Copy, ""},
    {"__deepcopy__(memo, /)", Copy, ""},
    {"compress(data, /)", CompressMethod, "Returns a bytes object containing compressed data."},
    {"copy()", Copy, "Return a copy of the compression object."},
    {"flush(mode=4, /)", CompressFlush,
     "Return a bytes object containing any remaining compressed data."},
};
constexpr NativeInfo kDecompressMethods[] = {
    {"__copy__()", Copy, ""},
    {"__deepcopy__(memo, /)", Copy, ""},
    {"copy()", Copy, "Return a copy of the decompression object."},
    {"decompress(data, /, max_length=0)", DecompressMethod,
     "Return a bytes object containing the decompressed version of the data."},
    {"flush(length=16384, /)", DecompressFlush,
     "Return a bytes object containing any remaining decompressed data."},
};
constexpr AttributeInfo kDecompressAttributes[] = {
    {"eof", GetEof, nullptr, AttributeKind::kMember},
    {"unconsumed_tail", GetTail, nullptr, AttributeKind::kMember},
    {"unused_data", GetUnused, nullptr, AttributeKind::kMember}};
PYSUB_MEMBERS(ZlibCompress, kCompressMethods, kNoAttributes);
PYSUB_MEMBERS(ZlibDecompress, kDecompressMethods, kDecompressAttributes);
constexpr TypeId kBytesId = TypeId::kBytes;

bool Check(Vm& vm, Object* object) {
  StreamObject* stream = static_cast<StreamObject*>(object);
  uint32_t settings = object->type == TypeId::kZlibCompress ? 5 : 1;
  if (stream->settings.AsObject()->type != TypeId::kTuple ||
      stream->settings.AsObject()->count != settings)
    return false;
  stream->number = 0;  // streams are not saved
  return AllItems(vm, stream->settings, [](Value v) { return v.IsSmallInt(); }) &&
         (stream->dictionary.IsNone() || IsObjectOf(stream->dictionary, kBytesId));
}
constexpr Schema kSchema{"t <Bytes>~ l! # # <Bytes> <Bytes>", Check};

Status Init(Vm& vm, Dict* names) {
  constexpr std::pair<std::string_view, int> kConstants[] = {
      {"DEFLATED", Z_DEFLATED},
      {"DEF_BUF_SIZE", 16384},
      {"DEF_MEM_LEVEL", 8},
      {"MAX_WBITS", MAX_WBITS},
      {"Z_BEST_COMPRESSION", Z_BEST_COMPRESSION},
      {"Z_BEST_SPEED", Z_BEST_SPEED},
      {"Z_BLOCK", Z_BLOCK},
      {"Z_DEFAULT_COMPRESSION", Z_DEFAULT_COMPRESSION},
      {"Z_DEFAULT_STRATEGY", Z_DEFAULT_STRATEGY},
      {"Z_FILTERED", Z_FILTERED},
      {"Z_FINISH", Z_FINISH},
      {"Z_FIXED", Z_FIXED},
      {"Z_FULL_FLUSH", Z_FULL_FLUSH},
      {"Z_HUFFMAN_ONLY", Z_HUFFMAN_ONLY},
      {"Z_NO_COMPRESSION", Z_NO_COMPRESSION},
      {"Z_NO_FLUSH", Z_NO_FLUSH},
      {"Z_PARTIAL_FLUSH", Z_PARTIAL_FLUSH},
      {"Z_RLE", Z_RLE},
      {"Z_SYNC_FLUSH", Z_SYNC_FLUSH},
      {"Z_TREES", Z_TREES}};
  for (const auto& [name, number] : kConstants)
    TRY(DictSetStr(vm, names, name, Value::SmallInt(number)));
  Value version = vm.NewStr(ZLIB_VERSION);
  if (version.IsFailed()) return Failure{};
  TRY(DictSetStr(vm, names, "ZLIB_VERSION", version));
  TRY(DictSetStr(vm, names, "ZLIB_RUNTIME_VERSION", version));
  return DictSetStr(vm, names, "error", Value::Type(TypeId::kZlibError));
}

}  // namespace

extern constexpr TypeInfo kZlibCompressType{.id = TypeId::kZlibCompress,
                                            .schema = &kSchema,
                                            .methods = kCompressMethods,
                                            .members = kZlibCompressMembers};
extern constexpr TypeInfo kZlibDecompressType{.id = TypeId::kZlibDecompress,
                                              .schema = &kSchema,
                                              .methods = kDecompressMethods,
                                              .attributes = kDecompressAttributes,
                                              .members = kZlibDecompressMembers};
extern constexpr ModuleInfo kZlibModule{
    .name = "zlib",
    .doc =
        "The functions in this module allow compression and decompression using the\nzlib library, "
        "which is based on GNU "
        "zip.",
    .functions = kFunctions,
    .init = Init};

}  // namespace pysub
