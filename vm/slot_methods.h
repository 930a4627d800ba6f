#ifndef PYSUB_VM_SLOT_METHODS_H_
#define PYSUB_VM_SLOT_METHODS_H_

#include <cstdint>
#include <string_view>

#include "vm/native.h"
#include "vm/object.h"

// The methods that a type has because of its slots: __len__, __getitem__, __add__ ... One table
// serves all types; Value::Native(type, kSlotMethodRow + i) is row i as a method of the type.
namespace pysub {

// Rows from here on are numbers in the table of slot methods. So x.__len__ needs no row in each
// type that has a length, and no object: it is a static Value like any method.
inline constexpr uint16_t kSlotMethodRow = 0xFE00;

// Bit i of TypeInfo::operators is the method __<name i>__.
inline constexpr std::string_view kOperatorNames[] = {
    "add",     "radd",     "iadd", "sub",    "rsub",   "isub",    "mul",      "rmul",      "imul",
    "truediv", "rtruediv", "mod",  "rmod",   "pow",    "rpow",    "lshift",   "rlshift",   "rshift",
    "rrshift", "and",      "rand", "iand",   "xor",    "rxor",    "ixor",     "or",        "ror",
    "ior",     "neg",      "pos",  "invert", "divmod", "rdivmod", "floordiv", "rfloordiv",
};

// -1: there is no such operator.
constexpr int OperatorBit(std::string_view name) {
  for (int i = 0; i < static_cast<int>(std::size(kOperatorNames)); ++i) {
    if (kOperatorNames[i] == name) return i;
  }
  return -1;
}

// TypeInfo::operators from names: OperatorSet("add radd neg").
consteval uint64_t OperatorSet(std::string_view names) {
  uint64_t set = 0;
  while (!names.empty()) {
    std::string_view name = names.substr(0, names.find(' '));
    int bit = OperatorBit(name);
    // not a constant expression: an unknown name does not compile
    if (bit < 0) __builtin_unreachable();
    set |= uint64_t{1} << bit;
    names.remove_prefix(name.size() < names.size() ? name.size() + 1 : name.size());
  }
  return set;
}

// The row of `name` if `info`, the TypeInfo of `id` itself, has what it needs; else -1.
int FindSlotMethod(TypeId id, const TypeInfo& info, Name name);
const NativeInfo& SlotMethod(uint32_t row);
uint32_t SlotMethodCount();

// x.__init__(...) of what is there already: becomes what type(x)(...) would be. For the methods of
// types whose objects CPython makes in __init__ and not in __new__.
Value InitAnew(Vm& vm, const Args& a);
inline constexpr NativeInfo kInitAnewRow{
    "@wrapper __init__(*args, **kwargs)", InitAnew,
    "Initialize self.  See help(type(self)) for accurate signature."};

}  // namespace pysub

#endif  // PYSUB_VM_SLOT_METHODS_H_
