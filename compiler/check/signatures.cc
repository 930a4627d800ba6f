#include "compiler/check/signatures.h"

#include <utility>

#include "parser/parser.h"

namespace pysub {

using namespace ast;  // NOLINT: this file is about nothing else

namespace {

std::string Count(size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace

std::string InQuotes(std::string_view name) { return "'" + std::string(name) + "'"; }

Signature::Signature(const Arguments& args) : args_(args) {
  positional_ = args.posonlyargs.size() + args.args.size();
  for (const Arg* arg : args.posonlyargs) only_positional_.insert(arg->arg);
  uint32_t at = args.posonlyargs.size();
  for (const Arg* arg : args.args) by_name_.emplace(arg->arg, at++);
  for (const Arg* arg : args.kwonlyargs) by_name_.emplace(arg->arg, at++);
  given_in_.resize(at, 0);
}

std::string Signature::Check(std::string_view name, const Call& call) {
  ++calls_;
  const std::string function = std::string(name) + "()";
  size_t given = 0;
  bool unpacks = false, unpacks_keywords = false;
  for (const Expr* argument : call.args) {
    if (argument->kind == ExprKind::kStarred) {
      unpacks = true;
    } else {
      ++given;
    }
  }
  if (given > positional_ && args_.vararg == nullptr) {
    return function + " takes " + Count(positional_, "positional argument") + " but " +
           std::to_string(given) + (given == 1 ? " was given" : " were given");
  }
  for (const Keyword* keyword : call.keywords) {
    if (keyword->arg.empty()) {
      unpacks_keywords = true;
      continue;
    }
    const auto found = by_name_.find(keyword->arg);
    if (found != by_name_.end()) {
      if (found->second < given && found->second < positional_) {
        return function + " got multiple values for argument " + InQuotes(keyword->arg);
      }
      given_in_[found->second] = calls_;
    } else if (args_.kwarg == nullptr) {
      return function +
             (only_positional_.contains(keyword->arg)
                  ? " got some positional-only arguments passed as keyword arguments: "
                  : " got an unexpected keyword argument ") +
             InQuotes(keyword->arg);
    }
  }
  if (unpacks_keywords) return "";
  // Whoever is missing is found before as many were looked at as the call has arguments.
  const size_t required = positional_ - args_.defaults.size();
  for (size_t i = given; i < required && !unpacks; ++i) {
    if (given_in_[i] == calls_) continue;
    return function + " is missing the argument " + InQuotes(NameOf(i));
  }
  for (uint32_t i = 0; i < args_.kwonlyargs.size(); ++i) {
    if (args_.kw_defaults[i] != nullptr || given_in_[positional_ + i] == calls_) continue;
    return function + " is missing the keyword-only argument " + InQuotes(args_.kwonlyargs[i]->arg);
  }
  return "";
}

std::string_view Signature::NameOf(size_t i) const {
  const size_t only = args_.posonlyargs.size();
  return i < only ? args_.posonlyargs[static_cast<uint32_t>(i)]->arg
                  : args_.args[static_cast<uint32_t>(i - only)]->arg;
}

const Arguments* Declarations::FromLibrary(std::string name, std::string_view signature) {
  const auto [row, is_new] = library_.try_emplace(std::move(name), nullptr);
  if (is_new && !signature.empty()) row->second = Read(std::string(signature));
  return row->second;
}

const Arguments* Declarations::Read(const std::string& text, std::string_view* name) {
  arenas_.push_back(std::make_unique<Arena>());
  const ParseResult parsed = Parse("def " + text + ": pass\n", "<declaration>", ParseMode::kExec,
                                   *arenas_.back(), options_.parse_limits);
  if (parsed.module == nullptr || parsed.module->body.size() != 1) return nullptr;
  const FunctionDef* def = parsed.module->body[0]->TryAs<FunctionDef>();
  if (def == nullptr) return nullptr;
  if (name != nullptr) *name = def->name;
  return def->args;
}

}  // namespace pysub
