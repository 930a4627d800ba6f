// open() and the module io. CPython 3.14 library, "io".

#include "stdlib/modules/abstract_types.h"
#include "stdlib/modules/io/objects.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/os_paths.h"
#include "vm/imports.h"
#include "vm/objects/dict.h"
#include "vm/snapshot/schema.h"
#include "vm/warn.h"

namespace pysub::io {
namespace {

struct Mode {
  char kind = 0;  // r, w, a, x
  bool updates = false, text = false, binary = false;
};

// The `mode` of open(): a str.
Status ReadMode(Vm& vm, Value text, Mode* mode) {
  std::string_view view = Vm::View(text);
  int kinds = 0;
  uint32_t seen = 0;
  for (char c : view) {  // Tick: ends at the first character that is not allowed, or comes again
    const size_t at = std::string_view("rwax+tb").find(c);
    if (at == std::string_view::npos || (seen >> at & 1) != 0) {
      TextBuilder shown(vm);
      TRY(vm.Repr(text, shown));
      return vm.ValueError("invalid mode: ", shown.view());
    }
    seen |= uint32_t{1} << at;
    if (at < 4) {
      mode->kind = c;
      ++kinds;
    }
  }
  mode->updates = (seen >> 4 & 1) != 0;
  mode->text = (seen >> 5 & 1) != 0;
  mode->binary = (seen >> 6 & 1) != 0;
  if (mode->text && mode->binary) return vm.ValueError("can't have text and binary mode at once");
  if (kinds > 1) return vm.ValueError("must have exactly one of create/read/write/append mode");
  return Done{};
}

Status CheckTextArgument(Vm& vm, Value v, std::string_view name) {
  if (v.IsUndefined() || v.IsNone() || Vm::IsStr(v)) return Done{};
  return vm.TypeError("open() argument '", name, "' must be str or None, not ", vm.TypeName(v));
}
bool IsGiven(Value v) { return !v.IsUndefined() && !v.IsNone(); }

RawWord FlagsOf(const Mode& mode) {
  RawWord flags = 0;
  if (mode.kind == 'r' || mode.updates) flags |= RawFile::kReadable;
  if (mode.kind != 'r' || mode.updates) flags |= RawFile::kWritable;
  if (mode.kind == 'a') flags |= RawFile::kAppending;
  if (mode.kind == 'x') flags |= RawFile::kCreated;
  return flags;
}

// os::OpenFile::Flags.
int64_t OpenFlagsOf(const Mode& mode) {
  int64_t flags = static_cast<int64_t>(FlagsOf(mode) & 3);
  if (mode.kind != 'r') flags |= 4;
  if (mode.kind == 'x') flags |= 8;
  if (mode.kind == 'w') flags |= 16;
  if (mode.kind == 'a') flags |= 32;
  return flags;
}

}  // namespace

// open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None,
// closefd=True, opener=None)
Value IterOpen(Vm& vm, Value self) {
  static constexpr Name kClosed{"closed", MemberHash("closed")};
  const Value closed = TRY(vm.GetAttribute(self, kClosed));
  if (closed.IsTrue()) return vm.ValueError(kClosedFile, ".");
  return self;
}

Value Open(Vm& vm, const Args& a) {
  if (a.has(1) && !Vm::IsStr(a[1]))
    return vm.TypeError("open() argument 'mode' must be str, not ", vm.TypeName(a[1]));
  int64_t buffering = a.has(2) ? TRY(vm.ToIndex(a[2])) : -1;
  TRY(CheckTextArgument(vm, a[3], "encoding"));
  TRY(CheckTextArgument(vm, a[4], "errors"));
  TRY(CheckTextArgument(vm, a[5], "newline"));
  const bool close_descriptor = !a.has(6) || TRY(vm.Truth(a[6]));
  if (vm.IsInt(a[0]) || a[0].IsBool()) {
    if (TRY(vm.ToIndexClamped(a[0])) < 0) return vm.ValueError("negative file descriptor");
    return vm.host.RaiseOsError(EBADF);
  }
  PathArgument path;
  TRY(GetPath(vm, a[0], {}, {}, &path));
  Mode mode;
  if (a.has(1))
    TRY(ReadMode(vm, a[1], &mode));
  else
    mode.kind = 'r';
  const bool binary = mode.binary;
  if (binary && IsGiven(a[3]))
    return vm.ValueError("binary mode doesn't take an encoding argument");
  if (binary && IsGiven(a[4])) return vm.ValueError("binary mode doesn't take an errors argument");
  if (binary && IsGiven(a[5])) return vm.ValueError("binary mode doesn't take a newline argument");
  if (mode.kind == 0) {
    return vm.ValueError(
        "Must have exactly one of create/read/write/append mode and at most one plus");
  }
  if (!close_descriptor) return vm.ValueError("Cannot use closefd=False with file name");
  if (a.has(7) && !a[7].IsNone()) {
    if (!vm.IsCallable(a[7]))
      return vm.TypeError("'", vm.TypeName(a[7]), "' object is not callable");
    return vm.Raise(TypeId::kNotImplementedError,
                    "there are no file descriptors here that an opener could return");
  }

  OsAnswers answers(vm);
  TRY(FlushAll(vm));
  Value size = TRY(vm.host.AskOs(
      OsCallId::kOpenFile,
      {path.path, Value::KnownSmallInt(OpenFlagsOf(mode)), Value::SmallInt(0666)}, path.shown));
  if (!size.IsSmallInt()) return BadState(vm);
  Value name = Vm::IsStr(a[0]) || IsObjectOf(a[0], TypeId::kBytes) ? a[0] : path.shown;
  Value raw =
      TRY(NewRawFile(vm, path.path, name, FlagsOf(mode), mode.kind == 'a' ? size.AsSmallInt() : 0));
  if (buffering == 0) {
    if (!binary) return vm.ValueError("can't have unbuffered text I/O");
    return raw;
  }
  if (buffering == 1 && binary) {
    TRY(Warn(vm, TypeId::kRuntimeWarning,
             "line buffering (buffering=1) isn't supported in binary mode, the default buffer size "
             "will be used"));
  }
  TypeId type = mode.updates       ? TypeId::kBufferedRandom
                : mode.kind == 'r' ? TypeId::kBufferedReader
                                   : TypeId::kBufferedWriter;
  Value buffered = TRY(NewBuffered(vm, type, raw, buffering > 1 ? buffering : kBufferSize));
  if (binary) return buffered;
  Value encoding = IsGiven(a[3]) ? a[3] : TRY(vm.Intern("UTF-8"));
  Value errors = IsGiven(a[4]) ? a[4] : TRY(vm.Intern("strict"));
  if (IsGiven(a[3]) && Vm::View(encoding) == "locale") encoding = TRY(vm.Intern("UTF-8"));
  if (IsGiven(a[3])) TRY(CodecIsKnown(vm, Vm::View(encoding)));
  RawWord newline = TRY(NewlineArgument(vm, a[5], "open"));
  Value shown = a.has(1) ? a[1] : TRY(vm.Intern("r"));
  Value text = TRY(NewText(vm, buffered, encoding, errors, newline, buffering == 1, shown));
  // What is appended to a text has no second byte order mark.
  if (mode.kind == 'a' && size.AsSmallInt() > 0) Text(text)->decoder = 1;
  return text;
}

namespace {

// open_code(path)
Value OpenCode(Vm& vm, const Args& a) {
  if (!Vm::IsStr(a[0]))
    return vm.TypeError("open_code() argument 'path' must be str, not ", vm.TypeName(a[0]));
  Value slots[8] = {a[0], TRY(vm.Intern("rb"))};
  return Open(vm, ArgsOf(slots));
}

Value TextEncoding(Vm& vm, const Args& a) {
  if (a.has(1)) TRY(vm.ToIndex(a[1]));
  return a[0].IsNone() ? vm.Intern("locale") : a[0];
}

constexpr NativeInfo kFunctions[] = {
    kDefineRow,
    {"open_code(path)", OpenCode,
     "Opens the provided file with the intent to import the contents."},
    {"text_encoding(encoding, stacklevel=2, /)", TextEncoding,
     "A helper function to choose the text encoding."},
};

Status Init(Vm& vm, Dict* names) {
  for (TypeId type : {TypeId::kFileIO, TypeId::kBufferedReader, TypeId::kBufferedWriter,
                      TypeId::kBufferedRandom, TypeId::kBytesIO, TypeId::kTextIOWrapper,
                      TypeId::kStringIO, TypeId::kBufferedRWPair, TypeId::kNewlineDecoder}) {
    std::string_view name = Vm::NameOf(type);
    TRY(DictSetStr(vm, names, name.substr(name.rfind('.') + 1), Value::Type(type)));
  }
  TRY(DictSetStr(vm, names, "UnsupportedOperation", Value::Type(TypeId::kIoUnsupportedOperation)));
  TRY(DictSetStr(vm, names, "BlockingIOError", Value::Type(TypeId::kBlockingIOError)));
  TRY(DictSetStr(vm, names, "DEFAULT_BUFFER_SIZE", Value::KnownSmallInt(kBufferSize)));
  TRY(DictSetStr(vm, names, "SEEK_SET", Value::SmallInt(0)));
  TRY(DictSetStr(vm, names, "SEEK_CUR", Value::SmallInt(1)));
  TRY(DictSetStr(vm, names, "SEEK_END", Value::SmallInt(2)));
  TRY(AddAbstractTypes(vm, names, "io"));
  Value builtins = ImportValue(vm, "builtins");
  if (builtins.IsFailed()) return Failure{};
  if (IsObjectOf(builtins, TypeId::kModule)) {
    Value open = DictGetStr(vm, builtins.As<Module>()->dict.As<Dict>(), "open");
    if (open.IsFailed()) return Failure{};
    if (!open.IsUndefined()) TRY(DictSetStr(vm, names, "open", open));
  }
  return Done{};
}

}  // namespace
}  // namespace pysub::io

namespace pysub {

// Slots: what the program ended with, or its exception.
Value CloseFilesResume(Vm& vm, NativeFrame& frame, Value) {
  OsAnswers answers(vm);
  if (!io::CloseAll(vm).ok()) return Value::Failed();
  if (!frame.slots[1].IsUndefined()) return vm.Reraise(frame.slots[1]);
  return frame.slots[0].IsUndefined() ? Value::None() : frame.slots[0];
}

PYSUB_LIBRARY_CLASS(NewlineDecoder,
                    "IncrementalNewlineDecoder(decoder, translate, errors='strict')",
                    "Codec used when reading a file in universal newlines mode.");
constexpr NativeInfo kPairConstructor{"@raw BufferedRWPair(reader, writer, buffer_size=131072, /)",
                                      LibraryClassNew,
                                      "A buffered reader and writer object together."};
extern constexpr TypeInfo kBufferedRWPairType =
    LibraryIteratorClass(TypeId::kBufferedRWPair, kPairConstructor);
extern constexpr ModuleInfo kIoModule{
    .name = "io",
    .doc = "The io module provides the Python interfaces to stream handling.",
    .functions = io::kFunctions,
    .init = io::Init,
    .source =
#include "stdlib/python/io.inc"
};

}  // namespace pysub
