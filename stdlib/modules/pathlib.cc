// pathlib: how paths are taken apart, put together, compared and shown. What asks for files, and
// what only combines this, is in stdlib/python/pathlib.py. CPython 3.14 library, "pathlib".

#include <algorithm>
#include <string>
#include <vector>

#include "lexer/unicode/utf8.h"
#include "stdlib/modules/library_class.h"
#include "stdlib/modules/os_paths.h"
#include "vm/imports.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/tuple.h"
#include "vm/scratch_charge.h"
#include "vm/slot_methods.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

// A path is a LibraryObject with _str, its text, and _drv and _root, with which that begins.
struct Pieces {
  std::string_view text;
  size_t drive = 0, anchor = 0;  // lengths of the drive, and of it and the root
  char slash = '/';

  std::string_view tail() const { return text == "." ? std::string_view() : text.substr(anchor); }
  std::string_view name() const {
    std::string_view rest = tail();
    return rest.substr(rest.rfind(slash) + 1);
  }
};

bool IsWindows(TypeId type) { return Vm::IsSubtype(type, TypeId::kPureWindowsPath); }

// False: a path that no constructor made, and an exception is pending.
bool GetPieces(Vm& vm, Value path, Pieces* pieces) {
  Value text = LibraryAttribute(vm, path, "_str");
  Value drive = LibraryAttribute(vm, path, "_drv");
  Value root = LibraryAttribute(vm, path, "_root");
  if (Vm::IsStr(text) && Vm::IsStr(drive) && Vm::IsStr(root)) {
    pieces->text = Vm::View(text);
    pieces->drive = Vm::View(drive).size();
    pieces->anchor = pieces->drive + Vm::View(root).size();
    pieces->slash = IsWindows(vm.TypeOf(path)) ? '\\' : '/';
    if (pieces->anchor <= pieces->text.size()) return true;
  }
  static_cast<void>(NotFilled(vm, path, "_str"));
  return false;
}

Value NewPath(Vm& vm, TypeId type, std::string_view text, size_t drive, size_t anchor) {
  Dict* attributes = TRY(vm.NewDict(3));
  TRY(DictSetStr(vm, attributes, "_str", TRY(vm.NewStr(text))));
  TRY(DictSetStr(vm, attributes, "_drv", TRY(vm.NewStr(text.substr(0, drive)))));
  TRY(DictSetStr(vm, attributes, "_root", TRY(vm.NewStr(text.substr(drive, anchor - drive)))));
  LibraryObject* path = TRY(vm.New<LibraryObject>(type));
  path->attributes = Value::Of(attributes);
  return Value::Of(path);
}

// ---- taking apart

// Length of the drive and of drive and root of a Windows path whose slashes are backslashes.
void SplitWindows(std::string_view text, size_t* drive, size_t* anchor) {
  *drive = *anchor = 0;
  if (text.starts_with("\\\\")) {
    // \\server\share, \\?\UNC\server\share
    size_t start = 2;
    if (text.size() >= 8 && text.substr(0, 3) == "\\\\?" && text[3] == '\\' &&
        AsciiUpper(text[4]) == 'U' && AsciiUpper(text[5]) == 'N' && AsciiUpper(text[6]) == 'C' &&
        text[7] == '\\') {
      start = 8;
    }
    size_t server = text.find('\\', start);
    if (server == std::string_view::npos) {
      *drive = *anchor = text.size();
      return;
    }
    size_t share = text.find('\\', server + 1);
    *drive = share == std::string_view::npos ? text.size() : share;
    *anchor = share == std::string_view::npos ? text.size() : share + 1;
    return;
  }
  if (text.starts_with('\\')) {
    *anchor = 1;
  } else if (text.size() >= 2 && text[1] == ':') {
    *drive = 2;
    *anchor = text.size() > 2 && text[2] == '\\' ? 3 : 2;
  }
}

void SplitPosix(std::string_view text, size_t* anchor) {
  *anchor = text.starts_with("//") && !text.starts_with("///") ? 2 : text.starts_with('/') ? 1 : 0;
}

// One more segment, as os.path.join has it.
void JoinPosix(std::string* path, std::string_view part) {
  if (part.starts_with('/') || path->empty()) {
    *path = part;
  } else {
    if (!path->ends_with('/')) *path += '/';
    *path += part;
  }
}
// As ntpath.join(): a drive or a root in the second part takes the place of the first one's, wholly
// or in part.
void JoinWindows(std::string* path, std::string part) {
  std::replace(part.begin(), part.end(), '/', '\\');
  size_t drive, anchor, part_drive, part_anchor;
  SplitWindows(*path, &drive, &anchor);
  SplitWindows(part, &part_drive, &part_anchor);
  if (part_anchor > part_drive) {  // a root
    std::string own =
        part_drive > 0 || drive == 0 ? part.substr(0, part_drive) : path->substr(0, drive);
    *path = own + part.substr(part_drive);
    return;
  }
  if (part_drive > 0) {
    auto same = [&] {
      if (part_drive != drive) return false;
      for (size_t i = 0; i < drive; ++i) {  // Tick: by the caller
        if (AsciiLower(part[i]) != AsciiLower((*path)[i])) return false;
      }
      return true;
    };
    if (!same()) {
      *path = std::move(part);
      return;
    }
    part.erase(0, part_drive);
  }
  if (path->size() > drive && !path->ends_with('\\')) *path += '\\';
  // (What ends with a colon or a slash needs no other.)
  if (path->size() == drive && drive > 0 &&
      std::string_view(":\\").find(path->back()) == std::string_view::npos && !part.empty()) {
    *path += '\\';
  }
  *path += part;
}

// The path without what says nothing: `a//b/./c/` is a/b/c.
Value Normalized(Vm& vm, TypeId type, std::string_view joined) {
  const bool windows = IsWindows(type);
  const char slash = windows ? '\\' : '/';
  if (!vm.Tick(joined.size() / 16)) return Value::Failed();
  size_t drive = 0, anchor = 0;
  if (windows)
    SplitWindows(joined, &drive, &anchor);
  else
    SplitPosix(joined, &anchor);
  std::string text(joined.substr(0, anchor));
  // \\server\share and \\?\UNC\server\share are roots as well.
  const int64_t slashes = std::count(text.begin(), text.end(), '\\');
  const bool device = text.size() > 3 && (text[2] == '?' || text[2] == '.' || text[2] == '\\') &&
                      (text[2] == '\\' || text[3] == '\\');
  if (windows && anchor == drive && drive > 2 && text.starts_with("\\\\") &&
      !text.ends_with('\\') && ((slashes == 3 && !device) || slashes == 5)) {
    text += '\\';
    ++anchor;
  }
  StopCheck stop = TimeCheck(vm);
  for (size_t at = std::min(anchor, joined.size()); at < joined.size();) {
    if (stop.Over()) return Value::Failed();
    size_t end = std::min(joined.find(slash, at), joined.size());
    std::string_view part = joined.substr(at, end - at);
    if (!part.empty() && part != ".") {
      if (text.size() > anchor) text += slash;
      // (Else it would be taken for a drive.)
      if (windows && text.empty() && part.size() > 1 && part[1] == ':') text = ".\\";
      text += part;
    }
    at = end + 1;
  }
  if (text.empty()) text = ".";
  return NewPath(vm, type, text, drive, anchor);
}

// One argument of Path(): a str, a path, or an object with __fspath__.
Status AppendSegment(Vm& vm, TypeId type, Value segment, std::string* joined, ScratchCharge* room) {
  Value text = FileSystemPath(vm, segment);
  if (text.IsFailed()) return Failure{};
  if (!Vm::IsStr(text)) {
    if (text.IsUndefined()) {
      return vm.TypeError(
          "argument should be a str or an os.PathLike object where __fspath__ returns a str, not '",
          vm.TypeName(segment), "'");
    }
    return vm.TypeError(
        "argument should be a str or an os.PathLike object where __fspath__ returns a str, not "
        "'bytes'");
  }
  const std::string_view part = Vm::View(text);
  if (!vm.Tick(1 + part.size() / 16)) return Failure{};
  TRY(room->Add(part.size() * uint64_t{5}));  // of the copies until there is a path
  if (IsWindows(type)) {
    JoinWindows(joined, std::string(part));
  } else if (vm.IsInstance(segment, TypeId::kPureWindowsPath)) {
    std::string slashed(part);
    std::replace(slashed.begin(), slashed.end(), '\\', '/');
    JoinPosix(joined, slashed);
  } else {
    JoinPosix(joined, part);
  }
  return Done{};
}

TypeId Instantiable(TypeId type) {
  if (type == TypeId::kPath) return TypeId::kPosixPath;
  return type == TypeId::kPurePath ? TypeId::kPurePosixPath : type;
}

// PurePath(*pathsegments)
Value MakePath(Vm& vm, const Args& a) {
  const TypeId type = Instantiable(a[0].AsType());
  std::string joined;
  ScratchCharge room(vm);
  for (uint32_t i = 0; i < a.rest_count; ++i)
    TRY(AppendSegment(vm, type, a.rest[i], &joined, &room));
  return Normalized(vm, type, joined);
}
constexpr NativeInfo kMakePath{"PurePath(*args)", MakePath,
                               "Base class for manipulating paths without I/O."};

// _join(path, segments): as type(path)(path, *segments)
Value Join(Vm& vm, const Args& a) {
  if (!vm.IsInstance(a[0], TypeId::kPurePath) || !IsObjectOf(a[1], TypeId::kTuple)) {
    return vm.TypeError("_join() takes a path and a tuple");
  }
  const TypeId type = vm.TypeOf(a[0]);
  std::string joined;
  ScratchCharge room(vm);
  TRY(AppendSegment(vm, type, a[0], &joined, &room));
  for (uint32_t i = 0; i < a[1].As<Tuple>()->size(); ++i) {
    TRY(AppendSegment(vm, type, a[1].As<Tuple>()->items()[i], &joined, &room));
  }
  return Normalized(vm, type, joined);
}

Value Divide(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  if (op != BinaryOp::kTrueDiv) return Value::NotImplemented();
  const TypeId type = vm.TypeOf(vm.IsInstance(left, TypeId::kPurePath) ? left : right);
  if (!Vm::IsSubtype(type, TypeId::kPurePath)) return Value::NotImplemented();
  for (Value v : {left, right}) {
    Value text = TRY(FileSystemPath(vm, v));
    if (!Vm::IsStr(text)) return Value::NotImplemented();
  }
  std::string joined;
  ScratchCharge room(vm);
  TRY(AppendSegment(vm, type, left, &joined, &room));
  TRY(AppendSegment(vm, type, right, &joined, &room));
  return Normalized(vm, type, joined);
}

// ---- attributes

Value GetParts(Vm& vm, Value self) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Value::Failed();
  List* parts = TRY(vm.NewList());
  if (pieces.anchor > 0)
    TRY(ListAppend(vm, parts, TRY(vm.NewStr(pieces.text.substr(0, pieces.anchor)))));
  std::string_view tail = pieces.tail();
  StopCheck stop = TimeCheck(vm);
  for (size_t at = 0; at < tail.size();) {
    if (stop.Over()) return Value::Failed();
    size_t end = std::min(tail.find(pieces.slash, at), tail.size());
    TRY(ListAppend(vm, parts, TRY(vm.NewStr(tail.substr(at, end - at)))));
    at = end + 1;
  }
  return vm.NewTuple(std::span<const Value>(parts->items(), parts->size));
}

Value GetDrive(Vm& vm, Value self) {
  Value text = LibraryAttribute(vm, self, "_drv");
  return Vm::IsStr(text) ? text : Value(NotFilled(vm, self, "_drv"));
}
Value GetRoot(Vm& vm, Value self) {
  Value text = LibraryAttribute(vm, self, "_root");
  return Vm::IsStr(text) ? text : Value(NotFilled(vm, self, "_root"));
}
Value GetAnchor(Vm& vm, Value self) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Value::Failed();
  return vm.NewStr(pieces.text.substr(0, pieces.anchor));
}
Value GetName(Vm& vm, Value self) {
  Pieces pieces;
  return GetPieces(vm, self, &pieces) ? vm.NewStr(pieces.name()) : Value::Failed();
}

// Where the suffix of a name begins; its size: there is none.
size_t SuffixStart(std::string_view name) {
  const size_t dot = name.rfind('.');
  const size_t first = name.find_first_not_of('.');
  if (dot == std::string_view::npos || first == std::string_view::npos || dot < first)
    return name.size();
  return dot;
}
Value GetSuffix(Vm& vm, Value self) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Value::Failed();
  return vm.NewStr(pieces.name().substr(SuffixStart(pieces.name())));
}
Value GetStem(Vm& vm, Value self) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Value::Failed();
  return vm.NewStr(pieces.name().substr(0, SuffixStart(pieces.name())));
}
Value GetSuffixes(Vm& vm, Value self) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Value::Failed();
  std::string_view name = pieces.name();
  List* suffixes = TRY(vm.NewList());
  size_t at = std::min(name.find_first_not_of('.'), name.size());
  at = std::min(name.find('.', at), name.size());
  while (at < name.size()) {
    size_t end = std::min(name.find('.', at + 1), name.size());
    TRY(ListAppend(vm, suffixes, TRY(vm.NewStr(name.substr(at, end - at)))));
    at = end;
  }
  return Value::Of(suffixes);
}

// The text of the parent; of a path without names itself.
std::string_view ParentText(const Pieces& pieces) {
  std::string_view tail = pieces.tail();
  if (tail.empty()) return pieces.text;
  size_t slash = tail.rfind(pieces.slash);
  std::string_view parent =
      pieces.text.substr(0, pieces.anchor + (slash == std::string_view::npos ? 0 : slash));
  return parent.empty() ? std::string_view(".") : parent;
}
Value GetParent(Vm& vm, Value self) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Value::Failed();
  if (pieces.tail().empty()) return self;
  return NewPath(vm, vm.TypeOf(self), ParentText(pieces), pieces.drive, pieces.anchor);
}

// path.parents, which is indexed from the nearest one.
struct Parents : Object {
  Value paths;  // tuple
  Value type;   // of the path
};

Value GetParents(Vm& vm, Value self) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Value::Failed();
  List* paths = TRY(vm.NewList());
  while (!pieces.tail().empty()) {
    if (!vm.Tick(1 + pieces.text.size() / 16)) return Value::Failed();
    pieces.text = ParentText(pieces);
    TRY(ListAppend(vm, paths,
                   TRY(NewPath(vm, vm.TypeOf(self), pieces.text, pieces.drive, pieces.anchor))));
  }
  Value tuple = TRY(vm.NewTuple(std::span<const Value>(paths->items(), paths->size)));
  Parents* parents = TRY(vm.New<Parents>(TypeId::kPathParents));
  parents->paths = tuple;
  parents->type = Value::Type(vm.TypeOf(self));
  return Value::Of(parents);
}

Value GetParser(Vm& vm, Value self) {
  if (!IsWindows(vm.TypeOf(self))) return ImportValue(vm, "posixpath");
  return vm.RaiseAttributeError(self, "parser");
}

// Path.info: one for each path, as it remembers what it was told.
Value GetInfo(Vm& vm, Value self) {
  const Value known = TRY(LibraryAttribute(vm, self, "_info"));
  if (IsObjectOf(known, TypeId::kPathInfo)) return known;
  Dict* attributes = TRY(vm.NewDict(4));
  TRY(DictSetStr(vm, attributes, "_path", LibraryAttribute(vm, self, "_str")));
  const Value shown = TRY(vm.NewStr("<" + std::string(vm.TypeName(self)) + ".info>"));
  TRY(DictSetStr(vm, attributes, "_repr", shown));
  LibraryObject* info = TRY(vm.New<LibraryObject>(TypeId::kPathInfo));
  info->attributes = Value::Of(attributes);
  const Value own = self.As<LibraryObject>()->attributes;
  if (IsObjectOf(own, TypeId::kDict)) TRY(DictSetStr(vm, own.As<Dict>(), "_info", Value::Of(info)));
  return Value::Of(info);
}
constexpr AttributeInfo kInfoAttributes[] = {{"info", GetInfo}};
PYSUB_MEMBERS(Path, kNoMethods, kInfoAttributes);

constexpr AttributeInfo kAttributes[] = {
    {"parts", GetParts},   {"drive", GetDrive},     {"root", GetRoot},    {"anchor", GetAnchor},
    {"name", GetName},     {"suffix", GetSuffix},   {"stem", GetStem},    {"suffixes", GetSuffixes},
    {"parent", GetParent}, {"parents", GetParents}, {"parser", GetParser}};
PYSUB_MEMBERS(PurePath, kNoMethods, kAttributes);

// ---- repr, hash, comparison

Status PathStr(Vm& vm, Value self, TextBuilder& out) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Failure{};
  out.Append(pieces.text);
  return out.status();
}
Status PathRepr(Vm& vm, Value self, TextBuilder& out) {
  Pieces pieces;
  if (!GetPieces(vm, self, &pieces)) return Failure{};
  TextBuilder text(vm);
  for (char c : pieces.text) text.Append(c == '\\' && pieces.slash == '\\' ? '/' : c);
  Value shown = text.Finish();
  if (shown.IsFailed()) return Failure{};
  out.Append(Vm::NameOf(vm.TypeOf(self)));
  out.Append('(');
  TRY(vm.Repr(shown, out));
  out.Append(')');
  return out.status();
}

// What is compared: on Windows upper and lower case are the same.
Value ComparedText(Vm& vm, Value path) {
  Pieces pieces;
  if (!GetPieces(vm, path, &pieces)) return Value::Failed();
  Value text = LibraryAttribute(vm, path, "_str");
  if (pieces.slash == '/') return text;
  Value low = LibraryAttribute(vm, path, "_low");
  if (Vm::IsStr(low)) return low;
  TextBuilder lower(vm);
  for (char c : pieces.text) lower.Append(AsciiLower(c));
  return lower.Finish();
}

// By parts: a slash comes before everything else.
int CompareTexts(std::string_view a, std::string_view b, char slash) {
  const size_t common = static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(std::min(a.size(), b.size())),
                    b.begin())
          .first -
      a.begin());
  if (common == a.size() || common == b.size())
    return a.size() < b.size() ? -1 : a.size() > b.size();
  if (a[common] == slash || b[common] == slash) return a[common] == slash ? -1 : 1;
  return static_cast<uint8_t>(a[common]) < static_cast<uint8_t>(b[common]) ? -1 : 1;
}

Value PathCompare(Vm& vm, CompareOp op, Value left, Value right) {
  if (!vm.IsInstance(left, TypeId::kPurePath) || !vm.IsInstance(right, TypeId::kPurePath))
    return Value::NotImplemented();
  const bool windows = IsWindows(vm.TypeOf(left));
  if (windows != IsWindows(vm.TypeOf(right))) return Value::NotImplemented();
  std::string_view a = Vm::View(TRY(ComparedText(vm, left)));
  std::string_view b = Vm::View(TRY(ComparedText(vm, right)));
  if (!vm.Tick(std::min(a.size(), b.size()) / 64)) return Value::Failed();
  if (op == CompareOp::kEq) return Value::Bool(a == b);
  if (op == CompareOp::kNe) return Value::Bool(a != b);
  const int order = CompareTexts(a, b, windows ? '\\' : '/');
  switch (op) {
    case CompareOp::kLt: return Value::Bool(order < 0);
    case CompareOp::kLe: return Value::Bool(order <= 0);
    case CompareOp::kGt: return Value::Bool(order > 0);
    default: return Value::Bool(order >= 0);
  }
}

Result<int64_t> PathHash(Vm& vm, Value self) {
  Value text = ComparedText(vm, self);
  return text.IsFailed() ? Result<int64_t>(Failure{}) : vm.Hash(text);
}

// ---- parents

Value PathsOf(Value self) { return self.As<Parents>()->paths; }
Status ParentsRepr(Vm&, Value self, TextBuilder& out) {
  out.Append('<');
  out.Append(Vm::NameOf(self.As<Parents>()->type.AsType()));
  out.Append(".parents>");
  return out.status();
}
Result<int64_t> ParentsLength(Vm& vm, Value self) { return vm.Length(PathsOf(self)); }
Value ParentsGetItem(Vm& vm, Value self, Value key) {
  if (key.IsSmallInt()) {
    int64_t size = PathsOf(self).As<Tuple>()->size();
    if (key.AsSmallInt() >= size || key.AsSmallInt() < -size) {
      Value shown = TRY(vm.ReprValue(key));
      return vm.IndexError(Vm::View(shown));
    }
  }
  return TupleGetItem(vm, PathsOf(self), key);
}
Value ParentsContains(Vm& vm, Value self, Value item) {
  return TupleContains(vm, PathsOf(self), item);
}
Value ParentsIter(Vm& vm, Value self) { return vm.GetIter(PathsOf(self)); }
constexpr Schema kParentsSchema{"t o"};

// ---- the module

constexpr NativeInfo kFunctions[] = {
    {"_join(path, segments, /)", Join, "A path with more segments."},
    kDefineRow,
    kStaticRow,
    kClassMethodRow,
    kNewRow,
};

Status Init(Vm& vm, Dict* names) {
  for (TypeId type : {TypeId::kPurePath, TypeId::kPurePosixPath, TypeId::kPureWindowsPath,
                      TypeId::kPath, TypeId::kPosixPath, TypeId::kPathInfo}) {
    TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  }
  return DictSetStr(vm, names, "UnsupportedOperation",
                    Value::Type(TypeId::kPathUnsupportedOperation));
}

constexpr TypeInfo PathType(TypeId id, std::string_view doc) {
  TypeInfo info = LibraryClass(id, kMakePath);
  info.doc = doc;
  info.has_dict = false;
  info.set_attribute = nullptr;
  if (id == TypeId::kPurePath) {
    info.attributes = kAttributes;
    info.members = kPurePathMembers;
  } else if (id == TypeId::kPath) {
    info.attributes = kInfoAttributes;
    info.members = kPathMembers;
  }
  info.repr = PathRepr;
  info.str = PathStr;
  info.hash = PathHash;
  info.compare = PathCompare;
  info.binary = Divide;
  info.operators = OperatorSet("truediv rtruediv");
  return info;
}

constexpr NativeInfo kMakeInfo{"@raw _PosixPathInfo(path)", LibraryClassNew,
                               "What is known of a path."};

}  // namespace

extern constexpr TypeInfo kPurePathType =
    PathType(TypeId::kPurePath, "Base class for manipulating paths without I/O.");
extern constexpr TypeInfo kPurePosixPathType =
    PathType(TypeId::kPurePosixPath, "PurePath subclass for non-Windows systems.");
extern constexpr TypeInfo kPureWindowsPathType =
    PathType(TypeId::kPureWindowsPath, "PurePath subclass for Windows systems.");
extern constexpr TypeInfo kPathType =
    PathType(TypeId::kPath, "PurePath subclass that can make system calls.");
extern constexpr TypeInfo kPosixPathType =
    PathType(TypeId::kPosixPath, "Path subclass for non-Windows systems.");
extern constexpr TypeInfo kPathInfoType = LibraryClass(TypeId::kPathInfo, kMakeInfo);
extern constexpr TypeInfo kPathParentsType{
    .id = TypeId::kPathParents,
    .schema = &kParentsSchema,
    .doc = "This object provides sequence-like access to the logical ancestors of a path.",
    .repr = ParentsRepr,
    .length = ParentsLength,
    .get_item = ParentsGetItem,
    .contains = ParentsContains,
    .iter = ParentsIter};

extern constexpr ModuleInfo kPathlibModule{.name = "pathlib",
                                           .doc = "Object-oriented filesystem paths.",
                                           .functions = kFunctions,
                                           .init = Init,
                                           .source =
#include "stdlib/python/pathlib.inc"
};

}  // namespace pysub
