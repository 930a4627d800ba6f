#include "shell/commands/tree/printer.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdio>

#include "lexer/unicode/unicode_properties.h"
#include "lexer/unicode/utf8.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/system/civil_time.h"

namespace pysub::shell::tree {
namespace {

// What iswprint(3) says of a character of C.UTF-8: all that are assigned, but controls and ends of
// lines and paragraphs.
bool IsPrinted(char32_t c) {
  switch (CategoryOf(c)) {
    case GeneralCategory::kCn:
    case GeneralCategory::kCc:
    case GeneralCategory::kCs:
    case GeneralCategory::kZl:
    case GeneralCategory::kZp: return false;
    default: return true;
  }
}

std::string Octal(char32_t c) {
  char text[16];
  const int size = std::snprintf(text, sizeof(text), "\\%03o", static_cast<unsigned>(c));
  return std::string(text, static_cast<size_t>(size));
}

// A name in valid UTF-8.
std::string ShownText(std::string_view name, bool question_marks) {
  std::string text;
  for (size_t at = 0; at < name.size();) {
    const DecodedCodePoint c = DecodeUtf8(name, at);
    if (IsPrinted(c.code_point))
      text += name.substr(at, static_cast<size_t>(c.size));
    else
      text += question_marks ? "?" : Octal(c.code_point);
    at += static_cast<size_t>(c.size);
  }
  return text;
}

// Any other name. Here alone blanks and backslashes have a backslash in front.
std::string ShownBytes(std::string_view name, bool question_marks, bool quoted) {
  constexpr std::string_view kControls = "abtnvfr";  // 7 ... 13
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 7 && byte <= 13)
      text.append("\\").append(1, kControls[byte - 7]);
    else if (c == '\\' || c == (quoted ? '"' : ' '))
      text.append("\\").append(1, c);
    else if ((byte >= 32 && byte < 127) || (question_marks && byte > 127))
      text += c;
    else
      text += question_marks ? "?" : Octal(byte);
  }
  return text;
}

std::string Column(const std::string& text, size_t width) {
  return " " + text + std::string(text.size() < width ? width - text.size() : 0, ' ');
}

std::string NumberColumn(uint64_t number, size_t width) {
  const std::string text = std::to_string(number);
  return " " + std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

}  // namespace

void TreeEntry::Take(const files::Stat& stat) {
  mode = stat.StMode();
  owner = stat.uid;
  group = stat.gid;
  device = stat.dev;
  inode = stat.ino;
  size = stat.size;
  modified = FloorSeconds(stat.mtime_ns);
  changed = FloorSeconds(stat.ctime_ns);
}

std::string TreeEntry::TroubleText() const {
  switch (trouble) {
    case Trouble::kNone: return "";
    case Trouble::kCannotOpen: return "error opening dir";
    case Trouble::kRecursive: return "recursive, not followed";
    case Trouble::kTooMany:
      return std::to_string(too_many) + " entries exceeds filelimit, not opening dir";
  }
  return "";
}

std::string SizeColumn(const TreeOptions& options, uint64_t size) {
  if (!options.human) return NumberColumn(size, 11);
  const uint64_t unit = options.decimal ? 1000 : 1024;
  const std::string_view letters = options.decimal ? "dkMGTPEZY" : "BKMGTPEZY";
  if (size < unit) return NumberColumn(size, 4);
  size_t power = 1;
  for (; size >= unit * unit; size /= unit) ++power;
  const auto value = static_cast<double>(static_cast<float>(size) / static_cast<float>(unit));
  char text[32];
  const int length = std::snprintf(text, sizeof(text), size / unit >= 10 ? " %3.0f%c" : " %3.1f%c",
                                   value, letters[std::min<size_t>(power, letters.size() - 1)]);
  return std::string(text, static_cast<size_t>(length));
}

std::string DateText(const TreeOptions& options, const TreeEntry& entry, const TimeZone& zone,
                     int64_t now) {
  constexpr int64_t kSixMonths = int64_t{6} * 31 * 24 * 60 * 60;
  constexpr size_t kMost = 254;  // the real one has no room for more
  const int64_t time = options.changed_time ? entry.changed : entry.modified;
  const bool recent = time <= now && time + kSixMonths >= now;
  const std::string format = options.date_format ? LibraryFormat(*options.date_format)
                             : recent            ? "%b %e %R"
                                                 : "%b %e  %Y";
  std::string text = FormatTime(format, time, 0, zone);
  return text.substr(0, kMost);
}

char IndicatorOf(const TreeOptions& options, uint32_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR: return options.only_directories ? '\0' : '/';
    case S_IFLNK: return '@';  // (an operand: others have the mark of their targets)
    case S_IFSOCK: return '=';
    case S_IFIFO: return '|';
    case S_IFREG: return (mode & 0111) != 0 ? '*' : '\0';
    default: return '\0';
  }
}

std::string TreePrinter::Shown(std::string_view name) const {
  const TreeOptions& o = options_;
  std::string text = o.literal ? std::string(name)
                     : IsValidUtf8(name, Surrogates::kRefuse)
                         ? ShownText(name, o.question_marks)
                         : ShownBytes(name, o.question_marks, o.quote);
  return o.quote ? '"' + text + '"' : text;
}

// ---- text

void TreePrinter::TextData(const TreeEntry& entry, const std::vector<bool>& is_last) {
  const TreeOptions& o = options_;
  std::string data;
  if (o.inode) data += NumberColumn(entry.inode, 7);
  if (o.device) data += NumberColumn(entry.device, 3);
  if (o.mode) data += " " + ModeText(entry.mode);
  if (o.owner) data += Column(UserName(entry.owner), 8);
  if (o.group) data += Column(GroupName(entry.group), 8);
  if (o.size) data += SizeColumn(o, entry.size);
  if (o.date) data += " " + DateText(o, entry, zone_, now_);
  if (!data.empty()) {
    data[0] = '[';
    data += "]  ";
  }
  std::string indent;
  if (o.indents) {
    const TreeLines lines = LinesOf(o);
    for (size_t i = 0; i < is_last.size(); ++i) {
      const bool own = i + 1 == is_last.size();
      indent += own ? (is_last[i] ? lines.last : lines.branch)
                    : (is_last[i] ? std::string_view("   ") : lines.down);
      indent += ' ';
    }
    if (o.ansi_lines && !is_last.empty()) indent = "\033(0" + indent + "\033(B";
  }
  out_ += o.data_first ? data + indent : indent + data;
}

void TreePrinter::TextName(std::string_view name, const TreeEntry* entry) {
  std::string shown = Shown(name);
  if (entry == nullptr) {
    out_ += shown;
    return;
  }
  const TreeEntry& e = *entry;
  auto indicate = [&](uint32_t mode) {
    const char mark = options_.classify ? IndicatorOf(options_, mode) : '\0';
    if (mark != '\0') out_ += mark;
  };
  if (colors_.on()) {
    const bool as_target = e.is_link && colors_.links_as_targets();
    shown = colors_.Paint(as_target ? e.target_mode : e.mode, e.name, std::move(shown), e.is_orphan,
                          false);
  }
  out_ += shown;
  if (!e.is_link) {
    indicate(e.mode);
    return;
  }
  std::string target = Shown(e.target);
  if (colors_.on())
    target = colors_.Paint(e.target_mode, e.target, std::move(target), e.is_orphan, true);
  out_ += " -> " + target;
  indicate(e.target_mode);
}

void TreePrinter::TextReport(const TreeTotals& totals) {
  out_ += '\n';
  if (options_.disk_usage)
    out_ += SizeColumn(options_, totals.size) + (options_.human ? " used in " : " bytes used in ");
  out_ += std::to_string(totals.directories) +
          (totals.directories == 1 ? " directory" : " directories");
  if (!options_.only_directories)
    out_ += ", " + std::to_string(totals.files) + (totals.files == 1 ? " file" : " files");
  out_ += '\n';
}

// ---- all

void TreePrinter::Data(const TreeEntry& entry, const std::vector<bool>& is_last, bool operand) {
  if (options_.format == Format::kText) {
    TextData(entry, is_last);
    return;
  }
  MarkupIndent(static_cast<int64_t>(is_last.size()));
  MarkupData(entry, operand);
}

void TreePrinter::Error(std::string_view text) {
  switch (options_.format) {
    case Format::kText: out_.append("  [").append(text).append("]"); break;
    case Format::kJson:
      out_.append("{\"error\": \"").append(text).append("\"}").append(LineEnd());
      break;
    case Format::kXml: out_.append("<error>").append(text).append("</error>"); break;
  }
}

void TreePrinter::Newline(bool comma) {
  if (options_.format == Format::kJson)
    out_.append(comma ? "," : "").append(LineEnd());
  else
    out_ += '\n';
}

void TreePrinter::Report(const TreeTotals& totals) {
  if (options_.format == Format::kText)
    TextReport(totals);
  else
    MarkupReport(totals);
}

}  // namespace pysub::shell::tree
