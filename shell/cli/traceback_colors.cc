#include "shell/cli/traceback_colors.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace pysub {
namespace {

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kMagenta = "\x1b[35m";
constexpr std::string_view kBoldMagenta = "\x1b[1;35m";
constexpr std::string_view kRed = "\x1b[31m";
constexpr std::string_view kBoldRed = "\x1b[1;31m";

std::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string In(std::string_view color, std::string_view text) {
  return std::string(color).append(text).append(kReset);
}

// What stands before a line in the traceback of a group: "  | ".
size_t MarginOf(std::string_view line) {
  size_t at = 0;
  while (at < line.size() && line[at] == ' ') ++at;
  if (at < 2 || at >= line.size() || line[at] != '|') return 0;
  return std::min(at + 2, line.size());
}

// Whether the line is the marks below a line of the program.
bool IsMarks(std::string_view line) {
  return line.find_first_of("~^") != std::string_view::npos &&
         line.find_first_not_of(" ~^") == std::string_view::npos;
}

// `text` with the colours that the marks below it say.
std::string Marked(std::string_view text, std::string_view marks) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const char mark = at < marks.size() ? marks[at] : ' ';
    size_t end = at + 1;
    while (end < text.size() && (end < marks.size() ? marks[end] : ' ') == mark) ++end;
    const std::string_view piece = text.substr(at, end - at);
    out += mark == ' ' ? std::string(piece) : In(mark == '^' ? kBoldRed : kRed, piece);
    at = end;
  }
  return out;
}

// `  File "a.py", line 3, in f`; "": the line is another one.
std::string ColoredPlace(std::string_view line) {
  constexpr std::string_view kFile = "  File ", kLine = "\", line ", kIn = ", in ";
  if (!line.starts_with(kFile) || !line.substr(kFile.size()).starts_with('"')) return "";
  // The name of a file may have anything in it.
  const size_t end = line.rfind(kLine);
  if (end == std::string_view::npos || end <= kFile.size()) return "";
  std::string out(kFile);
  out += In(kMagenta, line.substr(kFile.size(), end + 1 - kFile.size())) + ", line ";
  size_t at = end + kLine.size();
  const size_t number = at;
  while (at < line.size() && IsDigit(line[at])) ++at;
  out += In(kMagenta, line.substr(number, at - number));
  if (!line.substr(at).starts_with(kIn)) return out.append(line.substr(at));
  return out.append(kIn) + In(kMagenta, line.substr(at + kIn.size()));
}

// `ValueError: text`, `a.b.Error`; "": the line is another one.
std::string ColoredException(std::string_view line) {
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  const size_t end =
      static_cast<size_t>(std::find_if_not(line.begin(), line.end(), is_name) - line.begin());
  if (end == 0 || IsDigit(line[0])) return "";
  if (end == line.size()) return In(kBoldMagenta, line);
  if (!line.substr(end).starts_with(": ")) return "";
  return In(kBoldMagenta, line.substr(0, end)) + ": " + In(kMagenta, line.substr(end + 2));
}

}  // namespace

bool WantsColors(int descriptor) {
  const std::string_view python = Variable("PYTHON_COLORS");
  if (python == "0" || python == "1") return python == "1";
  if (!Variable("NO_COLOR").empty()) return false;
  if (!Variable("FORCE_COLOR").empty()) return true;
  return Variable("TERM") != "dumb" && isatty(descriptor);
}

std::string ColoredTraceback(std::string_view text) {
  std::string out;
  bool is_told = false;  // the exception, after its frames: what follows are its notes
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t margin = MarginOf(line);
    out += line.substr(0, margin);
    line.remove_prefix(margin);
    const std::string_view next_line = text.substr(0, std::min(text.find('\n'), text.size()));
    const std::string_view next = next_line.substr(std::min(margin, next_line.size()));
    if (const std::string place = ColoredPlace(line); !place.empty()) {
      out += place;
      is_told = false;
    } else if (line.starts_with("    ") && IsMarks(next) && !IsMarks(line)) {
      out += Marked(line, next);
    } else if (line.starts_with("    ") && IsMarks(line)) {
      out += Marked(line, line);
    } else if (line.ends_with("(most recent call last):") || line.starts_with("+-") ||
               line.find("+---") != std::string_view::npos) {
      out += line;
      is_told = false;
    } else if (const std::string exception = is_told ? "" : ColoredException(line);
               !exception.empty()) {
      out += exception;
      is_told = true;
    } else {
      out += line;
    }
    out += '\n';
  }
  return out;
}

}  // namespace pysub
