// Shell::Builder::Network(): rows of curl and wget that know their network.

#include <iterator>
#include <memory>
#include <utility>

#include "pysub/shell/shell.h"
#include "shell/commands/net/net_commands.h"

namespace pysub {
namespace {

struct Registration {
  std::shared_ptr<shell::Network> network;
  shell::CommandInfo rows[2];
};

template <std::unique_ptr<shell::Command> (*make)(std::shared_ptr<shell::Network>)>
std::unique_ptr<shell::Command> MakeFrom(const void* context) {
  return make(static_cast<const Registration*>(context)->network);
}

}  // namespace

Shell::Builder& Shell::Builder::Network(std::shared_ptr<shell::Network> network) {
  auto registration = std::make_shared<Registration>();
  registration->network = std::move(network);
  size_t next = 0;
  for (const shell::CommandInfo& standard : shell::StandardCommands()) {
    const bool is_curl = standard.name == "curl";
    if (!is_curl && standard.name != "wget") continue;
    shell::CommandInfo& row = registration->rows[next++];
    row = standard;
    row.make = nullptr;
    row.make_from = is_curl ? MakeFrom<shell::MakeCurlOver> : MakeFrom<shell::MakeWgetOver>;
    row.context = registration.get();
    Command(&row);
  }
  return Keep(std::move(registration));
}

}  // namespace pysub
