#include "shell/run/history.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "shell/commands/system/civil_time.h"
#include "shell/expand/pattern.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/line_scanner.h"
#include "shell/run/variable_access.h"
#include "shell/snapshot/serialiser.h"
#include "shell/whole_number.h"

namespace pysub::shell {

// ---- the list

bool History::Own(Budget* budget) {
  // (A list that others see, too, is copied by Mutable().)
  if (list_.shared().unique()) return true;
  const ScopedMemoryCharge copy(budget, static_cast<uint64_t>(list_.shared()->held.bytes()));
  return copy.ok() && budget->Tick(size() / 4);
}

bool History::Add(Budget* budget, std::string_view line, int64_t time) {
  if (most_ == 0) return true;
  if (!Own(budget)) return false;
  HistoryList& list = list_.Mutable();
  if (!budget->Tick(1 + line.size() / 16) ||
      !list_.HoldMore(budget, static_cast<int64_t>(line.size()) + HistoryList::kEntryBytes))
    return false;
  list.entries.push_back({std::string(line), time});
  if (!most_ || size() <= *most_) return true;
  list_.HoldMore(
      budget, -static_cast<int64_t>(list.entries.front().line.size()) - HistoryList::kEntryBytes);
  list.entries.pop_front();
  ++base_;
  return true;
}

bool History::AppendToLast(Budget* budget, size_t drop, std::string_view joint,
                           std::string_view line) {
  if (!Own(budget)) return false;
  std::string& text = list_.Mutable().entries.back().line;
  const size_t more = joint.size() + line.size();
  if (!budget->Tick(1 + more / 16) || !list_.HoldMore(budget, static_cast<int64_t>(more)) ||
      !MakeRoom(budget, &text, more))
    return false;
  text.resize(text.size() - drop);
  text += joint;
  text += line;
  return list_.HoldMore(budget, -static_cast<int64_t>(drop));
}

bool History::SetLastTime(Budget* budget, int64_t time) {
  if (!Own(budget)) return false;
  list_.Mutable().entries.back().time = time;
  return true;
}

bool History::Remove(Budget* budget, size_t first, size_t count) {
  if (!Own(budget) || !budget->Tick(size() / 8)) return false;
  auto& entries = list_.Mutable().entries;
  const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = begin + static_cast<std::ptrdiff_t>(count);
  int64_t bytes = 0;
  for (auto at = begin; at != end; ++at)
    bytes += static_cast<int64_t>(at->line.size()) + HistoryList::kEntryBytes;
  entries.erase(begin, end);
  return list_.HoldMore(budget, -bytes);
}

bool History::RemoveEqual(Budget* budget, std::string_view line) {
  const auto is_it = [line](const HistoryEntry& entry) { return entry.line == line; };
  if (!budget->Tick(size() / 2)) return false;
  const auto count = std::count_if(list_->entries.begin(), list_->entries.end(), is_it);
  if (count == 0) return true;
  if (!Own(budget)) return false;
  std::erase_if(list_.Mutable().entries, is_it);
  return list_.HoldMore(budget,
                        -count * (static_cast<int64_t>(line.size()) + HistoryList::kEntryBytes));
}

void History::Clear() {
  list_ = {};
  base_ = 1;
  lines_this_session = 0;
}

bool History::Limit(Budget* budget, std::optional<uint64_t> most) {
  most_ = most;
  if (!most || size() <= *most) return true;
  const size_t count = size() - static_cast<size_t>(*most);
  if (!Remove(budget, 0, count)) return false;
  base_ = static_cast<int64_t>(count);  // (as in bash, whatever it was before)
  return true;
}

void HistoryList::Fields(Serialiser& serialiser) {
  uint64_t count = entries.size();
  serialiser(count);
  if (serialiser.loading()) entries.clear();
  for (uint64_t i = 0; i < count && serialiser.ok(); ++i) {
    if (serialiser.loading()) {
      if (!serialiser.archive().Take(kEntryBytes)) return;
      entries.emplace_back();
    }
    serialiser(entries[i].line, entries[i].time);
  }
}

void History::Fields(Serialiser& serialiser) {
  bool has_most = most_.has_value();
  uint64_t most = most_.value_or(0);
  serialiser(list_, base_, has_most, most, lines_this_session, lines_in_file, commands);
  reading.Fields(serialiser);
  memory.Fields(serialiser);
  if (!serialiser.loading()) return;
  most_ = has_most ? std::optional<uint64_t>(most) : std::nullopt;
  // (Numbers of a stranger: what is added to them must not pass the largest.)
  constexpr int64_t kMost = int64_t{1} << 60;
  for (int64_t number : {base_, lines_this_session, lines_in_file, commands})
    serialiser.Check(number > -kMost && number < kMost, "the history");
  serialiser.Check(base_ >= 1 && (!most_ || size() <= *most_), "the history");
}

// ---- what becomes an entry

namespace {

bool Remembers(const Process& process) { return process.options.Has(SetOption::kHistory); }

// Whether a line is a comment, or (to bash's eye) ends in one: there is a # that nothing quotes.
enum class Comment : uint8_t { kNone, kAll, kEnd };

Comment CommentOf(std::string_view line, const LineScanner& scanner) {
  if (scanner.IsDelimited() || scanner.InHere()) return Comment::kNone;
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return Comment::kNone;
  if (line[begin] == '#') return Comment::kAll;
  std::string open;  // what is to be closed
  for (size_t i = begin; i < line.size() && open.size() < 64; ++i) {
    const char c = line[i];
    const char in = open.empty() ? '\0' : open.back();
    const char next = i + 1 < line.size() ? line[i + 1] : '\0';
    if (in == '\'') {
      if (c == in) open.pop_back();
    } else if (c == '\\') {
      ++i;
    } else if (c == in) {
      open.pop_back();
    } else if (c == '`' || (c == '"' && in != '"') || (c == '\'' && in != '"')) {
      open += c;
    } else if ((std::string_view("$<>?*+@!").find(c) != std::string_view::npos && next == '(') ||
               (c == '$' && next == '{')) {
      open += next == '(' ? ')' : '}';
      ++i;
    } else if (c == '#' && open.empty()) {
      return Comment::kEnd;
    }
  }
  return Comment::kNone;
}

// HISTCONTROL, a list between colons.
struct Control {
  bool spaces = false, same = false, erases = false;
};

Control ReadControl(Process& process) {
  Control control;
  std::string_view rest = ValueOr(process, "HISTCONTROL", "");
  while (!rest.empty() && process.budget().Tick(1)) {
    const std::string_view word = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    control.spaces = control.spaces || word == "ignorespace" || word == "ignoreboth";
    control.same = control.same || word == "ignoredups" || word == "ignoreboth";
    control.erases = control.erases || word == "erasedups";
  }
  return control;
}

// One of HISTIGNORE's patterns, in which & is the entry before.
bool MatchesIgnored(Process& process, std::string_view pattern, std::string_view line) {
  const History& history = process.history;
  GrowingText text(&process.budget());
  for (size_t i = 0; i < pattern.size() && !text.full(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      if (pattern[++i] != '&') text.Append('\\');
      text.Append(pattern[i]);
    } else if (pattern[i] != '&') {
      text.Append(pattern[i]);
    } else if (history.size() > 0) {
      // It stands for itself, also where it looks like a pattern.
      for (char c : history[history.size() - 1].line) {
        if (std::string_view("*?[]\\+@!()|").find(c) != std::string_view::npos) text.Append('\\');
        text.Append(c);
      }
    }
  }
  return !text.full() && MatchPattern(text.text(), line, {.extglob = true}, &process.budget());
}

// A colon within [...] or behind a backslash parts nothing.
size_t EndOfPattern(std::string_view list) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] == ':') return i;
    if (list[i] == '\\') ++i;
  }
  return list.size();
}

bool IsIgnored(Process& process, std::string_view line) {
  const std::string list(ValueOr(process, "HISTIGNORE", ""));
  const ScopedMemoryCharge copy(&process.budget(), list.size());
  std::string_view rest = list;
  while (!rest.empty() && copy.ok() && process.budget().Tick(1)) {
    const std::string_view pattern = rest.substr(0, EndOfPattern(rest));
    rest.remove_prefix(std::min(pattern.size() + 1, rest.size()));
    if (!pattern.empty() && MatchesIgnored(process, pattern, line)) return true;
  }
  return false;
}

bool AddEntry(Process& process, std::string_view line) {
  History& history = process.history;
  history.reading.last_added = true;
  history.reading.last_pushed = false;
  ++history.lines_this_session;
  return history.Add(&process.budget(), line, FloorSeconds(process.budget().clock().real_ns()));
}

// Whether the variables let it in; then what HISTCONTROL wants to go has gone.
bool IsWanted(Process& process, std::string_view line) {
  History& history = process.history;
  const Control control = ReadControl(process);
  if (control.spaces && line.starts_with(' ')) return false;
  if (control.same && history.size() > 0 && history[history.size() - 1].line == line) return false;
  if (IsIgnored(process, line)) return false;
  return !control.erases || history.RemoveEqual(&process.budget(), line);
}

// A line behind the first one of a command, to the last entry.
bool JoinLine(Process& process, std::string_view line, const LineScanner& scanner,
              Comment comment) {
  History& history = process.history;
  History::Reading& reading = history.reading;
  const bool delimited = scanner.IsDelimited();
  std::string_view joint;
  if (scanner.InHere() && !scanner.IsHereBegin() && line.ends_with('\n'))
    joint = "";
  else if (reading.lines == reading.comment_line + 1 || process.options.Has(Shopt::kLithist))
    joint = "\n";
  else
    joint = scanner.Joint(line, reading.lines);
  reading.comment_line = comment != Comment::kNone ? int64_t{reading.lines} : -2;
  const std::string& last = history[history.size() - 1].line;
  size_t drop = 0;
  // The newline that a backslash quotes is none.
  if (!delimited && last.ends_with('\\') && !last.ends_with("\\\\")) {
    drop = 1;
    joint = "";
  }
  if (!delimited && last.size() > drop && last[last.size() - drop - 1] == '\n' &&
      joint.starts_with(';'))
    joint.remove_prefix(1);
  return history.AppendToLast(&process.budget(), drop, joint, line);
}

}  // namespace

bool RememberLine(Process& process, std::string_view line, LineScanner* scanner) {
  History::Reading& reading = process.history.reading;
  reading.last_added = false;
  const Comment comment = CommentOf(line, *scanner);
  const int64_t comment_line = comment != Comment::kNone ? int64_t{reading.lines} : -2;
  if (!process.budget().Tick(1 + line.size() / 8)) return false;
  if (reading.lines <= 1) {
    reading.comment_line = comment_line;
    reading.first_line_saved = IsWanted(process, line);
    return !reading.first_line_saved || AddEntry(process, line);
  }
  bool added = true;
  if (reading.first_line_saved && (scanner->InHere() || process.options.Has(Shopt::kLithist) ||
                                   scanner->IsDelimited() || comment != Comment::kAll)) {
    added = process.options.Has(Shopt::kCmdhist) && process.history.size() > 0
                ? JoinLine(process, line, *scanner, comment)
                : AddEntry(process, line);
  }
  reading.comment_line = comment_line;
  return added;
}

bool RememberEntry(Process& process, std::string_view line) {
  return IsWanted(process, line) && AddEntry(process, line);
}

bool ForgetLastEntry(Process& process) {
  History& history = process.history;
  if (history.size() == 0) return false;
  --history.lines_this_session;
  return history.Remove(&process.budget(), history.size() - 1, 1);
}

// An empty value, or none, is no limit; what is no number changes nothing.
void FollowHistorySize(Process& process) {
  const std::string_view value = ValueOr(process, "HISTSIZE", "");
  int64_t number = 0;
  if (value.empty()) {
    process.history.Limit(&process.budget(), std::nullopt);
  } else if (ReadWhole(value, &number)) {
    if (number < 0)
      process.history.Limit(&process.budget(), std::nullopt);
    else
      process.history.Limit(&process.budget(), static_cast<uint64_t>(number));
    const auto size = static_cast<int64_t>(process.history.size());
    process.history.lines_this_session = std::min(process.history.lines_this_session, size);
  }
}

int64_t HistoryNumber(const Process& process) {
  return Remembers(process) ? process.history.NextNumber() : 1;
}

}  // namespace pysub::shell
