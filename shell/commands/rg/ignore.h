#ifndef PYSUB_SHELL_COMMANDS_RG_IGNORE_H_
#define PYSUB_SHELL_COMMANDS_RG_IGNORE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/rg/glob.h"

namespace pysub::shell::rg {

// What rules say about a path.
enum class Verdict : uint8_t { kNone, kIgnore, kWhitelist };

// The lines of one .gitignore, in its syntax: the last one that matches decides. -g has the same
// with the meaning of ! turned round.
class RuleList {
 public:
  // `root`: the directory that holds the rules; paths below it are looked at from there.
  //
  //   *.o        in any directory below the root
  //   /*.o a/b   from the root on: a slash that is not at the end ties it to the root
  //   build/     directories only
  //   !keep.o    it stays, whatever was said before
  //   \#x \!x    names that begin so
  explicit RuleList(std::string root = "") : root_(std::move(root)) {}

  // A line; comments and blank ones are left out. False: *error says why.
  bool AddLine(std::string_view line, bool ignore_case, std::string* error);
  // About one path; that what is above it was not left out is the walk's business.
  Verdict Match(CommandIo& io, std::string_view path, bool is_directory) const;
  bool empty() const { return rules_.empty(); }
  uint64_t Held() const { return held_; }
  size_t ignoring() const { return ignoring_; }

 private:
  struct Rule {
    Glob glob;
    bool whitelist = false, only_directories = false;
  };
  std::string root_;
  std::vector<Rule> rules_;
  uint64_t held_ = 0;
  size_t ignoring_ = 0;
};

// Which files of a tree take part by their names: -g and --iglob.
// The first that is not turned round by a ! makes it a list of what is wanted: all other files go.
class Overrides {
 public:
  Overrides() = default;
  explicit Overrides(std::string root) : rules_(std::move(root)) {}
  bool Add(std::string_view glob, bool ignore_case, std::string* error) {
    return rules_.AddLine(glob, ignore_case, error);
  }
  bool empty() const { return rules_.empty(); }
  Verdict Match(CommandIo& io, std::string_view path, bool is_directory) const;

 private:
  RuleList rules_;
};

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_IGNORE_H_
