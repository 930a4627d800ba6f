#ifndef PYSUB_SHELL_COMMANDS_GIT_PUSH_WORDS_H_
#define PYSUB_SHELL_COMMANDS_GIT_PUSH_WORDS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/config.h"
#include "shell/commands/git/words.h"

namespace pysub::shell::git {

// The options of push.
constexpr Takes kValue = Takes::kValue, kOptional = Takes::kOptional;
enum PushWord {
  kUpstream = 1,
  kForce,
  kLease,
  kTags,
  kAll,
  kMirror,
  kDelete,
  kDry,
  kQuiet,
  kVerbose,
  kVerify,
  kPorcelain,
  kNothing,
  kAtomic,
  kFollow,
  kRefused,
};
inline constexpr WordRow kPushWords[] = {
    {kUpstream, 'u', "set-upstream"},
    {kForce, 'f', "force"},
    {kLease, 0, "force-with-lease", kOptional},
    {kRefused, 0, "force-if-includes"},
    {kTags, 0, "tags"},
    {kAll, 0, "all"},
    {kMirror, 0, "mirror"},
    {kDelete, 'd', "delete"},
    {kDry, 'n', "dry-run"},
    {kQuiet, 'q', "quiet"},
    {kVerbose, 'v', "verbose"},
    {kVerify, 0, "verify"},
    {kPorcelain, 0, "porcelain"},
    {kNothing, 0, "progress"},
    {kNothing, 0, "thin"},
    {kRefused, 0, "receive-pack", kValue},
    {kAtomic, 0, "atomic"},
    {kFollow, 0, "follow-tags"},
    {kRefused, 0, "prune"},
    {kRefused, 0, "signed", kOptional},
    {kRefused, 'o', "push-option", kValue},
    {kNothing, 0, "recurse-submodules", kValue},
    {kNothing, '4', "ipv4"},
    {kNothing, '6', "ipv6"},
};

struct PushOptions {
  bool upstream = false, force = false, lease = false, tags = false, all = false, mirror = false,
       deletes = false, dry = false, quiet = false, verbose = false, verify = true,
       porcelain = false, atomic = false, follow = false;
  std::vector<std::string> leases;
};

// What the other side says when it refuses.
inline constexpr std::string_view kUpdatingCurrent =
    "\nerror: By default, updating the current branch in a non-bare repository\nis denied, "
    "because it will make the index and work tree inconsistent\nwith what you pushed, and will "
    "require 'git reset --hard' to match\nthe work tree to HEAD.\n\nYou can set the "
    "'receive.denyCurrentBranch' configuration variable\nto 'ignore' or 'warn' in the remote "
    "repository to allow pushing into\nits current branch; however, this is not recommended "
    "unless you\narranged to update its work tree to match what you pushed in some\nother "
    "way.\n\nTo squelch this message and still keep the default behaviour, "
    "set\n'receive.denyCurrentBranch' configuration variable to 'refuse'.";
inline constexpr std::string_view kDeletingCurrent =
    "error: By default, deleting the current branch is denied, because the next\n'git clone' "
    "won't result in any file checked out, causing confusion.\n\nYou can set "
    "'receive.denyDeleteCurrent' configuration variable to\n'warn' or 'ignore' in the remote "
    "repository to allow deleting the\ncurrent branch, with or without a warning message.\n\nTo "
    "squelch this message, you can set it to 'refuse'.\n";

// What the settings receive.deny... allow; kUnset refuses and says more.
enum class Deny : uint8_t { kUnset, kRefuse, kWarn, kIgnore, kUpdate };
inline Deny ParseDeny(const std::optional<std::string>& set) {
  if (!set) return Deny::kUnset;
  const std::string how = Lower(*set);
  if (how == "ignore") return Deny::kIgnore;
  if (how == "warn") return Deny::kWarn;
  if (how == "refuse") return Deny::kRefuse;
  if (how == "updateinstead") return Deny::kUpdate;
  return ParseBool(how).value_or(true) ? Deny::kRefuse : Deny::kIgnore;
}

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_PUSH_WORDS_H_
