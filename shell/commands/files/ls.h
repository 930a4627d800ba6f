#ifndef PYSUB_SHELL_COMMANDS_FILES_LS_H_
#define PYSUB_SHELL_COMMANDS_FILES_LS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "shell/commands/files/sizes.h"
#include "shell/commands/files/stat_fields.h"
#include "shell/commands/simple.h"
#include "shell/time_zone.h"

namespace pysub::shell {

// How ls was asked to list.
struct LsStyle {
  enum class Layout : uint8_t { kOnePerLine, kLong, kColumns, kAcross, kCommas };
  enum class Sort : uint8_t { kName, kTime, kSize, kExtension, kVersion, kNone, kWidth };
  enum class Time : uint8_t { kModify, kAccess, kChange };
  enum class Quoting : uint8_t {
    kLiteral,
    kQuestionMarks,
    kEscape,
    kC,
    kShell,
    kShellAlways,
    kLocale,
    kRawShell,
    kRawShellAlways
  };
  enum class Indicators : uint8_t { kNone, kSlash, kFileType, kClassify };

  Layout layout = Layout::kOnePerLine;
  Sort sort = Sort::kName;
  Time time = Time::kModify;
  Quoting quoting = Quoting::kLiteral;
  Indicators indicators = Indicators::kNone;
  bool reverse = false, directories_first = false;
  bool inode = false, blocks = false, numeric = false, owner = true, group = true, author = false;
  // on a terminal names without quotes get a space where others have the quote
  bool aligns_quotes = false;
  SizeStyle size_style;
  SizeStyle block_style{.unit = 1024};
  bool own_time_format = false;  // otherwise month, day and time or year
  std::string time_format;
  std::string old_time_format;  // of files older than half a year, when it differs
  uint64_t width = 80;
  uint64_t tab = 8;
  char end = '\n';

  void Fields(Archive& archive) {
    archive(layout, sort, time, quoting, indicators, reverse, directories_first, inode, blocks,
            numeric, owner, group, author, aligns_quotes, own_time_format, size_style, block_style,
            time_format, old_time_format, width, tab, end);
    if (layout > Layout::kCommas || sort > Sort::kWidth || time > Time::kChange ||
        quoting > Quoting::kRawShellAlways || indicators > Indicators::kClassify) {
      archive.Fail();
      *this = {};
    }
  }
};

// A file that is going to be shown, with all that was found out about it.
struct LsEntry {
  std::string name;
  files::Stat stat;
  bool known = true;  // false: it could not be looked at
  std::string target;
  bool target_known = false;
  files::Stat target_stat;

  bool LooksLikeDirectory() const {
    return stat.IsDirectory() || (stat.IsSymlink() && target_known && target_stat.IsDirectory());
  }
  void Fields(Archive& archive) {
    archive(name, known, target, target_known);
    StatFields(archive, stat);
    StatFields(archive, target_stat);
  }
};

// Prints entries, some at a time.
class LsPrinter {
 public:
  // Measures them; `now_ns` decides how times look. `beside`: others that columns are as wide as.
  void Start(CommandIo& io, const LsStyle& style, const std::vector<LsEntry>& entries,
             int64_t now_ns, const std::vector<LsEntry>& beside = {});
  // False: call again in the next step.
  bool Print(CommandIo& io, const LsStyle& style, const std::vector<LsEntry>& entries);
  // What was loaded is about so many entries.
  bool Fits(uint64_t entries) const;
  void Fields(Archive& archive) {
    archive(now_ns_, next_, column_at_, widths_, columns_, rows_, inode_width_, block_width_,
            link_width_, owner_width_, group_width_, size_width_, major_width_, minor_width_,
            any_quoted_);
  }

 private:
  std::string Name(const LsStyle& style, std::string_view name) const;
  std::string Cell(const LsStyle& style, const LsEntry& entry) const;
  std::string LongLine(const LsStyle& style, const LsEntry& entry, const TimeZone& zone) const;
  std::string Prefix(const LsStyle& style, const LsEntry& entry, bool padded) const;
  std::string TimeText(const LsStyle& style, const LsEntry& entry, const TimeZone& zone) const;
  void Measure(const LsStyle& style, const LsEntry& entry);
  void Arrange(CommandIo& io, const LsStyle& style, const std::vector<size_t>& widths);

  int64_t now_ns_ = 0;
  uint64_t next_ = 0;
  uint64_t column_at_ = 0;
  std::vector<uint64_t> widths_;  // of columns
  uint64_t columns_ = 1;
  uint64_t rows_ = 0;
  uint32_t inode_width_ = 0, block_width_ = 0, link_width_ = 0, owner_width_ = 0, group_width_ = 0,
           size_width_ = 0, major_width_ = 0, minor_width_ = 0;
  bool any_quoted_ = false;
};

std::string LsQuote(const LsStyle& style, std::string_view name);
void SortLsEntries(const LsStyle& style, std::vector<LsEntry>* entries);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_LS_H_
