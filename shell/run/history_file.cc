#include "shell/run/history_file.h"

#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "shell/commands/system/civil_time.h"
#include "shell/run/growing_text.h"
#include "shell/run/history.h"
#include "shell/run/kernel.h"
#include "shell/run/redirect.h"
#include "shell/run/variable_access.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

bool IsTime(std::string_view text) {
  return text.size() > 1 && text[0] == '#' && text[1] >= '0' && text[1] <= '9';
}

int64_t TimeOf(std::string_view line) {
  int64_t time = 0;
  const size_t end = std::min(line.find_first_not_of("0123456789", 1), line.size());
  return ReadWhole(line.substr(1, end - 1), &time) ? time : 0;
}

bool WritesTimes(Process& process) { return ValueOf(process, "HISTTIMEFORMAT") != nullptr; }

// All of a file that is one; false: it cannot be read.
bool ReadText(Process& process, const std::string& path, MemoryCharge* held, std::string* text) {
  const auto stat = process.files().StatPath(process.caller(), path);
  if (!stat.ok() || !stat->IsFile()) return false;
  if (!held->Add(&process.budget(), static_cast<int64_t>(stat->size)) ||
      !process.budget().Tick(stat->size / 16 + 1))
    return false;
  auto read = process.files().ReadFile(process.caller(), path);
  if (!read.ok()) return false;
  *text = *std::move(read);
  return true;
}

// The last `count` entries as the file has them.
std::string EntriesText(Process& process, size_t count, MemoryCharge* held) {
  const History& history = process.history;
  const bool times = WritesTimes(process);
  GrowingText text(&process.budget());
  for (size_t i = history.size() - std::min(count, history.size()); i < history.size(); ++i) {
    if (times && history[i].time != 0) text.Append(fmt::format("#{}\n", history[i].time));
    text.Append(history[i].line);
    if (!text.Append('\n')) break;
  }
  return text.Take(held);
}

// A file, or a device such as /dev/null.
bool Write(Process& process, const std::string& path, std::string_view text, bool appends) {
  if (path.empty() || process.budget().stopped()) return false;
  const auto stat = process.files().StatPath(process.caller(), path);
  if (stat.ok() && !stat->IsFile()) {
    int error = 0;
    const Ref<Description> to = OpenPath(process, path, files::kOpenWrite, &error);
    size_t written = 0;
    return to && WriteTo(to.get(), text, &written, &error) == IoStatus::kDone &&
           written == text.size();
  }
  files::WriteOptions options;
  options.mode = 0600;
  if (appends) options.how = files::WriteOptions::kAppend;
  return process.files().WriteFile(process.caller(), path, text, options).ok();
}

// No more than so many lines; those of times do not count.
void Truncate(Process& process, const std::string& path, uint64_t lines) {
  std::string text;
  MemoryCharge held;
  if (!ReadText(process, path, &held, &text) || text.empty()) return;
  // (bash knows lines of times as such only then.)
  const bool times = process.interactive || WritesTimes(process);
  // Where the line begins behind which so many stand, from the end.
  size_t at = text.size();
  uint64_t count = 0;
  while (at > 0) {
    const size_t before = at < 2 ? std::string::npos : text.rfind('\n', at - 2);
    const size_t begin = before == std::string::npos ? 0 : before + 1;
    const bool is_time = times && IsTime(std::string_view(text).substr(begin, at - begin));
    if (!is_time && count++ == lines) break;
    at = begin;
    if (!process.budget().Tick(4)) return;
  }
  if (at > 0) Write(process, path, std::string_view(text).substr(at), false);
}

}  // namespace

bool ReadHistoryFile(Process& process, const std::string& path, int64_t from) {
  std::string text;
  MemoryCharge held;
  if (!ReadText(process, path, &held, &text)) return false;
  History& history = process.history;
  const bool joins = IsTime(text) && WritesTimes(process);
  const int64_t now = FloorSeconds(process.budget().clock().real_ns());
  int64_t line_number = 0, time = 0;
  bool has_time = false;
  std::string_view rest = text;
  // (What has no newline behind it is no line yet.)
  for (size_t end = 0; (end = rest.find('\n')) != std::string_view::npos;) {
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!process.budget().Tick(1 + line.size() / 16)) return false;
    if (IsTime(line)) {
      time = TimeOf(line);
      has_time = true;
      continue;
    }
    if (line_number++ < from || line.empty()) continue;
    const bool added = joins && !has_time && history.size() > 0
                           ? history.AppendToLast(&process.budget(), 0, "\n", line)
                           : history.Add(&process.budget(), line, has_time ? time : now);
    if (!added) return false;
    has_time = false;
  }
  history.lines_in_file = line_number;
  return true;
}

bool WriteHistoryFile(Process& process, const std::string& path) {
  MemoryCharge held;
  return Write(process, path, EntriesText(process, process.history.size(), &held), false);
}

bool AppendHistoryFile(Process& process, const std::string& path) {
  History& history = process.history;
  const int64_t count = std::min(history.lines_this_session, static_cast<int64_t>(history.size()));
  MemoryCharge held;
  const bool done =
      Write(process, path,
            EntriesText(process, static_cast<size_t>(std::max<int64_t>(count, 0)), &held), true);
  history.lines_in_file += count;
  history.lines_this_session = 0;
  return done;
}

void FollowHistoryFileSize(Process& process) {
  int64_t lines = 0;
  if (!ReadWhole(ValueOr(process, "HISTFILESIZE", ""), &lines) || lines < 0) return;
  const std::string path(ValueOr(process, "HISTFILE", ""));
  if (!path.empty()) Truncate(process, path, static_cast<uint64_t>(lines));
  process.history.lines_in_file = std::min(process.history.lines_in_file, lines);
}

void LoadHistory(Process& process) {
  if (process.history.lines_this_session != 0) return;
  if (ValueOf(process, "HISTSIZE") == nullptr) AssignVariable(process, "HISTSIZE", "500");
  FollowHistorySize(process);
  if (ValueOf(process, "HISTFILESIZE") == nullptr) {
    const std::string size(ValueOr(process, "HISTSIZE", ""));
    AssignVariable(process, "HISTFILESIZE", size);
  }
  FollowHistoryFileSize(process);
  const std::string path(ValueOr(process, "HISTFILE", ""));
  if (path.empty() || !ReadHistoryFile(process, path, 0)) return;
  process.history.lines_in_file = static_cast<int64_t>(process.history.size());
}

// What was remembered is added to the file; all of it is written when some is lost already.
void SaveHistory(Process& process) {
  History& history = process.history;
  if (!process.options.Has(SetOption::kHistory) || history.lines_this_session <= 0) return;
  const std::string path(ValueOr(process, "HISTFILE", ""));
  if (path.empty()) return;
  if (history.lines_this_session <= static_cast<int64_t>(history.size()) ||
      process.options.Has(Shopt::kHistappend)) {
    AppendHistoryFile(process, path);
  } else {
    WriteHistoryFile(process, path);
    history.lines_this_session = 0;
  }
  FollowHistoryFileSize(process);
}

}  // namespace pysub::shell
