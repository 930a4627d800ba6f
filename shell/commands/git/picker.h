#ifndef PYSUB_SHELL_COMMANDS_GIT_PICKER_H_
#define PYSUB_SHELL_COMMANDS_GIT_PICKER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/merge.h"

namespace pysub::shell::git {

enum class Picked : uint8_t { kDone, kEmpty, kConflict, kFailed };

struct PickOptions {
  bool revert = false, no_commit = false, sign_off = false, name_source = false,
       allow_empty = false, keep_redundant = false, rebase = false, ff = false;
  int64_t mainline = 0;
  Favour favour = Favour::kNone;
};

bool TreeOf(Git& git, const ObjectId& commit, ObjectId* tree);
// "pick NAME subject" of each from `first` on; the first one is done next.
bool WriteTodo(Git& git, const std::string& path, const std::vector<ObjectId>& ids, size_t first,
               bool revert);
bool ReadTodo(Git& git, const std::string& path, std::vector<ObjectId>* ids);

// One commit, made again upon HEAD, or what it did undone.
class Picker {
 public:
  Picker(Git& git, const PickOptions& options) : git_(git), o_(options) {}

  // *made: the new commit.
  Picked Run(const ObjectId& id, ObjectId* made);
  const Commit& commit() const { return commit_; }

 private:
  bool Parent(const std::string& name, ObjectId* tree);
  std::string Message();

  Git& git_;
  const PickOptions& o_;
  Commit commit_;
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_PICKER_H_
