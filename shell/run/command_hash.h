#ifndef PYSUB_SHELL_RUN_COMMAND_HASH_H_
#define PYSUB_SHELL_RUN_COMMAND_HASH_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/cow.h"

namespace pysub::shell {

// Where commands were found on PATH (hash, BASH_CMDS); a fork has its parent's.
class CommandHash {
 public:
  struct Entry {
    std::string path;
    uint32_t hits = 0;
    uint64_t number = 0;  // of entries made before it
    void Fields(auto& archive) { archive(path, hits, number); }
  };
  using Table = std::map<std::string, Entry, std::less<>>;

  // Null: the name is not in it.
  const Entry* Find(std::string_view name) const;
  // False: there is no room.
  bool Set(Budget* budget, std::string_view name, std::string_view path, uint32_t hits);
  // Find() by somebody who counts as a user of it.
  const Entry* Use(std::string_view name);
  // False: it was not in it.
  bool Remove(Budget* budget, std::string_view name);
  void RemoveAll() { table_ = {}; }
  // What is in it holds for one PATH.
  void ForPath(std::string_view path);
  // Names in the order in which bash shows them.
  std::vector<std::string_view> Names() const;
  bool empty() const { return table_->empty(); }
  bool was_used() const { return next_number_ > 0; }
  void Fields(Serialiser& serialiser);

 private:
  Cow<Table> table_;
  uint64_t path_ = 0;  // a hash of it
  uint64_t next_number_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_COMMAND_HASH_H_
