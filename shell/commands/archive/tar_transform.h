#ifndef PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_TRANSFORM_H_
#define PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_TRANSFORM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pysub/shell/command.h"
#include "shell/commands/text/sed_script.h"

namespace pysub::shell {

// --transform='s/REGEX/TEXT/FLAGS;...': how names change on their way into an archive or out of it.
// The work on a name is sed's.
class TarTransforms {
 public:
  enum Target : uint8_t { kName = 1, kSymlink = 2, kHardLink = 4 };

  // Adds what `text` says. False: *error says why not.
  bool Add(std::string_view text, ParseAccount* account, std::string* error);
  // False: there is no more memory, or a pattern gave up.
  bool Apply(CommandIo& io, Target target, std::string* name) const;
  bool empty() const { return rules_.empty(); }

 private:
  struct Rule {
    std::unique_ptr<Regex> regex;
    SedCommand command;
    uint8_t targets = kName | kSymlink | kHardLink;
  };

  bool TakeFlag(char letter, Rule* rule, RegexOptions* options);

  std::vector<Rule> rules_;
  uint8_t targets_ = kName | kSymlink | kHardLink;  // what flags= said
};

}  // namespace pysub::shell

#endif  // PYSUB_SHELL_COMMANDS_ARCHIVE_TAR_TRANSFORM_H_
