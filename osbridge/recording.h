#ifndef PYSUB_OSBRIDGE_RECORDING_H_
#define PYSUB_OSBRIDGE_RECORDING_H_

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/sandbox.h"
#include "vm/host/request.h"
#include "vm/snapshot/format.h"

// What a host does to a sandbox, as bytes. Not installed.
//
//   magic "PYRC", version
//   permissions, conversion limits, what is left of the standard input
//   a snapshot of where it began
//   the events
//   checksum of all that
namespace pysub {

inline constexpr std::string_view kRecordingMagic = "PYRC";
inline constexpr uint8_t kRecordingVersion = 2;

// A stop, for comparing: all of it is in the digest, and as much as a person wants to read in the
// text.
struct StopRecord {
  uint8_t kind = 0;  // index in Stop
  LimitKind limit = LimitKind::kMemory;
  uint64_t digest = 0;  // with all output so far
  uint64_t steps = 0;   // used up to here
  std::string text;     // "FunctionCall 3: fetch('a')"

  // Whether the machine or the host decided that the run ends here, not the program.
  bool IsByChance() const;
};
StopRecord RecordOf(const Stop& stop, uint64_t output_hash, uint64_t steps);

// FNV-1a, which does not depend on the pieces in which output comes.
inline constexpr uint64_t kNoOutputHash = 0xCBF29CE484222325u;
inline uint64_t HashOutput(uint64_t hash, int stream, std::string_view bytes) {
  for (char byte : bytes)
    hash = (hash ^ (static_cast<uint8_t>(byte) | stream << 8)) * 0x100000001B3u;
  return hash;
}

// Something that came from outside, or the end of a run. Which fields count depends on the kind.
struct RecordedEvent {
  enum class Kind : uint8_t {
    kRun,     // fuel, stop
    kAnswer,  // id, reply
    kFeed,    // text: the source; program
    kCall,    // values: function, tuple of arguments, dict of keywords
    kSet,     // text: the name; values: what it is set to
    kGet,     // text: the name. (What comes out may be a new handle.)
    kReleaseHandles,
    kCollect,   // Snapshot() and Fork() do
    kOsAnswer,  // in the run that follows: what an OsCall was answered at once. os_call; error;
                // values: the answer
  };
  Kind kind = Kind::kCollect;
  uint64_t fuel = 0;  // kUnlimited for Run()
  StopRecord stop;
  CallId id;
  Reply reply;
  OsCallId os_call = OsCallId::kReadLine;
  int error = 0;  // an errno; 0: there is an answer
  std::string text;
  ProgramOptions program;
  std::vector<HostValue> values;
};

void WriteEvent(const RecordedEvent& event, ByteWriter& to);
// Reads what may be anything; from.ok() says whether it was an event.
RecordedEvent ReadEvent(ByteReader& from);
// "answer 1: 41"
std::string DescribeEvent(const RecordedEvent& event);

// What a sandbox writes down while it records. When it is full the run goes on without it, and
// Finish() says so: a recording that lacks its end is worth nothing, a run is.
class Recorder {
 public:
  Recorder(std::string header, uint64_t max_bytes)
      : max_bytes_(max_bytes), bytes_(std::move(header)) {}

  void Add(const RecordedEvent& event);
  // kResourceExhausted: there was more than max_bytes.
  absl::StatusOr<std::string> Finish();

 private:
  uint64_t max_bytes_;
  std::string bytes_;
  bool full_ = false;
};

}  // namespace pysub

#endif  // PYSUB_OSBRIDGE_RECORDING_H_
