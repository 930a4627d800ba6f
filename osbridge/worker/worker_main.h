#ifndef PYSUB_OSBRIDGE_WORKER_WORKER_MAIN_H_
#define PYSUB_OSBRIDGE_WORKER_WORKER_MAIN_H_

#include "osbridge/worker/lockdown.h"

namespace pysub {

// The whole life of a worker process, docs/worker-protocol.md: locks itself down, says Hello on
// kProtocolDescriptor, runs one program for one host. Where a wall is missing that `policy` asks
// for it says Error instead. `arguments`: as LockDown() takes them. What to exit with: 0 when
// Complete was sent.
int RunWorker(const ProtectionPolicy& policy, char* const* arguments);

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_WORKER_WORKER_MAIN_H_
