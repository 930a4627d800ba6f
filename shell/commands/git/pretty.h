#ifndef PYSUB_SHELL_COMMANDS_GIT_PRETTY_H_
#define PYSUB_SHELL_COMMANDS_GIT_PRETTY_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/commit.h"
#include "shell/commands/git/git.h"
#include "shell/commands/git/words.h"

namespace pysub::shell::git {

// Names of refs by the commits that they stand at, as --decorate and %d show them.
// Loaded once a unit and only where a format shows them, since it reads every ref.
class Decorations {
 public:
  bool Load(Git& git);
  // "HEAD -> main, tag: v1"; empty: none.
  std::string Of(const ObjectId& id, bool full) const;
  std::vector<ObjectId> Ids() const;  // that have a name, sorted
  // The same in colours.
  std::string Coloured(const Git& git, const ObjectId& id, bool full) const;

 private:
  struct Name {
    std::string ref;
    char kind;  // H: HEAD, T: a tag, R: remote, B: a branch, S: the stash
  };
  std::map<ObjectId, std::vector<Name>> names_;
  std::string head_;  // the branch that HEAD is on
  bool loaded_ = false;
};

// What a format shows of a commit besides its bytes.
// Pointers are of the unit; log_... is filled only for walks along a reflog (-g).
struct Shown {
  const Commit* commit = nullptr;
  const WalkItem* item = nullptr;  // null: it was not walked to
  const Decorations* decorations = nullptr;
  const ObjectId* from = nullptr;  // the parent beside which changes are shown, where each is (-m)
  std::string log_name = {}, log_short = {};  // %gD %gd
  std::string log_message = {};               // %gs
  std::string log_who = {};                   // %gn <%ge>
};

// The text of a commit in `format` ("medium", "format:%h" ...), without a newline at its end.
// False: the format is unknown, which was said.
bool FormatCommit(Git& git, const LogOptions& options, const Shown& shown, std::string* text);
// A format of users: "%h %s".
bool ExpandFormat(Git& git, const LogOptions& options, const Shown& shown, std::string_view format,
                  std::string* text);
// What --format=NAME means: aliases of settings, "format:" and "tformat:". False: nothing, said so.
bool ResolveFormat(Git& git, LogOptions* options);
// What stands before a commit: "-" of a boundary, "=" of what both sides have, "<" of the left one.
std::string RevisionMark(const LogOptions& options, const WalkItem& item);
// %m: the sides are told also where the options do not ask for them.
std::string SideMark(const WalkItem* item);
bool NeedsDecorations(const LogOptions& options);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_PRETTY_H_
