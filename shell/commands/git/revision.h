#ifndef PYSUB_SHELL_COMMANDS_GIT_REVISION_H_
#define PYSUB_SHELL_COMMANDS_GIT_REVISION_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/object_id.h"
#include "shell/commands/git/walk.h"

namespace pysub::shell::git {

// What a name of an object came to.
// `path` and `mode` are there for blobs, which show up in messages and diffs under their name.
struct Named {
  ObjectId id;
  std::string ref;   // the full name of the ref that it is, if it is one alone
  std::string path;  // of "REV:PATH"
  uint32_t mode = 0;
};

// "HEAD~2", "v1^{commit}", "main:src/a.c", ":/text", "@{1}", "abc123" ... False: there is none;
// nothing is said but for what is ambiguous or broken.
// Steps behind a name are taken from left to right, so "v1^{}~2^2" is one loop and no recursion.
bool FindRevision(Git& git, std::string_view text, Named* named);
// The full name of a ref that the user means by a short one, if there is one.
std::optional<std::string> FullRefName(Git& git, std::string_view name);
// "detached at v1", "detached from abc1234": where a HEAD that is on no branch was taken to the
// last time that it was moved; nothing where its log does not say.
std::optional<std::string> DetachedText(Git& git, const ObjectId& head);
// A commit. What is wrong is said as "fatal: ...".
bool FindCommit(Git& git, std::string_view text, ObjectId* id);
// The same; nothing is said.
bool TryCommit(Git& git, std::string_view text, ObjectId* id);
bool FindTree(Git& git, std::string_view text, ObjectId* id);
// The branch that a branch follows: "refs/remotes/origin/main" or "refs/heads/main".
std::optional<std::string> UpstreamOf(Git& git, std::string_view branch);
// The branch that was checked out n changes ago: "@{-n}".
std::optional<std::string> PreviousBranch(Git& git, int64_t n);

// Words that name commits and paths, as log and diff take them.
// a..b gives two tips, the first one excluded.
struct RevisionWords {
  std::vector<WalkTip> tips;
  std::vector<std::string> paths;
  bool symmetric = false;  // one was a...b
};
// Sorts them out; `words` are without options. What stands behind "--" is a path.
// `objects`: tips may be anything.
// Without "--" a word that is a revision and a file as well is refused; the first that is no
// revision begins the paths, and these have to exist.
bool SortWords(Git& git, std::span<const std::string> words, bool has_dashes, size_t dashes,
               RevisionWords* result, bool objects = false);
// It is neither a revision nor a file. False.
bool SayAmbiguous(Git& git, const std::string& word);
bool SayMissingPath(Git& git, const std::string& word);
// The same where a word may be a path: of ":./x" and ":(glob)x" nothing is said.
bool SayMisspelt(Git& git, const std::string& word);
// One word: "a", "^a", "a..b", "a...b", "a^@", "a^!". False and nothing said: it is none.
bool AddRevisions(Git& git, std::string_view word, RevisionWords* result, bool objects = false);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_REVISION_H_
