#ifndef PYSUB_SHELL_COMMANDS_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_OPTIONS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"

namespace pysub::shell {

enum class OptionArgument : uint8_t { kNone, kRequired, kOptional };

struct LongOption {
  std::string_view name;
  OptionArgument argument;
  int id;  // the letter it is the same as, or a number above 255
};

// Reads options as getopt_long(3) does, with its messages: grouped letters, attached and separate values,
// abbreviated long names, "--", operands between options.
//
//   constexpr LongOption kLong[] = {{"lines", OptionArgument::kRequired, 'n'}};
//   OptionParser options(io, "n:q", kLong);
//   for (int option; (option = options.Next()) != OptionParser::kEnd;) {
//     switch (option) {
//       case 'n': ... options.value() ...
//       default: return options.Refuse(1);  // the message was printed; "Try ... for more information."
//     }
//   }
//   operands_ = options.Operands();
class OptionParser {
 public:
  static constexpr int kEnd = -1;
  static constexpr int kBad = -2;

  // `short_options` as in getopt(3): "n:" takes a value, "n::" an attached one if any; a leading '+': the first
  // operand ends the options; a leading '-': operands come in order as option 1 with the operand as its value.
  OptionParser(CommandIo& io, std::string_view short_options, std::span<const LongOption> long_options = {});
  // The same for other words than the command's own arguments (env -S, a configuration ...).
  OptionParser(CommandIo& io, std::span<const std::string> words, std::string_view short_options,
               std::span<const LongOption> long_options);

  // The id of the next option, kEnd, or kBad: it was refused with a message.
  int Next();
  // Of the last option; empty when it has none.
  std::string_view value() const { return value_; }
  bool has_value() const { return has_value_; }
  bool is_attached() const { return is_attached_; }
  // What is no option, in order; after kEnd.
  std::vector<std::string> Operands() const;
  // The index of the word that Next() will look at; behind the options when '+' was given.
  size_t position() const { return next_; }
  // "Try 'NAME --help' for more information." and the end of the command with `status`.
  Progress Refuse(int status) const { return Usage(io_, status); }
  static Progress Usage(CommandIo& io, int status);

 private:
  int NextLetter();
  int NextLong(std::string_view word);

  CommandIo& io_;
  std::span<const std::string> words_;
  std::string_view letters_;
  std::span<const LongOption> long_;
  bool stops_at_operand_ = false;
  bool in_order_ = false;
  size_t next_ = 0;
  std::string_view group_;  // letters left of the word that is being read
  std::string_view value_;
  bool has_value_ = false;
  bool is_attached_ = false;
  std::vector<size_t> operands_;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_OPTIONS_H_
