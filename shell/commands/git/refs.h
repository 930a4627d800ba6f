#ifndef PYSUB_SHELL_COMMANDS_GIT_REFS_H_
#define PYSUB_SHELL_COMMANDS_GIT_REFS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/object_id.h"

namespace pysub::shell::git {

// A name for an object. A symbolic one (HEAD, as a rule) names another ref and has that one's id.
struct Ref {
  std::string name;  // "refs/heads/main"
  ObjectId id;
  std::string symbolic;            // the name that it stands for
  std::optional<ObjectId> peeled;  // of a packed tag
};

// A line of a reflog.
// They stand in logs/NAME, the oldest first; a null `before` is the ref's birth:
//
//   0000...0 1a2b...f Ann <a@b.c> 1700000000 +0100<TAB>commit (initial): Begin
struct LogLine {
  ObjectId before, after;
  std::string who;  // "Name <mail>"
  int64_t time = 0;
  std::string zone, message;
};

// Names of commits: files below refs/, packed-refs, and what HEAD and its kin say.
// A file hides the line of packed-refs with its name, so a ref is changed by writing a file, and
// removed only when it is gone from both.
class Refs {
 public:
  explicit Refs(Git& git) : git_(git) {}

  // What a full name says ("HEAD", "refs/heads/main"), along symbolic ones. Nothing: there is none.
  std::optional<ObjectId> Resolve(std::string_view name);
  // The name that a symbolic ref stands for.
  std::optional<std::string> Symbolic(std::string_view name);
  // The branch that HEAD is on ("refs/heads/main"), also before its first commit; empty: none.
  std::string HeadBranch();
  // All below a prefix ("refs/heads/"), sorted.
  bool List(std::string_view prefix, std::vector<Ref>* refs);
  // Writes a ref, which other names may stand for; the reflogs get a line where they are kept.
  // `old`: what it has to be now (a null id: it is not there).
  bool Update(std::string_view name, const ObjectId& id, std::string_view message,
              const ObjectId* old = nullptr, bool no_deref = false, bool force_log = false);
  bool Delete(std::string_view name, const ObjectId* old = nullptr);
  bool SetSymbolic(std::string_view name, std::string_view target, std::string_view message);
  // Where the branch's log and name go.
  bool Rename(std::string_view from, std::string_view to, std::string_view message, bool copy);
  // From the oldest to the newest.
  bool ReadLog(std::string_view name, std::vector<LogLine>* lines);
  bool WriteLog(std::string_view name, const std::vector<LogLine>& lines);
  bool HasLog(std::string_view name);
  bool AppendLog(std::string_view name, const ObjectId& before, const ObjectId& after,
                 std::string_view message, bool force);
  // What was read of packed-refs is old.
  void Forget() { packed_loaded_ = false; }
  // The same, and it is paid for no longer: before these refs go.
  void Drop() {
    packed_ = {};
    packed_loaded_ = false;
    (void)git_.ChargeCache(-static_cast<int64_t>(std::exchange(packed_charged_, 0)));
  }

 private:
  bool LoadPacked();
  const Ref* FindPacked(std::string_view name) const;
  bool ReadLoose(const std::string& name, std::string* text);
  bool ReadFolder(const std::string& folder, std::vector<Ref>* refs);
  bool WritePackedWithout(std::string_view name);
  // refs/heads/a and refs/heads/a/b cannot both be files: *why.
  bool IsFree(std::string_view name, std::string* why, std::string_view except = "");

  Git& git_;
  bool packed_loaded_ = false;
  uint64_t packed_charged_ = 0;
  // Sorted by name, as FindPacked() needs.
  std::vector<Ref> packed_;
};

// Whether it may be the name of a ref. `one_level`: also without a slash.
bool IsRefName(std::string_view name, bool one_level = false);
// "main" of "refs/heads/main", "v1" of "refs/tags/v1", "origin/main".
std::string ShortRef(std::string_view name);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_REFS_H_
