#include "stdlib/modules/parsed_arguments.h"

#include <climits>
#include <string>

#include "vm/objects/dict.h"
#include "vm/objects/numbers.h"

namespace pysub {
namespace {

Failure TooMany(Vm& vm, const ParsedSignature& s, std::string_view kind, uint32_t most,
                uint32_t given) {
  std::string text = s.name.empty() ? "function" : std::string(s.name) + "()";
  text += " takes at most " + std::to_string(most) + " ";
  text += std::string(kind) + "argument" + (most == 1 ? "" : "s") + " (" + std::to_string(given) +
          " given)";
  return vm.TypeError(text);
}

std::string Shown(const ParsedSignature& s, std::string_view otherwise) {
  return s.name.empty() ? std::string(otherwise) : std::string(s.name) + "()";
}

// A keyword that no parameter has, or whose parameter was given by its place.
Failure BadKeyword(Vm& vm, const Args& a, const ParsedSignature& s) {
  for (uint32_t at = 0; DictEntry* entry = DictNext(a.keywords.As<Dict>(), &at);) {
    vm.Spend(1);
    std::string_view name = Vm::View(entry->key);
    size_t i = 0;
    while (i < s.parameters.size() && s.parameters[i] != name) ++i;
    if (i == s.parameters.size()) {
      return vm.TypeError(Shown(s, "this function"), " got an unexpected keyword argument '", name,
                          "'");
    }
    if (i < a.rest_count) {
      return vm.TypeError("argument for ", Shown(s, "function"), " given by name ('", name,
                          "') and position (", static_cast<int64_t>(i + 1), ")");
    }
  }
  return vm.TypeError(Shown(s, "this function"), " got an unexpected keyword argument");
}

}  // namespace

Status ParseArguments(Vm& vm, const Args& a, const ParsedSignature& s, Value* out) {
  uint32_t most = static_cast<uint32_t>(s.parameters.size());
  uint32_t named = a.keywords.IsUndefined() ? 0 : DictLength(a.keywords.As<Dict>());
  if (a.rest_count + named > most) {
    return TooMany(vm, s,
                   named == 0          ? ""
                   : a.rest_count == 0 ? "keyword "
                                       : "",
                   most, a.rest_count + named);
  }
  uint32_t used = 0;
  for (uint32_t i = 0; i < most; ++i) {
    if (!vm.Tick(1)) return Failure{};
    if (i == s.positional && a.rest_count > i)
      return TooMany(vm, s, "positional ", i, a.rest_count);
    out[i] = i < a.rest_count ? a.rest[i] : Value::Undefined();
    if (i >= a.rest_count && used < named) {
      Value value = DictGetStr(vm, a.keywords.As<Dict>(), s.parameters[i]);
      if (value.IsFailed()) return Failure{};
      out[i] = value;
      if (!value.IsUndefined()) ++used;
    }
    if (out[i].IsUndefined() && i < s.required) {
      return vm.TypeError(Shown(s, "function"), " missing required argument '", s.parameters[i],
                          "' (pos ", static_cast<int64_t>(i + 1), ")");
    }
    if (i < s.ints) TRY(ParsedCInt(vm, out[i], 0));
  }
  if (used < named) return BadKeyword(vm, a, s);
  return Done{};
}

Result<int64_t> ParsedCInt(Vm& vm, Value v, int64_t fallback) {
  if (v.IsUndefined()) return fallback;
  if (!IsIntLike(v)) {
    return vm.TypeError("'", vm.TypeName(v), "' object cannot be interpreted as an integer");
  }
  v = PlainInt(v);
  int64_t number = v.IsSmallInt() ? v.AsSmallInt() : INT64_MAX;
  if (!v.IsSmallInt()) {
    bool negative = v.As<BigInt>()->negative();
    if (v.As<BigInt>()->limb_count() > 1 || v.As<BigInt>()->limbs()[0] >> 63 != 0) {
      return vm.OverflowError("Python int too large to convert to C long");
    }
    number = negative ? INT64_MIN : INT64_MAX;
  }
  if (number > INT_MAX) return vm.OverflowError("signed integer is greater than maximum");
  if (number < INT_MIN) return vm.OverflowError("signed integer is less than minimum");
  return number;
}

}  // namespace pysub
