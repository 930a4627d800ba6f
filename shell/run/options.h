#ifndef PYSUB_SHELL_RUN_OPTIONS_H_
#define PYSUB_SHELL_RUN_OPTIONS_H_

#include <cstdint>
#include <string_view>

namespace pysub::shell {

// `set -o`, in the order in which bash lists them. (Options of commands: commands/options.h.)
enum class SetOption : uint8_t {
  kAllExport,
  kBraceExpand,
  kEmacs,
  kErrExit,
  kErrTrace,
  kFuncTrace,
  kHashAll,
  kHistExpand,
  kHistory,
  kIgnoreEof,
  kInteractiveComments,
  kKeyword,
  kMonitor,
  kNoClobber,
  kNoExec,
  kNoGlob,
  kNoLog,
  kNotify,
  kNoUnset,
  kOneCmd,
  kPhysical,
  kPipeFail,
  kPosix,
  kPrivileged,
  kVerbose,
  kVi,
  kXTrace,
  kCount,
};

// An option of set -o; its number is its place in the table.
struct SetOptionRow {
  std::string_view name;
  char letter;  // of set -e; 0: none
};

inline constexpr SetOptionRow kSetOptions[] = {
    {"allexport", 'a'},
    {"braceexpand", 'B'},
    {"emacs", 0},
    {"errexit", 'e'},
    {"errtrace", 'E'},
    {"functrace", 'T'},
    {"hashall", 'h'},
    {"histexpand", 'H'},
    {"history", 0},
    {"ignoreeof", 0},
    {"interactive-comments", 0},
    {"keyword", 'k'},
    {"monitor", 'm'},
    {"noclobber", 'C'},
    {"noexec", 'n'},
    {"noglob", 'f'},
    {"nolog", 0},
    {"notify", 'b'},
    {"nounset", 'u'},
    {"onecmd", 't'},
    {"physical", 'P'},
    {"pipefail", 0},
    {"posix", 0},
    {"privileged", 'p'},
    {"verbose", 'v'},
    {"vi", 0},
    {"xtrace", 'x'},
};
static_assert(sizeof(kSetOptions) / sizeof(kSetOptions[0]) ==
              static_cast<size_t>(SetOption::kCount));

// `shopt`, in bash's order.
enum class Shopt : uint8_t {
  kAutocd,
  kAssocExpandOnce,
  kCdableVars,
  kCdspell,
  kCheckhash,
  kCheckjobs,
  kCheckwinsize,
  kCmdhist,
  kCompat31,
  kCompat32,
  kCompat40,
  kCompat41,
  kCompat42,
  kCompat43,
  kCompat44,
  kCompleteFullquote,
  kDirexpand,
  kDirspell,
  kDotglob,
  kExecfail,
  kExpandAliases,
  kExtdebug,
  kExtglob,
  kExtquote,
  kFailglob,
  kForceFignore,
  kGlobasciiranges,
  kGlobskipdots,
  kGlobstar,
  kGnuErrfmt,
  kHistappend,
  kHistreedit,
  kHistverify,
  kHostcomplete,
  kHuponexit,
  kInheritErrexit,
  kInteractiveComments,
  kLastpipe,
  kLithist,
  kLocalvarInherit,
  kLocalvarUnset,
  kLoginShell,
  kMailwarn,
  kNoEmptyCmdCompletion,
  kNocaseglob,
  kNocasematch,
  kNoexpandTranslation,
  kNullglob,
  kPatsubReplacement,
  kProgcomp,
  kProgcompAlias,
  kPromptvars,
  kRestrictedShell,
  kShiftVerbose,
  kSourcepath,
  kVarredirClose,
  kXpgEcho,
  kCount,
};

// An option of shopt.
struct ShoptRow {
  std::string_view name;
  bool initial;
};

inline constexpr ShoptRow kShopts[] = {
    {"autocd", false},
    {"assoc_expand_once", false},
    {"cdable_vars", false},
    {"cdspell", false},
    {"checkhash", false},
    {"checkjobs", false},
    {"checkwinsize", true},
    {"cmdhist", true},
    {"compat31", false},
    {"compat32", false},
    {"compat40", false},
    {"compat41", false},
    {"compat42", false},
    {"compat43", false},
    {"compat44", false},
    {"complete_fullquote", true},
    {"direxpand", false},
    {"dirspell", false},
    {"dotglob", false},
    {"execfail", false},
    {"expand_aliases", false},
    {"extdebug", false},
    {"extglob", false},
    {"extquote", true},
    {"failglob", false},
    {"force_fignore", true},
    {"globasciiranges", true},
    {"globskipdots", true},
    {"globstar", false},
    {"gnu_errfmt", false},
    {"histappend", false},
    {"histreedit", false},
    {"histverify", false},
    {"hostcomplete", true},
    {"huponexit", false},
    {"inherit_errexit", false},
    {"interactive_comments", true},
    {"lastpipe", false},
    {"lithist", false},
    {"localvar_inherit", false},
    {"localvar_unset", false},
    {"login_shell", false},
    {"mailwarn", false},
    {"no_empty_cmd_completion", false},
    {"nocaseglob", false},
    {"nocasematch", false},
    {"noexpand_translation", false},
    {"nullglob", false},
    {"patsub_replacement", true},
    {"progcomp", true},
    {"progcomp_alias", false},
    {"promptvars", true},
    {"restricted_shell", false},
    {"shift_verbose", false},
    {"sourcepath", true},
    {"varredir_close", false},
    {"xpg_echo", false},
};
static_assert(sizeof(kShopts) / sizeof(kShopts[0]) == static_cast<size_t>(Shopt::kCount));

class Serialiser;

// Which of both are on.
class ShellOptions {
 public:
  bool Has(SetOption option) const { return (set_ & Bit(option)) != 0; }
  bool Has(Shopt option) const { return (shopts_ & Bit(option)) != 0; }
  void Set(SetOption option, bool on) { set_ = on ? set_ | Bit(option) : set_ & ~Bit(option); }
  void Set(Shopt option, bool on) { shopts_ = on ? shopts_ | Bit(option) : shopts_ & ~Bit(option); }
  // Those of `set`, as they were; shopt's stay as they are.
  void SetAsIn(const ShellOptions& those) { set_ = those.set_; }
  void TurnOn(const ShellOptions& those) {
    set_ |= those.set_;
    shopts_ |= those.shopts_;
  }
  void TurnOff(const ShellOptions& those) {
    set_ &= ~those.set_;
    shopts_ &= ~those.shopts_;
  }
  void Fields(Serialiser& serialiser);

 private:
  static constexpr uint32_t Bit(SetOption option) {
    return uint32_t{1} << static_cast<uint32_t>(option);
  }
  static constexpr uint64_t Bit(Shopt option) {
    return uint64_t{1} << static_cast<uint32_t>(option);
  }

  uint32_t set_ = 0;
  uint64_t shopts_ = 0;
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_RUN_OPTIONS_H_
