#ifndef PYSUB_SHELL_COMMANDS_TEXT_DIFF_FORMS_H_
#define PYSUB_SHELL_COMMANDS_TEXT_DIFF_FORMS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/text/line_diff.h"
#include "shell/regex/regex.h"

// How diff shows what differs.
//
//   kNormal   2c2         kUnified  @@ -1,3 +1,3 @@    kContext  *** 1,3 ****     kEd   2c
//             < b                    a                            ! b                   B
//             ---                   -b                           --- 1,3 ----          .
//             > B                   +B                            ! B             kRcs  d2 1
//                                    c                                                  a2 1 ...
namespace pysub::shell {

enum class Form : uint8_t { kNormal, kUnified, kContext, kEd, kRcs, kSideBySide, kGroups };

// Of Form::kGroups: what a group of lines is, and of which text a line.
enum class GroupKind : uint8_t { kOld, kNew, kUnchanged, kChanged };
enum class LineKind : uint8_t { kOld, kNew, kUnchanged };

// One that is ignored counts for what is equal, and is shown only in the context of others.
struct ShownHunk : DiffHunk {
  bool ignored = false;  // by -B or -I
  void Fields(Archive& archive) {
    DiffHunk::Fields(archive);
    archive(ignored);
  }
};

using LinePatterns = std::vector<std::unique_ptr<Regex>>;
// False: it is none, which was said.
bool TakeLinePattern(CommandIo& io, std::string_view pattern, LinePatterns* patterns);
bool MatchesAny(CommandIo& io, const LinePatterns& patterns, std::string_view line);

// What --color paints with: heads of files, where hunks are, lines that went, lines that came.
constexpr std::string_view kHeadColor = "\033[1m", kPlaceColor = "\033[36m", kOldColor = "\033[31m",
                           kNewColor = "\033[32m", kNoColor = "\033[0m";

struct DiffStyle {
  Form form = Form::kNormal;
  uint64_t context = 0;
  uint64_t horizon = 0;  // equal lines that are compared although no context needs them
  uint64_t width = 130;  // side by side
  uint64_t tab_size = 8;
  bool suppress_common = false, left_column = false;  // side by side
  bool expand_tabs = false, initial_tab = false, suppress_blank = false;
  LinePatterns functions;  // -p, -F
  // -D and --...-format, by kind.
  std::string groups[4], lines[3];
  bool group_given[4] = {}, line_given[3] = {};

  bool color = false;
  bool minimal = false;  // -d

  void FinishGroups();
  std::string Painted(std::string_view with, std::string text) const {
    return color ? std::string(with).append(text).append(kNoColor) : text;
  }
};

// The lines of one text, which has to live longer.
// Views into the text: nothing is copied, and nothing may change the text while they are used.
struct DiffSide {
  std::vector<std::string_view> lines;
  bool complete = true;  // the last one ends with a newline

  // The line with its newline: a last line without one differs from others.
  // (the newline stands behind the view, in the text itself)
  std::string_view WholeLine(size_t index) const {
    const std::string_view line = lines[index];
    const bool open = !complete && index + 1 == lines.size();
    return open ? line : std::string_view(line.data(), line.size() + 1);
  }
  std::string_view LineToCompare(size_t index, bool newline_counts) const {
    return newline_counts ? WholeLine(index) : lines[index];
  }
};

// Without the lines that are the same, to the byte, at both ends, but for `kept` of them at each:
// as far as GNU's diff looks, so that it makes the same of equal lines. *work: what it cost.
LineDiff::Region Differing(const DiffSide (&sides)[2], bool newline_counts, uint64_t kept,
                           uint64_t* work);

// Shows hunks of two texts in one of the forms; each call shows one, or those whose contexts touch.
// The hunks are in order and do not overlap, in both texts; what lies between two of them is equal.
// Each loop asks the clock, as one hunk may be the whole file.
class DiffForms {
 public:
  DiffForms(const DiffStyle& style, const DiffSide (&sides)[2], const std::vector<ShownHunk>& hunks)
      : style_(style), sides_(sides), hunks_(hunks) {}
  // *next: which hunk is next.
  void ShowNext(CommandIo& io, uint64_t* next);
  // Lines that count as equal, side by side; there may be more on one side, which are ignored.
  void SideLines(CommandIo& io, const DiffHunk& equal) const;
  // By formats: the equal lines at the end; without a hunk before them (0) all.
  void EqualEnd(CommandIo& io, size_t which) const;
  // Other texts come.
  void Forget() {
    function_seen_ = 0;
    function_.reset();
  }

 private:
  // Whether one header covers both.
  bool Touch(const ShownHunk& hunk, const ShownHunk& next) const;
  std::string FunctionAbove(CommandIo& io, uint64_t line);
  void Lines(CommandIo& io, int side, uint64_t begin, uint64_t end, std::string_view mark);
  void Mark(CommandIo& io, std::string_view mark, bool before_nothing) const;
  void OutExpanded(CommandIo& io, std::string_view line) const;
  void Normal(CommandIo& io, const DiffHunk& hunk);
  void Unified(CommandIo& io, size_t first, size_t last);
  void Context(CommandIo& io, size_t first, size_t last);
  void ContextLines(CommandIo& io, int side, size_t first, size_t last, uint64_t before,
                    uint64_t after);
  void Ed(CommandIo& io, const DiffHunk& hunk);
  void Rcs(CommandIo& io, const DiffHunk& hunk);
  // Side by side: where the second text begins, how much of a line is shown, all in columns.
  uint64_t RightColumn() const;
  uint64_t HalfWidth() const;
  void Half(std::string_view line, uint64_t indent, uint64_t* column, std::string* out) const;
  void SideLine(CommandIo& io, std::optional<uint64_t> left, char mark,
                std::optional<uint64_t> right) const;
  bool IsEnded(int side, uint64_t line) const;
  void SideBySide(CommandIo& io, size_t which);
  void GroupLines(CommandIo& io, int side, uint64_t begin, uint64_t end,
                  const std::string& format) const;
  void Group(CommandIo& io, GroupKind kind, const DiffHunk& group) const;
  void Groups(CommandIo& io, size_t which) const;
  // The equal lines before hunk `which`, up to these two places.
  DiffHunk Between(size_t which, uint64_t a_end, uint64_t b_end) const;

  const DiffStyle& style_;
  const DiffSide (&sides_)[2];
  const std::vector<ShownHunk>& hunks_;
  // Of -p and -F: how far lines were looked at, and the last one that is shown; found again after a
  // load.
  uint64_t function_seen_ = 0;
  std::optional<uint64_t> function_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_DIFF_FORMS_H_
