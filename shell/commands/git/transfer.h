#ifndef PYSUB_SHELL_COMMANDS_GIT_TRANSFER_H_
#define PYSUB_SHELL_COMMANDS_GIT_TRANSFER_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/refs.h"

namespace pysub::shell::git {

// Another repository, as the settings name it or as it was typed.
struct Remote {
  std::string name;  // empty: only a place
  std::string url, push_url;
  std::vector<std::string> fetch, push;  // refspecs of the settings
};
// A name that no setting has is a place.
Remote FindRemote(Git& git, const std::string& word);
// The one of a branch; "origin" where nothing says another.
std::string UsualRemote(Git& git, const std::string& branch);
// The names of all in the settings, in their order.
std::vector<std::string> AllRemotes(Git& git);
// "main" with "branch.main.remote": a setting of a branch.
std::optional<std::string> BranchSetting(Git& git, const std::string& branch,
                                         std::string_view name);

// "http://host/x" or "host:x".
bool IsRemoteUrl(std::string_view url);

// It is opened as a Git of its own, so that neither settings nor caches of the one where the user
// is are taken for its own.
class OtherRepository {
 public:
  explicit OtherRepository(Git& git);
  ~OtherRepository();
  OtherRepository(const OtherRepository&) = delete;
  OtherRepository& operator=(const OtherRepository&) = delete;

  // Its place is one of the files here; a network there is not. What is wrong is said.
  bool Open(const std::string& url);
  Git& git() { return other_; }
  // All refs, sorted, and what HEAD is.
  bool List();
  const std::vector<Ref>& refs() const { return refs_; }
  const std::optional<ObjectId>& head() const { return head_; }
  const Ref* Find(std::string_view name) const;
  // "main" of refs/heads/main, as a short name is understood; null: there is none.
  const Ref* FindShort(const std::string& name) const;

 private:
  bool SayMissing(const std::string& url);

  Git& git_;
  Git other_;
  std::vector<Ref> refs_;
  std::optional<ObjectId> head_;
};

// "+src:dst".
struct Refspec {
  std::string source, target;
  bool force = false, has_target = false;

  bool IsPattern() const { return source.find('*') != std::string::npos; }
  // What a name that fits the pattern becomes; nothing: it does not fit.
  std::optional<std::string> Map(std::string_view name) const;
};
// Nothing: it is none.
std::optional<Refspec> ParseRefspec(std::string_view text);

// Copies what these need and `to` has not. What a thing refers to comes before it, so that whatever
// is there is complete, also after a run that ended early.
bool CopyObjects(Git& from, Git& to, const std::vector<ObjectId>& wanted);

// "main" of "refs/heads/main", "v1", "origin/main".
std::string Prettified(std::string_view ref);
// " * [new branch]      " and its kin, up to the names.
std::string SummaryOf(char flag, std::string_view what);
// "abc1234..def5678".
std::string RangeOf(Git& git, const ObjectId& from, const ObjectId& to, bool forced);

// Sets what a branch follows, and says so.
bool SetUpstream(Git& git, const std::string& branch, const std::string& remote,
                 const std::string& merge, const std::string& shown, bool quiet);

// fetch, for those that begin with it (pull, remote add -f). `words` are those of fetch.
int Fetch(Git& git, std::vector<std::string> words);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_TRANSFER_H_
