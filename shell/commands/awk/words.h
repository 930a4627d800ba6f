#ifndef PYSUB_SHELL_COMMANDS_AWK_WORDS_H_
#define PYSUB_SHELL_COMMANDS_AWK_WORDS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/options.h"

namespace pysub::shell::awk {

// The words of awk, by a table like that of Options, which differs in two things:
//
//   awk -Z            what is not known is answered with the usage alone
//   awk -f p -Z x     behind a program it is none of awk's: -Z and x are operands
class Words {
 public:
  Words(CommandIo& io, std::span<const CommandOption> rows) : io_(io), rows_(rows) {}

  // False: no more options, or status() is set.
  bool Next();
  int id() const { return row_->id; }
  std::string_view value() const { return value_; }
  // From now on what is not known is an operand.
  void set_has_program() { has_program_ = true; }
  std::optional<int> status() const { return status_; }
  // What was not read.
  std::span<const std::string> rest() const { return io_.args().subspan(next_); }

  // How the command is called; the status.
  int Usage();

 private:
  bool TakeLetter();
  bool TakeName(std::string_view word);
  bool Take(const CommandOption* row);
  bool TakeValue();
  bool Unknown();
  bool End(int status) {
    status_ = status;
    return false;
  }

  CommandIo& io_;
  std::span<const CommandOption> rows_;
  size_t next_ = 0;
  std::string_view group_;  // letters that are left of the word that is being read
  const CommandOption* row_ = nullptr;
  std::string_view value_;
  bool has_value_ = false;
  bool has_program_ = false;
  std::optional<int> status_;
};

}  // namespace pysub::shell::awk

#endif  // PYSUB_SHELL_COMMANDS_AWK_WORDS_H_
