#ifndef PYSUB_SHELL_COMMANDS_GIT_COMBINED_H_
#define PYSUB_SHELL_COMMANDS_GIT_COMBINED_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// A file with several parents at once: "diff --cc", as merges and conflicts are shown.
struct CombinedFile {
  std::string path;
  std::vector<FilePair::Side> parents;
  FilePair::Side result;
};
// Only what differs from all parents is shown.
bool ShowCombined(Git& git, const DiffOptions& options, CombinedFile& file, bool* shown);
// A file of the work tree in conflict, beside both sides of the index.
bool ShowConflict(Git& git, const DiffOptions& options, const FilePair& pair);
// What a merge has that none of its parents has.
bool CombinedFiles(Git& git, const std::vector<ObjectId>& parent_trees, const ObjectId& tree,
                   const Pathspec* paths, std::vector<CombinedFile>* files);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_COMBINED_H_
