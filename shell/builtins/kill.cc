#include <fmt/format.h>

#include <climits>
#include <optional>

#include "shell/builtins/builtins.h"
#include "shell/run/kernel.h"
#include "shell/run/posix.h"
#include "shell/run/process_groups.h"
#include "shell/run/signals.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

// kill -l 9 TERM: the names of numbers, and the other way round.
int TellSignals(Process& process, const std::vector<std::string>& args, size_t at) {
  std::string out;
  int status = 0;
  for (; at < args.size() && process.budget().Tick(1); ++at) {
    int64_t number = 0;
    if (ReadWhole(args[at], &number)) {
      if (number > 128) number -= 128;
      const std::string_view name =
          number >= 0 && number < 32 ? SignalName(static_cast<int>(number)) : std::string_view();
      if (name.empty()) {
        process.BuiltinError(args[at], ": invalid signal specification");
        status = 1;
      } else {
        out += std::string(name) + "\n";
      }
    } else if (int found = SignalNumber(args[at]); found >= 0) {
      out += std::to_string(found) + "\n";
    } else {
      process.BuiltinError(args[at], ": invalid signal specification");
      status = 1;
    }
  }
  process.Write(1, out);
  return status;
}

int ListSignals(Process& process) {
  std::string out;
  const bool posix = InPosixMode(process);
  for (int i = 1; i < 32; ++i)
    out +=
        posix ? fmt::format("{}{}", SignalName(i), i == 31 ? "\n" : " ")
              : fmt::format("{:2}) SIG{}{}", i, SignalName(i), i % 5 == 0 || i == 31 ? "\n" : "\t");
  process.Write(1, out);
  return 0;
}

// The signal in front of the pids, from args[*at] on. Nothing: `result`.
std::optional<int> ReadSignal(Process& process, const std::vector<std::string>& args, size_t* at,
                              BuiltinResult* result) {
  if (*at >= args.size() || !args[*at].starts_with('-') || args[*at] == "--") return kSigTerm;
  std::string text = args[*at].substr(1);
  if (text == "?") {
    *result = UsageError(process, "kill");
    return std::nullopt;
  }
  if (text == "s" || text == "n") {
    if (*at + 1 >= args.size()) {
      process.BuiltinError(args[*at], ": option requires an argument");
      *result = 1;
      return std::nullopt;
    }
    text = args[++*at];
  }
  const int signal = text.starts_with("SIG") && InPosixMode(process) ? -1 : SignalNumber(text);
  if (signal < 0) {
    process.BuiltinError(text, ": invalid signal specification");
    *result = 1;
    return std::nullopt;
  }
  ++*at;
  return signal;
}

// A pid, 0 and -PID (groups), -1 (all but this one). False: there is nobody.
bool Send(Process& process, int pid, int signal) {
  const auto send = [&](Process& to) {
    if (signal != 0) to.Signal(signal);
  };
  if (pid == -1) {
    bool found = false;
    for (const auto& other : process.kernel->processes()) {
      if (other.get() == &process || other->life.ended || !process.budget().Tick(1)) continue;
      found = true;
      send(*other);
    }
    return found;
  }
  if (pid == INT_MIN) return false;  // (it has no positive number)
  if (pid <= 0) return EachOfGroup(process, pid == 0 ? GroupOf(process) : -pid, send);
  Process* target = process.kernel->Find(pid);
  if (target == nullptr || target->life.ended) return false;
  send(*target);
  return true;
}

// One operand. False: its error is told.
bool KillOne(Process& process, const std::string& operand, int signal) {
  int pid = 0;
  if (operand.starts_with('%')) {
    const Job* job = process.jobs.Find(operand);
    if (job == nullptr) {
      process.BuiltinError(operand, ": no such job");
      return false;
    }
    if (job->done && !process.RunsText()) return true;
    pid = job->pids.back();
  } else if (!ReadWhole(operand, &pid)) {
    process.BuiltinError(operand, ": arguments must be process or job IDs");
    return false;
  }
  if (Send(process, pid, signal)) return true;
  process.BuiltinError(fmt::format("({}) - No such process", pid));
  return false;
}

}  // namespace

BuiltinResult BuiltinKill(Process& process, const std::vector<std::string>& args) {
  size_t at = 1;
  if (at < args.size() && (args[at] == "-l" || args[at] == "-L"))
    return at + 1 < args.size() ? TellSignals(process, args, at + 1) : ListSignals(process);
  BuiltinResult refused = 1;
  const std::optional<int> signal = ReadSignal(process, args, &at, &refused);
  if (!signal) return refused;
  if (at < args.size() && args[at] == "--") ++at;
  if (at >= args.size()) return UsageError(process, "kill");
  int status = 0;
  for (; at < args.size() && process.budget().Tick(1); ++at) {
    if (!KillOne(process, args[at], *signal)) status = 1;
    if (process.life.dying != 0) return 0;
  }
  return status;
}

}  // namespace pysub::shell
