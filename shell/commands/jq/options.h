#ifndef PYSUB_SHELL_COMMANDS_JQ_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_JQ_OPTIONS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/jq/json_writer.h"

namespace pysub::shell::jq {

// --arg and its siblings, in order: a file's text is read later.
struct NamedArgument {
  enum class Kind : uint8_t { kText, kJson, kSlurp, kRaw };
  Kind kind;
  std::string name;
  std::string value;  // or the file
};

// What the words of the command line say.
struct JqOptions {
  std::optional<std::string> program;  // or its file
  bool from_file = false;
  bool null_input = false, raw_input = false, slurp = false;
  bool raw_output = false, join_output = false, nul_output = false, sequence = false;
  bool stream = false, stream_errors = false;
  bool exit_status = false;
  JsonStyle style;
  bool mistaken_colors = false;  // $JQ_COLORS is none
  std::vector<NamedArgument> named;
  struct Positional {
    std::string text;
    bool is_json;
  };
  std::vector<Positional> positional;
  std::vector<std::string> files;
  std::vector<std::string> library;  // -L

  // A status: the command is over.
  std::optional<int> Read(CommandIo& io, std::span<const std::string> words);
  // Says what is wrong with them; the status of the command.
  static int Misuse(CommandIo& io, std::string_view text);
};

}  // namespace pysub::shell::jq

#endif  // PYSUB_SHELL_COMMANDS_JQ_OPTIONS_H_
