#ifndef PYSUB_SHELL_COMMANDS_TREE_OPTIONS_H_
#define PYSUB_SHELL_COMMANDS_TREE_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pysub/shell/command.h"

namespace pysub::shell::tree {

// What the words of a tree command ask for.
struct TreeOptions {
  enum class Format : uint8_t { kText, kJson, kXml };
  enum class Sort : uint8_t { kName, kVersion, kSize, kModified, kChanged, kNone };
  enum class First : uint8_t { kNobody, kDirectories, kFiles };

  Format format = Format::kText;
  Sort sort = Sort::kName;
  First first = First::kNobody;
  bool reverse = false;
  // ---- what is listed
  bool all = false, only_directories = false, follow_links = false, one_device = false;
  bool ignore_case = false, match_directories = false, prune = false, gitignore = false;
  uint64_t max_level = UINT64_MAX;
  int64_t file_limit = 0;  // 0, or less: none
  std::vector<std::string> wanted, unwanted;
  std::vector<std::string> operands;
  // ---- what is said of each
  bool full_paths = false, classify = false, quote = false, literal = false, question_marks = false;
  bool inode = false, device = false, mode = false, owner = false, group = false;
  bool size = false, human = false, decimal = false, disk_usage = false;
  bool date = false, changed_time = false;
  std::optional<std::string> date_format;
  // ---- how it looks
  bool indents = true, report = true, data_first = false, ansi_lines = false;
  bool force_color = false, no_color = false;
  bool shows_version = false;
  std::optional<std::string> charset;
  std::optional<std::string> output;

  // Whether all of an operand has to be known before its first line can be printed.
  bool NeedsWholeTree() const { return disk_usage || prune || match_directories; }
  void Fields(Archive& archive);
};

// Reads them, complains as the real one does. A value: the command has ended with it.
std::optional<int> ReadTreeOptions(CommandIo& io, TreeOptions* options);

}  // namespace pysub::shell::tree

#endif  // PYSUB_SHELL_COMMANDS_TREE_OPTIONS_H_
