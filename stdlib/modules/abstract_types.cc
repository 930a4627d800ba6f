// collections.abc and the abstract types of other modules. CPython 3.14 library, "collections.abc".

#include "stdlib/modules/abstract_types.h"

#include "stdlib/modules/library_class.h"
#include "stdlib/modules/typing/generic_alias.h"
#include "stdlib/modules/typing/typing.h"
#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr std::string_view kAbc = "collections.abc";
constexpr std::string_view kNumbers = "numbers";

// clang-format off
constexpr std::string_view kLen = "__len__", kIter = "__iter__", kContains = "__contains__";

constexpr AbstractTypeInfo kRows[] = {
    {kAbc, "Awaitable", {"__await__"}},
    {kAbc, "Coroutine", {"__await__", "send", "throw", "close"}, {TypeId::kCoroutine}},
    {kAbc, "AsyncIterable", {"__aiter__"}},
    {kAbc, "AsyncIterator", {"__anext__", "__aiter__"}},
    {kAbc, "AsyncGenerator", {"__aiter__", "__anext__", "asend", "athrow", "aclose"}, {TypeId::kAsyncGenerator}},
    {.module = kAbc, .name = "Hashable", .hashable = true},
    {kAbc, "Iterable", {kIter}},
    {kAbc, "Iterator", {kIter, "__next__"}},
    {kAbc, "Generator", {kIter, "__next__", "send", "throw", "close"}, {TypeId::kGenerator}},
    {kAbc, "Reversible", {"__reversed__", kIter},
     {TypeId::kTuple, TypeId::kStr, TypeId::kBytes, TypeId::kByteArray, TypeId::kMemoryView,
      TypeId::kArrayArray}},
    {kAbc, "Sized", {kLen}},
    {kAbc, "Container", {kContains}, {TypeId::kDictValues, TypeId::kMappingValuesView, TypeId::kMemoryView}},
    {kAbc, "Callable", {"__call__"}},
    {kAbc, "Collection", {kLen, kIter, kContains},
     {TypeId::kDictValues, TypeId::kMappingValuesView, TypeId::kMemoryView}},
    {.module = kAbc, .name = "Set",
     .types = {TypeId::kSet, TypeId::kFrozenSet, TypeId::kDictKeys, TypeId::kDictItems,
               TypeId::kMappingKeysView, TypeId::kMappingItemsView},
     .provides = {kLen, kIter, kContains}, .unhashable = true},
    {.module = kAbc, .name = "MutableSet", .types = {TypeId::kSet},
     .provides = {kLen, kIter, kContains}, .bases = {"Set"}, .unhashable = true},
    {.module = kAbc, .name = "Mapping",
     .types = {TypeId::kDict, TypeId::kMappingProxy, TypeId::kChainMap, TypeId::kConfigRaw,
               TypeId::kConfigSection, TypeId::kConfigConverters},
     .provides = {kLen, kIter, kContains}, .unhashable = true},
    {.module = kAbc, .name = "MutableMapping",
     .types = {TypeId::kDict, TypeId::kChainMap, TypeId::kConfigRaw, TypeId::kConfigSection,
               TypeId::kConfigConverters},
     .provides = {kLen, kIter, kContains}, .bases = {"Mapping"}, .unhashable = true},
    {.module = kAbc, .name = "MappingView",
     .types = {TypeId::kDictKeys, TypeId::kDictValues, TypeId::kDictItems, TypeId::kMappingKeysView,
               TypeId::kMappingValuesView, TypeId::kMappingItemsView},
     .provides = {kLen}},
    {.module = kAbc, .name = "KeysView", .types = {TypeId::kDictKeys, TypeId::kMappingKeysView},
     .provides = {kLen, kIter, kContains}, .bases = {"MappingView", "Set"}, .unhashable = true},
    {.module = kAbc, .name = "ItemsView", .types = {TypeId::kDictItems, TypeId::kMappingItemsView},
     .provides = {kLen, kIter, kContains}, .bases = {"MappingView", "Set"}, .unhashable = true},
    {.module = kAbc, .name = "ValuesView", .types = {TypeId::kDictValues, TypeId::kMappingValuesView},
     .provides = {kLen, kIter, kContains}, .bases = {"MappingView"}},
    {.module = kAbc, .name = "Sequence",
     .types = {TypeId::kTuple, TypeId::kStr, TypeId::kRange, TypeId::kMemoryView, TypeId::kBytes,
               TypeId::kList, TypeId::kByteArray, TypeId::kArrayArray, TypeId::kDeque},
     .provides = {kLen, kIter, kContains, "__reversed__"}},
    {.module = kAbc, .name = "MutableSequence",
     .types = {TypeId::kList, TypeId::kByteArray, TypeId::kArrayArray, TypeId::kDeque},
     .provides = {kLen, kIter, kContains, "__reversed__"}, .bases = {"Sequence"}},
    {.module = kAbc, .name = "ByteString", .types = {TypeId::kBytes, TypeId::kByteArray},
     .provides = {kLen, kIter, kContains, "__reversed__"}, .bases = {"Sequence"}},
    {.module = kAbc, .name = "Buffer",
     .types = {TypeId::kBytes, TypeId::kByteArray, TypeId::kMemoryView, TypeId::kArrayArray}},
    {.module = "io", .name = "IOBase",
     .types = {TypeId::kFileIO, TypeId::kBufferedReader, TypeId::kBufferedWriter, TypeId::kBufferedRandom,
               TypeId::kBytesIO, TypeId::kTextIOWrapper, TypeId::kStringIO, TypeId::kStandardStream,
               TypeId::kStandardReader, TypeId::kStandardWriter, TypeId::kGzipFile, TypeId::kBufferedRWPair}},
    {.module = "io", .name = "RawIOBase", .types = {TypeId::kFileIO}, .bases = {"IOBase"}},
    {.module = "io", .name = "BufferedIOBase",
     .types = {TypeId::kBufferedReader, TypeId::kBufferedWriter, TypeId::kBufferedRandom, TypeId::kBytesIO,
               TypeId::kStandardReader, TypeId::kStandardWriter, TypeId::kGzipFile, TypeId::kBufferedRWPair},
     .bases = {"IOBase"}},
    {.module = "io", .name = "TextIOBase",
     .types = {TypeId::kTextIOWrapper, TypeId::kStringIO, TypeId::kStandardStream}, .bases = {"IOBase"}},
    {.module = "os", .name = "PathLike", .types = {TypeId::kPurePath, TypeId::kDirEntry}},
    {"contextlib", "AbstractContextManager", {"__enter__", "__exit__"}},
    {"contextlib", "AbstractAsyncContextManager", {"__aenter__", "__aexit__"}},
    {.module = kNumbers, .name = "Number",
     .types = {TypeId::kInt, TypeId::kFloat, TypeId::kComplex, TypeId::kFraction, TypeId::kDecimal}},
    {.module = kNumbers, .name = "Complex",
     .types = {TypeId::kInt, TypeId::kFloat, TypeId::kComplex, TypeId::kFraction}, .bases = {"Number"}},
    {.module = kNumbers, .name = "Real", .types = {TypeId::kInt, TypeId::kFloat, TypeId::kFraction},
     .bases = {"Complex", "Number"}},
    {.module = kNumbers, .name = "Rational", .types = {TypeId::kInt, TypeId::kFraction}, .bases = {"Real", "Complex", "Number"}},
    {.module = kNumbers, .name = "Integral", .types = {TypeId::kInt}, .bases = {"Rational", "Real", "Complex", "Number"}},
};
// clang-format on

AbstractType* AsAbstractType(Value v) { return v.As<AbstractType>(); }

Status Repr(Vm&, Value self, TextBuilder& out) {
  out.Append("<class '");
  out.Append(AbstractInfo(self).module);
  out.Append('.');
  out.Append(AbstractInfo(self).name);
  out.Append("'>");
  return out.status();
}

Value Call(Vm& vm, Value self, const Args&) {
  const AbstractTypeInfo& info = AbstractInfo(self);
  return vm.TypeError("Can't instantiate abstract class ", info.name);
}

// Whether every class of `given` is one of `wanted`.
bool IsAbstractSubclass(const AbstractTypeInfo& given, const AbstractTypeInfo& wanted) {
  for (std::string_view base : given.bases) {
    if (!base.empty() && base == wanted.name) return true;
  }
  if (wanted.hashable) return !given.unhashable;
  if (wanted.methods[0].empty()) return false;
  for (std::string_view method : wanted.methods) {
    if (method.empty()) break;
    bool found = false;
    for (std::string_view there : given.methods) found |= there == method;
    for (std::string_view there : given.provides) found |= there == method;
    if (!found) return false;
  }
  return true;
}

Result<bool> InstanceCheck(Vm& vm, Value self, Value object, TypeId type, bool subclass) {
  if (subclass && IsObjectOf(object, TypeId::kAbstractType)) {
    if (object == self) return true;
    return IsAbstractSubclass(AbstractInfo(object), AbstractInfo(self));
  }
  return IsAbstractInstance(vm, self, type);
}

Value GetItem(Vm& vm, Value self, Value key) {
  const std::string_view name = AbstractInfo(self).name;
  const std::string_view module = AbstractInfo(self).module;
  const bool generic = module == kAbc || module == "contextlib" || name == "PathLike";
  if (!generic || name == "Hashable" || name == "Sized" || name == "Buffer") {
    return vm.TypeError("type '", name, "' is not subscriptable");
  }
  if (name == "Callable") return SubscriptAbstractCallable(vm, self, key);
  return NewGenericAlias(vm, self, key);
}

Value GetName(Vm& vm, Value self) { return vm.Intern(AbstractInfo(self).name); }
Value GetModule(Vm& vm, Value self) { return vm.Intern(AbstractInfo(self).module); }
Value GetClass(Vm&, Value) { return Value::Type(TypeId::kAbstractType); }
// register() is for classes: what a program could register is registered already.
Value Register(Vm& vm, const Args& a) {
  if (!a[1].IsType()) return vm.TypeError("Can only register classes");
  if (TRY(IsAbstractInstance(vm, a[0], a[1].AsType()))) return a[1];
  return vm.TypeError("cannot register a built-in type");
}
constexpr NativeInfo kMethods[] = {
    {"@python register(subclass)", Register, "Register a virtual subclass of an ABC."}};
constexpr AttributeInfo kAttributes[] = {{"__name__", GetName},
                                         {"__qualname__", GetName},
                                         {"__module__", GetModule},
                                         {"__class__", GetClass}};
PYSUB_MEMBERS(AbstractType, kMethods, kAttributes);

Value Binary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::kOr ? MakeUnion(vm, left, right) : Value::NotImplemented();
}

Status AbcInit(Vm& vm, Dict* names) {
  TRY(AddAbstractTypes(vm, names, kAbc));
  List* all = TRY(vm.NewList(32));
  for (const AbstractTypeInfo& row : kRows) {
    if (row.module != kAbc) continue;
    Value name = vm.Intern(row.name);
    if (name.IsFailed()) return Failure{};
    TRY(ListAppend(vm, all, name));
  }
  return DictSetStr(vm, names, "__all__", Value::Of(all));
}

}  // namespace

const AbstractTypeInfo& AbstractInfo(Value abstract_type) {
  return kRows[AsAbstractType(abstract_type)->row];
}

bool TypeHasMember(Vm& vm, TypeId type, std::string_view text) {
  Name name{text, MemberHash(text)};
  bool in_python = false;
  for (TypeId id = type;; id = Vm::BaseOf(id)) {
    const TypeInfo* info = vm.runtime().types[static_cast<int>(id)];
    if (info != nullptr && (FindMember(*info, name) >= 0 || FindSlotMethod(id, *info, name) >= 0)) {
      return true;
    }
    if (info != nullptr && info->schema == &kLibraryObjectSchema &&
        info->list_names == LibraryNames)
      in_python = true;
    if (id == TypeId::kObject) break;
  }
  if (!in_python) return false;
  const Value member = LibraryMember(vm, type, text);
  return !member.IsUndefined() && !member.IsFailed();
}

Result<bool> IsAbstractInstance(Vm& vm, Value abstract_type, TypeId type) {
  const AbstractTypeInfo& info = AbstractInfo(abstract_type);
  if (info.hashable) return vm.InfoOf(type).may_be_hashed;
  for (TypeId listed : info.types) {
    if (listed == TypeId::kObject) break;
    if (Vm::IsSubtype(type, listed)) return true;
  }
  if (info.methods[0].empty()) return false;
  for (std::string_view method : info.methods) {
    if (method.empty()) break;
    if (method == "__call__" && type == TypeId::kType) continue;
    if (!TypeHasMember(vm, type, method)) return false;
  }
  return true;
}

Status AddAbstractTypes(Vm& vm, Dict* names, std::string_view module) {
  for (size_t row = 0; row < std::size(kRows); ++row) {
    if (kRows[row].module != module) continue;
    AbstractType* type = TRY(vm.New<AbstractType>(TypeId::kAbstractType));
    type->row = row;
    TRY(DictSetStr(vm, names, kRows[row].name, Value::Of(type)));
  }
  return Done{};
}

static bool CheckAbstractType(Vm&, Object* object) {
  return static_cast<AbstractType*>(object)->row < std::size(kRows);
}
constexpr Schema kAbstractTypeSchema{"#", CheckAbstractType};
extern constexpr TypeInfo kAbstractTypeType{.id = TypeId::kAbstractType,
                                            .schema = &kAbstractTypeSchema,
                                            .methods = kMethods,
                                            .attributes = kAttributes,
                                            .members = kAbstractTypeMembers,
                                            .repr = Repr,
                                            .get_item = GetItem,
                                            .binary = Binary,
                                            .call = Call,
                                            .instance_check = InstanceCheck};
extern constexpr ModuleInfo kCollectionsAbcModule{
    .name = "collections.abc",
    .doc = "Abstract Base Classes (ABCs) for collections, according to PEP 3119.",
    .init = AbcInit};

}  // namespace pysub
