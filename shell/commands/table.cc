#include "shell/commands/commands.h"

namespace pysub::shell {
namespace {

// Sorted by name. {name, factory, text of --help, hint for models}
constexpr CommandInfo kCommands[] = {
    {"cat", MakeCat, "", ""},
    {"head", MakeHead, "", ""},
};

}  // namespace

std::span<const CommandInfo> StandardCommands() { return kCommands; }

}  // namespace pysub::shell
