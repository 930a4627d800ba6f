#include <string_view>

#include "lexer/unicode/text_kernels.h"
#include "stdlib/modules/library_class.h"
#include "vm/native.h"
#include "vm/objects/bulk.h"
#include "vm/objects/dict.h"
#include "vm/objects/formatting.h"
#include "vm/objects/str.h"
#include "vm/vm.h"

// string and string.templatelib. CPython 3.14 library, "string", "string.templatelib".
// string.Template is in string_template.cc, string.Formatter in stdlib/python/string.py.
namespace pysub {

namespace {

Value CapWords(Vm& vm, const Args& a) {
  if (!vm.IsStr(a[0])) return vm.RaiseAttributeError(a[0], "split");
  const bool at_spaces = !a.has(1) || a[1].IsNone();
  if (!at_spaces && !vm.IsStr(a[1])) {
    return vm.TypeError("must be str or None, not ", vm.TypeName(a[1]));
  }
  const std::string_view text = Vm::View(a[0]);
  const std::string_view separator = at_spaces ? std::string_view(" ") : Vm::View(a[1]);
  if (separator.empty()) return vm.ValueError("empty separator");
  if (!vm.Tick(text.size())) return Failure{};
  TextBuilder out(vm);
  const auto append_all = [&](auto splitter) {
    std::string_view word;
    Pace pace(vm);
    for (uint64_t i = 0; out.ok() && splitter.Next(&word); ++i) {
      if (!pace.IsTimeLeft()) return false;
      if (i > 0) out.Append(separator);
      AppendStrCapitalize(word, out);
    }
    return true;
  };
  StopCheck stop = TimeCheck(vm);
  const bool in_time = at_spaces ? append_all(WhitespaceSplitter(text, -1, TextKind::kStr, &stop))
                                 : append_all(SeparatorSplitter(text, separator, -1, &stop));
  return in_time && !stop.stopped() ? out.Finish() : Value(Failure{});
}

Value Convert(Vm& vm, const Args& a) {
  if (a[1].IsNone()) return a[0];
  const std::string_view letter = vm.IsStr(a[1]) ? Vm::View(a[1]) : std::string_view();
  if (letter == "r") return vm.ReprValue(a[0]);
  if (letter == "s") return vm.StrValue(a[0]);
  if (letter == "a") {
    TextBuilder out(vm);
    TRY(AppendAscii(vm, a[0], out));
    return out.Finish();
  }
  return vm.ValueError("invalid conversion specifier: ", TRY(vm.StrValue(a[1])));
}

#define PYSUB_LOWER "abcdefghijklmnopqrstuvwxyz"
#define PYSUB_UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define PYSUB_DIGITS "0123456789"
#define PYSUB_PUNCTUATION "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
#define PYSUB_WHITESPACE " \t\n\r\x0b\x0c"

struct Constant {
  std::string_view name, text;
};
constexpr Constant kConstants[] = {
    {"whitespace", PYSUB_WHITESPACE},
    {"ascii_lowercase", PYSUB_LOWER},
    {"ascii_uppercase", PYSUB_UPPER},
    {"ascii_letters", PYSUB_LOWER PYSUB_UPPER},
    {"digits", PYSUB_DIGITS},
    {"hexdigits", PYSUB_DIGITS "abcdefABCDEF"},
    {"octdigits", "01234567"},
    {"punctuation", PYSUB_PUNCTUATION},
    {"printable", PYSUB_DIGITS PYSUB_LOWER PYSUB_UPPER PYSUB_PUNCTUATION PYSUB_WHITESPACE},
};

Status AddConstants(Vm& vm, Dict* names) {
  for (const Constant& constant : kConstants) {
    TRY(DictSetStr(vm, names, constant.name, TRY(vm.NewAsciiStr(constant.text))));
  }
  TRY(DictSetStr(vm, names, "Template", Value::Type(TypeId::kStringTemplate)));
  return DictSetStr(vm, names, "Formatter", Value::Type(TypeId::kStringFormatter));
}

Status AddTemplateTypes(Vm& vm, Dict* names) {
  TRY(DictSetStr(vm, names, "Template", Value::Type(TypeId::kTemplate)));
  return DictSetStr(vm, names, "Interpolation", Value::Type(TypeId::kInterpolation));
}

constexpr NativeInfo kStringFunctions[] = {
    kDefineRow,
    {"@python capwords(s, sep=None)", CapWords, "capwords(s [,sep]) -> string"},
};
constexpr NativeInfo kTemplateFunctions[] = {
    {"@python convert(obj, /, conversion)", Convert,
     "Convert *obj* using formatted string literal semantics."},
};

}  // namespace

PYSUB_LIBRARY_CLASS(StringFormatter, "Formatter()", "");
extern constexpr ModuleInfo kStringModule{.name = "string",
                                          .doc = "A collection of string constants.",
                                          .functions = kStringFunctions,
                                          .init = AddConstants,
                                          .source =
#include "stdlib/python/string.inc"
};

extern constexpr ModuleInfo kStringTemplatelibModule{
    .name = "string.templatelib",
    .doc = "Support for template string literals (t-strings).",
    .functions = kTemplateFunctions,
    .init = AddTemplateTypes};

}  // namespace pysub
