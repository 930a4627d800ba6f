#ifndef PYSUB_SHELL_COMMANDS_GIT_DIFF_PAIRS_H_
#define PYSUB_SHELL_COMMANDS_GIT_DIFF_PAIRS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shell/commands/git/file_pair.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/line_hunks.h"
#include "shell/commands/git/pathspec.h"

namespace pysub::shell::git {

enum class WordDiff : uint8_t { kNone, kPlain, kPorcelain };

// What diff, log -p, show and their kin print of two states of files.
// Several formats may be asked for together; ShowPairs() knows in which order they come.
// --dirstat.
struct Dirstat {
  enum class Unit : uint8_t { kChanges, kLines, kFiles } unit = Unit::kChanges;
  bool is_on = false, cumulative = false;
  int64_t permille = 30;  // what has less of the whole is not shown
};

struct DiffOptions {
  bool patch = false, raw = false, stat = false, shortstat = false, numstat = false;
  bool name_only = false, name_status = false, summary = false, check = false;
  bool no_output = false;  // -s
  bool compact = false;    // --compact-summary: in the list of --stat
  bool quiet = false, exit_code = false, reverse = false, text = false, full_index = false;
  bool nul = false;  // -z
  bool function_context = false, follow = false, pickaxe_regex = false, pickaxe_all = false;
  bool combined = false;  // merges as "diff --cc"
  bool dense = true;      // ... and not as "diff --combined", which leaves no change out
  bool show_trees = false, not_recursive = false;
  WordDiff words = WordDiff::kNone;  // --word-diff
  std::string marks = " -+";         // of lines: --output-indicator-context, -old, -new
  int64_t context = 3, between = 0;
  int renames = -1;  // the least similarity in percent; 0: not looked for; -1: as set
  bool copies = false, harder = false;
  LineRules rules;
  bool algorithm_said = false;  // by a word: the setting does not count
  std::string source_prefix = "a/", target_prefix = "b/", line_prefix, relative;
  std::string filter;         // --diff-filter
  std::string pickaxe, grep;  // -S, -G
  size_t abbrev = 0;          // 0: as set
  int64_t stat_width = 0, stat_name_width = 0, stat_graph_width = 0, stat_count = 0;
  Dirstat dirstat;

  // -s: whatever was asked for before.
  void ShowNothing() {
    patch = raw = stat = shortstat = numstat = name_only = name_status = summary = false;
    no_output = true;
  }
  bool AnyFormat() const {
    return patch || raw || stat || shortstat || numstat || name_only || name_status || summary ||
           check || no_output || dirstat.is_on;
  }
};

// Files that differ between two trees (null: the empty one).
bool DiffTreePairs(Git& git, const ObjectId& a, const ObjectId& b, const Pathspec* paths,
                   std::vector<FilePair>* pairs, bool recursive = true, bool show_trees = false);
// Between a tree and the index. Conflicts are pairs of status U.
// What a commit would bring: diff --cached, status.
bool DiffTreeIndex(Git& git, const ObjectId& tree, const Pathspec* paths,
                   std::vector<FilePair>* pairs);
// Between the index and the work tree.
// Files are read only where their times say that they may have changed, and new files that were
// never added are not in it.
// Of a file in conflict it is the version of `stage` that counts; 2, ours, where nothing else is
// asked for, and then a file with two sides has both in its pair.
bool DiffIndexWork(Git& git, const Pathspec* paths, std::vector<FilePair>* pairs,
                   uint8_t stage = 0);
// Between a tree and the work tree, as far as the index knows it.
bool DiffTreeWork(Git& git, const ObjectId& tree, const Pathspec* paths,
                  std::vector<FilePair>* pairs);

// Turns pairs of removed and added files that are alike into renames.
// Equal bytes first, which needs only their names; then the rest by likeness, each with each, as
// far as the limit on their number allows.
bool FindRenames(Git& git, const DiffOptions& options, std::vector<FilePair>* pairs);
// How many bytes of both stand in pieces that both have: lines, or parts of long ones.
bool CountShared(Git& git, std::string_view a, std::string_view b, uint64_t* shared);
// -R, renames, -S, -G, --diff-filter, --relative: what happens to all pairs before they are shown.
// The order matters: a pair that --diff-filter drops may be half of a rename, and one that -S
// looks at must be whole.
bool ArrangePairs(Git& git, const DiffOptions& options, std::vector<FilePair>* pairs);
// The bytes of a side, paid for; nothing for one that is not there.
bool ReadSide(Git& git, const FilePair::Side& side, std::string* bytes);
// Gives a side of the work tree its name.
// For who shows names; it costs reading the file, and is not done for those that only compare.
bool NameSide(Git& git, FilePair::Side* side);
bool IsBinary(std::string_view bytes);
// Names what a commit changes, whatever its place; equal changes have equal names.
// So a commit that was picked to another branch is found there again.
bool PatchId(Git& git, const ObjectId& before, const ObjectId& after, ObjectId* id);
// How alike two files are, of 60,000.
constexpr uint64_t kAlike = 60000;
bool Similarity(Git& git, std::string_view a, std::string_view b, uint64_t least, uint64_t* score);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_DIFF_PAIRS_H_
