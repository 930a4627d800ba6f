// pysub-worker: runs one program for the host at the other end of descriptor 3. Nothing is started
// by hand.

#include "osbridge/python/worker_main.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "osbridge/python/lockdown.h"

#if defined(__SANITIZE_ADDRESS__)
// A signal is the host's to tell, and looking for leaks takes calls that are refused.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:detect_leaks=0:use_"
         "sigaltstack=0";
}
#endif

int main() {
  int type = 0;
  socklen_t size = sizeof(type);
  if (getsockopt(pysub::kProtocolDescriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
    fputs("pysub-worker: is started by a program that uses pysub, with a socket on descriptor 3\n",
          stderr);
    return 2;
  }
  _exit(pysub::RunWorker());  // nothing is left to be done that would need the system
}
