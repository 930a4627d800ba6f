#ifndef PYSUB_SHELL_COMMANDS_OPTION_ROWS_H_
#define PYSUB_SHELL_COMMANDS_OPTION_ROWS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/options.h"

namespace pysub::shell {

// One option of a command: its letter, its long name (empty: none), what follows it.
struct Option {
  int id;  // the letter, or what Next() answers for a long name alone
  std::string_view name;
  OptionArgument argument = OptionArgument::kNone;
  bool has_letter = true;  // false: `id` is only a number, or another row has the letter
};
constexpr Option LongRow(int id, std::string_view name, OptionArgument argument = OptionArgument::kNone) {
  return {id, name, argument, false};
}
// Numbers for options without a letter start here.
constexpr int kFirstLongOption = 256;

// OptionParser over a table of rows, for commands that can be loaded: these parse their arguments again, and
// since that went well the first time it prints nothing.
//
//   Options options(io, kRows);
//   while (options.Next()) switch (options.id()) { case 'n': ...; default: break; }
//   if (options.status()) return options.status();
//
// --help and --version are answered here.
class Options {
 public:
  enum Order : uint8_t { kPermute, kStopAtOperand, kInOrder };
  // The id() of an operand, with kInOrder; value() is the word. operands() are those behind "--" then.
  static constexpr int kOperand = 1;
  Options(CommandIo& io, std::span<const Option> rows, Order order = kPermute, int error_status = 1);
  // The same for other words than the command's own arguments, which must outlive it.
  Options(CommandIo& io, std::span<const std::string> words, std::span<const Option> rows, Order order, int error_status);

  // The line before "Try ... --help" (grep has one).
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

  // False: no more options, or a mistake.
  bool Next();
  int id() const { return id_; }
  bool has_value() const { return parser_.has_value(); }
  // The value stands in the same word as the option's letter.
  bool is_attached() const { return parser_.is_attached(); }
  std::string value() const { return std::string(parser_.value()); }
  // Set when the command is over: after a mistake, --help, --version.
  std::optional<int> status() const { return status_; }
  const std::vector<std::string>& operands() const { return operands_; }

  // The index of the word that Next() will look at.
  size_t position() const { return parser_.position(); }

  // For the command's own complaints: "NAME: text", then what TryHelp() prints; sets status().
  int Misuse(std::string_view text);
  int TryHelp();

 private:
  static constexpr int kHelp = -10;
  static constexpr int kVersion = -11;
  static std::string Letters(std::span<const Option> rows, Order order);
  static std::vector<LongOption> Names(std::span<const Option> rows);

  CommandIo& io_;
  std::string letters_;
  std::vector<LongOption> names_;
  OptionParser parser_;
  int error_status_;
  std::string usage_line_;
  bool says_try_ = true;
  bool old_quotes_ = false;
  bool named_try_ = false;
  int id_ = 0;
  std::optional<int> status_;
  std::vector<std::string> operands_;
};

// A decimal number with coreutils' suffixes (K, M, kB, KiB ...) where `suffixes` has them; nullopt: none. Too large
// ones become UINT64_MAX.
std::optional<uint64_t> ParseCount(std::string_view text, std::string_view suffixes = "");

// argv[0] without its directory.
std::string ProgramName(CommandIo& io);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_OPTION_ROWS_H_
