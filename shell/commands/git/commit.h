#ifndef PYSUB_SHELL_COMMANDS_GIT_COMMIT_H_
#define PYSUB_SHELL_COMMANDS_GIT_COMMIT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {

// A commit, taken apart.
// People stay texts: most readers of a commit want only its parents and its time.
struct Commit {
  ObjectId id, tree;
  std::vector<ObjectId> parents;
  std::string author, committer;  // "Name <mail> time zone"
  std::string encoding;
  int64_t time = 0;  // of the committer
  std::string message;

  std::string_view Subject() const;  // the first line
};

// Reads one, paid for. What is wrong is said.
// Headers that are not known are passed over, as git does: signatures, "mergetag" and what comes
// with later versions.
bool ReadCommit(Git& git, const ObjectId& id, Commit* commit);
// "Fix it" of a message whose first paragraph may have several lines.
std::string SubjectOf(std::string_view message);
// What stands behind the first paragraph.
std::string_view BodyOf(std::string_view message);
// The bytes of a commit object; `message` as it is.
std::string CommitBytes(const ObjectId& tree, const std::vector<ObjectId>& parents,
                        std::string_view author, std::string_view committer,
                        std::string_view message);
// Without spaces at the ends of lines, blank lines at both ends and more than one between; with
// `comments`, lines that begin with # go, too.
std::string CleanMessage(Git& git, std::string_view text, bool comments);

// A tag with a message, which is an object of its own; one without is only a ref.
struct Tag {
  ObjectId object;
  ObjectType type = ObjectType::kNone;
  std::string name, tagger, message;
};
bool ReadTag(Git& git, const ObjectId& id, Tag* tag);
// Follows tags to what is none; with `wanted`, and commits to their trees, to an object of this
// type. False: it leads to none, or what is wrong was said.
// Packed objects are not hashed again, so in a hostile pack tags may go round in a circle: after a
// few of them it is over.
bool Peel(Git& git, const ObjectId& id, ObjectType wanted, ObjectId* result);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_COMMIT_H_
