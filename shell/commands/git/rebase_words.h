#ifndef PYSUB_SHELL_COMMANDS_GIT_REBASE_WORDS_H_
#define PYSUB_SHELL_COMMANDS_GIT_REBASE_WORDS_H_

#include "shell/commands/git/words.h"

namespace pysub::shell::git {

// The options of rebase.
constexpr Takes kValue = Takes::kValue;
enum RebaseWord {
  kOnto = 1,
  kRoot,
  kRebaseAbort,
  kRebaseContinue,
  kRebaseSkip,
  kRebaseQuit,
  kInteractive,
  kRebaseMerges,
  kForce,
  kQuietRebase,
  kAutostash,
  kReapply,
  kStat,
  kKeepEmpty,
  kFavour,
  kExec,
  kKeepBase,
  kIgnored,    // it changes nothing here
  kUnlessOff,  // refused, but for --no-
  kEmpty,
  kStrategy,
  kEditTodo,
  kShowPatch,
  kSignRebase,
  kVerboseRebase,
  kVerify,
};
inline constexpr WordRow kRebaseWords[] = {
    {kOnto, 0, "onto", kValue},
    {kRoot, 0, "root"},
    {kRebaseAbort, 0, "abort"},
    {kRebaseContinue, 0, "continue"},
    {kRebaseSkip, 0, "skip"},
    {kRebaseQuit, 0, "quit"},
    {kInteractive, 'i', "interactive"},
    {kRebaseMerges, 'r', "rebase-merges", Takes::kOptional},
    {kForce, 'f', "force-rebase"},
    {kForce, 0, "ff"},
    {kQuietRebase, 'q', "quiet"},
    {kVerboseRebase, 'v', "verbose"},
    {kAutostash, 0, "autostash"},
    {kReapply, 0, "reapply-cherry-picks"},
    {kStat, 0, "stat"},
    {kStat, 'n', ""},
    {kKeepEmpty, 0, "keep-empty"},
    {kFavour, 'X', "strategy-option", kValue},
    {kExec, 'x', "exec", kValue},
    {kKeepBase, 0, "keep-base"},
    {kIgnored, 0, "merge"},
    {kIgnored, 'm', ""},
    {kEmpty, 0, "empty", kValue},
    {kUnlessOff, 0, "fork-point"},
    {kIgnored, 0, "autosquash"},
    {kUnlessOff, 0, "update-refs"},
    {kVerify, 0, "verify"},
    {kUnlessOff, 0, "committer-date-is-author-date"},
    {kEditTodo, 0, "edit-todo"},
    {kShowPatch, 0, "show-current-patch"},
    {kSignRebase, 'S', "gpg-sign", Takes::kOptional},
    {kStrategy, 's', "strategy", kValue},
    {kIgnored, 0, "rerere-autoupdate"},
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_REBASE_WORDS_H_
