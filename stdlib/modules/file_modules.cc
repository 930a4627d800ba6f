// Modules for files that are written in Python: stat, glob, shutil, tempfile.

#include <optional>
#include <string>

#include "stdlib/modules/library_class.h"
#include "vm/objects/dict.h"
#include "vm/objects/formatting.h"
#include "vm/objects/numbers.h"
#include "vm/vm.h"

namespace pysub {
namespace {

constexpr NativeInfo kMakeDirectory{
    "@raw TemporaryDirectory(suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, "
    "delete=True)",
    LibraryClassNew, "Create and return a temporary directory."};
constexpr NativeInfo kMakeFile{
    "@raw _TemporaryFileWrapper(file, name, delete=True, delete_on_close=True)", LibraryClassNew,
    "Temporary file wrapper"};
constexpr NativeInfo kTempfileFunctions[] = {kDefineRow, kStaticRow, kClassMethodRow, kNewRow};

Status TempfileInit(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "TemporaryDirectory", Value::Type(TypeId::kTemporaryDirectory)));
  return DictSetStr(vm, names, "_TemporaryFileWrapper", Value::Type(TypeId::kTemporaryFile));
}

Status ShutilInit(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "Error", Value::Type(TypeId::kShutilError)));
  TRY(DictSetStr(vm, names, "SameFileError", Value::Type(TypeId::kSameFileError)));
  return DictSetStr(vm, names, "SpecialFileError", Value::Type(TypeId::kSpecialFileError));
}

// ---- stat

constexpr uint32_t kFormat = 0170000, kDirectory = 0040000, kCharacter = 0020000, kBlock = 0060000,
                   kRegular = 0100000, kFifo = 0010000, kLink = 0120000, kSocket = 0140000;

Result<uint32_t> Mode(Vm& vm, Value v) {
  if (!IsIntLike(v))
    return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
  const IntArgument argument(v);
  const IntView view = argument.view();
  if (view.negative) return vm.OverflowError("can't convert negative value to unsigned int");
  const std::optional<uint64_t> mode = ToUint64(view);
  if (!mode) return vm.OverflowError("Python int too large to convert to C unsigned long");
  if (*mode > UINT32_MAX) return vm.OverflowError("mode out of range");
  return static_cast<uint32_t>(*mode);
}

Value ModeBits(Vm& vm, const Args& a) { return vm.NewInt(TRY(Mode(vm, a[0])) & 07777); }
Value ModeFormat(Vm& vm, const Args& a) { return vm.NewInt(TRY(Mode(vm, a[0])) & kFormat); }
// No file of Linux is of kind 0: doors, ports and whiteouts.
template <uint32_t kind>
Value IsOfKind(Vm& vm, const Args& a) {
  return Value::Bool((TRY(Mode(vm, a[0])) & kFormat) == kind && kind != 0);
}

Value FileMode(Vm& vm, const Args& a) {
  const uint32_t mode = TRY(Mode(vm, a[0]));
  const uint32_t format = mode & kFormat;
  std::string text = format == kLink        ? "l"
                     : format == kSocket    ? "s"
                     : format == kRegular   ? "-"
                     : format == kBlock     ? "b"
                     : format == kDirectory ? "d"
                     : format == kCharacter ? "c"
                     : format == kFifo      ? "p"
                                            : "?";
  for (int i = 0; i < 3; ++i) {
    const uint32_t bits = mode >> (6 - 3 * i);
    const bool special = (mode & (04000u >> i)) != 0;
    const bool runs = (bits & 1) != 0;
    text += (bits & 4) != 0 ? 'r' : '-';
    text += (bits & 2) != 0 ? 'w' : '-';
    text += !special ? (runs ? 'x' : '-') : i == 2 ? (runs ? 't' : 'T') : (runs ? 's' : 'S');
  }
  return vm.NewAsciiStr(text);
}

constexpr NativeInfo kStatFunctions[] = {
    {"S_IMODE(mode, /)", ModeBits,
     "Return the portion of the file's mode that can be set by os.chmod()."},
    {"S_IFMT(mode, /)", ModeFormat,
     "Return the portion of the file's mode that describes the file type."},
    {"S_ISDIR(mode, /)", IsOfKind<kDirectory>, "Return True if mode is from a directory."},
    {"S_ISCHR(mode, /)", IsOfKind<kCharacter>,
     "Return True if mode is from a character special device file."},
    {"S_ISBLK(mode, /)", IsOfKind<kBlock>,
     "Return True if mode is from a block special device file."},
    {"S_ISREG(mode, /)", IsOfKind<kRegular>, "Return True if mode is from a regular file."},
    {"S_ISFIFO(mode, /)", IsOfKind<kFifo>, "Return True if mode is from a FIFO (named pipe)."},
    {"S_ISLNK(mode, /)", IsOfKind<kLink>, "Return True if mode is from a symbolic link."},
    {"S_ISSOCK(mode, /)", IsOfKind<kSocket>, "Return True if mode is from a socket."},
    {"S_ISDOOR(mode, /)", IsOfKind<0>, "Return True if mode is from a door."},
    {"S_ISPORT(mode, /)", IsOfKind<0>, "Return True if mode is from an event port."},
    {"S_ISWHT(mode, /)", IsOfKind<0>, "Return True if mode is from a whiteout."},
    {"filemode(mode, /)", FileMode, "Convert a file's mode to a string of the form '-rwxrwxrwx'."},
};

}  // namespace

extern constexpr TypeInfo kTemporaryDirectoryType =
    LibraryClass(TypeId::kTemporaryDirectory, kMakeDirectory);
extern constexpr TypeInfo kTemporaryFileType =
    LibraryIterableClass(TypeId::kTemporaryFile, kMakeFile);

extern constexpr ModuleInfo kStatModule{
    .name = "stat", .doc = "S_IFMT_: file type bits", .functions = kStatFunctions, .source =
#include "stdlib/python/stat.inc"
};
extern constexpr ModuleInfo kGlobModule{
    .name = "glob", .doc = "Filename globbing utility.", .source =
#include "stdlib/python/glob.inc"
};
extern constexpr ModuleInfo kShutilModule{
    .name = "shutil",
    .doc = "Utility functions for copying and archiving files and directory trees.",
    .init = ShutilInit,
    .source =
#include "stdlib/python/shutil.inc"
};
extern constexpr ModuleInfo kTempfileModule{.name = "tempfile",
                                            .doc = "Temporary files.",
                                            .functions = kTempfileFunctions,
                                            .init = TempfileInit,
                                            .source =
#include "stdlib/python/tempfile.inc"
};

}  // namespace pysub
