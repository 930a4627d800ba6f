#ifndef PYSUB_SHELL_COMMANDS_GIT_MAKE_COMMIT_H_
#define PYSUB_SHELL_COMMANDS_GIT_MAKE_COMMIT_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// Writes a commit; *id is its name.
// No ref knows of it yet: who calls moves HEAD, and a run that ends before has changed nothing.
bool WriteCommit(Git& git, const ObjectId& tree, const std::vector<ObjectId>& parents,
                 std::string_view author, std::string_view committer, std::string_view message,
                 ObjectId* id);
// A line like "Signed-off-by: Jo <jo@x>" behind a message, in its last paragraph where that has
// such lines; one that is there last is not said again.
void AddTrailer(const std::string& line, std::string* text);
void AddSignOff(std::string_view committer, std::string* text);
struct SummaryOptions {
  bool date = false;   // the author's is of interest, too
  bool first = false;  // the branch had no commit before
};
// "[main abc1234] Subject" and what changed.
bool ShowCommitSummary(Git& git, const ObjectId& id, const SummaryOptions& options);
// The small files that say that a merge, cherry-pick or revert is not over.
// They go last, when HEAD has moved: after a failure the operation can be taken up again.
void ForgetOperation(Git& git);
// A file of the repository, trimmed; false: there is none.
bool ReadGitFile(Git& git, std::string_view name, std::string* text);
// Nobody can be asked: says so as git does without a terminal. The status.
int NoEditor(Git& git, std::string_view hint);
// What commit says when files are in conflict; the status.
int RefuseUnmerged(Git& git, std::string_view what);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_MAKE_COMMIT_H_
