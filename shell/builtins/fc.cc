#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "shell/builtins/builtins.h"
#include "shell/run/growing_text.h"
#include "shell/run/history.h"
#include "shell/run/kernel.h"
#include "shell/run/line_reader.h"
#include "shell/run/variable_access.h"
#include "shell/text_search.h"
#include "shell/whole_number.h"

// fc: entries of the history are listed, edited, run once more.

namespace pysub::shell {
namespace {

constexpr int64_t kListed = 16;  // entries that fc -l shows by itself

struct Request {
  std::string editor;
  bool has_editor = false, numbers = true, lists = false, reverses = false, runs = false;
  size_t at = 1;  // the first operand
};

// -3 is an operand.
bool IsNumber(std::string_view text) {
  int64_t number = 0;
  if (text.starts_with('-')) text.remove_prefix(1);
  return ReadWhole(text, &number);
}

bool ReadRequest(Process& process, const std::vector<std::string>& args, Request* request) {
  // Options end at the first number, which may look like one.
  size_t end = 1;
  while (end < args.size() && !IsNumber(args[end]) && args[end].size() > 1 && args[end][0] == '-' &&
         args[end] != "--") {
    // (The word behind an -e that has no value of its own.)
    const size_t editor = args[end].find('e');
    end += editor != std::string::npos && editor + 1 == args[end].size() ? 2 : 1;
  }
  end = std::min(end, args.size());
  if (end < args.size() && args[end] == "--") ++end;
  const std::vector<std::string> given(args.begin(),
                                       args.begin() + static_cast<std::ptrdiff_t>(end));
  OptionReader options(process, given, "e:lnrs");
  while (char option = options.Next()) {
    switch (option) {
      case '?': return false;
      case 'e':
        request->editor = options.value();
        request->has_editor = true;
        break;
      case 'l': request->lists = true; break;
      case 'n': request->numbers = false; break;
      case 'r': request->reverses = true; break;
      default: request->runs = true; break;
    }
  }
  request->at = std::max<size_t>(end, 1);
  request->runs = request->runs || (request->has_editor && request->editor == "-");
  return true;
}

// No entry begins so.
constexpr int64_t kNotFound = INT64_MIN;

// The place of the last entry that counts: the command itself is none. -1: there is none.
int64_t LastPlace(const Process& process) {
  const History& history = process.history;
  const auto size = static_cast<int64_t>(history.size());
  const int64_t last = size - (process.options.Has(SetOption::kHistory) ? 1 : 0) -
                       (history.reading.last_added ? 1 : 0);
  return last == size ? size - 1 : std::max<int64_t>(last, -1);
}

// The place that a number or the beginning of a command means, or something below 0.
// `first`: it begins a range.
int64_t PlaceOf(Process& process, const std::string* what, bool lists, bool first) {
  const History& history = process.history;
  const int64_t last = LastPlace(process);
  if (what == nullptr || last < 0) return last;
  std::string_view digits = *what;
  const bool back = digits.starts_with('-');
  if (back) digits.remove_prefix(1);
  if (!digits.empty() && digits[0] >= '0' && digits[0] <= '9') {
    int64_t number = 0;
    digits = digits.substr(0, digits.find_first_not_of("0123456789"));
    if (!ReadWhole(digits, &number)) number = INT32_MAX;
    if (number == 0 && back) return lists ? static_cast<int64_t>(history.size()) - 1 : -1;
    if (number == 0) return last;
    if (back) return std::max<int64_t>(last + 1 - number, 0);
    const int64_t place = number - history.base();
    if (place >= 0 && place < last) return place;
    return first ? 0 : last;
  }
  for (int64_t i = last; i >= 0 && process.budget().Tick(1 + what->size() / 16); --i) {
    if (history[static_cast<size_t>(i)].line.starts_with(*what)) return i;
  }
  return kNotFound;
}

// fc -s [old=new ...] [command]
BuiltinResult RunAgain(Process& process, const std::vector<std::string>& args, size_t at) {
  History& history = process.history;
  const size_t first = at;
  while (at < args.size() && args[at].find('=') != std::string::npos) ++at;
  const int64_t place = PlaceOf(process, at < args.size() ? &args[at] : nullptr, false, false);
  if (place < 0 || place >= static_cast<int64_t>(history.size())) {
    process.BuiltinError("no command found");
    return 1;
  }
  GrowingText command(&process.budget());
  command.Append(history[static_cast<size_t>(place)].line);
  for (size_t i = first; i < at; ++i) {
    const std::string_view change = args[i];
    const std::string_view from = change.substr(0, change.find('='));
    const std::string_view to = change.substr(from.size() + 1);
    if (from.empty()) continue;
    GrowingText changed(&process.budget());
    std::string_view rest = command.text();
    // (Each place of it.)
    const auto tick = [&](uint64_t work) { return process.budget().Tick(work); };
    for (size_t found = 0; (found = FindText(rest, from, 0, tick)) != std::string_view::npos;) {
      changed.Append(rest.substr(0, found));
      changed.Append(to);
      rest.remove_prefix(found + from.size());
      if (changed.full()) return 1;
    }
    if (process.budget().stopped()) return 1;
    if (!changed.Append(rest)) return 1;
    command = std::move(changed);
  }
  if (command.full()) return 1;
  std::string text = command.text();
  process.WriteError(text + "\n");
  if (text.ends_with('\n')) text.pop_back();
  if (!text.empty()) {
    if (history.reading.last_added) ForgetLastEntry(process);
    RememberEntry(process, text);
  }
  process.status = 0;
  ++process.trace_level;
  process.PushScript(text, ScriptState::Kind::kEval, process.line);
  return BuiltinResult::Kind::kPushed;
}

// A file that is not there yet.
std::string TemporaryFile(Process& process) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string path(ValueOr(process, "TMPDIR", "/tmp"));
  path += "/bash-fc.";
  for (uint64_t random = process.kernel->Random(), i = 0; i < 6; ++i, random /= kLetters.size())
    path += kLetters[random % kLetters.size()];
  return path;
}

BuiltinResult Edit(Process& process, const Request& request, const std::string& text) {
  const std::string path = TemporaryFile(process);
  files::WriteOptions options;
  options.mode = 0600;
  auto written = process.files().WriteFile(process.caller(), path, text, options);
  if (!written.ok()) {
    process.BuiltinError(path, ": cannot open temp file: ", ErrnoText(written.error()));
    return 1;
  }
  const std::string editor = request.has_editor                       ? request.editor
                             : process.options.Has(SetOption::kPosix) ? "${FCEDIT:-${EDITOR:-ed}}"
                                                                      : "${FCEDIT:-${EDITOR:-vi}}";
  process.status = 0;
  // What the editor leaves runs behind it.
  PushEdited(process, path);
  process.trace_level += 2;
  process.PushScript(editor + " " + path, ScriptState::Kind::kEval, process.line);
  return BuiltinResult::Kind::kPushed;
}

}  // namespace

BuiltinResult BuiltinFc(Process& process, const std::vector<std::string>& args) {
  Request request;
  if (!ReadRequest(process, args, &request)) return 2;
  if (request.runs) return RunAgain(process, args, request.at);
  History& history = process.history;
  if (history.size() == 0) return 0;
  int64_t last = std::max<int64_t>(LastPlace(process), 0);
  const std::string* operands[] = {request.at < args.size() ? &args[request.at] : nullptr,
                                   request.at + 1 < args.size() ? &args[request.at + 1] : nullptr};
  int64_t begin = last, end = last;
  if (operands[0] != nullptr) {
    begin = PlaceOf(process, operands[0], request.lists, true);
    const bool at_end = begin == static_cast<int64_t>(history.size()) - 1;
    end = operands[1] != nullptr     ? PlaceOf(process, operands[1], request.lists, false)
          : at_end || !request.lists ? begin
                                     : last;
  } else if (request.lists) {
    begin = std::max<int64_t>(end - kListed + 1, 0);
  }
  if (begin < 0 || end < 0) {
    process.BuiltinError(begin == kNotFound || end == kNotFound
                             ? "no command found"
                             : "history specification out of range");
    return 1;
  }
  // The command that edits is no entry.
  if (!request.lists && history.reading.last_added && ForgetLastEntry(process)) {
    history.reading.last_added = false;
    const auto size = static_cast<int64_t>(history.size());
    if (size == 0) return 0;
    if (begin == end && end == last && last == size) last = begin = --end;
    if (last >= size) --last;
    if (end >= last)
      end = last;
    else if (begin >= last)
      begin = last;
  }
  if (end < begin) {
    std::swap(begin, end);
    request.reverses = true;
  }
  end = std::min(end, static_cast<int64_t>(history.size()) - 1);
  GrowingText out(&process.budget());
  for (int64_t i = 0; i <= end - begin; ++i) {
    const int64_t place = request.reverses ? end - i : begin + i;
    if (place >= static_cast<int64_t>(history.size())) break;
    if (request.lists) {
      if (request.numbers) out.Append(std::to_string(place + history.base()));
      out.Append(process.options.Has(SetOption::kPosix) ? "\t" : "\t ");
    }
    out.Append(history[static_cast<size_t>(place)].line);
    if (!out.Append('\n') || !process.budget().Tick(4)) return 1;
  }
  if (request.lists) {
    process.Write(1, out.text());
    return 0;
  }
  return Edit(process, request, out.text());
}

}  // namespace pysub::shell
