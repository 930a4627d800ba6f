#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "pysub/files/file_system.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/simple.h"
#include "shell/commands/system/civil_time.h"
#include "shell/commands/system/processes.h"
#include "shell/commands/text_command.h"
#include "shell/syntax/arena.h"
#include "shell/whole_number.h"

namespace pysub::shell {
namespace {

constexpr uint32_t kUid = 1000;  // whose all processes are

// What is known about all of them.
struct Surroundings {
  int64_t now = 0, uptime_seconds = 0;
  uint64_t total_kb = 0;
  TimeZone zone;
  int pid_width = 5;
};

enum class Align : uint8_t { kLeft, kRight };
using Cell = std::string (*)(const ProcessInfo&, const Surroundings&);

// A column that -o names.
struct Column {
  std::string_view name, header;
  int width;  // 0: as wide as process numbers are
  Align align;
  Cell cell;
};

std::string Elapsed(int64_t seconds) {
  const int64_t days = seconds / 86400, hours = seconds / 3600 % 24, minutes = seconds / 60 % 60;
  if (days > 0) return fmt::format("{}-{:02}:{:02}:{:02}", days, hours, minutes, seconds % 60);
  if (hours > 0) return fmt::format("{:02}:{:02}:{:02}", hours, minutes, seconds % 60);
  return fmt::format("{:02}:{:02}", minutes, seconds % 60);
}
std::string Started(const Surroundings& around, std::string_view format) {
  return FormatTime(format, around.now - around.uptime_seconds, 0, around.zone);
}

std::string PidOf(const ProcessInfo& info, const Surroundings&) { return std::to_string(info.pid); }
std::string ParentOf(const ProcessInfo& info, const Surroundings&) {
  return std::to_string(info.parent);
}
std::string GroupOf(const ProcessInfo& info, const Surroundings&) {
  return std::to_string(info.group);
}
std::string SessionOf(const ProcessInfo& info, const Surroundings&) {
  return std::to_string(info.session);
}
std::string User(const ProcessInfo&, const Surroundings&) { return UserName(kUid); }
std::string Group(const ProcessInfo&, const Surroundings&) { return GroupName(kUid); }
std::string Uid(const ProcessInfo&, const Surroundings&) { return std::to_string(kUid); }
std::string Terminal(const ProcessInfo&, const Surroundings&) { return "?"; }
std::string NoTime(const ProcessInfo&, const Surroundings&) { return "00:00:00"; }
std::string ShortTime(const ProcessInfo&, const Surroundings&) { return "0:00"; }
std::string Zero(const ProcessInfo&, const Surroundings&) { return "0"; }
std::string One(const ProcessInfo&, const Surroundings&) { return "1"; }
std::string Nothing(const ProcessInfo&, const Surroundings&) { return "-"; }
std::string Priority(const ProcessInfo&, const Surroundings&) { return "19"; }
std::string NoPercent(const ProcessInfo&, const Surroundings&) { return "0.0"; }
std::string MemoryPercent(const ProcessInfo& info, const Surroundings& around) {
  const uint64_t tenths =
      around.total_kb == 0 ? 0 : info.memory_bytes / 1024 * 1000 / around.total_kb;
  return fmt::format("{}.{}", tenths / 10, tenths % 10);
}
std::string Memory(const ProcessInfo& info, const Surroundings&) {
  return std::to_string(info.memory_bytes / 1024);
}
std::string Pages(const ProcessInfo& info, const Surroundings&) {
  return std::to_string(info.memory_bytes / 4096);
}
std::string NoGroup(const ProcessInfo&, const Surroundings&) { return "-1"; }
std::string StateOf(const ProcessInfo& info, const Surroundings&) {
  return std::string(1, info.state);
}
std::string NameOf(const ProcessInfo& info, const Surroundings&) { return ShownCommand(info.name); }
std::string CommandOf(const ProcessInfo& info, const Surroundings&) {
  const std::string line = ShownCommand(info.CommandLine());
  return line.empty() ? "[" + ShownCommand(info.name) + "]" : line;
}
std::string ElapsedOf(const ProcessInfo&, const Surroundings& around) {
  return Elapsed(around.uptime_seconds);
}
std::string ElapsedSeconds(const ProcessInfo&, const Surroundings& around) {
  return std::to_string(around.uptime_seconds);
}
std::string StartClock(const ProcessInfo&, const Surroundings& around) {
  return Started(around, "%H:%M:%S");
}
std::string StartMinute(const ProcessInfo&, const Surroundings& around) {
  return Started(around, "%H:%M");
}
std::string StartDate(const ProcessInfo&, const Surroundings& around) {
  return Started(around, "%a %b %e %H:%M:%S %Y");
}

constexpr Column kColumns[] = {
    {"pid", "PID", 0, Align::kRight, PidOf},
    {"tgid", "TGID", 0, Align::kRight, PidOf},
    {"lwp", "LWP", 0, Align::kRight, PidOf},
    {"ppid", "PPID", 0, Align::kRight, ParentOf},
    {"pgid", "PGID", 0, Align::kRight, GroupOf},
    {"pgrp", "PGRP", 0, Align::kRight, GroupOf},
    {"sid", "SID", 0, Align::kRight, SessionOf},
    {"sess", "SESS", 0, Align::kRight, SessionOf},
    {"user", "USER", 8, Align::kLeft, User},
    {"euser", "EUSER", 8, Align::kLeft, User},
    {"ruser", "RUSER", 8, Align::kLeft, User},
    {"uname", "USER", 8, Align::kLeft, User},
    {"group", "GROUP", 8, Align::kLeft, Group},
    {"uid", "UID", 5, Align::kRight, Uid},
    {"euid", "EUID", 5, Align::kRight, Uid},
    {"gid", "GID", 5, Align::kRight, Uid},
    {"tty", "TT", 8, Align::kLeft, Terminal},
    {"tt", "TT", 8, Align::kLeft, Terminal},
    {"tname", "TTY", 8, Align::kLeft, Terminal},
    {"time", "TIME", 8, Align::kRight, NoTime},
    {"cputime", "TIME", 8, Align::kRight, NoTime},
    {"bsdtime", "TIME", 6, Align::kRight, ShortTime},
    {"etime", "ELAPSED", 11, Align::kRight, ElapsedOf},
    {"etimes", "ELAPSED", 7, Align::kRight, ElapsedSeconds},
    {"start", "STARTED", 8, Align::kRight, StartClock},
    {"start_time", "START", 5, Align::kLeft, StartMinute},
    {"stime", "STIME", 5, Align::kLeft, StartMinute},
    {"bsdstart", "START", 6, Align::kRight, StartMinute},
    {"lstart", "STARTED", 24, Align::kRight, StartDate},
    {"nice", "NI", 3, Align::kRight, Zero},
    {"ni", "NI", 3, Align::kRight, Zero},
    {"pri", "PRI", 3, Align::kRight, Priority},
    {"c", "C", 2, Align::kRight, Zero},
    {"pcpu", "%CPU", 4, Align::kRight, NoPercent},
    {"%cpu", "%CPU", 4, Align::kRight, NoPercent},
    {"pmem", "%MEM", 4, Align::kRight, MemoryPercent},
    {"%mem", "%MEM", 4, Align::kRight, MemoryPercent},
    {"vsz", "VSZ", 6, Align::kRight, Memory},
    {"vsize", "VSZ", 6, Align::kRight, Memory},
    {"rss", "RSS", 5, Align::kRight, Memory},
    {"rssize", "RSS", 5, Align::kRight, Memory},
    {"sz", "SZ", 5, Align::kRight, Pages},
    {"psr", "PSR", 3, Align::kRight, Zero},
    {"tpgid", "TPGID", 5, Align::kRight, NoGroup},
    {"state", "S", 1, Align::kLeft, StateOf},
    {"s", "S", 1, Align::kLeft, StateOf},
    {"stat", "STAT", 4, Align::kLeft, StateOf},
    {"nlwp", "NLWP", 4, Align::kRight, One},
    {"thcount", "THCNT", 5, Align::kRight, One},
    {"wchan", "WCHAN", 6, Align::kLeft, Nothing},
    {"comm", "COMMAND", 15, Align::kLeft, NameOf},
    {"ucomm", "COMMAND", 15, Align::kLeft, NameOf},
    {"ucmd", "CMD", 15, Align::kLeft, NameOf},
    {"args", "COMMAND", 27, Align::kLeft, CommandOf},
    {"command", "COMMAND", 27, Align::kLeft, CommandOf},
    {"cmd", "CMD", 27, Align::kLeft, CommandOf},
};

// A column as it was asked for.
struct Shown {
  const Column* column = nullptr;
  std::string header;
  int width = 0;
};

struct Request {
  std::vector<Shown> columns;
  bool full = false, extra_full = false, jobs = false, bsd = false, user_format = false,
       no_header = false, selects = false, all = false, inverse = false;
  std::vector<int> pids, parents;
  std::vector<std::string> names, users;
  std::vector<std::pair<const Column*, bool>> order;  // true: falling
};

int Misuse(CommandIo& io, const std::string& what) {
  io.Write(
      2, "error: " + what +
             "\n\nUsage:\n ps [options]\n\n Try 'ps --help <simple|list|output|threads|misc|all>'\n"
             "  or 'ps --help <s|l|o|t|m|a>'\n for additional help text.\n\n"
             "For more details see ps(1).\n");
  return 1;
}

const Column* FindColumn(std::string_view name) {
  for (const Column& column : kColumns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

std::vector<std::string> Parts(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(", \t"), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// "pid,comm:20,args=WORDS": columns, perhaps with a width or a header.
std::optional<int> TakeFormat(CommandIo& io, std::string_view text, Request* request) {
  request->user_format = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(", =\t"), text.size());
    std::string name(text.substr(0, end));
    Shown shown;
    int width = 0;
    if (const size_t colon = name.find(':'); colon != std::string::npos) {
      constexpr int kWidest = 4096;
      if (!ReadWhole(std::string_view(name).substr(colon + 1), &width) || width < 1 ||
          width > kWidest)
        return Misuse(io, "bad column width in \"" + name + "\"");
      name.resize(colon);
    }
    if (!name.empty()) {
      shown.column = FindColumn(name);
      if (shown.column == nullptr)
        return Misuse(io, "unknown user-defined format specifier \"" + name + "\"");
      shown.header = shown.column->header;
      shown.width = width;
    }
    const bool has_header = end < text.size() && text[end] == '=';
    text.remove_prefix(std::min(end + 1, text.size()));
    if (has_header) {
      const size_t header = std::min(text.find_first_of(", \t"), text.size());
      shown.header = text.substr(0, header);
      text.remove_prefix(std::min(header + 1, text.size()));
    }
    if (!io.Reserve(3 * sizeof(Shown))) return 1;
    if (shown.column != nullptr) request->columns.push_back(std::move(shown));
  }
  return std::nullopt;
}

std::optional<int> TakePids(CommandIo& io, std::string_view text, std::vector<int>* pids) {
  for (const std::string& part : Parts(text)) {
    int pid = 0;
    if (!ReadWhole(part, &pid) || pid < 1) return Misuse(io, "process ID list syntax error");
    pids->push_back(pid);
  }
  return std::nullopt;
}

std::optional<int> TakeOrder(CommandIo& io, std::string_view text, Request* request) {
  for (const std::string& part : Parts(text)) {
    const bool falls = part[0] == '-';
    const bool sign = falls || part[0] == '+';
    const Column* column = FindColumn(std::string_view(part).substr(sign ? 1 : 0));
    if (column == nullptr) return Misuse(io, "unknown sort specifier");
    request->order.emplace_back(column, falls);
  }
  return std::nullopt;
}

void UseColumns(Request* request, std::initializer_list<std::string_view> names) {
  request->columns.clear();
  for (std::string_view name : names) {
    const Column* column = FindColumn(name);
    request->columns.push_back({column, std::string(column->header), 0});
  }
}
void UseUserColumns(Request* request) {
  UseColumns(request, {"user", "pid", "pcpu", "pmem", "vsz", "rss", "tname", "stat", "start_time",
                       "bsdtime", "args"});
}
void UseFullColumns(Request* request) {
  if (request->extra_full) {
    UseColumns(request,
               {"user", "pid", "ppid", "c", "sz", "rss", "psr", "stime", "tname", "time", "cmd"});
  } else {
    UseColumns(request, {"user", "pid", "ppid", "c", "stime", "tname", "time", "cmd"});
  }
  request->columns[0].header = "UID";
}
// Of a command line that chose none.
void UseUsualColumns(Request* request) {
  if (request->full) {
    UseFullColumns(request);
  } else if (request->jobs && request->bsd) {
    UseColumns(request,
               {"ppid", "pid", "pgid", "sid", "tname", "tpgid", "stat", "uid", "bsdtime", "args"});
  } else if (request->jobs) {
    UseColumns(request, {"pid", "pgid", "sid", "tname", "time", "ucmd"});
  } else if (request->bsd) {
    UseColumns(request, {"pid", "tname", "stat", "bsdtime", "args"});
  } else {
    UseColumns(request, {"pid", "tname", "time", "ucmd"});
  }
}

// Its words: options with a dash, BSD's without one, numbers of processes.
class Words {
 public:
  Words(CommandIo& io, Request* request) : io_(io), request_(request), words_(io.args()) {}

  std::optional<int> Take() {
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      std::optional<int> status;
      if (word.starts_with("--"))
        status = Long(word);
      else if (word.starts_with("-a") && word.find('x') != std::string::npos)  // as BSD's
        status = Bsd(word.substr(1));
      else if (word.starts_with('-'))
        status = Dashed(word.substr(1));
      else if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0)
        request_->selects = request_->bsd = true, status = TakePids(io_, word, &request_->pids);
      else
        status = Bsd(word);
      if (status) return status;
    }
    return std::nullopt;
  }

 private:
  // The value of an option: the rest of its word or the next one.
  std::optional<std::string> Value(std::string_view rest) {
    if (!rest.empty()) return std::string(rest);
    if (at_ + 1 >= words_.size()) return std::nullopt;
    return words_[++at_];
  }

  std::optional<int> Select(char letter, const std::string& value) {
    request_->selects = true;
    switch (letter) {
      case 'p':
      case 'q': return TakePids(io_, value, &request_->pids);
      case 'P': return TakePids(io_, value, &request_->parents);
      case 'C':
        for (std::string& name : Parts(value)) request_->names.push_back(std::move(name));
        return std::nullopt;
      default:
        for (std::string& name : Parts(value)) request_->users.push_back(std::move(name));
        return std::nullopt;
    }
  }

  std::optional<int> Dashed(std::string_view letters) {
    while (!letters.empty()) {
      const char letter = letters[0];
      letters.remove_prefix(1);
      switch (letter) {
        case 'e':
        case 'A': request_->all = true; break;
        case 'a':
        case 'd':
        case 'w':
        case 'H':
        case 'y': break;
        case 'N': request_->inverse = true; break;
        case 'f': request_->full = true; break;
        case 'F': request_->full = request_->extra_full = true; break;
        case 'j': request_->jobs = true; break;
        case 'o':
        case 'p':
        case 'q':
        case 'C':
        case 'u':
        case 'U': {
          const std::optional<std::string> value = Value(letters);
          if (!value) {
            return Misuse(io_, letter == 'o'   ? "format specification must follow -o"
                               : letter == 'C' ? "list of command names must follow -C"
                               : letter == 'u' || letter == 'U'
                                   ? std::string("list of users must follow -") + letter
                                   : std::string("list of process IDs must follow -") + letter);
          }
          return letter == 'o' ? TakeFormat(io_, *value, request_) : Select(letter, *value);
        }
        case 'V': io_.Out("ps (pysub)\n"); return 0;
        default: return Misuse(io_, "unsupported SysV option");
      }
    }
    return std::nullopt;
  }

  std::optional<int> Bsd(std::string_view letters) {
    request_->bsd = true;
    while (!letters.empty()) {
      const char letter = letters[0];
      letters.remove_prefix(1);
      switch (letter) {
        case 'a':
        case 'x':
        case 'e':
        case 'f':
        case 'w':
        case 'c':
        case 'r': break;
        case 'u':
          if (!request_->user_format) UseUserColumns(request_);
          break;
        case 'j': request_->jobs = true; break;
        case 'h': request_->no_header = true; break;
        case 'o':
        case 'p': {
          const std::optional<std::string> value = Value(letters);
          if (!value) return Misuse(io_, "improper BSD list");
          if (letter == 'o') request_->columns.clear();
          return letter == 'o' ? TakeFormat(io_, *value, request_) : Select('p', *value);
        }
        default: return Misuse(io_, "unsupported option (BSD syntax)");
      }
    }
    return std::nullopt;
  }

  std::optional<int> Long(std::string_view word) {
    word.remove_prefix(2);
    const size_t equals = std::min(word.find('='), word.size());
    const std::string_view name = word.substr(0, equals);
    if (name == "no-headers" || name == "noheaders" || name == "no-heading" ||
        name == "no-headings" || name == "noheading") {
      request_->no_header = true;
      return std::nullopt;
    }
    if (name == "headers" || name == "forest" || name == "headings") return std::nullopt;
    if (name == "help") return Help();
    if (name == "version") {
      io_.Out("ps (pysub)\n");
      return 0;
    }
    const std::pair<std::string_view, char> kValues[] = {
        {"pid", 'p'},  {"quick-pid", 'q'}, {"ppid", 'P'},  {"user", 'u'},
        {"User", 'u'}, {"sort", 's'},      {"format", 'o'}};
    for (const auto& [known, letter] : kValues) {
      if (known != name) continue;
      const std::optional<std::string> value =
          Value(equals == word.size() ? "" : word.substr(equals + 1));
      if (!value) return Misuse(io_, "long option --" + std::string(name) + " needs a value");
      if (letter == 's') return TakeOrder(io_, *value, request_);
      return letter == 'o' ? TakeFormat(io_, *value, request_) : Select(letter, *value);
    }
    return Misuse(io_, "unknown gnu long option");
  }

  std::optional<int> Help() {
    for (const CommandInfo& info : StandardCommands()) {
      if (info.name == "ps") io_.Out(info.usage);
    }
    return 0;
  }

  CommandIo& io_;
  Request* request_;
  std::span<const std::string> words_;
  size_t at_ = 0;
};

Surroundings LookAround(CommandIo& io) {
  Surroundings around;
  around.now = FloorSeconds(io.RealTimeNs());
  around.zone = ZoneOf(io);
  constexpr uint64_t kSome = 4096;
  files::Result<std::string> uptime = io.files().ReadFile(CallerOf(io), "/proc/uptime", 0, kSome);
  if (uptime.ok())
    (void)ReadWhole(std::string_view(*uptime).substr(0, uptime->find('.')), &around.uptime_seconds);
  files::Result<std::string> memory = io.files().ReadFile(CallerOf(io), "/proc/meminfo", 0, kSome);
  if (memory.ok()) {
    const size_t digit = std::min(memory->find_first_of("0123456789"), memory->size());
    (void)ReadWhole(std::string_view(*memory).substr(
                        digit, memory->find_first_not_of("0123456789", digit) - digit),
                    &around.total_kb);
  }
  return around;
}

bool IsChosen(const Request& request, const ProcessInfo& info) {
  if (request.all || !request.selects) return true;
  const auto has = [](const auto& list, const auto& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  return has(request.pids, info.pid) || has(request.parents, info.parent) ||
         has(request.names, info.name) || has(request.users, UserName(kUid)) ||
         has(request.users, std::to_string(kUid));
}

void Sort(CommandIo& io, const Request& request, const Surroundings& around,
          std::vector<ProcessInfo>* list) {
  std::stable_sort(list->begin(), list->end(), [&](const ProcessInfo& a, const ProcessInfo& b) {
    for (const auto& [column, falls] : request.order) {
      if (!io.account().Tick(64)) return false;
      const std::string left = column->cell(a, around), right = column->cell(b, around);
      const bool numbers = column->align == Align::kRight && left.size() != right.size();
      const int order = numbers ? (left.size() < right.size() ? -1 : 1) : left.compare(right);
      if (order != 0) return (order < 0) != falls;
    }
    return false;
  });
}

// The row of a process, or that of the headers. False: a limit was reached.
bool PutRow(CommandIo& io, const Request& request, const Surroundings& around,
            const ProcessInfo* info) {
  std::string row;
  for (size_t i = 0; i < request.columns.size(); ++i) {
    const Shown& shown = request.columns[i];
    int width = shown.width > 0 ? shown.width : shown.column->width;
    if (width == 0) width = around.pid_width;
    if (shown.width == 0) width = std::max(width, static_cast<int>(shown.header.size()));
    std::string cell = info == nullptr ? shown.header : shown.column->cell(*info, around);
    const bool last = i + 1 == request.columns.size();
    const bool text = shown.column->align == Align::kLeft;
    if (text && !last && cell.size() > static_cast<size_t>(width) && info != nullptr)
      cell.resize(static_cast<size_t>(width));
    if (i > 0) row += ' ';
    if (!text)
      cell = fmt::format("{:>{}}", cell, width);
    else if (!last)
      cell = fmt::format("{:<{}}", cell, width);
    if (!AddOutput(io, 1, &row, cell) || !io.account().Tick(64)) return false;
  }
  io.Out(row + "\n");
  return io.account().Tick(256);
}

}  // namespace

Progress RunPs(CommandIo& io) {
  Request request;
  if (std::optional<int> status = Words(io, &request).Take()) return Progress::Done(*status);
  if (request.columns.empty() || (request.full && !request.user_format)) UseUsualColumns(&request);
  const Surroundings around = LookAround(io);
  std::vector<ProcessInfo> list;
  for (int pid : ListProcesses(io)) {
    std::optional<ProcessInfo> info = LookAtProcess(io, pid);
    if (!info || IsChosen(request, *info) == request.inverse) continue;
    if (!io.Reserve(static_cast<int64_t>(4 * info->CommandLine().size() + 4 * sizeof(ProcessInfo))))
      return Progress::Done(2);
    list.push_back(std::move(*info));
  }
  Sort(io, request, around, &list);
  const bool headers = std::any_of(request.columns.begin(), request.columns.end(),
                                   [](const Shown& shown) { return !shown.header.empty(); });
  if (headers && !request.no_header && !PutRow(io, request, around, nullptr))
    return Progress::Done(1);
  for (const ProcessInfo& info : list) {
    if (!PutRow(io, request, around, &info)) break;
  }
  return Progress::Done(list.empty() ? 1 : 0);
}

}  // namespace pysub::shell
