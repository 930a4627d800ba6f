#ifndef PYSUB_SHELL_AGENT_CALL_NOTES_H_
#define PYSUB_SHELL_AGENT_CALL_NOTES_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "shell/agent/call.h"

namespace pysub::agent {

// What is kept of a call of a tool when it has ended.
struct CallNote {
  std::string_view tool;
  std::string_view end = "ok";  // or error, waits (for an approval), cancelled
  std::string run;              // of a run: how it ended, or the limit that ended it; empty: none
  std::string session, trace;   // empty: none
  std::chrono::nanoseconds duration{0};  // its time in the queue included
};

// Of a call that was not cancelled: end and run of its result.
void DescribeEnd(const CallResult& result, CallNote* note);

// A line of JSON. `tenant` may be empty.
std::string CallLogLine(const CallNote& note, std::string_view tenant);

// Counts of calls since the server began, for Prometheus. Thread-safe. What it counts by are names
// of a few tables, so it does not grow with what clients say.
class CallCounts {
 public:
  // How long calls took: how many up to each bound, in seconds, and how many in all.
  struct Times {
    static constexpr std::array<double, 9> kBounds = {0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30, 120};
    std::array<uint64_t, kBounds.size()> up_to{};
    uint64_t count = 0;
    double seconds = 0;
  };
  struct Values {
    std::map<std::pair<std::string, std::string>, uint64_t> calls;  // by tool and end
    std::map<std::string, uint64_t> runs;                           // by how they ended
    std::map<std::string, Times> times;                             // by tool
  };

  void Add(const CallNote& note);
  Values values() const;

 private:
  mutable std::mutex mutex_;
  Values values_;  // guarded by mutex_
};

}  // namespace pysub::agent

#endif  // PYSUB_SHELL_AGENT_CALL_NOTES_H_
