#ifndef PYSUB_SHELL_COMMANDS_GIT_CHECK_OBJECT_H_
#define PYSUB_SHELL_COMMANDS_GIT_CHECK_OBJECT_H_

#include <string_view>

#include "shell/commands/git/git.h"
#include "shell/commands/git/objects.h"

namespace pysub::shell::git {

// Whether bytes that somebody else wrote can be read as an object of that type, as hash-object asks
// before it takes them. False: they cannot, which was said.
bool CheckObject(Git& git, ObjectType type, std::string_view bytes);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_CHECK_OBJECT_H_
