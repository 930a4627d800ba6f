#ifndef PYSUB_SHELL_NETWORK_BROKER_LOCKDOWN_H_
#define PYSUB_SHELL_NETWORK_BROKER_LOCKDOWN_H_

#include <string>

namespace pysub::shell {

// What a broker gives up before it reads a byte of a stranger. It needs the network, threads that
// resolve names, and files of the system; it gets no other program, writes no file, reads none of
// people's directories, looks into no process and reaches no socket of this machine's own.
// `ca_file`: one more file to read, or empty. False: this kernel has no filters of calls, without
// which a broker does not run.
bool LockDownBroker(const std::string& ca_file);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_NETWORK_BROKER_LOCKDOWN_H_
