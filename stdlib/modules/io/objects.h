#ifndef PYSUB_STDLIB_MODULES_IO_OBJECTS_H_
#define PYSUB_STDLIB_MODULES_IO_OBJECTS_H_

#include <string>
#include <string_view>

#include "vm/vm.h"

// Files of a program: data in the heap and nothing else, so that they are saved and moved like
// everything. A file is a path and a position; each look at it is one OsCall. (io*.cc; CPython 3.14
// library, "io".)
//
//    TextFile          decodes, splits lines         text_ ahead of the position
//      -> BufferedFile   keeps bytes read ahead        or bytes that are not written yet
//          -> RawFile      path, flags, position         no descriptor: nothing to close or leak
//
// A path and no descriptor has a price: a file that is renamed while it is open is not found at the
// next look. It is the only thing that can be saved and go on elsewhere. Reading is done in two
// steps, Peek() and Advance(): Peek() may stop for the host and is repeated, Advance() never fails.
namespace pysub::io {

// io.FileIO.
struct RawFile : Object {
  static constexpr RawWord kReadable = 1, kWritable = 2, kAppending = 4, kCreated = 8, kClosed = 16;

  Value path;  // str: absolute
  Value name;  // as the program gave it
  RawWord flags;
  RawWord position;  // below kMostOffset
  Value attributes;  // Dict or Undefined: what the program sets

  bool has(RawWord flag) const { return (flags & flag) != 0; }
};

// io.BufferedReader, BufferedWriter, BufferedRandom. At most one of the two buffers is in use.
struct BufferedFile : Object {
  // is in vm.library_state(LibraryState::kOpenFiles)
  static constexpr ObjectFlags kFlagWaits = kFlagA;

  Value raw;      // RawFile or a BytesIO; None: detached
  Value read;     // bytes that were read ahead, or Undefined
  RawWord taken;  // how many of them were used
  Value pending;  // ByteArray: what is not written yet; Undefined: nothing
  RawWord size;   // of the buffer
  Value attributes;
};

// io.TextIOWrapper.
struct TextFile : Object {
  enum Newline : RawWord { kUniversal, kKeep, kLineFeed, kReturn, kReturnLineFeed };

  Value buffer;     // BufferedFile, BytesIO or RawFile; None: detached
  Value encoding;   // str
  Value errors;     // str
  RawWord newline;  // Newline
  RawWord line_buffering, write_through;
  Value text;    // str: decoded and not read yet from `used` on; Undefined: nothing
  RawWord used;  // bytes of it
  Value source;  // bytes of which it was decoded (without `rest`), or Undefined
  Value rest;    // bytes at the end of what was read that are no whole character yet, or Undefined
  RawWord newlines;  // seen: 1 \n, 2 \r, 4 \r\n
  // Of utf-16, utf-32, utf-8-sig: 0 at the beginning, 1 little endian, 2 big endian.
  RawWord decoder;
  RawWord iterates;  // __next__ was called: tell() is refused
  Value mode;        // str or Undefined
  Value attributes;
};

// A number of 63 bits as two words: a collection takes words of 48 bits and more for values.
struct WideWord {
  RawWord low, high;

  uint64_t get() const { return high << 32 | low; }
  void set(uint64_t number) {
    low = number & UINT32_MAX;
    high = number >> 32;
  }
  bool IsWhole() const { return low <= UINT32_MAX && high <= INT32_MAX; }
};

struct BytesBuffer : Object {  // io.BytesIO
  Value bytes;                 // ByteArray; None: closed
  WideWord position;
  Value attributes;
};

struct TextBuffer : Object {  // io.StringIO
  Value text;                 // ByteArray of UTF-8; None: closed
  RawWord at;                 // position in bytes
  WideWord beyond;            // code points behind the end
  RawWord newline;            // TextFile::Newline
  RawWord newlines;
  Value attributes;
};

inline RawFile* Raw(Value v) { return v.As<RawFile>(); }
inline BufferedFile* Buffered(Value v) { return v.As<BufferedFile>(); }
inline TextFile* Text(Value v) { return v.As<TextFile>(); }
inline BytesBuffer* Memory(Value v) { return v.As<BytesBuffer>(); }
inline TextBuffer* Lines(Value v) { return v.As<TextBuffer>(); }
inline bool IsBuffered(Value v) {
  return IsObjectOf(v, TypeId::kBufferedReader) || IsObjectOf(v, TypeId::kBufferedWriter) ||
         IsObjectOf(v, TypeId::kBufferedRandom);
}

inline constexpr std::string_view kClosedFile = "I/O operation on closed file";
inline constexpr int64_t kBufferSize = 131072;  // io.DEFAULT_BUFFER_SIZE
inline constexpr int64_t kTextChunk = 8192;
inline constexpr int64_t kMostOffset = int64_t{1} << 46;  // in a file of the host
inline constexpr int64_t kMostPosition = INT64_MAX;       // in BytesIO and StringIO
inline constexpr std::string_view kPositionTooLarge = "new position too large";
inline constexpr std::string_view kBufferTooLarge = "new buffer size too large";

// "not readable", "write": io.UnsupportedOperation.
Failure Unsupported(Vm& vm, std::string_view what);

// A `size` argument: -1 for None and what is negative.
Result<int64_t> SizeArgument(Vm& vm, const Args& a, uint32_t i);
// The same of those that take any object with __index__ only.
Result<int64_t> IndexSizeArgument(Vm& vm, const Args& a, uint32_t i);
Result<bool> CodecIsKnown(Vm& vm, std::string_view encoding);

// ---- raw and buffered files; all may ask, inside of an OsAnswers
Value NewRawFile(Vm& vm, Value path, Value name, RawWord flags, int64_t position);
Value NewBuffered(Vm& vm, TypeId type, Value raw, int64_t size);
// "rb+"
std::string ModeOf(const RawFile* raw);
bool IsClosed(Value stream);
bool IsReadable(Value stream);
bool IsWritable(Value stream);
// Bytes at the position, which stays: at most `size` of them, -1: all. `some`: one read is enough
// for it.
Value Peek(Vm& vm, Value stream, int64_t size, bool some = false);
// Up to the next newline, at most `limit` bytes, -1: no limit.
Value PeekLine(Vm& vm, Value stream, int64_t limit);
// What was peeked at is read. Never fails.
void Advance(Value stream, uint64_t count);
// Appends to what is to be written, which is written first when there would be too much of it.
// `now`: all is written. `owner`: the text file that writes, if one does; it is named when what it
// wrote is lost.
Status WriteBytes(Vm& vm, Value stream, std::string_view bytes, bool now,
                  Value owner = Value::Undefined());
Status Flush(Vm& vm, Value stream);
uint64_t Tell(Value stream);
Result<int64_t> SeekTo(Vm& vm, Value stream, int64_t offset, int64_t whence);
Status TruncateTo(Vm& vm, Value stream, int64_t size);
// Writes what is not written yet and closes.
Status Close(Vm& vm, Value stream);

// What no file has written yet is written: before anything else looks at files. What
// cannot be written stays; `lost` gets each file of which that is so, and its exception.
Status FlushAll(Vm& vm, List* lost = nullptr);
// At the end of a program: what is not written is, or standard error says that it is lost, as
// CPython does where it finalises files.
Status CloseAll(Vm& vm);

// ---- text
Value NewText(Vm& vm, Value buffer, Value encoding, Value errors, RawWord newline,
              bool line_buffering, Value mode);
// The newline argument: a str of these, None. ValueError.
Result<RawWord> NewlineArgument(Vm& vm, Value v, std::string_view repr_prefix);
// str or None of an attribute dict; Undefined.
Value ExtraAttribute(Vm& vm, Value attributes, Name name);

// open(), io.open()
Value Open(Vm& vm, const Args& a);
// iter(stream): itself, if it is open.
Value IterOpen(Vm& vm, Value self);
// "<_io.BufferedReader name='x'>" without its end.
Status NameInRepr(Vm& vm, Value stream, TextBuilder& out);
// The `name` of a stream: what its raw file has, or was set; Undefined.
Value NameOf(Vm& vm, Value stream);

}  // namespace pysub::io

#endif  // PYSUB_STDLIB_MODULES_IO_OBJECTS_H_
