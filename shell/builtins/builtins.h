#ifndef PYSUB_SHELL_BUILTINS_BUILTINS_H_
#define PYSUB_SHELL_BUILTINS_BUILTINS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/run/process.h"

namespace pysub::shell {

// How a builtin ended, or that it did not yet.
struct BuiltinResult {
  enum class Kind : uint8_t {
    kDone,      // with a status
    kBlocked,   // Process::waiting is set; the builtin is called again, Process::builtin keeps its
                // state
    kPushed,    // it pushed frames (eval, source); the status is theirs
    kReplaced,  // `command` has put a program in its place
    kAgain,     // `command` has put another builtin in its place: Process::args are its words
  };
  Kind kind = Kind::kDone;
  int status = 0;

  BuiltinResult(int code) : status(code) {}
  BuiltinResult(Kind what) : kind(what) {}
};

// args[0] is the name.
using BuiltinFunction = BuiltinResult (*)(Process& process, const std::vector<std::string>& args);

struct BuiltinInfo {
  std::string_view name;
  BuiltinFunction run;
  std::string_view usage;  // "cd [-L|[-P [-e]] [-@]] [dir]", behind "usage: "
  // How many copies of its words it makes at most while it runs, which are charged meanwhile.
  // (Words that are not long are nobody's concern, and what it keeps is charged by itself.)
  // tests/account measures it.
  uint8_t copies = 2;
};

// Sorted by name.
std::span<const BuiltinInfo> Builtins();
const BuiltinInfo* FindBuiltin(std::string_view name);
// The same without those that `enable -n` has taken away.
const BuiltinInfo* FindBuiltin(const Process& process, std::string_view name);
bool IsDisabled(const Process& process, std::string_view builtin);
bool IsReservedWord(std::string_view word);

// "usage: ..." on standard error; 2.
int UsageError(Process& process, std::string_view name);
// What `help` says of it, on standard output; 2, as bash has it.
int ShowHelp(Process& process, std::string_view name);
// Whether the builtin says this when its first word is --help; those that say it for a later one,
// too, read their options with OptionReader. (echo and true know no option.)
bool WantsHelp(const std::vector<std::string>& args);
// "cd: -x: invalid option" and the usage; 2.
int InvalidOption(Process& process, std::string_view name, std::string_view option);
// "shift: too many arguments"; 1, and bash leaves everything that it is in.
int TooManyArguments(Process& process);
// The first operand of a builtin that has no options; 0: it was given one, and has said that.
size_t SkipNoOptions(Process& process, const std::vector<std::string>& args);

// Options of a builtin, as bash's internal_getopt gives them: letters, those in `letters`
// followed by ':' take a value.
class OptionReader {
 public:
  OptionReader(Process& process, const std::vector<std::string>& args, std::string_view letters,
               bool plus = false)
      : process_(process), args_(args), letters_(letters), plus_(plus) {}
  // The next option, 0 at the end, '?' after an error (message printed).
  char Next();
  bool plus() const { return is_plus_; }  // +x
  const std::string& value() const { return value_; }
  size_t index() const { return index_; }  // of the first operand

 private:
  Process& process_;
  const std::vector<std::string>& args_;
  std::string_view letters_;
  bool plus_;
  bool is_plus_ = false;
  size_t index_ = 1;
  size_t at_ = 0;
  std::string value_;
};

// One function per builtin, in the files named.
#define PYSUB_BUILTIN(Name) \
  BuiltinResult Name(Process& process, const std::vector<std::string>& args);
// compgen.cc
PYSUB_BUILTIN(BuiltinCompgen)
// complete.cc
PYSUB_BUILTIN(BuiltinComplete)
PYSUB_BUILTIN(BuiltinCompopt)
// control.cc
PYSUB_BUILTIN(BuiltinColon)
PYSUB_BUILTIN(BuiltinFalse)
PYSUB_BUILTIN(BuiltinBreak)
PYSUB_BUILTIN(BuiltinContinue)
PYSUB_BUILTIN(BuiltinReturn)
PYSUB_BUILTIN(BuiltinExit)
PYSUB_BUILTIN(BuiltinEval)
PYSUB_BUILTIN(BuiltinSource)
PYSUB_BUILTIN(BuiltinExec)
PYSUB_BUILTIN(BuiltinCommand)
PYSUB_BUILTIN(BuiltinBuiltin)
PYSUB_BUILTIN(BuiltinShift)
PYSUB_BUILTIN(BuiltinTrap)
PYSUB_BUILTIN(BuiltinCaller)
PYSUB_BUILTIN(BuiltinTest)
PYSUB_BUILTIN(BuiltinLet)
// directories.cc
PYSUB_BUILTIN(BuiltinCd)
PYSUB_BUILTIN(BuiltinPwd)
PYSUB_BUILTIN(BuiltinPushd)
PYSUB_BUILTIN(BuiltinPopd)
PYSUB_BUILTIN(BuiltinDirs)
// echo.cc, printf.cc
PYSUB_BUILTIN(BuiltinEcho)
PYSUB_BUILTIN(BuiltinPrintf)
// read.cc
PYSUB_BUILTIN(BuiltinRead)
PYSUB_BUILTIN(BuiltinMapfile)
PYSUB_BUILTIN(BuiltinGetopts)
// unset.cc
PYSUB_BUILTIN(BuiltinUnset)
// variables.cc
PYSUB_BUILTIN(BuiltinDeclare)
PYSUB_BUILTIN(BuiltinLocal)
PYSUB_BUILTIN(BuiltinExport)
PYSUB_BUILTIN(BuiltinReadonly)
// options.cc
PYSUB_BUILTIN(BuiltinSet)
PYSUB_BUILTIN(BuiltinShopt)
// names.cc
PYSUB_BUILTIN(BuiltinAlias)
PYSUB_BUILTIN(BuiltinUnalias)
PYSUB_BUILTIN(BuiltinType)
PYSUB_BUILTIN(BuiltinHash)
PYSUB_BUILTIN(BuiltinHelp)
PYSUB_BUILTIN(BuiltinEnable)
// jobs.cc
PYSUB_BUILTIN(BuiltinJobs)
PYSUB_BUILTIN(BuiltinWait)
PYSUB_BUILTIN(BuiltinKill)
PYSUB_BUILTIN(BuiltinDisown)
PYSUB_BUILTIN(BuiltinBg)
PYSUB_BUILTIN(BuiltinFg)
PYSUB_BUILTIN(BuiltinLogout)
PYSUB_BUILTIN(BuiltinSuspend)
// system.cc
PYSUB_BUILTIN(BuiltinUmask)
PYSUB_BUILTIN(BuiltinUlimit)
PYSUB_BUILTIN(BuiltinTimes)
PYSUB_BUILTIN(BuiltinBind)
// history.cc, fc.cc
PYSUB_BUILTIN(BuiltinHistory)
PYSUB_BUILTIN(BuiltinFc)
#undef PYSUB_BUILTIN

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_BUILTINS_BUILTINS_H_
