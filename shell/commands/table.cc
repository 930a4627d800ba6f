#include <algorithm>

#include "shell/commands/commands.h"
#include "shell/commands/simple.h"

namespace pysub::shell {
namespace {

constexpr CommandInfo kCommands[] = {
#define PYSUB_COMMAND(Name, name, usage, hint) {name, Make##Name, usage, hint},
#define PYSUB_SIMPLE_COMMAND(Name, name, usage, hint) {name, MakeSimple<Run##Name>, usage, hint},
#include "shell/commands/commands.def"
};

static_assert(std::ranges::is_sorted(kCommands, {}, &CommandInfo::name),
              "rows of commands.def are sorted by name");

}  // namespace

std::span<const CommandInfo> StandardCommands() { return kCommands; }

}  // namespace pysub::shell
