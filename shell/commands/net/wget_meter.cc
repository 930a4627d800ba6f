#include "shell/commands/net/wget_meter.h"

#include <fmt/format.h>

#include <algorithm>

#include "lexer/base/civil_date.h"
#include "shell/commands/net/fetch.h"
#include "shell/commands/system/civil_time.h"
#include "shell/time_zone.h"

namespace pysub::shell {
namespace {

constexpr uint64_t kDot = 1024, kDotsOfRow = 50, kDotsOfGroup = 10;
constexpr std::string_view kUnits = " KMGTPE";

// Three digits or so, and how many of them stand behind the point.
int Decimals(double value) { return value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2; }

// A rate below 1024 of the unit at `*unit`.
double Scaled(uint64_t bytes, int64_t ns, size_t* unit) {
  double rate = ns <= 0 ? 0 : static_cast<double>(bytes) * 1e9 / static_cast<double>(ns);
  for (*unit = 0; rate >= 1024 && *unit + 1 < kUnits.size(); ++*unit) rate /= 1024;
  return rate;
}

}  // namespace

std::string WgetMeter::Begin(int64_t now_ns, uint64_t start, std::optional<uint64_t> whole) {
  *this = WgetMeter();
  begun_ns_ = now_ns;
  start_ = start;
  whole_ = whole;
  if (start == 0) return "";
  // Rows that are there already are passed over, dots of this row are commas.
  dots_ = start / kDot;
  left_ = start % kDot;
  const uint64_t skipped = dots_ / kDotsOfRow * kDotsOfRow;
  std::string out;
  if (skipped > 0) out += fmt::format("\n{:8}[ skipping {}K ]", "", skipped);
  out += fmt::format("\n{:6}K", skipped);
  for (uint64_t i = 0; i < dots_ - skipped; ++i) out += i % kDotsOfGroup == 0 ? " ," : ",";
  return out;
}

void WgetMeter::Fields(Archive& archive) {
  archive(begun_ns_, start_, bytes_, whole_, dots_, left_);
  KeepTime(archive, &begun_ns_);
  if (left_ >= kDot) archive.Fail();  // (as many dots would be written at once)
}

std::string WgetMeter::RowStats(int64_t now_ns, bool is_last) const {
  std::string out;
  const uint64_t shown = is_last ? start_ + bytes_ : dots_ * kDot;
  if (whole_ && *whole_ > 0)
    out += fmt::format("{:3}%", std::min<uint64_t>(shown, *whole_) * 100 / *whole_);
  size_t unit = 0;
  const double rate = Scaled(bytes_, spent_ns(now_ns), &unit);
  out += fmt::format(" {:4.{}f}{}", rate, Decimals(rate), kUnits[unit]);
  if (is_last) return out + fmt::format("={}s", WgetSeconds(spent_ns(now_ns)));
  if (whole_ && bytes_ > 0) {
    const double left = static_cast<double>(*whole_ - std::min(*whole_, start_ + bytes_));
    const double seconds =
        left * static_cast<double>(spent_ns(now_ns)) / 1e9 / static_cast<double>(bytes_);
    out += fmt::format(" {}s", static_cast<uint64_t>(std::min(seconds, 1e9)));
  }
  return out;
}

std::string WgetMeter::Add(int64_t now_ns, uint64_t bytes) {
  std::string out;
  bytes_ += bytes;
  left_ += bytes;
  for (; left_ >= kDot; left_ -= kDot) {
    const uint64_t in_row = dots_ % kDotsOfRow;
    if (in_row == 0) out += fmt::format("\n{:6}K", dots_);
    if (in_row % kDotsOfGroup == 0) out += ' ';
    out += '.';
    ++dots_;
    if (in_row + 1 == kDotsOfRow) out += RowStats(now_ns, false);
  }
  return out;
}

std::string WgetMeter::End(int64_t now_ns) {
  std::string out;
  const uint64_t in_row = dots_ % kDotsOfRow;
  if (in_row == 0) out += fmt::format("\n{:6}K", dots_);
  for (uint64_t i = in_row; i < kDotsOfRow; ++i) out += i % kDotsOfGroup == 0 ? "  " : " ";
  return out + RowStats(now_ns, true) + "\n\n";
}

std::string WgetTime(const CommandIo& io, int64_t seconds) {
  seconds += ZoneOf(io).At(seconds).east_seconds;
  const int64_t days = seconds / 86400, rest = seconds % 86400;
  const CivilDate date = DateFromDays(days);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", date.year, date.month, date.day,
                     rest / 3600, rest / 60 % 60, rest % 60);
}

std::string WgetShortSize(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{}", bytes);
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return fmt::format("{:.{}f}{}", value, value >= 9.95 ? 0 : 1, kUnits[unit]);
}

std::string WgetSize(uint64_t bytes) {
  const std::string plain = fmt::format("{}", bytes);
  return bytes < 1024 ? plain : fmt::format("{} ({})", plain, WgetShortSize(bytes));
}

std::string WgetRate(uint64_t bytes, int64_t ns) {
  size_t unit = 0;
  const double rate = Scaled(bytes, ns, &unit);
  return fmt::format("{:.{}f} {}B/s", rate, Decimals(rate),
                     unit == 0 ? "" : std::string(kUnits.substr(unit, 1)));
}

std::string WgetSeconds(int64_t ns) {
  const double seconds = static_cast<double>(std::max<int64_t>(ns, 0)) / 1e9;
  if (seconds < 0.001) return "0";
  return fmt::format("{:.{}g}", seconds, seconds < 10 ? 2 : 3);
}

}  // namespace pysub::shell
