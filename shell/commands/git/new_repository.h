#ifndef PYSUB_SHELL_COMMANDS_GIT_NEW_REPOSITORY_H_
#define PYSUB_SHELL_COMMANDS_GIT_NEW_REPOSITORY_H_

#include <string>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// A new repository in `dir` ("x/.git", or "x.git" of a bare one), or what is missing of one, which
// is there *again then. HEAD comes after the directories: without it nothing takes this for a
// repository.
bool MakeRepository(Git& git, const std::string& dir, bool bare, const std::string& branch,
                    bool* again);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_NEW_REPOSITORY_H_
