#ifndef PYSUB_SHELL_COMMANDS_TEXT_SED_SCRIPT_H_
#define PYSUB_SHELL_COMMANDS_TEXT_SED_SCRIPT_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/regex/regex.h"

namespace pysub::shell {

// When a command applies: a line, every n-th line, the last, a pattern; or as the end of a range
// also "so many more" (+n) and "up to a multiple" (~n).
struct SedAddress {
  enum class Kind : uint8_t { kNone, kLine, kStep, kLast, kRegex, kPlus, kMultiple, kZero };
  Kind kind = Kind::kNone;
  uint64_t first = 0, step = 0;  // kLine, kPlus, kMultiple: first
  int regex = -1;                // index into regexes; -1: the one used last
};

// A piece of the right side of s: text, a group, or a change of case.
struct SedPart {
  enum class Kind : uint8_t { kText, kGroup, kUpper, kLower, kUpperOne, kLowerOne, kEndCase };
  Kind kind = Kind::kText;
  std::string text;
  int group = 0;
};

// One command. What the fields mean depends on its letter.
struct SedCommand {
  SedAddress from, to;
  bool negated = false;
  char name = 0;
  std::string text;  // of a, i, c; the file of r, R; the label of b, t, T
  int target = -1;   // where b, t, T, { lead
  int file = -1;     // w, W, s///w: index into files
  int number = 0;    // l, q, Q, s///N
  bool has_number = false;
  // s
  int regex = -1;
  std::vector<SedPart> parts;
  bool global = false, print = false;
  // y: what becomes what
  std::vector<std::pair<std::string, std::string>> letters;
};

// A parsed script, which does not change while it runs. It is not saved: the words of the command
// give it again.
struct SedScript {
  std::vector<SedCommand> commands;
  std::vector<std::unique_ptr<Regex>> regexes;
  std::vector<std::string> files;  // written by w
  bool quiet = false;              // "#n" is the first line
  ParseCharge room;                // of commands
  ParseCharge held;                // of what they and the files have
};

// One piece of script: -e, or a file.
struct SedPiece {
  std::string text;
  std::string file;  // empty: an expression
};

// How patterns are read.
struct SedDialect {
  bool extended = false;
  bool posix = false;      // without GNU's operators
  bool nul_lines = false;  // -z: M means nothing, as lines do not end with newlines
};

// False: *error says why, as sed says it after "sed: ".
bool ParseSedScript(const std::vector<SedPiece>& pieces, SedDialect dialect, ParseAccount* account,
                    SedScript* script, std::string* error, int* status);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_SED_SCRIPT_H_
