// apply --stat, --numstat and --summary: what a patch says that it does.

#include <algorithm>

#include "shell/commands/git/diff_show.h"
#include "shell/commands/git/patch_heads.h"

namespace pysub::shell::git {

namespace {
void Summary(Git& git, const FilePatch& one) {
  const auto mode = [](uint32_t bits) { return bits == 0 ? "" : "mode " + ModeText(bits) + " "; };
  if (one.is_new.value_or(false)) {
    git.Out(" create " + mode(one.modes[1]) + QuotedPath(git, one.names[1]) + "\n");
  } else if (one.is_deleted.value_or(false)) {
    git.Out(" delete " + mode(one.modes[0]) + QuotedPath(git, one.names[0]) + "\n");
  } else {
    const bool moved = one.is_renamed || one.is_copied;
    if (moved)
      git.Out(std::string(one.is_renamed ? " rename " : " copy ") +
              RenameText(git, one.names[0], one.names[1]) + " (" + std::to_string(one.score) +
              "%)\n");
    if (one.modes[0] != 0 && one.modes[1] != 0 && one.modes[0] != one.modes[1])
      git.Out(" mode change " + ModeText(one.modes[0]) + " => " + ModeText(one.modes[1]) +
              (moved ? "" : " " + QuotedPath(git, one.names[1])) + "\n");
  }
}

}  // namespace

void ShowPatchLists(Git& git, const std::vector<FilePatch>& patches, bool stat, bool numstat,
                    bool summary) {
  uint64_t added = 0, deleted = 0;
  size_t longest = 0;
  for (const FilePatch& result : patches) {
    added += result.added;
    deleted += result.deleted;
    longest = std::max(longest, QuotedPath(git, result.Name()).size());
  }
  if (stat) {
    uint64_t most = 0;
    for (const FilePatch& result : patches) most = std::max(most, result.added + result.deleted);
    const uint64_t width = std::max<uint64_t>(longest + 40 > 79 ? 40 : 79 - longest - 12, 10);
    for (const FilePatch& result : patches) {
      const std::string name = QuotedPath(git, result.Name());
      uint64_t plus = result.added, minus = result.deleted;
      if (most > width) {
        plus = plus * width / most;
        minus = minus * width / most;
      }
      const std::string number = std::to_string(result.added + result.deleted);
      git.Out(" " + name + std::string(longest - name.size(), ' ') + " |" +
              (result.is_binary
                   ? "  Bin\n"
                   : std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " " +
                         std::string(plus, '+') + std::string(minus, '-') + "\n"));
    }
    std::string line = " " + std::to_string(patches.size()) +
                       (patches.size() == 1 ? " file changed" : " files changed");
    if (added > 0 || deleted == 0) line += ", " + Plural(added, "insertion(+)", "insertions(+)");
    if (deleted > 0 || added == 0) line += ", " + Plural(deleted, "deletion(-)", "deletions(-)");
    git.Out(line + "\n");
  }
  for (const FilePatch& result : patches) {
    if (!numstat) break;
    git.Out((result.is_binary
                 ? "-\t-"
                 : std::to_string(result.added) + "\t" + std::to_string(result.deleted)) +
            "\t" + QuotedPath(git, result.Name()) + "\n");
  }
  for (const FilePatch& result : patches)
    if (summary) Summary(git, result);
}

}  // namespace pysub::shell::git
