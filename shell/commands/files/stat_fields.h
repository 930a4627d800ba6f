#ifndef PYSUB_SHELL_COMMANDS_FILES_STAT_FIELDS_H_
#define PYSUB_SHELL_COMMANDS_FILES_STAT_FIELDS_H_

#include "pysub/files/file_types.h"
#include "pysub/shell/archive.h"

namespace pysub::shell {

// What a command keeps of a file from one step to the next.
inline void StatFields(Archive& archive, files::Stat& stat) {
  archive(stat.kind, stat.device, stat.device_number, stat.mode, stat.links, stat.dev, stat.ino,
          stat.uid, stat.gid, stat.size, stat.blocks, stat.atime_ns, stat.mtime_ns, stat.ctime_ns);
  if (stat.kind > files::FileKind::kOther || stat.device > files::DeviceKind::kDescriptor) {
    archive.Fail();
    stat = {};
  }
}

// The numbers that Linux gives to devices.
inline uint32_t DeviceMajor(const files::Stat& stat) {
  return stat.device == files::DeviceKind::kTty || stat.device == files::DeviceKind::kDescriptor
             ? 5
             : 1;
}
inline uint32_t DeviceMinor(const files::Stat& stat) {
  switch (stat.device) {
    case files::DeviceKind::kNull: return 3;
    case files::DeviceKind::kZero: return 5;
    case files::DeviceKind::kFull: return 7;
    case files::DeviceKind::kUrandom: return 9;
    case files::DeviceKind::kDescriptor: return stat.device_number;
    default: return 0;
  }
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_STAT_FIELDS_H_
