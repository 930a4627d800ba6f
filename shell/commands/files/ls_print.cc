#include <algorithm>

#include "shell/commands/files/file_mode.h"
#include "shell/commands/files/ls.h"
#include "shell/commands/quoting.h"
#include "shell/commands/system/civil_time.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

using Layout = LsStyle::Layout;

constexpr size_t kLeastColumn = 3;

std::string Right(std::string text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}
std::string Left(std::string text, size_t width) {
  size_t shown = DisplayWidth(text);
  return shown < width ? text + std::string(width - shown, ' ') : text;
}

void Grow(uint32_t* width, size_t size) { *width = std::max(*width, static_cast<uint32_t>(size)); }

std::string OwnerText(const LsStyle& style, uint32_t uid) {
  return style.numeric ? std::to_string(uid) : UserName(uid);
}
std::string GroupText(const LsStyle& style, uint32_t gid) {
  return style.numeric ? std::to_string(gid) : GroupName(gid);
}

char Indicator(const LsStyle& style, const files::Stat& stat) {
  if (style.indicators == LsStyle::Indicators::kNone) return 0;
  if (stat.IsDirectory()) return '/';
  if (style.indicators == LsStyle::Indicators::kSlash) return 0;
  switch (stat.kind) {
    case files::FileKind::kSymlink: return '@';
    case files::FileKind::kFifo: return '|';
    case files::FileKind::kOther: return '=';
    case files::FileKind::kFile:
      return style.indicators == LsStyle::Indicators::kClassify && (stat.mode & 0111) != 0 ? '*'
                                                                                           : 0;
    default: return 0;
  }
}

bool IsDevice(const LsEntry& entry) { return entry.stat.kind == files::FileKind::kDevice; }

}  // namespace

std::string LsQuote(const LsStyle& style, std::string_view name) {
  switch (style.quoting) {
    case LsStyle::Quoting::kLiteral: return std::string(name);
    case LsStyle::Quoting::kQuestionMarks: {
      std::string text;
      while (!name.empty()) {
        size_t length = PrintableLength(name);
        text += length == 0 ? "?" : name.substr(0, length);
        name.remove_prefix(std::max<size_t>(length, 1));
      }
      return text;
    }
    case LsStyle::Quoting::kEscape: return EscapeName(name);
    case LsStyle::Quoting::kC: return QuoteC(name);
    case LsStyle::Quoting::kShell: return QuoteFileIfNeeded(name, false);
    case LsStyle::Quoting::kShellAlways: return QuoteFile(name);
    case LsStyle::Quoting::kLocale: return QuoteWord(name);
    case LsStyle::Quoting::kRawShell:
    case LsStyle::Quoting::kRawShellAlways: {
      bool always = style.quoting == LsStyle::Quoting::kRawShellAlways;
      if (!always && QuoteFileIfNeeded(name, false) == name) return std::string(name);
      std::string quoted = QuoteFile(name);
      if (quoted[0] == '"') return quoted;
      quoted = "'";
      for (char c : name) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
      return quoted + "'";
    }
  }
  return std::string(name);
}

std::string LsPrinter::Name(const LsStyle& style, std::string_view name) const {
  std::string text = LsQuote(style, name);
  return any_quoted_ && text == name ? " " + text : text;
}

// Inode and blocks.
std::string LsPrinter::Prefix(const LsStyle& style, const LsEntry& entry, bool padded) const {
  std::string text;
  if (style.inode) {
    text +=
        Right(entry.known ? std::to_string(entry.stat.ino) : "?", padded ? inode_width_ : 0) + " ";
  }
  if (style.blocks) {
    std::string blocks = entry.known ? SizeText(entry.stat.blocks * 512, style.block_style) : "?";
    text += Right(blocks, padded ? block_width_ : 0) + " ";
  }
  return text;
}

std::string LsPrinter::Cell(const LsStyle& style, const LsEntry& entry) const {
  std::string text =
      Prefix(style, entry, style.layout != Layout::kCommas) + Name(style, entry.name);
  if (char indicator = entry.known ? Indicator(style, entry.stat) : 0) text += indicator;
  return text;
}

// Files of the last half year show the hour, others the year (POSIX ls, -l).
std::string LsPrinter::TimeText(const LsStyle& style, const LsEntry& entry,
                                const TimeZone& zone) const {
  int64_t time_ns = style.time == LsStyle::Time::kAccess   ? entry.stat.atime_ns
                    : style.time == LsStyle::Time::kChange ? entry.stat.ctime_ns
                                                           : entry.stat.mtime_ns;
  int64_t rest;
  int64_t seconds = FloorSeconds(time_ns, &rest);
  constexpr int64_t kHalfYear = 31556952 / 2 * kNsPerSecond;
  bool recent = time_ns <= now_ns_ && time_ns > now_ns_ - kHalfYear;
  std::string_view format = style.time_format;
  if (!style.own_time_format) {
    format = recent ? "%b %e %H:%M" : "%b %e  %Y";
  } else if (!recent && !style.old_time_format.empty()) {
    format = style.old_time_format;
  }
  return FormatTime(format, seconds, rest, zone);
}

std::string LsPrinter::LongLine(const LsStyle& style, const LsEntry& entry,
                                const TimeZone& zone) const {
  std::string line = Prefix(style, entry, true);
  const files::Stat& stat = entry.stat;
  if (!entry.known) {
    line += std::string(1, ModeText(stat)[0]) + "????????? " + Right("?", link_width_) + " ";
    if (style.owner) line += Left("?", owner_width_) + " ";
    if (style.group) line += Left("?", group_width_) + " ";
    line += Right("?", size_width_) + " " + Right("?", 12) + " ";
  } else {
    line += ModeText(stat) + " " + Right(std::to_string(stat.links), link_width_) + " ";
    auto column = [&](std::string text, uint32_t width) {
      return (style.numeric ? Right(std::move(text), width) : Left(std::move(text), width)) + " ";
    };
    if (style.owner) line += column(OwnerText(style, stat.uid), owner_width_);
    if (style.group) line += column(GroupText(style, stat.gid), group_width_);
    if (style.author) line += column(OwnerText(style, stat.uid), owner_width_);
    if (IsDevice(entry)) {
      size_t blanks = size_width_ - std::min(size_width_, major_width_ + 2 + minor_width_);
      line += Right(std::to_string(DeviceMajor(stat)), major_width_ + blanks) + ", " +
              Right(std::to_string(DeviceMinor(stat)), minor_width_);
    } else {
      line += Right(SizeText(stat.size, style.size_style), size_width_);
    }
    line += " " + TimeText(style, entry, zone) + " ";
  }
  line += Name(style, entry.name);
  if (stat.IsSymlink() && !entry.target.empty()) {
    line += " -> " + LsQuote(style, entry.target);
    if (char indicator = entry.target_known ? Indicator(style, entry.target_stat) : 0)
      line += indicator;
  } else if (char indicator = entry.known ? Indicator(style, stat) : 0) {
    line += indicator;
  }
  return line;
}

void LsPrinter::Measure(const LsStyle& style, const LsEntry& entry) {
  Grow(&inode_width_, std::to_string(entry.stat.ino).size());
  Grow(&block_width_, SizeText(entry.stat.blocks * 512, style.block_style).size());
  Grow(&link_width_, std::to_string(entry.stat.links).size());
  Grow(&owner_width_, OwnerText(style, entry.stat.uid).size());
  Grow(&group_width_, GroupText(style, entry.stat.gid).size());
  if (IsDevice(entry)) {
    Grow(&major_width_, std::to_string(DeviceMajor(entry.stat)).size());
    Grow(&minor_width_, std::to_string(DeviceMinor(entry.stat)).size());
  } else {
    Grow(&size_width_, SizeText(entry.stat.size, style.size_style).size());
  }
  any_quoted_ |= style.aligns_quotes && style.width > 0 && LsQuote(style, entry.name) != entry.name;
}

// Widths are those of the widest entry, so all must be known before the first line.
void LsPrinter::Start(CommandIo& io, const LsStyle& style, const std::vector<LsEntry>& entries,
                      int64_t now_ns, const std::vector<LsEntry>& beside) {
  *this = LsPrinter();
  now_ns_ = now_ns;
  for (const std::vector<LsEntry>* list : {&entries, &beside}) {
    for (const LsEntry& entry : *list) {
      if (!io.account().Tick(32)) return;
      Measure(style, entry);
    }
  }
  if (major_width_ > 0) Grow(&size_width_, major_width_ + 2 + minor_width_);
  if (style.layout == Layout::kColumns || style.layout == Layout::kAcross) {
    std::vector<size_t> widths;
    widths.reserve(entries.size());
    for (const LsEntry& entry : entries) widths.push_back(DisplayWidth(Cell(style, entry)));
    Arrange(io, style, widths);
  }
  io.Tick(entries.size() * 16);
}

// As many columns as fit.
void LsPrinter::Arrange(CommandIo& io, const LsStyle& style, const std::vector<size_t>& widths) {
  uint64_t count = widths.size();
  uint64_t line = style.width == 0 ? UINT64_MAX / 2 : style.width;
  uint64_t most = std::max<uint64_t>(
      1, std::min<uint64_t>(line / kLeastColumn + (line % kLeastColumn != 0 ? 1 : 0), count));
  constexpr uint64_t kMostColumns = 1000;
  for (columns_ = std::min(most, kMostColumns);; --columns_) {
    rows_ = columns_ == 0 ? 0 : count / columns_ + (count % columns_ != 0 ? 1 : 0);
    widths_.assign(std::max<uint64_t>(columns_, 1), kLeastColumn);
    for (size_t i = 0; i < widths.size(); ++i) {
      uint64_t column =
          style.layout == Layout::kColumns ? i / std::max<uint64_t>(rows_, 1) : i % columns_;
      uint64_t wanted = widths[i] + (column == columns_ - 1 ? 0 : 2);
      widths_[column] = std::max(widths_[column], wanted);
    }
    uint64_t total = 0;
    for (uint64_t width : widths_) total += width;
    if (total < line || columns_ <= 1 || !io.account().Tick(count)) return;
  }
}

// Widths from a saved state become padding. A forged one could otherwise ask for gigabytes of
// blanks.
bool LsPrinter::Fits(uint64_t entries) const {
  // a name, each byte of it as four characters, and a path behind it
  constexpr uint64_t kWidestColumn = 1 << 16;
  constexpr uint32_t kWidestNumber = 64;
  for (uint64_t width : widths_) {
    if (width > kWidestColumn) return false;
  }
  for (uint32_t width : {inode_width_, block_width_, link_width_, owner_width_, group_width_,
                         size_width_, major_width_, minor_width_}) {
    if (width > kWidestNumber) return false;
  }
  return rows_ <= entries && (rows_ == 0 || (columns_ > 0 && columns_ <= widths_.size()));
}

bool LsPrinter::Print(CommandIo& io, const LsStyle& style, const std::vector<LsEntry>& entries) {
  const TimeZone zone = style.layout == Layout::kLong ? ZoneOf(io) : TimeZone();
  if (style.layout == Layout::kColumns || style.layout == Layout::kAcross) {
    for (; next_ < rows_; ++next_) {
      std::string text;
      uint64_t at = 0;
      for (uint64_t column = 0, begin = 0; column < columns_; begin += widths_[column++]) {
        uint64_t index =
            style.layout == Layout::kColumns ? column * rows_ + next_ : next_ * columns_ + column;
        if (index >= entries.size()) break;
        while (at < begin) {  // with tabs where they reach
          if (style.tab != 0 && begin / style.tab > (at + 1) / style.tab) {
            text += '\t';
            at += style.tab - at % style.tab;
          } else {
            text += ' ';
            ++at;
          }
        }
        std::string cell = Cell(style, entries[index]);
        at += DisplayWidth(cell);
        text += cell;
      }
      io.Out(text + style.end);
      if (io.Tick(text.size() + 16)) return ++next_ >= rows_;
    }
    return true;
  }
  if (style.layout == Layout::kCommas) {
    for (; next_ < entries.size(); ++next_) {
      std::string cell = Cell(style, entries[next_]);
      uint64_t width = DisplayWidth(cell);
      if (next_ > 0) {
        bool fits = style.width == 0 || column_at_ + 2 + width < style.width;
        io.Out(fits ? ", " : std::string(",") + style.end);
        column_at_ = fits ? column_at_ + 2 : 0;
      }
      io.Out(cell);
      column_at_ += width;
      io.Tick(cell.size() + 16);
    }
    if (!entries.empty()) io.Out({&style.end, 1});
    return true;
  }
  for (; next_ < entries.size(); ++next_) {
    std::string line = style.layout == Layout::kLong ? LongLine(style, entries[next_], zone)
                                                     : Cell(style, entries[next_]);
    io.Out(line + style.end);
    if (io.Tick(line.size() + 16)) return ++next_ >= entries.size();
  }
  return true;
}

}  // namespace pysub::shell
