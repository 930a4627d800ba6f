// pgrep, pkill, pidof and killall: one command, told apart by its name.

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "pysub/files/file_system.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/processes.h"
#include "shell/regex/regex.h"
#include "shell/run/signals.h"
#include "shell/syntax/arena.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr int64_t kTurnNs = 2'000'000;
enum LongOptions { kSignal = kFirstLongOption };
constexpr CommandOption kPgrepOptions[] = {
    HelpRow('h'),
    VersionRow('V'),
    {'a', "list-full"},
    {'A', "ignore-ancestors"},
    {'c', "count"},
    {'d', "delimiter", OptionArgument::kRequired},
    {'e', "echo"},
    {'f', "full"},
    {'g', "pgroup", OptionArgument::kRequired},
    {'i', "ignore-case"},
    {'l', "list-name"},
    {'n', "newest"},
    {'o', "oldest"},
    {'P', "parent", OptionArgument::kRequired},
    {'u', "euid", OptionArgument::kRequired},
    {'U', "uid", OptionArgument::kRequired},
    {'v', "inverse"},
    {'x', "exact"},
    {'r', "runstates", OptionArgument::kRequired},
    {'s', "session", OptionArgument::kRequired},
    RefusedRow('G', "group", OptionArgument::kRequired),
    RefusedRow('O', "older", OptionArgument::kRequired),
    RefusedRow('t', "terminal", OptionArgument::kRequired),
    RefusedRow('F', "pidfile", OptionArgument::kRequired),
    RefusedRow('L', "logpidfile"),
    RefusedRow('w', "lightweight"),
    RefusedRow('q', "queue", OptionArgument::kRequired),
    RefusedName("cgroup", OptionArgument::kRequired),
    RefusedName("ns", OptionArgument::kRequired),
    RefusedName("nslist", OptionArgument::kRequired),
    LongRow(kSignal, "signal", OptionArgument::kRequired),
};
constexpr CommandOption kPidofOptions[] = {
    {'c', ""}, {'n', ""}, {'o', "", OptionArgument::kRequired}, {'q', ""}, {'s', ""},
    {'x', ""}, {'z', ""}, {'S', "", OptionArgument::kRequired}};
constexpr CommandOption kKillallOptions[] = {
    VersionRow('V'),
    {'e', "exact"},
    {'g', "process-group"},
    {'I', "ignore-case"},
    {'l', "list"},
    {'q', "quiet"},
    {'r', "regexp"},
    {'s', "signal", OptionArgument::kRequired},
    {'v', "verbose"},
    {'w', "wait"},
    RefusedRow('y', "younger-than", OptionArgument::kRequired),
    RefusedRow('o', "older-than", OptionArgument::kRequired),
    RefusedRow('i', "interactive"),
    RefusedRow('n', "ns", OptionArgument::kRequired),
    RefusedRow('Z', "context", OptionArgument::kRequired),
    {'u', "user", OptionArgument::kRequired}};

// Who is sought and what happens to them. The processes are looked at in one step: between two
// steps there is only a `kill` that runs.
class ProcessSearch : public Command {
 public:
  Progress Step(CommandIo& io) override;
  void Fields(Archive& archive) override { archive(child_, status_, started_, waited_); }

 private:
  enum class Kind : uint8_t { kPgrep, kPkill, kPidof, kKillall };

  std::optional<int> Start(CommandIo& io);
  std::optional<int> TakePgrepWords(CommandIo& io);
  std::optional<int> TakePidofWords(CommandIo& io);
  std::optional<int> TakeKillallWords(CommandIo& io);
  std::optional<int> TakeOption(CommandIo& io, Options* options);
  std::optional<int> TakeUsers(CommandIo& io, std::string_view text);
  static std::optional<int> TakeNumbers(std::string_view text, std::vector<int>* numbers);
  int Usage(CommandIo& io, const std::string& text, int status);
  std::optional<std::vector<ProcessInfo>> Find(CommandIo& io);
  bool Matches(CommandIo& io, const ProcessInfo& info);
  Progress Print(CommandIo& io, const std::vector<ProcessInfo>& found);
  Progress PrintPids(CommandIo& io, const std::vector<ProcessInfo>& found);
  Progress Kill(CommandIo& io, const std::vector<ProcessInfo>& found);

  Kind kind_ = Kind::kPgrep;
  bool full_ = false, exact_ = false, list_ = false, list_full_ = false, count_ = false,
       newest_ = false, oldest_ = false, inverse_ = false, echo_ = false, ignore_case_ = false,
       quiet_ = false, verbose_ = false, single_ = false;
  bool limits_users_ = false, user_is_meant_ = false, ignores_ancestors_ = false;
  std::string delimiter_ = "\n";
  int signal_ = 15;
  std::vector<int> parents_, groups_, sessions_, left_out_;
  std::string states_;  // -r: letters of ps, between commas
  std::vector<std::string> patterns_;
  std::unique_ptr<Regex> regex_;

  int child_ = -1, status_ = 0;
  bool started_ = false;
  bool waited_ = false;  // for what was started just before
};

int ProcessSearch::Usage(CommandIo& io, const std::string& text, int status) {
  if (!text.empty()) io.Error(text);
  io.Write(2, "Try `" + ProgramName(io) + " --help' for more information.\n");
  return status;
}

std::optional<int> ProcessSearch::TakeNumbers(std::string_view text, std::vector<int>* numbers) {
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(", "), text.size());
    int number = 0;
    if (!ReadWhole(text.substr(0, end), &number)) return 2;
    numbers->push_back(number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::nullopt;
}

// There is one user, and whoever asks for others finds nobody.
std::optional<int> ProcessSearch::TakeUsers(CommandIo& io, std::string_view text) {
  limits_users_ = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    const std::string name(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    uint32_t uid = 0;
    std::optional<uint32_t> known = FindUser(name);
    if (!known && ReadWhole(name, &uid)) known = uid;
    if (!known) {
      io.Error("invalid user name: " + name);
      return 2;
    }
    constexpr uint32_t kOwn = 1000;
    user_is_meant_ |= *known == kOwn;
  }
  return std::nullopt;
}

std::optional<int> ProcessSearch::TakeOption(CommandIo& io, Options* options) {
  switch (options->id()) {
    case 'a': list_full_ = true; break;
    case 'A': ignores_ancestors_ = true; break;
    case 'c': count_ = true; break;
    case 'd': delimiter_ = options->value(); break;
    case 'e': echo_ = true; break;
    case 'f': full_ = true; break;
    case 'i': ignore_case_ = true; break;
    case 'l': list_ = true; break;
    case 'n': newest_ = true; break;
    case 'o': oldest_ = true; break;
    case 'v': inverse_ = true; break;
    case 'x': exact_ = true; break;
    case 'r': states_ = options->value(); break;
    case 'u':
    case 'U': return TakeUsers(io, options->value());
    case 'P':
    case 'g':
    case 's':
      if (TakeNumbers(options->value(), options->id() == 'P'   ? &parents_
                                        : options->id() == 'g' ? &groups_
                                                               : &sessions_)) {
        return Usage(io, "invalid argument: " + std::string(options->value()), 2);
      }
      break;
    case kSignal:
      signal_ = SignalNumber(options->value());
      if (signal_ < 0)
        return Usage(io, "Unknown signal \"" + std::string(options->value()) + "\".", 2);
      break;
  }
  return std::nullopt;
}

std::optional<int> ProcessSearch::TakePgrepWords(CommandIo& io) {
  // pkill -HUP, -9: one word, wherever it stands.
  std::vector<std::string> words(io.args().begin(), io.args().end());
  for (size_t i = 0; i < words.size() && kind_ == Kind::kPkill; ++i) {
    if (words[i] == "--") break;
    if (words[i].size() < 2 || words[i][0] != '-' || words[i][1] == '-') continue;
    const int number = SignalNumber(std::string_view(words[i]).substr(1));
    if (number < 0) continue;
    signal_ = number;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  Options options(io, words, kPgrepOptions, Options::kPermute, 2);
  options.set_old_quotes();
  while (options.Next()) {
    if (auto status = TakeOption(io, &options)) return status;
  }
  if (options.status()) return options.status();
  if (newest_ && oldest_) return Usage(io, "-n and -o are not to be given together", 2);
  patterns_ = options.operands();
  if (patterns_.size() > 1) return Usage(io, "only one pattern can be provided", 2);
  const bool any = !patterns_.empty() || newest_ || oldest_ || limits_users_ || !parents_.empty() ||
                   !groups_.empty() || !sessions_.empty() || !states_.empty();
  if (!any) return Usage(io, "no matching criteria specified", 2);
  if (patterns_.empty()) return std::nullopt;
  std::string error;
  RegexOptions how;
  how.ignore_case = ignore_case_;
  const std::string pattern = exact_ ? "^(" + patterns_[0] + ")$" : patterns_[0];
  regex_ = Regex::Compile(pattern, how, &io.account(), &error);
  if (regex_ != nullptr) return std::nullopt;
  io.Error("regex error: " + error);
  return 2;
}

std::optional<int> ProcessSearch::TakePidofWords(CommandIo& io) {
  Options options(io, kPidofOptions);
  while (options.Next()) {
    if (options.id() == 's') single_ = true;
    if (options.id() == 'q') quiet_ = true;
    if (options.id() == 'S') delimiter_ = options.value();
    if (options.id() == 'o' && TakeNumbers(options.value(), &left_out_)) {
      io.Error("illegal omit pid value (" + std::string(options.value()) + ")!");
      return 1;
    }
  }
  patterns_ = options.operands();
  return options.status();
}

std::optional<int> ProcessSearch::TakeKillallWords(CommandIo& io) {
  std::vector<std::string> words(io.args().begin(), io.args().end());
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() < 2 || words[i][0] != '-' || words[i][1] == '-') break;
    const int number = SignalNumber(std::string_view(words[i]).substr(1));
    if (number < 0) continue;
    signal_ = number;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  Options options(io, words, kKillallOptions);
  while (options.Next()) {
    switch (options.id()) {
      case 'I': ignore_case_ = true; break;
      case 'q': quiet_ = true; break;
      case 'v': verbose_ = true; break;
      case 's':
        signal_ = SignalNumber(options.value());
        if (signal_ < 0) {
          io.Write(2,
                   std::string(options.value()) + ": unknown signal; killall -l lists signals.\n");
          return 1;
        }
        break;
      case 'u':
        if (auto status = TakeUsers(io, options.value())) return status;
        break;
      case 'e': break;
      default:
        io.Error(std::string("-") + static_cast<char>(options.id()) +
                 " is not supported in this sandbox");
        return 1;
    }
  }
  if (options.status()) return options.status();
  patterns_ = options.operands();
  if (!patterns_.empty()) return std::nullopt;
  io.Write(2, "Usage: killall [OPTION]... [--] NAME...\n");
  return 1;
}

std::optional<int> ProcessSearch::Start(CommandIo& io) {
  const std::string name = ProgramName(io);
  kind_ = name == "pkill"     ? Kind::kPkill
          : name == "pidof"   ? Kind::kPidof
          : name == "killall" ? Kind::kKillall
                              : Kind::kPgrep;
  switch (kind_) {
    case Kind::kPidof: delimiter_ = " "; return TakePidofWords(io);
    case Kind::kKillall: return TakeKillallWords(io);
    default: return TakePgrepWords(io);
  }
}

bool ProcessSearch::Matches(CommandIo& io, const ProcessInfo& info) {
  const auto has = [](const std::vector<int>& numbers, int number) {
    return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
  };
  if (limits_users_ && !user_is_meant_) return false;
  if (!parents_.empty() && !has(parents_, info.parent)) return false;
  if (!groups_.empty() && !has(groups_, info.group)) return false;
  if (!sessions_.empty() && !has(sessions_, info.session)) return false;
  if (!states_.empty() && states_.find(info.state) == std::string::npos) return false;
  if (kind_ == Kind::kPgrep || kind_ == Kind::kPkill) {
    if (regex_ == nullptr) return true;
    const std::string text = full_ ? info.CommandLine() : info.name;
    return regex_->Search(RegexSubject(text), 0, nullptr, 0, RegexAnchor::kNone, &io.account()) ==
           RegexOutcome::kMatch;
  }
  const std::string_view program = info.words.empty() ? info.name : LastName(info.words[0]);
  for (const std::string& pattern : patterns_) {
    if (!io.account().Tick(16)) return false;
    const std::string_view wanted = kind_ == Kind::kPidof ? LastName(pattern) : pattern;
    const auto same = [](char a, char b) { return std::tolower(a) == std::tolower(b); };
    const bool equal = ignore_case_ ? std::equal(wanted.begin(), wanted.end(), info.name.begin(),
                                                 info.name.end(), same)
                                    : wanted == info.name || wanted == program;
    if (equal) return true;
  }
  return false;
}

// Itself is no match, where it is a process of its own.
std::optional<std::vector<ProcessInfo>> ProcessSearch::Find(CommandIo& io) {
  const int own = OwnProcess(io);
  std::vector<ProcessInfo> found;
  for (int pid : ListProcesses(io)) {
    std::optional<ProcessInfo> info = LookAtProcess(io, pid);
    if (!info) continue;
    if (pid == own && (ignores_ancestors_ || info->name == ProgramName(io))) continue;
    if (std::find(left_out_.begin(), left_out_.end(), pid) != left_out_.end()) continue;
    if (Matches(io, *info) == inverse_) continue;
    const std::string line = info->CommandLine();
    if (!io.Reserve(static_cast<int64_t>(2 * line.size() + 2 * sizeof(ProcessInfo))))
      return std::nullopt;
    found.push_back(std::move(*info));
  }
  if (newest_ && !found.empty()) found.erase(found.begin(), found.end() - 1);
  if (oldest_ && !found.empty()) found.resize(1);
  return found;
}

Progress ProcessSearch::Print(CommandIo& io, const std::vector<ProcessInfo>& found) {
  std::string out;
  for (const ProcessInfo& info : found) {
    if (!out.empty()) out += delimiter_;
    out += std::to_string(info.pid);
    if (list_full_)
      out += " " + info.CommandLine();
    else if (list_)
      out += " " + info.name;
    if (!io.account().Tick(64)) return Progress::Yield();
  }
  if (count_) {
    io.Out(std::to_string(found.size()) + "\n");
  } else if (!out.empty()) {
    io.Out(out + "\n");
  }
  return Progress::Done(found.empty() ? 1 : 0);
}

Progress ProcessSearch::PrintPids(CommandIo& io, const std::vector<ProcessInfo>& found) {
  std::string out;
  // The newest first.
  for (size_t i = found.size(); i-- > 0;) {
    if (single_ && !out.empty()) break;
    if (!out.empty()) out += delimiter_;
    out += std::to_string(found[i].pid);
    if (!io.account().Tick(64)) return Progress::Yield();
  }
  if (!out.empty() && !quiet_) io.Out(out + "\n");
  return Progress::Done(found.empty() ? 1 : 0);
}

// A shell sends the signals: its kill knows all processes.
Progress ProcessSearch::Kill(CommandIo& io, const std::vector<ProcessInfo>& found) {
  std::string script = "kill -" + std::to_string(signal_);
  for (const ProcessInfo& info : found) {
    script += " " + std::to_string(info.pid);
    if (echo_) io.Out(ShownCommand(info.name) + " killed (pid " + std::to_string(info.pid) + ")\n");
    if (verbose_)
      io.Write(2, fmt::format("Killed {}({}) with signal {}\n", ShownCommand(info.name), info.pid,
                              signal_));
    if (!io.account().Tick(64)) return Progress::Yield();
  }
  if (count_ && kind_ == Kind::kPkill) io.Out(std::to_string(found.size()) + "\n");
  if (kind_ == Kind::kKillall) {
    for (const std::string& pattern : patterns_) {
      if (!io.account().Tick(64)) return Progress::Yield();
      const bool any = std::any_of(found.begin(), found.end(), [&](const ProcessInfo& info) {
        return info.name == pattern || ignore_case_ ||
               (!info.words.empty() && LastName(info.words[0]) == pattern);
      });
      if (any) continue;
      status_ = 1;
      if (!quiet_) io.Write(2, pattern + ": no process found\n");
    }
  }
  if (found.empty()) return Progress::Done(1);
  const std::string words[] = {"bash", "-c", script + " 2>/dev/null"};
  child_ = io.Spawn(words, {});
  if (child_ < 0) {
    io.Error("kill", io.error());
    return Progress::Done(1);
  }
  started_ = true;
  return Progress::Wait();
}

Progress ProcessSearch::Step(CommandIo& io) {
  if (started_) {
    const std::optional<int> ended = io.WaitChild(child_);
    if (!ended) return Progress::Wait();
    return Progress::Done(*ended != 0 ? 1 : status_);
  }
  // A process that is started in the background is a copy of its shell until it has had its turn:
  // nobody would find its command.
  if (!waited_) {
    waited_ = true;
    io.WakeAt(io.MonotonicNs() + kTurnNs);
    return Progress::Wait();
  }
  if (std::optional<int> status = Start(io)) return Progress::Done(*status);
  std::optional<std::vector<ProcessInfo>> found = Find(io);
  if (!found) return Progress::Done(2);
  switch (kind_) {
    case Kind::kPgrep: return Print(io, *found);
    case Kind::kPidof: return PrintPids(io, *found);
    default: return Kill(io, *found);
  }
}

}  // namespace

std::unique_ptr<Command> MakeProcessSearch() { return Make<ProcessSearch>(); }

}  // namespace pysub::shell
