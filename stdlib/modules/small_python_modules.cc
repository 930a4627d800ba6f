// html, html.entities, locale, ipaddress: modules that are written in Python and need little beside
// it.

#include <string>

#include "stdlib/modules/library_class.h"
#include "vm/objects/dict.h"
#include "vm/objects/formatting.h"
#include "vm/objects/numbers.h"
#include "vm/snapshot/schema.h"

namespace pysub {
namespace {

constexpr NativeInfo kClassFunctions[] = {kDefineRow, kNewRow};

Status LocaleInit(Vm& vm, Dict* names) {
  return DictSetStr(vm, names, "Error", Value::Type(TypeId::kLocaleError));
}

Status IpaddressInit(Vm& vm, Dict* names) {
  for (TypeId type : {TypeId::kIPv4Address, TypeId::kIPv6Address, TypeId::kIPv4Network,
                      TypeId::kIPv6Network, TypeId::kIPv4Interface, TypeId::kIPv6Interface,
                      TypeId::kAddressValueError, TypeId::kNetmaskValueError}) {
    TRY(DictSetStr(vm, names, Vm::NameOf(type), Value::Type(type)));
  }
  return Done{};
}

// "b", "x", "X" and "n", with "#" and "_", show all digits of the number; "s" is for the text.
Value AddressFormat(Vm& vm, Value self, std::string_view spec) {
  TextBuilder out(vm);
  const Value number = TRY(LibraryAttribute(vm, self, "_ip"));
  std::string_view options = spec.substr(0, spec.empty() ? 0 : spec.size() - 1);
  const bool alternate = options.starts_with('#');
  if (alternate) options.remove_prefix(1);
  const bool grouped = options == "_";
  char base = spec.empty() ? 's' : spec.back();
  if (std::string_view("bnxX").find(base) == std::string_view::npos ||
      (!grouped && !options.empty()) || !IsIntLike(number)) {
    if (base != 's') {
      return vm.TypeError("unsupported format string passed to ", vm.TypeName(self), ".__format__");
    }
    const Value text = TRY(vm.StrValue(self));
    TRY(AppendFormatted(vm, text, spec, out));
    return out.Finish();
  }
  const bool v4 = vm.IsInstance(self, TypeId::kIPv4Address);
  if (base == 'n') base = v4 ? 'b' : 'x';
  int width = (v4 ? 32 : 128) / (base == 'b' ? 1 : 4);
  if (grouped) width += width / 4 - 1;
  if (alternate) width += 2;
  std::string full = (alternate ? "#0" : "0") + std::to_string(width) + (grouped ? "_" : "") + base;
  TRY(AppendFormatted(vm, number, full, out));
  return out.Finish();
}

bool IsInterface(Vm& vm, Value v) {
  return vm.IsInstance(v, TypeId::kIPv4Interface) || vm.IsInstance(v, TypeId::kIPv6Interface);
}
bool IsNetwork(Vm& vm, Value v) {
  return vm.IsInstance(v, TypeId::kIPv4Network) || vm.IsInstance(v, TypeId::kIPv6Network);
}
bool IsAddress(Vm& vm, Value v) {
  return vm.IsInstance(v, TypeId::kIPv4Address) || vm.IsInstance(v, TypeId::kIPv6Address);
}

// Of two versions none is less; an interface comes behind every address, and equals none.
Value AddressCompare(Vm& vm, CompareOp op, Value left, Value right) {
  const bool alike = (IsAddress(vm, left) && IsAddress(vm, right)) ||
                     (IsNetwork(vm, left) && IsNetwork(vm, right));
  if (!alike || vm.TypeOf(left) == vm.TypeOf(right)) return LibraryCompare(vm, op, left, right);
  if (op == CompareOp::kEq || op == CompareOp::kNe) return Value::Bool(op == CompareOp::kNe);
  const auto is_v4 = [&](Value v) {
    return vm.IsInstance(v, TypeId::kIPv4Address) || vm.IsInstance(v, TypeId::kIPv4Network);
  };
  if (is_v4(left) != is_v4(right)) {
    return vm.TypeError(TRY(vm.StrValue(left)), " and ", TRY(vm.StrValue(right)),
                        " are not of the same version");
  }
  const bool greater = op == CompareOp::kGt || op == CompareOp::kGe;
  return Value::Bool(greater == IsInterface(vm, left));
}

// Addresses add ints; networks are iterated, subscripted and asked for addresses.
constexpr TypeInfo AddressType(TypeId id, const NativeInfo& constructor) {
  TypeInfo info = LibraryClass(id, constructor);
  info.binary = LibraryBinary;
  info.compare = AddressCompare;
  info.format = AddressFormat;
  return info;
}
constexpr TypeInfo NetworkType(TypeId id, const NativeInfo& constructor) {
  TypeInfo info = LibraryIterableClass(id, constructor);
  info.get_item = LibraryGetItem;
  info.contains = LibraryContains;
  info.compare = AddressCompare;
  return info;
}
constexpr NativeInfo kV4Address{"@raw IPv4Address(address)", LibraryClassNew,
                                "Represent and manipulate single IPv4 Addresses."};
constexpr NativeInfo kV6Address{"@raw IPv6Address(address)", LibraryClassNew,
                                "Represent and manipulate single IPv6 Addresses."};
constexpr NativeInfo kV4Interface{"@raw IPv4Interface(address)", LibraryClassNew, ""};
constexpr NativeInfo kV6Interface{"@raw IPv6Interface(address)", LibraryClassNew, ""};
constexpr NativeInfo kV4Network{
    "@raw IPv4Network(address, strict=True)", LibraryClassNew,
    "This class represents and manipulates 32-bit IPv4 network + addresses.."};
constexpr NativeInfo kV6Network{"@raw IPv6Network(address, strict=True)", LibraryClassNew,
                                "This class represents and manipulates 128-bit IPv6 networks."};

}  // namespace

extern constexpr TypeInfo kIPv4AddressType = AddressType(TypeId::kIPv4Address, kV4Address);
extern constexpr TypeInfo kIPv6AddressType = AddressType(TypeId::kIPv6Address, kV6Address);
extern constexpr TypeInfo kIPv4InterfaceType = AddressType(TypeId::kIPv4Interface, kV4Interface);
extern constexpr TypeInfo kIPv6InterfaceType = AddressType(TypeId::kIPv6Interface, kV6Interface);
extern constexpr TypeInfo kIPv4NetworkType = NetworkType(TypeId::kIPv4Network, kV4Network);
extern constexpr TypeInfo kIPv6NetworkType = NetworkType(TypeId::kIPv6Network, kV6Network);

extern constexpr ModuleInfo kHtmlModule{
    .name = "html", .doc = "General functions for HTML manipulation.", .source =
#include "stdlib/python/html.inc"
};
extern constexpr ModuleInfo kHtmlEntitiesModule{
    .name = "html.entities", .doc = "HTML character entity references.", .source =
#include "stdlib/python/html_entities.inc"
};
extern constexpr ModuleInfo kLocaleModule{
    .name = "locale", .doc = "Locale support: the C locale.", .init = LocaleInit, .source =
#include "stdlib/python/locale.inc"
};
extern constexpr ModuleInfo kIpaddressModule{
    .name = "ipaddress",
    .doc = "A fast, lightweight IPv4/IPv6 manipulation library in Python.",
    .functions = kClassFunctions,
    .init = IpaddressInit,
    .source =
#include "stdlib/python/ipaddress.inc"
};

}  // namespace pysub
