#include <fmt/format.h>

#include <algorithm>

#include "pysub/files/file_system.h"
#include "shell/commands/simple.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

enum LongOptions { kKilo = kFirstLongOption, kMega, kGiga, kTera, kPeta, kTebi, kPebi, kSi };
constexpr CommandOption kOptions[] = {
    VersionRow('V'),
    {'b', "bytes"},
    {'k', "kibi"},
    {'m', "mebi"},
    {'g', "gibi"},
    {'h', "human"},
    {'l', "lohi"},
    {'t', "total"},
    {'w', "wide"},
    LongRow(kKilo, "kilo"),
    LongRow(kMega, "mega"),
    LongRow(kGiga, "giga"),
    LongRow(kTera, "tera"),
    LongRow(kPeta, "peta"),
    LongRow(kTebi, "tebi"),
    LongRow(kPebi, "pebi"),
    LongRow(kSi, "si"),
    {'v', "committed"},
    {'s', "seconds", OptionArgument::kRequired},
    {'c', "count", OptionArgument::kRequired},
};

// How sizes are shown.
struct Units {
  uint64_t divisor = 1024;
  bool human = false, si = false;
};

uint64_t Kilobytes(std::string_view meminfo, std::string_view name) {
  const size_t at = meminfo.find(std::string(name) + ":");
  if (at == std::string_view::npos) return 0;
  const size_t begin = meminfo.find_first_of("0123456789", at);
  if (begin == std::string_view::npos) return 0;
  const size_t end = std::min(meminfo.find_first_not_of("0123456789", begin), meminfo.size());
  uint64_t number = 0;
  return ReadWhole(meminfo.substr(begin, end - begin), &number) ? number : 0;
}

std::string Shown(const Units& units, uint64_t kilobytes) {
  const uint64_t bytes = kilobytes * 1024;
  if (!units.human) return std::to_string(bytes / units.divisor);
  const double base = units.si ? 1000 : 1024;
  double value = static_cast<double>(bytes);
  if (value < base) return fmt::format("{}B", bytes);
  for (const char letter : {'K', 'M', 'G', 'T', 'P'}) {
    value /= base;
    if (value >= base) continue;
    return value < 10
               ? fmt::format("{:.1f}{}{}", value, letter, units.si ? "" : "i")
               : fmt::format("{}{}{}", static_cast<uint64_t>(value), letter, units.si ? "" : "i");
  }
  return std::to_string(bytes);
}

std::string Row(const Units& units, std::string_view name, std::initializer_list<uint64_t> sizes) {
  std::string row = fmt::format("{:<9}", name);
  size_t i = 0;
  for (uint64_t size : sizes) row += fmt::format("{:>{}}", Shown(units, size), i++ == 0 ? 11 : 12);
  return row + "\n";
}

}  // namespace

// Memory as /proc/meminfo of this shell has it: the total is the shell's limit.
Progress RunFree(CommandIo& io) {
  Units units;
  bool totals = false, wide = false, low = false, committed = false;
  Options options(io, kOptions);
  while (options.Next()) {
    switch (options.id()) {
      case 'b': units.divisor = 1; break;
      case 'k': units.divisor = 1024; break;
      case 'm': units.divisor = 1 << 20; break;
      case 'g': units.divisor = 1 << 30; break;
      case kKilo: units.divisor = 1000; break;
      case kMega: units.divisor = 1'000'000; break;
      case kGiga: units.divisor = 1'000'000'000; break;
      case kTera: units.divisor = 1'000'000'000'000; break;
      case kPeta: units.divisor = 1'000'000'000'000'000; break;
      case kTebi: units.divisor = uint64_t{1} << 40; break;
      case kPebi: units.divisor = uint64_t{1} << 50; break;
      case kSi: units.si = true; break;
      case 'v': committed = true; break;
      case 'h': units.human = true; break;
      case 't': totals = true; break;
      case 'w': wide = true; break;
      case 'l': low = true; break;
      default: io.Error("-s and -c are not supported in this sandbox"); return Progress::Done(1);
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  if (!options.operands().empty()) return ExtraOperand(io, options.operands()[0]);
  if (units.si && units.divisor == 1024) units.divisor = 1000;
  if (units.si && units.divisor == 1 << 20) units.divisor = 1'000'000;
  if (units.si && units.divisor == 1 << 30) units.divisor = 1'000'000'000;
  constexpr uint64_t kSome = 65536;
  files::Result<std::string> text = io.files().ReadFile(CallerOf(io), "/proc/meminfo", 0, kSome);
  if (!text.ok()) {
    io.Error("/proc/meminfo", text.error());
    return Progress::Done(1);
  }
  const uint64_t total = Kilobytes(*text, "MemTotal"), available = Kilobytes(*text, "MemAvailable"),
                 free = Kilobytes(*text, "MemFree"), shared = Kilobytes(*text, "Shmem"),
                 buffers = Kilobytes(*text, "Buffers"),
                 cache = Kilobytes(*text, "Cached") + Kilobytes(*text, "SReclaimable"),
                 used = total - std::min(available, total), swap = Kilobytes(*text, "SwapTotal"),
                 swap_free = Kilobytes(*text, "SwapFree");
  io.Out(
      wide ? "               total        used        free      shared     buffers       cache   "
             "available\n"
           : "               total        used        free      shared  buff/cache   available\n");
  io.Out(wide ? Row(units, "Mem:", {total, used, free, shared, buffers, cache, available})
              : Row(units, "Mem:", {total, used, free, shared, buffers + cache, available}));
  if (low) {
    io.Out(Row(units, "Low:", {total, total - std::min(free, total), free}));
    io.Out(Row(units, "High:", {0, 0, 0}));
  }
  const uint64_t swap_used = swap - std::min(swap_free, swap);
  io.Out(Row(units, "Swap:", {swap, swap_used, swap_free}));
  if (totals) io.Out(Row(units, "Total:", {total + swap, used + swap_used, free + swap_free}));
  // (what is used is what was promised: nothing here is promised and not there)
  if (committed) io.Out(Row(units, "Comm:", {total, used, total - used}));
  return Progress::Done(0);
}

}  // namespace pysub::shell
