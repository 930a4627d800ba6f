#ifndef PYSUB_SHELL_COMMANDS_TEXT_PRINTF_FORMAT_H_
#define PYSUB_SHELL_COMMANDS_TEXT_PRINTF_FORMAT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pysub/shell/command.h"
#include "shell/printf_directive.h"

namespace pysub::shell {

// printf(1) as coreutils have it: the format again and again until the arguments are used up.
class PrintfFormatter {
 public:
  PrintfFormatter(CommandIo& io, std::string_view format, std::span<const std::string> arguments)
      : io_(io), format_(format), arguments_(arguments) {}

  // Puts out what it makes, in pieces, and its complaints. The status is 1 when there is one that
  // is not a warning.
  int Run();

 private:
  using Directive = PrintfDirective;
  static constexpr int64_t kTooLarge = Directive::kMostSize + 1;

  void OnePass();
  void AppendFormatEscape(size_t* at);
  bool ReadDirective(size_t* at, Directive* directive);
  void Print(const Directive& directive);
  std::string TextOf(const Directive& directive);
  std::string_view NextArgument();
  bool HasArgument() const { return used_ < arguments_.size(); }
  uint64_t ReadInteger(std::string_view text, bool is_signed);
  long double ReadFloating(std::string_view text);
  bool CharacterCode(std::string_view text, uint64_t* code);
  void CheckNumber(std::string_view text, const char* begin, const char* end, bool range);
  void Fail(std::string_view text) {
    io_.Error(text);
    status_ = 1;
  }

  CommandIo& io_;
  std::string_view format_;
  std::span<const std::string> arguments_;
  size_t used_ = 0;
  bool stopped_ = false;
  std::string out_;
  int status_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_TEXT_PRINTF_FORMAT_H_
