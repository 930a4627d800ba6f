#ifndef PYSUB_SHELL_COMMANDS_NET_WGET_METER_H_
#define PYSUB_SHELL_COMMANDS_NET_WGET_METER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "pysub/shell/command.h"

namespace pysub::shell {

// wget's progress in dots: a dot is a kilobyte, a row fifty of them.
class WgetMeter {
 public:
  // `start`: bytes that are there already; `whole`: of the file, if it is known.
  // Each answers what is written behind what was written before.
  std::string Begin(int64_t now_ns, uint64_t start, std::optional<uint64_t> whole);
  std::string Add(int64_t now_ns, uint64_t bytes);
  std::string End(int64_t now_ns);
  uint64_t bytes() const { return bytes_; }  // without those that were there
  std::optional<uint64_t> whole() const { return whole_; }
  int64_t spent_ns(int64_t now_ns) const { return now_ns - begun_ns_; }
  void Fields(Archive& archive);

 private:
  std::string RowStats(int64_t now_ns, bool is_last) const;

  int64_t begun_ns_ = 0;
  uint64_t start_ = 0, bytes_ = 0;
  std::optional<uint64_t> whole_;
  uint64_t dots_ = 0;  // in all
  uint64_t left_ = 0;  // bytes that are no dot yet
};

// "2026-11-28 09:53:42", in the zone of the script.
std::string WgetTime(const CommandIo& io, int64_t seconds);
// "2048 (2.0K)".
std::string WgetSize(uint64_t bytes);
// "2.0K".
std::string WgetShortSize(uint64_t bytes);
// "1.07 MB/s".
std::string WgetRate(uint64_t bytes, int64_t ns);
// "0.05".
std::string WgetSeconds(int64_t ns);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_NET_WGET_METER_H_
