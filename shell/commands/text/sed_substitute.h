#ifndef PYSUB_SHELL_COMMANDS_TEXT_SED_SUBSTITUTE_H_
#define PYSUB_SHELL_COMMANDS_TEXT_SED_SUBSTITUTE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pysub/shell/archive.h"
#include "pysub/shell/command.h"
#include "shell/commands/text/sed_script.h"

namespace pysub::shell {

enum class SedResult : uint8_t { kUnchanged, kChanged, kGaveUp, kYield, kNoMemory };

// An s command, perhaps in its middle.
struct SedSubstitution {
  bool active = false;
  bool changed = false;
  uint64_t at = 0;    // copied up to here
  uint64_t from = 0;  // searched from here
  int64_t last_end = -1;
  int32_t count = 0;
  std::string out;  // the text with its matches replaced
  uint64_t charged = 0;
  std::optional<bool> ascii;  // of the text; not saved

  // Before more goes to `out`.
  bool Charge(CommandIo& io, size_t more);
  // A long `out` is not kept for the next one.
  void Release(CommandIo& io);
  void Fields(Archive& archive) {
    archive(active, changed, at, from, last_end, count, out);
    archive.Charged(charged);
  }
};

// s: goes on with `state`, which then has the result. kYield: the same call once more.
SedResult SedSubstitute(CommandIo& io, const SedCommand& command, const Regex& regex,
                        std::string_view text, SedSubstitution* state);

// y. What it and SedUnambiguous() give when a limit was reached means nothing: the script ends.
std::string SedTransliterate(const SedCommand& command, std::string_view text,
                             ParseAccount& account);

// l: what is not printable as escapes, lines of `width` columns (0: one line). A piece of the text;
// *at_column is where the line stands, from piece to piece. The "$" at the end is the caller's.
std::string SedUnambiguous(std::string_view text, size_t width, size_t* at_column,
                           ParseAccount& account);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_SED_SUBSTITUTE_H_
