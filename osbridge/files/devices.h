#ifndef PYSUB_OSBRIDGE_FILES_DEVICES_H_
#define PYSUB_OSBRIDGE_FILES_DEVICES_H_

#include "pysub/files/file_system.h"

namespace pysub::files {

// Makes what scripts expect to find besides their files, owned by root:
//
//   /dev/null zero full random urandom     work by themselves
//   /dev/tty                               for the shell to interpret, as DeviceKind says
//   /proc/self/fd                          its entries are devices of kind kDescriptor
//   /dev/fd, /dev/stdin stdout stderr      links into it
//
// What is there already stays as it is. ENOSPC, ENOTDIR; EPERM: `/` is a directory of the host.
Status AddDevices(FileSystem& files);

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_DEVICES_H_
