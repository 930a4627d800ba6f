#ifndef PYSUB_SHELL_COMMANDS_FILES_FILE_MODE_H_
#define PYSUB_SHELL_COMMANDS_FILES_FILE_MODE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/files/file_types.h"
#include "pysub/shell/archive.h"

namespace pysub::shell {

// "drwxr-xr-x".
std::string ModeText(uint32_t st_mode);
std::string ModeText(const files::Stat& stat);
// 'f', 'd', 'l' ... as find -type has it.
char KindLetter(files::FileKind kind);

// What chmod, mkdir -m and find -perm take: octal digits or "u+x,go=rX".
class ModeChange {
 public:
  static std::optional<ModeChange> Parse(std::string_view text);
  // The bits that `mode` becomes; the umask matters where no u, g, o or a was written.
  uint32_t Apply(uint32_t mode, bool directory, uint32_t umask) const;
  // What the change is about: for telling "new permissions are ..., not ...".
  bool octal() const { return octal_; }
  void Fields(Archive& archive) { archive(clauses_, octal_); }

 private:
  // One of u=rw, g+x, a-w ...
  struct Clause {
    uint32_t who = 0;  // bits of the classes that are meant, with their s and t bits
    bool all = false;  // nobody was named: all but the umask
    char op = '=';
    uint32_t bits = 0;          // for all classes
    bool conditional = false;   // X
    char copy = 0;              // u, g, o: the bits of that class
    bool keeps_set_id = false;  // octal numbers of few digits leave s of directories alone
    void Fields(Archive& archive) { archive(who, all, op, bits, conditional, copy, keeps_set_id); }
  };
  std::vector<Clause> clauses_;
  bool octal_ = false;
};

// Who a uid or gid is; numbers where nobody is known.
std::string UserName(uint32_t uid);
std::string GroupName(uint32_t gid);
std::optional<uint32_t> FindUser(std::string_view name);
std::optional<uint32_t> FindGroup(std::string_view name);

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_FILES_FILE_MODE_H_
