#include <errno.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "shell/builtins/builtins.h"
#include "shell/expand/locale.h"
#include "shell/expand/separators.h"
#include "shell/expand/text.h"
#include "shell/run/growing_text.h"
#include "shell/run/kernel.h"
#include "shell/run/known_symbols.h"
#include "shell/run/redirect.h"
#include "shell/run/variable_access.h"
#include "shell/whole_number.h"

// read, mapfile, getopts.

namespace pysub::shell {
namespace {

struct ReadOptions {
  bool raw = false;
  bool silent = false;
  bool exact = false;  // -N
  int fd = 0;
  char delimiter = '\n';
  size_t limit = SIZE_MAX;  // characters
  double timeout = -1;
  std::string prompt;
  std::string array;
};

// -1, or the status to end with.
int ParseReadOptions(Process& process, const std::vector<std::string>& args, ReadOptions* read,
                     size_t* names) {
  OptionReader options(process, args, "a:d:ei:n:N:p:rst:u:");
  while (char option = options.Next()) {
    int64_t number = 0;
    switch (option) {
      case '?': return 2;
      case 'r': read->raw = true; break;
      case 's': read->silent = true; break;
      case 'a': read->array = options.value(); break;
      case 'd': read->delimiter = options.value().empty() ? '\0' : options.value()[0]; break;
      case 'p': read->prompt = options.value(); break;
      case 'n':
      case 'N':
        if (!ReadWhole(options.value(), &number) || number < 0 || number > INT32_MAX) {
          process.BuiltinError(options.value(), ": invalid number");
          return 1;
        }
        read->limit = static_cast<size_t>(number);
        read->exact = option == 'N';
        break;
      case 't': {
        char* end = nullptr;
        read->timeout = std::strtod(options.value().c_str(), &end);
        if (options.value().empty() ||
            options.value().find_first_not_of("0123456789.") != std::string::npos || *end != '\0') {
          process.BuiltinError(options.value(), ": invalid timeout specification");
          return 1;
        }
        break;
      }
      case 'u':
        if (!ReadWhole(options.value(), &number) || number < 0 || number > INT32_MAX) {
          process.BuiltinError(options.value(), ": invalid file descriptor specification");
          return 1;
        }
        read->fd = static_cast<int>(number);
        if (!process.fds.Get(read->fd)) {
          process.BuiltinError(options.value(), ": invalid file descriptor: ", ErrnoText(EBADF));
          return 1;
        }
        break;
      default: break;
    }
  }
  *names = options.index();
  return -1;
}

// The line with backslashes taken out; `escaped` marks the characters that they protected.
void Unescape(std::string_view line, bool raw, std::string* text, std::string* escaped) {
  if (raw || line.find('\\') == std::string_view::npos) {
    *text = line;
    escaped->assign(line.size(), '\0');
    return;
  }
  for (size_t i = 0; i < line.size(); ++i) {
    if (!raw && line[i] == '\\' && i + 1 < line.size()) {
      ++i;
      *text += line[i];
      *escaped += '\1';
      continue;
    }
    if (!raw && line[i] == '\\') continue;
    *text += line[i];
    *escaped += '\0';
  }
}

// Whether more bytes may belong to the last character.
bool EndsInsideCharacter(std::string_view text) {
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) return false;
    if (byte >= 0xC2) return back < (byte < 0xE0 ? 2u : byte < 0xF0 ? 3u : byte < 0xF5 ? 4u : 1u);
  }
  return false;
}

class FieldSplitter {
 public:
  FieldSplitter(const std::string& text, const std::string& escaped, const Separators& ifs)
      : text_(text), escaped_(escaped), ifs_(ifs) {
    SkipBlanks();
  }
  bool AtEnd() const { return at_ >= text_.size(); }
  std::string_view Next() {
    size_t start = at_;
    while (at_ < text_.size() && SeparatorAt(at_) == 0) at_ += ifs_.Step(text_, at_);
    const size_t end = at_;
    std::string_view field = std::string_view(text_).substr(start, end - start);
    SkipBlanks();
    // (Blanks before one of several bytes do not belong to it: there is an empty field.)
    const size_t size = at_ < text_.size() && !IsBlank(at_) ? SeparatorAt(at_) : 0;
    if (size == 1 || (size > 1 && at_ == end)) {
      at_ += size;
      ended_by_separator_ = true;
      SkipBlanks();
    }
    return field;
  }
  // All that is left, as the last variable gets it: without blanks at the end, and
  // without one final separator.
  std::string_view Rest() {
    // (Of several words bash takes the blanks at the end off though a backslash stands before
    // them.)
    size_t end = text_.size();
    while (end > at_ && IsBlankByte(text_[end - 1]) && ifs_.At(text_, end - 1) != 0) --end;
    std::string_view rest = std::string_view(text_).substr(at_, end - at_);
    // A single separator that ends the text belongs to the only field there is.
    FieldSplitter probe = *this;
    std::string_view first = probe.Next();
    if (probe.AtEnd()) rest = first;
    at_ = text_.size();
    return rest;
  }

 private:
  size_t SeparatorAt(size_t i) const { return escaped_[i] ? 0 : ifs_.At(text_, i); }
  bool IsBlank(size_t i) const { return IsBlankByte(text_[i]) && SeparatorAt(i) != 0; }
  static bool IsBlankByte(char c) { return c == ' ' || c == '\t' || c == '\n'; }
  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(at_)) ++at_;
  }

  const std::string& text_;
  const std::string& escaped_;
  const Separators& ifs_;
  size_t at_ = 0;
  bool ended_by_separator_ = false;
};

// How a look for input went.
enum class Input : uint8_t {
  kThere,
  kEnd,
  kWaits,   // `waiting` says for what
  kFailed,  // with a message, or a limit was reached
};

// read -N: some bytes, whatever they are, to builtin.text.
Input ReadBytes(Process& process, const ReadOptions& options, size_t limit) {
  BuiltinState& state = process.builtin;
  Ref<Description> from = process.fds.Get(options.fd);
  if (!from) return Input::kFailed;
  std::string bytes;
  int error = 0;
  IoStatus io =
      ReadFrom(from.get(), std::min<size_t>(limit - state.text.size(), 65536), &bytes, &error);
  if (io == IoStatus::kWait) {
    process.waiting.For(Waiting::Kind::kRead, from);
    return Input::kWaits;
  }
  if (io != IoStatus::kDone) return Input::kEnd;
  if (!state.text_held.MakeRoom(&process.budget(), &state.text, bytes.size()))
    return Input::kFailed;
  state.text += bytes;
  return process.budget().Tick(bytes.size() / 8 + 1) ? Input::kThere : Input::kFailed;
}

// Takes the delimiter off. A backslash before a newline goes with it: the next line is joined
// (false).
bool TakeLineEnd(std::string* text, const ReadOptions& options) {
  text->pop_back();
  size_t slashes = 0;
  for (size_t i = text->size(); !options.raw && i > 0 && (*text)[i - 1] == '\\'; --i) ++slashes;
  if (slashes % 2 == 0 || options.delimiter != '\n') return true;
  text->pop_back();
  return false;
}

// Reads on until builtin.text has what was asked for.
Input ReadInput(Process& process, const ReadOptions& options) {
  std::string& text = process.builtin.text;
  while (true) {
    size_t limit = SIZE_MAX;
    if (options.limit != SIZE_MAX) {
      // Characters, not bytes: those that are missing have a byte each at least.
      const size_t have = LengthOf(process, text);
      if (!process.budget().Tick(text.size() / 8)) return Input::kFailed;
      if (have >= options.limit && (!EndsInsideCharacter(text) || CountsBytes(process)))
        return Input::kThere;
      limit = text.size() + std::max<size_t>(1, options.limit - std::min(have, options.limit));
    }
    if (options.exact) {
      const Input input = ReadBytes(process, options, limit);
      if (input != Input::kThere) return input;
      continue;
    }
    bool found = false;
    int error = 0;
    const IoStatus io =
        ReadThrough(process, options.fd, options.delimiter, limit, &text, &found, &error);
    if (io == IoStatus::kWait) return Input::kWaits;
    if (io == IoStatus::kError) {
      process.BuiltinError("read error: ", std::to_string(options.fd), ": ", ErrnoText(error));
      return Input::kFailed;
    }
    if (found && TakeLineEnd(&text, options)) return Input::kThere;
    if (!found && io == IoStatus::kEnd) return Input::kEnd;
  }
}

// read -a.
bool AssignFields(Process& process, const std::string& name, FieldSplitter splitter) {
  std::vector<std::string> values;
  MemoryCharge held;
  while (!splitter.AtEnd()) {
    const std::string_view field = splitter.Next();
    if (!process.budget().Tick(1) ||
        !held.Add(&process.budget(), static_cast<int64_t>(field.size() + 40)) ||
        !MakeRoom(&process.budget(), &values)) {
      return false;
    }
    values.emplace_back(field);
  }
  Symbol array = process.variables.Resolve(process.symbols().Intern(name), nullptr);
  if (const Variable* old = process.variables.Find(array); old != nullptr && old->associative) {
    process.BuiltinError(name, ": not an indexed array");
    return false;
  }
  return AssignArray(process, array, std::move(values), std::move(held));
}

// builtin.text to the variables, whose names are args[first] and those behind it.
bool AssignInput(Process& process, const ReadOptions& options, const std::vector<std::string>& args,
                 size_t first) {
  std::string& read = process.builtin.text;
  std::erase(read, '\0');
  // The line once more, with a mark for each byte; and a field of it, or all.
  MemoryCharge held;
  if (!process.budget().Tick(read.size() / 4) ||
      !held.Add(&process.budget(), static_cast<int64_t>(3 * read.size())))
    return false;
  std::string text, escaped;
  text.reserve(read.size());
  escaped.reserve(read.size());
  Unescape(read, options.raw, &text, &escaped);
  const Separators ifs(process);
  if (!options.array.empty())
    return AssignFields(process, options.array, FieldSplitter(text, escaped, ifs));
  if (first >= args.size()) return AssignVariable(process, kSymReply, text);
  FieldSplitter splitter(text, escaped, ifs);
  for (size_t i = first; i < args.size(); ++i) {
    std::string_view value;
    if (options.exact)
      value = i == first ? std::string_view(text) : "";  // all of it to the first
    else if (i + 1 == args.size())
      value = splitter.Rest();
    else if (!splitter.AtEnd())
      value = splitter.Next();
    if (!AssignTarget(process, args[i], value)) return false;
  }
  return true;
}

}  // namespace

BuiltinResult BuiltinRead(Process& process, const std::vector<std::string>& args) {
  constexpr int kTimedOut = 142;  // as if SIGALRM had ended it
  BuiltinState& state = process.builtin;
  ReadOptions options;
  size_t names = 1;
  if (int status = ParseReadOptions(process, args, &options, &names); status >= 0) return status;
  const int64_t now = process.budget().clock().monotonic_ns();
  if (state.stage == 0) {
    state.stage = 1;
    for (size_t i = names; i < args.size(); ++i) {
      std::string_view name = args[i];
      if (!IsName(name.substr(0, name.find('[')))) {
        process.BuiltinError("`", args[i], "': not a valid identifier");
        return 1;
      }
    }
    // (No script waits longer than a year.)
    if (options.timeout >= 0)
      state.deadline_ns = now + static_cast<int64_t>(std::min(options.timeout, 3e7) * 1e9);
    if (options.timeout == 0) {
      Ref<Description> from = process.fds.Get(options.fd);
      return from && CanRead(*from) ? 0 : 1;
    }
  }
  const Input input = ReadInput(process, options);
  if (input == Input::kWaits && now < state.deadline_ns) {
    process.waiting.wake_ns = state.deadline_ns;
    return BuiltinResult::Kind::kBlocked;
  }
  if (input == Input::kFailed || process.budget().stopped()) return 1;
  if (!AssignInput(process, options, args, names)) return 1;
  return input == Input::kWaits ? kTimedOut : input == Input::kEnd ? 1 : 0;
}

namespace {

struct MapfileOptions {
  char delimiter = '\n';
  int64_t count = 0, origin = 0, skip = 0, fd = 0, quantum = 5000;
  std::string callback;
  bool has_origin = false, strips = false;
  std::string name = "MAPFILE";
};

// One of -n, -O, -s, -u. False: it was complained of.
bool TakeMapfileNumber(Process& process, char option, const std::string& text, int64_t* number) {
  if (ReadWhole(text, number) && *number >= 0 &&
      *number <= (option == 'u' ? INT32_MAX : UINT32_MAX))
    return true;
  process.BuiltinError(text, (option == 'u'   ? ": invalid file descriptor specification"
                              : option == 'O' ? ": invalid array origin"
                                              : ": invalid line count"));
  return false;
}

// A status, when something is wrong.
std::optional<int> TakeMapfileOptions(Process& process, const std::vector<std::string>& args,
                                      MapfileOptions* to) {
  OptionReader options(process, args, "d:n:O:s:tu:C:c:");
  while (char option = options.Next()) {
    int64_t* number = nullptr;
    switch (option) {
      case '?': return 2;
      case 'C': to->callback = options.value(); break;
      case 'c':
        if (!ReadWhole(options.value(), &to->quantum) || to->quantum <= 0 ||
            to->quantum > UINT32_MAX) {
          process.BuiltinError(options.value(), ": invalid callback quantum");
          return 1;
        }
        break;
      case 'n': number = &to->count; break;
      case 'O':
        number = &to->origin;
        to->has_origin = true;
        break;
      case 's': number = &to->skip; break;
      case 'u': number = &to->fd; break;
      case 't': to->strips = true; break;
      case 'd': to->delimiter = options.value().empty() ? '\0' : options.value()[0]; break;
    }
    if (number != nullptr && !TakeMapfileNumber(process, option, options.value(), number)) return 1;
  }
  if (options.index() < args.size()) to->name = args[options.index()];
  if (IsName(to->name)) return std::nullopt;
  process.BuiltinError("`", to->name, "': not a valid identifier");
  return 1;
}

// Into process.builtin, where the lines are kept while the builtin waits for more. Nothing: all are
// there.
std::optional<BuiltinResult> ReadMapfileLines(Process& process, const MapfileOptions& options) {
  BuiltinState& state = process.builtin;
  while (options.count == 0 || state.list.size() < static_cast<size_t>(options.count)) {
    bool found = false;
    int error = 0;
    IoStatus io = ReadThrough(process, static_cast<int>(options.fd), options.delimiter, SIZE_MAX,
                              &state.text, &found, &error);
    if (io == IoStatus::kWait) return BuiltinResult::Kind::kBlocked;
    if (io == IoStatus::kError) {
      process.BuiltinError(std::to_string(options.fd),
                           ": invalid file descriptor: ", ErrnoText(error));
      return 1;
    }
    if (!found && state.text.empty()) break;
    if (found && (options.strips || options.delimiter == '\0')) state.text.pop_back();
    if (!process.budget().Tick(state.text.size() / 16 + 1) ||
        !state.held.Add(&process.budget(), 3 * sizeof(std::string)))  // old list and new one
      return 1;
    if (options.skip > 0 && state.number < static_cast<uint64_t>(options.skip)) {
      ++state.number;
    } else {
      state.list.push_back(std::exchange(state.text, std::string()));
      state.held.Take(std::move(state.text_held));
    }
    state.text.clear();
    if (!found) break;
  }
  return std::nullopt;
}

// The calls of -C, one for each quantum of lines. False: no memory.
bool AppendMapfileCalls(const MapfileOptions& options, const std::vector<std::string>& lines,
                        GrowingText* calls) {
  if (options.callback.empty()) return true;
  const auto quantum = static_cast<size_t>(options.quantum);
  for (size_t i = quantum - 1; i < lines.size(); i += quantum) {
    std::string index = std::to_string(options.origin + static_cast<int64_t>(i));
    for (std::string_view part : {std::string_view(options.callback), std::string_view(" "),
                                  std::string_view(index), std::string_view(" ")})
      calls->Append(part);
    QuoteAlways(lines[i], calls);
    calls->Append('\n');
    if (calls->full()) return false;
  }
  return true;
}

// -O changes an array from there on; without it the lines are all of it.
bool AssignMapfile(Process& process, const MapfileOptions& options, Symbol symbol) {
  BuiltinState& state = process.builtin;
  if (!options.has_origin)
    return AssignArray(process, symbol, std::move(state.list), std::move(state.held));
  for (size_t i = 0; i < state.list.size(); ++i) {
    if (!AssignElement(process, symbol, std::to_string(options.origin + static_cast<int64_t>(i)),
                       state.list[i]))
      return false;
  }
  return true;
}

}  // namespace

BuiltinResult BuiltinMapfile(Process& process, const std::vector<std::string>& args) {
  MapfileOptions options;
  if (std::optional<int> status = TakeMapfileOptions(process, args, &options)) return *status;
  if (std::optional<BuiltinResult> end = ReadMapfileLines(process, options)) return *end;
  Symbol symbol = process.variables.Resolve(process.symbols().Intern(options.name), nullptr);
  if (const Variable* old = process.variables.Find(symbol); old != nullptr && old->associative) {
    process.BuiltinError(options.name, ": not an indexed array");
    return 1;
  }
  // The calls run behind the assignment, all as one text.
  GrowingText calls(&process.budget());
  if (!AppendMapfileCalls(options, process.builtin.list, &calls)) return 1;
  if (!AssignMapfile(process, options, symbol)) return 1;
  if (calls.text().empty()) return 0;
  process.status = 0;
  ++process.trace_level;
  if (!calls.Append(':')) return 1;
  process.PushScript(calls.text(), ScriptState::Kind::kEval, process.line);
  return BuiltinResult::Kind::kPushed;
}

BuiltinResult BuiltinGetopts(Process& process, const std::vector<std::string>& args) {
  OptionReader options(process, args, "");
  if (options.Next() != 0) return 2;
  size_t first = options.index();
  if (args.size() < first + 2) return UsageError(process, "getopts");
  std::string_view letters = args[first];
  const std::string& name = args[first + 1];
  int64_t bytes = 0;
  for (size_t i = first + 2; i < args.size(); ++i)
    bytes += static_cast<int64_t>(args[i].size()) + 40;
  if (args.size() <= first + 2) bytes = BytesOf(process.arguments->view());
  const ScopedMemoryCharge copies(&process.budget(), static_cast<uint64_t>(bytes));
  if (!process.budget().Tick(static_cast<uint64_t>(bytes) / 16) || !copies.ok()) return 1;
  std::vector<std::string> operands =
      args.size() > first + 2
          ? std::vector<std::string>(args.begin() + static_cast<std::ptrdiff_t>(first) + 2,
                                     args.end())
          : process.arguments->Copy();
  int64_t index = 1;
  if (const std::string* value = ValueOf(process, kSymOptind)) {
    // as atoi() does, whatever follows
    std::from_chars(value->data(), value->data() + value->size(), index);
  }
  bool silent = letters.starts_with(':');
  const std::string* opterr = ValueOf(process, kSymOpterr);
  bool complains = !silent && !(opterr != nullptr && *opterr == "0");
  if (index < 1) index = 1;
  auto finish = [&](const std::string& letter, const std::string* argument,
                    int status) -> BuiltinResult {
    uint32_t at = process.getopts_at;
    AssignVariable(process, kSymOptind, std::to_string(index));
    process.getopts_at = at;
    if (argument != nullptr) {
      AssignVariable(process, kSymOptarg, *argument);
    } else {
      UnsetVariable(process, kSymOptarg);
    }
    const Variable* target = process.variables.FindResolved(process.symbols().Intern(name));
    if (!AssignTarget(process, name, letter))
      return target != nullptr && target->Has(kReadonly) ? 2 : 1;
    return status;
  };
  if (static_cast<uint64_t>(index) > operands.size()) {
    process.getopts_at = 0;
    return finish("?", nullptr, 1);
  }
  const std::string& word = operands[static_cast<size_t>(index) - 1];
  if (process.getopts_at == 0) {
    if (word.size() < 2 || word[0] != '-') return finish("?", nullptr, 1);
    if (word == "--") {
      ++index;
      return finish("?", nullptr, 1);
    }
    process.getopts_at = 1;
  }
  if (process.getopts_at >= word.size()) {
    process.getopts_at = 0;
    return finish("?", nullptr, 1);
  }
  char letter = word[process.getopts_at++];
  std::string shown(1, letter);
  size_t found = letter == ':' ? std::string_view::npos : letters.find(letter);
  bool more = process.getopts_at < word.size();
  if (found == std::string_view::npos) {
    if (!more) ++index, process.getopts_at = 0;
    if (complains) process.WriteError(process.name + ": illegal option -- " + shown + "\n");
    return finish("?", silent ? &shown : nullptr, 0);
  }
  if (found + 1 >= letters.size() || letters[found + 1] != ':') {
    if (!more) ++index, process.getopts_at = 0;
    return finish(shown, nullptr, 0);
  }
  std::string argument;
  if (more) {
    argument = word.substr(process.getopts_at);
    ++index;
  } else if (static_cast<uint64_t>(index) < operands.size()) {
    argument = operands[static_cast<size_t>(index)];
    index += 2;
  } else {
    ++index;
    process.getopts_at = 0;
    if (complains)
      process.WriteError(process.name + ": option requires an argument -- " + shown + "\n");
    return finish(silent ? ":" : "?", silent ? &shown : nullptr, 0);
  }
  process.getopts_at = 0;
  return finish(shown, &argument, 0);
}

}  // namespace pysub::shell
