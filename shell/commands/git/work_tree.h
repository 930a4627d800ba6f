#ifndef PYSUB_SHELL_COMMANDS_GIT_WORK_TREE_H_
#define PYSUB_SHELL_COMMANDS_GIT_WORK_TREE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/index.h"
#include "shell/commands/git/pathspec.h"
#include "shell/commands/rg/ignore.h"

namespace pysub::shell::git {

// What stands at a path of the work tree. Nothing that lies behind a symbolic link counts.
struct WorkFile {
  bool exists = false;
  bool is_directory = false;
  uint32_t mode = 0;  // as trees have it; 0: nothing that git keeps
  files::Stat stat;
};
// If "a" is a link, "a/b" does not exist: git would otherwise read and remove files outside the
// work tree by a link that a commit has brought.
WorkFile LookAt(Git& git, std::string_view path);
// The bytes of a file or the target of a link, paid for. What is wrong is said.
bool ReadWorkFile(Git& git, std::string_view path, const WorkFile& file, std::string* bytes);
// Its name, and where `write` the object, too.
bool HashWorkFile(Git& git, std::string_view path, const WorkFile& file, bool write, ObjectId* id);

// kType: a link became a file, or the other way round.
enum class WorkChange : uint8_t { kNone, kModified, kDeleted, kType };
// How a file differs from its entry. What was found to be the same after all is remembered in the
// entry (*refreshed).
bool CompareWithWork(Git& git, IndexEntry* entry, WorkChange* change, WorkFile* file,
                     bool* refreshed = nullptr);
// Looks at all entries; the index is written when that makes the next look cheaper.
// A file that was touched but is the same is read once; from then on its times say so.
bool RefreshIndex(Git& git, bool* changed = nullptr);

// Puts a blob at a path, whose directories are made; what stands there is replaced. False: said
// why.
// A link that stands where a directory is needed is removed first, and unsafe paths are refused:
// what is written stays in the work tree.
bool WriteWorkFile(Git& git, const std::string& path, uint32_t mode, const ObjectId& id);
bool WriteWorkBytes(Git& git, const std::string& path, uint32_t mode, std::string_view bytes);
// Removes a file and the directories that have nothing else in them.
bool RemoveWorkFile(Git& git, const std::string& path);
// An entry of the index for what stands at a path.
IndexEntry EntryOf(Git& git, const std::string& path, uint32_t mode, const ObjectId& id);

// .gitignore of all directories, info/exclude, core.excludesFile.
// Files of deeper directories count more, then info/exclude, then core.excludesFile; in a file the
// last line that matches decides. Each is read when it is needed.
class IgnoreRules {
 public:
  explicit IgnoreRules(Git& git) : git_(git) {}
  // Whether a path is ignored, or a directory that it lies in.
  bool IsIgnored(std::string_view path, bool is_directory);
  // Of an ignored path the outermost directory that is, or the path itself.
  std::string IgnoredPart(const std::string& path);
  // The same for a path whose directories are not ignored.
  bool MatchesItself(std::string_view path, bool is_directory);
  // For check-ignore: which line decides.
  struct Source {
    std::string file, pattern;
    size_t line = 0;
    bool negated = false;
  };
  bool Explain(std::string_view path, bool is_directory, Source* source);
  // A line of the user's own, which counts more than those of all files.
  bool AddLine(std::string_view line);
  // The lines of files say nothing.
  void PassOverFiles() { passes_over_files_ = true; }

 private:
  // The lines of one file.
  struct File {
    rg::RuleList rules{""};
    std::string name, text;
  };
  const File* Load(const std::string& directory);
  bool ReadRules(const std::string& path, std::string shown, File* file);
  bool LoadGlobal();
  const File* Deciding(std::string_view path, bool is_directory, rg::Verdict* verdict,
                       std::string_view* inside);

  Git& git_;
  bool global_loaded_ = false, passes_over_files_ = false;
  rg::RuleList own_{""};
  std::vector<File> global_;
  // By directory, "" for the root; a directory without the file has an empty one, so that it is not
  // asked for again.
  std::map<std::string, File> files_;
};

// Files that the index does not have.
// `directories` is what status shows; clean and add want each file.
struct UntrackedOptions {
  bool directories = true;  // one of them as a whole: "a/"
  bool ignored = false;     // the ignored ones instead
  bool no_rules = false;    // nothing is ignored but by `except`
  bool empty_directories = false;
  // A directory stands for what is in it only if nothing of that is ignored.
  // Who removes what is listed must not lose an ignored file with its directory.
  bool spares_ignored = false;
  bool skips_repositories = false;  // those below are not listed, and nothing in them
  const std::vector<std::string>* except = nullptr;  // more lines like those of .gitignore
  const Pathspec* paths = nullptr;
};
bool ListUntracked(Git& git, const UntrackedOptions& options, std::vector<std::string>* paths);
// Whether a directory has files that would be lost with it.
bool HasUntrackedBelow(Git& git, const std::string& directory, bool* has);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_WORK_TREE_H_
