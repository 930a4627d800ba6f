#ifndef PYSUB_OSBRIDGE_PYTHON_WORKER_MAIN_H_
#define PYSUB_OSBRIDGE_PYTHON_WORKER_MAIN_H_

namespace pysub {

// The whole life of a worker process, docs/worker-protocol.md: locks itself down, says Hello on
// kProtocolDescriptor, runs one program for one host. What to exit with: 0 when Complete was sent.
int RunWorker();

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_PYTHON_WORKER_MAIN_H_
