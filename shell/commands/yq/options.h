#ifndef PYSUB_SHELL_COMMANDS_YQ_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_YQ_OPTIONS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/yq/yaml_writer.h"

namespace pysub::shell::yq {

// What the words of the command line say to yq; the rest is for jq.
struct YqOptions {
  bool yaml = false;  // output
  // `yq eval`, as the other yq (mikefarah's) is called: scalars are written as they are.
  bool plain_scalars = false;
  bool in_place = false;
  bool null_input = false;
  YamlStyle style;
  uint64_t expansion = 1024;  // of a document's size: its most as JSON
  std::vector<std::string> files;
  std::vector<std::string> jq_words;  // options, then the filter, then what follows --args

  // A status: the command is over.
  std::optional<int> Read(CommandIo& io);
};

// "usage: ...\nyq: error: TEXT" as Python's argparse says it; its status.
int UsageError(CommandIo& io, std::string_view text);

}  // namespace pysub::shell::yq

#endif  // PYSUB_SHELL_COMMANDS_YQ_OPTIONS_H_
