#ifndef PYSUB_SHELL_COMMANDS_TREE_PRINTER_H_
#define PYSUB_SHELL_COMMANDS_TREE_PRINTER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/tree/colors.h"
#include "shell/commands/tree/entry.h"
#include "shell/commands/tree/options.h"
#include "shell/time_zone.h"

namespace pysub::shell::tree {

// What the lines of a tree are drawn with.
struct TreeLines {
  std::string_view down, branch, last;
};
TreeLines LinesOf(const TreeOptions& options);

struct TreeTotals {
  uint64_t directories = 0, files = 0, size = 0;
  void Fields(Archive& archive) { archive(directories, files, size); }
};

// Writes a tree as text, JSON or XML, piece by piece: for each file Data(), Name(), then Error() if
// there is one, then either Newline() or, behind what is below it, Close(). It keeps nothing: each
// step makes a new one.
//
// Where the real one's JSON is not JSON (errors in the wrong place, commas that are missing), this
// is the same: whoever reads it reads that.
class TreePrinter {
 public:
  TreePrinter(const TreeOptions& options, const TreeColors& colors, const TimeZone& zone,
              int64_t now, std::string* out)
      : options_(options), colors_(colors), zone_(zone), now_(now), out_(*out) {}

  void Begin();
  // What stands in front of the name. `is_last`: of each level down to the file, whether it is the
  // last one there; `operand`: it is none of a list.
  void Data(const TreeEntry& entry, const std::vector<bool>& is_last, bool operand);
  // `entry`: null when nothing is known. `opens`: there is something below it. True: it has to be
  // closed.
  bool Name(std::string_view name, const TreeEntry* entry, bool opens);
  void Error(std::string_view text);
  void Newline(bool comma);
  // `level`: its own, -1: nothing was opened.
  void Close(const TreeEntry* entry, int64_t level, bool comma);
  void Report(const TreeTotals& totals);
  void End();

 private:
  using Format = TreeOptions::Format;
  void TextData(const TreeEntry& entry, const std::vector<bool>& is_last);
  void TextName(std::string_view name, const TreeEntry* entry);
  void TextReport(const TreeTotals& totals);
  void MarkupData(const TreeEntry& entry, bool operand);
  void MarkupIndent(int64_t level);
  void MarkupReport(const TreeTotals& totals);
  std::string Shown(std::string_view name) const;
  std::string_view LineEnd() const { return options_.indents ? "\n" : ""; }

  const TreeOptions& options_;
  const TreeColors& colors_;
  const TimeZone& zone_;
  int64_t now_;
  std::string& out_;
};

// "     1234", or with -h " 1.2K"; as wide as tree writes it, with a blank in front.
std::string SizeColumn(const TreeOptions& options, uint64_t size);
std::string DateText(const TreeOptions& options, const TreeEntry& entry, const TimeZone& zone,
                     int64_t now);
// "/", "*" ...: what -F puts behind a name; 0: nothing.
char IndicatorOf(const TreeOptions& options, uint32_t mode);

}  // namespace pysub::shell::tree

#endif  // PYSUB_SHELL_COMMANDS_TREE_PRINTER_H_
