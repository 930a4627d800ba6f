#ifndef PYSUB_SHELL_COMMANDS_TREE_IGNORE_H_
#define PYSUB_SHELL_COMMANDS_TREE_IGNORE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"

namespace pysub::shell::tree {

// The files of --gitignore, as tree reads them. These are not git's rules, which rg has
// (rg/ignore.h): a line with a slash, also at its end ("build/"), is of that one directory; a line
// with ! brings back whatever any other line left out, wherever the two stand; in braces and behind
// \# there is nothing special; and stars are tree's (pattern.h).
class IgnoreStack {
 public:
  // Reads DIRECTORY/.gitignore and puts it on top. False: there is none, or (look at failed())
  // no memory.
  bool PushDirectory(CommandIo& io, const std::string& directory);
  // Reads a file of rules, for paths below its own name: nothing with a slash fits.
  bool PushFile(CommandIo& io, const std::string& file);
  void Pop(CommandIo& io);
  bool Ignores(CommandIo& io, std::string_view path, std::string_view name, bool is_directory,
               bool ignore_case) const;
  bool failed() const { return failed_; }
  void Fields(Archive& archive);

 private:
  struct Rule {
    std::string pattern;
    bool any_place = false;  // it is compared with names, not with paths
    void Fields(Archive& archive) { archive(pattern, any_place); }
  };
  struct RuleFile {
    std::string place;  // its directory
    std::vector<Rule> leave_out, bring_back;
    uint64_t leave_out_room = 0, bring_back_room = 0;
    int64_t texts = 0;  // charged for them
    void Fields(Archive& archive);
  };

  bool Read(CommandIo& io, const std::string& path, std::string place);
  bool AddLine(CommandIo& io, std::string_view line, RuleFile* file);
  bool AnyFits(CommandIo& io, const RuleFile& file, const std::vector<Rule>& rules,
               std::string_view path, std::string_view name, bool is_directory,
               bool ignore_case) const;

  std::vector<RuleFile> files_;
  uint64_t files_room_ = 0;
  bool failed_ = false;
};

}  // namespace pysub::shell::tree

#endif  // PYSUB_SHELL_COMMANDS_TREE_IGNORE_H_
