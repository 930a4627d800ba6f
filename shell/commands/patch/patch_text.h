#ifndef PYSUB_SHELL_COMMANDS_PATCH_PATCH_TEXT_H_
#define PYSUB_SHELL_COMMANDS_PATCH_PATCH_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {

enum class DiffKind : uint8_t { kNone, kUnified, kContext, kNormal, kEd };

// What stands before the hunks of one file. Where something stands twice, [0] is of the old file
// and [1] of the new one.
struct PatchHead {
  DiffKind kind = DiffKind::kNone;
  // As the lines "---", "+++", "***" and "Index:" have them, not stripped; empty: there is none.
  std::string names[2], index;
  std::string times[2];  // what stands behind the names
  // The first hunk says that the file is empty: 1, or that it is not there: 2.
  uint8_t absent[2] = {0, 0};
  bool is_null[2] = {false, false};  // /dev/null, or of 1970
  // Of "diff --git": these names hold, and the modes (0: not said).
  bool is_git = false, renames = false, copies = false, is_binary = false;
  std::string git_names[2];
  uint32_t modes[2] = {0, 0};
  uint64_t begin = 0, hunks = 0;  // offsets
  uint64_t indent = 0;
  bool strips_cr = false;

  void Fields(Archive& archive) {
    archive(kind, names[0], names[1], index, times[0], times[1], absent[0], absent[1], is_null[0],
            is_null[1], is_git, renames, copies, is_binary, git_names[0], git_names[1], modes[0],
            modes[1], begin, hunks, indent, strips_cr);
  }
};

// A line of a hunk: ' ' stays, '-' goes, '+' comes.
struct HunkLine {
  char mark = ' ';
  bool has_newline = true;
  bool is_changed = false;  // '!' of a context diff
  std::string_view text;    // of the patch
};

struct Hunk {
  uint64_t first[2] = {0, 0};  // line numbers, as the head has them
  std::vector<HunkLine> lines;
  std::string_view function;  // behind the "@@"
  uint64_t charged = 0;       // for the lines
  int64_t old_lines = 0;      // how many are of the old file; set by who looks for them

  uint64_t Count(char besides) const;  // lines without those of this mark
  void Swap();
  uint64_t Prefix() const;  // lines of context at the begin
  uint64_t Suffix() const;
};

// What is done where the lines of a unified hunk are not as many as its head says.
enum class HunkLength : uint8_t {
  kMended,   // patch: empty lines that were cut off at the end are put back
  kStrict,   // git apply
  kCounted,  // git apply --recount: the head is not believed
};

// Reads patches out of a text.
class PatchReader {
 public:
  PatchReader(CommandIo& io, std::string_view text, HunkLength length = HunkLength::kMended)
      : io_(io), text_(text), length_(length) {}

  // The next patch from `at` on; kNone: there is none. `wanted`: only of this kind.
  // `is_named`: what has no name belongs to a file that is known.
  PatchHead FindPatch(uint64_t at, DiffKind wanted, bool is_named);
  // Which of what is there is a hunk; *at moves behind it. False: there is none, or error() says
  // what is wrong with it.
  bool NextHunk(const PatchHead& head, uint64_t* at, Hunk* hunk);
  // "malformed patch at line 5: ..."
  const std::string& error() const { return error_; }
  // Of kCounted: what is neither of the hunk nor the begin of another; empty: there is none.
  const std::string& unexpected() const { return unexpected_; }
  // The last line that was looked for has no end.
  bool ends_in_line() const { return ends_in_line_; }
  uint64_t LineNumber(uint64_t at) const;

 private:
  bool Get(const PatchHead& head, uint64_t* at, std::string_view* line);
  bool HeaderLine(std::string_view line, PatchHead* head, int* star_slot);
  void GitLine(std::string_view line, PatchHead* head);
  void CountLines(const PatchHead& head, uint64_t at, uint64_t (&counts)[2]);
  bool UnifiedLine(const PatchHead& head, uint64_t* at, uint64_t (&left)[2], HunkLine* line);
  bool NextUnified(const PatchHead& head, uint64_t* at, Hunk* hunk);
  bool NextContext(const PatchHead& head, uint64_t* at, Hunk* hunk);
  bool ContextHalf(const PatchHead& head, uint64_t* at, uint64_t count, bool old,
                   std::vector<HunkLine>* half);
  bool NextNormal(const PatchHead& head, uint64_t* at, Hunk* hunk);
  bool TakeNormal(const PatchHead& head, uint64_t* at, char sign, char mark, uint64_t count,
                  Hunk* hunk);
  bool Merge(const std::vector<HunkLine>& before, const std::vector<HunkLine>& after, Hunk* hunk);
  bool Add(Hunk* hunk, HunkLine line);
  void NoNewline(const PatchHead& head, uint64_t* at, HunkLine* line);
  bool Malformed(uint64_t at);
  bool Ended();
  bool NormalEnded();

  CommandIo& io_;
  std::string_view text_;
  HunkLength length_;
  std::string error_, unexpected_;
  bool ends_in_line_ = false;
};

// "1970-01-01 01:00:00.000000000 +0100" and the like: the begin of all times.
bool IsEpoch(std::string_view text);
// What "\"a\\tb\"" means, as C writes it; *size: how long it is, with its quotes.
std::string Unquoted(std::string_view text, size_t* size);
// A file's name as -p says: without so many parts; -1: only the last. Empty: it has not so many.
std::string StripName(std::string_view name, int64_t parts);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_PATCH_PATCH_TEXT_H_
