#ifndef PYSUB_SHELL_RUN_ALIASES_H_
#define PYSUB_SHELL_RUN_ALIASES_H_

#include <string>
#include <string_view>

#include "shell/run/cow.h"
#include "shell/syntax/parser.h"

namespace pysub::shell {

// The aliases of a process; a fork has its parent's. What the parser reads next knows them.
class Aliases {
 public:
  const AliasTable& table() const { return *table_; }
  const std::string* Find(std::string_view name) const;  // null: there is none
  // False: there is no room for the text.
  bool Set(Budget* budget, const std::string& name, std::string text);
  void Remove(Budget* budget, const std::string& name);
  void RemoveAll() { table_ = {}; }
  void Fields(Serialiser& serialiser);

 private:
  Cow<AliasTable> table_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_ALIASES_H_
