// io.TextIOWrapper: text over a buffered file. Bytes are decoded in chunks, as CPython
// does it, so that errors come when they come there; the bytes of the chunk are kept,
// from which tell() follows.

#include <algorithm>
#include <cstring>

#include "lexer/base/clipped_size.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/io/objects.h"
#include "stdlib/modules/library_function.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/bytes.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/text_codecs.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub::io {
namespace {

enum SeenNewlines : RawWord { kSawLineFeed = 1, kSawReturn = 2, kSawBoth = 4 };

constexpr std::string_view kEncodingOfLocale = "locale";

// An encoding as far as cutting its bytes into pieces goes.
enum class Unit : uint8_t { kByte, kUtf8, kTwo, kFour };

// Lower case, without what separates words.
std::string Normalized(std::string_view encoding) {
  std::string name;
  for (char c : encoding.substr(0, 64)) {
    if (c != '-' && c != '_' && c != ' ') name += AsciiLower(c);
  }
  return name;
}

// How the bytes of an encoding can be cut into pieces: how many make a unit, and whether a mark
// comes first. Reading needs this to decode no half of a character.
struct Codec {
  Unit unit = Unit::kUtf8;
  bool marked = false;           // begins with a byte order mark, which says the order or nothing
  bool big_endian = false;       // (of kTwo and kFour)
  std::string_view little, big;  // what decodes the rest of a marked text

  explicit Codec(std::string_view encoding) {
    const std::string name = Normalized(encoding);
    if (name == "utf8" || name == "u8") return;
    if (name == "utf8sig") {
      marked = true;
      little = "utf-8";
    } else if (name.starts_with("utf16")) {
      unit = Unit::kTwo;
      marked = name == "utf16";
      big_endian = name == "utf16be";
      little = "utf-16-le", big = "utf-16-be";
    } else if (name.starts_with("utf32")) {
      unit = Unit::kFour;
      marked = name == "utf32";
      big_endian = name == "utf32be";
      little = "utf-32-le", big = "utf-32-be";
    } else {
      unit = Unit::kByte;
    }
  }
};

std::string_view View(Value bytes) { return bytes.As<Bytes>()->view(); }
std::string_view OrEmpty(Value bytes) {
  return bytes.IsUndefined() ? std::string_view() : View(bytes);
}
// Decoded and not read.
std::string_view Unread(const TextFile* file) {
  return file->text.IsUndefined() ? std::string_view() : Vm::View(file->text).substr(file->used);
}

Status CheckOpen(Vm& vm, Value self) {
  if (Text(self)->buffer.IsNone()) return vm.ValueError("underlying buffer has been detached");
  return IsClosed(self) ? Status(vm.ValueError(kClosedFile, ".")) : Status(Done{});
}
Status CheckReadable(Vm& vm, Value self) {
  TRY(CheckOpen(vm, self));
  return IsReadable(self) ? Status(Done{}) : Status(Unsupported(vm, "not readable"));
}
Status CheckWritable(Vm& vm, Value self) {
  TRY(CheckOpen(vm, self));
  return IsWritable(self) ? Status(Done{}) : Status(Unsupported(vm, "not writable"));
}

// ---- decoding

// How many of the bytes are whole characters. The order of a marked text is known by then.
size_t WholePart(const TextFile* file, const Codec& codec, std::string_view bytes) {
  const bool big = codec.big_endian || file->decoder == 2;
  size_t whole = bytes.size();
  if (codec.unit == Unit::kUtf8) {
    for (size_t back = 1; back <= std::min<size_t>(3, bytes.size()); ++back) {  // Tick: at most 3
      const char lead = bytes[bytes.size() - back];
      if (IsContinuationByte(lead)) continue;
      if ((lead & 0x80) != 0 && static_cast<size_t>(Utf8SizeFromLead(lead)) > back)
        whole = bytes.size() - back;
      break;
    }
  } else if (codec.unit == Unit::kTwo) {
    whole &= ~size_t{1};
    // The first half of a pair waits for the second.
    if (whole >= 2) {
      const uint8_t high = static_cast<uint8_t>(bytes[whole - (big ? 2 : 1)]);
      if ((high & 0xFC) == 0xD8) whole -= 2;
    }
  } else if (codec.unit == Unit::kFour) {
    whole &= ~size_t{3};
  }
  // A return may be the first half of a newline.
  const size_t width = codec.unit == Unit::kTwo ? 2 : codec.unit == Unit::kFour ? 4 : 1;
  if (file->newline <= TextFile::kKeep && whole >= width) {
    std::string_view last = bytes.substr(whole - width, width);
    size_t zeros = 0;
    for (char c : last) zeros += c == 0;
    if (last[big ? width - 1 : 0] == '\r' && zeros == width - 1) whole -= width;
  }
  return whole;
}

// `stop` may be null; when it has stopped, what is given means nothing.
RawWord NewlinesIn(std::string_view text, StopCheck* stop) {
  RawWord seen = 0;
  size_t i = 0;
  Pieces piece(i, text.size(), stop);
  do {
    for (; i < piece.end() && seen != 7; ++i) {  // Tick: by the caller
      i = std::min(text.substr(0, piece.end()).find_first_of("\r\n", i), piece.end());
      if (i == piece.end()) break;
      if (text[i] == '\n') {
        seen |= kSawLineFeed;
      } else if (i + 1 < text.size() && text[i + 1] == '\n') {
        seen |= kSawBoth;
        ++i;
      } else {
        seen |= kSawReturn;
      }
    }
  } while (seen != 7 && piece.Next(i));
  return seen;
}

// Every newline as \n.
Value Translate(Vm& vm, std::string_view text) {
  TextBuilder out(vm);
  if (!out.Reserve(text.size())) return Value::Failed();
  for (size_t i = 0; i < text.size();) {  // Tick: Append
    size_t next = text.find('\r', i);
    if (next == std::string_view::npos) next = text.size();
    out.Append(text.substr(i, next - i));
    if (next == text.size() || !out.ok()) break;
    out.Append('\n');
    i = next + 1;
    if (i < text.size() && text[i] == '\n') ++i;
  }
  return out.Finish();
}

// How many bytes at the end of the source are those of what was not read. Exact but where \r\n and
// other newlines are mixed in an encoding that is not UTF-8.
Result<uint64_t> UnreadBytes(Vm& vm, const TextFile* file) {
  std::string_view unread = Unread(file);
  if (unread.empty()) return 0;
  std::string_view source = OrEmpty(file->source);
  const Codec codec(Vm::View(file->encoding));
  if (!vm.Tick((source.size() + unread.size()) / 32)) return Failure{};
  const bool translated = file->newline == TextFile::kUniversal && file->newlines > kSawLineFeed;
  if (codec.unit == Unit::kUtf8 && Vm::View(file->errors) == "strict") {
    if (!translated) return std::min<uint64_t>(unread.size(), source.size());
    uint64_t from = source.size();
    for (size_t i = unread.size(); i > 0 && from > 0; --i) {
      --from;
      if (unread[i - 1] == '\n' && source[from] == '\n' && from > 0 && source[from - 1] == '\r')
        --from;
    }
    return source.size() - from;
  }
  Value text = vm.NewStr(unread);
  if (text.IsFailed()) return Failure{};
  std::string_view encoding = Vm::View(file->encoding);
  if (codec.marked) encoding = file->decoder == 2 ? codec.big : codec.little;
  Value bytes = EncodeText(vm, text, encoding, "surrogateescape");
  if (bytes.IsFailed()) return Failure{};
  uint64_t count = View(bytes).size();
  if (translated && file->newlines == kSawBoth) count += CountByte(unread, '\n');
  return std::min<uint64_t>(count, source.size());
}

// Which codec decodes the bytes that come next.
std::string_view DecoderFor(TextFile* file, const Codec& codec, std::string_view bytes,
                            bool* first) {
  std::string_view encoding = Vm::View(file->encoding);
  *first = codec.marked && file->decoder == 0;
  if (!codec.marked) return encoding;
  if (*first) return encoding;
  static_cast<void>(bytes);
  return file->decoder == 2 ? codec.big : codec.little;
}

Failure NoMark(Vm& vm, const Codec& codec, Value bytes, int64_t width) {
  const Value name = vm.NewAsciiStr(codec.unit == Unit::kTwo ? "utf-16" : "utf-32");
  if (name.IsFailed()) return Failure{};
  const Value reason = vm.NewAsciiStr("Stream does not start with BOM");
  if (reason.IsFailed()) return Failure{};
  const Value error =
      vm.Call(Value::Type(TypeId::kUnicodeDecodeError),
              {name, bytes, Value::SmallInt(0), Value::KnownSmallInt(width), reason});
  return error.IsFailed() ? Failure{} : vm.RaiseException(error);
}

// Reads and decodes more: at least one character, unless the file ends (False). `size`: as
// of Peek(), -1 for all.
Result<bool> Fill(Vm& vm, TextFile* file, int64_t size) {
  Value bytes = Peek(vm, file->buffer, size, /*some=*/true);
  if (bytes.IsFailed()) return Failure{};
  if (!IsObjectOf(bytes, TypeId::kBytes)) return BadState(vm);
  const uint64_t count = View(bytes).size();
  const bool end = count == 0 || size < 0;
  if (count == 0 && OrEmpty(file->rest).empty()) return false;
  // What is joined, decoded, translated and joined again, all before anything has changed.
  TextBuilder joined(vm);
  joined.Append(OrEmpty(file->rest));
  joined.Append(View(bytes));
  TRY(joined.status());
  const Codec codec(Vm::View(file->encoding));
  bool first;
  RawWord decoder = file->decoder;
  std::string_view encoding = DecoderFor(file, codec, joined.view(), &first);
  if (first && codec.unit != Unit::kUtf8) {
    std::string_view mark = joined.view();
    bool big = codec.unit == Unit::kTwo ? mark.starts_with("\xFE\xFF")
                                        : mark.starts_with(std::string_view("\0\0\xFE\xFF", 4));
    const bool little = mark.starts_with(
        codec.unit == Unit::kTwo ? "\xFF\xFE" : std::string_view("\xFF\xFE\0\0", 4));
    const int64_t width = codec.unit == Unit::kTwo ? 2 : 4;
    if (!big && !little && mark.size() >= static_cast<size_t>(width)) {
      const Value all = joined.FinishBytes();
      if (all.IsFailed()) return Failure{};
      return NoMark(vm, codec, all, width);
    }
    file->decoder = decoder = big ? 2 : 1;
  }
  const size_t whole = end ? joined.size() : WholePart(file, codec, joined.view());
  if (first) file->decoder = 0;
  Value decoded = DecodeText(vm, joined.view().substr(0, whole), Value::Undefined(), encoding,
                             Vm::View(file->errors));
  if (decoded.IsFailed()) return Failure{};
  RawWord newlines = file->newlines;
  if (file->newline <= TextFile::kKeep) {
    if (!vm.Tick(Vm::View(decoded).size() / 64)) return Failure{};
    newlines |= NewlinesIn(Vm::View(decoded), nullptr);
    if (file->newline == TextFile::kUniversal && newlines > kSawLineFeed) {
      decoded = Translate(vm, Vm::View(decoded));
      if (decoded.IsFailed()) return Failure{};
    }
  }
  const uint64_t kept = TRY(UnreadBytes(vm, file));
  TextBuilder source(vm);
  source.Append(OrEmpty(file->source).substr(OrEmpty(file->source).size() - kept));
  source.Append(joined.view().substr(0, whole));
  Value source_bytes = source.FinishBytes();
  if (source_bytes.IsFailed()) return Failure{};
  Value rest = vm.NewBytes(joined.view().substr(whole));
  if (rest.IsFailed()) return Failure{};
  Value text = decoded;
  if (!Unread(file).empty()) {
    TextBuilder all(vm);
    all.Append(Unread(file));
    all.Append(Vm::View(decoded));
    text = all.Finish();
    if (text.IsFailed()) return Failure{};
  }
  Advance(file->buffer, count);
  file->text = text;
  file->used = 0;
  file->source = source_bytes;
  file->rest = rest;
  file->newlines = newlines;
  if (codec.marked && whole > 0) file->decoder = decoder == 0 ? 1 : decoder;
  OsAnswers::Forget(vm);
  return true;
}

void DropText(TextFile* file) {
  file->text = file->source = file->rest = Value::Undefined();
  file->used = 0;
}

// ---- reading

// The next `size` bytes of the decoded text are read.
Value Take(Vm& vm, TextFile* file, size_t size) {
  std::string_view unread = Unread(file);
  if (size == unread.size() && file->used == 0 && !file->text.IsUndefined()) {
    Value text = file->text;
    file->used = size;
    return text;
  }
  Value text = TRY(vm.NewStr(unread.substr(0, size)));
  file->used += size;
  return text;
}

// A size counts characters, and how many bytes those are is only known when they are decoded. So it
// fills until there are enough.
Value Read(Vm& vm, const Args& a) {
  TRY(CheckReadable(vm, a[0]));
  int64_t size = TRY(SizeArgument(vm, a, 1));
  OsAnswers answers(vm);
  TextFile* file = Text(a[0]);
  if (size < 0) {
    while (TRY(Fill(vm, file, -1))) {
      if (!vm.Tick(1)) return Value::Failed();
    }
    return Take(vm, file, Unread(file).size());
  }
  while (true) {
    std::string_view unread = Unread(file);
    if (!vm.Tick(1 + unread.size() / 64)) return Value::Failed();
    size_t length = CountCodePoints(unread);
    if (length >= static_cast<uint64_t>(size)) {
      return Take(vm, file, OffsetOfCodePoint(unread, ClippedSize(size)));
    }
    if (!TRY(Fill(vm, file, kTextChunk))) return Take(vm, file, unread.size());
  }
}

// Where the line that `text` begins with ends; npos: not in it.
size_t LineEnd(const TextFile* file, std::string_view text, size_t from) {
  switch (static_cast<TextFile::Newline>(file->newline)) {
    case TextFile::kUniversal:
    case TextFile::kLineFeed: {
      size_t at = text.find('\n', from);
      return at == std::string_view::npos ? at : at + 1;
    }
    case TextFile::kReturn: {
      size_t at = text.find('\r', from);
      return at == std::string_view::npos ? at : at + 1;
    }
    case TextFile::kReturnLineFeed: {
      size_t at = text.find("\r\n", from > 0 ? from - 1 : 0);
      return at == std::string_view::npos ? at : at + 2;
    }
    case TextFile::kKeep: break;
  }
  size_t at = text.find_first_of("\r\n", from);
  if (at == std::string_view::npos) return at;
  return text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? at + 2 : at + 1;
}

// `searched` remembers what has no line end in it. A line of many megabytes would otherwise be
// searched from its begin after each piece.
Value LineOf(Vm& vm, TextFile* file, int64_t limit) {
  size_t searched = 0;
  while (true) {
    std::string_view unread = Unread(file);
    size_t end = LineEnd(file, unread, searched);
    if (!vm.Tick(1 + (std::min(end, unread.size()) - searched) / 64)) return Value::Failed();
    std::string_view line = unread.substr(0, end);
    // (Code points are at most as many as bytes.)
    if (limit >= 0 && line.size() >= static_cast<uint64_t>(limit)) {
      if (!vm.Tick(line.size() / 64)) return Value::Failed();
      if (CountCodePoints(line) >= static_cast<uint64_t>(limit)) {
        return Take(vm, file, OffsetOfCodePoint(line, ClippedSize(limit)));
      }
    }
    if (end != std::string_view::npos) return Take(vm, file, end);
    searched = unread.size();
    if (!TRY(Fill(vm, file, kTextChunk))) return Take(vm, file, unread.size());
  }
}

Value Readline(Vm& vm, const Args& a) {
  TRY(CheckReadable(vm, a[0]));
  int64_t limit = TRY(IndexSizeArgument(vm, a, 1));
  OsAnswers answers(vm);
  return LineOf(vm, Text(a[0]), limit);
}

Value NextLine(Vm& vm, Value self) {
  TRY(CheckReadable(vm, self));
  OsAnswers answers(vm);
  Value line = TRY(LineOf(vm, Text(self), -1));
  Text(self)->iterates = line.As<Str>()->count > 0;
  if (Text(self)->iterates) return line;
  vm.stop_value = Value::None();
  return Value::Exhausted();
}

// hint: when the lines have more characters than that, no more are read.
Value Readlines(Vm& vm, const Args& a) {
  TRY(CheckReadable(vm, a[0]));
  int64_t hint = TRY(SizeArgument(vm, a, 1));
  OsAnswers answers(vm);
  TextFile* file = Text(a[0]);
  // All that may be wanted is decoded first; nothing is read before all lines are there.
  while (true) {
    if (!vm.Tick(1 + Unread(file).size() / 64)) return Value::Failed();
    if (hint > 0) {
      std::string_view unread = Unread(file);
      const bool enough = CountCodePoints(unread) > static_cast<uint64_t>(hint);
      const size_t from = enough ? OffsetOfCodePoint(unread, ClippedSize(hint)) : 0;
      if (enough && LineEnd(file, unread, from) != std::string_view::npos) break;
    }
    if (!TRY(Fill(vm, file, hint <= 0 ? -1 : kTextChunk))) break;
  }
  List* lines = TRY(vm.NewList());
  std::string_view unread = Unread(file);
  size_t used = 0;
  uint64_t characters = 0;
  while (used < unread.size() && !(hint > 0 && characters > static_cast<uint64_t>(hint))) {
    size_t end = std::min(LineEnd(file, unread.substr(used), 0), unread.size() - used);
    if (!vm.Tick(1 + end / 64)) return Value::Failed();
    Value line = TRY(vm.NewStr(unread.substr(used, end)));
    TRY(ListAppend(vm, lines, line));
    characters += line.As<Str>()->length;
    used += end;
  }
  file->used += used;
  return Value::Of(lines);
}

// ---- writing

// `text` as this file writes it, appended to `out`.
Status Encode(Vm& vm, TextFile* file, Value text, TextBuilder& out) {
  const Codec codec(Vm::View(file->encoding));
  std::string_view view = Vm::View(text);
  if ((file->newline == TextFile::kReturn || file->newline == TextFile::kReturnLineFeed) &&
      view.find('\n') != std::string_view::npos) {
    TextBuilder translated(vm);
    for (size_t i = 0; i <= view.size();) {  // Tick: Append
      size_t next = std::min(view.find('\n', i), view.size());
      translated.Append(view.substr(i, next - i));
      if (next == view.size()) break;
      translated.Append(file->newline == TextFile::kReturn ? "\r" : "\r\n");
      i = next + 1;
    }
    text = translated.Finish();
    if (text.IsFailed()) return Failure{};
    view = Vm::View(text);
  }
  std::string_view encoding = Vm::View(file->encoding);
  if (codec.unit == Unit::kUtf8 && !codec.marked &&
      (text.As<Str>()->ascii() || !HasSurrogates(view))) {
    out.Append(view);
    return out.status();
  }
  // Only the beginning of a file has a byte order mark.
  if (codec.marked && (file->decoder != 0 || Tell(file->buffer) != 0)) {
    encoding = file->decoder == 2 ? codec.big : codec.little;
  }
  Value bytes = EncodeText(vm, text, encoding, Vm::View(file->errors));
  if (bytes.IsFailed()) return Failure{};
  out.Append(View(bytes));
  return out.status();
}

Status WriteEncoded(Vm& vm, TextFile* file, std::string_view bytes, bool has_newline) {
  OsAnswers answers(vm);
  const bool now =
      IsObjectOf(file->buffer, TypeId::kFileIO) || (file->line_buffering && has_newline);
  DropText(file);
  TRY(WriteBytes(vm, file->buffer, bytes, now, Value::Of(file)));
  if (!bytes.empty() && file->decoder == 0) file->decoder = 1;
  return Done{};
}

std::string NotStrText(Vm& vm, Value v) {
  return "write() argument must be str, not " + std::string(v.IsNone() ? "None" : vm.TypeName(v));
}

Value Write(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1])) return vm.TypeError(NotStrText(vm, a[1]));
  TRY(CheckWritable(vm, a[0]));
  TextBuilder bytes(vm);
  TRY(Encode(vm, Text(a[0]), a[1], bytes));
  TRY(WriteEncoded(vm, Text(a[0]), bytes.view(),
                   Vm::View(a[1]).find_first_of("\r\n") != std::string_view::npos));
  return Value::SmallInt(a[1].As<Str>()->length);
}

Value Writelines(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  TextBuilder all(vm);
  Value iterator = TRY(vm.GetIter(a[1]));
  bool has_newline = false;
  while (true) {
    Value line = TRY(vm.Next(iterator));
    if (line.IsExhausted()) break;
    if (!vm.Tick(1)) return Value::Failed();
    // the lines before it are written, when all that may be refused is there
    if (!Vm::IsStr(line)) {
      Value text = TRY(vm.NewStr(NotStrText(vm, line)));
      Value exception = TRY(vm.NewException(TypeId::kTypeError, TRY(vm.NewTuple({text}))));
      TRY(WriteEncoded(vm, Text(a[0]), all.view(), has_newline));
      return vm.RaiseException(exception);
    }
    TRY(CheckWritable(vm, a[0]));
    TRY(Encode(vm, Text(a[0]), line, all));
    has_newline = has_newline || Vm::View(line).find('\n') != std::string_view::npos;
  }
  TRY(WriteEncoded(vm, Text(a[0]), all.view(), has_newline));
  return Value::None();
}

Value FlushMethod(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  OsAnswers answers(vm);
  TRY(Flush(vm, Text(a[0])->buffer));
  return Value::None();
}

Value CloseMethod(Vm& vm, const Args& a) {
  if (Text(a[0])->buffer.IsNone()) return vm.ValueError("underlying buffer has been detached");
  OsAnswers answers(vm);
  TRY(Close(vm, Text(a[0])->buffer));
  DropText(Text(a[0]));
  return Value::None();
}

Value Enter(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return a[0];
}

// ---- positions

Value TellMethod(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  TextFile* file = Text(a[0]);
  if (file->iterates) return vm.Raise(TypeId::kOSError, "telling position disabled by next() call");
  OsAnswers answers(vm);
  TRY(Flush(vm, file->buffer));
  const uint64_t behind = TRY(UnreadBytes(vm, file)) + OrEmpty(file->rest).size();
  const uint64_t at = Tell(file->buffer);
  return vm.NewInt(static_cast<int64_t>(at - std::min(at, behind)));
}

// Only places that tell() has given are certain to be between characters, so relative seeks are
// refused as in CPython.
Value Seek(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  int64_t whence = a.has(2) ? TRY(vm.ToIndex(a[2])) : 0;
  TextFile* file = Text(a[0]);
  if (whence == 1 || whence == 2) {
    if (TRY(vm.ToIndex(a[1])) != 0) {
      return Unsupported(vm, whence == 1 ? "can't do nonzero cur-relative seeks"
                                         : "can't do nonzero end-relative seeks");
    }
    if (whence == 1) {
      file->iterates = 0;
      return TellMethod(vm, a);
    }
  } else if (whence != 0) {
    return vm.ValueError("invalid whence (", whence, ", should be 0, 1 or 2)");
  }
  if (Vm::IsStr(a[1])) {
    return vm.TypeError("'<' not supported between instances of '", vm.TypeName(a[1]),
                        "' and 'int'");
  }
  int64_t offset = TRY(vm.ToIndex(a[1]));
  if (offset < 0) return vm.ValueError("negative seek position ", offset);
  OsAnswers answers(vm);
  TRY(Flush(vm, file->buffer));
  int64_t at = TRY(SeekTo(vm, file->buffer, offset, whence));
  DropText(file);
  file->iterates = 0;
  file->decoder = at == 0 ? 0 : std::max<RawWord>(file->decoder, 1);
  return vm.NewInt(at);
}

Value Truncate(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  if (!IsWritable(a[0])) return Unsupported(vm, "truncate");
  OsAnswers answers(vm);
  TextFile* file = Text(a[0]);
  TRY(Flush(vm, file->buffer));
  const uint64_t at = Tell(file->buffer);
  int64_t size = a.has(1) && !a[1].IsNone() ? TRY(vm.ToIndex(a[1])) : static_cast<int64_t>(at);
  TRY(TruncateTo(vm, file->buffer, size));
  return vm.NewInt(size);
}

// ---- the rest

Value Ask(Vm& vm, Value self, bool answer) {
  if (IsClosed(self)) return vm.ValueError(kClosedFile);
  return Value::Bool(answer);
}
Value Readable(Vm& vm, const Args& a) {
  return IsClosed(a[0]) && !IsReadable(a[0]) ? Value::False() : Ask(vm, a[0], IsReadable(a[0]));
}
Value Writable(Vm& vm, const Args& a) {
  return IsClosed(a[0]) && !IsWritable(a[0]) ? Value::False() : Ask(vm, a[0], IsWritable(a[0]));
}
Value Seekable(Vm& vm, const Args& a) { return Ask(vm, a[0], true); }
Value IsTerminal(Vm& vm, const Args& a) { return Ask(vm, a[0], false); }
Value Fileno(Vm& vm, const Args& a) {
  if (IsClosed(a[0])) return vm.ValueError(kClosedFile);
  return CallMethod(vm, Text(a[0])->buffer, "fileno", {});
}

Value Detach(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  OsAnswers answers(vm);
  TRY(Flush(vm, Text(a[0])->buffer));
  Value buffer = Text(a[0])->buffer;
  DropText(Text(a[0]));
  Text(a[0])->buffer = Value::None();
  return buffer;
}

// reconfigure(*, encoding=None, errors=None, newline=..., line_buffering=None, write_through=None)
Value Reconfigure(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  TextFile* file = Text(a[0]);
  const bool encodes = (a.has(1) && !a[1].IsNone()) || (a.has(2) && !a[2].IsNone()) || a.has(3);
  if (encodes && !file->text.IsUndefined()) {
    return Unsupported(
        vm, "It is not possible to set the encoding or newline of stream after the first read");
  }
  for (uint32_t i : {1u, 2u}) {
    if (a.has(i) && !a[i].IsNone() && !Vm::IsStr(a[i])) {
      return vm.TypeError("reconfigure() argument '", i == 1 ? "encoding" : "errors",
                          "' must be str or None, not ", vm.TypeName(a[i]));
    }
  }
  RawWord newline = a.has(3) ? TRY(NewlineArgument(vm, a[3], "reconfigure")) : file->newline;
  bool line_buffering =
      a.has(4) && !a[4].IsNone() ? TRY(vm.ToIndex(a[4])) != 0 : file->line_buffering != 0;
  bool write_through =
      a.has(5) && !a[5].IsNone() ? TRY(vm.ToIndex(a[5])) != 0 : file->write_through != 0;
  Value encoding = a.has(1) ? a[1] : Value::None();
  if (Vm::IsStr(encoding) && Vm::View(encoding) == kEncodingOfLocale)
    encoding = TRY(vm.Intern("UTF-8"));
  if (Vm::IsStr(encoding)) TRY(CodecIsKnown(vm, Vm::View(encoding)));
  OsAnswers answers(vm);
  TRY(Flush(vm, file->buffer));
  if (Vm::IsStr(encoding)) {
    file->encoding = encoding;
    if (!a.has(2) || a[2].IsNone()) file->errors = TRY(vm.Intern("strict"));
  }
  if (a.has(2) && Vm::IsStr(a[2])) file->errors = a[2];
  file->newline = newline;
  file->line_buffering = line_buffering;
  file->write_through = write_through;
  return Value::None();
}

// TextIOWrapper(buffer, encoding=None, errors=None, newline=None, line_buffering=False,
// write_through=False)
Value MakeText(Vm& vm, const Args& a) {
  Value buffer = a[1];
  for (uint32_t i : {2u, 3u}) {
    if (a.has(i) && !a[i].IsNone() && !Vm::IsStr(a[i])) {
      return vm.TypeError("TextIOWrapper() argument '", i == 2 ? "encoding" : "errors",
                          "' must be str or None, not ", vm.TypeName(a[i]));
    }
  }
  Value encoding = a.has(2) && Vm::IsStr(a[2]) ? a[2] : TRY(vm.Intern("UTF-8"));
  Value errors = a.has(3) && Vm::IsStr(a[3]) ? a[3] : TRY(vm.Intern("strict"));
  if (Vm::View(encoding) == kEncodingOfLocale) encoding = TRY(vm.Intern("UTF-8"));
  RawWord newline = TRY(NewlineArgument(vm, a.has(4) ? a[4] : Value::None(), "TextIOWrapper"));
  TRY(CodecIsKnown(vm, Vm::View(encoding)));
  if (!IsBuffered(buffer) && !IsObjectOf(buffer, TypeId::kBytesIO) &&
      !IsObjectOf(buffer, TypeId::kFileIO)) {
    return vm.RaiseAttributeError(buffer, "readable");
  }
  Value made = TRY(NewText(vm, buffer, encoding, errors, newline, a.has(5) && TRY(vm.Truth(a[5])),
                           Value::Undefined()));
  Text(made)->write_through = a.has(6) && TRY(vm.Truth(a[6]));
  return made;
}
constexpr NativeInfo kMakeText{
    "TextIOWrapper(buffer, encoding=None, errors=None, newline=None, line_buffering=False, "
    "write_through=False)",
    MakeText, "Character and line based layer over a BufferedIOBase object, buffer."};

constexpr NativeInfo kMethods[] = {
    kInitAnewRow,
    {"read(size=-1, /)", Read, "Read and return at most size characters from the stream."},
    {"readline(size=-1, /)", Readline, "Read until newline or EOF."},
    {"readlines(hint=-1, /)", Readlines, "Return a list of lines from the stream."},
    {"write(text, /)", Write, "Write string s to stream."},
    {"writelines(lines, /)", Writelines, "Write a list of lines to stream.", 1},
    {"flush()", FlushMethod, "Flush write buffers, if applicable."},
    {"close()", CloseMethod, "Flush and close the IO object."},
    {"seek(cookie, whence=0, /)", Seek,
     "Set the stream position, and return the new stream position."},
    {"tell()", TellMethod, "Return the stream position as an opaque number."},
    {"truncate(pos=None, /)", Truncate, "Truncate file to size bytes."},
    {"readable()", Readable, "Return whether object was opened for reading."},
    {"writable()", Writable, "Return whether object was opened for writing."},
    {"seekable()", Seekable, "Return whether object supports random access."},
    {"isatty()", IsTerminal, "Return whether this is an 'interactive' stream."},
    {"fileno()", Fileno, "Return underlying file descriptor if one exists."},
    {"detach()", Detach, "Separate the underlying buffer from the TextIOBase and return it."},
    {"reconfigure(*, encoding=None, errors=None, newline=None, line_buffering=None, "
     "write_through=None)",
     Reconfigure, "Reconfigure the text stream with new parameters."},
    {"@hidden __enter__()", Enter, ""},
    {"@hidden __exit__(*args)", CloseMethod, ""},
};

Value GetBuffer(Vm&, Value self) { return Text(self)->buffer; }
Value GetClosed(Vm& vm, Value self) {
  if (Text(self)->buffer.IsNone()) return vm.ValueError("underlying buffer has been detached");
  return Value::Bool(IsClosed(self));
}
Value GetName(Vm& vm, Value self) {
  Value name = NameOf(vm, self);
  return name.IsUndefined() ? Value(vm.RaiseAttributeError(Text(self)->buffer, "name")) : name;
}
Value GetEncoding(Vm&, Value self) { return Text(self)->encoding; }
Value GetErrors(Vm&, Value self) { return Text(self)->errors; }
Value GetLineBuffering(Vm&, Value self) { return Value::Bool(Text(self)->line_buffering != 0); }
Value GetWriteThrough(Vm&, Value self) { return Value::Bool(Text(self)->write_through != 0); }
Value GetNewlines(Vm& vm, Value self);
constexpr AttributeInfo kAttributes[] = {
    {"buffer", GetBuffer, nullptr, AttributeKind::kMember},
    {"closed", GetClosed},
    {"name", GetName},
    {"encoding", GetEncoding, nullptr, AttributeKind::kMember},
    {"errors", GetErrors},
    {"line_buffering", GetLineBuffering, nullptr, AttributeKind::kMember},
    {"write_through", GetWriteThrough, nullptr, AttributeKind::kMember},
    {"newlines", GetNewlines}};
PYSUB_MEMBERS(Text, kMethods, kAttributes);

Value GetExtra(Vm& vm, Value self, Name name) {
  Value extra = TRY(ExtraAttribute(vm, Text(self)->attributes, name));
  if (extra.IsUndefined() && name.text == "mode") return Text(self)->mode;
  return extra;
}
Result<bool> SetExtra(Vm& vm, Value self, Name name, Value value) {
  return DictSetFirstAttribute(vm, Text(self)->attributes, name, value);
}

Status Repr(Vm& vm, Value self, TextBuilder& out) {
  TRY(NameInRepr(vm, self, out));
  static constexpr Name kMode{"mode", MemberHash("mode")};
  Value mode = GetExtra(vm, self, kMode);
  if (mode.IsFailed()) return Failure{};
  if (!mode.IsUndefined()) {
    out.Append(" mode=");
    TRY(vm.Repr(mode, out));
  }
  out.Append(" encoding=");
  TRY(vm.Repr(Text(self)->encoding, out));
  out.Append('>');
  return out.status();
}

bool CheckText(Vm&, Object* object) {
  TextFile* file = static_cast<TextFile*>(object);
  Value buffer = file->buffer;
  if (!buffer.IsNone() && !IsBuffered(buffer) && !IsObjectOf(buffer, TypeId::kBytesIO) &&
      !IsObjectOf(buffer, TypeId::kFileIO)) {
    return false;
  }
  if (file->newline > TextFile::kReturnLineFeed || file->decoder > 2) return false;
  if (file->text.IsUndefined()) return file->used == 0;
  std::string_view text = Vm::View(file->text);
  return file->used <= text.size() &&
         (file->used == text.size() || !IsContinuationByte(text[file->used]));
}
constexpr Schema kTextSchema{"V s s # # # s? # <Bytes>? <Bytes>? # # # s? d?", CheckText};

}  // namespace

Value NewText(Vm& vm, Value buffer, Value encoding, Value errors, RawWord newline,
              bool line_buffering, Value mode) {
  TextFile* file = TRY(vm.New<TextFile>(TypeId::kTextIOWrapper));
  file->buffer = buffer;
  file->encoding = encoding;
  file->errors = errors;
  file->newline = newline;
  file->line_buffering = line_buffering;
  file->write_through = 0;
  file->used = 0;
  file->newlines = 0;
  file->decoder = 0;
  file->iterates = 0;
  file->mode = mode;
  return Value::Of(file);
}

Value NewlinesValue(Vm& vm, RawWord seen) {
  constexpr std::string_view kTexts[] = {"\r", "\n", "\r\n"};
  constexpr RawWord kBits[] = {kSawReturn, kSawLineFeed, kSawBoth};
  Value found[3];
  uint32_t count = 0;
  for (int i = 0; i < 3; ++i) {
    if ((seen & kBits[i]) != 0) found[count++] = TRY(vm.Intern(kTexts[i]));
  }
  if (count == 0) return Value::None();
  return count == 1 ? found[0] : vm.NewTuple(std::span<const Value>(found, count));
}
RawWord NewlinesSeen(std::string_view text, StopCheck* stop) { return NewlinesIn(text, stop); }
Value TranslateNewlines(Vm& vm, std::string_view text) { return Translate(vm, text); }

namespace {
Value GetNewlines(Vm& vm, Value self) { return NewlinesValue(vm, Text(self)->newlines); }
}  // namespace

Result<RawWord> NewlineArgument(Vm& vm, Value v, std::string_view function) {
  if (v.IsNone() || v.IsUndefined()) return RawWord{TextFile::kUniversal};
  if (!Vm::IsStr(v)) {
    if (function == "StringIO")
      return vm.TypeError("newline must be str or None, not ", vm.TypeName(v));
    return vm.TypeError(function, "() argument 'newline' must be str or None, not ",
                        vm.TypeName(v));
  }
  std::string_view text = Vm::View(v);
  if (text.empty()) return RawWord{TextFile::kKeep};
  if (text == "\n") return RawWord{TextFile::kLineFeed};
  if (text == "\r") return RawWord{TextFile::kReturn};
  if (text == "\r\n") return RawWord{TextFile::kReturnLineFeed};
  if (function != "StringIO") return vm.ValueError("illegal newline value: ", text.substr(0, 200));
  TextBuilder shown(vm);
  TRY(vm.Repr(v, shown));
  return vm.ValueError("illegal newline value: ", shown.view());
}

Result<bool> CodecIsKnown(Vm& vm, std::string_view encoding) {
  Value none = DecodeText(vm, "", Value::Undefined(), encoding, {});
  if (none.IsFailed()) return Failure{};
  return true;
}

}  // namespace pysub::io

namespace pysub {

extern constexpr TypeInfo kTextIOWrapperType{.id = TypeId::kTextIOWrapper,
                                             .schema = &io::kTextSchema,
                                             .constructor = &io::kMakeText,
                                             .doc = io::kMakeText.doc,
                                             .methods = io::kMethods,
                                             .attributes = io::kAttributes,
                                             .members = io::kTextMembers,
                                             .has_dict = true,
                                             .copying = Copying::kRefused,
                                             .repr = io::Repr,
                                             .iter = io::IterOpen,
                                             .next = io::NextLine,
                                             .get_attribute = io::GetExtra,
                                             .set_attribute = io::SetExtra};

}  // namespace pysub
