// pysub-broker: sends the requests of sandboxed shells, for the host at the other end of descriptor
// 3 (shell/network/wire.h). Nothing is started by hand.

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <string>
#include <string_view>

#include "pysub/version.h"
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
  std::string ca_file;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    constexpr std::string_view kCaFile = "--ca-file=";
    if (word == "--version") {
      puts("pysub-broker " PYSUB_VERSION_STRING);
      return 0;
    }
    if (word.starts_with(kCaFile)) {
      ca_file = word.substr(kCaFile.size());
      continue;
    }
    fprintf(stderr, "pysub-broker: unknown: %s\n", argv[i]);
    return 2;
  }
  if (!IsSocket(pysub::shell::kBrokerDescriptor)) {
    fputs(
        "pysub-broker: sends the requests of sandboxed shells for the host at the other end of "
        "descriptor 3. It is started by programs that use pysub, not by hand.\n",
        stderr);
    return 2;
  }
  if (!pysub::shell::LockDownBroker(ca_file)) {
    fputs("pysub-broker: this kernel has no filters of calls (seccomp)\n", stderr);
    return 3;
  }
  return pysub::shell::RunBroker(pysub::shell::kBrokerDescriptor, ca_file);
}
