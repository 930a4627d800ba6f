#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pysub/files/file_system.h"
#include "shell/commands/archive/unzip.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

using Info = UnzipOptions::Info;
using Mode = UnzipOptions::Mode;

// "Defl:N" of -v, "defN" of zipinfo; the letter tells how hard it was tried.
constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kMethods = {{
    {"Stored", "stor"},
    {"Shrunk", "shrk"},
    {"Reduce1", "re:1"},
    {"Reduce2", "re:2"},
    {"Reduce3", "re:3"},
    {"Reduce4", "re:4"},
    {"Implode", "i4:2"},
    {"Token", "tokn"},
    {"Defl:", "def"},
    {"Def64:", "d64"},
    {"ImplDCL", "dcli"},
    {"", ""},
    {"BZip2", "bzp2"},
    {"", ""},
    {"LZMA", "lzma"},
    {"", ""},
    {"", ""},
    {"", ""},
    {"IBMTerse", "ters"},
    {"IBMLZ77", "lz77"},
}};

std::string MethodName(const ZipEntry& entry, bool info) {
  constexpr std::string_view kEffort = "NXFS";
  const uint16_t method = entry.method;
  const std::string_view name =
      method < kMethods.size() ? info ? kMethods[method].second : kMethods[method].first : "";
  if (name.empty()) return fmt::format("{}{:03}", info ? "u" : "Unk:", method);
  const bool deflated = method == 8 || method == 9;
  return std::string(name) + (deflated ? std::string(1, kEffort[entry.flags >> 1 & 3]) : "");
}

// Saved, in tenths of a percent.
int64_t Ratio(uint64_t size, uint64_t compressed) {
  if (size == 0) return 0;
  const auto large = static_cast<__int128>(size), small = static_cast<__int128>(compressed);
  const __int128 half = large / 2;
  return static_cast<int64_t>((1000 * (large - small) + (large >= small ? half : -half)) / large);
}

std::string Percent(uint64_t size, uint64_t compressed) {
  const int64_t ratio = Ratio(size, compressed);
  return fmt::format("{:>4}",
                     fmt::format("{}{}%", ratio < 0 ? "-" : "", (std::abs(ratio) + 5) / 10));
}

// Without the twelve bytes that encryption takes.
uint64_t CompressedSize(const ZipEntry& entry) {
  const bool encrypted = (entry.flags & ZipEntry::kEncrypted) != 0;
  return entry.compressed - (encrypted ? std::min<uint64_t>(entry.compressed, 12) : 0);
}

// "-rw-r--r--", and what of it DOS knows.
std::string Permissions(const ZipEntry& entry) {
  if (entry.host() == ZipEntry::kUnix) {
    const uint32_t mode = entry.unix_mode();
    std::string text = ModeText(mode);
    if ((mode & 0170000) == 0) text[0] = '?';
    return text;
  }
  const uint32_t bits = entry.external;
  const bool directory = (bits & 16) != 0;
  std::string text = "-r-----   ";
  if (directory) text[0] = 'd';
  if ((bits & 1) == 0) text[2] = 'w';
  if (directory) text[3] = 'x';
  if ((bits & 32) != 0) text[4] = 'a';
  if ((bits & 2) != 0) text[5] = 'h';
  if ((bits & 4) != 0) text[6] = 's';
  return text;
}

std::string_view HostName(uint8_t host) {
  constexpr std::string_view kHosts[] = {"fat", "ami", "vms", "unx", "cms", "atr", "hpf",
                                         "mac", "zzz", "cpm", "t20", "ntf", "qds", "aco",
                                         "vft", "mvs", "be ", "nsk", "ths", "osx"};
  return host < std::size(kHosts) ? kHosts[host] : "???";
}

}  // namespace

void Unzip::InfoHeader(CommandIo& io) {
  if (options_.info_header) {
    io.Out(fmt::format("Archive:  {}\nZip file size: {} bytes, number of entries: {}\n", archive_,
                       source_.size(), directory_.entries));
  }
  if (options_.info_comment && !directory_.comment.empty()) io.Out(directory_.comment + "\n");
}

void Unzip::ListHeader(CommandIo& io) {
  if (options_.info != Info::kNone) return;
  if (options_.quiet > 1 || options_.mode == Mode::kTouch) return;
  io.Out(options_.mode == Mode::kVerbose
             ? " Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n"
               "--------  ------  ------- ---- ---------- ----- --------  ----\n"
             : "  Length      Date    Time    Name\n"
               "---------  ---------- -----   ----\n");
}

void Unzip::InfoEntry(CommandIo& io, const ZipEntry& entry) {
  const std::string name = ShownZipName(entry.name);
  if (options_.info == Info::kNames) return io.Out(name + "\n");
  const int64_t seconds = ZipTimeOf(entry, ZoneOf(io));
  const bool streamed = (entry.flags & ZipEntry::kHasDescriptor) != 0;
  const bool encrypted = (entry.flags & ZipEntry::kEncrypted) != 0;
  char kind = (entry.internal & 1) != 0 ? 't' : 'b';
  if (encrypted) kind = kind == 't' ? 'T' : 'B';
  const char extras = entry.local_extra ? streamed ? 'X' : 'x' : streamed ? 'l' : '-';
  std::string middle;
  if (options_.info == Info::kMedium) middle = Percent(entry.size, CompressedSize(entry));
  if (options_.info == Info::kLong) middle = fmt::format("{:>9}", CompressedSize(entry));
  const int version = entry.version_made & 255;
  io.Out(fmt::format(
      "{} {:>2}.{} {} {:>8} {}{}{} {} {} {}\n", Permissions(entry), version / 10, version % 10,
      HostName(entry.host()), entry.size, kind, extras, middle, MethodName(entry, true),
      FormatTime(options_.info_times ? "%Y%m%d.%H%M%S" : "%y-%b-%d %H:%M", seconds, 0, ZoneOf(io)),
      name));
}

void Unzip::ListEntry(CommandIo& io, const ZipEntry& entry) {
  const std::string when =
      FormatTime("%Y-%m-%d %H:%M", ZipTimeOf(entry, ZoneOf(io)), 0, ZoneOf(io));
  const std::string name = ShownZipName(entry.name);
  if (options_.mode == Mode::kVerbose) {
    io.Out(fmt::format("{:>8}  {:<7}{:>8} {} {} {:08x}  {}\n", entry.size, MethodName(entry, false),
                       CompressedSize(entry), Percent(entry.size, CompressedSize(entry)), when,
                       entry.crc, name));
  } else {
    io.Out(fmt::format("{:>9}  {}   {}\n", entry.size, when, name));
  }
}

std::optional<Progress> Unzip::List(CommandIo& io) {
  ZipEntry entry;
  if (!NextEntry(io, &entry)) return EndList(io);
  if (!IsWanted(io, entry.name)) return std::nullopt;
  ++listed_;
  listed_size_ += entry.size;
  listed_compressed_ += CompressedSize(entry);
  if (options_.info != Info::kNone) {
    if (options_.info != Info::kNothing) InfoEntry(io, entry);
  } else if (options_.mode == Mode::kTouch) {
    if (!entry.is_directory()) newest_ = std::max(newest_, ZipTimeOf(entry, ZoneOf(io)));
  } else {
    ListEntry(io, entry);
  }
  (void)io.Tick(512);
  return std::nullopt;
}

Progress Unzip::TouchArchive(CommandIo& io) {
  if (listed_ == 0 || newest_ == INT64_MIN) return Progress::Done(status_);
  const int64_t ns = newest_ * kNsPerSecond;
  files::Status set = io.files().SetTimes(CallerOf(io), archive_, ns, ns);
  if (!set.ok()) {
    Tell(io, "warning:  cannot set the time for " + archive_ + "\n          " +
                 std::string(ErrnoText(set.error())) + "\n");
    return Progress::Done(1);
  }
  if (options_.quiet == 0) io.Out("Updated time stamp for " + archive_ + ".\n");
  return Progress::Done(status_);
}

Progress Unzip::EndList(CommandIo& io) {
  const bool info = options_.info != Info::kNone;
  // At an end of the file within a header nobody adds up.
  if (status_ == 51) return Progress::Done(status_);
  if (options_.mode == Mode::kTouch && !info) return TouchArchive(io);
  const bool fine = status_ <= 1;
  const std::string_view plural = listed_ == 1 ? "" : "s";
  if (info && fine && options_.info_totals) {
    const int64_t ratio = Ratio(listed_size_, listed_compressed_);
    io.Out(fmt::format("{} file{}, {} bytes uncompressed, {} bytes compressed:  {}{}.{}%\n",
                       listed_, plural, listed_size_, listed_compressed_, ratio < 0 ? "-" : "",
                       std::abs(ratio) / 10, std::abs(ratio) % 10));
  }
  if (info) {
    for (size_t i = 0; i < options_.names.size() && io.account().Tick(64); ++i) {
      if (i >= found_.size() || !found_[i])
        Tell(io, "caution: filename not matched:  " + options_.names[i] + "\n");
    }
  } else if (options_.quiet < 2 && fine) {
    io.Out(options_.mode == Mode::kVerbose
               ? fmt::format("--------          -------  ---                            -------\n"
                             "{:>8}         {:>8} {}                            {} file{}\n",
                             listed_size_, listed_compressed_,
                             Percent(listed_size_, listed_compressed_), listed_, plural)
               : fmt::format("---------                     -------\n"
                             "{:>9}                     {} file{}\n",
                             listed_size_, listed_, plural));
  }
  if (listed_ == 0 && fine) Raise(11);
  return Progress::Done(std::max(status_, opened_status_));
}

}  // namespace pysub::shell
