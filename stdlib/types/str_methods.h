#ifndef PYSUB_STDLIB_TYPES_STR_METHODS_H_
#define PYSUB_STDLIB_TYPES_STR_METHODS_H_

#include <cstdint>
#include <string_view>

#include "vm/native.h"
#include "vm/vm.h"

// The methods of str whose rows stand in str.cc, by the file that has them. CPython 3.14
// library, "String Methods".
namespace pysub {

// clang-format off
#define PYSUB_STR_METHODS(X)                                                               \
  /* str_search.cc */                                                                      \
  X(Find) X(RFind) X(Index) X(RIndex) X(Count) X(StartsWith) X(EndsWith) X(RemovePrefix)   \
  X(RemoveSuffix)                                                                          \
  /* str_splitting.cc */                                                                   \
  X(Strip) X(LStrip) X(RStrip) X(Split) X(RSplit) X(SplitLines) X(Partition) X(RPartition) \
  /* str_building.cc */                                                                    \
  X(Join) X(Replace) X(LJust) X(RJust) X(Center) X(ZFill) X(ExpandTabs)                    \
  /* str_translate.cc */                                                                   \
  X(Translate) X(MakeTrans)
// clang-format on
#define PYSUB_DECLARE(name) Value Str##name##Method(Vm& vm, const Args& a);
PYSUB_STR_METHODS(PYSUB_DECLARE)
#undef PYSUB_DECLARE
#undef PYSUB_STR_METHODS

namespace strings {

inline Str* Self(const Args& a) { return a[0].As<Str>(); }
inline char* TextOf(Str* str) { return reinterpret_cast<char*>(str + 1); }

// A part of `whole` as a str of its own: of ASCII text it is known to be ASCII.
inline Value PieceOf(Vm& vm, const Str* whole, std::string_view piece) {
  if (whole->ascii()) return vm.NewStr(piece, static_cast<uint32_t>(piece.size()));
  return vm.NewStr(piece);
}
inline Value PieceOrSelf(Vm& vm, Value whole, std::string_view piece) {
  if (piece.size() == whole.As<Str>()->count) return whole;
  return PieceOf(vm, whole.As<Str>(), piece);
}

enum class Direction : uint8_t { kForwards, kBackwards };

}  // namespace strings
}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_STR_METHODS_H_
