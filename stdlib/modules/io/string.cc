// io.StringIO: text in memory, kept as UTF-8.

#include <algorithm>
#include <cstring>

#include "lexer/base/clipped_size.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/modules/io/objects.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytearray.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub::io {

Value NewlinesValue(Vm& vm, RawWord seen);
RawWord NewlinesSeen(std::string_view text, StopCheck* stop);
Value TranslateNewlines(Vm& vm, std::string_view text);

namespace {

Status CheckOpen(Vm& vm, Value self) {
  return Lines(self)->text.IsNone() ? Status(vm.ValueError(kClosedFile)) : Status(Done{});
}
std::string_view All(const TextBuffer* buffer) { return buffer->text.As<ByteArray>()->view(); }
// From the position on.
std::string_view Rest(const TextBuffer* buffer) { return All(buffer).substr(buffer->at); }

// `text` as it is kept; a str.
Value Kept(Vm& vm, TextBuffer* buffer, Value text) {
  std::string_view view = Vm::View(text);
  if (buffer->newline == TextFile::kUniversal && view.find('\r') != std::string_view::npos) {
    return TranslateNewlines(vm, view);
  }
  if (buffer->newline < TextFile::kReturn || view.find('\n') == std::string_view::npos) return text;
  TextBuilder out(vm);
  for (size_t i = 0; i <= view.size();) {  // Tick: Append
    size_t next = std::min(view.find('\n', i), view.size());
    out.Append(view.substr(i, next - i));
    if (next == view.size() || !out.ok()) break;
    out.Append(buffer->newline == TextFile::kReturn ? "\r" : "\r\n");
    i = next + 1;
  }
  return out.Finish();
}

Status Put(Vm& vm, TextBuffer* buffer, Value text) {
  if (text.As<Str>()->count == 0) return Done{};
  StopCheck stop = TimeCheck(vm);
  const RawWord seen = buffer->newline <= TextFile::kKeep ? NewlinesSeen(Vm::View(text), &stop) : 0;
  if (stop.stopped()) return Failure{};
  if (!vm.Tick(text.As<Str>()->count / 64)) return Failure{};
  Value kept = Kept(vm, buffer, text);
  if (kept.IsFailed()) return Failure{};
  std::string_view view = Vm::View(kept);
  ByteArray* array = buffer->text.As<ByteArray>();
  if (const uint64_t beyond = buffer->beyond.get(); beyond > 0) {
    // What is between the end and the position becomes NULs.
    const uint64_t size = array->size + beyond + view.size();
    if (size > kMostPosition) return vm.OverflowError(kPositionTooLarge);
    if (size > kMostPosition / sizeof(char32_t)) return vm.OverflowError(kBufferTooLarge);
    TRY(ByteArrayReserve(vm, array, size));
    if (!vm.Tick(beyond / 64)) return Failure{};
    std::memset(BytesOf(array) + array->size, 0, beyond);
    array->size += beyond;
    buffer->at = array->size;
    buffer->beyond.set(0);
  }
  // As many code points as are written are replaced.
  std::string_view rest = Rest(buffer);
  size_t replaced = rest.size();
  if (!rest.empty()) {
    if (!vm.Tick((view.size() + std::min(rest.size(), view.size() * 4)) / 64)) return Failure{};
    const size_t count = CountCodePoints(view);
    replaced = 0;
    for (size_t i = 0; i < count && replaced < rest.size(); ++i) {  // Tick: above
      replaced += std::min<size_t>(static_cast<size_t>(Utf8SizeFromLead(rest[replaced])),
                                   rest.size() - replaced);
    }
  }
  if (rest.empty()) {
    TRY(ByteArrayReserve(vm, array, array->size + view.size()));
    std::memcpy(BytesOf(array) + array->size, view.data(), view.size());
    array->size += view.size();
  } else {
    TRY(ByteArrayReplace(vm, array, buffer->at, buffer->at + replaced, view));
  }
  buffer->at += view.size();
  buffer->newlines |= seen;
  return Done{};
}

// ---- methods

Value Write(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[1]))
    return vm.TypeError("string argument expected, got '", vm.TypeName(a[1]), "'");
  TRY(CheckOpen(vm, a[0]));
  TRY(Put(vm, Lines(a[0]), a[1]));
  return Value::SmallInt(a[1].As<Str>()->length);
}

Value Writelines(Vm& vm, const Args& a) {
  if (Lines(a[0])->text.IsNone()) return vm.ValueError(kClosedFile, ".");
  Value iterator = TRY(vm.GetIter(a[1]));
  TextBuilder all(vm);
  while (true) {
    Value line = TRY(vm.Next(iterator));
    if (line.IsExhausted()) break;
    if (!vm.Tick(1)) return Value::Failed();
    // the lines before it are written, when all that may be refused is there
    if (!Vm::IsStr(line)) {
      Value text =
          TRY(vm.NewStr("string argument expected, got '" + std::string(vm.TypeName(line)) + "'"));
      Value exception = TRY(vm.NewException(TypeId::kTypeError, TRY(vm.NewTuple({text}))));
      TRY(Put(vm, Lines(a[0]), TRY(all.Finish())));
      return vm.RaiseException(exception);
    }
    all.Append(Vm::View(line));
  }
  TRY(Put(vm, Lines(a[0]), TRY(all.Finish())));
  return Value::None();
}

// The next `size` bytes.
Value Take(Vm& vm, TextBuffer* buffer, size_t size) {
  Value text = TRY(vm.NewStr(Rest(buffer).substr(0, size)));
  buffer->at += size;
  return text;
}

Value Read(Vm& vm, const Args& a) {
  int64_t size = TRY(SizeArgument(vm, a, 1));
  TRY(CheckOpen(vm, a[0]));
  std::string_view rest = Rest(Lines(a[0]));
  if (!vm.Tick(rest.size() / 64)) return Value::Failed();
  if (size < 0 || static_cast<uint64_t>(size) >= rest.size())
    return Take(vm, Lines(a[0]), rest.size());
  if (CountCodePoints(rest) <= static_cast<uint64_t>(size))
    return Take(vm, Lines(a[0]), rest.size());
  return Take(vm, Lines(a[0]), OffsetOfCodePoint(rest, ClippedSize(size)));
}

size_t LineSize(const TextBuffer* buffer, std::string_view rest) {
  size_t at;
  switch (static_cast<TextFile::Newline>(buffer->newline)) {
    case TextFile::kUniversal:
    case TextFile::kLineFeed:
      at = rest.find('\n');
      return at == std::string_view::npos ? rest.size() : at + 1;
    case TextFile::kReturn:
      at = rest.find('\r');
      return at == std::string_view::npos ? rest.size() : at + 1;
    case TextFile::kReturnLineFeed:
      at = rest.find("\r\n");
      return at == std::string_view::npos ? rest.size() : at + 2;
    case TextFile::kKeep: break;
  }
  at = rest.find_first_of("\r\n");
  if (at == std::string_view::npos) return rest.size();
  return rest[at] == '\r' && at + 1 < rest.size() && rest[at + 1] == '\n' ? at + 2 : at + 1;
}

Value LineOf(Vm& vm, TextBuffer* buffer, int64_t limit) {
  size_t size = LineSize(buffer, Rest(buffer));
  if (!vm.Tick(1 + size / 64)) return Value::Failed();
  std::string_view line = Rest(buffer).substr(0, size);
  if (limit >= 0 && CountCodePoints(line) > static_cast<uint64_t>(limit)) {
    size = OffsetOfCodePoint(line, ClippedSize(limit));
  }
  return Take(vm, buffer, size);
}
Value Readline(Vm& vm, const Args& a) {
  const int64_t limit = TRY(SizeArgument(vm, a, 1));
  TRY(CheckOpen(vm, a[0]));
  return LineOf(vm, Lines(a[0]), limit);
}
Value NextLine(Vm& vm, Value self) {
  TRY(CheckOpen(vm, self));
  Value line = TRY(LineOf(vm, Lines(self), -1));
  if (line.As<Str>()->count > 0) return line;
  vm.stop_value = Value::None();
  return Value::Exhausted();
}
Value Readlines(Vm& vm, const Args& a) {
  int64_t hint = TRY(SizeArgument(vm, a, 1));
  if (Lines(a[0])->text.IsNone()) return vm.ValueError(kClosedFile, ".");
  TextBuffer* buffer = Lines(a[0]);
  List* lines = TRY(vm.NewList());
  std::string_view rest = Rest(buffer);
  size_t used = 0;
  uint64_t characters = 0;
  while (used < rest.size() && !(hint > 0 && characters > static_cast<uint64_t>(hint))) {
    size_t size = LineSize(buffer, rest.substr(used));
    if (!vm.Tick(1 + size / 64)) return Value::Failed();
    Value line = TRY(vm.NewStr(rest.substr(used, size)));
    TRY(ListAppend(vm, lines, line));
    characters += line.As<Str>()->length;
    used += size;
  }
  buffer->at += used;
  return Value::Of(lines);
}

Value GetValue(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  if (!vm.Tick(All(Lines(a[0])).size() / 64)) return Value::Failed();
  return vm.NewStr(All(Lines(a[0])));
}

Result<int64_t> Position(Vm& vm, TextBuffer* buffer) {
  if (!vm.Tick(buffer->at / 64)) return Failure{};
  return static_cast<int64_t>(CountCodePoints(All(buffer).substr(0, buffer->at)) +
                              buffer->beyond.get());
}
Value Tell(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return vm.NewInt(TRY(Position(vm, Lines(a[0]))));
}

Value Seek(Vm& vm, const Args& a) {
  int64_t offset = TRY(vm.ToIndex(a[1]));
  int64_t whence = a.has(2) ? TRY(vm.ToIndex(a[2])) : 0;
  TRY(CheckOpen(vm, a[0]));
  if (whence < 0 || whence > 2)
    return vm.ValueError("Invalid whence (", whence, ", should be 0, 1 or 2)");
  if (whence == 0 && offset < 0) return vm.ValueError("Negative seek position ", offset);
  if (whence != 0 && offset != 0)
    return vm.Raise(TypeId::kOSError, "Can't do nonzero cur-relative seeks");
  TextBuffer* buffer = Lines(a[0]);
  if (!vm.Tick(All(buffer).size() / 64)) return Value::Failed();
  const uint64_t length = CountCodePoints(All(buffer));
  if (whence == 1) return Tell(vm, a);
  const uint64_t target = whence == 2 ? length : static_cast<uint64_t>(offset);
  buffer->at = target >= length ? All(buffer).size() : OffsetOfCodePoint(All(buffer), target);
  buffer->beyond.set(target > length ? target - length : 0);
  return vm.NewInt(static_cast<int64_t>(target));
}

Value Truncate(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  TextBuffer* buffer = Lines(a[0]);
  if (a.has(1) && !a[1].IsNone()) TRY(SizeArgument(vm, a, 1));
  int64_t size = a.has(1) && !a[1].IsNone() ? TRY(vm.ToIndex(a[1])) : TRY(Position(vm, buffer));
  if (size < 0) return vm.ValueError("Negative size value ", size);
  if (!vm.Tick(All(buffer).size() / 64)) return Value::Failed();
  const uint64_t length = CountCodePoints(All(buffer));
  if (static_cast<uint64_t>(size) < length) {
    const uint64_t end = OffsetOfCodePoint(All(buffer), ClippedSize(size));
    const uint64_t before = static_cast<uint64_t>(TRY(Position(vm, buffer)));
    buffer->text.As<ByteArray>()->size = end;
    if (buffer->at > end) {
      buffer->at = end;
      buffer->beyond.set(before - static_cast<uint64_t>(size));
    }
  }
  return vm.NewInt(size);
}

Value Close(Vm&, const Args& a) {
  Lines(a[0])->text = Value::None();
  Lines(a[0])->at = 0;
  Lines(a[0])->beyond.set(0);
  return Value::None();
}
Value Nothing(Vm&, const Args&) { return Value::None(); }
Value Enter(Vm& vm, const Args& a) {
  if (Lines(a[0])->text.IsNone()) return vm.ValueError(kClosedFile, ".");
  return a[0];
}
Value Yes(Vm& vm, const Args& a) {
  TRY(CheckOpen(vm, a[0]));
  return Value::True();
}
Value No(Vm& vm, const Args& a) {
  if (Lines(a[0])->text.IsNone()) return vm.ValueError(kClosedFile, ".");
  return Value::False();
}
Value Fileno(Vm& vm, const Args&) { return Unsupported(vm, "fileno"); }
Value Detach(Vm& vm, const Args&) { return Unsupported(vm, "detach"); }

Value Make(Vm& vm, const Args& a) {
  RawWord newline =
      a.has(2) ? TRY(NewlineArgument(vm, a[2], "StringIO")) : RawWord{TextFile::kLineFeed};
  bool text = a.has(1) && !a[1].IsNone();
  if (text && !Vm::IsStr(a[1]))
    return vm.TypeError("initial_value must be str or None, not ", vm.TypeName(a[1]));
  ByteArray* array = TRY(NewByteArray(vm, text ? a[1].As<Str>()->count : 0));
  TextBuffer* self = TRY(vm.New<TextBuffer>(TypeId::kStringIO));
  self->text = Value::Of(array);
  self->at = self->newlines = 0;
  self->beyond.set(0);
  self->newline = newline;
  if (text) TRY(Put(vm, self, a[1]));
  self->at = 0;
  return Value::Of(self);
}
constexpr NativeInfo kMake{"StringIO(initial_value='', newline='\\n')", Make,
                           "Text I/O implementation using an in-memory buffer."};

constexpr NativeInfo kMethods[] = {
    kInitAnewRow,
    {"read(size=-1, /)", Read, "Read at most size characters, returned as a string."},
    {"readline(size=-1, /)", Readline, "Read until newline or EOF."},
    {"readlines(hint=-1, /)", Readlines, "Return a list of lines from the stream."},
    {"write(s, /)", Write, "Write string to file."},
    {"writelines(lines, /)", Writelines, "Write a list of lines to stream.", 1},
    {"getvalue()", GetValue, "Retrieve the entire contents of the object."},
    {"tell()", Tell, "Tell the current file position."},
    {"seek(pos, whence=0, /)", Seek, "Change stream position."},
    {"truncate(pos=None, /)", Truncate, "Truncate size to pos."},
    {"close()", Close, "Close the IO object."},
    {"flush()", Nothing, "Flush write buffers, if applicable."},
    {"readable()", Yes, "Returns True if the IO object can be read."},
    {"writable()", Yes, "Returns True if the IO object can be written."},
    {"seekable()", Yes, "Returns True if the IO object can be seeked."},
    {"isatty()", No, "Return whether this is an 'interactive' stream."},
    {"fileno()", Fileno, "Return underlying file descriptor if one exists."},
    {"detach()", Detach, "Separate the underlying buffer from the TextIOBase and return it."},
    {"@hidden __enter__()", Enter, ""},
    {"@hidden __exit__(*args)", Close, ""},
};

Value GetClosed(Vm&, Value self) { return Value::Bool(Lines(self)->text.IsNone()); }
Value GetNone(Vm&, Value) { return Value::None(); }
Value GetNewlines(Vm& vm, Value self) {
  TRY(CheckOpen(vm, self));
  return NewlinesValue(vm, Lines(self)->newlines);
}
Value GetLineBuffering(Vm& vm, Value self) {
  TRY(CheckOpen(vm, self));
  return Value::False();
}
constexpr AttributeInfo kAttributes[] = {{"closed", GetClosed},
                                         {"encoding", GetNone},
                                         {"errors", GetNone},
                                         {"newlines", GetNewlines},
                                         {"line_buffering", GetLineBuffering}};
PYSUB_MEMBERS(StringIO, kMethods, kAttributes);

Value GetExtra(Vm& vm, Value self, Name name) {
  return ExtraAttribute(vm, Lines(self)->attributes, name);
}
Result<bool> SetExtra(Vm& vm, Value self, Name name, Value value) {
  return DictSetFirstAttribute(vm, Lines(self)->attributes, name, value);
}

// The text is nobody else's, UTF-8, and the position between two characters of it.
bool CheckLines(Vm& vm, Object* object) {
  TextBuffer* buffer = static_cast<TextBuffer*>(object);
  if (buffer->newline > TextFile::kReturnLineFeed || buffer->newlines > 7) return false;
  if (buffer->text.IsNone()) return buffer->at == 0;
  ByteArray* array = buffer->text.As<ByteArray>();
  if (array->size > 0 && (!IsObjectOf(array->buffer, TypeId::kBuffer) ||
                          array->size > array->buffer.AsObject()->count)) {
    return false;
  }
  std::string_view text = array->view();
  if (!vm.Tick(text.size() / 64) || !IsValidUtf8(text, Surrogates::kAllow)) return false;
  return buffer->beyond.IsWhole() && buffer->beyond.get() <= kMostPosition - text.size() &&
         buffer->at <= text.size() &&
         (buffer->at == text.size() || !IsContinuationByte(text[buffer->at]));
}
constexpr Schema kStringIOSchema{"<ByteArray>~! # # # # # d?", CheckLines};

}  // namespace
}  // namespace pysub::io

namespace pysub {

extern constexpr TypeInfo kStringIOType{.id = TypeId::kStringIO,
                                        .schema = &io::kStringIOSchema,
                                        .constructor = &io::kMake,
                                        .doc = io::kMake.doc,
                                        .methods = io::kMethods,
                                        .attributes = io::kAttributes,
                                        .members = io::kStringIOMembers,
                                        .has_dict = true,
                                        .iter = io::IterOpen,
                                        .next = io::NextLine,
                                        .get_attribute = io::GetExtra,
                                        .set_attribute = io::SetExtra};

}  // namespace pysub
