#include "vm/objects/str.h"

#include "lexer/unicode/text_kernels.h"
#include "lexer/unicode/utf8.h"
#include "stdlib/types/str_format.h"
#include "stdlib/types/str_methods.h"
#include "vm/native.h"
#include "vm/objects/arguments.h"
#include "vm/objects/bulk.h"
#include "vm/objects/bytes.h"
#include "vm/objects/text_codecs.h"
#include "vm/vm.h"

// The type str, its rows, its constructor, and the methods that map or look at each character. The
// others are in str_*.cc. CPython 3.14 library, "String Methods".
namespace pysub {

using namespace strings;  // NOLINT: all of this file is about them

namespace {

// ---- Case

// Maps text[begin:end) to out[begin:end).
using AsciiMap = void (*)(std::string_view text, size_t begin, size_t end, char* out);
using UnicodeMap = void (*)(std::string_view text, SinkRef sink);

// lower(), upper() and the like: ASCII by table, many bytes at a time. Other text may change its
// length ("ß".upper() is "SS").
template <AsciiMap kAscii, UnicodeMap kUnicode>
Value MapCase(Vm& vm, const Args& a) {
  const Str* str = Self(a);
  if (!TickForBytes(vm, uint64_t{str->count} * 8)) return Failure{};
  if (str->ascii()) {
    if (str->count <= 1) {
      if (str->count == 0) return a[0];
      char c;
      kAscii(str->view(), 0, 1, &c);
      return vm.CharStr(static_cast<uint8_t>(c));
    }
    Str* result = TRY(vm.NewStrUninitialized(str->count, str->length));
    const bool in_time = InTime(vm, str->count, [&](size_t begin, size_t end) {
      kAscii(str->view(), begin, end, TextOf(result));
    });
    if (!in_time) return Failure{};
    return Value::Of(result);
  }
  TextBuilder out(vm);
  kUnicode(str->view(), out);
  return out.Finish();
}

void ToLower(std::string_view text, size_t begin, size_t end, char* out) {
  AsciiLower(text.substr(begin, end - begin), out + begin);
}
void ToUpper(std::string_view text, size_t begin, size_t end, char* out) {
  AsciiUpper(text.substr(begin, end - begin), out + begin);
}
void ToSwapped(std::string_view text, size_t begin, size_t end, char* out) {
  BytesSwapCase(text.substr(begin, end - begin), out + begin);
}
void ToTitle(std::string_view text, size_t begin, size_t end, char* out) {
  BytesTitle(text.substr(begin, end - begin), out + begin,
             begin > 0 && BytesIsAlpha(text.substr(begin - 1, 1)));
}
void ToCapitalized(std::string_view text, size_t begin, size_t end, char* out) {
  ToLower(text, begin, end, out);
  if (begin == 0 && end > 0) out[0] = AsciiUpper(text[0]);
}

// ---- Predicates

// isalpha() and its kin ask of every character the same, so the text has what they ask for when all
// its pieces have it: a long one is looked at piece by piece, and the clock in between.
template <bool (*kPredicate)(std::string_view)>
Value TestAll(Vm& vm, const Args& a) {
  const std::string_view text = Vm::View(a[0]);
  if (!TickForBytes(vm, text.size() * uint64_t{8})) return Failure{};
  if (text.size() <= kLookBytes) [[likely]]
    return Value::Bool(kPredicate(text));
  bool holds = true;
  const bool in_time = InTime(vm, text.size(), [&](size_t begin, size_t end) {
    while (begin < end && IsContinuationByte(text[begin])) ++begin;  // the piece before has it
    while (end < text.size() && IsContinuationByte(text[end])) ++end;
    holds = holds && (begin == end || kPredicate(text.substr(begin, end - begin)));
  });
  if (!in_time) return Failure{};
  return Value::Bool(holds);
}

// islower() and its kin have to see the text as a whole: whether there is any cased
// character, where words begin.
template <bool (*kPredicate)(std::string_view, StopCheck*)>
Value Test(Vm& vm, const Args& a) {
  const std::string_view text = Vm::View(a[0]);
  if (!TickForBytes(vm, text.size() * uint64_t{8})) return Failure{};
  if (text.size() <= kLookBytes) [[likely]]
    return Value::Bool(kPredicate(text, nullptr));
  StopCheck stop = TimeCheck(vm);
  const bool holds = kPredicate(text, &stop);
  if (stop.stopped()) return Failure{};
  return Value::Bool(holds);
}

Value StrIsAsciiMethod(Vm&, const Args& a) { return Value::Bool(Self(a)->ascii()); }

Value StrEncodeMethod(Vm& vm, const Args& a) {
  const std::string_view encoding = TRY(CodecNameArgument(vm, "encode", "encoding", a[1]));
  const std::string_view errors = TRY(CodecNameArgument(vm, "encode", "errors", a[2]));
  return EncodeText(vm, a[0], encoding, errors);
}

// ---- str()

Value StrConstructor(Vm& vm, const Args& a) {
  // str() has no clinic, so it says NoneType where others say None.
  for (uint32_t i : {2u, 3u}) {
    if (a.has(i) && !vm.IsStr(a[i])) {
      return vm.TypeError("str() argument '", i == 2 ? "encoding" : "errors", "' must be str, not ",
                          vm.TypeName(a[i]));
    }
  }
  if (!a.has(1)) return vm.NewAsciiStr({});
  if (!a.has(2) && !a.has(3)) return vm.StrValue(a[1]);
  if (vm.IsStr(a[1])) return vm.TypeError("decoding str is not supported");
  if (!IsBytesLike(vm, a[1])) {
    return vm.TypeError("decoding to str: need a bytes-like object, ", vm.TypeName(a[1]), " found");
  }
  const std::string_view encoding = TRY(CodecNameArgument(vm, "str", "encoding", a[2]));
  const std::string_view errors = TRY(CodecNameArgument(vm, "str", "errors", a[3]));
  BytesArgument bytes(vm);
  TRY(bytes.Get(a[1]));
  if (bytes.view().empty()) return vm.NewAsciiStr({});  // nothing to decode: no codec is looked for
  return DecodeText(vm, bytes.view(), IsObjectOf(a[1], TypeId::kBytes) ? a[1] : Value::Undefined(),
                    encoding, errors);
}

// clang-format off
constexpr NativeInfo kStrConstructor = {"@hidden str(object='', encoding='utf-8', errors='strict')", StrConstructor, "str(object='') -> str"};

constexpr NativeInfo kStrMethods[] = {
    {"__getnewargs__()", [](Vm& vm, const Args& a) { return vm.NewTuple({a[0]}); }, ""},
    {"capitalize()", MapCase<ToCapitalized, AppendStrCapitalize>, "Return a capitalized version of the string."},
    {"casefold()", MapCase<ToLower, AppendStrCaseFold>, "Return a version of the string suitable for caseless comparisons."},
    {"center(width, fillchar=' ', /)", StrCenterMethod, "Return a centered string of length width."},
    {"@hidden count(sub, start=None, end=None, /)", StrCountMethod, "Return the number of non-overlapping occurrences of substring sub in string S[start:end]."},
    {"encode(encoding='utf-8', errors='strict')", StrEncodeMethod, "Encode the string using the codec registered for encoding."},
    {"@hidden endswith(suffix, start=None, end=None, /)", StrEndsWithMethod, "Return True if the string ends with the specified suffix, False otherwise."},
    {"expandtabs(tabsize=8)", StrExpandTabsMethod, "Return a copy where all tab characters are expanded using spaces."},
    {"@hidden find(sub, start=None, end=None, /)", StrFindMethod, "Return the lowest index in S where substring sub is found, such that sub is contained within S[start:end]."},
    {"format(*args, **kwargs)", StrFormatMethod, "Return a formatted version of the string, using substitutions from args and kwargs."},
    {"format_map(mapping, /)", StrFormatMapMethod, "Return a formatted version of the string, using substitutions from mapping."},
    {"@hidden index(sub, start=None, end=None, /)", StrIndexMethod, "Return the lowest index in S where substring sub is found, such that sub is contained within S[start:end]."},
    {"isalnum()", TestAll<StrIsAlnum>, "Return True if the string is an alpha-numeric string, False otherwise."},
    {"isalpha()", TestAll<StrIsAlpha>, "Return True if the string is an alphabetic string, False otherwise."},
    {"isascii()", StrIsAsciiMethod, "Return True if all characters in the string are ASCII, False otherwise."},
    {"isdecimal()", TestAll<StrIsDecimal>, "Return True if the string is a decimal string, False otherwise."},
    {"isdigit()", TestAll<StrIsDigit>, "Return True if the string is a digit string, False otherwise."},
    {"isidentifier()", Test<StrIsIdentifier>, "Return True if the string is a valid Python identifier, False otherwise."},
    {"islower()", Test<StrIsLower>, "Return True if the string is a lowercase string, False otherwise."},
    {"isnumeric()", TestAll<StrIsNumeric>, "Return True if the string is a numeric string, False otherwise."},
    {"isprintable()", TestAll<StrIsPrintable>, "Return True if all characters in the string are printable, False otherwise."},
    {"isspace()", TestAll<StrIsSpace>, "Return True if the string is a whitespace string, False otherwise."},
    {"istitle()", Test<StrIsTitle>, "Return True if the string is a title-cased string, False otherwise."},
    {"isupper()", Test<StrIsUpper>, "Return True if the string is an uppercase string, False otherwise."},
    {"join(iterable, /)", StrJoinMethod, "Concatenate any number of strings."},
    {"ljust(width, fillchar=' ', /)", StrLJustMethod, "Return a left-justified string of length width."},
    {"lower()", MapCase<ToLower, AppendStrLower>, "Return a copy of the string converted to lowercase."},
    {"lstrip(chars=None, /)", StrLStripMethod, "Return a copy of the string with leading whitespace removed."},
    {"@staticmethod maketrans(x, y=<unrepresentable>, z=<unrepresentable>, /)", StrMakeTransMethod, "Return a translation table usable for str.translate()."},
    {"partition(sep, /)", StrPartitionMethod, "Partition the string into three parts using the given separator."},
    {"removeprefix(prefix, /)", StrRemovePrefixMethod, "Return a str with the given prefix string removed if present."},
    {"removesuffix(suffix, /)", StrRemoveSuffixMethod, "Return a str with the given suffix string removed if present."},
    {"replace(old, new, /, count=-1)", StrReplaceMethod, "Return a copy with all occurrences of substring old replaced by new."},
    {"@hidden rfind(sub, start=None, end=None, /)", StrRFindMethod, "Return the highest index in S where substring sub is found, such that sub is contained within S[start:end]."},
    {"@hidden rindex(sub, start=None, end=None, /)", StrRIndexMethod, "Return the highest index in S where substring sub is found, such that sub is contained within S[start:end]."},
    {"rjust(width, fillchar=' ', /)", StrRJustMethod, "Return a right-justified string of length width."},
    {"rpartition(sep, /)", StrRPartitionMethod, "Partition the string into three parts using the given separator."},
    {"rsplit(sep=None, maxsplit=-1)", StrRSplitMethod, "Return a list of the substrings in the string, using sep as the separator string."},
    {"rstrip(chars=None, /)", StrRStripMethod, "Return a copy of the string with trailing whitespace removed."},
    {"split(sep=None, maxsplit=-1)", StrSplitMethod, "Return a list of the substrings in the string, using sep as the separator string."},
    {"splitlines(keepends=False)", StrSplitLinesMethod, "Return a list of the lines in the string, breaking at line boundaries."},
    {"@hidden startswith(prefix, start=None, end=None, /)", StrStartsWithMethod, "Return True if the string starts with the specified prefix, False otherwise."},
    {"strip(chars=None, /)", StrStripMethod, "Return a copy of the string with leading and trailing whitespace removed."},
    {"swapcase()", MapCase<ToSwapped, AppendStrSwapCase>, "Convert uppercase characters to lowercase and lowercase characters to uppercase."},
    {"title()", MapCase<ToTitle, AppendStrTitle>, "Return a version of the string where each word is titlecased."},
    {"translate(table, /)", StrTranslateMethod, "Replace each character in the string using the given translation table."},
    {"upper()", MapCase<ToUpper, AppendStrUpper>, "Return a copy of the string converted to uppercase."},
    {"zfill(width, /)", StrZFillMethod, "Pad a numeric string with zeros on the left, to fill a field of the given width."},
};
// clang-format on

PYSUB_MEMBERS(Str, kStrMethods, kNoAttributes);

Value IterSelf(Vm&, Value self) { return self; }

Value IteratorLengthHint(Vm& vm, const Args& a) {
  const auto* iterator = a[0].As<SequenceIterator>();
  if (iterator->source.IsNone()) return Value::SmallInt(0);
  const std::string_view rest = Vm::View(iterator->source).substr(iterator->index);
  if (!TickForBytes(vm, rest.size())) return Failure{};
  return Value::KnownSmallInt(CountCodePoints(rest));
}

constexpr NativeInfo kIteratorMethods[] = {
    {"__length_hint__()", IteratorLengthHint,
     "Private method returning an estimate of len(list(it))."},
};

PYSUB_MEMBERS(StrIterator, kIteratorMethods, kNoAttributes);

}  // namespace

extern constexpr TypeInfo kStrType = {
    .id = TypeId::kStr,
    .constructor = &kStrConstructor,
    .doc = "str(object='') -> str",
    .methods = kStrMethods,
    .members = kStrMembers,
    .iteration = Iteration::kContainer,
    .operators = OperatorSet("add mul rmul mod rmod"),
    .repr = StrRepr,
    .str = StrToStr,
    .compare = StrCompare,
    .truth = StrTruth,
    .length = StrLength,
    .get_item = StrGetItem,
    .contains = StrContains,
    .iter = StrIter,
    .binary = StrBinary,
};

extern constexpr TypeInfo kStrIteratorType = {
    .id = TypeId::kStrIterator,
    .methods = kIteratorMethods,
    .members = kStrIteratorMembers,
    .iteration = Iteration::kNative,
    .copying = Copying::kWords,
    .iter = IterSelf,
    .next = StrIteratorNext,
};

extern constexpr TypeInfo kStrAsciiIteratorType = {
    .id = TypeId::kStrAsciiIterator,
    .methods = kIteratorMethods,
    .members = kStrIteratorMembers,
    .iteration = Iteration::kNative,
    .copying = Copying::kWords,
    .iter = IterSelf,
    .next = StrAsciiIteratorNext,
};

}  // namespace pysub
