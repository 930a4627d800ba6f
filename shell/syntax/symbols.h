#ifndef PYSUB_SHELL_SYNTAX_SYMBOLS_H_
#define PYSUB_SHELL_SYNTAX_SYMBOLS_H_

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "shell/syntax/ast.h"

namespace pysub::shell {

// Names of variables as numbers, so that a script's variables are found by index. Only grows, since
// numbers are in every parsed word; the names are charged.
class SymbolTable {
 public:
  SymbolTable() = default;
  SymbolTable(const SymbolTable& other) {
    for (const std::string& name : other.names_) Intern(name);
  }
  SymbolTable& operator=(const SymbolTable&) = delete;

  Symbol Intern(std::string_view name) {
    auto found = index_.find(name);
    if (found != index_.end()) return found->second;
    Symbol symbol = static_cast<Symbol>(names_.size());
    if (account_ != nullptr) account_->ChargeMemory(static_cast<int64_t>(name.size()) + 128);
    names_.emplace_back(name);
    index_.emplace(names_.back(), symbol);
    return symbol;
  }
  const std::string& Name(Symbol symbol) const { return names_[symbol]; }
  size_t size() const { return names_.size(); }
  // Pays for the names that are added from now on; they stay.
  void set_account(ParseAccount* account) { account_ = account; }

 private:
  std::deque<std::string> names_;  // a deque: the index holds views of its strings
  std::unordered_map<std::string_view, Symbol> index_;
  ParseAccount* account_ = nullptr;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_SYNTAX_SYMBOLS_H_
