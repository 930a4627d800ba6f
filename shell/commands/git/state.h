#ifndef PYSUB_SHELL_COMMANDS_GIT_STATE_H_
#define PYSUB_SHELL_COMMANDS_GIT_STATE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "shell/commands/git/file_pair.h"
#include "shell/commands/git/hooks.h"
#include "shell/commands/git/object_id.h"
#include "shell/commands/git/walk.h"

namespace pysub::shell::git {

// What subcommands keep from unit to unit; each uses some of it. A loaded one may hold anything:
// positions are compared with sizes where they are used.
// What the members mean is said at the head of each subcommand's file. Whatever can be found again
// from the words and the repository is not here: options are parsed again for each unit.
struct State {
  uint32_t phase = 0;
  uint32_t stage = 0;  // of a subcommand that runs another one, whose phase it is then
  uint64_t at = 0, count = 0;
  bool flag = false;
  std::vector<std::string> names;
  std::vector<ObjectId> ids;
  std::vector<FilePair> pairs;
  Walk walk;
  std::string text;
  // The index, as its file would have it, while a unit has changed it and not written it yet.
  std::string index;
  // Programs that it waits for: hooks.h. `answers` has the statuses of those that have ended.
  int32_t child = -1;
  std::vector<uint32_t> answers;
  // Hooks that run when all else is done.
  std::vector<HookCall> last_hooks;

  void Fields(Archive& archive) {
    archive(phase, stage, at, count, flag, names, ids, pairs, walk, text, index, child, answers,
            last_hooks);
  }
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_STATE_H_
