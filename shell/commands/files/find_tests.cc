#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "shell/commands/files/file_mode.h"
#include "shell/commands/files/find.h"
#include "shell/commands/files/name_pattern.h"
#include "shell/commands/quoting.h"
#include "shell/commands/system/civil_time.h"
#include "shell/commands/text_command.h"

namespace pysub::shell {
namespace {

using Kind = FindOp::Kind;

bool Compares(char compare, int64_t value, int64_t with) {
  return compare == '+' ? value > with : compare == '-' ? value < with : value == with;
}

int64_t TimeOf(const files::Stat& stat, char which) {
  return which == 'a' ? stat.atime_ns : which == 'm' ? stat.mtime_ns : stat.ctime_ns;
}

std::string Target(CommandIo& io, const FindFile& file) {
  files::Result<std::string> target = io.files().Readlink(CallerOf(io), file.visit->path);
  return target.ok() ? *target : "";
}

// Flags, width and precision as printf has them; only `number` is filled with zeros.
std::string Padded(std::string text, std::string_view flags, bool number) {
  size_t width = 0;
  size_t at = std::min(flags.find_first_not_of("-+ #0"), flags.size());
  std::string_view marks = flags.substr(0, at);
  for (; at < flags.size() && flags[at] != '.'; ++at) {
    if (flags[at] >= '0' && flags[at] <= '9')
      width = std::min<size_t>(width * 10 + static_cast<size_t>(flags[at] - '0'), 4096);
  }
  if (at < flags.size() && !number) {
    size_t precision = 0;
    for (++at; at < flags.size() && flags[at] >= '0' && flags[at] <= '9'; ++at) {
      precision = std::min<size_t>(precision * 10 + static_cast<size_t>(flags[at] - '0'), 4096);
    }
    text = text.substr(0, precision);
  }
  if (text.size() >= width) return text;
  if (marks.find('-') != std::string_view::npos)
    return text + std::string(width - text.size(), ' ');
  bool zero = number && marks.find('0') != std::string_view::npos;
  return std::string(width - text.size(), zero ? '0' : ' ') + text;
}

std::string OctalText(uint32_t mode) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + mode % 8));
    mode /= 8;
  } while (mode != 0);
  return digits;
}

// %A %B %C %T with the letter behind it.
std::string TimeText(const TimeZone& zone, int64_t time_ns, char letter) {
  int64_t rest;
  int64_t seconds = FloorSeconds(time_ns, &rest);
  std::string fraction = FormatTime("%N", seconds, rest, zone) + "0";
  switch (letter) {
    case '@': return std::to_string(seconds) + "." + fraction;
    case '+': return FormatTime("%Y-%m-%d+%H:%M:%S.", seconds, rest, zone) + fraction;
    case 'S': return FormatTime("%S.", seconds, rest, zone) + fraction;
    case 'T':
    case 'X': return FormatTime("%H:%M:%S.", seconds, rest, zone) + fraction;
    case 0:
      return FormatTime("%a %b %e %H:%M:%S.", seconds, rest, zone) + fraction +
             FormatTime(" %Y", seconds, rest, zone);
    default: return FormatTime(std::string("%") + letter, seconds, rest, zone);
  }
}

// How much of the file is there: printf's %g.
std::string Sparseness(const files::Stat& stat) {
  char text[32];
  double ratio = stat.size == 0
                     ? (stat.blocks == 0 ? 1.0 : 0.0)
                     : 512.0 * static_cast<double>(stat.blocks) / static_cast<double>(stat.size);
  std::snprintf(text, sizeof(text), "%g", ratio);
  return text;
}

char TypeBehindLink(CommandIo& io, const FindFile& file) {
  if (!file.visit->stat.IsSymlink()) return KindLetter(file.visit->stat.kind);
  files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), file.visit->path);
  if (stat.ok()) return KindLetter(stat->kind);
  return stat.error() == ELOOP                               ? 'L'
         : stat.error() == ENOENT || stat.error() == ENOTDIR ? 'N'
                                                             : '?';
}

// What stands behind a backslash at `*at`, which then is at its last character. False: \c, the end.
bool Escape(std::string_view format, size_t* at, std::string* out) {
  char e = format[++*at];
  constexpr std::string_view kLetters = "abfnrtv\\";
  if (size_t letter = kLetters.find(e); letter != std::string_view::npos) {
    *out += "\a\b\f\n\r\t\v\\"[letter];
  } else if (e == 'c') {
    return false;
  } else if (e >= '0' && e <= '7') {
    int value = 0;
    size_t end = *at;
    for (; end < format.size() && end < *at + 3 && format[end] >= '0' && format[end] <= '7';
         ++end) {
      value = value * 8 + (format[end] - '0');
    }
    *out += static_cast<char>(value);
    *at = end - 1;
  } else {
    *out += '\\';
    *out += e;
  }
  return true;
}

std::string DirectoryText(std::string_view path) {
  size_t slash = WithoutSlashes(path).rfind('/');
  return slash == std::string_view::npos ? "." : std::string(path.substr(0, slash));
}

std::string TextBelow(std::string_view path, std::string_view root) {
  std::string_view below = path.substr(std::min(path.size(), root.size()));
  while (below.starts_with('/')) below.remove_prefix(1);
  return std::string(below);
}

// `directive` is what begins with % and ends with the letter; %A, %B, %C and %T have one behind it.
void Directive(CommandIo& io, std::string_view directive, char behind, const FindFile& file,
               std::string* out) {
  const files::Stat& stat = file.visit->stat;
  std::string_view path = file.visit->path;
  std::string_view flags = directive.substr(1, directive.size() - 2);
  auto text = [&](std::string value) { *out += Padded(std::move(value), flags, false); };
  // Most numbers are texts for find.
  auto number = [&](uint64_t value) { text(std::to_string(value)); };
  switch (directive.back()) {
    case '%': *out += '%'; break;
    case 'a': text(TimeText(ZoneOf(io), stat.atime_ns, 0)); break;
    case 'c': text(TimeText(ZoneOf(io), stat.ctime_ns, 0)); break;
    case 't': text(TimeText(ZoneOf(io), stat.mtime_ns, 0)); break;
    case 'A': text(TimeText(ZoneOf(io), stat.atime_ns, behind)); break;
    case 'B':
    case 'C': text(TimeText(ZoneOf(io), stat.ctime_ns, behind)); break;
    case 'T': text(TimeText(ZoneOf(io), stat.mtime_ns, behind)); break;
    case 'b': number(stat.blocks); break;
    case 'd': *out += Padded(std::to_string(file.visit->depth), flags, true); break;
    case 'D': number(stat.dev); break;
    case 'f': text(std::string(file.name())); break;
    case 'F': text(std::string(kFindFileSystem)); break;
    case 'g': text(GroupName(stat.gid)); break;
    case 'G': number(stat.gid); break;
    case 'h': text(DirectoryText(path)); break;
    case 'H': text(std::string(file.root)); break;
    case 'i': number(stat.ino); break;
    case 'k': number(stat.blocks / 2 + stat.blocks % 2); break;
    case 'l': text(stat.IsSymlink() ? Target(io, file) : ""); break;
    case 'm':
      *out += Padded((flags.find('#') != std::string_view::npos ? "0" : "") + OctalText(stat.mode),
                     flags, true);
      break;
    case 'M': text(ModeText(stat)); break;
    case 'n': number(stat.links); break;
    case 'p': text(std::string(path)); break;
    case 'P': text(TextBelow(path, file.root)); break;
    case 's': number(stat.size); break;
    case 'S': text(Sparseness(stat)); break;
    case 'u': text(UserName(stat.uid)); break;
    case 'U': number(stat.uid); break;
    case 'y': text(std::string(1, KindLetter(stat.kind))); break;
    case 'Y': text(std::string(1, TypeBehindLink(io, file))); break;
    case 'Z': break;
    default: *out += directive;
  }
}

// The longest match from the start must be all of the path.
bool MatchesRegex(CommandIo& io, const std::string& path, const Regex* regex, bool* failed) {
  RegexSpan span;
  RegexOutcome outcome = regex == nullptr ? RegexOutcome::kNone
                                          : regex->Search(RegexSubject(path), 0, &span, 1,
                                                          RegexAnchor::kStart, &io.account());
  io.Tick(path.size());
  if (outcome == RegexOutcome::kGaveUp) {
    io.Error(QuoteWord(path) + ": exceeded the step limit for back-references");
    *failed = true;
  }
  return outcome == RegexOutcome::kMatch && span.begin == 0 &&
         span.end == static_cast<int64_t>(path.size());
}

// -xtype
bool HasTypeBehindLink(CommandIo& io, const FindOp& op, const FindFile& file, bool* failed) {
  const std::string& path = file.visit->path;
  if (op.unit != 0) {  // links are followed anyway: here the link itself is meant
    files::Result<files::Stat> own = io.files().Lstat(CallerOf(io), path);
    return own.ok() && op.text.find(KindLetter(own->kind)) != std::string::npos;
  }
  char type = TypeBehindLink(io, file);
  if (type == 'L') {
    io.Error(QuoteWord(path), ELOOP);
    *failed = true;
    return false;
  }
  return op.text.find(type == 'N' || type == '?' ? 'l' : type) != std::string::npos;
}

bool IsEmpty(CommandIo& io, const FindFile& file) {
  const files::Stat& stat = file.visit->stat;
  if (stat.IsFile()) return stat.size == 0;
  if (!stat.IsDirectory()) return false;
  files::Result<std::vector<files::DirectoryEntry>> some =
      io.files().ListSome(CallerOf(io), file.visit->path, "", 1);
  if (!some.ok()) io.Error(QuoteWord(file.visit->path), some.error());
  return some.ok() && some->empty();
}

bool HasAge(const FindOp& op, const files::Stat& stat) {
  int64_t base = 0;
  for (char c : op.text)
    base = base * 10 + (c >= '0' && c <= '9' && base < INT64_MAX / 20 ? c - '0' : 0);
  int64_t time_ns = TimeOf(stat, op.words.empty() || op.words[0].empty() ? 'm' : op.words[0][0]);
  int64_t age;
  if (__builtin_sub_overflow(base, time_ns, &age)) age = time_ns < 0 ? INT64_MAX : INT64_MIN;
  const int64_t unit = std::max<int64_t>(op.unit, 1);
  int64_t oldest;
  if (__builtin_add_overflow(op.number, unit, &oldest)) oldest = INT64_MAX;
  // N minutes are the one that ends there, N days the one that begins there.
  const bool is_minute = unit < int64_t{86400} * 1'000'000'000;
  if (is_minute && op.compare != '-')
    return op.compare == '+' ? age > op.number : age >= op.number - unit && age < op.number;
  // (An age on the edge counts for -N, and not for +N.)
  if (op.compare == '+') return age > oldest;
  if (op.compare == '-') return age <= op.number;
  return age >= op.number && age < oldest;
}

}  // namespace

bool FindTest(CommandIo& io, const FindOp& op, const FindFile& file, const Regex* regex,
              bool* failed) {
  const files::Stat& stat = file.visit->stat;
  const std::string& path = file.visit->path;
  uint32_t flags = op.ignore_case ? static_cast<uint32_t>(kIgnoreCase) : 0u;
  switch (op.kind) {
    case Kind::kFalse: return false;
    case Kind::kName: return MatchName(op.text, file.name(), flags);
    case Kind::kPath: return MatchName(op.text, path, flags);
    case Kind::kLinkName: return stat.IsSymlink() && MatchName(op.text, Target(io, file), flags);
    case Kind::kRegex: return MatchesRegex(io, path, regex, failed);
    case Kind::kType: return op.text.find(KindLetter(stat.kind)) != std::string::npos;
    case Kind::kXType: return HasTypeBehindLink(io, op, file, failed);
    case Kind::kSize: {
      int64_t unit = std::max<int64_t>(op.unit, 1);
      int64_t units = static_cast<int64_t>(stat.size) / unit +
                      (static_cast<int64_t>(stat.size) % unit != 0 ? 1 : 0);
      return Compares(op.compare, units, op.number);
    }
    case Kind::kEmpty: return IsEmpty(io, file);
    case Kind::kPerm: {
      uint32_t wanted = static_cast<uint32_t>(op.number);
      if (op.compare == '-') return (stat.mode & wanted) == wanted;
      if (op.compare == '/') return (stat.mode & wanted) != 0;
      return (stat.mode & 07777) == wanted;
    }
    case Kind::kLinks: return Compares(op.compare, stat.links, op.number);
    case Kind::kInode: return Compares(op.compare, static_cast<int64_t>(stat.ino), op.number);
    case Kind::kUser: return Compares(op.compare, stat.uid, op.number);
    case Kind::kGroup: return Compares(op.compare, stat.gid, op.number);
    case Kind::kNoUser: return false;
    case Kind::kTime: return HasAge(op, stat);
    case Kind::kNewer: return TimeOf(stat, op.compare) > op.number;
    case Kind::kSameFile: return static_cast<int64_t>(stat.ino) == op.number && stat.dev == op.unit;
    case Kind::kAccess:
      return io.files().Access(CallerOf(io), path, static_cast<uint32_t>(op.number)).ok();
    default: return true;
  }
}

// -printf of GNU find. It is expanded for each file again, and put out in pieces.
void FindPrintf(CommandIo& io, std::string_view format, const FindFile& file, int fd) {
  std::string out;
  for (size_t at = 0; at < format.size(); ++at) {
    if (!PutOutIfLong(io, fd, &out)) return;
    if (format[at] == '\\' && at + 1 < format.size()) {
      if (!Escape(format, &at, &out)) break;
      continue;
    }
    if (format[at] != '%' || at + 1 >= format.size()) {
      out += format[at];
      continue;
    }
    size_t letter = format.find_first_not_of("-+ #0123456789.", at + 1);
    if (letter == std::string_view::npos) {
      out += format.substr(at);
      break;
    }
    std::string_view directive = format.substr(at, letter - at + 1);
    at = letter;
    char behind = 0;
    if (std::string_view("ABCT").find(format[at]) != std::string_view::npos) {
      if (at + 1 >= format.size()) continue;
      behind = format[++at];
    }
    if (!io.account().Tick(64)) return;
    Directive(io, directive, behind, file, &out);
  }
  io.Write(fd, out);
}

std::string FindListLine(CommandIo& io, const FindFile& file, int64_t now_ns) {
  const files::Stat& stat = file.visit->stat;
  int64_t rest;
  int64_t seconds = FloorSeconds(stat.mtime_ns, &rest);
  constexpr int64_t kHalfYear = 31556952 / 2 * kNsPerSecond;
  bool recent = stat.mtime_ns <= now_ns && stat.mtime_ns > now_ns - kHalfYear;
  std::string line = Padded(std::to_string(stat.ino), "9", false) + " " +
                     Padded(std::to_string(stat.blocks / 2 + stat.blocks % 2), "6", false) + " " +
                     ModeText(stat) + " " + Padded(std::to_string(stat.links), "3", false) + " " +
                     Padded(UserName(stat.uid), "-8", false) + " " +
                     Padded(GroupName(stat.gid), "-8", false) + " ";
  if (stat.kind == files::FileKind::kDevice) {
    line += Padded(std::to_string(DeviceMajor(stat)), "3", false) + ", " +
            Padded(std::to_string(DeviceMinor(stat)), "3", false);
  } else {
    line += Padded(std::to_string(stat.size), "8", false);
  }
  line += " " + FormatTime(recent ? "%b %e %H:%M" : "%b %e  %Y", seconds, rest, ZoneOf(io)) + " " +
          EscapeName(file.visit->path);
  if (stat.IsSymlink()) line += " -> " + EscapeName(Target(io, file));
  return line + "\n";
}

}  // namespace pysub::shell
