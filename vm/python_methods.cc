#include "vm/python_methods.h"

#include "vm/vm.h"

namespace pysub {
namespace {

// A method that is written in Python in CPython's library: its errors are worded like those of
// Python functions.
struct PythonMethod {
  TypeId type;
  std::string_view names;  // of the methods, with spaces between
  NativeInfo words;        // the name and the parameters that wrong calls speak of
};

constexpr NativeInfo Words(std::string_view signature) {
  NativeInfo words(signature, nullptr, {});
  words.kind = NativeKind::kPython;
  return words;
}

// clang-format off
constexpr PythonMethod kMethods[] = {
    {TypeId::kCounter, "__add__", Words("Counter.__add__(other)")},
    {TypeId::kCounter, "__sub__", Words("Counter.__sub__(other)")},
    {TypeId::kCounter, "__or__", Words("Counter.__or__(other)")},
    {TypeId::kCounter, "__and__", Words("Counter.__and__(other)")},
    {TypeId::kCounter, "__iadd__", Words("Counter.__iadd__(other)")},
    {TypeId::kCounter, "__isub__", Words("Counter.__isub__(other)")},
    {TypeId::kCounter, "__ior__", Words("Counter.__ior__(other)")},
    {TypeId::kCounter, "__iand__", Words("Counter.__iand__(other)")},
    {TypeId::kCounter, "__eq__", Words("Counter.__eq__(other)")},
    {TypeId::kCounter, "__ne__", Words("Counter.__ne__(other)")},
    {TypeId::kCounter, "__lt__", Words("Counter.__lt__(other)")},
    {TypeId::kCounter, "__le__", Words("Counter.__le__(other)")},
    {TypeId::kCounter, "__gt__", Words("Counter.__gt__(other)")},
    {TypeId::kCounter, "__ge__", Words("Counter.__ge__(other)")},
    {TypeId::kCounter, "__delitem__", Words("Counter.__delitem__(elem)")},
    {TypeId::kCounter, "__neg__", Words("Counter.__neg__()")},
    {TypeId::kCounter, "__pos__", Words("Counter.__pos__()")},
    {TypeId::kCounter, "__repr__", Words("Counter.__repr__()")},
    {TypeId::kChainMap, "__contains__", Words("ChainMap.__contains__(key)")},
    {TypeId::kChainMap, "__getitem__", Words("ChainMap.__getitem__(key)")},
    {TypeId::kChainMap, "__setitem__", Words("ChainMap.__setitem__(key, value)")},
    {TypeId::kChainMap, "__delitem__", Words("ChainMap.__delitem__(key)")},
    {TypeId::kChainMap, "__or__", Words("ChainMap.__or__(other)")},
    {TypeId::kChainMap, "__ror__", Words("ChainMap.__ror__(other)")},
    {TypeId::kChainMap, "__ior__", Words("ChainMap.__ior__(other)")},
    {TypeId::kChainMap, "__iter__", Words("ChainMap.__iter__()")},
    {TypeId::kChainMap, "__len__", Words("ChainMap.__len__()")},
    {TypeId::kChainMap, "__bool__", Words("ChainMap.__bool__()")},
    {TypeId::kChainMap, "__repr__", Words("ChainMap.__repr__()")},
    {TypeId::kChainMap, "__copy__", Words("ChainMap.copy()")},
    {TypeId::kChainMap, "__eq__", Words("Mapping.__eq__(other)")},
    {TypeId::kChainMap, "keys", Words("Mapping.keys()")},
    {TypeId::kChainMap, "values", Words("Mapping.values()")},
    {TypeId::kChainMap, "items", Words("Mapping.items()")},
    {TypeId::kChainMap, "setdefault", Words("MutableMapping.setdefault(key, default=None)")},
    {TypeId::kChainMap, "update", Words("MutableMapping.update(other=(), /, **kwds)")},
    {TypeId::kFraction, "__add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __divmod__",
     Words("Fraction._operator_fallbacks.<locals>.forward(b)")},
    {TypeId::kFraction, "__radd__ __rsub__ __rmul__ __rtruediv__ __rfloordiv__ __rmod__ __rdivmod__",
     Words("Fraction._operator_fallbacks.<locals>.reverse(a)")},
    {TypeId::kFraction, "__pow__", Words("Fraction.__pow__(b, modulo=None)")},
    {TypeId::kFraction, "__rpow__", Words("Fraction.__rpow__(a, modulo=None)")},
    {TypeId::kFraction, "__eq__", Words("Fraction.__eq__(b)")},
    {TypeId::kFraction, "__lt__", Words("Fraction.__lt__(b)")},
    {TypeId::kFraction, "__le__", Words("Fraction.__le__(b)")},
    {TypeId::kFraction, "__gt__", Words("Fraction.__gt__(b)")},
    {TypeId::kFraction, "__ge__", Words("Fraction.__ge__(b)")},
    {TypeId::kFraction, "__neg__", Words("Fraction.__neg__()")},
    {TypeId::kFraction, "__pos__", Words("Fraction.__pos__()")},
    {TypeId::kFraction, "__bool__", Words("Fraction.__bool__()")},
    {TypeId::kFraction, "__repr__", Words("Fraction.__repr__()")},
    {TypeId::kFraction, "__str__", Words("Fraction.__str__()")},
    {TypeId::kFraction, "__format__", Words("Fraction.__format__(format_spec, /)")},
    {TypeId::kFraction, "__float__", Words("Rational.__float__()")},
    {TypeId::kFraction, "__complex__", Words("Real.__complex__()")},
    {TypeId::kFraction, "conjugate", Words("Real.conjugate()")},
    {TypeId::kFraction, "from_float", Words("Fraction.from_float(f)")},
    {TypeId::kFraction, "from_decimal", Words("Fraction.from_decimal(dec)")},
    {TypeId::kFraction, "from_number", Words("Fraction.from_number(number)")},
    {TypeId::kCounter, "fromkeys", Words("Counter.fromkeys(iterable, v=None)")},
    {TypeId::kChainMap, "fromkeys", Words("ChainMap.fromkeys(iterable, value=None, /)")},
    {TypeId::kUuid, "__eq__", Words("UUID.__eq__(other)")},
    {TypeId::kUuid, "__lt__", Words("UUID.__lt__(other)")},
    {TypeId::kUuid, "__le__", Words("UUID.__le__(other)")},
    {TypeId::kUuid, "__gt__", Words("UUID.__gt__(other)")},
    {TypeId::kUuid, "__ge__", Words("UUID.__ge__(other)")},
    {TypeId::kUuid, "__repr__", Words("UUID.__repr__()")},
    {TypeId::kUuid, "__str__", Words("UUID.__str__()")},
    {TypeId::kIPv4Interface, "__eq__", Words("IPv4Interface.__eq__(other)")},
    {TypeId::kIPv4Interface, "__lt__", Words("IPv4Interface.__lt__(other)")},
    {TypeId::kIPv4Interface, "__str__", Words("IPv4Interface.__str__()")},
    {TypeId::kIPv6Interface, "__eq__", Words("IPv6Interface.__eq__(other)")},
    {TypeId::kIPv6Interface, "__lt__", Words("IPv6Interface.__lt__(other)")},
    {TypeId::kIPv6Interface, "__str__", Words("IPv6Interface.__str__()")},
    {TypeId::kIPv4Address, "__eq__", Words("_BaseAddress.__eq__(other)")},
    {TypeId::kIPv4Address, "__format__", Words("_BaseAddress.__format__(fmt)")},
    {TypeId::kIPv6Address, "__format__", Words("_BaseAddress.__format__(fmt)")},
    {TypeId::kIPv4Address, "__str__", Words("_BaseAddress.__str__()")},
    {TypeId::kIPv6Address, "__eq__", Words("IPv6Address.__eq__(other)")},
    {TypeId::kIPv6Address, "__str__", Words("IPv6Address.__str__()")},
    {TypeId::kIPv4Network, "__eq__", Words("_BaseNetwork.__eq__(other)")},
    {TypeId::kIPv4Network, "__lt__", Words("_BaseNetwork.__lt__(other)")},
    {TypeId::kIPv4Network, "__repr__", Words("_BaseNetwork.__repr__()")},
    {TypeId::kIPv4Network, "__str__", Words("_BaseNetwork.__str__()")},
    {TypeId::kIPv6Network, "__eq__", Words("_BaseNetwork.__eq__(other)")},
    {TypeId::kIPv6Network, "__lt__", Words("_BaseNetwork.__lt__(other)")},
    {TypeId::kIPv6Network, "__repr__", Words("_BaseNetwork.__repr__()")},
    {TypeId::kIPv6Network, "__str__", Words("_BaseNetwork.__str__()")},
    {TypeId::kPurePath, "__eq__", Words("PurePath.__eq__(other)")},
    {TypeId::kPurePath, "__lt__", Words("PurePath.__lt__(other)")},
    {TypeId::kPurePath, "__le__", Words("PurePath.__le__(other)")},
    {TypeId::kPurePath, "__gt__", Words("PurePath.__gt__(other)")},
    {TypeId::kPurePath, "__ge__", Words("PurePath.__ge__(other)")},
    {TypeId::kPurePath, "__truediv__", Words("PurePath.__truediv__(key)")},
    {TypeId::kPurePath, "__rtruediv__", Words("PurePath.__rtruediv__(key)")},
    {TypeId::kPurePath, "__repr__", Words("PurePath.__repr__()")},
    {TypeId::kPurePath, "__str__", Words("PurePath.__str__()")},
    {TypeId::kTopologicalSorter, "__bool__", Words("TopologicalSorter.__bool__()")},
    {TypeId::kNormalDist, "__eq__", Words("NormalDist.__eq__(x2)")},
    {TypeId::kNormalDist, "__rmul__", Words("NormalDist.__mul__(x2)")},
    {TypeId::kNormalDist, "__radd__", Words("NormalDist.__add__(x2)")},
    {TypeId::kNormalDist, "__repr__", Words("NormalDist.__repr__()")},
    {TypeId::kShellLexer, "__iter__", Words("shlex.__iter__()")},
    {TypeId::kShellLexer, "__next__", Words("shlex.__next__()")},
    {TypeId::kExitStack, "callback", Words("_BaseExitStack.callback(callback, /, *args, **kwds)")},
    {TypeId::kExitStack, "enter_context", Words("_BaseExitStack.enter_context(cm)")},
    {TypeId::kExitStack, "push", Words("_BaseExitStack.push(exit)")},
    {TypeId::kExitStack, "pop_all", Words("_BaseExitStack.pop_all()")},
};

// What the classes of ipaddress share. @total_ordering makes all of the order from __lt__.
constexpr TypeId kAddressTypes[] = {TypeId::kIPv4Address, TypeId::kIPv6Address, TypeId::kIPv4Network, TypeId::kIPv6Network};
constexpr PythonMethod kAddressMethods[] = {
    {TypeId::kObject, "__gt__", Words("_gt_from_lt(other)")},
    {TypeId::kObject, "__le__", Words("_le_from_lt(other)")},
    {TypeId::kObject, "__ge__", Words("_ge_from_lt(other)")},
    {TypeId::kObject, "__lt__", Words("_BaseAddress.__lt__(other)")},
    {TypeId::kObject, "__repr__", Words("_BaseAddress.__repr__()")},
};
// clang-format on

// How functions in C count, other than Argument Clinic's methods of one argument.
struct Count {
  TypeId type;
  std::string_view names;
  std::string_view number;  // "exactly 1 argument"
};
constexpr Count kCounts[] = {
    // Told their class.
    {TypeId::kArrayArray, "extend tofile", "exactly 1 positional argument"},
    {TypeId::kZlibCompress, "compress __deepcopy__", "exactly 1 positional argument"},
    {TypeId::kZlibDecompress, "__deepcopy__", "exactly 1 positional argument"},
    {TypeId::kBufferedReader, "write", "exactly 1 positional argument"},
    // Parsed by a format.
    {TypeId::kDate, "fromordinal __format__", "exactly 1 argument"},
    {TypeId::kDate, "strptime", "exactly 2 arguments"},
    {TypeId::kDateTime, "utcfromtimestamp", "exactly 1 argument"},
    {TypeId::kTimeOfDay, "__format__", "exactly 1 argument"},
    {TypeId::kTimeOfDay, "strptime", "exactly 2 arguments"},
};

// Methods that CPython has in a base which is not here.
struct Owner {
  TypeId type;
  std::string_view names;
  std::string_view shown;
};
constexpr Owner kOwners[] = {
    {TypeId::kBytesIO, "__enter__ __exit__ fileno", "_IOBase"},
    {TypeId::kBytesIO, "detach readinto1", "_BufferedIOBase"},
    {TypeId::kStringIO, "__enter__ __exit__ fileno flush isatty readlines writelines", "_IOBase"},
    {TypeId::kStringIO, "detach", "_TextIOBase"},
    {TypeId::kTextIOWrapper, "__enter__ __exit__ readlines writelines", "_IOBase"},
    {TypeId::kBufferedReader, "__enter__ __exit__ readlines writable writelines", "_IOBase"},
    {TypeId::kBufferedReader, "write", "_BufferedIOBase"},
    {TypeId::kDateTime, "isocalendar isoweekday strftime toordinal weekday", "date"},
};

bool Names(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::string_view first = names.substr(0, names.find(' '));
    if (first == name) return true;
    names.remove_prefix(std::min(names.size(), first.size() + 1));
  }
  return false;
}

}  // namespace

std::string CountWords(TypeId type, std::string_view name) {
  for (;; type = Vm::BaseOf(type)) {
    for (const Count& count : kCounts) {
      if (count.type != type || !Names(count.names, name)) continue;
      return std::string(name) + "() takes " + std::string(count.number);
    }
    if (type == TypeId::kObject) return {};
  }
}

std::string_view OwnerWords(TypeId type, std::string_view name) {
  for (const Owner& owner : kOwners) {
    if (owner.type == type && Names(owner.names, name)) return owner.shown;
  }
  return {};
}

const NativeInfo* PythonWords(TypeId type, std::string_view name) {
  for (;; type = Vm::BaseOf(type)) {
    for (const PythonMethod& method : kMethods) {
      if (method.type == type && Names(method.names, name)) return &method.words;
    }
    for (TypeId address : kAddressTypes) {
      if (type != address) continue;
      for (const PythonMethod& method : kAddressMethods) {
        if (method.names == name) return &method.words;
      }
    }
    if (type == TypeId::kObject) return nullptr;
  }
}

}  // namespace pysub
