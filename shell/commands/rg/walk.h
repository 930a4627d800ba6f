#ifndef PYSUB_SHELL_COMMANDS_RG_WALK_H_
#define PYSUB_SHELL_COMMANDS_RG_WALK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pysub/files/file_system.h"
#include "pysub/shell/command.h"
#include "shell/commands/rg/ignore.h"
#include "shell/commands/rg/options.h"

namespace pysub::shell::rg {

// Finds what is to be searched: operands, and what is below those that are directories, without
// what ignore files, globs, types and the rest of the options leave out. Each directory is listed
// when it is entered, and keeps its rules while the walk is in it. (TreeWalk cannot sort by times
// or backwards, and knows nothing of rules.)
//
// Which rule decides about a path, from the strongest on:
//
//   -g, --iglob
//   .rgignore, .ignore, .gitignore, .git/info/exclude     of each the nearest directory decides
//   git's file for all repositories, then --ignore-file
//   -t, -T
//   hidden or not
//
// Ignore files are hostile input: their size is bounded, what they are compiled to is charged, and
// matching counts its work. Links are followed only with -L, and then a directory that is above
// itself is seen by its number (dev, ino).
class Walk {
 public:
  // Something to search, or to complain about.
  struct Found {
    std::string path;       // as it is shown
    bool is_named = false;  // an operand that is no directory
    std::string error;      // the complaint
  };

  // Before the first Next(), and after a load.
  void SetOptions(const Options* options) { options_ = options; }
  // The rules that hold everywhere: --ignore-file, git's for all repositories.
  void ReadGlobalRules(CommandIo& io);
  // One more thing is looked at. Nothing: ask again, unless done().
  std::optional<Found> Next(CommandIo& io);
  bool done() const { return levels_.empty() && next_operand_ >= options_->paths.size(); }
  // Complaints of ignore files since the last call, for standard error.
  std::string TakeMessages() { return std::exchange(messages_, {}); }
  // A limit was reached: the script ends.
  bool failed() const { return failed_; }

  void Fields(Archive& archive);

 private:
  // In the order of their rank.
  enum Source : uint8_t { kCustom, kDot, kGit, kExclude, kSources };
  // The rules of a file: its text is saved, what it is compiled to is not.
  struct Rules {
    std::string root, text, path;
    RuleList list;
    bool compiled = false;
    uint64_t charged = 0;
    void Fields(Archive& archive) {
      archive(root, text, path);
      archive.Charged(charged);
    }
  };
  // One directory's files of rules; none where it has no such file, which is the usual case.
  struct Directory {
    bool has_git = false;
    std::vector<Rules> rules;  // kSources, or none
    void Fields(Archive& archive) {
      archive(has_git, rules);
      if (!rules.empty() && rules.size() != kSources) archive.Fail();
    }
  };
  struct Name {
    std::string text;
    files::FileKind kind = files::FileKind::kFile;
    int64_t time = 0;
    void Fields(Archive& archive) {
      archive(text, kind, time);
      if (kind > files::FileKind::kOther) archive.Fail();
    }
  };
  // `reserved` is what its names take: given back when the walk leaves it.
  struct Level {
    std::string path;
    Directory directory;
    std::vector<Name> names;
    uint64_t next = 0;
    uint32_t dev = 0;
    uint64_t ino = 0;
    int64_t reserved = 0;
    void Fields(Archive& archive) {
      archive(path, directory, names, next, dev, ino);
      archive.Charged(reserved);
      if (next > names.size()) archive.Fail();
    }
  };

  std::optional<Found> Operand(CommandIo& io);
  std::optional<Found> Entry(CommandIo& io);
  // An error number that says why the directory cannot be read; 0: it is entered.
  int Enter(CommandIo& io, const std::string& path, const files::Stat& stat);
  void Leave(CommandIo& io);
  void ReadParents(CommandIo& io, const std::string& path);
  void ReadDirectoryRules(CommandIo& io, const std::string& path, Directory* directory);
  // False: there is no such file.
  bool ReadRules(CommandIo& io, const std::string& path, const std::string& root, Rules* rules,
                 int* error = nullptr);
  void Compile(CommandIo& io, Rules* rules, bool complain);
  Verdict Ask(CommandIo& io, Rules* rules, std::string_view path, bool is_directory);
  bool IsLeftOut(CommandIo& io, const std::string& path, std::string_view name, bool is_directory);
  Verdict AskIgnoreFiles(CommandIo& io, std::string_view path, bool is_directory);
  void Release(CommandIo& io, Directory* directory);

  const Options* options_ = nullptr;
  uint64_t next_operand_ = 0;
  std::vector<Level> levels_;
  std::string base_;                // of the operand, absolute
  std::vector<Directory> parents_;  // of the operand, the nearest first
  std::vector<Rules> explicit_;     // --ignore-file
  Rules global_;                    // of git, for all repositories
  uint32_t device_ = 0;             // of the operand
  std::string messages_;
  bool failed_ = false;
};

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_WALK_H_
