#include "vm/host/signature.h"

#include <algorithm>

#include "lexer/token.h"
#include "vm/binder.h"
#include "vm/objects/dict.h"
#include "vm/scratch_charge.h"
#include "vm/vm.h"

namespace pysub {
namespace {

bool IsName(std::string_view text) {
  const auto starts = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (text.empty() || !starts(text[0]) || IsKeyword(LookupKeyword(text))) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return starts(c) || (c >= '0' && c <= '9'); });
}

std::string_view Trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Reads the parameters one after the other; what may follow depends on what was there. The rules
// are those of the language reference, "Function definitions".
class Reader {
 public:
  explicit Reader(HostSignature* out) : out_(*out) {}

  // What is wrong with it, or nothing.
  std::string Take(std::string_view part) {
    if (out_.has_keywords) return "nothing may follow **" + std::string(keywords_);
    if (part == "/") return Slash();
    if (part == "*") {
      if (star_) return "there is more than one *";
      star_ = bare_star_ = true;
      return "";
    }
    if (part.starts_with("**")) {
      out_.has_keywords = true;
      keywords_ = part.substr(2);
      return bare_star_ ? "a parameter must follow *" : Known(keywords_);
    }
    if (part.starts_with('*')) {
      if (star_) return "there is more than one *";
      star_ = out_.has_rest = true;
      return Known(part.substr(1));
    }
    return Parameter(part);
  }
  std::string End() const { return bare_star_ ? "a parameter must follow *" : ""; }

 private:
  std::string Slash() {
    if (slash_ || star_ || out_.parameters.empty()) return "/ stands where it cannot";
    slash_ = true;
    out_.positional_only = out_.positional;
    return "";
  }

  std::string Parameter(std::string_view part) {
    const size_t equals = part.find('=');
    HostSignature::Parameter parameter;
    parameter.name = part.substr(0, equals);
    parameter.keyword_only = star_;
    if (equals != std::string_view::npos) {
      parameter.default_text = part.substr(equals + 1);
      if (parameter.default_text.empty())
        return "the default of '" + std::string(parameter.name) + "' is missing";
    }
    if (out_.parameters.size() == HostSignature::kMostParameters)
      return "it has more than 64 parameters";
    if (!star_) {
      const bool required = parameter.default_text.empty();
      if (required && defaults_)
        return "'" + std::string(parameter.name) + "' has no default and follows one that has";
      defaults_ = !required;
      ++out_.positional;
    }
    std::string wrong = Known(parameter.name);
    bare_star_ = false;
    out_.parameters.push_back(parameter);
    return wrong;
  }

  // A name that is none, or that was there.
  std::string Known(std::string_view name) {
    if (!IsName(name))
      return "'" + std::string(name.substr(0, 64)) + "' is not the name of a parameter";
    if (std::find(names_.begin(), names_.end(), name) != names_.end())
      return "there are two parameters '" + std::string(name) + "'";
    names_.push_back(name);
    return "";
  }

  HostSignature& out_;
  std::vector<std::string_view> names_;
  std::string_view keywords_;
  bool slash_ = false, star_ = false, bare_star_ = false, defaults_ = false;
};

}  // namespace

bool HostSignature::Read(std::string_view text, HostSignature* signature, std::string* error) {
  *signature = {};
  error->clear();
  const size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) {
    *error = "it is not a name and parameters in parentheses";
    return false;
  }
  signature->name = text.substr(0, open);
  if (!IsName(signature->name)) {
    *error = "'" + std::string(signature->name.substr(0, 64)) + "' is not the name of a function";
    return false;
  }
  internal::SignatureReader parts(text);
  Reader reader(signature);
  for (std::string_view part = parts.Next(); !part.empty() && error->empty(); part = parts.Next()) {
    *error = reader.Take(Trimmed(part));
  }
  if (error->empty()) *error = reader.End();
  if (error->empty() && parts.at != text.size() - 1)
    *error = "its parentheses and commas do not match";
  return error->empty();
}

// Binds the arguments by the signature that the host gave, before the host is asked. So a wrong
// call fails in the program with the usual TypeError and costs no round trip.
Status CheckHostCall(Vm& vm, std::string_view text, const Args& given) {
  HostSignature signature;
  std::string error;
  if (!vm.Tick(1 + text.size() / 64)) return Failure{};
  if (text.size() > HostSignature::kMostBytes || !HostSignature::Read(text, &signature, &error))
    return Done{};
  NativeInfo info(text, nullptr, {});
  info.kind = NativeKind::kPython;
  Dict* keywords = IsObjectOf(given.keywords, TypeId::kDict) ? given.keywords.As<Dict>() : nullptr;
  const uint64_t count =
      uint64_t{given.rest_count} + (keywords != nullptr ? uint64_t{keywords->live} : 0);
  // What was given, in one row, as the binder takes it.
  ScratchCharge scratch(vm);
  TRY(scratch.Add((count * 2 + HostSignature::kMostParameters) * sizeof(Value)));
  if (!vm.Tick(count / 16)) return Failure{};
  std::vector<Value> args(given.rest, given.rest + given.rest_count);
  std::vector<Value> named;
  if (keywords != nullptr) {
    for (uint32_t at = 0; DictEntry* entry = DictNext(keywords, &at);) {
      named.push_back(entry->key);
      args.push_back(entry->value);
    }
  }
  const Tuple* names = nullptr;
  if (!named.empty()) names = TRY(vm.NewTuple(named)).As<Tuple>();
  Value slots[HostSignature::kMostParameters];
  Args bound{slots};
  TRY(BindNative(vm, info, Value::Undefined(), args.data(), static_cast<uint32_t>(args.size()),
                 names, slots, &bound));
  std::vector<std::string_view> missing;
  for (uint32_t i = signature.positional; i < signature.parameters.size(); ++i) {
    if (slots[i].IsUndefined() && signature.parameters[i].default_text.empty())
      missing.push_back(signature.parameters[i].name);
  }
  if (missing.empty()) return Done{};
  return MissingArguments(vm, signature.name, "keyword-only", missing);
}

}  // namespace pysub
