// pysub-worker: runs one program for the host at the other end of descriptor 3. Nothing is started
// by hand.

#include "osbridge/python/worker_main.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string_view>
#include <utility>

#include "osbridge/python/lockdown.h"
#include "pysub/version.h"

#if defined(__SANITIZE_ADDRESS__)
// A signal is the host's to tell, and looking for leaks takes calls that are refused.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:detect_leaks=0:use_"
         "sigaltstack=0";
}
#endif

namespace {

// "--may-lack=NAME", "--must-have=NAME". False: it is something else.
bool TakeArgument(std::string_view argument, pysub::ProtectionPolicy* policy) {
  for (const auto& [option, names] : {std::pair("--may-lack=", &policy->may_lack),
                                      std::pair("--must-have=", &policy->must_have)}) {
    if (!argument.starts_with(option)) continue;
    names->emplace_back(argument.substr(strlen(option)));
    return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) {
    puts("pysub-worker " PYSUB_VERSION_STRING);
    return 0;
  }
  pysub::ProtectionPolicy policy;
  bool understood = true;
  for (int i = 1; i < argc; ++i) understood = TakeArgument(argv[i], &policy) && understood;
  if (!understood || !pysub::CheckPolicy(policy).ok()) {
    fputs(
        "usage: pysub-worker [--may-lack=PROTECTION]... [--must-have=PROTECTION]...\n"
        "       pysub-worker --version\n"
        "protections (* required unless it may be lacked):",
        stderr);
    for (const pysub::Protection& protection : pysub::kProtections)
      fprintf(stderr, " %.*s%s", static_cast<int>(protection.name.size()), protection.name.data(),
              protection.required ? "*" : "");
    fputs("\n", stderr);
    return 2;
  }
  int type = 0;
  socklen_t size = sizeof(type);
  if (getsockopt(pysub::kProtocolDescriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
    fputs("pysub-worker: is started by a program that uses pysub, with a socket on descriptor 3\n",
          stderr);
    return 2;
  }
  _exit(pysub::RunWorker(policy, argv));  // nothing is left to be done that would need the system
}
