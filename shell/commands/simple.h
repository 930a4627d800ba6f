#ifndef PYSUB_SHELL_COMMANDS_SIMPLE_H_
#define PYSUB_SHELL_COMMANDS_SIMPLE_H_

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/options.h"

namespace pysub::shell {

// A command whose work is bounded by its arguments and that reads nothing: one step, no state. Row
// of the table: MakeSimple<RunBasename>.
template <Progress (*run)(CommandIo&)>
class SimpleCommand : public Command {
 public:
  Progress Step(CommandIo& io) override { return run(io); }
  void Fields(Archive&) override {}
};

template <Progress (*run)(CommandIo&)>
std::unique_ptr<Command> MakeSimple() {
  return std::make_unique<SimpleCommand<run>>();
}

// Who the commands are for the file system.
inline files::Caller CallerOf(const CommandIo& io) {
  return {.cwd = io.cwd(), .umask = io.umask()};
}

// "a/b": `name` in `directory`.
inline std::string JoinPath(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.empty() && path.back() != '/') path += '/';
  return path.append(name);
}

// Without slashes at the end ("/" stays).
inline std::string_view WithoutSlashes(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

// As basename(1) and dirname(1) see it: slashes at the end do not count.
inline std::string_view LastName(std::string_view path) {
  path = WithoutSlashes(path);
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path.size() == 1 ? path : path.substr(slash + 1);
}

inline std::string_view DirectoryOf(std::string_view path) {
  path = WithoutSlashes(path);
  size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? path.substr(0, 1) : WithoutSlashes(path.substr(0, slash));
}

// "NAME: missing operand" or "NAME: extra operand 'x'", and how to get help.
Progress MissingOperand(CommandIo& io, int status = 1);
Progress ExtraOperand(CommandIo& io, std::string_view operand, int status = 1);
// "invalid argument 'x' for '--sort'", and the lines of what is valid.
std::string InvalidArgument(std::string_view value, std::string_view option,
                            std::initializer_list<std::string_view> valid);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_SIMPLE_H_
