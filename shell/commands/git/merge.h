#ifndef PYSUB_SHELL_COMMANDS_GIT_MERGE_H_
#define PYSUB_SHELL_COMMANDS_GIT_MERGE_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/changed_lines.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {

// What stands beside the markers of a conflict.
// `base` is shown in the diff3 style only.
struct MergeLabels {
  std::string ours, base, theirs;
};
// Which side is taken where both changed the same lines: -X ours, -X theirs; kUnion takes both.
enum class Favour : uint8_t { kNone, kOurs, kTheirs, kUnion };

// A text that was merged line by line.
// A binary file is not merged: `text` is empty, and who asked takes one of the sides.
struct FileMerge {
  std::string text;
  size_t conflicts = 0;
  bool binary = false;
};
// How conflicts are shown: merge.conflictStyle.
enum class ConflictStyle : uint8_t { kMerge, kDiff3, kZealousDiff3 };
struct TextMerge {
  MergeLabels labels;
  Favour favour = Favour::kNone;
  ConflictStyle style = ConflictStyle::kMerge;
  LineAlgorithm algorithm = LineAlgorithm::kMyers;
  size_t markers = 7;             // how long "<<<<<<<" is
  bool joins_over_marks = false;  // lines without letters and digits divide no conflicts
};
// As the settings have it.
ConflictStyle ConflictStyleOf(Git& git);
bool MergeTexts(Git& git, std::string_view base, std::string_view ours, std::string_view theirs,
                const TextMerge& options, FileMerge* merged);
// Of blobs; a null base: both sides added the file.
bool MergeBlobs(Git& git, const ObjectId& base, const ObjectId& ours, const ObjectId& theirs,
                const TextMerge& options, FileMerge* merged);

// A merge of several ancestors has longer markers: its conflicts stay in the text, and those of the
// real merge may lie around them.
struct TreeMergeOptions {
  MergeLabels labels;
  Favour favour = Favour::kNone;
  bool renames = true;
  // What makes a merge commit compares by rare lines; checkout -m and stash as diff does.
  LineAlgorithm algorithm = LineAlgorithm::kHistogram;
  size_t markers = 7;
  bool quiet = false;  // a common ancestor that is made of several
};
// Three trees together.
// Nothing is written but blobs, so a merge that cannot be applied has changed nothing that is seen.
struct TreeMerge {
  bool clean = true;
  std::vector<IndexEntry> entries;  // with stages where there is a conflict
  // What the work tree gets: all files, those in conflict with their markers.
  struct File {
    std::string path;
    uint32_t mode = 0;
    ObjectId id;
  };
  std::vector<File> files;
  std::vector<std::string> messages;  // "CONFLICT (content): ...", "Auto-merging a"
};
bool MergeTrees(Git& git, const ObjectId& base, const ObjectId& ours, const ObjectId& theirs,
                const TreeMergeOptions& options, TreeMerge* merge);
// The tree of the common ancestor of two commits; several of them are merged themselves.
// *found is false for histories that have nothing in common.
bool BaseTree(Git& git, const ObjectId& ours, const ObjectId& theirs, ObjectId* tree, bool* found,
              std::string* label);

// Merges into the index and the work tree, from `ours`, which HEAD is at. What would be lost is
// said and nothing is done (git.status() is set).
bool ApplyMerge(Git& git, const ObjectId& ours_tree, const TreeMerge& merge, std::string_view verb);
// Back to a tree: what the merge brought goes, what the user changed besides stays.
// Where a file would be lost that no commit has, that is said and nothing is done.
bool ResetMerge(Git& git, const ObjectId& tree, const std::string& revision);
// The messages on standard output.
void ShowMergeMessages(Git& git, const TreeMerge& merge);
// "# Conflicts:" and the files, for MERGE_MSG.
std::string ConflictsComment(const TreeMerge& merge);
// Says that files are in conflict; what continues the operation has `hint`.
bool WriteConflictState(Git& git, std::string_view name, const ObjectId& id,
                        std::string_view message);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_MERGE_H_
