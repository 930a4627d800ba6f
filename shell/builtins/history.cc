#include "shell/run/history.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "shell/builtins/builtins.h"
#include "shell/commands/system/civil_time.h"
#include "shell/run/growing_text.h"
#include "shell/run/history_expansion.h"
#include "shell/run/history_file.h"
#include "shell/run/kernel.h"
#include "shell/run/read_integer.h"
#include "shell/run/variable_access.h"

// history, as bash has it.

namespace pysub::shell {
namespace {

int List(Process& process, const std::vector<std::string>& args, size_t at) {
  const History& history = process.history;
  int64_t most = -1;
  if (at < args.size()) {
    if (!ReadInteger(args[at], &most)) {
      process.BuiltinError(args[at], ": numeric argument required");
      return 1;
    }
    if (at + 1 < args.size()) return TooManyArguments(process);
    if (most < 0 && most > INT64_MIN) most = -most;
  }
  const std::string format(ValueOr(process, "HISTTIMEFORMAT", ""));
  const TimeZone zone(ValueOr(process, "TZ", ""));
  size_t i = 0;
  if (most >= 0 && static_cast<uint64_t>(most) < history.size())
    i = history.size() - static_cast<size_t>(most);
  GrowingText out(&process.budget());
  for (; i < history.size(); ++i) {
    out.Append(fmt::format("{:5}  ", history.base() + static_cast<int64_t>(i)));
    if (!format.empty()) {
      // (bash has 128 bytes for it, and takes nothing that is longer.)
      const std::string time =
          format.size() < 128 ? FormatTime(format, history[i].time, 0, zone) : std::string();
      if (time.size() < 128) out.Append(time);
    }
    out.Append(history[i].line);
    if (!out.Append('\n') || !process.budget().Tick(8)) return 1;
  }
  process.Write(1, out.text());
  return 0;
}

int OutOfRange(Process& process, std::string_view position) {
  process.BuiltinError(position, ": history position out of range");
  return 1;
}

// N or -N, counted from the end; a place in the list.
bool Place(const History& history, std::string_view text, bool of_range, int64_t* place) {
  int64_t number = 0;
  const auto size = static_cast<int64_t>(history.size());
  if (!ReadInteger(text, &number)) return false;
  if (number < 0)
    *place = number < -size ? -1 : number + size;
  else if (number == 0)
    *place = of_range ? 0 : -1;
  else
    *place = number - history.base();
  return *place >= 0 && *place < size;
}

int Delete(Process& process, const std::string& argument) {
  History& history = process.history;
  int64_t first = 0, last = 0;
  const size_t dash = argument.find('-', argument.starts_with('-') ? 1 : 0);
  if (dash == std::string::npos) {
    if (!Place(history, argument, false, &first)) return OutOfRange(process, argument);
    --history.lines_this_session;
    return history.Remove(&process.budget(), static_cast<size_t>(first), 1) ? 0 : 1;
  }
  const std::string begin = argument.substr(0, dash), end = argument.substr(dash + 1);
  int64_t number = 0;
  if (!ReadInteger(begin, &number) || !ReadInteger(end, &number))
    return OutOfRange(process, argument);
  if (!Place(history, begin, true, &first)) return OutOfRange(process, begin);
  if (!Place(history, end, true, &last)) return OutOfRange(process, end);
  if (last < first) return 1;
  const int64_t count = last - first + 1;
  history.lines_this_session -= count;
  return history.Remove(&process.budget(), static_cast<size_t>(first), static_cast<size_t>(count))
             ? 0
             : 1;
}

// The command itself, if it is an entry, makes place for what it says.
bool ForgetItself(Process& process) {
  History::Reading& reading = process.history.reading;
  if (reading.last_pushed || !reading.last_added) return true;
  return ForgetLastEntry(process);
}

int Push(Process& process, const std::vector<std::string>& args, size_t at) {
  History::Reading& reading = process.history.reading;
  const bool of_command = reading.last_added || (reading.lines > 0 && reading.first_line_saved &&
                                                 process.options.Has(Shopt::kCmdhist));
  if (process.options.Has(SetOption::kHistory) && !reading.last_pushed && of_command &&
      !ForgetLastEntry(process))
    return 0;
  GrowingText text(&process.budget());
  for (size_t i = at; i < args.size(); ++i) {
    if (i > at) text.Append(' ');
    text.Append(args[i]);
  }
  if (text.full()) return 1;
  RememberEntry(process, text.text());
  reading.last_pushed = true;
  return 0;
}

int ShowExpanded(Process& process, const std::vector<std::string>& args, size_t at) {
  if (!ForgetItself(process)) return 1;
  int status = 0;
  for (; at < args.size(); ++at) {
    std::string text;
    switch (ExpandHistory(process, args[at], '\0', 0, &text)) {
      case HistoryExpanded::kStopped: return 1;
      case HistoryExpanded::kFailed:
        process.BuiltinError(args[at], ": history expansion failed");
        status = 1;
        break;
      case HistoryExpanded::kUnchanged: process.Write(1, args[at] + "\n"); break;
      default: process.Write(1, text + "\n"); break;
    }
  }
  return status;
}

int UseFile(Process& process, char option, const std::string& path) {
  History& history = process.history;
  switch (option) {
    case 'a':
      if (history.lines_this_session <= 0) return 0;
      return AppendHistoryFile(process, path) ? 0 : 1;
    case 'w': return WriteHistoryFile(process, path) ? 0 : 1;
    case 'r': return ReadHistoryFile(process, path, 0) ? 0 : 1;
    default: break;
  }
  const int64_t lines = history.lines_in_file, base = history.base();
  const bool read = ReadHistoryFile(process, path, lines);
  // What was read counts as of this session, so that it is written once more at the end.
  if (!process.options.Has(Shopt::kHistappend))
    history.lines_this_session += history.lines_in_file - lines + history.base() - base;
  return read ? 0 : 1;
}

}  // namespace

BuiltinResult BuiltinHistory(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "acd:npsrw");
  bool clears = false, pushes = false, expands = false, deletes = false;
  std::string position;
  char file = '\0';
  bool several = false;
  while (char option = options.Next()) {
    switch (option) {
      case '?': return 2;
      case 'c': clears = true; break;
      case 's': pushes = true; break;
      case 'p': expands = true; break;
      case 'd':
        deletes = true;
        position = options.value();
        break;
      default:
        several = several || (file != '\0' && file != option);
        file = option;
        break;
    }
  }
  const size_t at = options.index();
  if (several) {
    process.BuiltinError("cannot use more than one of -anrw");
    return 1;
  }
  if (clears) {
    process.history.Clear();
    if (at >= args.size()) return 0;
  }
  if (pushes) return at < args.size() ? Push(process, args, at) : 0;
  if (expands) return at < args.size() ? ShowExpanded(process, args, at) : 0;
  if (deletes) return Delete(process, position);
  if (file == '\0') return clears ? 0 : List(process, args, at);
  if (at < args.size()) return UseFile(process, file, args[at]);
  if (const std::string* path = ValueOf(process, "HISTFILE"))
    return UseFile(process, file, std::string(*path));
  return UseFile(process, file, std::string(ValueOr(process, "HOME", "")) + "/.history");
}

}  // namespace pysub::shell
