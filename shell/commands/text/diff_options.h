#ifndef PYSUB_SHELL_COMMANDS_TEXT_DIFF_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_TEXT_DIFF_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shell/commands/options.h"
#include "shell/commands/text/diff_forms.h"

namespace pysub::shell {

// What diff's long options are called by Options::id().
enum DiffOption {
  kDiffLabel = kFirstLongOption,
  kDiffStripCr,
  kDiffColor,
  kDiffNoDereference,
  kDiffNormal,
  kDiffNoMeaning,  // taken, and nothing changes
  kDiffHorizon,
  kDiffSuppressCommon,
  kDiffLeftColumn,
  kDiffTabSize,
  kDiffSuppressBlankEmpty,
  kDiffOldGroup,  // these four and the three lines: in the order of GroupKind and LineKind
  kDiffNewGroup,
  kDiffUnchangedGroup,
  kDiffChangedGroup,
  kDiffOldLine,
  kDiffNewLine,
  kDiffUnchangedLine,
  kDiffLineFormat,
};

std::span<const CommandOption> DiffOptions();

// "diff -r 'a b'": how a pair of files might have been compared alone. `names`: the operands.
std::string DiffOptionWords(CommandIo& io, std::span<const std::string> names);

// Whether both names lead to one file.
bool IsOneFile(CommandIo& io, std::string_view a, std::string_view b);

// Reads those options that say how hunks are shown. They act together: the largest context counts,
// two forms are a conflict, and -p asks for a form only where nobody else has.
class DiffStyleReader {
 public:
  explicit DiffStyleReader(DiffStyle* style) : style_(*style) {}
  // One option; false: it is none of these. *status: it was refused, and the command ends.
  bool Take(CommandIo& io, Options& options, std::optional<int>* status);
  // Behind the last one.
  std::optional<int> Finish(Options& options);

 private:
  static constexpr uint64_t kMostContext = 1 << 30;
  void AddForm(Form form) { forms_ |= 1u << static_cast<uint32_t>(form); }
  std::optional<int> TakeContext(Options& options);
  std::optional<int> TakeFormat(Options& options, std::string_view name, size_t which,
                                std::string_view format, bool is_group);
  std::optional<int> TakeFormatOption(Options& options);
  std::optional<int> TakeIfdef(Options& options);
  std::optional<int> TakeColor(CommandIo& io, Options& options);
  static std::optional<int> TakeSize(Options& options, std::string_view name, uint64_t most,
                                     uint64_t* size);

  DiffStyle& style_;
  uint32_t forms_ = 0;             // a bit for each that was asked for
  bool explicit_context_ = false;  // -U or -C said how much
  bool show_functions_ = false;    // -p
  std::string digits_;             // of -u1 or -1, letter by letter
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_DIFF_OPTIONS_H_
