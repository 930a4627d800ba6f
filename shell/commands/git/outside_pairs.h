#ifndef PYSUB_SHELL_COMMANDS_GIT_OUTSIDE_PAIRS_H_
#define PYSUB_SHELL_COMMANDS_GIT_OUTSIDE_PAIRS_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/file_pair.h"
#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// diff --no-index: two files or directories, which need no repository. Git::outside is set there,
// and both sides of a pair have the paths of the words, as they were written. A side that is not
// there is "/dev/null", and "-" is State::text, standard input.
constexpr std::string_view kNoFile = "/dev/null", kInput = "-";

bool OutsidePairs(Git& git, const std::string& before, const std::string& after,
                  std::vector<FilePair>* pairs);
// The bytes of such a side, paid for.
bool ReadOutside(Git& git, const FilePair::Side& side, std::string* bytes);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_OUTSIDE_PAIRS_H_
