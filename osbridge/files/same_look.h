#ifndef PYSUB_OSBRIDGE_FILES_SAME_LOOK_H_
#define PYSUB_OSBRIDGE_FILES_SAME_LOOK_H_

#include "pysub/files/file_system.h"

namespace pysub::files {

// One step of a command, in which the host does nothing else with the files: as long as this lives,
// a file of a mount that is looked at again within a millisecond is what it was, unless the file
// system itself changed something (State::LookAt()). Three calls of the system less for each look.
// They may be nested, and must end before `files` does.
class SameLook {
 public:
  explicit SameLook(const FileSystem& files);
  SameLook(const SameLook&) = delete;
  SameLook& operator=(const SameLook&) = delete;
  ~SameLook();

 private:
  const FileSystem& files_;
  const bool outer_;
};

}  // namespace pysub::files

#endif  // PYSUB_OSBRIDGE_FILES_SAME_LOOK_H_
