#ifndef PYSUB_SHELL_COMMANDS_GIT_COMMIT_WORDS_H_
#define PYSUB_SHELL_COMMANDS_GIT_COMMIT_WORDS_H_

#include "shell/commands/git/words.h"

namespace pysub::shell::git {

// The options of commit.
enum CommitWord {
  kMessage = 1,
  kAll,
  kAmend,
  kQuiet,
  kAllowEmpty,
  kAllowEmptyMessage,
  kFile,
  kAuthor,
  kDate,
  kReuse,
  kReedit,
  kResetAuthor,
  kSignOff,
  kDryRun,
  kNoEdit,
  kNoVerify,
  kOnly,
  kInclude,
  kFixup,
  kCleanup,
  kVerbose,
  kShort,
  kPorcelain,
  kBranch,
  kPatch,
  kSign,
  kTemplate,
  kTrailer,
  kUntracked,
  kSquash,
  kStatus,
  kLong,
  kNul,
  kPostRewrite,
  kFromFile,
};
constexpr Takes kValue = Takes::kValue;
inline constexpr WordRow kCommitWords[] = {
    {kMessage, 'm', "message", kValue},
    {kAll, 'a', "all"},
    {kAmend, 0, "amend"},
    {kQuiet, 'q', "quiet"},
    {kAllowEmpty, 0, "allow-empty"},
    {kAllowEmptyMessage, 0, "allow-empty-message"},
    {kFile, 'F', "file", kValue},
    {kAuthor, 0, "author", kValue},
    {kDate, 0, "date", kValue},
    {kReuse, 'C', "reuse-message", kValue},
    {kReedit, 'c', "reedit-message", kValue},
    {kResetAuthor, 0, "reset-author"},
    {kSignOff, 's', "signoff"},
    {kDryRun, 0, "dry-run"},
    {kNoEdit, 'e', "edit"},
    {kNoVerify, 'n', "verify"},
    {kOnly, 'o', "only"},
    {kInclude, 'i', "include"},
    {kFixup, 0, "fixup", kValue},
    {kSquash, 0, "squash", kValue},
    {kCleanup, 0, "cleanup", kValue},
    {kVerbose, 'v', "verbose"},
    {kShort, 0, "short"},
    {kPorcelain, 0, "porcelain"},
    {kLong, 0, "long"},
    {kBranch, 0, "branch"},
    {kPatch, 'p', "patch"},
    {kPatch, 0, "interactive"},
    {kSign, 'S', "gpg-sign", Takes::kOptional},
    {kTemplate, 't', "template", kValue},
    {kTrailer, 0, "trailer", kValue},
    {kUntracked, 'u', "untracked-files", Takes::kOptional},
    {kStatus, 0, "status"},
    {kNul, 'z', "null"},
    {kPostRewrite, 0, "post-rewrite"},
    {kFromFile, 0, "pathspec-from-file", kValue},
};

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_COMMIT_WORDS_H_
