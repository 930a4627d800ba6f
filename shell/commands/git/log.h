#ifndef PYSUB_SHELL_COMMANDS_GIT_LOG_H_
#define PYSUB_SHELL_COMMANDS_GIT_LOG_H_

#include <memory>
#include <string>
#include <vector>

#include "shell/commands/git/combined.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/graph.h"
#include "shell/commands/git/pretty.h"
#include "shell/commands/git/words.h"
#include "shell/regex/regex.h"

namespace pysub::shell::git {

// Which commits a log shows by their messages and people.
// Built anew in each unit, since what a Regex has compiled is not saved.
class CommitFilter {
 public:
  bool Compile(Git& git, const LogOptions& options);
  // One of the authors, one of the committers and one of the greps (--all-match: all of those).
  bool Matches(Git& git, const LogOptions& options, const Commit& commit);

 private:
  bool Build(Git& git, const LogOptions& options, const std::vector<std::string>& patterns,
             std::vector<std::unique_ptr<Regex>>* regexes);
  std::vector<std::unique_ptr<Regex>> authors_, committers_, greps_;
};

// Shows commits one behind the other.
// A unit of a log is one call of Show(): header, message and diff of a commit. A diff that is large
// makes the unit long, but its output needs no state.
class LogPrinter {
 public:
  LogPrinter(Git& git, const LogOptions& options) : git_(git), options_(options) {}
  // `first`: nothing was shown before. *was_shown: false where only changes matter and there are
  // none. `graph`: null, or what is drawn at the left.
  bool Show(const Shown& shown, bool first, bool* was_shown, Graph* graph = nullptr);

 private:
  bool Pairs(const Commit& commit, size_t parent, std::vector<FilePair>* pairs, bool* combined);
  bool ShowBesideEach(const Shown& shown, bool first, bool* was_shown);
  bool ShowBeside(const Shown& shown, size_t parent, bool first, bool* was_shown, Graph* graph);
  bool ShowDiff(const DiffOptions& options, std::vector<FilePair>& pairs, bool combined,
                bool* said);
  bool CollectCombined(const Commit& commit);
  // With a graph each line gets its piece of the drawing in front.
  void Say(std::string_view text, Graph* graph);

  Git& git_;
  const LogOptions& options_;
  std::vector<CombinedFile> merged_;
};

// The words of a log. Names are resolved by the first unit only: what they stood for then holds.
bool ReadLogWords(Git& git, WordReader* reader, LogOptions* options, bool objects);
// Whether a commit that a walk came to is one of those that the options ask for.
bool IsWanted(Git& git, const LogOptions& options, CommitFilter& filter, const Commit& commit);
// --reverse turns round what the other options leave: the newest two of "-2 --reverse" come, the
// older one first. So it needs the whole walk, and so does --boundary, which shows what is behind
// these.
bool TurnWalk(Git& git, const LogOptions& options, Walk* walk);

// "tag v1", "tree HEAD:", a commit or the bytes of a blob: what show says of an object.
bool ShowObject(Git& git, const LogOptions& options, const ObjectId& id, const std::string& name,
                const Decorations& decorations, bool first);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_LOG_H_
