#ifndef PYSUB_COMPILER_CHECK_SIGNATURES_H_
#define PYSUB_COMPILER_CHECK_SIGNATURES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check.h"
#include "parser/arena.h"
#include "parser/ast.h"

namespace pysub {

// "'name'"
std::string InQuotes(std::string_view name);

// What a call must be like. The names of parameters are looked up, not searched: a
// program may have thousands.
class Signature {
 public:
  explicit Signature(const ast::Arguments& args);

  // What is wrong with it, or "". Of what is unpacked (*a, **k) nothing is known.
  std::string Check(std::string_view name, const ast::Call& call);

 private:
  std::string_view NameOf(size_t i) const;

  const ast::Arguments& args_;
  size_t positional_ = 0;
  std::map<std::string_view, uint32_t> by_name_;
  std::set<std::string_view> only_positional_;
  std::vector<uint32_t> given_in_;  // of each parameter: the last call that gave it by name
  uint32_t calls_ = 0;
};

// Functions that are there without being bound: the host's, and builtins, whose signatures are
// read when one is called.
class Declarations {
 public:
  explicit Declarations(const CheckOptions& options) : options_(options) {}

  // False: it is no "search(query, /, limit=10)".
  bool Add(const std::string& text) {
    std::string_view name;
    const ast::Arguments* args = Read(text, &name);
    if (args != nullptr) functions_[name] = args;
    return args != nullptr;
  }
  // Whether it is the host's.
  bool Has(std::string_view name) const { return functions_.contains(name); }
  // Null: nothing is known of it.
  const ast::Arguments* Find(std::string_view name) {
    const auto found = functions_.find(name);
    if (found != functions_.end()) return found->second;
    return FromLibrary(std::string(name),
                       options_.builtin_signature ? options_.builtin_signature(name) : "");
  }
  // The same of a function of a module.
  const ast::Arguments* FindMember(std::string_view module, std::string_view name) {
    return FromLibrary(std::string(module) + "." + std::string(name),
                       options_.member_signature ? options_.member_signature(module, name) : "");
  }

 private:
  const ast::Arguments* FromLibrary(std::string name, std::string_view signature);
  // Null: it is no signature.
  const ast::Arguments* Read(const std::string& text, std::string_view* name = nullptr);

  const CheckOptions& options_;
  std::vector<std::unique_ptr<Arena>> arenas_;
  std::map<std::string_view, const ast::Arguments*> functions_;
  std::map<std::string, const ast::Arguments*> library_;
};

}  // namespace pysub

#endif  // PYSUB_COMPILER_CHECK_SIGNATURES_H_
