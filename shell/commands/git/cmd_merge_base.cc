// merge-base.

#include <algorithm>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/objects.h"
#include "shell/commands/git/refs.h"
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

// Where a branch left another one, which may have been rewound since: the base of the commit and
// all that the other's log knows, if it is one of these.
Outcome ForkPoint(Git& git, const std::vector<std::string>& words) {
  if (words.empty() || words.size() > 2)
    return Usage(git, "git merge-base --fork-point <ref> [<commit>]");
  const std::optional<std::string> ref = FullRefName(git, words[0]);
  if (!ref) return git.over() ? 2 : git.Fatal("No such ref: '" + words[0] + "'") ? 0 : 128;
  ObjectId id;
  const std::string commit = words.size() == 2 ? words[1] : "HEAD";
  if (!TryCommit(git, commit, &id))
    return git.over() ? 2 : git.Fatal("Not a valid object name: '" + commit + "'") ? 0 : 128;
  std::vector<LogLine> lines;
  if (git.refs().HasLog(*ref) && !git.refs().ReadLog(*ref, &lines)) return StatusOf(git);
  std::vector<ObjectId> known;
  if (!git.Charge((lines.size() + 2) * sizeof(ObjectId))) return 2;
  const auto note = [&](const ObjectId& each) {
    if (!each.IsNull() && git.objects().TypeOf(each) == ObjectType::kCommit) known.push_back(each);
  };
  if (!lines.empty()) note(lines[0].before);
  for (const LogLine& line : lines) note(line.after);
  if (const auto at = git.refs().Resolve(*ref); lines.empty() && at) note(*at);
  std::vector<ObjectId> bases;
  if (!MergeBases(git, id, known, &bases)) return StatusOf(git);
  if (bases.size() != 1 || std::find(known.begin(), known.end(), bases[0]) == known.end()) return 1;
  git.Out(bases[0].Hex() + "\n");
  return 0;
}
}  // namespace

Outcome RunMergeBase(Git& git) {
  bool all = false, ancestor = false, fork_point = false;
  WordReader reader(git, {kBaseWords});
  while (reader.Next()) {
    if (reader.id() == kBaseAll)
      all = true;
    else if (reader.id() == kIsAncestor)
      ancestor = true;
    else if (reader.id() == kForkPoint)
      fork_point = true;
    else
      return RefuseOption(git, reader) ? 0 : 128;
  }
  if (!reader.ok()) return git.status();
  if (fork_point) return ForkPoint(git, reader.operands());
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
