#ifndef PYSUB_SHELL_COMMANDS_RG_TYPES_H_
#define PYSUB_SHELL_COMMANDS_RG_TYPES_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/rg/ignore.h"

namespace pysub::shell::rg {

// The types of files: names for lists of globs (-t, -T, --type-add, --type-clear, --type-list).
// The globs are matched against the name without its directories. The type that was selected last
// decides, and with one -t all that has no type goes.
class FileTypes {
 public:
  FileTypes();
  // "name:glob" or "name:include:one,another". False: it is none.
  bool Add(std::string_view definition);
  void Clear(std::string_view name) { types_.erase(std::string(name)); }
  // -t, or -T. False: *error: there is no such type, or one of its globs is none.
  bool Select(std::string_view name, bool negated, std::string* error);
  // What --type-list prints.
  std::string List() const;
  bool empty() const { return selections_.empty(); }
  Verdict Match(CommandIo& io, std::string_view path, bool is_directory) const;

 private:
  struct Selection {
    bool negated = false;
    Glob glob;
  };
  std::map<std::string, std::vector<std::string>> types_;
  std::vector<Selection> selections_;
  bool any_selected_ = false;
};

}  // namespace pysub::shell::rg

#endif  // PYSUB_SHELL_COMMANDS_RG_TYPES_H_
