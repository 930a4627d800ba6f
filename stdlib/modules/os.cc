// os: what asks the host, one OsCall each. The rest is in stdlib/python/os.py. CPython 3.14
// library, "os".

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "stdlib/modules/abstract_types.h"
#include "stdlib/modules/entropy.h"
#include "stdlib/modules/io/objects.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/os_paths.h"
#include "stdlib/types/struct_sequence.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/text_codecs.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr std::string_view kOrNumber = "should be string, bytes, os.PathLike or integer, not ";

// A path argument; descriptors, which some functions of CPython take as well, are not there.
Status GetPathOrNumber(Vm& vm, Value v, std::string_view function, PathArgument* out) {
  if (Vm::IsInt(v) || v.IsBool()) return vm.host.RaiseOsError(EBADF);
  Value path = FileSystemPath(vm, v);
  if (path.IsFailed()) return Failure{};
  if (path.IsUndefined()) return vm.TypeError(function, ": path ", kOrNumber, vm.TypeName(v));
  return GetPath(vm, v, function, "path", out);
}

// dir_fd arguments: None.
Status NoDirectory(Vm& vm, const Args& a, uint32_t i) {
  if (!a.has(i) || a[i].IsNone()) return Done{};
  return vm.Raise(TypeId::kNotImplementedError, "dir_fd unavailable on this platform");
}

bool Follows(const Args& a, uint32_t i, Vm& vm, bool* failed) {
  if (!a.has(i)) return true;
  Result<bool> truth = vm.Truth(a[i]);
  *failed = !truth.ok();
  return truth.ok() && *truth;
}

// What every call begins with: nothing that the program wrote is missing.
#define PYSUB_BEGIN_ASKING \
  OsAnswers answers(vm);   \
  TRY(io::FlushAll(vm))

// A call of one path that answers None.
Value Change(Vm& vm, OsCallId call, const PathArgument& path) {
  PYSUB_BEGIN_ASKING;
  TRY(vm.host.AskOs(call, {path.path}, path.shown));
  return Value::None();
}

// ---- stat

// A tuple of ten, as it always was, with more by name: times in nanoseconds are exact, those in
// seconds are floats.
struct StatResult : Object {
  Value fields[10];      // as a tuple shows them
  Value nanoseconds[3];  // atime, mtime, ctime
};

constexpr int64_t kSecond = 1'000'000'000;

// Nanoseconds as seconds, rounded down.
Value Seconds(Vm& vm, Value nanoseconds) {
  int64_t ns = TRY(vm.ToIndexClamped(nanoseconds));
  return vm.NewInt(ns / kSecond - (ns % kSecond < 0));
}

// From the ten ints of os::FileStat.
Value NewStatResult(Vm& vm, Value reply) {
  if (!IsTupleOf(reply, 10)) return BadState(vm);
  const Value* given = reply.As<Tuple>()->items();
  for (int i = 0; i < 10; ++i) {
    if (!Vm::IsInt(given[i])) return BadState(vm);
  }
  StatResult* result = TRY(vm.New<StatResult>(TypeId::kStatResult));
  for (int i = 0; i < 7; ++i) result->fields[i] = given[i];
  for (int i = 0; i < 3; ++i) {
    result->fields[7 + i] = TRY(Seconds(vm, given[7 + i]));
    result->nanoseconds[i] = given[7 + i];
  }
  return Value::Of(result);
}

Value AskStat(Vm& vm, const PathArgument& path, bool follow) {
  PYSUB_BEGIN_ASKING;
  Value reply =
      TRY(vm.host.AskOs(OsCallId::kFileStat, {path.path, Value::Bool(follow)}, path.shown));
  return NewStatResult(vm, reply);
}

// stat(path, *, dir_fd=None, follow_symlinks=True)
Value Stat(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPathOrNumber(vm, a[0], "stat", &path));
  TRY(NoDirectory(vm, a, 1));
  bool failed = false;
  bool follow = Follows(a, 2, vm, &failed);
  return failed ? Value::Failed() : AskStat(vm, path, follow);
}
Value Lstat(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPath(vm, a[0], "lstat", "path", &path));
  TRY(NoDirectory(vm, a, 1));
  return AskStat(vm, path, false);
}

// The kind's bits of st_mode (or all of them), -1 when there is nothing there: for exists(),
// isdir() ... A path that no file can have is not there.
Value ModeOrNothing(Vm& vm, const Args& a) {
  PathArgument path;
  Value text = TRY(FileSystemPath(vm, a[0]));
  if (text.IsUndefined()) {
    if (Vm::IsInt(a[0]) || a[0].IsBool()) return Value::SmallInt(-1);
    return vm.TypeError(
        TRY(vm.Truth(a[1])) ? "stat" : "lstat", ": path ",
        TRY(vm.Truth(a[1])) ? kOrNumber : "should be string, bytes or os.PathLike, not ",
        vm.TypeName(a[0]));
  }
  PYSUB_BEGIN_ASKING;
  if (GetPath(vm, a[0], "stat", "path", &path).ok()) {
    Value reply = vm.host.AskOs(OsCallId::kFileStat, {path.path, Value::Bool(TRY(vm.Truth(a[1])))},
                                path.shown);
    if (!reply.IsFailed()) {
      if (!IsTupleOf(reply, 10) || !reply.As<Tuple>()->items()[0].IsSmallInt()) return BadState(vm);
      return reply.As<Tuple>()->items()[0];
    }
  }
  if (!vm.PendingIs(TypeId::kOSError) && !vm.PendingIs(TypeId::kValueError)) return Value::Failed();
  static_cast<void>(vm.TakeException());
  return Value::SmallInt(-1);
}

// ---- directories

// The entries of a directory: a list of (name, st_mode's kind, inode).
Value AskEntries(Vm& vm, const Args& a, std::string_view function, bool* is_bytes) {
  PathArgument path;
  if (!a.has(0) || a[0].IsNone()) {
    path.shown = TRY(vm.NewStr("."));
    path.path = TRY(vm.NewStr(vm.host.working_directory));
  } else {
    if (Vm::IsInt(a[0]) || a[0].IsBool()) return vm.host.RaiseOsError(EBADF);
    if (TRY(FileSystemPath(vm, a[0])).IsUndefined()) {
      return vm.TypeError(function,
                          ": path should be string, bytes, os.PathLike, integer or None, not ",
                          vm.TypeName(a[0]));
    }
    TRY(GetPath(vm, a[0], function, "path", &path));
  }
  *is_bytes = path.is_bytes;
  TRY(io::FlushAll(vm));
  Value entries = TRY(vm.host.AskOs(OsCallId::kListDirectory, {path.path}, path.shown));
  if (!IsObjectOf(entries, TypeId::kList)) return BadState(vm);
  return entries;
}

bool IsEntry(Value v) {
  return IsTupleOf(v, 3) && Vm::IsStr(v.As<Tuple>()->items()[0]) &&
         v.As<Tuple>()->items()[1].IsSmallInt() && Vm::IsInt(v.As<Tuple>()->items()[2]);
}

Value ListDirectory(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  bool is_bytes = false;
  Value entries = TRY(AskEntries(vm, a, "listdir", &is_bytes));
  const uint64_t count = entries.As<List>()->size;
  List* names = TRY(vm.NewList(count));
  for (uint64_t i = 0; i < count; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    Value entry = entries.As<List>()->items()[i];
    if (!IsEntry(entry)) return BadState(vm);
    TRY(ListAppend(vm, names, TRY(TextLike(vm, is_bytes, entry.As<Tuple>()->items()[0]))));
  }
  return Value::Of(names);
}

// For scandir(): the tuples, their names as bytes when the path is.
Value Entries(Vm& vm, const Args& a) {
  OsAnswers answers(vm);
  bool is_bytes = false;
  Value entries = TRY(AskEntries(vm, a, "scandir", &is_bytes));
  const uint64_t count = entries.As<List>()->size;
  List* list = TRY(vm.NewList(count));
  for (uint64_t i = 0; i < count; ++i) {
    if (!vm.Tick(1)) return Value::Failed();
    Value entry = entries.As<List>()->items()[i];
    if (!IsEntry(entry)) return BadState(vm);
    const Value* fields = entry.As<Tuple>()->items();
    if (is_bytes)
      entry = TRY(vm.NewTuple({TRY(TextLike(vm, true, fields[0])), fields[1], fields[2]}));
    TRY(ListAppend(vm, list, entry));
  }
  return Value::Of(list);
}

// mkdir(path, mode=511, *, dir_fd=None)
Value MakeDirectory(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPath(vm, a[0], "mkdir", "path", &path));
  int64_t mode = a.has(1) ? TRY(vm.ToIndex(a[1])) : 0777;
  TRY(NoDirectory(vm, a, 2));
  PYSUB_BEGIN_ASKING;
  TRY(vm.host.AskOs(OsCallId::kMakeDirectory, {path.path, Value::KnownSmallInt(mode & 07777)},
                    path.shown));
  return Value::None();
}

Value RemoveDirectory(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPath(vm, a[0], "rmdir", "path", &path));
  TRY(NoDirectory(vm, a, 1));
  return Change(vm, OsCallId::kRemoveDirectory, path);
}
Value Unlink(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPath(vm, a[0], "unlink", "path", &path));
  TRY(NoDirectory(vm, a, 1));
  return Change(vm, OsCallId::kUnlink, path);
}
Value Remove(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPath(vm, a[0], "remove", "path", &path));
  TRY(NoDirectory(vm, a, 1));
  return Change(vm, OsCallId::kUnlink, path);
}

// ---- two paths

Status GetPair(Vm& vm, const Args& a, std::string_view function, PathArgument* from,
               PathArgument* to, Value* shown) {
  TRY(GetPath(vm, a[0], function, "src", from));
  TRY(GetPath(vm, a[1], function, "dst", to));
  *shown = vm.NewTuple({from->shown, to->shown});
  return shown->IsFailed() ? Status(Failure{}) : Status(Done{});
}

Value RenameTo(Vm& vm, const Args& a, std::string_view function) {
  PathArgument from, to;
  Value shown;
  TRY(GetPair(vm, a, function, &from, &to, &shown));
  TRY(NoDirectory(vm, a, 2));
  TRY(NoDirectory(vm, a, 3));
  PYSUB_BEGIN_ASKING;
  TRY(vm.host.AskOs(OsCallId::kRename, {from.path, to.path}, shown));
  return Value::None();
}
Value Rename(Vm& vm, const Args& a) { return RenameTo(vm, a, "rename"); }
Value Replace(Vm& vm, const Args& a) { return RenameTo(vm, a, "replace"); }

// link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)
Value Link(Vm& vm, const Args& a) {
  PathArgument from, to;
  Value shown;
  TRY(GetPair(vm, a, "link", &from, &to, &shown));
  bool failed = false;
  bool follow = Follows(a, 4, vm, &failed);
  if (failed) return Value::Failed();
  PYSUB_BEGIN_ASKING;
  TRY(vm.host.AskOs(OsCallId::kLink, {from.path, to.path, Value::Bool(follow)}, shown));
  return Value::None();
}

// symlink(src, dst, target_is_directory=False, *, dir_fd=None)
Value Symlink(Vm& vm, const Args& a) {
  PathArgument from, to;
  Value shown;
  TRY(GetPair(vm, a, "symlink", &from, &to, &shown));
  // The target stays as it was written.
  Value target = from.is_bytes
                     ? TRY(DecodeText(vm, from.shown.As<Bytes>()->view(), from.shown, {}, {}))
                     : from.shown;
  PYSUB_BEGIN_ASKING;
  TRY(vm.host.AskOs(OsCallId::kSymlink, {target, to.path}, shown));
  return Value::None();
}

Value ReadLink(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPath(vm, a[0], "readlink", "path", &path));
  PYSUB_BEGIN_ASKING;
  Value target = TRY(vm.host.AskOs(OsCallId::kReadLink, {path.path}, path.shown));
  if (!Vm::IsStr(target)) return BadState(vm);
  return TextLike(vm, path.is_bytes, target);
}

// ---- attributes

// chmod(path, mode, *, dir_fd=None, follow_symlinks=True)
Value ChangeMode(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPathOrNumber(vm, a[0], "chmod", &path));
  int64_t mode = TRY(vm.ToIndex(a[1]));
  bool failed = false;
  bool follow = Follows(a, 3, vm, &failed);
  if (failed) return Value::Failed();
  PYSUB_BEGIN_ASKING;
  TRY(vm.host.AskOs(OsCallId::kChangeMode,
                    {path.path, Value::KnownSmallInt(mode & 07777), Value::Bool(follow)},
                    path.shown));
  return Value::None();
}

// Seconds (an int or float) as nanoseconds.
Value Nanoseconds(Vm& vm, Value seconds) {
  if (Vm::IsInt(seconds) || seconds.IsBool()) {
    int64_t whole = TRY(vm.ToIndex(seconds));
    int64_t ns;
    if (__builtin_mul_overflow(whole, kSecond, &ns))
      return vm.OverflowError("timestamp out of range for platform time_t");
    return vm.NewInt(ns);
  }
  double value = TRY(vm.ToDouble(seconds));
  if (!(value > -9e9 && value < 9e9))
    return vm.OverflowError("timestamp out of range for platform time_t");
  // Rounded down, as CPython does it.
  double whole = __builtin_floor(value);
  return vm.NewInt(static_cast<int64_t>(whole) * kSecond +
                   static_cast<int64_t>((value - whole) * 1e9));
}

// utime(path, times=None, *, ns=..., dir_fd=None, follow_symlinks=True)
Value SetTimes(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPathOrNumber(vm, a[0], "utime", &path));
  const bool times = a.has(1) && !a[1].IsNone();
  if (times && a.has(2))
    return vm.ValueError("utime: you may specify either 'times' or 'ns' but not both");
  Value atime = Value::None();
  Value mtime = Value::None();
  if (times) {
    if (!IsTupleOf(a[1], 2))
      return vm.TypeError("utime: 'times' must be either a tuple of two ints or None");
    atime = TRY(Nanoseconds(vm, a[1].As<Tuple>()->items()[0]));
    mtime = TRY(Nanoseconds(vm, a[1].As<Tuple>()->items()[1]));
  } else if (a.has(2)) {
    if (!IsTupleOf(a[2], 2)) return vm.TypeError("utime: 'ns' must be a tuple of two ints");
    atime = TRY(vm.NewInt(TRY(vm.ToIndex(a[2].As<Tuple>()->items()[0]))));
    mtime = TRY(vm.NewInt(TRY(vm.ToIndex(a[2].As<Tuple>()->items()[1]))));
  }
  bool failed = false;
  bool follow = Follows(a, 4, vm, &failed);
  if (failed) return Value::Failed();
  PYSUB_BEGIN_ASKING;
  TRY(vm.host.AskOs(OsCallId::kSetTimes, {path.path, atime, mtime, Value::Bool(follow)},
                    path.shown));
  return Value::None();
}

// access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)
Value Access(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPath(vm, a[0], "access", "path", &path));
  int64_t mode = TRY(vm.ToIndex(a[1]));
  PYSUB_BEGIN_ASKING;
  Value granted =
      vm.host.AskOs(OsCallId::kAccess, {path.path, Value::KnownSmallInt(mode & 7)}, path.shown);
  if (granted.IsFailed()) {
    if (!vm.PendingIs(TypeId::kOSError)) return granted;
    static_cast<void>(vm.TakeException());
    return Value::False();
  }
  return granted.IsBool() ? granted : Value(BadState(vm));
}

Value Truncate(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPathOrNumber(vm, a[0], "truncate", &path));
  int64_t size = TRY(vm.ToIndex(a[1]));
  if (size < 0) return vm.host.RaiseOsError(EINVAL, path.shown);
  PYSUB_BEGIN_ASKING;
  TRY(vm.host.AskOs(OsCallId::kTruncateFile,
                    {path.path, Value::KnownSmallInt(std::min(size, io::kMostOffset))},
                    path.shown));
  return Value::None();
}

// ---- where the program is

Value ChangeDirectory(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPathOrNumber(vm, a[0], "chdir", &path));
  PYSUB_BEGIN_ASKING;
  Value entered = TRY(vm.host.AskOs(OsCallId::kEnterDirectory, {path.path}, path.shown));
  if (!Vm::IsStr(entered) || !Vm::View(entered).starts_with('/')) return BadState(vm);
  vm.host.working_directory = Vm::View(entered);
  return Value::None();
}
Value WorkingDirectory(Vm& vm, const Args&) {
  return DecodeText(vm, vm.host.working_directory, Value::Undefined(), {}, "surrogateescape");
}
Value WorkingDirectoryBytes(Vm& vm, const Args&) { return vm.NewBytes(vm.host.working_directory); }

// _realpath(path, strict): os.path.realpath
Value RealPath(Vm& vm, const Args& a) {
  PathArgument path;
  TRY(GetPath(vm, a[0], {}, {}, &path));
  if (Vm::View(path.path).empty()) path.path = TRY(vm.NewStr(vm.host.working_directory));
  const bool strict = TRY(vm.Truth(a[1]));
  PYSUB_BEGIN_ASKING;
  Value real = TRY(vm.host.AskOs(OsCallId::kRealPath, {path.path, Value::Bool(strict)}, path.path));
  if (!Vm::IsStr(real)) return BadState(vm);
  return TextLike(vm, path.is_bytes, real);
}

// ---- the rest

Value Random(Vm& vm, const Args& a) {
  int64_t size = TRY(vm.ToIndex(a[0]));
  if (size < 0) return vm.ValueError("negative argument not allowed");
  return EntropyBytes(vm, size);
}

// _environment(): a new dict of all variables, os.environ's.
Value Environment(Vm& vm, const Args&) {
  OsAnswers answers(vm);
  Value variables = TRY(vm.host.AskOs(OsCallId::kEnvironment, {}));
  if (!IsObjectOf(variables, TypeId::kDict)) return BadState(vm);
  Dict* copy = TRY(vm.NewDict());
  for (uint32_t at = 0; DictEntry* entry = DictNext(variables.As<Dict>(), &at);) {
    if (!vm.Tick(1)) return Value::Failed();
    if (!Vm::IsStr(entry->key) || !Vm::IsStr(entry->value)) return BadState(vm);
    TRY(DictSet(vm, copy, entry->key, entry->value));
  }
  return Value::Of(copy);
}

Value FsPath(Vm& vm, const Args& a) {
  Value path = TRY(FileSystemPath(vm, a[0]));
  if (!path.IsUndefined()) return path;
  return vm.TypeError("expected str, bytes or os.PathLike object, not ", vm.TypeName(a[0]));
}

Value ErrorText(Vm& vm, const Args& a) {
  int64_t number = TRY(vm.ToIndex(a[0]));
  if (number < INT32_MIN || number > INT32_MAX)
    return vm.OverflowError("Python int too large to convert to C int");
  return vm.NewStr(std::strerror(static_cast<int>(number)));
}

Value ProcessorCount(Vm&, const Args&) { return Value::SmallInt(1); }

// clang-format off
constexpr NativeInfo kFunctions[] = {
    {"stat(path, *, dir_fd=None, follow_symlinks=True)", Stat, "Perform a stat system call on the given path."},
    {"lstat(path, *, dir_fd=None)", Lstat, "Perform a stat system call on the given path, without following symbolic links."},
    {"listdir(path=None)", ListDirectory, "Return a list containing the names of the files in the directory."},
    {"mkdir(path, mode=511, *, dir_fd=None)", MakeDirectory, "Create a directory."},
    {"rmdir(path, *, dir_fd=None)", RemoveDirectory, "Remove a directory."},
    {"unlink(path, *, dir_fd=None)", Unlink, "Remove a file (same as remove())."},
    {"remove(path, *, dir_fd=None)", Remove, "Remove a file (same as unlink())."},
    {"rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", Rename, "Rename a file or directory."},
    {"replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", Replace, "Rename a file or directory, overwriting the destination."},
    {"link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)", Link, "Create a hard link to a file."},
    {"symlink(src, dst, target_is_directory=False, *, dir_fd=None)", Symlink, "Create a symbolic link pointing to src named dst."},
    {"readlink(path, *, dir_fd=None)", ReadLink, "Return a string representing the path to which the symbolic link points."},
    {"chmod(path, mode, *, dir_fd=None, follow_symlinks=True)", ChangeMode, "Change the access permissions of a file."},
    {"@hidden utime(path, times=None, *, ns=<unrepresentable>, dir_fd=None, follow_symlinks=True)", SetTimes, "Set the access and modified time of path."},
    {"access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)", Access, "Use the real uid/gid to test for access to a path."},
    {"truncate(path, length)", Truncate, "Truncate a file, specified by path, to a specific length."},
    {"chdir(path)", ChangeDirectory, "Change the current working directory to the specified path."},
    {"getcwd()", WorkingDirectory, "Return a unicode string representing the current working directory."},
    {"getcwdb()", WorkingDirectoryBytes, "Return a bytes string representing the current working directory."},
    {"urandom(size, /)", Random, "Return a bytes object containing random bytes suitable for cryptographic use."},
    {"fspath(path)", FsPath, "Return the file system path representation of the object."},
    {"strerror(code, /)", ErrorText, "Translate an error code to a message string."},
    {"cpu_count()", ProcessorCount, "Return the number of logical CPUs in the system."},
    {"_environment()", Environment, "All environment variables."},
    {"_realpath(path, strict, /)", RealPath, "A path without links."},
    {"_mode(path, follow, /)", ModeOrNothing, "st_mode, or -1."},
    {"_entries(path, /)", Entries, "What a directory holds."},
    kDefineRow, kStaticRow, kClassMethodRow, kNewRow,
};
// clang-format on

Status Init(Vm& vm, Dict* names) {
  TRY(AddAbstractTypes(vm, names, "os"));
  TRY(DictSetStr(vm, names, "_ScandirIterator", Value::Type(TypeId::kScandirIterator)));
  for (TypeId type :
       {TypeId::kStatResult, TypeId::kTerminalSize, TypeId::kDirEntry, TypeId::kEnviron}) {
    std::string_view name = Vm::NameOf(type);
    TRY(DictSetStr(vm, names, name.substr(name.rfind('.') + 1), Value::Type(type)));
  }
  Record* allow_missing = static_cast<Record*>(vm.heap.NewValues(TypeId::kAllowMissing, 1));
  if (allow_missing == nullptr) return vm.NoMemory(16);
  return DictSetStr(vm, names, "_allow_missing", Value::Of(allow_missing));
}

// ---- os.stat_result and os.terminal_size

StatResult* AsStatResult(Value v) { return v.As<StatResult>(); }

template <int kField>
Value StatField(Vm&, Value self) {
  return AsStatResult(self)->fields[kField];
}
// The time as a float: CPython adds the parts in this way.
template <int kField>
Value StatTime(Vm& vm, Value self) {
  if (AsStatResult(self)->nanoseconds[kField].IsNone())
    return AsStatResult(self)->fields[7 + kField];
  int64_t ns = TRY(vm.ToIndexClamped(AsStatResult(self)->nanoseconds[kField]));
  int64_t whole = ns / kSecond - (ns % kSecond < 0);
  return Value::Float(static_cast<double>(whole) +
                      1e-9 * static_cast<double>(ns - whole * kSecond));
}
template <int kField>
Value StatNanoseconds(Vm&, Value self) {
  return AsStatResult(self)->nanoseconds[kField];
}
Value StatBlocks(Vm& vm, Value self) {
  return vm.NewInt((TRY(vm.ToIndexClamped(AsStatResult(self)->fields[6])) + 511) / 512);
}
Value StatBlockSize(Vm&, Value) { return Value::SmallInt(4096); }
Value StatDevice(Vm&, Value) { return Value::SmallInt(0); }
constexpr AttributeInfo kStatAttributes[] = {
    {"st_mode", StatField<0>, nullptr, AttributeKind::kMember},
    {"st_ino", StatField<1>, nullptr, AttributeKind::kMember},
    {"st_dev", StatField<2>, nullptr, AttributeKind::kMember},
    {"st_nlink", StatField<3>, nullptr, AttributeKind::kMember},
    {"st_uid", StatField<4>, nullptr, AttributeKind::kMember},
    {"st_gid", StatField<5>, nullptr, AttributeKind::kMember},
    {"st_size", StatField<6>, nullptr, AttributeKind::kMember},
    {"st_atime", StatTime<0>, nullptr, AttributeKind::kMember},
    {"st_mtime", StatTime<1>, nullptr, AttributeKind::kMember},
    {"st_ctime", StatTime<2>, nullptr, AttributeKind::kMember},
    {"st_atime_ns", StatNanoseconds<0>, nullptr, AttributeKind::kMember},
    {"st_mtime_ns", StatNanoseconds<1>, nullptr, AttributeKind::kMember},
    {"st_ctime_ns", StatNanoseconds<2>, nullptr, AttributeKind::kMember},
    {"st_blksize", StatBlockSize, nullptr, AttributeKind::kMember},
    {"st_blocks", StatBlocks, nullptr, AttributeKind::kMember},
    {"st_rdev", StatDevice, nullptr, AttributeKind::kMember},
    {"n_fields", FieldCount<19>},
    {"n_sequence_fields", FieldCount<10>},
    {"n_unnamed_fields", FieldCount<3>}};
PYSUB_MEMBERS(StatResult, kNoMethods, kStatAttributes);

// The ten fields as a plain tuple, which answers for it.
Value PlainTuple(Vm& vm, Value v) {
  return IsObjectOf(v, TypeId::kStatResult)
             ? vm.NewTuple(std::span<const Value>(AsStatResult(v)->fields, 10))
             : v;
}
Status StatRepr(Vm& vm, Value self, TextBuilder& out) {
  return FieldsRepr(vm, self, kStatAttributes, 10, out);
}
Result<int64_t> StatHash(Vm& vm, Value self) {
  Value tuple = PlainTuple(vm, self);
  return tuple.IsFailed() ? Result<int64_t>(Failure{}) : vm.Hash(tuple);
}
Result<int64_t> StatLength(Vm&, Value) { return 10; }
Value StatGetItem(Vm& vm, Value self, Value key) {
  return TupleGetItem(vm, TRY(PlainTuple(vm, self)), key);
}
Value StatContains(Vm& vm, Value self, Value item) {
  return TupleContains(vm, TRY(PlainTuple(vm, self)), item);
}
Value StatIter(Vm& vm, Value self) { return vm.GetIter(TRY(PlainTuple(vm, self))); }
Value StatCompare(Vm& vm, CompareOp op, Value left, Value right) {
  return TupleCompare(vm, op, TRY(PlainTuple(vm, left)), TRY(PlainTuple(vm, right)));
}

// The items of a sequence, materialised, for the two types that are made from one.
Value SequenceItems(Vm& vm, Value v, std::string_view type, uint64_t least, uint64_t most) {
  List* items = TRY(vm.NewList());
  Value iterator = vm.GetIter(v);
  if (iterator.IsFailed()) {
    if (vm.FailureIsCatchable() && vm.PendingIs(TypeId::kTypeError)) {
      static_cast<void>(vm.TakeException());
      return vm.TypeError("constructor requires a sequence");
    }
    return iterator;
  }
  while (true) {
    Value item = TRY(vm.Next(iterator));
    if (item.IsExhausted()) break;
    if (!vm.Tick(1)) return Value::Failed();
    TRY(ListAppend(vm, items, item));
  }
  const int64_t size = static_cast<int64_t>(items->size);
  if (items->size < least || items->size > most) {
    std::string_view bound = least == most         ? "a "
                             : items->size < least ? "an at least "
                                                   : "an at most ";
    return vm.TypeError(type, "() takes ", bound,
                        static_cast<int64_t>(items->size < least ? least : most), "-sequence (",
                        size, "-sequence given)");
  }
  return Value::Of(items);
}

Value MakeStatResult(Vm& vm, const Args& a) {
  Value items = TRY(SequenceItems(vm, a[1], "os.stat_result", 10, 19));
  StatResult* result = TRY(vm.New<StatResult>(TypeId::kStatResult));
  for (uint32_t i = 0; i < 10; ++i) result->fields[i] = items.As<List>()->items()[i];
  for (uint32_t i = 0; i < 3; ++i) {
    result->nanoseconds[i] =
        items.As<List>()->size > 13 + i ? items.As<List>()->items()[13 + i] : Value::None();
  }
  return Value::Of(result);
}
constexpr NativeInfo kMakeStatResult{"stat_result(sequence, dict=<unrepresentable>)",
                                     MakeStatResult,
                                     "stat_result: Result from stat, fstat, or lstat.", 1};
constexpr Schema kStatSchema{"V V V V V V V V V V V V V"};

constexpr AttributeInfo kSizeAttributes[] = {
    {"columns", SequenceItem<0>, nullptr, AttributeKind::kMember},
    {"lines", SequenceItem<1>, nullptr, AttributeKind::kMember},
    {"n_fields", FieldCount<2>},
    {"n_sequence_fields", FieldCount<2>},
    {"n_unnamed_fields", FieldCount<0>}};
PYSUB_MEMBERS(TerminalSize, kNoMethods, kSizeAttributes);
Status SizeRepr(Vm& vm, Value self, TextBuilder& out) {
  return FieldsRepr(vm, self, kSizeAttributes, 2, out);
}
Value MakeTerminalSize(Vm& vm, const Args& a) {
  Value items = TRY(SequenceItems(vm, a[1], "os.terminal_size", 2, 2));
  Value tuple = TRY(vm.NewTuple(std::span<const Value>(items.As<List>()->items(), 2)));
  tuple.AsObject()->type = TypeId::kTerminalSize;
  return tuple;
}
constexpr NativeInfo kMakeTerminalSize{
    "terminal_size(sequence, dict=<unrepresentable>)", MakeTerminalSize,
    "A tuple of (columns, lines) for holding terminal window size", 1};

constexpr NativeInfo kNoConstructor{"@raw DirEntry()", LibraryClassNew, ""};
constexpr TypeInfo WithoutConstructor(TypeInfo info) {
  info.constructor = nullptr;
  return info;
}

}  // namespace

// A mapping whose items are in a dict: what length and set_item answer at once.
namespace {
Value EnvironData(Vm& vm, Value self) {
  Value data = TRY(LibraryAttribute(vm, self, "_data"));
  return IsObjectOf(data, TypeId::kDict) ? data : Value(NotFilled(vm, self, "_data"));
}
Result<int64_t> EnvironLength(Vm& vm, Value self) {
  Value data = EnvironData(vm, self);
  return data.IsFailed() ? Result<int64_t>(Failure{}) : vm.Length(data);
}
Status CheckVariable(Vm& vm, Value v) {
  return Vm::IsStr(v) ? Status(Done{}) : Status(vm.TypeError("str expected, not ", vm.TypeName(v)));
}
Value EnvironGetItem(Vm& vm, Value self, Value key) {
  TRY(CheckVariable(vm, key));
  Value value = TRY(DictGet(vm, TRY(EnvironData(vm, self)).As<Dict>(), key));
  return value.IsUndefined() ? Value(vm.RaiseKeyError(key)) : value;
}
// os.environ is the program's own copy. The host's environment is never changed, but names and
// values must be such as the host's could have.
Value EnvironSetItem(Vm& vm, Value self, Value key, Value value) {
  TRY(CheckVariable(vm, key));
  Value data = TRY(EnvironData(vm, self));
  if (value.IsUndefined()) {
    const std::string_view name = Vm::View(key);
    if (name.find('\0') != std::string_view::npos) return vm.ValueError("embedded null byte");
    if (name.empty() || name.find('=') != std::string_view::npos)
      return vm.host.RaiseOsError(EINVAL);
    if (!TRY(DictDelete(vm, data.As<Dict>(), key))) return vm.RaiseKeyError(key);
    return Value::None();
  }
  TRY(CheckVariable(vm, value));
  for (Value text : {key, value}) {
    if (Vm::View(text).find('\0') != std::string_view::npos)
      return vm.ValueError("embedded null byte");
  }
  if (Vm::View(key).find('=') != std::string_view::npos)
    return vm.ValueError("illegal environment variable name");
  if (Vm::View(key).empty()) return vm.host.RaiseOsError(EINVAL);
  TRY(DictSet(vm, data.As<Dict>(), key, value));
  return Value::None();
}
Value EnvironContains(Vm& vm, Value self, Value key) {
  if (!Vm::IsStr(key)) return vm.TypeError("str expected, not ", vm.TypeName(key));
  Value value = TRY(DictGet(vm, TRY(EnvironData(vm, self)).As<Dict>(), key));
  return Value::Bool(!value.IsUndefined());
}
// The names that there are now: a loop may change variables.
Value EnvironIter(Vm& vm, Value self) {
  Dict* data = TRY(EnvironData(vm, self)).As<Dict>();
  List* names = TRY(vm.NewList(data->live));
  if (!vm.Tick(data->used / 16)) return Value::Failed();
  for (uint32_t i = 0; i < data->used; ++i) {
    const DictEntry& entry = data->table()[i];
    if (!entry.value.IsUndefined()) TRY(ListAppend(vm, names, entry.key));
  }
  return vm.GetIter(Value::Of(names));
}
// environ({'A': 'b'})
Status EnvironRepr(Vm& vm, Value self, TextBuilder& out) {
  Value data = EnvironData(vm, self);
  if (data.IsFailed()) return Failure{};
  out.Append("environ(");
  TRY(vm.Repr(data, out));
  out.Append(')');
  return out.status();
}
Value EnvironCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::kEq && op != CompareOp::kNe) return Value::NotImplemented();
  if (!IsObjectOf(left, TypeId::kEnviron)) std::swap(left, right);
  Value data = TRY(EnvironData(vm, left));
  if (IsObjectOf(right, TypeId::kEnviron)) right = TRY(EnvironData(vm, right));
  return Value::Bool(TRY(vm.Equal(data, right)) == (op == CompareOp::kEq));
}
constexpr TypeInfo EnvironType(TypeInfo info) {
  info.may_be_hashed = false;
  info.hash = nullptr;
  info.length = EnvironLength;
  info.get_item = EnvironGetItem;
  info.set_item = EnvironSetItem;
  info.contains = EnvironContains;
  info.iter = EnvironIter;
  info.repr = EnvironRepr;
  info.str = nullptr;
  info.compare = EnvironCompare;
  info.binary = LibraryBinary;
  return info;
}
// os.path.ALLOW_MISSING
Status AllowMissingRepr(Vm&, Value, TextBuilder& out) {
  out.Append("os.path.ALLOW_MISSING");
  return out.status();
}
constexpr Schema kAllowMissingSchema{"v"};

}  // namespace

extern constexpr TypeInfo kAllowMissingType{
    .id = TypeId::kAllowMissing, .schema = &kAllowMissingSchema, .repr = AllowMissingRepr};
extern constexpr TypeInfo kDirEntryType =
    WithoutConstructor(LibraryClass(TypeId::kDirEntry, kNoConstructor));
extern constexpr TypeInfo kScandirIteratorType =
    WithoutConstructor(LibraryIteratorClass(TypeId::kScandirIterator, kNoConstructor));
extern constexpr TypeInfo kEnvironType =
    EnvironType(WithoutConstructor(LibraryClass(TypeId::kEnviron, kNoConstructor)));
extern constexpr TypeInfo kStatResultType{.id = TypeId::kStatResult,
                                          .schema = &kStatSchema,
                                          .constructor = &kMakeStatResult,
                                          .doc = kMakeStatResult.doc,
                                          .attributes = kStatAttributes,
                                          .members = kStatResultMembers,
                                          .repr = StatRepr,
                                          .hash = StatHash,
                                          .compare = StatCompare,
                                          .length = StatLength,
                                          .get_item = StatGetItem,
                                          .contains = StatContains,
                                          .iter = StatIter};
constexpr Schema kTerminalSizeSchema("v v");

extern constexpr TypeInfo kTerminalSizeType = TupleLike({.id = TypeId::kTerminalSize,
                                                         .schema = &kTerminalSizeSchema,
                                                         .constructor = &kMakeTerminalSize,
                                                         .doc = kMakeTerminalSize.doc,
                                                         .attributes = kSizeAttributes,
                                                         .members = kTerminalSizeMembers,
                                                         .repr = SizeRepr});

extern constexpr ModuleInfo kOsModule{
    .name = "os",
    .doc = "OS routines for NT or Posix depending on what system we're on.",
    .functions = kFunctions,
    .init = Init,
    .source =
#include "stdlib/python/os.inc"
};
extern constexpr ModuleInfo kPosixpathModule{
    .name = "posixpath", .doc = "Common operations on Posix pathnames.", .source =
#include "stdlib/python/posixpath.inc"
};

}  // namespace pysub
