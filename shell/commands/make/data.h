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

constexpr uint32_t kNone = UINT32_MAX;

// A place in a makefile; `file` is an index of Maker::makefiles_.
struct Place {
  uint32_t file = kNone;
  uint64_t line = 0;
  void Fields(Archive& archive) { archive(file, line); }
};

// Who set a variable; a later one is stronger.
enum class Origin : uint8_t {
  kDefault,
  kEnvironment,
  kFile,
  kEnvironmentOverride,
  kCommandLine,
  kOverride,
  kAutomatic,
};
enum class Export : uint8_t { kDefault, kYes, kNo };

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
struct Scope {
  VariableTable table;
  uint32_t next = kNone;
  bool next_is_parent = false;  // private variables do not come through
  void Fields(Archive& archive) { archive(table, next, next_is_parent); }
};

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

enum LineFlags : uint8_t { kSilent = 1, kIgnore = 2, kRecurse = 4 };

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
enum class Outcome : uint8_t { kSuccess, kNone, kQuestion, kFailed };
enum class CommandState : uint8_t { kNotStarted, kRunning, kFinished };

constexpr int64_t kUnknownTime = -3;
constexpr int64_t kMissing = -2;
constexpr int64_t kOldTime = -1;
constexpr int64_t kNewTime = INT64_MAX;

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

struct PatternNeed {
  std::string name;
  bool order_only = false;
  bool second = false;  // is expanded when it is tried
  void Fields(Archive& archive) { archive(name, order_only, second); }
};

struct PatternRule {
  std::vector<std::string> targets;
  std::vector<PatternNeed> needs;
  uint32_t recipe = kNone;
  bool terminal = false;
  bool in_use = false;  // by the search that stands at it; never between two steps
  void Fields(Archive& archive) { archive(targets, needs, recipe, terminal); }
};

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
