#ifndef PYSUB_SHELL_COMMANDS_FILES_DESTINATION_H_
#define PYSUB_SHELL_COMMANDS_FILES_DESTINATION_H_

#include <optional>
#include <string>
#include <vector>

#include "shell/commands/simple.h"

namespace pysub::shell {

// Where cp and mv put things: the last operand or -t's directory.
struct Destination {
  std::string path;
  bool into = false;  // it is a directory: the new name is in it

  // Takes the destination off `operands`. A value: it was refused with a message.
  std::optional<Progress> Take(CommandIo& io, std::vector<std::string>* operands,
                               const std::optional<std::string>& directory, bool no_directory);
  // The new name of `source`.
  std::string For(std::string_view source) const;
  void Fields(Archive& archive) { archive(path, into); }
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_DESTINATION_H_
