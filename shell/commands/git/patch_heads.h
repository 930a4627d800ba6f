#ifndef PYSUB_SHELL_COMMANDS_GIT_PATCH_HEADS_H_
#define PYSUB_SHELL_COMMANDS_GIT_PATCH_HEADS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"

namespace pysub::shell::git {

// A hunk of --reject: where in the patch it is, and whether it has found its place.
struct TriedHunk {
  uint64_t begin = 0, end = 0;
  bool fits = false;
};

// What a patch says of one file. Where something stands twice, [0] is of the old file and [1] of
// the new one.
struct FilePatch {
  std::string names[2];        // of the repository; empty: /dev/null
  uint32_t modes[2] = {0, 0};  // 0: not said
  // Nothing: it depends on whether the file is there.
  std::optional<bool> is_new, is_deleted;
  bool is_renamed = false, is_copied = false, is_binary = false;
  uint32_t score = 0;
  uint64_t hunks = 0;  // where in the patch they begin
  uint64_t added = 0, deleted = 0;
  std::string text;  // what the file will be
  // Of --reject: hunks that fit and others; or nothing of it applies.
  std::vector<TriedHunk> tried;
  bool is_rejected = false;

  const std::string& Name() const { return names[1].empty() ? names[0] : names[1]; }
};

struct PatchNames {
  int64_t strip = 1;
  bool strip_given = false;
  std::string directory;  // of --directory, with its slash
};

// Finds the files of a patch. It reads heads as the real git does and not as patch does: what git
// has made is taken by its words ("rename from", "new file mode"), and what others have made needs
// "---", "+++" and "@@" in a row.
//
//   diff --git a/d/x b/d/y        names with the parts that -p takes away
//   rename from d/x               names without one of them
//   rename to d/y
//   --- a/d/x                     hunks follow, where lines were changed, too
class PatchHeads {
 public:
  PatchHeads(Git& git, std::string_view text, PatchNames names)
      : git_(git), text_(text), o_(std::move(names)) {}
  // The next file; *at moves to its hunks. False: there is none more, or what is wrong was said.
  bool Next(uint64_t* at, FilePatch* patch);
  uint64_t LineNumber(uint64_t at);

 private:
  std::string_view LineAt(uint64_t at) const;
  std::string NameOf(std::string_view rest, int64_t strip, bool plain) const;
  bool GitHead(uint64_t* at, FilePatch* patch, bool* is_head);
  bool GitLine(std::string_view line, const std::string& both, FilePatch* patch);
  bool PlainHead(uint64_t at, FilePatch* patch);
  std::string NameOfBoth(std::string_view line) const;
  int64_t GuessStrip(std::string_view rest) const;

  Git& git_;
  std::string_view text_;
  PatchNames o_;
  // Lines are counted on from where the last were.
  uint64_t counted_ = 0, lines_ = 1;
};

// --stat, --numstat and --summary.
void ShowPatchLists(Git& git, const std::vector<FilePatch>& patches, bool stat, bool numstat,
                    bool summary);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_PATCH_HEADS_H_
