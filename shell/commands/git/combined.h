#ifndef PYSUB_SHELL_COMMANDS_GIT_COMBINED_H_
#define PYSUB_SHELL_COMMANDS_GIT_COMBINED_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/diff_pairs.h"
#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// A file with several parents at once: "diff --cc", as merges and conflicts are shown.
// Its lines have a column for each parent: '+' for a line that this parent has not, '-' for one
// that only it has.
//
//   "++both sides lack it"      a line that the merge itself brought
//   "+ the second had it"       new to the first parent only
struct CombinedFile {
  std::string path;
  std::vector<FilePair::Side> parents;
  FilePair::Side result;
  std::string statuses;  // a letter for each parent: "MM", "RM"
};
// Only what differs from all parents is shown.
// *shown is false when nothing is left.
bool ShowCombined(Git& git, const DiffOptions& options, CombinedFile& file, bool* shown);
// A file of the work tree in conflict, beside both sides of the index.
bool ShowConflict(Git& git, const DiffOptions& options, const FilePair& pair);
// What a merge has that none of its parents has.
// A file that is the same as one parent's was only taken over and is left out. The options say what
// is looked for: where a parent's file had another name, that one stands beside the result.
bool CombinedFiles(Git& git, const DiffOptions& options, const std::vector<ObjectId>& parent_trees,
                   const ObjectId& tree, const Pathspec* paths, std::vector<CombinedFile>* files);
// Whether lists are wanted that compare with the first parent alone: --stat and its kin.
bool ListsFirstParent(const DiffOptions& options);
// The lists, those of `beside_first` first, then the patches. *any is set where something was
// shown.
bool ShowCombinedFiles(Git& git, const DiffOptions& options, std::vector<FilePair>& beside_first,
                       std::vector<CombinedFile>& files, bool* any);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_COMBINED_H_
