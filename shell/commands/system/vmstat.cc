#include <fmt/format.h>

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr CommandOption kOptions[] = {
    HelpRow('h'),
    VersionRow('V'),
    {'a', "active"},
    {'f', "forks"},
    {'m', "slabs"},
    {'n', "one-header"},
    {'s', "stats"},
    {'d', "disk"},
    {'D', "disk-sum"},
    {'p', "partition", OptionArgument::kRequired},
    {'S', "unit", OptionArgument::kRequired},
    {'w', "wide"},
    {'t', "timestamp"},
    {'y', "no-first"},
};

// The number behind a name at the begin of a line.
uint64_t NumberOf(std::string_view text, std::string_view name) {
  size_t at = text.starts_with(name) ? 0 : text.find("\n" + std::string(name));
  if (at == std::string_view::npos) return 0;
  at = text.find_first_of("0123456789", at + 1 + name.size());
  if (at == std::string_view::npos) return 0;
  const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
  uint64_t number = 0;
  return ReadWhole(text.substr(at, end - at), &number) ? number : 0;
}

// What vmstat shows of this machine. Nothing is swapped, read from a disk or interrupted here, and
// nobody counts times of processors: these columns are 0, and a processor that did nothing else was
// idle.
struct Numbers {
  uint64_t total = 0, free = 0, buffers = 0, cache = 0, active = 0, inactive = 0, swap = 0,
           swap_free = 0;
  uint64_t running = 0, blocked = 0, began = 0, forks = 0;
};

bool Read(CommandIo& io, Numbers* numbers) {
  std::string texts[2];
  constexpr std::string_view kFiles[] = {"/proc/meminfo", "/proc/stat"};
  for (size_t i = 0; i < std::size(kFiles); ++i) {
    constexpr uint64_t kSome = 65536;
    files::Result<std::string> text = io.files().ReadFile(CallerOf(io), kFiles[i], 0, kSome);
    if (!text.ok()) {
      io.Error(kFiles[i], text.error());
      return false;
    }
    texts[i] = std::move(*text);
  }
  const std::string_view memory = texts[0], stat = texts[1];
  numbers->total = NumberOf(memory, "MemTotal:");
  numbers->free = NumberOf(memory, "MemFree:");
  numbers->buffers = NumberOf(memory, "Buffers:");
  numbers->cache = NumberOf(memory, "Cached:") + NumberOf(memory, "SReclaimable:");
  numbers->active = NumberOf(memory, "Active:");
  numbers->inactive = NumberOf(memory, "Inactive:");
  numbers->swap = NumberOf(memory, "SwapTotal:");
  numbers->swap_free = NumberOf(memory, "SwapFree:");
  numbers->running = NumberOf(stat, "procs_running");
  numbers->blocked = NumberOf(stat, "procs_blocked");
  numbers->began = NumberOf(stat, "btime");
  numbers->forks = NumberOf(stat, "processes");
  return true;
}

// -S: what sizes are divided by.
std::optional<uint64_t> DivisorOf(std::string_view unit) {
  if (unit == "k") return 1000;
  if (unit == "K") return 1024;
  if (unit == "m") return 1'000'000;
  if (unit == "M") return 1 << 20;
  return std::nullopt;
}

std::string SumsText(const Numbers& numbers, std::string_view unit, uint64_t divisor) {
  std::string text;
  const auto size = [&](uint64_t kilobytes, std::string_view what) {
    text += fmt::format("{:13} {} {}\n", kilobytes * 1024 / divisor, unit, what);
  };
  const auto count = [&](uint64_t number, std::string_view what) {
    text += fmt::format("{:13} {}\n", number, what);
  };
  const uint64_t cached = numbers.buffers + numbers.cache;
  size(numbers.total, "total memory");
  size(numbers.total - std::min(numbers.total, numbers.free + cached), "used memory");
  size(numbers.active, "active memory");
  size(numbers.inactive, "inactive memory");
  size(numbers.free, "free memory");
  size(numbers.buffers, "buffer memory");
  size(numbers.cache, "swap cache");
  size(numbers.swap, "total swap");
  size(numbers.swap - std::min(numbers.swap, numbers.swap_free), "used swap");
  size(numbers.swap_free, "free swap");
  for (const std::string_view what :
       {"non-nice user cpu ticks", "nice user cpu ticks", "system cpu ticks", "idle cpu ticks",
        "IO-wait cpu ticks", "IRQ cpu ticks", "softirq cpu ticks", "stolen cpu ticks",
        "non-nice guest cpu ticks", "nice guest cpu ticks", "K paged in", "K paged out",
        "pages swapped in", "pages swapped out", "interrupts", "CPU context switches"})
    count(0, what);
  count(numbers.began, "boot time");
  count(numbers.forks, "forks");
  return text;
}

// A table of one line, and one more each `delay` seconds.
class Vmstat : public Command {
 public:
  Progress Step(CommandIo& io) override;
  void Fields(Archive& archive) override { archive(shown_, next_ns_); }

 private:
  struct Choice {
    bool active = false, wide = false, stamp = false, one_head = false, sums = false, forks = false,
         skips_first = false;
    std::string_view unit = "K";
    uint64_t divisor = 1024, delay = 0, count = 1;
  };
  std::optional<int> Read(CommandIo& io, Choice* choice);
  static void Head(CommandIo& io, const Choice& choice);
  static void Row(CommandIo& io, const Choice& choice, const Numbers& numbers);

  uint64_t shown_ = 0;    // lines
  int64_t next_ns_ = -1;  // when the next one is due; none yet
};

std::optional<int> Vmstat::Read(CommandIo& io, Choice* choice) {
  Options options(io, kOptions);
  while (options.Next()) {
    switch (options.id()) {
      case 'a': choice->active = true; break;
      case 'f': choice->forks = true; break;
      case 's': choice->sums = true; break;
      case 'n': choice->one_head = true; break;
      case 'w': choice->wide = true; break;
      case 't': choice->stamp = true; break;
      case 'y': choice->skips_first = true; break;
      case 'S': {
        const std::optional<uint64_t> divisor = DivisorOf(options.value().substr(0, 1));
        if (!divisor) {
          io.Error("-S requires k, K, m or M (default is KiB)");
          return 1;
        }
        choice->unit = options.value().substr(0, 1);
        choice->divisor = *divisor;
        break;
      }
      default:
        io.Error(
            "-m, -d, -D and -p are not supported in this sandbox, which has neither disks nor "
            "a kernel's caches");
        return 1;
    }
  }
  if (options.status()) return options.status();
  const std::vector<std::string>& words = options.operands();
  if (words.size() > 2) {
    io.Write(2, UsageOf(io));
    return 1;
  }
  for (size_t i = 0; i < words.size(); ++i) {
    const std::optional<uint64_t> number = ParseCount(words[i]);
    if (!number) {
      io.Error("failed to parse argument: '" + words[i] + "'");
      return 1;
    }
    if (i == 0 && *number == 0) {
      io.Error("delay must be positive integer");
      return 1;
    }
    (i == 0 ? choice->delay : choice->count) = *number;
  }
  if (words.size() == 1) choice->count = UINT64_MAX;
  return std::nullopt;
}

void Vmstat::Head(CommandIo& io, const Choice& choice) {
  std::string first =
      choice.wide
          ? "--procs-- -----------------------memory---------------------- ---swap-- -----io---- "
            "-system-- ----------cpu----------"
          : "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----";
  std::string second =
      choice.wide ? fmt::format(
                        "   r    b         swpd         free {:>12} {:>12}   si   so    bi    bo   "
                        "in   cs  us  sy  id  wa  st  gu",
                        choice.active ? "inact" : "buff", choice.active ? "active" : "cache")
                  : fmt::format(
                        " r  b   swpd   free {:>6} {:>6}   si   so    bi    bo   in   cs us sy id "
                        "wa st",
                        choice.active ? "inact" : "buff", choice.active ? "active" : "cache");
  if (choice.stamp) {
    first += " -----timestamp-----";
    second +=
        fmt::format(" {:>19}", FormatTime("%Z", io.RealTimeNs() / kNsPerSecond, 0, ZoneOf(io)));
  }
  io.Out(first + "\n" + second + "\n");
}

void Vmstat::Row(CommandIo& io, const Choice& choice, const Numbers& numbers) {
  const auto size = [&](uint64_t kilobytes) { return kilobytes * 1024 / choice.divisor; };
  const uint64_t swapped = numbers.swap - std::min(numbers.swap, numbers.swap_free);
  const uint64_t third = choice.active ? numbers.inactive : numbers.buffers,
                 fourth = choice.active ? numbers.active : numbers.cache;
  std::string row =
      choice.wide
          ? fmt::format(
                "{:4} {:4} {:12} {:12} {:12} {:12} {:4} {:4} {:5} {:5} {:4} {:4} {:3} {:3} "
                "{:3} {:3} {:3} {:3}",
                numbers.running, numbers.blocked, size(swapped), size(numbers.free), size(third),
                size(fourth), 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0)
          : fmt::format(
                "{:2} {:2} {:6} {:6} {:6} {:6} {:4} {:4} {:5} {:5} {:4} {:4} {:2} {:2} {:2} "
                "{:2} {:2}",
                numbers.running, numbers.blocked, size(swapped), size(numbers.free), size(third),
                size(fourth), 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0);
  if (choice.stamp) {
    row += FormatTime(" %Y-%m-%d %H:%M:%S", io.RealTimeNs() / kNsPerSecond, 0, ZoneOf(io));
  }
  io.Out(row + "\n");
}

Progress Vmstat::Step(CommandIo& io) {
  Choice choice;
  if (const std::optional<int> status = Read(io, &choice)) return Progress::Done(*status);
  const int64_t now = io.MonotonicNs();
  if (next_ns_ >= 0 && now < next_ns_) {
    io.WakeAt(next_ns_);
    return Progress::Wait();
  }
  Numbers numbers;
  if (!pysub::shell::Read(io, &numbers)) return Progress::Done(1);
  if (choice.forks) {
    io.Out(fmt::format("{:13} forks\n", numbers.forks));
    return Progress::Done(0);
  }
  if (choice.sums) {
    io.Out(SumsText(numbers, choice.unit, choice.divisor));
    return Progress::Done(0);
  }
  constexpr uint64_t kScreen = 22;  // lines, after which the head stands there anew
  if (shown_ == 0 || (!choice.one_head && shown_ % kScreen == 0)) Head(io, choice);
  // (-y passes by the averages since the machine began)
  if (!(choice.skips_first && shown_ == 0 && choice.delay > 0)) Row(io, choice, numbers);
  ++shown_;
  const uint64_t lines = shown_ - (choice.skips_first && choice.delay > 0 ? 1 : 0);
  if (lines >= choice.count) return Progress::Done(0);
  constexpr uint64_t kLongest = 1'000'000'000;  // seconds, that nothing passes what a clock has
  next_ns_ = now + static_cast<int64_t>(std::min(choice.delay, kLongest)) * kNsPerSecond;
  io.WakeAt(next_ns_);
  return Progress::Wait();
}

}  // namespace

std::unique_ptr<Command> MakeVmstat() { return Make<Vmstat>(); }

}  // namespace pysub::shell
