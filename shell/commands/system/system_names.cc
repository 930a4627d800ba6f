#include <algorithm>

#include "pysub/shell/command.h"
#include "shell/commands/files/file_mode.h"
#include "shell/commands/quoting.h"
#include "shell/commands/refused_option.h"
#include "shell/commands/simple.h"
#include "shell/machine.h"
#include "shell/syntax/arena.h"

// What a sandbox says about the machine and its user (machine.h).
namespace pysub::shell {

Progress RunWhoami(CommandIo& io) {
  Options options(io, {});
  (void)options.Next();
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> operands = options.operands();
  if (!operands.empty()) return ExtraOperand(io, operands[0]);
  io.Out(UserName(CallerOf(io).uid) + "\n");
  return Progress::Done(0);
}

// hostname [-aAbdfFiIsy]: there is one name, without a domain, and this machine alone.
Progress RunHostname(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'a', "alias"},      {'A', "all-fqdns"},
      {'b', "boot"},       {'d', "domain"},
      {'f', "fqdn"},       LongRow('f', "long"),
      {'i', "ip-address"}, {'I', "all-ip-addresses"},
      {'s', "short"},      {'y', "yp"},
      LongRow('y', "nis"), {'F', "file", OptionArgument::kRequired},
  };
  Options options(io, kOptions);
  std::string shown(kHostName);
  while (options.Next()) {
    switch (options.id()) {
      case 'a':
      case 'A':
      case 'd': shown = ""; break;
      case 'i':
      case 'I': shown = "127.0.0.1"; break;
      case 'b':
      case 'F': io.Error("you must be root to change the host name"); return Progress::Done(1);
      case 'y': io.Error("Local domain name not set"); return Progress::Done(1);
      default: shown = kHostName; break;
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  if (!options.operands().empty()) {
    io.Error("you must be root to change the host name");
    return Progress::Done(1);
  }
  io.Out(shown + "\n");
  return Progress::Done(0);
}

// uname [-asnrvmpio]
Progress RunUname(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'a', "all"},
      {'s', "kernel-name"},
      {'n', "nodename"},
      {'r', "kernel-release"},
      {'v', "kernel-version"},
      {'m', "machine"},
      {'p', "processor"},
      {'i', "hardware-platform"},
      {'o', "operating-system"},
  };
  constexpr std::string_view kLetters = "snrvmpio";
  constexpr std::string_view kValues[] = {kSystemName,  kHostName, kSystemRelease, kSystemVersion,
                                          kMachineName, "unknown", "unknown",      "GNU/Linux"};
  Options options(io, kOptions);
  std::string wanted;
  while (options.Next()) {
    if (options.id() == 'a')
      wanted += "snrvmo";
    else
      wanted += static_cast<char>(options.id());
  }
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> operands = options.operands();
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
  constexpr CommandOption kOptions[] = {LongRow('a', "all"),
                                        LongRow('i', "ignore", OptionArgument::kRequired)};
  Options options(io, kOptions);
  while (options.Next()) continue;
  if (options.status()) return Progress::Done(*options.status());
  std::vector<std::string> operands = options.operands();
  if (!operands.empty()) return ExtraOperand(io, operands[0]);
  io.Out("1\n");
  return Progress::Done(0);
}

// tty [-s]
Progress RunTty(CommandIo& io) {
  constexpr CommandOption kOptions[] = {{'s', "silent"}, LongRow('s', "quiet")};
  Options options(io, kOptions, Options::kPermute, 2);
  bool silent = false;
  while (options.Next()) silent = true;
  if (options.status()) return Progress::Done(*options.status());
  bool terminal = io.IsTerminal(0);
  if (!silent) io.Out(terminal ? "/dev/tty\n" : "not a tty\n");
  return Progress::Done(terminal ? 0 : 1);
}

// id [-u|-g|-G] [-n] [-r] [USER]
Progress RunId(CommandIo& io) {
  constexpr CommandOption kOptions[] = {
      {'u', "user"}, {'g', "group"}, {'G', "groups"}, {'n', "name"},
      {'r', "real"}, {'z', "zero"},  {'a', ""},       {'Z', "context"},
  };
  Options options(io, kOptions);
  char what = 0;
  bool names = false;
  bool real = false;
  bool zero = false;
  while (options.Next()) {
    switch (options.id()) {
      case 'u':
      case 'g':
      case 'G':
        if (what != 0 && what != options.id()) {
          io.Error("cannot print \"only\" of more than one choice");
          return Progress::Done(1);
        }
        what = static_cast<char>(options.id());
        break;
      case 'n': names = true; break;
      case 'r': real = true; break;
      case 'z': zero = true; break;
      case 'a': break;
      case 'Z':
        io.Error("--context (-Z) works only on an SELinux-enabled kernel");
        return Progress::Done(1);
    }
  }
  if (options.status()) return Progress::Done(*options.status());
  if (what == 0 && (names || real)) {
    io.Error("cannot print only names or real IDs in default format");
    return Progress::Done(1);
  }
  uint32_t uid = CallerOf(io).uid;
  uint32_t gid = CallerOf(io).gid;
  std::vector<std::string> operands = options.operands();
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
    io.Out("uid=" + std::to_string(uid) + "(" + UserName(uid) + ") gid=" + group +
           " groups=" + group + "\n");
  }
  return Progress::Done(0);
}

// getconf NAME: limits of this system.
Progress RunGetconf(CommandIo& io) {
  struct Value {
    std::string_view name;
    int64_t value;
  };
  constexpr Value kValues[] = {
      {"PAGESIZE", 4096},       {"PAGE_SIZE", 4096},      {"ARG_MAX", 2097152},
      {"_NPROCESSORS_ONLN", 1}, {"_NPROCESSORS_CONF", 1}, {"LONG_BIT", 64},
      {"CHAR_BIT", 8},          {"INT_MAX", 2147483647},  {"INT_MIN", -2147483648},
      {"NAME_MAX", 255},        {"PATH_MAX", 4096},       {"PIPE_BUF", 4096},
      {"LINE_MAX", 2048},       {"OPEN_MAX", 1024},       {"CLK_TCK", 100},
      {"UINT_MAX", 4294967295}, {"LINK_MAX", 65000},      {"SSIZE_MAX", 32767},
      {"LONG_MAX", INT64_MAX},  {"WORD_BIT", 32}};
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

// which [-a] NAME...
Progress RunWhich(CommandIo& io) {
  constexpr CommandOption kOptions[] = {{'a', ""}, {'s', ""}};
  Options options(io, kOptions, Options::kStopAtOperand, 2);
  options.set_usage_only("");
  bool all = false;
  bool silent = false;
  while (options.Next()) (options.id() == 'a' ? all : silent) = true;
  if (options.status()) return Progress::Done(*options.status());
  int status = options.operands().empty() ? 1 : 0;
  for (const std::string& name : options.operands()) {
    bool found = false;
    std::string_view path = io.Env("PATH").value_or("/usr/bin:/bin");
    if (name.find('/') != std::string::npos) path = "";
    while (!found || all) {
      size_t colon = path.find(':');
      std::string directory(path.substr(0, colon));
      std::string file = name.find('/') != std::string::npos
                             ? name
                             : JoinPath(directory.empty() ? "." : directory, name);
      files::Result<files::Stat> stat = io.files().StatPath(CallerOf(io), file);
      if (stat.ok() && stat->IsFile() &&
          io.files().Access(CallerOf(io), file, files::kMayExecute).ok()) {
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

namespace {

// A command without options and words. A status: it is over.
std::optional<int> TakeNothing(CommandIo& io) {
  Options options(io, {});
  (void)options.Next();
  if (options.status()) return options.status();
  if (options.operands().empty()) return std::nullopt;
  return options.Misuse("extra operand " + QuoteWord(options.operands()[0]));
}

}  // namespace

Progress RunArch(CommandIo& io) {
  if (std::optional<int> status = TakeNothing(io)) return Progress::Done(*status);
  io.Out("x86_64\n");
  return Progress::Done(0);
}

Progress RunHostid(CommandIo& io) {
  if (std::optional<int> status = TakeNothing(io)) return Progress::Done(*status);
  io.Out("007f0100\n");
  return Progress::Done(0);
}

// Nobody has logged in.
Progress RunLogname(CommandIo& io) {
  if (std::optional<int> status = TakeNothing(io)) return Progress::Done(*status);
  io.Error("no login name");
  return Progress::Done(1);
}

// users, who
Progress RunUsers(CommandIo& io) {
  enum LongOptions { kIps = kFirstLongOption, kLookup };
  constexpr CommandOption kWho[] = {{'a', "all"},
                                    {'b', "boot"},
                                    {'H', "heading"},
                                    {'m', ""},
                                    {'q', "count"},
                                    {'u', "users"},
                                    {'s', "short"},
                                    {'d', "dead"},
                                    {'l', "login"},
                                    {'p', "process"},
                                    {'r', "runlevel"},
                                    {'t', "time"},
                                    {'T', "mesg"},
                                    {'w', ""},
                                    LongRow('T', "message"),
                                    LongRow('T', "writable"),
                                    LongRow(kIps, "ips"),
                                    LongRow(kLookup, "lookup")};
  const bool is_who = ProgramName(io) == "who";
  Options options(io,
                  is_who ? std::span<const CommandOption>(kWho) : std::span<const CommandOption>());
  std::string chosen;
  while (options.Next()) {
    if (options.id() < kIps) chosen += static_cast<char>(options.id());
  }
  if (options.status()) return Progress::Done(*options.status());
  const auto has = [&](std::string_view letters) {
    return chosen.find_first_of(letters) != std::string::npos;
  };
  // Nobody is here, no terminal waits, and the machine has no runlevel: there is only the heading.
  if (has("q")) {
    io.Out("\n# users=0\n");
  } else if (has("H")) {
    const bool has_idle = has("adlru"), has_pid = has("adlrupt"), has_exit = has("ad");
    io.Out(std::string("NAME ") + (has("aTw") ? "  " : "") + "    LINE         TIME             " +
           (has_idle  ? "IDLE          PID "
            : has_pid ? "       PID "
                      : "") +
           "COMMENT" + (has_exit ? "  EXIT" : "") + "\n");
  }
  return Progress::Done(0);
}

// groups [USER]...
Progress RunGroups(CommandIo& io) {
  Options options(io, {});
  (void)options.Next();
  if (options.status()) return Progress::Done(*options.status());
  const std::vector<std::string> names = options.operands();
  if (names.empty()) io.Out(GroupName(CallerOf(io).gid) + "\n");
  int status = 0;
  for (const std::string& name : names) {
    if (!io.account().Tick(name.size() + 16)) break;
    const std::optional<uint32_t> user = FindUser(name);
    if (user) {
      io.Out(name + " : " + GroupName(*user) + "\n");
    } else {
      io.Error(QuoteWord(name) + ": no such user");
      status = 1;
    }
  }
  return Progress::Done(status);
}

// locale [-a] [charmap]: what variables say of it.
Progress RunLocale(CommandIo& io) {
  constexpr CommandOption kOptions[] = {{'a', "all-locales"},
                                        {'m', "charmaps"},
                                        RefusedRow('c', "category-name"),
                                        RefusedRow('k', "keyword-name"),
                                        RefusedRow('v', "verbose"),
                                        HelpRow('?'),
                                        VersionRow('V'),
                                        LongRow(kFirstLongOption, "usage")};
  Options options(io, kOptions);
  bool lists = false;
  while (options.Next()) {
    lists = lists || options.id() == 'a';
    if (options.id() != kFirstLongOption) continue;
    io.Out(UsageOf(io));
    return Progress::Done(0);
  }
  if (options.status()) return Progress::Done(*options.status());
  if (lists) {
    io.Out("C\nC.utf8\nPOSIX\n");
    return Progress::Done(0);
  }
  const std::string all(io.Env("LC_ALL").value_or(""));
  const std::string lang(io.Env("LANG").value_or(""));
  auto value = [&](std::string_view name) {
    const std::string own(io.Env(name).value_or(""));
    return !all.empty() ? all : !own.empty() ? own : !lang.empty() ? lang : std::string("POSIX");
  };
  const std::vector<std::string> names = options.operands();
  if (!names.empty()) {
    if (names[0] != "charmap") {
      io.Error("unknown name \"" + names[0] + "\"");
      return Progress::Done(1);
    }
    const std::string type = value("LC_CTYPE");
    io.Out(type == "C" || type == "POSIX" ? "ANSI_X3.4-1968\n" : "UTF-8\n");
    return Progress::Done(0);
  }
  io.Out("LANG=" + lang + "\nLANGUAGE=" + std::string(io.Env("LANGUAGE").value_or("")) + "\n");
  for (std::string_view name :
       {"LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_PAPER",
        "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"}) {
    const bool own = all.empty() && !io.Env(name).value_or("").empty();
    const char* quote = own ? "" : "\"";  // (what follows from others is quoted)
    io.Out(std::string(name) + "=" + quote + value(name) + quote + "\n");
  }
  io.Out("LC_ALL=" + all + "\n");
  return Progress::Done(0);
}

}  // namespace pysub::shell
