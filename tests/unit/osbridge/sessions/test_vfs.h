#ifndef PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_TEST_VFS_H_
#define PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_TEST_VFS_H_

#include <cstdint>

// A file system for SQLite over the real one, with a clock that tests set and with faults: the n-th
// write, sync, truncation or removal of a file kills the process, or finds no room.
namespace pysub::sessions {

struct TestVfs {
  enum class Fault : uint8_t {
    kNone,
    kKill,      // SIGKILL before it is done
    kTear,      // of a write the first half is done, then SIGKILL
    kKillLate,  // SIGKILL behind it
    kFull,      // no room, from then on until the fault is taken away
    kFailOnce,  // an error of the disk, once
  };
  static constexpr const char* kName = "pysub_test";

  int64_t now_ms = 0;  // 0: the real clock
  Fault fault = Fault::kNone;
  int64_t at = 0;    // the number of the operation, from 1
  int64_t done = 0;  // operations so far

  // Registered with SQLite when it is asked for first.
  static TestVfs& Get();
};

}  // namespace pysub::sessions

#endif  // PYSUB_TESTS_UNIT_OSBRIDGE_SESSIONS_TEST_VFS_H_
