#include <algorithm>
#include <cctype>

#include "pysub/shell/command.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/files/stat_fields.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"

namespace pysub::shell {
namespace {

constexpr uint64_t kBlockBytes = 4096;

std::string_view KindWords(const files::Stat& stat) {
  switch (stat.kind) {
    case files::FileKind::kFile: return stat.size == 0 ? "regular empty file" : "regular file";
    case files::FileKind::kDirectory: return "directory";
    case files::FileKind::kSymlink: return "symbolic link";
    case files::FileKind::kFifo: return "fifo";
    case files::FileKind::kDevice: return "character special file";
    case files::FileKind::kOther: return "socket";
  }
  return "weird file";
}

std::string TimeWords(const TimeZone& zone, int64_t ns) {
  int64_t rest;
  int64_t seconds = FloorSeconds(ns, &rest);
  return FormatTime("%Y-%m-%d %H:%M:%S.%N %z", seconds, rest, zone);
}

std::string InBase(uint64_t value, unsigned base) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[value % base]);
    value /= base;
  } while (value != 0);
  return digits;
}

// Flags, width and precision of one directive, as in printf.
struct Directive {
  bool left = false, zero = false, plus = false, space = false, alternate = false;
  size_t width = 0;
  int precision = -1;

  std::string Pad(std::string text, bool number) const {
    if (number && plus)
      text.insert(0, "+");
    else if (number && space)
      text.insert(0, " ");
    if (text.size() >= width) return text;
    if (left) return text + std::string(width - text.size(), ' ');
    return std::string(width - text.size(), zero && number ? '0' : ' ') + text;
  }
  std::string Text(std::string_view text) const {
    if (precision >= 0) text = text.substr(0, static_cast<size_t>(precision));
    return Pad(std::string(text), false);
  }
  std::string Number(uint64_t value, unsigned base = 10) const {
    std::string digits = InBase(value, base);
    if (precision > 0 && digits.size() < static_cast<size_t>(precision)) {
      digits.insert(0, static_cast<size_t>(precision) - digits.size(), '0');
    }
    if (alternate && base == 8 && digits[0] != '0') digits.insert(0, "0");
    if (alternate && base == 16 && value != 0) digits.insert(0, "0x");
    return Pad(digits, true);
  }
  // Seconds; with a precision also a fraction.
  std::string Seconds(int64_t ns) const {
    int64_t rest;
    int64_t seconds = FloorSeconds(ns, &rest);
    std::string text = std::to_string(seconds);
    if (precision > 0) {
      std::string digits = std::to_string(rest);
      digits.insert(0, 9 - digits.size(), '0');
      digits.resize(static_cast<size_t>(std::min(precision, 9)), '0');
      text += "." + digits;
    }
    return Pad(text, true);
  }
};

// stat -c and --printf: directives of GNU stat, each with flags, width and precision of printf.
class StatFormat {
 public:
  // `quotes`: %N has them.
  StatFormat(CommandIo& io, const std::string& path, const files::Stat& stat, bool quotes)
      : io_(io), path_(path), stat_(stat), quotes_(quotes) {}

  // Puts it out, in pieces. `escapes`: backslashes mean something (--printf). False: a limit was
  // reached.
  bool Print(std::string_view format, bool escapes, std::string_view end) {
    for (size_t at = 0; at < format.size(); ++at) {
      if (format[at] == '\\' && escapes) {
        at = Escape(format, at);
      } else if (format[at] == '%') {
        at = One(format, at);
        if (!io_.account().Tick(64)) return false;
      } else {
        out_ += format[at];
      }
      if (!PutOutIfLong(io_, 1, &out_)) return false;
    }
    io_.Out(out_.append(end));
    return true;
  }

 private:
  size_t Escape(std::string_view format, size_t at) {
    if (at + 1 == format.size()) {
      io_.Error("warning: backslash at end of format");
      out_ += '\\';
      return at;
    }
    char c = format[++at];
    constexpr std::string_view kLetters = "abefnrtv\\\"";
    size_t letter = kLetters.find(c);
    if (c >= '0' && c <= '7') {
      int value = 0;
      for (int i = 0; i < 3 && at < format.size() && format[at] >= '0' && format[at] <= '7'; ++i) {
        value = value * 8 + (format[at++] - '0');
      }
      out_ += static_cast<char>(value);
      return at - 1;
    }
    if (c == 'x' && at + 1 < format.size() &&
        std::isxdigit(static_cast<unsigned char>(format[at + 1]))) {
      int value = 0;
      size_t end = at + 1;
      for (; end < format.size() && end < at + 3 &&
             std::isxdigit(static_cast<unsigned char>(format[end]));
           ++end) {
        char digit = static_cast<char>(format[end] | 32);
        value = value * 16 + (digit >= 'a' ? digit - 'a' + 10 : digit - '0');
      }
      out_ += static_cast<char>(value);
      return end - 1;
    }
    if (letter != std::string_view::npos) {
      out_ += "\a\b\033\f\n\r\t\v\\\""[letter];
    } else {
      io_.Error(std::string("warning: unrecognized escape '\\") + c + "'");
      out_ += c;
    }
    return at;
  }

  size_t One(std::string_view format, size_t at) {
    size_t start = at++;
    Directive directive;
    for (; at < format.size() &&
           std::string_view("-0+ #'I").find(format[at]) != std::string_view::npos;
         ++at) {
      directive.left |= format[at] == '-';
      directive.zero |= format[at] == '0';
      directive.plus |= format[at] == '+';
      directive.space |= format[at] == ' ';
      directive.alternate |= format[at] == '#';
    }
    auto number = [&] {
      size_t value = 0;
      for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at) {
        value = std::min<size_t>(value * 10 + static_cast<size_t>(format[at] - '0'), 4096);
      }
      return value;
    };
    directive.width = number();
    if (at < format.size() && format[at] == '.') {
      ++at;
      directive.precision = at < format.size() && format[at] >= '0' && format[at] <= '9'
                                ? static_cast<int>(number())
                                : 9;
    }
    if (at == format.size()) {
      out_ += format.substr(start);
      return at;
    }
    char letter = format[at];
    bool high = (letter == 'H' || letter == 'L') && at + 1 < format.size() &&
                (format[at + 1] == 'd' || format[at + 1] == 'r');
    if (high) {
      ++at;
      bool device = format[at] == 'r';
      uint64_t major = device ? DeviceMajor(stat_) : 0;
      uint64_t minor = device ? DeviceMinor(stat_) : stat_.dev;
      if (device && stat_.kind != files::FileKind::kDevice) major = minor = 0;
      out_ += directive.Number(letter == 'H' ? major : minor);
      return at;
    }
    out_ += Value(letter, directive);
    return at;
  }

  std::string Value(char letter, const Directive& directive) {
    uint64_t rdev =
        stat_.kind == files::FileKind::kDevice ? DeviceMajor(stat_) << 8 | DeviceMinor(stat_) : 0;
    switch (letter) {
      case 'a': return directive.Number(stat_.mode, 8);
      case 'A': return directive.Text(ModeText(stat_));
      case 'b': return directive.Number(stat_.blocks);
      case 'B': return directive.Number(512);
      case 'C': return directive.Text("?");
      case 'd': return directive.Number(stat_.dev);
      case 'D': return directive.Number(stat_.dev, 16);
      case 'f': return directive.Number(stat_.StMode(), 16);
      case 'F': return directive.Text(KindWords(stat_));
      case 'g': return directive.Number(stat_.gid);
      case 'G': return directive.Text(GroupName(stat_.gid));
      case 'h': return directive.Number(stat_.links);
      case 'i': return directive.Number(stat_.ino);
      case 'm': return directive.Text(MountPoint());
      case 'n': return directive.Text(path_);
      case 'N': {
        std::string text = quotes_ ? QuoteFile(path_) : path_;
        if (stat_.IsSymlink()) {
          files::Result<std::string> target = io_.files().Readlink(CallerOf(io_), path_);
          if (target.ok()) text += " -> " + (quotes_ ? QuoteFile(*target) : *target);
        }
        return directive.Text(text);
      }
      case 'o': return directive.Number(kBlockBytes);
      case 'r': return directive.Number(rdev);
      case 'R': return directive.Number(rdev, 16);
      case 's': return directive.Number(stat_.size);
      case 't': return directive.Number(rdev >> 8, 16);
      case 'T': return directive.Number(rdev & 255, 16);
      case 'u': return directive.Number(stat_.uid);
      case 'U': return directive.Text(UserName(stat_.uid));
      case 'w': return directive.Text("-");
      case 'W': return directive.Number(0);
      case 'x': return directive.Text(TimeWords(ZoneOf(io_), stat_.atime_ns));
      case 'X': return directive.Seconds(stat_.atime_ns);
      case 'y': return directive.Text(TimeWords(ZoneOf(io_), stat_.mtime_ns));
      case 'Y': return directive.Seconds(stat_.mtime_ns);
      case 'z': return directive.Text(TimeWords(ZoneOf(io_), stat_.ctime_ns));
      case 'Z': return directive.Seconds(stat_.ctime_ns);
      case '%': return "%";
      default: return "?";
    }
  }

  std::string MountPoint() {
    files::Result<std::string> real = io_.files().Realpath(CallerOf(io_), path_);
    std::string best = "/";
    for (const files::MountInfo& mount : io_.files().Mounts()) {
      bool below = real.ok() && (*real == mount.path || real->starts_with(mount.path + "/"));
      if (below && mount.path.size() > best.size()) best = mount.path;
    }
    return best;
  }

  CommandIo& io_;
  const std::string& path_;
  const files::Stat& stat_;
  bool quotes_;
  std::string out_;
};

std::string DefaultFormat(const files::Stat& stat) {
  std::string sizes = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\n";
  std::string links = stat.kind == files::FileKind::kDevice
                          ? "Device: %Hd,%Ld\tInode: %-10i  Links: %-5h Device type: %Hr,%Lr\n"
                          : "Device: %Hd,%Ld\tInode: %-10i  Links: %h\n";
  return sizes + links +
         "Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\n"
         "Access: %x\nModify: %y\nChange: %z\n Birth: %w\n";
}

}  // namespace

// stat [-Lt] [-c FORMAT | --printf=FORMAT] FILE...
Progress RunStat(CommandIo& io) {
  enum { kPrintf = 256, kCached };
  constexpr CommandOption kOptions[] = {
      {'L', "dereference"},
      {'f', "file-system"},
      {'c', "format", OptionArgument::kRequired},
      LongRow(kPrintf, "printf", OptionArgument::kRequired),
      LongRow(kCached, "cached", OptionArgument::kRequired),
      {'t', "terse"},
  };
  Options options(io, kOptions);
  std::optional<std::string> format;
  bool escapes = false;
  bool terse = false;
  files::Follow follow = files::Follow::kNo;
  while (options.Next()) {
    switch (options.id()) {
      case 'c': format = options.value(), escapes = false; break;
      case kPrintf: format = options.value(), escapes = true; break;
      case 'L': follow = files::Follow::kYes; break;
      case 't': terse = true; break;
      case kCached: break;
      case 'f': io.Error("status of file systems is not available here"); return Progress::Done(1);
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> names = options.operands();
  if (names.empty()) return MissingOperand(io);
  terse = terse && !format;
  if (terse) format = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n";
  int status = 0;
  for (const std::string& name : names) {
    if (!io.account().Tick(name.size() + 64)) break;
    files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), name, follow);
    if (!stat.ok()) {
      io.Error("cannot statx " + QuoteFile(name), stat.error());
      status = 1;
      continue;
    }
    const std::string_view end = format && !escapes && !terse ? "\n" : "";
    StatFormat printer(io, name, *stat, format.has_value());
    if (!printer.Print(format ? *format : DefaultFormat(*stat), escapes, end)) break;
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
