#ifndef PYSUB_SHELL_COMMANDS_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"

namespace pysub::shell {

enum class OptionArgument : uint8_t {
  kNone,
  kRequired,
  kOptional,  // -cVALUE or --name=VALUE; the next word is no value
};

// One row of a command's table of options: a letter, a long name (empty: none), and what
// follows it. A second name of the same option, or a name whose letter takes another argument,
// is a row of its own (LongRow).
struct CommandOption {
  int id;  // the letter, or what Options::id() answers for a long name alone
  std::string_view name;
  OptionArgument argument = OptionArgument::kNone;
  bool has_letter = true;  // false: `id` is only a number, or another row has the letter
};
constexpr CommandOption LongRow(int id, std::string_view name,
                                OptionArgument argument = OptionArgument::kNone) {
  return {id, name, argument, false};
}
// Numbers for options without a letter start here.
constexpr int kFirstLongOption = 256;
// Letters that the command has for --help and --version: these need no row, and Options answers all
// four.
constexpr int kHelpLetter = 1 << 17, kVersionLetter = 1 << 18;
constexpr CommandOption HelpRow(int letter) { return {kHelpLetter | letter, ""}; }
constexpr CommandOption VersionRow(int letter) { return {kVersionLetter | letter, ""}; }

// Reads a command's words by its table, as getopt_long(3) does: grouped letters, attached and
// separate values, abbreviated long names, "--", operands between options. What is wrong is said in
// GNU's words; --help and --version are answered here, --help by the text in commands.def.
//
//   constexpr CommandOption kOptions[] = {
//       {'n', "lines", OptionArgument::kRequired},
//       {'q', "quiet"},
//   };
//   Options options(io, kOptions);
//   while (options.Next()) {
//     switch (options.id()) {
//       case 'n': ... options.value() ...
//       default: quiet = true;
//     }
//   }
//   if (options.status()) return Progress::Done(*options.status());
//   operands_ = options.operands();
//
// A command that is loaded from a snapshot may do this again instead of saving what it read: words
// that were good the first time print nothing.
class Options {
 public:
  enum Order : uint8_t {
    kPermute,        // options may stand behind operands
    kStopAtOperand,  // the first operand ends the options: what follows belongs to another command
    kInOrder,        // operands come between the options, where they stand, as kOperand
  };
  // The id() of an operand, with kInOrder; value() is the word. operands() are those behind "--"
  // then.
  static constexpr int kOperand = 1;

  // `error_status` ends the command when its words are wrong.
  Options(CommandIo& io, std::span<const CommandOption> rows, Order order = kPermute,
          int error_status = 1);
  // The same for other words than the command's own arguments (env -S, a configuration),
  // which must outlive it.
  Options(CommandIo& io, std::span<const std::string> words, std::span<const CommandOption> rows,
          Order order = kPermute, int error_status = 1);

  // ---- how a mistake ends: "Try 'NAME --help' for more information.", unless one of these says
  // otherwise

  // The line before it (grep has one).
  void set_usage_line(std::string_view line) { usage_line_ = line; }
  // "diff: Try ..." as diffutils say it.
  void set_named_try() { named_try_ = true; }
  // "Try `gzip --help' for more information."
  void set_old_quotes() { old_quotes_ = true; }
  // Only that line (sed).
  void set_usage_only(std::string_view line) {
    usage_line_ = line;
    says_try_ = false;
  }

  // False: no more options, or status() is set.
  bool Next();
  int id() const { return id_; }
  // Of the last option, a part of the word that has it; empty when there is none.
  std::string_view value() const { return value_; }
  bool has_value() const { return has_value_; }
  // The value stands in the same word as the option's letter.
  bool is_attached() const { return is_attached_; }

  // Set when the command is over: after a mistake, --help, --version.
  std::optional<int> status() const { return status_; }
  // What is no option, in order; when Next() has said false.
  const std::vector<std::string>& operands() const { return operands_; }
  // The index of the word that Next() will look at.
  size_t position() const { return next_; }

  // For the command's own complaints: "NAME: text", then what TryHelp() prints; sets status().
  int Misuse(std::string_view text);
  int TryHelp();

 private:
  bool TakeLetter();
  bool TakeName(std::string_view word);
  // The row whose name `name` is or abbreviates; null: it was refused. `word` has the "=VALUE",
  // too.
  const CommandOption* FindName(std::string_view name, std::string_view word);
  bool TakeNextWord();
  bool Answer(std::string_view text);
  bool Refuse(std::string_view text);

  CommandIo& io_;
  std::span<const std::string> words_;
  std::span<const CommandOption> rows_;
  Order order_;
  int error_status_;

  std::string usage_line_;
  bool says_try_ = true;
  bool old_quotes_ = false;
  bool named_try_ = false;

  size_t next_ = 0;
  std::string_view group_;  // letters that are left of the word that is being read
  int id_ = 0;
  std::string_view value_;
  bool has_value_ = false;
  bool is_attached_ = false;
  std::optional<int> status_;
  std::vector<std::string> operands_;
};

// "Try 'NAME --help' for more information.", and the end of the command: behind a
// complaint of its own.
Progress TryHelp(CommandIo& io, int status = 1);

// A decimal number with coreutils' suffixes (K, M, kB, KiB ...) where `suffixes` has them; nullopt:
// none. Too large ones become UINT64_MAX.
std::optional<uint64_t> ParseCount(std::string_view text, std::string_view suffixes = "");
// The same; when it is none, says so: "NAME: COMPLAINT: ‘text’".
std::optional<uint64_t> TakeCount(CommandIo& io, std::string_view complaint, std::string_view text,
                                  std::string_view suffixes = "");

// argv[0] without its directory.
std::string ProgramName(CommandIo& io);
std::string UsageOf(CommandIo& io);                // what --help says
std::string VersionText(const std::string& name);  // what --version says, with its newline

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_OPTIONS_H_
