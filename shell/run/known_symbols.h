#ifndef PYSUB_SHELL_RUN_KNOWN_SYMBOLS_H_
#define PYSUB_SHELL_RUN_KNOWN_SYMBOLS_H_

#include <string_view>

#include "shell/syntax/symbols.h"

namespace pysub::shell {

// The variables that the shell itself asks for, in every SymbolTable at these numbers. Those up to
// kLastDynamic are made when they are asked for.
enum KnownSymbol : Symbol {
  kSymRandom,
  kSymSeconds,
  kSymLineno,
  kSymEpochSeconds,
  kSymEpochRealtime,
  kSymBashPid,
  kSymFuncname,
  kSymBashSource,
  kSymBashLineno,
  kSymPipeStatus,
  kSymDirStack,
  kSymBashCommand,
  kSymBashSubshell,
  kSymSrandom,
  kSymUnderscore,
  kSymShellOpts,
  kSymBashOpts,
  kSymGroups,
  kSymBashArgv0,
  kSymBashMono,
  kSymBashAliases,
  kSymBashCmds,
  kSymHistCmd,
  kSymBashArgc,
  kSymBashArgv,
  kLastDynamic = kSymBashArgv,
  kSymIfs,
  kSymHome,
  kSymPath,
  kSymPwd,
  kSymOldPwd,
  kSymOptind,
  kSymOpterr,
  kSymOptarg,
  kSymReply,
  kSymPs4,
  kSymPs3,
  kSymBashRematch,
  kSymMapfile,
  kSymGlobignore,
  kSymCdpath,
  kSymTimeformat,
  kSymTmout,
  kSymHistSize,
  kSymHistFileSize,
  kSymCount,
};

inline constexpr std::string_view kKnownNames[] = {
    "RANDOM",       "SECONDS",      "LINENO",        "EPOCHSECONDS", "EPOCHREALTIME",
    "BASHPID",      "FUNCNAME",     "BASH_SOURCE",   "BASH_LINENO",  "PIPESTATUS",
    "DIRSTACK",     "BASH_COMMAND", "BASH_SUBSHELL", "SRANDOM",      "_",
    "SHELLOPTS",    "BASHOPTS",     "GROUPS",        "BASH_ARGV0",   "BASH_MONOSECONDS",
    "BASH_ALIASES", "BASH_CMDS",    "HISTCMD",       "BASH_ARGC",    "BASH_ARGV",
    "IFS",          "HOME",         "PATH",          "PWD",          "OLDPWD",
    "OPTIND",       "OPTERR",       "OPTARG",        "REPLY",        "PS4",
    "PS3",          "BASH_REMATCH", "MAPFILE",       "GLOBIGNORE",   "CDPATH",
    "TIMEFORMAT",   "TMOUT",        "HISTSIZE",      "HISTFILESIZE",
};
static_assert(sizeof(kKnownNames) / sizeof(kKnownNames[0]) == kSymCount);

inline void AddKnownSymbols(SymbolTable* table) {
  for (std::string_view name : kKnownNames) table->Intern(name);
}

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_KNOWN_SYMBOLS_H_
