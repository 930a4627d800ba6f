#ifndef PYSUB_SHELL_COMMANDS_GIT_GIT_H_
#define PYSUB_SHELL_COMMANDS_GIT_GIT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/git/object_id.h"
#include "shell/syntax/arena.h"

namespace pysub::shell::git {

class Config;
class Index;
class Objects;
class Refs;
struct State;

// One run of git: who it works for, where its repository is, what it says. A subcommand is a
// function that does one unit of work (a commit of a log, a file of a diff) each time that it is
// called. A unit does not yield: it counts its work by Tick() and gives up when that says so. What
// is needed from unit to unit lies in State, which is saved; all else here is found again.
//
// How failures travel: whoever finds one says it (Fatal, Error) and answers false or nothing; the
// callers pass that on, and the subcommand ends with status().
//
// What lies where, and for how long:
//
//   locals, Scratch      one unit; nothing of it is ever saved
//   index, objects, refs caches: kept while the command runs, read again after a load
//   words, config, paths found again at the first step after a load
//   State, out_, status  saved
class Git {
 public:
  Git();
  ~Git();
  Git(const Git&) = delete;
  Git& operator=(const Git&) = delete;

  // ---- the step
  // Before each step; `words` are those behind the subcommand.
  void Attach(CommandIo& io) { io_ = &io; }
  CommandIo& io() { return *io_; }
  // Counts work (about bytes). False: the script ends, and so must whoever asks.
  bool Tick(uint64_t work) {
    if (!over_ && !io_->account().Tick(work)) over_ = true;
    return !over_;
  }
  // Pays for memory until the unit or its Scratch ends. False: there is none.
  bool Charge(uint64_t bytes);
  // Pays for what State keeps; given back when the command ends.
  bool Keep(uint64_t bytes);
  // Pays for what is kept from unit to unit and found again after a load.
  // A negative number gives some of it back.
  bool ChargeCache(int64_t bytes);
  // The script ends: a limit was reached.
  bool over() const { return over_; }
  void set_over() { over_ = true; }
  // Input has to come before the next unit can go on.
  // The unit is then called again from its beginning; what it has read already lies in State.
  void Wait() { waits_ = true; }
  bool TakeWait() { return std::exchange(waits_, false); }
  // How many programs this unit has asked about: hooks.h.
  uint64_t asked = 0;

  // Gives back what was charged since it was made.
  // For loops that read one object after the other: without it they would have paid for all of them
  // at once. What is kept beyond it has to be paid for again.
  class Scratch {
   public:
    explicit Scratch(Git& git) : git_(git), mark_(git.scratch_) {}
    ~Scratch() { git_.ReleaseScratch(mark_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

   private:
    Git& git_;
    uint64_t mark_;
  };

  // ---- what it says
  // Collected, since a unit cannot wait for a pipe that is full; Drain() gives it away between
  // units.
  void Out(std::string_view text);
  // Goes out at once.
  void Err(std::string_view text);  // as it is
  bool mutes_errors = false;        // of `apply -q`: nothing but Fatal() is said
  // "fatal: TEXT", and the command ends with 128. False.
  bool Fatal(std::string_view text, int status = 128);
  // "error: TEXT", and the command ends with `status`. False.
  bool Error(std::string_view text, int status = 1);
  // Only says it.
  void Warn(std::string_view text);
  int status() const { return status_; }
  void set_status(int status) { status_ = status; }

  // ---- files; paths are absolute or of the directory where git works
  files::FileSystem& fs() { return io_->files(); }
  files::Caller caller() const { return {.cwd = cwd, .umask = io_->umask()}; }
  // The whole file, paid for; nothing is said. *error is the errno.
  bool ReadWhole(std::string_view path, std::string* bytes, int* error = nullptr);
  // Through a name beside it, so that a reader finds the old file or the new one.
  // A lock that is there is another git's, or what a crash left: it is never broken, only said.
  bool WriteWhole(std::string_view path, std::string_view bytes, uint32_t mode = 0666);
  bool MakeDirectories(std::string_view directory);  // says what is wrong
  bool Exists(std::string_view path);
  // Removes a tree without recursion; what is not there is fine.
  // Links are removed and never followed.
  bool RemoveTree(const std::string& path);
  std::string GitPath(std::string_view name) const { return git_dir + "/" + std::string(name); }
  // Of a path of the repository ("a/b").
  std::string WorkPath(std::string_view path) const {
    return work_tree + (work_tree == "/" ? "" : "/") + std::string(path);
  }
  std::optional<std::string> Env(std::string_view name);

  // ---- where it works
  std::string cwd;            // absolute; -C changes it
  std::string git_dir;        // absolute; empty: none was found
  std::string work_tree;      // absolute; empty: bare
  std::string prefix;         // of cwd in the work tree: "" or "a/b/"
  std::string git_dir_shown;  // as rev-parse --git-dir says it
  bool colour = false;
  bool outside = false;  // diff --no-index: paths are those of the words, in no work tree

  std::string command;             // "log"
  std::vector<std::string> words;  // behind it
  // What logs of refs tell of, where one subcommand runs another ("pull origin main").
  std::string action;
  // "name=value" of -c.
  std::vector<std::string> overrides;

  // ---- the repository
  Config& config() { return *config_; }
  Objects& objects() { return *objects_; }
  Refs& refs() { return *refs_; }
  State& state() { return *state_; }
  Index& index() { return *index_; }  // LoadIndex() fills it

  // Finding none is no failure, since some subcommands need none; false: what is there is broken.
  bool FindRepository(const std::optional<std::string>& git_dir_option,
                      const std::optional<std::string>& work_tree_option);
  // The repository that ".git", a file, names; `shown` is the file as messages have it. Nothing: it
  // names none, which was said.
  std::optional<std::string> FollowGitFile(const std::string& file, const std::string& shown);
  bool NeedRepository();  // says so when there is none
  bool NeedWorkTree();

  // ---- between the steps
  void EndUnit() {
    ReleaseScratch(0);
    asked = 0;
  }
  void Fields(Archive& archive);
  // Gives the shell what was said. False: there is more.
  bool Drain();
  // After a load: nothing is cached any more.
  void ForgetCaches();

 private:
  friend class Scratch;
  void ReleaseScratch(uint64_t mark);
  bool LookForRepository();
  bool CheckFormat();

  CommandIo* io_ = nullptr;
  bool over_ = false, waits_ = false;
  int status_ = 0;
  uint64_t scratch_ = 0;           // charged in this unit
  int64_t kept_ = 0, cached_ = 0;  // charged for longer
  std::string out_;                // said, and not given to the shell
  uint64_t out_at_ = 0;
  uint64_t out_charged_ = 0;
  std::unique_ptr<Config> config_;
  std::unique_ptr<Objects> objects_;
  std::unique_ptr<Refs> refs_;
  std::unique_ptr<State> state_;
  std::unique_ptr<Index> index_;
};

// What a file begins with that names a repository.
inline constexpr std::string_view kGitFileHead = "gitdir: ";

// A unit of a subcommand. None: call again. Else it has ended with this status.
using Outcome = std::optional<int>;
using Subcommand = Outcome (*)(Git&);

// What a subcommand ends with that could not go on: 2 at a limit, else what was said, else 128.
inline int StatusOf(Git& git) { return git.over() ? 2 : git.status() != 0 ? git.status() : 128; }

// "a/b" of the words of the user below git.prefix; nothing: it leads out of the work tree.
// Names alone are looked at, no links: the path may not exist, or only in a commit.
std::optional<std::string> PathInTree(Git& git, std::string_view word);
// Of a path of the repository, as it is shown where git works: "../a".
std::string RelativePath(std::string_view path, std::string_view prefix);
// Whether a path of a tree or an index may be written to the work tree: no "..", no ".git".
// Trees and indexes are hostile. With "../x" one would write outside, and with ".git/config" it
// could change the settings of the repository itself.
bool IsSafePath(std::string_view path);
// As core.quotePath shows names: "a\tb" and octal numbers in double quotes, or the name itself.
std::string QuotedPath(Git& git, std::string_view path);
// The same, but in quotes also when it has a space.
std::string QuotedWithSpaces(Git& git, std::string_view path);
std::string CQuoted(std::string_view text, bool quote_high, bool* needed);

inline bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
std::string_view Trimmed(std::string_view text);
// Up to the next newline, which is taken too.
std::string_view TakeLine(std::string_view* text);
// A decimal number; nothing: it is none or too large.
std::optional<int64_t> ParseNumber(std::string_view text);
std::string Lower(std::string_view text);
// "1 file" or "2 files".
std::string Plural(uint64_t count, std::string_view one, std::string_view many);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_GIT_H_
