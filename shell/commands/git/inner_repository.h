#ifndef PYSUB_SHELL_COMMANDS_GIT_INNER_REPOSITORY_H_
#define PYSUB_SHELL_COMMANDS_GIT_INNER_REPOSITORY_H_

#include <optional>
#include <string>

#include "shell/commands/git/git.h"
#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {

// The commit that a repository inside of the work tree stands at; nothing: there is no repository,
// or no commit in it.
std::optional<ObjectId> HeadInside(Git& git, const std::string& path);
// The same for add, which says so when there is none.
bool CommitInside(Git& git, const std::string& path, ObjectId* id);
// Whether the index has such a repository above a path; that is said of what the user wrote.
bool LiesInSubmodule(Git& git, const std::string& path, const std::string& written);
// What add says when it adds one that was not there; `advise`: with what to do about it.
void WarnOfInside(Git& git, const std::string& path, bool advise);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_INNER_REPOSITORY_H_
