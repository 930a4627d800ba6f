#include "vm/binder.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include "vm/objects/dict.h"
#include "vm/objects/list.h"
#include "vm/objects/str.h"
#include "vm/suggestions.h"

// Binding for def functions; natives are bound in native_binder.cc.
namespace pysub {
namespace {

std::string Quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

// "'a'", "'a' and 'b'", "'a', 'b', and 'c'".
std::string JoinNames(const std::vector<std::string_view>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    text += Quoted(names[i]);
  }
  return text;
}

}  // namespace

Failure MissingArguments(Vm& vm, std::string_view function, std::string_view kind,
                         const std::vector<std::string_view>& missing) {
  return vm.TypeError(function, "() missing ", missing.size(), " required ", kind, " argument",
                      Plural(missing.size()), ": ", JoinNames(missing));
}

namespace {

// ---- def functions

// One call being bound to the parameters of `function`, whose registers start at `base`.
class FunctionBinder {
 public:
  FunctionBinder(Vm& vm, Function* function, Value* base, uint32_t count, const Tuple* names)
      : vm_(vm),
        function_(function),
        code_(*function->code),
        base_(base),
        positional_given_(count - (names != nullptr ? names->count : 0)),
        names_(names) {}

  // The slow and complete way to bind arguments, for what the fast binder below leaves aside,
  // errors included. Python's order of errors is kept: too many positional ones are told only after
  // names were matched.
  Status Bind() {
    // Named values and surplus positional ones are moved out of the way of the registers first.
    uint32_t named = names_ != nullptr ? names_->count : 0;
    Value few[8];  // mostly: no memory is taken for them
    std::vector<Value> many(named <= std::size(few) ? 0 : named);
    const std::span<Value> keywords(many.empty() ? few : many.data(), named);
    std::copy(base_ + positional_given_, base_ + positional_given_ + named, keywords.begin());
    Value rest = Value::Undefined();
    if (code_.flags & kCodeVarArgs) {
      uint32_t surplus = positional_given_ > code_.positional_count
                             ? positional_given_ - code_.positional_count
                             : 0;
      rest = TRY(vm_.NewTuple(
          std::span<const Value>(base_ + code_.positional_count * (surplus > 0), surplus)));
    }
    Value rest_keywords = Value::Undefined();
    if (code_.flags & kCodeVarKeywords) rest_keywords = Value::Of(TRY(vm_.NewDict()));
    Status bound = BindInPlace(keywords, rest, rest_keywords);
    // it may be repeated: the arguments as they were
    if (!bound.ok() && !vm_.FailureIsCatchable()) {
      if (!rest.IsUndefined() && positional_given_ > code_.positional_count) {
        Tuple* surplus = rest.As<Tuple>();
        std::copy(surplus->items(), surplus->items() + surplus->count,
                  base_ + code_.positional_count);
      }
      std::copy(keywords.begin(), keywords.end(), base_ + positional_given_);
    }
    return bound;
  }

 private:
  Status BindInPlace(std::span<const Value> keywords, Value rest, Value rest_keywords) {
    const uint32_t named = static_cast<uint32_t>(keywords.size());
    uint32_t bound = std::min<uint32_t>(positional_given_, code_.positional_count);
    uint32_t total = code_.parameter_count();
    for (uint32_t i = bound; i < total; ++i) base_[i] = Value::Undefined();
    uint32_t at = code_.positional_count + code_.keyword_only_count;
    if (code_.flags & kCodeVarArgs) base_[at++] = rest;
    if (code_.flags & kCodeVarKeywords) base_[at++] = rest_keywords;
    for (uint32_t i = 0; i < named; ++i) {
      TRY(BindKeyword(names_->items()[i], keywords[i], rest_keywords, bound));
    }
    if (positional_given_ > code_.positional_count && !(code_.flags & kCodeVarArgs)) {
      return TooMany();
    }
    if (bound < code_.positional_count) TRY(FillPositional(bound));
    if (code_.keyword_only_count > 0) TRY(FillKeywordOnly());
    return Done{};
  }

  // Most names differ in their first letter or their length: no call to find that.
  static bool SameName(std::string_view a, std::string_view b) {
    return a.size() == b.size() && (a.empty() || a[0] == b[0]) && a == b;
  }
  std::string_view ParameterName(uint32_t i) const {
    return function_->unit->unit->names[code_.local_names[i]];
  }
  std::string_view FunctionName() const { return Vm::View(function_->qualified_name); }

  // Names are compared one by one: functions have few parameters, and most names differ in their
  // length or first letter.
  Status BindKeyword(Value name, Value value, Value rest_keywords, uint32_t bound) {
    if (!Vm::IsStr(name)) return vm_.TypeError(FunctionName(), "() keywords must be strings");
    std::string_view text = Vm::View(name);
    uint32_t named_end = code_.positional_count + code_.keyword_only_count;
    for (uint32_t i = code_.positional_only_count; i < named_end; ++i) {
      if (!SameName(ParameterName(i), text)) continue;
      if (i < bound || !base_[i].IsUndefined()) {
        return vm_.TypeError(FunctionName(), "() got multiple values for argument '", text, "'");
      }
      base_[i] = value;
      return Done{};
    }
    if (!rest_keywords.IsUndefined()) {
      return DictSet(vm_, rest_keywords.As<Dict>(), name, value);
    }
    return Unexpected(text);
  }

  // A name that no parameter has. CPython says more if it is that of a positional-only one.
  Status Unexpected(std::string_view text) {
    std::vector<std::string_view> wrongly_named;
    for (uint32_t i = 0; i < code_.positional_only_count; ++i) {
      for (uint32_t k = 0; k < names_->count; ++k) {
        if (ParameterName(i) == Vm::View(names_->items()[k])) {
          wrongly_named.push_back(ParameterName(i));
        }
      }
    }
    if (!wrongly_named.empty()) {
      std::string list;
      for (std::string_view name : wrongly_named) {
        list += (list.empty() ? "" : ", ") + std::string(name);
      }
      return vm_.TypeError(FunctionName(),
                           "() got some positional-only arguments passed as keyword arguments: '",
                           list, "'");
    }
    std::vector<std::string_view> candidates;
    for (uint32_t i = code_.positional_only_count;
         i < uint32_t{code_.positional_count} + code_.keyword_only_count; ++i) {
      candidates.push_back(ParameterName(i));
    }
    std::string_view close = ClosestName(text, candidates);
    if (!close.empty()) {
      return vm_.TypeError(FunctionName(), "() got an unexpected keyword argument '", text,
                           "'. Did you mean '", close, "'?");
    }
    return vm_.TypeError(FunctionName(), "() got an unexpected keyword argument '", text, "'");
  }

  // Defaults belong to the last parameters, so they are counted from the end.
  Status FillPositional(uint32_t bound) {
    int64_t defaults = function_->defaults.IsUndefined() || function_->defaults.IsNone()
                           ? 0
                           : function_->defaults.As<Tuple>()->count;
    // Negative when a program has set more defaults than there are parameters.
    int64_t first_default = code_.positional_count - defaults;
    std::vector<std::string_view> missing;
    for (uint32_t i = bound; i < code_.positional_count; ++i) {
      if (!base_[i].IsUndefined()) continue;
      if (i >= first_default) {
        base_[i] = function_->defaults.As<Tuple>()->items()[i - first_default];
      } else {
        missing.push_back(ParameterName(i));
      }
    }
    if (missing.empty()) return Done{};
    return MissingArguments(vm_, FunctionName(), "positional", missing);
  }

  Status FillKeywordOnly() {
    std::vector<std::string_view> missing;
    for (uint32_t i = code_.positional_count;
         i < uint32_t{code_.positional_count} + code_.keyword_only_count; ++i) {
      if (!base_[i].IsUndefined()) continue;
      if (!function_->keyword_defaults.IsUndefined() && !function_->keyword_defaults.IsNone()) {
        base_[i] = DictGetStr(vm_, function_->keyword_defaults.As<Dict>(), ParameterName(i));
      }
      if (base_[i].IsUndefined()) missing.push_back(ParameterName(i));
    }
    if (missing.empty()) return Done{};
    return MissingArguments(vm_, FunctionName(), "keyword-only", missing);
  }

  Status TooMany() {
    int64_t defaults = function_->defaults.IsUndefined() || function_->defaults.IsNone()
                           ? 0
                           : function_->defaults.As<Tuple>()->count;
    uint32_t keyword_only_given = 0;
    for (uint32_t i = code_.positional_count;
         i < uint32_t{code_.positional_count} + code_.keyword_only_count; ++i) {
      keyword_only_given += !base_[i].IsUndefined();
    }
    std::string takes = defaults > 0 ? "from " + std::to_string(code_.positional_count - defaults) +
                                           " to " + std::to_string(code_.positional_count)
                                     : std::to_string(code_.positional_count);
    bool plural = defaults > 0 || code_.positional_count != 1;
    std::string given = std::to_string(positional_given_);
    if (keyword_only_given > 0) {
      given += " positional argument" + std::string(Plural(positional_given_)) + " (and " +
               std::to_string(keyword_only_given) + " keyword-only argument" +
               Plural(keyword_only_given) + ")";
    }
    return vm_.TypeError(
        FunctionName(), "() takes ", takes, " positional argument", plural ? "s" : "", " but ",
        given, positional_given_ == 1 && keyword_only_given == 0 ? " was" : " were", " given");
  }

  Vm& vm_;
  Function* function_;
  const Code& code_;
  Value* base_;
  uint32_t positional_given_;
  const Tuple* names_;
};

// Functions that CPython has in C and pysub in Python: all of decimal's, some of other modules.
struct WrittenInC {
  std::string_view file, name;
  std::string_view shown;  // as in errors
};
constexpr WrittenInC kWrittenInC[] = {
    {"<library csv>", "reader", "reader"},
    {"<library csv>", "writer", "writer"},
    {"<library csv>", "get_dialect", "get_dialect"},
    {"<library csv>", "unregister_dialect", "unregister_dialect"},
    {"<library csv>", "list_dialects", "_csv.list_dialects"},
    {"<library locale>", "strcoll", "strcoll"},
    {"<library locale>", "strxfrm", "_locale.strxfrm"},
    {"<library posixpath>", "normpath", "_path_normpath"},
    {"<library posixpath>", "splitroot", "_path_splitroot_ex"},
};

bool IsOfDecimal(const Function* function) {
  return function->unit->unit->filename == "<library decimal>";
}
bool IsWrittenInC(const Function* function) {
  const std::string_view file = function->unit->unit->filename;
  if (!file.starts_with(kLibrarySource)) return false;
  return IsOfDecimal(function) || std::ranges::any_of(kWrittenInC, [&](const WrittenInC& row) {
           return row.file == file && row.name == Vm::View(function->qualified_name);
         });
}

// Wrong calls of their functions are worded as C's: by the form of their parameters.
class CBinder {
 public:
  CBinder(Vm& vm, const Function* function, uint32_t count, const Tuple* names)
      : vm_(vm),
        function_(function),
        code_(*function->code),
        names_(names),
        named_(names != nullptr ? names->count : 0) {
    const bool method = code_.positional_count > 0 && Parameter(0) == "self";
    first_ = method ? 1 : 0;
    given_ = count - named_ - first_;
    most_ = code_.positional_count - first_;
    const bool defaults = IsObjectOf(function->defaults, TypeId::kTuple);
    least_ =
        most_ - std::min<uint32_t>(most_, defaults ? function->defaults.As<Tuple>()->count : 0);
    comes_without_self_ = method && count == named_;
  }

  // Done if CPython would say nothing, or what a def function says.
  Status Check() const {
    if (comes_without_self_ || (code_.flags & kCodeVarArgs) != 0 || code_.keyword_only_count > 0)
      return Done{};
    if ((code_.flags & kCodeVarKeywords) != 0)
      return IsOfDecimal(function_) ? Status(Done{}) : CheckCount();
    return code_.positional_only_count == code_.positional_count || most_ == 0 ? CheckPositional()
                                                                               : CheckNamed();
  }

 private:
  std::string_view Parameter(uint32_t i) const {
    return function_->unit->unit->names[code_.local_names[i]];
  }
  std::string_view Name() const {
    const std::string_view name = Vm::View(function_->qualified_name);
    return name.substr(name.rfind('.') + 1);
  }
  // "Decimal.exp" of "decimal.Decimal.exp".
  std::string_view DottedName() const {
    const std::string_view name = Vm::View(function_->qualified_name);
    for (const WrittenInC& row : kWrittenInC) {
      if (row.name == name && row.file == function_->unit->unit->filename) return row.shown;
    }
    const size_t last = name.rfind('.');
    if (last == std::string_view::npos || last == 0) return name;
    return name.substr(name.rfind('.', last - 1) + 1);
  }

  Status CheckPositional() const {
    // such functions have calling conventions of their own
    const bool simple = most_ == least_ && most_ < 2;
    if (named_ > 0)
      return vm_.TypeError(simple ? DottedName() : Name(), "() takes no keyword arguments");
    if (given_ >= least_ && given_ <= most_) return Done{};
    if (simple && most_ == 0)
      return vm_.TypeError(DottedName(), "() takes no arguments (", given_, " given)");
    if (simple)
      return vm_.TypeError(DottedName(), "() takes exactly one argument (", given_, " given)");
    if (!IsOfDecimal(function_)) return CheckCount();
    const uint32_t bound = given_ < least_ ? least_ : most_;
    return vm_.TypeError("function takes ",
                         least_ == most_   ? "exactly "
                         : given_ < least_ ? "at least "
                                           : "at most ",
                         bound, " argument", Plural(bound), " (", given_, " given)");
  }

  Status CheckCount() const {
    if (given_ >= least_ && given_ <= most_) return Done{};
    const uint32_t bound = given_ < least_ ? least_ : most_;
    return vm_.TypeError(Name(), " expected ",
                         least_ == most_   ? ""
                         : given_ < least_ ? "at least "
                                           : "at most ",
                         bound, " argument", Plural(bound), ", got ", given_);
  }

  // "function", "get_dialect()".
  std::string Called(std::string_view nameless) const {
    return IsOfDecimal(function_) ? std::string(nameless) : std::string(DottedName()) + "()";
  }

  Status CheckNamed() const {
    if (given_ + named_ > most_) {
      return vm_.TypeError(Called("function"), " takes at most ", most_,
                           given_ == 0 ? " keyword" : "", " argument", Plural(most_), " (",
                           given_ + named_, " given)");
    }
    for (uint32_t i = 0; i < most_; ++i) {
      if (i < given_ && IsGivenByName(i)) {
        return vm_.TypeError("argument for ", Called("function"), " given by name ('",
                             Parameter(first_ + i), "') and position (", i + 1, ")");
      }
      if (i >= given_ && i < least_ && !IsGivenByName(i)) {
        return vm_.TypeError(Called("function"), " missing required argument '",
                             Parameter(first_ + i), "' (pos ", i + 1, ")");
      }
    }
    for (uint32_t i = 0; i < named_; ++i) {
      const std::string_view name = Vm::View(names_->items()[i]);
      bool known = false;
      for (uint32_t k = 0; k < most_; ++k) known = known || Parameter(first_ + k) == name;
      if (!known)
        return vm_.TypeError(Called("this function"), " got an unexpected keyword argument '", name,
                             "'");
    }
    return Done{};
  }

  bool IsGivenByName(uint32_t i) const {
    for (uint32_t k = 0; k < named_; ++k) {
      if (Vm::View(names_->items()[k]) == Parameter(first_ + i)) return true;
    }
    return false;
  }

  Vm& vm_;
  const Function* function_;
  const Code& code_;
  const Tuple* names_;
  uint32_t named_, first_, given_, most_, least_;
  bool comes_without_self_;
};

// The calls with nothing wrong: finds out where everything goes, then makes what may fail, then
// moves.
class UsualBinder {
 public:
  UsualBinder(Vm& vm, const Function* function, Value* args, uint32_t count, const Value* names,
              uint32_t named)
      : vm_(vm),
        function_(function),
        code_(*function->code),
        args_(args),
        given_(count - named),
        names_(names),
        named_(named),
        positional_(code_.positional_count),
        named_end_(positional_ + code_.keyword_only_count) {}

  // The fast way. Undefined: it does not know the case, and what was given stands as it was, so
  // that the slow binder begins with the same window. That is why all is decided before one of
  // these registers is written.
  Value Bind() {
    if (given_ > positional_ && !Has(kCodeVarArgs)) return Value::Undefined();
    const uint32_t in_order = NamesInOrder();
    const uint32_t in_place = std::min(given_, positional_) + in_order;
    if (in_order < named_ || (in_place < given_ && in_place < named_end_))
      return BindInAnyOrder(in_place, in_order);
    // All that is missing lies behind what was given, where nobody has anything: that may be
    // changed before all is certain.
    if (in_place < positional_) {
      const Value* defaults = DefaultsFrom(in_place);
      if (defaults == nullptr) return Value::Undefined();
      for (uint32_t i = in_place; i < positional_; ++i) {
        args_[i] = *defaults++;
        __asm__ volatile("");  // few: nothing to vectorise
      }
    }
    if (in_place < named_end_) {
      if (!IsObjectOf(function_->keyword_defaults, TypeId::kDict)) return Value::Undefined();
      Dict* defaults = function_->keyword_defaults.As<Dict>();
      for (uint32_t i = std::max(in_place, positional_); i < named_end_; ++i) {
        const Value value = DictGetInline(vm_, defaults, ParameterName(i));
        if (value.IsUndefined() || value.IsFailed()) return value;
        args_[i] = value;
      }
    }
    if (!Has(kCodeVarArgs | kCodeVarKeywords)) return Value::None();
    Value rest, rest_keywords;
    if (Has(kCodeVarArgs)) rest = TRY(MakeRest());
    if (Has(kCodeVarKeywords)) rest_keywords = Value::Of(TRY(vm_.NewDict()));
    PlaceRest(rest, rest_keywords);
    return Value::None();
  }

 private:
  // More of them are not usual: parameters; names; keyword-only parameters.
  static constexpr uint32_t kMost = 63, kFew = kUsualNames;
  static constexpr uint32_t kNone = 0xFF;

  bool Has(uint32_t flags) const { return (code_.flags & flags) != 0; }
  Value ParameterName(uint32_t i) const { return function_->unit->names[code_.local_names[i]]; }

  // How many of the names are those of the parameters that come next: their arguments are in place.
  uint32_t NamesInOrder() const {
    if (named_ == 0 || given_ > positional_ || given_ < code_.positional_only_count) return 0;
    const uint32_t most = std::min(named_, named_end_ - given_);
    uint32_t i = 0;
    while (i < most && ParameterName(given_ + i) == names_[i]) ++i;
    return i;
  }

  // The defaults of the positional parameters from number `first` on. Null: not all have one.
  const Value* DefaultsFrom(uint32_t first) const {
    if (!IsObjectOf(function_->defaults, TypeId::kTuple)) return nullptr;
    const Tuple* defaults = function_->defaults.As<Tuple>();
    if (defaults->count < positional_ - first) return nullptr;
    return defaults->items() + (defaults->count - (positional_ - first));
  }

  Value MakeRest() const {
    const uint32_t in_place = std::min(given_, positional_);
    return vm_.NewTuple(std::span<const Value>(args_ + in_place, given_ - in_place));
  }

  void PlaceRest(Value rest, Value rest_keywords) const {
    uint32_t at = named_end_;
    if (Has(kCodeVarArgs)) args_[at++] = rest;
    if (Has(kCodeVarKeywords)) args_[at++] = rest_keywords;
  }

  // ---- names in any order, or for **kwargs

  // Parameters as bits: the first `count`; f for the number of each.
  static uint64_t FirstBits(uint32_t count) { return (uint64_t{1} << count) - 1; }
  template <typename F>
  static void ForEachBit(uint64_t bits, F f) {
    for (; bits != 0; bits &= bits - 1) f(static_cast<uint32_t>(std::countr_zero(bits)));
  }

  // Where the names of the call go.
  struct Plan {
    uint32_t first;       // the names before it are in place
    uint32_t others = 0;  // that are for **kwargs
    uint64_t bound;       // parameters, as bits
    uint64_t missing_positional, missing_keyword_only;
    const Value* defaults;    // of the first that is missing and those after it
    uint8_t parameter[kFew];  // of each name, or kNone
    // (Values would be made Undefined first.)
    uint64_t values[kFew];  // of the names
    uint64_t keyword_defaults[kFew];
  };

  // Names in another order than the parameters. A plan is made first, with a bit for each parameter
  // that has its value. Only when it is complete are the registers written, since values and
  // targets lie in the same memory.
  [[gnu::noinline]] Value BindInAnyOrder(uint32_t in_place, uint32_t in_order) const {
    if (named_end_ > kMost || named_ > kFew) return Value::Undefined();
    Plan plan;
    plan.first = in_order;
    plan.bound = FirstBits(in_place);
    if (!MatchNames(plan)) return Value::Undefined();
    const uint64_t missing = FirstBits(named_end_) & ~plan.bound;
    plan.missing_positional = missing & FirstBits(positional_);
    plan.missing_keyword_only = missing >> positional_;
    if (plan.missing_positional != 0) {
      plan.defaults = DefaultsFrom(std::countr_zero(plan.missing_positional));
      if (plan.defaults == nullptr) return Value::Undefined();
    }
    if (plan.missing_keyword_only != 0) {
      const Value found = FindKeywordDefaults(plan);
      if (!found.IsNone()) return found;
    }
    Value rest, rest_keywords;
    if (Has(kCodeVarArgs)) rest = TRY(MakeRest());
    if (Has(kCodeVarKeywords)) rest_keywords = TRY(MakeRestKeywords(plan));
    Place(plan);
    PlaceRest(rest, rest_keywords);
    return Value::None();
  }

  bool MatchNames(Plan& plan) const {
    for (uint32_t i = plan.first; i < named_; ++i) {
      if (!Vm::IsStr(names_[i])) return false;
      const uint32_t at = ParameterNamed(names_[i]);
      plan.parameter[i] = static_cast<uint8_t>(at);
      plan.values[i] = args_[given_ + i].bits();
      if (at == kNone) {
        if (!Has(kCodeVarKeywords)) return false;
        ++plan.others;
        continue;
      }
      if ((plan.bound >> at & 1) != 0) return false;
      plan.bound |= uint64_t{1} << at;
    }
    return true;
  }

  // The parameter that an argument of this name goes to, or kNone.
  uint32_t ParameterNamed(Value name) const {
    for (uint32_t i = code_.positional_only_count; i < named_end_; ++i) {
      if (ParameterName(i) == name) return i;
    }
    // Those of parameters are interned: another str that is has another text.
    if (name.AsObject()->flag(kFlagInterned)) [[likely]]
      return kNone;
    for (uint32_t i = code_.positional_only_count; i < named_end_; ++i) {
      if (SameText(ParameterName(i).As<Str>(), name.As<Str>())) return i;
    }
    return kNone;
  }

  // None if there are all.
  Value FindKeywordDefaults(Plan& plan) const {
    if (code_.keyword_only_count > kFew ||
        !IsObjectOf(function_->keyword_defaults, TypeId::kDict)) {
      return Value::Undefined();
    }
    Dict* defaults = function_->keyword_defaults.As<Dict>();
    Value answer = Value::None();
    ForEachBit(plan.missing_keyword_only, [&](uint32_t i) {
      const Value value = DictGetInline(vm_, defaults, ParameterName(positional_ + i));
      if (value.IsUndefined() || value.IsFailed()) answer = value;
      plan.keyword_defaults[i] = value.bits();
    });
    return answer;
  }

  [[gnu::noinline]] Value MakeRestKeywords(const Plan& plan) const {
    if (plan.others == 0) return Value::Of(TRY(vm_.NewDict()));
    const bool few = plan.others <= kFewKeys;
    Dict* dict = TRY(few ? NewDictOfFew(vm_) : vm_.NewDict());
    for (uint32_t i = plan.first; i < named_; ++i) {
      if (plan.parameter[i] != kNone) continue;
      if (few) {
        DictAppend(dict, names_[i], StrKeyHash(vm_, names_[i].As<Str>()),
                   Value::FromBits(plan.values[i]));
      } else {
        TRY(DictSet(vm_, dict, names_[i], Value::FromBits(plan.values[i])));
      }
    }
    return Value::Of(dict);
  }

  // Nothing can fail any more.
  void Place(const Plan& plan) const {
    for (uint32_t i = plan.first; i < named_; ++i) {
      if (plan.parameter[i] != kNone) args_[plan.parameter[i]] = Value::FromBits(plan.values[i]);
      __asm__ volatile("");
    }
    const int first = std::countr_zero(plan.missing_positional);
    ForEachBit(plan.missing_positional, [&](uint32_t i) { args_[i] = plan.defaults[i - first]; });
    ForEachBit(plan.missing_keyword_only, [&](uint32_t i) {
      args_[positional_ + i] = Value::FromBits(plan.keyword_defaults[i]);
    });
  }

  Vm& vm_;
  const Function* function_;
  const Code& code_;
  Value* args_;
  const uint32_t given_;  // by position
  const Value* names_;
  const uint32_t named_;
  const uint32_t positional_, named_end_;
};

}  // namespace

Value BindUsually(Vm& vm, const Function* function, Value* args, uint32_t count, const Value* names,
                  uint32_t named) {
  return UsualBinder(vm, function, args, count, names, named).Bind();
}

// f(*a, **k) straight into the registers, without a window of the call in between.
Value BindSpread(Vm& vm, const Function* function, Value* args, Value positional, Value keywords) {
  const Value* items;
  uint64_t count;
  if (IsObjectOf(positional, TypeId::kTuple)) {
    items = positional.As<Tuple>()->items();
    count = positional.As<Tuple>()->count;
  } else if (IsObjectOf(positional, TypeId::kList)) {
    items = ListItems(positional.As<List>()).data();
    count = positional.As<List>()->size;
  } else {
    return Value::Undefined();
  }
  if (count + kUsualNames > kMostSpread) return Value::Undefined();
  for (uint32_t i = 0; i < count; ++i) {
    args[i] = items[i];
    __asm__ volatile("");  // few: nothing to vectorise
  }
  if (keywords.IsUndefined())
    return BindUsually(vm, function, args, static_cast<uint32_t>(count), nullptr, 0);
  if (!IsObjectOf(keywords, TypeId::kDict) || keywords.As<Dict>()->used > kUsualNames)
    return Value::Undefined();
  Value names[kUsualNames];
  uint32_t named = 0;
  Dict* dict = keywords.As<Dict>();
  for (uint32_t at = 0; const DictEntry* entry = DictNext(dict, &at);) {
    names[named] = entry->key;
    args[count + named++] = entry->value;
  }
  return BindUsually(vm, function, args, static_cast<uint32_t>(count) + named, names, named);
}

Status Vm::BindFunction(Function* function, Value* args, uint32_t count, const Tuple* names) {
  const Value bound = TRY(
      names == nullptr ? BindUsually(*this, function, args, count, nullptr, 0)
                       : BindUsually(*this, function, args, count, names->items(), names->count));
  if (bound.IsNone()) return Done{};
  if (IsWrittenInC(function)) TRY(CBinder(*this, function, count, names).Check());
  return FunctionBinder(*this, function, args, count, names).Bind();
}

}  // namespace pysub
