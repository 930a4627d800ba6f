// pysub-broker: sends the requests of sandboxed shells, for the host at the other end of descriptor
// 3 (shell/network/wire.h). Nothing is started by hand.

#include <stdio.h>
#include <sys/socket.h>

#include <string>
#include <string_view>

#include "pysub/version.h"
#include "shell/cli/usage/parse.h"
#include "shell/network/broker/lockdown.h"
#include "shell/network/broker/transfers.h"
#include "shell/network/wire.h"

namespace {

bool IsSocket(int descriptor) {
  int kind = 0;
  socklen_t size = sizeof(kind);
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == SOCK_STREAM;
}

}  // namespace

int main(int argc, char** argv) {
  const pysub::usage::Given given = pysub::usage::ParseArguments(pysub::usage::kBroker, argc, argv);
  if (!given.error.empty()) {
    fputs(pysub::usage::WrongUsage(pysub::usage::kBroker, given.command, given.error).c_str(),
          stderr);
    return pysub::usage::kUsageError;
  }
  std::string ca_file;
  bool show_version = false;
  for (const auto& [name, value, second] : given.options) {
    if (name == "--ca-file") ca_file = value;
    show_version = show_version || name == "--version";
  }
  if (show_version || !given.text.empty()) {
    fputs(show_version ? "pysub-broker " PYSUB_VERSION_STRING "\n" : given.text.c_str(), stdout);
    return 0;
  }
  if (!IsSocket(pysub::shell::kBrokerDescriptor)) {
    fputs("pysub-broker: is started by a program that uses pysub, with a socket on descriptor 3\n",
          stderr);
    return pysub::usage::kUsageError;
  }
  if (!pysub::shell::LockDownBroker(ca_file)) {
    fputs("pysub-broker: this kernel has no filters of calls (seccomp)\n", stderr);
    return 3;
  }
  return pysub::shell::RunBroker(pysub::shell::kBrokerDescriptor, ca_file);
}
