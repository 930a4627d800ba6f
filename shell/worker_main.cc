// pysub-worker: runs one program for the host at the other end of descriptor 3. Nothing is started by hand.

#include "osbridge/python/worker_main.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "osbridge/python/lockdown.h"

int main() {
  int type = 0;
  socklen_t size = sizeof(type);
  if (getsockopt(pysub::kProtocolDescriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
    fputs("pysub-worker: is started by a program that uses pysub, with a socket on descriptor 3\n", stderr);
    return 2;
  }
  _exit(pysub::RunWorker());  // nothing is left to be done that would need the system
}
