#include "osbridge/call_signature.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <charconv>

#include "lexer/base/read_double.h"
#include "vm/host/signature.h"

namespace pysub {
namespace {

absl::string_view View(std::string_view text) { return {text.data(), text.size()}; }

// 'text' or "text" with the usual escapes.
std::optional<HostValue> Text(std::string_view literal) {
  const char quote = literal[0];
  if (literal.size() < 2 || literal.back() != quote) return std::nullopt;
  std::string text;
  const std::string_view body = literal.substr(1, literal.size() - 2);
  for (size_t i = 0; i < body.size(); ++i) {
    char c = body[i];
    if (c == quote) return std::nullopt;
    if (c == '\\') {
      constexpr std::string_view kEscapes = "\\\\''\"\"n\nt\tr\r";
      size_t at = 0;
      const char escape = ++i < body.size() ? body[i] : '\0';
      while (at < kEscapes.size() && kEscapes[at] != escape) at += 2;
      if (at >= kEscapes.size()) return std::nullopt;
      c = kEscapes[at + 1];
    }
    text += c;
  }
  return HostValue(text);
}

// A default of a signature that is a number. Anything else but a few constants and strings is
// refused: the host's text is not run as code.
std::optional<HostValue> Number(std::string_view literal) {
  const char* end = literal.data() + literal.size();
  int64_t whole = 0;
  if (auto [at, error] = std::from_chars(literal.data(), end, whole);
      error == std::errc() && at == end)
    return HostValue(whole);
  double real = 0;
  // (from_chars takes "inf" and "nan", which are names in Python, and integers of any size.)
  const bool is_number = literal.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
                         literal.find_first_of(".eE") != std::string_view::npos;
  if (auto [at, error] = DoubleFromChars(literal.data(), end, real);
      is_number && error == std::errc() && at == end) {
    return HostValue(real);
  }
  return std::nullopt;
}

std::optional<HostValue> Literal(std::string_view text) {
  if (text == "None") return HostValue();
  if (text == "True" || text == "False") return HostValue(text == "True");
  if (text == "()") return HostValue::Tuple({});
  if (text == "[]") return HostValue::List({});
  if (text == "{}") return HostValue::Dict({});
  return text[0] == '\'' || text[0] == '"' ? Text(text) : Number(text);
}

}  // namespace

absl::StatusOr<CallSignature> CallSignature::Read(std::string_view text) {
  const auto refused = [&](std::string_view why) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", View(text.substr(0, 200)), "' is no signature of a host function: ", View(why)));
  };
  if (text.size() > HostSignature::kMostBytes) return refused("it is too long");
  HostSignature read;
  std::string error;
  if (!HostSignature::Read(text, &read, &error)) return refused(error);
  CallSignature signature;
  signature.name_ = read.name;
  signature.positional_ = read.positional;
  signature.positional_only_ = read.positional_only;
  signature.has_rest_ = read.has_rest;
  signature.has_keywords_ = read.has_keywords;
  for (const HostSignature::Parameter& parameter : read.parameters) {
    Parameter& made =
        signature.parameters_.emplace_back(Parameter{std::string(parameter.name), std::nullopt});
    if (parameter.default_text.empty()) continue;
    made.value = Literal(parameter.default_text);
    if (!made.value) {
      return refused(
          absl::StrCat("the default of '", made.name,
                       "' is not None, True, False, a number of 64 bits, a text, (), [] or {}"));
    }
  }
  return signature;
}

// The values of the parameters as they were given; what **kwargs takes goes to `others`.
absl::StatusOr<std::vector<std::optional<HostValue>>> CallSignature::Given(
    const FunctionCall& call, std::vector<std::pair<std::string, HostValue>>* others) const {
  std::vector<std::optional<HostValue>> given(parameters_.size());
  if (call.args.size() > positional_ && !has_rest_) {
    return absl::InvalidArgumentError(absl::StrCat(name_, "() takes ", positional_,
                                                   " positional arguments but ", call.args.size(),
                                                   " were given"));
  }
  for (size_t i = 0; i < call.args.size() && i < positional_; ++i) given[i] = call.args[i];
  for (const auto& [key, value] : call.kwargs) {
    size_t i = positional_only_;
    while (i < parameters_.size() && parameters_[i].name != key) ++i;
    if (i < parameters_.size()) {
      if (given[i])
        return absl::InvalidArgumentError(
            absl::StrCat(name_, "() got multiple values for argument '", key, "'"));
      given[i] = value;
    } else if (has_keywords_) {
      others->emplace_back(key, value);
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat(name_, "() got an unexpected keyword argument '", key, "'"));
    }
  }
  return given;
}

// Puts the arguments in the order of the parameters, with defaults filled in. The callable then
// needs to know neither names nor order.
absl::Status CallSignature::Fit(FunctionCall* call) const {
  std::vector<std::pair<std::string, HostValue>> others;
  absl::StatusOr<std::vector<std::optional<HostValue>>> given = Given(*call, &others);
  if (!given.ok()) return given.status();
  for (size_t i = 0; i < parameters_.size(); ++i) {
    if (!(*given)[i]) (*given)[i] = parameters_[i].value;
    if (!(*given)[i]) {
      return absl::InvalidArgumentError(
          absl::StrCat(name_, "() missing required argument '", parameters_[i].name, "'"));
    }
  }
  call->args.resize(std::max(call->args.size(), positional_));
  call->parameters.clear();
  call->kwargs.clear();
  for (size_t i = 0; i < parameters_.size(); ++i) {
    if (i < positional_) {
      call->args[i] = *std::move((*given)[i]);
      call->parameters.push_back(parameters_[i].name);
    } else {
      call->kwargs.emplace_back(parameters_[i].name, *std::move((*given)[i]));
    }
  }
  for (auto& other : others) call->kwargs.push_back(std::move(other));
  return absl::OkStatus();
}

const CallSignature* CallSignatures::Find(std::string_view text) {
  if (text.size() > HostSignature::kMostBytes) return nullptr;
  auto found = read_.find(text);
  if (found == read_.end()) {
    if (read_.size() >= kMost) read_.clear();
    absl::StatusOr<CallSignature> signature = CallSignature::Read(text);
    found =
        read_.emplace(text, signature.ok() ? std::optional(*std::move(signature)) : std::nullopt)
            .first;
  }
  return found->second ? &*found->second : nullptr;
}

}  // namespace pysub
