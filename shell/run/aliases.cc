#include "shell/run/aliases.h"

#include <utility>

#include "shell/snapshot/serialiser.h"

namespace pysub::shell {
namespace {

constexpr int64_t kAliasBytes = 128;  // its place in the table, beside its texts

}  // namespace

const std::string* Aliases::Find(std::string_view name) const {
  auto found = table_->find(name);
  return found == table_->end() ? nullptr : &found->second;
}

bool Aliases::Set(Budget* budget, const std::string& name, std::string text) {
  AliasTable& table = table_.Mutable();
  auto found = table.find(name);
  int64_t bytes = static_cast<int64_t>(text.size());
  bytes += found == table.end() ? static_cast<int64_t>(name.size()) + kAliasBytes
                                : -static_cast<int64_t>(found->second.size());
  if (!table_.HoldMore(budget, bytes)) return false;
  table[name] = std::move(text);
  return true;
}

void Aliases::Remove(Budget* budget, const std::string& name) {
  const std::string* text = Find(name);
  if (text == nullptr) return;
  auto bytes = static_cast<int64_t>(name.size() + text->size()) + kAliasBytes;
  table_.Mutable().erase(name);
  table_.HoldMore(budget, -bytes);
}

void Aliases::Fields(Serialiser& serialiser) { serialiser(table_); }

}  // namespace pysub::shell
