#include <cmath>
#include <cstdlib>

#include "pysub/shell/command.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/duration.h"

namespace pysub::shell {

std::optional<int64_t> ParseDuration(std::string_view text) {
  // strtod() alone would take hexadecimal digits, too, as sleep really does; nobody writes them.
  std::string number(text.substr(0, 64));
  char* end = nullptr;
  double value = std::strtod(number.c_str(), &end);
  std::string_view unit =
      std::string_view(number).substr(static_cast<size_t>(end - number.c_str()));
  if (end == number.c_str() || text.size() > 63 || unit.size() > 1 || !(value >= 0))
    return std::nullopt;
  if (unit == "m")
    value *= 60;
  else if (unit == "h")
    value *= 3600;
  else if (unit == "d")
    value *= 86400;
  else if (!unit.empty() && unit != "s")
    return std::nullopt;
  value = std::ceil(value * 1e9);
  return value >= 9.2e18 ? INT64_MAX : static_cast<int64_t>(value);
}

namespace {

// sleep NUMBER[smhd]...
class Sleep : public Command {
 public:
  Progress Step(CommandIo& io) override {
    if (end_ns_ < 0) {
      Options options(io, {}, Options::kStopAtOperand);
      (void)options.Next();
      if (options.status()) return Progress::Done(*options.status());
      std::vector<std::string> words = options.operands();
      if (words.empty()) return MissingOperand(io);
      int64_t total = 0;
      bool bad = false;
      for (const std::string& word : words) {
        std::optional<int64_t> duration = ParseDuration(word);
        if (!duration) io.Error("invalid time interval " + QuoteWord(word));
        bad |= !duration;
        if (__builtin_add_overflow(total, duration.value_or(0), &total)) total = INT64_MAX;
      }
      if (bad) return TryHelp(io);
      if (__builtin_add_overflow(io.MonotonicNs(), total, &end_ns_)) end_ns_ = INT64_MAX;
    }
    if (io.MonotonicNs() >= end_ns_) return Progress::Done(0);
    io.WakeAt(end_ns_);
    return Progress::Wait();
  }
  void Fields(Archive& archive) override { archive(end_ns_); }

 private:
  int64_t end_ns_ = -1;
};

}  // namespace

std::unique_ptr<Command> MakeSleep() { return Make<Sleep>(); }

}  // namespace pysub::shell
