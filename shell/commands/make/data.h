#ifndef PYSUB_SHELL_COMMANDS_MAKE_DATA_H_
#define PYSUB_SHELL_COMMANDS_MAKE_DATA_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pysub/shell/archive.h"

namespace pysub::shell::maker {

// What make knows: variables, targets, rules. Things name each other by index, so all of it can be
// saved; kNone is no index.
//
// All of it lives in lists of the Maker and is only ever added to until a restart, so an index
// stays valid however the lists grow. A saved state may be forged: Fields() refuses values that no
// enumerator has, Maker::CheckLoaded() refuses indexes that lead out of their list.

constexpr uint32_t kNone = UINT32_MAX;

// A place in a makefile; `file` is an index of Maker::makefiles_.
struct Place {
  uint32_t file = kNone;
  uint64_t line = 0;
  void Fields(Archive& archive) { archive(file, line); }
};

// Who set a variable; a later one is stronger.
// The order is the rule: Define() compares origins, and a weaker one changes nothing. So a makefile
// cannot change what the command line gave, unless it says `override`; -e lifts the environment
// above makefiles (kEnvironmentOverride).
enum class Origin : uint8_t {
  kDefault,
  kEnvironment,
  kFile,
  kEnvironmentOverride,
  kCommandLine,
  kOverride,
  kAutomatic,
};
// What `export` and `unexport` said; kDefault: nobody did, and the origin decides (IsExported).
enum class Export : uint8_t { kDefault, kYes, kNo };

// A variable in one scope.
//
//   recursive   A = $(B): the text is kept, and expanded at each use; else it is final (A := x)
//   per_target  it was set by "target: A = b", and inherits what `export` says of the global one
//   is_private  what is needed by the target does not see it
//   expanding   it is on the stack of expansions now: another use would never end. Saved, because a
//               step may stop in the middle; whoever sets it takes it away (Expansion::variable)
struct Variable {
  std::string value;
  Origin origin = Origin::kFile;
  Export exported = Export::kDefault;
  bool recursive = true;
  bool appends = false;  // of a target: comes behind what the scope around has
  bool is_private = false;
  bool per_target = false;
  bool expanding = false;
  Place place;
  void Fields(Archive& archive) {
    archive(value, origin, exported, recursive, appends, is_private, per_target, expanding, place);
    if (origin > Origin::kAutomatic || exported > Export::kNo) archive.Fail();
  }
};

using VariableTable = std::map<std::string, Variable, std::less<>>;

// Variables of one target, one call, one pattern; `next` is looked at behind it. [0] is global.
//
//   $@ $^ ... of a recipe --> variables of the target --> of patterns that match it
//                             --> those of who needed the target (not private ones) --> [0]
struct Scope {
  VariableTable table;
  uint32_t next = kNone;
  bool next_is_parent = false;  // private variables do not come through
  void Fields(Archive& archive) { archive(table, next, next_is_parent); }
};

// `=`, `:=` or `::=`, `?=`, `+=`, `!=`.
enum class Flavor : uint8_t { kRecursive, kSimple, kConditional, kAppend, kShell };

// A variable of targets that match a pattern.
struct PatternVariable {
  std::string pattern;
  std::string name;
  Variable variable;
  Flavor flavor = Flavor::kRecursive;
  void Fields(Archive& archive) {
    archive(pattern, name, variable, flavor);
    if (flavor > Flavor::kShell) archive.Fail();
  }
};

// The marks in front of a recipe's line: @ (it is not shown), - (it may fail), + (it runs with -n,
// -q and -t, too). A line that uses $(MAKE) counts as marked with +.
enum LineFlags : uint8_t { kSilent = 1, kIgnore = 2, kRecurse = 4 };

// A recipe as it stands in the makefile, not expanded; all targets of its rule share it. A line
// here is what one shell gets: several lines of the file where a backslash ends them. flags[i] are
// the marks of lines[i].
struct Recipe {
  Place place;
  char prefix = '\t';
  std::vector<std::string> lines;
  std::vector<uint8_t> flags;
  bool any_recurse = false;
  bool is_blank = true;  // nothing to be run
  void Fields(Archive& archive) {
    archive(place, prefix, lines, flags, any_recurse, is_blank);
    if (flags.size() != lines.size()) archive.Fail();
  }
};

// A prerequisite. `order_only`: it stands behind a bar, so it has to be there and its age does not
// matter. `changed`: it was made just now, or is newer: it is a part of $?.
struct Dependency {
  uint32_t target = kNone;
  bool order_only = false;
  bool changed = false;
  uint32_t second = kNone;  // of Maker::seconds_: still to be expanded
  void Fields(Archive& archive) { archive(target, order_only, changed, second); }
};

// Prerequisites that are expanded a second time.
struct SecondExpansion {
  std::string text, stem;
  void Fields(Archive& archive) { archive(text, stem); }
};

// What an update came to; a later one is worse.
// kNone: nothing was tried; kQuestion: with -q, something would have to be done.
enum class Outcome : uint8_t { kSuccess, kNone, kQuestion, kFailed };
enum class CommandState : uint8_t { kNotStarted, kRunning, kFinished };

// Times of files are nanoseconds since 1970, or one of these. They compare as they should: what is
// missing is older than all there is, -o makes a file older than any real one and -W newer. Real
// times are clamped to what is between (FileTime), so no file can pass for one of these.
constexpr int64_t kUnknownTime = -3;
constexpr int64_t kMissing = -2;
constexpr int64_t kOldTime = -1;
constexpr int64_t kNewTime = INT64_MAX;

// A name that somebody has spoken of: as a target, as a prerequisite, on the command line. It need
// not be a file.
//
// Rules with "::" of the same name are targets of their own, in a chain by ascending index, which
// is what keeps a walk along a forged one from going round:
//
//   a:: x        targets_[3]  first_double 3, next_double 7      (the one that the name finds)
//   a:: y        targets_[7]  first_double 3, next_double kNone
//
// `time` is forgotten (kUnknownTime) when a recipe may have changed the file; `time_before` is the
// one that was seen first, to tell whether something happened. `considered` is the number of the
// pass in which it was looked at last: a target with many paths to it is walked once in a pass.
struct Target {
  std::string name;
  std::string key;    // its first name, once VPATH gave it another
  std::string found;  // where VPATH has it
  std::string stem;
  std::vector<Dependency> needs;
  std::vector<uint32_t> also;  // made by the same run of the recipe
  uint32_t recipe = kNone;
  uint32_t scope = kNone;  // its variables
  uint32_t pattern_scope = kNone;
  uint32_t parent = kNone;       // who needed it last
  uint32_t next_double = kNone;  // the next rule with "::" of this name
  uint32_t first_double = kNone;
  int64_t time = kUnknownTime;
  int64_t time_before = kUnknownTime;
  uint64_t considered = 0;
  uint8_t flags = 0;  // LineFlags of .SILENT and .IGNORE
  Outcome outcome = Outcome::kNone;
  CommandState state = CommandState::kNotStarted;
  bool is_target = false, phony = false, precious = false, intermediate = false, secondary = false;
  bool of_command_line = false, tolerated = false, no_message = false, updated = false;
  bool updating = false, tried_implicit = false, ignores_vpath = false, has_stem = false;
  bool patterns_done = false, scope_is_own = false;
  bool scope_ready = false;

  void Fields(Archive& archive) {
    archive(name, key, found, stem, needs, also, recipe, scope, pattern_scope, parent, next_double,
            first_double, time, time_before, considered, flags, outcome, state, is_target, phony,
            precious, intermediate, secondary, of_command_line, tolerated, no_message, updated,
            updating, tried_implicit, ignores_vpath, has_stem, patterns_done, scope_is_own,
            scope_ready);
    if (outcome > Outcome::kFailed || state > CommandState::kFinished) archive.Fail();
  }
};

// A prerequisite in a rule, before it is an entry of targets_; it may have a '%'.
struct PatternNeed {
  std::string name;
  bool order_only = false;
  bool second = false;  // is expanded when it is tried
  void Fields(Archive& archive) { archive(name, order_only, second); }
};

// "%.o: %.c". `terminal`: "%:: RCS/%": it applies only when its prerequisites are there, and no
// other rule makes them. Without a recipe and prerequisites it says that a name is not made by
// rules for any name (ConvertSuffixRules).
struct PatternRule {
  std::vector<std::string> targets;
  std::vector<PatternNeed> needs;
  uint32_t recipe = kNone;
  bool terminal = false;
  bool in_use = false;  // by the search that stands at it; never between two steps
  void Fields(Archive& archive) { archive(targets, needs, recipe, terminal); }
};

// "vpath PATTERN DIRECTORIES": where files that match are looked for besides the current directory.
struct SearchPath {
  std::string pattern;
  std::vector<std::string> directories;
  void Fields(Archive& archive) { archive(pattern, directories); }
};

// Something that is to be made, or a makefile that was read.
struct Goal {
  uint32_t target = kNone;
  bool changed = false;
  bool included = false, tolerated = false;  // of makefiles
  int64_t time = kUnknownTime;
  Place place;
  int error = 0;  // why it could not be read
  void Fields(Archive& archive) {
    archive(target, changed, included, tolerated, time, place, error);
  }
};

}  // namespace pysub::shell::maker

#endif  // PYSUB_SHELL_COMMANDS_MAKE_DATA_H_
