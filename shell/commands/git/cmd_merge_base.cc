// merge-base.

#include "shell/commands/git/merge.h"
#include "shell/commands/git/revision.h"
#include "shell/commands/git/subcommands.h"
#include "shell/commands/git/walk.h"
#include "shell/commands/git/words.h"

namespace pysub::shell::git {

namespace {
enum BaseWord { kBaseAll = 1, kOctopus, kIndependent, kIsAncestor, kForkPoint };
constexpr WordRow kBaseWords[] = {{kBaseAll, 'a', "all"},
                                  {kOctopus, 0, "octopus"},
                                  {kIndependent, 0, "independent"},
                                  {kIsAncestor, 0, "is-ancestor"},
                                  {kForkPoint, 0, "fork-point"}};
}  // namespace

Outcome RunMergeBase(Git& git) {
  bool all = false, ancestor = false;
  WordReader reader(git, {kBaseWords});
  while (reader.Next()) {
    if (reader.id() == kBaseAll)
      all = true;
    else if (reader.id() == kIsAncestor)
      ancestor = true;
    else
      return RefuseOption(git, reader) ? 0 : 128;
  }
  if (!reader.ok()) return git.status();
  std::vector<ObjectId> ids;
  for (const std::string& word : reader.operands()) {
    ObjectId id;
    if (!TryCommit(git, word, &id)) {
      if (git.over() || git.status() != 0) return git.over() ? 2 : git.status();
      return git.Fatal("Not a valid object name " + word) ? 0 : 128;
    }
    ids.push_back(id);
  }
  if (ids.size() < 2) return Usage(git, "git merge-base [-a | --all] <commit> <commit>...");
  if (ancestor) {
    bool is = false;
    if (ids.size() != 2) return git.Fatal("--is-ancestor takes exactly two commits") ? 0 : 128;
    if (!IsAncestor(git, ids[0], ids[1], &is)) return git.status();
    return is ? 0 : 1;
  }
  std::vector<ObjectId> bases;
  if (!MergeBases(git, ids[0], std::vector<ObjectId>(ids.begin() + 1, ids.end()), &bases))
    return git.status();
  if (bases.empty()) return 1;
  if (!all) bases.resize(1);
  for (const ObjectId& base : bases) git.Out(base.Hex() + "\n");
  return 0;
}

}  // namespace pysub::shell::git
