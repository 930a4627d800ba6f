#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/quoting.h"
#include "shell/commands/simple.h"

// What a sandbox says about the machine and its user: always the same, so that nothing of the host shows.
namespace pysub::shell {
namespace {

constexpr std::string_view kHostName = "sandbox";

}  // namespace

Progress RunWhoami(CommandIo& io) {
  OptionParser options(io, "");
  if (options.Next() != OptionParser::kEnd) return options.Refuse(1);
  std::vector<std::string> operands = options.Operands();
  if (!operands.empty()) return ExtraOperand(io, operands[0]);
  io.Out(UserName(CallerOf(io).uid) + "\n");
  return Progress::Done(0);
}

Progress RunHostname(CommandIo& io) {
  for (const std::string& word : io.args()) {
    if (word.starts_with("-s") || word.starts_with("-f") || word == "--short" || word == "--fqdn") continue;
    if (word == "-i" || word == "-I") {
      io.Out("127.0.0.1\n");
      return Progress::Done(0);
    }
    io.Error(word.starts_with('-') ? "invalid option -- '" + word.substr(1, 1) + "'"
                                   : "you must be root to change the host name");
    return Progress::Done(1);
  }
  io.Out(std::string(kHostName) + "\n");
  return Progress::Done(0);
}

// uname [-asnrvmpio]
Progress RunUname(CommandIo& io) {
  constexpr LongOption kLong[] = {
      {"all", OptionArgument::kNone, 'a'},           {"kernel-name", OptionArgument::kNone, 's'},
      {"nodename", OptionArgument::kNone, 'n'},      {"kernel-release", OptionArgument::kNone, 'r'},
      {"kernel-version", OptionArgument::kNone, 'v'}, {"machine", OptionArgument::kNone, 'm'},
      {"processor", OptionArgument::kNone, 'p'},     {"hardware-platform", OptionArgument::kNone, 'i'},
      {"operating-system", OptionArgument::kNone, 'o'}};
  constexpr std::string_view kLetters = "snrvmpio";
  constexpr std::string_view kValues[] = {"Linux", kHostName, "6.1.0", "#1 SMP sandbox",
                                          "x86_64", "unknown", "unknown", "GNU/Linux"};
  OptionParser options(io, "asnrvmpio", kLong);
  std::string wanted;
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    if (option == OptionParser::kBad) return options.Refuse(1);
    wanted += option == 'a' ? std::string("snrvmo") : std::string(1, static_cast<char>(option));
  }
  std::vector<std::string> operands = options.Operands();
  if (!operands.empty()) return ExtraOperand(io, operands[0]);
  if (wanted.empty()) wanted = "s";
  std::string line;
  for (size_t i = 0; i < kLetters.size(); ++i) {
    if (wanted.find(kLetters[i]) == std::string::npos) continue;
    line += (line.empty() ? "" : " ") + std::string(kValues[i]);
  }
  io.Out(line + "\n");
  return Progress::Done(0);
}

// nproc [--all] [--ignore=N]: one; stages of a pipeline take turns.
Progress RunNproc(CommandIo& io) {
  constexpr LongOption kLong[] = {{"all", OptionArgument::kNone, 'a'}, {"ignore", OptionArgument::kRequired, 'i'}};
  OptionParser options(io, "", kLong);
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    if (option == OptionParser::kBad) return options.Refuse(1);
  }
  std::vector<std::string> operands = options.Operands();
  if (!operands.empty()) return ExtraOperand(io, operands[0]);
  io.Out("1\n");
  return Progress::Done(0);
}

// tty [-s]
Progress RunTty(CommandIo& io) {
  constexpr LongOption kLong[] = {{"silent", OptionArgument::kNone, 's'}, {"quiet", OptionArgument::kNone, 's'}};
  OptionParser options(io, "s", kLong);
  bool silent = false;
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    if (option == OptionParser::kBad) return options.Refuse(2);
    silent = true;
  }
  bool terminal = io.IsTerminal(0);
  if (!silent) io.Out(terminal ? "/dev/tty\n" : "not a tty\n");
  return Progress::Done(terminal ? 0 : 1);
}

// id [-u|-g|-G] [-n] [-r] [USER]
Progress RunId(CommandIo& io) {
  constexpr LongOption kLong[] = {{"user", OptionArgument::kNone, 'u'},   {"group", OptionArgument::kNone, 'g'},
                                  {"groups", OptionArgument::kNone, 'G'}, {"name", OptionArgument::kNone, 'n'},
                                  {"real", OptionArgument::kNone, 'r'},   {"zero", OptionArgument::kNone, 'z'}};
  OptionParser options(io, "ugGnrza", kLong);
  char what = 0;
  bool names = false;
  bool real = false;
  bool zero = false;
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    switch (option) {
      case 'u':
      case 'g':
      case 'G':
        if (what != 0 && what != option) {
          io.Error("cannot print \"only\" of more than one choice");
          return Progress::Done(1);
        }
        what = static_cast<char>(option);
        break;
      case 'n': names = true; break;
      case 'r': real = true; break;
      case 'z': zero = true; break;
      case 'a': break;
      default: return options.Refuse(1);
    }
  }
  if (what == 0 && (names || real)) {
    io.Error("cannot print only names or real IDs in default format");
    return Progress::Done(1);
  }
  uint32_t uid = CallerOf(io).uid;
  uint32_t gid = CallerOf(io).gid;
  std::vector<std::string> operands = options.Operands();
  if (!operands.empty()) {
    std::optional<uint32_t> user = FindUser(operands[0]);
    if (!user && operands[0] == std::to_string(uid)) user = uid;
    if (!user) {
      io.Error(QuoteWord(operands[0]) + ": no such user");
      return Progress::Done(1);
    }
    uid = gid = *user;
  }
  std::string end(1, zero ? '\0' : '\n');
  if (what == 'u') {
    io.Out((names ? UserName(uid) : std::to_string(uid)) + end);
  } else if (what != 0) {
    io.Out((names ? GroupName(gid) : std::to_string(gid)) + end);
  } else {
    std::string group = std::to_string(gid) + "(" + GroupName(gid) + ")";
    io.Out("uid=" + std::to_string(uid) + "(" + UserName(uid) + ") gid=" + group + " groups=" + group + "\n");
  }
  return Progress::Done(0);
}

// getconf NAME: limits of this system.
Progress RunGetconf(CommandIo& io) {
  struct Value {
    std::string_view name;
    int64_t value;
  };
  constexpr Value kValues[] = {{"PAGESIZE", 4096},          {"PAGE_SIZE", 4096},
                               {"ARG_MAX", 2097152},        {"_NPROCESSORS_ONLN", 1},
                               {"_NPROCESSORS_CONF", 1},    {"LONG_BIT", 64},
                               {"CHAR_BIT", 8},             {"INT_MAX", 2147483647},
                               {"INT_MIN", -2147483648},    {"NAME_MAX", 255},
                               {"PATH_MAX", 4096},          {"PIPE_BUF", 4096},
                               {"LINE_MAX", 2048},          {"OPEN_MAX", 1024},
                               {"CLK_TCK", 100},            {"UINT_MAX", 4294967295},
                               {"LINK_MAX", 65000},         {"SSIZE_MAX", 32767},
                               {"LONG_MAX", INT64_MAX},     {"WORD_BIT", 32}};
  std::span<const std::string> args = io.args();
  if (args.empty() || args.size() > 2 || args[0].starts_with('-')) {
    io.Write(2, "Usage: getconf [-v SPEC] VAR\n  or:  getconf [-v SPEC] PATH_VAR PATH\n");
    return Progress::Done(2);
  }
  for (const Value& value : kValues) {
    if (value.name == args[0]) {
      io.Out(std::to_string(value.value) + "\n");
      return Progress::Done(0);
    }
  }
  if (args[0] == "PATH") {
    io.Out("/bin:/usr/bin\n");
    return Progress::Done(0);
  }
  io.Error("Unrecognized variable `" + args[0] + "'");
  return Progress::Done(2);
}

// which [-a] NAME...: the shell's commands live in /usr/bin as far as anybody can see; files on PATH come first.
Progress RunWhich(CommandIo& io) {
  OptionParser options(io, "+as");
  bool all = false;
  bool silent = false;
  for (int option; (option = options.Next()) != OptionParser::kEnd;) {
    if (option == OptionParser::kBad) return Progress::Done(2);
    (option == 'a' ? all : silent) = true;
  }
  int status = options.Operands().empty() ? 1 : 0;
  for (const std::string& name : options.Operands()) {
    bool found = false;
    std::string_view path = io.Env("PATH").value_or("/usr/bin:/bin");
    if (name.find('/') != std::string::npos) path = "";
    while (!found || all) {
      size_t colon = path.find(':');
      std::string directory(path.substr(0, colon));
      std::string file = name.find('/') != std::string::npos ? name : JoinPath(directory.empty() ? "." : directory, name);
      files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), file);
      bool is_command = directory == "/usr/bin" && std::any_of(StandardCommands().begin(), StandardCommands().end(),
                                                               [&](const CommandInfo& info) { return info.name == name; });
      if ((stat.ok() && stat->IsFile() && io.files().Access(CallerOf(io), file, files::kMayExecute).ok()) || is_command) {
        if (!silent) io.Out(file + "\n");
        found = true;
      }
      if (colon == std::string_view::npos) break;
      path.remove_prefix(colon + 1);
    }
    if (!found) status = 1;
  }
  return Progress::Done(status);
}

}  // namespace pysub::shell
