#ifndef PYSUB_STDLIB_TYPES_BYTES_METHODS_H_
#define PYSUB_STDLIB_TYPES_BYTES_METHODS_H_

#include "vm/native.h"

// The methods that bytes and bytearray share; each answers in the type of its receiver. CPython
// 3.14 library, "Bytes and Bytearray Operations".
namespace pysub {

// clang-format off
#define PYSUB_BYTES_METHODS(X)                                                            \
  X(Capitalize) X(Center) X(Count) X(Decode) X(EndsWith) X(ExpandTabs) X(Find) X(FromHex) \
  X(Hex) X(Index) X(IsAlnum) X(IsAlpha) X(IsAscii) X(IsDigit) X(IsLower) X(IsSpace)       \
  X(IsTitle) X(IsUpper) X(Join) X(LJust) X(Lower) X(LStrip) X(MakeTrans) X(Partition)     \
  X(RemovePrefix) X(RemoveSuffix) X(Replace) X(RFind) X(RIndex) X(RJust) X(RPartition)    \
  X(RSplit) X(RStrip) X(Split) X(SplitLines) X(StartsWith) X(Strip) X(SwapCase) X(Title)  \
  X(Translate) X(Upper) X(ZFill)
// clang-format on
#define PYSUB_DECLARE(name) Value Bytes##name##Method(Vm& vm, const Args& a);
PYSUB_BYTES_METHODS(PYSUB_DECLARE)
#undef PYSUB_DECLARE
#undef PYSUB_BYTES_METHODS

// memoryview.hex() is the same function over other bytes.
Value HexOf(Vm& vm, std::string_view bytes, Value separator, Value group);
// __length_hint__() of the iterators of bytes and bytearray.
Value BytesIteratorLengthHint(Vm& vm, const Args& a);
inline constexpr NativeInfo kBytesIteratorMethods[] = {
    {"__length_hint__()", BytesIteratorLengthHint,
     "Private method returning an estimate of len(list(it))."},
};

// bytes(source, encoding, errors) and bytearray(...): v[0] is the type.
Value BytesConstructor(Vm& vm, const Args& a);

// clang-format off
inline constexpr NativeInfo kCommonBytesMethods[] = {
    {"capitalize()", BytesCapitalizeMethod, "B.capitalize() -> copy of B"},
    {"center(width, fillchar=b' ', /)", BytesCenterMethod, "Return a centered string of length width."},
    {"@hidden count(sub, start=None, end=None, /)", BytesCountMethod, "Return the number of non-overlapping occurrences of subsection 'sub' in bytes B[start:end]."},
    {"decode(encoding='utf-8', errors='strict')", BytesDecodeMethod, "Decode the bytes using the codec registered for encoding."},
    {"@hidden endswith(suffix, start=None, end=None, /)", BytesEndsWithMethod, "Return True if the bytes ends with the specified suffix, False otherwise."},
    {"expandtabs(tabsize=8)", BytesExpandTabsMethod, "Return a copy where all tab characters are expanded using spaces."},
    {"@hidden find(sub, start=None, end=None, /)", BytesFindMethod, "Return the lowest index in B where subsection 'sub' is found, such that 'sub' is contained within B[start,end]."},
    {"@classmethod fromhex(string, /)", BytesFromHexMethod, "Create a bytes object from a string of hexadecimal numbers."},
    {"hex(sep=<unrepresentable>, bytes_per_sep=1)", BytesHexMethod, "Create a string of hexadecimal numbers from a bytes object."},
    {"@hidden index(sub, start=None, end=None, /)", BytesIndexMethod, "Return the lowest index in B where subsection 'sub' is found, such that 'sub' is contained within B[start,end]."},
    {"isalnum()", BytesIsAlnumMethod, "B.isalnum() -> bool"},
    {"isalpha()", BytesIsAlphaMethod, "B.isalpha() -> bool"},
    {"isascii()", BytesIsAsciiMethod, "B.isascii() -> bool"},
    {"isdigit()", BytesIsDigitMethod, "B.isdigit() -> bool"},
    {"islower()", BytesIsLowerMethod, "B.islower() -> bool"},
    {"isspace()", BytesIsSpaceMethod, "B.isspace() -> bool"},
    {"istitle()", BytesIsTitleMethod, "B.istitle() -> bool"},
    {"isupper()", BytesIsUpperMethod, "B.isupper() -> bool"},
    {"join(iterable_of_bytes, /)", BytesJoinMethod, "Concatenate any number of bytes objects.", 1},
    {"ljust(width, fillchar=b' ', /)", BytesLJustMethod, "Return a left-justified string of length width."},
    {"lower()", BytesLowerMethod, "B.lower() -> copy of B"},
    {"lstrip(bytes=None, /)", BytesLStripMethod, "Strip leading bytes contained in the argument."},
    {"@staticmethod maketrans(frm, to, /)", BytesMakeTransMethod, "Return a translation table usable for the bytes or bytearray translate method."},
    {"partition(sep, /)", BytesPartitionMethod, "Partition the bytes into three parts using the given separator."},
    {"removeprefix(prefix, /)", BytesRemovePrefixMethod, "Return a bytes object with the given prefix string removed if present."},
    {"removesuffix(suffix, /)", BytesRemoveSuffixMethod, "Return a bytes object with the given suffix string removed if present."},
    {"replace(old, new, count=-1, /)", BytesReplaceMethod, "Return a copy with all occurrences of substring old replaced by new."},
    {"@hidden rfind(sub, start=None, end=None, /)", BytesRFindMethod, "Return the highest index in B where subsection 'sub' is found, such that 'sub' is contained within B[start,end]."},
    {"@hidden rindex(sub, start=None, end=None, /)", BytesRIndexMethod, "Return the highest index in B where subsection 'sub' is found, such that 'sub' is contained within B[start,end]."},
    {"rjust(width, fillchar=b' ', /)", BytesRJustMethod, "Return a right-justified string of length width."},
    {"rpartition(sep, /)", BytesRPartitionMethod, "Partition the bytes into three parts using the given separator."},
    {"rsplit(sep=None, maxsplit=-1)", BytesRSplitMethod, "Return a list of the sections in the bytes, using sep as the delimiter."},
    {"rstrip(bytes=None, /)", BytesRStripMethod, "Strip trailing bytes contained in the argument."},
    {"split(sep=None, maxsplit=-1)", BytesSplitMethod, "Return a list of the sections in the bytes, using sep as the delimiter."},
    {"splitlines(keepends=False)", BytesSplitLinesMethod, "Return a list of the lines in the bytes, breaking at line boundaries."},
    {"@hidden startswith(prefix, start=None, end=None, /)", BytesStartsWithMethod, "Return True if the bytes starts with the specified prefix, False otherwise."},
    {"strip(bytes=None, /)", BytesStripMethod, "Strip leading and trailing bytes contained in the argument."},
    {"swapcase()", BytesSwapCaseMethod, "B.swapcase() -> copy of B"},
    {"title()", BytesTitleMethod, "B.title() -> copy of B"},
    {"translate(table, /, delete=b'')", BytesTranslateMethod, "Return a copy with each character mapped by the given translation table."},
    {"upper()", BytesUpperMethod, "B.upper() -> copy of B"},
    {"zfill(width, /)", BytesZFillMethod, "Pad a numeric string with zeros on the left, to fill a field of the given width."},
};
// clang-format on

}  // namespace pysub

#endif  // PYSUB_STDLIB_TYPES_BYTES_METHODS_H_
