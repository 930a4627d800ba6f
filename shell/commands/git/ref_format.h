#ifndef PYSUB_SHELL_COMMANDS_GIT_REF_FORMAT_H_
#define PYSUB_SHELL_COMMANDS_GIT_REF_FORMAT_H_

#include <string>
#include <string_view>
#include <vector>

#include "shell/commands/git/git.h"
#include "shell/commands/git/refs.h"

namespace pysub::shell::git {

// "%(refname:short) %(objectname)": what for-each-ref, branch and tag show of a ref. False: the
// format is wrong, which was said.
// The object is read only when an atom needs it: names alone cost nothing.
bool FormatRef(Git& git, std::string_view format, const Ref& ref, std::string* text);
// Sorts by keys such as "-committerdate" and "refname", the last one counting most.
bool SortRefs(Git& git, const std::vector<std::string>& keys, std::vector<Ref>* refs);

// Which refs are listed.
// As the user wrote them. A ref stays when it passes all kinds: of contains, merged and points_at
// one of the words holds, of the other two none.
struct RefFilter {
  std::vector<std::string> contains, no_contains, merged, no_merged, points_at;
};
bool FilterRefs(Git& git, const RefFilter& filter, std::vector<Ref>* refs);

}  // namespace pysub::shell::git

#endif  // PYSUB_SHELL_COMMANDS_GIT_REF_FORMAT_H_
